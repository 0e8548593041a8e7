"""What one match gives: ranks and scores, whatever its size and however its places are shared."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.competition.result import match_score, mean, total, weighted_mean

F = Fraction


@st.composite
def places(draw: st.DrawFn) -> list[list[int]]:
    players = draw(st.lists(st.integers(0, 16), min_size=2, unique=True))
    groups = [[players[0]]]
    for player in players[1:]:
        if draw(st.booleans()):
            groups[-1].append(player)
        else:
            groups.append([player])
    return groups


def test_the_winner_scores_one_the_last_nothing_and_ties_share() -> None:
    scores = match_score([[1], [2, 3], [4]])
    assert {player: (each.rank, each.score) for player, each in scores.items()} == {
        1: (1, 1),
        2: (2.5, F(1, 2)),
        3: (2.5, F(1, 2)),
        4: (4, 0),
    }
    assert {each.players for each in scores.values()} == {4}
    assert {type(each.rank) for each in scores.values()} == {float}  # as it is kept


def test_a_match_is_among_two_or_more() -> None:
    with pytest.raises(ValueError, match="two players or more"):
        match_score([[1]])


@given(places())
def test_the_mean_of_a_match_is_one_half_and_who_comes_before_has_more(groups: list[list[int]]) -> None:
    scores = match_score(groups)
    assert sum(each.score for each in scores.values()) / len(scores) == F(1, 2)
    assert all(0 <= each.score <= 1 for each in scores.values())
    flat = [scores[group[0]].score for group in groups]
    assert flat == sorted(set(flat), reverse=True)


@given(st.lists(st.fractions(max_denominator=50), max_size=8))
def test_scores_add_up_without_rounding(scores: list[Fraction]) -> None:
    assert total(scores) == sum(scores, F())
    assert mean(scores) == (sum(scores, F()) / len(scores) if scores else None)


def test_a_parted_match_is_weighed() -> None:
    assert weighted_mean([(F(1), 2), (F(0), 1)]) == F(2, 3)
