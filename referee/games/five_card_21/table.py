"""What a table of Five-Card 21 is asked before play, what may be recorded there, and what it looks like."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from referee.cards import Card
from referee.games.parts.draw_poker.clauses import DrawPokerTable
from referee.games.parts.draw_poker.draws import DrawOptions
from referee.games.parts.hands.ranking import Ranked
from referee.rules import Act, Cards, option

FIVE: Final = 5


@dataclass(frozen=True, slots=True)
class Options21(DrawOptions):
    """What a club answers where points are counted and ties are broken."""

    max_players: int = option(8, clauses="1.3", asks="How many may play?", least=2)

    stud_betting: str = option("none", "bet_each_street", clauses="8.2", asks="Are bets made in the stud hand?")
    stud_tie: str = option("deal_again", "split", clauses="8.5", asks="What if the stud hands are equal too?")
    stud_ranking: str = option("munk", "gunn", clauses="8.4", asks="How do stud hands rank?")
    remaining_cards: str = option(
        "undealt_stub", "stub_plus_discards", clauses="8.3", asks="From which cards is the stud hand dealt?"
    )


@dataclass(frozen=True, slots=True)
class IsDealt(Act):
    """``NAME is dealt CARDS``: face up, in the stud hand that breaks a tie."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class Table21(DrawPokerTable):
    """A table at which points are counted.

    A hand with all the cards of `trump` wins outright. `scores` are the hands that each player still in has shown: the
    five cards, then the stud hands. While a tie is being broken, `stud` are those between whom it is, `up` their cards
    so far, and `streets` how many cards of each have been bet on; `contest` are all who were in at the showdown.
    """

    options: Options21
    trump: frozenset[Card] = frozenset()
    scores: Mapping[int, tuple[Ranked, ...]] = field(default_factory=dict)
    stud: tuple[int, ...] = ()
    up: Mapping[int, Cards] = field(default_factory=dict)
    streets: int = 0
    contest: tuple[int, ...] = ()
