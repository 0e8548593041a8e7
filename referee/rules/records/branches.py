"""Branches of a scenario: the ways in which a hand may continue after a line.

An illegal act may have stood unnoticed, or have been corrected at once. It may belong to a hand or round that was
already over. It may replace an earlier act, or show that one was withdrawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from referee.cards.immutable import replace
from referee.rules.book.answer import ILLEGAL, OPEN, Ruling
from referee.rules.book.plugin_guard import GameFailed
from referee.rules.book.rulebook import Rulebook
from referee.rules.notation.actions import Claim, Deal, NonMove, Statement
from referee.rules.records.interchangeable import apply_hindsight
from referee.rules.records.record import Line
from referee.rules.records.report import JudgedLine

# The most lines that do not count between an act and the one that puts it right.
MOST_LINES_BETWEEN: Final = 8


@dataclass(slots=True, eq=False, repr=False)
class Entries:
    """A linked list of a scenario's entries since the first illegal act: the last entry, then the list before it."""

    last: JudgedLine
    previous: Entries | None


@dataclass(slots=True, eq=False, repr=False)
class Scenario:
    """One possible course of a hand, with its table and what counts against it.

    `faults` counts the illegal lines, `acts_let_stand` the illegal acts that stand, and `acts_put_right` the corrected
    ones. Of two scenarios with equal faults, the one with fewer `findings` is better, because its cards fit their
    stated locations. `skipped_turns` counts acts out of turn that stand; players notice these soonest.
    """

    table: Any
    entries: Entries | None = None
    faults: int = 0
    acts_let_stand: int = 0
    acts_put_right: int = 0
    findings: int = 0
    skipped_turns: int = 0

    def with_entry(self, entry: JudgedLine, fault_count: int = 0, *, is_let_stand: bool = False) -> Scenario:
        """Return the scenario with one more entry, which may show that `fault_count` earlier lines are illegal."""
        faults = self.faults + is_fault(entry) + fault_count
        put_right_count = self.acts_put_right + _is_put_right(entry)
        findings = self.findings + (entry.ruling.word == "finding" and is_fault(entry))
        skipped_count = self.skipped_turns + (is_let_stand and entry.before.turn not in (None, entry.line.act.seat))
        entries = Entries(entry, self.entries)
        return Scenario(
            entry.after, entries, faults, self.acts_let_stand + is_let_stand, put_right_count, findings, skipped_count
        )


def judge_in_each(book: Rulebook, scenarios: Sequence[Scenario], line: Line, *, dealt_again: bool) -> list[JudgedLine]:
    """Return the entry of a line in each scenario."""
    tables = [scenario.table for scenario in scenarios]
    return [judge_line(book, table, line, book.judge(table, line.act), dealt_again=dealt_again) for table in tables]


def branch(book: Rulebook, scenarios: Sequence[Scenario], entries: Sequence[JudgedLine]) -> list[Scenario]:
    """Return the scenarios after a line, given its entry in each earlier scenario."""
    single_scenarios, branched = [], []
    for scenario, entry in zip(scenarios, entries, strict=True):
        line, convicts = entry.line, 0
        if entry.ruling.verdict is ILLEGAL and (corrects := scenario_if_corrected(book, scenario, entry)):
            convicts = 1
            branched.append(corrects)
        single_scenarios.append(scenario.with_entry(entry, convicts))
        branched += [
            scenario.with_entry(entry_if_stood, convicts, is_let_stand=True)
            for entry_if_stood in entries_if_stood(book, entry)
        ]
        if (unnoticed_entry := entry_if_end_unnoticed(book, scenario.table, line)) is not None:
            branched.append(scenario.with_entry(unnoticed_entry))
            branched += [
                scenario.with_entry(entry_if_stood, is_let_stand=True)
                for entry_if_stood in entries_if_stood(book, unnoticed_entry)
            ]
        if entry.ruling.verdict is ILLEGAL and (continued_scenario := scenario_if_withdrawn(book, scenario, entry)):
            branched.append(continued_scenario)
    return single_scenarios + branched


def judge_line(book: Rulebook, table: Any, line: Line, ruling: Ruling, *, dealt_again: bool = False) -> JudgedLine:
    """Return the entry of a line with its ruling.

    An illegal act is void unless its line says that it stands. A deal by the wrong player counts, unless the next line
    deals again.
    """
    try:
        if ruling.verdict is OPEN and line.taken_back:
            ruling = book.lapse(table, table, line.act) or ruling  # nothing that follows makes it right
        if ruling.verdict is not ILLEGAL and not line.taken_back:
            return JudgedLine(line, ruling, ruling, table, book.apply(table, line.act))
        after, counts = _table_after(book, table, line, ruling, dealt_again=dealt_again)
    except GameFailed as error:
        reason = f"{error}. The line is kept and has no effect."
        ruling = replace(ruling, verdict=OPEN, reason=reason, word="", depends_on=())
        after, counts = table, False
    return JudgedLine(line, ruling, ruling, table, after, counts)


def entries_if_stood(book: Rulebook, entry: JudgedLine) -> list[JudgedLine]:
    """Return the possible entries of an illegal act that stood. There are none if it cannot stand or would change
    nothing.
    """
    line, table = entry.line, entry.before
    if entry.counts or entry.ruling.verdict is not ILLEGAL or line.taken_back:
        return []
    if isinstance(line.act, NonMove | Deal):
        return []
    try:
        if _never_stands(book, entry) or not _is_possible(book, table, line):
            return []
        ways = [after for after in book.outcomes_if_it_stands(table, line.act) if after != entry.after]
    except GameFailed:
        return []
    return [JudgedLine(line, entry.ruling, entry.ruling, table, after) for after in ways]


def entry_if_end_unnoticed(book: Rulebook, table: Any, line: Line) -> JudgedLine | None:
    """Return the entry of an act if nobody noticed the end of a hand or round; None if the act cannot be explained like
    that.
    """
    before = None if line.taken_back else book.table_before_unnoticed_end(table, line.act)
    return None if before is None else judge_line(book, before, line, book.judge(before, line.act))


def scenario_if_withdrawn(book: Rulebook, scenario: Scenario, entry: JudgedLine) -> Scenario | None:
    """Return the scenario in which the last counting act was withdrawn, because an illegal act ignores it.

    Return None if it cannot have been withdrawn.
    """
    line = entry.line
    if line.taken_back or line.stands or not book.can_withdraw:
        return None
    later_lines, entries = _split_at_last_counting(scenario)
    if entries is None or entries.last.line.stands:
        return None
    last_entry = entries.last
    if (ruling := book.withdrawn(last_entry.before, last_entry.line.act, line.act)) is None:
        return None
    table = book.take_back(last_entry.before, last_entry.line.act)
    faults = scenario.faults - sum(map(is_fault, (last_entry, *later_lines)))
    put_right_count = scenario.acts_put_right - sum(map(_is_put_right, later_lines))
    scenario = Scenario(
        last_entry.before,
        entries.previous,
        faults,
        scenario.acts_let_stand,
        put_right_count,
        scenario.findings,
        scenario.skipped_turns,
    )
    scenario = scenario.with_entry(replace(last_entry, ruling=ruling, after=table, counts=False))
    for line_again in (*(judged_line.line for judged_line in later_lines), line):
        scenario = scenario.with_entry(
            judge_line(book, scenario.table, line_again, book.judge(scenario.table, line_again.act))
        )
    return scenario


def scenario_if_corrected(book: Rulebook, scenario: Scenario, entry: JudgedLine) -> Scenario | None:
    """Return the scenario in which an illegal act correctly replaces its player's previous act; None if it cannot.

    The previous act must be open, nothing may have counted since, and the new act must prove it wrong.
    """
    line = entry.line
    if line.taken_back or line.stands or isinstance(line.act, NonMove):
        return None
    later_lines, entries = _split_at_last_counting(scenario)
    if entries is None or entries.last.ruling.verdict is not OPEN:
        return None
    doubt = entries.last
    if doubt.line.act.seat != line.act.seat:
        return None
    table = book.void(doubt.before, doubt.line.act)
    hand = [replace(doubt, after=table, counts=False)]
    # Lines between the two may have been illegal only because the turn had passed.
    fault_counts = [0]
    for line_again in (*(judged_before.line for judged_before in later_lines), line):
        judged_again = judge_line(book, table, line_again, book.judge(table, line_again.act))
        if judged_again.counts and line_again is not line and judged_again.ruling.verdict is OPEN:
            # The act was repeated, and put right with the first one.
            fault_counts.append(len(hand))
            judged_again = replace(judged_again, after=book.void(table, line_again.act), counts=False)
        hand.append(judged_again)
        table = judged_again.after
    if hand[-1].ruling.verdict is ILLEGAL:
        return None
    if any(result.ruling.verdict is not ILLEGAL for result in apply_hindsight(book, hand, fault_counts)):
        return None
    faults = scenario.faults - sum(map(is_fault, later_lines)) + len(fault_counts)
    put_right_count = scenario.acts_put_right - sum(map(_is_put_right, later_lines))
    scenario = Scenario(doubt.before, entries.previous, faults, scenario.acts_let_stand, put_right_count)
    for judged_line in hand:
        scenario = scenario.with_entry(judged_line)
    return scenario


def _split_at_last_counting(scenario: Scenario) -> tuple[list[JudgedLine], Entries | None]:
    """Return the entries after the last counting one, and the list that ends with that one.

    The list is None if that entry is too far back.
    """
    later_lines: list[JudgedLine] = []
    entries = scenario.entries
    while entries is not None and not entries.last.counts and len(later_lines) < MOST_LINES_BETWEEN:
        later_lines.insert(0, entries.last)
        entries = entries.previous
    return later_lines, entries if entries is not None and entries.last.counts else None


def _table_after(book: Rulebook, table: Any, line: Line, ruling: Ruling, *, dealt_again: bool) -> tuple[Any, bool]:
    """Return the table after a line that is illegal or was taken back, and whether the line changed it."""
    if line.taken_back:
        return book.take_back(table, line.act), False
    if line.stands:
        return book.apply(table, line.act), True
    if isinstance(line.act, Deal) and not (dealt_again and ruling.word != "finding"):
        return book.apply(table, line.act), True  # right or wrong, the cards are dealt
    # A statement that cannot be true is ignored; cards that should not have been shown are seen all the same.
    if isinstance(line.act, NonMove) and ruling.word == "finding":
        return table, False
    if isinstance(line.act, Statement):
        return book.apply(table, line.act), True
    if ruling.word == "finding":
        return book.apply(table, line.act), True  # nobody did anything wrong
    return book.void(table, line.act), False


def is_fault(entry: JudgedLine) -> bool:
    """Tell whether a line counts against a scenario. A claim never does, because it is no evidence about earlier
    acts.
    """
    if isinstance(entry.line.act, Claim):
        return False
    return entry.ruling.verdict is ILLEGAL and not entry.line.taken_back and not entry.line.stands


def _is_put_right(entry: JudgedLine) -> bool:
    """Tell whether a line was illegal and then taken back."""
    return entry.ruling.verdict is ILLEGAL and entry.line.taken_back


def _never_stands(book: Rulebook, entry: JudgedLine) -> bool:
    """Tell whether an illegal act can never stand: it is only spoken, or it breaks a clause with `never_stands`."""
    act, table = entry.line.act, entry.before
    if book.grammar.is_spoken(type(act)) or entry.ruling.clause.never_stands:
        return True
    answers = (clause.test(table, act) for clause in book.clauses_for(type(act), table.options) if clause.never_stands)
    return any(answer is not None and answer.verdict is ILLEGAL for answer in answers)


def _is_possible(book: Rulebook, table: Any, line: Line) -> bool:
    """Tell whether each card that an act moves may have been at its source."""
    return all(
        len(table.knowledge.possible(move.source, move.cards)) == len(move.cards)
        for move in book.moves_of(table, line.act)
        if isinstance(move.source, int)
    )
