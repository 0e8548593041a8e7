"""Tonight: what an officer sees first, and where the keys lead."""

from dataclasses import replace
from datetime import date, datetime, time, timedelta
from shutil import copyfile

import pytest

from referee.club.calendar import checkin, schedule, sessions
from referee.club.disputes import opening
from referee.club.folder import Club
from referee.club.match import starting
from referee.dashboard.document_screen import DocumentScreen
from referee.dashboard.table.match import MatchScreen
from referee.dashboard.tonight.checkin import CheckInScreen
from referee.dashboard.tonight.seating import SeatingScreen
from referee.dashboard.tonight.tonight import TonightScreen, seconds_to_next_minute
from tests.club.conftest import write_down
from tests.dashboard.conftest import NAMES, end
from tests.dashboard.piloting import LARGE, SMALL, at_the_desk

pytestmark = pytest.mark.screen


async def test_it_says_that_the_session_is_to_be_opened_and_the_key_opens_it(club: Club) -> None:
    async with at_the_desk(club, size=LARGE) as officer:
        assert "No session is open. s opens the session of Monday 16 November 2026" in officer.reads()
        await officer.press("n")
        assert isinstance(officer.app.screen, TonightScreen)
        assert "! No session is open." in officer.reads()
        await officer.press("s", shows="The session of Monday 16 November 2026 is open.")
    assert sessions.show(club).session.status == "open"


async def test_a_conflicted_copy_is_named_when_the_desk_opens(club: Club) -> None:
    copyfile(club.folder / "club.db", club.folder / "club (Ann's conflicted copy 2026-11-16).db")

    async with at_the_desk(club) as officer:
        assert "! club (Ann's conflicted copy 2026-11-16).db is next to club.db: two computers" in officer.reads()
        assert "move the club to a folder that is not synchronised." in officer.reads()


async def test_which_session_would_be_opened_is_not_cut_off(club: Club) -> None:
    async with at_the_desk(club) as officer:
        beside_the_people = " ".join(row.split("│")[0].strip() for row in officer.sees().splitlines())
        assert "s opens the session of Monday 16 November 2026." in beside_the_people


async def test_a_finding_is_not_called_illegal(evening: Club) -> None:
    number = starting.start_table(evening, "commune", NAMES[:3]).number
    write_down(evening, number, ("deal by Ann", "Ann holds 6H", "Ben holds 6H"))

    async with at_the_desk(evening, size=LARGE) as officer:
        assert "table 1 line 3, Ben holds 6♥: finding. Let it stand?" in officer.reads()


async def test_the_same_key_closes_it_but_not_while_a_table_plays(evening: Club) -> None:
    number = starting.start_table(evening, "big-two", NAMES[:4]).number

    async with at_the_desk(evening, "f", shows=f"Table {number} is not finished") as officer:
        await officer.press("escape")
        assert sessions.show(evening, "2026-11-16").session.status == "open"
        end(evening, number, "Ann", ["Ben", "Cal"], "Dee")
        await officer.until("finished: Ann")
        await officer.press("f", shows="Close the session of Monday 16 November 2026?")
        await officer.press("enter", shows="is closed. Backup: backups/2026-11-16-e")
    assert sessions.show(evening, "2026-11-16").session.status == "closed"
    assert len(list((evening.folder / "backups").glob("2026-11-16-e*.db"))) == 1


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_once_it_is_closed_its_tables_are_still_seen_and_opened(evening: Club, size: tuple[int, int]) -> None:
    number = starting.start_table(evening, "big-two", NAMES[:4]).number
    end(evening, number, "Ann", ["Ben", "Cal"], "Dee")

    async with at_the_desk(evening, "f", "enter", size=size) as officer:
        await officer.until("Played on Monday 16 November 2026")
        assert "finished: Ann > Ben = Cal > Dee" in officer.reads()
        assert "nothing" in officer.reads() or "Nothing." in officer.reads()  # waits for an officer
        await officer.press("enter", shows="Table 1 Chor Dai Di (Big Two) finished")


async def test_a_session_closes_though_no_backup_can_be_made_and_the_desk_says_so(evening: Club) -> None:
    (evening.folder / "backups").write_text("in the way")

    async with at_the_desk(evening, "f", "enter") as officer:
        assert "is closed. No backup was made:" in officer.reads()
    assert sessions.show(evening, "2026-11-16").session.status == "closed"


@pytest.mark.parametrize(("answer", "status"), [("escape", "open"), ("enter", "closed")])
async def test_it_closes_while_a_table_plays_only_when_the_officer_says_so(
    evening: Club, answer: str, status: str
) -> None:
    starting.start_table(evening, "big-two", NAMES[:4])

    async with at_the_desk(evening, "f", size=LARGE, shows="will not count for Ann, Ben, Cal and Dee.") as officer:
        officer.shows("Enter: close it, without counting what is not finished")
        await officer.press(answer)
    assert sessions.show(evening, "2026-11-16").session.status == status


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_it_shows_who_is_here_the_tables_and_whose_turn_it_is(evening: Club, size: tuple[int, int]) -> None:
    checkin.check_in(evening, ["Zoe"], guests=True)
    number = starting.start_table(evening, "play-or-pay", NAMES[:4]).number
    write_down(evening, number, ("deal by Dee", "Ann plays 5H"))

    async with at_the_desk(evening, size=size) as officer:
        officer.shows("Monday Cards", "Checked in: 5", "Zoe (guest)", "Play or Pay", "Ben's turn", "Ann, Ben, Cal, Dee")


async def test_it_shows_what_waits_for_an_officer(evening: Club) -> None:
    number = starting.start_table(evening, "play-or-pay", NAMES[:4]).number
    write_down(evening, number, ("deal by Dee", "Ann plays 5H", "Ben pays", "Cal plays 9H"))
    opening.open_on_line(evening, number, 4, claim="Cal saw the six")

    async with at_the_desk(evening, size=LARGE) as officer:
        officer.shows("1 open", "! 1 to decide", "table 1 line 4, Cal plays 9♥: illegal. Let it stand?")
        officer.shows("table 1 line 3, Ben pays: open", "dispute 1, table 1 line 4: Cal saw the six")


@pytest.mark.parametrize(
    ("key", "screen"), [("c", CheckInScreen), ("n", SeatingScreen), ("question_mark", DocumentScreen)]
)
async def test_a_key_leads_to_a_screen_and_escape_back(evening: Club, key: str, screen: type) -> None:
    async with at_the_desk(evening, key) as officer:
        assert isinstance(officer.app.screen, screen)
        await officer.press("escape")
        assert isinstance(officer.app.screen, TonightScreen)


async def test_enter_opens_the_table_that_is_marked(evening: Club) -> None:
    for _ in range(2):
        starting.start_table(evening, "big-two", NAMES[:4])

    async with at_the_desk(evening, "down", "enter") as officer:
        assert isinstance(officer.app.screen, MatchScreen)
        assert "Table 2" in officer.sees()
        await officer.press("escape", "escape")
        assert isinstance(officer.app.screen, TonightScreen)


async def test_without_a_table_the_key_says_so_and_q_leaves(evening: Club) -> None:
    async with at_the_desk(evening, "enter", shows="! There is no table to open yet.") as officer:
        await officer.press("q")
        assert not officer.app.is_running


async def test_a_session_of_another_day_is_opened_only_when_the_officer_says_so(club: Club) -> None:
    sessions.open_session(club, "2026-11-16")
    sessions.close_session(club)
    schedule.add(club, date(2026, 11, 23), time(15, 45))

    async with at_the_desk(club, "s", size=LARGE) as officer:
        await officer.until("The session of Monday 23 November 2026 is not today. Open it anyway?")
        await officer.press("escape", shows="no session is open")
        await officer.press("s", "enter", shows="The session of Monday 23 November 2026 is open.")


async def test_a_desk_that_is_left_open_for_a_week_offers_the_next_session(club: Club) -> None:
    schedule.add(club, date(2026, 11, 23), time(15, 45))
    now = club.clock()

    async with at_the_desk(replace(club, clock=lambda: now), "s", "f", "enter", size=LARGE) as officer:
        now += timedelta(weeks=1)
        await officer.press("S", "escape", shows="s opens the session of Monday 23 November 2026")
        await officer.press("s", shows="The session of Monday 23 November 2026 is open.")


async def test_what_there_is_no_room_for_is_counted(evening: Club) -> None:
    number = starting.start_table(evening, "big-two", ["Ann", "Ben", "Cal"]).number
    write_down(evening, number, ("deal by Cal", *["Ann plays 9S"] * 8))

    async with at_the_desk(evening) as officer:
        screen_text = officer.sees()
        waiting = [row for row in screen_text.splitlines() if row.startswith(" ! table 1 line")]
        assert 0 < len(waiting) < 8
        assert f"and {8 - len(waiting)} more" in screen_text


async def test_on_a_phone_each_table_has_two_rows_and_nothing_of_it_wraps(evening: Club) -> None:
    for game in ("big-two", "play-or-pay"):
        starting.start_table(evening, game, NAMES[:4])
    number = starting.start_table(evening, "commune", NAMES[:4]).number
    end(evening, number, *NAMES[:4])
    write_down(evening, 2, ("deal by Dee", "Ann plays 5H", "Ben pays", "Cal plays 9H"))
    checkin.check_in(evening, ["Eve"])

    async with at_the_desk(evening, size=(55, 30)) as officer:
        rows = [row.rstrip() for row in officer.sees().splitlines()]
        first = next(index for index, row in enumerate(rows) if row.startswith("  1  "))
        assert [row[:5].split() for row in rows[first : first + 6]] == [["1"], [], ["2"], [], ["3"], []]
        assert "Chor Dai Di (Big Two)" in rows[first]
        assert "! 1 to decide" in rows[first + 2]
        assert rows[first + 3].strip() == "Ann, Ben, Cal, Dee"
        assert rows[first + 5].strip() == "finished: Ann > Ben > Cal > Dee"
        assert "Not seated: Eve" in officer.reads()
        await officer.press("down", "enter", shows="Table 2")


def test_the_clock_ticks_when_the_minute_turns() -> None:
    assert seconds_to_next_minute(datetime(2026, 11, 16, 18, 0, 58, 500_000)) == pytest.approx(1.55)
    assert seconds_to_next_minute(datetime(2026, 11, 16, 18, 0)) == pytest.approx(60.05)


async def test_a_clock_that_is_behind_is_told_after_every_entry_until_it_is_right(evening: Club) -> None:
    hours = 1
    late = replace(evening, clock=lambda: evening.clock() - timedelta(hours=hours))
    behind = "but the latest event of the club was at"

    async with at_the_desk(late, size=LARGE, shows=behind) as officer:
        await officer.press("c")
        for name in ("Ida", "Joe"):
            await officer.type(name, "enter", shows=(f"{name} is checked in", behind))
        hours = 0
        await officer.type("Kit", "enter", shows="Kit is checked in")
        await officer.catch_up()
        assert behind not in officer.reads()
