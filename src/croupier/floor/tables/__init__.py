"""Tables of the floor: the engine's table and what the House adds to it."""
