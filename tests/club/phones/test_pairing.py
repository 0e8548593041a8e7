"""Phones are paired by the code of a table, speak for a seat, and follow their player; officers have the last word."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from referee.club.calendar import sessions
from referee.club.evening import overview
from referee.club.folder import Club
from referee.club.match import ending, seat_transfers
from referee.club.phones import calls, pairing, serving
from referee.club.phones.codes import LENGTH, SIGNS, format_code, new_code, parse_code
from referee.club.phones.evening_state import EVERYWHERE, Reason, SessionEnded
from referee.club.phones.serving import PhoneServer
from referee.club.text.faults import ClubFault
from referee.store.session_state import session_states
from tests.cli.running import referee
from tests.club.conftest import place
from tests.club.phones.conftest import Evening

FOUR = ("Ann", "Ben", "Cal", "Dee")


def test_each_table_has_a_code_of_its_own(evening: Evening) -> None:
    evening.start(*FOUR)
    first = evening.code(1)
    evening.start("Eve", "Ann")
    assert evening.code(1) == first != evening.code(2)


def test_a_phone_speaks_for_a_seat_and_its_token_is_kept_nowhere(evening: Evening) -> None:
    evening.start(*FOUR)
    token = evening.pair("Ben")
    phone = evening.phone(token)
    assert (phone.member, phone.number, phone.writes, evening.now.why_not_writing(phone)) == (2, 1, True, "")
    with evening.club.reading() as tx:
        assert token not in str(session_states(tx, evening.session))


def test_the_second_phone_of_a_seat_reads_until_an_officer_lets_it_write(evening: Evening) -> None:
    evening.start(*FOUR)
    first, second, third = evening.pair("Ben"), evening.pair("Ben"), evening.pair("Ann")
    assert [evening.phone(each).writes for each in (first, second, third)] == [True, False, True]
    assert "let this one write" in evening.now.why_not_writing(evening.phone(second))
    pairing.let_write(evening.club, evening.session, evening.phone(second).id)
    assert [evening.phone(each).writes for each in (first, second, third)] == [False, True, True]


def test_a_seat_has_so_many_phones_and_no_more(evening: Evening) -> None:
    evening.start(*FOUR)
    for _ in range(pairing.MOST_AT_A_SEAT):
        evening.pair("Ben")
    with pytest.raises(ClubFault, match="has enough phones"):
        evening.pair("Ben")
    evening.pair("Ann")


def test_who_is_not_ben_unpairs_the_own_phone_and_the_next_one_writes(evening: Evening) -> None:
    evening.start(*FOUR)
    wrong = evening.pair("Ben")
    right = evening.pair("Ann", before=wrong)
    assert evening.phone(wrong).ended
    assert evening.phone(right).writes
    assert evening.phone(evening.pair("Ben")).writes


def test_an_unpaired_phone_writes_nothing(evening: Evening) -> None:
    evening.start(*FOUR)
    token = evening.pair("Ben")
    pairing.unpair(evening.club, evening.session, evening.phone(token).id)
    assert evening.now.why_not_writing(evening.phone(token)) == "This phone was unpaired."
    with pytest.raises(ClubFault, match="no longer paired"):
        pairing.let_write(evening.club, evening.session, evening.phone(token).id)


@pytest.mark.parametrize("wrong", ["", "999999", "K7M2QX", "<script>", "a" * 10_000])
def test_a_wrong_code_pairs_nothing(evening: Evening, wrong: str) -> None:
    evening.start(*FOUR)
    assert evening.code() != wrong
    with pytest.raises(pairing.WrongCode, match="No table has that code tonight"):
        pairing.pair(evening.club, evening.session, wrong, 2)
    assert evening.now.phones == ()


def test_a_code_of_another_table_pairs_nobody_who_sits_elsewhere(evening: Evening) -> None:
    evening.start("Ann", "Ben")
    evening.start("Cal", "Dee")
    with pytest.raises(ClubFault, match="no longer at this table"):
        evening.pair("Ann", table=2)


def test_a_new_code_ends_the_old_one_and_no_phone(evening: Evening) -> None:
    evening.start(*FOUR)
    token, old = evening.pair("Ben"), evening.code()
    pairing.renew_code(evening.club, evening.session, 1)
    with pytest.raises(pairing.WrongCode):
        pairing.pair(evening.club, evening.session, old, 1)
    assert evening.now.why_not_writing(evening.phone(token)) == ""
    assert evening.phone(evening.pair("Ann")).writes


def test_a_phone_follows_its_player_to_the_next_table(evening: Evening) -> None:
    first = evening.start(*FOUR)
    token = evening.pair("Ann")
    ending.record_result(evening.club, first, places=[[name] for name in FOUR])
    ending.finish(evening.club, first)
    assert evening.now.table_of(evening.phone(token)).table == 1
    evening.start("Eve", "Ann")
    assert evening.now.table_of(evening.phone(token)).table == 2
    assert evening.now.why_not_writing(evening.phone(token)) == ""


def test_a_stand_in_takes_the_seat_over_when_the_officer_notes_it(evening: Evening) -> None:
    number = evening.start(*FOUR)
    ben = evening.pair("Ben")
    seat_transfers.join(evening.club, number, "Eve", stand_in_for="Ben")
    eve = evening.pair("Eve")
    assert evening.now.why_not_writing(evening.phone(eve)) == ""
    assert evening.now.why_not_writing(evening.phone(ben)) == "You are not at a table now."


def test_a_tablet_writes_for_its_table_and_no_other(evening: Evening) -> None:
    evening.start("Ann", "Ben")
    evening.start("Cal", "Dee")
    one, two, second = evening.pair("", 1), evening.pair("", 2), evening.pair("", 1)
    assert [evening.phone(each).writes for each in (one, two, second)] == [True, True, False]
    assert evening.now.table_of(evening.phone(two)).table == 2


def test_officers_switch_a_table_to_reading_and_all_phones_off(evening: Evening) -> None:
    evening.start(*FOUR)
    phone = evening.phone(evening.pair("Ann"))
    pairing.switch(evening.club, evening.session, 1, lambda switches: replace(switches, read=True))
    assert evening.now.why_not_writing(phone) == "Phones can only read at this table."
    pairing.switch(evening.club, evening.session, EVERYWHERE, lambda switches: replace(switches, off=True))
    assert evening.now.why_not_writing(phone) == "An officer has switched the phones off."
    with pytest.raises(pairing.WrongCode):
        evening.pair("Ben")
    with pytest.raises(ClubFault, match="no table 9"):
        pairing.switch(evening.club, evening.session, 9, lambda switches: replace(switches, read=True))


def test_all_of_it_is_gone_when_the_session_closes(evening: Evening) -> None:
    evening.start(*FOUR)
    evening.pair("Ann")
    sessions.close_session(evening.club, unfinished=True)
    with pytest.raises(SessionEnded, match="is closed"):
        _ = evening.now
    with evening.club.reading() as tx:
        assert session_states(tx, evening.session) == []
    sessions.open_session(evening.club, "2026-11-16", reason="too early")
    assert (evening.now.phones, evening.now.codes) == ((), {})


def test_a_code_has_six_of_twenty_seven_signs() -> None:
    codes = [new_code() for _ in range(200)]
    assert (LENGTH, len(set(SIGNS))) == (6, 27)
    assert all(len(code) == LENGTH and set(code) <= set(SIGNS) for code in codes)
    assert len(set(codes)) == len(codes)
    assert set("".join(codes)) == set(SIGNS), "1,200 signs have each of 27 among them"


@pytest.mark.parametrize("one", ["0O", "1IL", "2Z", "5S", "8B", "UV"])
def test_no_two_signs_look_alike(one: str) -> None:
    assert len(set(one) & set(SIGNS)) < 2


@pytest.mark.parametrize("typed", ["K7M2QX", "k7m2qx", " k7m-2qx ", "k7m 2qx", "k7mzqx", format_code("K7M2QX")])
def test_a_code_is_read_however_it_is_typed(typed: str) -> None:
    assert parse_code(typed) == "K7M2QX"


@pytest.mark.parametrize("typed", ["", "K7M2Q", "K7M2QXX", "K7M2Q0", "K7M2QÄ", "<b>K7M2QX", "K" * 1_000_000, "٣٣٣٣٣٣"])
def test_what_cannot_be_a_code_is_none(typed: str) -> None:
    assert parse_code(typed) == ""


HERE = PhoneServer("http://192.0.2.7:8080")
THERE = PhoneServer("https://cards.example.org:8443", results=False, read_only=True, encrypted=True)


def served(evening: Evening) -> tuple[PhoneServer, ...]:
    with evening.club.reading() as tx:
        return serving.served_at(tx, evening.session)


def test_each_server_is_known_until_it_ends(evening: Evening) -> None:
    assert served(evening) == ()
    for each in (HERE, THERE):
        serving.announce_server(evening.club, evening.session, each)
    assert served(evening) == (HERE, THERE)
    serving.withdraw_server(evening.club, evening.session, HERE)
    assert served(evening) == (THERE,)


def test_one_that_begins_at_the_address_of_one_that_was_killed_takes_its_place(evening: Evening) -> None:
    serving.announce_server(evening.club, evening.session, HERE)
    again = PhoneServer(HERE.url, read_only=True)
    serving.announce_server(evening.club, evening.session, again)
    assert served(evening) == (again,)


def test_it_is_gone_with_the_session(evening: Evening) -> None:
    serving.announce_server(evening.club, evening.session, HERE)
    sessions.close_session(evening.club)
    assert served(evening) == ()
    serving.withdraw_server(evening.club, evening.session, HERE)
    with pytest.raises(ClubFault, match="No session is open"):
        serving.session_to_serve(evening.club)


def test_calls_come_in_the_order_in_which_they_were_made(evening: Evening) -> None:
    evening.start("Ann", "Ben")
    evening.start("Cal", "Dee")
    ann, cal = evening.pair("Ann"), evening.pair("Cal", 2)
    at = evening.club.clock()
    for minutes, token in enumerate((cal, ann)):
        evening.club = _at(evening, at + timedelta(minutes=minutes))
        evening.do(calls.call, token, Reason.RULING)
    assert [(call.table, call.reason, call.member) for call in evening.now.calls] == [
        (2, Reason.RULING, 3),
        (1, Reason.RULING, 1),
    ]


def test_a_table_has_one_call_which_keeps_its_turn(evening: Evening) -> None:
    evening.start("Ann", "Ben")
    ann, ben = evening.pair("Ann"), evening.pair("Ben")
    evening.do(calls.call, ann, Reason.OTHER)
    calls.mark_coming(evening.club, evening.session, 1)
    first = evening.now.calls[0]
    evening.club = _at(evening, evening.club.clock() + timedelta(minutes=1))
    evening.do(calls.call, ben, Reason.LINE)
    [now] = evening.now.calls
    assert (now.reason, now.at, now.coming, now.member) == (Reason.LINE, first.at, True, 2)


def test_a_call_that_is_done_is_gone(evening: Evening) -> None:
    evening.start("Ann", "Ben")
    evening.do(calls.call, evening.pair("Ann"), Reason.PEOPLE)
    calls.end_call(evening.club, evening.session, 1)
    assert evening.now.calls == ()
    with pytest.raises(ClubFault, match="Table 1 is no longer calling"):
        calls.mark_coming(evening.club, evening.session, 1)


def test_calls_are_told_with_the_evening_the_oldest_first(evening: Evening) -> None:
    evening.start("Ann", "Ben")
    evening.do(calls.call, evening.pair("Ann"), Reason.RULING)
    assert [call.reason for call in overview.read_tonight(evening.club).calls] == [Reason.RULING]
    result = referee("tonight", club=place(evening.club)).out
    assert "Table 1 has called an officer: We disagree on a ruling." in result
    calls.mark_coming(evening.club, evening.session, 1)
    assert "Table 1 has called an officer, who is coming: " in referee("tonight", club=place(evening.club)).out
    calls.end_call(evening.club, evening.session, 1)
    assert "called an officer" not in referee("tonight", club=place(evening.club)).out


def _at(evening: Evening, moment: datetime) -> Club:
    return replace(evening.club, clock=lambda: moment)
