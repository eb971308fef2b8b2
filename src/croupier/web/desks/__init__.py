"""The content of the consoles: Dealer, pit, records and study."""
