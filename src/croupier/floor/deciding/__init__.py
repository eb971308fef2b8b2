"""Deciding and evolving, one stream at a time: pure, without a journal or a clock."""
