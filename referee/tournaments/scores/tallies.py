"""What each player has from the rounds: table by table, and round by round with byes and absences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count

from referee.competition.result import NOTHING, mean, mean_ranks, total
from referee.competition.ties import PlayerMatch, sole_places
from referee.tournaments.scores.scoring import absence_score, bye_score, scores, void_score
from referee.tournaments.state.settings import TournamentSettings
from referee.tournaments.state.view import RoundView, TableView


@dataclass(frozen=True, slots=True)
class TournamentTally:
    """What a player has: the decided tables, and what each round, counted from 0, gave; None where it gave nothing."""

    sat: tuple[PlayerMatch, ...] = ()
    by_unit: tuple[Fraction | None, ...] = ()

    @property
    def wins(self) -> int:
        """The tables at which the player came first alone."""
        return sole_places(1, self.sat)

    @property
    def seconds(self) -> int:
        """The tables at which the player came second alone."""
        return sole_places(2, self.sat)

    @property
    def strength(self) -> Fraction:
        """The mean of what the tables gave: byes and penalties are not of a player's making, or not of their play."""
        return mean([match.score for match in self.sat]) or NOTHING

    @property
    def at_tables(self) -> tuple[Fraction | None, ...]:
        """What the rounds gave at tables alone, where a bye or an absence gives nothing."""
        gave = {match.unit for match in self.sat}
        return tuple(given if number in gave else None for number, given in enumerate(self.by_unit))

    def best(self, rounds: int) -> Fraction:
        """Return the sum of what the best so many rounds gave, or of all where it is 0."""
        given = sorted((each for each in self.by_unit if each is not None), reverse=True)
        return total(given[: rounds or None])


def points_of_table(table: TableView, settings: TournamentSettings) -> Mapping[int, Fraction]:
    """Return what a table gave: what was written down for it, or else what its places give; a void one nothing."""
    if not table.decided:
        return {}
    return table.score if table.score is not None else scores(table.places or (), table.won, settings)


def tallies(
    players: Iterable[int], rounds: Sequence[RoundView], settings: TournamentSettings
) -> dict[int, TournamentTally]:
    """Return what each of some players has from some rounds.

    Whoever is not seated in a round that was played, and has no bye, was absent from it: away, not here yet, or gone.
    """
    found = {player: list[PlayerMatch]() for player in players}
    tables = count()
    given = [[points_of_table(table, settings) for table in each.tables] for each in rounds]
    for number, (each, by_table) in enumerate(zip(rounds, given, strict=True)):
        for table, gave in zip(each.tables, by_table, strict=True):
            _sit(found, number, next(tables), table, gave)
    by_player: dict[int, list[Fraction | None]] = {player: [] for player in found}
    for number, (each, by_table) in enumerate(zip(rounds, given, strict=True)):
        for player, score in _given_in(number, each, found, settings, [*filter(None, by_table)]):
            by_player[player].append(score)
    return {player: TournamentTally(tuple(sat), tuple(by_player[player])) for player, sat in found.items()}


def _given_in(
    number: int,
    played: RoundView,
    found: Mapping[int, list[PlayerMatch]],
    settings: TournamentSettings,
    gave: Sequence[Mapping[int, Fraction]],
) -> Iterator[tuple[int, Fraction | None]]:
    """Yield what a round gave each player, None where nothing, by what its tables gave."""
    seated = {player for table in played.tables for player in table.entries}
    void = {player for table in played.tables if table.status == "void" for player in table.entries}
    for player, sat in found.items():
        here = [match.score for match in sat if match.unit == number]
        others = [match.score for match in sat if match.unit != number]
        if here:
            yield player, total(here)
        elif player in played.byes:
            yield player, bye_score(others, settings, gave)
        elif player in void:
            yield player, void_score(others, settings)
        elif player not in seated and played.over:
            yield player, absence_score(settings, gave)
        else:
            yield player, None


def _sit(
    found: Mapping[int, list[PlayerMatch]], round: int, number: int, table: TableView, gave: Mapping[int, Fraction]
) -> None:
    if not table.decided:
        return
    ranks = mean_ranks(table.places or ())
    for group in table.places or ():
        for player in group:
            if player in found:
                others = {other: rank for other, rank in ranks.items() if other != player}
                score = gave.get(player, NOTHING)
                found[player].append(PlayerMatch(round, number, ranks[player], len(group) == 1, score, others))
