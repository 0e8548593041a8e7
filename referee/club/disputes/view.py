"""Disputes for display: the disputed line or facts, the ruling when it was opened, and the decisions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Final

from referee.cards.immutable import frozen
from referee.club.activity_log import LogEntry, find_entries
from referee.club.people import roster
from referee.club.table_numbers import TableNumber
from referee.club.table_numbers import numbers as numbers_of
from referee.club.text.faults import UnknownName
from referee.club.text.names import with_names
from referee.rules import Verdict
from referee.rules.book.sentences import write_next_step
from referee.store.decoding import decode_text, decoding
from referee.store.faults import StoreAltered
from referee.store.hints import Do
from referee.store.match_replay import read_lines
from referee.store.plain_rows import Dispute, find_row, first_row, placeholders, select_rows
from referee.store.projections.kind import EventKind
from referee.store.transaction import Transaction


class DisputeDecisionKind(StrEnum):
    """An entry in the history of a dispute: an officer's decision, or an appeal against one."""

    UPHELD = "upheld"
    OVERRULED = "overruled"
    REPLAYED = "replayed"
    VOIDED = "voided"
    APPEALED = "appealed"


UNDECIDED: Final = ("", DisputeDecisionKind.APPEALED)
"""The outcomes of open disputes: never decided, or appealed against."""


@frozen
class DisputeDecisionView:
    """A decision on a dispute, with its reason and its changes at the table; or an appeal with its `appellant`."""

    kind: DisputeDecisionKind
    reason: str
    changed: str
    at: datetime
    by: str
    appellant: str = ""


@frozen
class DisputeView:
    """A dispute: the disputed line or facts, the ruling when it was opened, and the later decisions.

    `clause` includes the game (``big-two 4.5``), and `rule` is the clause's wording when it was opened. `earlier` has
    the numbers of earlier disputes on the same clause.
    """

    number: int
    match: TableNumber | None
    line: int | None
    game: str
    facts: tuple[str, ...]
    claim: str
    verdict: Verdict
    word: str
    clause: str
    rule: str
    reason: str
    because: tuple[int, ...]
    alternatives: tuple[str, ...]
    due: tuple[str, ...]
    ask: str
    at: datetime
    by: str
    is_open: bool
    """Whether it waits for its first decision, or for one on appeal."""
    decisions: tuple[DisputeDecisionView, ...]
    earlier: tuple[int, ...]

    @property
    def next_step(self) -> str:
        """The ruling's advice in words: the question to ask, the legal alternatives, and the acts due."""
        return write_next_step(self.ask, self.alternatives, self.due)

    @property
    def decided(self) -> DisputeDecisionView | None:
        """The latest decision, whether or not it was appealed; None if there is none."""
        decisions = (
            decision for decision in reversed(self.decisions) if decision.kind is not DisputeDecisionKind.APPEALED
        )
        return next(decisions, None)


def dispute_view(tx: Transaction, dispute: Dispute) -> DisputeView:
    """Return a dispute for display, with its decisions."""
    return dispute_views(tx, [dispute])[0]


def dispute_views(tx: Transaction, disputes: Sequence[Dispute]) -> list[DisputeView]:
    """Return disputes for display, with their decisions. The number of queries is constant."""
    numbers = [dispute.id for dispute in disputes]
    names_by_id = roster.names(tx)
    names = names_of(tx, numbers)
    decisions_by_dispute: defaultdict[int, list[LogEntry]] = defaultdict(list)
    for entry in reversed(find_entries(tx, EventKind.DISPUTE_RULED, dispute=numbers)):
        decisions_by_dispute[entry.data["dispute"]].append(entry)
    numbers_by_clause: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for number, game, clause in tx.rows("SELECT id, game, clause FROM dispute ORDER BY id"):
        numbers_by_clause[game, clause].append(number)
    lines = {
        dispute.id: (dispute.match_id, dispute.number) for dispute in disputes if dispute.match_id and dispute.number
    }
    record_lines = read_lines(tx, set(lines.values()))
    texts = {number: record_lines[line] for number, line in lines.items() if line in record_lines}
    tables = numbers_of(tx, (dispute.match_id for dispute in disputes if dispute.match_id))
    return [
        _build_view(
            dispute,
            tables.get(dispute.match_id or 0),
            facts=[texts[dispute.id]] if dispute.id in texts else dispute.facts,
            names=names[dispute.id],
            names_by_id=names_by_id,
            decisions=decisions_by_dispute[dispute.id],
            earlier=[number for number in numbers_by_clause[dispute.game, dispute.clause] if number < dispute.id],
        )
        for dispute in disputes
    ]


def _build_view(
    dispute: Dispute,
    match: TableNumber | None,
    *,
    facts: Sequence[str],
    names: Sequence[str],
    names_by_id: Mapping[int, str],
    decisions: Sequence[LogEntry],
    earlier: Sequence[int],
) -> DisputeView:
    if dispute.outcome not in UNDECIDED and not decisions:
        message = f"The decision of dispute {dispute.id} cannot be read."
        raise StoreAltered(message, Do.AUDIT("See what else differs from the log"))
    with decoding(f"dispute {dispute.id}"):
        verdict = Verdict(dispute.verdict)
    return DisputeView(
        number=dispute.id,
        match=match,
        line=dispute.number,
        game=dispute.game,
        facts=tuple(with_names(fact, names) for fact in facts),
        claim=with_names(dispute.claim, names, names_by_id),
        verdict=verdict,
        word=dispute.word,
        clause=f"{dispute.game} {dispute.clause}",
        rule=dispute.rule,
        reason=with_names(dispute.reason, names),
        because=tuple(dispute.because),
        alternatives=tuple(with_names(text, names) for text in dispute.alternatives),
        due=tuple(with_names(text, names) for text in dispute.due),
        ask=with_names(dispute.ask, names),
        at=dispute.at,
        by=with_names(dispute.by, (), names_by_id),
        is_open=dispute.outcome in UNDECIDED,
        decisions=tuple(_decision_view(entry, names, names_by_id) for entry in decisions),
        earlier=tuple(earlier),
    )


def undecided_disputes(tx: Transaction) -> list[Dispute]:
    """Return the open disputes, in order of number."""
    return select_rows(tx, Dispute, f"WHERE outcome IN {placeholders(UNDECIDED)} ORDER BY id", *UNDECIDED)


def precedents(tx: Transaction, dispute: Dispute) -> list[DisputeView]:
    """Return the earlier, decided disputes on the same clause of the same game, newest first."""
    same_clause = "WHERE game = ? AND clause = ? AND id < ? ORDER BY id DESC"
    earlier = select_rows(tx, Dispute, same_clause, dispute.game, dispute.clause, dispute.id)
    return [dispute for dispute in dispute_views(tx, earlier) if not dispute.is_open]


def latest_decision(tx: Transaction, dispute: Dispute) -> LogEntry | None:
    """Return the log entry of the latest decision on a dispute, without appeals; None if there is none."""
    entries = find_entries(tx, EventKind.DISPUTE_RULED, dispute=dispute.id)
    return next((entry for entry in entries if entry.data["outcome"] != DisputeDecisionKind.APPEALED), None)


def latest_dispute_on_line(tx: Transaction, match: int, line: int) -> Dispute | None:
    """Return the latest dispute on a line of a table; None if there is none."""
    return first_row(
        select_rows(tx, Dispute, "WHERE match_id = ? AND number = ? ORDER BY id DESC LIMIT 1", match, line)
    )


def find_dispute(tx: Transaction, number: int) -> Dispute:
    """Return the dispute with a number. Raise `UnknownName` if there is none."""
    dispute = find_row(tx, Dispute, number)
    if dispute is None:
        raise UnknownName(f"There is no dispute {number}.")
    return dispute


def names_of(tx: Transaction, disputes: Sequence[int]) -> Mapping[int, list[str]]:
    """Return, by dispute number, the player names in order of seat. The dispute's texts have marks for them."""
    names: defaultdict[int, list[str]] = defaultdict(list)
    query = f"SELECT dispute_id, name FROM party WHERE dispute_id IN {placeholders(disputes)} ORDER BY seat"
    for number, name in tx.rows(query, *disputes):
        names[number].append(name)
    return names


def _decision_view(entry: LogEntry, names: Sequence[str], names_by_id: Mapping[int, str]) -> DisputeDecisionView:
    """Return a decision about a dispute. Raise `StoreUnreadable` if its event cannot be read."""
    with decoding(entry.place):
        return DisputeDecisionView(
            DisputeDecisionKind(entry.data["outcome"]),
            with_names(entry.reason, names, names_by_id),
            decode_text(entry.data["changed"]),
            entry.moment,
            with_names(entry.actor, (), names_by_id),
            with_names(entry.texts.get("appellant", ""), names, names_by_id),
        )
