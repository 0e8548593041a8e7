"""The house rules of Kowah, the acts of its records, and the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Final

from referee import rules
from referee.cards import UNSEEN, Card, Pack
from referee.games.parts import turns
from referee.rules import Act, Cards, Rulebook, frozen, option

RANKS: Final = "A23456789JQK"
COPIES: Final = 4
ONE_OF_EACH: Final = (
    *(Card(rank, suit) for suit in "SHD" for rank in "A23456789"),
    *(Card(rank, "C") for rank in "JQK"),
)
PACK: Final = Pack("the pack of Kowah", ONE_OF_EACH * COPIES)


@frozen
class KowahOptions:
    """The house rules of Kowah."""

    declare_when: str = option(
        question="When may checki be declared?",
        labels={"own_turn": "when the hand is formed", "any_time": "at any time"},
    )
    declare_optional: bool = option(True, question="May a player with such a hand choose not to declare?")
    claim_match: str = option(
        question="Which pair may the third card match?",
        labels={
            "pair_in_hand": "any two of the hand",
            "shown_pair": "the pair shown",
            "any_identical_pair_that_completes_three_triples": "any two, if the hand is then three threes of a kind",
        },
    )
    checki_locks_hand: bool = option(True, question="Must a declared hand stay as it is?")
    triples_may_share_rank: bool = option(True, question="May both threes of a kind be of one rank?")
    pre_held_third_wins: bool = option(False, question="Does a third identical card win if it was in the hand already?")
    next_dealer: str = option(
        question="Who deals the next hand?", labels={"left": "the next player", "winner": "the winner"}
    )
    direction: str = turns.direction_option()


book = Rulebook("kowah", title="Kowah", players=range(2, 5), options=KowahOptions, seed="003", pack=PACK)


@book.act("NAME draws [CARD]")
class KowahDraw(Act):
    """``NAME draws [CARD]``: the top card of the stock, named if it was shown or the referee knows it."""

    card: Card = UNSEEN


@book.act("NAME takes CARD")
class Take(Act):
    """``NAME takes CARD``: the top card of the discard pile, in turn."""

    card: Card


@book.act("NAME discards CARD")
class DiscardCard(Act):
    """``NAME discards CARD``: a card laid face up on the discard pile."""

    card: Card


@book.act("NAME declares checki CARDS", spoken=True)
class Declare(Act):
    """``NAME declares checki CARDS``: the pair laid face up, or the whole hand with the pair named first."""

    cards: Cards


@book.act("NAME claims CARD", spoken=True)
class KowahClaim(Act):
    """``NAME claims CARD``: the third card that the player needs, drawn or discarded by anybody."""

    card: Card


book.add_synonyms(
    {
        "draws [CARD]": "draws/takes (card/one) from stock/deck, draws card/one, draws/takes CARD from stock/deck, "
        "picks up CARD (from stock/deck), picks (up) card/one (from/off) stock/deck/pack, draws face down/blind",
        "takes CARD": "takes discard, picks up (discard) CARD, takes/draws CARD from (discard) pile, "
        "picks up CARD from (discard) pile, takes CARD from NAME2, picks up CARD from NAME2, takes NAME2's, "
        "picks up NAME2's, grabs (CARD)",
        "discards CARD": "throws (away/out), drops, puts down, lays (down), gets rid of, ditches, chucks, dumps",
        "declares checki CARDS": "(says/calls/announces/has/shows) checki, "
        "(declares/is/goes/has/calls/says) checki with",
        "claims CARD": "calls CARD, claims NAME2's, claims CARD from NAME2, wins/goes (out) with",
    }
)
book.explain_words(
    {
        "takes discard/it, takes top card, picks up discard": "which card is it? Write 'takes CARD'",
        "picks up (card)": "'draws' or 'takes CARD'?",
        "goes/is out, i'm out, out, wins": "with which card? Write 'claims CARD'",
    }
)


@frozen
class KowahTable(rules.Table):
    """A Kowah table between two lines of a record.

    `checki` has the pair of each player who has declared, and `false_pairs` the pair of each void declaration.
    `pending_draw` is the draw that still needs a discard, `last_discard` the top of the pile, and `seats_that_drew` the
    players who have drawn in this hand. `winning_act` won the hand, and `ending_act` ended it.

    A card drawn to a locked hand is set aside (`draw_is_aside`). It counts as part of the stock or the pile until it
    wins or is discarded.
    """

    options: KowahOptions
    checki: Mapping[int, Card] = field(default_factory=dict)
    false_pairs: Mapping[int, Card] = field(default_factory=dict)
    pending_draw: KowahDraw | Take | None = None
    draw_is_aside: bool = False
    last_discard: DiscardCard | None = None
    seats_that_drew: frozenset[int] = frozenset()
    winning_act: KowahDraw | Take | KowahClaim | Declare | None = None
    ending_act: Act | None = None

    @property
    def claimable_act(self) -> KowahDraw | Take | DiscardCard | None:
        """The last draw or discard, whose card others may claim; None if there is none."""
        return self.pending_draw or self.last_discard

    def is_locked(self, seat: int) -> bool:
        """Tell whether a player's hand must stay as declared."""
        return seat in self.checki and self.options.checki_locks_hand
