"""The score of each player at a table, and of players without a table in a round.

Scores are exact fractions, and higher is always better: two penalty points are -2.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from referee.competition.result import Places, match_score, mean, mean_ranks, total
from referee.tournaments.state.settings import Score, TournamentSettings


def score_table(
    places: Places, amounts_won: Mapping[int, int] | None, settings: TournamentSettings
) -> Mapping[int, Fraction]:
    """Return the score of each player at a table; empty without places, as for an undecided or void table.

    `amounts_won` has the chips won and lost, or the penalty points in games that the lowest total wins; None if
    unknown. Unknown chips score 0, and unknown penalty points equal the place.
    """
    ranks = mean_ranks(places)
    if not ranks:
        return {}
    match settings.score:
        case Score.MATCH:
            if len(ranks) == 1:  # no opponent turned up
                return {player: Fraction(1) for player in ranks}
            return {player: result.score for player, result in match_score(places).items()}
        case Score.PLACES:
            return _points_by_place(places, settings)
        case Score.CHIPS:
            return {player: Fraction((amounts_won or {}).get(player, 0)) for player in ranks}
        case Score.LOW:
            return {
                player: -(Fraction(amounts_won.get(player, 0)) if amounts_won else rank)
                for player, rank in ranks.items()
            }


def points_of(settings: TournamentSettings) -> tuple[int, ...]:
    """Return the points of the places, best first: those in the settings, else N down to 1 for the largest table."""
    return settings.points or tuple(range(settings.sizes.most, 0, -1))


def win_score(settings: TournamentSettings, round_scores: Iterable[Mapping[int, Fraction]] = ()) -> Fraction | None:
    """Return the score of a bye that counts as a win.

    For chips and low points it is the mean of the best scores at the round's decided tables, whose scores are in
    `round_scores`; None until there are any.
    """
    match settings.score:
        case Score.MATCH:
            return Fraction(1)
        case Score.PLACES:
            return Fraction(points_of(settings)[0])
        case Score.CHIPS | Score.LOW:
            return mean([max(table.values()) for table in round_scores if table])


def half_win_score(
    settings: TournamentSettings, round_scores: Iterable[Mapping[int, Fraction]] = ()
) -> Fraction | None:
    """Return the score of a bye that counts as half a win; None while unknown.

    For low points it is the mean of all scores in the round, because half a winner's few points would beat a win.
    """
    scores_of_tables = list(round_scores)
    if settings.score is Score.LOW:
        return mean([points for table in scores_of_tables for points in table.values()])
    full_win = win_score(settings, scores_of_tables)
    return None if full_win is None else full_win / 2


def bye_score(
    other_scores: Sequence[Fraction], settings: TournamentSettings, round_scores: Iterable[Mapping[int, Fraction]] = ()
) -> Fraction | None:
    """Return the score of a bye: the mean of the player's `other_scores`, a win, or half a win; None while
    unknown.

    Without any other table, the mean is half a win.
    """
    if settings.bye == "win":
        return win_score(settings, round_scores)
    if settings.bye == "half" or not other_scores:
        return half_win_score(settings, round_scores)
    return mean(other_scores)


def absence_score(settings: TournamentSettings, round_scores: Iterable[Mapping[int, Fraction]]) -> Fraction | None:
    """Return the score of an absent player: None, or for low points the worst score in the round.

    Otherwise staying away would give the best total.
    """
    if settings.score is not Score.LOW:
        return None
    return min((points for table in round_scores for points in table.values()), default=None)


def void_score(other_scores: Sequence[Fraction], settings: TournamentSettings) -> Fraction | None:
    """Return the score of a void table: None, or for low points the mean of the player's other tables.

    Otherwise a void table would beat every played one.
    """
    return mean(other_scores) if settings.score is Score.LOW else None


def _points_by_place(places: Places, settings: TournamentSettings) -> dict[int, Fraction]:
    points = points_of(settings)
    points_of_ranks = [Fraction(points[place] if place < len(points) else 0) for place in range(sum(map(len, places)))]
    points_by_player = {}
    players_ahead = 0
    for group in places:
        share = total(points_of_ranks[players_ahead : players_ahead + len(group)]) / len(group)
        points_by_player.update(dict.fromkeys(group, share))
        players_ahead += len(group)
    return points_by_player
