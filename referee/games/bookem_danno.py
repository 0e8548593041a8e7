"""Book'em Danno, as Munk's club plays it: source text 002. Five-Card 21 with one hand that wins outright."""

from __future__ import annotations

from referee.cards import read_cards
from referee.games.five_card_21 import Options21, complete_rulebook_21
from referee.games.five_card_21.overview import PAYMENTS, POINTS, RANKED, RANKING, STEPS
from referee.rules import Overview, RankingRow, Rulebook, frozen, option


@frozen
class BookemOptions(Options21):
    """The house rules of Book'em Danno."""

    bookem_in_tiebreak: bool = option(False, question="Do the AS and JS win in the stud hand too?")


book = Rulebook("bookem-danno", title="Book'em Danno", players=range(2, 11), options=BookemOptions, seed="002")
book.overview = Overview(
    aim="Hold both the AS and the JS, or else come closest to 21 points without going over, or make all others fold.",
    steps=(*STEPS[:3], f"{POINTS} But a hand with both the AS and the JS wins, whatever its points.", STEPS[4]),
    ranking_title=RANKED,
    ranking=(RankingRow("The AS and the JS", "AS JS KD QH 9C", "beats every other hand, even with a bust"), *RANKING),
    payments=PAYMENTS,
)
complete_rulebook_21(
    book,
    """
    5.2: The best hand shown wins. All its cards must be shown, but the AS and the JS are enough.
    7.1: A hand with both the AS and the JS beats every other hand, whatever its other cards are, even if it has more
        than 21 points. Any other hand of more than 21 points has busted. It loses to every hand that has not, however
        low.
    """,
    interpretations="BKD-A2",
    trump=frozenset(read_cards("ASJS")),
)
book.note(
    "8.7",
    """In the stud hand the AS and the JS are cards like any others.
    bookem_in_tiebreak=true: In the stud hand, too, the AS and the JS together win.
    """,
    interpretation="BKD-A5",
)
