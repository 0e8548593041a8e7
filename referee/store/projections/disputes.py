"""Projections of disputes and penalties."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from referee.store.events.event import Event
from referee.store.events.rows import Alter, Change, Projection, Put, signer
from referee.store.projections import play
from referee.store.projections.kind import EventKind


def dispute_raised(event: Event, texts: Mapping[str, str]) -> Iterable[Change]:
    """Return the changes for a dispute of a line or of stated facts. The ruling at that time is stored."""
    data = event.data
    copied = ("game", "options", "verdict", "word", "clause", "rule", "reason", "because", "alternatives", "due", "ask")
    yield Put(
        "dispute",
        {"id": data["dispute"]},
        {
            "match_id": event.match,
            "number": data["line"],
            "facts": [texts.get(f"fact {number}", "") for number in range(1, data["facts"] + 1)],
            "claim": texts.get("claim", ""),
            **{name: data[name] for name in copied},
            "outcome": "",
            "at": event.at,
            "by": signer(event, texts),
        },
    )
    for seat, member in enumerate(data["members"]):
        nobody = f"Player {seat + 1}" if member is None else f"Member {member}"
        party = {"member_id": member, "name": texts.get(f"player {seat + 1}", nobody)}
        yield Put("party", {"dispute_id": data["dispute"], "seat": seat}, party)


def dispute_ruled(event: Event, texts: Mapping[str, str]) -> Iterable[Change]:
    """Return the changes for a decided or reopened dispute, and for decisions about lines of its table."""
    data = event.data
    yield Alter("dispute", {"id": data["dispute"]}, {"outcome": data["outcome"]})
    yield from play.entry_logged(event, texts)


def penalty_given(event: Event, texts: Mapping[str, str]) -> Iterable[Change]:
    """Return the changes for a penalty or a warning."""
    data = event.data
    yield Put(
        "penalty",
        {"id": data["penalty"]},
        {
            "session_id": data["session"],
            "member_id": data["member"],
            "points": data["points"],
            "reason": texts.get("reason", ""),
            "match_id": event.match,
            "dispute_id": data["dispute"],
            "at": event.at,
            "by": signer(event, texts),
            "cancelled_because": "",
            "cancelled_by": "",
        },
    )


def penalty_cancelled(event: Event, texts: Mapping[str, str]) -> Iterable[Change]:
    """Return the changes for a cancelled penalty."""
    yield Alter(
        "penalty",
        {"id": event.data["penalty"]},
        {
            "cancelled_at": event.at,
            "cancelled_because": texts.get("reason", ""),
            "cancelled_by": signer(event, texts),
        },
    )


HANDLERS: Final[Mapping[EventKind, Projection]] = {
    EventKind.DISPUTE_RAISED: dispute_raised,
    EventKind.DISPUTE_RULED: dispute_ruled,
    EventKind.PENALTY_GIVEN: penalty_given,
}
RETRACTIONS: Final[Mapping[EventKind, Projection]] = {EventKind.PENALTY_GIVEN: penalty_cancelled}
TABLES: Final = ("dispute", "party", "penalty")
