"""Projections of tables and of what is played at them.

Seats count from 0. The data of an event may have

- ``seats``, a list of ``[member, guest, was_id]``: the table's seats from then on, each with its member, whether they
  are a guest, and their number before a merge; the texts ``seat 1`` and so on are the names;
- ``came``, the outcome of the table: when it ``finished``, None if it goes on, and its ``placings``;
- ``number`` and ``step``, if the event is an entry of the table's log;
- ``decided``, decisions on lines, each with its ``number``, ``step`` and ``kind``, and the number of the ``dispute``,
  if any; the text ``reason`` gives the reason, unless the program itself does;
- ``phone``, the session's number for the player's phone that sent it;
- ``confirmed``, the members who confirmed a result, each on a phone;
- ``mark``, if the event corrects an earlier one, for the ``reason``: the mark of a closed season, or empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from referee.store.events.event import Event
from referee.store.events.rows import Alter, Change, Drop, Projection, Put, signer
from referee.store.projections.kind import EventKind

_ENTRY: Final = (
    *("number", "step", "text", "said", "instead_of"),
    *("verdict", "word", "clause", "rule", "reason", "because", "alternatives", "edition", "phone"),
)
_FROZEN: Final = ("edition", "options", "continues")
_PLACING: Final = ("rank", "players", "score", "chips", "hands")
_ENTRY_KINDS: Final[Mapping[EventKind, str]] = {
    EventKind.LINE_LOGGED: "line",
    EventKind.TABLE_LEFT: "leave",
    EventKind.TABLE_JOINED: "join",
    EventKind.STOOD_IN: "stand-in",
    EventKind.SEATS_SWAPPED: "swap",
    EventKind.TABLE_VOIDED: "void",
}
_SELF_EVIDENT: Final = (EventKind.LINE_LOGGED, EventKind.RESULT)
"""The kinds of entries that need no reason: why one of them corrects another is not shown with it."""
ENTRIES: Final = frozenset({*_ENTRY_KINDS, EventKind.RESULT})
"""The kinds of events that are entries of a table's log; reopening a finished table is one too."""


def table_started(event: Event, texts: Mapping[str, str]) -> Iterable[Change]:
    """Yield the changes for a started table: its match, with its edition and options, and its seats."""
    data = event.data
    values = {**read_frozen(event, data, texts), "started_at": event.at, "finished_at": None}
    yield Put("match", {"id": event.match}, values)
    yield from _seat_changes(event.match, data, texts)


def entry_logged(event: Event, texts: Mapping[str, str]) -> Iterable[Change]:
    """Return the changes for an entry at a table or decisions about entries: the resulting seats and outcome."""
    data = event.data
    yield from _seat_changes(event.match, data, texts)
    yield from _outcome_changes(event.match, data)


def seat_corrected(event: Event, texts: Mapping[str, str]) -> Iterable[Change]:
    """Return the changes for corrected seats of a table and for the parties of its disputes."""
    data = event.data
    yield from _seat_changes(event.match, data, texts)
    for dispute in data["disputes"]:
        for seat in _seat_rows(data, texts):
            party = {name: seat[name] for name in ("member_id", "name", "was_id")}
            yield Alter("party", {"dispute_id": dispute, "seat": seat["seat"]}, party)
    yield from _outcome_changes(event.match, data)


def read_frozen(event: Event, data: Mapping[str, Any], texts: Mapping[str, str]) -> dict[str, Any]:
    """Return the values that the starting event of a table freezes, by name."""
    return {
        "session_id": data["session"],
        "game": data.get("game") or texts.get("game", ""),
        **{name: data.get(name) for name in _FROZEN},
        "by": signer(event, texts),
        "chip": texts.get("chip", ""),
    }


def read_seats(data: Mapping[str, Any], texts: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """Yield the seats that an event sets, as values by column. The name of a forgotten member is empty."""
    for place, (member, guest, was_id) in enumerate(data.get("seats", ())):
        name = texts.get(f"seat {place + 1}", "")
        yield {"seat": place, "member_id": member, "name": name, "guest": guest, "was_id": was_id}


def read_entry(event: Event, data: Mapping[str, Any], texts: Mapping[str, str]) -> dict[str, Any]:
    """Return the log entry in an event, as values by column; empty if it has none."""
    if not (kind := _entry_kind(event, data)):
        return {}
    entry = {name: data[name] for name in _ENTRY if name in data}
    if "reason" in texts and not ("mark" in data and event.kind in _SELF_EVIDENT):
        entry["reason"] = texts["reason"]
    return {**entry, "kind": kind, "at": event.at, "by": signer(event, texts)}


def read_decisions(event: Event, data: Mapping[str, Any], texts: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """Yield the decisions in an event, as values by column."""
    for decision in data.get("decided", ()):
        yield {
            "step": decision["step"],
            "number": decision["number"],
            "kind": decision["kind"],
            "reason": decision.get("reason", texts.get("reason", "")),
            "dispute_id": data.get("dispute"),
            **({"phone": data["phone"]} if "phone" in data else {}),
            "at": event.at,
            "by": signer(event, texts),
        }


def _entry_kind(event: Event, data: Mapping[str, Any]) -> str:
    """Return the kind of log entry in an event; empty if it has none."""
    if event.kind == EventKind.RETRACTED:
        return "reopened" if data["kind"] == EventKind.TABLE_FINISHED else ""
    if event.kind not in ENTRIES:
        return ""
    return next(iter(data["said"])) if event.kind == EventKind.RESULT else _ENTRY_KINDS[EventKind(event.kind)]


def _seat_changes(match: int | None, data: Mapping[str, Any], texts: Mapping[str, str]) -> Iterator[Change]:
    if "seats" in data:
        yield Drop("seat", {"match_id": match})
        for seat in _seat_rows(data, texts):
            yield Put("seat", {"match_id": match, "seat": seat.pop("seat")}, seat)


def _outcome_changes(match: int | None, data: Mapping[str, Any]) -> Iterator[Change]:
    if outcome := data.get("came"):
        yield Alter("match", {"id": match}, {"finished_at": outcome["finished"]})
        yield Drop("placing", {"match_id": match})
        for placing in outcome["placings"]:
            values = {name: placing.get(name) for name in _PLACING}
            yield Put("placing", {"match_id": match, "member_id": placing["member"]}, values)


def _seat_rows(data: Mapping[str, Any], texts: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    for seat in read_seats(data, texts):
        yield {**seat, "name": seat["name"] or f"Member {seat['member_id']}"}


HANDLERS: Final[Mapping[EventKind, Projection]] = {
    EventKind.TABLE_STARTED: table_started,
    EventKind.LINE_LOGGED: entry_logged,
    EventKind.RESULT: entry_logged,
    EventKind.LINE_DECIDED: entry_logged,
    EventKind.TABLE_LEFT: entry_logged,
    EventKind.TABLE_JOINED: entry_logged,
    EventKind.STOOD_IN: entry_logged,
    EventKind.SEATS_SWAPPED: entry_logged,
    EventKind.SEATS_CHANGED: entry_logged,
    EventKind.SEAT_CORRECTED: seat_corrected,
    EventKind.TABLE_FINISHED: entry_logged,
    EventKind.TABLE_VOIDED: entry_logged,
    EventKind.PLACES_COUNTED: entry_logged,
}
RETRACTIONS: Final[Mapping[EventKind, Projection]] = {EventKind.TABLE_FINISHED: entry_logged}
TABLES: Final = ("match", "seat", "placing")
