"""Midnight Cobain Baseball, as Munk's club plays it: source text 002; all but one card is its sibling's too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from referee.cards import FRENCH, UNSEEN, Card, read_cards, write_cards
from referee.cards.words import counted, listed
from referee.games.parts import turns
from referee.games.parts.betting import (
    bets_in_turn,
    bets_offered,
    betting,
    close_round,
    forced_bets_offered,
    had_more,
    happens,
    is_closed,
    not_put_in,
    open_round,
    opened,
    puts,
    seen,
)
from referee.games.parts.chips import ranked_by_chips
from referee.games.parts.dealing import deal_first
from referee.games.parts.draw_poker import dealing, next_dealer
from referee.games.parts.one_pack import in_hand, located, misdeal_or_mistake, one_pack
from referee.games.parts.payment import Takes, claimed, claims_offered, left_alone, next_hand, payment, settle, take
from referee.games.parts.ranking import Decided, Order, Ranked, compared, munk
from referee.games.parts.stakes import BETS, BettingOptions, BettingTable, Check, Fold, after, seated, speaks
from referee.rules import (
    OPEN_TABLE,
    STOCK,
    Act,
    Answer,
    Cards,
    Chapter,
    Deal,
    Fact,
    Holding,
    Known,
    Move,
    Offer,
    Rulebook,
    Seats,
    Shows,
    Statement,
    dealt,
    doubt,
    finding,
    grounds,
    objection,
    option,
    replace,
    undealt,
)

SEVEN: Final = 7
WILD: Final = frozenset(card for card in FRENCH.cards if card.rank in "39")
STARTER: Final = -1


@dataclass(frozen=True, slots=True)
class Options(BettingOptions):
    """The questions that a club answers before it plays; a penny ante and bets of a quarter at most are Munk's."""

    ante: int = option(1, clauses="4.2", asks="What does everybody put in before the first bet? (0: nothing)", least=0)
    limit: str = option("none", "pot", "fixed", clauses="4.14", asks="Is there a limit to bets?")
    max_bet: int = option(25, clauses="4.15", asks="What is the highest bet or raise? (0: there is none)", least=0)
    max_players: int = option(6, 7, clauses="1.3 3.6", asks="How many may play?")
    extra_card: str = option("face_down_last", "face_up_now", clauses="3.5", asks="How is the card for a 4 dealt?")
    extra_price: int = option(0, clauses="3.7", asks="What does the card for a 4 cost? (0: nothing)", least=0)
    htb_after_fold: str = option(
        "best_live_exposed",
        "last_hand_stands",
        "starter_again",
        clauses="3.9",
        asks="What is to be beaten when the player of the hand to beat has folded?",
    )
    opener_may_check: bool = option(True, clauses="4.21", asks="May a player check who has beaten the hand to beat?")
    no_pair: str = option(
        "top_card_then_suit", "ranks_then_suit", "ranks_then_split", clauses="7.3", asks="What decides without a pair?"
    )
    double_ace_flush: bool = option(False, clauses="7.6", asks="May a wild card be a second ace in a flush?")
    natural_beats_wild: bool = option(False, clauses="7.7", asks="Does a natural hand beat an equal one with wilds?")
    direction: str = turns.direction(clauses="2.2 3.1 4.7")


# -- What is recorded, and the table ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Starter(Act):
    """``starter CARD``: the first hand to beat, turned up from the top of what was not dealt."""

    card: Card


@dataclass(frozen=True, slots=True)
class Turns(Act):
    """``NAME turns CARD``: the next of the player's cards that lie face down."""

    card: Card


@dataclass(frozen=True, slots=True)
class Gets(Act):
    """``NAME gets [CARD]``: the card that a 4 brings; it is named where it is dealt face up."""

    card: Card = UNSEEN


@dataclass(frozen=True, slots=True)
class Declines(Act):
    """``NAME declines``: the player does not buy the card that a 4 would bring."""


@dataclass(frozen=True, slots=True)
class Table(BettingTable):
    """A table of baseball.

    `kill` is the card that kills a hand. The `mark` is the hand to beat, of the player `mark_by`. A player is `at` the
    turning of cards, or nobody (-1) while bets are made; `last` turned cards last. For an `extra` a player is still to
    get the card that a 4 brings; of `brought` it has come. Who `left` the hand stands there in that order, and why
    those are `out` who did not fold.
    """

    options: Options
    kill: Card = UNSEEN
    starter: Card | None = None
    mark: Cards = ()
    mark_by: int = STARTER
    at: int = -1
    last: int = -1
    extra: int = -1
    brought: int = -1
    left: tuple[int, ...] = ()
    out: Mapping[int, str] = field(default_factory=dict)


def exposed(table: Table, seat: int) -> Cards:
    """Return the cards of a player that lie face up."""
    return table.known.hands[seat].shown


def face_down(table: Table, seat: int) -> int | None:
    """Return how many cards a player has still to turn, None if nobody knows."""
    hand = table.known.hands[seat]
    return None if hand.size is None else hand.size - len(hand.shown)


def can_turn_up(table: Table, act: Turns) -> bool:
    """Tell whether a card may be one of those that lie face down before a player."""
    if act.card is UNSEEN or act.card in exposed(table, act.seat):
        return False
    return face_down(table, act.seat) != 0 and table.known.can_hold(act.seat, act.card) is not Holding.NO


# -- The deal -----------------------------------------------------------------------------------------------

starting = Chapter("The deal")


@starting.clause("2.3", Starter, source="002", interpretation="MCB-A3")
def first_to_beat(table: Table, act: Starter) -> Answer | None:
    """Then the top card of those that remain is turned up, and is the first hand to beat: a 3 or 9 is the ace of spades
    there, and no card brings another or kills anybody.
    """
    if not table.in_play:
        return deal_first()
    if table.starter:
        return objection(f"The first hand to beat is {table.starter} already.")
    if act.card is UNSEEN:
        return finding("The card turned up is seen by all. What was it?")
    if table.from_deal and (missing := not_put_in(table)):
        missing.cites = "4.6"
        return missing
    return grounds(f"{first_card(act.card)} is the first hand to beat.")


@starting.clause("2.4", Shows, source="002")
def nobody_looks(table: Table, act: Shows) -> Answer | None:
    """Nobody looks at cards that lie face down, or changes their order; they are seen when they are turned."""
    if not table.from_deal or not table.in_play or act.seat not in table.live:
        return None
    if fresh := [card for card in act.cards if card not in exposed(table, act.seat)]:
        return objection(f"{write_cards(fresh)} lay face down before {table.name(act.seat)}.")
    return None


@starting.clause("1.4", Starter, Gets, after="3.7", interpretation="house")
def from_the_pack(table: Table, act: Starter | Gets) -> Answer | None:
    """A card that comes from the pack is nowhere else."""
    if act.card is UNSEEN or table.known.unlocated(act.card) or act.card in table.known.at(STOCK).cards:
        return None
    answer = located(table, act.card)
    return misdeal_or_mistake(answer.reason) if answer else None


# -- Turning cards ------------------------------------------------------------------------------------------

turning = Chapter("Turning cards")


@turning.clause(
    "3.1",
    Turns,
    source="002",
    reworded={
        "direction=counter-clockwise": "The player who was dealt to first, at the dealer's right, turns cards first; "
        "after each round of bets the next to the right who is still in goes on with those not turned yet."
    },
)
def in_turn(table: Table, act: Turns) -> Answer | None:
    """The player who was dealt to first, at the dealer's left, turns cards first; after each round of bets the next to
    the left who is still in goes on with those not turned yet.
    """
    seat, name = act.seat, table.name(act.seat)
    if not table.in_play or table.settled:
        return deal_first()
    if seat not in table.live or seat in table.out:
        return is_gone(table, seat)
    if not table.from_deal:
        return None
    if not table.starter:
        return objection("The first hand to beat has not been turned up yet.", cites="2.3")
    if has_beaten(table, seat):
        return None
    if table.extra >= 0:
        return still_due(table)
    if table.open:
        who = listed(map(table.name, table.to_act))
        return objection(f"Bets are made before {name} turns: {who} may still act.", table.top)
    if table.at not in (-1, seat):
        return objection(f"It is {table.name(table.at)} who turns cards, and not {name}.")
    return None


@turning.clause("3.2", Turns, source="002")
def one_by_one(table: Table, act: Turns) -> Answer | None:
    """Cards are turned one by one, in the exact order in which they were dealt."""
    name = table.name(act.seat)
    if act.card is UNSEEN:
        return finding(f"What is turned is seen by all. What did {name} turn?")
    if act.card in exposed(table, act.seat):
        return finding(f"{act.card} lies face up before {name} already. A mistake in the record?")
    if answer := in_hand(table, act, (act.card,)):
        return misdeal_or_mistake(answer.reason)
    return None


@turning.clause("3.3", Turns, source="002", interpretation="MCB-A4, MCB-A9")
def until_it_is_beaten(table: Table, act: Turns) -> Answer | None:
    """Cards are turned until those face up beat the hand to beat, for which an equal hand is not enough; then no other
    is turned. One that is turned all the same stays face up and counts, so that it makes the hand to beat better, but
    brings no other card.
    """
    seat, name = act.seat, table.name(act.seat)
    now = exposed(table, seat)
    if has_beaten(table, seat):
        return objection(f"{name} has {named(table, now)}, and that beat the hand to beat: no more is turned.")
    target = to_beat(table, seat)
    if target is None:
        return None
    theirs, by = target
    what = whose(table, theirs, by)
    if not table.from_deal and beats(table, now, theirs):
        return objection(f"{name} has {named(table, now)}, and that beats {what}: no more is turned.")
    cards = (*now, act.card)
    stands, has = compared(rank(table, cards), rank(table, theirs)), f"{name} has {named(table, cards)}"
    if stands.result > 0:
        return grounds(f"{has}, and that beats {what}: {stands.why}. {name} stops and bets.")
    if stands.result == 0:
        return grounds(f"{has}, and that is only equal to {what}.")
    return grounds(f"{has}, and that does not beat {what}: {stands.why}.")


@turning.clause("3.4", Turns, source="002", interpretation="MCB-A7, MCB-A11")
def kills(table: Table, act: Turns) -> Answer | None:
    """A card kills."""
    if act.card != table.kill:
        return None
    return grounds(f"{act.card} kills {table.name(act.seat)}'s hand, whatever it would beat.")


@turning.clause(
    "3.5",
    Turns,
    Gets,
    source="002",
    interpretation="MCB-A1, MCB-A2",
    reworded={
        "extra_card=face_up_now": "A 4 brings another card, as soon as it is turned: it is dealt face up, and counts "
        "at once. One that is a 4 itself brings another, and one that kills kills."
    },
)
def a_four_brings_another(table: Table, act: Turns | Gets) -> Answer | None:
    """A 4 brings another card, as soon as it is turned: it is dealt face down, as the last of the player's cards. One
    that is a 4 itself brings another when it is turned.
    """
    name = table.name(act.seat)
    if isinstance(act, Turns):
        if act.card.rank != "4":
            return None
        if not is_left(table):
            return grounds(f"No card is left for {act.card} to bring. {turned_so_far(table, act)}".strip(), cites="3.6")
        if is_waited_for(table):
            return grounds(f"{act.card} brings {name} another card, before anything else.")
        down = face_down(table, act.seat)
        left = "" if down is None else f": {counted(down, 'card')} more to turn"
        brings = f"{act.card} brings {name} another card, face down{left}."
        return grounds(f"{brings} {turned_so_far(table, act)}".strip())
    if act.seat in table.out or act.seat not in table.live:
        return is_gone(table, act.seat) if table.in_play else deal_first()
    if table.options.extra_card == "face_up_now":
        if act.card is UNSEEN:
            return finding(f"The card is dealt face up. What did {name} get?")
    elif act.card is not UNSEEN:
        return objection(f"The card is dealt face down, and {act.card} is not seen before it is turned.")
    if not table.from_deal or act.seat == table.extra:
        return with_another(table, act)
    if act.seat == table.brought:
        return grounds("It came with the 4, and need not be written.")
    return objection(f"{name} has no card to get: one comes for a 4 that has just been turned.")


def with_another(table: Table, act: Gets) -> Answer | None:
    """Say what a player has with the card that a 4 brought, where that is seen."""
    up = Turns(act.seat, act.card)
    if act.card is UNSEEN or not table.from_deal:
        return None
    return kills(table, up) or until_it_is_beaten(table, up)


def turned_so_far(table: Table, act: Turns) -> str:
    """Say what a player has with a card that is turned, against the hand to beat."""
    answer = until_it_is_beaten(table, act)
    return answer.reason if answer else ""


@turning.clause(
    "3.6",
    interpretation="house",
    reworded={
        "max_players=7": "Seven players leave only two cards besides the first hand to beat: when none is left, a 4 "
        "brings none."
    },
)
def is_left(table: Table) -> bool:
    """There is a card for every 4: even six players leave nine cards besides the first hand to beat."""
    return table.known.stock != 0


@turning.clause(
    "3.7",
    Gets,
    Declines,
    interpretation="MCB-A1",
    reworded={
        "extra_price=0": "The card that a 4 brings is free, and cannot be declined.",
    },
)
def has_its_price(table: Table, act: Gets | Declines) -> Answer | None:
    """The card that a 4 brings costs {extra_price}, which goes into the pot for nobody to match; who does not want it
    declines.
    """
    name, price = table.name(act.seat), table.options.extra_price
    if isinstance(act, Declines):
        if not table.in_play:
            return deal_first()
        if not price:
            return objection("The card for a 4 is free, and comes in any case.")
        if table.from_deal and act.seat != table.extra:
            return objection(f"{name} has no card to decline: one comes for a 4 that has just been turned.")
        return None
    stack = table.stacks[act.seat]
    if stack is not None and stack < price:
        return objection(f"The card costs {price}, and {name} has {stack}.")
    if not price:
        return None
    makes = with_another(table, act)
    return grounds(f"{name} pays {price}. {makes.reason if makes else ''}".strip())


@turning.clause("3.8", Turns, source="002", interpretation="MCB-A5")
def out_when_all_are_turned(table: Table, act: Turns) -> Answer | None:
    """Who has turned all cards, and does not beat the hand to beat, is out: they can win nothing that others are left
    to win.
    """
    brings = act.card.rank == "4" and is_left(table)
    target = to_beat(table, act.seat)
    if not table.from_deal or target is None or face_down(table, act.seat) != 1 or brings or act.card == table.kill:
        return None
    if beats(table, (*exposed(table, act.seat), act.card), target[0]):
        return None
    return grounds(f"{turned_so_far(table, act)} All cards are turned, and {table.name(act.seat)} is out.")


@turning.clause(
    "3.9",
    source="002",
    interpretation="MCB-A6",
    reworded={
        "htb_after_fold=last_hand_stands": "If the player of the hand to beat has folded, that hand is still to be "
        "beaten.",
        "htb_after_fold=starter_again": "If the player of the hand to beat has folded, the first hand to beat is to be "
        "beaten again; whose cards face up do so already turns none, and bets.",
    },
)
def after_a_fold(table: Table, seat: int) -> tuple[Cards, int]:
    """If the player of the hand to beat has folded, the best of the hands face up of those still in is to be beaten; if
    no other has any cards face up, the folded hand is.
    """
    rule = table.options.htb_after_fold
    if rule == "starter_again" and table.starter:
        return (table.starter,), STARTER
    others = [other for other in table.live if other != seat and exposed(table, other)]
    if rule != "best_live_exposed" or not others:
        return table.mark, table.mark_by
    best = max(others, key=lambda other: rank(table, exposed(table, other)).strength)
    return exposed(table, best), best


def to_beat(table: Table, seat: int) -> tuple[Cards, int] | None:
    """Return the hand that a player must beat, and whose it is; None where the record does not say.

    A record that begins in the middle does not say who is still in: there it is the best of all that lie face up.
    """
    if table.from_deal:
        return (table.mark, table.mark_by) if table.mark else None
    hands = [(exposed(table, other), other) for other in table.seats if other != seat and exposed(table, other)]
    if table.starter:
        hands.append(((table.starter,), STARTER))
    return max(hands, key=lambda hand: rank(table, hand[0]).strength, default=None)


def has_beaten(table: Table, seat: int) -> bool:
    """Tell whether the hand to beat is a player's own, who has stopped turning cards."""
    return table.from_deal and bool(table.mark) and table.mark_by == seat and table.at != seat


def beats(table: Table, cards: Cards, theirs: Cards) -> bool:
    """Tell whether some cards are a higher hand than others."""
    return bool(cards) and rank(table, cards).strength > rank(table, theirs).strength


def whose(table: Table, cards: Cards, by: int) -> str:
    """Name a hand to beat: ``Ann's pair of kings``, ``the first card, KD``."""
    if by == STARTER:
        return f"the first card, {first_card(cards[0])}"
    return f"{table.name(by)}'s {named(table, cards).removeprefix('the ')}"


def first_card(card: Card) -> str:
    """Name the first hand to beat, and what it is if it is wild."""
    return f"{card} (wild, and so the ace of spades)" if card in WILD else str(card)


def is_gone(table: Table, seat: int) -> Answer:
    """Object to what a player does who is not in the hand any more."""
    name = table.name(seat)
    if seat in table.out:
        return objection(
            f"{name} is out: {table.out[seat]}.", cites="3.4" if table.kill in exposed(table, seat) else "3.8"
        )
    return objection(f"{name} has folded." if seat in table.players else f"{name} was not dealt in.", cites="4.12")


def still_due(table: Table) -> Answer:
    """Object to what is done before a player gets the card that a 4 brings."""
    choice = f" for {table.options.extra_price}, or declines it" if table.options.extra_price else ""
    return objection(f"First {table.name(table.extra)} gets the card that the 4 brings{choice}.", cites="3.5")


# -- Betting ------------------------------------------------------------------------------------------------

playing = Chapter("Betting")


@playing.clause(
    "4.7",
    *BETS,
    source="002",
    interpretation="BE-11",
    reworded={
        "direction=counter-clockwise": "When a player has beaten the hand to beat, bets are made in turn, "
        "counter-clockwise from that player, by those who are still in and have chips. Who turns cards may fold "
        "instead."
    },
)
def bets_when_beaten(table: Table, act: Act) -> Answer | None:
    """When a player has beaten the hand to beat, bets are made in turn, clockwise from that player, by those who are
    still in and have chips. Who turns cards may fold instead.
    """
    seat = act.seat
    if table.in_play and seat in table.out:
        return is_gone(table, seat)
    if not table.from_deal or not table.in_play or table.open or table.settled or seat not in table.live:
        return bets_in_turn(table, act)
    if not table.starter:
        return objection("Bets are made when the first hand to beat has been turned up, and beaten.", cites="2.3")
    if isinstance(act, Fold) and seat == table.at:
        return None
    if table.extra >= 0:
        return still_due(table)
    who = f"{table.name(table.at)} turns" if table.at >= 0 else "It is for somebody to turn"
    return objection(f"{who} cards now, and bets are made when the hand to beat is beaten.")


@playing.clause(
    "4.21",
    Check,
    interpretation="MCB-A12",
    reworded={"opener_may_check=false": "Who has beaten the hand to beat opens with a bet, and may not check."},
)
def opener_may_check(table: Table, act: Check) -> Answer | None:
    """Who has beaten the hand to beat may check, as others may."""
    if table.options.opener_may_check or not table.from_deal or not table.open:
        return None
    if act.seat != table.last or table.level or table.answered[act.seat] >= 0:
        return None
    return objection(f"{table.name(act.seat)} has beaten the hand to beat, and must bet.")


# -- The end ------------------------------------------------------------------------------------------------

ending = Chapter("The end of the hand")


@ending.clause("5.1", source="002", interpretation="MCB-A8")
def is_over(table: Table) -> bool:
    """The hand goes on until one player is left, who has won, even without having turned a card."""
    return len(table.live) == 1


@ending.clause("5.2", interpretation="house")
def winners(table: Table) -> tuple[int, ...]:
    """A pot that the last player cannot win goes to the one who was in longest of those who can win it."""
    last = table.live[0]
    piles = dict(table.piles)
    literal = table.options.side_pots == "literal_pile"

    def reach(seat: int) -> float:
        """How much of what lies there a player can win."""
        return piles.get(seat, float("inf")) if literal else table.put_in[seat]

    found = [last]
    for seat in reversed(table.left):
        if reach(seat) > reach(found[-1]):
            found.append(seat)
    return tuple(found)


@ending.clause("6.4", Takes, interpretation="house")
def takes_what_is_due(table: Table, act: Takes) -> Answer | None:
    """Nobody takes more or less than what they have won."""
    others = [table.name(seat) for seat in table.live if seat != act.seat]
    if table.in_play and not table.settled:
        if act.seat in table.out:
            return is_gone(table, act.seat)
        if table.from_deal and not table.taken:
            return objection(f"The hand is not over: {listed(map(table.name, table.live))} are still in.", cites="5.1")
        if others and act.seat in table.live:
            return doubt(f"By the record {listed(others)} may still be in.", word="open", cites="5.1")
    return claimed(table, act, {}, lambda _seat: (None, None))


# -- The hands ----------------------------------------------------------------------------------------------

hands = Chapter("The hands")
hands.note("7.1", "All 3s and 9s are wild: they stand for any card, or for what is printed on them.")


@hands.clause(
    "7.2",
    source="002",
    interpretation="PK-2, PK-7",
)
def rank(table: Table, cards: Cards) -> Ranked:
    """From high to low the hands are: five of a kind, straight flush, four of a kind, full house, flush, straight,
    three of a kind, two pair, one pair, no pair. In one class the higher ranks decide, then the cards beside them.
    """
    rules = table.options
    return _ranked(cards, rules.no_pair, rules.double_ace_flush, rules.natural_beats_wild)


@lru_cache(maxsize=128)
def _ranked(cards: Cards, no_pair: str, double_ace_flush: bool, natural_beats_wild: bool) -> Ranked:
    return munk(cards, WILD, no_pair=no_pair, double_ace_flush=double_ace_flush, natural_beats_wild=natural_beats_wild)


def named(table: Table, cards: Cards) -> str:
    """Return what some cards make, in words."""
    rules = table.options
    return _named(cards, rules.no_pair, rules.double_ace_flush, rules.natural_beats_wild)


# The hand to beat is named on every line until it is beaten.
@lru_cache(maxsize=128)
def _named(cards: Cards, no_pair: str, double_ace_flush: bool, natural_beats_wild: bool) -> str:
    return _ranked(cards, no_pair, double_ace_flush, natural_beats_wild).words


hands.note(
    "7.3",
    "Without a pair only the highest card counts: its rank, and then its suit: spades, hearts, clubs, diamonds.",
    source="002",
    interpretation="PK-1, MCB-A10",
    reworded={
        "no_pair=ranks_then_suit": "Without a pair the ranks decide from the highest down, and then the suit of the "
        "highest: spades, hearts, clubs, diamonds.",
        "no_pair=ranks_then_split": "Without a pair the ranks decide from the highest down, and suits never do.",
    },
)
hands.note(
    "7.4",
    "A hand of fewer than five cards is what they make; straights and flushes need five, and a card beside a pair "
    "beats none.",
    interpretation="PK-3",
)
hands.note("7.5", "A wild card alone is the ace of spades.", interpretation="PK-4")
hands.note(
    "7.6",
    "In a flush a wild card is the highest rank that the flush lacks.",
    interpretation="PK-5",
    reworded={"double_ace_flush=true": "In a flush a wild card is an ace, even a second one."},
)
hands.note(
    "7.7",
    "A hand with wild cards is as good as the same without.",
    interpretation="PK-6",
    reworded={"natural_beats_wild=true": "A hand without wild cards beats the same with some."},
)

# -- What happens -------------------------------------------------------------------------------------------


def went_on(table: Table, line: int) -> Table:
    """Go on to who turns cards next, to the bets of who has beaten the hand to beat, and to the end of the hand."""
    if not table.from_deal or table.settled or not (table.in_play or table.taken):
        return table
    while not is_over(table):
        if table.open or not table.mark or table.extra in table.live:
            return table
        if table.at not in table.live:
            following = turns_next(table)
            if following is None:
                return replace(table, at=-1, turn=None)
            table = following
        seat = table.at
        if beats(table, exposed(table, seat), table.mark):
            table = replace(table, mark=exposed(table, seat), mark_by=seat, at=-1)
            table = open_round(table, first=seat)
        elif face_down(table, seat) == 0:
            table = gone(table, seat, "all cards turned without beating the hand to beat", line)
        else:
            return table
    return over(close_round(table, line) if table.open else table, line)


def turns_next(table: Table) -> Table | None:
    """Let the next player turn cards; None where nobody knows who that is."""
    if table.last < 0 and table.dealer is None:
        return None
    seat = table.live[0] if table.last < 0 else after(table.players, table.last, table.live)[0]
    mark, by = table.mark, table.mark_by
    if by != STARTER and by not in table.live:
        mark, by = after_a_fold(table, seat)
    return replace(table, at=seat, last=seat, turn=seat, mark=mark, mark_by=by, extra=-1, brought=-1)


def gone(table: Table, seat: int, why: str, line: int) -> Table:
    """Take a player out of the hand."""
    live = tuple(other for other in table.live if other != seat)
    out = {**table.out, seat: why}
    if not live:
        return replace(table, out=out)  # somebody must be left to win what lies there
    to_act = tuple(other for other in table.to_act if other != seat)
    turn = table.turn if table.turn != seat else next(iter(to_act), None)
    table = replace(table, live=live, left=(*table.left, seat), out=out, to_act=to_act, turn=turn)
    return close_round(table, line) if table.open and table.from_deal and is_closed(table) else table


def over(table: Table, line: int) -> Table:
    """Pay out: all to the last player, but for pots which that one cannot win."""
    players = winners(table)
    if len(players) == 1:
        return left_alone(replace(table, at=-1), line)
    longest = {seat: Ranked((-at,), LONGEST, exposed(table, seat)) for at, seat in enumerate(players)}
    return settle(replace(table, at=-1, live=tuple(sorted(players, key=table.players.index))), longest, line)


def _longer(_ours: Ranked, _theirs: Ranked, _place: int) -> tuple[Decided, str, str]:
    return Decided.CLASS, "who is in longer is", "who is out before"


LONGEST: Final = Order(lambda hand: f"{write_cards(hand.given) or 'nothing'} face up", lambda hand: hand.given, _longer)


def happened(table: Table, act: Act) -> Table:
    """Record what happened; the cards have moved."""
    match act:
        case Deal():
            return deal(table, act)
        case Starter():
            return started(table, act)
        case Turns():
            return turned(table, act)
        case Gets() | Declines():
            return got(table, act)
        case Takes():
            return take(table, act)
        case Statement():
            if isinstance(act, Shows) and table.from_deal and table.mark_by == act.seat and table.in_play:
                table = replace(table, mark=exposed(table, act.seat))
            return went_on(table, act.line) if isinstance(act, Shows) else table
    done = happens(table, act)
    if done.live != table.live:
        left = tuple(seat for seat in table.live if seat not in done.live)
        done = replace(done, left=(*table.left, *left))
    if not isinstance(act, BETS) and done.open and done.from_deal and not done.begun and done.last in done.live:
        done = opened(done, done.last)  # antes that come late do not change who opens
    return went_on(done, act.line)


def deal(table: Table, act: Deal) -> Table:
    """Open a hand."""
    dealer = act.seat if act.seat >= 0 else next_dealer(table)  # type: ignore[arg-type]
    sat, fresh = table.seats.ordered, next_hand(table, dealer, act.line)
    sizes = [SEVEN if seat in fresh.players else 0 for seat in table.seats]
    fresh = replace(
        fresh,
        known=dealt(sizes) if sat else undealt(len(sizes)),
        in_play=True,
        from_deal=sat,
        dealer=dealer,
        starter=None,
        mark=(),
        mark_by=STARTER,
        at=-1,
        last=-1,
        extra=-1,
        brought=-1,
        left=(),
        out={},
    )
    return fresh if sat else open_round(fresh)


def started(table: Table, act: Starter) -> Table:
    """Turn the first hand to beat up."""
    if act.card is UNSEEN or table.starter or not table.in_play:
        return table
    return went_on(replace(table, starter=act.card, mark=(act.card,), mark_by=STARTER), act.line)


def turned(table: Table, act: Turns) -> Table:
    """Turn a card up, with what it does."""
    seat, card = act.seat, act.card
    if not table.in_play or seat not in table.live or card not in exposed(table, seat):
        return table
    if has_beaten(table, seat):
        return turned_too_many(table, act)
    begins = table.from_deal and not table.open
    if table.at != seat or table.turn != seat or table.brought >= 0:
        table = replace(table, last=seat, at=seat if begins else -1, turn=seat if begins else table.turn, brought=-1)
    if card == table.kill:
        return went_on(gone(table, seat, f"{card} killed the hand", act.line), act.line)
    if card.rank == "4" and table.from_deal:
        table = replace(table, **{"extra" if is_waited_for(table) and is_left(table) else "brought": seat})
    return went_on(table, act.line)


def is_waited_for(table: Table) -> bool:
    """Tell whether it is recorded how a card comes for a 4: where it is seen, or bought."""
    return table.options.extra_card == "face_up_now" or table.options.extra_price > 0


def turned_too_many(table: Table, act: Turns) -> Table:
    """Let a card that should not have been turned lie face up and count."""
    table = replace(table, mark=exposed(table, act.seat))
    if act.card == table.kill:
        return went_on(gone(table, act.seat, f"{act.card} killed the hand", act.line), act.line)
    return table


def leaves_face_up(table: Table, act: Act) -> Table:
    """Return the table after an illegal act: a card too many that was turned stays face up."""
    if not isinstance(act, Turns) or not has_beaten(table, act.seat) or not can_turn_up(table, act):
        return table
    known = table.known.told(act.seat, (act.card,), shown=True)
    return turned_too_many(replace(table, known=known), act)


def got(table: Table, act: Gets | Declines) -> Table:
    """Deal the card that a 4 brings, for its price, or not."""
    if not table.in_play or (table.from_deal and act.seat != table.extra):
        return table
    table = replace(table, extra=-1)
    if isinstance(act, Declines):
        return went_on(table, act.line)
    if price := table.options.extra_price:
        reason = f"{table.name(act.seat)} buys a card for {price}."
        table = puts(table, act.seat, price, "3.7", reason, act.line, dead=True)
    if act.card in exposed(table, act.seat):
        return turned(replace(table, last=act.seat), Turns(act.seat, act.card, line=act.line))
    return went_on(table, act.line)


def moves(table: Table, act: Act) -> Iterator[Move]:
    """Yield where cards go: those that are turned stay where they are, face up."""
    if isinstance(act, Starter):
        if not table.starter and table.in_play:
            yield Move((act.card,), STOCK, OPEN_TABLE, "turned up as the first hand to beat")
    elif isinstance(act, Turns):
        if can_turn_up(table, act):
            yield Move((act.card,), act.seat, act.seat, face_up=True)
            if act.card.rank == "4" and not is_waited_for(table) and comes_for_a_four(table, act.seat):
                yield Move((UNSEEN,), STOCK, act.seat)
    elif isinstance(act, Gets) and table.in_play and (act.seat == table.extra or not table.from_deal):
        yield Move((act.card,), STOCK, act.seat, face_up=True)


def comes_for_a_four(table: Table, seat: int) -> bool:
    """Tell whether a card is dealt for a 4: to who may turn it, while there are cards."""
    return table.from_deal and seat in table.live and not has_beaten(table, seat) and is_left(table)


def due(table: Table) -> str:
    """Say that the first hand to beat is due."""
    return "the first hand to beat" if table.in_play and table.from_deal and not table.starter else ""


def reconsidered(before: Table, later: Table, act: Act) -> Answer | None:
    """Judge a short call again when its player bets again."""
    return had_more(before, later, act) if before.from_deal and not isinstance(act, Takes) else None


def visible(table: Table) -> Iterator[Fact]:
    """Show the hand to beat, what lies face up, and the chips."""
    if table.in_play and table.mark:
        yield Fact("Hand to beat", whose(table, table.mark, table.mark_by))
    for seat in table.players if table.in_play else ():
        up, down = exposed(table, seat), face_down(table, seat)
        if up or down:
            yield Fact(
                "Cards", f"{write_cards(up)}{f' and {down} face down' if down else ''}".removeprefix(" and "), seat
            )
    for fact in seen(table):
        yield Fact("Hand", "out", fact.seat) if fact.label == "Hand" and fact.seat in table.out else fact


def could_be_done(table: Table, seat: int) -> Iterator[Offer]:
    """Propose antes, the next card, and bets."""
    yield from forced_bets_offered(table, seat)
    yield from claims_offered(table, seat)
    if not table.in_play:
        return
    known = table.known
    if seat < 0:
        if not table.starter:
            yield Offer("starter, the top card", tuple(Starter(-1, card) for card in _free(known, STOCK)))
        return
    if seat == table.extra:
        price = f" for {table.options.extra_price}" if table.options.extra_price else ""
        face_up = table.options.extra_card == "face_up_now"
        cards = _free(known, STOCK) if face_up else (UNSEEN,)
        yield Offer(f"{table.name(seat)} gets a card{price}", tuple(Gets(seat, card) for card in cards))
        yield Offer("", (Declines(seat),))
    elif seat == table.at or (table.from_deal and table.at < 0 and not table.open):
        others = [card for card in _free(known, seat) if card not in exposed(table, seat)]
        yield Offer(f"{table.name(seat)} turns the next card", tuple(Turns(seat, card) for card in others))
        yield Offer("", (Fold(seat),))
    if table.open or not table.from_deal:
        yield from bets_offered(table, seat)


def _free(known: Known, place: int | str) -> tuple[Card, ...]:
    return tuple(card for card in known.pack.cards if known.can_hold(place, card) is not Holding.NO)


# -- The rulebook -------------------------------------------------------------------------------------------


def plays_baseball(book: Rulebook, kill: Card, called: str) -> None:
    """Make a rulebook of baseball whole; `kill` kills a hand, and is `called` so."""
    wording = {
        "2.1": "All players who have chips are dealt seven cards face down, and leave them in the order in which they "
        "were dealt.",
        "3.4": f"{called}, {kill}, kills the hand of whoever turns it: a forced fold, even where it would beat the "
        "hand to beat. What was to be beaten is still to be beaten.",
        "4.2": "Everyone who is dealt in puts an ante of {ante} into the pot before the first bet.",
        "4.6": "Nobody bets before all antes are in the pot.",
        "6.2": "Each pot goes to the one who is in longest of those who can win it.",
        "6.5": "When all others have folded or are out, the one who is left takes everything.",
    }
    speaks(book, blinds=False)
    book.takes(Starter, "starter CARD")
    book.takes(Turns, "NAME turns CARD")
    book.takes(Gets, "NAME gets [CARD]", "NAME buys [CARD]")
    book.takes(Declines, "NAME declines")
    book.takes(Takes, "NAME takes N")
    book.section("1", "The cards")
    book.include(one_pack)
    book.note("1.2", "The pack has 52 cards. No card is discarded.")
    book.note("1.3", "Two to {max_players} play.", interpretation="house")
    book.section("2", dealing.title)
    book.include(dealing, wording=wording, without=["1.1"])
    book.include(starting)
    book.section("3", turning.title)
    book.include(turning, wording=wording)
    book.section("4", betting.title)
    book.include(
        betting,
        wording=wording,
        printed={"4.2": {"reworded": {"ante=0": "No antes are put in."}}},
        without=["4.3", "4.4", "4.5", "4.7"],
    )
    book.include(playing)
    book.section("5", ending.title)
    book.include(ending)
    book.section("6", payment.title)
    book.include(payment, wording=wording, without=["6.7"])
    book.section("7", hands.title)
    book.include(hands)

    @book.refuses
    def too_many(options: Any, players: int) -> str | None:
        most = options.max_players
        return f"{book.title} is for up to {most} players here, not {players}" if players > most else None

    @book.begins
    def begin(seats: Seats, options: Any, whole: bool) -> Table:
        known = undealt(len(seats))
        return seated(Table(seats, options, whole, known, in_play=not whole, ante=options.ante, kill=kill))

    book.moves(moves)
    book.applies(happened)
    book.voids(leaves_face_up)
    book.awaits(due)
    book.reconsiders(reconsidered)
    book.places(ranked_by_chips)
    book.shows(visible)
    book.offers(could_be_done)


(SUICIDE_KING,) = read_cards("KH")

book = Rulebook(
    "midnight-cobain-baseball", title="Midnight Cobain Baseball", players=range(2, 8), options=Options, seed="002"
)
plays_baseball(book, SUICIDE_KING, "The Suicide King")
