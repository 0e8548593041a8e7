"""Tables and what was played at them, as events tell it.

Seats count from 0. Where the data of an event has

- ``seats``, a list of ``[member, guest, was]``, they are those of the table from then on: the members, whether they are
  guests, and whose the seat was where members were merged; the texts ``seat 1`` and so on are the names;
- ``came``, it is what came of the table: when it ``finished``, None where it goes on, and its ``placings``;
- ``number`` and ``step``, it is an entry of the table's log;
- ``decided``, it is what was decided about lines, each with its ``number``, ``step`` and ``kind``, by a ``dispute`` if
  that has a number; the text ``reason`` is why, where the program does not say so itself;
- ``phone``, it came from a player's phone, by its number of the evening;
- ``confirmed``, it is a result that these members said was right, each by a phone;
- ``mark``, it corrects what was written down, for the ``reason``: the mark says if that was in a closed season, or is
  empty.
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
"""The kinds of entries that say all by themselves: why one of them corrects another is not a part of it."""
ENTRIES: Final = frozenset({*_ENTRY_KINDS, EventKind.RESULT})
"""The kinds of which each is an entry of a table's log; so is what opens a finished table again."""


def table_started(event: Event, texts: Mapping[str, str]) -> Iterable[Change]:
    """A table was started: who sits there, and what is frozen for it."""
    data = event.data
    values = {**read_frozen(event, data, texts), "started_at": event.at, "finished_at": None}
    yield Put("match", {"id": event.match}, values)
    yield from _seat_changes(event.match, data, texts)


def entry_logged(event: Event, texts: Mapping[str, str]) -> Iterable[Change]:
    """Something became an entry of a table's log, or was decided about some: what that changed besides."""
    data = event.data
    yield from _seat_changes(event.match, data, texts)
    yield from _outcome_changes(event.match, data)


def seat_corrected(event: Event, texts: Mapping[str, str]) -> Iterable[Change]:
    """It was put right who sat at a table; so it is at the disputes there, of which they are the parties."""
    data = event.data
    yield from _seat_changes(event.match, data, texts)
    for dispute in data["disputes"]:
        for seat in _seat_rows(data, texts):
            party = {name: seat[name] for name in ("member_id", "name", "was_id")}
            yield Alter("party", {"dispute_id": dispute, "seat": seat["seat"]}, party)
    yield from _outcome_changes(event.match, data)


def read_frozen(event: Event, data: Mapping[str, Any], texts: Mapping[str, str]) -> dict[str, Any]:
    """Return what is frozen for a table by the event that starts it, by name."""
    return {
        "session_id": data["session"],
        "game": data.get("game") or texts.get("game", ""),
        **{name: data.get(name) for name in _FROZEN},
        "by": signer(event, texts),
        "chip": texts.get("chip", ""),
    }


def read_seats(data: Mapping[str, Any], texts: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """Yield the seats of a table from an event on, each by name; who had to be forgotten is called nothing."""
    for place, (member, guest, was_id) in enumerate(data.get("seats", ())):
        name = texts.get(f"seat {place + 1}", "")
        yield {"seat": place, "member_id": member, "name": name, "guest": guest, "was_id": was_id}


def read_entry(event: Event, data: Mapping[str, Any], texts: Mapping[str, str]) -> dict[str, Any]:
    """Return the entry of a table's log that an event is, by name, as far as it says; empty where it is none."""
    if not (kind := _entry_kind(event, data)):
        return {}
    entry = {name: data[name] for name in _ENTRY if name in data}
    if "reason" in texts and not ("mark" in data and event.kind in _SELF_EVIDENT):
        entry["reason"] = texts["reason"]
    return {**entry, "kind": kind, "at": event.at, "by": signer(event, texts)}


def read_decisions(event: Event, data: Mapping[str, Any], texts: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """Yield what an event decided about entries, each by name."""
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
    """Return what an event is called as an entry of a table's log; nothing where it is none."""
    if event.kind == EventKind.UNDONE:
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
UNDONE: Final[Mapping[EventKind, Projection]] = {EventKind.TABLE_FINISHED: entry_logged}
