"""Pontoon: source text 003."""

from referee.games.pontoon import play
from referee.games.pontoon.table import book
from referee.rules import Overview, PaymentRow, RankingRow

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
    ranking_title="Hands, high to low",
    ranking=(
        RankingRow("Pontoon", "AS KD", "an ace and a ten-point card, no third card"),
        RankingRow(
            "Five-card trick", "5H 3S 3D 2C AD", "five or more cards, 21 at most; all equal", only="max_cards=none"
        ),
        RankingRow("Five-card trick", "5H 3S 3D 2C AD", "five cards, 21 at most; all equal", only="max_cards=5"),
        RankingRow("21 in three or four cards", "7H 8C 6D", "the points: an ace counts 1 or 11, a face card 10"),
        RankingRow("20, 19 and so on", "TC QS", "the points"),
        RankingRow("Bust", "9S TC 7H", "more than 21: it always loses"),
    ),
    payments=(
        PaymentRow("You are bust", "You to the banker", "your stake, at once"),
        PaymentRow("You beat the banker's total", "The banker to you", "your stake"),
        PaymentRow("The banker has your total or more", "You to the banker", "your stake"),
        PaymentRow("The banker is bust", "The banker to you", "your stake, if you are not bust"),
        PaymentRow("You have a pontoon or a five-card trick", "The banker to you", "twice your stake"),
        PaymentRow(
            "The banker has a five-card trick",
            "You to the banker",
            "your stake, unless you have a pontoon",
            only="banker_trick_collects=1x",
        ),
        PaymentRow(
            "The banker has a five-card trick",
            "You to the banker",
            "twice your stake, unless you have a pontoon",
            only="banker_trick_collects=2x",
        ),
        PaymentRow(
            "The banker has a pontoon", "You to the banker", "twice the bet", only="pontoon_v_banker_pontoon=double"
        ),
        PaymentRow(
            "The banker has a pontoon",
            "You to the banker",
            "twice your bet; your bet if you have a pontoon",
            only="pontoon_v_banker_pontoon=single",
        ),
        PaymentRow(
            "The banker has a pontoon",
            "You to the banker",
            "twice your bet; nothing if you have a pontoon",
            only="pontoon_v_banker_pontoon=push",
        ),
    ),
    mistakes=("1.5",),
)
