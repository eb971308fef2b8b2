"""Casino Stud: one decision, to fold or to bet, against five cards of which one lies face up."""
