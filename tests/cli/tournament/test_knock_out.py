"""A knockout, and groups with a final, by the real commands: who goes on follows from the tables as they stand."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.cli.running import referee
from tests.cli.tournament.mondays import PEOPLE, play, refused, run, shown, tables


@pytest.fixture
def folder(mondays: Path) -> Path:
    return mondays


@pytest.fixture
def cup(folder: Path) -> Path:
    """A knockout of twelve, of whom two of each table of four go on, with its first round drawn."""
    run(folder, "tournament", "new", "Cup", "-g", "big-two", "-f", "knockout", "--size", "3-4", "--go-on", "2")
    run(folder, "tournament", "enter", "1", *PEOPLE)
    run(folder, "tournament", "draw", "1")
    return folder


def test_a_dispute_that_changes_who_goes_on(cup: Path) -> None:
    run(cup, "tournament", "start", "1")
    lead = tables(cup)[0]["entries"]
    run(cup, "log", "1", f"deal by {lead[-1]}", f"{lead[0]} plays 3D")
    for table in tables(cup):
        run(cup, "result", f"m{table['match']['id']}", *sorted(table["entries"], key=PEOPLE.index))
        run(cup, "table", "finish", f"m{table['match']['id']}")
    first = tables(cup)[0]
    second, third = first["places"][1][0], first["places"][2][0]
    assert second in first["through"]
    assert third not in first["through"]
    run(cup, "tournament", "draw", "1")
    assert second in [name for table in tables(cup) for name in table["entries"]]

    # Third disputes the result, and is right: who was second comes third.
    match = f"m{first['match']['id']}"
    run(cup, "dispute", "open", match, "2", "--claim", "the last trick was mine")
    run(cup, "dispute", "decide", "1", "uphold", "--reason", "the trick was theirs")
    order = [first["places"][0][0], third, second, *(name for group in first["places"][3:] for name in group)]
    run(cup, "result", match, *order, "--reason", "dispute 1", "--yes")
    (note,) = shown(cup)["rounds"][1]["notes"]
    assert "The draw stands. Redraw the round" in note
    assert second in [name for table in tables(cup) for name in table["entries"]]

    run(cup, "tournament", "draw", "1", "--again", "--reason", "dispute 1 was decided")
    current = [name for table in tables(cup) for name in table["entries"]]
    assert third in current
    assert second not in current
    assert shown(cup)["rounds"][1]["notes"] == []
    assert [row["said"] for row in shown(cup)["rounds"][1]["changes"]] == ["Drawn again."]
    assert "Drawn again: dispute 1 was decided" in run(cup, "tournament", "show", "1").out
    assert shown(cup)["entries"][second]["status"] == "out"
    assert referee("tournament", "draw", "1", "--check", cwd=cup).code == 0


def test_who_goes_on_from_a_tie_is_told_by_name(cup: Path) -> None:
    run(cup, "tournament", "start", "1")
    first, *others = tables(cup)
    one, two, three, last = first["entries"]
    run(cup, "result", f"m{first['match']['id']}", one, f"{two}, {three}", last)
    for table in others:
        run(cup, "result", f"m{table['match']['id']}", *table["entries"])
    (note,) = shown(cup)["rounds"][0]["notes"]
    on = tables(cup)[0]["through"][1]
    out = three if on == two else two
    assert f"Table 1: {on} goes on before {out}, with whom they tied, by lot" in note
    assert note in run(cup, "tournament", "show", "1").out


def test_a_line_of_the_bracket_from_who_should_be_out_is_explained(cup: Path) -> None:
    play(cup)
    first = tables(cup)[0]
    run(cup, "tournament", "draw", "1")
    changed_rulings = [name for group in reversed(first["places"]) for name in group]
    run(cup, "result", f"m{first['match']['id']}", *changed_rulings, "--reason", "misread", "--yes")
    output = run(cup, "tournament", "show", "1", "--bracket").out
    assert "by a result that was corrected after the draw" in output


def test_a_penalty_after_the_final_was_drawn_is_noted_with_the_draw(folder: Path) -> None:
    _groups(folder, "--rounds", "1", "--groups", "3")
    run(folder, "tournament", "draw", "1")
    (group,) = (table["entries"] for table in tables(folder) if "Ann" in table["entries"])
    second = sorted(group, key=PEOPLE.index)[1]
    play(folder)
    run(folder, "tournament", "draw", "1")
    given_words = ("penalty", "give", "Ann", "--tournament", "1", "--points", "1", "--reason", "found out later")
    previous, foreseen = shown(folder), run(folder, *given_words, "--dry-run").out
    assert shown(folder) == previous
    run(folder, *given_words)
    (note,) = shown(folder)["rounds"][-1]["notes"]
    assert note.startswith("A result or penalty changed after this round was drawn.")
    assert "tournament 1, Cup:" in foreseen
    assert "A result or penalty changed after this round was drawn." in foreseen
    assert second not in tables(folder)[0]["entries"]
    assert "A result was corrected" not in note  # none was


def test_where_the_lot_decides_a_group_the_draw_and_the_standings_have_one_lot(folder: Path) -> None:
    _groups(folder, "--rounds", "1", "--groups", "3", "--seed", "4")
    run(folder, "tournament", "set", "1", "--ties", "lot")
    run(folder, "tournament", "draw", "1")
    run(folder, "tournament", "start", "1")
    groups = [table["entries"] for table in tables(folder)]
    for table in tables(folder):
        run(folder, "result", f"m{table['match']['id']}", ",".join(table["entries"]))
    order = [line["entry"] for line in shown(folder)["standings"]]
    run(folder, "tournament", "draw", "1")
    assert set(tables(folder)[0]["entries"]) == {min(group, key=order.index) for group in groups}


def _groups(folder: Path, *settled: str, size: str = "3-4", people: Sequence[str] = PEOPLE) -> None:
    run(folder, "tournament", "new", "Cup", "-g", "big-two", "-f", "groups", "--size", size, *settled)
    run(folder, "tournament", "enter", "1", *people)


def test_a_correction_shows_who_would_go_on_instead_before_it_is_made(cup: Path) -> None:
    play(cup)
    first = tables(cup)[0]
    order = [name for group in first["places"] for name in group]
    second, third = order[1], order[2]
    run(cup, "tournament", "draw", "1")
    previous = shown(cup)
    corrected = ("result", f"m{first['match']['id']}", order[0], third, second, *order[3:], "--reason", "misread")

    output = run(cup, *corrected, "--dry-run").out
    assert "tournament 1, Cup:" in output
    assert f"Round 1, Table 1: was {' and '.join(order[:2])} to go on, now {order[0]} and {third} to go on" in output
    assert "A result or penalty changed after this round was drawn." in output
    assert shown(cup) == previous

    # On the very evening it is asked, too, as another round rests on it.
    assert "Change it?" in refused(cup, *corrected)
    assert shown(cup) == previous
    second_result = run(cup, *corrected, "--dry-run", "--json").data["others"]
    assert {row["about"] for row in second_result} == {"tournament 1, Cup"}
    standings = {line["entry"]: f"place {line['place']}" for line in previous["standings"]}
    assert all(row["was"] == standings[row["name"]] for row in second_result if row["name"] in standings)
    run(cup, *corrected, "--yes")
    current = {line["entry"]: f"place {line['place']}" for line in shown(cup)["standings"]}
    assert all(row["now"] == current[row["name"]] for row in second_result if row["name"] in current)
    assert {name for name in current if current[name] != standings[name]} <= {row["name"] for row in second_result}


def _final(cup: Path, *result: str) -> Path:
    """Play a knockout up to its final, of which this is the result: places of those who are in it, from 0 on."""
    play(cup)
    run(cup, "tournament", "draw", "1")
    while tables(cup)[0]["label"] != "Final":
        play(cup)
        run(cup, "tournament", "draw", "1")
    run(cup, "tournament", "start", "1")
    (final,) = tables(cup)
    in_order = sorted(final["entries"], key=PEOPLE.index)
    output = [", ".join(in_order[int(index)] for index in each.split()) for each in result]
    change = [name for index, name in enumerate(in_order) if str(index) not in " ".join(result).split()]
    run(cup, "result", f"m{final['match']['id']}", *output, *change)
    return cup


def test_who_ties_in_a_final_shares_the_win_where_nothing_parts_them(folder: Path) -> None:
    run(folder, "tournament", "new", "Cup", "-g", "big-two", "-f", "knockout", "--size", "3-4", "--go-on", "1")
    run(folder, "tournament", "enter", "1", *PEOPLE[:9])
    run(folder, "tournament", "draw", "1")
    _final(folder, "0 1")  # both won their first table
    (final,) = tables(folder)
    one, other = final["places"][0]
    standings = shown(folder)["standings"]
    assert [(standing["entry"], standing["place"]) for standing in standings[:2]] == [(one, 1), (other, 1)]
    assert standings[2]["place"] == 3
    assert standings[0]["points"] == standings[1]["points"]
    notes = " ".join(shown(folder)["rounds"][-1]["notes"])
    assert f"{one} and {other} share the first place of the final." in notes
    assert "by lot" not in notes
    output = run(folder, "tournament", "show", "1", "--bracket").out
    assert f"1= {one}" in output
    assert f"1= {other}" in output
    assert "1=  " in run(folder, "tournament", "show", "1", "--standings").out


def test_who_has_a_bye_in_the_first_round_of_a_final_stands_in_the_standings(folder: Path) -> None:
    _groups(folder, "--rounds", "1", "--groups", "2", "--go-on", "2", size="3", people=PEOPLE[:6])
    run(folder, "tournament", "draw", "1")
    play(folder)
    run(folder, "tournament", "draw", "1")
    (rests,) = shown(folder)["rounds"][-1]["byes"]
    standings = shown(folder)["standings"]
    assert sorted(standing["entry"] for standing in standings) == sorted(PEOPLE[:6])
    finalists = {rests, *tables(folder)[0]["entries"]}
    assert {standing["entry"] for standing in standings[:4]} == finalists


def test_a_double_elimination_of_five_pairs_is_played_to_its_second_final(folder: Path) -> None:
    new = ("tournament", "new", "Cup", "-g", "conquian", "-f", "double-elimination", "--size", "2")
    assert "with a second final if needed" in run(folder, *new).out
    run(folder, "tournament", "enter", "1", *PEOPLE[:5])
    run(folder, "tournament", "draw", "1")
    assert {table["label"] for table in tables(folder)} == {"Winners' side"}
    output = run(folder, "tournament", "show", "1", "--bracket").out
    assert "Second final\n  If a player with a loss beats a player without one" in output
    while (name := shown(folder)["rounds"][-1]["name"]) != "Second final":
        run(folder, "tournament", "start", "1")
        for table in tables(folder):
            # In the first final the one with a loss wins.
            losses = {entry: _losses(folder)[entry] for entry in table["entries"]}
            order = sorted(table["entries"], key=lambda entry: (-losses[entry] if name == "Final" else 0, entry))
            run(folder, "result", f"m{table['match']['id']}", *order)
        run(folder, "tournament", "draw", "1")
    assert _losses(folder) == {entry: 1 if entry in tables(folder)[0]["entries"] else 2 for entry in PEOPLE[:5]}
    play(folder)
    assert "All rounds of Cup have been drawn" in refused(folder, "tournament", "draw", "1")
    first, second, *others = shown(folder)["standings"]
    assert {first["entry"], second["entry"]} == set(tables(folder)[0]["entries"])
    assert [line["points"] for line in (first, second, *others)] == [None] * 5
    assert (second["reached"], second["there"]) == ("Second final", "2")
    assert shown(folder)["entries"][second["entry"]]["status"] == "out"
    printed = run(folder, "tournament", "show", "1", "--standings").out
    assert "out in" in printed
    assert "points" not in printed
    run(folder, "tournament", "end", "1", "--yes")


def _losses(folder: Path) -> dict[str, int]:
    """How often each has lost, by who did not win at their tables."""
    losses = dict.fromkeys(shown(folder)["entries"], 0)
    for row in shown(folder)["rounds"]:
        for table in row["tables"]:
            for group in (table["places"] or [])[1:]:
                for entry in group:
                    losses[entry] += 1
    return losses


def test_seeds_by_the_standings_of_the_season_meet_late(folder: Path) -> None:
    """Ann to Dee have come first to fourth in a match before: the first meets the fourth, the second the third."""
    run(folder, "start", "big-two", *PEOPLE[:4])
    run(folder, "result", "1", *PEOPLE[:4])
    for number, seeds in ((1, "standings"), (2, "rating")):
        run(folder, "tournament", "new", f"Cup {number}", "-g", "conquian", "-f", "knockout", "--size", "2",
            "--seeds", seeds, "--third-place")  # fmt: skip
        run(folder, "tournament", "enter", str(number), *reversed(PEOPLE[:4]))
        run(folder, "tournament", "draw", str(number))
        assert {tuple(sorted(table["entries"])) for table in tables(folder, number)} == {
            (PEOPLE[0], PEOPLE[3]),
            (PEOPLE[1], PEOPLE[2]),
        }
    output = run(folder, "tournament", "rules", "1").out
    assert "seeded by the season's standings" in output
    assert "play for the places after it" in output
    assert "not swiss" in refused(
        folder, "tournament", "new", "Other", "-g", "conquian", "-f", "swiss", "--rounds", "2", "--seeds", "rating"
    )


def test_groups_are_shown_one_by_one_and_no_order_of_all_before_the_final(folder: Path) -> None:
    _groups(folder, "--rounds", "1", "--groups", "3", "--go-on", "1")
    run(folder, "tournament", "draw", "1")
    groups = {table["label"]: sorted(table["entries"], key=PEOPLE.index) for table in tables(folder)}
    assert all(row["through"] == [] for row in shown(folder)["groups"])
    play(folder)
    output = run(folder, "tournament", "show", "1", "--standings").out
    assert "Standings" not in output
    for label, players in groups.items():
        rows = output.split(f"{label}, ")[1].splitlines()[2:]
        assert [row.split()[:2] for row in rows[: len(players)]] == [
            [str(index), name] for index, name in enumerate(players, 1)
        ]
        assert ["to the final" in row for row in rows[: len(players)]] == [True] + [False] * (len(players) - 1)
    data = {table["label"]: table for table in run(folder, "tournament", "show", "1", "--standings", "--json").data}
    assert {label: row["through"] for label, row in data.items()} == {label: p[:1] for label, p in groups.items()}
    assert {label: [line["entry"] for line in row["lines"]] for label, row in data.items()} == groups

    run(folder, "tournament", "draw", "1")
    play(folder)
    output = run(folder, "tournament", "show", "1").out
    assert output.index("Group A\n") < output.index("Standings after Final")
