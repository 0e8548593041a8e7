"""Where the phones are served is said in the club while a server listens, and is gone with the session."""

import pytest

from referee.club.calendar import sessions
from referee.club.phones import serving
from referee.club.phones.serving import Served
from referee.club.text.faults import ClubFault
from tests.club.phones.conftest import Evening

HERE = Served("http://192.0.2.7:8080")
THERE = Served("https://cards.example.org:8443", results=False, read_only=True, encrypted=True)


def served(evening: Evening) -> tuple[Served, ...]:
    with evening.club.reading() as tx:
        return serving.served_at(tx, evening.session)


def test_each_server_is_known_until_it_ends(evening: Evening) -> None:
    assert served(evening) == ()
    for each in (HERE, THERE):
        serving.begun(evening.club, evening.session, each)
    assert served(evening) == (HERE, THERE)
    serving.over(evening.club, evening.session, HERE)
    assert served(evening) == (THERE,)


def test_one_that_begins_at_the_address_of_one_that_was_killed_takes_its_place(evening: Evening) -> None:
    serving.begun(evening.club, evening.session, HERE)
    again = Served(HERE.url, read_only=True)
    serving.begun(evening.club, evening.session, again)
    assert served(evening) == (again,)


def test_it_is_gone_with_the_session(evening: Evening) -> None:
    serving.begun(evening.club, evening.session, HERE)
    sessions.close_session(evening.club)
    assert served(evening) == ()
    serving.over(evening.club, evening.session, HERE)
    with pytest.raises(ClubFault, match="No session is open"):
        serving.session_to_serve(evening.club)
