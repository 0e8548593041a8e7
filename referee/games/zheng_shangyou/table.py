"""What a Zheng Shangyou table is asked before play, and what may be recorded there."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import Final

from referee.cards import BLACK_JOKER, COLOUR_JOKER, FRENCH, Card, Pack
from referee.games.parts import turns
from referee.games.parts.acts import Pass, Play
from referee.games.parts.climbing import ClimbingTable
from referee.games.parts.opening import Out
from referee.rules import Rulebook, option

WITH_JOKERS: Final = Pack("the 54-card pack", (*FRENCH.cards, BLACK_JOKER, COLOUR_JOKER))
RANKS: Final = "3456789TJQKA2"
RANK_OF: Final = {**{rank: at for at, rank in enumerate(RANKS)}, BLACK_JOKER.rank: 13, COLOUR_JOKER.rank: 14}
# Hearts first, as 3H opens; then the other suits as the club likes.
SUIT_ORDERS: Final = tuple("".join(("H", *others)) for others in permutations("DSC"))


@dataclass(frozen=True, slots=True)
class Options:
    """The questions that a club answers before it plays."""

    jokers: bool = option(True, clauses="1.1 1.4 2.1 5.1 5.5 5.6", asks="Are the two jokers in the pack?")
    straight_longer: bool = option(True, clauses="5.3", asks="May a straight be longer than it must be?")
    opener_order: str = option(
        *SUIT_ORDERS,
        clauses="3.3",
        asks="In which order of suits is the card looked for that opens in the stead of 3H?",
    )
    opener: str = option(
        "named_three_every_hand", "previous_winner", clauses="3.1 3.2", asks="Who opens the second hand and later ones?"
    )
    pass_locks: bool = option(False, clauses="4.3", asks="Is who passes shut out until the next lead?")
    leader_may_pass: bool = option(False, clauses="4.2", asks="May a player with a free lead pass?")
    last_card_rule: str = option(
        "none", "highest_single", clauses="4.8", asks="What is owed when the next player has one card left?"
    )
    direction: str = turns.direction(clauses="4.1")


book = Rulebook("zheng-shangyou", title="Zheng Shangyou", players=range(3, 7), options=Options, seed="004")
book.takes(Play, "NAME plays CARDS")
book.takes(Pass, "NAME passes", "NAME pass")
book.takes(Out, "out CARDS")


@book.packs
def pack(options: Options) -> Pack:
    """Return the pack with the jokers, or without."""
    return WITH_JOKERS if options.jokers else FRENCH


@dataclass(frozen=True, slots=True)
class Table(ClimbingTable):
    """A Zheng Shangyou table."""

    options: Options


def in_opening_order(options: Options) -> tuple[Card, ...]:
    """Return the cards in the order in which they open: 3H, else the nearest to it of those in play."""
    return OPENING[options.opener_order]


OPENING: Final = {suits: tuple(Card(rank, suit) for rank in RANKS for suit in suits) for suits in SUIT_ORDERS}
