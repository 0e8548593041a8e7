"""Decisions on disputes, their effects at the table, and appeals."""

from __future__ import annotations

from typing import Any, Final

from referee.club.calendar.closed_seasons import closed_season_data
from referee.club.disputes.remedies import Remedy, decisions_of_remedy, describe_lines
from referee.club.disputes.view import (
    DisputeDecisionKind,
    DisputeView,
    dispute_view,
    find_dispute,
    latest_decision,
    names_of,
)
from referee.club.folder import Club
from referee.club.match.log import decision_data, draft_decision, read_log, with_decision
from referee.club.match.outcome import recompute
from referee.club.match.view import changed_verdicts
from referee.club.people import duties, roster
from referee.club.signatures import Writing
from referee.club.text.faults import ClubFault, NeedsReason
from referee.club.text.names import clean_text, reason_needed, signature, with_marks
from referee.store.events.event import EventText
from referee.store.hints import Do
from referee.store.plain_rows import Dispute, get_row
from referee.store.projections.kind import EventKind
from referee.store.transaction import Transaction

_DECIDED: Final = {
    Remedy.UPHOLD: DisputeDecisionKind.UPHELD,
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
    Remedy.UPHOLD: duties.Duty.DECIDE,
    Remedy.OVERRULE: duties.Duty.OVERRULE,
    Remedy.REPLAY: duties.Duty.DECIDE,
    Remedy.VOID_HAND: duties.Duty.VOID,
    Remedy.VOID_MATCH: duties.Duty.VOID,
}


def decide(club: Club, number: int, *, remedy: Remedy = Remedy.UPHOLD, reason: str = "") -> DisputeView:
    """Decide a dispute with a remedy (`Remedy`), and return it.

    Overruling lets an illegal line stand, and takes back a legal or open one. On appeal, another officer must decide,
    and the effect of the earlier decision is undone first. Raise `NeedsReason` if any remedy but `UPHOLD` comes without
    a reason.
    """
    if remedy is not Remedy.UPHOLD and not reason.strip():
        raise NeedsReason(_NEEDS[remedy])
    with club.writing() as tx:
        dispute = _find_undecided(tx, club, number, remedy)
        changes_text, data = "", dict[str, Any]()
        if dispute.match_id is not None and dispute.number is not None:
            changes_text, data = _change_table(tx, club, dispute, dispute.match_id, dispute.number, remedy, reason)
        return _append_decision(tx, dispute, _DECIDED[remedy], reason, changes_text, **data)


def refuse_unless_may_decide(club: Club, number: int, remedy: Remedy) -> None:
    """Raise `ClubFault` unless the actor may decide an open dispute with this remedy.

    Call this before the user types a reason.
    """
    with club.reading() as tx:
        _find_undecided(tx, club, number, remedy)


def _find_undecided(tx: Transaction, club: Club, number: int, remedy: Remedy) -> Dispute:
    duties.require_duty(tx, club, _DUTY[remedy])
    dispute = find_dispute(tx, number)
    if not (view := dispute_view(tx, dispute)).is_open:
        appeal = Do.APPEAL("An appeal reopens it", dispute=number)
        raise ClubFault(f"Dispute {number} was already {view.decisions[-1].kind}.", appeal)
    _refuse_same_officer(tx, signature(club.signature(), roster.names(tx)), dispute, view)
    return dispute


def refuse_unless_decided(club: Club, number: int) -> None:
    """Raise `ClubFault` if a dispute is still open, because only a decision can be appealed."""
    with club.reading() as tx:
        _refuse_open(tx, number)


def _refuse_open(tx: Transaction, number: int) -> Dispute:
    dispute = find_dispute(tx, number)
    if dispute_view(tx, dispute).is_open:
        raise ClubFault(f"Dispute {number} is open, so there is no decision to appeal against.")
    return dispute


def appeal(club: Club, number: int, *, reason: str, appellant: str = "") -> DisputeView:
    """Reopen a decided dispute, and return it. Raise `NeedsReason` without a reason.

    The earlier decision stays in force until the next one. `appellant` is the member who appeals, if named.
    """
    reason_needed(reason, "An appeal")
    with club.writing() as tx:
        dispute = _refuse_open(tx, number)
        appellant_name = roster.find_member(tx, appellant, include_retired=True).name if appellant else ""
        return _append_decision(tx, dispute, DisputeDecisionKind.APPEALED, reason, "", appellant_name)


def _change_table(
    tx: Writing, club: Club, dispute: Dispute, match: int, line: int, remedy: Remedy, reason: str
) -> tuple[str, dict[str, Any]]:
    """Carry out a remedy at its table. Return the changes in words and as event data; both are empty if there are
    none.
    """
    log = read_log(tx, match)
    new_decisions = decisions_of_remedy(log, dispute, line, remedy)
    if not new_decisions:
        return "", {}
    was_finished = log.match.finished_at is not None
    mark, log_before, decisions = closed_season_data(tx, club, log.session), log, list[dict[str, Any]]()
    for number, kind in new_decisions.items():
        decision = draft_decision(club, log, number, kind, reason, dispute.id)
        decisions.append(decision_data(decision))
        log = with_decision(log, decision)
    log, outcome_data = recompute(log)
    sentences = describe_lines(match, new_decisions)
    sentences += [
        f"Line {sentences.number} is now {sentences.ruling.says}."
        for sentences in changed_verdicts(log_before, log, line)
        if sentences.ruling and sentences.number not in new_decisions
    ]
    if was_finished and not log.match.finished_at:
        sentences.append("The match has no result now.")
    return " ".join(sentences), {"line": line, "decided": decisions, **mark, **outcome_data}


def _refuse_same_officer(tx: Transaction, actor: str, dispute: Dispute, view: DisputeView) -> None:
    """Raise `ClubFault` if an officer would decide an appeal against their own decision.

    If the earlier decision is unsigned, an unnamed actor is refused as well.
    """
    last_entry, last_decision = latest_decision(tx, dispute), view.decided
    if last_entry is None or last_decision is None or last_entry.actor != actor:
        return
    if not last_entry.actor:
        raise ClubFault(
            f"Dispute {dispute.id} was decided without an officer's name, so the appeal needs one.",
            Do.DECIDE("Add it", dispute=dispute.id),
        )
    raise ClubFault(
        f"Dispute {dispute.id} was decided by {last_decision.by}. An appeal needs another officer.",
        Do.DECIDE("Name them", dispute=dispute.id),
    )


def _append_decision(
    tx: Writing,
    dispute: Dispute,
    kind: DisputeDecisionKind,
    reason: str,
    changes_text: str,
    appellant: str = "",
    **table_data: Any,
) -> DisputeView:
    # The texts of a correction are read without the names at the table.
    names = [] if "mark" in table_data else names_of(tx, [dispute.id])[dispute.id]
    parts = {"reason": clean_text(reason, "the reason"), "appellant": appellant}
    texts = [EventText(part, with_marks(text, names, roster.names(tx))) for part, text in parts.items() if text]
    tx.append(
        EventKind.DISPUTE_RULED,
        {"dispute": dispute.id, "outcome": kind.value, "changed": changes_text, **table_data},
        match=dispute.match_id,
        texts=texts,
    )
    return dispute_view(tx, get_row(tx, Dispute, dispute.id))
