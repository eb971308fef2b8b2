"""The manual: its pages are written in docs/, made from the rulebooks, and illustrated from the running product."""
