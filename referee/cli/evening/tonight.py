"""``referee tonight``: who is here, the tables, and what to do next; or any other session."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.shared import completion
from referee.cli.shared.club import opened, say_damage, say_table, warn_of_conflict
from referee.cli.shared.common_options import Looking
from referee.cli.shared.dates import dated
from referee.cli.shared.hints import typed
from referee.cli.shared.printing import answer, say
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
Which = Annotated[
    str | None,
    typer.Argument(
        metavar="DATE",
        help="Date of the session (default: the open one).",
        callback=dated,
        autocompletion=completion.sessions,
    ),
]


@app.command(epilog="Example: referee tonight, or: referee tonight 2026-11-16")
def tonight(common: Looking, session: Which = None) -> None:
    """Show who is here, the tables, and what to do next."""
    from referee.club.calendar import sessions
    from referee.club.evening import overview

    with opened(common) as desk:
        warn_of_conflict(desk.folder)
        if session is not None:
            shown = shown_session(desk, sessions.show(desk, session).session)
            damage = [each for table in shown.tables for each in table.damage if each.table]
            answer_with = partial(answer, shown, common.json, _say_session)
        else:
            from referee.club.evening.next_step import next_step

            night = overview.tonight(desk)
            damage = [each for each in night.damage if each.table]
            cups = _under_way(desk)
            step = next_step(desk, night)
            if cups and _all_finished(night):
                step = Do.SHOW_TOURNAMENT("See what its tournament waits for", tournament=cups[0].number)
            answer_with = partial(
                answer, night, common.json, partial(_say_tonight, step, cups), partial(_as_data, step)
            )
    say_damage(damage)
    answer_with()


def say_next_after(desk: Club, match: MatchView) -> None:
    """Say after a match what comes next: in its tournament, or in the session once all tables have finished."""
    from referee.club.evening.after_match import next_after

    step = next_after(desk, match.number)
    cups = _under_way(desk)
    of_match = [cup for cup in cups if any(table.match == match.number for table in cup.rounds[-1].tables)]
    if of_match or (step and cups):
        _say_waiting(of_match or cups)
    elif step:
        _say_next(step, began=True)


def _all_finished(night: Tonight) -> bool:
    return all(table.finished_at for table in night.matches)


def _under_way(desk: Club) -> list[TournamentView]:
    """Return the tournaments that have begun and wait for an officer: a draw, a start, an answer, the end."""
    with desk.reading() as tx:
        if not tx.rows("SELECT id FROM tournament LIMIT 1"):
            return []  # most sessions have none, and need not load what one is made of
    from referee.tournaments import overview
    from referee.tournaments.state.next_step import TournamentNextStep, tournament_next_step

    begun = [each for each in overview.all_tournaments(desk) if each.status == "under way"]
    return [each for each in begun if tournament_next_step(each) is not TournamentNextStep.PLAY]


def _say_tonight(step: Hint, cups: Sequence[TournamentView], night: Tonight) -> None:
    if (found := night.session) is None:
        if night.closed:
            say(f"The session of {night.closed.held_on} is closed.")
        else:
            say("No session is open.")
        if night.planned:
            say(f"Next session: {night.planned.held_on:%a} {night.planned.held_on}, {night.planned.starts:%H:%M}.")
    else:
        say(_heading(found))
        say(f"{len(night.came)} here{': ' if night.came else ''}{', '.join(member.name for member in night.came)}")
        if night.gone:
            say(f"Gone home: {', '.join(member.name for member in night.gone)}")
        for call in night.calls:
            coming = ", and one is coming" if call.coming else ""
            say(f"Table {call.table} calls an officer{coming}: {call.reason}.")
        _say_tables(night.matches)
        free = [member.name for member in night.came if member.name not in night.playing]
        if night.playing and free:
            say(f"Not at a table: {', '.join(free)}")
    for each in night.waiting:
        about = f"table {each.match}, line {each.line}" if each.match is not None else each.game
        say(f"Open dispute {each.number}: {about}{f', {each.claim}' if each.claim else ''}")
    _say_waiting(cups)
    if step.action is not Do.SHOW_TOURNAMENT:  # what it shows at its end has been said
        _say_next(step, began=bool(night.matches))


def _say_next(step: Hint, *, began: bool) -> None:
    """Say what comes next; where some have not played, they may also be done for the session that `began`."""
    say(f"Next: {typed(step)}")
    if began and step.action is Do.DRAW:
        say(f"Or close the session: {typed(Do.CLOSE_TONIGHT('Close the session'))}")


def _say_waiting(cups: Sequence[TournamentView]) -> None:
    if cups:
        from referee.cli.tournament.summary import say_next
    for cup in cups:
        say(f"{cup.name}, {cup.rounds[-1].name if cup.rounds else cup.status}:")
        say_next(cup)


def _as_data(step: Hint, night: Tonight) -> dict[str, object]:
    return {
        "session": night.session,
        "came": sorted(member.name for member in (*night.came, *night.gone)),
        "tables": night.matches,
        "disputes": [each.number for each in night.waiting],
        "planned": night.planned,
        "next": typed(step),
    }


@dataclass(frozen=True, slots=True)
class Shown:
    """A session with its players, its tables, and when it was closed and reopened."""

    session: Session
    came: tuple[str, ...]
    tables: tuple[MatchView, ...]
    turns: tuple[ClosingRecord, ...]


def shown_session(desk: Club, session: Session) -> Shown:
    """Return a session with its players and tables."""
    from referee.club.calendar import sessions
    from referee.club.match import matches

    found = sessions.show(desk, str(session.id))
    came = tuple(member.name for member in found.came)
    return Shown(found.session, came, tuple(matches.matches(desk, str(session.id))), found.turns)


def _say_session(shown: Shown) -> None:
    say(_heading(shown.session))
    say(f"{len(shown.came)} came: {', '.join(shown.came) or 'nobody yet'}")
    for turn in shown.turns:
        why = f": {turn.reason}" if turn.reason else ""
        who = f" by {turn.by}" if turn.by else ""
        say(f"{turn.kind} {turn.at:%Y-%m-%d %H:%M} UTC{who}{why}")
        for each in turn.not_agreed:
            say(f"  {each.in_words}")
    _say_tables(shown.tables)


def _heading(found: Session) -> str:
    room = f", {found.room}" if found.room else ""
    return f"session of {found.held_on:%a} {found.held_on}, {found.starts:%H:%M}{room}: {found.status}"


def _say_tables(tables: Sequence[MatchView]) -> None:
    if tables:
        rows = [[t.table, t.game, ", ".join(_there(t)), _lines(t), _status(t)] for t in _each_once(tables)]
        say_table(["table", "game", "players", "lines", "status"], rows, numbers=["table", "lines"])


def _each_once(tables: Sequence[MatchView]) -> list[MatchView]:
    """Return for each table the match that is played there, else its last; one that went on is not the last."""
    of_table: dict[int, MatchView] = {}
    shown = {each.id for each in tables}
    for each in tables:
        before = of_table.get(each.table)
        if each.goes_on not in shown and (before is None or before.void or not each.void):
            of_table[each.table] = each
    return [of_table[number] for number in sorted(of_table)]


def _there(match: MatchView) -> tuple[str, ...]:
    return match.names if match.finished_at else match.there


def _lines(match: MatchView) -> int:
    """Return how many lines of play there are: a result, or a change of players, is none."""
    from referee.club.match.log import EntryKind

    return sum(each.kind is EntryKind.LINE for each in match.log)


def _status(match: MatchView) -> str:
    earlier = f"; earlier: m{match.continues}" if match.continues else ""
    return f"{_of_match(match)}{earlier}"


def _of_match(match: MatchView) -> str:
    if match.void:
        return "void"
    if match.finished_at:
        return f"finished: {write_places(match.places)}" if match.places else "finished"
    if waiting := [line.number for line in match.log if line.waits]:
        return f"line {waiting[0]} waits for a decision"
    who = awaited_name(match.sheet) if _lines(match) else ""
    by_a_player = who in match.names
    return f"playing, {who}'s turn" if by_a_player else f"playing, {who}" if who else "playing"
