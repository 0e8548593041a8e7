"""Importing a list of members: a plan to review, carried out completely or not at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time
from enum import StrEnum

from referee.club.folder import Club
from referee.club.people import roster
from referee.club.people.member_csv import ListedMember
from referee.club.text.faults import ClubFault
from referee.club.text.name_similarity import similar_names
from referee.store.moment import in_local_time
from referee.store.plain_rows import Member
from referee.store.transaction import Transaction


class Becomes(StrEnum):
    """The effect of the import on one listed member."""

    MEMBER = "new member"
    GUEST = "new guest"
    JOINS = "guest, becomes a member"
    RETURNS = "retired, comes back"
    THERE = "already listed"


@dataclass(frozen=True, slots=True)
class PlannedMember:
    """A listed member with the effect of the import, and a similar name (`like`) if the member is new."""

    who: ListedMember
    becomes: Becomes
    like: str = ""

    @property
    def is_new(self) -> bool:
        """Whether the roster has no member or guest of that name yet."""
        return self.becomes in (Becomes.MEMBER, Becomes.GUEST)


def plan(club: Club, rows: Sequence[ListedMember]) -> tuple[PlannedMember, ...]:
    """Return the effect that importing a list would have on each member, without changing anything."""
    with club.reading() as tx:
        return _planned(tx, rows)


def carry_out(club: Club, planned: Sequence[PlannedMember]) -> list[Member]:
    """Carry out a plan completely, and return the members changed.

    Raises `ClubFault` if the roster has changed since the plan was made.
    """
    with club.writing() as tx:
        if _planned(tx, [member.who for member in planned]) != tuple(planned):
            raise ClubFault("The roster has changed in the meantime. Nothing was recorded. Look at the list again.")
        members = []
        for row in planned:
            if row.becomes is Becomes.THERE:
                continue
            # Times are stored in UTC; noon falls on that day in nearly every time zone.
            joined = in_local_time(datetime.combine(row.who.joined, time(12))) if row.who.joined else None
            members.append(roster.enrol(tx, row.who.name, guest=row.who.guest, joined=joined))
        return members


def _planned(tx: Transaction, rows: Sequence[ListedMember]) -> tuple[PlannedMember, ...]:
    members = {member.name.casefold(): member for member in roster.everyone(tx)}
    names = {key: member.name for key, member in members.items() if not member.forgotten_at}
    listed = {row.name.casefold(): row.name for row in rows}
    planned_members = []
    for row in rows:
        member = members.get(row.name.casefold())
        if member is not None:
            planned_members.append(PlannedMember(row, _of_known(member, row)))
            continue
        other_names = {key: name for key, name in {**names, **listed}.items() if key != row.name.casefold()}
        lookalike = next((other_names[key] for key in similar_names(row.name, other_names)), "")
        planned_members.append(PlannedMember(row, Becomes.GUEST if row.guest else Becomes.MEMBER, lookalike))
    return tuple(planned_members)


def _of_known(member: Member, row: ListedMember) -> Becomes:
    if member.retired_at and not member.forgotten_at:
        return Becomes.RETURNS
    return Becomes.JOINS if member.guest and not row.guest else Becomes.THERE
