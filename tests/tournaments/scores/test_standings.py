"""Who stands where in each format, worked by hand from the clauses of chapters 4, 5 and 9."""

from dataclasses import replace
from fractions import Fraction

import pytest

from referee.tournaments.scores.standings import group_tables, standings
from referee.tournaments.state.settings import Format, Score
from tests.tournaments.tables import entered, played, settled, table

F = Fraction


def order(entries, rounds, settings, **further) -> list[list[int]]:
    """Return who shares each place, the best first, and check that places are numbered by who is ahead."""
    groups: dict[int, list[int]] = {}
    for line in standings(entries, rounds, settings, **further)[0]:
        groups.setdefault(line.place, []).append(line.entry)
    players_ahead = 0
    for place, sharing in groups.items():
        assert place == players_ahead + 1
        players_ahead += len(sharing)
    return list(groups.values())


def points(entries, rounds, settings, **further) -> dict[int, Fraction]:
    return {line.entry: line.points for line in standings(entries, rounds, settings, **further)[0]}


# -- By points -------------------------------------------------------------------------------------------------

SWISS = settled(ties=("wins",))
THREE_ROUNDS = [
    played("1 > 2 > 3", "4 > 5 > 6", byes=[7]),
    played("4 > 1 > 7", "2 > 3 > 5", byes=[6]),
    played("1 > 4 > 2", "6 > 7 > 3", byes=[5]),
]


def test_rounds_are_summed_and_a_bye_gives_the_mean_of_the_others() -> None:
    # Gus: 0 and 1/2 at tables, so 1/4 for the bye; Fay: 0 and 1, so 1/2; Eve: 1/2 and 0, so 1/4.
    assert points(entered(7), THREE_ROUNDS, SWISS) == {
        4: F(5, 2),
        1: F(5, 2),
        2: F(3, 2),
        6: F(3, 2),
        5: F(3, 4),
        7: F(3, 4),
        3: F(1, 2),
    }
    # Ann and Dee have two wins each, Ben and Fay one, Eve and Gus none: nothing else was to part them.
    assert order(entered(7), THREE_ROUNDS, SWISS) == [[1, 4], [2, 6], [5, 7], [3]]


def test_each_line_shows_its_rounds_and_how_many_were_played() -> None:
    lines = {line.entry: line for line in standings(entered(7), THREE_ROUNDS, SWISS)[0]}
    assert (lines[7].by_round, lines[7].played) == ((F(1, 4), F(0), F(1, 2)), 2)
    assert (lines[1].by_round, lines[1].played) == ((F(1), F(1, 2), F(1)), 3)


def test_who_enters_late_leaves_or_is_absent_has_nothing_from_those_rounds_and_keeps_the_others() -> None:
    rounds = [played("1 > 2 > 3"), played("1 > 2 > 4", absent=[3]), played("4 > 2 > 3")]
    entries = {**entered(4, Ann="withdrew"), 4: replace(entered(4)[4], since=2)}
    assert points(entries, rounds, SWISS) == {1: 2, 2: F(3, 2), 4: 1, 3: 0}
    lines = {line.entry: line for line in standings(entries, rounds, SWISS)[0]}
    assert (lines[4].by_round, lines[3].by_round) == ((None, 0, 1), (0, None, 0))
    assert lines[1].by_round == (1, 1, None)


def test_void_table_and_one_that_is_not_decided_give_nothing() -> None:
    playing = replace(table("4 > 5 > 6", number=2), status="playing", places=None)
    rounds = [played("1 > 2 > 3", playing), played(table("1 > 2 > 3", status="void"), "4 > 5 > 6")]
    assert points(entered(6), rounds, SWISS) == {1: 1, 2: F(1, 2), 3: 0, 4: 1, 5: F(1, 2), 6: 0}


def test_before_anything_is_played_all_share_the_first_place_and_who_played_nothing_is_last() -> None:
    assert order(entered(3), [], settled()) == [[1, 2, 3]]
    chips = settled(score=Score.CHIPS, ties=("lot",))
    rounds = [played(table("1 > 2 > 3", won={1: 20, 2: -5, 3: -15}))]
    assert order(entered(5), rounds, chips) == [[1], [2], [3], [4, 5]]


def test_who_withdrew_without_a_table_is_not_listed() -> None:
    assert order(entered(4, Dee="withdrew"), [played("1 > 2 > 3")], SWISS) == [[1], [2], [3]]


def test_corrected_result_changes_places_of_later_rounds_too() -> None:
    # The first table was 2 > 1 > 3 in truth: Ben gains what Ann loses, and the byes that rest on it follow.
    corrected = [played("2 > 1 > 3", "4 > 5 > 6", byes=[7]), *THREE_ROUNDS[1:]]
    corrected_points = points(entered(7), corrected, SWISS)
    assert (corrected_points[1], corrected_points[2]) == (2, 2)
    assert order(entered(7), corrected, SWISS) == [[4], [2], [1], [6], [5, 7], [3]]


@pytest.mark.parametrize(("best", "expected"), [(0, {1: F(2), 2: F(3)}), (2, {1: F(2), 2: F(2)}), (1, {1: 1, 2: 1})])
def test_league_counts_the_best_rounds_so_that_a_missed_monday_may_cost_nothing(best: int, expected) -> None:
    rounds = [played("1 > 3 > 4"), played("2 > 3 > 4"), played("1 > 3 > 4", "2 > 5 > 6"), played("2 > 5 > 3")]
    best_points = points(entered(6), rounds, settled(Format.LEAGUE, best=best))
    assert {player: best_points[player] for player in expected} == expected


def test_penalty_takes_points_and_leaves_nobody_with_less_than_none() -> None:
    rounds = [played("1 > 2 > 3")]
    penalties = {1: F(3, 4), 3: F(1, 2)}
    assert points(entered(3), rounds, SWISS, penalties=penalties) == {2: F(1, 2), 1: F(1, 4), 3: 0}
    chip_rounds = [played(table("1 > 2 > 3", won={1: 20, 2: -5, 3: -15}))]
    assert points(entered(3), chip_rounds, settled(score=Score.CHIPS), penalties={3: F(5)})[3] == -20


def test_the_lowest_total_is_first_and_to_stay_away_is_no_better_than_to_lose() -> None:
    rounds = [played("1 > 2 > 3"), played("2 > 1 > 3"), played("2 > 4 > 3")]
    places = standings(entered(4), rounds, settled(score=Score.LOW, ties=("wins",)))[0]
    assert [(line.entry, line.points) for line in places] == [(2, -4), (1, -6), (4, -8), (3, -9)]


def test_what_was_written_down_for_a_table_counts() -> None:
    assert points(entered(2), [played(table("1 > 2", score={1: F(3), 2: F(2)}))], settled(least=2)) == {1: 3, 2: 2}


# -- Knockout -------------------------------------------------------------------------------------------------

KNOCK_OUT = settled(Format.KNOCK_OUT, go_on=1)


def test_knock_out_goes_by_the_round_then_by_the_place_at_its_table() -> None:
    rounds = [
        played(table("1 > 2 > 3", through=[1]), table("4 > 5 > 6", through=[4]), byes=[7], name="Round 1"),
        played(table("7 > 4 > 1"), name="Final"),
    ]
    entries = entered(7, Ben="out", Cal="out", Eve="out", Fay="out")
    assert order(entries, rounds, KNOCK_OUT) == [[7], [4], [1], [2, 5], [3, 6]]
    # Nobody has points: a place rests on the last round, and on the place at the table there.
    assert set(points(entries, rounds, KNOCK_OUT).values()) == {None}
    last_places = {line.entry: (line.reached, line.there) for line in standings(entries, rounds, KNOCK_OUT)[0]}
    assert last_places == {
        7: ("Final", "1"), 4: ("Final", "2"), 1: ("Final", "3"),
        2: ("Round 1", "2"), 5: ("Round 1", "2"), 3: ("Round 1", "3"), 6: ("Round 1", "3"),
    }  # fmt: skip


def test_bye_of_a_knock_out_gives_nothing_but_the_next_round() -> None:
    rounds = [played(table("1 > 2 > 3", through=[1]), byes=[4]), played(table("4 > 1"))]
    lines = {line.entry: line for line in standings(entered(4), rounds, KNOCK_OUT)[0]}
    assert (lines[4].by_round, lines[4].played, lines[4].place) == ((None, 1), 1, 1)


def test_knock_out_ties_at_one_place_go_by_the_rounds_before() -> None:
    # Ben and Fay share the last place of the final; he was first of three before, she second.
    rounds = [
        played(table("2 > 1 > 3", through=[2, 1]), table("5 > 6 > 4", through=[5, 6])),
        played(table("5 > 1 > 2 = 6")),
    ]
    assert order(entered(6), rounds, KNOCK_OUT) == [[5], [1], [2], [6], [3, 4]]


def test_knock_out_that_goes_on_has_those_still_in_ahead() -> None:
    rounds = [
        played(table("1 > 2 > 3 > 4", through=[1, 2]), replace(table("5 > 6 > 7 > 8"), status="playing", places=None))
    ]
    # Ann and Ben are through and Eve's table is not decided: one more round is behind the former.
    assert order(entered(8), rounds, KNOCK_OUT) == [[1], [2], [5, 6, 7, 8], [3], [4]]


def test_a_lucky_loser_went_out_in_the_last_round_that_they_played() -> None:
    first = played(
        table("1 > 2 > 3", through=[1]),
        table("4 > 5 > 6", through=[4]),
        table("7 > 8 > 9", through=[7]),
        name="Round 1",
    )
    final = played(table("7 > 5 > 4 > 1", label="Final"), name="Final")
    # Eve lost in round 1, and fills the fourth seat of the final: there she comes second, before two who won theirs.
    assert order(entered(9), [first, final], KNOCK_OUT) == [[7], [5], [4], [1], [2, 8], [3, 6, 9]]
    lines = {line.entry: line for line in standings(entered(9), [first, final], KNOCK_OUT)[0]}
    assert (lines[5].reached, lines[5].there) == ("Final", "2")


def test_round_that_one_had_no_need_to_play_counts_as_a_first_place() -> None:
    rounds = [
        played(table("1 > 2 > 3", through=[1]), table("4 > 5 > 6", through=[4])),
        played(table("6 > 2 > 3 > 5", through=[6])),
        played(table("4 > 6 = 1")),
    ]
    # Ann and Fay share the second place of the final; both count a first place in round 2, and Ann one in round 1.
    assert order(entered(6), rounds, KNOCK_OUT)[:3] == [[4], [1], [6]]


def test_who_withdraws_from_a_knock_out_is_out_in_their_last_round_and_nobody_takes_the_place() -> None:
    rounds = [
        played(table("1 > 2 > 3", through=[1]), table("4 > 5 > 6", through=[4]), byes=[7]),
        played(table("4 > 7")),
    ]
    assert order(entered(7, Ann="withdrew"), rounds, KNOCK_OUT) == [[4], [7], [1], [2, 5], [3, 6]]
    rounds_played = [rounds[0], played(table("1 > 4"))]
    assert order(entered(7, Gus="withdrew"), rounds_played, KNOCK_OUT) == [[1], [4], [2, 5], [3, 6], [7]]


def test_disputed_table_that_is_decided_otherwise_sends_on_another() -> None:
    def rounds(first: str, through: int):
        return [played(table(first, through=[through]), table("4 > 5 > 6", through=[4]))]

    assert order(entered(6), rounds("1 > 2 > 3", 1), KNOCK_OUT)[0] == [1, 4]
    assert order(entered(6), rounds("2 > 1 > 3", 2), KNOCK_OUT)[0] == [2, 4]


# -- Groups and final ------------------------------------------------------------------------------------------

A, B = "Group A", "Group B"
IN_GROUPS = [
    played(table("1 > 2 > 3", label=A), table("4 > 5 > 6", label=B), name="Groups, round 1"),
    played(table("1 > 3 > 2", label=A), table("5 > 6 > 4", label=B), name="Groups, round 2"),
]
FINAL = played(table("5 > 1 > 4"), name="Final")


def test_finalists_come_by_the_final_alone_and_the_others_by_their_groups() -> None:
    settings = settled(Format.GROUPS, groups=2, ties=("seconds", "wins"))
    final_points = points(entered(6), [*IN_GROUPS, FINAL], settings)
    assert {player: final_points[player] for player in (5, 1, 4)} == {5: F(1), 1: F(1, 2), 4: F(0)}
    # Ben and Cal share the second place of group A and come before Fay, who is third of B.
    assert order(entered(6), [*IN_GROUPS, FINAL], settings) == [[5], [1], [4], [2, 3], [6]]


def test_others_of_one_place_in_groups_of_different_size_go_by_the_mean_of_their_tables() -> None:
    settings = settled(Format.GROUPS, groups=2, least=2, ties=("lot",), bye="half")
    rounds = [
        played(table("1 > 2", label=A), table("4 > 5", label=B), name="Groups, round 1"),
        played(table("1 > 3", label=A), table("5 > 4", label=B), name="Groups, round 2"),
        played(table("2 > 3", label=A), table("4 > 5", label=B), name="Groups, round 3"),
        played(table("1 > 4"), name="Final"),
    ]
    # Ben, second of A, has 1 from two tables, and Eve, second of B, has 1 from three.
    assert order(entered(5), rounds, settings) == [[1], [4], [2], [5], [3]]
    steps = {line.entry: line.steps for line in standings(entered(5), rounds, settings)[0]}
    assert steps[2] == (("place in the group", "2"), ("mean of its tables", "0.5000"))
    assert steps[5] == (("place in the group", "2"), ("mean of its tables", "0.3333"))


def test_before_the_final_the_places_of_the_groups_stand_side_by_side() -> None:
    settings = settled(Format.GROUPS, groups=2, ties=("wins",))
    # Firsts: Ann with a mean of 1, Eve of 3/4. Seconds: Dee with 1/2, Ben and Cal with 1/4. Third: Fay with 1/4.
    assert order(entered(6), IN_GROUPS, settings) == [[1], [5], [4], [2, 3], [6]]
    assert points(entered(6), IN_GROUPS, settings) == {1: 2, 5: F(3, 2), 4: 1, 2: F(1, 2), 3: F(1, 2), 6: F(1, 2)}


def test_each_line_shows_the_rounds_of_the_groups_and_then_those_of_the_final() -> None:
    settings = settled(Format.GROUPS, groups=2, ties=("wins",), score=Score.LOW)
    lines = {line.entry: line for line in standings(entered(6), [*IN_GROUPS, FINAL], settings)[0]}
    assert (lines[5].by_round, lines[5].played) == ((-2, -1, -1), 3)
    # Nobody is absent from a final that they are not in: it takes no penalty points from them.
    assert (lines[6].by_round, lines[6].played, lines[6].points) == ((-3, -2, None), 2, -5)


def test_each_group_has_its_own_table_with_the_step_that_decided_and_who_goes_on() -> None:
    """Group A: Ann 2, Ben and Cal 1/2 each, who are level in seconds too. Group B: Eve 3/2, Dee 1, Fay 1/2."""
    settings = settled(Format.GROUPS, groups=2, rounds=2, go_on=1, ties=("seconds", "lot"))
    first_group, second_group = group_tables(entered(6), IN_GROUPS, settings, seed=1)
    assert [(line.place, line.points) for line in first_group.lines] == [(1, 2), (2, F(1, 2)), (3, F(1, 2))]
    assert {first_group.lines[0].entry, *(line.entry for line in first_group.lines[1:])} == {1, 2, 3}
    # Each of the two came second once, so the lot decides between them; nothing had to be decided in group B.
    assert [[name for name, _ in line.steps] for line in first_group.lines] == [
        [],
        ["seconds", "lot"],
        ["seconds", "lot"],
    ]
    assert [(line.entry, line.place, line.points, line.steps) for line in second_group.lines] == [
        (5, 1, F(3, 2), ()),
        (4, 2, 1, ()),
        (6, 3, F(1, 2), ()),
    ]
    assert [(group_table.label, group_table.through) for group_table in (first_group, second_group)] == [
        (A, (1,)),
        (B, (5,)),
    ]


def test_nobody_goes_on_from_a_group_that_is_still_played_and_then_who_is_in_the_final() -> None:
    settings = settled(Format.GROUPS, groups=2, rounds=2, go_on=1, ties=("wins",))
    assert [group_table.through for group_table in group_tables(entered(6), IN_GROUPS[:1], settings)] == [(), ()]
    # The officer has let Dee play the final, who was second of her group.
    final = played(table("4 > 1", label="Final"), name="Final")
    assert [group_table.through for group_table in group_tables(entered(6), [*IN_GROUPS, final], settings)] == [
        (1,),
        (4,),
    ]
    assert group_tables(entered(6), IN_GROUPS, settled(Format.SWISS)) == ()


def test_best_rounds_are_for_those_formats_in_which_all_play_all_rounds() -> None:
    settings = settled(Format.GROUPS, groups=2, best=1, ties=("wins",))
    assert points(entered(6), IN_GROUPS, settings)[1] == 2


def test_of_several_finals_the_first_comes_before_the_next() -> None:
    settings = settled(Format.GROUPS, groups=2, least=2, ties=("wins",), go_on=1)
    finals = played(table("4 > 1", label="Final"), table("2 > 5", label="Final B", number=2), name="Finals")
    assert order(entered(6), [*IN_GROUPS, finals], settings) == [[4], [1], [2], [5], [3], [6]]


def test_final_of_several_rounds_is_ordered_as_a_knock_out() -> None:
    settings = settled(Format.GROUPS, groups=2, least=2, ties=("wins",))
    semi = played(table("1 > 5", through=[1]), table("4 > 2", through=[4], number=2), name="Semi-finals")
    last = played(table("4 > 1", label="Final"), name="Final")
    # Ann and Dee are still in while the final is not played, and Ben and Eve went out as losers of the round before.
    assert order(entered(6), [*IN_GROUPS, semi], settings) == [[1, 4], [2, 5], [3], [6]]
    assert order(entered(6), [*IN_GROUPS, semi, last], settings) == [[4], [1], [2, 5], [3], [6]]


def test_who_entered_groups_and_was_drawn_into_none_is_last() -> None:
    settings = settled(Format.GROUPS, groups=2, ties=("wins",))
    assert order(entered(7), IN_GROUPS, settings)[-1] == [7]


# -- Freezeout ------------------------------------------------------------------------------------------------

FREEZE_OUT = settled(Format.FREEZE_OUT, most=9)


def test_freeze_out_goes_by_the_order_of_going_out() -> None:
    rounds = [played(table("1 > 2 > 3 > 4 > 5"))]
    final_order = [[3], [1], [5, 2], [4]]
    assert order(entered(5), rounds, FREEZE_OUT, elimination_order=final_order) == [[3], [1], [2, 5], [4]]
    assert set(points(entered(5), rounds, FREEZE_OUT, elimination_order=final_order).values()) == {None}


def test_freeze_out_without_an_order_goes_by_its_tables_and_who_went_out_last() -> None:
    rounds = [played(table("1 > 2 > 3 > 4 > 5"))]
    assert order(entered(6), rounds, FREEZE_OUT) == [[1], [2], [3], [4], [5], [6]]


# -- Teams -----------------------------------------------------------------------------------------------------

TEAMS = settled(teams=True, ties=("wins",))
# Points: Ann 1, Ben 1/2, Cal 0, Dee 1, Eve 1/2, Fay 0.
ONE_ROUND = [played("1 > 2 > 3", "4 > 5 > 6")]


def teams(letters: str, settings=TEAMS, rounds=ONE_ROUND):
    _, team_places = standings(entered(len(letters), letters), rounds, settings)
    return [(team_place.place, team_place.team, team_place.points) for team_place in team_places]


def test_team_has_as_many_of_its_best_as_the_smallest_team_has() -> None:
    # X has Ann, Ben and Cal, Y has Dee and Eve: two of each count.
    # X has four, of whom Ann and Dee are the best two, and Y has Eve and Fay.
    assert teams("XXXXYY") == [(1, "X", F(2)), (2, "Y", F(1, 2))]
    assert teams("XXXYYY") == [(1, "X", F(3, 2)), (1, "Y", F(3, 2))]


def test_teams_that_are_level_go_by_their_best_member() -> None:
    # X: Ann 1 and Fay 0; Y: Ben and Eve 1/2 each; Z: Cal 0 and Dee 1. Ann and Dee share the first place.
    assert teams("XYZZYX") == [(1, "X", F(1)), (1, "Z", F(1)), (3, "Y", F(1))]


def test_without_teams_there_are_none() -> None:
    assert teams("XXXYYY", settled()) == []
