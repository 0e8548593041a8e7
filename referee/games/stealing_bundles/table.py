"""The house rules of Stealing Bundles, the acts of its records, and the table."""

from __future__ import annotations

from typing import Final, NamedTuple

from referee import rules
from referee.cards import Card
from referee.rules import Act, Cards, NonMove, Rulebook, frozen, option

HAND_SIZE: Final = 4
# The location of the first cards of the board until the record names them.
BOARD: Final = "board"


@frozen
class BundlesOptions:
    """The house rules of Stealing Bundles."""

    must_capture: bool = option(True, question="Must a player capture or steal if they can?")
    capture_and_steal: str = option(
        question="May one card both capture and steal?", labels={"both": "yes", "choose_one": "no, its player chooses"}
    )
    board_capture: str = option(
        question="How many cards of its rank does a card capture?",
        labels={"all": "all of them", "one_or_more": "one or more, as its player chooses"},
    )
    leftovers: str = option(
        question="Who gets the cards left on the board?",
        labels={"none": "nobody", "last_capturer": "the last to capture"},
    )
    extend_own_bundle: bool = option(False, question="May a card be put on your own bundle if it matches the top card?")


book = Rulebook("stealing-bundles", title="Stealing Bundles", players=range(2, 3), options=BundlesOptions, seed="003")


@book.act("board CARDS")
class BoardCards(NonMove):
    """``board CARDS``: the cards dealt face up to the board."""

    cards: Cards


@book.act("refill")
class Refill(NonMove):
    """``refill``: four new cards are dealt to each player. The line is optional, because the time is always clear."""


@book.act("NAME plays CARD [taking CARDS]")
class BundlesPlay(Act):
    """``NAME plays CARD [taking CARDS]``: captures and steals everything allowed or, from the board, the named
    cards.
    """

    card: Card
    taking: Cards = ()


@book.act("NAME plays CARD [taking CARDS] stealing")
class Steal(Act):
    """``NAME plays CARD [taking CARDS] stealing``: takes the bundle and, from the board, only the named cards."""

    card: Card
    taking: Cards = ()


@book.act("NAME trails CARD")
class Trail(Act):
    """``NAME trails CARD``: a card laid on the board."""

    card: Card


book.add_synonyms(
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
book.explain_words(
    {
        "steals (bundle), takes bundle, steals/takes NAME2's bundle": "with which card? Write 'plays CARD stealing'",
        "captures, matches": "with which card? Write 'plays CARD taking CARDS'",
    }
)


class Bundle(NamedTuple):
    """A player's captured cards: their number and the top card. `is_complete` says whether the record has all of
    them.
    """

    size: int = 0
    top: Card | None = None
    is_complete: bool = True


@frozen
class BundlesTable(rules.Table):
    """A table of Stealing Bundles between two lines of a record.

    `board` are the known cards on the board, which are all of them if `board_is_known`. `last_captor` is the player who
    captured last. `turns_played` counts each player's turns since the last new cards. `is_over` is set once all cards
    have been played.
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
        """Return the opponent's bundle."""
        return self.bundles[1 - seat]

    def rival_name(self, seat: int) -> str:
        """Return the opponent's name, which a partial record may lack."""
        return self.name(1 - seat) if len(self.seats) > 1 else "the other player"
