"""Disputes: what was challenged, what the rulebook said of it then, who decided, and what that changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from sqlalchemy import exists
from sqlmodel import col, func, select

from referee.club import roster, seasons
from referee.club.entries import count_again, entry_of
from referee.club.entries import decide as decide_line
from referee.club.faults import ClubFault, Misread, UnknownName
from referee.club.folder import Club
from referee.club.logbook import turned
from referee.club.matches import Kind, Word, Written, written
from referee.club.names import seat_marks, with_marks, with_names
from referee.rules import Record, Ruling, Seats, Verdict, choices, fold, read_facts, read_options
from referee.rules.options import written as option_written
from referee.store.engine import Transaction, row_of
from referee.store.tables import Dispute, DisputeRuling, Entry, Party


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
    table: int | None
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


def open_on_line(club: Club, table: int, line: int, *, claim: str = "", by: str | None = None) -> Case:
    """Open a dispute on a line of a table. The rulebook's ruling at this moment is kept with it."""
    with club.writing() as tx:
        match = written(tx, table)
        if entry_of(match, line).kind != Kind.LINE:
            raise ClubFault(f"Line {line} is a result, on which the rulebook has no ruling.")
        if line not in match.judged:
            raise ClubFault(f"Line {line} was typed by mistake; there is nothing to dispute.")
        _refuse_second(tx, table, line)
        return _opened(
            tx,
            club,
            game=match.match.game,
            options=match.match.options,
            parties=[(seat.name, seat.member_id) for seat in match.seats],
            facts=[],
            ruling=_ruling_by_seat(match, line),
            claim=claim,
            by=by,
            on=(table, line),
        )


def open_on_facts(
    club: Club, game: str, facts: Sequence[str], *, options: Iterable[str] = (), claim: str = "", by: str | None = None
) -> Case:
    """Open a dispute on what the referee is told, of which the last fact is disputed. Raises `Misread`."""
    book = seasons.book_of(game)
    in_force = read_options(book.options, [f"{k}={v}" for k, v in seasons.options_typed(book, options).items()])
    reading = read_facts(facts, book, in_force)
    if reading.faults:
        raise Misread(reading.faults[0])
    if reading.record is None or not reading.record.lines:
        raise ClubFault("A dispute needs the facts, such as: 'Ben plays 4D 4H' 'Ann plays 6D 6S'")
    record = _by_seat(reading.record)
    with club.writing() as tx:
        return _opened(
            tx,
            club,
            game=book.slug,
            options={each.name: option_written(getattr(in_force, each.name)) for each in choices(book.options)},
            parties=[_party(tx, name) for name in reading.record.seats.names],
            facts=[line.text for line in record.lines],
            ruling=fold(record).entries[-1].ruling,
            claim=claim,
            by=by,
        )


def decide(club: Club, number: int, *, overrule: bool = False, reason: str = "", by: str | None = None) -> Case:
    """Decide a dispute: follow the rulebook's ruling, or overrule it with a reason.

    Overruling an illegal line lets it stand; overruling a legal or open one takes it back. A decision on appeal that
    follows the rulebook after all puts the line as it was.
    """
    if overrule and not reason.strip():
        raise ClubFault("Overruling needs a reason, for whoever reads it later.")
    with club.writing() as tx:
        dispute = _found(tx, number)
        if not (case := _case(tx, dispute)).is_open:
            raise ClubFault(f"Dispute {number} was {case.decided[-1].said} already. It can be reopened by an appeal.")
        changed = ""
        if dispute.match_id is not None and dispute.number is not None:
            changed = _change_line(tx, club, dispute, dispute.match_id, dispute.number, overrule, reason, by)
        return _say(tx, club, dispute, Said.OVERRULED if overrule else Said.FOLLOWED, reason, changed, by)


def appeal(club: Club, number: int, *, reason: str, by: str | None = None) -> Case:
    """Open a decided dispute again. What was decided holds until it is decided anew."""
    if not reason.strip():
        raise ClubFault("An appeal needs a reason.")
    with club.writing() as tx:
        dispute = _found(tx, number)
        if _case(tx, dispute).is_open:
            raise ClubFault(f"Dispute {number} is open; there is no decision to appeal against.")
        return _say(tx, club, dispute, Said.APPEALED, reason, "", by)


def show(club: Club, number: int) -> Case:
    """Return a dispute with everything said of it."""
    with club.reading() as tx:
        return _case(tx, _found(tx, number))


def on_line(club: Club, table: int, line: int) -> Case | None:
    """Return the dispute on a line of a table, if there is one."""
    with club.reading() as tx:
        found = _on_line(tx, table, line)
        return _case(tx, found) if found else None


def disputes(club: Club, *, is_open: bool | None = None, clause: str | None = None) -> list[Case]:
    """Return all disputes in order, or only those open or decided, or on a clause such as ``big-two 4.5``."""
    with club.reading() as tx:
        asked = select(Dispute)
        if is_open is not None:
            said = select(func.max(DisputeRuling.id)).where(col(DisputeRuling.dispute_id) == col(Dispute.id))
            last = said.correlate(Dispute).scalar_subquery()
            decided = exists().where(col(DisputeRuling.id) == last, col(DisputeRuling.kind) != Said.APPEALED.value)
            asked = asked.where(~decided if is_open else decided)
        if clause is not None:
            game, _, number = clause.partition(" ")
            asked = asked.where(col(Dispute.game) == game, col(Dispute.clause) == number)
        return [_case(tx, each) for each in tx.exec(asked.order_by(col(Dispute.id)))]


def _opened(
    tx: Transaction,
    club: Club,
    *,
    game: str,
    options: dict[str, str],
    parties: Sequence[tuple[str, int | None]],
    facts: list[str],
    ruling: Ruling,
    claim: str,
    by: str | None,
    on: tuple[int, int] | None = None,
) -> Case:
    dispute = Dispute(
        match_id=on[0] if on else None,
        number=on[1] if on else None,
        game=game,
        options=options,
        facts=facts,
        claim=with_marks(claim, [name for name, _ in parties], roster.names(tx)),
        verdict=ruling.verdict.value,
        word=ruling.word,
        clause=ruling.clause.id,
        rule=ruling.rule,
        reason=ruling.reason,
        because=list(ruling.because),
        alternatives=[offer.text for offer in ruling.alternatives],
        at=club.clock(),
        by=roster.signed(tx, club, by),
    )
    tx.add(dispute)
    tx.flush()
    for seat, (name, member) in enumerate(parties):
        tx.add(Party(dispute_id=dispute.id, seat=seat, member_id=member, name=name))
    tx.flush()
    return _case(tx, dispute)


def _refuse_second(tx: Transaction, table: int, line: int) -> None:
    """Raise a fault when a line is disputed already: two decisions on it could contradict each other."""
    if found := _on_line(tx, table, line):
        case = _case(tx, found)
        if case.is_open:
            raise ClubFault(f"Line {line} of table {table} is disputed already: dispute {case.number} is open.")
        raise ClubFault(
            f"Line {line} of table {table} was disputed before, and dispute {case.number} was {case.decided[-1].said}. "
            f'To challenge that: referee dispute appeal {case.number} --reason "..."'
        )


def _ruling_by_seat(match: Written, number: int) -> Ruling:
    """Return the ruling on a line as it now stands, naming seats instead of players, so that it can be kept."""
    record = _by_seat(match.sheet.record)
    sheet = fold(record, gathered=match.match.finished_at is not None)
    return next(each.ruling for each in sheet.entries if each.line.number == number)


def _change_line(
    tx: Transaction, club: Club, dispute: Dispute, table: int, line: int, overrule: bool, reason: str, by: str | None
) -> str:
    """Make the disputed line stand or not, as was decided, and say what that changed."""
    match = written(tx, table)
    last = match.decided.get(line)
    was_illegal = dispute.verdict == Verdict.ILLEGAL
    if overrule:
        word = Word.STANDS if was_illegal else Word.TAKEN_BACK
    elif last is not None and last.dispute_id == dispute.id:
        word = Word.TAKEN_BACK if was_illegal else Word.STANDS
    else:
        return ""
    if match.word(entry_of(match, line)) is word:
        return ""
    finished = match.match.finished_at is not None
    before = match
    match = count_again(tx, decide_line(tx, club, match, line, word, reason, by, dispute.id))
    changed = [f"Line {line} of table {table} {'stands' if word is Word.STANDS else 'is taken back'}."]
    changed += [f"Line {each.number} is now {each.ruling.says}." for each in turned(before, match, line) if each.ruling]
    if finished and not match.match.finished_at:
        changed.append("The match is no longer decided.")
    return " ".join(changed)


def _say(tx: Transaction, club: Club, dispute: Dispute, said: Said, reason: str, changed: str, by: str | None) -> Case:
    names = [party.name for party in _parties(tx, dispute)]
    tx.add(
        DisputeRuling(
            dispute_id=dispute.id,
            kind=said.value,
            reason=with_marks(reason, names, roster.names(tx)),
            changed=changed,
            at=club.clock(),
            by=roster.signed(tx, club, by),
        )
    )
    tx.flush()
    return _case(tx, dispute)


def _case(tx: Transaction, dispute: Dispute) -> Case:
    names, everybody = [party.name for party in _parties(tx, dispute)], roster.names(tx)
    said = select(DisputeRuling).where(col(DisputeRuling.dispute_id) == dispute.id).order_by(col(DisputeRuling.id))
    earlier = select(Dispute.id).where(
        col(Dispute.game) == dispute.game, col(Dispute.clause) == dispute.clause, col(Dispute.id) < dispute.id
    )
    facts = dispute.facts
    if dispute.match_id is not None:
        line = col(Entry.match_id) == dispute.match_id, col(Entry.number) == dispute.number
        facts = list(tx.exec(select(Entry.text).where(*line)))
    return Case(
        number=dispute.id,
        table=dispute.match_id,
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
            for each in tx.exec(said)
        ),
        earlier=tuple(tx.exec(earlier.order_by(col(Dispute.id)))),
    )


def _on_line(tx: Transaction, table: int, line: int) -> Dispute | None:
    on_line = select(Dispute).where(col(Dispute.match_id) == table, col(Dispute.number) == line)
    return tx.exec(on_line.order_by(col(Dispute.id).desc())).first()


def _found(tx: Transaction, number: int) -> Dispute:
    dispute = row_of(tx, Dispute, number)
    if dispute is None:
        raise UnknownName(f"There is no dispute {number}.")
    return dispute


def _parties(tx: Transaction, dispute: Dispute) -> list[Party]:
    return list(tx.exec(select(Party).where(col(Party.dispute_id) == dispute.id).order_by(col(Party.seat))))


def _party(tx: Transaction, name: str) -> tuple[str, int | None]:
    """Return who was named in the facts, as a member if they are one: strangers may have a dispute settled too."""
    try:
        return name, roster.called(tx, name, everybody=True).id
    except ClubFault:
        return name, None


def _by_seat(record: Record) -> Record:
    """Return a record whose texts name seats instead of players, so that they can be kept for ever."""
    seats = Seats(seat_marks(len(record.seats)))
    lines = tuple(replace(line, text=record.book.write(line.act, seats)) for line in record.lines)
    return replace(record, seats=seats, lines=lines)
