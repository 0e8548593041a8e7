"""The members of the club. Nobody is deleted, because past results refer to them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from referee.cards.immutable import frozen
from referee.club import table_numbers
from referee.club.folder import Club, day_of
from referee.club.people.public_name import ShownAs
from referee.club.signatures import Writing
from referee.club.signatures import names as names
from referee.club.text.faults import ClubFault, UnknownName
from referee.club.text.name_similarity import similar_names
from referee.club.text.names import resolve_name, valid_person_name
from referee.rules.notation.seats import clean_name
from referee.store.events.event import EventText
from referee.store.hints import Do
from referee.store.moment import in_utc
from referee.store.plain_rows import Member, get_row, select_rows
from referee.store.projections.kind import EventKind
from referee.store.transaction import Transaction


@frozen
class MemberSummary:
    """A member with the number of sessions attended and matches played. Finished matches without a result do not
    count.
    """

    member: Member
    sessions: int
    matches: int


def members(club: Club, *, include_retired: bool = False) -> list[Member]:
    """Return members and guests by name; with `include_retired`, retired ones too."""
    with club.reading() as tx:
        return [member for member in everyone(tx) if include_retired or member.retired_at is None]


def add(club: Club, name: str, *, guest: bool = False) -> Member:
    """Add a member and return them. A retired member of that name returns, and a guest of that name becomes a
    member.
    """
    return add_all(club, [name], guest=guest)[0]


def add_all(club: Club, names: Iterable[str], *, guest: bool = False, shown_as: ShownAs | None = None) -> list[Member]:
    """Add several members as `add` does: all of them, or none. Return them. `shown_as` is their form in public."""
    with club.writing() as tx:
        members = [enrol(tx, name, guest=guest) for name in names]
        for member in members if shown_as else ():
            show_as(tx, member, shown_as)
        return [get_row(tx, Member, member.id) for member in members]


def shown_in_public(club: Club, names: Iterable[str], shown_as: ShownAs | None) -> list[Member]:
    """Set the public form of members' names, and return the members. None means the club's default."""
    with club.writing() as tx:
        members = [find_member(tx, name, include_retired=True) for name in names]
        for member in members:
            show_as(tx, member, shown_as)
        return [get_row(tx, Member, member.id) for member in members]


def show(club: Club, name: str) -> MemberSummary:
    """Return a member, retired or not, with their numbers of sessions and matches."""
    with club.reading() as tx:
        member = find_member(tx, name, include_retired=True)
        [(evenings,)] = tx.rows("SELECT count(*) FROM attendance WHERE member_id = ?", member.id)
        # A void match has no stored places.
        [(match_count,)] = tx.rows(
            'SELECT count(*) FROM seat s JOIN "match" m ON m.id = s.match_id '
            'LEFT JOIN "placing" p ON p.match_id = s.match_id AND p.member_id = s.member_id '
            "WHERE s.member_id = ? AND (m.finished_at IS NULL OR p.match_id IS NOT NULL)",
            member.id,
        )
        return MemberSummary(member, evenings, match_count)


def rename(club: Club, name: str, new: str) -> Member:
    """Give a member another name from now on, and return the member. Records of past matches keep the old name."""
    with club.writing() as tx:
        member = find_member(tx, name, include_retired=True)
        new_name = valid_person_name(new)
        refuse_namesake(tx, new_name, member)
        tx.append(EventKind.MEMBER_RENAMED, {"member": member.id}, texts=[EventText("name", new_name, member.id)])
        return get_row(tx, Member, member.id)


def retire(club: Club, name: str) -> Member:
    """Take a member off the lists, and return the member. Their results stay."""
    with club.writing() as tx:
        member = find_member(tx, name, include_retired=True)
        if member.retired_at:
            raise ClubFault(f"{member.name} already retired on {day_of(member.retired_at)}.")
        tx.append(EventKind.MEMBER_RETIRED, {"member": member.id})
        return get_row(tx, Member, member.id)


def merged_into(club: Club, member: Member) -> list[str]:
    """Return the names of the members merged into a member. They can be split off again."""
    with club.reading() as tx:
        return [
            member_row.name for member_row in select_rows(tx, Member, "WHERE merged_into = ? ORDER BY name", member.id)
        ]


def refuse_at_a_table(club: Club, member: Member) -> None:
    """Raise `ClubFault` if a member sits at an unfinished table and therefore cannot be retired."""
    with club.reading() as tx:
        query = (
            'SELECT s.match_id FROM seat s JOIN "match" m ON m.id = s.match_id '
            "WHERE s.member_id = ? AND m.finished_at IS NULL ORDER BY s.match_id"
        )
        if playing := [number for (number,) in tx.rows(query, member.id)]:
            raise ClubFault(f"{member.name} is playing at {table_numbers.table_names(tx, playing)}.")


def find_member(tx: Transaction, name: str, *, include_retired: bool = False, loosely: bool = True) -> Member:
    """Return the member with a name; see `resolve_name`. With `include_retired`, retired members are included.

    Raise `UnknownName` or `AmbiguousName` unless exactly one member fits.
    """
    roster = {member.id: member for member in everyone(tx)}
    active = {key: member.name for key, member in roster.items() if member.retired_at is None}
    if include_retired:
        if (namesake := _namesake(tx, clean_name(name))) is not None:
            return namesake
        # A beginning that fits one active member means that one, even if it also fits retired ones.
        try:
            return roster[resolve_name(name, active, loosely=loosely)]
        except ClubFault:
            return roster[resolve_name(name, {key: member.name for key, member in roster.items()}, loosely=loosely)]
    try:
        return roster[resolve_name(name, active, loosely=loosely)]
    except UnknownName:
        if (namesake := _namesake(tx, clean_name(name))) and not namesake.forgotten_at:
            raise UnknownName(
                f"{namesake.name} has retired.", Do.ADD_MEMBER("To bring them back", name=namesake.name)
            ) from None
        raise


def similar_members(club: Club, names: Iterable[str]) -> list[tuple[Member, Member]]:
    """Return pairs of members with similar names, who may be the same person."""
    with club.reading() as tx:
        roster = {member.id: member for member in everyone(tx) if not member.forgotten_at}
        names_by_id = {key: member.name for key, member in roster.items()}
        pairs = []
        for name in names:
            member_id = next((key for key, own_name in names_by_id.items() if own_name == name), None)
            other_names = {key: own_name for key, own_name in names_by_id.items() if key != member_id}
            pairs += [
                (roster[member_id], roster[similar_id])
                for similar_id in similar_names(name, other_names)[:1]
                if member_id is not None
            ]
        return pairs


def everyone(tx: Transaction) -> list[Member]:
    """Return everybody on the roster, retired or not, by name."""
    return sorted(select_rows(tx, Member, "WHERE merged_into IS NULL"), key=lambda member: member.name)


def enrol(
    tx: Writing, name: str, *, guest: bool, joined: datetime | None = None, left: datetime | None = None
) -> Member:
    """Add a member or guest and return them, or restore a retired one; see `add`.

    `joined` and `left` are the dates of a new entry for somebody who joined earlier, or has already left.
    """
    valid_name = valid_person_name(name)
    namesake = _namesake(tx, valid_name)
    if namesake is None:
        number = tx.next_number("member")
        joined_data = {"joined": in_utc(joined)} if joined else {}
        left_data = {"left": in_utc(left)} if left else {}
        data = {"member": number, "guest": guest, **joined_data, **left_data}
        tx.append(EventKind.MEMBER_ADDED, data, texts=[EventText("name", valid_name, number)])
        return get_row(tx, Member, number)
    if namesake.retired_at and not namesake.forgotten_at:
        tx.append(EventKind.MEMBER_CAME_BACK, {"member": namesake.id, "guest": guest})
    elif namesake.guest and not guest:
        tx.append(EventKind.GUEST_JOINED, {"member": namesake.id})
    else:
        kind = "a guest" if namesake.guest else "a member"
        raise ClubFault(
            f"{namesake.name} is already {kind}. For somebody else, type another name, such as {namesake.name} B."
        )
    return get_row(tx, Member, namesake.id)


def _namesake(tx: Transaction, name: str) -> Member | None:
    folded_name = name.casefold()
    names_by_id = sorted(tx.rows("SELECT name, id FROM member WHERE merged_into IS NULL"))
    number = next((number for known_name, number in names_by_id if known_name.casefold() == folded_name), None)
    return None if number is None else get_row(tx, Member, number)


def show_as(tx: Writing, member: Member, shown_as: ShownAs | None) -> None:
    """Set the public form of a member's name; None means the club's default."""
    value = shown_as.value if shown_as else ""
    if member.shown_as != value:
        tx.append(EventKind.SHOWN_AS, {"member": member.id, "how": value, "note": value or "the club's usual form"})


def refuse_namesake(tx: Transaction, name: str, member: Member) -> None:
    """Raise `ClubFault` if somebody else on the roster has this name."""
    namesake = _namesake(tx, name)
    if namesake is not None and namesake.id != member.id:
        raise ClubFault(
            f"{namesake.name} is already on the roster.",
            Do.MERGE("If they are one person", name=namesake.name, other=member.name),
        )
