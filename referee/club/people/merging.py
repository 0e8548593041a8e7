"""Two entries of the roster made one person, and made two again: what became the other's is kept.

What is moved is kept by numbers alone: the rows that bore the member's number, by what tells them from others; the
evenings, with when they came and which member noted it; and how the two stood on the roster.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from sqlmodel import SQLModel, col, select

from referee.club.folder import Club
from referee.club.people import roster
from referee.club.people.public_name import stricter
from referee.club.signing import Writing
from referee.club.text.faults import ClubFault
from referee.club.text.names import meant, plain, reason_needed, with_marks
from referee.store import models
from referee.store.engine import Transaction
from referee.store.kinds.kind import Kind
from referee.store.models import Apart, Attendance, Drawn, Member, MemberTurn, Party, Placing, Seat, TournamentEntry
from referee.store.moment import in_utc

MERGED, PARTED = "merged", "parted"
Moved = dict[str, list[list[int | str]]]
_CAME, _BEFORE = "attendance", "before"
_KEYS: Final = {"seat": ("match_id",)}  # seats may change before the first hand; nobody has two at a table


def merge(club: Club, keep: str, other: str, *, reason: str = "") -> Member:
    """Make two entries of the roster one person: everything that `other` played becomes `keep`'s.

    What that was is kept, so that they can be two again: see `split`.
    """
    with club.writing() as tx:
        kept, merged = roster.called(tx, keep, everybody=True), roster.called(tx, other, everybody=True)
        if kept.id == merged.id:
            raise ClubFault(f"{keep!r} and {other!r} are both {kept.name}; there is nothing to merge.")
        together = select(Seat.match_id).where(col(Seat.member_id) == kept.id)
        both = tx.exec(
            select(Seat.match_id).where(col(Seat.member_id) == merged.id, col(Seat.match_id).in_(together))
        ).first()
        if both is not None:
            raise ClubFault(f"{kept.name} and {merged.name} sat together at table {both}: they are not one person.")
        moved: Moved = {_BEFORE: [[int(kept.guest), int(merged.retired_at is not None)]]}
        for kind in (Seat, Placing, Party, Drawn, TournamentEntry):
            for row in tx.exec(select(kind).where(col(kind.member_id) == merged.id)):
                moved.setdefault(str(kind.__tablename__), []).append([getattr(row, name) for name in _key_names(kind)])
                row.member_id = kept.id
                tx.add(row)
        for pair in tx.exec(select(Apart).where((col(Apart.one_id) == merged.id) | (col(Apart.other_id) == merged.id))):
            pair.one_id = kept.id if pair.one_id == merged.id else pair.one_id
            pair.other_id = kept.id if pair.other_id == merged.id else pair.other_id
            tx.add(pair)
        for came in tx.exec(select(Attendance).where(col(Attendance.member_id) == merged.id)):
            both = tx.get(Attendance, (came.session_id, kept.id)) is not None
            moved.setdefault(_CAME, []).append(
                [came.session_id, in_utc(came.at), came.by if came.by.startswith("@#") else "", int(both)]
            )
            if not both:
                tx.add(Attendance(session_id=came.session_id, member_id=kept.id, at=came.at, by=came.by))
            tx.delete(came)
        merged.merged_into = kept.id
        merged.retired_at = merged.retired_at or club.clock()
        kept.guest = kept.guest and merged.guest
        kept.shown_as = stricter(kept.shown_as, merged.shown_as)
        tx.add_all([kept, merged])
        tx.append(Kind.MEMBER_MERGED, {"member": kept.id})
        _note(tx, kept, merged, MERGED, moved, reason)
        return kept


def split(club: Club, keep: str, other: str, *, reason: str) -> Member:
    """Make two of a member into whom another was merged: each has what was theirs, and what came after is `keep`'s.

    Return the other, who is on the roster again.
    """
    reason_needed(reason, "Parting them")
    with club.writing() as tx:
        kept = roster.called(tx, keep, everybody=True)
        into = {each.id: each for each in tx.exec(select(Member).where(col(Member.merged_into) == kept.id))}
        if not into:
            raise ClubFault(f"Nobody was merged into {kept.name}; there is nothing to part.")
        if kept.forgotten_at:
            raise ClubFault(f"{kept.name} is forgotten; nobody can be told apart any more.")
        back = into[meant(other, {number: each.name for number, each in into.items()})]
        turns = select(MemberTurn).where(col(MemberTurn.kept_id) == kept.id, col(MemberTurn.kind) == MERGED)
        merges = list(tx.exec(turns.order_by(col(MemberTurn.id))))
        turn = next(each for each in reversed(merges) if each.other_id == back.id)
        roster.refuse_namesake(tx, back.name, back)
        _give_back(tx, kept, back, turn.moved)
        _give_evenings_back(tx, kept, back, turn, [each for each in merges if into.get(each.other_id)])
        was_guest, had_retired = turn.moved[_BEFORE][0]
        kept.guest = kept.guest or bool(was_guest)
        back.merged_into = None
        back.retired_at = back.retired_at if had_retired else None
        tx.add_all([kept, back])
        _note(tx, kept, back, PARTED, {}, reason)
        return back


def _note(tx: Writing, kept: Member, other: Member, kind: str, moved: Moved, reason: str) -> None:
    """Write down that two members were merged, or parted again."""
    said = with_marks(plain(reason, "the reason"), (), roster.names(tx))
    tx.add(
        MemberTurn(
            kept_id=kept.id,
            other_id=other.id,
            kind=kind,
            moved=moved,
            reason=said,
            at=tx.moment,
            by=tx.actor,
        )
    )
    tx.flush()


def _give_back(tx: Transaction, kept: Member, back: Member, moved: Moved) -> None:
    for table, keys in moved.items():
        kind = _called(table)
        if kind is None or kind in (Attendance, Placing):
            continue
        for key in keys:
            same = [getattr(kind, name) == value for name, value in zip(_key_names(kind), key, strict=True)]
            for row in tx.exec(select(kind).where(kind.member_id == kept.id, *same)):
                row.member_id = back.id
                tx.add(row)
    # A match that was finished since has places of which nothing was kept; they go with the seats.
    for (match,) in moved.get("seat", []):
        for place in tx.exec(select(Placing).where(col(Placing.member_id) == kept.id, col(Placing.match_id) == match)):
            place.member_id = back.id
            tx.add(place)
    tx.flush()


def _give_evenings_back(
    tx: Transaction, kept: Member, back: Member, turn: MemberTurn, merges: list[MemberTurn]
) -> None:
    """Let each have come when they did: an evening stays the other's too if they, or who else is merged, came."""
    others = {came[0] for each in merges if each.id != turn.id for came in each.moved.get(_CAME, [])}
    for session, at, by, both in turn.moved.get(_CAME, []):
        sat = select(Seat.match_id).join(models.Match).where(col(Seat.member_id) == kept.id)
        sits = tx.exec(sat.where(col(models.Match.session_id) == session)).first()
        noted = tx.get(Attendance, (session, kept.id))
        if noted is not None and not both and session not in others and sits is None:
            who = noted.by
            tx.delete(noted)
        else:
            who = str(by)
        if tx.get(Attendance, (session, back.id)) is None:
            tx.add(Attendance(session_id=int(session), member_id=back.id, at=datetime.fromisoformat(str(at)), by=who))
    tx.flush()


def _key_names(kind: type[SQLModel]) -> tuple[str, ...]:
    name = str(kind.__tablename__)
    keys = (column.name for column in kind.__table__.primary_key if column.name != "member_id")  # type: ignore[attr-defined]
    return _KEYS.get(name) or tuple(keys)


def _called(table: str) -> Any:
    """Return the model of a table that bears members' numbers, or None."""
    every = (getattr(models, name) for name in models.__all__)
    return next((kind for kind in every if kind.__tablename__ == table), None)
