"""How a database of an earlier release becomes one of today's; ``floor/database.py`` runs them."""
