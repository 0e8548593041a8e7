"""Every screen of the desk as it is seen, in a small terminal and in a large one.

The pictures are kept in ``tests/dashboard/screens``; ``pytest tests/dashboard/test_screens.py --regenerate`` draws
them anew.
"""

import shutil
import warnings
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest
from textual.widgets import Input

from referee.club.evening import draws
from referee.club.folder import Club
from referee.dashboard import keys
from referee.dashboard.app import Dashboard
from referee.games import SLUGS
from tests.dashboard import scene
from tests.dashboard.picture import difference, laid_out_by, picture, rows
from tests.dashboard.piloting import LARGE, SMALL, Officer, at_the_desk, on_the_wall
from tests.making import made_once

pytestmark = pytest.mark.screen

SCREENS = Path(__file__).parent / "screens"
REGENERATE = "pytest tests/dashboard/test_screens.py --regenerate"
Steps = Callable[[Officer], Awaitable[None]]


# What is laid out otherwise in a large terminal is asked of every screen by tests/dashboard/walk, too.
SIZES = pytest.mark.parametrize("size", [SMALL, pytest.param(LARGE, marks=pytest.mark.long)], ids=["80x24", "140x45"])


def pressing(*keys: str, typing: str = "", then: tuple[str, ...] = ()) -> Steps:
    """Return the steps to a screen from tonight: some keys, a text, and some more keys."""

    async def steps(officer: Officer) -> None:
        await officer.press(*keys)
        if typing:
            await officer.type(typing, *then)

    return steps


# Tonight's first table plays Pontoon; from there the games are gone through in order.
TO_BIG_TWO = ["right_square_bracket"] * (len(SLUGS) - SLUGS.index("pontoon") + SLUGS.index("big-two"))


async def seated(officer: Officer) -> None:
    """Seat three at a table of Big Two and change a house rule."""
    await officer.press("n", *["enter"] * 4, "tab", "down", "enter", "enter")


async def told(officer: Officer) -> None:
    """Tell the referee two facts about Big Two, and begin a third."""
    await officer.press("F", *TO_BIG_TWO)
    await officer.record(["Ben plays 9D 9H", "Ann plays 6D 6S"])
    await officer.type("Cal plays TC TH")


async def drawn_seats(officer: Officer) -> None:
    """Draw seats, and take one player up."""
    assert isinstance(officer.app, Dashboard)
    draws.draw(officer.app.desk.club, ["big-two", "commune"], seed=7)
    await officer.press("t", "down", "enter", "right")


async def shown_first(officer: Officer) -> None:
    """Put the result of a table of last week right, up to what that changes."""
    await officer.press("C", "up", "enter", "enter", "w", "ctrl+u")
    await officer.type("Gus > Eve > Dee > Fay", "enter")
    await officer.type("Fay misread", "enter")


EARLY = {
    "drawing": drawn_seats,
    "seat-typing": pressing("n", "i", "2", typing="a"),
    "checkin": pressing("c"),
    "checkin-typed": pressing("c", typing="G"),
}
MONDAY = {
    "closing": pressing("f"),
    "tonight": pressing(),
    "seating": seated,
    "table": pressing("down", "enter", typing="Ben pl"),
    "table-ruling": pressing("down", "enter", typing="Ben plays 9H"),
    "table-question": pressing("down", "enter", typing="Ben plays TH", then=("enter",)),
    "table-record": pressing("down", "enter", "escape", *["up"] * 9),
    "table-rule": pressing("down", "enter", "escape", *["up"] * 9, "R"),
    "table-waiting": pressing("down", "down", "enter"),
    "table-finished": pressing("enter", "escape"),
    "settlement": pressing("enter", "escape", "p"),
    "facts": told,
    "disputes": pressing("D", "a"),
    "dispute": pressing("D", "enter"),
    "standings": pressing("S"),
    "nights": pressing("S", "enter"),
    "rulebook": pressing("R"),
    "rulebook-search": pressing("R", *TO_BIG_TWO, typing="three players"),
    "more": pressing("m"),
    "evenings": pressing("C"),
    "evening": pressing("C", "up", "enter"),
    "past": pressing("C", "up", "enter", "enter"),
    "impact": shown_first,
    "members": pressing("M"),
    "member": pressing("M", "enter"),
    "precedents": pressing("D", "slash"),
    "officers": pressing("O"),
    "help": pressing("question_mark"),
    "palette": pressing("ctrl+p", typing="rule"),
}
CUP = {
    "tournaments": pressing("T"),
    "announcing": pressing("T", "n", typing="Easter"),
    "tournament": pressing("T", "home", "enter"),
    "tournament-drawn": pressing("T", "up", "enter"),
    "tournament-preview": pressing("T", "up", "enter", "u", "enter", "t"),
    "rounds": pressing("T", "home", "enter", "m", "v"),
    "freezeout": pressing("T", "enter"),
}
PHONES = {
    "phones": pressing("P"),
    "phones-result": pressing("P", "down", "enter"),
    "phones-code": pressing("P", "end", "enter"),
}
GAMES = {
    "big-two": pressing("enter", typing="Ann "),
    "commune": pressing("enter", typing="Ben calls"),
    "pontoon": pressing("enter", typing="Cal buys 3"),
}
# Each screen with the club that it is seen in, and the way to it.
SHOTS = {
    **{name: ("early", steps) for name, steps in EARLY.items()},
    **{name: ("monday", steps) for name, steps in MONDAY.items()},
    **{name: ("cup", steps) for name, steps in CUP.items()},
    **{name: ("phones", steps) for name, steps in PHONES.items()},
    **{name: (name, steps) for name, steps in GAMES.items()},
}


@pytest.fixture(scope="module")
def clubs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the club as the session begins, with all its tables, and with one table of each game."""

    def make(folder: Path) -> None:
        scene.season(folder / "early").close()
        for name in ("monday", "cup", "phones", *GAMES):
            shutil.copytree(folder / "early", folder / name)
            club = scene.reopened(folder / name)
            if name == "monday":
                scene.monday(club)
            elif name == "cup":
                scene.cup(club)
            elif name == "phones":
                scene.by_phone(club)
            else:
                scene.one_table(club, name)
            club.close()

    return made_once(tmp_path_factory, "clubs", make)


@pytest.fixture
def opened(clubs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Club]:
    """Open a copy of a club by a name that is the same on every machine."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr("secrets.choice", lambda drawn_from: drawn_from[-1])  # who deals first

    def opened(name: str) -> Club:
        shutil.copytree(clubs / name, tmp_path / "monday-cards")
        return scene.reopened(Path("monday-cards"))

    return opened


async def drawn(
    club: Club, steps: Steps, size: tuple[int, int], sit_down: Callable[..., AbstractAsyncContextManager[Officer]]
) -> str:
    """Go to a screen, and draw it when it is at rest."""
    async with sit_down(club, size=size) as officer:
        await steps(officer)
        for field in officer.app.screen.query(Input):
            field.cursor_blink = False
            field._cursor_visible = True
        await officer.settle()
        shot = picture(officer.app)
    club.close()
    return shot


def compare(name: str, now: str, tmp_path: Path, regenerate: bool) -> None:
    """Hold a picture against the one that is kept; what is kept is replaced only when that is asked for."""
    kept = SCREENS / f"{name}.svg"
    if regenerate:
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(now, encoding="utf-8")
        return
    assert kept.exists(), f"There is no picture {kept} to compare with. Draw it with: {REGENERATE}"
    before = kept.read_text(encoding="utf-8")
    apart = difference(before, now)
    if not apart:
        return
    path = tmp_path / kept.name
    path.write_text(now, encoding="utf-8")
    text = f"The screen {name} is not as it was:\n\n{apart}\n\nAs it is now: {path}\nIf it is meant: {REGENERATE}"
    if rows(before) == rows(now) and laid_out_by(before) != laid_out_by(now):
        # Another Textual may colour its widgets otherwise; the text has been compared, and that is no fault of ours.
        warnings.warn(text, stacklevel=2)
    else:
        pytest.fail(text, pytrace=False)


@SIZES
@pytest.mark.parametrize("name", SHOTS)
async def test_a_screen_is_as_it_was(
    opened: Callable[[str], Club], name: str, size: tuple[int, int], tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    club, steps = SHOTS[name]
    now = await drawn(opened(club), steps, size, at_the_desk)
    compare(f"{name}-{size[0]}x{size[1]}", now, tmp_path, request.config.getoption("--regenerate"))


@SIZES
async def test_the_board_is_as_it_was(
    opened: Callable[[str], Club], size: tuple[int, int], tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    now = await drawn(opened("monday"), pressing(), size, on_the_wall)
    compare(f"board-{size[0]}x{size[1]}", now, tmp_path, request.config.getoption("--regenerate"))


@pytest.mark.parametrize("screen", sorted({key.screen for key in keys.KEYS} - {keys.EVERYWHERE}))
def test_every_key_has_room_in_the_row_of_keys_of_a_small_terminal(screen: str) -> None:
    row = [key for key in keys.KEYS if key.screen == screen and key.show]
    says = [f"{keys.key_for(key.id, {})} {key.label}" for key in row]
    assert len(" ".join([*says, "? Help"])) <= SMALL[0]


async def test_a_table_is_read_without_colours(
    opened: Callable[[str], Club], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    now = await drawn(opened("monday"), MONDAY["table-ruling"], SMALL, at_the_desk)
    compare("no-color-80x24", now, tmp_path, request.config.getoption("--regenerate"))
