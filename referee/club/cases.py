"""A dispute as it is told: what was challenged, what the rulebook said of it then, and what came of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlmodel import col, select

from referee.club import roster
from referee.club.faults import UnknownName
from referee.club.names import with_names
from referee.rules import Verdict
from referee.store.engine import Transaction, row_of
from referee.store.models import Dispute, DisputeRuling, Entry, Party


class Said(StrEnum):
    """What officers say of a dispute: that the rulebook's ruling holds, that it does not, or that it is open again."""

    FOLLOWED = "followed"
    OVERRULED = "overruled"
    APPEALED = "appealed"


@dataclass(frozen=True, slots=True)
class Decided:
    """One thing that officers said of a dispute, why, and what it changed."""

    said: Said
    reason: str
    changed: str
    at: datetime
    by: str


@dataclass(frozen=True, slots=True)
class Case:
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
    at: datetime
    by: str
    decided: tuple[Decided, ...]
    earlier: tuple[int, ...]

    @property
    def is_open(self) -> bool:
        """Whether it has still to be decided, for the first time or on appeal."""
        return not self.decided or self.decided[-1].said is Said.APPEALED


def case_of(tx: Transaction, dispute: Dispute) -> Case:
    """Return a dispute with everything said of it."""
    return cases_of(tx, [dispute])[0]


def cases_of(tx: Transaction, found: Sequence[Dispute]) -> list[Case]:
    """Return disputes with everything said of them, asking as often for many as for one."""
    numbers = [each.id for each in found]
    everybody = roster.names(tx)
    names: defaultdict[int, list[str]] = defaultdict(list)
    for party in tx.exec(select(Party).where(col(Party.dispute_id).in_(numbers)).order_by(col(Party.seat))):
        names[party.dispute_id].append(party.name)
    said: defaultdict[int, list[DisputeRuling]] = defaultdict(list)
    rulings = select(DisputeRuling).where(col(DisputeRuling.dispute_id).in_(numbers))
    for ruling in tx.exec(rulings.order_by(col(DisputeRuling.id))):
        said[ruling.dispute_id].append(ruling)
    on_clause: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for number, game, clause in tx.exec(select(Dispute.id, Dispute.game, Dispute.clause).order_by(col(Dispute.id))):
        on_clause[game, clause].append(number)
    line = (col(Entry.match_id) == col(Dispute.match_id)) & (col(Entry.number) == col(Dispute.number))
    texts = dict(tx.exec(select(Dispute.id, Entry.text).join(Entry, line).where(col(Dispute.id).in_(numbers))).all())
    return [
        _stated(
            each,
            facts=[texts[each.id]] if each.id in texts else each.facts,
            names=names[each.id],
            everybody=everybody,
            said=said[each.id],
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
    said: Sequence[DisputeRuling],
    earlier: Sequence[int],
) -> Case:
    return Case(
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
        at=dispute.at,
        by=with_names(dispute.by, (), everybody),
        decided=tuple(
            Decided(
                Said(each.kind),
                with_names(each.reason, names, everybody),
                each.changed,
                each.at,
                with_names(each.by, (), everybody),
            )
            for each in said
        ),
        earlier=tuple(earlier),
    )


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
