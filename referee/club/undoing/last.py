"""The last action in a club's log, and how to undo it.

An undone action stays in the log. Every event that undoes it names it (see `Undoable.for_event`) and does not count as
an action itself, so that undoing twice undoes two actions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, time
from itertools import groupby
from typing import Final

from referee.cards.words import join_words
from referee.club.activity_log import LogEntry, find_entries
from referee.club.disputes import penalties
from referee.club.evening import separations
from referee.club.folder import Club
from referee.club.history import describe_target
from referee.club.people.officers import OFFICE, TermKind
from referee.club.people.public_name import USUAL, ShownAs
from referee.club.signatures import names
from referee.club.table_numbers import numbers
from referee.club.text.faults import ClubFault
from referee.club.undoing import affairs
from referee.club.undoing import session as in_session
from referee.club.undoing.table import undo_at_table
from referee.club.undoing.undoable import Undoable
from referee.store.hints import Do, Hint
from referee.store.plain_rows import Member, Session, get_row
from referee.store.projections.kind import UNDO_DESCRIPTIONS, EventKind
from referee.store.transaction import Transaction

_AT_FIRST, _MORE = 32, 8
"""The number of events that are read first, and the factor for reading more."""
_PASSED_OVER: Final = frozenset({EventKind.BACKED_UP, EventKind.CLOCK, EventKind.LOSS_ACCEPTED})
"""The kinds that are no action of an officer at the tables: backups, the clock, and accepted losses."""
_OF_NO_TABLE: Final = frozenset({EventKind.DRAW_CHANGED, EventKind.DISPUTE_RAISED, EventKind.DISPUTE_RULED})
"""The kinds that belong to no table although their events name one."""
_OF_A_TOURNAMENT: Final = frozenset({EventKind.TOURNAMENT, EventKind.TOURNAMENT_ENTERED})
_IN_ITS_TOURNAMENT: Final = "Undo it in its tournament."
_OTHERWISE: Final[Mapping[str, Hint | str]] = {
    EventKind.SEATS_DRAWN: Do.DRAW("Draw the seats again, or change the draw"),
    EventKind.DISPUTE_RAISED: Do.SHOW_DISPUTE("Decide the dispute"),
    EventKind.DISPUTE_RULED: Do.APPEAL("Appeal against the decision"),
    EventKind.TOURNAMENT: _IN_ITS_TOURNAMENT,
    EventKind.TOURNAMENT_ENTERED: _IN_ITS_TOURNAMENT,
    EventKind.TOURNAMENT_ANNOUNCED: _IN_ITS_TOURNAMENT,
    EventKind.SEASON_CLOSED: Do.REOPEN_SEASON("Reopen the season, with a reason"),
    EventKind.SEASON_REOPENED: Do.CLOSE_SEASON("Close the season again"),
    EventKind.HOUSE_RULES_SET: Do.SET_HOUSE_RULES("Set the house rules again"),
    EventKind.GUEST_JOINED: "Retire the member.",
}
"""Advice for the kinds that cannot be undone."""


def last_undoable(club: Club, *kinds: EventKind) -> Undoable:
    """Return the last action outside a table, or the last one of some `kinds`. Raises `ClubFault` if there is none."""
    with club.reading() as tx:
        for deed in _actions(tx):
            if kinds and all(entry.event.kind not in kinds for entry in deed):
                continue
            if not _is_of_a_table(deed):
                return _undoable(tx, club, deed).for_event(deed[0].event.n)
    raise ClubFault("There is nothing to undo. To undo a line, name its table.")


def last_undoable_anywhere(club: Club, in_tournament: Callable[[Club, int], Undoable]) -> Undoable:
    """Return the last action of any kind. Raises `ClubFault` if there is none.

    `in_tournament` returns how to undo the last step of a tournament, given its number.
    """
    with club.reading() as tx:
        for deed in _actions(tx):
            numbers = [entry.data["tournament"] for entry in deed if entry.event.kind in _OF_A_TOURNAMENT]
            undoable = in_tournament(club, numbers[0]) if numbers else None
            if undoable is None and _is_of_a_table(deed):
                departures = [entry for entry in deed if entry.event.kind == EventKind.CHECKED_OUT]
                home = _names(tx, departures[0].data["members"])[0] if departures else ""
                undoable = undo_at_table(club, deed, home)
            return (undoable or _undoable(tx, club, deed)).for_event(deed[0].event.n)
    raise ClubFault("There is nothing to undo.")


def _is_of_a_table(deed: Sequence[LogEntry]) -> bool:
    """Tell whether an action started a table or recorded something at one."""
    return not any(entry.event.kind in _OF_NO_TABLE for entry in deed) and any(entry.event.match for entry in deed)


def _actions(tx: Transaction) -> Iterator[list[LogEntry]]:
    """Yield the actions that were not undone, latest first. Events written together are one action."""
    undone_events: set[int] = set()
    for deed in _simultaneous(tx):
        undone_events |= {entry.data["undoes"] for entry in deed if "undoes" in entry.data}
        if any("undoes" in entry.data or entry.event.n in undone_events for entry in deed):
            continue
        kinds = {entry.event.kind for entry in deed}
        if kinds <= _PASSED_OVER or EventKind.CLUB_FOUNDED in kinds:
            continue
        yield deed


def _simultaneous(tx: Transaction) -> Iterator[list[LogEntry]]:
    """Yield groups of events written together, latest first, reading the log only as far back as needed."""
    kinds, undone = (
        [event_kind for event_kind in EventKind if event_kind is not EventKind.UNDONE],
        list(map(EventKind, UNDO_DESCRIPTIONS)),
    )
    most, before, is_complete = _AT_FIRST, None, False
    while not is_complete:
        entries = find_entries(tx, *kinds, undone=undone, limit=most)
        is_complete = len(entries) < most
        for _, together in groupby(entries, key=lambda entry: (entry.event.at, entry.event.by)):
            deed = list(together)
            if deed[-1] is entries[-1] and not is_complete:
                break  # its group may be incomplete
            if before is None or deed[0].event.n < before:
                before = deed[-1].event.n
                yield deed
        most *= _MORE


def _undoable(tx: Transaction, club: Club, deed: Sequence[LogEntry]) -> Undoable:
    """Return how to undo an action, or advice on what to do instead."""
    for entry in deed:
        build = _MAKING.get(
            (entry.event.kind, entry.data.get("kind") if entry.event.kind == EventKind.UNDONE else None)
        )
        if build is not None and (undoable := build(tx, club, entry, deed)) is not None:
            return undoable
    main = deed[0]
    who = describe_target(tx, main, names(tx))
    description = f"{main.action}{f', {who}' if who else ''}"
    return Undoable(description, otherwise=_OTHERWISE.get(main.event.kind, ""))


def _checked_in(tx: Transaction, club: Club, entry: LogEntry, deed: Sequence[LogEntry]) -> Undoable | None:
    if any(event_entry.event.kind in (EventKind.DRAW_CHANGED, EventKind.SEATS_DRAWN) for event_entry in deed):
        return None  # a latecomer was added to a draw
    names = _names(tx, entry.data["members"])
    new = [
        event_entry.data["member"]
        for event_entry in deed
        if event_entry.event.kind in (EventKind.MEMBER_ADDED, EventKind.MEMBER_CAME_BACK)
    ]
    return in_session.undo_check_in(club, str(entry.data["session"]), names, _names(tx, new))


def _not_here(tx: Transaction, club: Club, entry: LogEntry, _: Sequence[LogEntry]) -> Undoable:
    return in_session.undo_check_in_undone(club, str(entry.data["session"]), _names(tx, entry.data["members"]))


def _gone_home(tx: Transaction, club: Club, entry: LogEntry, _: Sequence[LogEntry]) -> Undoable:
    return in_session.undo_check_out(club, str(entry.data["session"]), _names(tx, entry.data["members"]))


def _back_again(tx: Transaction, club: Club, entry: LogEntry, _: Sequence[LogEntry]) -> Undoable:
    return in_session.undo_return(club, str(entry.data["session"]), _names(tx, entry.data["members"]))


def _opened(tx: Transaction, club: Club, entry: LogEntry, _: Sequence[LogEntry]) -> Undoable:
    session = get_row(tx, Session, entry.data["session"])
    return in_session.undo_opening(club, session, again=entry.event.kind == EventKind.SESSION_REOPENED)


def _unopened(tx: Transaction, club: Club, entry: LogEntry, _: Sequence[LogEntry]) -> Undoable:
    return in_session.undo_opening_undone(club, get_row(tx, Session, entry.data["session"]))


def _closed(tx: Transaction, club: Club, entry: LogEntry, _: Sequence[LogEntry]) -> Undoable:
    return in_session.undo_closing(club, get_row(tx, Session, entry.data["session"]))


def _draw_changed(tx: Transaction, club: Club, entry: LogEntry, deed: Sequence[LogEntry]) -> Undoable:
    from referee.club.calendar import checkin
    from referee.club.evening import draw_changes, draws  # rarely needed

    if entry.data["what"] == "taken":
        return _started(tx, club, entry)
    description = f"the change of the draw, {draws.describe_change(tx, entry)}"
    if entry.data["matches"]:
        return Undoable(description, otherwise="Let the player leave the table.")
    check_ins = [event_entry for event_entry in deed if event_entry.event.kind == EventKind.CHECKED_IN]

    def back(_reason: str) -> str:
        with club.group_changes() as one_club:
            draw_changes.undo(one_club, entry.event.n)
            for check_in in check_ins:
                checkin.undo(one_club, _names(tx, check_in.data["members"]), str(check_in.data["session"]))
        return "The draw is as it was before."

    return Undoable(description, back)


def _started(tx: Transaction, club: Club, entry: LogEntry) -> Undoable:
    tables = numbers(tx, entry.data["matches"])
    return in_session.undo_start(club, list(tables.values()), f"the tables of the draw, {join_words(tables.values())}")


def _added(tx: Transaction, club: Club, _: LogEntry, deed: Sequence[LogEntry]) -> Undoable:
    new = (EventKind.MEMBER_ADDED, EventKind.MEMBER_CAME_BACK)
    members = [get_row(tx, Member, entry.data["member"]) for entry in reversed(deed) if entry.event.kind in new]
    return affairs.added(club, members)


def _renamed(tx: Transaction, club: Club, entry: LogEntry, _: Sequence[LogEntry]) -> Undoable | None:
    name_entries = find_entries(tx, EventKind.MEMBER_ADDED, EventKind.MEMBER_RENAMED, member=entry.data["member"])
    before = next(
        (name_entry.texts.get("name") for name_entry in name_entries if name_entry.event.n < entry.event.n), None
    )
    return affairs.renamed(club, before, get_row(tx, Member, entry.data["member"])) if before else None


def _retired(tx: Transaction, club: Club, entry: LogEntry, _: Sequence[LogEntry]) -> Undoable:
    return affairs.retired(club, get_row(tx, Member, entry.data["member"]))


def _merged(tx: Transaction, club: Club, entry: LogEntry, _: Sequence[LogEntry]) -> Undoable:
    return affairs.merged(club, *(get_row(tx, Member, entry.data[part]).name for part in ("member", "other")))


def _split(tx: Transaction, club: Club, entry: LogEntry, _: Sequence[LogEntry]) -> Undoable:
    return affairs.split(club, *(get_row(tx, Member, entry.data[part]).name for part in ("member", "other")))


def _in_office(tx: Transaction, club: Club, entry: LogEntry, _: Sequence[LogEntry]) -> Undoable:
    [name], position = _names(tx, [entry.data["member"]]), entry.texts.get("position", OFFICE)
    before = next(
        (
            term_entry
            for term_entry in find_entries(tx, EventKind.TERM_BEGUN)
            if term_entry.event.n == entry.data["follows"]
        ),
        None,
    )
    if before is None:
        return affairs.elected(club, name, position)
    if entry.data["how"] == TermKind.STEPPED_DOWN:
        return affairs.stepped_down(club, name, position, date.fromisoformat(before.data["ends"]))
    [giver] = _names(tx, [before.data["member"]])
    return affairs.handed_over(club, giver, name, position)


def _shown_as(tx: Transaction, club: Club, entry: LogEntry, deed: Sequence[LogEntry]) -> Undoable | None:
    if len({event_entry.event.kind for event_entry in deed}) > 1:
        return None  # set when the member was added
    if "member" not in entry.data:
        return affairs.club_shows(club, _club_showed(tx, entry))
    display_entries = find_entries(tx, EventKind.SHOWN_AS, member=entry.data["member"])
    before = next(
        (display_entry.data["how"] for display_entry in display_entries if display_entry.event.n < entry.event.n), ""
    )
    return affairs.shown_as(club, [get_row(tx, Member, event_entry.data["member"]) for event_entry in deed], before)


def _club_showed(tx: Transaction, entry: LogEntry) -> ShownAs:
    """Return the club's default for names in public before an event changed it."""
    display_entries = [
        display_entry for display_entry in find_entries(tx, EventKind.SHOWN_AS) if "member" not in display_entry.data
    ]
    before = next(
        (display_entry.data["how"] for display_entry in display_entries if display_entry.event.n < entry.event.n), ""
    )
    return ShownAs(before) if before else USUAL


def _planned(tx: Transaction, club: Club, _: LogEntry, deed: Sequence[LogEntry]) -> Undoable | None:
    if any(entry.event.kind != EventKind.SESSION_PLANNED for entry in deed):
        return None  # a schedule was loaded, with its season and house rules
    return affairs.planned(club, [get_row(tx, Session, entry.data["session"]) for entry in reversed(deed)])


def _changed(tx: Transaction, club: Club, entry: LogEntry, deed: Sequence[LogEntry]) -> Undoable | None:
    session_entries = find_entries(
        tx, EventKind.SESSION_PLANNED, EventKind.SESSION_CHANGED, session=entry.data["session"]
    )
    before = next((session_entry for session_entry in session_entries if session_entry.event.n < entry.event.n), None)
    if len(deed) > 1 or before is None:
        return None
    session = get_row(tx, Session, entry.data["session"])
    previous_session = replace(
        session,
        held_on=date.fromisoformat(before.data["held_on"]),
        starts=time.fromisoformat(before.data["starts"]),
        room=before.texts.get("room", ""),
        note=before.texts.get("note", ""),
    )
    return affairs.moved(club, session, previous_session)


def _cancelled(tx: Transaction, club: Club, entry: LogEntry, deed: Sequence[LogEntry]) -> Undoable | None:
    return affairs.cancelled(club, get_row(tx, Session, entry.data["session"])) if len(deed) == 1 else None


def _kept_apart(tx: Transaction, club: Club, entry: LogEntry, _: Sequence[LogEntry]) -> Undoable:
    names = _names(tx, [entry.data["one"], entry.data["other"]])

    def back(reason: str) -> str:
        separations.cancel(club, *names, reason=reason)
        return f"{join_words(names)} may sit together again."

    return Undoable(f"keeping {join_words(names)} apart", back)


def _penalty(_: Transaction, club: Club, entry: LogEntry, __: Sequence[LogEntry]) -> Undoable:
    number = entry.data["penalty"]

    def back(reason: str) -> str:
        penalties.cancel(club, number, reason=reason)
        return f"Penalty {number} is cancelled."

    return Undoable(f"penalty {number}", back)


def _names(tx: Transaction, members: Sequence[int]) -> list[str]:
    """Return the current names of members; a merged member has the name of the survivor."""
    names = []
    for number in members:
        member = get_row(tx, Member, number)
        while member.merged_into is not None:
            member = get_row(tx, Member, member.merged_into)
        names.append(member.name)
    return names


_MAKING: Final[
    Mapping[tuple[str, str | None], Callable[[Transaction, Club, LogEntry, Sequence[LogEntry]], Undoable | None]]
] = {
    (EventKind.CHECKED_IN, None): _checked_in,
    (EventKind.UNDONE, EventKind.CHECKED_IN): _not_here,
    (EventKind.CHECKED_OUT, None): _gone_home,
    (EventKind.UNDONE, EventKind.CHECKED_OUT): _back_again,
    (EventKind.SESSION_OPENED, None): _opened,
    (EventKind.SESSION_REOPENED, None): _opened,
    (EventKind.UNDONE, EventKind.SESSION_OPENED): _unopened,
    (EventKind.SESSION_CLOSED, None): _closed,
    (EventKind.DRAW_CHANGED, None): _draw_changed,
    (EventKind.MEMBER_ADDED, None): _added,
    (EventKind.MEMBER_CAME_BACK, None): _added,
    (EventKind.MEMBER_RENAMED, None): _renamed,
    (EventKind.MEMBER_RETIRED, None): _retired,
    (EventKind.MEMBER_MERGED, None): _merged,
    (EventKind.UNDONE, EventKind.MEMBER_MERGED): _split,
    (EventKind.TERM_BEGUN, None): _in_office,
    (EventKind.SHOWN_AS, None): _shown_as,
    (EventKind.SESSION_PLANNED, None): _planned,
    (EventKind.SESSION_CHANGED, None): _changed,
    (EventKind.SESSION_CANCELLED, None): _cancelled,
    (EventKind.KEPT_APART, None): _kept_apart,
    (EventKind.PENALTY_GIVEN, None): _penalty,
}
"""How each kind of event is undone, and each that was undone itself. None says that it cannot be here."""
