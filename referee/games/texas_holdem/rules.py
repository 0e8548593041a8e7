"""The rules of Hold'em: the cards, the deal, the middle, the bets, the showdown, the pots and the hands."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Any, Final

from referee.cards import UNSEEN, Card, write_cards
from referee.cards.words import listed
from referee.games.parts.betting import betting, not_put_in
from referee.games.parts.dealing import deal_first, hand_over
from referee.games.parts.one_pack import located, misdeal_or_mistake, one_pack
from referee.games.parts.payment import Mucks, Takes, claimed, payment, standing, unfinished
from referee.games.parts.ranking import Comparison, Decided, Ranked, compared, gunn
from referee.games.parts.stakes import blind_seats, has_chips
from referee.games.parts.turns import next_among
from referee.games.texas_holdem.table import Board, Flop, River, Table, Turn, book
from referee.rules import Answer, Deal, Holding, Shows, doubt, finding, grounds, objection

BOARDS: Final = (Board, Flop, Turn, River)
# How many cards lie in the middle when bets are made.
STREETS: Final = (3, 4, 5)
BLINDS: Final = "The player after the dealer posts the small blind, and the next one the big blind."

book.section("1", "The cards")
book.include(one_pack)
book.note("1.2", "The ace is the highest card, and the suits are equal.")

# -- 2 The deal ---------------------------------------------------------------------------------------------

book.section("2", "The deal")


@book.clause("2.1", Deal)
def dealt_two_each(table: Table, _act: Deal) -> Answer | None:
    """The dealer deals two cards to each player who has chips, and then five face down in the middle."""
    if table.in_play and table.whole and unfinished(table):
        return hand_over(table, standing(table))
    if table.whole and sum(has_chips(table, seat) for seat in table.seats) < 2:
        return finding("Fewer than two players have chips and do not sit out.")
    return None


@book.clause(
    "2.2",
    Deal,
    interpretation="house",
    reworded={"direction=counter-clockwise": "The deal passes to the right."},
)
def deal_passes(table: Table, act: Deal) -> Answer | None:
    """The deal passes to the left."""
    following = next_dealer(table)
    if act.seat < 0 or following is None or act.seat == following:
        return None
    return finding(f"The deal passes to {table.name(following)}, not to {table.name(act.seat)}. A line forgotten?")


def next_dealer(table: Table) -> int | None:
    """Return to whom the deal passes, if it is known who dealt last."""
    if table.dealer is None or not table.whole:
        return None
    return next_among(table, table.dealer, [seat for seat in table.seats if has_chips(table, seat)])


# -- 3 The middle -------------------------------------------------------------------------------------------

book.section("3", "The cards in the middle")


@book.clause("3.1", *BOARDS)
def three_then_one_then_one(table: Table, act: Board) -> Answer | None:
    """Three of the five cards are flipped over, then the fourth, and then the last."""
    if not table.in_play:
        return deal_first()
    lying, more = len(table.board), len(act.cards)
    wanted = {Flop: 0, Turn: 3, River: 4}.get(type(act), lying)
    if lying == 5:
        return objection("All five cards lie face up.")
    if not table.from_deal:
        return objection(f"{lying + more} cards would lie in the middle.") if lying + more > 5 else None
    due = max(1, 3 - lying)
    together = not table.open and lying + more in STREETS and type(act) is Board and _nobody_can_bet(table)
    if wanted != lying or (more != due and not together):
        come = {3: "The fourth card comes next.", 4: "The last card comes next."}
        return objection(come.get(lying, "The first three cards come first."))
    return None


@book.clause(
    "3.2",
    source="004",
    interpretation="HLD-A1",
    reworded={
        "preflop_betting=true": "Bets are made when the two cards have been dealt, and when three, four and five "
        "cards lie face up.",
    },
)
def bets_are_made(table: Table) -> bool:
    """Bets are made when three, four and five cards lie face up, and not before."""
    return len(table.board) in STREETS or (bool(table.options.preflop_betting) and not table.board)


@book.clause("3.3", *BOARDS)
def after_the_bets(table: Table, _act: Board) -> Answer | None:
    """The next card is flipped when everyone has had a chance to bet, and all who have not folded have bet the same."""
    if not table.from_deal or not table.in_play:
        return None
    if table.open and table.to_act:
        names = listed(table.name(seat) for seat in table.to_act)
        return objection(f"{names} {'has' if len(table.to_act) == 1 else 'have'} still to act.", table.top)
    if not table.begun and (missing := not_put_in(table)):
        missing.cites = "4.6"
        return missing
    return None


@book.clause(
    "3.4",
    *BOARDS,
    source="004",
    reworded={"burn=true": "Before cards of the middle are shown, the top card of the pack is put aside face down."},
)
def of_the_middle(table: Table, act: Board) -> Answer | None:
    """The cards shown are those of the middle, and no card is put aside before."""
    for card in act.cards:
        if card is UNSEEN:
            return finding("What is flipped over is seen by all. What was it?")
        if answer := located(table, card):
            return misdeal_or_mistake(answer.reason)
    return None


def _nobody_can_bet(table: Table) -> bool:
    """Tell whether fewer than two of those still in have chips, so that cards are shown without bets between them."""
    return sum(seat not in table.all_in for seat in table.live) < 2


# -- 4 Betting ----------------------------------------------------------------------------------------------

book.section("4", betting.title)
book.include(
    betting,
    wording={
        "4.2": "Everyone who is dealt in puts the minimum bet, {min_bet}, in the middle before the first bet.",
        "4.3": "No blinds are posted.",
    },
    printed={
        "4.2": {
            "reworded": {
                "forced_bets=blinds": "No antes are put in.",
                "forced_bets=both": "Everyone who is dealt in puts the same ante in the middle before the first bet.",
            },
            "source": "004",
        },
        "4.3": {
            "reworded": {
                "forced_bets=blinds": BLINDS,
                "forced_bets=both": BLINDS,
            },
            "source": "004",
        },
        "4.5": {"reworded": {"straddle=true": "The player after the big blind may put in twice as much, a straddle."}},
        "4.7": {
            "reworded": {
                "direction=counter-clockwise": "Bets are made in turn, counter-clockwise from the player after the "
                "dealer, by those who have not folded and have chips.",
            }
        },
    },
)
book.note(
    "4.21",
    "A blind is a bet: the first round opens with the big blind to match, and who posted it may still raise.",
    interpretation="HLD-A3",
    reworded={"blind_treatment=dead": "A blind is dead: it lies in the pot, and the first round opens with no bet."},
)
book.clause(
    "4.22",
    interpretation="HLD-A4",
    wording="Of two players the one who does not deal posts the small blind, and the dealer the big blind.",
    reworded={"headsup_blinds=dealer_small": "Of two players the dealer posts the small blind."},
)(blind_seats)

# -- 5 The showdown -----------------------------------------------------------------------------------------

book.section("5", "The showdown")


@book.clause("5.1", Shows, Mucks, after="1.1", interpretation="BE-8", source="004")
def reveals(table: Table, act: Shows | Mucks) -> Answer | None:
    """When all bets are made the players reveal their hands, in whatever order."""
    if act.seat not in table.live:
        return None
    if isinstance(act, Mucks):
        early = len(table.board) < 5 and table.from_deal and table.in_play and not table.open
        return objection("Cards are still to be shown; to give up before is to fold.", cites="4.12") if early else None
    if act.seat in table.mucked and not table.settled:
        return objection(f"{table.name(act.seat)} has mucked, and gave up.", cites="6.7")
    return best_five(table, act)


book.note(
    "5.2",
    "A hand is the best five of the player's two cards and the five in the middle, in any combination.",
    source="004",
)


def best_five(table: Table, act: Shows) -> Answer | None:
    """Say what hand a player shows, and how it stands to the best that was shown before."""
    seat = act.seat
    if len(table.board) < 5:
        return None
    shown = table.known.hands[seat].shown
    seen = shown + tuple(card for card in act.cards if card not in shown and card is not UNSEEN)
    own = best_of(table.board, seen)
    name = table.name(seat)
    if len(seen) < 2:
        return grounds(f"{name} has {own.words} at the least.", cites="5.2")
    made = f"{name} has {own.words}: {write_cards(own.cards)}"
    others = {each: hand for each, hand in hands_shown(table).items() if each != seat}
    if not others:
        return grounds(f"{made}.", cites="5.2")
    best = max(others, key=lambda each: others[each].strength)
    stands = compared(own, others[best])
    verb = {1: "beats", 0: "equals", -1: "loses to"}[stands.result]
    why = f" ({stands.why})" if stands.result else ""
    return grounds(
        f"{made}. It {verb} {table.name(best)}'s {others[best].words.removeprefix('the ')}{why}.", cites="5.2"
    )


def hands_shown(table: Table) -> dict[int, Ranked]:
    """Return the hands of those still in of which both cards were shown."""
    hands = {}
    for seat in standing(table):
        shown = table.known.hands[seat].shown
        if len(shown) == 2:
            hands[seat] = best_of(table.board, shown)
    return hands


@lru_cache(maxsize=64)
def best_of(board: tuple[Card, ...], shown: tuple[Card, ...]) -> Ranked:
    """Return the best hand of the cards in the middle and those that a player shows."""
    return gunn((*board, *shown))


# -- 6 The pots ---------------------------------------------------------------------------------------------

book.section("6", payment.title)
book.include(payment)


@book.clause("6.4", Takes, interpretation="house")
def takes_what_is_due(table: Table, act: Takes) -> Answer | None:
    """Nobody takes more or less than what they have won: one of the pots, their share of one, or all of them."""
    if table.from_deal and table.in_play:
        if table.open or not table.rounds:
            waiting = listed(table.name(seat) for seat in table.to_act)
            return objection(f"The betting is not over: {waiting or 'nobody'} has still to act.", cites="4.19")
        if len(table.board) < 5:
            return objection(f"Only {len(table.board)} cards of the middle have been shown.", cites="3.1")
    elif len(table.board) < 5 and not table.settled and not table.from_deal:
        return doubt("The record does not have all five cards of the middle.", word="open")
    bounds: dict[frozenset[Card], tuple[Ranked | None, Any]] = {}

    def hidden(seat: int) -> tuple[Ranked | None, Any]:
        shown = frozenset(table.known.hands[seat].shown)
        if shown not in bounds:
            bounds[shown] = gunn((*table.board, *shown)), best_hidden(table, seat, shown)
        return bounds[shown]

    return claimed(table, act, hands_shown(table), hidden, decided_by)


def decided_by(comparison: Comparison) -> str:
    """Return the clause that decides between two hands: the class, or what makes up the hand."""
    return "7.1" if comparison.by is Decided.CLASS else "7.2"


def best_hidden(table: Table, seat: int, shown: frozenset[Card]) -> Any:
    """Return the strength of the best hand that a player may have who showed fewer than two cards."""
    known, pack = table.known, table.known.pack
    unseen = tuple(card for card in pack.cards if card not in shown and known.can_hold(seat, card) is not Holding.NO)
    if shown:
        return max((gunn((*table.board, *shown, card)).strength for card in unseen), default=None)
    return _best_of(table.board, unseen)


@lru_cache(maxsize=64)
def _best_of(board: tuple[Card, ...], unseen: tuple[Card, ...]) -> Any:
    """Return the best that two unseen cards can make.

    Suits matter only where three of one lie in the middle. Of cards of other suits one of each rank, or two, will do.
    """
    ranks: dict[str, list[Card]] = {}
    for card in unseen:
        ranks.setdefault(card.rank, []).append(card)
    pairs = [(some[0], some[1]) for some in ranks.values() if len(some) > 1]
    tried = [*pairs, *combinations([some[0] for some in ranks.values()], 2)]
    suits = [card.suit for card in board]
    if flush := next((suit for suit in "SHDC" if suits.count(suit) >= 3), ""):
        tried.extend(combinations([card for card in unseen if card.suit == flush], 2))
    return max((gunn((*board, *two)).strength for two in tried), default=None)


# -- 7 The hands --------------------------------------------------------------------------------------------

book.section("7", "The hands, from low to high")
for number, wording, reading in (
    ("7.1", "Of two hands the one of the higher class is higher; the classes follow in ascending order.", ""),
    (
        "7.2",
        "In one class the body of the hand decides, the cards that give it its name; then the highest kicker, one of "
        "the cards that make up five, then the second-highest, and so on.",
        "HLD-A7",
    ),
    ("7.3", "High card: a single card.", ""),
    ("7.4", "Pair: two of the same rank.", ""),
    ("7.5", "Two pair: two pairs; the higher pair decides, then the lower one.", ""),
    ("7.6", "Three of a kind: three of the same rank.", ""),
    (
        "7.7",
        "Straight: five consecutive ranks, decided by the highest. The ace stands above the king or below the two, but "
        "not between them: A-2-3-4-5 is the lowest straight and 10-J-Q-K-A the highest, and Q-K-A-2-3 is none.",
        "",
    ),
    ("7.8", "Flush: five of the same suit; the highest rank decides, then the next, and so on.", ""),
    ("7.9", "Full house: three of a kind and a pair; the three decide, then the pair.", ""),
    ("7.10", "Four of a kind: four of the same rank.", ""),
    ("7.11", "Straight flush: a straight of one suit, decided as a straight is.", ""),
    ("7.12", "Royal flush: 10-J-Q-K-A of one suit; all of them are the same.", "HLD-A6"),
):
    book.note(number, wording, source="004", interpretation=reading)
