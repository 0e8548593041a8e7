"""``referee tonight``: who is here, the tables, and what to do next; or any other session."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.shared import completion
from referee.cli.shared.club import open_from_options, print_table, warn_of_conflict, warn_of_damage
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

    with open_from_options(common) as desk:
        warn_of_conflict(desk.folder)
        if session is not None:
            shown = session_details(desk, sessions.show(desk, session).session)
            damage = [each for table in shown.tables for each in table.damage if each.table]
            answer_with = partial(print_result, shown, common.json, _print_session)
        else:
            from referee.club.evening.next_step import next_step

            night = overview.tonight(desk)
            damage = [each for each in night.damage if each.table]
            cups = _waiting_tournaments(desk)
            step = next_step(desk, night)
            if cups and _all_finished(night):
                step = Do.SHOW_TOURNAMENT("See what its tournament waits for", tournament=cups[0].number)
            answer_with = partial(
                print_result, night, common.json, partial(_print_tonight, step, cups), partial(_as_data, step)
            )
    warn_of_damage(damage)
    answer_with()


def print_next_after(desk: Club, match: MatchView) -> None:
    """Say after a match what comes next: in its tournament, or in the session once all tables have finished."""
    from referee.club.evening.after_match import next_after

    step = next_after(desk, match.number)
    cups = _waiting_tournaments(desk)
    of_match = [cup for cup in cups if any(table.match == match.number for table in cup.rounds[-1].tables)]
    if of_match or (step and cups):
        _print_waiting(of_match or cups)
    elif step:
        _print_next(step, began=True)


def _all_finished(night: Tonight) -> bool:
    return all(table.finished_at for table in night.matches)


def _waiting_tournaments(desk: Club) -> list[TournamentView]:
    """Return the tournaments that have begun and wait for an officer: a draw, a start, an answer, the end."""
    with desk.reading() as tx:
        if not tx.rows("SELECT id FROM tournament LIMIT 1"):
            return []  # most sessions have none, and need not load what one is made of
    from referee.tournaments import overview
    from referee.tournaments.state.next_step import TournamentNextStep, tournament_next_step

    begun = [each for each in overview.all_tournaments(desk) if each.status == "under way"]
    return [each for each in begun if tournament_next_step(each) is not TournamentNextStep.PLAY]


def _print_tonight(step: Hint, cups: Sequence[TournamentView], night: Tonight) -> None:
    if (found := night.session) is None:
        if night.closed:
            print_line(f"The session of {night.closed.held_on} is closed.")
        else:
            print_line("No session is open.")
        if night.planned:
            print_line(
                f"Next session: {night.planned.held_on:%a} {night.planned.held_on}, {night.planned.starts:%H:%M}."
            )
    else:
        print_line(_heading(found))
        print_line(
            f"{len(night.came)} here{': ' if night.came else ''}{', '.join(member.name for member in night.came)}"
        )
        if night.gone:
            print_line(f"Gone home: {', '.join(member.name for member in night.gone)}")
        for call in night.calls:
            coming = ", and one is coming" if call.coming else ""
            print_line(f"Table {call.table} calls an officer{coming}: {call.reason}.")
        _print_tables(night.matches)
        free = [member.name for member in night.came if member.name not in night.playing]
        if night.playing and free:
            print_line(f"Not at a table: {', '.join(free)}")
    for each in night.waiting:
        about = f"table {each.match}, line {each.line}" if each.match is not None else each.game
        print_line(f"Open dispute {each.number}: {about}{f', {each.claim}' if each.claim else ''}")
    _print_waiting(cups)
    if step.action is not Do.SHOW_TOURNAMENT:  # what it shows at its end has been said
        _print_next(step, began=bool(night.matches))


def _print_next(step: Hint, *, began: bool) -> None:
    """Say what comes next; where some have not played, they may also be done for the session that `began`."""
    print_line(f"Next: {format_command(step)}")
    if began and step.action is Do.DRAW:
        print_line(f"Or close the session: {format_command(Do.CLOSE_TONIGHT('Close the session'))}")


def _print_waiting(cups: Sequence[TournamentView]) -> None:
    if cups:
        from referee.cli.tournament.summary import print_next_step
    for cup in cups:
        print_line(f"{cup.name}, {cup.rounds[-1].name if cup.rounds else cup.status}:")
        print_next_step(cup)


def _as_data(step: Hint, night: Tonight) -> dict[str, object]:
    return {
        "session": night.session,
        "came": sorted(member.name for member in (*night.came, *night.gone)),
        "tables": night.matches,
        "disputes": [each.number for each in night.waiting],
        "planned": night.planned,
        "next": format_command(step),
    }


@dataclass(frozen=True, slots=True)
class SessionDetails:
    """A session with its players, its tables, and when it was closed and reopened."""

    session: Session
    came: tuple[str, ...]
    tables: tuple[MatchView, ...]
    turns: tuple[ClosingRecord, ...]


def session_details(desk: Club, session: Session) -> SessionDetails:
    """Return a session with its players and tables."""
    from referee.club.calendar import sessions
    from referee.club.match import matches

    found = sessions.show(desk, str(session.id))
    came = tuple(member.name for member in found.came)
    return SessionDetails(found.session, came, tuple(matches.matches(desk, str(session.id))), found.turns)


def _print_session(shown: SessionDetails) -> None:
    print_line(_heading(shown.session))
    print_line(f"{len(shown.came)} came: {', '.join(shown.came) or 'nobody yet'}")
    for turn in shown.turns:
        why = f": {turn.reason}" if turn.reason else ""
        who = f" by {turn.by}" if turn.by else ""
        print_line(f"{turn.kind} {turn.at:%Y-%m-%d %H:%M} UTC{who}{why}")
        for each in turn.not_agreed:
            print_line(f"  {each.in_words}")
    _print_tables(shown.tables)


def _heading(found: Session) -> str:
    room = f", {found.room}" if found.room else ""
    return f"session of {found.held_on:%a} {found.held_on}, {found.starts:%H:%M}{room}: {found.status}"


def _print_tables(tables: Sequence[MatchView]) -> None:
    if tables:
        rows = [
            [t.table, t.game, ", ".join(_player_names(t)), _count_lines(t), _full_status(t)]
            for t in _one_per_table(tables)
        ]
        print_table(["table", "game", "players", "lines", "status"], rows, numbers=["table", "lines"])


def _one_per_table(tables: Sequence[MatchView]) -> list[MatchView]:
    """Return for each table the match that is played there, else its last; one that went on is not the last."""
    of_table: dict[int, MatchView] = {}
    shown = {each.id for each in tables}
    for each in tables:
        before = of_table.get(each.table)
        if each.goes_on not in shown and (before is None or before.void or not each.void):
            of_table[each.table] = each
    return [of_table[number] for number in sorted(of_table)]


def _player_names(match: MatchView) -> tuple[str, ...]:
    return match.names if match.finished_at else match.there


def _count_lines(match: MatchView) -> int:
    """Return how many lines of play there are: a result, or a change of players, is none."""
    from referee.club.match.log import EntryKind

    return sum(each.kind is EntryKind.LINE for each in match.log)


def _full_status(match: MatchView) -> str:
    earlier = f"; earlier: m{match.continues}" if match.continues else ""
    return f"{_match_status(match)}{earlier}"


def _match_status(match: MatchView) -> str:
    if match.void:
        return "void"
    if match.finished_at:
        return f"finished: {write_places(match.places)}" if match.places else "finished"
    if waiting := [line.number for line in match.log if line.waits]:
        return f"line {waiting[0]} waits for a decision"
    who = awaited_name(match.sheet) if _count_lines(match) else ""
    by_a_player = who in match.names
    return f"playing, {who}'s turn" if by_a_player else f"playing, {who}" if who else "playing"
