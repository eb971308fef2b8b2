"""Casino Stud: one decision, to fold or to bet, against five cards of which one is face up."""
