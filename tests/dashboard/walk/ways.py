"""The ways to every screen in every state, and the walk that opens each once and asks it all its questions."""

import traceback
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import pytest
from textual.widgets import Input

from referee.club.calendar import checkin
from referee.club.evening import draws
from referee.club.folder import Club
from referee.club.match import starting, voiding
from referee.competition.entrants import Sizes
from referee.dashboard.tonight.tonight import TonightScreen
from referee.tournaments.actions import announcing, entering
from referee.tournaments.freezeout_actions import players as freezeouts
from referee.tournaments.state.settings import Format, SettingsChange, Stacks
from tests.dashboard.conftest import NAMES
from tests.dashboard.piloting import OPENED, Officer, at_the_desk

Prompt = Callable[[Officer, str], Awaitable[None]]
Change = Callable[[Club], None]
Named = TypeVar("Named")
MOST_SCREENS: Final = 16


def _drawn(club: Club) -> None:
    """Check six guests in and draw seats for them."""
    checkin.check_in(club, ["Ida", "Jon", "Kay", "Leo", "Mia", "Nat"], guests=True)
    draws.draw(club, ["commune"], seed=1)


def _freezeout(club: Club) -> None:
    """Announce a freezeout of four, and draw their seats."""
    announcing.announce(
        club, "Winter Stacks", Format.FREEZE_OUT, SettingsChange("texas-holdem", Sizes(2, 5), ()), seed=3
    )
    entering.enter(club, "Winter Stacks", NAMES[:4])
    announcing.change_stacks(club, "Winter Stacks", announcing.propose_stacks(4, Stacks(prizes=(50, 30, 20))))
    freezeouts.draw_seats(club, "Winter Stacks")


def _only_result(club: Club) -> None:
    """Start a table of which only the result is recorded."""
    starting.start_table(club, "big-two", NAMES[:4], result_only=True)


def _voided(club: Club) -> None:
    """Void the finished table."""
    voiding.void_match(club, 2, reason="played with a wrong pack")


@dataclass(frozen=True)
class Way:
    """The way from tonight to a screen in a state: what is pressed, what is typed, and what is changed before.

    A screen that is told by data is named by the section of its keys, any other by its class.
    """

    to: str
    pressed: tuple[str, ...] = ()
    typed: str = ""
    then: tuple[str, ...] = ()
    before: Change | None = None

    async def go(self, officer: Officer) -> None:
        """Go there from tonight."""
        await officer.press(*self.pressed)
        if self.typed:
            await officer.type(self.typed, *self.then)


_CLASSES = {
    **{"tonight": "TonightScreen", "checkin": "CheckInScreen", "seating": "SeatingScreen", "table": "MatchScreen"},
    **{"past": "MatchScreen", "facts": "FactsScreen", "rulebook": "RulebookScreen", "announcing": "Dialog"},
    "rulebook of a table": "RulebookScreen",
}
WAYS: Final = {
    **{name: Way(_CLASSES.get(name, name), keys) for name, keys in OPENED.items()},
    "check-in, typed": Way("CheckInScreen", ("c",), "an"),
    "a new table, players": Way("SeatingScreen", ("n", "tab")),
    "a new table, a question": Way("Dialog", ("n", "up", "enter")),
    "seats typed": Way("Dialog", ("n", "i")),
    "a table, typing": Way("MatchScreen", ("1",)),
    "a table, asked": Way("MatchScreen", ("1",), "Ann plays 2C", ("enter",)),
    "a table, finished": Way("MatchScreen", ("2",)),
    "facts, told": Way("FactsScreen", ("F",), "Ann leads", ("enter", "escape")),
    "rulebook, typed": Way("RulebookScreen", ("R",), "deal"),
    "a page of the manual": Way("ManualScreen", ("ctrl+p",), "manual tour", ("enter",)),
    "palette": Way("Palette", ("ctrl+p",)),
    "palette, typed": Way("Palette", ("ctrl+p",), "rule"),
    "menu": Way("Dialog", ("m",)),
    "menu of a table": Way("Dialog", ("1", "escape", "m")),
    "closing": Way("Dialog", ("f",)),
    "letting stand": Way("Dialog", ("1", "escape", "l")),
    "disputing": Way("Dialog", ("1", "escape", "d")),
    "undoing": Way("Dialog", ("S", "U")),
    "renaming": Way("Dialog", ("M", "e")),
    "planning": Way("Dialog", ("C", "n")),
    "drawing": Way("Dialog", ("t",)),
    "forgetting": Way("Dialog", ("M", "enter", "X")),
    "phones, more": Way("Dialog", ("P", "m")),
    "phones, what they may do": Way("Dialog", ("P", "s")),
    "standings, filtered": Way("standings", ("S", "slash")),
    "members, filtered": Way("members", ("M", "slash")),
    "disputes, all": Way("disputes", ("D", "a")),
    "precedents, filtered": Way("precedents", ("D", "slash")),
}
# Each is changed for good before, so that they come last and in this order.
CHANGED: Final = {
    "a draw": Way("SeatDrawScreen", ("t",), before=_drawn),
    "a draw, a player held": Way("SeatDrawScreen", ("t", "enter"), before=_drawn),
    "freezeout": Way("freeze_out", ("T", "end", "enter"), before=_freezeout),
    "a table, result only": Way("MatchScreen", ("3",), before=_only_result),
    "a table, void": Way("MatchScreen", ("2",), before=_voided),
}


def parts(ways: Mapping[str, Named], number: int) -> list[dict[str, Named]]:
    """Part ways so that several tests walk them, each in the order of its own."""
    return [dict(list(ways.items())[index::number]) for index in range(number)]


def first(part: object) -> str:
    """Name a test by the first of what it walks."""
    return str(next(iter(part))) if isinstance(part, Mapping) else "{}x{}".format(*part)  # type: ignore[misc]


async def walk(
    club: Club, size: tuple[int, int], ways: Mapping[str, Way], questions: Sequence[Prompt], **desk: Any
) -> None:
    """Open each screen once and ask it all questions; fail with each that was not answered well, and where.

    A question that leaves the screen has the next one asked of the screen as it is opened anew.
    """
    wrong: list[str] = []
    names: set[Change] = set()

    async def tried(what: str, ask: Awaitable[None]) -> bool:
        try:
            await ask
        except Exception as fault:
            at = traceback.extract_tb(fault.__traceback__)[-1]
            wrong.append(f"{what}: {fault!r}\n{at.filename}:{at.lineno}: {at.line}\n{officer.sees()}")
            return False
        return True

    async with at_the_desk(club, size=size, **desk) as officer:
        for name, way in ways.items():
            text = f"{name} at {size[0]}x{size[1]}"
            if way.before and way.before not in names:
                way.before(club)
                names.add(way.before)
                await officer.catch_up()
            opened = await tried(f"{text}, opening", way.go(officer))
            front = officer.app.screen
            for question in questions if opened else ():
                if officer.app.screen is not front:
                    await tried(f"{text}, going back", back(officer))
                    await tried(f"{text}, opening anew", way.go(officer))
                    front = officer.app.screen
                await tried(f"{text}, {question.__name__.replace('_', ' ')}", question(officer, name))
            if not await tried(f"{text}, going back", back(officer)):
                break
    if wrong:
        pytest.fail("\n\n".join(wrong), pytrace=False)


async def back(officer: Officer) -> None:
    """Go back to tonight by Escape, and leave nothing typed behind."""
    for _ in range(MOST_SCREENS):
        if isinstance(officer.app.screen, TonightScreen):
            return
        if isinstance(line := officer.app.focused, Input) and line.value:
            await officer.press("end", "ctrl+u")
        await officer.press("escape")
    raise AssertionError(f"There is no way back:\n{officer.sees()}")
