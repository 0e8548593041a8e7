"""What a table gives each of its players, and what a round gives whoever has no table in it.

Scores are exact fractions, and the higher is the better, whatever is counted: penalty points are kept as what they
take away, so that two of them are -2.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from referee.competition.result import Places, match_score, mean, mean_ranks, total
from referee.tournaments.state.settings import Score, TournamentSettings


def scores(places: Places, won: Mapping[int, int] | None, settings: TournamentSettings) -> Mapping[int, Fraction]:
    """Return what a table gives each of its players; a table that is not decided or void, without places, nothing.

    `won` are the chips won and lost, or where the lowest total wins the points taken, as far as they are known. A table
    without chips on record gives nobody any; where the lowest total wins, each then takes as many as their place.
    """
    ranks = mean_ranks(places)
    if not ranks:
        return {}
    match settings.score:
        case Score.MATCH:
            if len(ranks) == 1:  # nobody came to lose against them
                return {player: Fraction(1) for player in ranks}
            return {player: scored.score for player, scored in match_score(places).items()}
        case Score.PLACES:
            return _points_by_place(places, settings)
        case Score.CHIPS:
            return {player: Fraction((won or {}).get(player, 0)) for player in ranks}
        case Score.LOW:
            return {player: -(Fraction(won.get(player, 0)) if won else rank) for player, rank in ranks.items()}


def points_of(settings: TournamentSettings) -> tuple[int, ...]:
    """Return the points of the places: those that were settled, or one more for each place than for the next."""
    return settings.points or tuple(range(settings.sizes.most, 0, -1))


def win(settings: TournamentSettings, round_scores: Iterable[Mapping[int, Fraction]] = ()) -> Fraction | None:
    """Return what a bye gives that counts as a win; where chips or low points count, see `round_scores`.

    These are what the decided tables of the round gave, and the win is the mean of the best of each; without any it is
    not known yet, and so None.
    """
    match settings.score:
        case Score.MATCH:
            return Fraction(1)
        case Score.PLACES:
            return Fraction(points_of(settings)[0])
        case Score.CHIPS | Score.LOW:
            return mean([max(table.values()) for table in round_scores if table])


def half(settings: TournamentSettings, round_scores: Iterable[Mapping[int, Fraction]] = ()) -> Fraction | None:
    """Return what a bye gives that counts as half a win.

    Half of the few points of a winner would be better than to win; there it is the mean of what all in the round took.
    """
    given = list(round_scores)
    if settings.score is Score.LOW:
        return mean([each for table in given for each in table.values()])
    whole = win(settings, given)
    return None if whole is None else whole / 2


def bye_score(
    others: Sequence[Fraction], settings: TournamentSettings, round_scores: Iterable[Mapping[int, Fraction]] = ()
) -> Fraction | None:
    """Return what a bye gives: the mean of what the player's tables in `others` rounds gave, a win, or half of one.

    Before there is another round the mean is half a win.
    """
    if settings.bye == "win":
        return win(settings, round_scores)
    if settings.bye == "half" or not others:
        return half(settings, round_scores)
    return mean(others)


def absence_score(settings: TournamentSettings, round_scores: Iterable[Mapping[int, Fraction]]) -> Fraction | None:
    """Return what a round gives whoever was absent: nothing, and so None; of low points the most in the round.

    To stay away would otherwise be the best that one could do.
    """
    if settings.score is not Score.LOW:
        return None
    return min((each for table in round_scores for each in table.values()), default=None)


def void_score(others: Sequence[Fraction], settings: TournamentSettings) -> Fraction | None:
    """Return what a void table gives: nothing; of low points the mean of what the player's other tables gave.

    None at all would otherwise be better than what everybody else took.
    """
    return mean(others) if settings.score is Score.LOW else None


def _points_by_place(places: Places, settings: TournamentSettings) -> dict[int, Fraction]:
    points = points_of(settings)
    worth = [Fraction(points[place] if place < len(points) else 0) for place in range(sum(map(len, places)))]
    given = {}
    before = 0
    for group in places:
        shared = total(worth[before : before + len(group)]) / len(group)
        given.update(dict.fromkeys(group, shared))
        before += len(group)
    return given
