"""What happens at a Big Two table, what could happen instead, and what is seen of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain, combinations, groupby, islice, product

from referee.cards import FRENCH, Card, write_cards
from referee.cards.words import counted
from referee.games.big_two.dealing import opening_card, opens_freely, with_left_over
from referee.games.big_two.hands import RANKS, SUITS, Hand, hand_of, height, straight_runs
from referee.games.big_two.rules import is_last, next_active, takes_place
from referee.games.big_two.table import Options, Out, Play, Table, book
from referee.games.parts.acts import Pass
from referee.games.parts.possession import told
from referee.rules import Deal, Fact, Holding, Holds, HoldsOnly, Known, Offer, Seats, Shows, dealt, undealt

# More plays than this are described by their shape rather than named.
MANY = 6


@book.begins
def begin(seats: Seats, options: Options, whole: bool) -> Table:
    """Return a table with no hand dealt yet, or in the middle of one."""
    active = () if whole else tuple(seats)
    return Table(seats, options, whole, undealt(len(seats)), active=active, opened=not whole)


@book.applies
def apply(table: Table, act: object) -> Table:
    """Record what happened."""
    match act:
        case Deal():
            return deal(table)
        case Out():
            return replace(table, known=table.known.laid_out(act.cards, "left over", act.line))
        case Play():
            return play(table, act)
        case Pass():
            return pass_turn(table, act)
        case Holds() | HoldsOnly() | Shows():
            known = told(with_left_over(table, act.seat, act.cards), act)
            return replace(table, known=known, turn=table.turn if table.opened else opener(table, known))
    return table


def deal(table: Table) -> Table:
    """Open a hand."""
    seated, players = table.seats.ordered, len(table.seats)
    fresh = replace(
        table,
        known=dealt([len(FRENCH) // players] * players) if seated else undealt(players),
        top=None,
        won=None,
        passed=frozenset(),
        active=tuple(table.seats),
        opened=False,
        from_deal=seated,
    )
    return replace(fresh, turn=opener(fresh, fresh.known))


def opener(table: Table, known: Known) -> int | None:
    """Return who opens, as far as that is known."""
    if not table.active:
        return None
    if opens_freely(table):
        return table.winner
    card = opening_card(known)
    return next(iter(known.holders(card)), None) if card else None


def play(table: Table, act: Play) -> Table:
    """Put cards on the table; who has none left takes a place."""
    known = with_left_over(table, act.seat, act.cards).leaves(act.seat, act.cards, "played", act.line)
    passed = table.passed if table.options.pass_locks and table.top else frozenset[int]()
    after = replace(table, known=known, top=act, won=None, passed=passed, opened=True)
    if known.size(act.seat) == 0 and act.seat in table.active:
        after = goes_out(after, act)
    return passed_on(replace(after, turn=follows(after, act.seat)))


def goes_out(table: Table, act: Play) -> Table:
    """Take a place, and the last one with cards the last place. In part of a hand nobody knows which place it is."""
    active = tuple(seat for seat in table.active if seat != act.seat)
    if not table.from_deal:
        return replace(table, active=active)
    items = (*table.items, takes_place(table, act.seat, act.line))
    winner = act.seat if len(active) == len(table.seats) - 1 else table.winner
    if len(active) > 1:
        return replace(table, items=items, active=active, winner=winner)
    items = (*items, *(is_last(table, seat, act.line) for seat in active))
    return replace(table, items=items, active=(), top=None, winner=winner, settled=len(items))


def pass_turn(table: Table, act: Pass) -> Table:
    """Note a pass. Passing a free lead on is no pass on anything."""
    after = replace(table, passed=table.passed | {act.seat} if table.top else table.passed, won=None)
    return passed_on(replace(after, turn=follows(after, act.seat)))


def passed_on(table: Table) -> Table:
    """Free the lead when everyone else has passed on the play to beat."""
    top = table.top
    others = {seat for seat in table.active if top and seat != top.seat}
    if not top or not others or len(table.seats) < book.players[0] or not table.passed.issuperset(others):
        return table
    free = replace(table, top=None, won=top, passed=frozenset())
    return replace(free, turn=lead_after(free, top) if table.seats.ordered else None)


def lead_after(table: Table, last: Play) -> int | None:
    """Return who leads when a play was not beaten: whoever made it, or the next player if that one is out."""
    return last.seat if last.seat in table.active else next_active(table, last.seat)


def follows(table: Table, seat: int) -> int | None:
    """Return whose turn it is after a player, where it is known how the players sit."""
    return next_active(table, seat) if table.seats.ordered and table.active else None


@book.offers
def offers(table: Table, seat: int) -> Iterator[Offer]:
    """Propose plays of the hand where it is known, and otherwise the shape of what would do; and a pass."""
    hand = table.known.hands[seat]
    if hand.whole and hand.cards:
        yield from plays_of(table, seat, hand.cards)
    else:
        yield from shapes(table, seat)
    yield Offer("", (Pass(seat),))


def plays_of(table: Table, seat: int, hand: tuple[Card, ...]) -> Iterator[Offer]:
    """Name the plays that a hand allows, or describe them where they are many."""
    sizes = (len(table.top.cards),) if table.top else (1, 2, 3, 5)
    standing = hand_of(table.top.cards, table.options) if table.top else None
    card = owed(table)
    if card and card not in hand:
        return
    cards = sorted(hand, key=height.test)
    plays = (
        Play(seat, some)
        for size in sizes
        for some in (fives(hand, table.options, standing) if size == 5 else combinations(cards, size))
        if (card is None or card in some) and beats(table, some, standing)
    )
    some = tuple(islice(plays, MANY + 1))
    if len(some) > MANY:
        yield Offer(f"{table.name(seat)} plays {described(table, sizes[0])}", some)
    else:
        yield from (Offer("", (play,)) for play in some)


def fives(hand: tuple[Card, ...], options: Options, standing: Hand | None) -> Iterator[tuple[Card, ...]]:
    """Yield what five of a hand's cards could make, each once, from the highest class down to that of `standing`."""
    cards = sorted(hand, key=height.test)
    alike = [tuple(group) for _, group in groupby(cards, key=lambda card: card.rank)]
    pairs = tuple(pair for group in alike for pair in combinations(group, 2))
    suits = [[card for card in cards if card.suit == suit] for suit in SUITS]
    runs = straight_runs(options)
    classes = (
        (7, (five for suit in suits for run in runs for five in product(*(of_rank(suit, rank) for rank in run)))),
        (5, ((*four, other) for four in alike if len(four) == 4 for other in cards)),
        (4, (three + two for one in alike for three in combinations(one, 3) for two in pairs)),
        (3, (five for suit in suits for five in combinations(suit, 5))),
        (2, (five for run in runs for five in product(*(of_rank(cards, rank) for rank in run)))),
        (1, (one + two + (other,) for one, two in combinations(pairs, 2) for other in cards)),
    )
    made: set[frozenset[Card]] = set()
    for rank, five in ((rank, five) for rank, some in classes for five in some):
        if standing and rank < standing.rank:
            return
        if len(set(five)) == 5 and (key := frozenset(five)) not in made:
            made.add(key)
            yield tuple(five)


def of_rank(cards: list[Card], rank: str) -> list[Card]:
    """Return the cards of a rank."""
    return [card for card in cards if card.rank == rank]


def shapes(table: Table, seat: int) -> Iterator[Offer]:
    """Describe what a player whose hand is not seen might play, with one such play."""
    name = table.name(seat)
    if table.top:
        if higher := above(table, seat, table.top):
            yield Offer(f"{name} plays {described(table, len(higher))}", (Play(seat, higher),))
    elif card := owed(table):
        yield Offer(f"{name} plays {described(table, 1)}", (Play(seat, (card,)),))
    else:
        unseen = (card for card in FRENCH.cards if table.known.can_hold(seat, card) is not Holding.NO)
        yield Offer(f"{name} plays any hand", tuple(Play(seat, (card,)) for card in islice(unseen, 1)))


def owed(table: Table) -> Card | None:
    """Return the card that the next play must contain, where the hand has still to be opened with one."""
    return None if table.opened or opens_freely(table) else opening_card(table.known)


def described(table: Table, size: int) -> str:
    """Return what beats the table in words: ``any pair above the pair of nines``."""
    standing = hand_of(table.top.cards, table.options) if table.top else None
    if standing is None:
        card = owed(table)
        return f"any hand that contains {card}" if card else "any hand"
    kinds = {1: "any card", 2: "any pair", 3: "any three of a rank", 5: "any five-card hand"}
    return f"{kinds[size]} above {standing.words}"


def above(table: Table, seat: int, top: Play) -> tuple[Card, ...] | None:
    """Return one play that the cards not yet accounted for could make, and that beats another; the first found."""

    def may_be_held(card: Card) -> bool:
        return table.known.can_hold(seat, card) is not Holding.NO

    if len(top.cards) < 5:
        groups = ([Card(rank, suit) for suit in reversed(SUITS)] for rank in reversed(RANKS))
        held = (tuple(filter(may_be_held, group)) for group in groups)
        return next((group[: len(top.cards)] for group in held if len(group) >= len(top.cards)), None)
    runs = ([Card(rank, suit) for rank in run] for run in reversed(straight_runs(table.options)) for suit in SUITS)
    suited = (tuple(run) for run in runs if all(map(may_be_held, run)))
    standing = hand_of(top.cards, table.options)
    return next(
        (five for five in chain(suited, others(table, may_be_held, standing)) if beats(table, five, standing)), None
    )


def others(table: Table, may_be_held: Callable[[Card], bool], standing: Hand | None) -> Iterator[tuple[Card, ...]]:
    """Yield five-card hands of all classes; to look through all the cards is left to the last."""
    yield from fives(tuple(filter(may_be_held, FRENCH.cards)), table.options, standing)


def beats(table: Table, five: tuple[Card, ...], standing: Hand | None) -> bool:
    """Tell whether five cards are a hand that is higher than another."""
    hand = hand_of(five, table.options)
    return hand is not None and (standing is None or hand.strength > standing.strength)


@book.shows
def shows(table: Table) -> Iterator[Fact]:
    """Show the play to beat, who has passed, and how many cards each player has."""
    if table.top:
        yield Fact("To beat", f"{write_cards(table.top.cards)} by {table.name(table.top.seat)}")
    elif table.active and table.opened:
        yield Fact("To beat", "nothing: a free lead")
    for seat in table.seats:
        size = table.known.size(seat)
        if size is not None:
            yield Fact("Hand", "passed, " * (seat in table.passed) + counted(size, "card"), seat)
