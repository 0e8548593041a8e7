"""Tables and what was played at them, as events tell it.

Seats count from 0. Where the data of an event has

- ``seats``, a list of ``[member, guest, was]``, they are those of the table from then on: the members, whether they are
  guests, and whose the seat was where members were merged; the texts ``seat 1`` and so on are the names;
- ``came``, it is what came of the table: when it ``finished``, None where it goes on, and its ``placings``;
- ``number`` and ``step``, the event is an entry of the table's log;
- ``decided``, it is what was decided about lines, each with its ``number``, ``step`` and ``kind``; the text ``reason``
  is why, where the program does not say so itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from referee.store.events.event import Event
from referee.store.events.rows import Alter, Change, Drop, Fold, Put, nothing, signed
from referee.store.kinds.kind import Kind

_RULING: Final = ("verdict", "word", "clause", "rule", "reason", "because", "alternatives", "edition")
_FROZEN: Final = ("edition", "options", "continues")
_PLACING: Final = ("rank", "players", "score", "chips", "hands")
_CALLED: Final = {
    Kind.LINE_LOGGED: "line",
    Kind.TABLE_LEFT: "leave",
    Kind.TABLE_JOINED: "join",
    Kind.STOOD_IN: "stand-in",
    Kind.SEATS_SWAPPED: "swap",
    Kind.TABLE_VOIDED: "void",
    Kind.TABLE_REOPENED: "reopened",
}


def started(event: Event, texts: Mapping[str, str]) -> Iterable[Change]:
    """A table was started: who sits there, and what is frozen for it."""
    data = event.data
    yield Put(
        "match",
        {"id": event.match},
        {
            "session_id": data["session"],
            "game": data.get("game") or texts.get("game", ""),
            **{name: data.get(name) for name in _FROZEN},
            "started_at": event.at,
            "by": signed(event, texts),
            "finished_at": None,
            "chip": texts.get("chip", ""),
        },
    )
    yield from _seated(event.match, data, texts)


def logged(event: Event, texts: Mapping[str, str]) -> Iterable[Change]:
    """Something became an entry of a table's log, or was decided about some, and what that changed."""
    data = event.data
    if entry := entry_in(event, data, texts):
        key = {"match_id": event.match, "number": entry.pop("number")}
        yield Put("entry", key, entry)
    for decision in decisions_in(event, data, texts):
        yield Put("decision", {"match_id": event.match, "step": decision.pop("step")}, decision)
    yield from _seated(event.match, data, texts)
    yield from _come(event.match, data)


def seat_corrected(event: Event, texts: Mapping[str, str]) -> Iterable[Change]:
    """It was put right who sat at a table; so it is at the disputes there, of which they are the parties."""
    data = event.data
    yield from _seated(event.match, data, texts)
    for dispute in data["disputes"]:
        for place, (member, _, was) in enumerate(data["seats"]):
            named = {"member_id": member, "name": _name(texts, place, member), "was_id": was}
            yield Alter("party", {"dispute_id": dispute, "seat": place}, named)
    yield from _come(event.match, data)


def entry_in(event: Event, data: Mapping[str, Any], texts: Mapping[str, str]) -> dict[str, Any]:
    """Return the entry of a table's log that an event is, as the columns of one; empty where it is none."""
    if "number" not in data:
        return {}
    said = data.get("said", {})
    ruled = {name: data[name] for name in _RULING if name in data}
    return {
        "number": data["number"],
        "step": data["step"],
        "kind": _CALLED[Kind(event.kind)] if event.kind in _CALLED else next(iter(said)),
        "text": data.get("text", ""),
        "said": said,
        "instead_of": data.get("instead_of"),
        **dict.fromkeys(("verdict", "word", "clause", "rule", "edition"), ""),
        "because": [],
        "alternatives": [],
        "reason": texts.get("reason", ""),
        **ruled,
        "at": event.at,
        "by": signed(event, texts),
    }


def decisions_in(event: Event, data: Mapping[str, Any], texts: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """Yield what an event decided about entries, each as the columns of a decision."""
    for each in data.get("decided", ()):
        yield {
            "step": each["step"],
            "number": each["number"],
            "kind": each["kind"],
            "reason": each.get("reason", texts.get("reason", "")),
            "dispute_id": each.get("dispute"),
            "at": event.at,
            "by": signed(event, texts),
        }


def _seated(match: int | None, data: Mapping[str, Any], texts: Mapping[str, str]) -> Iterator[Change]:
    if "seats" in data:
        yield Drop("seat", {"match_id": match})
        for place, (member, guest, was) in enumerate(data["seats"]):
            row = {"member_id": member, "name": _name(texts, place, member), "guest": guest, "was_id": was}
            yield Put("seat", {"match_id": match, "seat": place}, row)


def _come(match: int | None, data: Mapping[str, Any]) -> Iterator[Change]:
    if came := data.get("came"):
        yield Alter("match", {"id": match}, {"finished_at": came["finished"]})
        yield Drop("placing", {"match_id": match})
        for each in came["placings"]:
            given = {name: each.get(name) for name in _PLACING}
            yield Put("placing", {"match_id": match, "member_id": each["member"]}, given)


def _name(texts: Mapping[str, str], place: int, member: int) -> str:
    return texts.get(f"seat {place + 1}", f"Member {member}")


FOLDS: Final[Mapping[Kind, Fold]] = {
    Kind.TABLE_STARTED: started,
    Kind.LINE_LOGGED: logged,
    Kind.RESULT: logged,
    Kind.LINE_DECIDED: logged,
    Kind.TABLE_LEFT: logged,
    Kind.TABLE_JOINED: logged,
    Kind.STOOD_IN: logged,
    Kind.SEATS_SWAPPED: logged,
    Kind.SEATS_CHANGED: logged,
    Kind.SEAT_CORRECTED: seat_corrected,
    Kind.TABLE_FINISHED: logged,
    Kind.TABLE_VOIDED: logged,
    Kind.TABLE_REOPENED: logged,
    Kind.PLACES_COUNTED: logged,
    Kind.CORRECTED: nothing,
}
