"""Kowah, a game of the rummy family from Java: source text 003."""

from referee.games.kowah import play, rules
from referee.games.kowah.table import book
from referee.rules import Conditional, Overview, RankingRow

__all__ = ["book", "play", "rules"]

book.overview = Overview(
    aim="Declare checki, and then get a third card that is identical to two of your hand.",
    steps=(
        "Everybody has eight cards. In turn, draw from the stock or the discard pile, then discard.",
        "A hand is checki with two threes of a kind, in any suits, and a pair of identical cards, such as AD AD.",
        "To declare checki, show the pair. It stays part of your hand.",
        "From then on, the other players show each card that they draw from the stock.",
        Conditional(
            "claim_match=shown_pair",
            "Claim a third card identical to your pair when another player draws or discards it, and you win.",
        ),
        Conditional(
            "claim_match=pair_in_hand|any_identical_pair_that_completes_three_triples",
            "Claim a third card identical to two in your hand when another player draws or discards it, and you win.",
        ),
    ),
    ranking_title="Hands that are checki",
    ranking=(
        RankingRow("Two threes of a kind and a pair", "5S 5H 5D 7H 7S 7D AD AD", "the pair shown is AD AD"),
        RankingRow(
            "Three of a kind and five of a rank", "5S 5H 5D 7S 7S 7D 7D 7H", "either pair is shown, 7S 7S or 7D 7D"
        ),
    ),
    mistakes=("3.6", "5.7"),
)
