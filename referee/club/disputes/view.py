"""A dispute as people see it: what was challenged, what the rulebook said of it then, and what came of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from sqlmodel import col, select

from referee.club.done import Done, done
from referee.club.people import roster
from referee.club.text.faults import UnknownName
from referee.club.text.names import with_names
from referee.rules import Verdict
from referee.rules.book.sentences import may_be_done
from referee.store.faults import StoreAltered
from referee.store.hints import Do
from referee.store.kinds.kind import Kind
from referee.store.models import Dispute, Party
from referee.store.told import lines_at
from referee.store.transaction import Transaction, row_of


class DisputeDecisionKind(StrEnum):
    """What officers decide: that the rulebook's ruling holds, or does not; that it is played again from there, or the
    hand or the match is void; or that the dispute is open again.
    """

    FOLLOWED = "followed"
    OVERRULED = "overruled"
    REPLAYED = "replayed"
    VOIDED = "voided"
    APPEALED = "appealed"


UNDECIDED: Final = ("", DisputeDecisionKind.APPEALED)
"""The outcomes of disputes that are still to be decided, for the first time or on appeal."""


@dataclass(frozen=True, slots=True)
class DisputeDecisionView:
    """What officers decided about a dispute once, why, and what it changed."""

    kind: DisputeDecisionKind
    reason: str
    changed: str
    at: datetime
    by: str


@dataclass(frozen=True, slots=True)
class DisputeView:
    """A dispute: the line of a table or the facts that it is about, the ruling as it was then, and what came of it.

    `clause` is cited as the club knows it (``big-two 4.5``) and `rule` is its text as it was then. `earlier` are
    the numbers of disputes before it on the same clause.
    """

    number: int
    match: int | None
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
    """Whether it has still to be decided, for the first time or on appeal."""
    decisions: tuple[DisputeDecisionView, ...]
    earlier: tuple[int, ...]

    @property
    def next_step(self) -> str:
        """Whom to ask for what, what the player might have done instead, and what was due, as the ruling said it."""
        return may_be_done(self.ask, self.alternatives, self.due)

    @property
    def decided(self) -> DisputeDecisionView | None:
        """What was decided last, also where it is appealed against."""
        said = (each for each in reversed(self.decisions) if each.kind is not DisputeDecisionKind.APPEALED)
        return next(said, None)


def dispute_view(tx: Transaction, dispute: Dispute) -> DisputeView:
    """Return a dispute with everything decided about it."""
    return dispute_views(tx, [dispute])[0]


def dispute_views(tx: Transaction, found: Sequence[Dispute]) -> list[DisputeView]:
    """Return disputes with everything decided about them, asking as often for many as for one."""
    numbers = [each.id for each in found]
    everybody = roster.names(tx)
    names: defaultdict[int, list[str]] = defaultdict(list)
    for party in tx.exec(select(Party).where(col(Party.dispute_id).in_(numbers)).order_by(col(Party.seat))):
        names[party.dispute_id].append(party.name)
    decided: defaultdict[int, list[Done]] = defaultdict(list)
    for ruled in reversed(done(tx, Kind.DISPUTE_RULED, dispute=numbers)):
        decided[ruled.data["dispute"]].append(ruled)
    on_clause: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for number, game, clause in tx.exec(select(Dispute.id, Dispute.game, Dispute.clause).order_by(col(Dispute.id))):
        on_clause[game, clause].append(number)
    lines = {each.id: (each.match_id, each.number) for each in found if each.match_id and each.number}
    said = lines_at(tx, set(lines.values()))
    texts = {number: said[line] for number, line in lines.items() if line in said}
    return [
        _stated(
            each,
            facts=[texts[each.id]] if each.id in texts else each.facts,
            names=names[each.id],
            everybody=everybody,
            decided=decided[each.id],
            earlier=[number for number in on_clause[each.game, each.clause] if number < each.id],
        )
        for each in found
    ]


def _stated(
    dispute: Dispute,
    *,
    facts: Sequence[str],
    names: Sequence[str],
    everybody: Mapping[int, str],
    decided: Sequence[Done],
    earlier: Sequence[int],
) -> DisputeView:
    if dispute.outcome not in UNDECIDED and not decided:
        said = f"What was decided of dispute {dispute.id} cannot be read."
        raise StoreAltered(said, Do.AUDIT("See what else is not as it was written down"))
    return DisputeView(
        number=dispute.id,
        match=dispute.match_id,
        line=dispute.number,
        game=dispute.game,
        facts=tuple(with_names(fact, names) for fact in facts),
        claim=with_names(dispute.claim, names, everybody),
        verdict=Verdict(dispute.verdict),
        word=dispute.word,
        clause=f"{dispute.game} {dispute.clause}",
        rule=dispute.rule,
        reason=with_names(dispute.reason, names),
        because=tuple(dispute.because),
        alternatives=tuple(with_names(text, names) for text in dispute.alternatives),
        due=tuple(with_names(text, names) for text in dispute.due),
        ask=with_names(dispute.ask, names),
        at=dispute.at,
        by=with_names(dispute.by, (), everybody),
        is_open=dispute.outcome in UNDECIDED,
        decisions=tuple(
            DisputeDecisionView(
                DisputeDecisionKind(each.data["outcome"]),
                with_names(each.reason, names, everybody),
                each.data["changed"],
                each.at,
                with_names(each.by, (), everybody),
            )
            for each in decided
        ),
        earlier=tuple(earlier),
    )


def precedents(tx: Transaction, dispute: Dispute) -> list[DisputeView]:
    """Return the earlier disputes on the same clause of the same game that were decided, the newest first."""
    same = select(Dispute).where(col(Dispute.game) == dispute.game, col(Dispute.clause) == dispute.clause)
    before = tx.exec(same.where(col(Dispute.id) < dispute.id).order_by(col(Dispute.id).desc())).all()
    return [each for each in dispute_views(tx, before) if not each.is_open]


def last_decided(tx: Transaction, dispute: Dispute) -> Done | None:
    """Return what was decided last about a dispute, as it is kept; an appeal decides nothing."""
    ruled = done(tx, Kind.DISPUTE_RULED, dispute=dispute.id)
    return next((each for each in ruled if each.data["outcome"] != DisputeDecisionKind.APPEALED), None)


def disputed(tx: Transaction, match: int, line: int) -> Dispute | None:
    """Return the last dispute on a line of a table, if there is one."""
    on_line = select(Dispute).where(col(Dispute.match_id) == match, col(Dispute.number) == line)
    return tx.exec(on_line.order_by(col(Dispute.id).desc())).first()


def dispute_of(tx: Transaction, number: int) -> Dispute:
    """Return a dispute by its number. Raises `UnknownName`."""
    dispute = row_of(tx, Dispute, number)
    if dispute is None:
        raise UnknownName(f"There is no dispute {number}.")
    return dispute


def parties_of(tx: Transaction, dispute: Dispute) -> list[Party]:
    """Return those whose seats the texts of a dispute name, in order of seat."""
    return list(tx.exec(select(Party).where(col(Party.dispute_id) == dispute.id).order_by(col(Party.seat))))
