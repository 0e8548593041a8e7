"""A walk over every screen in every state: what a key does is shown, what is shown can be done, and nothing means two.

Which screens there are is taken from the program: one that is not walked fails a test.
"""

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import pytest
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, Static

import referee.dashboard
from referee.club.calendar import checkin
from referee.club.evening import draws
from referee.club.folder import Club
from referee.club.match import starting, voiding
from referee.competition.field import Sizes
from referee.dashboard import keys
from referee.dashboard.app import Dashboard
from referee.dashboard.help import help_screen
from referee.dashboard.meanings import BY_NAME, MEANINGS
from referee.dashboard.places import PLACES
from referee.dashboard.widgets.key_row import KeyRow
from referee.tournaments.deeds import announcing, entering
from referee.tournaments.freezeout_play import deeds as freezeouts
from referee.tournaments.state.settings import Format, Stacks, Wanted
from tests.dashboard.conftest import NAMES
from tests.dashboard.piloting import LARGE, OPENED, SMALL, Officer, at_the_desk
from tests.dashboard.test_keys import SCREENS

pytestmark = pytest.mark.screen


def drawn(club: Club) -> None:
    """Check six guests in and draw seats for them."""
    checkin.check_in(club, ["Ida", "Jon", "Kay", "Leo", "Mia", "Nat"], guests=True)
    draws.draw(club, ["commune"], seed=1)


def freezeout(club: Club) -> None:
    """Announce a freezeout of four, and draw their seats."""
    wanted = Wanted("texas-holdem", Sizes(2, 5), ())
    announcing.new(club, "Winter Stacks", Format.FREEZE_OUT, wanted, seed=3)
    entering.enter(club, "Winter Stacks", NAMES[:4])
    announcing.settle_stacks(club, "Winter Stacks", announcing.usual_stacks(4, Stacks(prizes=(50, 30, 20))))
    freezeouts.seats(club, "Winter Stacks")


def voided(club: Club) -> None:
    """Void the finished table."""
    voiding.void(club, 2, reason="played with a wrong pack")


def only_result(club: Club) -> None:
    """Start a table of which only the result is recorded."""
    starting.start(club, "big-two", NAMES[:4], result_only=True)


@dataclass(frozen=True)
class Way:
    """The way to a screen in a state: what was done before the desk was opened, what is pressed, and what is typed."""

    to: str
    pressed: tuple[str, ...] = ()
    before: Callable[[Club], None] = lambda _: None
    typed: str = ""
    then: tuple[str, ...] = ()


# Where a screen is told by data it is named by the section of its keys, else by its class.
WAYS = {
    "tonight": Way("TonightScreen"),
    "check-in": Way("CheckInScreen", ("c",)),
    "check-in, typed": Way("CheckInScreen", ("c",), typed="an"),
    "a new table": Way("SeatingScreen", ("n",)),
    "a new table, players": Way("SeatingScreen", ("n", "tab")),
    "seats typed": Way("Dialog", ("n", "i")),
    "a question, open": Way("Dialog", ("n", "up", "enter")),
    "a draw": Way("DrawingScreen", ("t",), drawn),
    "a draw, a player held": Way("DrawingScreen", ("t", "enter"), drawn),
    "a table, typing": Way("MatchScreen", ("1",)),
    "a table, its record": Way("MatchScreen", ("1", "escape")),
    "a table, asked": Way("MatchScreen", ("1",), typed="Ann plays 2C", then=("enter",)),
    "a table, finished": Way("MatchScreen", ("2",)),
    "a table, void": Way("MatchScreen", ("2",), voided),
    "a table, result only": Way("MatchScreen", ("3",), only_result),
    "a past table": Way("MatchScreen", OPENED["past"]),
    "facts": Way("FactsScreen", ("F",)),
    "facts, told": Way("FactsScreen", ("F",), typed="Ann leads", then=("enter", "escape")),
    "rulebook": Way("RulebookScreen", ("R",)),
    "rulebook, typed": Way("RulebookScreen", ("R",), typed="deal"),
    "tournament": Way("tournament", OPENED["tournament"]),
    "freezeout": Way("freeze_out", ("T", "end", "enter"), freezeout),
    "help": Way("help", ("question_mark",)),
    "a page of the manual": Way("ManualScreen", ("ctrl+p",), typed="manual tour", then=("enter",)),
    "palette": Way("Palette", ("ctrl+p",)),
    "palette, typed": Way("Palette", ("ctrl+p",), typed="rule"),
    "menu": Way("Dialog", ("m",)),
    "menu of a table": Way("Dialog", ("1", "escape", "m")),
    "an effect": Way("Dialog", ("f",)),
    "a reason asked": Way("Dialog", ("1", "escape", "l")),
    "undo asked": Way("Dialog", ("S", "U")),
    "standings, filtered": Way("standings", ("S", "slash")),
    "disputes": Way("disputes", ("D",)),
    "disputes, all": Way("disputes", ("D", "a")),
    "precedents": Way("precedents", ("D", "slash")),
    "precedents, the list": Way("precedents", ("D", "slash", "enter")),
    "phones": Way("phones", ("P",)),
    "phones, a table of codes": Way("phone", ("P", "end", "enter")),
    "phones, more": Way("Dialog", ("P", "m")),
    "phones, what they may do": Way("Dialog", ("P", "s")),
    "forgetting": Way("Dialog", ("M", "enter", "X")),
    **{
        each: Way(each, OPENED[each])
        for each in ("dispute", "standings", "nights", "evenings", "evening", "members", "member", "files", "officers")
    },
    **{each: Way(each, OPENED[each]) for each in ("tournaments", "rounds", "settlement", "sheet")},
    "announcing": Way("Dialog", OPENED["announcing"]),
}
# The board and the clock hang on a wall, and are another command; those that are told by data are walked by section.
ELSEWHERE = {"BoardScreen", "ClockScreen", "CollectionScreen", "ReadingScreen", "TournamentScreen"}
# What a key does in any line and in any list, without being told.
EDITING = {
    *("left", "right", "home", "end", "backspace", "delete", "pageup", "pagedown", "enter", "up", "down"),
    *("tab", "shift+tab", "space"),
}
MEANT = {key: each.name for each in MEANINGS for key in each.keys.split(",")}
NAMED = {"Enter": "enter", "Escape": "escape", "Esc": "escape", "Tab": "tab", "Del": "delete"}


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
    return classes | ({each.screen for each in keys.KEYS} - SCREENS.keys())


def test_every_screen_is_walked() -> None:
    assert every_screen() - ELSEWHERE == {each.to for each in WAYS.values()}


@pytest.mark.parametrize("name", WAYS)
def test_what_a_key_does_is_shown_and_what_is_shown_can_be_done(night: Club, name: str) -> None:
    way = WAYS[name]
    way.before(night)

    async def play(officer: Officer) -> None:
        await officer.press(*way.pressed)
        if way.typed:
            await officer.type(way.typed, *way.then)
        front = officer.app.screen
        assert way.to in (type(front).__name__, getattr(front, "section", "")), front
        bound = front.active_bindings
        told = {key for each in keys.KEYS for name in each.meanings for key in BY_NAME[name].keys.split(",")}
        for key, active in bound.items():
            if active.binding.tooltip:
                assert key in told
                assert active.binding.id in (MEANT[key], None)
            elif key in MEANT and key not in EDITING and not isinstance(officer.app.focused, Input):
                assert isinstance(front, ModalScreen), f"{key} does {active.binding.action}, and nothing says so"
        # In the row is what the screen in front does, and all of it can be done.
        rows = [(each, key) for each in officer.app.screen_stack for row in each.query(KeyRow) for key in row.shown]
        if isinstance(front, ModalScreen):
            shown = [key.says for each, key in rows if each.is_current or each in officer.app._background_screens]
            assert shown == []
            hint = " ".join(
                str(each.render()) for each in front.query(Static) if each.has_class("hint") or each.id == "hint"
            )
            assert set(NAMED) & set(re.findall(r"[A-Z]\w+", hint))
            for word in re.findall(r"(Enter|Escape|Tab|Del)\b", hint):
                assert NAMED[word] in bound, (word, hint)
            return
        row = [key for screen, key in rows if screen is front]
        assert row
        for each in row:
            assert bound[each.key].binding.action == each.action, each.key
            assert bound[each.key].enabled, each.key
        # What has no room in the row is in the help, which begins with the screen it was asked on.
        wanted = {each.binding.tooltip for each in bound.values()} - {""}
        if officer.on("help"):
            return
        assert isinstance(officer.app, Dashboard)
        if not isinstance(officer.app.focused, Input):
            assert {BY_NAME[each].keys for each in PLACES} <= bound.keys()
            await officer.press("question_mark")
            assert officer.on("help")
        else:
            officer.app.push_screen(help_screen(officer.app.desk, bound.values()))
            await officer.settle()
        text = " ".join(str(officer.app.screen.query_one("VerticalScroll > Static").render()).split())
        here = text[: text.index("What each key means")]
        everywhere = {each.does for each in keys.KEYS if each.screen == keys.EVERYWHERE}
        assert all(does in here for does in wanted - everywhere)
        assert all(does in text for does in wanted)

    at_the_desk(night, play, size=LARGE)


@pytest.mark.parametrize("name", [name for name, way in WAYS.items() if way.to != "help"])
def test_one_key_has_one_word_on_a_screen(night: Club, name: str) -> None:
    """What the row says of a key is what the key does there: the words of one section, in a small terminal too."""
    way = WAYS[name]
    way.before(night)

    async def play(officer: Officer) -> None:
        await officer.press(*way.pressed)
        row = [(key.key, key.says) for each in officer.app.screen.query(KeyRow) for key in each.shown]
        assert len(dict(row)) == len(row)
        said = {(each.says, BY_NAME[name].keys) for each in keys.KEYS for name in each.meanings}
        assert {(says, key) for key, says in row} <= said

    at_the_desk(night, play, size=SMALL)
