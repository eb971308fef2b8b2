"""Topics that pages watch: a module for each kind of page, and one that finds a topic by its name."""
