"""The figures of the house that the pit watches, brought up to date with every commit."""
