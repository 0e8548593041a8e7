"""Replaying a record: ruling on every line, deciding which illegal acts stood, and judging open lines in hindsight."""

from __future__ import annotations

import re
from itertools import pairwise, zip_longest

from referee.cards.immutable import replace
from referee.rules.book.answer import ILLEGAL, OPEN
from referee.rules.book.ledger import LedgerItem
from referee.rules.book.rulebook import Rulebook
from referee.rules.notation.actions import Deal
from referee.rules.records.branches import judge_line
from referee.rules.records.interchangeable import apply_hindsight
from referee.rules.records.record import Record
from referee.rules.records.report import JudgedLine, Report, starts_hand
from referee.rules.records.scenarios import Scenarios, first_scenarios, last_doubtful_index


def replay(record: Record, *, cards_gathered: bool = False, earlier_report: Report | None = None) -> Report:
    """Return the report on a record, with a ruling on every line.

    `cards_gathered` says that the last hand's cards are gathered, so nothing more can be shown. `earlier_report` covers
    a record with fewer or other lines. Then only hands from the first difference on are judged again, with earlier
    hands that are still ambiguous.
    """
    book = record.book
    judged = _unchanged_entries(record, earlier_report) if earlier_report else []
    start = len(judged)
    table = (
        judged[-1].after if judged else book.begin(record.seats.with_marks, record.options, complete=record.complete)
    )
    scenarios: Scenarios | None = None
    # Scenarios of which only one was kept: its lines are in `judged` from `branch_start` on, with all later ones.
    earlier: Scenarios | None = None
    branch_start = start
    unnoticed_end = book.functions.get("unnoticed_end")
    for line, following in zip_longest(record.lines[start:], record.lines[start + 1 :]):
        dealt_again = (
            isinstance(line.act, Deal) and following is not None and starts_hand(line) and starts_hand(following)
        )
        if scenarios is not None:
            scenarios.judge(book, line, dealt_again=dealt_again)
        else:
            entry = judge_line(book, table, line, book.judge(table, line.act), dealt_again=dealt_again)
            if entry.ruling.verdict is ILLEGAL or (unnoticed_end and unnoticed_end(table, line.act) is not None):
                if earlier is not None:
                    scenarios = earlier
                    scenarios.add_judged(judged[branch_start + len(scenarios.lines) :])
                    scenarios.branch_on(book, [entry], dealt_again=dealt_again)
                else:
                    branch_start = last_doubtful_index(book, judged, line)
                    scenarios = first_scenarios(book, judged[branch_start:], entry)
            if scenarios is not None:
                del judged[branch_start:]
            else:
                judged.append(entry)
                table = entry.after
        if scenarios is not None and scenarios.is_single:
            judged += scenarios.judged_lines()
            table, earlier, scenarios = scenarios.table, scenarios, None
        if earlier is not None and starts_hand(line):
            earlier = None
    if scenarios is not None:
        judged += scenarios.judged_lines()
        table = scenarios.table
    _look_back(book, judged, start, cards_gathered, complete=record.complete)
    return Report(record, tuple(judged), table)


def _in_past_tense(reason: str) -> str:
    """Return the reason of a doubt in the past tense, for a finished hand."""
    if match := re.fullmatch(r"Open until (.+?) (is|are) (\w+)(.*)", reason):
        subject, verb, participle, ending = match.groups()
        return f"{subject[0].upper()}{subject[1:]} {'was' if verb == 'is' else 'were'} never {participle}{ending}"
    return re.sub(r"[;:,] (open until|ask) .*", ".", reason)


def _unchanged_entries(record: Record, earlier_report: Report) -> list[JudgedLine]:
    """Return the entries of the first hands of a record that are complete and unchanged since a report."""
    unchanged_count = 0
    for line, entry in zip(record.lines, earlier_report.entries, strict=False):
        if line is not entry.line and line != entry.line:
            break
        unchanged_count += 1
    # The hand of the first change is judged anew. A new deal changes the hand before it: its open lines lapse, and
    # its scenario is settled.
    hands = (index for index in range(unchanged_count - 1, 0, -1) if starts_hand(record.lines[index]))
    start = next((index for index in hands if not earlier_report.entries[index].unsettled), 0)
    return list(earlier_report.entries[:start])


def _look_back(book: Rulebook, entries: list[JudgedLine], start: int, gathered: bool, *, complete: bool) -> None:
    """Judge open lines again, hand by hand, from `start` on. A record that is not `complete` gets no more lines."""
    deals = [index for index in range(start + 1, len(entries)) if starts_hand(entries[index].line)]
    settled_items: set[LedgerItem] = set()
    for first, end in pairwise([start, *deals, len(entries)]):
        doubtful = [index for index in range(first, end) if entries[index].ruling.verdict is OPEN]
        if not doubtful:
            continue
        lines = entries[doubtful[0] : end]
        is_over = gathered or end < len(entries)
        results = apply_hindsight(book, lines, [index - doubtful[0] for index in doubtful])
        for index, (ruling, decided_by, limit_note) in zip(doubtful, results, strict=True):
            if ruling.verdict is OPEN and (is_over or not complete):
                lapsed = book.lapse(entries[index].before, entries[end - 1].after, entries[index].line.act)
                if lapsed is not None:
                    ruling, decided_by = lapsed, entries[end].line.number if end < len(entries) else 0
            limit_note = limit_note or "Not decided in time: it stands." * is_over
            if ruling.verdict is OPEN and limit_note:
                word, reason = ("lapsed", _in_past_tense(ruling.reason)) if is_over else (ruling.word, ruling.reason)
                ruling = replace(ruling, reason=f"{reason} {limit_note}", word=word)
            entry = entries[index]
            turned_by = 0 if ruling.verdict is entry.at_first.verdict else decided_by or entry.turned_by
            after = entry.after
            if turned_by and ruling.verdict is ILLEGAL:
                ruling = ruling.without_due()
                settled_items = settled_items or {*entries[-1].after.items}
                if settled_items.isdisjoint(entry.items):  # a later line undid what this one settled
                    after = replace(after, items=entry.before.items)
            entries[index] = replace(entry, ruling=ruling, turned_by=turned_by, after=after)
