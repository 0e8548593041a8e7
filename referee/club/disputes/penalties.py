"""Penalties: giving and cancelling them with a reason, and the points they cost in a session."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime

from referee.cards.immutable import frozen
from referee.club import table_numbers
from referee.club.activity_log import last_entry
from referee.club.calendar import seasons, sessions
from referee.club.calendar.closed_seasons import closed_season_data
from referee.club.disputes.view import find_dispute
from referee.club.folder import Club, day_of
from referee.club.people import duties, roster
from referee.club.scoring_rules import MOST_POINTS
from referee.club.signatures import Writing, current_member_numbers
from referee.club.table_numbers import TableNumber
from referee.club.text.faults import ClubFault, UnknownName
from referee.club.text.names import clean_text, reason_needed, with_marks, with_names
from referee.store.events.event import EventText
from referee.store.hints import Do
from referee.store.plain_rows import Member, Penalty, Season, Session, find_row, get_row, select_rows
from referee.store.projections.kind import EventKind
from referee.store.transaction import Transaction


@frozen
class PenaltyView:
    """A penalty of a member in a session, with its reason and any cancellation.

    `points` is 0 for a warning. `match` and `dispute` are the match and the dispute behind it, if stated.
    """

    number: int
    member: int
    name: str
    session: int
    played_on: date
    points: int
    reason: str
    match: TableNumber | None
    dispute: int | None
    at: datetime
    by: str
    cancelled_at: datetime | None = None
    cancelled_because: str = ""
    cancelled_by: str = ""

    @property
    def counts(self) -> bool:
        """Whether the penalty is in force, that is, not cancelled."""
        return self.cancelled_at is None

    @property
    def what(self) -> str:
        """The penalty in words, such as ``a warning`` or ``2 points``."""
        return "a warning" if not self.points else f"{self.points} point{'' if self.points == 1 else 's'}"


def give(
    club: Club,
    name: str,
    *,
    points: int,
    reason: str,
    table: int | None = None,
    session: str | None = None,
    dispute: int | None = None,
) -> PenaltyView:
    """Give a member a penalty of some points, or a warning for 0 points, and return it.

    It belongs to the session of `table` or of the dispute's table. Without either, it belongs to `session`, or to the
    open session.
    """
    if not 0 <= points <= MOST_POINTS:
        raise ClubFault(f"Invalid penalty of {points} points. Use 1 to {MOST_POINTS}, or a warning.")
    reason_needed(reason, "A penalty")
    with club.writing() as tx:
        duties.require_duty(tx, club, duties.Duty.PENALTY)
        member = roster.find_member(tx, name, include_retired=True)
        session_row, table = _session_of_penalty(tx, table, session, dispute)
        if session_row.status == "planned":
            raise ClubFault(
                f"The session of {session_row.held_on} has not been opened, so no penalty can be given in it."
            )
        _refuse_unsigned(tx)
        reason_text = _reason_text(tx, reason)
        event_data = {"session": session_row.id, "member": member.id, "points": points, "dispute": dispute}
        _refuse_duplicate(tx, event_data, table, reason_text.text)
        number = tx.next_number("penalty")
        data = {"penalty": number, **event_data, **closed_season_data(tx, club, session_row)}
        tx.append(EventKind.PENALTY_GIVEN, data, match=table, texts=[reason_text])
        return _penalty_views(tx, [get_row(tx, Penalty, number)])[0]


def cancel(club: Club, number: int, *, reason: str) -> PenaltyView:
    """Cancel a penalty, and return it. It costs no points from now on, but stays listed."""
    reason_needed(reason, "Cancelling a penalty")
    with club.writing() as tx:
        duties.require_duty(tx, club, duties.Duty.PENALTY)
        view = _penalty_views(tx, [_find_penalty(tx, number)])[0]
        if view.cancelled_at:
            suffix = f" by {view.cancelled_by}" if view.cancelled_by else ""
            raise ClubFault(f"Penalty {number} was already cancelled on {day_of(view.cancelled_at)}{suffix}.")
        _refuse_unsigned(tx)
        mark = closed_season_data(tx, club, get_row(tx, Session, view.session))
        event = last_entry(tx, EventKind.PENALTY_GIVEN, penalty=number).event
        tx.retract(event, [_reason_text(tx, reason)], penalty=number, **mark)
        return _penalty_views(tx, [_find_penalty(tx, number)])[0]


def penalties(club: Club, season: str | None = None, *, member: str | None = None) -> list[PenaltyView]:
    """Return the penalties of a season, or only those of one member, oldest first."""
    with club.reading() as tx:
        season_row = seasons.find_season(tx, season, club.today)
        views = season_penalties(tx, season_row)
        member_number = roster.find_member(tx, member, include_retired=True).id if member else None
        return [view for view in views if member_number is None or view.member == member_number]


def season_penalties(tx: Transaction, season: Season) -> list[PenaltyView]:
    """Return the penalties for the sessions of a season, oldest first."""
    condition = "WHERE session_id IN (SELECT id FROM session WHERE season_id = ?) ORDER BY id"
    return _penalty_views(tx, select_rows(tx, Penalty, condition, season.id))


def points_by_session(penalties: Iterable[PenaltyView]) -> Mapping[tuple[int, int], int]:
    """Return the sum of points in force by member and session number."""
    points: dict[tuple[int, int], int] = {}
    for penalty in penalties:
        if penalty.counts and penalty.points:
            points[penalty.member, penalty.session] = points.get((penalty.member, penalty.session), 0) + penalty.points
    return points


def _session_of_penalty(
    tx: Transaction, table: int | None, session: str | None, dispute: int | None
) -> tuple[Session, int | None]:
    if dispute is not None:
        table = table or find_dispute(tx, dispute).match_id
    if table is None:
        if dispute is not None and session is None:
            raise ClubFault(
                f"Dispute {dispute} belongs to no table, so the session is not known.", Do.NAME_SESSION("Add its date")
            )
        return sessions.find_session(tx, session), None
    for session_row in sessions.session_of_table(tx, table):
        return session_row, table
    raise UnknownName(f"There is no match m{int(table)}.")


def _refuse_unsigned(tx: Writing) -> None:
    """Raise `ClubFault` if no officer is named for giving or cancelling a penalty."""
    if not tx.actor.strip():
        raise ClubFault("A penalty needs the officer's name.", Do.SIGN("Add it"))


def _reason_text(tx: Transaction, reason: str) -> EventText:
    return EventText("reason", with_marks(clean_text(reason, "the reason"), (), roster.names(tx)))


def _refuse_duplicate(tx: Transaction, data: Mapping[str, int | None], table: int | None, reason: str) -> None:
    """Raise `ClubFault` if the member already has the same penalty for the same reason."""
    condition = "WHERE session_id = ? AND member_id = ? AND points = ? AND reason = ?"
    same_penalties = select_rows(tx, Penalty, condition, data["session"], data["member"], data["points"], reason)
    context = table, data["dispute"]
    for view in _penalty_views(
        tx, [penalty for penalty in same_penalties if (penalty.match_id, penalty.dispute_id) == context]
    ):
        if view.counts:
            raise ClubFault(
                f"{view.name} already has {view.what} for this, as penalty {view.number}. "
                "For a second one, give another reason.",
            )


def _find_penalty(tx: Transaction, number: int) -> Penalty:
    penalty = find_row(tx, Penalty, number)
    if penalty is None:
        raise UnknownName(f"There is no penalty {number}.", Do.PENALTIES("See them"))
    return penalty


def _penalty_views(tx: Transaction, penalties: Iterable[Penalty]) -> list[PenaltyView]:
    penalties = list(penalties)
    names = roster.names(tx)
    members_by_id, current_numbers = (
        {member.id: member for member in select_rows(tx, Member)},
        current_member_numbers(tx),
    )
    sessions_by_id = {session.id: session for session in select_rows(tx, Session)} if penalties else {}
    tables = table_numbers.numbers(tx, (penalty.match_id for penalty in penalties if penalty.match_id))
    return [
        _penalty_view(
            penalty,
            members_by_id[current_numbers[penalty.member_id]],
            names,
            sessions_by_id[penalty.session_id],
            tables.get(penalty.match_id or 0),
        )
        for penalty in penalties
    ]


def _penalty_view(
    penalty: Penalty, member: Member, names: Mapping[int, str], session: Session, match: TableNumber | None
) -> PenaltyView:
    return PenaltyView(
        number=penalty.id,
        member=member.id,
        name=member.name,
        session=session.id,
        played_on=session.held_on,
        points=penalty.points,
        reason=with_names(penalty.reason, (), names),
        match=match,
        dispute=penalty.dispute_id,
        at=penalty.at,
        by=with_names(penalty.by, (), names),
        cancelled_at=penalty.cancelled_at,
        cancelled_because=with_names(penalty.cancelled_because, (), names),
        cancelled_by=with_names(penalty.cancelled_by, (), names),
    )
