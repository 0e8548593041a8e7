"""Each player's scores: table by table, and round by round with byes and absences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count

from referee.competition.result import NOTHING, mean, mean_ranks, total
from referee.competition.ties import PlayerMatch, count_sole_places
from referee.tournaments.scores.scoring import absence_score, bye_score, scores, void_score
from referee.tournaments.state.settings import TournamentSettings
from referee.tournaments.state.view import RoundView, TableView


@dataclass(frozen=True, slots=True)
class TournamentTally:
    """A player's decided tables, and the score of each round, counted from 0; None for no score."""

    matches: tuple[PlayerMatch, ...] = ()
    unit_scores: tuple[Fraction | None, ...] = ()

    @property
    def wins(self) -> int:
        """The number of tables at which the player was the only winner."""
        return count_sole_places(1, self.matches)

    @property
    def seconds(self) -> int:
        """The number of tables at which the player came second alone."""
        return count_sole_places(2, self.matches)

    @property
    def strength(self) -> Fraction:
        """The mean of the player's table scores, without byes and penalties."""
        return mean([match.score for match in self.matches]) or NOTHING

    @property
    def at_tables(self) -> tuple[Fraction | None, ...]:
        """The score of each round at tables alone: None for a bye or an absence."""
        gave = {match.unit for match in self.matches}
        return tuple(given if number in gave else None for number, given in enumerate(self.unit_scores))

    def best(self, rounds: int) -> Fraction:
        """Return the sum of the best `rounds` scores, or of all if it is 0."""
        given = sorted((points for points in self.unit_scores if points is not None), reverse=True)
        return total(given[: rounds or None])


def points_of_table(table: TableView, settings: TournamentSettings) -> Mapping[int, Fraction]:
    """Return the scores of a table: those recorded, else those of its places; none for a void one."""
    if not table.decided:
        return {}
    return table.score if table.score is not None else scores(table.places or (), table.won, settings)


def tallies(
    players: Iterable[int], rounds: Sequence[RoundView], settings: TournamentSettings
) -> dict[int, TournamentTally]:
    """Return the tally of each player over the rounds.

    A player without a table or a bye in a round that was played was absent from it, whatever the reason.
    """
    found = {player: list[PlayerMatch]() for player in players}
    tables = count()
    given = [[points_of_table(table, settings) for table in round.tables] for round in rounds]
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
    """Yield each player's score in a round, None for no score. `gave` has the scores of its tables."""
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
