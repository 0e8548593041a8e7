"""Each player's scores: table by table, and round by round with byes and absences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import count

from referee.cards.immutable import frozen
from referee.competition.result import NOTHING, mean, mean_ranks, total
from referee.competition.ties import PlayerMatch, count_sole_places
from referee.tournaments.scores.scoring import absence_score, bye_score, half_win_score, score_table, void_score
from referee.tournaments.state.settings import TournamentSettings
from referee.tournaments.state.view import RoundView, TableView


@frozen
class TournamentTally:
    """A player's decided tables, and the score of each round, counted from 0; None for no score."""

    matches: tuple[PlayerMatch, ...] = ()
    unit_scores: tuple[Fraction | None, ...] = ()

    @property
    def wins(self) -> int:
        """The number of tables at which the player was the sole winner."""
        return count_sole_places(1, self.matches)

    @property
    def seconds(self) -> int:
        """The number of tables at which the player was the sole second."""
        return count_sole_places(2, self.matches)

    @property
    def strength(self) -> Fraction:
        """The mean of the player's table scores, without byes and penalties."""
        return mean([match.score for match in self.matches]) or NOTHING

    @property
    def at_tables(self) -> tuple[Fraction | None, ...]:
        """The score of each round from tables only; None for a bye or an absence."""
        rounds_with_table = {match.unit for match in self.matches}
        return tuple(score if number in rounds_with_table else None for number, score in enumerate(self.unit_scores))

    def best(self, rounds: int) -> Fraction:
        """Return the sum of the best `rounds` scores, or of all scores for 0."""
        scores = sorted((points for points in self.unit_scores if points is not None), reverse=True)
        return total(scores[: rounds or None])


def scores_of_table(table: TableView, settings: TournamentSettings) -> Mapping[int, Fraction]:
    """Return the scores of a table: the recorded ones, else those of its places; none for a void table."""
    if not table.decided:
        return {}
    return table.score if table.score is not None else score_table(table.places or (), table.won, settings)


def tally_players(
    players: Iterable[int], rounds: Sequence[RoundView], settings: TournamentSettings
) -> dict[int, TournamentTally]:
    """Return the tally of each player over the rounds.

    A player without a table or a bye in a played round counts as absent, whatever the reason.
    """
    matches = {player: list[PlayerMatch]() for player in players}
    tables = count()
    scores_by_round = [[scores_of_table(table, settings) for table in round.tables] for round in rounds]
    for number, (round_view, scores_of_tables) in enumerate(zip(rounds, scores_by_round, strict=True)):
        for table, table_scores in zip(round_view.tables, scores_of_tables, strict=True):
            _add_table(matches, number, next(tables), table, table_scores)
    by_player: dict[int, list[Fraction | None]] = {player: [] for player in matches}
    for number, (round_view, scores_of_tables) in enumerate(zip(rounds, scores_by_round, strict=True)):
        for player, score in _scores_of_round(number, round_view, matches, settings, [*filter(None, scores_of_tables)]):
            by_player[player].append(score)
    return {
        player: TournamentTally(tuple(player_matches), tuple(by_player[player]))
        for player, player_matches in matches.items()
    }


def _scores_of_round(
    number: int,
    round: RoundView,
    matches: Mapping[int, list[PlayerMatch]],
    settings: TournamentSettings,
    table_scores: Sequence[Mapping[int, Fraction]],
) -> Iterator[tuple[int, Fraction | None]]:
    """Yield each player's score in a round; None for no score. `table_scores` has the scores of its tables."""
    seated_players = {player for table in round.tables for player in table.entries}
    players_at_void_tables = {player for table in round.tables if table.status == "void" for player in table.entries}
    for player, player_matches in matches.items():
        round_scores = [match.score for match in player_matches if match.unit == number]
        other_scores = [match.score for match in player_matches if match.unit != number]
        if round_scores:
            yield player, total(round_scores)
        elif player in round.byes:
            yield player, bye_score(other_scores, settings, table_scores)
        elif player in round.half_byes:
            yield player, half_win_score(settings, table_scores)
        elif player in players_at_void_tables:
            yield player, void_score(other_scores, settings)
        elif player not in seated_players and round.over:
            yield player, absence_score(settings, table_scores)
        else:
            yield player, None


def _add_table(
    matches: Mapping[int, list[PlayerMatch]],
    round: int,
    number: int,
    table: TableView,
    table_scores: Mapping[int, Fraction],
) -> None:
    if not table.decided:
        return
    ranks = mean_ranks(table.places or ())
    for group in table.places or ():
        for player in group:
            if player in matches:
                opponent_ranks = {opponent: rank for opponent, rank in ranks.items() if opponent != player}
                score = table_scores.get(player, NOTHING)
                matches[player].append(
                    PlayerMatch(round, number, ranks[player], len(group) == 1, score, opponent_ranks)
                )
