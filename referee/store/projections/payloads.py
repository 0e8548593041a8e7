"""The fields that the data of each kind of event must have, with their JSON types, and the row that it creates.

A server checks them when an officer's login appends an event, since nothing else would notice before it is projected.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from referee.store.projections.kind import EventKind

_ENTRY: Final = {"number": "number", "step": "number"}
_SESSION: Final = {"session": "number"}
_PLAN: Final = {"session": "number", "held_on": "string", "starts": "string", "sequence": "number"}
_MEMBER: Final = {"member": "number"}
REQUIRED_FIELDS: Final[Mapping[EventKind, Mapping[str, str]]] = {
    EventKind.RETRACTED: {"event": "number", "kind": "string"},
    EventKind.UNDONE: {"undoes": "array"},
    EventKind.REDONE: {"undoes": "array"},
    EventKind.CLUB_FOUNDED: {},
    EventKind.BACKUPS_KEPT: {"count": "number"},
    EventKind.BACKED_UP: {},
    EventKind.RESTORED: {},
    EventKind.LOSS_ACCEPTED: {},
    EventKind.FORK_IMPORTED: {"common": "number", "head": "string"},
    EventKind.MEMBER_ADDED: {**_MEMBER, "guest": "boolean"},
    EventKind.MEMBER_CAME_BACK: {**_MEMBER, "guest": "boolean"},
    EventKind.GUEST_JOINED: _MEMBER,
    EventKind.MEMBER_RENAMED: _MEMBER,
    EventKind.MEMBER_RETIRED: _MEMBER,
    EventKind.MEMBER_MERGED: {
        **_MEMBER, "other": "number", "both": "array", "guest": "boolean", "retired": "boolean", "shown_as": "string",
    },
    EventKind.MEMBER_FORGOTTEN: {**_MEMBER, "numbers": "array", "removed": "array", "retired": "boolean"},
    EventKind.SHOWN_AS: {"how": "string"},
    EventKind.GUEST_RESULTS: {**_MEMBER, "season": "number", "counts": "boolean"},
    EventKind.TERM_BEGUN: {**_MEMBER, "how": "string", "starts": "string", "ends": "string"},
    EventKind.SEASON_BEGUN: {
        "season": "number", "starts": "string", "ends": "string", "best_k": "number", "min_sessions": "number",
        "lot_seed": "number", "ties": "string",
    },
    EventKind.SEASON_CLOSED: {"season": "number", "figures": "object"},
    EventKind.SEASON_REOPENED: {"season": "number"},
    EventKind.CALENDAR_SET: {"season": "number", "announced": "array"},
    EventKind.HOUSE_RULES_SET: {"rules": "number", "season": "number", "game": "string", "options": "object"},
    EventKind.SESSION_PLANNED: {**_PLAN, "season": "number"},
    EventKind.SESSION_CHANGED: _PLAN,
    EventKind.SESSION_CANCELLED: {**_SESSION, "sequence": "number"},
    EventKind.SESSION_OPENED: _SESSION,
    EventKind.SESSION_CLOSED: _SESSION,
    EventKind.SESSION_REOPENED: _SESSION,
    EventKind.CHECKED_IN: {**_SESSION, "members": "array"},
    EventKind.CHECKED_OUT: {**_SESSION, "members": "array"},
    EventKind.SEATS_DRAWN: {
        **_SESSION, "draw": "number", "method": "string", "seed": "number", "chosen": "boolean", "games": "array",
        "sizes": "array", "members": "array", "apart": "array", "played": "array", "tables": "array",
    },
    EventKind.DRAW_CHANGED: {"draw": "number", "what": "string", "tables": "array"},
    EventKind.KEPT_APART: {"apart": "number", "season": "number", "one": "number", "other": "number"},
    EventKind.TABLE_STARTED: {**_SESSION, "edition": "string", "options": "object", "seats": "array"},
    EventKind.LINE_LOGGED: {**_ENTRY, "text": "string", "verdict": "string", "clause": "string"},
    EventKind.RESULT: {**_ENTRY, "said": "object"},
    EventKind.LINE_DECIDED: {"decided": "array"},
    EventKind.TABLE_LEFT: {**_ENTRY, "said": "object"},
    EventKind.TABLE_JOINED: {**_ENTRY, "said": "object"},
    EventKind.STOOD_IN: {**_ENTRY, "said": "object"},
    EventKind.SEATS_SWAPPED: {**_ENTRY, "said": "object"},
    EventKind.SEATS_CHANGED: {"seats": "array"},
    EventKind.SEAT_CORRECTED: {
        "seat": "number", "was": "number", "now": "number", "seats": "array", "disputes": "array",
    },
    EventKind.TABLE_FINISHED: {"came": "object"},
    EventKind.TABLE_VOIDED: {**_ENTRY, "said": "object", "came": "object"},
    EventKind.PLACES_COUNTED: {"came": "object"},
    EventKind.DISPUTE_RAISED: {
        "dispute": "number", "game": "string", "options": "object", "members": "array", "facts": "number",
        "verdict": "string", "word": "string", "clause": "string", "rule": "string", "reason": "string",
        "because": "array", "alternatives": "array", "due": "array", "ask": "string",
    },
    EventKind.DISPUTE_RULED: {"dispute": "number", "outcome": "string", "changed": "string"},
    EventKind.PENALTY_GIVEN: {"penalty": "number", **_SESSION, **_MEMBER, "points": "number"},
    EventKind.TOURNAMENT_ANNOUNCED: {"tournament": "number", "season": "number", "seed": "number"},
    EventKind.TOURNAMENT_ENTERED: {"tournament": "number", "entries": "array"},
    EventKind.TOURNAMENT: {"tournament": "number", "what": "string"},
    EventKind.CLOCK: {"tournament": "number"},
}  # fmt: skip
NEW_NUMBERS: Final[Mapping[str, str]] = {
    EventKind.MEMBER_ADDED: "member",
    EventKind.SEASON_BEGUN: "season",
    EventKind.HOUSE_RULES_SET: "rules",
    EventKind.SEATS_DRAWN: "draw",
    EventKind.KEPT_APART: "apart",
    EventKind.DISPUTE_RAISED: "dispute",
    EventKind.PENALTY_GIVEN: "penalty",
    EventKind.TOURNAMENT_ANNOUNCED: "tournament",
}
"""The field of each kind that has the number of a new row, which no event had before."""
