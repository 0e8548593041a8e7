"""A club's file that cannot be used for a while: it is said on every screen, and nothing typed is lost."""

import re
import shutil
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, closing, contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest
from textual.widgets import Input

from referee.club.calendar import sessions
from referee.club.disputes import deciding, disputes
from referee.club.folder import Club, open_club
from referee.club.match import matches
from referee.dashboard import club_watcher
from referee.dashboard.deeds.dialog import Dialog
from referee.dashboard.table.match import MatchScreen
from referee.dashboard.tonight.tonight import TonightScreen
from referee.dashboard.widgets.field import LineField, NameField
from referee.rules import write_places
from referee.store.events.sqlite import ClubFile
from referee.store.tables import SHAPE
from tests.cli.running import referee
from tests.dashboard.piloting import LARGE, OPENED, Officer, at_the_desk
from tests.dashboard.walk.ways import WAYS, Way, first, parts, walk
from tests.patience import patience, wait_async

pytestmark = pytest.mark.screen

Trouble = Callable[[Path], AbstractContextManager[None]]


@contextmanager
def missing(path: Path) -> Iterator[None]:
    """The file is moved away."""
    away = path.with_suffix(".away")
    path.rename(away)
    yield
    away.rename(path)


@contextmanager
def newer(path: Path) -> Iterator[None]:
    """A newer program has changed the shape of the file."""
    with closing(sqlite3.connect(path)) as program:
        with program:
            program.execute("UPDATE club SET shape = '9 holograms'")
        yield
        with program:
            program.execute("UPDATE club SET shape = ?", (SHAPE,))


@contextmanager
def damage_message(path: Path) -> Iterator[None]:
    """Something else stands in the place of the file."""
    with closing(sqlite3.connect(path)) as program:
        program.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # all of it is in the file itself, not in the log beside it
    away = path.with_suffix(".away")
    path.rename(away)
    path.write_bytes(b"shopping list: cards, chips" * 200)
    yield
    path.unlink()
    away.rename(path)


@contextmanager
def busy(path: Path) -> Iterator[None]:
    """Another program is writing to the file, and does not come to an end."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")


@contextmanager
def full(path: Path) -> Iterator[None]:
    """No file can grow: there is no room on the disk."""
    resource = pytest.importorskip("resource")
    largest = max(each.stat().st_size for each in path.parent.iterdir())
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    with closing(sqlite3.connect(path)) as program:
        program.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # so that a line is written where there is room for none
    assert largest > 4096
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


SAID: dict[Trouble, str] = {
    missing: "There is no club file",
    newer: "was written by a newer version of referee (shape '9 holograms')",
    damage_message: "is not a club's file",
    busy: "is busy: another program has been writing to it",
    full: "disk",
}


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at the file so often that no test has to wait for it."""
    monkeypatch.setattr(club_watcher, "_INTERVAL", 0.03)


@asynccontextmanager
async def at_an_impatient_desk(night: Club, seconds: float = 0.05) -> AsyncIterator[Officer]:
    """Open the dashboard on a file for which nobody waits long."""
    with open_club(night.folder, patience=seconds) as club:
        async with at_the_desk(replace(club, clock=night.clock), size=LARGE) as officer:
            yield officer


def refused(officer: Officer, trouble: Trouble) -> None:
    screen_text = re.sub(r"[│\s]+", " ", officer.sees())  # a question stands in a frame
    assert SAID[trouble] in screen_text, officer.sees()
    assert "fault of the program" not in screen_text


@pytest.mark.long
@pytest.mark.parametrize("part", parts({name: WAYS[name] for name in OPENED if name != "help"}, 4), ids=first)
async def test_every_screen_says_that_the_file_cannot_be_used_and_when_it_can(
    night: Club, part: dict[str, Way]
) -> None:
    async def it_is_said_what_is_wrong_and_that_it_is_over(officer: Officer, name: str) -> None:
        before = officer.app.screen
        for trouble in (missing, newer, damage_message):
            with trouble(night.store.path):
                await officer.until(SAID[trouble])
                refused(officer, trouble)
            await officer.until("The club's file can be used again.")
        assert officer.app.screen is before

    await walk(night, LARGE, part, [it_is_said_what_is_wrong_and_that_it_is_over])


@pytest.mark.parametrize("trouble", [busy, missing, newer, full], ids=lambda each: each.__name__)
async def test_a_line_that_is_refused_stays_and_goes_through_when_the_file_is_back(
    night: Club, trouble: Trouble
) -> None:
    async with at_an_impatient_desk(night) as officer:
        await officer.press("enter")
        with trouble(night.store.path):
            await officer.type("Cal plays 6H", "enter")
            refused(officer, trouble)
            assert officer.app.screen.query_one(LineField).value == "Cal plays 6H"
        await officer.press("enter")
    assert matches.show(night, 1).log[-1].text == "Cal plays 6H"


# What is answered to a question: the keys that lead to it from tonight, the answer, and where it is then written down.
ASKED: dict[str, tuple[tuple[str, ...], str, Callable[[Club], str | None]]] = {
    "taking back": (
        ("enter", "escape", "u"),
        "a slip of the tongue",
        lambda club: matches.show(club, 1).log[-1].reason,
    ),
    "letting stand": (("enter", "escape", "l"), "nobody minded", lambda club: matches.show(club, 1).log[-1].reason),
    "a claim": (("enter", "escape", "d"), "Dee saw it", lambda club: disputes.show(club, 2).claim),
    "a result": (
        ("enter", "escape", "w"),
        "Dee > Ann = Ben > Cal",
        lambda club: write_places(matches.show(club, 1).places),
    ),
    "a decision": (("D", "enter", "l"), "as it was played", lambda club: disputes.show(club, 1).decisions[-1].reason),
    "overruling": (("D", "enter", "x"), "agreed before", lambda club: disputes.show(club, 1).decisions[-1].reason),
}


@pytest.mark.long
@pytest.mark.parametrize(
    ("asked", "trouble"),
    [*((asked, busy) for asked in ASKED), ("taking back", missing), ("a claim", newer), ("a result", full)],
)
async def test_an_answer_that_is_refused_comes_back_with_its_question(
    night: Club, asked: str, trouble: Trouble
) -> None:
    keys, answer, written = ASKED[asked]

    async with at_an_impatient_desk(night) as officer:
        await officer.press(*keys)
        assert isinstance(officer.app.screen, Dialog)
        question = officer.app.screen.question
        with trouble(night.store.path):
            await officer.type(answer, "enter")
            refused(officer, trouble)
            assert isinstance(officer.app.screen, Dialog)
            assert officer.app.screen.question == question
            assert officer.app.screen.query_one(Input).value == answer
        await officer.press("enter")
        assert not isinstance(officer.app.screen, Dialog), officer.sees()
    assert written(night) == answer


async def test_an_appeal_that_is_refused_comes_back_too(night: Club) -> None:
    deciding.decide(night, 1, reason="as it was played")

    async with at_an_impatient_desk(night) as officer:
        await officer.press("D", "a", "enter", "d")
        with busy(night.store.path):
            await officer.type("Ben found his hand", "enter", "enter")
            refused(officer, busy)
            assert officer.app.screen.query_one(Input).value == "Ben found his hand"
        await officer.press("enter", "enter")
    assert disputes.show(night, 1).is_open


@pytest.mark.parametrize("trouble", [busy, missing, newer], ids=lambda each: each.__name__)
async def test_what_the_other_screens_could_not_write_is_kept_for_another_try(night: Club, trouble: Trouble) -> None:
    async with at_an_impatient_desk(night) as officer:
        await officer.press("c")
        with trouble(night.store.path):
            await officer.type("Eve", "enter")
            refused(officer, trouble)
            assert officer.app.screen.query_one(NameField).value == "Eve"
        await officer.press("enter", "escape", "n", "enter", *(("enter",) * 4))
        with trouble(night.store.path):
            await officer.press("s")
            refused(officer, trouble)
            assert "Eve, Ann, Ben, Cal" in officer.reads()
        await officer.press("s")
        assert isinstance(officer.app.screen, MatchScreen)
        await officer.press("escape", "escape")
        with trouble(night.store.path):
            await officer.press("f")
            if isinstance(officer.app.screen, Dialog):  # a busy file can be read
                await officer.press("enter")
            refused(officer, trouble)
        await officer.press("escape")
        assert isinstance(officer.app.screen, TonightScreen)
        await officer.press("f", shows="Tables 1 and 3 are not finished")
    assert "Eve" in [member.name for member in sessions.show(night, "1").checked_in]
    assert matches.show(night, 3).names == ("Eve", "Ann", "Ben", "Cal")


async def test_two_names_that_could_not_be_noted_are_both_named(night: Club) -> None:
    async with at_an_impatient_desk(night) as officer:
        await officer.press("c")
        with busy(night.store.path):
            await officer.type("Gus\nHal\n", shows="Not checked in: Gus, Hal.")


async def test_what_was_entered_is_written_though_its_screen_is_left_at_once(night: Club) -> None:
    async with at_an_impatient_desk(night, seconds=patience()) as officer:
        await officer.press("c")
        refused_to_quit = Event()
        officer.app.desk.write_executor.submit(refused_to_quit.wait)  # nothing is written before that
        await officer.hurry(*"Eve", "enter", *"Gus", "enter", *"Hal", "enter", "escape", "q")
        await officer.meanwhile("still being saved")
        refused_to_quit.set()
        await officer.settle()
        assert officer.app.is_running
    assert {"Eve", "Gus", "Hal"} <= {member.name for member in sessions.show(night, "1").checked_in}


async def test_a_reason_is_asked_for_again_though_the_officer_has_left_the_table(night: Club) -> None:
    async with at_an_impatient_desk(night) as officer:
        await officer.press("enter", "escape", "u")
        with busy(night.store.path):
            await officer.type("a slip")
            left = Event()
            officer.app.desk.write_executor.submit(left.wait)  # nothing is written before the table has been left
            await officer.hurry("enter", "escape", "escape")
            await wait_async(lambda: isinstance(officer.app.screen, TonightScreen), officer.sees)
            left.set()
            await officer.settle()
            refused(officer, busy)
            assert officer.app.screen.query_one(Input).value == "a slip"
        await officer.press("enter")
    assert matches.show(night, 1).log[-1].reason == "a slip"


async def test_a_file_that_may_only_be_read_is_shown_and_every_change_is_refused(night: Club) -> None:
    # A real read-only open: permissions would not stop a test that runs as root.
    with Club(night.folder, ClubFile(night.store.path, read_only=True, patience=0.1), clock=night.clock) as club:
        async with at_the_desk(club, "enter", size=LARGE) as officer:
            await officer.type("Cal plays 6H", "enter", shows=("Not recorded:", "cannot be written"))
            assert officer.app.screen.query_one(LineField).value == "Cal plays 6H"
    assert len(matches.show(night, 1).log) == 4


async def test_a_table_locked_even_for_readers_is_said_and_shown_when_it_is_free(night: Club) -> None:
    """Without SQLite's write-ahead log, as after a restore, a writer keeps readers out too."""
    night.close()
    with closing(sqlite3.connect(night.store.path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")

        async with at_an_impatient_desk(night) as officer:
            connection.execute("BEGIN EXCLUSIVE")
            await officer.until("is busy: another program has been writing to it")
            await officer.press("enter")
            refused(officer, busy)
            connection.execute("ROLLBACK")
            await officer.until("4 Cal plays 9♥")


@pytest.mark.parametrize("trouble", [missing, newer, damage_message], ids=lambda each: each.__name__)
def test_a_desk_is_not_opened_on_a_file_that_cannot_be_used(night: Club, trouble: Trouble) -> None:
    night.close()
    with trouble(night.store.path):
        result = referee("desk", "--club", str(night.folder))
        assert result.code == 3
        error_text = result.err.split("\n", 1)[0]
        assert ("There is no club in" if trouble is missing else SAID[trouble]) in error_text
        assert result.out == ""


def test_a_desk_is_not_opened_on_a_file_that_nobody_else_may_read(night: Club) -> None:
    night.close()
    with closing(sqlite3.connect(night.store.path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("BEGIN EXCLUSIVE")
        result = referee("desk", "--club", str(night.folder))
        assert result.code == 3
        assert SAID[busy] in result.err


async def test_a_table_that_was_restored_beneath_a_line_is_shown_as_it_is_now_and_the_line_is_kept(night: Club) -> None:
    earlier = shutil.copy(night.store.path, night.folder / "earlier")
    with closing(sqlite3.connect(night.store.path)) as program:
        program.execute("VACUUM INTO ?", (f"{earlier}.whole",))

    async with at_an_impatient_desk(night) as officer:
        await officer.press("enter")
        await officer.type("Cal plays 6H", "enter")
        await officer.type("Dee pa", shows="5 Cal plays 6♥")
        Path(f"{earlier}.whole").replace(night.store.path)  # as a copy of a backup is put in its place
        for text in ("-wal", "-shm"):
            Path(f"{night.store.path}{text}").unlink(missing_ok=True)
        await officer.until("5 Cal plays 6♥", gone=True)
        assert officer.app.screen.query_one(LineField).value == "Dee pa"
        await officer.type("", "ctrl+u")
        await officer.type("Cal plays 6H", "enter")
        await officer.until("5 Cal plays 6♥")
    assert len(matches.show(night, 1).log) == 5


async def test_a_club_gone_for_good_is_said_on_each_screen_and_the_desk_can_be_left(night: Club) -> None:
    async with at_an_impatient_desk(night) as officer:
        shutil.rmtree(night.folder)
        await officer.until(SAID[missing])
        for keys in (("M",), ("enter",), ("escape",), ("S",), ("escape",), ("c",), ("1",), ("t",), ("n",), ("ctrl+p",)):
            await officer.press(*keys)
        assert officer.app.is_running
        await officer.press(*["escape"] * 4)
        assert SAID[missing] in officer.reads()
        await officer.press("ctrl+q")
        assert not officer.app.is_running
