"""What the rounds before say for the next draw: who met whom, sat where, at which table, had a bye, and has what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from referee.competition.entrants import Entrants, Pair, Sizes, pairs
from referee.competition.history import Seating, entrants_after
from referee.tournaments.scores.standings import standings
from referee.tournaments.state.settings import TournamentSettings
from referee.tournaments.state.view import EntryView, RoundView


def field_after(
    rounds: Sequence[RoundView], players: Iterable[int], sizes: Sizes, seed: int, pairs: Iterable[Pair]
) -> Entrants:
    """Return what a round is drawn from after some others, without scores."""
    sat = (Seating(table.entries, table.dealt, table.number) for each in rounds for table in each.tables)
    byes = (player for each in rounds for player in each.byes)
    return entrants_after(sat, players, sizes, seed, apart=pairs, byes=byes)


def with_scores(field: Entrants, scores: Mapping[int, Fraction]) -> Entrants:
    """Return the same with what the players have; nothing is not kept."""
    return replace(field, scores={player: scores[player] for player in field.players if scores.get(player)})


def points_after(
    rounds: Sequence[RoundView], entries: Mapping[int, EntryView], settings: TournamentSettings
) -> dict[int, Fraction]:
    """Return what everybody has after some rounds. Penalties take places, and change nobody's opponents."""
    places, _ = standings(entries, rounds, settings, penalties={})
    return {place.entry: place.points for place in places if place.points is not None}


def mates(entries: Iterable[EntryView]) -> set[Pair]:
    """Return the pairs who are of one team."""
    teams: dict[str, list[int]] = {}
    for entry in entries:
        if entry.team:
            teams.setdefault(entry.team.casefold(), []).append(entry.number)
    return {pair for team in teams.values() for pair in pairs(team)}
