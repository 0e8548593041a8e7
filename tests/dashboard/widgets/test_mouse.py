"""What the keys do is done by the mouse, too: rows, keys in the row at the foot, menus, dialogs, cards and names."""

import pytest
from textual.screen import ModalScreen
from textual.widgets import DataTable, OptionList, Static

from referee.club.calendar import checkin, sessions
from referee.club.evening import draws
from referee.club.file import backups
from referee.club.folder import Club
from referee.club.match import starting
from referee.club.people import officers
from referee.dashboard.document_screen import DocumentScreen
from referee.dashboard.table.match import MatchScreen
from referee.dashboard.tonight.seat_draw import SeatDrawScreen
from referee.dashboard.tonight.seating import SeatingScreen
from referee.dashboard.tonight.table_cards import TableCard
from referee.dashboard.tonight.tonight import TonightScreen
from referee.dashboard.widgets.listing import Listing
from tests.dashboard.conftest import MONDAY, NAMES
from tests.dashboard.piloting import LARGE, SMALL, at_the_desk

pytestmark = [pytest.mark.screen, pytest.mark.long]


LISTS = {
    "disputes": ("D", "a"),
    "standings": ("S",),
    "evenings": ("C",),
    "evening": ("C", "enter"),
    "members": ("M",),
    "tournaments": ("T",),
    "precedents": ("D", "slash", "enter"),
}
# What is chosen there is done at once, so that a click on what is marked does nothing but ask.
MARKED_ONLY = {"files": ("B",), "officers": ("O",)}


@pytest.mark.parametrize("name", LISTS | MARKED_ONLY)
async def test_a_click_marks_a_row_and_one_on_what_is_marked_opens_it(night: Club, name: str) -> None:
    officers.elect(night, "Ann", "treasurer")
    officers.elect(night, "Ben", "secretary")
    backups.back_up(night)
    starting.start_table(night, "play-or-pay", NAMES[:4])

    async with at_the_desk(night, *(LISTS | MARKED_ONLY)[name], size=LARGE) as officer:
        front, listing = officer.app.screen, officer.app.screen.query_one(Listing)
        other = min(1, listing.row_count - 1)
        at = sum(row.height for row in listing.ordered_rows[:other]) + 1
        if listing.cursor_row != other:
            await officer.click(listing, (4, at))
            assert officer.app.screen is front
        assert listing.cursor_row == other
        if name in LISTS:
            await officer.click(listing, (4, at))
            assert officer.app.screen is not front


async def test_a_double_click_opens_a_row(night: Club) -> None:
    async with at_the_desk(night, "M", size=LARGE) as officer:
        await officer.click(officer.app.screen.query_one(Listing), (4, 2), times=2)
        assert officer.on("member")


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_a_table_on_tonight_is_marked_and_opened(night: Club, size: tuple[int, int]) -> None:
    starting.start_table(night, "play-or-pay", NAMES[:4])

    async with at_the_desk(night, size=size) as officer:
        screen = officer.app.screen
        assert isinstance(screen, TonightScreen)
        marked = screen._selected_number
        if size == LARGE:
            card = next(card for card in screen.query(TableCard) if card.match and card.match.number == 3)
            await officer.click(card, (4, 1))
        else:
            await officer.click_text("  3  ")
        assert officer.app.screen is screen
        assert screen._selected_number == 3 != marked
        if size == LARGE:
            await officer.click(card, (4, 1))
        else:
            await officer.click_text("  3  ")
        assert isinstance(officer.app.screen, MatchScreen)
        assert officer.app.screen.number == 3


async def test_what_waits_is_opened(night: Club) -> None:
    async with at_the_desk(night, size=LARGE) as officer:
        waits = officer.app.screen.query_one("#waits", OptionList)
        await officer.click(waits, (4, 0), times=2)
        assert not isinstance(officer.app.screen, TonightScreen)


async def test_a_key_in_the_row_does_what_it_says(night: Club) -> None:
    async with at_the_desk(night, size=LARGE) as officer:
        front = officer.app.screen
        for shown, opens in (("n New", SeatingScreen), ("? Help", DocumentScreen)):
            await officer.click_text(shown)
            assert isinstance(officer.app.screen, opens)
            await officer.click_text("Esc Back")
            assert officer.app.screen is front


async def test_a_row_of_a_menu_and_the_keys_of_a_dialog(night: Club) -> None:
    async with at_the_desk(night, size=LARGE) as officer:
        front = officer.app.screen
        await officer.press("m")
        await officer.click_text("Escape: go back")
        assert officer.app.screen is front
        await officer.press("m")
        await officer.click_text("Members")
        assert officer.on("members")
        await officer.press("escape", "f")
        await officer.click_text("Escape: go back")
        assert officer.app.screen is front
        assert sessions.show(night).session.status == "open"
        await officer.press("f")
        await officer.click_text("Enter: close")
        assert not isinstance(officer.app.screen, ModalScreen)
    assert sessions.show(night, str(MONDAY)).session.status == "closed"


async def test_a_pick_of_a_dialog_is_taken_and_a_row_of_the_palette_done(night: Club) -> None:
    async with at_the_desk(night, "1", "escape", "l", size=LARGE) as officer:
        picks = officer.app.screen.query_one("NameList", OptionList)
        await officer.click(picks, (4, 0))
        assert isinstance(officer.app.screen, MatchScreen)
        await officer.press("ctrl+p")
        await officer.type("stan")
        await officer.click(officer.app.screen.query_one(OptionList), (4, 0))
        assert officer.on("standings")


async def test_names_are_clicked_at_check_in_and_at_a_new_table(evening: Club) -> None:
    async with at_the_desk(evening, "c", size=LARGE) as officer:
        await officer.click_text(" Eve")
        assert "Eve is checked in." in officer.reads()
        await officer.press("escape", "n")
        players = officer.app.screen.query_one("#players", OptionList)
        screen = officer.app.screen
        assert isinstance(screen, SeatingScreen)
        await officer.click(players, (4, 2))
        await officer.click(players, (4, 2))
        assert len(screen.seated_names) in (1, 2)
    assert "Eve" in [member.name for member in sessions.show(evening).checked_in]


async def test_a_player_of_a_draw_is_held_and_put_elsewhere(evening: Club) -> None:
    checkin.check_in(evening, ["Ida", "Jon"], guests=True)
    draws.draw(evening, ["commune"], tables=[3, 3], seed=1)

    async with at_the_desk(evening, "t", size=LARGE) as officer:
        screen = officer.app.screen
        assert isinstance(screen, SeatDrawScreen)
        await officer.click_text("Cal")
        assert screen.held_player == "Cal"


async def test_a_clause_is_marked(club: Club) -> None:
    async with at_the_desk(club, "R", size=LARGE) as officer:
        clauses = officer.app.screen.query_one("#clauses", OptionList)
        before = clauses.highlighted
        await officer.click(clauses, (4, 6))
        assert clauses.highlighted != before
        assert isinstance(officer.app.screen.query_one("#about"), Static)


@pytest.mark.parametrize("keys", [("T", "enter")])
async def test_a_table_of_a_tournament_is_marked(night: Club, keys: tuple[str, ...]) -> None:
    async with at_the_desk(night, *keys, size=LARGE) as officer:
        for data_table in officer.app.screen.query(DataTable):
            if data_table.row_count > 1:
                await officer.click(data_table, (4, 2))
                assert data_table.cursor_row == 1
