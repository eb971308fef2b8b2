"""The content of the pit's pages."""
