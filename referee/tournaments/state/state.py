"""The state of a tournament, replayed from its events: entries, settings, and each drawn round.

This module is pure: it reads no store, and results of tables are unknown. Freezeouts and clocks are replayed by their
own modules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from datetime import datetime
from fractions import Fraction
from typing import Final

from referee.cards.immutable import frozen
from referee.competition import rounds
from referee.competition.rounds import Round, RoundChange
from referee.rules.plain_data import read_plain
from referee.store.decoding import decoding
from referee.tournaments.state.log import TournamentEvent, TournamentEventKind
from referee.tournaments.state.settings import TournamentSettings
from referee.tournaments.state.view import PlaceView, TeamPlace


@frozen
class EntryState:
    """An entry: the first round that it may play, and the round after which it withdrew; None if it did not."""

    number: int
    team: str = ""
    since: int = 1
    until: int | None = None


@frozen
class FinalStandings:
    """The frozen final standings, of entries and of teams."""

    places: tuple[PlaceView, ...]
    teams: tuple[TeamPlace, ...]
    moment: datetime


@frozen
class TournamentState:
    """The state of a tournament. `absent` has the absent entries by round, including the next one.

    `half_byes` has those of them with a half-point bye.
    """

    settings: TournamentSettings | None = None
    entries: Mapping[int, EntryState] = field(default_factory=dict)
    rounds: tuple[Round, ...] = ()
    absent: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    half_byes: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    penalties: Mapping[int, Fraction] = field(default_factory=dict)
    ended: FinalStandings | None = None

    @property
    def begun(self) -> bool:
        """Whether a round has been drawn, which freezes the settings."""
        return bool(self.rounds)

    @property
    def status(self) -> str:
        """The status: announced, under way, or over."""
        return "over" if self.ended else "under way" if self.begun else "announced"

    def eligible_entries(self, round: int, *, redraw: bool = False) -> tuple[int, ...]:
        """Return the entries that can be drawn for a round: entered in time, present and not withdrawn.

        With `redraw`, entries since the first draw are included.
        """
        absent_entries = self.absent.get(round, ())
        return tuple(
            entry.number
            for entry in self.entries.values()
            if entry.since <= round + redraw
            and (entry.until is None or entry.until >= round)
            and entry.number not in absent_entries
        )


def replay_tournament(events: Iterable[TournamentEvent]) -> TournamentState:
    """Return the state of a tournament after its events. Undone events are left out."""
    state = TournamentState()
    for event in events:
        if (step := _HANDLERS.get(event.kind)) is not None:
            with decoding(f"event {event.number} (tournament {event.kind})"):
                state = step(state, event)
    return state


def _apply_settings(state: TournamentState, event: TournamentEvent) -> TournamentState:
    return replace(state, settings=read_plain(TournamentSettings, event.data["settings"]))


def _apply_entries(state: TournamentState, event: TournamentEvent) -> TournamentState:
    first_round = len(state.rounds) + 1
    entries = {number: EntryState(number, team, first_round) for number, team in event.data["entries"]}
    return replace(state, entries={**state.entries, **entries})


def _apply_withdrawal(state: TournamentState, event: TournamentEvent) -> TournamentState:
    """Return the state with an entry withdrawn: it finishes a started table, and plays in no other."""
    entry, current_round = state.entries[event.data["entry"]], state.rounds[-1] if state.rounds else None
    table = current_round.table_of(entry.number) if current_round else None
    # A bye counts once the round has begun.
    has_started = current_round is not None and bool(
        current_round.matches if table is None else current_round.matches.get(table)
    )
    last_round = len(state.rounds) if has_started or current_round is None else len(state.rounds) - 1
    return _with_entry(state, replace(entry, until=last_round))


def _apply_return(state: TournamentState, event: TournamentEvent) -> TournamentState:
    return _with_entry(state, replace(state.entries[event.data["entry"]], until=None))


def _with_entry(state: TournamentState, entry: EntryState) -> TournamentState:
    return replace(state, entries={**state.entries, entry.number: entry})


def _apply_absence(state: TournamentState, event: TournamentEvent) -> TournamentState:
    round, entry = event.data["round"], event.data["entry"]
    absent_entries = tuple(sorted({*state.absent.get(round, ()), entry}))
    state = replace(state, absent={**state.absent, round: absent_entries})
    if not event.data.get("half_bye"):
        return state
    return replace(state, half_byes={**state.half_byes, round: (*state.half_byes.get(round, ()), entry)})


def _apply_draw(state: TournamentState, event: TournamentEvent) -> TournamentState:
    drawn_round = rounds.from_data(event.data, event.at)
    number = drawn_round.number
    if number <= len(state.rounds):
        redraw_change = RoundChange("Drawn again.", event.reason, event.at, event.by)
        drawn_round = replace(drawn_round, changes=(*state.rounds[number - 1].changes, redraw_change))
    state = replace(state, rounds=(*state.rounds[: number - 1], drawn_round))
    # A redraw lets in entries since the first draw of the round.
    return _let_in(state, number, (*drawn_round.tables, drawn_round.byes))


def _let_in(state: TournamentState, round: int, players: Iterable[Iterable[int]]) -> TournamentState:
    """Return the state in which the players of a round may play from that round on, however late they entered."""
    in_round = {player for group in players for player in group}
    entries = {
        entry.number: replace(entry, since=min(entry.since, round)) if entry.number in in_round else entry
        for entry in state.entries.values()
    }
    return replace(state, entries=entries)


def _apply_change(state: TournamentState, event: TournamentEvent) -> TournamentState:
    data = event.data

    def change(round: Round) -> Round:
        round_change = RoundChange(data["said"], event.reason, event.at, event.by)
        tables = tuple(map(tuple, data["tables"]))
        # An award is dropped when other players sit at the table now.
        walkovers = {
            table: places for table, places in round.walkovers.items() if set(tables[table - 1]) == set(sum(places, ()))
        }
        changes = (*round.changes, round_change)
        return replace(round, tables=tables, byes=tuple(data["byes"]), changes=changes, walkovers=walkovers)

    return _let_in(_with_round(state, data["round"], change), data["round"], (*data["tables"], data["byes"]))


def _apply_start(state: TournamentState, event: TournamentEvent) -> TournamentState:
    def seat(round: Round) -> Round:
        matches = dict(round.matches)
        for table, match in event.data["matches"]:
            matches[table] = (*matches.get(table, ()), match)
        walkovers = {
            table_number: places
            for table_number, places in round.walkovers.items()
            if table_number not in dict(event.data["matches"])
        }
        return replace(round, matches=matches, walkovers=walkovers)

    return _with_round(state, event.data["round"], seat)


def _apply_walkover(state: TournamentState, event: TournamentEvent) -> TournamentState:
    places = tuple(map(tuple, event.data["places"]))

    def award(round: Round) -> Round:
        return replace(round, walkovers={**round.walkovers, event.data["table"]: places})

    return _with_round(state, event.data["round"], award)


def _apply_left_void(state: TournamentState, event: TournamentEvent) -> TournamentState:
    def leave(round: Round) -> Round:
        return replace(round, left_void=(*round.left_void, event.data["table"]))

    return _with_round(state, event.data["round"], leave)


def _with_round(state: TournamentState, number: int, change: Callable[[Round], Round]) -> TournamentState:
    rounds = tuple(change(round) if round.number == number else round for round in state.rounds)
    return replace(state, rounds=rounds)


def _apply_penalty(state: TournamentState, event: TournamentEvent) -> TournamentState:
    entry, points = event.data["entry"], Fraction(event.data["points"])
    return replace(state, penalties={**state.penalties, entry: state.penalties.get(entry, Fraction()) + points})


def _apply_end(state: TournamentState, event: TournamentEvent) -> TournamentState:
    places = tuple(read_plain(PlaceView, place) for place in event.data["places"])
    teams = tuple(read_plain(TeamPlace, team) for team in event.data["teams"])
    return replace(state, ended=FinalStandings(places, teams, event.at))


_HANDLERS: Final[Mapping[str, Callable[[TournamentState, TournamentEvent], TournamentState]]] = {
    TournamentEventKind.SETTLED: _apply_settings,
    TournamentEventKind.ENTERED: _apply_entries,
    TournamentEventKind.WITHDREW: _apply_withdrawal,
    TournamentEventKind.CAME_BACK: _apply_return,
    TournamentEventKind.ABSENT: _apply_absence,
    TournamentEventKind.DRAWN: _apply_draw,
    TournamentEventKind.CHANGED: _apply_change,
    TournamentEventKind.SEATED: _apply_start,
    TournamentEventKind.WALKOVER: _apply_walkover,
    TournamentEventKind.LEFT_VOID: _apply_left_void,
    TournamentEventKind.PENALTY: _apply_penalty,
    TournamentEventKind.ENDED: _apply_end,
}
