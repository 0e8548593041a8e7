"""The house rules of Commune, the acts of its records, and the table."""

from __future__ import annotations

from referee import rules
from referee.games.commune.bids import BID, PokerHand
from referee.games.parts import turns
from referee.games.parts.acts import Pass
from referee.rules import Act, Rulebook, frozen, option


@frozen
class CommuneOptions:
    """The house rules of Commune."""

    penalty_limit: int = option(3, 5, question="How many penalties put a player out?")
    deal_mode: str = option(
        question="Does a penalty add a card or take one away?",
        labels={"ascending": "it adds one", "descending": "it takes one away"},
    )
    allow_flush: bool = option(False, question="May flushes and straight flushes be bid?")
    max_kind: int = option(5, 6, 7, 8, question="How many cards of one rank may be bid?")
    call_by: str = option(
        question="Who may call a bid?",
        labels={"next_in_turn": "the next player, in turn", "any_active": "any player but the bidder, at any time"},
    )
    first_opener: str = option(
        question="Who makes the first bid of a match?",
        labels={"dealer_left": "the player after the dealer", "dealer": "the dealer", "drawn": "a player drawn by lot"},
    )
    opener_if_eliminated: str = option(
        question="Who makes the first bid if the last penalty put a player out?",
        labels={"next_active_left": "the next player still in", "other_party_to_call": "the other player of that call"},
    )
    illegal_bid_penalty: bool = option(False, question="Does a bid that may not be made cost a penalty?")
    direction: str = turns.direction_option(question="Which way do the bidding and the deal go?")

    @property
    def side(self) -> str:
        """The side on which the next player sits, ``left`` or ``right``."""
        return "left" if self.direction == "clockwise" else "right"


book = Rulebook("commune", title="Commune", players=range(2, 11), options=CommuneOptions, seed="000", deals_depend=True)
book.add_act(Pass, "NAME passes")  # nobody may pass, but a pass can be recorded and ruled on


@book.act("NAME bids BID", BID=BID)
class Bid(Act):
    """``NAME bids BID``."""

    hand: PokerHand


@book.act("NAME calls")
class BidCall(Act):
    """``NAME calls``: the player challenges the standing bid."""


book.add_synonyms(
    {
        "bids BID": "says, claims, announces, declares, goes (to), raises to, ups it to, opens (with/at), "
        "starts (with/at)",
        "calls": "challenges (it/NAME2), doubts (it/NAME2), (says/calls) liar, (says/calls) bluff, calls it/NAME2, "
        "calls NAME2 liar, calls NAME2's bluff/bid, says call, (says/calls) bullshit/bs, does not believe it/NAME2, "
        "doesn't believe it/NAME2",
    }
)


@frozen
class CommuneTable(rules.Table):
    """A Commune table between two lines of a record.

    `penalties` counts the penalties of each seat, and `active` are the seats still in the match. `bid` is the standing
    bid, `call` the call on it, and `miscalled` a void call. `loser` took the last penalty, and `rival` was the other
    party to that call.
    """

    options: CommuneOptions
    penalties: tuple[int, ...] = ()
    active: tuple[int, ...] = ()
    bid: Bid | None = None
    call: BidCall | None = None
    miscalled: BidCall | None = None
    loser: int | None = None
    rival: int | None = None

    @property
    def is_won(self) -> bool:
        """Whether only one player is left in the match."""
        return len(self.seats) > 1 and len(self.active) == 1

    def next_active(self, seat: int) -> int | None:
        """Return the next player still in the match; None if unknown."""
        if not self.seats.ordered:
            return None
        next_seat = turns.next_among(self, seat, self.active)
        # If the record does not have all penalties, the last one may have put its player out.
        is_certain = self.complete or next_seat is None or not self.penalties[next_seat]
        return next_seat if is_certain else None
