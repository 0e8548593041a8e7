"""The remedies for a dispute, carried out by decisions on lines.

A remedy decides single lines, as an officer does at the table. Nothing is erased, so an appeal can restore every line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from enum import StrEnum

from referee.club.match.log import RESULTS, DecisionKind, EntryKind, MatchLog, playing_order
from referee.rules import Verdict
from referee.rules.records.report import starts_hand
from referee.store.match_replay import Decision
from referee.store.plain_rows import Dispute


class Remedy(StrEnum):
    """An officer's answer to a dispute: uphold or overrule the ruling, or replay or void the hand or match.

    A replay takes back the lines of the hand from the disputed line on, and play resumes before it. A void hand or
    match does not count.
    """

    UPHOLD = "uphold"
    OVERRULE = "overrule"
    REPLAY = "replay"
    VOID_HAND = "void hand"
    VOID_MATCH = "void match"


def decisions_of_remedy(log: MatchLog, dispute: Dispute, line: int, remedy: Remedy) -> Mapping[int, DecisionKind]:
    """Return the decisions that carry out a remedy, by line number in ascending order.

    An earlier decision on the same dispute is undone first, unless the remedy decides the same line. Lines that already
    have the right decision are left out.
    """
    decisions = dict(_earlier_decisions(log, dispute))
    log_before = _with_decisions(log, decisions)
    match remedy:
        case Remedy.OVERRULE:
            is_illegal = dispute.verdict == Verdict.ILLEGAL
            decisions[line] = DecisionKind.STANDS if is_illegal else DecisionKind.TAKEN_BACK
        case Remedy.REPLAY:
            decisions |= decisions_of_replay(log_before, line)
        case Remedy.VOID_HAND:
            decisions |= _strike_all(log_before, lines_of_hand(log_before, line))
        case Remedy.VOID_MATCH:
            decisions |= _strike_all(log_before, [entry.number for entry in log.entries])
    return {
        number: decisions[number]
        for number in sorted(decisions)
        if log.decision(log.entries[number - 1]) is not decisions[number]
    }


def decisions_of_replay(log: MatchLog, line: int) -> dict[int, DecisionKind]:
    """Return the decisions that take play back to just before a line, by line number.

    Later lines of the hand are taken back, so that they still show the players' cards. Later hands and results are
    struck, because other cards are no evidence for this hand.
    """
    hand = lines_of_hand(log, line)
    order = [entry.number for entry in playing_order(log.entries)]
    later_numbers = order[order.index(line) :]
    rest_of_hand = [number for number in later_numbers if number in hand and hand[0] != line]
    decisions = _strike_all(log, [number for number in later_numbers if number not in rest_of_hand])
    return decisions | dict.fromkeys(rest_of_hand, DecisionKind.TAKEN_BACK)


def lines_of_hand(log: MatchLog, line: int) -> list[int]:
    """Return the numbers of the lines of a line's hand, from its deal to the last line before the next deal."""
    hand: list[int] = []
    for record_line in log.sheet.record.lines:
        if starts_hand(record_line):
            if line in hand:
                break
            hand = []
        hand.append(record_line.number)
    return hand if line in hand else []


def _with_decisions(log: MatchLog, decisions: Mapping[int, DecisionKind]) -> MatchLog:
    """Return a log with decisions on some lines. Nothing is stored."""
    if not decisions:
        return log
    step, moment = log.steps, log.match.started_at
    new_decisions = (
        Decision(match_id=log.match.id, number=number, step=step, kind=kind.value, reason="", at=moment, by="")
        for number, kind in decisions.items()
    )
    return replace(log, decisions=(*log.decisions, *new_decisions), since=None)


def _strike_all(log: MatchLog, numbers: Iterable[int]) -> dict[int, DecisionKind]:
    """Return a decision to strike each of these lines and results that is not struck yet."""
    # Struck, not taken back: without its deal, a hand would be read as part of the hand before.
    # Changes of players stay: they happened, and the table has gone on since.
    entries = [log.entries[number - 1] for number in numbers]
    return {
        entry.number: DecisionKind.STRUCK
        for entry in entries
        if entry.kind in (EntryKind.LINE, *RESULTS) and log.decision(entry) is not DecisionKind.STRUCK
    }


def _earlier_decisions(log: MatchLog, dispute: Dispute) -> Iterable[tuple[int, DecisionKind]]:
    """Yield each line last decided by this dispute, with the decision in force before."""
    earlier_decisions: dict[int, Decision] = {}
    for decision in log.decisions:
        if decision.dispute_id != dispute.id:
            earlier_decisions[decision.number] = decision
    for number, latest_decision in log.latest_decisions.items():
        if latest_decision.dispute_id == dispute.id:
            entry = log.entries[number - 1]
            if number in earlier_decisions:
                yield number, DecisionKind(earlier_decisions[number].kind)
            else:
                is_illegal = entry.verdict == Verdict.ILLEGAL
                yield number, DecisionKind.TAKEN_BACK if is_illegal else DecisionKind.STANDS


def describe_lines(table: int, decisions: Mapping[int, DecisionKind]) -> list[str]:
    """Return sentences on the lines that a remedy took back, struck or let stand.

    Consecutive lines with the same decision share a sentence.
    """
    spans: list[tuple[int, int, DecisionKind]] = []
    for number, kind in decisions.items():
        if spans and spans[-1][1] == number - 1 and spans[-1][2] is kind:
            spans[-1] = (spans[-1][0], number, kind)
        else:
            spans.append((number, number, kind))
    outcomes = {DecisionKind.TAKEN_BACK: "undone", DecisionKind.STRUCK: "void"}
    return [
        f"Line {first_number} of table {table} {f'is {outcomes[kind]}' if kind in outcomes else 'stands'}."
        if first_number == last_number
        else f"Lines {first_number} to {last_number} of table {table} "
        f"{f'are {outcomes[kind]}' if kind in outcomes else 'stand'}."
        for first_number, last_number, kind in spans
    ]
