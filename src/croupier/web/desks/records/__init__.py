"""What has been: rounds to replay, the audit, and checking the whole record."""
