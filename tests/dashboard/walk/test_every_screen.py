"""Every screen in every state: what a key does is shown, what is shown can be done, and nothing is lost or cut off.

Which screens there are is taken from the program: one that is not walked fails a test.
"""

import re
import sys
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import pytest
from rich.cells import cell_len
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, OptionList, Static

import referee.dashboard
from referee.club.folder import Club
from referee.dashboard import keys
from referee.dashboard.app import Dashboard
from referee.dashboard.help import help_screen
from referee.dashboard.key_actions import ACTIONS_BY_NAME, KEY_ACTIONS
from referee.dashboard.navigation import DESTINATIONS
from referee.dashboard.widgets.key_row import KeyRow
from referee.dashboard.widgets.listing import Listing
from tests.dashboard.piloting import LARGE, OPENED, SMALL, Officer
from tests.dashboard.test_keys import SCREENS
from tests.dashboard.walk.ways import CHANGED, WAYS, Way, back, first, parts, walk

pytestmark = pytest.mark.screen

TINY = (20, 5)
# The board and the clock hang on a wall, and are another command; those that are told by data are walked by section.
ELSEWHERE = {"BoardScreen", "ClockScreen", "ListScreen", "DocumentScreen", "TournamentScreen"}
# What a key does in any line and in any list, without being told.
EDITING = {
    *("left", "right", "home", "end", "backspace", "delete", "pageup", "pagedown", "enter", "up", "down"),
    *("tab", "shift+tab", "space"),
}
MEANT = {key: meaning.name for meaning in KEY_ACTIONS for key in meaning.keys.split(",")}
NAMED = {"Enter": "enter", "Escape": "escape", "Esc": "escape", "Tab": "tab", "Del": "delete"}
# The keys that lead back. Where no fact is told yet, the officer is in the line, and the letter goes into it.
LEAVING = {
    each.screen: [key for key in keys.effective_keys(each, {}).split(",") if (each.screen, key) != ("facts", "q")]
    for each in keys.KEYS
    if each.action == "leave" and each.screen in OPENED.keys() - {"tonight"}
}
# What is asked in front of a screen, and the first words of it.
ASKED = {
    **{"menu": "The club", "palette": "words of a deed", "seats typed": "Who sits at the table"},
    **{"disputing": "Dispute line 4", "closing": "Close", "renaming": "New name of", "planning": "Plan a session"},
    **{"announcing": "What is the", "drawing": "Which games"},
}


def every_screen() -> set[str]:
    """Return each screen of the program by its class, and each that is told by data by the section of its keys."""
    for module in walk_packages(referee.dashboard.__path__, "referee.dashboard."):
        import_module(module.name)

    def below(of: type[Any]) -> set[type[Any]]:
        return {each for one in of.__subclasses__() for each in (one, *below(one))}

    classes = {
        each.__name__
        for each in below(Screen)
        if each.__module__ in sys.modules and each.__module__.startswith("referee.")
    }
    return classes | ({key.screen for key in keys.KEYS} - SCREENS.keys())


async def it_is_the_screen_that_was_gone_to(officer: Officer, name: str) -> None:
    front = officer.app.screen
    assert (WAYS | CHANGED)[name].to in (type(front).__name__, getattr(front, "section", "")), front


async def no_row_is_wider_than_the_terminal(officer: Officer, name: str) -> None:
    assert all(cell_len(row) <= officer.app.size.width for row in officer.sees().splitlines())


async def no_line_blinks_which_would_paint_the_screen_twice_a_second(officer: Officer, name: str) -> None:
    assert not [each for each in officer.app.screen.query(Input) if each.cursor_blink]


async def what_a_key_does_is_told(officer: Officer, name: str) -> None:
    front = officer.app.screen
    told = {key for each in keys.KEYS for name in each.key_actions for key in ACTIONS_BY_NAME[name].keys.split(",")}
    for key, active in front.active_bindings.items():
        if active.binding.tooltip:
            assert key in told
            assert active.binding.id in (MEANT[key], None)
        elif key in MEANT and key not in EDITING and not isinstance(officer.app.focused, Input):
            assert isinstance(front, ModalScreen), f"{key} does {active.binding.action}, and nothing says so"


async def what_the_row_or_a_hint_names_can_be_done(officer: Officer, name: str) -> None:
    front, bound = officer.app.screen, officer.app.screen.active_bindings
    rows = [
        (screen, key) for screen in officer.app.screen_stack for row in screen.query(KeyRow) for key in row.shown_keys
    ]
    if isinstance(front, ModalScreen):
        names = [key.label for screen, key in rows if screen.is_current or screen in officer.app._background_screens]
        assert names == []
        hints = [static for static in front.query(Static) if static.has_class("hint") or static.id == "hint"]
        hint = " ".join(str(static.render()) for static in hints)
        assert set(NAMED) & set(re.findall(r"[A-Z]\w+", hint))
        for word in re.findall(r"(Enter|Escape|Tab|Del)\b", hint):
            assert NAMED[word] in bound, (word, hint)
        return
    row = [key for screen, key in rows if screen is front]
    assert row
    for shown_key in row:
        assert bound[shown_key.key].binding.action == shown_key.action, shown_key.key
        assert bound[shown_key.key].enabled, shown_key.key


async def one_key_has_one_word(officer: Officer, name: str) -> None:
    """What the row says of a key is what the key does there: the words of one section, in a small terminal too."""
    row = [(key.key, key.label) for each in officer.app.screen.query(KeyRow) for key in each.shown_keys]
    assert len(dict(row)) == len(row)
    said = {(key.label, ACTIONS_BY_NAME[name].keys) for key in keys.KEYS for name in key.key_actions}
    assert name == "help" or {(says, key) for key, says in row} <= said


async def what_has_no_room_in_the_row_is_in_the_help(officer: Officer, name: str) -> None:
    """The help begins with the screen it was asked on."""
    front, bound = officer.app.screen, officer.app.screen.active_bindings
    if isinstance(front, ModalScreen) or officer.on("help"):
        return
    assert isinstance(officer.app, Dashboard)
    if isinstance(officer.app.focused, Input):
        officer.app.push_screen(help_screen(officer.app.desk, bound.values()))
        await officer.settle()
    else:
        assert {ACTIONS_BY_NAME[each].keys for each in DESTINATIONS} <= bound.keys()
        await officer.press("question_mark")
    assert officer.on("help")
    text = " ".join(str(officer.app.screen.query_one("VerticalScroll > Static").render()).split())
    here = text[: text.index("What each key means")]
    wanted = {binding.binding.tooltip for binding in bound.values()} - {""}
    everywhere = {key.description for key in keys.KEYS if key.screen == keys.EVERYWHERE}
    assert all(does in here for does in wanted - everywhere)
    assert all(does in text for does in wanted)
    await officer.press("escape")
    assert officer.app.screen is front


async def every_key_that_leads_back_leads_to_the_screen_behind(officer: Officer, name: str) -> None:
    if name not in LEAVING:
        return
    assert LEAVING[name]
    for key in LEAVING[name]:
        front, behind = officer.app.screen, officer.app.screen_stack[-2]
        of = SCREENS.get(name)
        assert officer.on(name) or (of and (isinstance(front, of) or front.query(of)))
        await officer.press(key)
        assert officer.app.screen is behind, key
        await back(officer)
        assert len(officer.app.screen_stack) == 2
        await WAYS[name].go(officer)


async def what_is_asked_is_read_and_typed_at(officer: Officer, name: str) -> None:
    assert officer.reads().strip()
    if name not in ASKED:
        return
    assert ASKED[name] in officer.reads()
    if isinstance(line := officer.app.focused, Input):
        await officer.type("Ann")
        assert line.value.endswith("Ann")
        assert "Ann" in officer.sees()


async def the_mark_goes_about(officer: Officer, name: str) -> None:
    await officer.press("down", "up", "end", "home")
    assert officer.app.is_running


QUESTIONS = (
    it_is_the_screen_that_was_gone_to,
    no_row_is_wider_than_the_terminal,
    no_line_blinks_which_would_paint_the_screen_twice_a_second,
    what_a_key_does_is_told,
    what_the_row_or_a_hint_names_can_be_done,
    one_key_has_one_word,
)
OF_THE_KEYS = (what_has_no_room_in_the_row_is_in_the_help, every_key_that_leads_back_leads_to_the_screen_behind)


def test_every_screen_is_walked() -> None:
    assert every_screen() - ELSEWHERE == {way.to for way in (WAYS | CHANGED).values()}


@pytest.mark.parametrize("part", [*parts(WAYS, 7), CHANGED], ids=first)
async def test_in_a_large_terminal_each_screen_tells_its_keys_and_is_left_by_them(
    night: Club, part: dict[str, Way]
) -> None:
    await walk(night, LARGE, part, (*QUESTIONS, *OF_THE_KEYS))


@pytest.mark.parametrize("part", [*parts(WAYS, 4), CHANGED], ids=first)
async def test_in_a_small_terminal_too(night: Club, part: dict[str, Way]) -> None:
    await walk(night, SMALL, part, QUESTIONS)


@pytest.mark.parametrize("part", parts({name: WAYS[name] for name in (OPENED | ASKED)}, 3), ids=first)
async def test_in_a_tiny_terminal_each_screen_is_read_typed_at_and_left(night: Club, part: dict[str, Way]) -> None:
    await walk(night, TINY, part, (what_is_asked_is_read_and_typed_at, the_mark_goes_about))


async def what_is_typed_and_marked_is_kept_however_large_the_window_is(officer: Officer, name: str) -> None:
    line = officer.app.focused

    def kept() -> list[object]:
        screen = officer.app.screen
        lists = [listing.cursor_row for listing in screen.query(Listing)]
        rows = [officer.app.focused, line.value] if isinstance(line, Input) else []
        return [*rows, *lists, *(option_list.highlighted for option_list in screen.query(OptionList))]

    await officer.press("down", "down")
    for size in (TINY, LARGE, SMALL):
        if isinstance(line, Input):
            before = line.value
            await officer.type("n")
            assert line.value == f"{before}n"
        marked = kept()
        await officer.resize(*size)
        assert kept() == marked


async def a_list_without_room_for_a_single_row_goes_by_pages(officer: Officer, name: str) -> None:
    if name in TYPED_AT:
        return
    for size in ((120, 5), (60, 3), (30, 1)):
        await officer.resize(*size)
        await officer.press("pageup", "pagedown")
        assert officer.app.is_running
    await officer.resize(*SMALL)


TYPED_AT = ("table", "checkin", "facts", "palette", "seats typed", "renaming", "announcing", "members, filtered")
LISTED = ("members", "evenings", "files", "rulebook", "seating", "past", "menu")


@pytest.mark.long
@pytest.mark.parametrize("part", parts({name: WAYS[name] for name in (*TYPED_AT, *LISTED)}, 3), ids=first)
async def test_a_window_is_made_larger_and_smaller(night: Club, part: dict[str, Way]) -> None:
    questions = [what_is_typed_and_marked_is_kept_however_large_the_window_is]
    await walk(night, SMALL, part, [*questions, a_list_without_room_for_a_single_row_goes_by_pages])


async def test_what_is_answered_wrongly_is_named_by_screen_size_and_question_and_the_walk_goes_on(night: Club) -> None:
    items = []

    async def is_it_empty(officer: Officer, name: str) -> None:
        items.append(name)
        assert officer.reads() == ""

    with pytest.raises(pytest.fail.Exception) as error:
        await walk(night, SMALL, {name: WAYS[name] for name in ("members", "help")}, [is_it_empty])
    assert items == ["members", "help"]
    for name in items:
        assert f"{name} at 80x24, is it empty: " in str(error.value)
