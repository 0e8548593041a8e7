"""Disputes: opened on a line or on what was told, decided, appealed, and what that changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from sqlalchemy import exists
from sqlmodel import col, func, select

from referee.club.calendar import seasons
from referee.club.calendar.correcting import mark_of
from referee.club.disputes.remedies import Remedy, in_words, words
from referee.club.disputes.told_facts import rule_on
from referee.club.disputes.view import (
    DisputeDecisionKind,
    DisputeView,
    dispute_of,
    dispute_view,
    dispute_views,
    disputed,
    last_decided,
    parties_of,
    precedents,
)
from referee.club.folder import Club
from referee.club.match.correction_notes import CorrectionKind, note
from referee.club.match.log import EntryKind, MatchLog, entry_of, named_by_seat, read_log
from referee.club.match.log import decide as decide_line
from referee.club.match.outcome import count_again
from referee.club.match.view import turned
from referee.club.people import officers, roster
from referee.club.signing import Writing
from referee.club.text.faults import AmbiguousName, ClubFault, NeedsReason
from referee.club.text.names import plain, with_marks
from referee.rules import Ruling, fold, in_force, options_from
from referee.store.engine import Transaction
from referee.store.hints import Do
from referee.store.models import Dispute, DisputeDecision, Party

_DECIDED: Final = {
    Remedy.FOLLOW: DisputeDecisionKind.FOLLOWED,
    Remedy.OVERRULE: DisputeDecisionKind.OVERRULED,
    Remedy.REPLAY: DisputeDecisionKind.REPLAYED,
    Remedy.VOID_HAND: DisputeDecisionKind.VOIDED,
    Remedy.VOID_MATCH: DisputeDecisionKind.VOIDED,
}
_NEEDS: Final = {
    Remedy.OVERRULE: "Overruling",
    Remedy.REPLAY: "A replay",
    Remedy.VOID_HAND: "A void hand",
    Remedy.VOID_MATCH: "A void match",
}

_DUTY: Final = {
    Remedy.FOLLOW: officers.Duty.DECIDE,
    Remedy.OVERRULE: officers.Duty.OVERRULE,
    Remedy.REPLAY: officers.Duty.DECIDE,
    Remedy.VOID_HAND: officers.Duty.VOID,
    Remedy.VOID_MATCH: officers.Duty.VOID,
}


def open_on_line(club: Club, match: int, line: int, *, claim: str = "") -> DisputeView:
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
            game=log.match.game,
            options=log.match.options,
            parties=[(seat.name, seat.member_id) for seat in log.seats],
            facts=[],
            ruling=_ruling_by_seat(log, line),
            claim=claim,
            on=(match, line),
        )


def open_on_facts(
    club: Club, game: str, facts: Sequence[str], *, options: Iterable[str] = (), claim: str = ""
) -> DisputeView:
    """Open a dispute on what the referee is told, of which the last fact is disputed. Raises `Misread`."""
    book = seasons.book_of(game)
    settled = options_from(book.options, seasons.options_typed(book, options))
    told = rule_on(book, settled, facts, [member.name for member in roster.members(club, everybody=True)]).record
    record = named_by_seat(told)
    with club.writing() as tx:
        return _opened(
            tx,
            game=book.slug,
            options=in_force(settled),
            parties=[_party(tx, name) for name in told.seats.names],
            facts=[line.text for line in record.lines],
            ruling=fold(record).entries[-1].ruling,
            claim=claim,
        )


def decide(
    club: Club, number: int, *, overrule: bool = False, remedy: Remedy | None = None, reason: str = ""
) -> DisputeView:
    """Decide a dispute: follow the rulebook's ruling, overrule it, have it replayed, or void the hand or the match.

    Overruling an illegal line lets it stand; overruling a legal or open one takes it back. A decision on appeal puts
    back first what the one before it did, and is made by another officer. See `Remedy`.
    """
    remedy = remedy or (Remedy.OVERRULE if overrule else Remedy.FOLLOW)
    if remedy is not Remedy.FOLLOW and not reason.strip():
        raise NeedsReason(_NEEDS[remedy])
    with club.writing() as tx:
        officers.only(tx, club, _DUTY[remedy])
        dispute = dispute_of(tx, number)
        if not (view := dispute_view(tx, dispute)).is_open:
            raise ClubFault(f"Dispute {number} was {view.decisions[-1].kind} already. It can be reopened by an appeal.")
        _refuse_same_officer(tx, dispute, view)
        changed = ""
        if dispute.match_id is not None and dispute.number is not None:
            changed = _change_table(tx, club, dispute, dispute.match_id, dispute.number, remedy, reason)
        return _note(tx, dispute, _DECIDED[remedy], reason, changed)


def appeal(club: Club, number: int, *, reason: str) -> DisputeView:
    """Open a decided dispute again. What was decided holds until it is decided anew."""
    if not reason.strip():
        raise NeedsReason("An appeal")
    with club.writing() as tx:
        dispute = dispute_of(tx, number)
        if dispute_view(tx, dispute).is_open:
            raise ClubFault(f"Dispute {number} is open; there is no decision to appeal against.")
        return _note(tx, dispute, DisputeDecisionKind.APPEALED, reason, "")


def show(club: Club, number: int) -> DisputeView:
    """Return a dispute with everything decided about it."""
    with club.reading() as tx:
        return dispute_view(tx, dispute_of(tx, number))


def precedents_of(club: Club, number: int) -> list[DisputeView]:
    """Return what was decided before about the same clause of the same game, the newest first."""
    with club.reading() as tx:
        return precedents(tx, dispute_of(tx, number))


def on_line(club: Club, match: int, line: int) -> DisputeView | None:
    """Return the dispute on a line of a table, if there is one."""
    with club.reading() as tx:
        found = disputed(tx, match, line)
        return dispute_view(tx, found) if found else None


def on_table(club: Club, match: int) -> dict[int, DisputeView]:
    """Return the disputes on the lines of a table by the number of the line."""
    with club.reading() as tx:
        found = dispute_views(tx, tx.exec(select(Dispute).where(col(Dispute.match_id) == match)).all())
        return {each.line: each for each in found if each.line is not None}


def disputes(
    club: Club, *, is_open: bool | None = None, clause: str | None = None, game: str | None = None
) -> list[DisputeView]:
    """Return the disputes in order: all, or those open or decided, of a game, or on a clause as it is cited.

    A clause without its game is meant of every game.
    """
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
            slug, _, number = clause.strip().rpartition(" ")
            asked = asked.where(col(Dispute.clause) == number)
            if slug:
                asked = asked.where(col(Dispute.game) == seasons.book_of(slug).slug)
        if game is not None:
            asked = asked.where(col(Dispute.game) == seasons.book_of(game).slug)
        return dispute_views(tx, tx.exec(asked.order_by(col(Dispute.id))).all())


def _opened(
    tx: Writing,
    *,
    game: str,
    options: dict[str, str],
    parties: Sequence[tuple[str, int | None]],
    facts: list[str],
    ruling: Ruling,
    claim: str,
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
        at=tx.moment,
        by=tx.actor,
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
            Do.APPEAL("To challenge that", dispute=view.number),
        )


def _ruling_by_seat(log: MatchLog, number: int) -> Ruling:
    """Return the ruling on a line as it now stands, naming seats instead of players, so that it can be kept."""
    record = named_by_seat(log.sheet.record)
    sheet = fold(record, gathered=log.match.finished_at is not None)
    return next(each.ruling for each in sheet.entries if each.line.number == number)


def _change_table(tx: Writing, club: Club, dispute: Dispute, match: int, line: int, remedy: Remedy, reason: str) -> str:
    """Make a remedy have its effect on the table that it is about, and say what that changed."""
    log = read_log(tx, match)
    said = words(log, dispute, line, remedy)
    if not said:
        return ""
    finished = log.match.finished_at is not None
    before = log
    for number, word in said.items():
        log = decide_line(tx, club, log, number, word, reason, dispute.id)
    log = count_again(tx, log)
    if mark_of(tx, log.session):
        note(tx, club, CorrectionKind.DISPUTE, reason or f"dispute {dispute.id}", table=match, number=line)
    changed = in_words(match, said)
    changed += [
        f"Line {each.number} is now {each.ruling.says}."
        for each in turned(before, log, line)
        if each.ruling and each.number not in said
    ]
    if finished and not log.match.finished_at:
        changed.append("The match is no longer decided.")
    return " ".join(changed)


def _refuse_same_officer(tx: Writing, dispute: Dispute, view: DisputeView) -> None:
    """Raise a fault when an appeal would be heard by the officer against whose decision it is."""
    last, decided = last_decided(tx, dispute), view.decided
    if last is None or decided is None or last.by != tx.actor:
        return
    if not last.by:
        raise ClubFault(
            f"Nobody is said to have decided dispute {dispute.id}; an appeal is heard by another officer, who is.",
            Do.DECIDE("Say who that is", dispute=dispute.id),
        )
    raise ClubFault(
        f"Dispute {dispute.id} was decided by {decided.by}; an appeal is heard by another officer.",
        Do.DECIDE("They decide it", dispute=dispute.id),
    )


def _note(tx: Writing, dispute: Dispute, kind: DisputeDecisionKind, reason: str, changed: str) -> DisputeView:
    names = [party.name for party in parties_of(tx, dispute)]
    tx.add(
        DisputeDecision(
            dispute_id=dispute.id,
            kind=kind.value,
            reason=with_marks(plain(reason, "the reason"), names, roster.names(tx)),
            changed=changed,
            at=tx.moment,
            by=tx.actor,
        )
    )
    tx.flush()
    return dispute_view(tx, dispute)


def _party(tx: Transaction, name: str) -> tuple[str, int | None]:
    """Return who was named in the facts, as a member if they are one: strangers may have a dispute settled too.

    Raises `AmbiguousName` for the first name of several members, who may all be named in full.
    """
    try:
        return name, roster.called(tx, name, everybody=True).id
    except AmbiguousName as several:
        if sum(choice.casefold().split()[0] == name.casefold() for choice in several.choices) > 1:
            raise
        return name, None
    except ClubFault:
        return name, None
