"""The demonstration floor: its tables, company, managers and absent guests."""
