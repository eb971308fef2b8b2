"""What pages watch: one module for each kind of page, and how a topic is found by its name."""
