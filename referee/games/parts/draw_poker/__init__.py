"""Draw poker: cards are thrown away and replaced between the rounds of bets."""
