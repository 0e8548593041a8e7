"""Five-Card 21, as Munk's club plays it: source text 002. Book'em Danno is based on it."""

from referee.games.five_card_21.overview import FRONT
from referee.games.five_card_21.play import complete_rulebook_21
from referee.games.five_card_21.table import Options21
from referee.rules import Rulebook

__all__ = ["Options21", "book", "complete_rulebook_21"]

book = Rulebook("five-card-21", title="Five-Card 21", players=range(2, 11), options=Options21, seed="002")
book.overview = FRONT
complete_rulebook_21(book)
