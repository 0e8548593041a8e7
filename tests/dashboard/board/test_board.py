"""The board on the wall: everything on it in full, in pages that turn, and nothing that could be written."""

import asyncio
import hashlib
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, date, datetime, time
from pathlib import Path
from unittest.mock import patch

import pytest
from textual.content import Content
from textual.drivers.headless_driver import HeadlessDriver

from referee.cli.files import board as command
from referee.cli.shared.common_options import CommonOptions
from referee.cli.shared.serving import BrowserOptions
from referee.club.calendar import checkin, schedule, seasons, sessions
from referee.club.disputes import opening
from referee.club.folder import Club
from referee.club.match import recording, starting
from referee.club.people import roster
from referee.club.people.public_name import ShownAs
from referee.club.text.faults import ClubFault
from referee.dashboard import club_watcher, keys_file
from referee.dashboard.board.board import BoardScreen
from referee.dashboard.board.display_app import DisplayApp
from referee.dashboard.board.letter_size import BoardLayout, fits, largest_letters
from referee.dashboard.browser.server import BOARD, DeskServer
from referee.dashboard.widgets.pages import Pages, PageSection, flow_pieces, lay_out, paginate
from tests.cli.running import in_a_process, referee
from tests.club.conftest import write_down
from tests.dashboard.conftest import NAMES, end
from tests.dashboard.piloting import LARGE, SMALL, Officer, on_the_wall
from tests.dashboard.serving import fetched, served
from tests.harness.frozen import init_at
from tests.patience import wait_async

pytestmark = pytest.mark.screen

SIZES = pytest.mark.parametrize("size", [SMALL, LARGE])
TINY = (30, 10)


async def turned(officer: Officer) -> str:
    """Turn the pages and read the screen."""
    assert isinstance(officer.app.screen, BoardScreen)
    officer.app.screen.turn()
    await officer.settle()
    return officer.reads()


async def all_pages(officer: Officer) -> list[str]:
    """Read the screen until every page has been open."""
    most = max(len(pages.pages) for pages in officer.app.screen.query(Pages))
    return [officer.reads()] + [await turned(officer) for _ in range(most - 1)]


def finished(club: Club, *places: str) -> int:
    number = starting.start_table(club, "big-two", places).number
    end(club, number, *places)
    return number


@pytest.fixture
def busy(evening: Club) -> Iterator[Club]:
    """An evening with a finished match, one at which a line is open, and another session in two weeks."""
    schedule.add(evening, date(2026, 11, 30), time(18, 0), room="Library")
    finished(evening, "Dee", "Cal", "Ben", "Ann")
    number = starting.start_table(evening, "play-or-pay", NAMES[:4]).number
    write_down(evening, number, ("deal by Dee", "Ann plays 5H", "Ben pays", "Cal plays 9H"))
    opening.open_on_line(evening, number, 4, claim="Cal saw the six")
    return evening


@SIZES
async def test_it_shows_the_tables_the_standings_and_the_next_session(busy: Club, size: tuple[int, int]) -> None:
    async with on_the_wall(busy, size=size) as officer:
        pages = await all_pages(officer)
        text = " ".join(pages)
        # With two tables there is room for numbers that are three rows high.
        text = " ".join(re.sub("[─-╿]", " ", text).split())
        assert "Play or Pay" in text
        assert "Cal's turn 1 open question" in text
        assert "Ann Ben ▶ Cal Dee" in text
        assert "Chor Dai Di (Big Two)" in text
        assert "Finished" in text
        assert "1 Dee 2 Cal 3 Ben 4 Ann" in text
        assert "Standings 2026-27" in text
        assert re.search(r"Standings 2026-27 .*1 Dee 1\.000 1 ", text)
        for page in pages:
            assert "Monday Cards Monday 16 November 2026, 15:45, M4" in page
            assert "Next session: Monday 30 November 2026, 18:00, Library" in page


async def test_on_a_wide_screen_everything_stands_side_by_side_and_on_a_narrow_one_by_turns(busy: Club) -> None:
    async with on_the_wall(busy, size=LARGE, shows=("Tables", "Standings")) as officer:
        assert " of " not in officer.reads()
    async with on_the_wall(busy, size=SMALL, shows="Tables 1 of 2") as officer:
        assert "Standings" not in officer.reads()
        assert "Standings 2026-27 2 of 2" in await turned(officer)
        assert "Tables 1 of 2" in await turned(officer)


@SIZES
async def test_it_shows_no_card_no_claim_and_no_reason(busy: Club, size: tuple[int, int]) -> None:
    async with on_the_wall(busy, size=size) as officer:
        for page in await all_pages(officer):
            assert not re.search(r"[♠♥♦♣]|\b[2-9TJQKA][SHDC]\b", page)
            for word in ("saw the six", "dispute", "illegal", "pays", "because", "Fay"):
                assert word not in page


@pytest.mark.parametrize("size", [TINY, SMALL, LARGE])
async def test_what_does_not_fit_is_on_further_pages_and_nobody_is_cut_off(club: Club, size: tuple[int, int]) -> None:
    many = 16 if size == TINY else 40
    names = [f"Bartholomew van der Woodsen-Hartley {number:02}" for number in range(1, many + 1)]
    roster.add_all(club, names, shown_as=ShownAs.FULL)
    sessions.open_session(club, "2026-11-16")
    for index in range(0, many, 4):
        finished(club, *names[index : index + 4])
        starting.start_table(club, "big-two", names[index : index + 4])

    async with on_the_wall(club, size=size) as officer:
        text = ""
        shown = officer.app.screen.query(Pages)
        for _ in range(max(len(pages.pages) for pages in shown)):
            for each in shown:
                # What is laid out is no wider and no higher than what is seen of it.
                rows = each.pages[each.page_index] if each.pages else []
                assert len(rows) <= each.content_size.height
                assert all(row.cell_length <= each.content_size.width for row in rows)
                text += " ".join(row.plain.strip() for row in rows) + " "
            await turned(officer)
        text = re.sub(r"[\s─-╿]+", " ", text)
        # Everybody stands at the table in play, at the finished one and in the standings. The end of a name shows that
        # all of it was there, wherever it was wrapped; at the tables it stands in one piece, unless the page is tiny.
        ends = re.findall(r"Hartley (\d\d)", text)
        assert len(set(ends)) == many
        if size != TINY:
            assert all(ends.count(name[-2:]) >= 3 and text.count(name) >= 2 for name in names)


async def test_the_count_of_the_pages_is_said(club: Club) -> None:
    sessions.open_session(club, "2026-11-16")
    for _ in range(25):
        starting.start_table(club, "big-two", NAMES[:4])

    async with on_the_wall(club, size=LARGE, shows="Tables 1 of 3") as officer:
        assert "Tables 2 of 3" in await turned(officer)
        assert "Tables 3 of 3" in await turned(officer)
        assert "Tables 1 of 3" in await turned(officer)


@pytest.mark.long
def test_the_pages_turn_by_themselves(club: Club) -> None:
    sessions.open_session(club, "2026-11-16")
    for _ in range(25):
        starting.start_table(club, "big-two", NAMES[:4])

    async def run() -> None:
        async with DisplayApp(club, lambda desk: BoardScreen(desk, 0.2)).run_test(size=LARGE) as pilot:
            await Officer(pilot).until("Tables 2 of 3")
            await Officer(pilot).until("Tables 3 of 3")
            await Officer(pilot).until("Tables 1 of 3")

    asyncio.run(run())


async def test_the_page_that_is_open_stays_when_somebody_writes_a_line(club: Club) -> None:
    sessions.open_session(club, "2026-11-16")
    for _ in range(25):
        last = starting.start_table(club, "play-or-pay", NAMES[:4]).number

    async with on_the_wall(club, size=LARGE) as officer:
        await turned(officer)
        assert "Tables 3 of 3" in await turned(officer)
        recording.log_line(club, last, "deal by Dee")
        await officer.until("Play or Pay Ann's turn")
        assert "Tables 3 of 3" in officer.reads()


@pytest.mark.process
async def test_what_another_program_writes_comes_to_the_board(busy: Club) -> None:
    async with on_the_wall(busy) as officer:
        result = await asyncio.to_thread(
            in_a_process, "undo", "2", "4", "--reason", "dropped", "--yes", club=busy.folder
        )
        assert result.code == 0
        result = await asyncio.to_thread(in_a_process, "log", "2", "Cal pays", club=busy.folder)
        await officer.until("Dee's turn 2 open questions")


async def test_the_board_lays_itself_out_anew_when_the_screen_is_another(busy: Club) -> None:
    async with on_the_wall(busy, size=LARGE) as officer:
        await officer.resize(*SMALL)
        assert "Tables 1 of 2" in officer.reads()
        await officer.resize(*LARGE)
        officer.shows("Tables", "Standings")
        assert " of " not in officer.reads()


@SIZES
async def test_without_a_session_it_says_so_and_shows_the_next_one_and_the_standings(
    busy: Club, size: tuple[int, int]
) -> None:
    sessions.close_session(busy, unfinished=True)

    async with on_the_wall(busy, size=size) as officer:
        screen_text = " ".join(await all_pages(officer))
        assert "Monday Cards No session is open" in screen_text
        assert "Next session: Monday 30 November 2026, 18:00, Library" in screen_text
        assert "Dee 1.000" in screen_text
        assert "Play or Pay" not in screen_text
        assert " of " not in screen_text


async def test_the_session_planned_for_today_is_called_so(club: Club) -> None:
    async with on_the_wall(club) as officer:
        assert "Next session: today, Monday 16 November 2026, 15:45, M4" in officer.reads()


async def test_before_anybody_came_or_any_table_was_started_it_says_so(club: Club) -> None:
    sessions.open_session(club, "2026-11-16")

    async with on_the_wall(club) as officer:
        assert "No table has started yet. Nobody is checked in yet." in _left(officer)
        officer.shows("No match has finished yet.", "Next session: none planned yet")
        checkin.check_in(club, NAMES[:2])
        await officer.until("2 players are here.")


def _left(officer: Officer) -> str:
    """What stands in the left half of a wide screen."""
    return re.sub(r"\s+", " ", "\n".join(row[: LARGE[0] // 2] for row in officer.sees().splitlines()))


@SIZES
async def test_a_club_without_members_or_a_season_says_so(tmp_path: Path, size: tuple[int, int]) -> None:
    with init_at(datetime(2026, 11, 16, 16, tzinfo=UTC), tmp_path / "new", "New Cards") as new:
        async with on_the_wall(new, size=size) as officer:
            screen_text = " ".join(await all_pages(officer))
            assert "New Cards No session is open" in screen_text
            assert "No season has begun yet." in screen_text
            assert "Next session: none planned yet" in screen_text


async def test_what_parted_two_of_the_same_score_stands_beside_the_one_ahead(club: Club) -> None:
    seasons.new(club, "cup", starts=date(2026, 11, 1), ends=date(2026, 12, 1), best_k=1, min_sessions=1, lot_seed=1)
    schedule.add(club, date(2026, 11, 17), time(18, 0), season="cup")
    sessions.open_session(club, "2026-11-17")
    number = starting.start_table(club, "big-two", NAMES[:4]).number
    end(club, number, ["Ann", "Ben"], "Cal", "Dee")

    async with on_the_wall(club) as officer:
        assert re.search(r"1 (Ann|Ben) 0\.833 1 .* ahead by lot .*2 (Ann|Ben) 0\.833 1", officer.reads())


@SIZES
async def test_what_only_the_board_has_found_gone_is_looked_for_again(busy: Club, size: tuple[int, int]) -> None:
    async with on_the_wall(busy, size=size) as officer:
        away = busy.store.path.with_suffix(".away")
        with patch.object(
            club_watcher.ClubWatcher, "_refuse"
        ):  # the file is away for less long than there is between two of its looks
            busy.store.path.rename(away)
            assert "! There is no club file" in await turned(officer)
            away.rename(busy.store.path)
            await officer.until("There is no club file", gone=True)


@SIZES
async def test_a_file_that_is_gone_is_said_and_what_stood_there_stays(busy: Club, size: tuple[int, int]) -> None:
    async with on_the_wall(busy, size=size) as officer:
        away = busy.store.path.with_suffix(".away")
        busy.store.path.rename(away)
        await officer.until("! There is no club file")
        assert str(busy.store.path) in re.sub(r"\s", "", officer.sees())
        assert "Cal's turn" in officer.reads()
        await turned(officer)
        assert "! There is no club file" in officer.reads()
        away.rename(busy.store.path)
        # That it can be used again is said only when the board itself had not tried to read it meanwhile.
        await officer.until("There is no club file", gone=True)
        # Nobody is there to take away what is said.
        assert "can be used again" not in await turned(officer)


async def test_a_file_that_becomes_newer_than_the_program_is_said(busy: Club) -> None:
    async with on_the_wall(busy) as officer:
        with closing(sqlite3.connect(busy.store.path)) as newer:
            newer.execute("UPDATE club SET shape = 'colours'")
            newer.commit()
        await officer.until("was written by a newer version of referee")
        assert "Cal's turn" in officer.reads()


async def test_a_board_that_hangs_for_a_while_leaves_the_file_as_it_was(
    busy: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[object] = []
    monkeypatch.setattr(club_watcher, "_INTERVAL", 0.03)
    monkeypatch.setattr(Club, "revision", lambda club: looks.append(club.store.revision()) or looks[-1])
    busy.close()
    with closing(sqlite3.connect(busy.store.path)) as witness:
        witness.execute("PRAGMA wal_checkpoint(TRUNCATE)")

        def version() -> tuple[str, int]:
            answer = witness.execute("PRAGMA data_version").fetchone()[0]
            return hashlib.sha256(busy.store.path.read_bytes()).hexdigest(), answer

        before = version()

        async with on_the_wall(busy) as officer:
            for _ in range(5):
                before_this_turn = len(looks)
                await wait_async(lambda before=before_this_turn: len(looks) >= before + 2)
                await turned(officer)
            assert isinstance(officer.app, DisplayApp)
            with pytest.raises(ClubFault, match="it was opened for reading only"):
                roster.add(officer.app.desk.club, "Zoe")
        assert version() == before
        assert sorted(path.name for path in busy.folder.iterdir() if path.name.startswith("club.db")) == [
            "club.db",
            "club.db-lock",
            "club.db-shm",
            "club.db-wal",
        ]


@pytest.mark.parametrize("key", ["q", "escape"])
async def test_the_only_keys_take_it_down(club: Club, key: str) -> None:
    async with on_the_wall(club, "o", "c", "n", "enter", "d") as officer:
        assert isinstance(officer.app.screen, BoardScreen)
        await officer.press(key)
        assert not officer.app.is_running
    assert schedule.sessions(club)[0].status == "planned"


async def test_its_key_can_be_changed(club: Club) -> None:
    async with on_the_wall(club, "q", keymap={"leave": "x"}) as officer:
        assert officer.app.is_running
        await officer.press("x")
        assert not officer.app.is_running


async def test_without_colour_everything_is_said_by_words_and_signs(
    busy: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async with on_the_wall(busy, shows="▶ Cal") as officer:
        assert officer.colours() == set()


def test_blocks_stay_together_and_one_higher_than_a_page_goes_on_over_the_next() -> None:
    one, two, long = ([Content(f"{name}{row}") for row in range(rows)] for name, rows in (("a", 2), ("b", 2), ("c", 7)))
    lay_out = [[row.plain for row in page] for page in paginate([one, two, long], 4)]
    assert lay_out == [["a0", "a1"], ["b0", "b1"], ["c0", "c1", "c2", "c3"], ["c4", "c5", "c6"]]
    lay_out = [[row.plain for row in page] for page in paginate([one, two], 5)]
    assert lay_out == [["a0", "a1", "", "b0", "b1"]]


def test_pieces_are_set_side_by_side_and_one_longer_than_a_row_is_wrapped() -> None:
    pieces = [Content(text) for text in ("Ann", "Ben", "Bartholomew van Hartley", "李小龍")]
    rows = flow_pieces(pieces, 12)
    assert [row.plain.rstrip() for row in rows] == ["Ann   Ben", "Bartholomew", "van Hartley", "李小龍"]
    assert all(row.cell_length <= 12 for row in rows)


@pytest.mark.process
def test_it_is_served_to_a_browser_with_the_same_checks(club: Club) -> None:
    with served(club, "--turn", "20", command="board") as url:
        assert fetched(url)[0] == 200
        assert fetched(url, Host="elsewhere.example")[0] == 403
        assert fetched(url, Origin="http://elsewhere.example")[0] == 403
    why = r"Anybody who can reach 0\.0\.0\.0 could read the members' names\. Set REFEREE_PASSWORD first\."
    with pytest.raises(ClubFault, match=why):
        DeskServer(club, "0.0.0.0", 8000, None, BOARD)


def test_each_browser_gets_a_board_with_the_same_options(club: Club) -> None:
    server = DeskServer(club, "127.0.0.1", 8000, None, BOARD, ["--turn", "20"])
    assert server.command[1:] == ["-m", "referee", "board", "--turn", "20", "--club", str(club.folder)]


@pytest.mark.process
def test_what_stays_open_collects_garbage_and_nothing_else_does() -> None:
    code = """
import gc
import referee.cli.main
assert not gc.isenabled()
from referee.cli.shared.serving import collect_garbage
collect_garbage()
assert gc.isenabled() and gc.get_freeze_count()
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_command_opens_the_club_for_reading_only(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    turns: list[float] = []

    def hung_up(board: DisplayApp, name: str) -> None:
        assert name == "board"
        hung = board.make_screen(board.desk)
        assert isinstance(hung, BoardScreen)
        turns.append(hung.page_seconds)
        with pytest.raises(ClubFault, match="it was opened for reading only"):
            roster.add(board.desk.club, "Zoe")

    monkeypatch.setattr(command, "run_app", hung_up)
    monkeypatch.setattr(command, "collect_garbage", lambda: None)
    command.board(CommonOptions(club=club.folder), BrowserOptions(), turn=20)
    assert turns == [20]


def test_the_command_says_what_is_wrong_with_what_was_typed(club: Club, tmp_path: Path) -> None:
    assert "0 is not in the range 1<=x<=3600" in referee("board", "--turn", "0", club=club.folder).err
    result = referee("board", club=tmp_path / "gone")
    assert result.code == 3
    assert "There is no club in" in result.err
    keys_file.keys_file_path().parent.mkdir(parents=True, exist_ok=True)
    keys_file.keys_file_path().write_text("[keys]\nturn = 'x'\n", encoding="utf-8")
    assert "unknown key 'turn'" in referee("board", club=club.folder).err


def part(rows: int, *, high: int = 1) -> PageSection:
    """A part of so many blocks of rows, each of twenty letters."""
    return PageSection("Part", lambda _: [[Content("x" * 20)] * high for _ in range(rows)], min_width=20)


def test_what_does_not_fit_in_one_column_stands_in_as_many_as_there_is_room_for() -> None:
    assert len(lay_out([part(30)], 20, 20)) > 1
    [page] = lay_out([part(30)], 43, 20)
    assert max(row.plain.count("x") for row in page) == 40
    assert sum(row.plain.count("x") for row in page) == 30 * 20
    assert all(row.cell_length <= 43 for row in page)


def test_rows_have_air_between_them_where_there_is_room_and_not_where_it_would_take_another_page() -> None:
    def empty(height: int) -> int:
        [page] = lay_out([part(5)], 20, height)
        return sum(not row.plain.strip() for row in page[2:])

    assert empty(30) > empty(12) > empty(7) == 0


@pytest.mark.parametrize("count", [3, 12, 40])
@pytest.mark.parametrize("window", [(137, 33), (41, 38)])
def test_the_letters_are_as_large_as_all_fits_and_no_larger(count: int, window: tuple[int, int]) -> None:
    columns, rows = window
    hung = BoardLayout((part(count, high=2),), (part(count),) if columns > 60 else ())
    times = largest_letters(hung, columns, rows)
    assert fits(hung, int(columns / times), int(rows / times))
    assert not fits(hung, int(columns / times / 1.15), int(rows / times / 1.15))


def test_the_fewer_tables_there_are_the_larger_are_the_letters_and_columns_enough_are_kept() -> None:
    few, many = (largest_letters(BoardLayout((part(count),), (part(count),)), 137, 33) for count in (3, 40))
    assert few > many
    assert 137 / largest_letters(BoardLayout((part(1),), (part(1),)), 137, 33, min_columns=60) >= 60


async def test_in_a_browser_it_asks_for_larger_letters_and_has_standings_beside_tables_from_sixty_columns(
    busy: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    items: list[tuple[float, int, int]] = []
    monkeypatch.setattr(HeadlessDriver, "report_letter_scale", lambda _, *told: items.append(told), raising=False)

    async with on_the_wall(busy) as officer:
        times, columns, rows = items[-1]
        assert times > 1
        assert (columns, rows) == LARGE
        await officer.resize(70, 30)
        officer.shows("Standings", "Tables")
        await officer.resize(40, 36)
        assert "Tables 1 of 2, tap to turn" in officer.reads()


async def test_a_touch_or_a_wheel_turns_the_pages(busy: Club) -> None:
    async with on_the_wall(busy, size=SMALL) as officer:
        await officer.click(at=(20, 10))
        assert "Standings 2026-27 2 of 2" in officer.reads()
        await officer.click(at=(20, 10))
        assert "Tables 1 of 2" in officer.reads()


@SIZES
async def test_the_figures_of_the_standings_stand_beside_the_names(busy: Club, size: tuple[int, int]) -> None:
    async with on_the_wall(busy, size=size) as officer:
        screen_text = "\n".join([officer.sees(), await turned(officer) and officer.sees()])
        assert re.search(r"Dee {1,4}1\.000 +1  █", screen_text)


async def test_a_long_table_of_standings_stands_in_columns_on_a_wide_screen(club: Club) -> None:
    names = [f"Ida {number:02}" for number in range(1, 61)]
    roster.add_all(club, names, shown_as=ShownAs.FULL)
    sessions.open_session(club, "2026-11-16")
    for index in range(0, 60, 4):
        finished(club, *names[index : index + 4])

    async with on_the_wall(club, size=(240, 60)) as officer:
        standings = officer.app.screen.query_one("#standings", Pages)
        [page] = standings.pages
        assert max(len(re.findall(r"Ida \d\d +\d\.\d{3}", row.plain)) for row in page) > 1
