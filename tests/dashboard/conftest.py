import asyncio
import inspect
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from referee.club.calendar import checkin, sessions
from referee.club.disputes import opening
from referee.club.folder import Club
from referee.club.match import ending, starting
from referee.dashboard.tonight import tonight
from referee.dashboard.widgets import message_line
from referee.tournaments.actions import announcing, entering
from referee.tournaments.state.settings import Format, SettingsChange
from tests.club.conftest import MONDAY, NAMES, copied, monday_club, with_running_clock, write_down


def announced(club: Club, names: Sequence[str]) -> None:
    """Announce a tournament that some have entered, and of which no round is drawn."""
    found = announcing.announce(
        club, "Autumn Swiss", Format.SWISS, SettingsChange("big-two", None, (("rounds", 2),)), seed=1
    )
    entering.enter(club, str(found.number), names)


def end(club: Club, number: int, *places: str | list[str], undecided: bool = False) -> None:
    """Finish a match with its players in their places, of whom those in one list share theirs."""
    ending.record_result(club, number, places=[[place] if isinstance(place, str) else place for place in places])
    ending.finish(club, number, undecided=undecided)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine, as each is that drives a screen."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}))
    return True


@pytest.fixture(autouse=True)
def without_own_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the keys be those of the program, whatever the user has changed for themselves."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


@pytest.fixture(autouse=True)
def _messages_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no message fade before a test has read it, however slow the machine; that it fades has tests of its own."""
    monkeypatch.setattr(message_line, "FADE_SECONDS", 3600.0)
    monkeypatch.setattr(message_line, "READ_SECONDS", 3600.0)  # nor what was refused go at a key


@pytest.fixture(autouse=True)
def _quits_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the desk be left however soon after something else was; that it is not has a test of its own."""
    monkeypatch.setattr(tonight, "RETURN_GRACE", 0.0)


# Each of these is made once, and copied for each test.


@pytest.fixture(scope="session")
def monday(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The club on a Monday before the session is opened."""
    return monday_club(tmp_path_factory.mktemp("monday") / "club")


@pytest.fixture(scope="session")
def evening_folder(monday: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same club when the session is open and four have come."""
    with copied(monday, tmp_path_factory.mktemp("evening") / "club") as club:
        sessions.open_session(club, str(MONDAY))
        checkin.check_in(club, NAMES[:4])
        return club.folder


@pytest.fixture(scope="session")
def night_folder(evening_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same club with a table in play that has a line to decide and one in dispute, and a match that is over."""
    with copied(evening_folder, tmp_path_factory.mktemp("night") / "club") as club:
        starting.start_table(club, "play-or-pay", NAMES[:4])
        write_down(club, 1, ("deal by Dee", "Ann plays 5H", "Ben pays", "Cal plays 9H"))
        opening.open_on_line(club, 1, 2, claim="Ben had the lead")
        table_number = starting.start_table(club, "play-or-pay", NAMES[:4]).number
        end(club, table_number, *NAMES[:4])
        announced(with_running_clock(club), NAMES[:4])
        return club.folder


@pytest.fixture
def club(monday: Path, tmp_path: Path) -> Iterator[Club]:
    """The club on a Monday before the session is opened."""
    with copied(monday, tmp_path / "club") as club:
        yield with_running_clock(club)


@pytest.fixture
def evening(evening_folder: Path, tmp_path: Path) -> Iterator[Club]:
    """The same club when the session is open and four have come."""
    with copied(evening_folder, tmp_path / "club") as club:
        yield with_running_clock(club)


@pytest.fixture
def night(night_folder: Path, tmp_path: Path) -> Iterator[Club]:
    """A night with a table in play that has a line to decide and one in dispute, and a match that is over."""
    with copied(night_folder, tmp_path / "club") as club:
        yield with_running_clock(club)
