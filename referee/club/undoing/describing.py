"""Undoable actions in words: "checking in Ann and Ben", "opening the session of 2026-11-16"."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from referee.cards.immutable import frozen
from referee.cards.words import join_words
from referee.club import table_numbers
from referee.club.activity_log import LogEntry
from referee.club.history import describe_target
from referee.club.people.officers import OFFICE, TermKind
from referee.club.signatures import current_member_numbers, names
from referee.store.plain_rows import Season, Session, find_row
from referee.store.projections.kind import EventKind
from referee.store.transaction import Transaction


@frozen
class _Entries:
    """The entries of one kind in an action, oldest first, with everyone's names by number."""

    tx: Transaction
    entries: Sequence[LogEntry]
    names: Mapping[int, str]

    @property
    def first(self) -> LogEntry:
        """The oldest entry."""
        return self.entries[0]

    def member(self, number: int) -> str:
        """Return the name of a member."""
        return self.names.get(number, f"member {number}")


_Describe = Callable[[_Entries], str]
_MOST_DAYS: Final = 4
"""The number of days that are named one by one."""
_TERMS: Final[Mapping[str, str]] = {
    TermKind.ELECTED: "electing {name} as {position}",
    TermKind.TOOK_OVER: "{name} taking over as {position}",
    TermKind.STEPPED_DOWN: "{name} stepping down as {position}",
}


def describe_action(tx: Transaction, action: Sequence[LogEntry]) -> str:
    """Return an action in words, undone or not. Its entries are given latest first."""
    added = {entry.data["member"]: entry.texts["name"] for entry in action if _names_member(entry)}
    names_by_number = {**added, **names(tx)}
    for kind, describe in _DESCRIPTIONS.items():
        if entries := [entry for entry in reversed(action) if _entry_kind(entry) == kind]:
            return describe(_Entries(tx, entries, names_by_number))
    main_entry = action[0]
    target = describe_target(tx, main_entry, names_by_number)
    if main_entry.action == "tournament":
        return f"a step of {target}"
    return f"{main_entry.action}{f', {target}' if target else ''}"


def _names_member(entry: LogEntry) -> bool:
    return "member" in entry.data and "name" in entry.texts


def _entry_kind(entry: LogEntry) -> tuple[str, bool]:
    """Return the kind of an entry, or of the entry it retracts, and whether it is a retraction."""
    is_retraction = entry.event.kind == EventKind.RETRACTED
    return (entry.data["kind"] if is_retraction else entry.event.kind), is_retraction


def _describe_members(text: str, field: str = "member") -> _Describe:
    """Return a function that fills a text with the current names of an action's members."""

    def describe(entries: _Entries) -> str:
        current = current_member_numbers(entries.tx)
        fields = [entry.data[field] for entry in entries.entries if field in entry.data]
        numbers = [number for value in fields for number in (value if isinstance(value, list) else [value])]
        people = join_words(entries.member(current.get(number, number)) for number in numbers)
        return text.format(people=people, is_or_are="is" if len(numbers) == 1 else "are")

    return describe


def _describe_pair(text: str, *fields: str) -> _Describe:
    """Return a function that fills a text with two members of an action."""
    return lambda of: text.format(*(of.member(of.first.data[field]) for field in fields))


def _describe_sessions(text: str) -> _Describe:
    """Return a function that fills a text with the days of an action's sessions."""

    def describe(entries: _Entries) -> str:
        rows = [(find_row(entries.tx, Session, entry.data["session"]), entry) for entry in entries.entries]
        days = sorted(f"{row.held_on if row else entry.data['held_on']}" for row, entry in rows)
        if len(days) > _MOST_DAYS:
            return text.format(sessions=f"{len(days)} sessions, {days[0]} to {days[-1]}")
        return text.format(sessions=f"the session{'' if len(days) == 1 else 's'} of {join_words(days)}")

    return describe


def _describe_by_data(text: str) -> _Describe:
    """Return a function that fills a text with the data of an action's first event."""
    return lambda of: text.format(**of.first.data)


def _describe_season(text: str) -> _Describe:
    """Return a function that fills a text with the season of an action."""

    def describe(entries: _Entries) -> str:
        season = find_row(entries.tx, Season, entries.first.data["season"])
        return text.format(season=season.name if season else entries.first.texts["name"])

    return describe


def _describe_tournament(entries: _Entries) -> str:
    tournament = entries.first.data["tournament"]
    return f"announcing {entries.first.texts.get('name') or f'tournament {tournament}'}"


def _describe_tables(entries: _Entries) -> str:
    numbers = table_numbers.numbers(entries.tx, [entry.event.match for entry in entries.entries if entry.event.match])
    if tables := list(numbers.values()):
        return f"starting {'table' if len(tables) == 1 else 'tables'} {join_words(tables)}"
    # It was undone, so it has no number.
    if len(entries.entries) > 1:
        return f"starting {len(entries.entries)} tables"
    return f"starting the table of {join_words(entries.member(member) for member, *_ in entries.first.data['seats'])}"


def _describe_term(entries: _Entries) -> str:
    position = entries.first.texts.get("position", OFFICE)
    return _TERMS[entries.first.data["how"]].format(
        name=entries.member(entries.first.data["member"]), position=position
    )


def _describe_public_names(entries: _Entries) -> str:
    if "member" not in entries.first.data:
        return "the club's default for names in public"
    return _describe_members("how {people} {is_or_are} shown in public")(entries)


def _describe_draw_change(entries: _Entries) -> str:
    from referee.club.evening.draws import describe_change  # rarely needed

    return f"the change of the draw, {describe_change(entries.tx, entries.first)}"


_DESCRIPTIONS: Final[Mapping[tuple[str, bool], _Describe]] = {
    (EventKind.SEASON_BEGUN, False): _describe_season("creating season {season}"),
    (EventKind.SEASON_CLOSED, False): _describe_season("closing season {season}"),
    (EventKind.SEASON_REOPENED, False): _describe_season("reopening season {season}"),
    (EventKind.SESSION_PLANNED, False): _describe_sessions("planning {sessions}"),
    (EventKind.SESSION_CHANGED, False): _describe_sessions("the change of {sessions}"),
    (EventKind.SESSION_CANCELLED, False): _describe_sessions("cancelling {sessions}"),
    (EventKind.SESSION_OPENED, False): _describe_sessions("opening {sessions}"),
    (EventKind.SESSION_CLOSED, False): _describe_sessions("closing {sessions}"),
    (EventKind.SESSION_REOPENED, False): _describe_sessions("reopening {sessions}"),
    (EventKind.TOURNAMENT_ANNOUNCED, False): _describe_tournament,
    (EventKind.TABLE_STARTED, False): _describe_tables,
    (EventKind.DRAW_CHANGED, False): _describe_draw_change,
    (EventKind.CHECKED_IN, False): _describe_members("checking in {people}", "members"),
    (EventKind.CHECKED_IN, True): _describe_members("undoing the check-in of {people}", "members"),
    (EventKind.CHECKED_OUT, False): _describe_members("checking out {people}", "members"),
    (EventKind.CHECKED_OUT, True): _describe_members("checking {people} in again", "members"),
    (EventKind.SEATS_DRAWN, False): _describe_sessions("the draw for {sessions}"),
    (EventKind.KEPT_APART, False): _describe_pair("keeping {} and {} apart", "one", "other"),
    (EventKind.KEPT_APART, True): lambda _: "letting two members sit together again",
    (EventKind.MEMBER_MERGED, False): _describe_pair("merging {1} into {0}", "member", "other"),
    (EventKind.MEMBER_MERGED, True): _describe_pair("unmerging {1} from {0}", "member", "other"),
    (EventKind.MEMBER_RENAMED, False): _describe_members("the new name of {people}"),
    (EventKind.MEMBER_RETIRED, False): _describe_members("retiring {people}"),
    (EventKind.GUEST_JOINED, False): _describe_members("making {people} a member"),
    (EventKind.MEMBER_CAME_BACK, False): _describe_members("adding {people} again"),
    (EventKind.MEMBER_ADDED, False): _describe_members("adding {people}"),
    (EventKind.SHOWN_AS, False): _describe_public_names,
    (EventKind.TERM_BEGUN, False): _describe_term,
    (EventKind.PENALTY_GIVEN, False): _describe_by_data("penalty {penalty}"),
    (EventKind.PENALTY_GIVEN, True): _describe_by_data("cancelling penalty {penalty}"),
    (EventKind.DISPUTE_RAISED, False): _describe_by_data("opening dispute {dispute}"),
    (EventKind.DISPUTE_RULED, False): _describe_by_data("the decision of dispute {dispute}"),
    (EventKind.HOUSE_RULES_SET, False): _describe_by_data("the house rules of {game}"),
    (EventKind.CALENDAR_SET, False): _describe_season("the calendar settings of season {season}"),
    (EventKind.MEMBER_FORGOTTEN, False): _describe_members("forgetting {people}"),
    (EventKind.BACKUPS_KEPT, False): _describe_by_data("keeping {count} backups"),
    (EventKind.RESTORED, False): lambda _: "restoring a backup",
    (EventKind.FORK_IMPORTED, False): lambda _: "importing another file of the club",
}
"""How an action is described by the first of these kinds that it has; with True, by what one of its events retracts."""
