"""Folding a record into rulings, with what became of its illegal acts, and with hindsight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.rules.book.answer import Ruling, Verdict
from referee.rules.book.rulebook import Rulebook
from referee.rules.copying import replace
from referee.rules.notation.actions import Aside, Deal, Statement
from referee.rules.reading.hindsight import hindsight
from referee.rules.reading.record import Line, Record
from referee.rules.reading.sheet import Judged, Sheet, starts_hand


def fold(record: Record, *, gathered: bool = False, since: Sheet | None = None) -> Sheet:
    """Judge and apply every line, then look back at what was open.

    `gathered` says that the cards of the last hand have been put together, so that nothing can be shown any more. With
    `since`, a sheet of the same record when it had fewer lines, or others after some line, only the hand in which they
    first differ and those after it are judged anew: hindsight does not look back beyond a deal.
    """
    book = record.book
    done = _unchanged(record, since) if since else []
    table = done[-1].after if done else book.begin(record.seats, record.options, whole=record.whole)
    judged = list(done)
    stood = None
    for line in record.lines[len(done) :]:
        ruling = book.judge(table, line.act)
        if stood is not None and not isinstance(line.act, Aside):
            if ruling.verdict is Verdict.ILLEGAL:
                table, ruling = _otherwise(book, table, stood, line, judged)
            stood = None
        after, counts = _happened(book, table, line, ruling)
        if not counts and _is_doubtful(book, line):
            stood = book.apply(table, line.act) if _can_have_been(book, table, line) else after
        elif stood is not None:
            stood, _ = _happened(book, stood, line, ruling)
        judged.append(Judged(line, ruling, ruling, table, after, counts))
        table = after
    _look_back(book, judged, len(done), gathered)
    return Sheet(record, tuple(judged), table, stood)


def _otherwise(book: Rulebook, void: Any, stood: Any, line: Line, judged: list[Judged]) -> tuple[Any, Ruling]:
    """Return the table and the ruling on an act that would be illegal if the illegal act before it were void.

    It may show that the other stood. If it does not, nobody knows whose turn that one left it to be.
    """
    ruling = book.judge(stood, line.act)
    if ruling.verdict is not Verdict.ILLEGAL:
        last = _last_doubtful(judged)
        judged[last] = replace(judged[last], after=stood, counts=True, shown_by=line.number)
        return stood, ruling
    open_turn = replace(void, turn=None)
    return open_turn, book.judge(open_turn, line.act)


def _happened(book: Rulebook, table: Any, line: Line, ruling: Ruling) -> tuple[Any, bool]:
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


def _is_doubtful(book: Rulebook, line: Line) -> bool:
    """Tell whether what comes next has to show what became of an illegal act: words never stand by themselves."""
    return not (line.taken_back or isinstance(line.act, Aside) or book.grammar.is_spoken(type(line.act)))


def _can_have_been(book: Rulebook, table: Any, line: Line) -> bool:
    """Tell whether an act moves only cards that can have been where it takes them from."""
    return all(
        len(table.known.possible(move.source, move.cards)) == len(move.cards)
        for move in book.moves_of(table, line.act)
        if isinstance(move.source, int)
    )


def _last_doubtful(judged: Sequence[Judged]) -> int:
    """Return the place of the last illegal act of which nobody has said whether it stands."""
    acts = (at for at in range(len(judged) - 1, -1, -1) if not isinstance(judged[at].line.act, Aside))
    return next(at for at in acts if not judged[at].counts and not judged[at].line.taken_back)


def _unchanged(record: Record, since: Sheet) -> list[Judged]:
    """Return the entries of whole hands at the beginning of a record that are as they were."""
    same = 0
    for line, entry in zip(record.lines, since.entries, strict=False):
        if line is not entry.line and line != entry.line:
            break
        same += 1
    # The hand in which the first change comes is judged anew, and so is one of which the last act was in doubt. A new
    # deal changes the hand before it: what was open there lapses.
    start = same
    while start:
        start = next((at for at in range(start - 1, 0, -1) if starts_hand(record.lines[at])), 0)
        if start and since.entries[start - 1].counts:
            break
    return list(since.entries[:start])


def _look_back(book: Rulebook, judged: list[Judged], start: int, gathered: bool) -> None:
    ends = [at for at in range(start, len(judged)) if starts_hand(judged[at].line)]
    for at in range(start, len(judged)):
        entry = judged[at]
        if entry.ruling.verdict is not Verdict.OPEN:
            continue
        end = next((end for end in ends if end > at), None)
        ruling = hindsight(book, judged[at : len(judged) if end is None else end])
        if ruling.verdict is Verdict.OPEN and (gathered or end is not None):
            reason = f"{ruling.reason} It was not decided before the cards were gathered."
            ruling = replace(ruling, reason=reason, word="lapsed")
        judged[at] = replace(entry, ruling=ruling)
