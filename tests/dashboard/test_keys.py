"""The keys: shown, changeable, and none that a terminal would swallow."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.binding import Binding

from referee import dashboard
from referee.club.folder import Club
from referee.dashboard import keys, keys_file
from referee.dashboard.app import Dashboard
from referee.dashboard.board.board import BoardScreen
from referee.dashboard.board.clock import ClockScreen
from referee.dashboard.club.evenings import EVENINGS
from referee.dashboard.club.files import FILES
from referee.dashboard.club.member import member_document
from referee.dashboard.club.members import MEMBERS
from referee.dashboard.club.officers import OFFICERS
from referee.dashboard.club.standings import STANDINGS
from referee.dashboard.disputes.dispute import dispute_document
from referee.dashboard.disputes.disputes import DISPUTES, PRECEDENTS
from referee.dashboard.disputes.facts import FactField, FactsScreen
from referee.dashboard.disputes.rulebook import RulebookScreen
from referee.dashboard.hints import HINT_KEYS as HINTS
from referee.dashboard.key_actions import ACTIONS_BY_NAME, KEY_ACTIONS
from referee.dashboard.manual import ManualScreen
from referee.dashboard.navigation import DESTINATIONS, screen_kind
from referee.dashboard.palette.anywhere import GLOBAL_ENTRIES
from referee.dashboard.palette.palette import PaletteField
from referee.dashboard.phones.phones import PHONES
from referee.dashboard.screens import lazy_screen
from referee.dashboard.table.match import MatchScreen
from referee.dashboard.tonight import tonight
from referee.dashboard.tonight.seat_draw import DrawnTableList, SeatDrawScreen
from referee.dashboard.tonight.seating import SeatingScreen
from referee.dashboard.tonight.table_cards import TableCards
from referee.dashboard.tonight.tonight import TonightScreen
from referee.dashboard.tournament.freezeout_view import FREEZEOUT
from referee.dashboard.tournament.rounds_view import ROUNDS
from referee.dashboard.tournament.tournaments import TOURNAMENTS
from referee.dashboard.widgets.field import LineField, NameField
from tests.dashboard.piloting import LARGE, at_the_desk

pytestmark = pytest.mark.screen

SCREENS = {
    "tonight": TonightScreen,
    "cards": TableCards,
    "checkin": NameField,
    "drawing": SeatDrawScreen,
    "seating": SeatingScreen,
    "drawn": DrawnTableList,
    "telling": FactField,
    keys.EVERYWHERE: Dashboard,
    "typing": LineField,
    "asked": LineField,
    "table": MatchScreen,
    "facts": FactsScreen,
    "rulebook": RulebookScreen,
    "palette": PaletteField,
    "manual": ManualScreen,
    "board": BoardScreen,
    "clock": ClockScreen,
}


# The screens that are told by data, and the deeds that each has of its own.
TOLD = {
    each.section: {*each.deeds, *each.item_deeds, each.open_action, "find"}
    for each in (EVENINGS, FILES, MEMBERS, OFFICERS, STANDINGS, DISPUTES, PHONES, PRECEDENTS, TOURNAMENTS)
} | {
    "evening": {"open", "again", "find"},
    "dispute": set(dispute_document(1).deeds),
    "member": set(member_document("Ann").deeds),
    "nights": set(),
    "phone": set(),
    "rounds": set(),
    "tournament": {*ROUNDS.deeds, "open", "result", "undo", "more", "read", "earlier", "later"},
    "freeze_out": {*FREEZEOUT.deeds, "undo", "more", "read"},
    "help": set(),
    "settlement": set(),
    "sheet": set(),
}


@pytest.mark.parametrize("key", keys.KEYS, ids=lambda key: key.id)
def test_every_key_does_something_on_its_screen(key: keys.Key) -> None:
    if key.screen in TOLD:
        assert key.action in {*TOLD[key.screen], "leave", "previous", "next"}
        return
    rows = [
        binding_type
        for binding_type in SCREENS[key.screen].BINDINGS
        if isinstance(binding_type, Binding) and binding_type.tooltip == key.description
    ]
    assert {binding.id for binding in rows if binding.id} == {name for name in key.key_actions if name != "table"}
    for each in rows:
        target, _, action = each.action.partition("(")[0].rpartition(".")
        assert callable(getattr(Dashboard if target == "app" else SCREENS[key.screen], f"action_{action}"))


def test_no_key_means_two_things() -> None:
    every = [key for meaning in KEY_ACTIONS for key in meaning.keys.split(",")]
    assert len(every) == len(set(every))
    assert len(ACTIONS_BY_NAME) == len(KEY_ACTIONS)


def test_every_meaning_is_used_and_no_screen_does_two_things_by_one() -> None:
    assert {name for key in keys.KEYS for name in key.key_actions} == set(ACTIONS_BY_NAME) - {
        "pane-before"
    }  # which is Textual's
    used = [(key.screen, name) for key in keys.KEYS for name in key.key_actions]
    assert len(used) == len(set(used))


def test_no_key_is_swallowed_by_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "keys.toml"
    for meaning in KEY_ACTIONS:
        if not meaning.fixed:
            path.write_text(f"[keys]\n{meaning.name} = {meaning.keys.split(',')!s}", encoding="utf-8")
            assert keys_file.read_keymap(path) == {meaning.name: meaning.keys}


def test_what_a_hint_names_is_a_key() -> None:
    for said in HINTS.values():
        for id in re.findall(r"\{([\w.]+)\}", said):
            assert keys.key_for(id, {})


def test_what_a_hint_has_found_by_its_words_is_a_deed_of_the_palette() -> None:
    sought = [said.removeprefix("{find}, ") for said in HINTS.values() if said.startswith("{find}")]
    assert "Blinds" in sought
    assert {*sought} <= {anywhere.title for anywhere in GLOBAL_ENTRIES}


async def test_every_place_is_a_key_away(night: Club) -> None:
    async with at_the_desk(night) as officer:
        assert isinstance(officer.app, Dashboard)
        for place, where in DESTINATIONS.items():
            await officer.press("1", "escape", ACTIONS_BY_NAME[place].keys)
            assert screen_kind(officer.app.screen) == screen_kind(lazy_screen(where)(officer.app.desk)), place
            await officer.press(*["escape"] * 3)
            assert isinstance(officer.app.screen, TonightScreen)


async def test_going_to_and_fro_opens_no_more_screens_than_there_are_kinds(night: Club) -> None:
    async with at_the_desk(night) as officer:
        for _ in range(3):
            await officer.press("D", "enter", "R", "escape", "S", "enter", "D", "enter")
        assert len(officer.app.screen_stack) <= 6
        assert lazy_screen(DESTINATIONS["disputes"])  # they are all there
        await officer.press(*["escape"] * 6)
        assert isinstance(officer.app.screen, TonightScreen)


async def test_a_digit_opens_the_table_of_that_number_and_brackets_its_neighbours(night: Club) -> None:
    async with at_the_desk(night) as officer:

        async def at(table: int) -> None:
            assert isinstance(officer.app.screen, MatchScreen)
            assert officer.app.screen.match
            assert officer.app.screen.match.table == table

        await officer.press("S", "2")
        await at(2)
        await officer.press("left_square_bracket")
        await at(1)
        await officer.press("left_square_bracket", shows="! There is no table before this one tonight.")
        await officer.press("right_square_bracket")
        await at(2)
        await officer.press("7", shows="! There is no table 7 tonight.")
        await officer.press("escape")
        assert officer.on("standings")


async def test_a_line_that_is_typed_is_kept_where_somebody_goes_to_another_table(night: Club) -> None:
    async with at_the_desk(night, "1") as officer:
        await officer.type("Cal pl", "right_square_bracket", "escape", "escape", shows="Cal pl")


async def test_no_one_is_checked_in_before_a_session_is_open(club: Club) -> None:
    async with at_the_desk(club, "S", "c") as officer:
        assert "! No session is open. Open one on tonight, then check players in." in officer.reads()


async def test_the_key_that_goes_back_does_not_quit_when_it_is_pressed_once_too_often(
    night: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tonight, "RETURN_GRACE", 3600.0)

    async with at_the_desk(night, "S", "q", "q") as officer:
        assert isinstance(officer.app.screen, TonightScreen)
        monkeypatch.setattr(tonight, "RETURN_GRACE", 0.0)
        await officer.press("q")
        assert not officer.app.is_running


async def test_the_users_file_changes_a_key_on_every_screen_and_they_show_it(night: Club) -> None:
    path = keys_file.keys_file_path()
    path.parent.mkdir(parents=True)
    path.write_text('[keys]\nfinish = "z"\nhelp = ["h", "f3"]\n', encoding="utf-8")

    async with at_the_desk(night, size=LARGE, keymap=keys_file.read_keymap(), shows="z Close session") as officer:
        await officer.press("f")
        assert isinstance(officer.app.screen, TonightScreen)
        await officer.press("1", "escape", shows="z Finish")
        await officer.press("f3")
        assert officer.on("help")
        text = " ".join(str(officer.app.screen.query_one("VerticalScroll > Static").render()).split())
        assert "z Finish, end or close. (changed) finish" in text
        await officer.press("q", "h")
        assert officer.on("help")


def test_only_the_users_own_file_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    assert keys_file.keys_file_path() == tmp_path / "config" / "referee" / "keys.toml"
    assert keys_file.read_keymap() == {}
    keys_file.keys_file_path().parent.mkdir(parents=True)
    keys_file.keys_file_path().write_text('[keys]\nundo = "?"\nhelp = "h"\n', encoding="utf-8")
    assert keys_file.read_keymap() == {"undo": "question_mark", "help": "h"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[keys]\nchekin = "x"', "unknown key 'chekin'. Did you mean checkin?"),
        ('[keys]\nundo = "ctrl+s"', "undo cannot be ctrl+s: terminals take it to stop the output"),
        ('[keys]\nundo = "ctrl+i"', "terminals send Tab for it"),
        ('[keys]\nundo = "ctrl+w"', "browsers take it"),
        ('[keys]\nundo = "f99"', "invalid undo 'f99'. Use a letter, a sign, or a key such as f5"),
        ("[keys]\nundo = 7", "invalid undo 7. Use a key, such as 'u'"),
        ('[keys]\nundo = "s"', "s is set for both undo and start"),
        ('[keys]\npane = "z"', "pane cannot be z: it would be typed into the line"),
        ('[keys]\ntable = "z"', "the keys for table cannot be changed"),
        ('[table]\nundo = "z"', "'table' is not known. Put every key under the heading [keys]."),
        ('undo = "u"', "'undo' is not known. Put every key under the heading [keys]."),
        ("[table", "cannot be read"),
    ],
)
def test_a_file_that_cannot_be_used_says_where_and_why(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "keys.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(keys_file.KeyFault) as fault:
        keys_file.read_keymap(path)
    assert str(path) in str(fault.value)
    assert said in str(fault.value)


async def test_the_help_begins_with_the_screen_it_was_asked_on_and_has_every_key(club: Club) -> None:
    async with at_the_desk(club, "M", "question_mark", size=LARGE) as officer:
        text = " ".join(str(officer.app.screen.query_one("VerticalScroll > Static").render()).split())
        assert text.startswith("This screen")
        assert text.index("Add members.") < text.index("What each key means") < text.index("Check players in.")
        for key in keys.KEYS:
            assert key.description in text
        assert str(keys_file.keys_file_path()) in text


async def test_a_letter_chooses_from_a_menu(night: Club) -> None:
    async with at_the_desk(night, "m", "C") as officer:
        assert officer.on("evenings")
        await officer.press("escape", "1", "escape", "m", "v", shows="Void the match at table 1?")


# What rows of menus do by a letter of the map: each in the sense that the letter has there.
IN_THE_SAME_SENSE = {
    "x": {"A player leaves", "A player withdraws, and the chips leave play"},
    "s": {
        "A stand-in takes over a seat",
        "Reopen the match: there is more to record",
        "Start the clock",
        "Resume the clock",
        "Pause the clock",
    },
    "t": {"Draw the round again"},
    "w": {"Award a table as a walkover"},
    "l": {"Leave a void table void"},
    "u": {"Unmerge the selected member: two people again"},
    "f": {"Finish all agreed tables"},
}


def test_a_letter_of_a_menu_has_the_sense_that_it_has_on_every_screen() -> None:
    letters = {key: meaning.name for meaning in KEY_ACTIONS for key in meaning.keys.split(",")}
    rows = [row for path in sorted(Path(dashboard.__file__).parent.rglob("*.py")) for row in picks(path)]
    assert len(rows) > 20
    for letter, says in rows:
        assert letter not in letters or says in IN_THE_SAME_SENSE.get(letter, ()), (letter, letters[letter], says)


def picks(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the letter and the words of each row of a menu that a file states."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Pick":
            given = {keyword.arg: keyword.value for keyword in node.keywords}
            label, letter = given.get("label"), given.get("letter")
            if isinstance(label, ast.Constant) and isinstance(letter, ast.Constant):
                yield str(letter.value), str(label.value)


def test_nothing_that_a_key_does_is_called_like_another_key() -> None:
    named = {"Enter", "Tab", "Esc", "Escape", "Home", "Del", "Delete", "Up", "Down"}  # those in a row of keys
    assert [(key.screen, key.action) for key in keys.KEYS if key.show and key.label in named] == []
