"""Play or Pay, a game of the Stops family: source text 003."""

from referee.games.play_or_pay import play, rules
from referee.games.play_or_pay.table import book
from referee.rules import Conditional, Overview, PaymentRow

__all__ = ["book", "play", "rules"]

book.overview = Overview(
    aim="Be the first to play all your cards, and take the pot.",
    steps=(
        "Deal out the whole pack. The player after the dealer leads any card.",
        "In turn, play the next higher card of that suit. If you do not hold it, pay one chip to the pot.",
        "After the king come the ace and the two, and so on, until all thirteen cards of the suit are out.",
        "The player of the thirteenth card leads a card of another suit at once.",
        Conditional(
            "end_payment=1", "The first player out of cards takes the pot. The others first pay for each card left."
        ),
        Conditional("end_payment=0", "The first player out of cards takes the pot."),
    ),
    payments=(
        PaymentRow("At the deal", "Each player to the pot", "1 chip", only="ante=1"),
        PaymentRow(
            "Dealt a card fewer than others", "That player to the pot", "1 chip", only="short_hand_extra_ante=true"
        ),
        PaymentRow("You do not hold the card wanted", "You to the pot", "1 chip"),
        PaymentRow(
            "Another player is out of cards", "You to the pot", "1 chip for each card left", only="end_payment=1"
        ),
        PaymentRow("You are out of cards", "The pot to you", "all of it"),
    ),
    mistakes=("4.6", "4.9"),
)
