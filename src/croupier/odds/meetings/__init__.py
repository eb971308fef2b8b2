"""What games have in common in which a Player folds or bets once, before the comparison with the Dealer's hand."""
