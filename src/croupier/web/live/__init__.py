"""Open pages: their sockets, and the hub that tells them what has changed."""
