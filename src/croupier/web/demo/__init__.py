"""A floor to try: its tables, company, managers and guests who left."""
