"""Scenarios: the possible courses of a hand with illegal acts. The one with the fewest faults is believed.

Either nobody noticed an illegal act and play continued after it, or it was corrected at once without being recorded.
The later lines show which. From an illegal act on there are therefore two scenarios, without it and with it. Each later
line is judged in every scenario, and a line that is illegal in one counts as a fault there. The scenario with the
fewest faults is believed.

A deal ends the scenarios, except in games in which the deal depends on earlier hands (`Rulebook.deals_depend`). There,
the dealt cards may show how a hand ended.

An open act may also have been corrected before anybody could tell that it was wrong: its player acts again, and shows
the card that convicts the first act. From there on, this is a scenario too.

Many illegal acts make too many scenarios to follow side by side, and at first the true one may look the worst.
Scenarios that fall behind are therefore parked, and continued once the believed ones are contradicted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from referee.cards.immutable import replace
from referee.rules.book.answer import ILLEGAL, OPEN, Ruling
from referee.rules.book.rulebook import Rulebook
from referee.rules.notation.actions import Deal, NonMove
from referee.rules.records.branches import MOST_LINES_BETWEEN, Entries, Scenario, branch, is_fault, judge_in_each
from referee.rules.records.record import Line
from referee.rules.records.report import JudgedLine, starts_hand

# The most scenarios kept side by side, and by how many faults each may exceed the best.
_MOST: Final = 8
_MARGIN: Final = 1
# Twice as many are kept if an act may stand in several ways, or if the next hand can show which is right; then
# scenarios with a few more faults are kept too.
_MARGIN_BEYOND_DEALS: Final = 3
# The most parked scenarios, and the most of their lines judged for each line of the hand, as all may be illegal:
# one if an act may stand in several ways, as each of these costs more.
_MOST_WAITING: Final = 256
_EFFORT_PER_LINE: Final = 3


class _Waiting(NamedTuple):
    """A parked scenario, its number of lines, and its faults. The next line's faults are included if known."""

    scenario: Scenario
    lines: int
    faults: int


@dataclass(slots=True, eq=False, repr=False)
class _LineHistory:
    """The first ruling on a line, the line that changed its verdict, and the line that shows that its act stands."""

    at_first: Ruling
    turned_by: int = 0
    shown_by: int = 0


@dataclass(slots=True, eq=False, repr=False)
class Scenarios:
    """The possible courses of a hand. The `active` scenarios are sorted, best first.

    `line_histories` has the changes of each line's ruling in the best scenario. Others are `waiting`, sorted by faults.
    They continue once the best scenario has more faults than they have. `lines_judged` counts the lines judged to catch
    up.
    """

    active: list[Scenario]
    line_histories: list[_LineHistory] = field(default_factory=list)
    lines: list[tuple[Line, bool]] = field(default_factory=list)
    waiting: list[_Waiting] = field(default_factory=list)
    lines_judged: int = 0

    @property
    def is_single(self) -> bool:
        """Whether only one scenario is active."""
        return len(self.active) == 1

    @property
    def table(self) -> Any:
        """The table in the best scenario."""
        return self.active[0].table

    def add_judged(self, entries: Sequence[JudgedLine]) -> None:
        """Add the entries that were judged while only one scenario was active."""
        for entry in entries:
            self.lines.append((entry.line, False))
            self.line_histories.append(_LineHistory(entry.ruling))
            self.active[0] = self.active[0].with_entry(entry)

    def judge(self, book: Rulebook, line: Line, *, dealt_again: bool = False) -> None:
        """Judge a line in each active scenario. Keep the best scenarios that follow."""
        self.branch_on(book, judge_in_each(book, self.active, line, dealt_again=dealt_again), dealt_again=dealt_again)

    def branch_on(self, book: Rulebook, entries: Sequence[JudgedLine], *, dealt_again: bool = False) -> None:
        """Keep the best scenarios after a line, given its entry in each active scenario."""
        before, line = self.active[0], entries[0].line
        self.lines.append((line, dealt_again))
        self.active = self._select(book, branch(book, self.active, entries), len(self.lines))
        self._catch_up(book)
        if starts_hand(line):
            self.waiting.clear()
            if not book.deals_depend:
                del self.active[1:]
            elif not self.is_single:
                for scenario in self.active:
                    assert scenario.entries is not None
                    scenario.entries.last.unsettled = True
        best = self.active[0].entries
        assert best is not None
        self.line_histories.append(_LineHistory(best.last.ruling))
        if best.previous is not before.entries:
            self._note_changes(best, before.entries, line.number)

    def _select(self, book: Rulebook, scenarios: list[Scenario], lines: int) -> list[Scenario]:
        """Return the best of several scenarios that all have `lines` lines. Park the others."""
        if len(scenarios) == 1:
            return scenarios
        scenarios.sort(
            key=lambda scenario: (
                scenario.faults,
                scenario.findings,
                scenario.skipped_turns,
                scenario.acts_let_stand,
                scenario.acts_put_right,
            )
        )
        kept_scenarios, other_scenarios = _select_scenarios(
            book, scenarios, is_settled=starts_hand(self.lines[lines - 1][0])
        )
        self._park([_Waiting(scenario, lines, scenario.faults) for scenario in other_scenarios])
        return kept_scenarios

    def _park(self, waiting: Sequence[_Waiting]) -> None:
        """Park scenarios up to the limit. Those with the most faults are dropped."""
        if waiting:
            self.waiting += waiting
            self.waiting.sort(key=lambda waiting_scenario: waiting_scenario.faults)
            del self.waiting[_MOST_WAITING:]

    def _catch_up(self, book: Rulebook) -> None:
        """Judge missed lines in waiting scenarios with fewer faults than the best active one.

        A scenario that reaches that number of faults waits again. The others become active.
        """
        effort = (1 if book.has_several_outcomes else _EFFORT_PER_LINE) * len(self.lines)
        while self.waiting and self.waiting[0].faults < self.active[0].faults and self.lines_judged < effort:
            most = self.active[0].faults
            start = min(waiting_scenario.lines for waiting_scenario in self.waiting if waiting_scenario.faults < most)
            group: list[_Waiting] = []
            still_waiting: list[_Waiting] = []
            for scenario in self.waiting:
                (group if scenario.lines == start and scenario.faults < most else still_waiting).append(scenario)
            self.waiting = still_waiting
            scenarios = [member.scenario for member in group]
            for index in range(start, len(self.lines)):
                scenarios = self._judge_next(book, scenarios, index)
                if not scenarios:
                    break
            self.active = self._select(book, [*self.active, *scenarios], len(self.lines))

    def _judge_next(self, book: Rulebook, group: Sequence[Scenario], index: int) -> list[Scenario]:
        """Return the scenarios after a line that have fewer faults than the best one. Park the others."""
        line, dealt_again = self.lines[index]
        most = self.active[0].faults
        continued: list[Scenario] = []
        entries: list[JudgedLine] = []
        before: list[_Waiting] = []
        for scenario, entry in zip(group, judge_in_each(book, group, line, dealt_again=dealt_again), strict=True):
            # No other branch of such a line is better, and it may never be needed.
            if is_fault(entry) and scenario.faults + 1 >= most and not book.can_reinterpret:
                before.append(_Waiting(scenario, index, scenario.faults + 1))
            else:
                continued.append(scenario)
                entries.append(entry)
        self.lines_judged += len(group)
        ways = branch(book, continued, entries)
        self._park(
            before + [_Waiting(scenario, index + 1, scenario.faults) for scenario in ways if scenario.faults == most]
        )
        return self._select(book, [scenario for scenario in ways if scenario.faults < most], index + 1)

    def judged_lines(self) -> Iterator[JudgedLine]:
        """Yield the entries of the best scenario in order of line."""
        entries = self.active[0].entries
        entries_found = []
        for history in reversed(self.line_histories):
            assert entries is not None
            entry, entries = entries.last, entries.previous
            entry.at_first, entry.turned_by, entry.shown_by = history.at_first, history.turned_by, history.shown_by
            if entry.ruling.verdict is ILLEGAL and (history.turned_by or history.shown_by):
                entry.ruling = entry.ruling.without_due()
            entries_found.append(entry)
        return reversed(entries_found)

    def _note_changes(self, best: Entries, before: Entries | None, number: int) -> None:
        """Record which lines have another ruling in the new best scenario than in the one that was best before line
        `number`.
        """
        current = best.previous
        for history in reversed(self.line_histories[:-1]):
            if current is before:
                break
            assert current is not None
            assert before is not None
            new_entry, old_entry = current.last, before.last
            if new_entry is not old_entry:
                is_same_verdict = new_entry.ruling.verdict is history.at_first.verdict
                history.turned_by = 0 if is_same_verdict else history.turned_by or number
                history.shown_by = (history.shown_by or number) if _is_let_stand(new_entry) else 0
            current, before = current.previous, before.previous


def first_scenarios(book: Rulebook, entries_before: Sequence[JudgedLine], entry: JudgedLine) -> Scenarios | None:
    """Return the scenarios of a hand from its first ambiguous act on; None if there is only one.

    `entries_before` start at the last open act, if nobody has acted since.
    """
    start = Scenario(entries_before[0].before if entries_before else entry.before)
    for entry_before in entries_before:
        start = start.with_entry(entry_before)
    scenarios = Scenarios(
        [start],
        [_LineHistory(entry_before.ruling) for entry_before in entries_before],
        [(entry_before.line, False) for entry_before in entries_before],
    )
    scenarios.branch_on(book, [entry])
    return None if scenarios.is_single else scenarios


def last_doubtful_index(book: Rulebook, entries: Sequence[JudgedLine], line: Line) -> int:
    """Return the index of the last counting line, if it is open or `line` may show that it was withdrawn.

    Otherwise, or if it is too far back, return the index of the next line.
    """
    for index in range(len(entries) - 1, max(-1, len(entries) - 2 - MOST_LINES_BETWEEN), -1):
        last_entry = entries[index]
        if last_entry.counts:
            doubtful = (
                last_entry.ruling.verdict is OPEN
                or book.withdrawn(last_entry.before, last_entry.line.act, line.act) is not None
            )
            return index if doubtful else len(entries)
    return len(entries)


def _is_let_stand(entry: JudgedLine) -> bool:
    """Tell whether an illegal act counts in this scenario without a remark that it stands."""
    if not entry.counts or entry.ruling.verdict is not ILLEGAL or entry.ruling.word == "finding":
        return False
    return not entry.line.stands and not isinstance(entry.line.act, NonMove | Deal)


def _select_scenarios(
    book: Rulebook, scenarios: list[Scenario], *, is_settled: bool
) -> tuple[list[Scenario], list[Scenario]]:
    """Return the scenarios with few faults, and all others, each sorted with the best first.

    Of several scenarios with equal positions, only the best is returned. In a settled hand, their ledgers may differ.
    """
    most = 2 * _MOST if book.has_several_outcomes or book.deals_depend else _MOST
    margin = _MARGIN_BEYOND_DEALS if book.deals_depend else _MARGIN
    kept_scenarios: list[Scenario] = []
    other_scenarios: list[Scenario] = []
    # Few positions have to be compared, as most differ in the turn or in the ledger.
    positions: dict[tuple[object, ...], list[Any]] = {}
    for scenario in scenarios:
        position = replace(scenario.table, items=()) if is_settled else book.position_at(scenario.table)
        scenarios_there = positions.setdefault((position.turn, position.items), [])
        if position not in scenarios_there:
            scenarios_there.append(position)
            has_few_faults = scenario.faults <= scenarios[0].faults + margin
            (kept_scenarios if has_few_faults and len(kept_scenarios) < most else other_scenarios).append(scenario)
    return kept_scenarios, other_scenarios
