"""People who come and go at a table: what is written down, and what it gives, clause by clause of scoring chapter 4."""

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import pytest

from referee.cli.shared.hints import format_hints
from referee.club.calendar import sessions
from referee.club.disputes import deciding, opening
from referee.club.disputes.remedies import Remedy
from referee.club.file.audit import audit
from referee.club.folder import Club
from referee.club.match import ending, matches, recording, starting
from referee.club.match.log import read_log
from referee.club.match.seat_conflicts import SeatedElsewhere
from referee.club.match.seat_transfers import join, leave, swap
from referee.club.match.voiding import reopen_match, void_match
from referee.club.people import forgetting, merging, roster
from referee.club.scoring_rules import CLAUSES, clause
from referee.club.standings.ranking import Result, ranking
from referee.club.standings.results import season_results
from referee.club.standings.standings import standings
from referee.club.text.faults import ClubFault, UndecidedMatch, UnknownName
from referee.competition.ties import TieStep
from referee.export.tables.season import season_export
from referee.games import rulebook
from referee.rules import read_record
from referee.store.plain_rows import Placing, select_rows
from tests.club.conftest import MONDAY, NAMES, tampering, whole_hand, write_down
from tests.club.folding import as_the_log_has_it

FOUR = NAMES[:4]
WHY = "the last bus goes at nine"


def hand(*players: str) -> list[str]:
    """A hand of Big Two that the players, clockwise from the first leader, end in this order."""
    names = dict(zip(FOUR, players, strict=True))
    return [re.sub("|".join(FOUR), lambda found: names[found[0]], line) for line in whole_hand()]


def play(club: Club, number: int, *lines: str) -> None:
    write_down(club, number, lines)


def table_of(club: Club, *players: str) -> int:
    return starting.start_table(club, "big-two", players).number


def ended(club: Club, number: int, *places: str) -> None:
    ending.record_result(club, number, places=[[name] for name in places])
    ending.finish(club, number)


def scores(club: Club) -> dict[str, Fraction]:
    """Everybody's score of the only session, by name."""
    return {row.name: row.score for row in standings(club).rows}


def tallies(club: Club) -> dict[str, tuple[int, int, int]]:
    """Everybody's matches, wins and second places."""
    return {row.name: (row.matches, row.wins, row.seconds) for row in standings(club).rows}


def two_hands(club: Club) -> int:
    """A table at which Ann, Ben, Cal and Dee have ended two hands in this order."""
    number = table_of(club, *FOUR)
    play(club, number, *hand(*FOUR), *hand(*FOUR))
    return number


@pytest.fixture
def sound(club: Club) -> Any:
    """The club, in which nothing may be found to be other than it was written down when the test is over."""
    yield club
    assert audit(club).differences == ()


# -- 4.1 Before the first hand ---------------------------------------------------------------------------------


def test_4_1_who_left_before_the_first_hand_has_nothing_and_who_joined_has_all_of_it(sound: Club) -> None:
    number = table_of(sound, *FOUR)
    leave(sound, number, "Cal", reason=WHY)
    done = join(sound, number, "Eve", reason="came late", seat=1)
    assert done.clause == "4.1"
    assert done.match.names == ("Eve", "Ann", "Ben", "Dee")
    ended(sound, number, "Eve", "Dee", "Ann", "Ben")
    assert scores(sound) == {"Eve": 1, "Dee": Fraction(2, 3), "Ann": Fraction(1, 3), "Ben": 0}


def test_4_1_two_swap_seats_and_play_in_that_order(sound: Club) -> None:
    number = table_of(sound, *FOUR)
    assert swap(sound, number, "Ann", "Cal", reason="the light").match.names == ("Cal", "Ben", "Ann", "Dee")
    play(sound, number, "deal by Dee", "Cal plays 3D")
    assert matches.show(sound, number).turn == "Ben"


def test_4_1_each_change_is_a_line_with_its_reason_and_who_wrote_it_and_can_be_taken_back(sound: Club) -> None:
    number = table_of(sound, *FOUR)
    leave(sound, number, "Cal", reason="Cal went home with Dee")
    join(sound, number, "Eve", reason="came late", seat=2)
    swap(sound, number, "Eve", "Dee", reason="the light")
    second_match = matches.show(sound, number)
    assert [line.text for line in second_match.log] == [
        "Cal leaves seat 3: Cal went home with Dee",
        "Eve joins at seat 2: came late",
        "Eve and Dee swap seats: the light",
    ]
    assert {line.by for line in second_match.log} == {"Fay"}
    for names in (("Ann", "Eve", "Ben", "Dee"), ("Ann", "Ben", "Dee"), FOUR):
        recording.undo_line(sound, number, reason="after all not")
        assert matches.show(sound, number).names == names
    assert [line.decision for line in matches.show(sound, number).log] == ["taken back"] * 3
    assert matches.show(sound, number).log[0].text == "Cal leaves seat 3: Cal went home with Dee"


def test_4_1_a_stand_in_before_the_first_hand_simply_has_the_seat(sound: Club) -> None:
    number = table_of(sound, *FOUR)
    done = join(sound, number, "Eve", reason="Ben is called away", stand_in_for="Ben")
    assert done.match.names == ("Ann", "Eve", "Cal", "Dee")
    assert done.goes_on is None


def test_seats_change_only_to_what_the_game_can_be_played_with(sound: Club) -> None:
    number = table_of(sound, *FOUR)
    with pytest.raises(ClubFault, match="4"):
        join(sound, number, "Eve", reason="came late")
    leave(sound, number, "Dee", reason=WHY)
    with pytest.raises(ClubFault, match="3") as refused:
        leave(sound, number, "Cal", reason=WHY)
    assert "referee table void 1" in format_hints(*refused.value.hints)
    assert matches.show(sound, number).names == FOUR[:3]


def test_lines_that_came_after_seats_changed_stay_with_those_who_sat_there(sound: Club) -> None:
    number = table_of(sound, *FOUR)
    swap(sound, number, "Ann", "Ben", reason="the light")
    play(sound, number, "deal by Dee", "Ben plays 3D")
    with pytest.raises(ClubFault, match="would go to the wrong player"):
        recording.undo_line(sound, number, 1)
    assert matches.show(sound, number).log[2].text == "Ben plays 3D"


# -- 4.2 to 4.6 After it ---------------------------------------------------------------------------------------


def test_4_2_a_match_counts_as_it_stood_after_its_last_whole_hand_for_the_leaver_too(sound: Club) -> None:
    number = two_hands(sound)
    # Of the third hand only Dee is out, who would be first in it.
    third = hand("Dee", "Ann", "Ben", "Cal")
    play(sound, number, *third[: third.index("Dee plays 2D") + 1])
    done = leave(sound, number, "Dee", reason=WHY)
    assert done.clause == "4.2"
    assert done.match.places == (("Ann",), ("Ben",), ("Cal",), ("Dee",))
    assert done.match.finished_at is not None
    assert scores(sound) == {"Ann": 1, "Ben": Fraction(2, 3), "Cal": Fraction(1, 3), "Dee": 0}
    assert done.match.log[-1].text == f"Dee leaves seat 4, and the table continues: {WHY}"


def test_4_2_past_lines_keep_their_players_and_the_record_reads_again(sound: Club) -> None:
    number = two_hands(sound)
    play(sound, number, "deal by Dee", "Ann plays 3D")
    before = str(matches.record(sound, number))
    done = leave(sound, number, "Ann", reason=WHY)
    assert str(matches.record(sound, number)) == before
    assert done.match.names == FOUR
    assert done.goes_on
    play(sound, done.goes_on.number, "deal by Dee", "Ben plays 3D")
    for table in (number, done.goes_on.number):
        printed = str(matches.record(sound, table))
        reading = read_record(printed, rulebook)
        assert reading.faults == []
        assert str(reading.record) == printed


@pytest.mark.parametrize(
    ("change", "seated"),
    [
        (lambda club, table: leave(club, table, "Cal", reason=WHY), ("Ann", "Ben", "Dee")),
        (
            lambda club, table: join(club, table, "Eve", reason="came late", stand_in_for="Dee"),
            ("Ann", "Ben", "Cal", "Eve"),
        ),
        (lambda club, table: swap(club, table, "Ann", "Dee", reason="the light"), ("Dee", "Ben", "Cal", "Ann")),
    ],
)
def test_4_3_those_who_then_have_a_seat_go_on_in_a_match_that_begins_from_nothing(
    sound: Club, change: Callable[[Club, int], Any], seated: Sequence[str]
) -> None:
    number = two_hands(sound)
    goes_on = change(sound, number).goes_on
    assert (goes_on.names, goes_on.continues) == (seated, number)
    assert (goes_on.log, goes_on.places, goes_on.sheet.settlement) == ((), (), ())
    assert goes_on.options == matches.show(sound, number).options


def test_4_3_a_late_arrival_joins_a_table_that_has_begun_in_a_match_of_its_own(sound: Club) -> None:
    number = table_of(sound, *FOUR[:3])
    play(sound, number, "deal by Cal", "Ann plays 3D")
    done = join(sound, number, "Dee", reason="came late")
    assert done.goes_on is not None
    assert done.goes_on.names == FOUR


def test_4_3_too_few_to_play_do_not_go_on(sound: Club) -> None:
    number = table_of(sound, *FOUR[:3])
    play(sound, number, "deal by Cal", "Ann plays 3D")
    done = leave(sound, number, "Cal", reason=WHY)
    assert done.goes_on is None
    assert done.match.log[-1].text == f"Cal leaves seat 3, and the table ends: {WHY}"


def test_4_4_parts_of_a_table_count_together_weighed_by_their_hands(sound: Club) -> None:
    number = two_hands(sound)
    goes_on = join(sound, number, "Eve", reason="Dee is called away", stand_in_for="Dee").goes_on
    assert goes_on
    play(sound, goes_on.number, *hand("Eve", "Ann", "Ben", "Cal"))
    ending.finish(sound, goes_on.number)
    # Two hands in which Ann was first of four, Ben second, Cal third and Dee last; one with Eve before all of them.
    assert scores(sound) == {
        "Eve": 1,
        "Ann": Fraction(2 * 3 + 1 * 2, 3 * 3),
        "Ben": Fraction(2 * 2 + 1 * 1, 3 * 3),
        "Cal": Fraction(2 * 1 + 1 * 0, 3 * 3),
        "Dee": 0,
    }
    assert {name: matches for name, (matches, _, _) in tallies(sound).items()} == dict.fromkeys(NAMES, 1)


def test_4_4_beside_other_matches_a_parted_table_is_one_of_the_session(sound: Club) -> None:
    number = two_hands(sound)
    goes_on = leave(sound, number, "Dee", reason=WHY).goes_on
    assert goes_on
    ended(sound, goes_on.number, "Cal", "Ben", "Ann")  # no hand was written down, so that it weighs as one
    table_number = starting.start_table(sound, "commune", ["Eve", "Ann"]).number
    ended(sound, table_number, "Eve", "Ann")
    table = Fraction(2 * 1 + 1 * 0, 3)  # Ann: first of four for two hands, then last of three
    assert scores(sound) == {
        "Eve": 1,
        "Ann": (table + 0) / 2,
        "Ben": (2 * Fraction(2, 3) + Fraction(1, 2)) / 3,
        "Cal": (2 * Fraction(1, 3) + 1) / 3,
        "Dee": 0,
    }
    assert tallies(sound)["Ann"][0] == 2


def test_4_4_a_table_may_be_parted_more_than_once(sound: Club) -> None:
    number = two_hands(sound)
    second = join(sound, number, "Eve", reason="Dee is called away", stand_in_for="Dee").goes_on
    assert second
    play(sound, second.number, *hand("Eve", "Ann", "Ben", "Cal"))
    third = leave(sound, second.number, "Eve", reason=WHY).goes_on
    assert third
    ended(sound, third.number, "Cal", "Ann", "Ben")
    assert scores(sound)["Ann"] == (2 * 1 + 1 * Fraction(2, 3) + 1 * Fraction(1, 2)) / 4
    assert tallies(sound)["Ann"][0] == 1


def test_4_5_a_table_is_won_by_who_won_every_match_of_it_that_they_played(sound: Club) -> None:
    number = two_hands(sound)
    goes_on = leave(sound, number, "Ben", reason=WHY).goes_on
    assert goes_on
    ended(sound, goes_on.number, "Ann", "Dee", "Cal")
    # Ann won both; Ben was second in the only one that he played, and Dee in one of two.
    assert {name: rest for name, (_, *rest) in tallies(sound).items()} == {
        "Ann": [1, 0], "Ben": [0, 1], "Cal": [0, 0], "Dee": [0, 0],
    }  # fmt: skip


def test_4_5_of_two_who_are_level_the_hands_of_a_table_decide_who_came_before_the_other() -> None:
    def result(match: int, member: int, rank: float, players: int, table: int = 0, hands: int = 0) -> Result:
        return Result(match, min(match, 3), member, rank, players, 0, "commune", MONDAY, table, hands)

    ben, cal = 1, 2
    found = ranking(
        [
            # A table parted in two: Ben before Cal for two hands, Cal before Ben for one. So 2/3 and 1/3.
            Result(1, 1, ben, 1, 2, 0, "commune", MONDAY, 1, 2),
            Result(1, 1, cal, 2, 2, 0, "commune", MONDAY, 1, 2),
            Result(2, 1, ben, 2, 2, 0, "commune", MONDAY, 1, 1),
            Result(2, 1, cal, 1, 2, 0, "commune", MONDAY, 1, 1),
            # Then neither meets the other: Ben shares the third place of four, Cal the second. So 1/6 and 1/2.
            result(3, ben, 3.5, 4), result(3, 3, 3.5, 4), result(3, 4, 1, 4), result(3, 5, 2, 4),
            result(4, cal, 2.5, 4), result(4, 6, 2.5, 4), result(4, 7, 1, 4), result(4, 8, 4, 4),
        ],
        {ben: "Ben", cal: "Cal"}, best_k=20, min_sessions=1, lot_seed=1,
    )  # fmt: skip
    assert [(row.name, row.score) for row in found] == [("Ben", Fraction(5, 6)), ("Cal", Fraction(5, 6))]
    assert [tie.step for tie in found[0].ties] == [TieStep.DIRECT]


def test_4_6_a_match_that_ends_before_any_hand_is_over_counts_for_nobody(sound: Club) -> None:
    number = table_of(sound, *FOUR)
    play(sound, number, "deal by Dee", "Ann plays 3D")
    done = leave(sound, number, "Dee", reason=WHY)
    assert done.clause == "4.6"
    assert done.match.places == ()
    assert scores(sound) == {}
    assert done.goes_on
    ended(sound, done.goes_on.number, *FOUR[:3])
    assert scores(sound) == {"Ann": 1, "Ben": Fraction(1, 2), "Cal": 0}
    sessions.close_session(sound)  # nothing is left unfinished


def test_4_6_nor_does_it_where_chips_are_played_for_though_all_have_as_many(sound: Club) -> None:
    """Nobody has won anything yet: that is no match in which everybody shares the first place."""
    number = starting.start_table(sound, "texas-holdem", FOUR).number
    play(sound, number, "deal by Dee", "everyone antes 1", "flop 2H 3D KC", "Ann bets 5")
    done = leave(sound, number, "Dee", reason=WHY)
    assert done.clause == "4.6"
    assert scores(sound) == {}
    assert done.goes_on
    with pytest.raises(ClubFault, match="has no result yet"):
        ending.finish(sound, done.goes_on.number)
    play(sound, done.goes_on.number, "deal by Cal", "everyone antes 1", "flop 2H 3D KC")
    with pytest.raises(ClubFault, match="has no result yet"):
        ending.finish(sound, done.goes_on.number, undecided=True)
    assert scores(sound) == {}


def test_what_is_in_the_pot_when_a_match_is_finished_anyway_is_nobodys_loss(sound: Club) -> None:
    number = starting.start_table(sound, "texas-holdem", FOUR[:3]).number
    play(sound, number, "deal by Cal", "everyone antes 1", "flop 2H 3D KC", "Ann bets 1", "Ben folds", "Cal folds")
    play(sound, number, "deal by Ann", "everyone antes 1", "flop 2H 3D KC", "Ben bets 5")
    done = ending.finish(sound, number, undecided=True)
    assert done.chips == {"Ann": 2, "Ben": -1, "Cal": -1}
    assert done.places == (("Ann",), ("Ben", "Cal"))


@pytest.mark.parametrize("remedy", [Remedy.REPLAY, Remedy.VOID_HAND])
def test_4_4_a_dispute_about_the_hand_in_play_leaves_the_weight_of_a_match_as_it_was(
    sound: Club, remedy: Remedy
) -> None:
    """Who left has left, whatever is decided about a line: two whole hands weigh two, and the table has gone on."""
    number = two_hands(sound)
    play(sound, number, "deal by Dee", "Ann plays 3D")
    on = leave(sound, number, "Dee", reason=WHY).goes_on
    assert on
    ended(sound, on.number, "Cal", "Ben", "Ann")
    before = {"Ann": Fraction(2, 3), "Ben": Fraction(11, 18), "Cal": Fraction(5, 9), "Dee": Fraction(0)}
    assert scores(sound) == before
    line = matches.show(sound, number).log[-2].number
    deciding.decide(sound, opening.open_on_line(sound, number, line).number, remedy=remedy, reason=WHY)
    assert scores(sound) == before
    assert matches.show(sound, number).goes_on == on.number


def test_4_8_a_match_that_a_dispute_makes_void_counts_for_nobody_and_is_not_open_again(sound: Club) -> None:
    number = two_hands(sound)
    on = leave(sound, number, "Dee", reason=WHY).goes_on
    assert on
    ended(sound, on.number, "Cal", "Ben", "Ann")
    dispute = opening.open_on_line(sound, number, 2).number
    deciding.decide(sound, dispute, remedy=Remedy.VOID_MATCH, reason=WHY)
    assert scores(sound) == {"Cal": 1, "Ben": Fraction(1, 2), "Ann": 0}
    assert [roster.show(sound, name).matches for name in FOUR] == [1, 1, 1, 0]
    second_match = matches.show(sound, number)
    assert (second_match.goes_on, second_match.finished_at is None) == (on.number, False)


def test_a_line_of_a_whole_hand_that_waits_is_decided_on_first(sound: Club) -> None:
    number = table_of(sound, *FOUR)
    first = hand(*FOUR)
    play(sound, number, *first[:2], "Cal plays 4H", *first[2:])
    with pytest.raises(UndecidedMatch, match="Line 3"):
        leave(sound, number, "Dee", reason=WHY)
    recording.undo_line(sound, number, 3, reason="it was Ben's turn")
    play(sound, number, "deal by Dee", "Ben plays 3H")  # of the hand in play nothing has to be decided
    assert leave(sound, number, "Dee", reason=WHY).clause == "4.2"


# -- 4.7 Only the result ---------------------------------------------------------------------------------------


def hearts(club: Club, *players: str) -> int:
    return starting.start_table(club, "Hearts", players, result_only=True).number


def test_4_7_who_left_comes_after_those_who_stay_and_who_left_first_comes_last(sound: Club) -> None:
    number = hearts(sound, *FOUR)
    leave(sound, number, "Ann", reason=WHY)
    assert leave(sound, number, "Cal", reason=WHY).clause == "4.7"
    with pytest.raises(ClubFault, match="Leave out Ann: players who left are placed last"):
        ending.record_result(sound, number, places=[["Ann"], ["Dee"], ["Ben"]])
    ended(sound, number, "Dee", "Ben")
    assert matches.show(sound, number).places == (("Dee",), ("Ben",), ("Cal",), ("Ann",))
    assert scores(sound) == {"Dee": 1, "Ben": Fraction(2, 3), "Cal": Fraction(1, 3), "Ann": 0}


def test_4_7_who_joined_is_placed_like_any_other(sound: Club) -> None:
    number = hearts(sound, *FOUR)
    join(sound, number, "Eve", reason="came late")
    ended(sound, number, "Eve", *FOUR)
    assert scores(sound)["Eve"] == 1
    assert scores(sound)["Ann"] == Fraction(3, 4)


def test_4_7_chips_that_are_written_down_decide_all_the_same(sound: Club) -> None:
    number = hearts(sound, *FOUR[:3])
    leave(sound, number, "Ann", reason=WHY)
    ending.record_result(sound, number, chips={"Ann": 5, "Ben": -1, "Cal": -4})
    ending.finish(sound, number)
    assert matches.show(sound, number).places == (("Ann",), ("Ben",), ("Cal",))


def test_4_7_holds_where_hands_were_played_that_nobody_wrote_down(sound: Club) -> None:
    number = table_of(sound, *FOUR)
    leave(sound, number, "Ann", reason=WHY, has_begun=True)
    ended(sound, number, "Dee", "Cal", "Ben")
    assert matches.show(sound, number).places[-1] == ("Ann",)


def test_4_7_hands_that_are_written_down_only_later_do_not_bring_back_who_left(sound: Club) -> None:
    number = starting.start_table(sound, "texas-holdem", FOUR[:3]).number
    leave(sound, number, "Ann", reason=WHY, has_begun=True)
    play(sound, number, "deal by Cal", "everyone antes 1", "flop 2H 3D KC", "Ann bets 1", "Ben calls", "Cal folds")
    play(sound, number, "turn 9S", "Ann checks", "Ben folds")
    ending.finish(sound, number)
    assert matches.show(sound, number).places == (("Cal",), ("Ben",), ("Ann",))


def test_4_7_a_leaving_that_is_taken_back_lets_the_result_name_everybody(sound: Club) -> None:
    number = hearts(sound, *FOUR[:3])
    leave(sound, number, "Ann", reason=WHY)
    recording.undo_line(sound, number)
    ended(sound, number, "Ann", "Ben", "Cal")
    assert scores(sound) == {"Ann": 1, "Ben": Fraction(1, 2), "Cal": 0}


@pytest.mark.parametrize("first", ["leaves", "joins", "swaps", "stands in"])
def test_4_7_who_left_is_not_another_when_seats_that_changed_before_are_taken_back(sound: Club, first: str) -> None:
    number = hearts(sound, *FOUR)
    match first:
        case "leaves":
            leave(sound, number, "Ann", reason=WHY, has_begun=False)
        case "joins":
            join(sound, number, "Eve", reason=WHY, seat=1, has_begun=False)
        case "swaps":
            swap(sound, number, "Ann", "Cal", reason=WHY)
        case _:
            join(sound, number, "Eve", reason=WHY, stand_in_for="Ann", has_begun=False)
    text = "Eve" if first in ("joins", "stands in") else "Cal"
    leave(sound, number, text, reason=WHY)
    with pytest.raises(ClubFault, match=r"Somebody left table 1 after that, on line 2\. Undo that first"):
        recording.undo_line(sound, number, 1)
    stay = [name for name in matches.show(sound, number).names if name != text]
    ended(sound, number, *stay)
    assert matches.show(sound, number).places[-1] == (text,)


def test_before_such_a_match_has_begun_seats_simply_change(sound: Club) -> None:
    number = hearts(sound, *FOUR)
    assert leave(sound, number, "Ann", reason=WHY, has_begun=False).match.names == ("Ben", "Cal", "Dee")
    assert join(sound, number, "Eve", reason=WHY, stand_in_for="Ben", has_begun=False).match.names[0] == "Eve"


# -- 4.8 Void ------------------------------------------------------------------------------------------------


def test_4_8_a_void_match_counts_for_nobody_and_stays_to_be_seen(sound: Club) -> None:
    first, number = table_of(sound, *FOUR), table_of(sound, *FOUR)
    ended(sound, first, *FOUR)
    ended(sound, number, *reversed(FOUR))
    done = void_match(sound, number, reason="the wrong players were seated")
    assert (done.clause, done.match.void, done.match.places) == ("4.8", True, ())
    assert scores(sound) == {"Ann": 1, "Ben": Fraction(2, 3), "Cal": Fraction(1, 3), "Dee": 0}
    assert matches.show(sound, number).log[-1].text == "the finished table is void: the wrong players were seated"
    assert [row.status for row in season_export(sound).tables.matches] == ["finished", "void"]
    with pytest.raises(ClubFault, match="void"):
        ending.record_result(sound, number, places=[[name] for name in FOUR])
    with pytest.raises(ClubFault, match="void"):
        ending.finish(sound, number)
    assert [roster.show(sound, name).matches for name in FOUR] == [1] * 4
    recording.undo_line(sound, number, reason="they were the right ones")
    assert [roster.show(sound, name).matches for name in FOUR] == [2] * 4
    assert scores(sound) == dict.fromkeys(FOUR, Fraction(1, 2))


def test_a_table_that_was_void_while_it_was_played_is_played_on_when_that_is_taken_back(sound: Club) -> None:
    number = table_of(sound, *FOUR)
    play(sound, number, "deal by Dee")
    assert roster.show(sound, "Ann").matches == 1  # while it is played it is theirs
    void_match(sound, number, reason="the wrong table")
    assert roster.show(sound, "Ann").matches == 0
    assert matches.show(sound, number).finished_at is not None
    with pytest.raises(ClubFault, match="is void") as refused:
        recording.log_line(sound, number, "Ann plays 3D")
    assert f"referee undo {number}" in format_hints(*refused.value.hints)
    recording.undo_line(sound, number)
    assert recording.log_line(sound, number, "Ann plays 3D").counts


def test_somebody_leaves_after_a_result_that_was_taken_back(sound: Club) -> None:
    number = two_hands(sound)
    ending.record_result(sound, number, places=[["Ann"], ["Ben"], ["Cal"], ["Dee"]])
    recording.undo_line(sound, number, reason="they play on")
    goes_on = leave(sound, number, "Dee", reason=WHY).goes_on
    assert goes_on
    assert list(goes_on.names) == ["Ann", "Ben", "Cal"]


def test_a_result_taken_back_at_a_table_without_lines_is_not_said_to_count(sound: Club) -> None:
    number = table_of(sound, *FOUR)
    ending.record_result(sound, number, places=[["Ann"], ["Ben"], ["Cal"], ["Dee"]])
    recording.undo_line(sound, number)
    with pytest.raises(ClubFault, match="The undone result on line 1") as refused:
        leave(sound, number, "Dee", reason=WHY)
    assert f"referee table void {number}" in format_hints(*refused.value.hints)


# -- Taken back, and opened again --------------------------------------------------------------------------------


def test_a_leaving_that_is_taken_back_lets_the_match_go_on_and_voids_the_other(sound: Club) -> None:
    number = two_hands(sound)
    goes_on = leave(sound, number, "Dee", reason=WHY).goes_on
    assert goes_on
    recording.undo_line(sound, number, reason="the bus did not come")
    second_match = matches.show(sound, number)
    assert (second_match.finished_at, second_match.goes_on) == (None, None)
    assert matches.show(sound, goes_on.number).void
    with pytest.raises(ClubFault, match="which is in play again"):
        recording.undo_line(sound, goes_on.number)
    play(sound, number, "deal by Dee", "Dee plays 3D")
    assert scores(sound) == {}


def test_a_leaving_is_not_taken_back_over_what_was_played_since(sound: Club) -> None:
    number = two_hands(sound)
    goes_on = leave(sound, number, "Dee", reason=WHY).goes_on
    assert goes_on
    play(sound, goes_on.number, "deal by Cal", "Ann plays 3D")
    with pytest.raises(ClubFault, match="2 lines that count") as refused:
        recording.undo_line(sound, number)
    assert f"referee table void {goes_on.number}" in format_hints(*refused.value.hints)
    void_match(sound, goes_on.number, reason="Dee is back")
    recording.undo_line(sound, number)
    assert matches.show(sound, number).finished_at is None


def test_a_line_that_is_corrected_in_a_match_that_ended_so_leaves_it_ended(sound: Club) -> None:
    number = table_of(sound, *FOUR)
    play(sound, number, *hand(*FOUR))
    leave(sound, number, "Dee", reason=WHY)
    recording.undo_line(sound, number, len(hand(*FOUR)), reason="mistyped", mistake=True)  # Cal is not out then
    assert matches.show(sound, number).finished_at is not None
    assert scores(sound) == {}


def test_a_finished_match_is_opened_again_with_a_reason_and_counts_when_it_is_finished_anew(sound: Club) -> None:
    number = table_of(sound, *FOUR)
    play(sound, number, *hand(*FOUR))
    ending.finish(sound, number)
    done = reopen_match(sound, number, reason="there was one more hand")
    assert done.line.text == "the table is open again: there was one more hand"
    assert done.line.by == "Fay"
    assert scores(sound) == {}
    play(sound, number, "deal by Dee")
    ended(sound, number, *reversed(FOUR))
    assert scores(sound) == {"Dee": 1, "Cal": Fraction(2, 3), "Ben": Fraction(1, 3), "Ann": 0}


def test_what_is_not_finished_or_over_is_not_opened_again(sound: Club) -> None:
    number = table_of(sound, *FOUR)
    with pytest.raises(ClubFault, match="not finished"):
        reopen_match(sound, number, reason="why not")
    void_match(sound, number, reason="the wrong table")
    with pytest.raises(ClubFault, match="void") as refused:
        reopen_match(sound, number, reason="why not")
    assert "referee undo 1 1" in format_hints(*refused.value.hints)


def test_in_a_closed_session_nothing_comes_or_goes_until_it_is_open_again(sound: Club) -> None:
    number = table_of(sound, *FOUR)
    ended(sound, number, *FOUR)
    sessions.close_session(sound)
    with pytest.raises(ClubFault, match="closed") as refused:
        reopen_match(sound, number, reason="one more hand")
    assert "referee open 2026-11-16 --reason" in format_hints(*refused.value.hints)
    sessions.open_session(sound, "2026-11-16", reason="one more hand")
    reopen_match(sound, number, reason="one more hand")


@pytest.mark.parametrize(
    "change",
    [
        lambda club: reopen_match(club, 1, reason=""),
        lambda club: leave(club, 1, "Ann", reason="a\x1b[2Jb"),
        lambda club: leave(club, 1, "Eve", reason=WHY),
        lambda club: leave(club, 1, "Nobody", reason=WHY),
        lambda club: join(club, 1, "Ann", reason=WHY),
        lambda club: join(club, 1, "Nobody", reason=WHY),
        lambda club: join(club, 1, "Eve", reason=WHY, seat=9),
        lambda club: swap(club, 1, "Ann", "An", reason=WHY),
        lambda club: leave(club, 9, "Ann", reason=WHY),
        lambda club: leave(club, 1, "Ann", reason=WHY, has_begun=False),
    ],
)
def test_the_words_are_judged_before_anything_is_written(club: Club, change: Callable[[Club], Any]) -> None:
    number = table_of(club, *FOUR[:3])
    play(club, number, "deal by Cal")
    before, head = matches.show(club, number), club.head
    with pytest.raises(ClubFault):
        change(club)
    assert matches.show(club, number).token == before.token
    assert club.head == head


# -- What notices it -------------------------------------------------------------------------------------------


def test_kept_standings_notice_everything_that_happens_to_a_table(sound: Club) -> None:
    first, number = table_of(sound, *FOUR), two_hands(sound)
    ended(sound, first, *FOUR)
    known = season_results(sound)
    seen = matches.matches(sound)

    def notices(before: Any, tables: Any) -> tuple[Any, Any]:
        now, fresh = season_results(sound, before=before), season_results(sound)
        assert now.by_match == {match: found for match, found in fresh.by_match.items() if found} | {
            match: () for match, found in now.by_match.items() if not found
        }
        again, views = matches.matches(sound, known_views=tables), matches.matches(sound)
        assert [(match.names, match.places, match.void, match.goes_on) for match in again] == [
            (match.names, match.places, match.void, match.goes_on) for match in views
        ]
        return now, again

    steps: list[Callable[[], Any]] = [
        lambda: leave(sound, number, "Dee", reason=WHY),
        lambda: swap(sound, 3, "Ann", "Ben", reason=WHY),
        lambda: ended(sound, 3, "Cal", "Ben", "Ann"),
        lambda: void_match(sound, 3, reason=WHY),
        lambda: recording.undo_line(sound, 3),
        lambda: reopen_match(sound, 3, reason=WHY),
        lambda: ending.finish(sound, 3),
        lambda: void_match(sound, 3, reason=WHY),
        lambda: recording.undo_line(sound, number),
        lambda: reopen_match(sound, first, reason=WHY),
        lambda: void_match(sound, first, reason=WHY),
    ]
    for step in steps:
        step()
        known, seen = notices(known, seen)
    assert all(not found for found in known.by_match.values())


def test_a_changed_reason_or_a_removed_leaving_is_found_by_the_audit(club: Club) -> None:
    number = two_hands(club)
    leave(club, number, "Dee", reason=WHY)
    assert audit(club).differences == ()
    with tampering(club) as raw:
        raw.do(
            "UPDATE private SET text = 'was sent away' "
            "WHERE part = 'reason' AND n IN (SELECT n FROM event WHERE kind = 'left the table')"
        )
    assert any("match m1, line" in str(difference) for difference in audit(club).differences)


def test_which_match_a_match_goes_on_from_is_looked_at_again(club: Club) -> None:
    goes_on = leave(club, two_hands(club), "Dee", reason=WHY).goes_on
    assert goes_on
    with tampering(club) as raw:
        raw.do('UPDATE "match" SET continues = NULL')
    assert any(difference.table == goes_on.number for difference in audit(club).differences)
    as_the_log_has_it(club)


def test_how_many_hands_a_part_had_is_looked_at_again(club: Club) -> None:
    leave(club, two_hands(club), "Dee", reason=WHY)
    with club.reading() as tx:
        assert {placing.hands for placing in select_rows(tx, Placing)} == {2}
    with tampering(club) as raw:
        raw.do('UPDATE "placing" SET hands = 9')
    assert any("9 hands" in str(difference) for difference in audit(club).differences)
    as_the_log_has_it(club)


def test_whoever_is_forgotten_is_named_nowhere_in_what_was_written(sound: Club) -> None:
    roster.rename(sound, "Cal", "Calpurnia Quux")
    number = table_of(sound, "Ann", "Ben", "Calpurnia Quux", "Dee")
    leave(sound, number, "Calpurnia", reason="Calpurnia Quux went home")
    forgetting.forget(sound, "Calpurnia Quux")
    with sound.reading() as tx:
        rows = [(entry.text, entry.reason) for entry in read_log(tx, number).entries]
    assert "Quux" not in str(rows)
    assert matches.show(sound, number).log[0].text.startswith("Member 3 leaves seat 3: Member 3 went home")


def test_whoever_was_merged_since_comes_back_as_the_person_they_are(sound: Club) -> None:
    roster.add(sound, "Calli")
    number = table_of(sound, "Ann", "Ben", "Calli", "Dee")
    leave(sound, number, "Calli", reason=WHY)
    merging.merge(sound, "Cal", "Calli")
    recording.undo_line(sound, number)
    with sound.reading() as tx:
        members = [seat.member_id for seat in read_log(tx, number).seats]
    assert members[2] == next(member.id for member in roster.members(sound) if member.name == "Cal")


def test_an_export_has_what_it_takes_to_check_a_parted_table_by_hand(sound: Club) -> None:
    goes_on = leave(sound, two_hands(sound), "Dee", reason=WHY).goes_on
    assert goes_on
    ended(sound, goes_on.number, *FOUR[:3])
    tables = season_export(sound).tables
    assert [(match.match, match.continues) for match in tables.matches] == [(1, None), (2, 1)]
    assert [(result.match, result.hands) for result in tables.results] == [(1, 2)] * 4 + [(2, 0)] * 3


# -- At two tables -----------------------------------------------------------------------------------------------


def test_who_sits_at_an_unfinished_table_is_not_seated_at_another_unless_they_may(sound: Club) -> None:
    number = table_of(sound, *FOUR)
    with pytest.raises(SeatedElsewhere, match=f"Ann sits at table {number}, which is not finished"):
        starting.start_table(sound, "commune", ["Eve", "Ann"], may_sit_twice=False)
    with pytest.raises(SeatedElsewhere, match=f"^Ann, Ben and Cal sit at table {number}, which is not finished"):
        starting.start_table(sound, "commune", ["Eve", "Ann", "Ben", "Cal"], may_sit_twice=False)
    table_number = starting.start_table(sound, "commune", ["Eve", "Ann"]).number
    assert table_number == number + 1  # nothing was left of what was refused
    with pytest.raises(SeatedElsewhere, match=f"Ben sits at table {number}"):
        join(sound, table_number, "Ben", reason="came late", may_sit_twice=False)
    assert matches.show(sound, table_number).names == ("Eve", "Ann")
    leave(sound, number, "Ben", reason=WHY, has_begun=True)
    assert join(sound, table_number, "Ben", reason="came late", may_sit_twice=False).match.names == (
        "Eve",
        "Ann",
        "Ben",
    )
    void_match(sound, table_number, reason="the wrong table")
    ended(sound, number, "Ann", "Cal", "Dee")
    starting.start_table(sound, "commune", ["Eve", "Ann"], may_sit_twice=False)


def test_what_cannot_be_is_refused_before_anybody_is_asked(club: Club) -> None:
    table_of(club, *FOUR)
    with pytest.raises(UnknownName):
        starting.start_table(club, "commune", ["Ann", "Nobody"], may_sit_twice=False)


# -- The clauses -------------------------------------------------------------------------------------------------


def test_every_clause_of_the_chapter_is_tested_by_its_number() -> None:
    tested = {name.split("_")[2] for name in globals() if name.startswith("test_4_")}
    assert {book_clause.id.split(".")[1] for book_clause in CLAUSES if book_clause.chapter == "4"} == tested
    assert "void" in clause("4.8").text.lower()
