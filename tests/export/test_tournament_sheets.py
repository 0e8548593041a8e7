"""What is printed of a tournament: everybody once where they must be, read back by a parser; drawings well-formed."""

import re
import shutil
import subprocess
from collections import Counter
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from referee.export.bracket_svg import bracket_svg
from referee.export.cross_table_svg import MOST, cross_table_svg
from referee.export.tournament_sheets import Sheet, sheet_html
from referee.tournaments.bracket_layout import bracket
from referee.tournaments.scores.cross_table import cross_table
from referee.tournaments.state.settings import Score
from referee.tournaments.state.view import TournamentView
from tests.export.parsing import Element, parsed
from tests.patience import patience
from tests.tournaments import example_views as examples

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
SVG = "{http://www.w3.org/2000/svg}"


def names_of(view: TournamentView) -> dict[int, str]:
    return {number: entry.name for number, entry in view.entries.items()}


def page(view: TournamentView, *sheets: Sheet, at: int = -1) -> Element:
    return parsed(sheet_html(view, "Monday Cards", sheets, view.rounds[at]))


def texts(drawing: str) -> list[str]:
    return ["".join(each.itertext()) for each in ElementTree.fromstring(drawing).iter(f"{SVG}text")]


def test_the_seating_sheet_has_everybody_once_by_table_and_once_by_name_with_table_and_seat() -> None:
    view = examples.swiss()
    sheet = page(view, Sheet.SEATS, at=1)
    tables = [[item.text for item in section.all("li")] for section in sheet.all("section")]
    assert tables == [
        ["Ann Moss", "Ann Lee", "Eve Lee(deals first)"],
        ["Fay Lee", "Gus Lee", "Ben Lee(deals first)"],
        ["Ben Moss", "Cal Moss", "Hal Lee(deals first)"],
    ]
    assert "Bye: Cal Lee, Dee Lee" in sheet.text
    by_name = sheet.with_id("by-name").with_class("names")[0].all("p")
    said = [(row.all("b")[0].text, row.all("span")[0].text) for row in by_name]
    assert [name for name, _ in said] == sorted(names_of(view).values())
    assert dict(said)["Hal Lee"] == "Table 3, seat 3"
    assert dict(said)["Dee Lee"] == "Bye"


def test_there_is_a_slip_for_each_table_with_room_for_each_player_to_sign() -> None:
    view = examples.knock_out()
    slips = page(view, Sheet.SLIPS, at=0).with_class("slip")
    assert len(slips) == 6
    for slip, table in zip(slips, view.rounds[0].tables, strict=True):
        assert slip.all("h2")[0].text.split() == ["Table", str(table.number), "Round", "1"]
        rows = slip.all("tbody")[0].all("tr")
        assert len(rows) == len(table.entries)
        for row, entry in zip(rows, table.entries, strict=True):
            cells = [cell.text for cell in row.all("td")]
            assert cells[1].startswith(view.name_of(entry))
            assert ("deals first" in cells[1]) == (entry == table.dealer)
            assert cells[2:] == ["", "", ""]
        assert "Christmas Cup, Monday 2026-11-02, Monday Cards" in slip.text
        assert "Commune" in slip.text


@pytest.mark.parametrize(
    ("score", "box"),
    [(Score.CHIPS, "chips"), (Score.PENALTY_POINTS, "penalty points"), (Score.PLACES, "points")],
)
def test_a_slip_asks_for_what_is_scored(score: Score, box: str) -> None:
    view = examples.all_meet()
    view = replace(view, settings=replace(view.settings, score=score))
    heads = [cell.text for cell in page(view, Sheet.SLIPS).with_class("slip")[0].all("th")]
    assert heads == ["", "player", "place", box, "signature"]


def test_the_standings_sheet_adds_up_and_says_what_parted_equals() -> None:
    view = examples.swiss()
    sheet = page(view, Sheet.STANDINGS)
    rows = [[cell.text for cell in row.all("td")] for row in sheet.with_class("standings")[0].all("tbody")[0].all("tr")]
    assert len(rows) == 11
    for row in rows:
        given = [float(cell) for cell in row[2:5] if cell != "–"]
        assert float(row[5]) == pytest.approx(sum(given), abs=0.002)
    assert rows[0][-1] == "lot 1"
    assert "standings after Round 2" in sheet.all("h1")[0].text
    assert [row.all("td")[2].text for row in sheet.all("table")[1].all("tbody")[0].all("tr")] == ["4.500", "3.750"]


def test_names_of_markup_do_no_harm() -> None:
    view = examples.groups()
    entries = {**view.entries, 1: replace(view.entries[1], name='<b onload="x">&Ann')}
    view = replace(view, entries=entries, name="<script>")
    text = sheet_html(view, "<i>Club", list(Sheet), view.rounds[0])
    assert "<script" not in text
    assert "<b onload" not in text
    sheet = parsed(text)
    assert '<b onload="x">&Ann' in sheet.text


def test_a_table_at_which_nobody_sits_has_no_slip_and_spoils_no_sheet() -> None:
    sheet = page(examples.nobody_at_a_table(), *Sheet)
    assert [slip.all("h2")[0].text.split()[1] for slip in sheet.with_class("slip")] == ["1"]
    assert len(sheet.with_id("seats").all("section")) == 2


def test_no_sheet_of_a_round_where_none_is_drawn() -> None:
    view = replace(examples.all_meet(), rounds=(), standings=())
    sheet = parsed(sheet_html(view, "Monday Cards", list(Sheet)))
    assert not sheet.all("section")
    assert "Nothing has been decided yet." in sheet.text


@pytest.mark.parametrize("made", [examples.knock_out, examples.groups, examples.waiting])
def test_the_drawn_bracket_has_each_name_as_often_as_a_box_has_it(made: examples.Made) -> None:
    view = made()
    found = bracket(view)
    drawn = Counter(re.sub(r"^\d+", "", text) for text in texts(bracket_svg(found, names_of(view), "Bracket")))
    for number, name in names_of(view).items():
        assert drawn[name] == sum(number in box.entries for box in found.boxes)
    rectangles = list(ElementTree.fromstring(bracket_svg(found, names_of(view), "B")).iter(f"{SVG}rect"))
    assert len(rectangles) == len(found.boxes)


@pytest.mark.parametrize("seed", range(18))
def test_each_line_of_the_drawing_leads_from_its_name_to_the_box_of_the_next_table(seed: int) -> None:
    """Lines are told by their colour and joined by where they touch, and nothing is asked of how they were laid."""
    view = examples.knock_out(6 + seed, 1 + seed % 2, seed, lucky=seed % 3 == 0)
    found, names = bracket(view), names_of(view)
    root = ElementTree.fromstring(bracket_svg(found, names, "Bracket"))
    boxes = [tuple(int(each.attrib[key]) for key in ("x", "y", "width", "height")) for each in root.iter(f"{SVG}rect")]
    assert len(boxes) == len(found.boxes)
    at = dict(zip(found.boxes, boxes, strict=True))
    starts = []
    ends = []
    for path in root.iter(f"{SVG}path"):
        d = path.attrib["d"]
        if start := re.fullmatch(r"M(\d+) (\d+)H(\d+)", d):
            x, y, to = map(int, start.groups())
            starts.append((path.attrib["stroke"], x, y, to))
        elif end := re.fullmatch(r"M(\d+) (\d+)V(\d+)M\1 (\d+)H(\d+)", d):
            ends.append((path.attrib["stroke"], *map(int, end.groups())))
    led = Counter[tuple[int, tuple[int, ...]]]()
    for colour, x, y, upright in starts:
        source = next(box for box, (left, top, wide, high) in at.items() if left + wide == x and top < y < top + high)
        row = (y - at[source][1]) // (at[source][3] // (len(source.slots) + 1))
        entry = source.entries[row - 1]
        joined = [end for end in ends if end[0] == colour and end[1] == upright and end[2] <= y <= end[3]]
        assert len(joined) == 1
        _, _, _, _, to_y, to_x = joined[0]
        target = next(box for box, (left, top, _, high) in at.items() if left == to_x and top < to_y < top + high)
        assert entry in target.entries
        assert target.column == source.column + 1
        led[entry, (source.column, target.column)] += 1
    assert set(led.values()) == {1}
    assert len(led) == sum(len(way.entries) for way in found.ways)


def test_the_drawn_cross_table_says_of_each_two_that_met_what_came_of_it() -> None:
    view = examples.swiss()
    cross = cross_table(view)
    drawing = cross_table_svg(cross, names_of(view), "Cross table")
    root = ElementTree.fromstring(drawing)
    said = dict((title.text or "").split(": ") for title in root.iter(f"{SVG}title"))
    names = names_of(view)
    assert said == {
        f"{names[one]} – {names[other]}": signs.replace("-", "\N{MINUS SIGN}")
        for (one, other), signs in cross.met.items()
    }
    written = Counter(texts(drawing))
    assert all(written[name] == 1 for name in names.values())


def test_a_field_too_large_for_a_square_has_no_square() -> None:
    assert cross_table_svg(replace(cross_table(examples.swiss()), order=tuple(range(1, MOST + 2))), {}, "") == ""


@pytest.mark.process
@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
def test_slips_and_sheets_take_no_more_paper_than_they_must(tmp_path: Path) -> None:
    view = examples.knock_out()
    file = tmp_path / "sheets.html"
    file.write_text(sheet_html(view, "Monday Cards", list(Sheet), view.rounds[0]), encoding="utf-8")
    printed = tmp_path / "sheets.pdf"
    subprocess.run(
        [str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer",
         f"--print-to-pdf={printed}", str(file)],
        check=True, capture_output=True, timeout=patience(120),
    )  # fmt: skip
    # Seats, names, six slips, standings, cross table and bracket: each on one page.
    assert printed.read_bytes().count(b"/Type /Page\n") == 6
