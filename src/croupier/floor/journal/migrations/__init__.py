"""How a database of an earlier release becomes one of today's; ``floor/journal/database.py`` runs them."""
