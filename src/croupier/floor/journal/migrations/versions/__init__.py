"""One step each, in order. A step is never changed once it is released: a later one follows it."""
