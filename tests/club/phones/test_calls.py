"""Calling the officer: one call a table, the oldest first, and one who is coming says so."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from referee.club.evening import overview
from referee.club.folder import Club
from referee.club.phones import calls
from referee.club.phones.tonight import Reason
from referee.club.text.faults import ClubFault
from tests.cli.running import referee
from tests.club.conftest import place
from tests.club.phones.conftest import Evening


def test_calls_come_in_the_order_in_which_they_were_made(evening: Evening) -> None:
    evening.start("Ann", "Ben")
    evening.start("Cal", "Dee")
    ann, cal = evening.pair("Ann"), evening.pair("Cal", 2)
    at = evening.club.clock()
    for minutes, token in enumerate((cal, ann)):
        evening.club = _at(evening, at + timedelta(minutes=minutes))
        evening.do(calls.call, token, Reason.RULING)
    assert [(each.table, each.reason, each.member) for each in evening.now.calls] == [
        (2, Reason.RULING, 3),
        (1, Reason.RULING, 1),
    ]


def test_a_table_has_one_call_which_keeps_its_turn(evening: Evening) -> None:
    evening.start("Ann", "Ben")
    ann, ben = evening.pair("Ann"), evening.pair("Ben")
    evening.do(calls.call, ann, Reason.OTHER)
    calls.coming(evening.club, evening.session, 1)
    first = evening.now.calls[0]
    evening.club = _at(evening, evening.club.clock() + timedelta(minutes=1))
    evening.do(calls.call, ben, Reason.LINE)
    [now] = evening.now.calls
    assert (now.reason, now.at, now.coming, now.member) == (Reason.LINE, first.at, True, 2)


def test_a_call_that_is_done_is_gone(evening: Evening) -> None:
    evening.start("Ann", "Ben")
    evening.do(calls.call, evening.pair("Ann"), Reason.PEOPLE)
    calls.done(evening.club, evening.session, 1)
    assert evening.now.calls == ()
    with pytest.raises(ClubFault, match="Nobody at table 1 is calling"):
        calls.coming(evening.club, evening.session, 1)


def test_calls_are_told_with_the_evening_the_oldest_first(evening: Evening) -> None:
    evening.start("Ann", "Ben")
    evening.do(calls.call, evening.pair("Ann"), Reason.RULING)
    assert [each.reason for each in overview.tonight(evening.club).calls] == [Reason.RULING]
    told = referee("tonight", club=place(evening.club)).out
    assert "Table 1 calls an officer: We disagree on a ruling." in told
    calls.coming(evening.club, evening.session, 1)
    assert "Table 1 calls an officer, and one is coming: " in referee("tonight", club=place(evening.club)).out
    calls.done(evening.club, evening.session, 1)
    assert "calls an officer" not in referee("tonight", club=place(evening.club)).out


def _at(evening: Evening, moment: datetime) -> Club:
    return replace(evening.club, clock=lambda: moment)
