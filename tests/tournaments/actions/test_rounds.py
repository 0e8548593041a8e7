"""Drawing rounds: when the next one can be, by which seed, again with a reason, and checked from what was kept."""

import pytest

from referee.club.corrections import corrections
from referee.club.evening import separations
from referee.club.folder import Club
from referee.club.match import recording, voiding
from referee.club.text.faults import ClubFault, NeedsReason
from referee.competition.entrants import Sizes
from referee.tournaments import overview
from referee.tournaments.actions import announcing, closing, entering, playing, rounds
from referee.tournaments.draws.history import entrants_after
from referee.tournaments.state.settings import Format, SettingsChange
from tests.tournaments.actions.scene import EIGHT, FOUR, at_tables, decide, drawn, named, started, swiss


def test_a_preview_is_what_is_drawn_and_keeps_nothing(club: Club) -> None:
    swiss(club, *EIGHT)
    view, preview = rounds.preview(club, None)
    assert view.status == "announced"
    assert (preview.number, preview.name, len(preview.tables)) == (1, "Round 1", 2)
    assert rounds.preview(club, None)[0].rounds == ()
    drawn_view = rounds.draw(club, None)
    assert drawn_view.status == "under way"
    assert [table.entries for table in drawn_view.rounds[0].tables] == [table.entries for table in preview.tables]


def test_everybody_sits_once_at_a_table_of_a_size_that_was_settled(club: Club) -> None:
    view = drawn(club, *EIGHT[:7], sizes=Sizes(3, 4))
    assert sorted(map(len, at_tables(view))) == [3, 4]
    assert set().union(*at_tables(view)) == set(EIGHT[:7])
    assert view.rounds[0].byes == ()


def test_a_seed_that_is_given_is_kept_and_must_fit(club: Club) -> None:
    swiss(club, *EIGHT)
    with pytest.raises(ClubFault, match="Invalid seed -1"):
        rounds.draw(club, None, seed=-1)
    assert rounds.draw(club, None, seed=0).rounds[0].seed == 0
    _, (checked,) = rounds.check(club, None)
    assert (checked.seed, checked.chosen, checked.same) == (0, True, True)


def test_the_next_round_waits_until_every_table_of_the_last_is_decided(club: Club) -> None:
    view = drawn(club)
    with pytest.raises(ClubFault, match=r"Round 1 is not finished: tables 1 and 2 have not started"):
        rounds.draw(club, None)
    playing.start_tables(club, None, [1])
    with pytest.raises(ClubFault, match=r"table 2 has not started"):
        rounds.draw(club, None)
    view = playing.start_tables(club, None)
    with pytest.raises(ClubFault, match=r"table 1 \(.*\) and table 2 \(.*\) are still being played"):
        rounds.draw(club, None)
    decide(club, view.rounds[0], view)
    assert len(rounds.draw(club, None).rounds) == 2


def test_in_the_second_round_who_did_as_well_meets_and_nobody_meets_the_same_three(club: Club) -> None:
    view = started(club)
    before = at_tables(view)
    decide(club, view.rounds[0], view)
    after = at_tables(rounds.draw(club, None))
    assert all(len(earlier_table & later_table) == 2 for earlier_table in before for later_table in after)


def test_no_round_is_drawn_beyond_those_that_were_settled(club: Club) -> None:
    view = started(club, rounds=1)
    decide(club, view.rounds[0], view)
    with pytest.raises(ClubFault, match="All rounds of Autumn Cup have been drawn"):
        rounds.draw(club, None)


def test_too_few_make_no_round(club: Club) -> None:
    swiss(club, "Ann", "Ben")
    with pytest.raises(ClubFault):
        rounds.draw(club, None)


def test_a_freeze_out_has_no_rounds_to_draw(club: Club) -> None:
    announcing.announce(club, "Cup", Format.FREEZE_OUT, SettingsChange("texas-holdem"), seed=1)
    entering.enter(club, None, EIGHT)
    with pytest.raises(ClubFault, match="seats of a freezeout are drawn at the start"):
        rounds.draw(club, None)


def test_a_round_is_drawn_again_with_a_reason_while_nothing_of_it_has_been_played(club: Club) -> None:
    swiss(club, *EIGHT)
    with pytest.raises(ClubFault, match="No round has been drawn yet"):
        rounds.redraw(club, None, reason="late")
    first = rounds.draw(club, None)
    with pytest.raises(NeedsReason):
        rounds.redraw(club, None, reason=" ")
    same = rounds.redraw(club, None, reason="as it was")
    assert at_tables(same) == at_tables(first)
    assert [round_view.seed for round_view in same.rounds] == [round_view.seed for round_view in first.rounds]
    assert rounds.redraw(club, None, reason="another", seed=99).rounds[0].seed == 99
    playing.start_tables(club, None, [1])
    with pytest.raises(ClubFault, match="so it cannot be drawn again"):
        rounds.redraw(club, None, reason="late")


def test_a_round_whose_tables_are_void_is_drawn_again(club: Club) -> None:
    view = started(club)
    for table in view.rounds[0].tables:
        assert table.match
        voiding.void_match(club, table.match, reason="the lights went out")
    redrawn_view = rounds.redraw(club, None, reason="the lights went out")
    assert {table.status for table in redrawn_view.rounds[0].tables} == {"drawn"}


def test_every_draw_that_was_kept_is_drawn_the_same_again(club: Club) -> None:
    view = started(club)
    decide(club, view.rounds[0], view)
    rounds.draw(club, None)
    rounds.redraw(club, None, reason="again", seed=3)
    _, checked = rounds.check(club, None)
    checks = [(checked_round.round, checked_round.chosen, checked_round.same) for checked_round in checked]
    assert checks == [(1, False, True), (2, False, True), (2, True, True)]


def test_who_is_kept_apart_does_not_sit_together_whatever_the_seed(club: Club) -> None:
    swiss(club, *EIGHT)
    separations.separate(club, "Ann", "Ben", reason="a quarrel")
    for seed in range(12):
        _, preview = rounds.preview(club, None, seed=seed)
        assert not any({1, 2} <= set(table.entries) for table in preview.tables)


def test_mates_sit_apart_where_that_can_be_and_else_as_many_as_can(club: Club) -> None:
    swiss(club, teams=True)
    for team, names in (("Reds", EIGHT[:2]), ("Blues", EIGHT[2:4]), ("Greens", EIGHT[4:6]), ("Whites", EIGHT[6:])):
        entering.enter(club, None, names, team=team)
    for seed in range(6):
        view, preview = rounds.preview(club, None, seed=seed)
        for table in preview.tables:
            assert len({view.entries[entry].team for entry in table.entries}) == 4
    assert preview.notes == ()


def test_a_result_that_is_corrected_after_the_next_draw_lets_that_stand_when_the_one_after_is_drawn(club: Club) -> None:
    view = started(club, rounds=3)
    decide(club, view.rounds[0], view)
    view = rounds.draw(club, None)
    first = view.rounds[0].tables[0]
    assert first.match
    reversed_entries = sorted(first.entries, reverse=True)
    corrections.result(club, first.match, places=[[name] for name in named(view, reversed_entries)], reason="misread")
    view = playing.start_tables(club, None)
    decide(club, view.rounds[1], view)
    view = rounds.draw(club, None)
    note = "A result or penalty changed after this round was drawn. The draw stands."
    assert [round_view.notes for round_view in view.rounds] == [(), (note,), ()]
    assert closing.describe_last_step(club, None) == "Round 3 was drawn"


def test_who_is_named_is_kept_apart_in_this_draw_only(club: Club) -> None:
    swiss(club, *EIGHT)
    for seed in range(5):
        _, preview = rounds.preview(club, None, seed=seed, apart_now=[["Ann", "Ben"], ["Cal", "Dee"]])
        tables = [set(table.entries) for table in preview.tables]
        assert not any({1, 2} <= table or {3, 4} <= table for table in tables)
    with pytest.raises(ClubFault, match="At 2 tables these cannot all be kept apart: Ann and Ben, Ann and Cal"):
        rounds.draw(club, None, apart_now=[["Ann", "Ben", "Cal"]])
    rounds.draw(club, None, apart_now=[["Ann", "Ben"]])
    _, (checked,) = rounds.check(club, None)
    assert checked.same


def test_who_dealt_first_is_read_from_the_record_of_the_round_before(club: Club) -> None:
    view = started(club)
    table = view.rounds[0].tables[0]
    assert table.match
    first = table.entries[1]
    recording.log_line(club, table.match, f"deal by {view.name_of(first)}")
    decide(club, view.rounds[0], view)
    drawn_view = rounds.draw(club, None)
    assert drawn_view.rounds[0].tables[0].dealer == first
    with club.reading() as tx:
        question = overview.read_tournament(tx, None).state.rounds[1].request
    first_dealers = {player for player, place in question.field.sat if place == 0}
    assert first in first_dealers
    assert table.entries[-1] not in first_dealers


def test_whoever_dealt_first_by_the_record_sat_there_in_a_tournament_as_on_an_evening(club: Club) -> None:
    view = started(club)
    table = view.rounds[0].tables[0]
    assert table.match
    first = table.entries[0]
    recording.log_line(club, table.match, f"deal by {view.name_of(first)}")
    seat_counts = entrants_after(overview.read_view(club).rounds, view.entries, FOUR, 0, ()).sat
    assert [entry for entry in table.entries if seat_counts.get((entry, 0))] == [first]
    # Nothing is written down of the other table, so the last in order of seat dealt.
    second_table_entries = view.rounds[0].tables[1].entries
    assert [entry for entry in second_table_entries if seat_counts.get((entry, 0))] == [second_table_entries[-1]]


def test_pairs_are_kept_apart_until_the_final_where_whoever_is_left_sits(club: Club) -> None:
    announcing.announce(club, "Winter Cup", Format.KNOCK_OUT, SettingsChange("big-two", FOUR, (("go_on", 2),)), seed=5)
    entering.enter(club, None, EIGHT[:4])
    separations.separate(club, "Ann", "Ben", reason="asked by both")
    view = rounds.draw(club, None)
    assert view.rounds[0].name == "Final"
    assert set(named(view, view.rounds[0].tables[0].entries)) == {*EIGHT[:4]}
