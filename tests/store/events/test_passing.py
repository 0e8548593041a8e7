"""What ends with the evening, on both engines: kept outside the log, heard of by whoever watches, gone at the end."""

from dataclasses import replace

import pytest

from referee.store import session_state
from referee.store.events import log
from referee.store.events.postgresql import ClubOnServer, create_on_server, open_on_server
from referee.store.events.sqlite import ClubFile, open_file
from referee.store.session_state import SessionState
from tests.postgresql import asked
from tests.store.events.conftest import ClubLog, appending, needs_server

MONDAY, TUESDAY = 1, 2


def of(club: ClubLog, session: int = MONDAY) -> list[SessionState]:
    with club.reading() as sql:
        return session_state.session_states(sql, session)


def test_what_is_put_is_there_until_it_is_dropped(club: ClubLog) -> None:
    with club.writing() as sql:
        session_state.put(sql, MONDAY, "call", "3", {"reason": "other", "by": 12})
        session_state.put(sql, MONDAY, "call", "1", {"reason": "ruling"})
        session_state.put(sql, MONDAY, "call", "3", {"reason": "line", "who": ["Zoë\0", None, True]})
    assert of(club) == [
        SessionState("call", "1", {"reason": "ruling"}),
        SessionState("call", "3", {"reason": "line", "who": ["Zoë\0", None, True]}),
    ]
    with club.writing() as sql:
        session_state.drop(sql, MONDAY, "call", "1")
        session_state.drop(sql, MONDAY, "call", "9")
    assert [state.name for state in of(club)] == ["3"]


def test_one_session_ends_without_another(club: ClubLog) -> None:
    with club.writing() as sql:
        session_state.put(sql, MONDAY, "phone", "a", {})
        session_state.put(sql, TUESDAY, "phone", "a", {"seat": 2})
    with club.writing() as sql:
        session_state.clear(sql, MONDAY)
    assert (of(club), of(club, TUESDAY)) == ([], [SessionState("phone", "a", {"seat": 2})])


def test_the_log_knows_nothing_of_it(club: ClubLog) -> None:
    with club.reading() as sql:
        before = log.head(sql, club.club)
    with club.writing() as sql:
        session_state.put(sql, MONDAY, "call", "3", {"reason": "other"})
    with club.reading() as sql:
        assert log.head(sql, club.club) == before


def test_what_fails_leaves_it_as_it_was(club: ClubLog) -> None:
    def write() -> None:
        with club.writing() as sql:
            session_state.put(sql, MONDAY, "call", "3", {})
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write()
    assert of(club) == []


def test_whoever_watches_hears_of_it(club: ClubLog) -> None:
    watching = open_file(club.path) if isinstance(club, ClubFile) else _again(club)
    first = watching.revision()
    assert watching.revision() == first
    with club.writing() as sql:
        session_state.put(sql, MONDAY, "call", "3", {})
    second = watching.revision()
    assert second != first
    with club.writing() as sql:
        session_state.clear(sql, MONDAY)
    assert watching.revision() not in (first, second)
    with appending(club) as change:
        change.append("session opened", {})
    watching.close()


def _again(club: ClubOnServer) -> ClubOnServer:
    return open_on_server(replace(club.server, club=str(club.club)))


@needs_server
@pytest.mark.process
def test_a_club_on_a_server_sees_its_own_alone(request: pytest.FixtureRequest) -> None:
    server = request.getfixturevalue("server")
    clubs = [create_on_server(server, shape="1") for _ in range(2)]
    for club in clubs:
        with club.writing() as sql:
            session_state.put(sql, MONDAY, "call", "3", {"club": club.club})
    assert [[state.data for state in of(club)] for club in clubs] == [[{"club": club.club}] for club in clubs]
    with clubs[0].writing() as sql:
        session_state.clear(sql, MONDAY)
    assert [len(of(club)) for club in clubs] == [0, 1]
    [(is_separate,)] = asked(
        server, "SELECT relrowsecurity AND relforcerowsecurity FROM pg_class WHERE relname = 'passing'"
    )
    assert is_separate
    for club in clubs:
        club.close()
