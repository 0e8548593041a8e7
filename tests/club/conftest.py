import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import count
from pathlib import Path
from shutil import copytree

import pytest

from referee.club.calendar import schedule, seasons, sessions
from referee.club.folder import Club, open_club
from referee.club.match import ending, recording, starting
from referee.club.match.log import load_log
from referee.club.people import roster
from referee.club.text.typed_lines import read_one
from referee.store.events.address import Server
from referee.store.events.json_lines import append_lines, dump
from referee.store.events.postgresql import ClubOnServer, create_on_server
from referee.store.events.rows import SqlTransaction
from referee.store.events.sqlite import SqliteTransaction
from referee.store.projections.handlers import project
from referee.store.tables import SHAPE, postgresql_statements
from tests.campaigns.tampering import stranger
from tests.cli.running import SERVER_ADDRESSES
from tests.club.folding import not_from_the_log
from tests.harness.frozen import init_at
from tests.postgresql import database, shared

MONDAY = date(2026, 11, 16)
AT_FOUR = datetime(2026, 11, 16, 16, tzinfo=UTC)
ON_A_SERVER = bool(os.environ.get("ON_A_SERVER"))
NAMES = ("Ann", "Ben", "Cal", "Dee", "Eve")
if ON_A_SERVER:
    shared()  # now: a test that starts a process says so


def in_a_file(why: str) -> pytest.MarkDecorator:
    """Pass a test over on a server that is about a club's file alone: say why."""
    return pytest.mark.skipif(ON_A_SERVER, reason=f"a club's file alone: {why}")


def on_the_monday(club: Club) -> Club:
    """Return a club as it stands at four in the afternoon of the Monday, with Fay at the desk."""
    return replace(club, actor="Fay", clock=lambda: AT_FOUR)


def with_running_clock(club: Club) -> Club:
    """Return a club whose clock goes on: what was done at one moment was done together."""
    moments = count(1)
    return replace(club, clock=lambda: club.clock() + timedelta(milliseconds=next(moments)))


def monday_club(folder: Path) -> Path:
    """Make a club before the session is opened: five members, a season, one session planned."""
    with on_the_monday(init_at(AT_FOUR, folder, "Monday Cards")) as club:
        for name in NAMES:
            roster.add(club, name)
        seasons.new(club, "2026-27", starts=date(2026, 8, 17), ends=date(2027, 5, 31), best_k=20, min_sessions=8)
        schedule.add(club, MONDAY, time(15, 45), room="M4")
        return club.folder


def copied(club: Path, folder: Path, *, served: bool = ON_A_SERVER) -> Club:
    """Copy a club's folder, and open the copy on the Monday; with ON_A_SERVER set, the club is on a server.

    Whoever runs a command for that folder runs it for the club on the server.
    """
    opened = open_club(copytree(club, folder))
    if served:
        with opened:
            opened = replace(opened, store=on_a_server(opened))
        SERVER_ADDRESSES[folder] = place(opened)
    return on_the_monday(opened)


def place(club: Club) -> str:
    """Return what a club is opened by: its folder, or its address on a server."""
    return club.address


@contextmanager
def tampering(club: Club) -> Iterator[SqlTransaction]:
    """Yield a transaction that changes the club's database directly, past the program."""
    if club.store.path is None:
        with club.store.writing() as sql:
            yield sql
    else:
        with stranger(club.store.path) as raw:
            yield SqliteTransaction(raw)


def stored(club: Club) -> str:
    """Return all that a club keeps, as one text: the bytes of its files, or each row that the server has."""
    if club.store.path is None:
        with club.reading() as tx:
            tables = tx.rows("SELECT tablename FROM pg_tables WHERE schemaname = 'referee'")
            return "\n".join(row for (table,) in tables for (row,) in tx.rows(f'SELECT t::text FROM "{table}" t'))
    return "\n".join(path.read_bytes().decode("latin-1") for path in sorted(club.folder.glob("club.db*")))


def whole(club: Club) -> str:
    """Return what an audit calls the log of a club."""
    return "the club" if club.store.path is None else "club.db"


def on_a_server(club: Club, server: Server | None = None) -> ClubOnServer:
    """The same club in a database of a server, or else of the tests' own, and open there."""
    with club.reading() as tx:
        [(uuid,)] = tx.rows("SELECT uuid FROM club")
        lines = list(dump(tx, tx.club))
    # A copy for each test: to the server each is a club of its own.
    where = database(server or shared())
    opened = create_on_server(where, [*postgresql_statements()], SHAPE, uuid=uuid)
    with opened.writing() as sql:
        append_lines(sql, sql.club, lines, project, "copy")
    return opened


@pytest.fixture(scope="session")
def monday(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A club before the session is opened. It is made once, and copied for each test."""
    return monday_club(tmp_path_factory.mktemp("monday") / "club")


@pytest.fixture
def club(monday: Path, tmp_path: Path) -> Iterator[Club]:
    """The club when the session has been opened."""
    with copied(monday, tmp_path / "club") as club:
        sessions.open_session(club, str(MONDAY))
        yield club
        if club.store.path is None or club.store.path.exists():
            assert not_from_the_log(club) == []


@pytest.fixture
def table(club: Club) -> int:
    """A table of Big Two at which Ann, Ben, Cal and Dee have been dealt a hand."""
    number = starting.start_table(club, "big-two", NAMES[:4]).number
    recording.log_line(club, number, "deal by Dee")
    return number


def play(club: Club, *places: str, game: str = "big-two", result_only: bool = False) -> int:
    """Play a match with these places, such as ``"Ann", "Ben=Cal"``, and return the number of its table."""
    groups = [group.split("=") for group in places]
    number = starting.start_table(
        club, game, [name for group in groups for name in group], result_only=result_only
    ).number
    ending.record_result(club, number, places=groups)
    ending.finish(club, number)
    return number


def write_down(club: Club, number: int, lines: Iterable[str]) -> None:
    """Write down lines at a table all at once."""
    seen = load_log(club, number)
    recording.log_lines(club, seen, [read_one(seen, line) for line in lines])


def whole_hand() -> list[str]:
    """A hand of Big Two in which each holds a suit and everybody passes: Ann goes out first, then Ben, then Cal."""
    lines = ["deal by Dee"]
    playing = list(NAMES[:4])
    for name, suit in zip(NAMES[:3], "DCH", strict=True):
        for ranks in ("34567", "89TJQ", "K", "A", "2"):
            lines.append(f"{name} plays {' '.join(rank + suit for rank in ranks)}")
            lines.extend(f"{other} passes" for other in after(name, playing))
        playing.remove(name)
    # Once Cal is out only Dee has cards, and the hand is over: the last pass is never made.
    assert lines[-2:] == ["Cal plays 2H", "Dee passes"]
    return lines[:-1]


def after(name: str, playing: list[str]) -> list[str]:
    at = playing.index(name)
    return playing[at + 1 :] + playing[:at]
