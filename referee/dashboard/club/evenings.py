"""List the sessions, past and planned: open, plan, move or cancel one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from referee.cards.words import counted
from referee.club.calendar import schedule
from referee.club.calendar.schedule import Evening, evenings
from referee.club.calendar.typed_when import typed_evening
from referee.club.folder import Club
from referee.club.undoing import affairs
from referee.club.undoing.undoable import Undoable
from referee.dashboard.club.evening import evening_screen, session
from referee.dashboard.collection import Collection, CollectionScreen
from referee.dashboard.desk import Desk
from referee.dashboard.rendering import day
from referee.dashboard.screens import open_in_front
from referee.dashboard.widgets.listing import Row
from referee.dashboard.widgets.question import Question
from referee.store.read import Session

Screen = CollectionScreen[Sequence[Evening], Evening]


def evenings_screen(desk: Desk) -> Screen:
    """Return every session of the club; the last that was opened is marked."""
    return CollectionScreen(desk, EVENINGS)


def _heading(found: Sequence[Evening], _: object) -> str:
    to_come = sum(each.session.status == "planned" for each in found)
    return f"Sessions   {counted(len(found), 'session')}, {to_come} planned"


def _row(_: Sequence[Evening], each: Evening) -> Row:
    session = each.session
    held = session.opened_at is not None
    cells = (
        f"{session.held_on:%a} {session.held_on}",
        f"{session.starts:%H:%M}",
        session.status,
        str(each.came) if held else "",
        str(each.tables) if held else "",
        ", ".join(filter(None, [session.room, session.note])),
    )
    return Row(str(session.id), cells, "" if held or session.status == "planned" else "dim")


def _last_opened(found: Sequence[Evening]) -> Evening:
    return next((each for each in reversed(found) if each.session.opened_at), found[0])


def _open(screen: Screen, each: Evening) -> None:
    open_in_front(screen, evening_screen(screen.desk, each.session.id))


def _plan(screen: Screen) -> None:
    """Ask when and where a session shall be, and plan it."""
    asking = Question("Plan a session. Day, time and room:", example="2026-11-30 16:00 M4")
    _ask(screen, asking, _planned, "is planned", "planning")


def _planned(club: Club, typed: str) -> Session:
    when = typed_evening(typed, whole=True)
    assert when.day
    assert when.starts
    return schedule.add(club, when.day, when.starts, room=when.room or "")


def _move(screen: Screen, each: Evening) -> None:
    """Ask to when the session that is marked shall be moved, and move it."""

    def change(club: Club, typed: str) -> Session:
        to = typed_evening(typed)
        return schedule.move(club, str(each.session.id), to=to.day, starts=to.starts, room=to.room)

    what = f"Move the session of {day(each.session)}. New day, time or room:"
    _ask(screen, Question(what, example="2026-12-07 16:30 M5"), change, "is its new date", "moving")


def _cancel(screen: Screen, each: Evening) -> None:
    """Ask why the session that is marked is off, and cancel it."""
    what = (
        f"Cancel the session of {day(each.session)}? It stays in the calendar, marked as cancelled. Reason (public: on "
        "the board, the season's page and in the calendar file):"
    )

    def change(club: Club, note: str) -> Session:
        return schedule.cancel(club, str(each.session.id), note=note)

    _ask(screen, Question(what, example="snow"), change, "is cancelled", "cancelling")


def _ask(screen: Screen, asking: Question, change: Callable[[Club, str], Session], said: str, what: str) -> None:
    screen.desk.ask(
        screen,
        asking,
        partial(change, screen.desk.club),
        lambda session: screen.done(f"{day(session)}, {session.starts:%H:%M}, {said}.", str(session.id)),
        partial(_did, what),
    )


def _did(what: str, session: Session) -> Undoable:
    return affairs.scheduled(f"{what} the session of {day(session)}")


EVENINGS: Final = Collection(
    "evenings",
    ("session", "starts", "status", "players", "tables", "room and note"),
    look=lambda club, _asked, _before: evenings(club),
    heading=_heading,
    items=lambda found: found,
    row=_row,
    beside=lambda _, each: session(each.session.id),
    none="There is no session yet.",
    empty="No session yet. The club's sessions are listed here: {evenings.add} plans one.",
    deeds={"add": _plan},
    deeds_of_one={"open": _open, "move": _move, "cancel": _cancel},
    first=_last_opened,
)
