"""Join consecutive hands of the same players into one record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from referee.games.parts.betting.stakes import Blinds, HasChips
from referee.rules import JudgedLine, Record, Report, Verdict, replace, replay
from referee.rules.notation.line_words import PlayerNames
from referee.rules.records.record_reader import read_lines

_MOST_TABLES: Final = 12
"""The number of tables whose hands may alternate in a file."""


def join_hands(hands: Iterable[Record]) -> Iterator[Record]:
    """Yield records of hands in playing order, with the hands of a table joined.

    Hands of several tables may alternate: a hand joins the latest of `_MOST_TABLES` records that it can follow.
    """
    sheets: list[Report] = []
    for hand in hands:
        for index in reversed(range(len(sheets))):
            if (report := append_hand(sheets[index], hand)) is not None:
                sheets[index] = report
                break
        else:
            sheets.append(replay(hand))
        if len(sheets) > _MOST_TABLES:
            yield sheets.pop(0).record
    yield from (sheet.record for sheet in sheets)


def append_hand(sheet: Report, hand: Record) -> Report | None:
    """Return the report on a record with one more hand, or None if it cannot be the table's next hand.

    The next hand has some of the same players in the same order, each with at least their remaining chips. It has
    another dealer, and the same house rules and chips. Players with chips who are not in the hand sit out.
    """
    record, table = sheet.record, sheet.table
    is_same_game = (record.options, record.chip, record.played_on) == (hand.options, hand.chip, hand.played_on)
    names = {name: seat for seat, name in enumerate(record.seats.names)}
    if not is_same_game or not table.hand.is_settled or any(name not in names for name in hand.seats.names):
        return None
    seats = [names[name] for name in hand.seats.names]
    first = seats.index(min(seats))
    if [*seats[first:], *seats[:first]] != sorted(seats):
        return None
    rows: list[str] = []
    for seat, name in enumerate(record.seats.names):
        if seat in seats and seat in table.chips.sitting_out:
            rows.append(f"{name} sits in")
        elif seat not in seats and seat not in table.chips.sitting_out and table.chips.stacks[seat] != 0:
            rows.append(f"{name} sits out")
    for line in hand.lines:
        act = line.act
        if isinstance(act, HasChips) and (stack := table.chips.stacks[seats[act.seat]]) is not None:
            if act.amount < stack:
                return None
            if act.amount > stack:
                rows.append(f"{hand.seats.name(act.seat)} buys in for {act.amount - stack}")
        elif not isinstance(act, Blinds) or (act.small, act.big) != table.chips.blinds:
            rows.append(f"{line.text}{line.remark}")
    return _append_rows(sheet, rows, hand)


def _append_rows(sheet: Report, rows: list[str], hand: Record) -> Report | None:
    record = sheet.record
    numbered = enumerate(rows, record.lines[-1].number + 1)
    lines = read_lines(numbered, record.book, record.options, PlayerNames(list(record.seats.names)), [])
    report = replay(replace(record, lines=(*record.lines, *lines)), earlier_report=sheet)
    new_entries = report.entries[len(record.lines) :]
    # Acts illegal within the hand stood there; any further ones show that a hand is missing in between.
    if len(lines) < len(rows) or sum(_is_wrong(entry) for entry in new_entries) > sum(
        map(_is_wrong, replay(hand).entries)
    ):
        return None
    return report


def _is_wrong(entry: JudgedLine) -> bool:
    return entry.ruling.verdict is Verdict.ILLEGAL
