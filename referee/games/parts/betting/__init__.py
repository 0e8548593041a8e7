"""Betting: the chips, the rounds of bets, the pots and who is paid from them."""
