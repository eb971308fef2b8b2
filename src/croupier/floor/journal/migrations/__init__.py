"""The migrations that bring a database of an earlier release to today's schema; ``database.py`` runs them."""
