"""The state of a tournament, replayed from its events: entries, settings, and each round as drawn.

Pure: nothing here reads the store, and results of tables are unknown. Freezeouts and clocks are replayed by their own
modules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from typing import Final

from referee.competition import rounds
from referee.competition.rounds import Round, RoundChange
from referee.rules.plain_data import read_plain
from referee.store.decoding import decoding
from referee.tournaments.state.log import TournamentEvent, TournamentEventKind, standing
from referee.tournaments.state.settings import TournamentSettings
from referee.tournaments.state.view import PlaceView, TeamPlace


@dataclass(frozen=True, slots=True)
class Entered:
    """An entry: the first round that it may play, and the round after which it withdrew, or None."""

    number: int
    team: str = ""
    since: int = 1
    until: int | None = None


@dataclass(frozen=True, slots=True)
class FinalStandings:
    """The frozen final standings, of entries and of teams."""

    places: tuple[PlaceView, ...]
    teams: tuple[TeamPlace, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class TournamentState:
    """The state of a tournament. `absent` has the absent entries by round, including the next one."""

    settings: TournamentSettings | None = None
    entries: Mapping[int, Entered] = field(default_factory=dict)
    rounds: tuple[Round, ...] = ()
    absent: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
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

    def able(self, round: int, *, again: bool = False) -> tuple[int, ...]:
        """Return the entries that can be drawn for a round: entered in time, present and not withdrawn.

        For a redraw, `again` lets in entries since the first draw.
        """
        away = self.absent.get(round, ())
        return tuple(
            entry.number
            for entry in self.entries.values()
            if entry.since <= round + again
            and (entry.until is None or entry.until >= round)
            and entry.number not in away
        )


def replay_tournament(events: Iterable[TournamentEvent]) -> TournamentState:
    """Return the state of a tournament after those events that were not undone."""
    state = TournamentState()
    for event in standing(events):
        if (step := _STEPS.get(event.kind)) is not None:
            with decoding(f"event {event.number} (tournament {event.kind})"):
                state = step(state, event)
    return state


def _settled(state: TournamentState, event: TournamentEvent) -> TournamentState:
    return replace(state, settings=read_plain(TournamentSettings, event.data["settings"]))


def _entered(state: TournamentState, event: TournamentEvent) -> TournamentState:
    since = len(state.rounds) + 1
    new = {number: Entered(number, team, since) for number, team in event.data["entries"]}
    return replace(state, entries={**state.entries, **new})


def _withdrew(state: TournamentState, event: TournamentEvent) -> TournamentState:
    """Withdraw an entry: it finishes a table that has started, and plays in no other."""
    entry, drawn = state.entries[event.data["entry"]], state.rounds[-1] if state.rounds else None
    at = drawn.table_of(entry.number) if drawn else None
    # A bye counts once the round has begun.
    started = drawn is not None and bool(drawn.matches if at is None else drawn.matches.get(at))
    until = len(state.rounds) if started or drawn is None else len(state.rounds) - 1
    return _with_entry(state, replace(entry, until=until))


def _came_back(state: TournamentState, event: TournamentEvent) -> TournamentState:
    return _with_entry(state, replace(state.entries[event.data["entry"]], until=None))


def _with_entry(state: TournamentState, entry: Entered) -> TournamentState:
    return replace(state, entries={**state.entries, entry.number: entry})


def _absent(state: TournamentState, event: TournamentEvent) -> TournamentState:
    round, entry = event.data["round"], event.data["entry"]
    away = tuple(sorted({*state.absent.get(round, ()), entry}))
    return replace(state, absent={**state.absent, round: away})


def _drawn(state: TournamentState, event: TournamentEvent) -> TournamentState:
    made = rounds.from_data(event.data, event.at)
    number = made.number
    if number <= len(state.rounds):
        again = RoundChange("Drawn again.", event.reason, event.at, event.by)
        made = replace(made, changes=(*state.rounds[number - 1].changes, again))
    # A redraw lets in entries since the first draw of the round.
    seated = {*made.byes, *(player for table in made.tables for player in table)}
    entries = {
        entry.number: replace(entry, since=min(entry.since, number)) if entry.number in seated else entry
        for entry in state.entries.values()
    }
    return replace(state, rounds=(*state.rounds[: number - 1], made), entries=entries)


def _changed(state: TournamentState, event: TournamentEvent) -> TournamentState:
    data = event.data

    def change(round: Round) -> Round:
        round_change = RoundChange(data["said"], event.reason, event.at, event.by)
        tables = tuple(map(tuple, data["tables"]))
        # An award is dropped when other players sit at the table now.
        stay = {at: places for at, places in round.walkovers.items() if set(tables[at - 1]) == set(sum(places, ()))}
        changes = (*round.changes, round_change)
        return replace(round, tables=tables, byes=tuple(data["byes"]), changes=changes, walkovers=stay)

    return _with_round(state, data["round"], change)


def _seated(state: TournamentState, event: TournamentEvent) -> TournamentState:
    def seat(round: Round) -> Round:
        matches = dict(round.matches)
        for table, match in event.data["matches"]:
            matches[table] = (*matches.get(table, ()), match)
        walkovers = {at: places for at, places in round.walkovers.items() if at not in dict(event.data["matches"])}
        return replace(round, matches=matches, walkovers=walkovers)

    return _with_round(state, event.data["round"], seat)


def _walkover(state: TournamentState, event: TournamentEvent) -> TournamentState:
    places = tuple(map(tuple, event.data["places"]))

    def award(round: Round) -> Round:
        return replace(round, walkovers={**round.walkovers, event.data["table"]: places})

    return _with_round(state, event.data["round"], award)


def _left_void(state: TournamentState, event: TournamentEvent) -> TournamentState:
    def leave(round: Round) -> Round:
        return replace(round, left_void=(*round.left_void, event.data["table"]))

    return _with_round(state, event.data["round"], leave)


def _with_round(state: TournamentState, number: int, change: Callable[[Round], Round]) -> TournamentState:
    rounds = tuple(change(round) if round.number == number else round for round in state.rounds)
    return replace(state, rounds=rounds)


def _penalty(state: TournamentState, event: TournamentEvent) -> TournamentState:
    entry, points = event.data["entry"], Fraction(event.data["points"])
    return replace(state, penalties={**state.penalties, entry: state.penalties.get(entry, Fraction()) + points})


def _ended(state: TournamentState, event: TournamentEvent) -> TournamentState:
    places = tuple(read_plain(PlaceView, place) for place in event.data["places"])
    teams = tuple(read_plain(TeamPlace, team) for team in event.data["teams"])
    return replace(state, ended=FinalStandings(places, teams, event.at))


_STEPS: Final[Mapping[str, Callable[[TournamentState, TournamentEvent], TournamentState]]] = {
    TournamentEventKind.SETTLED: _settled,
    TournamentEventKind.ENTERED: _entered,
    TournamentEventKind.WITHDREW: _withdrew,
    TournamentEventKind.CAME_BACK: _came_back,
    TournamentEventKind.ABSENT: _absent,
    TournamentEventKind.DRAWN: _drawn,
    TournamentEventKind.CHANGED: _changed,
    TournamentEventKind.SEATED: _seated,
    TournamentEventKind.WALKOVER: _walkover,
    TournamentEventKind.LEFT_VOID: _left_void,
    TournamentEventKind.PENALTY: _penalty,
    TournamentEventKind.ENDED: _ended,
}
