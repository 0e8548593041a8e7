"""The palette: everything is found by its words, and done or gone to."""

import re

import pytest

from referee.club.calendar import sessions
from referee.club.folder import Club
from referee.dashboard import keys
from referee.dashboard.app import Dashboard
from referee.dashboard.deeds.dialog import Dialog
from referee.dashboard.disputes.rulebook import RulebookScreen
from referee.dashboard.manual import ManualScreen
from referee.dashboard.navigation import screen_kind
from referee.dashboard.palette.entries import COMMANDS, UNBOUND_ACTIONS
from referee.dashboard.palette.palette import Palette
from referee.dashboard.table.match import MatchScreen
from referee.dashboard.tonight.tonight import TonightScreen
from tests.dashboard.piloting import LARGE, at_the_desk
from tests.dashboard.test_keys import SCREENS, TOLD

pytestmark = pytest.mark.screen

# What is typed, on which screen, and what is found first.
FOUND = {
    "check": ("tonight", "Check in"),
    "start": ("tonight", "New"),
    "seat": ("tonight", "Draw"),
    "clos": ("tonight", "Close session"),
    "stan": ("tonight", "Standings"),
    "rule": ("tonight", "Rules"),
    "disp": ("tonight", "Disputes"),
    "fact": ("tonight", "Facts"),
    "memb": ("tonight", "Members"),
    "tour": ("tonight", "Tournaments"),
    "sess": ("tonight", "Sessions"),
    "back": ("tonight", "Back up the club"),
    "audit": ("tonight", "Audit"),
    "impor": ("tonight", "Import a file"),
    "plan": ("tonight", "Plan a session"),
    "add m": ("tonight", "Add members"),
    "elect": ("tonight", "Elect an officer"),
    "annou": ("tonight", "Announce a tournament"),
    "undo": ("tonight", "Undo last"),
    "redo": ("tonight", "Redo"),
    "light": ("tonight", "Theme: light"),
    "contr": ("tonight", "Theme: high-contrast"),
    "void": ("table", "Void the match"),
    "leave": ("table", "A player leaves"),
    "swap": ("table", "Two players swap seats"),
    "fin": ("table", "Finish"),
    "settl": ("table", "Settlement"),
}
# What an officer may type besides, on tonight, and what is first then, or among the first three.
MEANT = {
    "late": "Check in", "guest": "Check in", "home": "Check in", "checkin": "Check in",
    "buyin": "Blinds", "blinds": "Blinds", "levels": "Blinds", "payout": "Prizes", "prize": "Prizes",
    "holiday": "Cancel on holidays", "print": "Print the draw", "undo": "Undo last", "wrong": "Undo last",
    "rename": "Members", "merge": "Members", "retire": "Members", "duplicate": "Members", "delete": "Members",
    "rebuy": "Tournaments", "bust": "Tournaments", "bye": "Tournaments", "withdraw": "Tournaments",
    "knockout": "Tournaments", "swiss": "Tournaments", "absent": "Tournaments", "timer": "Clock: begin",
    "pause": "Clock: pause", "level": "Clock: level before", "break": "Clock: begin", "warn": "Penalty",
    "penalty": "Penalty", "banned": "Keep apart", "apart": "Keep apart", "score": "Standings", "rating": "Standings",
    "tie": "Standings", "history": "What was done", "who": "What was done", "log": "What was done",
    "appeal": "Disputes", "overrule": "Disputes", "precedent": "Search precedents", "dealer": "New",
    "close": "Close session", "backup": "Back up the club", "export": "Files", "csv": "Files", "restore": "Restore",
    "import": "Import a file", "theme": "Theme: referee", "dark": "Theme: referee", "correct": "Sessions",
    "privacy": "Names in public", "quit": "Quit", "keys": "Help", "clause": "Rules", "addon": "Add-ons",
    "void": "Table 1", "result": "Table 1", "join": "Table 1", "ann": "Ann", "table 2": "Table 2",
    "member rename": "Members", "big-two 4.2": "big-two 4.2", "manual seat": "Manual: Seating",
}  # fmt: skip
# The key that stands beside a row, where it does the same on the screen in front.
SHOWN = {"check": "c", "close": "f", "stan": "S", "undo": "U", "table 1": "1", "help": "?", "members": "M"}
TO = {"tonight": (), "table": ("1", "escape")}


@pytest.mark.parametrize("screen", TO)
async def test_deeds_are_found_by_five_letters_or_fewer(night: Club, screen: str) -> None:
    assert len(FOUND) >= 20
    assert all(len(typed) <= 5 for typed in FOUND)

    async with at_the_desk(night, *TO[screen]) as officer:
        for typed, (where, says) in FOUND.items():
            if where == screen:
                await officer.press("ctrl+p")
                await officer.type(typed)
                assert isinstance(officer.app.screen, Palette)
                assert officer.app.screen.matches[0].title == says, typed
                await officer.press("escape")


@pytest.mark.long
async def test_what_officers_type_is_found_first_whatever_it_is(night: Club) -> None:
    async with at_the_desk(night) as officer:
        missed = {}
        for typed, says in MEANT.items():
            await officer.press("ctrl+p")
            await officer.type(typed)
            assert isinstance(officer.app.screen, Palette)
            found = officer.app.screen.matches
            if not found or found[0].title != says:
                missed[typed] = [entry.title for entry in found[:3]]
            await officer.press("escape")
        assert not missed


async def test_the_key_stands_beside_what_is_found(night: Club) -> None:
    async with at_the_desk(night) as officer:
        for typed, key in SHOWN.items():
            await officer.press("ctrl+p")
            await officer.type(typed)
            assert isinstance(officer.app.screen, Palette)
            assert officer.app.screen.matches[0].key == key, typed
            await officer.press("escape")


async def test_what_is_found_is_done(night: Club) -> None:
    async with at_the_desk(night, "ctrl+p", size=LARGE) as officer:
        await officer.type("clos", "enter", shows="Close the session of Monday 16 November 2026?")
        await officer.press("escape", "S", "ctrl+p")
        await officer.type("member add", "enter")
        assert isinstance(officer.app.screen, Dialog)
        await officer.type("Gus", "enter")
        assert screen_kind(officer.app.screen) == "members"
        assert "Gus is a member." in officer.reads()
        await officer.press("ctrl+p")
        await officer.type("table 1", "enter")
        assert isinstance(officer.app.screen, MatchScreen)
        await officer.press("ctrl+p")  # also while a line is typed
        await officer.type("table void", "enter", shows="Void the match at table 1?")
        await officer.press("escape")
        await officer.press("ctrl+p")
        await officer.type("ann", "down", "up", "enter")
        assert screen_kind(officer.app.screen) == "member"
        await officer.press("ctrl+p")
        await officer.type("open", "escape")
        assert screen_kind(officer.app.screen) == "member"


async def test_a_deed_of_tonight_is_done_there(night: Club) -> None:
    async with at_the_desk(night, "1") as officer:
        await officer.type("Cal pl", "ctrl+p")
        await officer.type("close", "enter", shows="! Something is typed and not saved yet. Enter or clear it first.")
        await officer.press("ctrl+u", "ctrl+p")
        await officer.type("close", "enter", shows="Close the session of Monday 16 November 2026?")
        await officer.press("escape")
        assert isinstance(officer.app.screen, TonightScreen)
    assert sessions.show(night).session.status == "open"


async def test_a_clause_and_a_page_of_the_manual_are_opened(club: Club) -> None:
    async with at_the_desk(club, "ctrl+p", size=LARGE) as officer:
        await officer.type("big-two 4.2", "enter")
        assert isinstance(officer.app.screen, RulebookScreen)
        assert "big-two 4.2 from:" in officer.reads()
        await officer.press("escape", "ctrl+p")
        await officer.type("manual tour", "enter")
        assert isinstance(officer.app.screen, ManualScreen)
        assert "Tournaments" in officer.reads()
        await officer.press("q", "ctrl+p")
        await officer.type("zzzz", "enter", shows=("! Nothing has these words.", "zzzz"))


@pytest.mark.parametrize("deed", UNBOUND_ACTIONS, ids=lambda deed: deed.action)
def test_every_deed_without_a_key_is_an_action_of_its_screen(deed: object) -> None:
    screen, action = getattr(deed, "screen", ""), str(getattr(deed, "action", ""))
    if screen in TOLD:
        assert action in TOLD[screen]
    else:
        assert callable(getattr(SCREENS[screen], f"action_{re.split('[(]', action)[0]}"))


def test_every_command_is_that_of_a_key() -> None:
    assert set(COMMANDS) <= {key.id for key in keys.KEYS}


def test_the_desk_has_no_palette_of_textuals_own() -> None:
    assert not Dashboard.ENABLE_COMMAND_PALETTE
