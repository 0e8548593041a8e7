"""The bracket: everybody in a box of each round they are in, and lines that join the right boxes and no others."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.tournaments.bracket_layout import Bracket, bracket
from referee.tournaments.view import TournamentView
from tests.tournaments import example_views as examples


def one_knock_out(players: int, go_on: int, seed: int, repechage: bool) -> TournamentView:
    return examples.knock_out(players, go_on, seed, repechage=repechage)


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


def test_several_tables_of_one_label_are_told_apart() -> None:
    repechage = [box.title for box in bracket(one_knock_out(20, 2, 3, True)).boxes if box.title.startswith("Rep")]
    assert len(repechage) == len(set(repechage)) > 1


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
