"""What a table gives each of its players, and what a round gives whoever has no table in it.

Scores are exact fractions, and the higher is the better, whatever is counted: penalty points are kept as what they
take away, so that two of them are -2.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor

from referee.competition.result import Places, match_score, mean, mean_ranks, total
from referee.tournaments.state.settings import Score, Settings


def scores(places: Places, won: Mapping[int, int] | None, settings: Settings) -> Mapping[int, Fraction]:
    """Return what a table gives each of its players; a table that is not decided or void, without places, nothing.

    `won` are the chips won and lost, or where penalty points count those that each took, as far as they are known. A
    table of which no chips are known gives nobody any. Where no penalty points were written down, each takes as many
    as their place.
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
        case Score.PENALTY_POINTS:
            return {player: -(Fraction(won.get(player, 0)) if won else rank) for player, rank in ranks.items()}


def points_of(settings: Settings) -> tuple[int, ...]:
    """Return the points of the places: those that were settled, or one more for each place than for the next."""
    return settings.points or tuple(range(settings.sizes.most, 0, -1))


def win(settings: Settings, round_scores: Iterable[Mapping[int, Fraction]] = ()) -> Fraction | None:
    """Return what a bye gives that counts as a win; where chips or penalty points count, see `round_scores`.

    These are what the decided tables of the round gave, and the win is the mean of the best of each; without any it is
    not known yet, and so None.
    """
    match settings.score:
        case Score.MATCH:
            return Fraction(1)
        case Score.PLACES:
            return Fraction(points_of(settings)[0])
        case Score.CHIPS | Score.PENALTY_POINTS:
            return mean([max(table.values()) for table in round_scores if table])


def half(settings: Settings, round_scores: Iterable[Mapping[int, Fraction]] = ()) -> Fraction | None:
    """Return what a bye gives that counts as half a win.

    Half of the penalty points of a winner would be better than to win; there it is the mean of what all in the round
    took.
    """
    given = list(round_scores)
    if settings.score is Score.PENALTY_POINTS:
        return mean([each for table in given for each in table.values()])
    whole = win(settings, given)
    return None if whole is None else whole / 2


def bye_score(
    others: Sequence[Fraction], settings: Settings, round_scores: Iterable[Mapping[int, Fraction]] = ()
) -> Fraction | None:
    """Return what a bye gives: the mean of what the player's tables in `others` rounds gave, a win, or half of one.

    Before there is another round the mean is half a win.
    """
    if settings.bye == "win":
        return win(settings, round_scores)
    if settings.bye == "half" or not others:
        return half(settings, round_scores)
    return mean(others)


def absence_score(settings: Settings, round_scores: Iterable[Mapping[int, Fraction]]) -> Fraction | None:
    """Return what a round gives whoever was absent: nothing, and so None; of penalty points the most in the round.

    To stay away would otherwise be the best that one could do.
    """
    if settings.score is not Score.PENALTY_POINTS:
        return None
    return min((each for table in round_scores for each in table.values()), default=None)


def void_score(others: Sequence[Fraction], settings: Settings) -> Fraction | None:
    """Return what a void table gives: nothing; of penalty points the mean of what the player's other tables gave.

    None at all would otherwise be better than what everybody else took.
    """
    return mean(others) if settings.score is Score.PENALTY_POINTS else None


def _points_by_place(places: Places, settings: Settings) -> dict[int, Fraction]:
    players = sum(map(len, places))
    worth = [_worth(place, players, settings) for place in range(players)]
    given = {}
    before = 0
    for group in places:
        shared = total(worth[before : before + len(group)]) / len(group)
        given.update(dict.fromkeys(group, shared))
        before += len(group)
    return given


def _worth(place: int, players: int, settings: Settings) -> Fraction:
    """Return the points of a place, counted from 0, at a table of so many.

    Where they are evened out, the places of a smaller table stand as far apart in the list as it takes for its last to
    have what the last of the largest table has; between two places of the list it is in proportion.
    """
    points = points_of(settings)
    at = Fraction(place)
    if settings.evened and 1 < players < settings.sizes.most:
        at = Fraction(place * (settings.sizes.most - 1), players - 1)
    low, high = (points[end] if end < len(points) else 0 for end in (floor(at), ceil(at)))
    return low + (high - low) * (at - floor(at))
