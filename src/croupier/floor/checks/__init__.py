"""The checks behind ``floor/verify.py``, one concern each."""
