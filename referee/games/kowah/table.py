"""What a Kowah table is asked before play, what may be recorded there, and what it looks like."""

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
    """The questions that a club answers before it plays."""

    declare_when: str = option(
        asks="When may checki be declared?", said={"own_turn": "when the hand is formed", "any_time": "at any time"}
    )
    declare_optional: bool = option(True, asks="May a player with such a hand choose not to declare?")
    claim_match: str = option(
        asks="Which pair may the third card match?",
        said={
            "pair_in_hand": "any two of the hand",
            "shown_pair": "the pair shown",
            "any_identical_pair_that_completes_three_triples": "any two, if the hand is then three threes of a kind",
        },
    )
    checki_locks_hand: bool = option(True, asks="Must a declared hand stay as it is?")
    triples_may_share_rank: bool = option(True, asks="May both threes of a kind be of one rank?")
    pre_held_third_wins: bool = option(False, asks="Does a third identical card win if it was in the hand already?")
    next_dealer: str = option(asks="Who deals the next hand?", said={"left": "the next player", "winner": "the winner"})
    direction: str = turns.direction()


book = Rulebook("kowah", title="Kowah", players=range(2, 5), options=KowahOptions, seed="003", pack=PACK)


@book.says("NAME draws [CARD]")
class KowahDraw(Act):
    """``NAME draws [CARD]``: the top card of the stock; named where it was shown, or told to the referee."""

    card: Card = UNSEEN


@book.says("NAME takes CARD")
class Take(Act):
    """``NAME takes CARD``: the top card of the discard pile, in turn."""

    card: Card


@book.says("NAME discards CARD")
class Discard(Act):
    """``NAME discards CARD``: face up on the discard pile."""

    card: Card


@book.says("NAME declares checki CARDS", spoken=True)
class Declare(Act):
    """``NAME declares checki CARDS``: the pair is laid open; or the whole hand, of which the pair is named first."""

    cards: Cards


@book.says("NAME claims CARD", spoken=True)
class KowahClaim(Act):
    """``NAME claims CARD``: the third card that the player needs, drawn or discarded by anybody."""

    card: Card


book.reads_also(
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
book.answers(
    {
        "takes discard/it, takes top card, picks up discard": "which card is it? Write 'takes CARD'",
        "picks up (card)": "'draws' or 'takes CARD'?",
        "goes/is out, i'm out, out, wins": "with which card? Write 'claims CARD'",
    }
)


@frozen
class KowahTable(rules.Table):
    """A Kowah table.

    `checki` has the pair of everybody who has declared, and `false` that of those whose declaration was found to be so
    and is void. `drawn` is what the player in turn has drawn or taken and has
    still to discard for, `top` the last discard, and `had_turn` who has drawn in this hand. `won` is the act that won
    the hand, and `ended` that which ended it.

    A card that a player draws whose hand is locked lies `aside` and does not come into the hand: it counts as one of
    the stock, or of the pile, until it wins or is thrown away.
    """

    options: KowahOptions
    checki: Mapping[int, Card] = field(default_factory=dict)
    false_pairs: Mapping[int, Card] = field(default_factory=dict)
    pending_draw: KowahDraw | Take | None = None
    draw_is_aside: bool = False
    last_discard: Discard | None = None
    seats_that_drew: frozenset[int] = frozenset()
    winning_act: KowahDraw | Take | KowahClaim | Declare | None = None
    ending_act: Act | None = None

    @property
    def claimable_act(self) -> KowahDraw | Take | Discard | None:
        """What was last drawn or discarded, which others may want."""
        return self.pending_draw or self.last_discard

    def is_locked(self, seat: int) -> bool:
        """Tell whether a player's hand stays as it was declared."""
        return seat in self.checki and self.options.checki_locks_hand
