"""How actions on an evening are undone: sessions, check-ins, started tables."""

from __future__ import annotations

from collections.abc import Sequence

from referee.cards.words import counted, listed
from referee.club.calendar import checkin, sessions
from referee.club.folder import Club
from referee.club.match import matches, voiding
from referee.club.text.faults import ClubFault
from referee.dashboard.done import Done
from referee.dashboard.rendering import day
from referee.store.read import Session


def opened(club: Club, session: Session, *, again: bool = False) -> Done:
    """Return that a session was opened; one that was opened `again` is closed as it was before."""
    number, of = str(session.id), f"the session of {day(session)}"
    if again:

        def closed(reason: str) -> str:
            sessions.close_session(club, number, unfinished=True, reason=reason)
            return f"T{of[1:]} is closed again."

        will = "It is closed again; a table that is not finished by then counts for nobody."
        return Done(f"that {of} was opened again", closed, will)

    def back(_reason: str) -> str:
        sessions.put_back(club, number)
        return f"T{of[1:]} is not open after all; it is planned as before."

    return Done(f"the opening of {of}", back)


def closed(club: Club, session: Session) -> Done:
    """Return that a session was closed."""
    number, of = str(session.id), f"the session of {day(session)}"

    def back(reason: str) -> str:
        sessions.open_session(club, number, reason=reason)
        return f"T{of[1:]} is open again."

    return Done(f"the end of {of}", back, "It is open again: tables can be started and finished in it.")


def checked_in(club: Club, session: str, name: str, *, added: bool = False) -> Done:
    """Return that somebody was noted as here; whoever was `added` for that stays on the roster."""
    stays = f" {name} stays on the roster." if added else ""

    def back(_reason: str) -> str:
        checkin.undo(club, [name], session)
        return f"{name} is not here after all.{stays}"

    return Done(f"that {name} is here", back)


def not_here(club: Club, session: str, name: str) -> Done:
    """Return that it was taken back that somebody is here."""

    def back(_reason: str) -> str:
        checkin.check_in(club, [name], session)
        return f"{name} is here after all."

    return Done(f"that {name} is not here", back)


def started(club: Club, tables: Sequence[int], what: str) -> Done:
    """Return that tables were started, said as ``table 3, Commune, with Ann and Ben``; with no line they are void."""
    which = f"Table {tables[0]}" if len(tables) == 1 else f"Tables {listed(tables)}"

    def back(reason: str) -> str:
        for number in tables:
            if log := matches.show(club, number).log:
                raise ClubFault(f"Table {number} has {counted(len(log), 'line')} by now; it is declared void there.")
        for number in tables:
            voiding.void(club, number, reason=reason)
        return f"{which} {'is' if len(tables) == 1 else 'are'} void; who was seated is still noted as here."

    many = "It becomes void" if len(tables) == 1 else "They become void"
    return Done(f"the start of {what}", back, f"{many}, and counts for nobody." if len(tables) == 1 else f"{many}.")
