"""How Commune is dealt: chapter 2, and the pack."""

from __future__ import annotations

from referee.cards import write_cards
from referee.cards.words import listed, number
from referee.games.commune.table import Bid, Call, Options, Table, book
from referee.games.commune.validity import revealed, unshown
from referee.games.parts.acts import Pass
from referee.games.parts.dealing import hand_over
from referee.games.parts.possession import misdeal_or_mistake, misdealt
from referee.rules import Answer, Deal, Holds, HoldsOnly, Shows, Statement, finding, objection

book.note(
    "1.1", "Two to ten play with one pack of 52 cards; jokers are left out.", source="000", interpretation="COM-A13"
)

# -- 2 The deal ---------------------------------------------------------------------------------------------

book.section("2", "The deal")


@book.clause("2.1", Deal)
def dealt_when_the_last_hand_is_over(table: Table, act: Deal) -> Answer | None:
    """When a call has been settled the hand is over, and a new one is dealt, until one player is left."""
    if table.won:
        return objection(f"{table.name(table.active[0])} has won the match; there is nobody left to play against.")
    if table.call and table.playing:
        unseen = listed(table.name(seat) for seat in unshown(table.known))
        question = "A hand not noted, or gathered too soon?"
        return finding(f"The call is not settled: {unseen} did not show. {question}", table.call)
    return hand_over(table, act, table.active if table.playing and table.from_deal else ())


def starting_cards(options: Options) -> int:
    """Return how many cards a player without a penalty is dealt."""
    return 3 if options.deal_mode == "descending" else 1


def hand_size(options: Options, penalties: int) -> int:
    """Return how many cards a player with so many penalties is dealt."""
    change = -penalties if options.deal_mode == "descending" else penalties
    return max(0, starting_cards(options) + change)


@book.clause(
    "2.2",
    Holds,
    HoldsOnly,
    Shows,
    reworded={"deal_mode=descending": "A hand is three cards, less one for every penalty that its player has taken."},
)
def as_many_as_dealt(table: Table, act: Statement) -> Answer | None:
    """A hand is one card, and one more for every penalty that its player has taken."""
    size, cards = table.known.size(act.seat), revealed(table, act).hands[act.seat].cards
    if size is None or len(cards) == size or (len(cards) < size and not isinstance(act, HoldsOnly)):
        return None
    dealt = f"{table.name(act.seat)} was dealt {number(size)} {'card' if size == 1 else 'cards'}"
    stated = f"{listed(cards)} {'is' if len(cards) == 1 else 'are'} {number(len(cards))}"
    return misdeal_or_mistake(f"{dealt}, and {stated}.")


@book.clause("2.3", Holds, HoldsOnly, Shows)
def one_place(table: Table, act: Statement) -> Answer | None:
    """There is one of each card, so no card is in two hands."""
    return misdealt(table, act)


def cannot_be(table: Table, act: Statement) -> bool:
    """Tell whether a stated hand cannot be the one that was dealt, so that nothing is known by it."""
    return bool(as_many_as_dealt(table, act) or one_place(table, act))


@book.clause("2.4", Shows)
def tells_nothing(table: Table, act: Shows) -> Answer | None:
    """Players look at their own cards, and let the others know nothing of them before a bid is called."""
    if not table.playing or table.call or not (table.from_deal or table.bid):
        return None
    return objection(f"{table.name(act.seat)} shows {write_cards(act.cards)}, and no bid has been called.")


@book.clause(
    "2.5",
    Deal,
    interpretation="COM-A11",
    reworded={
        "direction=counter-clockwise": "The deal passes to the right, over players who are out. After the first hand "
        "nothing else turns on who deals."
    },
)
def deal_passes_on(table: Table, act: Deal) -> Answer | None:
    """The deal passes to the left, over players who are out. After the first hand nothing else turns on who deals."""
    if act.seat < 0:
        return None
    if act.seat not in table.active:
        return objection(f"{table.name(act.seat)} is out of the match.")
    if table.dealer is None:
        return None
    following = table.after(table.dealer)
    if following not in (None, act.seat):
        return objection(f"{table.name(table.dealer)} dealt last; the deal is {table.name(following)}'s.")
    return objection(f"{table.name(act.seat)} dealt the last hand too.") if act.seat == table.dealer else None


book.note(
    "2.6",
    "Where a penalty takes a card away, nobody may be left in the match without one: so it is not played to five "
    "penalties.",
    interpretation="COM-A10",
)


@book.refuses
def refuses(options: Options, _players: int) -> str | None:
    """Refuse a match in which a player could be left in it without a card."""
    if hand_size(options, options.penalty_limit - 1):
        return None
    start, limit = number(starting_cards(options)), number(options.penalty_limit)
    return f"with a card less for each penalty, {start} cards do not last for {limit} penalties; use penalty_limit=3"


def takes_no_part(table: Table, act: Bid | Call | Pass) -> Answer | None:
    """Object to bidding where there is none: no hand in play, or a player who is out of the match."""
    if not table.playing:
        over = "The hand is over" if table.call or table.items else "No hand is in play"
        return objection(f"{over}; the next thing is the deal." if not table.won else "The match is over.")
    if act.seat not in table.active:
        return objection(f"{table.name(act.seat)} is out of the match.")
    return None
