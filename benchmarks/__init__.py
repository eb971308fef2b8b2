"""What croupier is measured by: each module's ``main`` runs one benchmark beside the peers that are installed."""
