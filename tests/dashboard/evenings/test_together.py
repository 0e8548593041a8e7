"""Two desks and a command line on one club, and a club's file that cannot be used."""

import asyncio
import sqlite3
from contextlib import closing

import pytest
from textual.widgets import Static

from referee.club.calendar import sessions
from referee.club.folder import Club, open_club
from referee.club.match import matches, recording, starting
from referee.dashboard.app import Dashboard
from referee.dashboard.club_watcher import ClubWatcher
from referee.dashboard.disputes.rulebook import RulebookScreen
from referee.dashboard.widgets.field import LineField
from referee.dashboard.widgets.message_line import notify_in_front
from tests.cli.running import in_a_process
from tests.club.conftest import write_down
from tests.dashboard.conftest import NAMES
from tests.dashboard.piloting import LARGE, SMALL, Officer, at_the_desk
from tests.patience import wait_async

pytestmark = pytest.mark.screen


@pytest.mark.process
def test_two_desks_and_a_command_see_each_others_lines(evening: Club) -> None:
    number = starting.start_table(evening, "play-or-pay", NAMES[:4]).number

    async def run() -> None:
        with open_club(evening.folder) as second_club:
            async with (
                Dashboard(evening).run_test(size=LARGE) as one,
                Dashboard(second_club).run_test(size=LARGE) as two,
            ):
                here, there = Officer(one), Officer(two)
                for officer in (here, there):
                    await officer.settle()
                    await officer.press("enter")
                await here.type("deal by Dee", "enter")
                await there.until("1 deal by Dee")
                await there.type("Ann plays 5H", "enter")
                await here.until("2 Ann plays 5♥")
                result = await asyncio.to_thread(in_a_process, "log", str(number), "Ben pays", club=evening.folder)
                assert result.code == 11
                for officer in (here, there):
                    await officer.until("3 Ben pays")

    asyncio.run(run())


async def test_what_is_being_typed_stays_when_the_other_officer_writes(evening: Club) -> None:
    number = starting.start_table(evening, "play-or-pay", NAMES[:4]).number

    async with at_the_desk(evening, "enter") as officer:
        await officer.type("Ann plays 5")
        recording.log_line(evening, number, "deal by Dee")
        await officer.until("1 deal by Dee")
        assert officer.app.screen.query_one(LineField).value == "Ann plays 5"
        await officer.type("H", "enter", shows="2 Ann plays 5♥")


def test_a_busy_file_is_said_and_the_line_comes_back(evening: Club) -> None:
    number = starting.start_table(evening, "play-or-pay", NAMES[:4]).number

    async def run() -> None:
        with open_club(evening.folder, patience=0.3) as impatient:
            async with Dashboard(impatient).run_test(size=SMALL) as pilot:
                officer = Officer(pilot)
                await officer.settle()
                await officer.press("enter")
                with closing(sqlite3.connect(evening.store.path, isolation_level=None)) as connection:
                    connection.execute("BEGIN IMMEDIATE")
                    await officer.type("deal by Dee", "enter", shows="! Not recorded:")
                    assert "is busy: another program has been writing to it" in officer.reads()
                    assert officer.app.screen.query_one(LineField).value == "deal by Dee"
                    connection.execute("ROLLBACK")
                await officer.press("enter", shows="1 deal by Dee")

    asyncio.run(run())
    assert [line.text for line in matches.show(evening, number).log] == ["deal by Dee"]


async def test_a_file_that_is_gone_is_said_on_the_screen_and_so_is_that_it_is_back(evening: Club) -> None:
    starting.start_table(evening, "play-or-pay", NAMES[:4])

    async with at_the_desk(evening) as officer:
        away = evening.store.path.with_suffix(".away")
        evening.store.path.rename(away)
        await officer.until("! There is no club file")
        away.rename(evening.store.path)
        await officer.until("The club's file can be used again.")


async def test_every_line_confirmed_is_there_when_the_desk_is_opened_again(evening: Club) -> None:
    starting.start_table(evening, "play-or-pay", NAMES[:4])

    async with at_the_desk(evening, "enter") as officer:
        await officer.record(["deal by Dee", "Ann plays 5H"])
    async with at_the_desk(evening, "enter") as officer:
        assert "2 Ann plays 5♥" in officer.reads()


async def test_a_change_that_is_seen_while_a_screen_is_being_opened_is_shown_when_it_is_there(evening: Club) -> None:
    number = starting.start_table(evening, "play-or-pay", NAMES[:4]).number

    async with at_the_desk(evening) as officer:
        opening = RulebookScreen(officer.app.desk, matches.show(evening, number))
        watch = ClubWatcher(officer.app, officer.app.desk)
        officer.app.push_screen(opening)
        await wait_async(lambda: officer.app.screen is opening)
        watch._compare((1,))
        await officer.settle()
        assert "as played at table 1" in officer.reads()
        opening.query_one(".heading", Static).update("")
        watch._compare((1,))
        await officer.settle()
        assert "as played at table 1" in officer.reads()


async def test_a_change_that_is_seen_while_a_screen_is_being_closed_is_shown_nowhere(evening: Club) -> None:
    number = starting.start_table(evening, "play-or-pay", NAMES[:4]).number

    async with at_the_desk(evening) as officer:
        closing = RulebookScreen(officer.app.desk, matches.show(evening, number))
        await officer.app.push_screen(closing)
        await officer.settle()
        await closing.query_one(".heading", Static).remove()
        ClubWatcher(officer.app, officer.app.desk)._compare((1,))
        await officer.settle()
        assert officer.app.screen is closing


async def test_a_change_that_is_seen_while_the_program_ends_is_shown_nowhere(evening: Club) -> None:
    watches = []

    async with at_the_desk(evening) as officer:
        watches.append(ClubWatcher(officer.app, officer.app.desk))
    assert watches[0].app.screen_stack == []
    watches[0]._compare((1,))  # as when the look at the file is answered only now
    notify_in_front(watches[0].app, "Table 1: the result is not agreed.")


async def test_without_colour_everything_is_said_by_words_and_signs(
    evening: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    number = starting.start_table(evening, "play-or-pay", NAMES[:4]).number
    write_down(evening, number, ("deal by Dee", "Ann plays 5H", "Ben pays", "Cal plays 9H"))

    async with at_the_desk(evening, "enter", size=LARGE) as officer:
        screen_text = officer.reads()
        for word in ("2 Ann plays 5♥ ✓ legal", "3 Ben pays ? open", "4 Cal plays 9♥ ✗ illegal", "▶ Cal to act"):
            assert word in screen_text
        assert officer.colours() == set()


async def test_the_session_that_the_other_officer_closes_is_seen_closed(evening: Club) -> None:
    async with at_the_desk(evening, shows="Checked in: 4") as officer:
        sessions.close_session(evening)
        await officer.until("no session is open")
