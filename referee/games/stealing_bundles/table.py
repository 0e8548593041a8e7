"""Stealing Bundles: what a club agrees on, what may be recorded, and the table between two lines."""

from __future__ import annotations

from typing import Final, NamedTuple

from referee import rules
from referee.cards import Card
from referee.rules import Act, Aside, Cards, Rulebook, frozen, option

HAND_SIZE: Final = 4
# Where the first cards of the board lie until the record says which they are.
BOARD: Final = "board"


@frozen
class BundlesOptions:
    """The questions that a club answers before it plays."""

    must_capture: bool = option(True, asks="Must a player capture or steal if they can?")
    capture_and_steal: str = option(
        asks="May one card both capture and steal?", said={"both": "yes", "choose_one": "no, its player chooses"}
    )
    board_capture: str = option(
        asks="How many cards of its rank does a card capture?",
        said={"all": "all of them", "one_or_more": "one or more, as its player chooses"},
    )
    leftovers: str = option(
        asks="Who gets the cards left on the board?", said={"none": "nobody", "last_capturer": "the last to capture"}
    )
    extend_own_bundle: bool = option(False, asks="May a card be put on your own bundle if it matches the top card?")


book = Rulebook("stealing-bundles", title="Stealing Bundles", players=range(2, 3), options=BundlesOptions, seed="003")


@book.says("board CARDS")
class BoardCards(Aside):
    """``board CARDS``: the cards that are dealt to the board, face up."""

    cards: Cards


@book.says("refill")
class Refill(Aside):
    """``refill``: both players get four new cards; it may be left out, as it can come at no other time."""


@book.says("NAME plays CARD [taking CARDS]")
class BundlesPlay(Act):
    """``NAME plays CARD``: captures and steals what it may; or takes from the board the cards that are named."""

    card: Card
    taking: Cards = ()


@book.says("NAME plays CARD [taking CARDS] stealing")
class Steal(Act):
    """``NAME plays CARD [taking CARDS] stealing``: takes the bundle, and from the board what is named or nothing."""

    card: Card
    taking: Cards = ()


@book.says("NAME trails CARD")
class Trail(Act):
    """``NAME trails CARD``: lays it on the board."""

    card: Card


book.reads_also(
    {
        "plays CARD": "throws, lays (down), puts down, drops",
        "plays CARD taking CARDS": "takes/captures/matches CARDS with CARD, picks up CARDS with CARD, "
        "plays CARD capturing CARDS, plays CARD and takes/captures CARDS",
        "plays CARD stealing": "steals (bundle) with CARD, steals/takes NAME2's bundle with CARD, takes bundle with "
        "CARD, plays CARD and steals (bundle), plays CARD and steals NAME2's bundle, plays CARD to steal",
        "trails CARD": "throws, lays (down), puts down, drops, discards, adds, lays/puts/leaves CARD on board/table, "
        "adds CARD to board/table",
        "board CARDS": "table, on board/table, (in) middle/centre/center",
        "refill": "new cards/hands (dealt), next/new four (cards), (deals) four/4 more (cards) (each)",
    }
)
book.answers(
    {
        "steals (bundle), takes bundle, steals/takes NAME2's bundle": "with which card? Write 'plays CARD stealing'",
        "captures, matches": "with which card? Write 'plays CARD taking CARDS'",
    }
)


class Bundle(NamedTuple):
    """What a player has captured: how many cards, and the one on top; `whole` if the record has all of it."""

    size: int = 0
    top: Card | None = None
    is_complete: bool = True


@frozen
class BundlesTable(rules.Table):
    """A table of Stealing Bundles.

    `board` are the cards known to lie on the board, all of them if it is `laid`. `last` is the last turn, and `captor`
    who captured last; `played` counts the turns of each since the last new cards, and the hand is `over` once all
    cards have been played.
    """

    options: BundlesOptions
    board: Cards = ()
    board_is_known: bool = False
    bundles: tuple[Bundle, Bundle] = (Bundle(), Bundle())
    last_turn: BundlesPlay | Steal | Trail | None = None
    last_captor: int | None = None
    turns_played: tuple[int, ...] = (0, 0)
    is_over: bool = False

    def rival_bundle(self, seat: int) -> Bundle:
        """Return the bundle of the other player."""
        return self.bundles[1 - seat]

    def rival_name(self, seat: int) -> str:
        """Return the name of the other player, whom part of a record may not name."""
        return self.name(1 - seat) if len(self.seats) > 1 else "the other player"
