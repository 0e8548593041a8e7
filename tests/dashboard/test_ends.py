"""The ends of what a desk is given: names and reasons of any kind, many members, full tables, small terminals."""

import sqlite3
from contextlib import closing

import pytest
from textual.widgets import OptionList

from referee.club.calendar import checkin, sessions
from referee.club.disputes import opening
from referee.club.folder import Club
from referee.club.match import ending, matches, recording, starting
from referee.club.people import roster
from referee.dashboard.rendering import wrapped
from referee.dashboard.tonight.seating import SeatingScreen
from tests.dashboard.conftest import MONDAY, announced
from tests.dashboard.piloting import LARGE, OPENED, SMALL, Officer, at_the_desk

pytestmark = pytest.mark.screen

MARKUP = "[/] [bold]x[/bold] [red"
# The screens of which everybody's name, or the claim of a dispute, is the point.
NAMED = ("tonight", "checkin", "seating", "table", "standings", "nights", "tournament")
CLAIMED = ("disputes", "dispute")
NAMES = {
    "wide or long": ("山田太郎", "김철수", "e\u0301lodie", "A" * 40),
    "like markup": ("Ann", "Ben", "Cal", "Dee"),
}


def played(club: Club, names: tuple[str, ...]) -> None:
    """Play a little: a table with lines, one taken back and one in dispute, and a match that is over."""
    for name in names:
        if name not in [each.name for each in roster.members(club)]:
            roster.add(club, name)
    sessions.open_session(club, str(MONDAY))
    checkin.check_in(club, names)
    starting.start(club, "play-or-pay", names)
    for line in (f"deal by {names[3]}", f"{names[0]} plays 5H", f"{names[2]} plays 6H"):
        recording.log(club, 1, line)
    opening.open_on_line(club, 1, 2, claim=f"{MARKUP} {'a very long reason ' * 40}")
    recording.undo(club, 1, 3, reason=f"{MARKUP} {'a very long reason ' * 20}")
    over = starting.start(club, "play-or-pay", names).number
    ending.result(club, over, places=[[name] for name in names])
    ending.finish(club, over)
    announced(club, names)


SCREENS = list({**OPENED, "asking": ("enter", "escape", "u")}.items())
# In parts, so that nobody waits for one test while others have nothing to do.
PARTS = [dict(SCREENS[at::4]) for at in range(4)]


@pytest.mark.parametrize("part", PARTS, ids=lambda part: next(iter(part)))
@pytest.mark.parametrize("kind", NAMES)
def test_every_screen_shows_names_of_any_kind_in_terminals_of_any_size(
    club: Club, kind: str, part: dict[str, tuple[str, ...]]
) -> None:
    played(club, NAMES[kind])
    if kind == "like markup":  # what the club and a room are called is up to the club
        with closing(sqlite3.connect(club.store.path)) as other, other:
            other.execute("UPDATE charter SET name = ?", (MARKUP,))
            other.execute("UPDATE session SET room = ?", (MARKUP,))

    async def play(officer: Officer) -> None:
        for screen, keys in part.items():
            await officer.press(*keys)
            for size in ((40, 10), SMALL):
                await officer.resize(*size)
            if screen in NAMED:
                assert NAMES[kind][0] in officer.reads()
            if screen in CLAIMED or (screen, kind) == ("tonight", "like markup"):
                assert MARKUP in officer.reads()
            while len(officer.app.screen_stack) > 2:
                await officer.press("escape")

    at_the_desk(club, play)


def test_what_looks_like_markup_is_typed_like_anything_else(club: Club) -> None:
    played(club, NAMES["like markup"])

    async def play(officer: Officer) -> None:
        await officer.press("c")
        await officer.type("[/")
        assert "add [/ as a guest" in officer.reads()
        await officer.press("enter")
        assert "'[/' cannot be a name" in officer.reads()
        await officer.press("escape", "escape", "R")  # everybody is shown first
        await officer.type("no [/bold]")
        assert "matches 'no [/bold]'" in officer.reads()
        await officer.press("escape", "escape", "enter")
        await officer.type("Ann plays [/]", "enter")
        assert "Ann plays [/]" in officer.reads()
        await officer.press("ctrl+u", "escape", "up", "u")
        await officer.type("[/]", "enter")
        assert "taken back: [/]" in officer.reads()

    at_the_desk(club, play)
    assert matches.show(club, 1).log[1].reason == "[/]"


def test_letters_of_two_columns_are_counted_as_two() -> None:
    rows = wrapped("김철수 plays 6♥, or pays if it is not in 김철수's hand", 30, 4)
    assert all(row.cell_length <= 30 for row in rows)
    assert all(row.plain.startswith("    ") for row in rows)


def test_two_hundred_members_are_checked_in_and_seated_from_a_list(club: Club) -> None:
    names = [f"Member {number:03}" for number in range(200)]
    for name in names:
        roster.add(club, name)
    sessions.open_session(club, str(MONDAY))
    checkin.check_in(club, names[:199])

    async def play(officer: Officer) -> None:
        await officer.press("c")
        await officer.type("199", "enter")
        assert "200 checked in" in officer.reads()
        await officer.press("escape", "n", "enter", "end", "enter")
        assert isinstance(officer.app.screen, SeatingScreen)
        assert officer.app.screen.query_one("#players", OptionList).option_count == 200
        assert "Member 199" in officer.app.screen.seated

    at_the_desk(club, play)


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_at_a_full_table_it_is_seen_who_is_to_act(club: Club, size: tuple[int, int]) -> None:
    names = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")
    for name in names[5:]:
        roster.add(club, name)
    sessions.open_session(club, str(MONDAY))
    checkin.check_in(club, names)
    starting.start(club, "play-or-pay", names)
    recording.log(club, 1, "deal by Gus")

    async def play(officer: Officer) -> None:
        await officer.press("enter")
        assert "▶ Hal to act" in officer.reads()
        await officer.type("Hal plays 5H", "enter")
        assert "▶ Ann to act" in officer.reads()

    at_the_desk(club, play, size=size)
