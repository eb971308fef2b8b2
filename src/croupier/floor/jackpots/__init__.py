"""Jackpots over tables and games: links, meters, claims, slips and failures."""
