"""Pontoon: source text 003."""

from referee.games.pontoon import play
from referee.games.pontoon.table import book
from referee.rules import Overview, Payment, Rank

__all__ = ["book", "play"]

book.overview = Overview(
    aim="Beat the banker's hand without going over 21.",
    steps=(
        "Everybody gets a card face down, bets on it, and gets a second card face up. The banker does not bet.",
        "In turn, twist (a card for nothing), buy (a card for another bet) or stick. Over 21 you are bust and lose.",
        "With two cards of one rank as your first cards you may split them into two hands, each with a bet.",
        "The banker plays last, and pays each better hand its stake: its bet and what it paid for cards. Ties go "
        "to the bank.",
        "An ace and a ten-point card are a pontoon. A player who is dealt one takes the bank next.",
    ),
    ranked="Hands, high to low",
    ranking=(
        Rank("Pontoon", "AS KD", "an ace and a ten-point card, no third card"),
        Rank("Five-card trick", "5H 3S 3D 2C AD", "five or more cards, 21 at most; all equal", only="max_cards=none"),
        Rank("Five-card trick", "5H 3S 3D 2C AD", "five cards, 21 at most; all equal", only="max_cards=5"),
        Rank("21 in three or four cards", "7H 8C 6D", "the points: an ace counts 1 or 11, a face card 10"),
        Rank("20, 19 and so on", "TC QS", "the points"),
        Rank("Bust", "9S TC 7H", "more than 21: it always loses"),
    ),
    payments=(
        Payment("You are bust", "You to the banker", "your stake, at once"),
        Payment("You beat the banker's total", "The banker to you", "your stake"),
        Payment("The banker has your total or more", "You to the banker", "your stake"),
        Payment("The banker is bust", "The banker to you", "your stake, if you are not bust"),
        Payment("You have a pontoon or a five-card trick", "The banker to you", "twice your stake"),
        Payment(
            "The banker has a five-card trick",
            "You to the banker",
            "your stake, unless you have a pontoon",
            only="banker_trick_collects=1x",
        ),
        Payment(
            "The banker has a five-card trick",
            "You to the banker",
            "twice your stake, unless you have a pontoon",
            only="banker_trick_collects=2x",
        ),
        Payment(
            "The banker has a pontoon", "You to the banker", "twice the bet", only="pontoon_v_banker_pontoon=double"
        ),
        Payment(
            "The banker has a pontoon",
            "You to the banker",
            "twice your bet; your bet if you have a pontoon",
            only="pontoon_v_banker_pontoon=single",
        ),
        Payment(
            "The banker has a pontoon",
            "You to the banker",
            "twice your bet; nothing if you have a pontoon",
            only="pontoon_v_banker_pontoon=push",
        ),
    ),
    mistakes=("1.5",),
)
