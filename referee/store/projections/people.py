"""The club and who belongs to it, as events tell it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from referee.store.events.event import Event
from referee.store.events.rows import Alter, Change, Drop, Projection, Put, no_changes
from referee.store.projections.kind import EventKind

DEFAULT_BACKUPS: Final = 30
"""How many backups are kept of those made by themselves, until something else is said."""


MEMBER_TABLES: Final = ("seat", "party", "drawn", "tournament_entry", "attendance")
"""The tables of which a row is somebody's: by `member_id` of who it is now, by `was_id` of who it was until a merge."""


def club_founded(event: Event, texts: Mapping[str, str]) -> Iterable[Change]:
    """The club was founded, and named."""
    yield Put(
        "charter",
        {"id": 1},
        {"name": texts.get("name", "Card club"), "founded_at": event.at, "backups": DEFAULT_BACKUPS, "shown_as": ""},
    )


def backups_kept(event: Event, _texts: Mapping[str, str]) -> Iterable[Change]:
    """It was said how many backups are kept of those made by themselves."""
    yield Put("charter", {"id": 1}, {"backups": event.data["count"]})


def member_added(event: Event, texts: Mapping[str, str]) -> Iterable[Change]:
    """Somebody came onto the roster, as a member or a guest; perhaps they `joined` before that."""
    values = {
        "name": _name(event, texts),
        "guest": event.data["guest"],
        "joined_at": event.data.get("joined", event.at),
        "retired_at": None,
        "forgotten_at": None,
        "merged_into": None,
        "shown_as": "",
    }
    yield Put("member", {"id": event.data["member"]}, values)


def member_came_back(event: Event, _texts: Mapping[str, str]) -> Iterable[Change]:
    """Somebody who had retired is on the lists again, as a member or a guest."""
    yield _altered(event, {"retired_at": None, "guest": event.data["guest"]})


def guest_joined(event: Event, _texts: Mapping[str, str]) -> Iterable[Change]:
    """A guest became a member."""
    yield _altered(event, {"guest": False})


def member_renamed(event: Event, texts: Mapping[str, str]) -> Iterable[Change]:
    """Somebody is called otherwise from now on."""
    yield _altered(event, {"name": _name(event, texts)})


def member_retired(event: Event, _texts: Mapping[str, str]) -> Iterable[Change]:
    """Somebody was taken off the lists."""
    yield _altered(event, {"retired_at": event.at})


def shown_as(event: Event, _texts: Mapping[str, str]) -> Iterable[Change]:
    """It was said how somebody is shown in public, or all of whom nothing else is said."""
    if "member" in event.data:
        yield _altered(event, {"shown_as": event.data["how"]})
    else:
        yield Put("charter", {"id": 1}, {"shown_as": event.data["how"]})


def member_merged(event: Event, _texts: Mapping[str, str]) -> Iterable[Change]:
    """Two entries of the roster turned out to be one person: what was the `other`'s is the `member`'s.

    Rows bear the number of who it is now, and beside it whose they were. To the evenings of `both` each had come, so
    that the other's coming stands in the event alone.
    """
    data = event.data
    member, other = data["member"], data["other"]
    yield Alter("member", {"id": other}, {"merged_into": member, **_off_the_lists(event)})
    yield Alter("member", {"id": member}, {"guest": data["guest"], "shown_as": data["shown_as"]})
    for session, *_ in data["both"]:
        yield Drop("attendance", {"session_id": session, "member_id": other})
    for table in MEMBER_TABLES:
        yield Alter(table, {"member_id": other, "was_id": None}, {"was_id": other})
        yield Alter(table, {"member_id": other}, {"member_id": member})
    yield Alter("placing", {"member_id": other}, {"member_id": member})
    for column in ("one_id", "other_id"):
        yield Alter("apart", {column: other}, {column: member})


def merge_undone(event: Event, _texts: Mapping[str, str]) -> Iterable[Change]:
    """Who had been taken for one are two again: what was borne by the `numbers` that were the other's goes back.

    `places` are the tables whose places go with the seats. `came` is when the other came where both had, `stays` when
    the `member` came or somebody else who is still merged with them: each a session, a moment, who noted it, and whose
    it was.
    """
    data = event.data
    survivor, other = data["member"], data["other"]
    yield Alter("member", {"id": other}, {"merged_into": None, **({} if data["retired"] else {"retired_at": None})})
    yield Alter("member", {"id": survivor}, {"guest": data["guest"], "shown_as": data["shown_as"]})
    for number in data["numbers"]:
        was_id = None if number == other else number
        for table in MEMBER_TABLES:
            yield Alter(table, {"member_id": survivor, "was_id": number}, {"member_id": other, "was_id": was_id})
    for match in data["places"]:
        yield Alter("placing", {"match_id": match, "member_id": survivor}, {"member_id": other})
    for member, evenings in ((other, data["came"]), (survivor, data["stays"])):
        for session, at, by, was_id in evenings:
            key = {"session_id": session, "member_id": member}
            yield Put("attendance", key, {"at": at, "by": by, "was_id": was_id})


def member_forgotten(event: Event, _texts: Mapping[str, str]) -> Iterable[Change]:
    """Somebody's names were taken out for good: they, and the `numbers` merged into them, have a number for a name."""
    number = event.data["member"]
    name = f"Member {number}"
    yield _altered(event, {"name": name, "forgotten_at": event.at, **_off_the_lists(event)})
    for merged in event.data["numbers"]:
        yield Alter("member", {"id": merged}, {"name": name})
    for table in ("seat", "party"):
        yield Alter(table, {"member_id": number}, {"name": name})


def _name(event: Event, texts: Mapping[str, str]) -> str:
    return texts.get("name", f"Member {event.data['member']}")


def _altered(event: Event, values: Mapping[str, object]) -> Alter:
    return Alter("member", {"id": event.data["member"]}, values)


def _off_the_lists(event: Event) -> dict[str, object]:
    """Return that somebody is off the lists from now on, unless they were `retired` already."""
    return {} if event.data["retired"] else {"retired_at": event.at}


HANDLERS: Final[Mapping[EventKind, Projection]] = {
    EventKind.CLUB_FOUNDED: club_founded,
    EventKind.BACKUPS_KEPT: backups_kept,
    EventKind.BACKED_UP: no_changes,
    EventKind.RESTORED: no_changes,
    EventKind.LOSS_ACCEPTED: no_changes,
    EventKind.MEMBER_ADDED: member_added,
    EventKind.MEMBER_CAME_BACK: member_came_back,
    EventKind.GUEST_JOINED: guest_joined,
    EventKind.MEMBER_RENAMED: member_renamed,
    EventKind.MEMBER_RETIRED: member_retired,
    EventKind.MEMBER_MERGED: member_merged,
    EventKind.MEMBER_FORGOTTEN: member_forgotten,
    EventKind.SHOWN_AS: shown_as,
    EventKind.GUEST_RESULTS: no_changes,
    EventKind.TERM_BEGUN: no_changes,
}
UNDONE: Final[Mapping[EventKind, Projection]] = {EventKind.MEMBER_MERGED: merge_undone}
