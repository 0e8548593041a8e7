"""The history from earlier rounds for the next draw: meetings, seats, table numbers, byes and scores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from referee.competition.entrants import Entrants, Pair, Sizes, all_pairs
from referee.competition.history import Seating, build_entrants
from referee.tournaments.scores.standings import standings
from referee.tournaments.state.settings import TournamentSettings
from referee.tournaments.state.view import EntryView, RoundView


def entrants_after(
    rounds: Sequence[RoundView], players: Iterable[int], sizes: Sizes, seed: int, pairs: Iterable[Pair]
) -> Entrants:
    """Return the entrants for drawing a round after `rounds`. They have no scores."""
    seatings = (Seating(table.entries, table.dealt, table.number) for round in rounds for table in round.tables)
    byes = (player for round in rounds for player in round.byes)
    return build_entrants(seatings, players, sizes, seed, apart=pairs, byes=byes)


def with_scores(field: Entrants, scores: Mapping[int, Fraction]) -> Entrants:
    """Return the entrants with their scores. Scores of zero are left out."""
    return replace(field, scores={player: scores[player] for player in field.players if scores.get(player)})


def points_after(
    rounds: Sequence[RoundView],
    entries: Mapping[int, EntryView],
    settings: TournamentSettings,
    penalties: Mapping[int, Fraction],
) -> dict[int, Fraction]:
    """Return each player's points after `rounds`, with penalties subtracted as in the standings."""
    places, _ = standings(entries, rounds, settings, penalties=penalties)
    return {place.entry: place.points for place in places if place.points is not None}


def team_mate_pairs(entries: Iterable[EntryView]) -> set[Pair]:
    """Return the pairs of entries in the same team."""
    teams: dict[str, list[int]] = {}
    for entry in entries:
        if entry.team:
            teams.setdefault(entry.team.casefold(), []).append(entry.number)
    return {pair for team in teams.values() for pair in all_pairs(team)}
