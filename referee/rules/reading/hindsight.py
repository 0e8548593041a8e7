"""Judging an open line again, with what later lines reveal of where the cards were then.

Only the moves of cards are read. A card that is seen in a place was there already, unless it came since; one that came
by name was where it came from, and one that came unseen may have been in either. Each way in which the cards may have
lain is a world; those that cannot be are left out, and all others must give the same verdict.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice, product
from typing import Final, TypeAlias

from referee.cards import UNSEEN, Card
from referee.rules.book.answer import Ruling, Verdict
from referee.rules.book.known import OPEN_TABLE, Known, Place
from referee.rules.book.rulebook import Rulebook
from referee.rules.copying import replace
from referee.rules.notation.actions import Holds, HoldsOnly, Shows, Statement
from referee.rules.reading.sheet import Judged

# More worlds than this are not looked through: the line stays open.
_MOST: Final = 250


@dataclass(frozen=True, slots=True)
class _Had:
    """That a place had some cards when the open line was made; or, where that is the `whole` of it, no others."""

    place: Place
    cards: tuple[Card, ...]
    line: int
    whole: bool = False


_World: TypeAlias = tuple[_Had, ...]


@dataclass(slots=True)
class _Since:
    """What has happened to a place since the open line, and what that tells of it.

    `left` and `came` count the cards, and `unseen` says from where each came that nobody saw. The place had the cards
    that are `sure`; of those `seen` besides, as many were not there as had `arrived` unseen by then, or fewer. With
    `whole` it had no others, and so exactly as many: or all, where the place was `whole_before` any arrived.
    """

    left: Counter[Card] = field(default_factory=Counter)
    came: Counter[Card] = field(default_factory=Counter)
    unseen: list[Place] = field(default_factory=list)
    sure: Counter[Card] = field(default_factory=Counter)
    seen: Counter[Card] = field(default_factory=Counter)
    arrived: tuple[Place, ...] = ()
    whole: bool = False
    whole_before: bool = False
    line: int = 0

    def learn(self, place: Place, cards: Counter[Card], then: Known, *, whole: bool, line: int) -> None:
        """Conclude from the cards that are here now what was here `then`."""
        if self.whole and self.arrived:
            return
        had = self.left + cards - self.came
        del had[UNSEEN]
        if not self.unseen:
            self.sure |= Counter(_possible(then, place, had.elements()))
        else:
            self.seen |= had - self.sure
        self.arrived, self.line = tuple(self.unseen), line
        self.whole = self.whole or (whole and not self.left[UNSEEN])
        self.whole_before = self.whole_before or (self.whole and not self.unseen)


_Places: TypeAlias = defaultdict[Place, _Since]


def hindsight(book: Rulebook, hand: Sequence[Judged]) -> tuple[Ruling, int]:
    """Judge the first of some lines, which is open, with what the others tell, until that decides it.

    Returns the ruling, and the number of the line that decided it, 0 while it is open.
    """
    entry = hand[0]
    so_far = entry.ruling
    places: _Places = defaultdict(_Since)
    _move(book, entry, places)
    for later in hand[1:]:
        if _learn(book, entry.before.known, later, places):
            worlds = list(islice(_worlds(places), _MOST + 1))
            rulings = [] if len(worlds) > _MOST else [_judged_in(world, book, entry) for world in worlds]
            possible = [ruling for ruling in rulings if ruling]
            if possible and len({ruling.verdict for ruling in possible}) == 1:
                ruling = possible[0]
                same = all(each.reason == ruling.reason for each in possible)
                if ruling.verdict is not Verdict.OPEN:
                    said = ruling if same else replace(ruling, reason=ruling.rule)
                    return _shown_by(entry, later, said), later.line.number
                so_far = ruling if same else so_far
        if later.after is not later.before:
            again = book.reconsider(entry.before, later.after, entry.line.act)
            if again is not None and again.verdict is not Verdict.OPEN:
                return _shown_by(entry, later, again), later.line.number
        _move(book, later, places)
    return so_far, 0


def _shown_by(entry: Judged, later: Judged, ruling: Ruling) -> Ruling:
    lines = {entry.line.number, later.line.number, *ruling.because}
    reason = f"{ruling.reason} Line {later.line.number} shows it: {later.line.text}."
    return replace(ruling, reason=reason, because=tuple(sorted(lines)))


# -- What a line tells --------------------------------------------------------------------------------------


def _move(book: Rulebook, judged: Judged, places: _Places) -> None:
    """Remember what a line took from where to where."""
    if not judged.counts or isinstance(judged.line.act, Statement):
        return
    for move in book.moves_of(judged.before, judged.line.act):
        cards = _possible(judged.before.known, move.source, move.cards)
        places[move.source].left.update(cards)
        into = places[move.target]
        into.came.update(card for card in cards if card is not UNSEEN)
        into.unseen.extend(move.source for card in cards if card is UNSEEN)


def _learn(book: Rulebook, then: Known, later: Judged, places: _Places) -> bool:
    """Note which cards a line shows to have been in which place before it; tell whether it shows any."""
    act, now = later.line.act, later.before.known
    shown: dict[Place, Counter[Card]] = {}
    if not isinstance(act, Statement):
        for move in book.moves_of(later.before, act):
            if move.source != OPEN_TABLE:
                shown.setdefault(move.source, Counter()).update(move.cards)
    elif later.counts or (isinstance(act, Shows) and later.at_first.verdict is not Verdict.ILLEGAL):
        shown[book.hand_of(later.before, act)] = Counter(act.cards)
    learnt = False
    for place, cards in shown.items():
        nameless = cards.pop(UNSEEN, 0)
        could: Counter[Card] = Counter(_possible(now, place, cards.elements()))
        left = later.after.known.at(place)
        own = now.owner(place) is not None
        if not later.counts and own:
            could &= Counter(left.cards)  # of an act that is void, what was believed
        whole = later.counts and own and left.whole and could == cards and not nameless
        if whole:
            rest: Counter[Card] = Counter(left.cards)
            could = could | rest if isinstance(act, Statement) else could + rest
        if could or whole:
            places[place].learn(place, could, then, whole=whole, line=later.line.number)
            learnt = True
    return learnt


def _possible(known: Known, place: Place, cards: Iterable[Card]) -> list[Card]:
    """Return those of some cards that can be in a place: the others prove nothing."""
    if place == OPEN_TABLE:
        return list(cards)
    return known.possible(place, cards)


# -- Where the cards may have been --------------------------------------------------------------------------


def _worlds(places: _Places) -> Iterator[_World]:
    """Yield each way in which all the cards may have lain that have been seen since."""
    told = [place for place, since in places.items() if since.line]
    ways = (list(islice(_ways(place, places), _MOST + 1)) for place in told)
    return (sum(world, ()) for world in product(*ways))


def _ways(place: Place, places: _Places) -> Iterator[_World]:
    """Yield what one place and those from which cards came unseen may have had."""
    since = places[place]
    cards = tuple(since.seen.elements())
    exactly = len(cards) if since.whole_before else len(since.arrived) if since.whole else None
    for given in _given(cards, list(Counter(since.arrived).items()), exactly):
        kept = since.sure + since.seen - Counter(card for card, _ in given)
        for homes in product(*(_homes(card, source, places) for card, source in given)):
            lay = [(home, card) for home, (card, _) in zip(homes, given, strict=True) if home is not None]
            back = [card for home, card in lay if home == place]
            others = (_Had(home, (card,), since.line) for home, card in lay if home != place)
            yield (_Had(place, (*kept.elements(), *back), since.line, since.whole), *others)


def _given(
    cards: tuple[Card, ...], arrived: Sequence[tuple[Place, int]], exactly: int | None
) -> Iterator[tuple[tuple[Card, Place], ...]]:
    """Yield which of some cards may have come from which place, `arrived` saying how many came from each."""
    if not arrived:
        if not exactly:
            yield ()
        return
    (source, count), *others = arrived
    for size in range(min(count, len(cards)) + 1):
        rest = None if exactly is None else exactly - size
        if rest is not None and not 0 <= rest <= sum(number for _, number in others):
            continue
        for some in combinations(cards, size):
            left = tuple((Counter(cards) - Counter(some)).elements())
            for more in _given(left, others, rest):
                yield (*((card, source) for card in some), *more)


def _homes(card: Card, source: Place, places: _Places) -> set[Place | None]:
    """Return where a card may have been that came unseen from a place; None if it had come there by name."""
    found: set[Place | None] = set()
    ask = [source]
    while ask:
        place = ask.pop()
        if place not in found:
            found.add(place)
            ask.extend(places[place].unseen)
            if places[place].came[card]:
                found.add(None)
    return found


def _judged_in(world: _World, book: Rulebook, entry: Judged) -> Ruling | None:
    """Judge an act in a world, unless that cannot be."""
    table = entry.before
    for had in world:
        hand = table.known.at(had.place)
        if len(_possible(table.known, had.place, had.cards)) < len(had.cards):
            return None
        if had.whole and (hand.size not in (None, len(had.cards)) or Counter(hand.cards) - Counter(had.cards)):
            return None
        if not isinstance(had.place, int):
            told = table.known.told_whole if had.whole else table.known.told
            table = replace(table, known=told(had.place, had.cards))
        elif had.cards or had.whole:
            fact = HoldsOnly if had.whole else Holds
            table = book.apply(table, fact(had.place, had.cards, line=had.line))
    return book.judge(table, entry.line.act)
