"""Verifying everything that a floor has ever recorded: ``verification`` runs the checks in the other modules."""
