"""Commerce, in the new mode: source text 001."""

from referee.games.commerce import play
from referee.games.commerce.table import book
from referee.rules import Conditional, Overview, PaymentRow, RankingRow

__all__ = ["book", "play"]

book.overview = Overview(
    aim="Win the pool with the best hand of three cards.",
    steps=(
        "Every player puts a stake into the pool, the dealer two, and gets three cards.",
        "In turn, trade one card or stand. Trading goes round and round.",
        "Buy the top card of the pack from the dealer for one stake, or barter a card with the player on your left.",
        Conditional("max_rounds=0", "As soon as one player stands, all hands are shown."),
        Conditional(
            "max_rounds=1|2|3|4|5|6|7|8|9", "As soon as one player stands, or at the limit, all hands are shown."
        ),
        "The best hand takes the pool. A player who stood and is beaten pays.",
    ),
    ranking_title="Hands, high to low",
    ranking=(
        RankingRow("Tricon", "8S 8H 8D", "the rank; aces are highest"),
        RankingRow("Sequence", "TH JH QH", "the highest card"),
        RankingRow("Flush", "9C JC AC", "the point"),
        RankingRow("Pair", "7D 7S AC", "the rank, then the third card"),
        RankingRow("Point", "KC QD 9H", "the sum: ace 11, face cards 10; then the highest card"),
    ),
    payments=(
        PaymentRow("Before the deal", "Each player to the pool", "1 stake; the dealer 2"),
        PaymentRow("You buy a card", "You to the dealer", "1 stake; a dealer nothing", only="dealer_buys_free=true"),
        PaymentRow(
            "You buy a card", "You to the dealer", "1 stake; a dealer to the pool", only="dealer_buys_free=false"
        ),
        PaymentRow("You have the best hand", "The pool to you", "all of it"),
        PaymentRow("The dealer does not win", "The dealer to the winner", "1 stake"),
        PaymentRow(
            "You stood and lost", "You to each better hand", "1 stake", only="stander_beaten_pays=each_better_hand"
        ),
        PaymentRow("You stood and lost", "You to the winner", "1 stake", only="stander_beaten_pays=winner_only"),
        PaymentRow(
            "You stood and lost",
            "You to the better hands",
            "1 stake, divided",
            only="stander_beaten_pays=one_stake_shared",
        ),
    ),
    mistakes=("1.6",),
)
