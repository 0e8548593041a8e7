"""Importing a list of members: the plan is reviewed, and then carried out completely or not at all."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from enum import StrEnum
from typing import Final

from referee.cards.immutable import frozen
from referee.club.activity_log import find_entries
from referee.club.folder import Club, day_of
from referee.club.people import roster
from referee.club.people.member_csv import FaultInFile, ListedMember, NoMemberList
from referee.club.people.public_name import is_code, is_forgotten, is_public_form, player_code, public_forms
from referee.club.people.public_names import read_public_names
from referee.club.signatures import current_member_numbers
from referee.club.text.faults import ClubFault
from referee.club.text.name_similarity import similar_names
from referee.store.moment import in_local_time
from referee.store.plain_rows import Member
from referee.store.projections.kind import EventKind
from referee.store.transaction import Transaction

_NAMING: Final = (EventKind.MEMBER_ADDED, EventKind.MEMBER_RENAMED)


class ImportEffect(StrEnum):
    """The effect of the import on one listed member."""

    MEMBER = "new member"
    GUEST = "new guest"
    JOINS = "guest, becomes a member"
    RETURNS = "retired, rejoins"
    FORMER = "former member"
    THERE = "already listed"
    FORGOTTEN = "forgotten, left out"
    NAMELESS = "name hidden, left out"


@frozen
class PlannedMember:
    """A listed member, the effect of the import, and for a new member a similar name (`like`).

    `known` is the roster's name for somebody who is listed under another name, such as their public name.
    """

    who: ListedMember
    becomes: ImportEffect
    like: str = ""
    known: str = ""

    @property
    def changes_roster(self) -> bool:
        """Whether the import would add or change the member."""
        return self.becomes not in (ImportEffect.THERE, ImportEffect.FORGOTTEN, ImportEffect.NAMELESS)

    @property
    def is_new(self) -> bool:
        """Whether the roster has no member or guest of that name yet."""
        return self.becomes in (ImportEffect.MEMBER, ImportEffect.GUEST, ImportEffect.FORMER)


def plan(club: Club, rows: Sequence[ListedMember]) -> tuple[PlannedMember, ...]:
    """Return the effect that importing a list would have on each member. Nothing is changed.

    Raise `NoMemberList` for public names that nobody on the roster has.
    """
    with club.reading() as tx:
        return _make_plan(tx, rows)


def carry_out(club: Club, planned: Sequence[PlannedMember]) -> list[Member]:
    """Carry out a plan completely, and return the changed members.

    Raise `ClubFault` if the roster has changed since the plan was made.
    """
    with club.writing() as tx:
        if _make_plan(tx, [member.who for member in planned]) != tuple(planned):
            raise ClubFault("The roster has changed in the meantime. Nothing was recorded. Look at the list again.")
        members = []
        for row in planned:
            if not row.changes_roster:
                continue
            listed_member = row.who
            name = row.known or listed_member.name
            dates = {
                "joined": _at_noon(listed_member.joined or listed_member.left),
                "left": _at_noon(listed_member.left),
            }
            members.append(roster.enrol(tx, name, guest=listed_member.guest, **dates))
        return members


def _at_noon(day: date | None) -> datetime | None:
    # Times are stored in UTC; noon falls on that day in nearly every time zone.
    return in_local_time(datetime.combine(day, time(12))) if day else None


def _make_plan(tx: Transaction, rows: Sequence[ListedMember]) -> tuple[PlannedMember, ...]:
    roster_names = _RosterNames.read(tx)
    listed_names = {row.name.casefold(): row.name for row in rows}
    planned_members: list[PlannedMember] = []
    faults: list[FaultInFile] = []
    planned_numbers: set[int] = set()
    for row in rows:
        member = roster_names.find(row)
        if member is not None:
            effect = ImportEffect.THERE if member.id in planned_numbers else _effect_on_known(member, row)
            planned_numbers.add(member.id)
            known_name = "" if member.name.casefold() == row.name.casefold() else member.name
            planned_members.append(PlannedMember(row, effect, known=known_name))
        elif is_forgotten(row.name) or is_code(row.name):
            effect = ImportEffect.FORGOTTEN if is_forgotten(row.name) else ImportEffect.NAMELESS
            planned_members.append(PlannedMember(row, effect))
        elif row.number is not None and is_public_form(row.name):
            message = f"{row.name} is a public name, and no member is shown under it. Use the full name"
            faults.append(FaultInFile(row.line, "name", message))
        else:
            planned_members.append(
                PlannedMember(row, _effect_on_new(row), roster_names.similar_to(row.name, listed_names))
            )
    if faults:
        raise NoMemberList(faults)
    return tuple(planned_members)


@frozen
class _RosterNames:
    """The members of a club by number, and the names that a list may use for them, in lower case."""

    members: Mapping[int, Member]
    full: Mapping[str, int]
    public: Mapping[str, int]
    forms: Mapping[int, frozenset[str]]
    """Each name that a member has had, in each form in which it is shown, by the member's number now."""
    numbers: Mapping[int, int]
    """The number of a member now, by the number in an earlier export."""

    @classmethod
    def read(cls, tx: Transaction) -> _RosterNames:
        """Return the names of everybody on the roster."""
        members = {member.id: member for member in roster.everyone(tx)}
        public_names, numbers = read_public_names(tx), current_member_numbers(tx)
        names = [(entry.data["member"], entry.texts.get("name", "")) for entry in find_entries(tx, *_NAMING)]
        forms: defaultdict[int, set[str]] = defaultdict(set)
        for number, name in [*names, *((number, name) for name, number in public_names.people.items())]:
            name_forms = {form.casefold() for form in (*public_forms(name), player_code(number))}
            forms[numbers[number]] |= {*name_forms, *(f"{form} #{number}".lstrip() for form in name_forms)}
        namesakes = Counter(public_names.names[number].casefold() for number in members)
        return cls(
            members=members,
            full={member.name.casefold(): number for number, member in members.items()},
            public={
                name: number for number in members if namesakes[name := public_names.names[number].casefold()] == 1
            },
            forms={number: frozenset(forms[number]) for number in members},
            numbers=numbers,
        )

    def find(self, row: ListedMember) -> Member | None:
        """Return the member on a line of a list; None for somebody new."""
        name = row.name.casefold()
        member = self.members.get(self.numbers.get(row.number or 0, 0))
        if member and member.forgotten_at and row.joined == day_of(member.joined_at):
            return member  # their name is no longer known, but the list has it still
        if member and name in self.forms[member.id]:
            return member
        number = self.full.get(name, self.public.get(name))
        return None if number is None else self.members[number]

    def similar_to(self, name: str, listed_names: Mapping[str, str]) -> str:
        """Return a name on the roster or in the list that is similar to a new one; empty if there is none."""
        names = {key: self.members[number].name for key, number in self.full.items()}
        known_names = {key: full for key, full in names.items() if not self.members[self.full[key]].forgotten_at}
        other_names = {key: full for key, full in {**known_names, **listed_names}.items() if key != name.casefold()}
        return next((other_names[key] for key in similar_names(name, other_names)), "")


def _effect_on_new(row: ListedMember) -> ImportEffect:
    if row.left:
        return ImportEffect.FORMER
    return ImportEffect.GUEST if row.guest else ImportEffect.MEMBER


def _effect_on_known(member: Member, row: ListedMember) -> ImportEffect:
    if member.forgotten_at:
        return ImportEffect.FORGOTTEN
    if member.retired_at and not row.left:
        return ImportEffect.RETURNS
    is_joining = member.guest and not row.guest and not member.retired_at
    return ImportEffect.JOINS if is_joining else ImportEffect.THERE
