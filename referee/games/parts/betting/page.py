"""Poker betting as a page of its own: the chapters shared by nine games, printed once."""

from __future__ import annotations

from typing import Final

from referee.games.parts import turns
from referee.games.parts.betting.antes_and_blinds import antes_and_blinds
from referee.games.parts.betting.clauses import betting
from referee.games.parts.betting.mucked_hands import taking_back
from referee.games.parts.betting.out_of_turn import out_of_turn
from referee.games.parts.betting.payment import payment
from referee.games.parts.betting.stakes import BettingOptions, mucked_hand_option, odd_chip_option
from referee.rules import Overview, Rulebook, frozen, option

SLUG: Final = "betting"


@frozen
class BettingPageOptions(BettingOptions):
    """The options shared by all betting games, without those of any single game."""

    ante: int = option(1, question="How many chips is the ante?", minimum=0, labels={0: "no ante"})
    odd_chip: str = odd_chip_option()
    mucked_hand: str = mucked_hand_option()
    direction: str = turns.direction_option()


book = Rulebook(SLUG, title="Poker betting", players=range(2, 11), options=BettingPageOptions, seed="002 004")
book.overview = Overview(
    aim="Win the chips in the pot, with the best hand shown or because all others have folded.",
    steps=(
        "Before a deal every player puts the same small stake, the ante, into the pot.",
        "In a betting round each player in turn checks or bets; after a bet, each calls it, raises it or folds.",
        "The round is over when all who are still in have put in the same, or have no more chips.",
        "A player without enough chips goes all-in: they stay in, and can win only as much from each other player.",
        "After the last round the hands are shown and the best takes the pot; a last player left takes it unseen.",
    ),
)
book.include(antes_and_blinds, without=["4.3", "4.4", "4.5"])
book.include(betting)
book.include(out_of_turn)
book.include(payment)
book.include(taking_back)
