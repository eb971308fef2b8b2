"""The migrations, one a module, in order. A released migration never changes: a later one follows it."""
