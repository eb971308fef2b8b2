"""Live pages: sockets, the topics they watch, and the types of what is sent."""
