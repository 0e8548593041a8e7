"""What is printed of a tournament: everybody once where they must be, read back by a parser."""

from dataclasses import replace

import pytest

from referee.export.pages.tournament_sheets import SheetKind, tournament_sheets
from referee.tournaments.bracket import bracket
from referee.tournaments.state.settings import Score
from referee.tournaments.state.view import TournamentView
from tests.export.parsing import Element, parsed
from tests.tournaments import example_views as examples


def names_of(view: TournamentView) -> dict[int, str]:
    return {number: entry.name for number, entry in view.entries.items()}


def page(view: TournamentView, *sheets: SheetKind, at: int = -1) -> Element:
    return parsed(tournament_sheets(view, "Monday Cards", sheets, view.rounds[at]))


def test_the_seating_sheet_has_everybody_once_by_table_and_once_by_name_with_table_and_seat() -> None:
    view = examples.swiss()
    sheet = page(view, SheetKind.SEATS, at=1)
    tables = [[item.text for item in section.all("li")] for section in sheet.with_class("tables")[0].all("section")]
    assert tables == [
        ["Ann Moss", "Ann Lee", "Eve Lee deals first"],
        ["Fay Lee", "Gus Lee", "Ben Lee deals first"],
        ["Ben Moss", "Cal Moss", "Hal Lee deals first"],
    ]
    assert "Bye: Cal Lee, Dee Lee" in sheet.text
    by_name = sheet.with_id("by-name").with_class("names")[0].all("li")
    names = [(row.all("b")[0].text, row.all("span")[0].text) for row in by_name]
    assert [name for name, _ in names] == sorted(names_of(view).values())
    assert dict(names)["Hal Lee"] == "Table 3, seat 3"
    assert dict(names)["Dee Lee"] == "Bye"


def test_there_is_a_slip_for_each_table_with_room_for_each_player_to_sign() -> None:
    view = examples.knock_out()
    slips = page(view, SheetKind.SLIPS, at=0).with_class("slip")
    assert len(slips) == 6
    for slip, table in zip(slips, view.rounds[0].tables, strict=True):
        assert slip.all("h2")[0].text.split() == ["Table", str(table.number), "Round", "1"]
        rows = slip.all("tbody")[0].all("tr")
        assert len(rows) == len(table.entries)
        for row, entry in zip(rows, table.entries, strict=True):
            text = row.all("th")[0].text
            assert text.startswith(view.name_of(entry))
            assert ("deals first" in text) == (entry == table.dealer)
            assert [cell.text for cell in row.with_class("box")] == ["", ""]
        assert "Christmas Cup, Monday 2 November 2026, Monday Cards" in slip.text
        assert "Commune" in slip.text


@pytest.mark.parametrize(
    ("score", "boxes"),
    [
        (Score.CHIPS, ["Place", "Chips"]),
        (Score.LOW, ["Place", "Points"]),
        (Score.PLACES, ["Place"]),
        (Score.MATCH, ["Place"]),
    ],
)
def test_a_slip_asks_for_what_is_scored_and_for_nothing_else(score: Score, boxes: list[str]) -> None:
    view = examples.all_meet()
    view = replace(view, settings=replace(view.settings, score=score))
    heads = [cell.text for cell in page(view, SheetKind.SLIPS).with_class("slip")[0].all("thead")[0].all("th")]
    assert heads == ["Seat", "Player", *boxes, "Signature"]


def test_a_slip_of_a_freeze_out_asks_for_stacks_and_for_no_places() -> None:
    """Its places come about as players go out; nobody fills them in at a table."""
    slip = page(examples.freeze_out(), SheetKind.SLIPS, at=0).with_class("slip")[0]
    assert [cell.text for cell in slip.all("thead")[0].all("th")] == ["Seat", "Player", "Chips", "Signature"]


def test_the_standings_sheet_adds_up_and_says_what_parted_equals() -> None:
    view = examples.swiss()
    sheet = page(view, SheetKind.STANDINGS)
    rows = sheet.all("table")[0].all("tbody")[0].all("tr")
    assert len(rows) == 11
    for row in rows:
        _, *by_round, points, _ = [cell.text for cell in row.all("td")]
        assert float(points) == pytest.approx(sum(float(cell) for cell in by_round if cell != "–"), abs=0.002)
    assert "decided by lot" in rows[0].all("small")[0].text
    assert "standings after Round 2" in sheet.all("h1")[0].text
    assert [row.all("td")[1].text for row in sheet.all("table")[1].all("tbody")[0].all("tr")] == ["4.500", "3.750"]


def test_names_of_markup_do_no_harm() -> None:
    view = examples.groups()
    entries = {**view.entries, 1: replace(view.entries[1], name='<b onload="x">&Ann')}
    view = replace(view, entries=entries, name="<script>")
    text = tournament_sheets(view, "<i>Club", list(SheetKind), view.rounds[0])
    assert "<script" not in text
    assert "<b onload" not in text
    sheet = parsed(text)
    assert '<b onload="x">&Ann' in sheet.text


def test_a_table_at_which_nobody_sits_has_no_slip_and_spoils_no_sheet() -> None:
    sheet = page(examples.nobody_at_a_table(), *SheetKind)
    assert [slip.all("h2")[0].text.split()[1] for slip in sheet.with_class("slip")] == ["1"]
    assert len(sheet.with_class("tables")[0].all("section")) == 2


def test_no_sheet_of_a_round_where_none_is_drawn() -> None:
    view = replace(examples.all_meet(), rounds=(), standings=())
    sheet = parsed(tournament_sheets(view, "Monday Cards", list(SheetKind)))
    assert not sheet.all("section")
    assert "There are no results yet." in sheet.text


@pytest.mark.parametrize("made", [examples.knock_out, examples.groups, examples.waiting])
def test_the_bracket_has_each_name_as_often_as_a_table_has_it(made: examples.Made) -> None:
    view = made()
    names = [element.text for element in page(view, SheetKind.BRACKET).with_id("bracket-sheet").all("bdi")]
    listed = [slot.player for bracket_round in bracket(view) for table in bracket_round.tables for slot in table.slots]
    for number, name in names_of(view).items():
        assert names.count(name) == listed.count(number)


def test_beside_who_goes_on_stands_the_next_table() -> None:
    sheet = page(examples.knock_out(), SheetKind.BRACKET)
    went_on = [element.text for element in sheet.with_class("on")]
    assert went_on
    assert all("→ table " in text or "→ bye" in text or "goes on" in text for text in went_on)


def test_the_winner_of_the_final_stands_out() -> None:
    view = examples.knock_out()
    winners = [element.text for element in page(view, SheetKind.BRACKET).with_class("won")]
    first = next(line.entry for line in view.standings)
    assert [names_of(view)[first] in text for text in winners] == [True]


def test_who_met_whom_is_a_list_of_a_player_where_tables_are_of_several() -> None:
    """Of the first round of the Swiss: Ann Lee won at table 1 before Gus Lee and Dee Lee."""
    sheet = page(examples.swiss(), SheetKind.CROSS_TABLE)
    assert not sheet.all("table")
    assert "Round 1, table 1: 1st, before Gus Lee and Dee Lee" in [element.text for element in sheet.all("dd")]
