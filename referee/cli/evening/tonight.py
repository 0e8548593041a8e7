"""``referee tonight``: show the present players, the tables and the next step, or another session."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.immutable import frozen
from referee.cli.shared import completion
from referee.cli.shared.club import open_from_options, print_table, warn_of_damage, warn_of_other_sessions
from referee.cli.shared.common_options import ReadOptions
from referee.cli.shared.dates import expand_day_word
from referee.cli.shared.hints import format_command
from referee.cli.shared.printing import print_line, print_result
from referee.rules import write_places
from referee.rules.records.messages import awaited_name
from referee.store.hints import Do

if TYPE_CHECKING:
    from referee.club.calendar.sessions import ClosingRecord
    from referee.club.evening.overview import Tonight
    from referee.club.folder import Club
    from referee.club.match.view import MatchView
    from referee.club.phones.report_settlement import PendingReport
    from referee.store.hints import Hint
    from referee.store.plain_rows import Session
    from referee.tournaments.state.view import TournamentView

app = typer.Typer()
SessionArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="DATE",
        help="Date of the session (default: the open one).",
        callback=expand_day_word,
        autocompletion=completion.sessions,
    ),
]


@app.command(epilog="Example: referee tonight, or: referee tonight 2026-11-16")
def tonight(common: ReadOptions, session: SessionArgument = None) -> None:
    """Show who is here, the tables, and what to do next."""
    from referee.club.calendar import sessions
    from referee.club.evening import overview

    with open_from_options(common) as club:
        if session is not None:
            details = session_details(club, sessions.show(club, session).session)
            damage = [difference for table in details.tables for difference in table.damage if difference.table]
            answer_with = partial(print_result, details, common.json, _print_session)
        else:
            from referee.club.evening.next_step import next_step

            night = overview.read_tonight(club)
            damage = [difference for difference in night.damage if difference.table]
            if night.session is not None:
                warn_of_other_sessions(club, night.session.held_on)
            cups = _waiting_tournaments(club)
            step, reports = next_step(club, night), _pending_reports(club, night)
            if cups and _all_finished(night):
                step = Do.SHOW_TOURNAMENT("See what its tournament waits for", tournament=cups[0].number)
            answer_with = partial(
                print_result,
                night,
                common.json,
                partial(_print_tonight, step, cups, reports),
                partial(_as_data, step, reports),
            )
    warn_of_damage(damage)
    answer_with()


def print_next_after(club: Club, match: MatchView) -> None:
    """Print the next step after a match, in its tournament or else in the session."""
    from referee.club.evening.after_match import next_after

    step = next_after(club, match.number)
    cups = _waiting_tournaments(club)
    of_match = [cup for cup in cups if any(table.match == match.number for table in cup.rounds[-1].tables)]
    if of_match or (step and cups):
        _print_waiting(of_match or cups)
    elif step:
        _print_next(step, has_tables=True)


def _all_finished(night: Tonight) -> bool:
    return all(table.finished_at for table in night.matches)


def _waiting_tournaments(club: Club) -> list[TournamentView]:
    """Return the running tournaments that wait for an officer's next step."""
    with club.reading() as tx:
        if not tx.rows("SELECT id FROM tournament LIMIT 1"):
            return []  # most sessions have none, and need not load what one is made of
    from referee.tournaments import overview
    from referee.tournaments.state.next_step import TournamentNextStep, find_next_step

    under_way = [view for view in overview.all_tournaments(club) if view.status == "under way"]
    return [view for view in under_way if find_next_step(view) is not TournamentNextStep.PLAY]


def _pending_reports(club: Club, night: Tonight) -> tuple[PendingReport, ...]:
    if night.session is None or not night.reports:
        return ()
    from referee.club.phones.report_settlement import pending_reports

    return pending_reports(club, night.session.id)


def _print_tonight(
    step: Hint, cups: Sequence[TournamentView], reports: Sequence[PendingReport], night: Tonight
) -> None:
    if (current := night.session) is None:
        if night.closed:
            print_line(f"The session of {night.closed.held_on} is closed.")
        else:
            print_line("No session is open.")
        if night.planned:
            print_line(
                f"Next session: {night.planned.held_on:%a} {night.planned.held_on}, {night.planned.starts:%H:%M}."
            )
    else:
        print_line(_heading(current))
        print_line(
            f"{len(night.came)} present{': ' if night.came else ''}{', '.join(member.name for member in night.came)}"
        )
        if night.gone:
            print_line(f"Gone home: {', '.join(member.name for member in night.gone)}")
        for call in night.calls:
            coming = ", who is coming" if call.coming else ""
            print_line(f"Table {call.table} has called an officer{coming}: {call.reason}.")
        for report in reports:
            finishes = format_command(Do.FINISH("Finish it", table=report.match)) if report.settled else ""
            print_line(f"{report.in_words}{f' Finish it: {finishes}' if finishes else ''}")
        _print_tables(night.matches)
        free_names = [member.name for member in night.came if member.name not in night.playing]
        if night.playing and free_names:
            print_line(f"Not at a table: {', '.join(free_names)}")
    for dispute in night.waiting:
        subject = f"table {dispute.match}, line {dispute.line}" if dispute.match is not None else dispute.game
        print_line(f"Open dispute {dispute.number}: {subject}{f', {dispute.claim}' if dispute.claim else ''}")
    _print_waiting(cups)
    if step.action is not Do.SHOW_TOURNAMENT:  # what it shows at its end has been said
        _print_next(step, has_tables=bool(night.matches))


def _print_next(step: Hint, *, has_tables: bool) -> None:
    """Print the next step. If tables have started, also print how to close the session."""
    print_line(f"Next: {format_command(step)}")
    if has_tables and step.action is Do.DRAW:
        print_line(f"Or close the session: {format_command(Do.CLOSE_TONIGHT('Close the session'))}")


def _print_waiting(cups: Sequence[TournamentView]) -> None:
    if cups:
        from referee.cli.tournament.summary import print_next_step
        from referee.tournaments.wording import describe_round_state
    for cup in cups:
        state = f"{cup.rounds[-1].name} is {describe_round_state(cup.rounds[-1])}" if cup.rounds else cup.status
        print_line(f"{cup.name}: {state}.")
        print_next_step(cup)


def _as_data(step: Hint, reports: Sequence[PendingReport], night: Tonight) -> dict[str, object]:
    return {
        "session": night.session,
        "came": sorted(member.name for member in (*night.came, *night.gone)),
        "tables": night.matches,
        "disputes": [dispute.number for dispute in night.waiting],
        "reports": reports,
        "planned": night.planned,
        "next": format_command(step),
    }


@frozen
class SessionDetails:
    """A session with its players, its matches, and its closings and reopenings."""

    session: Session
    came: tuple[str, ...]
    tables: tuple[MatchView, ...]
    turns: tuple[ClosingRecord, ...]


def session_details(club: Club, session: Session) -> SessionDetails:
    """Return a session with its players and matches."""
    from referee.club.calendar import sessions
    from referee.club.match import matches

    view = sessions.show(club, str(session.id))
    arrivals = tuple(member.name for member in view.checked_in)
    return SessionDetails(view.session, arrivals, tuple(matches.matches(club, str(session.id))), view.closings)


def _print_session(details: SessionDetails) -> None:
    print_line(_heading(details.session))
    print_line(f"{len(details.came)} attended: {', '.join(details.came) or 'nobody yet'}")
    for turn in details.turns:
        reason_text = f": {turn.reason}" if turn.reason else ""
        author = f" by {turn.by}" if turn.by else ""
        print_line(f"{turn.kind} {turn.at:%Y-%m-%d %H:%M} UTC{author}{reason_text}")
        for disagreement in turn.not_agreed:
            print_line(f"  {disagreement.in_words}")
    _print_tables(details.tables)


def _heading(session: Session) -> str:
    room = f", {session.room}" if session.room else ""
    return f"session of {session.held_on:%a} {session.held_on}, {session.starts:%H:%M}{room}: {session.status}"


def _print_tables(tables: Sequence[MatchView]) -> None:
    if tables:
        rows = [
            [match.table, match.game, ", ".join(_player_names(match)), _count_lines(match), _full_status(match)]
            for match in _latest_matches(tables)
        ]
        print_table(["table", "game", "players", "lines", "status"], rows, numbers=["table", "lines"])


def _latest_matches(tables: Sequence[MatchView]) -> list[MatchView]:
    """Return one match for each table: the current one, or else the last that is not void."""
    match_by_table: dict[int, MatchView] = {}
    ids = {match.id for match in tables}
    for table in tables:
        previous = match_by_table.get(table.table)
        if table.goes_on not in ids and (previous is None or previous.void or not table.void):
            match_by_table[table.table] = table
    return [match_by_table[number] for number in sorted(match_by_table)]


def _player_names(match: MatchView) -> tuple[str, ...]:
    return match.names if match.finished_at else match.remaining_names


def _count_lines(match: MatchView) -> int:
    """Return the number of lines of play, without results and changes of players."""
    from referee.club.match.log import EntryKind

    return sum(entry.kind is EntryKind.LINE for entry in match.log)


def _full_status(match: MatchView) -> str:
    earlier = f"; earlier: m{match.continues}" if match.continues else ""
    return f"{_match_status(match)}{earlier}"


def _match_status(match: MatchView) -> str:
    if match.void:
        return "void"
    if match.finished_at:
        return f"finished: {write_places(match.places)}" if match.places else "finished"
    if undecided := [line.number for line in match.log if line.waits]:
        return f"line {undecided[0]} waits for a decision"
    awaited = awaited_name(match.sheet) if _count_lines(match) else ""
    by_a_player = awaited in match.names
    return f"playing, {awaited}'s turn" if by_a_player else f"playing, {awaited}" if awaited else "playing"
