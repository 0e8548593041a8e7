"""Courtney Love Baseball, as Munk's club plays it: source text 002. It is Midnight Cobain Baseball with another killing
card.
"""

from referee.cards import read_cards
from referee.games.midnight_cobain_baseball import BaseballOptions, complete_baseball
from referee.rules import Rulebook

(QUEEN_OF_HEARTS,) = read_cards("QH")

book = Rulebook(
    "courtney-love-baseball", title="Courtney Love Baseball", players=range(2, 8), options=BaseballOptions, seed="002"
)
complete_baseball(book, QUEEN_OF_HEARTS, "The queen of hearts")
