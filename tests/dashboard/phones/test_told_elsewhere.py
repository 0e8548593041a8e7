"""What phones ask is told where officers look: on tonight, on every screen, on a round, and codes on the board."""

from dataclasses import replace
from datetime import timedelta

import pytest

from referee.club.calendar import sessions
from referee.club.folder import Club
from referee.club.people import roster
from referee.club.phones import pairing, reports, serving
from referee.club.phones.codes import format_code
from referee.club.phones.evening_state import EVERYWHERE, Reason, Switches
from referee.club.phones.serving import PhoneServer
from referee.dashboard.widgets.message_line import MessageLine
from tests.club.phones.conftest import Evening
from tests.dashboard.phones.conftest import Phones
from tests.dashboard.piloting import LARGE, SMALL, at_the_desk, on_the_wall
from tests.tournaments.actions.scene import EIGHT, started

pytestmark = [pytest.mark.screen, pytest.mark.long]
HERE = PhoneServer("http://192.0.2.7:8080")


async def test_tonight_shows_at_a_table_that_it_calls_and_since_when(phones: Phones) -> None:
    phones.call("Ann", Reason.LINE)
    moment = phones.club.clock() + timedelta(minutes=2)
    club = replace(phones.club, clock=lambda: moment)

    async with at_the_desk(club, shows=("! calls: a line is wrong, 2 min", "table 1 calls at")) as officer:
        await officer.press("exclamation_mark")
        assert officer.on("phones")
        await officer.press("g", "escape", shows="! calls: a line is wrong, coming")


async def test_tonight_shows_which_results_are_agreed_and_which_are_not(phones: Phones) -> None:
    phones.report("Ann", "Ann", "Ben")
    phones.agree("Ben", "Ann", "Ben")
    phones.report("Cal", "Cal", "Dee")

    async with at_the_desk(phones.club, size=LARGE, shows="✓ table 1: result agreed") as officer:
        assert "table 2" not in officer.within("#waits")  # it is their own turn to confirm it
        assert "result reported, not confirmed" in officer.reads()
        phones.report("Dee", "Dee", "Cal")
        await officer.until("! table 2: result not agreed")


async def test_closing_and_entering_a_result_say_what_phones_report(phones: Phones) -> None:
    phones.report("Cal", "Cal", "Dee")
    reported = "Phones report a result at table 2: Cal reported Cal > Dee; waits for a second"

    async with at_the_desk(phones.club, "f", size=LARGE) as officer:
        await officer.until(reported)
        await officer.press("escape", "2", "escape", "w")
        await officer.until(reported)


async def test_what_was_not_agreed_when_the_session_closed_is_read_with_the_session(phones: Phones) -> None:
    phones.report("Cal", "Cal", "Dee")
    phones.report("Dee", "Dee", "Cal")
    sessions.close_session(phones.club, unfinished=True)

    async with at_the_desk(phones.club, "C", "enter", size=LARGE) as officer:
        text = "was not agreed: Cal reported Cal > Dee; Dee reported Dee > Cal"
        assert text in officer.reads()


async def test_a_new_call_is_told_whatever_screen_is_in_front_and_covers_no_refusal(phones: Phones) -> None:
    phones.call("Ann", Reason.OTHER)

    async with at_the_desk(phones.club, "S", size=LARGE) as officer:
        await officer.catch_up()
        assert "calls" not in officer.app.screen.query_one(MessageLine).message  # it was there already
        phones.call("Cal", Reason.LINE)
        await officer.until("Table 2 calls: A line is wrong. P shows it.")
        await officer.press("down")
        assert "Table 2 calls" in officer.reads()  # it could not be read yet
        await officer.press("P", "end", "g")
        refused = officer.app.screen.query_one(MessageLine).message
        assert refused
        phones.report("Cal", "Cal", "Dee")
        phones.report("Dee", "Dee", "Cal")
        await officer.until("Table 2: the result is not agreed. P shows it.")
        assert refused in officer.app.screen.query_one(MessageLine).message


async def test_a_call_that_comes_while_something_is_asked_is_told_behind_it(phones: Phones) -> None:
    async with at_the_desk(phones.club, "P", "m", size=LARGE) as officer:
        await officer.catch_up()
        phones.call("Cal", Reason.RULING)
        await officer.until("Table 2 calls: We disagree on a ruling.")
        assert "Phones: more" in officer.reads()


async def test_a_round_shows_how_many_tables_are_reported_and_which_disagree(evening: Club) -> None:
    for name in EIGHT[5:]:
        roster.add(evening, name)
    started(evening, *EIGHT)
    phones = Evening(evening)
    pairing.give_codes(evening, phones.session)

    def report(table: int, seat: int, *, turned: bool = False) -> None:
        members = next(seated_table.members for seated_table in phones.now.tables if seated_table.table == table)
        token = pairing.pair(evening, phones.session, phones.code(table), members[seat])
        order = members[::-1] if turned else members
        reports.report_result(evening, phones.session, phones.phone(token), [[each] for each in order])

    async with at_the_desk(evening, "T", "enter", size=LARGE) as officer:
        assert "reported" not in officer.reads()
        report(1, 0)
        await officer.until("1 of 2 tables reported")
        report(2, 0)
        report(2, 1, turned=True)
        await officer.until("2 of 2 tables reported, table 2 disagrees")
        await officer.press("P")
        assert "no rulings beforehand" in officer.reads()  # as is usual in a tournament
        assert "; rulings beforehand" not in officer.reads()


async def test_the_board_shows_the_code_of_each_table_and_where_phones_go_while_they_are_served(phones: Phones) -> None:
    async with on_the_wall(phones.club) as officer:
        assert "code" not in officer.reads()
        serving.announce_server(phones.club, phones.session, HERE)
        await officer.until(f"code {format_code(phones.code(1))}")
        officer.shows(f"code {format_code(phones.code(2))}", f"Phones: {HERE.url}", "Tonight on your phone.")
        assert "█▀▀" in officer.reads() or "▀▀█" in officer.reads()
        pairing.switch(phones.club, phones.session, EVERYWHERE, lambda _: Switches(off=True))
        await officer.until("code", gone=True)
        assert HERE.url not in officer.reads()


async def test_a_small_board_has_the_codes_and_the_address_and_loses_nothing_for_them(phones: Phones) -> None:
    serving.announce_server(phones.club, phones.session, HERE)

    async with on_the_wall(phones.club, size=SMALL) as officer:
        officer.shows(f"code {format_code(phones.code(2))}", f"Phones: {HERE.url} Next session: ")
        assert "Tonight on your phone." not in officer.reads()
        assert "…" not in officer.reads()


async def test_a_board_of_an_address_that_phones_do_not_have_draws_no_code_to_scan(phones: Phones) -> None:
    serving.announce_server(
        phones.club, phones.session, PhoneServer("http://127.0.0.1:8080", "only this computer can reach 127.0.0.1.")
    )

    async with on_the_wall(phones.club) as officer:
        assert "Tonight on your phone." not in officer.reads()
