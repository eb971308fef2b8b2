"""The engines: ``banked`` for games against the House, ``room`` for games among Players, and what both share. Pure."""
