"""The kinds of events that a club's log has."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """What was done, in the words that officers read."""

    # The club and its file.
    CLUB_FOUNDED = "club founded"
    BACKUPS_KEPT = "number of backups changed"
    BACKED_UP = "backup made"
    RESTORED = "backup restored"
    LOSS_ACCEPTED = "loss accepted"

    # People.
    MEMBER_ADDED = "member added"
    MEMBER_CAME_BACK = "member came back"
    GUEST_JOINED = "guest became a member"
    MEMBER_RENAMED = "member renamed"
    MEMBER_RETIRED = "member retired"
    MEMBER_MERGED = "member merged"
    MEMBER_PARTED = "member parted"
    MEMBER_FORGOTTEN = "member forgotten"
    SHOWN_AS = "shown in public otherwise"
    GUEST_RESULTS = "guest results settled"
    TERM_BEGUN = "term begun"

    # Seasons and evenings.
    SEASON_BEGUN = "season begun"
    SEASON_CLOSED = "season closed"
    SEASON_REOPENED = "season opened again"
    CALENDAR_SET = "calendar set"
    HOUSE_RULES_SET = "house rules set"
    SESSION_PLANNED = "session planned"
    SESSION_CHANGED = "session changed"
    SESSION_CANCELLED = "session cancelled"
    SESSION_OPENED = "session opened"
    SESSION_CLOSED = "session closed"
    SESSION_REOPENED = "session opened again"
    SESSION_PUT_BACK = "session not opened after all"
    CHECKED_IN = "checked in"
    CHECK_IN_UNDONE = "check-in taken back"
    SEATS_DRAWN = "seats drawn"
    DRAW_CHANGED = "draw changed"
    KEPT_APART = "kept apart"
    APART_LIFTED = "kept apart no more"

    # Play.
    TABLE_STARTED = "table started"
    LINE_LOGGED = "line logged"
    RESULT = "result written down"
    LINE_DECIDED = "line decided"
    TABLE_LEFT = "left the table"
    TABLE_JOINED = "joined the table"
    STOOD_IN = "stood in at the table"
    SEATS_SWAPPED = "seats swapped"
    SEATS_CHANGED = "seats changed"
    SEAT_CORRECTED = "seat corrected"
    TABLE_FINISHED = "table finished"
    TABLE_VOIDED = "table voided"
    TABLE_REOPENED = "table opened again"
    PLACES_COUNTED = "places counted again"
    CORRECTED = "correction"

    # Disputes and penalties.
    DISPUTE_RAISED = "dispute raised"
    DISPUTE_RULED = "dispute ruled"
    PENALTY_GIVEN = "penalty given"
    PENALTY_CANCELLED = "penalty cancelled"

    # Tournaments: what happens in one is said by its data, and what is done with a clock too.
    TOURNAMENT_ANNOUNCED = "tournament announced"
    TOURNAMENT_ENTERED = "tournament entered"
    TOURNAMENT = "tournament"
    CLOCK = "clock"
