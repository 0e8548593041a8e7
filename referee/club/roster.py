"""Who belongs to the club. Nobody is ever deleted: what somebody played stays played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from shlex import quote

from sqlmodel import col, func, select

from referee.club.faults import ClubFault, UnknownName
from referee.club.folder import Club, day_of
from referee.club.names import meant, proper, signature
from referee.rules.seats import tidied
from referee.store.engine import Transaction
from referee.store.models import Attendance, Member, Party, Placing, Seat


@dataclass(frozen=True, slots=True)
class Profile:
    """A member, and how often they came and played."""

    member: Member
    sessions: int
    matches: int


def members(club: Club, *, everybody: bool = False) -> list[Member]:
    """Return the members and guests by name; with `everybody`, also those who retired."""
    with club.reading() as tx:
        return [each for each in _roster(tx) if everybody or each.retired_at is None]


def add(club: Club, name: str, *, guest: bool = False) -> Member:
    """Add a member. A retired member of that name comes back; a guest of that name becomes a member."""
    return add_all(club, [name], guest=guest)[0]


def add_all(club: Club, names: Iterable[str], *, guest: bool = False) -> list[Member]:
    """Add several members, see `add`: all of them, or nobody when one cannot be."""
    with club.writing() as tx:
        return [enrolled(tx, club, name, guest=guest) for name in names]


def show(club: Club, name: str) -> Profile:
    """Return a member, retired or not."""
    with club.reading() as tx:
        member = called(tx, name, everybody=True)
        came = select(func.count()).select_from(Attendance).where(col(Attendance.member_id) == member.id)
        played = select(func.count()).select_from(Seat).where(col(Seat.member_id) == member.id)
        return Profile(member, tx.exec(came).one(), tx.exec(played).one())


def rename(club: Club, name: str, new: str) -> Member:
    """Give a member another name from now on; the records of past matches keep the old one."""
    with club.writing() as tx:
        member = called(tx, name, everybody=True)
        wanted = proper(new)
        _refuse_namesake(tx, wanted, member)
        member.name = wanted
        tx.add(member)
        return member


def retire(club: Club, name: str) -> Member:
    """Take a member off the lists; everything they played stays."""
    with club.writing() as tx:
        member = called(tx, name, everybody=True)
        if member.retired_at:
            raise ClubFault(f"{member.name} retired on {day_of(member.retired_at)} already.")
        member.retired_at = club.clock()
        tx.add(member)
        return member


def merge(club: Club, keep: str, other: str) -> Member:
    """Make two entries of the roster one person: everything that `other` played becomes `keep`'s."""
    with club.writing() as tx:
        kept, merged = called(tx, keep, everybody=True), called(tx, other, everybody=True)
        if kept.id == merged.id:
            raise ClubFault(f"{keep!r} and {other!r} are both {kept.name}; there is nothing to merge.")
        together = select(Seat.match_id).where(col(Seat.member_id) == kept.id)
        both = tx.exec(
            select(Seat.match_id).where(col(Seat.member_id) == merged.id, col(Seat.match_id).in_(together))
        ).first()
        if both is not None:
            raise ClubFault(f"{kept.name} and {merged.name} sat together at table {both}: they are not one person.")
        for kind in (Seat, Placing, Party):
            for row in tx.exec(select(kind).where(col(kind.member_id) == merged.id)):
                row.member_id = kept.id
                tx.add(row)
        for came in tx.exec(select(Attendance).where(col(Attendance.member_id) == merged.id)):
            if tx.get(Attendance, (came.session_id, kept.id)) is None:
                tx.add(Attendance(session_id=came.session_id, member_id=kept.id, at=came.at, by=came.by))
            tx.delete(came)
        merged.merged_into = kept.id
        merged.retired_at = merged.retired_at or club.clock()
        kept.guest = kept.guest and merged.guest
        tx.add_all([kept, merged])
        return kept


def called(tx: Transaction, name: str, *, everybody: bool = False) -> Member:
    """Return who is meant by a name. Raises `UnknownName` or `AmbiguousName`."""
    roster = {each.id: each for each in _roster(tx)}
    active = {key: each.name for key, each in roster.items() if each.retired_at is None}
    if everybody:
        # A beginning that fits one member who still plays means that one, whoever retired.
        try:
            return roster[meant(name, active)]
        except ClubFault:
            return roster[meant(name, {key: each.name for key, each in roster.items()})]
    try:
        return roster[meant(name, active)]
    except UnknownName:
        if (found := _namesake(tx, tidied(name))) and not found.forgotten_at:
            raise UnknownName(
                f"{found.name} has retired.", f'To have them back: referee member add "{found.name}"'
            ) from None
        raise


def names(tx: Transaction) -> dict[int, str]:
    """Return what everybody is called who ever was on the roster, by number; whoever is on it now comes last."""
    rows = tx.exec(select(Member.id, Member.name).order_by(col(Member.merged_into).is_(None), col(Member.id)))
    return dict(rows.all())


def signed(tx: Transaction, club: Club, by: str | None) -> str:
    """Return who did something as it is kept, which a member's name is not: it may have to be forgotten."""
    return signature(club.signed(by), names(tx))


def enrolled(tx: Transaction, club: Club, name: str, *, guest: bool) -> Member:
    """Add a member or guest, or take one back who retired; see `add`."""
    wanted = proper(name)
    found = _namesake(tx, wanted)
    if found is None:
        found = Member(name=wanted, guest=guest, joined_at=club.clock())
    elif found.retired_at and not found.forgotten_at:
        found.retired_at, found.guest = None, guest
    elif found.guest and not guest:
        found.guest = False
    else:
        kind = "a guest" if found.guest else "a member"
        raise ClubFault(f"{found.name} is {kind} already; tell a namesake apart, such as {found.name} B.")
    tx.add(found)
    tx.flush()
    return found


def _roster(tx: Transaction) -> list[Member]:
    return list(tx.exec(select(Member).where(col(Member.merged_into).is_(None)).order_by(col(Member.name))))


def _namesake(tx: Transaction, name: str) -> Member | None:
    return next((each for each in _roster(tx) if each.name.casefold() == name.casefold()), None)


def _refuse_namesake(tx: Transaction, name: str, member: Member) -> None:
    found = _namesake(tx, name)
    if found is not None and found.id != member.id:
        raise ClubFault(
            f"{found.name} is on the roster already.",
            f"If they are one person: referee member merge {quote(found.name)} {quote(member.name)}",
        )
