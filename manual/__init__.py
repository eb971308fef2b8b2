"""The manual: pages written in docs/, pages generated from the rulebooks, and pictures of the running product."""
