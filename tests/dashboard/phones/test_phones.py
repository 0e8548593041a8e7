"""The phones at the desk: what waits is listed first, and each thing about it is one key."""

from datetime import timedelta
from typing import Any

import pytest

from referee.club.calendar import sessions
from referee.club.folder import Club
from referee.club.match import matches
from referee.club.phones import serving
from referee.club.phones.codes import format_code
from referee.club.phones.evening_state import Reason
from referee.club.phones.serving import PhoneServer
from tests.club.conftest import write_down
from tests.dashboard.phones.conftest import Phones, mark
from tests.dashboard.piloting import LARGE, Officer, at_the_desk

pytestmark = pytest.mark.screen


def rows(officer: Officer) -> list[str]:
    """What is listed, a text for each row."""
    listing: Any = officer.app.screen.query_one("#list")
    return [" ".join(row.cells) for row in listing.list_rows]


async def test_calls_come_first_the_oldest_first_and_then_results_lines_and_tables(phones: Phones) -> None:
    phones.call("Dee", Reason.PEOPLE)
    phones.club = later(phones.club, minutes=3)
    phones.call("Ann", Reason.LINE)
    phones.report("Ann", "Ann", "Ben")
    phones.report("Ben", "Ben", "Ann")
    phones.report("Cal", "Cal", "Dee")
    phones.agree("Dee", "Cal", "Dee")
    write_down(phones.club, 1, ("deal by Ben", "Ann bids two kings", "Ben bids two queens"))

    async with at_the_desk(phones.club, "P", size=LARGE) as officer:
        found = rows(officer)
        assert [" ".join(row.split()[:3]) for row in found[:2]] == ["2 ! call", "1 ! call"]
        assert "A player joins or leaves" in found[0]
        assert found[2].startswith("1 ! result")
        assert "Ann: Ann > Ben; Ben: Ben > Ann" in found[2]
        assert found[3] == "2 result Cal, Dee agreed and recorded. Cal > Dee"
        assert found[4].startswith("1 ! line 3")
        assert found[5].startswith(f"1 table {format_code(phones.code(1))} 2 phones; may write; rulings beforehand")
        assert [row.split()[2:] for row in found[6:8]] == [["Ann", "writes"], ["Ben", "writes"]]


def later(club: Club, **ago: int) -> Club:
    from dataclasses import replace

    moment = club.clock() + timedelta(**ago)
    return replace(club, clock=lambda: moment)


async def test_a_call_is_answered_and_then_done(phones: Phones) -> None:
    phones.call("Ann", Reason.RULING)

    async with at_the_desk(phones.club, "P", "g") as officer:
        assert [call.coming for call in phones.now.calls] == [True]
        assert "and you are coming" in rows(officer)[0]
        await mark(officer, "call")
        await officer.press("enter")
        assert "Table 1" in officer.reads().partition("Commune")[0] + officer.reads()
        assert officer.app.screen.__class__.__name__ == "MatchScreen"
        await officer.press("escape", "escape", "f", shows="The call of table 1 is done.")
        assert phones.now.calls == ()


async def test_an_agreed_table_is_finished_by_one_key_and_opened_again_by_another(phones: Phones) -> None:
    phones.report("Ann", "Ann", "Ben")
    phones.agree("Ben", "Ann", "Ben")

    async with at_the_desk(phones.club, "P", "f") as officer:
        assert phones.over(1)
        assert "Table 1 is finished." in officer.reads()
        assert not any("result" in row for row in rows(officer))
        await officer.press("U")
        await officer.type("not over yet", "enter")
        assert not phones.over(1)
        assert matches.show(phones.club, 1).places == (("Ann",), ("Ben",))


async def test_all_agreed_tables_are_finished_at_once_after_they_were_shown(phones: Phones) -> None:
    for first, second in (("Ann", "Ben"), ("Cal", "Dee")):
        phones.report(first, first, second)
        phones.agree(second, first, second)

    async with at_the_desk(phones.club, "P", "f") as officer:
        officer.shows("Finish every table whose players agree?", "1: Ann > Ben", "2: Cal > Dee")
        assert not phones.over(1)
        await officer.press("enter")
        assert (phones.over(1), phones.over(2)) == (True, True)
        assert "Tables 1 and 2 are finished." in officer.reads()
        for _ in range(2):
            await officer.press("U")
            await officer.type("not over yet", "enter")
        assert (phones.over(1), phones.over(2)) == (False, False)


async def test_of_two_versions_the_officer_reads_both_side_by_side_and_records_one(phones: Phones) -> None:
    phones.report("Ann", "Ann", "Ben")
    phones.report("Ben", "Ben", "Ann")

    async with at_the_desk(phones.club, "P", "f") as officer:
        assert "That result is not agreed. w records one version of it." in officer.reads()
        await officer.press("enter", shows="Ann says Ben says 1 Ann 1 Ben 2 Ben 2 Ann")
        await officer.press("escape", "w", shows="Which result counts at table 1?")
        await officer.press("down", "enter")
        assert matches.show(phones.club, 1).places == (("Ben",), ("Ann",))
        assert phones.now.reports[1].settled
        await officer.press("U", "enter")
        assert matches.show(phones.club, 1).places == ()


async def test_a_report_is_thrown_away(phones: Phones) -> None:
    phones.report("Ann", "Ann", "Ben")

    async with at_the_desk(phones.club, "P") as officer:
        await mark(officer, "result")
        await officer.press("x")
        assert phones.now.reports == {}


async def test_a_phone_is_unpaired_and_another_one_let_write(phones: Phones) -> None:
    second = phones.pair("Ben")
    assert not phones.writes(second)

    async with at_the_desk(phones.club, "P") as officer:
        await mark(officer, "phone 5", "Ben")
        await officer.press("e")
        assert (phones.writes(second), phones.writes(phones.tokens["Ben"])) == (True, False)
        await officer.press("e", shows="Phone 5 writes already.")
        await officer.press("x", shows="Phone 5 no longer speaks for Ben.")
        assert phones.phone(second).ended


async def test_a_table_may_only_read_tells_no_rulings_and_has_another_code(phones: Phones) -> None:
    before = phones.code(2)

    async with at_the_desk(phones.club, "P") as officer:
        await mark(officer, "2 table")
        await officer.press("e")
        assert phones.now.at(2).read
        assert "only read" in next(row for row in rows(officer) if row.startswith("2 table"))
        await officer.press("e")
        assert not phones.now.at(2).read
        await officer.press("m", "b")
        assert phones.now.at(2).previews is False
        assert "no rulings beforehand" in next(row for row in rows(officer) if row.startswith("2 table"))
        await officer.press("n")
        assert phones.code(2) != before
        assert f"The code of table 2 is {format_code(phones.code(2))} now." in officer.reads()


async def test_all_phones_are_switched_off_and_on_again(phones: Phones) -> None:
    async with at_the_desk(phones.club, "P", "m", "o") as officer:
        assert phones.now.off
        assert "all switched off" in officer.reads()
        await officer.press("m", shows="Switch all phones on")
        await officer.press("o")
        assert not phones.now.off


async def test_a_key_that_is_about_something_else_says_what_to_select(phones: Phones) -> None:
    async with at_the_desk(phones.club, "P", "g", shows="Select a call") as officer:
        await officer.press("f", shows="Select a call or an agreed result")
        await officer.press("w", shows="Select a result that is not recorded yet.")
        await officer.press("x", shows="Select a phone to unpair it")


async def test_the_code_of_a_table_is_there_to_be_scanned_where_phones_are_served(phones: Phones) -> None:
    async with at_the_desk(phones.club, "P", shows="The phones are not served now.") as officer:
        await mark(officer, "1 table")
        await officer.press("enter", shows="The phones are not served now.")
        assert "█▀" not in officer.reads()
        serving.announce_server(phones.club, phones.session, PhoneServer("http://192.0.2.7:8080"))
        await officer.until("http://192.0.2.7:8080")
        officer.shows("█▀", f"Code: {format_code(phones.code(1))}")


async def test_without_a_session_the_screen_says_what_is_wanting(evening: Club) -> None:
    sessions.close_session(evening)

    async with at_the_desk(evening, "P", shows="No table is open tonight.") as officer:
        await officer.press("s", shows="No session is open, so phones have no table to join.")
        await officer.press("m", "g", "enter", shows="No table is open tonight.")
