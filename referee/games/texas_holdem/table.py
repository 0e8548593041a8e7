"""What a Hold'em table is asked before play, what may be recorded there, and what it looks like."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from referee.games.parts import stakes, turns
from referee.games.parts.payment import Mucks, Takes
from referee.games.parts.stakes import BettingOptions, BettingTable
from referee.rules import Act, Cards, Rulebook, option

# The five cards of the middle, as long as they lie face down.
MIDDLE: Final = "middle"


@dataclass(frozen=True, slots=True)
class Options(BettingOptions):
    """The questions that a club answers before it plays."""

    forced_bets: str = option(
        "ante", "blinds", "both", clauses="4.2 4.3", asks="Does everyone put in the minimum bet, or do two post blinds?"
    )
    preflop_betting: bool = option(False, clauses="3.2", asks="Are bets made before the first three cards are shown?")
    blind_treatment: str = option("live", "dead", clauses="4.21", asks="Is a blind a bet that the others must match?")
    headsup_blinds: str = option("literal", "dealer_small", clauses="4.22", asks="Who of two posts the small blind?")
    straddle: bool = option(False, clauses="4.5", asks="May a third blind be put in?")
    burn: bool = option(False, clauses="3.4", asks="Is a card put aside before cards of the middle are shown?")
    direction: str = turns.direction(clauses="2.2 4.7")


book = Rulebook("texas-holdem", title="Texas Hold'em", players=range(2, 11), options=Options, seed="004")
stakes.speaks(book)
book.takes(Mucks, "NAME mucks")
book.takes(Takes, "NAME takes N")


@book.says("board CARDS")
class Board(Act):
    """``board CARDS``: cards of the middle that are turned up."""

    cards: Cards


@book.says("flop CARDS")
class Flop(Board):
    """``flop CARDS``: the first three."""


@book.says("turn CARDS")
class Turn(Board):
    """``turn CARD``: the fourth."""


@book.says("river CARDS")
class River(Board):
    """``river CARD``: the fifth."""


@dataclass(frozen=True, slots=True)
class Table(BettingTable):
    """A Hold'em table: `board` are the cards of the middle that lie face up."""

    options: Options
    board: Cards = ()
