"""Who is meant by names that are typed to enter, and who is here tonight and has not entered."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlmodel import col, select

from referee.club.calendar import sessions
from referee.club.folder import Club
from referee.club.people import roster
from referee.club.text.faults import ClubFault, UnknownName
from referee.store.models import Attendance, Member
from referee.tournaments.state import overview


@dataclass(frozen=True, slots=True)
class Typed:
    """Names as they were typed, those of members in full; and which of them nobody on the roster has."""

    names: tuple[str, ...]
    unknown: tuple[str, ...] = ()


def typed_names(club: Club, typed: Iterable[str]) -> Typed:
    """Find out who is meant. Raises a `ClubFault` for a name that fits several."""
    names, unknown = [], []
    with club.reading() as tx:
        for each in typed:
            try:
                names.append(roster.called(tx, each).name)
            except UnknownName:
                names.append(each)
                unknown.append(each)
    return Typed(tuple(names), tuple(unknown))


def whole_name(club: Club, tournament: str | None, typed: str) -> str:
    """Return the whole name of somebody who entered. Raises a `ClubFault` where nobody, or several, can be meant."""
    with club.reading() as tx:
        found = overview.read(tx, tournament)
        return found.view.name_of(found.entry(typed))


def here_and_not_in(club: Club, tournament: str | None) -> tuple[str, ...]:
    """Return the names of those who are noted as here tonight and are not in a tournament. Raises a `ClubFault`."""
    with club.reading() as tx:
        found = overview.read(tx, tournament)
        evening = sessions.called(tx)
        entered = set(found.members.values())
        asked = select(Member).join(Attendance).where(col(Attendance.session_id) == evening.id)
        came = tx.exec(asked.order_by(col(Attendance.at), col(Member.name)))
        here = [each for each in came if each.id not in entered]
    if not here:
        raise ClubFault(f"Nobody is noted as here tonight who is not in {found.view.name} already.")
    return tuple(each.name for each in here)
