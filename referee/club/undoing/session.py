"""Undo handlers for actions in a session: opening, closing, check-ins, started tables."""

from __future__ import annotations

from collections.abc import Sequence

from referee.cards.words import join_words, quantity
from referee.club.calendar import checkin, sessions
from referee.club.evening import departures
from referee.club.folder import Club
from referee.club.match import matches, voiding
from referee.club.people import roster
from referee.club.text.faults import ClubFault
from referee.club.undoing.undoable import Undoable
from referee.store.plain_rows import Session


def undo_opening(club: Club, session: Session, *, again: bool = False) -> Undoable:
    """Return how to undo that a session was opened; if it was reopened (`again`), it is closed again."""
    number, of = str(session.id), f"the session of {session.held_on}"
    if again:

        def closed(reason: str) -> str:
            sessions.close_session(club, number, unfinished=True, reason=reason)
            return f"T{of[1:]} is closed again."

        will = "It closes again. A table that is not finished then does not count."
        return Undoable(f"reopening {of}", closed, will)

    def back(_reason: str) -> str:
        sessions.cancel_opening(club, number)
        return f"T{of[1:]} is planned again, not open."

    return Undoable(f"opening {of}", back)


def undo_opening_undone(club: Club, session: Session) -> Undoable:
    """Return how to undo that the opening of a session was undone."""

    def back(_reason: str) -> str:
        sessions.open_session(club, str(session.id))
        return f"The session of {session.held_on} is open."

    return Undoable(f"undoing the opening of the session of {session.held_on}", back)


def undo_closing(club: Club, session: Session) -> Undoable:
    """Return how to undo that a session was closed."""
    number, of = str(session.id), f"the session of {session.held_on}"

    def back(reason: str) -> str:
        sessions.open_session(club, number, reason=reason)
        return f"T{of[1:]} is open again."

    return Undoable(f"closing {of}", back, "It is open again, so tables can be started and finished.")


def undo_check_in(club: Club, session: str, names: Sequence[str], added: Sequence[str] = ()) -> Undoable:
    """Return how to undo check-ins; members who were `added` with them leave the roster again."""

    def back(_reason: str) -> str:
        with club.group_changes() as joined_club:
            checkin.undo(joined_club, names, session)
            for name in added:
                roster.retire(joined_club, name)
        off = f" {join_words(added)} {'is' if len(added) == 1 else 'are'} no longer on the roster." if added else ""
        return f"{join_words(names)} {'is' if len(names) == 1 else 'are'} no longer checked in.{off}"

    return Undoable(f"checking in {join_words(names)}", back)


def undo_check_in_undone(club: Club, session: str, names: Sequence[str]) -> Undoable:
    """Return how to undo that check-ins were undone."""

    def back(_reason: str) -> str:
        checkin.check_in(club, names, session)
        return f"{join_words(names)} {'is' if len(names) == 1 else 'are'} checked in again."

    return Undoable(f"undoing the check-in of {join_words(names)}", back)


def undo_check_out(club: Club, session: str, names: Sequence[str]) -> Undoable:
    """Return how to undo that players were checked out."""

    def back(_reason: str) -> str:
        checkin.check_in(club, names, session)
        return f"{join_words(names)} {'is' if len(names) == 1 else 'are'} here again."

    return Undoable(f"checking out {join_words(names)}", back)


def undo_return(club: Club, session: str, names: Sequence[str]) -> Undoable:
    """Return how to undo that checked-out players came back."""

    def back(_reason: str) -> str:
        departures.check_out(club, names, session)
        return f"{join_words(names)} {'has' if len(names) == 1 else 'have'} gone home."

    return Undoable(f"checking {join_words(names)} in again", back)


def undo_start(club: Club, tables: Sequence[int], what: str) -> Undoable:
    """Return how to undo that tables were started: they are voided. This is refused once one of them has lines."""
    table_list = f"Table {tables[0]}" if len(tables) == 1 else f"Tables {join_words(tables)}"

    def back(reason: str) -> str:
        for number in tables:
            if log := [line for line in matches.show(club, number).log if line.counts or line.waits]:
                raise ClubFault(f"Table {number} has {quantity(len(log), 'line')} by now. Void the match there.")
        with club.group_changes() as joined_club:
            for number in tables:
                voiding.void_match(joined_club, number, reason=reason)
        return f"{table_list} {'is' if len(tables) == 1 else 'are'} void; the players stay checked in."

    many = "It becomes void and does not count." if len(tables) == 1 else "They become void."
    return Undoable(f"the start of {what}", back, many)
