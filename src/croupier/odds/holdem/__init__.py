"""Hold'em against the House: Flop, Turn and River wagers on two Hole Cards and five Community Cards."""
