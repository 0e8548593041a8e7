"""Book'em Danno, as Munk's club plays it: source text 002. Five-Card 21 with one hand that wins outright."""

from __future__ import annotations

from referee.cards import read_cards
from referee.games.five_card_21 import Options21, plays_for_21
from referee.rules import Rulebook, option, value


@value
class BookemOptions(Options21):
    """The questions that a club answers before it plays."""

    bookem_in_tiebreak: bool = option(False, clauses="8.7", asks="Do the AS and JS win in the stud hand too?")


book = Rulebook("bookem-danno", title="Book'em Danno", players=range(2, 11), options=BookemOptions, seed="002")
plays_for_21(
    book,
    {
        "5.2": "The best hand wins; all its cards must be shown, but of the Ace and the Jack of Spades no others.",
        "7.1": "The highest hand is one that contains the Ace and the Jack of Spades, regardless of what else is in "
        "it, while its player is in. Otherwise a hand of more than 21 points has busted, and loses to every hand that "
        "has not, however low.",
    },
    readings="F21-A5, BKD-A1, BKD-A2, BKD-A3, BKD-A4",
    trump=frozenset(read_cards("ASJS")),
)
book.note(
    "8.7",
    "In the stud hand that breaks a tie the Ace and the Jack of Spades are cards like any others.",
    interpretation="BKD-A5",
    reworded={
        "bookem_in_tiebreak=true": "In the stud hand that breaks a tie the Ace and the Jack of Spades together win too."
    },
)
