"""Money: what every event means in cents, the cage, the gaming day and its reports."""
