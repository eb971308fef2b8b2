"""How an act comes in: who asks, from which place, whether it can be afforded, and what is passed to the floor."""
