"""People: accounts, permissions, limits, signatures and credentials."""
