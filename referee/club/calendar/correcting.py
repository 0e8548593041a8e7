"""Until when what is written down may be changed as if it were the same evening, and what is refused after that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import col, select

from referee.cards.words import counted
from referee.club.calendar import seasons
from referee.club.folder import Club, day_of
from referee.club.people import roster
from referee.club.standings.scoring_rules import clause
from referee.club.text.faults import ClubFault
from referee.store.corrections import Windows
from referee.store.engine import Transaction
from referee.store.hints import Do
from referee.store.matches import Match
from referee.store.seasons import Season
from referee.store.sessions import Session

MOST_MINUTES = 60 * 24 * 365
MOST_DAYS = 731


@dataclass(frozen=True, slots=True)
class Until:
    """How long results of a season may be challenged: minutes for players, days for officers; None is for ever."""

    player_minutes: int | None = None
    officer_days: int | None = None

    def wording(self, id: str) -> str:
        """Return a clause of the rulebook of scoring as it reads with these, cited."""
        return f"scoring {id}: {clause(id).text.format(**self.figures)}"

    @property
    def figures(self) -> Mapping[str, object]:
        """What the clauses call these by."""
        most = {"player_minutes": self.player_minutes, "officer_days": self.officer_days}
        return {name: "any number of" if figure is None else figure for name, figure in most.items()}

    def __str__(self) -> str:
        if self.player_minutes is None and self.officer_days is None:
            return "results may be challenged for ever"
        players = "for ever" if self.player_minutes is None else f"for {counted(self.player_minutes, 'minute')}"
        officers = "for ever" if self.officer_days is None else f"for {counted(self.officer_days, 'day')}"
        return f"results may be challenged {players} by players, and slips of the pen put right {officers} by officers"


def windows(club: Club, name: str | None = None) -> Until:
    """Return how long the results of a season may be challenged."""
    with club.reading() as tx:
        return until(tx, seasons.called(tx, name, club.today).id)


def set_windows(
    club: Club, name: str | None, *, minutes: int | None = None, days: int | None = None, by: str | None = None
) -> Until:
    """Say how long the results of a season may be challenged. From its first evening on that is frozen."""
    for what, number, most in (("minutes for players", minutes, MOST_MINUTES), ("days for officers", days, MOST_DAYS)):
        if number is not None and not 0 <= number <= most:
            raise ClubFault(f"{number} {what} cannot be; expected a whole number from 0 to {most}.")
    with club.writing() as tx:
        season = seasons.called(tx, name, club.today)
        begun = select(Session).where(col(Session.season_id) == season.id, col(Session.opened_at).is_not(None))
        if first := tx.exec(begun.order_by(col(Session.held_on))).first():
            raise ClubFault(
                f"How long results may be challenged is frozen in the season {season.name} since its first evening, "
                f"{first.held_on}."
            )
        tx.add(
            Windows(
                season_id=season.id,
                player_minutes=minutes,
                officer_days=days,
                at=club.clock(),
                by=roster.signed(tx, club, by),
            )
        )
        tx.flush()
        return until(tx, season.id)


def until(tx: Transaction, season: int) -> Until:
    """Return how long the results of a season may be challenged; older seasons never said."""
    said = select(Windows).where(col(Windows.season_id) == season).order_by(col(Windows.id).desc())
    last = tx.exec(said).first()
    return Until(last.player_minutes, last.officer_days) if last else Until()


def is_over(session: Session, now: datetime) -> bool:
    """Tell whether an evening is over: closed, or forgotten to be. One that goes on after midnight is not."""
    return session.status != "open" or (session.opened_at is not None and now - session.opened_at > timedelta(days=1))


def ended(match: Match, session: Session) -> datetime | None:
    """Return when a match was over: finished, or its session closed."""
    return match.finished_at or session.closed_at


def refuse_late_dispute(tx: Transaction, club: Club, match: Match, session: Session) -> None:
    """Raise a fault when players can dispute a match no more."""
    settled = until(tx, session.season_id)
    over = ended(match, session)
    if settled.player_minutes is None or over is None:
        return
    if club.clock() > over + timedelta(minutes=settled.player_minutes):
        may = f"An officer may put a slip of the pen right{_as_long_as(settled, session)}"
        raise ClubFault(
            f"What happened at table {match.id} stands: it was over at {over.astimezone():%Y-%m-%d %H:%M}. "
            f"By {settled.wording('5.5')} {may}, or give a penalty.",
            Do.CORRECT_LINE("To do that", table=match.id),
        )


def refuse_late_appeal(tx: Transaction, club: Club, season: int | None, decided: datetime, number: int) -> None:
    """Raise a fault when what was decided can be appealed against no more."""
    settled = until(tx, season) if season is not None else Until()
    if settled.officer_days is not None and club.today > day_of(decided) + timedelta(days=settled.officer_days):
        raise ClubFault(
            f"Dispute {number} was decided on {day_of(decided)}, and that stands. By {settled.wording('5.6')}",
            Do.CORRECT_LINE("To do that"),
        )


def mark_of(tx: Transaction, club: Club, session: Session) -> str:
    """Return what makes a change to an evening more than a slip of the pen that is put right in time, or nothing."""
    if tx.get_one(Season, session.season_id).closed_at:
        return "in a closed season"
    settled = until(tx, session.season_id)
    if settled.officer_days is None or not is_over(session, club.clock()):
        return ""  # what goes on can be written down, however late
    return "late" if club.today > session.held_on + timedelta(days=settled.officer_days) else ""


def refuse_unless_open(tx: Transaction, club: Club, session: Session) -> None:
    """Raise a fault when an evening stands, and it is not an officer who corrects it with a reason."""
    if club.corrects or not (mark := mark_of(tx, club, session)):
        return
    why = "" if mark == "late" else ", as its season is closed"
    raise ClubFault(
        f"What was written down on {session.held_on} stands{why}. By {until(tx, session.season_id).wording('5.6')}",
        Do.CORRECT_LINE("To put a line right"),
        Do.CORRECT_SEAT("A seat"),
    )


def _as_long_as(settled: Until, session: Session) -> str:
    if settled.officer_days is None:
        return ""
    return f" until {session.held_on + timedelta(days=settled.officer_days)}, and later with a reason"
