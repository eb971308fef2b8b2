"""HTTP: the application, its routes, sessions and built pages."""
