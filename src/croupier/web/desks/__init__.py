"""Behind the consoles: Dealer, pit, records and study."""
