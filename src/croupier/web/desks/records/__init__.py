"""The past: rounds to replay, the audit, and verification of the whole record."""
