"""Going through everything that a floor has ever written down: ``verification`` runs the checks beside it."""
