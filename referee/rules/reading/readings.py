"""The ways in which a hand can be read whose record has illegal acts, and which of them has the fewest faults.

Nobody may have noticed an illegal act, and play may have gone on from it; or it was put right at once and nobody wrote
that down. What follows shows which. So from an illegal act on the hand is read both ways: without it and with it. Each
later line is judged in every reading, and a line that is illegal in one counts as a fault there. The reading with the
fewest faults is the one that is believed, for as long as it has the fewest. A deal ends it, but for games in which the
deal depends on the hands before (`Rulebook.deals_depend`): what is dealt may show there how a hand ended.

An act that was open may have been put right too, before anybody could tell that it was wrong: its player acts again,
and so shows the card that convicts it. From there on the hand is read that way as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from referee.rules.book.answer import ILLEGAL, OPEN, Ruling
from referee.rules.book.other_package import GameFailed
from referee.rules.book.rulebook import Rulebook
from referee.rules.copying import replace
from referee.rules.notation.actions import Aside, Claim, Deal, Statement
from referee.rules.reading.alike import looked_back_on
from referee.rules.reading.record import Line
from referee.rules.reading.sheet import Judged, starts_hand

# More readings than these are not kept side by side, and none with more faults than the best has and one.
_MOST: Final = 8
_MARGIN: Final = 1
# Twice as many are kept where an act may stand in several ways or the next hand can show which of them is right, and
# there those with a few faults more.
_MARGIN_BEYOND_DEALS: Final = 3
# So many lines that did not count may lie between an act and the one that puts it right.
_BETWEEN: Final = 8


@dataclass(slots=True, eq=False, repr=False)
class _Entries:
    """The entries of a reading since the first illegal act, the last of them and those before it."""

    last: Judged
    rest: _Entries | None


@dataclass(slots=True, eq=False, repr=False)
class _Reading:
    """A hand as it may have been: the table, how many lines are illegal so, and how many illegal acts stand.

    What was illegal and put right is counted apart, in `undone`, and so are two kinds of faults: `findings`, as of two
    readings with as many faults that is better in which the cards can be where they are said to be, and acts out of
    turn for which somebody was `skipped`, as players notice that sooner than anything else.
    """

    table: Any
    entries: _Entries | None = None
    faults: int = 0
    stood: int = 0
    undone: int = 0
    findings: int = 0
    skipped: int = 0

    def and_then(self, entry: Judged, convicts: int = 0, *, stands: bool = False) -> _Reading:
        """Return the reading with one line more, which may convict others before it."""
        faults = self.faults + _is_fault(entry) + convicts
        undone = self.undone + _is_undone(entry)
        findings = self.findings + (entry.ruling.word == "finding" and _is_fault(entry))
        skipped = self.skipped + (stands and entry.before.turn not in (None, entry.line.act.seat))
        entries = _Entries(entry, self.entries)
        return _Reading(entry.after, entries, faults, self.stood + stands, undone, findings, skipped)


@dataclass(slots=True, eq=False, repr=False)
class _Told:
    """What was said of a line at first; since which line it is read otherwise, and since which it stands."""

    at_first: Ruling
    turned_by: int = 0
    shown_by: int = 0


@dataclass(slots=True, eq=False, repr=False)
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

    def go_on(self, book: Rulebook, line: Line, *, dealt_again: bool = False) -> None:
        """Judge a line in each reading, and keep the best of those that come of it."""
        entries = []
        for reading in self.kept:
            ruling = book.judge(reading.table, line.act)
            entries.append(happened(book, reading.table, line, ruling, dealt_again=dealt_again))
        self.take_in(book, entries)

    def take_in(self, book: Rulebook, entries: Sequence[Judged]) -> None:
        """Keep the best of the readings that come of a line, whose entry in each there is."""
        before, line = self.kept[0], entries[0].line
        going, branched = [], []
        for reading, entry in zip(self.kept, entries, strict=True):
            convicts = 0
            if entry.ruling.verdict is ILLEGAL and (corrects := as_if_it_corrected(book, reading, entry)):
                convicts = 1
                branched.append(corrects)
            going.append(reading.and_then(entry, convicts))
            branched += [reading.and_then(stood, convicts, stands=True) for stood in as_if_it_stood(book, entry)]
            if (overlooked := as_if_overlooked(book, reading.table, line)) is not None:
                branched.append(reading.and_then(overlooked))
                branched += [reading.and_then(each, stands=True) for each in as_if_it_stood(book, overlooked)]
            if entry.ruling.verdict is ILLEGAL and (went_on := as_if_withdrawn(book, reading, entry)):
                branched.append(went_on)
        going += branched
        going.sort(key=lambda each: (each.faults, each.findings, each.skipped, each.stood, each.undone))
        deals = starts_hand(line)
        if deals and not book.deals_depend:
            del going[1:]
        most = 2 * _MOST if book.has_several_ways or book.deals_depend else _MOST
        margin = _MARGIN_BEYOND_DEALS if book.deals_depend else _MARGIN
        self.kept = _worth_keeping(going, most, margin, settled=deals)
        if deals and not self.one:
            for reading in self.kept:
                assert reading.entries is not None
                reading.entries.last.unsettled = True
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
            if entry.ruling.verdict is ILLEGAL and (told.turned_by or told.shown_by):
                entry.ruling = entry.ruling.in_the_past()
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


def happened(book: Rulebook, table: Any, line: Line, ruling: Ruling, *, dealt_again: bool = False) -> Judged:
    """Return the entry of a line with a ruling, as nobody let an illegal act stand that is not said to.

    A deal by the wrong player counts, unless the cards are `dealt_again` on the next line.
    """
    try:
        if ruling.verdict is OPEN and line.taken_back:
            ruling = book.lapse(table, table, line.act) or ruling  # nothing that follows makes it right
        if ruling.verdict is not ILLEGAL and not line.taken_back:
            return Judged(line, ruling, ruling, table, book.apply(table, line.act))
        after, counts = _after(book, table, line, ruling, dealt_again=dealt_again)
    except GameFailed as failed:
        reason = f"{failed}. The line is kept and has no effect."
        ruling = replace(ruling, verdict=OPEN, reason=reason, word="", on=())
        after, counts = table, False
    return Judged(line, ruling, ruling, table, after, counts)


def as_if_it_stood(book: Rulebook, entry: Judged) -> list[Judged]:
    """Return the entries of an illegal act as if it stood; none where it cannot stand or that makes no difference."""
    line, table = entry.line, entry.before
    if entry.counts or entry.ruling.verdict is not ILLEGAL or line.taken_back:
        return []
    if isinstance(line.act, Aside | Deal):
        return []
    try:
        if _never_stands(book, entry) or not _can_have_been(book, table, line):
            return []
        ways = [after for after in book.let_stand(table, line.act) if after != entry.after]
    except GameFailed:
        return []
    return [Judged(line, entry.ruling, entry.ruling, table, after) for after in ways]


def as_if_overlooked(book: Rulebook, table: Any, line: Line) -> Judged | None:
    """Return the entry of an act as if it was done with what nobody had noticed to be over; else None."""
    before = None if line.taken_back else book.overlooked(table, line.act)
    return None if before is None else happened(book, before, line, book.judge(before, line.act))


def as_if_withdrawn(book: Rulebook, reading: _Reading, entry: Judged) -> _Reading | None:
    """Return the reading in which the last act that counted was withdrawn, as an illegal one goes on without it, or
    None.
    """
    line = entry.line
    if line.taken_back or line.stands or not book.can_withdraw:
        return None
    since, entries = _since_the_last_that_counts(reading)
    if entries is None or entries.last.line.stands:
        return None
    last = entries.last
    if (ruling := book.withdrawn(last.before, last.line.act, line.act)) is None:
        return None
    table = book.take_back(last.before, last.line.act)
    faults = reading.faults - sum(map(_is_fault, (last, *since)))
    undone = reading.undone - sum(map(_is_undone, since))
    found = _Reading(last.before, entries.rest, faults, reading.stood, undone, reading.findings, reading.skipped)
    found = found.and_then(replace(last, ruling=ruling, after=table, counts=False))
    for again in (*(each.line for each in since), line):
        found = found.and_then(happened(book, found.table, again, book.judge(found.table, again.act)))
    return found


def as_if_it_corrected(book: Rulebook, reading: _Reading, entry: Judged) -> _Reading | None:
    """Return the reading in which an illegal act is right, as it took the place of its player's last one, or None.

    The last one was open, nothing has counted since, and the new act shows that it was wrong.
    """
    line = entry.line
    if line.taken_back or line.stands or isinstance(line.act, Aside):
        return None
    since, entries = _since_the_last_that_counts(reading)
    if entries is None or entries.last.ruling.verdict is not OPEN:
        return None
    doubt = entries.last
    if doubt.line.act.seat != line.act.seat:
        return None
    table = book.void(doubt.before, doubt.line.act)
    hand = [replace(doubt, after=table, counts=False)]
    # What was illegal between the two may have been so only because the turn had passed.
    wrong = [0]
    for again in (*(each.line for each in since), line):
        judged = happened(book, table, again, book.judge(table, again.act))
        if judged.counts and again is not line and judged.ruling.verdict is OPEN:
            # It was done once more, and put right with the first.
            wrong.append(len(hand))
            judged = replace(judged, after=book.void(table, again.act), counts=False)
        hand.append(judged)
        table = judged.after
    if hand[-1].ruling.verdict is ILLEGAL:
        return None
    if any(each.ruling.verdict is not ILLEGAL for each in looked_back_on(book, hand, wrong)):
        return None
    faults = reading.faults - sum(map(_is_fault, since)) + len(wrong)
    undone = reading.undone - sum(map(_is_undone, since))
    found = _Reading(doubt.before, entries.rest, faults, reading.stood, undone)
    for each in hand:
        found = found.and_then(each)
    return found


def first_readings(book: Rulebook, since: Sequence[Judged], entry: Judged) -> Readings | None:
    """Return the readings of a hand from the first act on that may have been another, or None where there is only one.

    `since` are the lines before it from the last act that was open, when nobody has acted since.
    """
    start = _Reading(since[0].before if since else entry.before)
    for each in since:
        start = start.and_then(each)
    readings = Readings([start], [_Told(each.ruling) for each in since])
    readings.take_in(book, [entry])
    return None if readings.one else readings


def last_doubt(book: Rulebook, judged: Sequence[Judged], line: Line) -> int:
    """Return the place of the last line that counts, if it is not far back and is open, or a line may show that it was
    withdrawn, or else of the next line.
    """
    for at in range(len(judged) - 1, max(-1, len(judged) - 2 - _BETWEEN), -1):
        last = judged[at]
        if last.counts:
            doubtful = last.ruling.verdict is OPEN or book.withdrawn(last.before, last.line.act, line.act) is not None
            return at if doubtful else len(judged)
    return len(judged)


def _since_the_last_that_counts(reading: _Reading) -> tuple[list[Judged], _Entries | None]:
    """Return the entries of a reading since the last that counts, and those up to it; None if that is far back."""
    since: list[Judged] = []
    entries = reading.entries
    while entries is not None and not entries.last.counts and len(since) < _BETWEEN:
        since.insert(0, entries.last)
        entries = entries.rest
    return since, entries if entries is not None and entries.last.counts else None


def _after(book: Rulebook, table: Any, line: Line, ruling: Ruling, *, dealt_again: bool) -> tuple[Any, bool]:
    """Return the table after a line that is illegal, or was taken back, and whether the line changed it."""
    if line.taken_back:
        return book.take_back(table, line.act), False
    if line.stands:
        return book.apply(table, line.act), True
    if isinstance(line.act, Deal) and not (dealt_again and ruling.word != "finding"):
        return book.apply(table, line.act), True  # right or wrong, the cards are dealt
    # What cannot be so is not believed; what should not have been shown is seen all the same.
    if isinstance(line.act, Aside) and ruling.word == "finding":
        return table, False
    if isinstance(line.act, Statement):
        return book.apply(table, line.act), True
    if ruling.word == "finding":
        return book.apply(table, line.act), True  # nobody did anything wrong
    return book.void(table, line.act), False


def _is_fault(entry: Judged) -> bool:
    """Tell whether a line counts against a reading; what somebody claims tells nothing of what was done."""
    if isinstance(entry.line.act, Claim):
        return False
    return entry.ruling.verdict is ILLEGAL and not entry.line.taken_back and not entry.line.stands


def _is_undone(entry: Judged) -> bool:
    """Tell whether a line was illegal and put right."""
    return entry.ruling.verdict is ILLEGAL and entry.line.taken_back


def _never_stands(book: Rulebook, entry: Judged) -> bool:
    """Tell whether an illegal act is only spoken, or breaks a clause that the book says nothing stands against."""
    act, table = entry.line.act, entry.before
    if book.grammar.is_spoken(type(act)) or entry.ruling.clause.never_stands:
        return True
    asked = (clause.test(table, act) for clause in book.asked_about(type(act), table.options) if clause.never_stands)
    return any(answer is not None and answer.verdict is ILLEGAL for answer in asked)


def _can_have_been(book: Rulebook, table: Any, line: Line) -> bool:
    """Tell whether an act moves only cards that can have been where it takes them from."""
    return all(
        len(table.known.possible(move.source, move.cards)) == len(move.cards)
        for move in book.moves_of(table, line.act)
        if isinstance(move.source, int)
    )


def _is_let_stand(entry: Judged) -> bool:
    """Tell whether an illegal act counts that nobody said stands: only a reading has it so."""
    if not entry.counts or entry.ruling.verdict is not ILLEGAL or entry.ruling.word == "finding":
        return False
    return not entry.line.stands and not isinstance(entry.line.act, Aside | Deal)


def _worth_keeping(readings: list[_Reading], most: int, margin: int, *, settled: bool) -> list[_Reading]:
    """Return at `most` so many of some readings, the best first: those that come to different tables.

    None has more faults than the best by more than the `margin`. When a hand is `settled`, it makes no difference by
    which lines.
    """
    kept: list[_Reading] = []
    tables: list[Any] = []
    for reading in readings:
        if len(kept) == most or reading.faults > readings[0].faults + margin:
            break
        table = replace(reading.table, items=()) if settled and len(readings) > 1 else reading.table
        if table not in tables:
            kept.append(reading)
            tables.append(table)
    return kept
