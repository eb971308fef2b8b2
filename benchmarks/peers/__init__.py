"""What the benchmarks have to build from a peer before it can take part."""
