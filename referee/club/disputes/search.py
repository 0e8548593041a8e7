"""Searching disputes by text, member, day, game, clause and outcome."""

from __future__ import annotations

from datetime import date

from referee.club.disputes import disputes
from referee.club.disputes.view import DisputeDecisionKind, DisputeView
from referee.club.folder import Club, day_of
from referee.club.people import roster
from referee.club.text.faults import ClubFault
from referee.club.text.names import spelled
from referee.rules.notation.seats import clean_name


def search(
    club: Club,
    *,
    text: str = "",
    member: str | None = None,
    since: date | None = None,
    until: date | None = None,
    clause: str | None = None,
    game: str | None = None,
    is_open: bool | None = None,
    outcome: DisputeDecisionKind | None = None,
) -> list[DisputeView]:
    """Return the disputes that meet every given condition, in order of number.

    `text` is searched in the facts, the claim, the clause, the decisions and their reasons. Case and spacing are
    ignored. `member` matches the players of the table or the facts, and names in those texts.
    """
    if since and until and until < since:
        raise ClubFault(f"{since} is after {until}. Put the earlier date first.")
    results = disputes.disputes(club, is_open=is_open, clause=clause, game=game)
    if member is not None:
        with club.reading() as tx:
            searched_member = roster.find_member(tx, member, include_retired=True)
            dispute_ids = {
                number for (number,) in tx.rows("SELECT dispute_id FROM party WHERE member_id = ?", searched_member.id)
            }
        name_pattern = spelled([searched_member.name])
        results = [
            dispute
            for dispute in results
            if dispute.number in dispute_ids or name_pattern.search(searchable_text(dispute))
        ]
    wanted_text = clean_name(text).casefold()
    return [
        dispute
        for dispute in results
        if (not wanted_text or wanted_text in clean_name(searchable_text(dispute)).casefold())
        and (since is None or since <= day_of(dispute.at))
        and (until is None or day_of(dispute.at) <= until)
        and (
            outcome is None or (dispute.decided is not None and not dispute.is_open and dispute.decided.kind is outcome)
        )
    ]


def searchable_text(dispute: DisputeView) -> str:
    """Return all texts of a dispute, joined for searching."""
    decision_texts = (
        text for decision in dispute.decisions for text in (decision.reason, decision.changed, decision.by)
    )
    return "\n".join(
        [*dispute.facts, dispute.claim, dispute.clause, dispute.rule, dispute.reason, dispute.by, *decision_texts]
    )
