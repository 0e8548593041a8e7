"""Projections of the club and its members."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from referee.store.events.event import Event
from referee.store.events.rows import Alter, Change, Drop, Projection, Put, no_changes
from referee.store.projections.kind import EventKind

DEFAULT_BACKUPS: Final = 30
"""The number of automatic backups to keep by default."""


MEMBER_TABLES: Final = ("seat", "party", "drawn", "tournament_entry", "attendance")
"""The tables whose rows belong to a member: `member_id` is the member now, `was_id` the number before a merge."""


def club_founded(event: Event, texts: Mapping[str, str]) -> Iterable[Change]:
    """Return the changes for the founding of the club, with its name."""
    yield Put(
        "charter",
        {"id": 1},
        {"name": texts.get("name", "Card club"), "founded_at": event.at, "backups": DEFAULT_BACKUPS, "shown_as": ""},
    )


def backups_kept(event: Event, _texts: Mapping[str, str]) -> Iterable[Change]:
    """Return the changes for a new number of automatic backups to keep."""
    yield Put("charter", {"id": 1}, {"backups": event.data["count"]})


def member_added(event: Event, texts: Mapping[str, str]) -> Iterable[Change]:
    """Return the changes for a new member or guest. `joined` and `left` are earlier dates of a former member."""
    values = {
        "name": _member_name(event, texts),
        "guest": event.data["guest"],
        "joined_at": event.data.get("joined", event.at),
        "retired_at": event.data.get("left"),
        "forgotten_at": None,
        "merged_into": None,
        "shown_as": "",
    }
    yield Put("member", {"id": event.data["member"]}, values)


def member_came_back(event: Event, _texts: Mapping[str, str]) -> Iterable[Change]:
    """Return the changes for a retired member who returned as a member or guest."""
    yield _alter_member(event, {"retired_at": None, "guest": event.data["guest"]})


def guest_joined(event: Event, _texts: Mapping[str, str]) -> Iterable[Change]:
    """Return the changes for a guest who became a member."""
    yield _alter_member(event, {"guest": False})


def member_renamed(event: Event, texts: Mapping[str, str]) -> Iterable[Change]:
    """Return the changes for a member with a new name."""
    yield _alter_member(event, {"name": _member_name(event, texts)})


def member_retired(event: Event, _texts: Mapping[str, str]) -> Iterable[Change]:
    """Return the changes for a member who retired."""
    yield _alter_member(event, {"retired_at": event.at})


def shown_as(event: Event, _texts: Mapping[str, str]) -> Iterable[Change]:
    """Return the changes for the public form of a member's name, or for the club's default."""
    if "member" in event.data:
        yield _alter_member(event, {"shown_as": event.data["how"]})
    else:
        yield Put("charter", {"id": 1}, {"shown_as": event.data["how"]})


def member_merged(event: Event, _texts: Mapping[str, str]) -> Iterable[Change]:
    """Return the changes for two roster entries of one person: the rows of the `other` go to the `member`.

    Each row keeps its old number as `was_id`. `both` are the sessions that both attended; only the event keeps the
    other's attendance there.
    """
    data = event.data
    member, merged = data["member"], data["other"]
    yield Alter("member", {"id": merged}, {"merged_into": member, **_retirement_columns(event)})
    yield Alter("member", {"id": member}, {"guest": data["guest"], "shown_as": data["shown_as"]})
    for session, *_ in data["both"]:
        yield Drop("attendance", {"session_id": session, "member_id": merged})
    for table in MEMBER_TABLES:
        yield Alter(table, {"member_id": merged, "was_id": None}, {"was_id": merged})
        yield Alter(table, {"member_id": merged}, {"member_id": member})
    yield Alter("placing", {"member_id": merged}, {"member_id": member})
    for column in ("one_id", "other_id"):
        yield Alter("apart", {column: merged}, {column: member})


def merge_undone(event: Event, _texts: Mapping[str, str]) -> Iterable[Change]:
    """Return the changes for an undone merge: the rows with one of the `numbers` go back to the `other`.

    `places` are the matches whose placings go with the seats. `came` has the other's attendance at sessions that both
    attended. `stays` has the attendance of the `member`, or of somebody still merged with them. Each is a session, a
    moment, the recording officer, and the old number.
    """
    data = event.data
    survivor, merged = data["member"], data["other"]
    yield Alter("member", {"id": merged}, {"merged_into": None, **({} if data["retired"] else {"retired_at": None})})
    yield Alter("member", {"id": survivor}, {"guest": data["guest"], "shown_as": data["shown_as"]})
    for number in data["numbers"]:
        was_id = None if number == merged else number
        for table in MEMBER_TABLES:
            yield Alter(table, {"member_id": survivor, "was_id": number}, {"member_id": merged, "was_id": was_id})
    for match in data["places"]:
        yield Alter("placing", {"match_id": match, "member_id": survivor}, {"member_id": merged})
    for member, evenings in ((merged, data["came"]), (survivor, data["stays"])):
        for session, moment, author, was_id in evenings:
            key = {"session_id": session, "member_id": member}
            yield Put("attendance", key, {"at": moment, "by": author, "was_id": was_id})


def member_forgotten(event: Event, _texts: Mapping[str, str]) -> Iterable[Change]:
    """Return the changes for a forgotten member. Numbers replace the names of the member and the merged `numbers`."""
    number = event.data["member"]
    name = f"Member {number}"
    yield _alter_member(event, {"name": name, "forgotten_at": event.at, **_retirement_columns(event)})
    for merged in event.data["numbers"]:
        yield Alter("member", {"id": merged}, {"name": name})
    for table in ("seat", "party"):
        yield Alter(table, {"member_id": number}, {"name": name})


def _member_name(event: Event, texts: Mapping[str, str]) -> str:
    return texts.get("name", f"Member {event.data['member']}")


def _alter_member(event: Event, values: Mapping[str, object]) -> Alter:
    return Alter("member", {"id": event.data["member"]}, values)


def _retirement_columns(event: Event) -> dict[str, object]:
    """Return the columns that retire a member; empty if they were retired already."""
    return {} if event.data["retired"] else {"retired_at": event.at}


HANDLERS: Final[Mapping[EventKind, Projection]] = {
    EventKind.CLUB_FOUNDED: club_founded,
    EventKind.BACKUPS_KEPT: backups_kept,
    EventKind.BACKED_UP: no_changes,
    EventKind.RESTORED: no_changes,
    EventKind.LOSS_ACCEPTED: no_changes,
    EventKind.FORK_IMPORTED: no_changes,
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
RETRACTIONS: Final[Mapping[EventKind, Projection]] = {EventKind.MEMBER_MERGED: merge_undone}
TABLES: Final = ("charter", "member")
