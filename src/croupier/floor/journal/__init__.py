"""The journal: entries and their hashes, their text, their streams, and the database that keeps them."""
