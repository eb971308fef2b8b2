"""The past: replays of rounds, the audit, and verification of the whole record."""
