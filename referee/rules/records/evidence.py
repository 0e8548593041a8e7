"""What the lines of a hand tell of the cards: which moved from where to where, and which a place is seen to have."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from referee.cards import UNSEEN, Card
from referee.rules.book.answer import ILLEGAL
from referee.rules.book.knowledge import OPEN_TABLE, Knowledge, Location, difference
from referee.rules.book.rulebook import Rulebook
from referee.rules.notation.actions import Shows, Statement
from referee.rules.records.report import JudgedLine

# No more lines after an open one are looked at: no hand of cards has as many between a doubt and what decides it.
_FARTHEST: Final = 500


class Told(NamedTuple):
    """What a line tells of the cards: from where to where they went, and which it shows to have been in a place.

    Of the cards shown `whole` says that they were all that the place had.
    """

    moved: tuple[tuple[Location, Location, tuple[Card, ...]], ...] = ()
    shown: tuple[tuple[Location, list[Card], bool], ...] = ()


class _Event(NamedTuple):
    """What a line of the hand did to a place: cards that left it, that came by name, and from where others came."""

    at: int
    left: tuple[Card, ...] = ()
    came: tuple[Card, ...] = ()
    unseen: tuple[Location, ...] = ()


@dataclass(slots=True, eq=False, repr=False)
class Hand:
    """The lines of a hand, and what they tell of the cards, for all of them that are open.

    `told` is what each line tells, and `shows` are those, by their place in the hand, that show any cards.
    """

    lines: Sequence[JudgedLine]
    told: Sequence[Told]
    shows: list[int] = field(default_factory=list)
    _events: dict[Location, list[_Event]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for index, told in enumerate(self.told):
            if told.shown:
                self.shows.append(index)
            for source, target, cards in told.moved:
                self._events.setdefault(source, []).append(_Event(index, left=cards))
                named = tuple(card for card in cards if card is not UNSEEN)
                unseen = (source,) * (len(cards) - len(named))
                self._events.setdefault(target, []).append(_Event(index, came=named, unseen=unseen))

    def since(self, place: Location, at: int) -> Since:
        """Return a place of which nothing is known yet that happened from a line on."""
        events = self._events.get(place, [])
        return Since(events, bisect_left(events, at, key=lambda event: event.at))

    def after(self, at: int, *, every: bool) -> Sequence[int]:
        """Return the lines after one that are looked at: those that show cards, or every one of them."""
        end = min(len(self.lines), at + 1 + _FARTHEST)
        return range(at + 1, end) if every else self.shows[bisect_right(self.shows, at) : bisect_left(self.shows, end)]

    def too_far(self, at: int, *, every: bool) -> str:
        """Return a sentence where there are lines after one that would be looked at if they were nearer."""
        last = len(self.lines) - 1 if every or not self.shows else self.shows[-1]
        beyond = last > at + _FARTHEST and (every or bool(self.shows))
        return f"Only the next {_FARTHEST} lines were checked." if beyond else ""


@dataclass(slots=True, eq=False, repr=False)
class Since:
    """What has happened to a place since the open line, and what that tells of it.

    `left` and `came` are the cards, and `unseen` says from where each came that nobody saw; what had left by then has
    been `looked` at. The place had the cards that are `sure`, and no more of those `refused`; of those `seen` besides,
    as many were not there as had `arrived` unseen by then, or fewer. With `whole` it had no others, and so exactly as
    many: or all, where the place was `whole_before` any arrived.
    """

    events: Sequence[_Event]
    taken_in: int
    left: list[Card] = field(default_factory=list)
    came: list[Card] = field(default_factory=list)
    unseen: list[Location] = field(default_factory=list)
    sure: list[Card] = field(default_factory=list)
    refused: set[Card] = field(default_factory=set)
    looked: int = 0
    seen: list[Card] = field(default_factory=list)
    arrived: tuple[Location, ...] = ()
    whole: bool = False
    whole_before: bool = False
    line: int = 0

    def go_on(self, index: int) -> None:
        """Take in what has happened before a line of the hand."""
        while self.taken_in < len(self.events) and (event := self.events[self.taken_in]).at < index:
            self.left += event.left
            self.came += event.came
            self.unseen += event.unseen
            self.taken_in += 1

    def learn(self, place: Location, cards: Sequence[Card], then: Knowledge, *, whole: bool, line: int) -> bool:
        """Conclude from the cards that are here now what was here `then`; tell whether that is anything new."""
        if self.whole and self.arrived:
            return False
        before = len(self.sure), len(self.seen), len(self.arrived), self.whole
        # Only of these can more be seen than before, unless others have come unseen.
        again = len(self.unseen) != len(self.arrived)
        told = dict.fromkeys((*self.left[0 if again else self.looked :], *cards))
        self.looked = len(self.left)
        for card in told:
            sure = self.sure.count(card)
            had = self.left.count(card) + cards.count(card) - self.came.count(card)
            if card is UNSEEN or had <= sure:
                continue
            if self.unseen:
                self.seen += [card] * (had - sure - self.seen.count(card))
            elif card not in self.refused:
                can = len(possible(then, place, [card] * had))
                self.sure += [card] * (can - sure)
                if can < had:
                    self.refused.add(card)
        self.arrived, self.line = tuple(self.unseen), line
        self.whole = self.whole or (whole and UNSEEN not in self.left)
        self.whole_before = self.whole_before or (self.whole and not self.unseen)
        return before != (len(self.sure), len(self.seen), len(self.arrived), self.whole)


class Places(dict[Location, Since]):
    """What has happened to each place that matters between an open line of a hand and another that is looked at."""

    def __init__(self, hand: Hand, at: int) -> None:
        self.hand, self.at, self.now = hand, at, at
        for source, _, cards in hand.told[at].moved:
            self[source].sure += [card for card in cards if card is not UNSEEN]

    def __missing__(self, place: Location) -> Since:
        since = self[place] = self.hand.since(place, self.at)
        since.go_on(self.now)
        return since

    def go_on(self, index: int) -> None:
        """Take in what has happened before a line of the hand."""
        self.now = index
        for since in self.values():
            since.go_on(index)


def told_by(book: Rulebook, judged: JudgedLine) -> Told:
    """Return what a line tells of the cards, for all open lines before it."""
    act, now = judged.line.act, judged.before.known
    moves = () if isinstance(act, Statement) else book.moves_of(judged.before, act)
    moved = tuple((move.source, move.target, tuple(possible(now, move.source, move.cards))) for move in moves)
    shown: dict[Location, list[Card]] = {}
    for move in moves:
        if move.source != OPEN_TABLE:
            shown.setdefault(move.source, []).extend(move.cards)
    if isinstance(act, Statement) and (
        judged.counts or (isinstance(act, Shows) and judged.ruling.verdict is not ILLEGAL)
    ):
        shown.update((place, [*cards]) for place, cards, _ in book.evidence_of(judged.before, act))
    tells = []
    for place, cards in shown.items():
        could = possible(now, place, [card for card in cards if card is not UNSEEN])
        left = judged.after.known.at(place)
        own = now.owner(place) is not None
        if not judged.counts and own:
            could = difference(difference(left.cards, could), could)  # of an act that is void, what was believed
        whole = judged.counts and own and left.fully_known and len(could) == len(cards)
        if whole:
            could += difference(could, left.cards) if isinstance(act, Statement) else left.cards
        if could or whole:
            tells.append((place, could, whole))
    return Told(moved if judged.counts else (), tuple(tells))


def possible(known: Knowledge, place: Location, cards: Sequence[Card]) -> list[Card]:
    """Return those of some cards that can be in a place: the others prove nothing."""
    return [*cards] if place == OPEN_TABLE else known.possible(place, cards)
