"""Common parts of games in which a Player folds or bets once, before the comparison with the Dealer's hand."""
