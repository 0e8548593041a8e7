"""How Commune is bid: chapter 3, and what of chapter 4 limits a bid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from referee.cards.words import number, singular
from referee.games.commune.bids import COUNT, Kind
from referee.games.commune.dealing import takes_no_part
from referee.games.commune.hands import needs, strength, top_hand
from referee.games.commune.table import Bid, Call, Table, book
from referee.games.parts.acts import Pass
from referee.games.parts.turns import out_of_turn
from referee.rules import Answer, Clause, Item, Unit, Verdict, grounds, objection

# -- 3 Bidding ----------------------------------------------------------------------------------------------

book.section("3", "Bidding")


@book.clause(
    "3.1",
    Bid,
    reworded={
        "call_by=any_active": "Bidding goes {direction}: each player in turn makes a bid, until the last bid is called."
    },
)
def in_turn(table: Table, act: Bid) -> Answer | None:
    """Bidding goes {direction}: each player in turn makes a bid, or calls the one before."""
    if answer := takes_no_part(table, act):
        return answer
    if table.bid and (answer := out_of_turn(table, act, table.bid)):
        return answer
    if table.bid and act.seat == table.bid.seat:
        return objection(f"The last bid is {table.name(act.seat)}'s own; the next one is another player's.", table.bid)
    return None


@book.clause("3.12", Pass, Bid, Call, interpretation="house")
def nobody_passes(table: Table, act: Pass | Bid | Call) -> Answer | None:
    """Nobody may pass: a player who will not call the last bid makes a higher one."""
    if not isinstance(act, Pass):
        return None
    if answer := takes_no_part(table, act):
        return answer
    if table.call:
        return objection(f"{table.name(table.call.seat)} has called, and the bidding is over.", table.call)
    if answer := out_of_turn(table, act, table.bid):
        return answer
    above = f" above {table.bid.hand.phrase}, or call it" if table.bid else ""
    return objection(f"{table.name(act.seat)} must bid{above}.", table.bid)


@book.clause("3.2", Bid)
def last_penalised_opens(table: Table, act: Bid) -> Answer | None:
    """Whoever took the last penalty opens the bidding of the next hand."""
    if table.loser not in table.active:
        return None
    return opens(table, act, "took the last penalty")


@book.clause(
    "3.3",
    Bid,
    interpretation="COM-A2",
    reworded={
        "first_opener=dealer": "In the first hand the dealer opens the bidding.",
        "first_opener=drawn": "In the first hand the player who opens the bidding is drawn by lot.",
        "direction=counter-clockwise": "In the first hand the player to the dealer's right opens the bidding.",
    },
)
def left_of_the_dealer_opens_first(table: Table, act: Bid) -> Answer | None:
    """In the first hand the player to the dealer's left opens the bidding."""
    if table.loser is not None:
        return None
    beside = f"sits to the dealer's {table.options.side}"
    return opens(table, act, "dealt" if table.options.first_opener == "dealer" else beside)


@book.clause(
    "3.4",
    Bid,
    interpretation="COM-A3",
    reworded={
        "opener_if_eliminated=other_party_to_call": "If the last penalty put its taker out, the other party to that "
        "call opens: the bidder whose bid held, or the caller of one that failed.",
        "direction=counter-clockwise": "If the last penalty put its taker out, the next player to the right who is "
        "still in opens.",
    },
)
def opens_for_who_is_out(table: Table, act: Bid) -> Answer | None:
    """If the last penalty put its taker out, the next player to the left who is still in opens."""
    if table.loser is None or table.loser in table.active:
        return None
    gone = f"{table.name(table.loser)} is out; "
    if table.options.opener_if_eliminated == "other_party_to_call" and table.turn == table.rival:
        return opens(table, act, "was the other party to the call", gone)
    return opens(table, act, f"is the next to the {table.options.side}", gone)


def opens(table: Table, act: Bid, why: str, lead: str = "") -> Answer | None:
    """Say whether the right player makes the first bid of a hand, and why it is that player."""
    if not table.opening or table.turn is None:
        return None
    because = f"{lead}{table.name(table.turn)} {why} and opens"
    return objection(f"{because}.") if act.seat != table.turn else grounds(f"{because} the bidding.")


def opener(table: Table, dealer: int) -> int | None:
    """Return who opens the hand that is now dealt, as far as that is known."""
    if table.loser in table.active:
        return table.loser
    if not table.whole:
        return None
    if table.loser is not None:
        other = table.options.opener_if_eliminated == "other_party_to_call" and table.rival in table.active
        return table.rival if other else table.after(table.loser)
    if dealer < 0 or table.options.first_opener == "drawn":
        return None
    return dealer if table.options.first_opener == "dealer" else table.after(dealer)


@book.clause("3.5", Bid, Call)
def call_ends_the_bidding(table: Table, _act: Bid | Call) -> Answer | None:
    """A call ends the bidding; nobody bids or calls after it."""
    if table.call and table.playing:
        return objection(f"{table.name(table.call.seat)} has called.", table.call)
    return None


@book.clause("3.6", Bid)
def names_no_two(_table: Table, act: Bid) -> Answer | None:
    """Twos are not bid: no bid names them, as "aces and twos" would, or takes one in, as "straight to five" would."""
    ranks = [rank for rank, _ in needs(act.hand)]
    if "2" not in ranks:
        return None
    if "2" in act.hand.ranks:
        return objection(f"{act.hand.title} names twos.")
    return objection(f"{act.hand.title} takes in a two.")


@book.clause("3.7", Bid, interpretation="COM-A6")
def names_different_ranks(_table: Table, act: Bid) -> Answer | None:
    """The ranks that a bid names are all different."""
    twice = next((rank for rank, count in Counter(act.hand.ranks).items() if count > 1), None)
    return objection(f"{act.hand.title} names the {singular(twice)} twice.") if twice else None


@book.clause(
    "4.6",
    Bid,
    reworded={
        "allow_flush=true": 'A flush may be bid by naming all five of its ranks, such as "flush K J 9 7 4".',
    },
)
def flush_is_allowed(table: Table, act: Bid) -> Answer | None:
    """Flushes may not be bid, because no bid tells anything about suits."""
    if not act.hand.suited:
        return None
    if not table.options.allow_flush:
        return objection(f"{act.hand.title} is a bid on suits.")
    if act.hand.kind is Kind.FLUSH and len(act.hand.ranks) != 5:
        return objection(f"{act.hand.title} names {number(len(act.hand.ranks))} of the five ranks.")
    return None


@book.clause(
    "4.12",
    Bid,
    source="000",
    interpretation="COM-A9",
    reworded={
        "max_kind=6": "Six of a kind may be bid too, above five of a kind; no bid is of more.",
        "max_kind=7": "Six and seven of a kind may be bid too, above five of a kind in this order; no bid is of more.",
        "max_kind=8": "Six, seven and eight of a kind may be bid too, above five of a kind in this order.",
    },
)
def not_too_many_of_a_kind(table: Table, act: Bid) -> Answer | None:
    """No bid is of more than five of a kind."""
    most = table.options.max_kind
    if COUNT.get(act.hand.kind, 0) > most:
        return objection(f"{act.hand.title} is more than {number(most)} of a kind.")
    return None


@book.clause("3.8", Bid, interpretation="COM-A5")
def not_above_the_top(table: Table, _act: Bid) -> Answer | None:
    """Nothing is higher than {max_kind} aces: that bid can only be called."""
    if table.bid and strength(table.bid.hand) >= strength(top_hand(table.options)):
        return objection(f"Nothing is higher than {table.bid.hand.phrase}; it can only be called.", table.bid)
    return None


@book.clause("3.9", Bid)
def higher(table: Table, act: Bid) -> Answer | None:
    """Each bid is higher than the one before it."""
    if not table.bid:
        return None
    if strength(act.hand) > strength(table.bid.hand):
        return grounds(f"{act.hand.title} is higher than {table.bid.hand.phrase}.", table.bid)
    if act.hand == table.bid.hand:
        return objection(f"{table.name(table.bid.seat)} has bid {act.hand.phrase} already.", table.bid)
    return objection(f"{act.hand.title} is not higher than {table.bid.hand.phrase}.", table.bid)


ON_WHO_BIDS = (
    in_turn,
    last_penalised_opens,
    left_of_the_dealer_opens_first,
    opens_for_who_is_out,
    call_ends_the_bidding,
)
ON_THE_HAND_BID = (
    names_no_two,
    names_different_ranks,
    flush_is_allowed,
    not_too_many_of_a_kind,
    not_above_the_top,
    higher,
)


def breaks(table: Table, act: Bid, clauses: Iterable[Clause[Answer | None]]) -> bool:
    """Tell whether a bid is against any of some clauses."""
    answers = (clause(table, act) for clause in clauses)
    return any(answer and answer.verdict is Verdict.ILLEGAL for answer in answers)


@book.clause(
    "3.10",
    interpretation="COM-A6",
    reworded={
        "illegal_bid_penalty=true": "A hand that may not be bid costs its bidder a penalty, and ends the hand. A bid "
        "out of turn is no bid and costs nothing, even if it is not taken back."
    },
)
def is_no_bid(table: Table, act: Bid) -> bool:
    """A bid against the rules is no bid, even if it is not taken back: it costs nothing, the bid before it remains the
    last, and the turn does not pass.
    """
    return breaks(table, act, (*ON_WHO_BIDS, *ON_THE_HAND_BID))


def penalty_for(table: Table, act: Bid) -> Item | None:
    """Return what bidding a hand costs that may not be bid, where the club wants it to cost anything."""
    in_place = not breaks(table, act, ON_WHO_BIDS)
    if not table.options.illegal_bid_penalty or not in_place or not breaks(table, act, ON_THE_HAND_BID):
        return None
    reason = f"{table.name(act.seat)} takes a penalty for bidding {act.hand.phrase}."
    return Item(act.seat, 1, Unit.PENALTY, is_no_bid, reason, act.line)


book.note(
    "3.11",
    "A bid may need more cards than are in play; it is allowed, and can only fail.",
    interpretation="COM-A7",
)
