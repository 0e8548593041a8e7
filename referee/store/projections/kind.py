"""The kinds of events in a club's log."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class EventKind(StrEnum):
    """The kind of an event, in officers' words."""

    # Officers took an earlier event back: they cancelled a penalty, or separated two merged members.
    RETRACTED = "retracted"

    # An action should not have been entered: its events no longer count. Redone, they count again.
    UNDONE = "undone"
    REDONE = "redone"

    # The club and its file.
    CLUB_FOUNDED = "club founded"
    BACKUPS_KEPT = "number of backups changed"
    BACKED_UP = "backup made"
    RESTORED = "backup restored"
    LOSS_ACCEPTED = "loss accepted"
    FORK_IMPORTED = "other file imported"

    # People.
    MEMBER_ADDED = "member added"
    MEMBER_CAME_BACK = "member came back"
    GUEST_JOINED = "guest became a member"
    MEMBER_RENAMED = "member renamed"
    MEMBER_RETIRED = "member retired"
    MEMBER_MERGED = "member merged"
    MEMBER_FORGOTTEN = "member forgotten"
    SHOWN_AS = "public name changed"
    GUEST_RESULTS = "guest results settled"
    TERM_BEGUN = "term begun"

    # Seasons and evenings.
    SEASON_BEGUN = "season begun"
    SEASON_CLOSED = "season closed"
    SEASON_REOPENED = "season reopened"
    CALENDAR_SET = "calendar set"
    HOUSE_RULES_SET = "house rules set"
    SESSION_PLANNED = "session planned"
    SESSION_CHANGED = "session changed"
    SESSION_CANCELLED = "session cancelled"
    SESSION_OPENED = "session opened"
    SESSION_CLOSED = "session closed"
    SESSION_REOPENED = "session reopened"
    CHECKED_IN = "checked in"
    CHECKED_OUT = "checked out"
    SEATS_DRAWN = "seats drawn"
    DRAW_CHANGED = "draw changed"
    KEPT_APART = "kept apart"

    # Play.
    TABLE_STARTED = "table started"
    LINE_LOGGED = "line logged"
    RESULT = "result recorded"
    LINE_DECIDED = "line decided"
    TABLE_LEFT = "left the table"
    TABLE_JOINED = "joined the table"
    STOOD_IN = "stood in at the table"
    SEATS_SWAPPED = "seats swapped"
    SEATS_CHANGED = "seats changed"
    SEAT_CORRECTED = "seat corrected"
    TABLE_FINISHED = "table finished"
    TABLE_VOIDED = "table voided"
    PLACES_COUNTED = "places recalculated"

    # Disputes and penalties.
    DISPUTE_RAISED = "dispute raised"
    DISPUTE_RULED = "dispute ruled"
    PENALTY_GIVEN = "penalty given"

    # Tournaments: what happens in one is said by its data, and what is done with a clock too.
    TOURNAMENT_ANNOUNCED = "tournament announced"
    TOURNAMENT_ENTERED = "tournament entered"
    TOURNAMENT = "tournament"
    CLOCK = "clock"


RETRACTION_DESCRIPTIONS: Final[Mapping[str, str]] = {
    EventKind.MEMBER_MERGED: "members separated",
    EventKind.CHECKED_IN: "check-in undone",
    EventKind.CHECKED_OUT: "check-out undone",
    EventKind.KEPT_APART: "keeping apart lifted",
    EventKind.TABLE_FINISHED: "table reopened",
    EventKind.PENALTY_GIVEN: "penalty cancelled",
}
"""What officers read when an event of a kind was retracted.

The data of a retraction has the number `event` and the `kind` of the event it retracts, and whatever its projection
needs.
"""


def describe(kind: str, retracted: str | None) -> str:
    """Return a kind in officers' words. For a retraction, `retracted` is the retracted kind."""
    return RETRACTION_DESCRIPTIONS.get(retracted or "", kind) if kind == EventKind.RETRACTED else kind
