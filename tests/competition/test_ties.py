"""The steps that break a tie, each where it decides, and what seasons and tournaments do differently."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.competition.result import match_score, mean, total, weighted_mean
from referee.competition.ties import (
    PlayerMatch,
    TieBreakData,
    TieStep,
    break_ties,
    count_sole_places,
    describe_tie_breaks,
    parse_steps,
)
from referee.store.faults import ClubFault

F = Fraction
HALF = F(1, 2)
ANN, BEN, CAL, DEE = 1, 2, 3, 4
NAMES = {ANN: "Ann", BEN: "Ben", CAL: "Cal", DEE: "Dee"}


@dataclass
class TallyStub:
    """What somebody has, as it is told here."""

    matches: Sequence[PlayerMatch] = ()
    unit_scores: Sequence[Fraction | None] = ()
    wins: int = 0
    seconds: int = 0


def player_match(
    rank: Fraction | int, score: Fraction = HALF, table: int = 1, weight: int = 1, alone=True, **met
) -> PlayerMatch:
    """Return a match; `met` are the opponents with their ranks."""
    number = {name.casefold(): player for player, name in NAMES.items()}
    opponents = {number[name]: F(their) for name, their in met.items()}
    return PlayerMatch(1, table, F(rank), alone, score, opponents, weight)


def tie_break_data(
    records: Mapping[int, TallyStub], strength: Mapping[int, Fraction] | None = None, **more
) -> TieBreakData:
    return TieBreakData(records.__getitem__, (strength or {}).get, **more)


def break_to_groups(records: Mapping[int, TallyStub], *steps: TieStep, **more) -> list[list[int]]:
    return [
        list(tied_group.players) for tied_group in break_ties(sorted(records), steps, tie_break_data(records, **more))
    ]


# -- one step after the other ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "first", "second"),
    [
        (TieStep.WINS, TallyStub(wins=2), TallyStub(wins=1)),
        (TieStep.SECONDS, TallyStub(seconds=1), TallyStub()),
        (TieStep.DIRECT, TallyStub([player_match(1, ben=2)]), TallyStub([player_match(2, ann=1)])),
        (TieStep.BUCHHOLZ, TallyStub([player_match(1, cal=2)]), TallyStub([player_match(1, dee=2)])),
        (
            TieStep.BEST,
            TallyStub([player_match(1, F(1)), player_match(2, F(0), 2)]),
            TallyStub([player_match(1, HALF), player_match(2, HALF, 2)]),
        ),
        (
            TieStep.BEST,
            TallyStub([player_match(1, HALF), player_match(2, F(0), 2)]),
            TallyStub([player_match(1, HALF)]),
        ),  # one more is more than none
        (TieStep.COUNTBACK, TallyStub(unit_scores=[F(0), F(1)]), TallyStub(unit_scores=[F(1), None])),
    ],
)
def test_the_greater_mark_is_ahead(step: TieStep, first: TallyStub, second: TallyStub) -> None:
    strength = {CAL: F(1), DEE: F(0)}
    assert break_to_groups({ANN: first, BEN: second}, step, strength=strength) == [[ANN], [BEN]]
    swapped = {ANN: second, BEN: first} if step is not TieStep.DIRECT else {ANN: first, BEN: second}
    assert break_to_groups(swapped, step, strength=strength)[0] == ([ANN] if step is TieStep.DIRECT else [BEN])


def test_buchholz_is_a_mean_of_matches_and_not_of_opponents() -> None:
    # Ann: (1 + 0) / 2 and 1, in the mean 3/4. Ben: (1 + 1) / 2 and 0, in the mean 1/2, though he met as many strong.
    records = {
        ANN: TallyStub([player_match(1, cal=2, dee=3), player_match(1, cal=2)]),
        BEN: TallyStub([player_match(1, cal=2), player_match(1, dee=2)]),
    }
    levels = break_ties([ANN, BEN], [TieStep.BUCHHOLZ], tie_break_data(records, {CAL: F(1), DEE: F(0)}))
    assert [(level.players, level.steps[0].mark) for level in levels] == [((ANN,), F(3, 4)), ((BEN,), HALF)]


def test_the_median_leaves_out_the_strongest_and_the_weakest_of_three() -> None:
    strength = {CAL: F(1), DEE: F(0), ANN: HALF}
    two = TallyStub([player_match(1, cal=2), player_match(1, dee=2)])
    three = TallyStub([player_match(1, cal=2), player_match(1, dee=2), player_match(1, dee=2)])
    levels = break_ties([ANN, BEN], [TieStep.MEDIAN_BUCHHOLZ], tie_break_data({ANN: three, BEN: two}, strength))
    assert {level.players[0]: level.steps[0].mark for level in levels} == {ANN: 0, BEN: HALF}


def test_an_opponent_of_whom_nothing_is_known_is_left_out() -> None:
    records = {ANN: TallyStub([player_match(1, cal=2, dee=3), player_match(1, dee=2)]), BEN: TallyStub()}
    levels = break_ties([ANN, BEN], [TieStep.BUCHHOLZ], tie_break_data(records, {CAL: HALF}))
    assert {level.players[0]: level.steps[0].mark for level in levels} == {ANN: HALF, BEN: 0}


def test_penalties_are_compared_only_where_somebody_has_one() -> None:
    records = {ANN: TallyStub(), BEN: TallyStub(wins=1)}
    assert break_to_groups(records, TieStep.PENALTIES, TieStep.WINS) == [[BEN], [ANN]]
    assert break_to_groups(records, TieStep.PENALTIES, TieStep.WINS, penalties={BEN: HALF}) == [[ANN], [BEN]]
    (ann, ben) = break_ties([ANN, BEN], [TieStep.PENALTIES], tie_break_data(records, penalties={BEN: HALF}))
    assert (ann.steps[0].figure, ben.steps[0].figure) == ("0", "0.5000")


@pytest.mark.parametrize("seed", [0, 7, "seven"])
def test_the_lot_is_the_digest_of_seed_and_number(seed: int | str) -> None:
    lots = {player: sha256(f"{seed} {player}".encode()).hexdigest() for player in NAMES}
    places = break_to_groups({player: TallyStub() for player in NAMES}, TieStep.LOT, seed=seed)
    assert places == [[player] for player in sorted(NAMES, key=lambda name: lots[name], reverse=True)]


def test_what_a_step_leaves_level_goes_on_and_without_a_lot_shares_the_place() -> None:
    records = {
        ANN: TallyStub(wins=1),
        BEN: TallyStub(wins=2),
        CAL: TallyStub(wins=1, seconds=1),
        DEE: TallyStub(wins=1),
    }
    assert break_to_groups(records, TieStep.WINS, TieStep.SECONDS) == [[BEN], [CAL], [ANN, DEE]]
    assert break_to_groups(records) == [[ANN, BEN, CAL, DEE]]
    (level,) = break_ties([CAL, ANN, BEN], [TieStep.SECONDS], tie_break_data(dict.fromkeys(NAMES, TallyStub())))
    assert level.players == (ANN, BEN, CAL)


# -- what is passed in ----------------------------------------------------------------------------------------------


def test_a_table_of_several_matches_is_won_if_all_of_them_are_won_alone() -> None:
    matches = [
        player_match(1, table=1),
        player_match(1, table=1),
        player_match(1, table=2),
        player_match(2, table=2),
        player_match(1, table=3),
    ]
    assert count_sole_places(1, matches) == 2
    shared = [
        player_match(2, table=1, alone=False),
        player_match(2, table=2),
        player_match(2, table=3),
        player_match(2, table=3, alone=False),
    ]
    assert count_sole_places(2, shared) == 1


def test_best_takes_a_table_of_several_matches_as_one_by_its_hands() -> None:
    parted = TallyStub([player_match(1, F(1), table=1, weight=1), player_match(2, F(0), table=1, weight=3)])  # 1/4
    full_table = TallyStub([player_match(2, F(1, 3))])
    assert break_to_groups({ANN: parted, BEN: full_table}, TieStep.BEST) == [[BEN], [ANN]]


def test_direct_encounters_of_a_tournament_are_shares_and_need_everybody_to_have_met() -> None:
    # Ann: all of her tables with Ben, half of them with Cal. Ben came before Cal, Cal before nobody else.
    with_meetings = {
        ANN: TallyStub(
            [player_match(1, table=1, ben=2), player_match(1, table=2, cal=2), player_match(2, table=3, cal=1)]
        ),
        BEN: TallyStub([player_match(2, table=1, ann=1), player_match(1, table=4, cal=2)]),
        CAL: TallyStub(
            [player_match(2, table=2, ann=1), player_match(1, table=3, ann=2), player_match(2, table=4, ben=1)]
        ),
    }
    levels = break_ties([ANN, BEN, CAL], [TieStep.DIRECT], tie_break_data(with_meetings))
    assert [(level.players[0], level.steps[0].mark) for level in levels] == [(ANN, F(3, 2)), (BEN, 1), (CAL, HALF)]
    without_meeting = {**with_meetings, BEN: TallyStub([player_match(2, table=1, ann=1)])}
    assert break_to_groups(without_meeting, TieStep.DIRECT) == [[ANN, BEN, CAL]]


def test_direct_encounters_of_a_season_are_between_exactly_two_and_count_tables() -> None:
    records = {
        ANN: TallyStub(
            [player_match(1, table=1, ben=2, cal=3), player_match(1, table=2, ben=2), player_match(2, table=3, ben=1)]
        ),
        BEN: TallyStub(
            [player_match(2, table=1, ann=1, cal=3), player_match(2, table=2, ann=1), player_match(1, table=3, ann=2)]
        ),
        CAL: TallyStub([player_match(3, table=1, ann=1, ben=2)]),
    }
    assert break_to_groups(records, TieStep.DIRECT, duels_only=True) == [[ANN, BEN, CAL]]
    two = {player: records[player] for player in (ANN, BEN)}
    levels = break_ties([ANN, BEN], [TieStep.DIRECT], tie_break_data(two, duels_only=True))
    assert [level.steps[0].mark for level in levels] == [2, 1]
    assert break_to_groups(
        {ANN: TallyStub([player_match(1, cal=2)]), BEN: TallyStub()}, TieStep.DIRECT, duels_only=True
    ) == [[ANN, BEN]]


def test_of_a_table_of_several_matches_the_ranks_by_hands_say_who_came_before() -> None:
    # Ben before Ann for one hand, Ann before Ben for two.
    ann = TallyStub([player_match(2, table=1, weight=1, ben=1), player_match(1, table=1, weight=2, ben=2)])
    ben = TallyStub([player_match(1, table=1, weight=1, ann=2), player_match(2, table=1, weight=2, ann=1)])
    for duels_only in (True, False):
        assert break_to_groups({ANN: ann, BEN: ben}, TieStep.DIRECT, duels_only=duels_only) == [[ANN], [BEN]]


def test_countback_may_go_by_something_else_than_the_rounds() -> None:
    records = {ANN: TallyStub(unit_scores=[F(1)]), BEN: TallyStub(unit_scores=[F(0)])}
    assert break_to_groups(records, TieStep.COUNTBACK) == [[ANN], [BEN]]
    assert break_to_groups(records, TieStep.COUNTBACK, countback={ANN: (F(0),), BEN: (F(1),)}) == [[BEN], [ANN]]


# -- how it is told -------------------------------------------------------------------------------------------------


def test_each_neighbour_is_told_the_step_that_parted_them() -> None:
    records = {ANN: TallyStub(wins=2), BEN: TallyStub(wins=1, seconds=3), CAL: TallyStub(wins=1, seconds=1)}
    explanations = describe_tie_breaks(
        break_ties(sorted(records), [TieStep.WINS, TieStep.SECONDS], tie_break_data(records)), NAMES
    )
    assert {player: list(map(str, steps)) for player, steps in explanations.items()} == {
        ANN: ["Ahead of Ben by wins: 2 to 1."],
        BEN: ["Behind Ann by wins: 1 to 2.", "Ahead of Cal by seconds: 3 to 1."],
        CAL: ["Behind Ben by seconds: 1 to 3."],
    }


@pytest.mark.parametrize(
    ("strengths", "figures"),
    [
        ((F(1, 2), F(0)), ["0.5000", "0"]),
        ((F(10001, 100000), F(5001, 50000)), ["5001/50000", "10001/100000"]),  # they would print alike
    ],
)
def test_figures_are_no_longer_than_it_takes_to_tell_them_apart(strengths: tuple, figures: list[str]) -> None:
    records = {ANN: TallyStub([player_match(1, cal=2)]), BEN: TallyStub([player_match(1, dee=2)])}
    levels = break_ties(
        [ANN, BEN], [TieStep.BUCHHOLZ], tie_break_data(records, dict(zip((CAL, DEE), strengths, strict=True)))
    )
    assert [level.steps[0].figure for level in levels] == figures


# -- how it is typed ------------------------------------------------------------------------------------------------


def test_steps_are_read_as_typed() -> None:
    assert parse_steps("wins, Direct ,LOT", lot_last=False) == (TieStep.WINS, TieStep.DIRECT, TieStep.LOT)
    assert parse_steps("median-buchholz", lot_last=False) == (TieStep.MEDIAN_BUCHHOLZ,)
    assert parse_steps(",".join(TieStep), lot_last=False) == tuple(TieStep)


def test_the_lot_of_a_season_comes_last_typed_or_not() -> None:
    assert parse_steps("wins", lot_last=True) == parse_steps("wins,lot", lot_last=True) == (TieStep.WINS, TieStep.LOT)
    assert parse_steps(" , ", lot_last=True) == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("wins,luck", "Unknown tie-break 'luck'. Use wins, seconds, head-to-head, buchholz, median-buchholz, best, "),
        ("wins,seconds,wins", "wins is listed twice in 'wins,seconds,wins'"),
        ("lot,wins", "so it must come last"),
    ],
)
def test_what_cannot_be_an_order(text: str, message: str) -> None:
    for lot_last in (True, False):
        with pytest.raises(ClubFault, match=message):
            parse_steps(text, lot_last=lot_last)


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
    assert {player: (score.rank, score.score) for player, score in scores.items()} == {
        1: (1, 1),
        2: (2.5, F(1, 2)),
        3: (2.5, F(1, 2)),
        4: (4, 0),
    }
    assert {score.players for score in scores.values()} == {4}
    assert {type(score.rank) for score in scores.values()} == {float}  # as it is kept


def test_a_match_is_among_two_or_more() -> None:
    with pytest.raises(ValueError, match="two players or more"):
        match_score([[1]])


@given(places())
def test_the_mean_of_a_match_is_one_half_and_who_comes_before_has_more(groups: list[list[int]]) -> None:
    scores = match_score(groups)
    assert sum(score.score for score in scores.values()) / len(scores) == F(1, 2)
    assert all(0 <= score.score <= 1 for score in scores.values())
    flat = [scores[group[0]].score for group in groups]
    assert flat == sorted(set(flat), reverse=True)


@given(st.lists(st.fractions(max_denominator=50), max_size=8))
def test_scores_add_up_without_rounding(scores: list[Fraction]) -> None:
    assert total(scores) == sum(scores, F())
    assert mean(scores) == (sum(scores, F()) / len(scores) if scores else None)


def test_a_parted_match_is_weighed() -> None:
    assert weighted_mean([(F(1), 2), (F(0), 1)]) == F(2, 3)
