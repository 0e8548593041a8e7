"""The bracket: everybody in a box of each round they are in, and lines that join the right boxes and no others."""

from dataclasses import replace
from itertools import combinations, islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.competition.draws.knock_out_plan import schedule
from referee.competition.field import Sizes
from referee.tournaments.bracket_ahead import ahead
from referee.tournaments.bracket_layout import Bracket, bracket
from referee.tournaments.state.view import TournamentView
from tests.tournaments import example_views as examples


def one_knock_out(players: int, go_on: int, seed: int, lucky: bool) -> TournamentView:
    return examples.knock_out(players, go_on, seed, lucky=lucky)


knock_outs = st.builds(
    one_knock_out, st.integers(5, 23), st.integers(1, 2), st.integers(0, 10_000), st.booleans()
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(knock_outs)
def test_every_table_is_a_box_and_each_who_plays_on_has_a_line_to_their_next_table(view: TournamentView) -> None:
    found = bracket(view)
    tables = [(at, set(table.entries)) for at, each in enumerate(view.rounds) for table in each.tables]
    assert [(box.column, set(box.entries)) for box in found.boxes if box.table] == unordered(found, tables)
    led = {(way.column, entry): found.boxes[way.to_box] for way in found.ways for entry in way.entries}
    for at, box in ((at, box) for at, box in enumerate(found.boxes) if box.column + 1 < len(found.titles)):
        for entry in box.entries:
            nexts = [each for each in found.boxes if each.column == box.column + 1 and entry in each.entries]
            assert [led[box.column, entry]] == nexts if nexts else (box.column, entry) not in led, at


def unordered(found: Bracket, tables: list[tuple[int, set[int]]]) -> list[tuple[int, set[int]]]:
    """Return the tables in the order of the boxes, which is free within a column, each of them once."""
    left = list(tables)
    ordered = []
    for box in (box for box in found.boxes if box.table):
        each = next(each for each in left if each == (box.column, set(box.entries)))
        left.remove(each)
        ordered.append(each)
    assert not left
    return ordered


@settings(max_examples=60, deadline=None)
@given(knock_outs)
def test_no_box_lies_on_another_and_no_line_on_another(view: TournamentView) -> None:
    found = bracket(view)
    for one, other in combinations(found.boxes, 2):
        if one.column == other.column:
            assert one.end < other.top or other.end < one.top
    for one_way, other_way in combinations(found.ways, 2):
        if one_way.column != other_way.column:
            continue
        rows, others = set(range(one_way.first, one_way.last + 1)), set(range(other_way.first, other_way.last + 1))
        assert one_way.track != other_way.track or not rows & others
        # A line that comes and one that leads on never lie in the same row: which is whose could not be seen.
        assert one_way.to_row not in other_way.rows
        assert other_way.to_row not in one_way.rows
    for way in found.ways:
        assert way.to_row not in way.rows or len(way.rows) == 1
        assert way.to_row == found.boxes[way.to_box].top


def test_a_group_that_plays_twice_is_one_box_and_its_first_leads_to_the_final() -> None:
    found = bracket(examples.groups())
    assert found.titles == ("Groups", "Final")
    assert [box.title for box in found.boxes] == ["Group A", "Group B", "Group C", "Group D", "Final"]
    assert [set(box.entries) for box in found.boxes[:4]] == [set(range(at, at + 4)) for at in (1, 5, 9, 13)]
    assert [set(way.entries) for way in found.ways] == [{1, 5, 9, 13}]


def test_a_group_that_plays_at_two_tables_is_one_box_and_who_is_in_the_final_went_on_from_it() -> None:
    seats = ((1, 2, 3), (4, 5, 6), (7, 8, 9), (10, 11, 12))
    labels = ("Group A", "Group A", "Group B", "Group B")
    played = [
        examples.table(number, each, [(entry,) for entry in each], label=label)
        for number, (each, label) in enumerate(zip(seats, labels, strict=True), 1)
    ]
    final = examples.round_of(2, [examples.table(1, (4, 1, 7), [(4,), (1,), (7,)], (4,))], name="Final")
    first = examples.round_of(1, played, name="Groups, round 1")
    view = replace(examples.groups(), rounds=(first, final), standings=())
    found = bracket(view)
    assert [(box.title, set(box.entries)) for box in found.boxes] == [
        ("Group A", set(range(1, 7))),
        ("Group B", set(range(7, 13))),
        ("Table 1", {1, 4, 7}),
    ]
    assert [(set(way.entries), way.through) for way in found.ways] == [({1, 4, 7}, {1, 4, 7})]
    assert found.boxes[0].entries[:2] == (1, 4)
    assert not any(slot.through for slot in found.boxes[2].slots)


def test_who_has_a_bye_and_who_is_through_already_wait_in_a_box() -> None:
    view = examples.waiting()
    found = bracket(view)
    waits = {box.title: set(box.entries) for box in found.boxes if not box.table}
    assert waits == {"Bye": {9}, "Through already": {1, 2}}


def test_nobody_goes_on_from_the_end_of_a_tournament_that_is_over() -> None:
    view = examples.knock_out()
    last = len(bracket(view).titles) - 1
    assert not [slot for box in bracket(view).boxes if box.column == last for slot in box.slots if slot.through]


@pytest.mark.parametrize("made", examples.ALL)
def test_any_tournament_can_be_laid_out(made: examples.Made) -> None:
    view = made()
    found = bracket(view)
    drawn = {
        entry for each in view.rounds for table in each.tables if table.status != "void" for entry in table.entries
    }
    assert {entry for box in found.boxes for entry in box.entries} >= drawn


@pytest.mark.parametrize("go_on", [1, 2])
@pytest.mark.parametrize("players", [9, 11, 12, 16, 23])
def test_rounds_to_come_have_a_column_each_and_say_who_comes_from_where(players: int, go_on: int) -> None:
    stages = schedule(players, Sizes(3, 4), go_on)
    left = iter(range(1, players + 1))
    seats = [tuple(islice(left, size)) for size in stages[0].sizes]
    won = [
        examples.table(number, each, [(entry,) for entry in each], each[:go_on]) for number, each in enumerate(seats, 1)
    ]
    undecided = [examples.table(number, each) for number, each in enumerate(seats, 1)]
    byes = tuple(left)
    for tables, known in ((undecided, False), (won, True)):
        whole = one_knock_out(players, go_on, 1, lucky=False)
        view = replace(whole, rounds=(examples.round_of(1, tables, byes),), status="under way", standings=())
        found = ahead(view)
        assert [len(each.comers) for each in found] == [stage.players for stage in stages[1:]]
        assert found[-1].name == "Final"
        comes = [*(entry for each in seats for entry in each[:go_on] if known), *byes]
        assert [each for each in found[0].comers if isinstance(each, int)] == comes
        said = [each for each in found[0].comers if isinstance(each, str)]
        assert sorted(said) == (
            []
            if known
            else sorted(
                f"{which} of table {number}" for number in range(1, len(seats) + 1) for which in ("1st", "2nd")[:go_on]
            )
        )
        drawn = bracket(view)
        assert drawn.titles[1:] == tuple(each.name for each in found)
        # Whoever is known to go on has a line to the round that they come into.
        assert {entry for way in drawn.ways for entry in way.entries} == set(comes)


def test_the_best_of_each_group_come_into_the_final() -> None:
    view = examples.groups()
    in_groups = replace(view, rounds=view.rounds[: view.settings.rounds], status="under way")
    (final,) = ahead(in_groups)
    assert final.comers == ("1st of Group A", "1st of Group B", "1st of Group C", "1st of Group D")


@pytest.mark.parametrize("made", examples.ALL)
def test_nothing_is_to_come_of_a_tournament_that_is_over(made: examples.Made) -> None:
    assert ahead(replace(made(), status="over")) == ()
