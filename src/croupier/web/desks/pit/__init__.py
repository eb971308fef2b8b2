"""The content of the pit's pages: tables, decisions, awards, money, accounts and alerts."""
