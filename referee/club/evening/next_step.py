"""The next step of a session, from an empty club to the end of the session."""

from __future__ import annotations

from collections.abc import Collection

from referee.club.calendar.seasons import new_season_hint
from referee.club.disputes import disputes
from referee.club.evening.overview import Tonight
from referee.club.folder import Club
from referee.club.match.ending import result_of
from referee.club.match.view import MatchView
from referee.club.text.faults import ClubFault
from referee.store.hints import Do, Hint
from referee.store.plain_rows import Session


def next_step(club: Club, night: Tonight) -> Hint:
    """Return a hint for the next step, with a command that can be run at once."""
    if night.session is None:
        return _step_before_session(club, night)
    free = [member.name for member in night.came if member.name not in night.playing]
    waiting_draw = _is_draw_waiting(club, night.session, free)
    if waiting_draw:
        return Do.START_DRAWN("Start the tables that were drawn")
    unfinished_matches = [match for match in night.matches if not match.finished_at]
    if unfinished_matches:
        return _step_at_tables(club, unfinished_matches)
    if not night.matches and len(free) < 2:
        return Do.CHECK_IN("Check in the players who are here")
    if not night.matches or len(waiting_to_play(night)) > 1:
        return Do.DRAW("Draw the seats", games=_suggested_games(club, night.session, len(free)))
    if night.waiting:
        return Do.SHOW_DISPUTE("Decide the open dispute", dispute=night.waiting[0].number)
    return Do.CLOSE_TONIGHT("Close the session")


def waiting_to_play(night: Tonight) -> tuple[str, ...]:
    """Return the names of the members present who have not had a seat in the session."""
    playing = {number for match in night.matches for number in match.members}
    return tuple(member.name for member in night.came if member.id not in playing)


def _step_before_session(club: Club, night: Tonight) -> Hint:
    """Return a hint for the next step before a session can be opened."""
    if not night.members:
        return Do.ADD_MEMBERS("Add the members")
    if not night.season:
        return new_season_hint(club.today)
    if night.closed and (night.planned is None or night.planned.held_on > club.today):
        return Do.STANDINGS("Look at the standings")
    if night.planned is None:
        return Do.PLAN_SESSION("Plan a session", session=club.today)
    return Do.OPEN_SESSION("Open the session", session=night.planned.held_on)


def _step_at_tables(club: Club, unfinished_matches: Collection[MatchView]) -> Hint:
    """Return a hint for the next step at tables in play. A line that waits for a decision comes first."""
    for table in unfinished_matches:
        if waiting_line := next((line for line in table.log if line.waits), None):
            dispute = disputes.dispute_on_line(club, table.number, waiting_line.number)
            if dispute and dispute.is_open:
                return Do.SHOW_DISPUTE("Decide the open dispute", dispute=dispute.number)
            if dispute:
                return Do.TAKE_BACK_LINE("Carry out the decision", table=table.number, line=waiting_line.number)
            text = f"Line {waiting_line.number} of table {table.number} waits for a decision"
            return Do.SHOW_TABLE(text, table=table.number)
    first = next(iter(unfinished_matches))
    if first.result_only:
        return result_of(first)
    return Do.LOG("Record play", table=first.number)


def _is_draw_waiting(club: Club, session: Session, free: Collection[str]) -> bool:
    """Tell whether the last draw has not been started, and all of its players are free."""
    with club.reading() as tx:
        if not tx.rows("SELECT 1 FROM draw WHERE session_id = ? LIMIT 1", session.id):
            return False
    from referee.club.evening import draws  # slow to import, and rarely needed

    draw = draws.show(club, f"{session.id}")
    seated_names = {name for table in draw.tables for name in table.names}
    return not draw.taken and bool(seated_names) and seated_names <= set(free)


def _suggested_games(club: Club, session: Session, players: int) -> tuple[str, ...]:
    """Return suggested games for a draw of some players; empty if the games played last are offered anyway."""
    from referee.club.evening import draws

    with club.reading() as tx:
        try:
            draws.games_before(tx, session)
        except ClubFault:
            return ("commune",) if players in (2, 5) else ("big-two",)
    return ()
