"""Draw poker: cards are discarded and replaced between the rounds of bets."""
