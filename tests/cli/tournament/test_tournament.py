"""A tournament as officers run it, through the real commands and the club's ordinary tables."""

import json
import shlex
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from tests.cli.running import referee
from tests.cli.tournament.mondays import (
    MONDAYS,
    PEOPLE,
    fraction,
    next_monday,
    play,
    points,
    refused,
    run,
    shown,
    tables,
)


@pytest.fixture
def folder(mondays: Path) -> Path:
    return mondays


@pytest.fixture
def cup(folder: Path) -> Path:
    """A Swiss of Big Two with eleven entries, of which nothing is drawn yet."""
    run(folder, "tournament", "new", "Cup", "--game", "big-two", "--format", "swiss", "--rounds", "3", "--seed", "7")
    run(folder, "tournament", "enter", "1", *PEOPLE[:11])
    return folder


def pairs(table: dict[str, list[str]]) -> Iterator[frozenset[str]]:
    yield from map(frozenset, combinations(table["entries"], 2))


def events(folder: Path) -> list[str]:
    with closing(sqlite3.connect(folder / "club.db")) as file:
        kinds = "SELECT kind, data FROM event WHERE kind LIKE 'tournament%' ORDER BY n"
        return [json.loads(data).get("what", kind) for kind, data in file.execute(kinds)]


def test_a_swiss_of_eleven_over_three_mondays(cup: Path) -> None:
    run(cup, "tournament", "draw", "1")
    first = tables(cup)
    assert sorted(len(table["entries"]) for table in first) == [3, 4, 4]
    assert sorted(name for table in first for name in table["entries"]) == sorted(PEOPLE[:11])
    play(cup)

    # The second Monday: one more enters, and nobody meets anybody again who need not.
    next_monday(cup, 1)
    run(cup, "tournament", "enter", "1", "Lou")
    run(cup, "tournament", "draw", "1")
    assert [len(table["entries"]) for table in tables(cup)] == [4, 4, 4]
    entries = shown(cup)["entries"]
    assert entries["Lou"]["since"] == 2
    assert points(cup)["Lou"] == "0"  # the round that was missed gives nothing

    # A result of the first Monday was wrong: Ann's table the other way round. The draw says so, and stands.
    wrong = next(table for table in first if "Ann" in table["entries"])
    seated = next(table for table in shown(cup)["rounds"][0]["tables"] if "Ann" in table["entries"])
    draw = [table["entries"] for table in tables(cup)]
    changed_rulings = sorted(wrong["entries"], key=PEOPLE.index, reverse=True)
    run(cup, "result", f"m{seated['match']['id']}", *changed_rulings, "--reason", "the sheet was misread", "--yes")
    (note,) = shown(cup)["rounds"][1]["notes"]
    assert note == (
        "A result or penalty changed after this round was drawn. The draw stands. Redraw the round to use the change."
    )
    assert [table["entries"] for table in tables(cup)] == draw
    play(cup)

    # Gus has to go after his second table: what he played counts, and he is in no draw any more.
    run(cup, "tournament", "withdraw", "1", "Gus", "--reason", "moves away")
    before = points(cup)["Gus"]
    next_monday(cup, 2)
    third = run(cup, "tournament", "draw", "1")
    assert third.err == ""
    assert shown(cup)["rounds"][1]["notes"][0].endswith("The draw stands.")
    assert sorted(name for table in tables(cup) for name in table["entries"]) == sorted(set(PEOPLE) - {"Gus"})
    play(cup)
    assert points(cup)["Gus"] == before

    # What everybody has is what the tables gave, reckoned here by hand.
    scores = dict.fromkeys(PEOPLE, Fraction())
    for round in shown(cup)["rounds"]:
        for table in round["tables"]:
            order = [name for group in table["places"] for name in group]
            for index, name in enumerate(order):
                scores[name] += Fraction(len(order) - 1 - index, len(order) - 1)
    assert {name: Fraction(each) for name, each in points(cup).items()} == scores

    assert referee("tournament", "draw", "1", "--check", cwd=cup).code == 0
    met = [pair for round in shown(cup)["rounds"] for table in round["tables"] for pair in pairs(table)]
    assert len(met) - len(set(met)) <= 6  # of 45 or so; a random draw has about fifteen
    assert "All rounds of Cup have been drawn" in refused(cup, "tournament", "draw", "1")
    run(cup, "tournament", "end", "1", "--yes")
    assert shown(cup)["status"] == "over"


def test_a_draw_can_be_repeated_by_anybody_and_a_changed_file_is_found_out(cup: Path) -> None:
    run(cup, "tournament", "draw", "1")
    assert "gives the same seats" in run(cup, "tournament", "draw", "1", "--check").out
    with closing(sqlite3.connect(cup / "club.db", isolation_level=None)) as stranger:
        stranger.execute("DROP TRIGGER event_never_update")
        stranger.execute(
            "UPDATE event SET data = json_set(data, '$.tables[0][0]', json_extract(data, '$.tables[1][0]'), "
            "'$.tables[1][0]', json_extract(data, '$.tables[0][0]')) WHERE json_extract(data, '$.what') = 'drawn'"
        )
    result = referee("tournament", "draw", "1", "--check", cwd=cup)
    assert result.code == 10
    assert "differs: its tables differ" in result.out


def test_who_never_came_to_a_table_that_has_started_is_taken_out_as_the_refusal_says(cup: Path) -> None:
    run(cup, "tournament", "draw", "1")
    run(cup, "tournament", "start", "1")
    table = next(table for table in tables(cup) if len(table["entries"]) == 4)
    who = table["entries"][1]
    output = refused(cup, "tournament", "absent", "1", who)
    hint = f'referee table leave {table["match"]["table"]} {who} --reason "..."'
    assert hint in output
    run(cup, *shlex.split(hint)[1:])
    assert shown(cup)["rounds"][0]["notes"] == [f"Table {table['number']}: {who} was drawn there, but did not play."]


def test_a_table_that_is_replayed_stays_void_while_the_replay_stands(cup: Path) -> None:
    run(cup, "tournament", "draw", "1")
    run(cup, "tournament", "start", "1")
    run(cup, "table", "void", "1", "--reason", "the power failed")
    assert "Table 1 is void. Undo that: referee undo 1" in refused(cup, "result", "1", *tables(cup)[0]["entries"])
    run(cup, "tournament", "replay", "1", "1", "--reason", "the light is back")
    repeated = tables(cup)[0]
    current = repeated["match"]["table"]
    output = refused(cup, "undo", "1")
    assert f"Table 1 is replayed as table {current}, so it stays void." in output
    assert "Or undo the replay first: referee tournament undo 1" in " ".join(output.split())
    output = " ".join(refused(cup, "result", "1", *repeated["entries"]).split())
    assert (
        f"Table 1 is void, and is replayed as table {current}. Record the result there: referee result {current}"
        in output
    )
    assert f"table {current} was started, and play there counts" in refused(cup, "tournament", "undo", "1")
    run(cup, "table", "void", str(current), "--reason", "the wrong table")
    run(cup, "tournament", "undo", "1")
    run(cup, "undo", "1")
    assert tables(cup)[0]["status"] == "playing"


def test_a_round_that_has_not_started_is_of_the_session_that_is_open(cup: Path) -> None:
    for which_one in (0, 1):
        if which_one:
            next_monday(cup, which_one)
        preview = run(cup, "tournament", "draw", "1", "--preview").out
        assert len(run(cup, "tournament", "draw", "1", "--preview", "--json").data["tables"]) == 3
        assert f"Round {which_one + 1}, Monday {MONDAYS[which_one]}, drawn" in preview
        assert f"Round {which_one + 1}, Monday {MONDAYS[which_one]}, drawn" in run(cup, "tournament", "draw", "1").out
        play(cup)
    assert [session["held_on"] for session in shown(cup)["rounds"]] == list(MONDAYS[:2])


def test_wrong_seats_are_judged_again_and_the_tournament_follows(cup: Path) -> None:
    run(cup, "tournament", "draw", "1")
    run(cup, "tournament", "start", "1")
    one, other = tables(cup)[:2]
    # Found later: two had taken each other's places at two tables.
    for table in (one, other):
        run(cup, "result", f"m{table['match']['id']}", *table["entries"])
    mine, theirs = one["entries"][0], other["entries"][0]
    run(cup, "table", "reseat", f"m{one['match']['id']}", "1", theirs, "--reason", "they had changed", "--yes")
    run(cup, "table", "reseat", f"m{other['match']['id']}", "1", mine, "--reason", "they had changed", "--yes")
    assert tables(cup)[0]["entries"] == [theirs, *one["entries"][1:]]
    assert tables(cup)[0]["places"][0] == [theirs]
    assert f"Table 1: {theirs} sat there, not {mine} as drawn." in shown(cup)["rounds"][0]["notes"]


def test_what_parts_teams_with_the_same_points_is_said(folder: Path) -> None:
    run(folder, "tournament", "new", "Cup", "-g", "big-two", "-f", "swiss", "--rounds", "2", "--size", "4", "--teams")
    for index, team in enumerate(("Red", "Blue", "Green", "Gold")):
        run(folder, "tournament", "enter", "1", *PEOPLE[2 * index : 2 * index + 2], "--team", team)
    run(folder, "tournament", "draw", "1")
    # At both tables the teams come in the same order but for the first two, who are turned round: 1 + 2/3 each.
    run(folder, "tournament", "start", "1")
    teams = shown(folder)["entries"]
    ranks = (["Red", "Blue", "Green", "Gold"], ["Blue", "Red", "Green", "Gold"])
    for table, order in zip(tables(folder), ranks, strict=True):
        placed = sorted(table["entries"], key=lambda name: order.index(teams[name]["team"]))
        run(folder, "result", f"m{table['match']['id']}", *placed)
    first, second, *_ = shown(folder)["teams"]
    assert [(fraction(row["points"]), row["place"]) for row in (first, second)] == [("5/3", 1), ("5/3", 2)]
    output = run(folder, "tournament", "show", "1", "--standings").out
    assert "Of teams that are level the one whose best-placed member stands higher comes first." in output


def test_a_merge_and_a_new_name_reach_who_entered(cup: Path) -> None:
    run(cup, "member", "rename", "Kim", "Kim Lee")
    assert "Kim Lee" in points(cup)
    run(cup, "member", "merge", "Lou", "Kim Lee", "--yes")
    assert "Lou" in points(cup)
    assert "Kim Lee" not in points(cup)


def test_a_final_order_is_frozen_and_says_when_a_result_was_put_right_since(cup: Path) -> None:
    run(cup, "tournament", "draw", "1")
    play(cup)
    assert "still has 2 rounds to play" in refused(cup, "tournament", "end", "1", "--yes")
    run(cup, "tournament", "end", "1", "--early", "--yes")
    before = shown(cup)["standings"]
    table = tables(cup)[0]
    changed_rulings = [name for group in reversed(table["places"]) for name in group]
    run(cup, "result", f"m{table['match']['id']}", *changed_rulings, "--reason", "misread", "--yes")
    assert shown(cup)["standings"] == before
    assert "The final order stands" in shown(cup)["rounds"][-1]["notes"][-1]
    assert "Its final order stands" in refused(cup, "tournament", "withdraw", "1", "Ann", "--reason", "too late")
    run(cup, "tournament", "undo", "1")
    assert shown(cup)["standings"] != before


def test_a_bye_that_was_had_stays_with_who_withdraws(folder: Path) -> None:
    run(folder, "tournament", "new", "Cup", "-g", "big-two", "-f", "swiss", "--rounds", "3", "--size", "3")
    run(folder, "tournament", "enter", "1", *PEOPLE[:4])
    run(folder, "tournament", "draw", "1")
    (missing,) = shown(folder)["rounds"][0]["byes"]
    play(folder)
    run(folder, "tournament", "withdraw", "1", missing, "--reason", "moves away")
    assert shown(folder)["rounds"][0]["byes"] == [missing]


def test_starting_more_tables_reads_the_roster_no_more_often(folder: Path) -> None:
    """Who signs and who is at which table is found once, so that seating a thousand grows with them and no faster."""
    from sqlalchemy import event
    from sqlalchemy.engine import Engine

    def asked(number: int) -> list[str]:
        matches: list[str] = []

        def note(_: object, __: object, statement: str, *more: object) -> None:
            matches.append(" ".join(statement.split()))

        event.listen(Engine, "before_cursor_execute", note)
        try:
            run(folder, "tournament", "start", str(number))
        finally:
            event.remove(Engine, "before_cursor_execute", note)
        return [each for each in matches if "FROM member" in each]

    for number, names in ((1, PEOPLE[:3]), (2, PEOPLE[3:])):
        run(
            folder, "tournament", "new", f"Cup {number}", "-g", "big-two", "-f", "swiss", "--rounds", "1", "--size", "3"
        )
        run(folder, "tournament", "enter", str(number), *names)
        run(folder, "tournament", "draw", str(number))
    assert len(asked(2)) == len(asked(1))


def test_a_draw_says_which_team_mates_it_could_not_keep_apart(folder: Path) -> None:
    run(folder, "tournament", "new", "Cup", "-g", "big-two", "-f", "swiss", "--rounds", "2", "--size", "3", "--teams")
    run(folder, "tournament", "enter", "1", *PEOPLE[:4], "--team", "Reds")  # four of one team at two tables
    run(folder, "tournament", "enter", "1", *PEOPLE[4:6])
    preview = run(folder, "tournament", "draw", "1", "--preview").out
    output = run(folder, "tournament", "draw", "1").out
    (note,) = shown(folder)["rounds"][0]["notes"]
    together = {
        (number, name)
        for number, table in enumerate(tables(folder), 1)
        for name in table["entries"]
        if name in PEOPLE[:4] and len({*table["entries"]} & {*PEOPLE[:4]}) > 1
    }
    assert len(together) in (3, 4)  # three and one, or two and two
    for number, name in together:
        assert name in note.partition(f"sit at table {number}")[0].rpartition(";")[2]
    assert f"Note: {note}" in preview
    assert f"Note: {note}" in output


def test_what_counts_of_rounds_and_teams_is_settled_and_printed(folder: Path) -> None:
    run(folder, "tournament", "new", "League", "-g", "big-two", "-f", "league", "--rounds", "4", "--size", "3-4")
    assert "not in force here" in run(folder, "tournament", "rules", "1", "4.2").out
    result = run(
        folder, "tournament", "set", "1", "--score", "places", "--points", "5,3,1,0", "--best", "3", "--teams"
    ).out  # fmt: skip
    assert "the best 3 count" in result
    assert "in teams" in result
    data = shown(folder)["settings"]
    assert (data["points"], data["best"], data["teams"]) == ([5, 3, 1, 0], 3, True)
    in_force = [
        line["text"] for line in run(folder, "tournament", "rules", "1", "--json").data["clauses"] if line["in_force"]
    ]
    assert any("3 best rounds" in each for each in in_force)
    assert "Use 1 to the number of rounds" in refused(folder, "tournament", "set", "1", "--best", "5")
    run(folder, "tournament", "set", "1", "--best", "0", "--no-teams")
    data = shown(folder)["settings"]
    assert (data["best"], data["teams"]) == (0, False)


def test_only_whom_it_is_about_is_named_when_another_goes_or_has_points_taken(cup: Path) -> None:
    assert "Withdrawn from Cup: Gus." in run(cup, "tournament", "withdraw", "1", "Gus", "--reason", "moves away").out
    assert "Withdrawn from Cup: Hal." in run(cup, "tournament", "withdraw", "1", "Hal", "--reason", "moves too").out
    assert "Absent from round 1 of Cup: Ann." in run(cup, "tournament", "absent", "1", "Ann").out
    assert "Absent from round 1 of Cup: Ben." in run(cup, "tournament", "absent", "1", "Ben").out
    run(cup, "tournament", "draw", "1")
    started = run(cup, "penalty", "give", "Cal", "--tournament", "1", "--points", "1/2", "--reason", "late")
    assert "0.5 taken from Cal in Cup." in started.out


def test_who_is_checked_in_by_taking_a_seat_is_named(folder: Path) -> None:
    """That somebody is here must not be news to whoever keeps the list of the evening."""
    run(folder, "tournament", "new", "Cup", "-g", "big-two", "-f", "swiss", "--rounds", "2")
    run(folder, "tournament", "enter", "1", *PEOPLE[:8])
    run(folder, "tournament", "draw", "1")
    first, second = (table["entries"] for table in tables(folder))
    run(folder, "checkin", first[0], *second[1:])
    result = run(folder, "tournament", "start", "1", "--table", "1", "--json").data
    assert sorted(result["checked_in"]) == sorted(first[1:])
    assert f"Checked in: {second[0]}." in run(folder, "tournament", "start", "1").out


def test_nobody_counts_at_two_tables_of_a_round(folder: Path) -> None:
    run(folder, "tournament", "new", "Cup", "-g", "big-two", "-f", "swiss", "--rounds", "2", "--size", "3-4")
    run(folder, "tournament", "enter", "1", *PEOPLE[:7])
    run(folder, "tournament", "draw", "1")
    run(folder, "tournament", "start", "1")
    four, three = tables(folder)
    guest = four["entries"][0]
    run(folder, "result", f"m{four['match']['id']}", *four["entries"])
    run(folder, "table", "join", f"m{three['match']['id']}", guest, "--reason", "a seat was free")
    run(folder, "result", f"m{three['match']['id']}", guest, *three["entries"])
    line = next(row for row in shown(folder)["standings"] if row["entry"] == guest)
    assert (line["points"], line["played"]) == (1, 1)
    assert f"{guest} sat at tables 1 and 2; only table 1 counts for them." in shown(folder)["rounds"][0]["notes"]


def test_all_who_are_checked_in_enter_by_one_word(cup: Path) -> None:
    run(cup, "checkin", "Kim", "Lou")
    assert run(cup, "tournament", "enter", "1", "all").out.count("Lou") == 1
    assert "already in Cup" in refused(cup, "tournament", "enter", "1", "all")


def test_without_a_name_the_only_tournament_is_shown_also_when_it_is_over(mondays: Path) -> None:
    run(mondays, "tournament", "new", "Cup", "--format", "swiss", "--rounds", "1", "--game", "big-two", "--size", "3-4")
    run(mondays, "tournament", "enter", "1", *PEOPLE[:4])
    run(mondays, "tournament", "draw")
    run(mondays, "tournament", "start")
    run(mondays, "result", "1", *PEOPLE[:4])
    run(mondays, "tournament", "end", "--yes")
    assert "Cup is over" in run(mondays, "tournament", "show").out


def test_a_bye_of_the_next_round_is_not_in_the_standings_after_the_last(mondays: Path) -> None:
    run(mondays, "tournament", "new", "Cup", "--format", "swiss", "--rounds", "2", "--game", "conquian")
    run(mondays, "tournament", "enter", "1", *PEOPLE[:3])
    run(mondays, "tournament", "draw")
    run(mondays, "tournament", "start")
    run(mondays, "result", "1", *tables(mondays)[0]["entries"])
    after = shown(mondays)["standings"]
    run(mondays, "tournament", "draw")
    assert [(row["entry"], row["points"]) for row in shown(mondays)["standings"]] == [
        (row["entry"], row["points"]) for row in after
    ]


def test_sizes_that_would_do_are_named_where_no_final_table_comes_out(mondays: Path) -> None:
    run(mondays, "tournament", "new", "Cup", "--format", "ko", "--game", "big-two", "--size", "4")
    run(mondays, "tournament", "enter", "1", *PEOPLE[:8])
    assert "Tables of 3-4 would work." in refused(mondays, "tournament", "draw")
