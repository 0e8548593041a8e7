"""The bracket as lists: every table of each round, and beside everybody who plays on their next table."""

from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.competition.draws.knock_out_plan import Side, plan_rounds
from referee.competition.entrants import Sizes
from referee.tournaments.bracket import BracketRound, BracketSlot, bracket, bracket_lines, rounds_ahead
from referee.tournaments.scores.standings import group_tables
from referee.tournaments.state.view import TournamentView
from tests.tournaments import example_views as examples


def one_knock_out(players: int, go_on: int, seed: int, lucky: bool) -> TournamentView:
    return examples.knock_out(players, go_on, seed, lucky=lucky)


def slots(bracket_round: BracketRound) -> list[BracketSlot]:
    return [slot for table in bracket_round.tables for slot in table.slots]


knock_outs = st.builds(
    one_knock_out, st.integers(5, 23), st.integers(1, 2), st.integers(0, 10_000), st.booleans()
)  # fmt: skip


@settings(max_examples=60)
@given(knock_outs)
def test_every_table_is_listed_and_beside_each_who_plays_on_stands_the_next_table(view: TournamentView) -> None:
    bracket_rounds = bracket(view)
    for index, (listed, round_view) in enumerate(zip(bracket_rounds, view.rounds, strict=True)):
        tables = [{slot.player for slot in table.slots} for table in listed.tables]
        assert tables == [{*table.entries} for table in round_view.tables] + (
            [{*round_view.byes}] if round_view.byes else []
        )
        for slot in slots(listed):
            later_rounds = list(view.rounds[index + 1 :])
            destinations = [
                (f"table {table.number}", each.name)
                for each in later_rounds
                for table in each.tables
                if slot.player in table.entries
            ]
            destinations += [("bye", each.name) for each in later_rounds if slot.player in each.byes]
            destinations.sort(key=lambda destination: [other.name for other in later_rounds].index(destination[1]))
            round_name = destinations[0][1] if destinations else ""
            expected = (
                (destinations[0][0], "the final" if round_name == "Final" else round_name.lower())
                if destinations
                else ("", "")
            )
            assert (slot.to, slot.round) == expected


def test_who_lost_and_plays_on_has_a_second_chance_and_is_not_said_to_go_on() -> None:
    """In round 1 of a knockout with lucky losers, some who did not go on have a table in round 2."""
    view = one_knock_out(20, 2, 3, True)
    slots_of_losers = [slot for slot in slots(bracket(view)[0]) if slot.to and not slot.through]
    assert slots_of_losers
    lines = [line for _, lines in bracket_lines(bracket(view), {n: entry.name for n, entry in view.entries.items()})
             for line in lines]  # fmt: skip
    assert sum(line.count("(plays on: table") for line in lines) == len(slots_of_losers)


@pytest.mark.parametrize(
    ("side", "says"), [(Side.THIRD_PLACE, "third place"), (Side.LOSERS, "losers' side"), (Side.WINNERS, "plays on")]
)
def test_whoever_loses_plays_on_at_the_side_of_the_table_where_they_sit_next(side: Side, says: str) -> None:
    """Four play in pairs: 1 beats 2 and 3 beats 4; then 1 and 3 play the final, and 2 and 4 at another table."""
    first = [
        examples.table(number, pair, [(pair[0],), (pair[1],)], (pair[0],))
        for number, pair in enumerate(((1, 2), (3, 4)), 1)
    ]
    later_table = replace(examples.table(2, (2, 4), label=side.value.capitalize()), side=side)
    last = examples.round_of(2, [examples.table(1, (1, 3), label="Final"), later_table], name="Final")
    view = replace(one_knock_out(4, 1, 1, False), rounds=(examples.round_of(1, first), last))
    semi, final = bracket(view)
    assert [(slot.player, slot.through, slot.to, slot.round, slot.side) for slot in slots(semi)] == [
        (1, True, "table 1", "the final", Side.WINNERS),
        (2, False, "table 2", "the final", side),
        (3, True, "table 1", "the final", Side.WINNERS),
        (4, False, "table 2", "the final", side),
    ]
    assert [table.part for table in final.tables] == ["", side.value.capitalize()]
    (_, lines), _ = bracket_lines((semi, final), {number: f"P{number}" for number in range(1, 5)})
    assert lines[0] == f"Table 1: 1 P1 › table 1 of the final, 2 P2 ({says}: table 2 of the final)"
    assert [slot.plays_on for slot in slots(semi)] == [False, side is Side.WINNERS] * 2


def test_a_group_that_plays_twice_is_one_list_and_its_first_leads_to_the_final() -> None:
    groups, final = bracket(examples.groups())
    assert (groups.name, final.name) == ("Groups", "Final")
    assert [table.title for table in groups.tables] == ["Group A", "Group B", "Group C", "Group D"]
    assert [{slot.player for slot in table.slots} for table in groups.tables] == [
        set(range(start, start + 4)) for start in (1, 5, 9, 13)
    ]
    assert {slot.player for slot in slots(groups) if slot.through} == {1, 5, 9, 13}
    assert {(slot.to, slot.round) for slot in slots(groups) if slot.through} == {("table 1", "the final")}


def test_a_group_that_plays_at_two_tables_is_one_list_and_who_is_in_the_final_went_on_from_it() -> None:
    seats = ((1, 2, 3), (4, 5, 6), (7, 8, 9), (10, 11, 12))
    labels = ("Group A", "Group A", "Group B", "Group B")
    group_rounds = [
        examples.table(number, players, [(entry,) for entry in players], label=label)
        for number, (players, label) in enumerate(zip(seats, labels, strict=True), 1)
    ]
    final = examples.round_of(2, [examples.table(1, (4, 1, 7), [(4,), (1,), (7,)], (4,))], name="Final")
    first = examples.round_of(1, group_rounds, name="Groups, round 1")
    view = examples.groups()
    settings = replace(view.settings, rounds=1, groups=2)
    tables = group_tables(view.entries, (first, final), settings)
    bracket_rounds = bracket(replace(view, settings=settings, rounds=(first, final), standings=(), groups=tables))
    assert [
        (table.title, {slot.player for slot in table.slots})
        for bracket_round in bracket_rounds
        for table in bracket_round.tables
    ] == [
        ("Group A", set(range(1, 7))),
        ("Group B", set(range(7, 13))),
        ("Table 1", {1, 4, 7}),
    ]
    # 1 and 4 have both won their table, and who of them is first in the group a lot says; all six have a place.
    assert {slot.player for slot in bracket_rounds[0].tables[0].slots if slot.through} == {1, 4}
    assert [slot.place for slot in bracket_rounds[0].tables[0].slots] == list("123456")
    assert not any(slot.through for slot in slots(bracket_rounds[1]))


def test_who_has_a_bye_is_listed_after_the_tables() -> None:
    bracket_rounds = bracket(examples.waiting())
    byes = [table for bracket_round in bracket_rounds for table in bracket_round.tables[-1:] if table.title == "Bye"]
    assert [{slot.player for slot in table.slots} for table in byes] == [{9}]


def test_nobody_goes_on_from_the_end_of_a_tournament_that_is_over() -> None:
    assert not any(slot.through for slot in slots(bracket(examples.knock_out())[-1]))


@pytest.mark.parametrize("made", examples.ALL)
def test_any_tournament_can_be_listed(made: examples.Made) -> None:
    view = made()
    listed_entries = {
        entry for round in view.rounds for table in round.tables if table.status != "void" for entry in table.entries
    }
    assert {slot.player for bracket_round in bracket(view) for slot in slots(bracket_round)} >= listed_entries


@pytest.mark.parametrize("go_on", [1, 2])
@pytest.mark.parametrize("players", [9, 11, 12, 16, 23])
def test_rounds_to_come_are_listed_and_say_who_comes_from_where(players: int, go_on: int) -> None:
    stages = plan_rounds(players, Sizes(3, 4), go_on)
    numbers = iter(range(1, players + 1))
    seats = [tuple(islice(numbers, size)) for size in stages[0].sizes]
    decided_tables = [
        examples.table(number, seat, [(entry,) for entry in seat], seat[:go_on]) for number, seat in enumerate(seats, 1)
    ]
    undecided = [examples.table(number, seat) for number, seat in enumerate(seats, 1)]
    byes = tuple(numbers)
    for tables, is_known in ((undecided, False), (decided_tables, True)):
        full_view = one_knock_out(players, go_on, 1, lucky=False)
        view = replace(full_view, rounds=(examples.round_of(1, tables, byes),), status="under way", standings=())
        later_rounds = rounds_ahead(view)
        assert [len(slots(bracket_round)) for bracket_round in later_rounds] == [stage.players for stage in stages[1:]]
        assert later_rounds[-1].name == "Final"
        comes = [*(entry for seat in seats for entry in seat[:go_on] if is_known), *byes]
        comers = [slot.player for slot in slots(later_rounds[0])]
        assert [comer for comer in comers if isinstance(comer, int)] == comes
        descriptions = [comer for comer in comers if isinstance(comer, str)]
        assert sorted(descriptions) == (
            []
            if is_known
            else sorted(
                f"{place} of table {number}" for number in range(1, len(seats) + 1) for place in ("1st", "2nd")[:go_on]
            )
        )
        assert bracket(view)[1:] == later_rounds


def test_the_best_of_each_group_come_into_the_final() -> None:
    view = examples.groups()
    for round_count, comers in ((1, [f"1st of Group {group}" for group in "ABCD"]), (2, [1, 5, 9, 13])):
        rounds = view.rounds[:round_count]
        tables = group_tables(view.entries, rounds, view.settings)
        (final,) = rounds_ahead(replace(view, rounds=rounds, groups=tables))
        assert [slot.player for slot in slots(final)] == comers


@pytest.mark.parametrize("made", examples.ALL)
def test_nothing_is_to_come_of_a_tournament_that_is_over(made: examples.Made) -> None:
    assert rounds_ahead(replace(made(), status="over")) == ()
