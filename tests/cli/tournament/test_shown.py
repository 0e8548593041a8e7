"""Tournaments in a terminal: every name where it must be, rows no wider than the screen, lines that lead home."""

import re
from dataclasses import replace

import pytest
from rich.cells import cell_len

from referee.cli.tournament.printing import (
    print_lines,
    print_standings,
    print_teams,
    print_tournament,
)
from referee.competition.entrants import Sizes
from referee.export.pages import tournament_page
from referee.tournaments.printed import cross_table_lines, printed_bracket_lines, round_lines
from referee.tournaments.scores.cross_table import cross_table
from referee.tournaments.scores.cross_table_drawn import describe_meetings, listed_rows, square_rows
from referee.tournaments.state.view import TournamentView
from referee.tournaments.wording import standings_table
from tests.tournaments import example_views as examples


def names_of(view: TournamentView) -> dict[int, str]:
    return {number: entry.name for number, entry in view.entries.items()}


def test_the_cross_table_says_of_each_two_what_came_of_it_and_adds_it_up() -> None:
    view = examples.swiss()
    rows = square_rows(cross_table(view), names_of(view), 80)
    assert rows
    assert max(map(cell_len, rows)) <= 80
    body = [row.split() for row in rows[2:]]
    order = [" ".join(row[2:4]) for row in body]
    assert order == [view.name_of(line.entry) for line in view.standings]
    signs = [row[4:-3] for row in body]
    assert all(len(row) == 11 for row in signs)
    assert [row[index] for index, row in enumerate(signs)] == ["×"] * 11
    for row, line in zip(signs, body, strict=True):
        assert [int(each) for each in line[-3:]] == ["".join(row).count(sign) for sign in "+=-"]
    ben, hal = order.index("Ben Lee"), order.index("Hal Lee")
    assert signs[ben][hal] == signs[hal][ben] == "="


def test_who_shares_a_place_shares_it_in_the_cross_table_too() -> None:
    view = examples.shared()
    _, rows = standings_table(view)
    cross, names = cross_table(view), names_of(view)
    output = [(row[0], row[1]) for row in rows]
    assert [place for place, _ in output][:4] == ["1", "2=", "2=", "4"]
    draw = square_rows(cross, names, 80)
    assert draw
    across, body = draw[: -len(rows)], draw[-len(rows) :]
    entries = [str(entry) for entry in cross.order]
    assert [(row.split()[0], row.split()[1], " ".join(row.split()[2:4])) for row in body] == [
        (place, entry, name) for (place, name), entry in zip(output, entries, strict=True)
    ]
    # The columns have the numbers of the entries, upright: no two of them are alike, whoever shares a place.
    upright = ["".join(each).strip() for each in zip(*(f"{row:{len(body[0])}}" for row in across), strict=True)]
    assert [each for each in upright if each][: len(output)] == entries
    assert [row.split("  ")[:2] for row in listed_rows(cross, names)] == [
        [place, f"{entry} {name}"] for (place, name), entry in zip(output, entries, strict=True)
    ]


def test_who_shares_a_place_shares_it_in_the_cross_table_of_a_page_too() -> None:
    view = examples.shared()
    _, rows = standings_table(view)
    pairs = replace(view, settings=replace(view.settings, sizes=Sizes(2, 2)))
    assert [(place, name) for place, _, name, _, _ in tournament_page.cross_table_rows(pairs)] == [
        (row[0], row[1]) for row in rows
    ]


def test_groups_are_parted_in_the_cross_table_until_their_final_is_drawn() -> None:
    view = examples.groups()
    before = replace(view, rounds=view.rounds[:-1])
    assert before.in_groups
    cross = cross_table(before)
    lines = [(f"{group.label[-1]}{line.place}", line.entry) for group in before.groups for line in group.lines]
    assert [(cross.places[entry].rstrip("="), entry) for entry in cross.order] == lines


def test_a_cross_table_that_is_too_wide_is_a_list_with_everybody_and_whom_they_met() -> None:
    view = examples.knock_out()
    cross, names = cross_table(view), names_of(view)
    assert square_rows(cross, names, 60) is None
    rows = listed_rows(cross, names)
    assert len(rows) == 23
    for row, entry in zip(rows, cross.order, strict=True):
        met = re.findall(r"\d+ ([A-Z]\w+ [A-Z]\w+) [-+=?]+", row)
        assert sorted(met) == sorted(names[other] for other in cross.opponents(entry))


def test_how_often_pairs_met_is_said_in_a_sentence() -> None:
    assert describe_meetings(cross_table(examples.all_meet())) == "36 pairs met once."
    assert describe_meetings(cross_table(examples.swiss())) == "33 pairs never met, 20 met once, 2 met twice."


def test_standings_show_each_round_the_sum_the_team_and_what_parted_equals(capsys: pytest.CaptureFixture[str]) -> None:
    view = examples.swiss()
    print_standings(view)
    heading, columns, *rows = capsys.readouterr().out.splitlines()
    assert heading == "Standings after Round 2, with results so far of the next round"
    assert columns.split() == ["name", "1", "2", "3", "team", "points", "played", "decided", "by"]
    assert rows[0].split() == ["1", "Ann", "Lee", "1.000", "1.000", "0.500", "Reds", "2.500", "3", "lot"]
    assert len(rows) == 11
    assert "–" in next(row for row in rows if "Cal Moss" in row)  # came to the second round
    print_teams(view)
    teams = capsys.readouterr().out
    assert re.search(r"1  Reds +4\.500  Ann Lee, Cal Lee and Eve Lee", teams)


def test_places_that_are_shared_say_so(capsys: pytest.CaptureFixture[str]) -> None:
    print_standings(examples.shared())
    out = capsys.readouterr().out
    assert re.search(r"^2= +Ben Lee", out, re.MULTILINE)
    assert re.search(r"^2= +Cal Lee", out, re.MULTILINE)
    assert "tied after all tie-breaks" in out


def test_a_round_has_its_tables_its_byes_its_seed_and_what_was_changed_and_why(
    capsys: pytest.CaptureFixture[str],
) -> None:
    view = examples.swiss()
    print_lines(round_lines(view, view.rounds[1]))
    out = capsys.readouterr().out
    assert out.startswith("Round 2, Monday 2026-11-09, over\n")
    assert "Table 2: 1 Fay Lee 1.000, 2 Ben Lee 0.500, 3 Gus Lee 0.000" in out
    assert "Bye: Cal Lee, Dee Lee" in out
    at = view.rounds[1].changes[0].at.astimezone()
    assert f"Dee Lee had to leave at eight (Hal, {at:%H:%M})" in out
    assert "Note: A result or penalty changed after this round was drawn." in out
    assert "seed 7002, method swiss-1" in out
    print_lines(round_lines(view, view.rounds[2]))
    out = capsys.readouterr().out
    assert "Eve Lee, Ann Moss, Ben Lee (deals first); being played" in out
    assert "void (does not count)" in out


def test_the_tournament_says_who_left_and_who_came_late(capsys: pytest.CaptureFixture[str]) -> None:
    print_tournament(examples.swiss())
    out = capsys.readouterr().out
    assert "11 entries, 10 still in." in out
    assert "\nGus Lee: withdrew after round 2" in out
    assert "\nCal Moss: guest, from round 2 on" in out


def test_only_the_tie_break_that_decided_stands_beside_a_place(capsys: pytest.CaptureFixture[str]) -> None:
    view = examples.all_meet()
    first, *others = view.standings
    steps = (("wins", "4"), ("seconds", "0"), ("lot", "e99e"))
    print_standings(replace(view, standings=(replace(first, steps=steps), *others)))
    assert re.search(r"Ann Lee .* 4  lot$", capsys.readouterr().out, re.MULTILINE)


@pytest.mark.parametrize("made", [*examples.ALL, examples.waiting, examples.nobody_at_a_table])
@pytest.mark.parametrize("columns", ["40", "80"])
def test_nothing_that_is_laid_out_is_wider_than_the_screen(
    made: examples.Made, columns: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setattr("referee.cli.shared.printing.is_on_terminal", lambda: True)
    monkeypatch.setattr("referee.cli.shared.club.is_on_terminal", lambda: True)
    monkeypatch.setattr("referee.cli.tournament.printing.is_on_terminal", lambda: True)
    view = made()
    print_tournament(view)
    print_teams(view)
    print_lines(cross_table_lines(view, int(columns)))
    print_lines(printed_bracket_lines(view))
    out = capsys.readouterr().out
    assert max(map(cell_len, out.splitlines())) <= int(columns)
    for name in names_of(view).values():
        # A name may be wrapped, but is never cut.
        assert re.search(r"\s+".join(name.split()), out)
