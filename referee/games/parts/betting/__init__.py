"""Betting: the chips, the rounds of bets, the pots and the payments from them."""
