"""The verification of a floor's whole record: ``verification`` runs the checks in the other modules."""
