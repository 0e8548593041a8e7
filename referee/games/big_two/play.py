"""What happens at a Big Two table, what could happen instead, and what is seen of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, combinations, groupby, islice, product

from referee.cards import FRENCH, UNSEEN, Card, write_cards
from referee.cards.words import counted
from referee.games.big_two.hands import RANKS, SUITS, hand_of, height, straight_runs
from referee.games.big_two.rules import is_last, lead_after, next_active, opening_card, opens_freely, takes_place
from referee.games.big_two.table import Options, Out, Pass, Play, Table, book
from referee.games.parts.possession import told
from referee.rules import Deal, Fact, Holding, Holds, HoldsOnly, Known, Offer, Seats, Shows, dealt, undealt

# More plays than this are described by their shape rather than named.
MANY = 6


@book.begins
def begin(seats: Seats, options: Options, whole: bool) -> Table:
    """Return a table with no hand dealt yet, or in the middle of one."""
    active = () if whole else tuple(seats)
    return Table(seats, options, whole, undealt(len(seats)), active=active)


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
            known = told(table.known, act)
            return replace(table, known=known, turn=table.turn if table.opened else opener(table, known))
    return table


def deal(table: Table) -> Table:
    """Open a hand."""
    size = len(FRENCH) // len(table.seats)
    fresh = replace(
        table,
        known=dealt([size] * len(table.seats)),
        top=None,
        passed=frozenset(),
        active=tuple(table.seats),
        opened=False,
    )
    return replace(fresh, turn=opener(fresh, fresh.known))


def opener(table: Table, known: Known) -> int | None:
    """Return who opens, as far as that is known."""
    if not table.whole or not table.active:
        return None
    if opens_freely(table):
        return table.winner
    return next(iter(known.holders(opening_card(known))), None)


def play(table: Table, act: Play) -> Table:
    """Put cards on the table; who has none left takes a place."""
    known = table.known
    if not table.opened and table.options.remainder_3p == "to_3D_holder" and known.stock:
        known = known.draws(act.seat, (UNSEEN,))
    known = known.leaves(act.seat, act.cards, "played", act.line)
    passed = table.passed if table.options.pass_locks and table.top else frozenset[int]()
    after = replace(table, known=known, top=act, passed=passed, opened=True)
    if known.size(act.seat) == 0 and act.seat in table.active:
        after = goes_out(after, act)
    return replace(after, turn=next_active(after, act.seat)) if after.whole and after.active else after


def goes_out(table: Table, act: Play) -> Table:
    """Take a place, and the last one with cards the last place."""
    items = (*table.items, takes_place(table, act.seat, act.line))
    active = tuple(seat for seat in table.active if seat != act.seat)
    winner = act.seat if len(active) == len(table.seats) - 1 else table.winner
    if len(active) == 1:
        items = (*items, is_last(table, active[0], act.line))
        return replace(table, items=items, active=(), turn=None, top=None, winner=winner)
    return replace(table, items=items, active=active, winner=winner)


def pass_turn(table: Table, act: Pass) -> Table:
    """Note a pass; when everyone else has passed, the lead is free."""
    passed = table.passed | {act.seat}
    after = replace(table, passed=passed, opened=table.opened or table.options.leader_may_pass)
    if table.top and len(table.seats) >= book.players[0]:
        others = [seat for seat in table.active if seat != table.top.seat]
        if passed.issuperset(others):
            lead = lead_after(replace(after, passed=frozenset()), table.top)
            return replace(after, top=None, passed=frozenset(), turn=lead if table.whole else None)
    return replace(after, turn=next_active(after, act.seat)) if table.whole and table.active else after


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
    plays = (
        Play(seat, cards)
        for size in sizes
        for cards in (fives(hand, table.options) if size == 5 else combinations(sorted(hand, key=height.test), size))
        if (made := hand_of(cards, table.options)) and (standing is None or made.strength > standing.strength)
    )
    some = tuple(islice(plays, MANY + 1))
    if len(some) > MANY:
        yield Offer(f"{table.name(seat)} plays {described(table, sizes[0])}", some)
    else:
        yield from (Offer("", (play,)) for play in some)


def fives(hand: tuple[Card, ...], options: Options) -> Iterator[tuple[Card, ...]]:
    """Yield what five of a hand's cards could make, each once, without trying every five."""
    cards = sorted(hand, key=height.test)
    alike = [tuple(group) for _, group in groupby(cards, key=lambda card: card.rank)]
    made: set[frozenset[Card]] = set()
    for five in chain(
        ((*four, other) for four in alike if len(four) == 4 for other in cards),
        (three + two for one in alike for three in combinations(one, 3) for two in pairs_of(alike)),
        (five for suit in SUITS for five in combinations([card for card in cards if card.suit == suit], 5)),
        (five for run in straight_runs(options) for five in product(*(by_rank(cards, rank) for rank in run))),
        (one + two + (other,) for one, two in combinations(pairs_of(alike), 2) for other in cards),
    ):
        if len(set(five)) == 5 and (key := frozenset(five)) not in made:
            made.add(key)
            yield tuple(five)


def pairs_of(alike: list[tuple[Card, ...]]) -> tuple[tuple[Card, ...], ...]:
    """Return every pair in groups of cards of one rank."""
    return tuple(pair for group in alike for pair in combinations(group, 2))


def by_rank(cards: list[Card], rank: str) -> list[Card]:
    """Return the cards of a rank."""
    return [card for card in cards if card.rank == rank]


def shapes(table: Table, seat: int) -> Iterator[Offer]:
    """Describe what a player whose hand is not seen might play, with one such play."""
    name = table.name(seat)
    if table.top:
        best = strongest(table, seat, len(table.top.cards))
        if best:
            yield Offer(f"{name} plays {described(table, len(best))}", (Play(seat, best),))
    elif not table.opened and table.whole and not opens_freely(table):
        card = opening_card(table.known)
        yield Offer(f"{name} plays any hand that contains {card}", (Play(seat, (card,)),))
    else:
        unseen = (card for card in FRENCH.cards if table.known.can_hold(seat, card) is not Holding.NO)
        yield Offer(f"{name} plays any hand", tuple(Play(seat, (card,)) for card in islice(unseen, 1)))


def described(table: Table, size: int) -> str:
    """Return what beats the table in words: ``any pair above the pair of nines``."""
    standing = hand_of(table.top.cards, table.options) if table.top else None
    if standing is None:
        return "any hand"
    kinds = {1: "any card", 2: "any pair", 3: "any three of a rank", 5: "any five-card hand"}
    return f"{kinds[size]} above {standing.words}"


def strongest(table: Table, seat: int, size: int) -> tuple[Card, ...] | None:
    """Return the highest hand of a size that the cards not yet accounted for could make."""
    pool = {card for card in FRENCH.cards if table.known.can_hold(seat, card) is not Holding.NO}
    if size < 5:
        groups = (
            tuple(Card(rank, suit) for suit in reversed(SUITS) if Card(rank, suit) in pool) for rank in RANKS[::-1]
        )
        return next((group[:size] for group in groups if len(group) >= size), None)
    runs = [tuple(Card(rank, suit) for rank in run) for run in straight_runs(table.options) for suit in SUITS]
    suited = [run for run in runs if pool.issuperset(run)]
    return max(suited, key=lambda cards: _strength(cards, table.options), default=None)


def _strength(cards: tuple[Card, ...], options: Options) -> tuple[int, tuple[int, ...]]:
    hand = hand_of(cards, options)
    return hand.strength if hand else (-1, ())


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
