"""Penalties, the end of a tournament with its final order, and undoing its last step."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from fractions import Fraction
from itertools import groupby

from referee.cards.immutable import frozen
from referee.cards.words import join_words
from referee.club.folder import Club
from referee.club.people import duties, roster
from referee.club.text.faults import ClubFault
from referee.club.text.names import reason_needed, with_names
from referee.club.undoing.events import undo_standing
from referee.rules.plain_data import plain
from referee.store.events.log import events_by_number
from referee.store.hints import Do
from referee.store.transaction import Transaction
from referee.tournaments import overview
from referee.tournaments.actions import answering
from referee.tournaments.clocks import actions
from referee.tournaments.draws.stages import describe_remaining
from referee.tournaments.freezeout_actions import shares
from referee.tournaments.overview import TournamentRecord, refuse_over
from referee.tournaments.state import log
from referee.tournaments.state.log import TournamentEvent, TournamentEventKind
from referee.tournaments.state.settings import Format
from referee.tournaments.state.view import TournamentView

_DESCRIPTIONS = {
    TournamentEventKind.SETTLED: "the settings were changed",
    TournamentEventKind.ENTERED: "{who} entered",
    TournamentEventKind.WITHDREW: "{who} withdrew",
    TournamentEventKind.CAME_BACK: "{who} returned",
    TournamentEventKind.ABSENT: "{who} was marked absent from round {round}",
    TournamentEventKind.DRAWN: "{name} was drawn",
    TournamentEventKind.CHANGED: "{said}",
    TournamentEventKind.SEATED: "tables of round {round} were started",
    TournamentEventKind.WALKOVER: "a walkover in round {round}",
    TournamentEventKind.LEFT_VOID: "a table of round {round} stayed void",
    TournamentEventKind.PENALTY: "{who} got a penalty of {points}",
    TournamentEventKind.ENDED: "it ended",
    TournamentEventKind.OUT: "{who} went out",
    TournamentEventKind.SAT: "{who} got a stack and a seat",
    TournamentEventKind.ADDED_ON: "{who} bought the add-on",
    TournamentEventKind.MOVED: "{who} moved",
    TournamentEventKind.COUNTED: "the stacks were counted",
    TournamentEventKind.CHOPPED: "players agreed to a chop",
}
_ENTRY_KEYS = {
    TournamentEventKind.ENTERED: "entries",
    TournamentEventKind.OUT: "out",
    TournamentEventKind.SAT: "seats",
    TournamentEventKind.MOVED: "moves",
}
"""The key, by kind of event, of the rows that begin with an entry."""


@frozen
class TournamentStep:
    """A step of a tournament: its time, officer, description and reason, if any."""

    moment: datetime
    officer: str
    description: str
    reason: str


def list_steps(club: Club, text: str | None) -> list[TournamentStep]:
    """Return the steps of a tournament that were not undone, the last first."""
    with club.reading() as tx:
        tournament, names = overview.read_tournament(tx, text), roster.names(tx)
        tournament_steps = [
            TournamentStep(
                event.at,
                with_names(event.by, (), names),
                _describe_event(tournament, event),
                with_names(event.reason, (), names),
            )
            for event in tournament.events
            if event.kind in _DESCRIPTIONS
        ]
        return [*reversed([replace(tournament_steps[0], description="it was announced"), *tournament_steps[1:]])]


def give_penalty(
    club: Club, text: str | None, name: str, points: Fraction, *, reason: str
) -> tuple[TournamentView, int]:
    """Deduct points from a player, only in this tournament. Return the tournament and the player's entry number."""
    reason_needed(reason, "A penalty")
    if points <= 0:
        raise ClubFault(f"Invalid penalty {points}. Use a number above 0, such as 1 or 1/2.")
    with club.writing() as tx:
        duties.require_duty(tx, club, duties.Duty.PENALTY)
        tournament = overview.read_tournament(tx, text)
        refuse_over(tournament)
        entry = tournament.entry(name)
        log.write(
            tx, tournament.row.id, TournamentEventKind.PENALTY, {"entry": entry, "points": str(points)}, reason=reason
        )
        return overview.read_tournament(tx, str(tournament.row.id)).view, entry


def end_tournament(club: Club, text: str | None, *, early: bool = False) -> TournamentView:
    """End a tournament, and return it. Its standings become the final order, which counts for the season by its
    settings.

    With `early`, some rounds may remain undrawn. Every drawn round must still be decided.
    """
    with club.writing() as tx:
        duties.require_duty(tx, club, duties.Duty.TOURNAMENT)
        tournament = overview.read_tournament(tx, text)
        refuse_over(tournament)
        find_session = shares.session_of_end if tournament.settings.format is Format.FREEZE_OUT else _session_of_end
        places, numbers = tournament.view.standings, log.team_numbers(tournament.events)
        data = {
            "session": find_session(tx, club, tournament, early),
            "order": [[line.entry for line in group] for _, group in groupby(places, key=lambda line: line.place)],
            "places": [plain(place) for place in places],
            "teams": [
                {**plain(team), "team": numbers[tournament.state.entries[team.entries[0]].team]}
                for team in tournament.view.teams
            ],
            "clock_stopped": actions.pause_running_clock(tx, club, tournament.row.id),
        }
        log.write(tx, tournament.row.id, TournamentEventKind.ENDED, data)
        return overview.read_tournament(tx, str(tournament.row.id)).view


def _session_of_end(_tx: Transaction, _club: Club, tournament: TournamentRecord, early: bool) -> int:
    """Return the session of the last table played. Raise `ClubFault` if the tournament cannot end yet."""
    tables = [table for round in tournament.view.rounds for table in round.tables]
    results = [tournament.results[table.match] for table in tables if table.match]
    if not results:
        raise ClubFault(f"Nothing has been played in {tournament.view.name}, so there is no final order.")
    if open_tables := [table for table in tables if table.status not in ("finished", "void")]:
        unfinished = join_words(f"table {open_table.printed_number}" for open_table in open_tables)
        raise ClubFault(
            f"{tournament.view.rounds[-1].name} is not finished: {unfinished}.",
            Do.SHOW_TOURNAMENT("See the tables", tournament=tournament.row.id),
        )
    answering.refuse_unanswered(tournament)
    if not early and (
        remaining := describe_remaining(
            tournament.settings, [round.request for round in tournament.state.rounds], tournament.view.rounds
        )
    ):
        raise ClubFault(
            f"{tournament.view.name} still has {remaining} to play.",
            Do.END_EARLY("To end it anyway", tournament=tournament.row.id),
        )
    return max(results, key=lambda table_result: (table_result.held_on, table_result.match)).session


def describe_unplayed_rounds(club: Club, text: str | None) -> str:
    """Return a description of the rounds still to draw, without which the end is early; empty if there are none."""
    with club.reading() as tx:
        tournament = overview.read_tournament(tx, text)
        if tournament.settings.format is Format.FREEZE_OUT:
            return ""
        return describe_remaining(
            tournament.settings, [round.request for round in tournament.state.rounds], tournament.view.rounds
        )


def describe_last_step(club: Club, text: str | None) -> str:
    """Return a description of the step that `undo` would undo now. Raise `ClubFault` if there is none."""
    with club.reading() as tx:
        tournament = overview.read_tournament(tx, text)
        return _describe_event(tournament, _events_of_last_step(tournament)[-1])


def undo(club: Club, text: str | None, *, reason: str = "", only: str = "") -> tuple[TournamentView, str]:
    """Undo the last step of a tournament. Return the tournament and a description of the step.

    Raise `ClubFault` if that step cannot be undone, or if its description is not `only`, where given.
    """
    with club.writing() as tx:
        duties.require_duty(tx, club, duties.Duty.TOURNAMENT)
        tournament = overview.read_tournament(tx, text)
        tournament_events = _events_of_last_step(tournament)
        last_event = tournament_events[-1]
        description = _describe_event(tournament, last_event)
        if only and description != only:
            raise ClubFault(f"The last entry in {tournament.view.name} is another one: {description}.")
        undo_standing(tx, events_by_number(tx, tx.club, [event.number for event in tournament_events]), reason)
        if last_event.kind == TournamentEventKind.ENDED and last_event.data.get("clock_stopped"):
            actions.resume_paused_clock(tx, club, tournament.row.id)
        return overview.read_tournament(tx, str(tournament.row.id)).view, description


def _events_of_last_step(tournament: TournamentRecord) -> list[TournamentEvent]:
    """Return the events of the last step: its consequence first, if any, then the step itself."""
    events = tournament.events
    tournament_events = [events[-1]]
    # A consequence is undone together with its cause.
    if (because := events[-1].data.get("because")) is not None:
        tournament_events += [
            event for event in events if event.number in (because if isinstance(because, list) else [because])
        ]
    last_event = tournament_events[-1]
    if last_event.number == tournament.events[0].number:
        raise ClubFault(f"{tournament.view.name} has nothing to undo.")
    if last_event.kind not in _DESCRIPTIONS:
        raise ClubFault(f"This entry cannot be undone here: {last_event.kind}.")
    if last_event.kind == TournamentEventKind.SEATED:
        _refuse_unless_void(tournament, last_event)
    return tournament_events


def _refuse_unless_void(tournament: TournamentRecord, last: TournamentEvent) -> None:
    """Raise `ClubFault` if a table started by the step still counts, because an undo loses no play."""
    matches = [tournament.results[match] for _, match in last.data["matches"]]
    counting = [match.match for match in matches if match.status != "void"]
    if counting:
        raise ClubFault(
            f"{join_words(f'table {match}' for match in counting)} {'was' if len(counting) == 1 else 'were'} started, "
            "and play there counts.",
            Do.VOID("If it should not count", table=counting[0].reference),
        )


def _describe_event(tournament: TournamentRecord, event: TournamentEvent) -> str:
    data = event.data
    rows = [[data["entry"]]] if "entry" in data else data.get(_ENTRY_KEYS.get(TournamentEventKind(event.kind), ""), [])
    entries = [row[0] for row in rows] or data.get("players", [])
    names = join_words(tournament.view.name_of(entry) for entry in entries)
    values = {"who": names, "round": data.get("round"), "name": data.get("name"), "points": data.get("points")}
    values["said"] = tournament.fill_in_names(str(data.get("said", ""))).rstrip(".")
    if (
        event.kind == TournamentEventKind.DRAWN
        and tournament.settings.format is Format.FREEZE_OUT
        and data["round"] == 1
    ):
        return "the seats were drawn"
    return _DESCRIPTIONS[TournamentEventKind(event.kind)].format(**values)
