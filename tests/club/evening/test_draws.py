"""A draw is made from who is here, kept with all it was made from, changed only with a reason, and started at once."""

from collections.abc import Callable
from dataclasses import replace
from datetime import time
from pathlib import Path

import pytest

from referee.cli.shared.hints import format_hints
from referee.club.calendar import checkin, schedule, sessions
from referee.club.evening import board, draw_changes, draws, meetings, separations
from referee.club.evening.draws import DrawView
from referee.club.evening.offered_tables import NotSeated
from referee.club.file.audit import audit
from referee.club.folder import Club
from referee.club.match import ending, matches, recording, seat_transfers, starting
from referee.club.people import merging, roster
from referee.club.people.forgetting import forget, traces
from referee.club.text.faults import ClubFault, UnknownName
from referee.competition import draw_request
from referee.competition.entrants import DrawnRound, Sizes
from referee.competition.history import build_entrants
from referee.export.csv_files import write_csv
from referee.export.tables.season import season_export
from referee.store.plain_rows import Apart, Draw, Season, get_row, select_rows
from tests.club.conftest import MONDAY, NAMES, ON_A_SERVER, stored, whole_hand, write_down
from tests.club.folding import not_from_the_log

MORE = ("Fay", "Gus", "Hal", "Ida", "Joe", "Kit")


@pytest.fixture
def evening(club: Club) -> Club:
    """Seven are here: Ann, Ben, Cal, Dee and Eve, and Fay and Gus, who are guests."""
    checkin.check_in(club, NAMES)
    checkin.check_in(club, MORE[:2], guests=True)
    return club


def sizes(draw: DrawView) -> list[int]:
    return sorted((len(table.names) for table in draw.tables), reverse=True)


def seated(draw: DrawView) -> list[str]:
    return sorted(name for table in draw.tables for name in table.names)


def together(draw: DrawView, one: str, other: str) -> bool:
    return any({one, other} <= set(table.names) for table in draw.tables)


def next_monday(club: Club, weeks: int) -> None:
    """Close the session that is open, and open one some weeks after the first."""
    for number in [match.number for match in matches.matches(club)]:
        if not matches.show(club, number).finished_at:
            ending.record_result(club, number, places=[[name] for name in matches.show(club, number).names])
            ending.finish(club, number)
    sessions.close_session(club)
    day = MONDAY.replace(day=MONDAY.day + 7 * weeks)
    schedule.add(club, day, time(15, 45))
    sessions.open_session(club, str(day))


def test_seven_are_seated_at_a_four_and_a_three_and_nothing_is_started(evening: Club) -> None:
    draw = draws.draw(evening, ["big-two"])
    assert sizes(draw) == [4, 3]
    assert seated(draw) == sorted([*NAMES, *MORE[:2]])
    assert matches.matches(evening) == []
    assert not draw.taken


def test_eleven_are_seated_at_two_fours_and_a_three(evening: Club) -> None:
    checkin.check_in(evening, MORE[2:], guests=True)
    assert sizes(draws.draw(evening, ["big-two"])) == [4, 4, 3]


def test_two_for_a_game_of_three_is_said_plainly_with_what_would_help(club: Club) -> None:
    checkin.check_in(club, ["Ann", "Ben"])
    with pytest.raises(NotSeated) as fault:
        draws.draw(club, ["big-two"])
    assert str(fault.value) == "2 players cannot be seated: Chor Dai Di (Big Two) is for 3 or 4."
    assert "Check in 1 more" in format_hints(*fault.value.hints)
    assert "sits out" not in format_hints(*fault.value.hints)  # one alone cannot play either
    assert "referee seat draw --game big-two --game commune" in format_hints(*fault.value.hints)
    assert sizes(draws.draw(club, ["big-two", "commune"])) == [2]


def test_five_are_told_that_one_may_sit_out_and_then_it_can_be(club: Club) -> None:
    checkin.check_in(club, NAMES)
    with pytest.raises(NotSeated, match="5 players cannot be seated") as fault:
        draws.draw(club, ["big-two"])
    assert "Or leave one out: referee seat draw --without NAME" in format_hints(*fault.value.hints)
    draw = draws.draw(club, ["big-two"], excluded_names=["Eve"])
    assert seated(draw) == ["Ann", "Ben", "Cal", "Dee"]
    assert (draw.out, draw.late) == (("Eve",), ())
    roster.add(club, "Hal")
    checkin.check_in(club, ["Hal"])
    assert draws.show(club).late == ("Hal",)
    draw_changes.start_tables(club)
    with pytest.raises(NotSeated, match="2 players cannot be seated") as fault:
        draws.draw(club, ["big-two"])
    assert "add them to a table before its first hand: referee seat add NAME" in format_hints(*fault.value.hints)


def test_nobody_here_and_tables_that_do_not_fit_are_faults(evening: Club) -> None:
    with pytest.raises(NotSeated, match="Tables of 4 and 4 seat 8 players, but 7 need a seat"):
        draws.draw(evening, ["big-two"], tables=[4, 4])
    with pytest.raises(NotSeated, match="No game in the draw is for 5 players"):
        draws.draw(evening, ["big-two"], tables=[5, 2])
    with pytest.raises(NotSeated, match="7 players cannot be seated at 3 tables"):
        draws.draw(evening, ["big-two"], tables=3)
    assert sizes(draws.draw(evening, ["big-two"], tables=[3, 4])) == [4, 3]
    checkin.undo(evening, [*NAMES, *MORE[:2]])
    with pytest.raises(NotSeated, match="Everyone checked in is already at a table"):
        draws.draw(evening, ["big-two"])


def test_without_a_game_those_on_offer_last_are_meant(evening: Club) -> None:
    with pytest.raises(ClubFault, match="No game is named"):
        draws.draw(evening)
    draws.draw(evening, ["commune"])
    assert {table.game for table in draws.draw(evening).tables} == {"commune"}
    draws.draw(evening, ["big-two"])
    draw_changes.start_tables(evening)
    next_monday(evening, 1)
    checkin.check_in(evening, NAMES[:4])
    assert {table.game for table in draws.draw(evening).tables} == {"big-two"}


def test_taking_a_draw_starts_every_table_in_its_order_of_seat(evening: Club) -> None:
    draw = draws.draw(evening, ["big-two"])
    taken = draw_changes.start_tables(evening)
    assert taken.taken
    views = matches.matches(evening)
    assert [match.names for match in views] == [table.names for table in draw.tables]
    assert [match.number for match in views] == [table.match for table in taken.tables]
    with pytest.raises(ClubFault, match="have already started: tables 1 and 2"):
        draw_changes.start_tables(evening)


def test_a_draw_is_taken_wholly_or_not_at_all(evening: Club) -> None:
    draw = draws.draw(evening, ["big-two"])
    gone = draw.tables[-1].names[0]
    checkin.undo(evening, [gone])
    with pytest.raises(ClubFault, match=f"{gone} is no longer checked in"):
        draw_changes.start_tables(evening)
    assert matches.matches(evening) == []
    assert not draws.show(evening).taken


def test_who_plays_already_is_not_drawn(evening: Club) -> None:
    starting.start_table(evening, "big-two", ["Ann", "Ben", "Cal"])
    draw = draws.draw(evening, ["big-two"])
    assert seated(draw) == ["Dee", "Eve", "Fay", "Gus"]
    assert draw.playing == ("Ann", "Ben", "Cal")


def test_the_seed_that_is_kept_repeats_the_draw_whatever_was_played_or_who_is_who_since(evening: Club) -> None:
    draw = draws.draw(evening, ["big-two"])
    assert all(checked_draw.same for checked_draw in draws.check(evening))
    same = draws.draw(evening, ["big-two"], seed=draw.seed)
    assert [table.names for table in same.tables] == [table.names for table in draw.tables]
    draw_changes.swap(evening, draw.tables[0].names[0], draw.tables[1].names[0], reason="sits by the door")
    draw_changes.start_tables(evening)
    starting.start_table(evening, "commune", ["Ann", "Ben"])
    roster.add(evening, "Benjamin")
    merging.merge(evening, "Benjamin", "Ben")
    forget(evening, "Cal")
    assert all(checked_draw.same for checked_draw in draws.check(evening))


def test_a_draw_that_was_tampered_with_is_not_the_same_and_the_audit_names_it(evening: Club) -> None:
    draws.draw(evening, ["big-two"], seed=1)
    with evening.store.writing() as sql:
        [(was,)] = sql.rows("SELECT tables FROM draw")
        sql.do("UPDATE draw SET tables = '[[0, 1, 2, 3], [4, 5, 6]]', seed = 2")
    assert not draws.check(evening)[-1].same
    assert any("draw 1: the draw" in str(difference) for difference in audit(evening).differences)
    assert {row_mismatch.table for row_mismatch in not_from_the_log(evening)} == {"draw"}
    with evening.store.writing() as sql:
        sql.do("UPDATE draw SET tables = ?, seed = 1", was)


def test_every_draw_is_made_again_by_the_method_that_it_names(evening: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    draws.draw(evening, ["big-two"])
    with monkeypatch.context() as later:
        methods = {**draw_request.METHODS, "seating 9": lambda asked: DrawnRound((asked.field.players,))}
        later.setattr(draw_request, "METHODS", methods)
        later.setattr(
            draw_request, "CURRENT_METHODS", {**draw_request.CURRENT_METHODS, draw_request.EVENING: "seating 9"}
        )
        draws.draw(evening, ["big-two"])
        assert [(checked_draw.draw.method, checked_draw.same) for checked_draw in draws.check(evening)] == [
            ("seating 1", True),
            ("seating 9", True),
        ]
    first, second = draws.check(evening)
    assert first.same
    assert second.why == "this program does not know its method, seating 9"


def test_who_played_one_of_two_games_is_drawn_to_the_other_and_the_draw_can_be_made_again(evening: Club) -> None:
    starting.start_table(evening, "play-or-pay", NAMES[:3])
    starting.start_table(evening, "big-two", [*NAMES[3:], "Fay"])
    next_monday(evening, 1)
    checkin.check_in(evening, [*NAMES, "Fay"])
    for seed in range(10):
        draw = draws.draw(evening, ["big-two", "play-or-pay"], tables=[3, 3], seed=seed)
        [other] = [table for table in draw.tables if table.game == "big-two"]
        # Two change and one stays: if all changed the same would meet again, and if one did four would play the same.
        assert len({*other.names} & {*NAMES[:3]}) == 2
        assert all(checked_draw.same for checked_draw in draws.check(evening))
    with evening.reading() as tx:
        assert draws.latest_draw(tx).played


def test_who_met_is_not_drawn_together_again_where_that_can_be(evening: Club) -> None:
    starting.start_table(evening, "big-two", ["Ann", "Ben", "Fay"])  # Fay is a guest, who counts as much
    next_monday(evening, 1)
    checkin.check_in(evening, [*NAMES, "Fay"])
    for seed in range(10):
        draw = draws.draw(evening, ["play-or-pay"], tables=2, seed=seed)
        # Three who met cannot be parted at two tables, but no more than two of them need meet.
        assert sum(together(draw, *pair) for pair in (("Ann", "Ben"), ("Ann", "Fay"), ("Ben", "Fay"))) == 1
        assert draw.again == {2: 1}


def test_who_dealt_first_is_read_from_the_record_and_else_the_last_in_order_of_seat(evening: Club) -> None:
    starting.start_table(evening, "big-two", ["Ann", "Ben", "Cal"])
    table = starting.start_table(evening, "big-two", ["Dee", "Eve", "Fay"]).number
    recording.log_line(evening, table, "deal by Dee")
    with evening.reading() as tx:
        sat = build_entrants(meetings.season_seatings(tx, get_row(tx, Season, 1)), roster.names(tx), Sizes(2, 4)).sat
        number = {name: key for key, name in roster.names(tx).items()}
    assert {name for name, key in number.items() if sat.get((key, 0))} == {"Cal", "Dee"}
    assert sat[number["Ann"], 1] == sat[number["Eve"], 1] == 1  # they sit after whoever dealt


def test_meetings_of_another_season_do_not_count(evening: Club) -> None:
    starting.start_table(evening, "big-two", ["Ann", "Ben", "Cal"])
    with evening.reading() as tx:
        assert meetings.season_seatings(tx, replace(get_row(tx, Season, 1), id=2)) == []


@pytest.mark.parametrize("seed", range(5))
def test_a_pair_is_kept_apart_for_the_season_until_that_is_lifted(evening: Club, seed: int) -> None:
    separations.separate(evening.with_actor("Eve"), "Ann", "Ben", reason="asked by both")
    [kept] = separations.list_separations(evening)
    assert (kept.names, kept.reason, kept.by) == (("Ann", "Ben"), "asked by both", "Eve")
    assert not together(draws.draw(evening, ["big-two"], seed=seed), "Ann", "Ben")
    separations.cancel(evening, "ben", "ann", reason="they made it up")
    assert separations.list_separations(evening) == []
    drawn_together = [together(draws.draw(evening, ["big-two"], seed=each), "Ann", "Ben") for each in range(12)]
    assert any(drawn_together)


def test_those_kept_apart_tonight_are_so_in_this_draw_only(evening: Club) -> None:
    for seed in range(5):
        draw = draws.draw(evening, ["big-two"], apart_tonight=[["Ann", "Ben"], ["Cal", "Dee"]], seed=seed)
        assert not together(draw, "Ann", "Ben")
        assert not together(draw, "Cal", "Dee")
    assert separations.list_separations(evening) == []


def test_what_cannot_be_kept_apart_is_said_with_the_names_and_what_would_help(evening: Club) -> None:
    with pytest.raises(NotSeated) as fault:
        draws.draw(evening, ["big-two", "commune"], apart_tonight=[["Ann", "Ben", "Cal"], ["Dee", "Eve"]], tables=2)
    assert "Ann and Ben; Ann and Cal; Ben and Cal cannot all be kept apart at 2 tables" in str(fault.value)
    assert "Dee" not in str(fault.value)
    assert "--tables 3" in format_hints(*fault.value.hints)
    assert sizes(draws.draw(evening, ["commune"], apart_tonight=[["Ann", "Ben", "Cal"]], tables=3)) == [3, 2, 2]


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (lambda club: separations.separate(club, "Ann", "Ann", reason="x"), "Name two players"),
        (lambda club: separations.separate(club, "Ann", "Ben", reason=" "), "needs a reason"),
        (lambda club: separations.cancel(club, "Ann", "Ben", reason="x"), "are not kept apart"),
        (lambda club: [separations.separate(club, "Ann", "Ben", reason="x") for _ in "12"], "are already kept apart"),
        (lambda club: separations.separate(club, "Ann", "Zoe", reason="x"), "No member is called"),
    ],
)
def test_a_pair_that_cannot_be_is_refused(evening: Club, said: Callable[[Club], object], why: str) -> None:
    with pytest.raises(ClubFault, match=why):
        said(evening)


def test_who_is_kept_apart_is_in_no_export_and_not_on_the_board(evening: Club, tmp_path: Path) -> None:
    separations.separate(evening.with_actor("Eve"), "Ann", "Ben", reason="quarrelled badly")
    draws.draw(evening, ["big-two"])
    draw_changes.start_tables(evening)
    folder = tmp_path / "site"
    write_csv(season_export(evening, full_names=True).tables, folder)
    change = "\n".join(path.read_text(encoding="utf-8-sig") for path in folder.iterdir())
    assert "apart" not in change
    assert "quarrelled" not in change
    assert "quarrelled" not in repr(board.board_view(evening))


def test_a_swap_and_a_move_need_a_reason_and_are_logged_with_who_did_it(evening: Club) -> None:
    draw = draws.draw(evening, ["commune"], tables=[4, 3])
    one, other = draw.tables[0].names[0], draw.tables[1].names[0]
    with pytest.raises(ClubFault, match="needs a reason"):
        draw_changes.swap(evening, one, other, reason="  ")
    done = draw_changes.swap(evening.with_actor("Eve"), one, other, reason=f"{one} needs the light")
    assert done.tables[0].names == (other, *draw.tables[0].names[1:])
    assert done.tables[1].names == (one, *draw.tables[1].names[1:])
    [change] = done.changes
    assert (change.kind, change.names, change.reason, change.by) == (
        "swapped", (one, other), f"{one} needs the light", "Eve",
    )  # fmt: skip
    moved = draw_changes.move(evening, one, 1, reason="so that both tables have a teacher")
    assert one in moved.tables[0].names
    assert [len(table.names) for table in moved.tables] == [5, 2]
    assert [change.kind for change in draws.show(evening).changes] == ["swapped", "moved"]
    assert seated(moved) == seated(draw)


def test_a_change_that_a_game_does_not_allow_or_that_brings_a_pair_together_is_refused(evening: Club) -> None:
    separations.separate(evening, "Ann", "Ben", reason="asked by both")
    draw = draws.draw(evening, ["big-two"])
    four, three = draw.tables
    with pytest.raises(ClubFault, match="is for 3 to 4 players, not 5"):
        draw_changes.move(evening, three.names[0], 1, reason="x")
    at = four if "Ben" in four.names else three
    neighbour = next(name for name in at.names if name != "Ben" and name != "Ann")
    with pytest.raises(ClubFault, match="are kept apart, and would sit at one table"):
        draw_changes.swap(evening, "Ann", neighbour, reason="x")
    with pytest.raises(UnknownName):
        draw_changes.swap(evening, "Ann", "Zoe", reason="x")
    with pytest.raises(ClubFault, match="no table 3 in the draw"):
        draw_changes.move(evening, "Ann", 3, reason="x")
    assert draws.show(evening).changes == ()


def test_who_sits_out_changes_places_with_one_at_a_table_or_is_let_in(club: Club) -> None:
    checkin.check_in(club, NAMES)
    draw = draws.draw(club, ["commune"], excluded_names=["Eve"])
    sits = draw.tables[0].names[0]
    swapped = draw_changes.swap(club, "Eve", sits, reason="Eve has come after all")
    assert swapped.tables[0].names == ("Eve", *draw.tables[0].names[1:])
    assert swapped.out == (sits,)
    moved = draw_changes.move(club, sits, 1, reason="a chair was found")
    assert (seated(moved), moved.out) == (sorted(NAMES), ())
    checkin.undo(club, [sits])
    draw_changes.take_out(club, sits, reason="has gone home")
    with pytest.raises(UnknownName):  # who is not here any more is not let in
        draw_changes.move(club, sits, 1, reason="x")


def test_a_table_that_has_started_is_not_changed_by_hand(evening: Club) -> None:
    draw = draws.draw(evening, ["commune"], tables=[4, 3])
    draw_changes.start_tables(evening)
    one, other = draw.tables[0].names[0], draw.tables[1].names[0]
    with pytest.raises(ClubFault, match="Table 1 of the draw has started") as fault:
        draw_changes.swap(evening, one, other, reason="x")
    assert "seat" in format_hints(*fault.value.hints)


def test_a_seed_is_said_to_be_chosen_where_somebody_chose_it(evening: Club) -> None:
    assert draws.draw(evening, ["big-two"], seed=7).seed_said == "seed 7 (chosen)"
    left_to_chance = draws.draw(evening, ["big-two"])
    assert not left_to_chance.chosen
    assert left_to_chance.seed_said == f"seed {left_to_chance.seed}"
    assert [checked_draw.draw.chosen for checked_draw in draws.check(evening)] == [True, False]


def test_a_leaver_is_taken_out_with_a_reason_when_the_rest_can_play(evening: Club) -> None:
    draw = draws.draw(evening, ["big-two"])
    goes, stays = draw.tables[0].names[0], draw.tables[1].names[0]
    done = draw_changes.take_out(evening, goes, reason="feels ill")
    assert sizes(done) == [3, 3]
    with pytest.raises(ClubFault, match="not 2") as fault:
        draw_changes.take_out(evening, stays, reason="late bus")
    assert "referee seat draw" in format_hints(*fault.value.hints)
    assert goes not in [name for match in draw_changes.start_tables(evening).tables for name in match.names]


def test_who_comes_late_joins_the_smallest_table_and_is_noted_as_here(evening: Club) -> None:
    roster.add(evening, "Hal")
    draws.draw(evening, ["big-two"])
    done, table = draw_changes.add_late(evening, "Hal")
    assert table == 2
    assert "Hal" in done.tables[1].names
    assert sizes(done) == [4, 4]
    assert "Hal" in [member.name for member in sessions.show(evening).checked_in]
    roster.add(evening, "Ida")
    with pytest.raises(ClubFault, match="No table has room for Ida"):
        draw_changes.add_late(evening, "Ida")


def test_who_comes_when_tables_have_started_joins_the_smallest_before_its_first_hand(evening: Club) -> None:
    draw = draws.draw(evening, ["commune"], tables=[4, 3])
    small, large = draw_changes.start_tables(evening).tables[1].match, draws.show(evening).tables[0].match
    assert small
    assert large
    roster.add(evening, "Hal")
    recording.log_line(evening, small, f"deal by {draw.tables[1].names[0]}")
    _, table = draw_changes.add_late(evening, "Hal")
    assert table == large  # at the smaller one the first hand has been dealt
    assert set(matches.show(evening, large).names) == {*draw.tables[0].names, "Hal"}
    with pytest.raises(ClubFault, match="Hal is already playing at table"):
        draw_changes.add_late(evening, "Hal")
    recording.log_line(evening, large, "deal by Hal")
    roster.add(evening, "Ida")
    with pytest.raises(ClubFault, match="All tables have begun their first hand"):
        draw_changes.add_late(evening, "Ida")
    assert audit(evening).differences == ()


def test_who_is_kept_apart_from_somebody_there_joins_another_table(evening: Club) -> None:
    roster.add(evening, "Hal")
    draw = draws.draw(evening, ["commune"], tables=[4, 3])
    separations.separate(evening, "Hal", draw.tables[1].names[0], reason="asked by both")
    _, table = draw_changes.add_late(evening, "Hal")
    assert table == 1


def test_every_draw_is_kept_in_order(evening: Club) -> None:
    seeds = [draws.draw(evening, ["big-two"]).seed for _ in range(3)]
    assert [draw.seed for draw in draws.draws(evening)] == seeds
    swapped = draw_changes.swap(evening, *(table.names[0] for table in draws.show(evening).tables), reason="x")
    assert [[change.kind for change in draw.changes] for draw in draws.draws(evening)] == [[], [], ["swapped"]]
    assert draws.show(evening) == swapped
    assert audit(evening).differences == ()


def test_two_who_turn_out_to_be_one_are_one_in_draws_and_pairs(evening: Club) -> None:
    roster.add(evening, "Annie")
    separations.separate(evening, "Annie", "Ben", reason="asked by both")
    draws.draw(evening, ["big-two"])
    roster.add(evening, "Anna")
    merging.merge(evening, "Anna", "Ann")
    merging.merge(evening, "Anna", "Annie")
    assert "Anna" in seated(draws.show(evening))
    assert [pair.names for pair in separations.list_separations(evening)] == [("Anna", "Ben")]
    assert not together(draws.draw(evening, ["big-two"], seed=3), "Anna", "Ben")
    assert audit(evening).differences == ()


def test_a_name_that_is_forgotten_stands_in_no_draw_and_no_pair(evening: Club) -> None:
    roster.add(evening, "Zebedee Quill")
    checkin.check_in(evening, ["Zebedee Quill"])
    separations.separate(
        evening.with_actor("zebedee quill"), "Ann", "Zebedee Quill", reason="Zebedee Quill asked for it"
    )
    draw = draws.draw(evening.with_actor("Zebedee Quill"), ["big-two"])
    goes = next(name for name in draw.tables[0].names if name != "Zebedee Quill")
    draw_changes.take_out(evening.with_actor("zebedee quill"), goes, reason="Zebedee's bus goes early")
    assert traces(evening, "Zebedee Quill").kept == ()
    assert forget(evening, "Zebedee Quill").emptied is not ON_A_SERVER
    kept = stored(evening).casefold()
    assert "zebedee" not in kept
    assert "quill" not in kept
    with evening.reading() as tx:
        number = next(key for key, name in roster.names(tx).items() if name.startswith("Member "))
        assert [apart.other_id for apart in select_rows(tx, Apart, "ORDER BY id")] == [number]
        assert len(select_rows(tx, Draw)) == 1
        assert not tx.rows('SELECT id FROM "match"')


def test_a_table_that_goes_on_with_others_is_one_meeting_of_those_who_stay(evening: Club) -> None:
    """Ann, Ben and Cal play two matches of one table, of which Dee is at the first and Eve at the second."""
    number = starting.start_table(evening, "big-two", NAMES[:4]).number
    write_down(evening, number, whole_hand())
    seat_transfers.leave(evening, number, "Dee", reason="the bus")
    seat_transfers.join(evening, number + 1, "Eve", reason="has come")
    with evening.reading() as tx:
        met = build_entrants(meetings.season_seatings(tx, get_row(tx, Season, 1)), roster.names(tx), Sizes(2, 4)).met
        who = {member.name: member.id for member in roster.everyone(tx)}

    def times(one: str, other: str) -> int:
        return met[min(who[one], who[other]), max(who[one], who[other])]

    assert [times("Ann", each) for each in ("Ben", "Cal", "Dee", "Eve")] == [1, 1, 1, 1]
    assert times("Dee", "Eve") == 0
