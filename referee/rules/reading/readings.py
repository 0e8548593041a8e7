"""The ways in which a hand can be read whose record has illegal acts, and which of them has the fewest faults.

Nobody may have noticed an illegal act, and play may have gone on from it; or it was put right at once and nobody wrote
that down. What follows shows which. So from an illegal act on the hand is read both ways: without it and with it. Each
later line is judged in every reading, and a line that is illegal in one counts as a fault there. The reading with the
fewest faults is the one that is believed, for as long as it has the fewest. A deal ends it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from referee.rules.book.answer import Ruling, Verdict
from referee.rules.book.other_package import GameFailed
from referee.rules.book.rulebook import Rulebook
from referee.rules.copying import replace
from referee.rules.notation.actions import Aside, Deal, Statement
from referee.rules.reading.record import Line
from referee.rules.reading.sheet import Judged

# More readings than these are not kept side by side, and none with more faults than the best has and one.
_MOST: Final = 8
_MARGIN: Final = 1


@dataclass(slots=True)
class _Entries:
    """The entries of a reading since the first illegal act, the last of them and those before it."""

    last: Judged
    rest: _Entries | None


@dataclass(slots=True)
class _Reading:
    """A hand as it may have been: the table, how many lines are illegal so, and how many illegal acts stand."""

    table: Any
    entries: _Entries | None = None
    faults: int = 0
    stood: int = 0

    def and_then(self, entry: Judged, *, stands: bool = False) -> _Reading:
        """Return the reading with one line more."""
        fault = entry.ruling.verdict is Verdict.ILLEGAL and not entry.line.taken_back and not entry.line.stands
        return _Reading(entry.after, _Entries(entry, self.entries), self.faults + fault, self.stood + stands)


@dataclass(slots=True)
class _Told:
    """What was said of a line at first; since which line it is read otherwise, and since which it stands."""

    at_first: Ruling
    turned_by: int = 0
    shown_by: int = 0


@dataclass(slots=True)
class Readings:
    """The readings of a hand that are kept, the best first; each line is `told` as the best had it at the time."""

    kept: list[_Reading]
    told: list[_Told] = field(default_factory=list)

    @property
    def one(self) -> bool:
        """Whether there is no second way to read the hand any more."""
        return len(self.kept) == 1

    @property
    def table(self) -> Any:
        """The table in the best reading."""
        return self.kept[0].table

    def go_on(self, book: Rulebook, line: Line) -> None:
        """Judge a line in each reading, and keep the best of those that come of it."""
        before = self.kept[0]
        going, branched = [], []
        for reading in self.kept:
            ruling = book.judge(reading.table, line.act)
            entry = happened(book, reading.table, line, ruling)
            going.append(reading.and_then(entry))
            if (stood := as_if_it_stood(book, entry)) is not None:
                branched.append(reading.and_then(stood, stands=True))
        going += branched
        going.sort(key=lambda each: (each.faults, each.stood))
        if isinstance(line.act, Deal) and not line.taken_back:
            del going[1:]
        self.kept = _worth_keeping(going)
        best = self.kept[0].entries
        assert best is not None
        self.told.append(_Told(best.last.ruling))
        if best.rest is not before.entries:
            self._turn(best, before.entries, line.number)

    def read(self) -> Iterator[Judged]:
        """Yield the lines in the best reading, the first of them first."""
        entries = self.kept[0].entries
        found = []
        for told in reversed(self.told):
            assert entries is not None
            entry, entries = entries.last, entries.rest
            entry.at_first, entry.turned_by, entry.shown_by = told.at_first, told.turned_by, told.shown_by
            found.append(entry)
        return reversed(found)

    def _turn(self, best: _Entries, before: _Entries | None, number: int) -> None:
        """Note which lines the best reading has otherwise than the one that was the best before a line."""
        now = best.rest
        for told in reversed(self.told[:-1]):
            if now is before:
                break
            assert now is not None
            assert before is not None
            new, old = now.last, before.last
            if new is not old:
                same = new.ruling.verdict is told.at_first.verdict
                told.turned_by = 0 if same else told.turned_by or number
                told.shown_by = (told.shown_by or number) if _is_let_stand(new) else 0
            now, before = now.rest, before.rest


def happened(book: Rulebook, table: Any, line: Line, ruling: Ruling) -> Judged:
    """Return the entry of a line with a ruling, as nobody let an illegal act stand that is not said to."""
    try:
        after, counts = _after(book, table, line, ruling)
    except GameFailed as failed:
        reason = f"{failed}: the line is kept, and nothing came of it."
        ruling = replace(ruling, verdict=Verdict.OPEN, reason=reason, word="", on=())
        after, counts = table, False
    return Judged(line, ruling, ruling, table, after, counts)


def as_if_it_stood(book: Rulebook, entry: Judged) -> Judged | None:
    """Return the entry of an illegal act as if it stood, or None where it cannot stand or that makes no difference."""
    line, table = entry.line, entry.before
    if entry.counts or entry.ruling.verdict is not Verdict.ILLEGAL or line.taken_back or isinstance(line.act, Aside):
        return None
    try:
        if book.grammar.is_spoken(type(line.act)) or not _can_have_been(book, table, line):
            return None
        after = book.apply(table, line.act)
    except GameFailed:
        return None
    return None if after == entry.after else Judged(line, entry.ruling, entry.ruling, table, after)


def first_readings(entry: Judged, stood: Judged) -> Readings:
    """Return the two readings of a hand from its first illegal act on."""
    start = _Reading(entry.before)
    return Readings([start.and_then(entry), start.and_then(stood, stands=True)], [_Told(entry.ruling)])


def _after(book: Rulebook, table: Any, line: Line, ruling: Ruling) -> tuple[Any, bool]:
    """Return the table after a line, and whether the line changed it."""
    if line.taken_back:
        return book.leave_behind(table, line.act), False
    if ruling.verdict is not Verdict.ILLEGAL or line.stands:
        return book.apply(table, line.act), True
    if isinstance(line.act, Deal):
        return book.apply(table, line.act), True  # right or wrong, the cards are dealt
    # What cannot be so is not believed; what should not have been shown is seen all the same.
    if isinstance(line.act, Aside) and ruling.word == "finding":
        return table, False
    if isinstance(line.act, Statement):
        return book.apply(table, line.act), True
    if ruling.word == "finding":
        return book.apply(table, line.act), True  # nobody did anything wrong
    return book.void(table, line.act), False


def _can_have_been(book: Rulebook, table: Any, line: Line) -> bool:
    """Tell whether an act moves only cards that can have been where it takes them from."""
    return all(
        len(table.known.possible(move.source, move.cards)) == len(move.cards)
        for move in book.moves_of(table, line.act)
        if isinstance(move.source, int)
    )


def _is_let_stand(entry: Judged) -> bool:
    """Tell whether an illegal act counts that nobody said stands: only a reading has it so."""
    if not entry.counts or entry.ruling.verdict is not Verdict.ILLEGAL or entry.ruling.word == "finding":
        return False
    return not entry.line.stands and not isinstance(entry.line.act, Aside | Deal)


def _worth_keeping(readings: list[_Reading]) -> list[_Reading]:
    """Return of some readings, the best first, those with few faults that come to different tables."""
    kept: list[_Reading] = []
    for reading in readings:
        if len(kept) == _MOST or reading.faults > readings[0].faults + _MARGIN:
            break
        if all(reading.table != better.table for better in kept):
            kept.append(reading)
    return kept
