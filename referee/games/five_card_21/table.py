"""The house rules of Five-Card 21, the acts of its records, and the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Final

from referee.games.parts.betting.stakes import odd_chip_option
from referee.games.parts.betting.values import BettingHand, BettingRound, Chips
from referee.games.parts.draw_poker.table import DrawGame, DrawOptions, DrawState
from referee.games.parts.hands.ranking import RankedHand
from referee.rules import Act, Cards, Table, frozen, option, replace

HAND_SIZE: Final = 5


@frozen
class Options21(DrawOptions):
    """The house rules of games in which points are counted and a stud hand breaks ties."""

    max_players: int = option(8, question="How many may play?", minimum=2)

    stud_betting: str = option(
        question="Are there bets in the stud hand?", labels={"none": "no", "bet_each_street": "yes, after each card"}
    )
    stud_tie: str = option(
        question="What if stud hands are equal too?",
        labels={"deal_again": "another stud hand is dealt", "split": "the pot is divided"},
    )
    odd_chip: str = odd_chip_option()
    stud_ranking: str = option(
        question="What decides between stud hands with no pair?",
        labels={"munk": "the highest card, then its suit", "gunn": "all ranks, never suits"},
    )
    remaining_cards: str = option(
        question="From which cards is the stud hand dealt?",
        labels={"undealt_stub": "the stub", "stub_plus_discards": "the stub and the discards"},
    )

    # Only Book'em Danno asks this.
    bookem_in_tiebreak = False


@frozen
class StudDeal(Act):
    """``NAME is dealt CARDS``: cards dealt face up in the stud hand that breaks a tie."""

    cards: Cards


@frozen
class StudTieBreak:
    """The stud hands that break ties after the showdown.

    `scores` has the ranks of each player's hands: the five cards, then the stud hands. During a tie-break, `tied` are
    its players, `face_up` has their cards so far, and `bet_streets` counts the cards with a finished betting round.
    `showdown_players` are all players who were in at the showdown.
    """

    scores: Mapping[int, tuple[RankedHand, ...]] = field(default_factory=dict)
    tied: tuple[int, ...] = ()
    face_up: Mapping[int, Cards] = field(default_factory=dict)
    bet_streets: int = 0
    showdown_players: tuple[int, ...] = ()

    def cards(self, seat: int) -> Cards:
        """Return the cards dealt to a player so far."""
        return self.face_up.get(seat, ())

    def deal(self, seat: int, cards: Cards) -> StudTieBreak:
        """Return the tie-break with cards added to a player's hand, up to five."""
        return replace(self, face_up={**self.face_up, seat: (*self.cards(seat), *cards)[:HAND_SIZE]})

    def strength(self, seat: int) -> tuple[Any, ...]:
        """Return the strengths of a player's hands, in the order of dealing."""
        return tuple(hand.strength for hand in self.scores[seat])


@frozen
class Table21(Table):
    """A table of Five-Card 21 or Book'em Danno."""

    chips: Chips = field(default_factory=Chips)
    hand: BettingHand = field(default_factory=BettingHand)
    round: BettingRound = field(default_factory=BettingRound)
    draw: DrawState = field(default_factory=DrawState)
    stud: StudTieBreak = StudTieBreak()
    game: DrawGame = field(kw_only=True)

    def with_stud(self, **changes: Any) -> Table21:
        """Return the table with changes to its tie-break."""
        return replace(self, stud=replace(self.stud, **changes))
