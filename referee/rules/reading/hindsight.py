"""Judging an open line again, with what later lines reveal of where the cards were then.

A doubt names the places and the cards that it rests on (`Rests`), and only those are looked at. A card that is seen in
a place was there already, unless it came since; one that came by name was where it came from, and one that came unseen
may have been in either. Each way in which the cards may have lain is a world; those that cannot be are left out, and
all others must give the same verdict.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice, product
from typing import Final, NamedTuple, TypeAlias

from referee.cards import UNSEEN, Card
from referee.rules.book.answer import Rests, Ruling, Verdict
from referee.rules.book.known import OPEN_TABLE, Known, Place
from referee.rules.book.rulebook import Rulebook
from referee.rules.copying import replace
from referee.rules.notation.actions import Holds, HoldsOnly, Shows, Statement
from referee.rules.reading.sheet import Judged

# More worlds than this are not looked through: the line stays open.
_MOST: Final = 64


class Told(NamedTuple):
    """What a line tells of the cards: from where to where they went, and which it shows to have been in a place.

    Of the cards shown `whole` says that they were all that the place had.
    """

    moved: tuple[tuple[Place, Place, tuple[Card, ...]], ...] = ()
    shown: tuple[tuple[Place, Counter[Card], bool], ...] = ()


class _Had(NamedTuple):
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

    def learn(self, place: Place, cards: Counter[Card], then: Known, *, whole: bool, line: int) -> bool:
        """Conclude from the cards that are here now what was here `then`; tell whether that is anything new."""
        if self.whole and self.arrived:
            return False
        before = self.sure.total(), self.seen.total(), len(self.arrived), self.whole
        had = self.left + cards - self.came
        del had[UNSEEN]
        if not self.unseen:
            self.sure |= Counter(_possible(then, place, had.elements()))
        else:
            self.seen |= had - self.sure
        self.arrived, self.line = tuple(self.unseen), line
        self.whole = self.whole or (whole and not self.left[UNSEEN])
        self.whole_before = self.whole_before or (self.whole and not self.unseen)
        return before != (self.sure.total(), self.seen.total(), len(self.arrived), self.whole)


_Places: TypeAlias = defaultdict[Place, _Since]


def hindsight(book: Rulebook, hand: Sequence[Judged], told: Sequence[Told], at: int) -> tuple[Ruling, int]:
    """Judge an entry of a hand, which is open, with what those after it tell, until that decides it.

    `told` is what each line of the hand tells; returns the ruling, and the number of the line that decided it, 0 while
    it is open.
    """
    entry = hand[at]
    so_far = entry.ruling
    rests = so_far.on
    if not rests and not book.can_reconsider:
        return so_far, 0
    places: _Places = defaultdict(_Since)
    _move(told[at], places)
    for source, _, cards in told[at].moved:
        places[source].sure.update(card for card in cards if card is not UNSEEN)
    then = entry.before.known
    for index in range(at + 1, len(hand)):
        later, tells = hand[index], told[index]
        if tells.shown and rests and _learn(tells, then, places, rests, later.line.number):
            rulings = _judge(book, entry, places, rests)
            if rulings and len({ruling.verdict for ruling in rulings}) == 1:
                ruling = rulings[0]
                same = all(each.reason == ruling.reason for each in rulings)
                if ruling.verdict is not Verdict.OPEN:
                    said = ruling if same else replace(ruling, reason=ruling.rule)
                    return _shown_by(entry, later, said), later.line.number
                so_far = ruling if same else so_far
            elif rulings and all(places[place].whole for each in rests for place in each.places):
                doubted = entry.ruling.reason.partition("; open until")[0].rstrip(".")
                doubted = "Open" if doubted.startswith("Open until") else doubted
                order = f"{doubted}: the cards are shown, but not which of them came when."
                so_far = replace(entry.ruling, reason=order)
            rests = tuple(dict.fromkeys((*rests, *(each for ruling in rulings for each in ruling.on))))
        if book.can_reconsider and later.after is not later.before:
            again = book.reconsider(entry.before, later.after, entry.line.act)
            if again is not None and again.verdict is not Verdict.OPEN:
                return _shown_by(entry, later, again), later.line.number
        _move(tells, places)
    return so_far, 0


def _shown_by(entry: Judged, later: Judged, ruling: Ruling) -> Ruling:
    lines = {entry.line.number, later.line.number, *ruling.because}
    reason = f"{ruling.reason} Line {later.line.number} shows it: {later.line.text}."
    return replace(ruling, reason=reason, because=tuple(sorted(lines)))


# -- What a line tells --------------------------------------------------------------------------------------


def told_by(book: Rulebook, judged: Judged) -> Told:
    """Return what a line tells of the cards, for all open lines before it."""
    act, now = judged.line.act, judged.before.known
    moves = () if isinstance(act, Statement) else book.moves_of(judged.before, act)
    moved = tuple((move.source, move.target, tuple(_possible(now, move.source, move.cards))) for move in moves)
    shown: dict[Place, Counter[Card]] = {}
    for move in moves:
        if move.source != OPEN_TABLE:
            shown.setdefault(move.source, Counter()).update(move.cards)
    if isinstance(act, Statement) and (
        judged.counts or (isinstance(act, Shows) and judged.ruling.verdict is not Verdict.ILLEGAL)
    ):
        shown[book.hand_of(judged.before, act)] = Counter(act.cards)
    tells = []
    for place, cards in shown.items():
        nameless = cards.pop(UNSEEN, 0)
        could: Counter[Card] = Counter(_possible(now, place, cards.elements()))
        left = judged.after.known.at(place)
        own = now.owner(place) is not None
        if not judged.counts and own:
            could &= Counter(left.cards)  # of an act that is void, what was believed
        whole = judged.counts and own and left.whole and could == cards and not nameless
        if whole:
            rest: Counter[Card] = Counter(left.cards)
            could = could | rest if isinstance(act, Statement) else could + rest
        if could or whole:
            tells.append((place, could, whole))
    return Told(moved if judged.counts else (), tuple(tells))


def _move(told: Told, places: _Places) -> None:
    """Remember what a line took from where to where."""
    for source, target, cards in told.moved:
        places[source].left.update(cards)
        into = places[target]
        into.came.update(card for card in cards if card is not UNSEEN)
        into.unseen.extend(source for card in cards if card is UNSEEN)


def _learn(told: Told, then: Known, places: _Places, rests: Sequence[Rests], line: int) -> bool:
    """Note which cards a line shows to have been in which place; tell whether any of that matters to a doubt."""
    matters = False
    for place, cards, whole in told.shown:
        since = places[place]
        sure = since.sure.copy()
        new = since.learn(place, cards, then, whole=whole, line=line)
        named = any(place in each.places for each in rests)
        matters = matters or (new and (named or any(_named(card, rests) for card in since.sure - sure)))
    return matters


def _named(card: Card, rests: Sequence[Rests]) -> bool:
    """Tell whether a doubt rests on where a card is."""
    return any(each.cards is None or card in each.cards for each in rests)


def _possible(known: Known, place: Place, cards: Iterable[Card]) -> list[Card]:
    """Return those of some cards that can be in a place: the others prove nothing."""
    if place == OPEN_TABLE:
        return list(cards)
    return known.possible(place, cards)


# -- Where the cards may have been --------------------------------------------------------------------------


def _judge(book: Rulebook, entry: Judged, places: _Places, rests: Sequence[Rests]) -> list[Ruling]:
    """Judge an act in each world that can have been; in none where there are more than are looked through."""
    named = {place for each in rests for place in each.places}
    # Of all other places only what was surely there counts.
    elsewhere = tuple(
        _Had(place, cards, since.line)
        for place, since in places.items()
        if since.line
        and place not in named
        and (cards := tuple(card for card in since.sure.elements() if _named(card, rests)))
    )
    told = [place for place in named if places[place].line]
    if len(rests) == 1 and rests[0].enough and len(told) == 1:
        bounds = [(*elsewhere, had) for had in _bounds(told[0], places[told[0]], rests[0], entry.before.known)]
        rulings = [_judged_in(world, book, entry) for world in bounds]
        if all(rulings):
            return [ruling for ruling in rulings if ruling]
    ways = (list(islice(_ways(place, places), _MOST + 1)) for place in told)
    worlds = list(islice(product(*ways), _MOST + 1))
    if len(worlds) > _MOST:
        return []
    found = (_judged_in((*elsewhere, *sum(world, ())), book, entry) for world in worlds)
    return [ruling for ruling in found if ruling]


def _bounds(place: Place, since: _Since, rests: Rests, then: Known) -> Iterator[_Had]:
    """Yield the fewest and the most of the named cards that a place can have had: all other worlds lie between."""
    cards = rests.cards or frozenset()
    seen = list(since.seen.elements())
    gone = len(seen) if since.whole_before else min(len(since.arrived), len(seen))
    # Those that cannot have been there came first, as they came in either case.
    can = Counter(then.possible(place, [*since.sure.elements(), *seen])) - since.sure
    for named_stay in (False, True):
        left, stays = can.copy(), []
        # From the last to come to the first: what goes is taken from the front.
        for card in sorted(seen, key=lambda card: (card in cards) is named_stay):
            if left[card]:
                left[card] -= 1
                stays.append(card)
        without = max(0, gone - (len(seen) - len(stays)))
        yield _Had(place, (*since.sure.elements(), *stays[without:]), since.line, since.whole)


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
