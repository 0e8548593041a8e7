"""The rows of tournaments: settings, standings, and each round's seats and results."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from referee.cards.immutable import frozen
from referee.competition.entrants import Sizes
from referee.competition.result import mean_ranks
from referee.export.tables.columns import column, computed, table_row
from referee.tournaments.wording import describe_round_state, format_tie_breaks

if TYPE_CHECKING:
    from referee.export.tables.season_data import SeasonData
    from referee.tournaments.state.view import EntryView, PlaceView, RoundView, TableView, TournamentView


@table_row
class TournamentRow:
    """A tournament and its settings."""

    tournament: int = column("number")
    name: str
    season: str
    game: str
    format: str = column("settings.format.value")
    status: str
    sizes: Sizes = column("settings.sizes")
    score: str = column("settings.score.value")
    ties: str = column("settings.ties", lambda _, ties: ", ".join(ties))
    counts: str = column("settings.counts.value")
    seed: int
    entries: int = column("entries", lambda _, entries: len(entries))
    rounds: int = column("rounds", lambda _, rounds: len(rounds))


@frozen
class EntryStanding:
    """An entry of a tournament, with its line of the standings and its group if it has one."""

    tournament: TournamentView
    entry: EntryView
    line: PlaceView | None
    group: str


@table_row
class TournamentStandingRow:
    """An entry's standing in a tournament. Without a place, it has no points either.

    Before the final of a tournament with groups, `place` is the place in the group. In elimination formats there are no
    points. `reached` is the entry's last round, and `place_there` its place at the table.
    """

    tournament: int = column("tournament.number")
    place: int | None = column("line.place")
    entry: int = column("entry.number")
    member: int = column("entry.member")
    name: str = column("entry.name")
    guest: bool = column("entry.guest")
    team: str = column("entry.team")
    group: str
    points: Fraction | None = column("line.points")
    penalty: Fraction | None = column("line.penalty")
    played: int = computed(lambda _, standing: standing.line.played if standing.line else 0)
    reached: str = column("line.reached")
    place_there: str = column("line.there")
    tie_break: str = column("line", lambda _, line: format_tie_breaks(line))
    status: str = column("entry.status")
    since: int = column("entry.since")
    until: int | None = column("entry.until", lambda _, until: until or None)


@frozen
class RoundSeat:
    """An entry in a round: its table and seat, or why it has none."""

    tournament: TournamentView
    round: RoundView
    entry: EntryView
    status: str
    table: TableView | None = None
    seat: int | None = None


def _mean_rank(_: object, seat: RoundSeat) -> Fraction | None:
    return mean_ranks(seat.table.places or ()).get(seat.entry.number) if seat.table else None


def _round_points(_: object, seat: RoundSeat) -> Fraction | None:
    """Return the entry's points in the round, which may come from a bye."""
    if seat.table:
        return (seat.table.score or {}).get(seat.entry.number)
    index = seat.tournament.rounds.index(seat.round)
    by_round = next((line.by_round for line in seat.tournament.standings if line.entry == seat.entry.number), ())
    return by_round[index] if index < len(by_round) else None


def _round_chips(_: object, seat: RoundSeat) -> int | None:
    return (seat.table.won or {}).get(seat.entry.number) if seat.table else None


@table_row
class TournamentRoundRow:
    """An entry's table and result in a round, or its bye or absence.

    `rank` is the mean of shared places, as in the results.
    """

    tournament: int = column("tournament.number")
    round: int = column("round.number")
    round_name: str = column("round.name")
    date: datetime.date = column("round.held_on")
    state: str = column("round", lambda _, played: describe_round_state(played))
    method: str = column("round.method")
    seed: int = column("round.seed")
    table: int | None = column("table.number")
    label: str = column("table.label")
    match: int | None = column("table.match.id")
    seat: int | None
    entry: int = column("entry.number")
    member: int = column("entry.member")
    name: str = column("entry.name")
    status: str
    rank: Fraction | None = computed(_mean_rank)
    score: Fraction | None = computed(_round_points)
    chips: int | None = computed(_round_chips)
    through: bool = computed(lambda _, seat: seat.table is not None and seat.entry.number in seat.table.through)


def entry_standings(season: SeasonData) -> Iterator[EntryStanding]:
    """Yield the standings of each tournament, then the entries without a place."""
    for view in season.tournaments:
        lines = {line.entry: line for line in view.standings}
        group = {line.entry: group_table.label for group_table in view.groups for line in group_table.lines}
        if view.in_groups:
            lines = {line.entry: line for group_table in view.groups for line in group_table.lines}
        for number in (*lines, *sorted(view.entries.keys() - lines.keys())):
            yield EntryStanding(view, view.entries[number], lines.get(number), group.get(number, ""))


def round_seats(season: SeasonData) -> Iterator[RoundSeat]:
    """Yield the seats in each round of each tournament, the first dealer last, then byes and absences."""
    for view in season.tournaments:
        for round_view in view.rounds:
            for table in round_view.tables:
                for seat, number in enumerate(table.entries, 1):
                    yield RoundSeat(view, round_view, view.entries[number], table.status, table, seat)
            for entries, status in ((round_view.byes, "bye"), (round_view.absent, "absent")):
                yield from (RoundSeat(view, round_view, view.entries[number], status) for number in entries)
