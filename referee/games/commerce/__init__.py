"""Commerce, in the new mode: source text 001."""

from referee.games.commerce import play
from referee.games.commerce.table import book
from referee.rules import Conditional, Overview, Payment, Rank

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
    ranked="Hands, high to low",
    ranking=(
        Rank("Tricon", "8S 8H 8D", "the rank; aces are highest"),
        Rank("Sequence", "TH JH QH", "the highest card"),
        Rank("Flush", "9C JC AC", "the point"),
        Rank("Pair", "7D 7S AC", "the rank, then the third card"),
        Rank("Point", "KC QD 9H", "the sum: ace 11, face cards 10; then the highest card"),
    ),
    payments=(
        Payment("Before the deal", "Each player to the pool", "1 stake; the dealer 2"),
        Payment("You buy a card", "You to the dealer", "1 stake; a dealer nothing", only="dealer_buys_free=true"),
        Payment("You buy a card", "You to the dealer", "1 stake; a dealer to the pool", only="dealer_buys_free=false"),
        Payment("You have the best hand", "The pool to you", "all of it"),
        Payment("The dealer does not win", "The dealer to the winner", "1 stake"),
        Payment(
            "You stood and lost", "You to each better hand", "1 stake", only="stander_beaten_pays=each_better_hand"
        ),
        Payment("You stood and lost", "You to the winner", "1 stake", only="stander_beaten_pays=winner_only"),
        Payment(
            "You stood and lost",
            "You to the better hands",
            "1 stake, divided",
            only="stander_beaten_pays=one_stake_shared",
        ),
    ),
    mistakes=("1.6",),
)
