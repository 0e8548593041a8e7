"""The seating sheet: who sits where in large letters, on as few pages of A4 as may be, and nothing else."""

import re
from datetime import date

from referee.club.calendar import checkin
from referee.club.evening import draws
from referee.club.folder import Club
from referee.club.people import roster
from referee.club.people.public_name import ShownAs
from referee.club.people.public_names import all_public_names
from referee.export.pages.seating_sheet import SeatingSheet, SheetTable, seating_page, seating_rows, seating_sheet
from tests.club.conftest import club, monday  # noqa: F401
from tests.export.parsing import parsed

FIRST = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")
NAMES = tuple(f"{first} {last}." for last in "ABCDE" for first in FIRST)


def sheet(players: int) -> SeatingSheet:
    tables = [
        SheetTable(f"Table {index // 4 + 1}", "Chor Dai Di (Big Two)", NAMES[index : min(index + 4, players)])
        for index in range(0, players, 4)
    ]
    return SeatingSheet("Monday Cards", date(2026, 11, 16), "M4", tuple(tables))


def test_every_table_has_its_game_and_its_players_in_order_and_says_who_deals_first() -> None:
    page = parsed(seating_page(sheet(8)))
    tables = page.with_class("tables")[0].all("section")
    assert [table.all("h2")[0].text for table in tables] == [
        "Table 1 Chor Dai Di (Big Two)",
        "Table 2 Chor Dai Di (Big Two)",
    ]
    assert [[item.all("bdi")[0].text for item in table.all("li")] for table in tables] == [
        list(NAMES[:4]),
        list(NAMES[4:8]),
    ]
    assert [item.all("bdi")[0].text for item in page.all("li") if "deals first" in item.text] == ["Dee A.", "Hal A."]
    assert page.all("h1")[0].text == "Seating, Monday 16 November 2026"
    assert "M4" in page.text
    rows = "\n".join(seating_rows(sheet(8)))
    assert [rows.index(name) for name in NAMES[:8]] == sorted(rows.index(name) for name in NAMES[:8])
    assert re.search(r"4  Dee A\.  \(deals first\)", rows)


def test_everybody_is_found_by_name_with_table_and_seat() -> None:
    page = parsed(seating_page(sheet(8))).with_class("names")[0].all("li")
    assert [(element.all("b")[0].text, element.all("span")[0].text) for element in page][1] == (
        "Ben A.",
        "Table 1, seat 2",
    )
    assert [element.all("b")[0].text for element in page] == sorted(NAMES[:8])


def test_names_are_those_for_the_public_unless_told_otherwise(club: Club) -> None:  # noqa: F811
    roster.add_all(club, ["Zoë Quill", "Ida O'Lee"])
    checkin.check_in(club, ["Ann", "Ben", "Zoë", "Ida"])
    draw = draws.draw(club, ["big-two"])
    page = seating_page(seating_sheet(draw, "Cards & <b>Chips</b>", all_public_names(club).names))
    assert "Quill" not in page
    assert "Zoë Q." in page
    full = seating_page(seating_sheet(draw, "Monday Cards", all_public_names(club, full_names=True).names))
    assert "Zoë Quill" in full
    assert "Ida O&#39;Lee" in full
    assert "Cards &amp; &lt;b&gt;Chips&lt;/b&gt;" in page


def test_everybody_is_named_on_it_as_they_wish(club: Club) -> None:  # noqa: F811
    for name, wish in (("Zoë Quill", ShownAs.NOBODY), ("Ida O'Lee", ShownAs.CODE), ("Hal Roe", ShownAs.FULL)):
        roster.add_all(club, [name], shown_as=wish)
    checkin.check_in(club, ["Ann", "Zoë", "Ida", "Hal"])
    draw = draws.draw(club, ["big-two"])
    printed = "\n".join(seating_rows(seating_sheet(draw, "Monday Cards", all_public_names(club).names)))
    assert not any(name in printed for name in ("Zoë", "Quill", "Ida", "Lee"))
    assert all(name in printed for name in ("Ann", "Player 6", "Player 7", "Hal Roe"))
    full = "\n".join(seating_rows(seating_sheet(draw, "Monday Cards", all_public_names(club, full_names=True).names)))
    assert all(name in full for name in ("Ann", "Player 6", "Ida O'Lee", "Hal Roe"))
