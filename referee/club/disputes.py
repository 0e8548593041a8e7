"""Disputes: opened on a line or on what was told, decided, appealed, and what that changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import exists
from sqlmodel import col, func, select

from referee.club import officers, roster, seasons
from referee.club.dispute_view import (
    DisputeDecisionKind,
    DisputeView,
    dispute_of,
    dispute_view,
    dispute_views,
    disputed,
    parties_of,
)
from referee.club.facts import rule_on
from referee.club.faults import ClubFault
from referee.club.folder import Club
from referee.club.match_log import DecisionKind, EntryKind, MatchLog, entry_of, named_by_seat, read_log
from referee.club.match_log import decide as decide_line
from referee.club.match_outcome import count_again
from referee.club.match_view import turned
from referee.club.names import plain, with_marks
from referee.rules import Ruling, Verdict, fold, in_force, options_from
from referee.store.engine import Transaction
from referee.store.models import Dispute, DisputeDecision, Party


def open_on_line(club: Club, match: int, line: int, *, claim: str = "", by: str | None = None) -> DisputeView:
    """Open a dispute on a line of a table. The rulebook's ruling at this moment is kept with it."""
    with club.writing() as tx:
        log = read_log(tx, match)
        if entry_of(log, line).kind != EntryKind.LINE:
            raise ClubFault(f"Line {line} is a result, on which the rulebook has no ruling.")
        if line not in log.judged:
            raise ClubFault(f"Line {line} was typed by mistake; there is nothing to dispute.")
        _refuse_second(tx, match, line)
        return _opened(
            tx,
            club,
            game=log.match.game,
            options=log.match.options,
            parties=[(seat.name, seat.member_id) for seat in log.seats],
            facts=[],
            ruling=_ruling_by_seat(log, line),
            claim=claim,
            by=by,
            on=(match, line),
        )


def open_on_facts(
    club: Club, game: str, facts: Sequence[str], *, options: Iterable[str] = (), claim: str = "", by: str | None = None
) -> DisputeView:
    """Open a dispute on what the referee is told, of which the last fact is disputed. Raises `Misread`."""
    book = seasons.book_of(game)
    settled = options_from(book.options, seasons.options_typed(book, options))
    told = rule_on(book, settled, facts).record
    record = named_by_seat(told)
    with club.writing() as tx:
        return _opened(
            tx,
            club,
            game=book.slug,
            options=in_force(settled),
            parties=[_party(tx, name) for name in told.seats.names],
            facts=[line.text for line in record.lines],
            ruling=fold(record).entries[-1].ruling,
            claim=claim,
            by=by,
        )


def decide(club: Club, number: int, *, overrule: bool = False, reason: str = "", by: str | None = None) -> DisputeView:
    """Decide a dispute: follow the rulebook's ruling, or overrule it with a reason.

    Overruling an illegal line lets it stand; overruling a legal or open one takes it back. A decision on appeal that
    follows the rulebook after all puts the line as it was.
    """
    if overrule and not reason.strip():
        raise ClubFault("Overruling needs a reason, for whoever reads it later.")
    with club.writing() as tx:
        officers.only(tx, club, by, officers.Duty.OVERRULE if overrule else officers.Duty.DECIDE)
        dispute = dispute_of(tx, number)
        if not (view := dispute_view(tx, dispute)).is_open:
            raise ClubFault(f"Dispute {number} was {view.decisions[-1].kind} already. It can be reopened by an appeal.")
        changed = ""
        if dispute.match_id is not None and dispute.number is not None:
            changed = _change_line(tx, club, dispute, dispute.match_id, dispute.number, overrule, reason, by)
        return _note(
            tx,
            club,
            dispute,
            DisputeDecisionKind.OVERRULED if overrule else DisputeDecisionKind.FOLLOWED,
            reason,
            changed,
            by,
        )


def appeal(club: Club, number: int, *, reason: str, by: str | None = None) -> DisputeView:
    """Open a decided dispute again. What was decided holds until it is decided anew."""
    if not reason.strip():
        raise ClubFault("An appeal needs a reason.")
    with club.writing() as tx:
        dispute = dispute_of(tx, number)
        if dispute_view(tx, dispute).is_open:
            raise ClubFault(f"Dispute {number} is open; there is no decision to appeal against.")
        return _note(tx, club, dispute, DisputeDecisionKind.APPEALED, reason, "", by)


def show(club: Club, number: int) -> DisputeView:
    """Return a dispute with everything decided about it."""
    with club.reading() as tx:
        return dispute_view(tx, dispute_of(tx, number))


def on_line(club: Club, match: int, line: int) -> DisputeView | None:
    """Return the dispute on a line of a table, if there is one."""
    with club.reading() as tx:
        found = disputed(tx, match, line)
        return dispute_view(tx, found) if found else None


def disputes(club: Club, *, is_open: bool | None = None, clause: str | None = None) -> list[DisputeView]:
    """Return all disputes in order, or only those open or decided, or on a clause such as ``big-two 4.5``."""
    with club.reading() as tx:
        asked = select(Dispute)
        if is_open is not None:
            said = select(func.max(DisputeDecision.id)).where(col(DisputeDecision.dispute_id) == col(Dispute.id))
            last = said.correlate(Dispute).scalar_subquery()
            decided = exists().where(
                col(DisputeDecision.id) == last, col(DisputeDecision.kind) != DisputeDecisionKind.APPEALED.value
            )
            asked = asked.where(~decided if is_open else decided)
        if clause is not None:
            game, _, number = clause.partition(" ")
            asked = asked.where(col(Dispute.game) == game, col(Dispute.clause) == number)
        return dispute_views(tx, tx.exec(asked.order_by(col(Dispute.id))).all())


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
) -> DisputeView:
    dispute = Dispute(
        match_id=on[0] if on else None,
        number=on[1] if on else None,
        game=game,
        options=options,
        facts=facts,
        claim=with_marks(plain(claim, "the claim"), [name for name, _ in parties], roster.names(tx)),
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
    return dispute_view(tx, dispute)


def _refuse_second(tx: Transaction, match: int, line: int) -> None:
    """Raise a fault when a line is disputed already: two decisions on it could contradict each other."""
    if found := disputed(tx, match, line):
        view = dispute_view(tx, found)
        if view.is_open:
            raise ClubFault(f"Line {line} of table {match} is disputed already: dispute {view.number} is open.")
        raise ClubFault(
            f"Line {line} of table {match} was disputed before, and dispute {found.id} was {view.decisions[-1].kind}.",
            f'To challenge that: referee dispute appeal {view.number} --reason "..."',
        )


def _ruling_by_seat(log: MatchLog, number: int) -> Ruling:
    """Return the ruling on a line as it now stands, naming seats instead of players, so that it can be kept."""
    record = named_by_seat(log.sheet.record)
    sheet = fold(record, gathered=log.match.finished_at is not None)
    return next(each.ruling for each in sheet.entries if each.line.number == number)


def _change_line(
    tx: Transaction, club: Club, dispute: Dispute, match: int, line: int, overrule: bool, reason: str, by: str | None
) -> str:
    """Make the disputed line stand or not, as was decided, and say what that changed."""
    log = read_log(tx, match)
    last = log.decided.get(line)
    was_illegal = dispute.verdict == Verdict.ILLEGAL
    if overrule:
        word = DecisionKind.STANDS if was_illegal else DecisionKind.TAKEN_BACK
    elif last is not None and last.dispute_id == dispute.id:
        word = DecisionKind.TAKEN_BACK if was_illegal else DecisionKind.STANDS
    else:
        return ""
    if log.decision(entry_of(log, line)) is word:
        return ""
    finished = log.match.finished_at is not None
    before = log
    log = count_again(tx, decide_line(tx, club, log, line, word, reason, by, dispute.id))
    changed = [f"Line {line} of table {match} {'stands' if word is DecisionKind.STANDS else 'is taken back'}."]
    changed += [f"Line {each.number} is now {each.ruling.says}." for each in turned(before, log, line) if each.ruling]
    if finished and not log.match.finished_at:
        changed.append("The match is no longer decided.")
    return " ".join(changed)


def _note(
    tx: Transaction, club: Club, dispute: Dispute, kind: DisputeDecisionKind, reason: str, changed: str, by: str | None
) -> DisputeView:
    names = [party.name for party in parties_of(tx, dispute)]
    tx.add(
        DisputeDecision(
            dispute_id=dispute.id,
            kind=kind.value,
            reason=with_marks(plain(reason, "the reason"), names, roster.names(tx)),
            changed=changed,
            at=club.clock(),
            by=roster.signed(tx, club, by),
        )
    )
    tx.flush()
    return dispute_view(tx, dispute)


def _party(tx: Transaction, name: str) -> tuple[str, int | None]:
    """Return who was named in the facts, as a member if they are one: strangers may have a dispute settled too."""
    try:
        return name, roster.called(tx, name, everybody=True).id
    except ClubFault:
        return name, None
