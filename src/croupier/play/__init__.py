"""The engines: ``banked`` against the House, ``room`` among Players; and what both share. Pure."""
