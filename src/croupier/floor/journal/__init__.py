"""The journal: entries as text, hashes, keys and signatures, and the database that keeps them."""
