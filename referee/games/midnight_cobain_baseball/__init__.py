"""Midnight Cobain Baseball, as Munk's club plays it: source text 002. Courtney Love Baseball is based on it."""

from referee.cards import read_cards
from referee.games.midnight_cobain_baseball.play import complete_baseball
from referee.games.midnight_cobain_baseball.table import BaseballOptions
from referee.rules import Rulebook

__all__ = ["BaseballOptions", "book", "complete_baseball"]

(KING_OF_HEARTS,) = read_cards("KH")

book = Rulebook(
    "midnight-cobain-baseball",
    title="Midnight Cobain Baseball",
    players=range(2, 8),
    options=BaseballOptions,
    seed="002",
)
complete_baseball(book, KING_OF_HEARTS, "The king of hearts")
