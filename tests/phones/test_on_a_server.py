"""Phones of a club on PostgreSQL: served by one program with an officer's login, while the desk is another."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from referee.club.calendar import sessions
from referee.club.folder import Club, open_club
from referee.club.match import matches, recording, starting
from referee.club.people import roster
from referee.club.phones import evening_state, pairing
from referee.club.servers import add_login
from referee.store.events.log import events
from referee.store.events.postgresql import ClubOnServer
from referee.store.projections.kind import EventKind
from tests.club.conftest import copied
from tests.patience import wait
from tests.phones.conftest import ANN, BEN
from tests.phones.serving import Phone, Stream, phones
from tests.postgresql import asked, programs

pytestmark = [pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed"), pytest.mark.process]


@pytest.fixture
def owned(monday: Path, tmp_path: Path) -> Iterator[Club]:
    with copied(monday, tmp_path / "club", served=True) as club:
        yield club


def test_an_officers_login_serves_phones_and_writes_in_the_names_of_players(owned: Club) -> None:
    sessions.open_session(owned, "2026-11-16")
    starting.start_table(owned, "big-two", ("Ann", "Ben", "Cal", "Dee"))
    recording.log_line(owned, 1, "deal by Dee")
    assert isinstance(owned.store, ClubOnServer)
    eve = replace(owned.store.server, user="eve5", club=str(owned.store.club))
    add_login(owned, "Eve", "eve5")
    with open_club(str(eve)) as served, phones(replace(served, folder=owned.folder)) as blank:
        assert isinstance(served.store, ClubOnServer)
        with owned.reading() as tx:
            session = evening_state.open_session(tx)
            assert session
            code = evening_state.read_evening(tx, session.id).codes[1]
        ann, ben = (Phone(blank.port).join(code, seat) for seat in (ANN, BEN))
        stream = Stream(ben)
        stream.next()
        assert ann.record("Ann plays 3D").status == 303
        assert "Your turn, Ben" in stream.next()["now"]
        assert ann.post("/undo", {"line": "2", "how": "mistake"}).status == 303
        recording.log_line(owned, 1, "Ann plays 4D")  # the desk, another program
        wait(lambda: "4♦" in ben.get("/t").told)
        ann.result("0.1.2.3")
        assert ben.post("/answer", {"places": "0.1.2.3", "yes": "yes"}).status == 303
        stream.close()
    with owned.reading() as tx:
        by_phone = [event for event in events(tx, tx.club) if "phone" in event.data]
        eve_mark = f"@#{roster.find_member(tx, 'Eve').id}"
    assert [(event.kind, event.by, event.via) for event in by_phone] == [
        (EventKind.LINE_LOGGED, "@#1", eve_mark),
        (EventKind.LINE_DECIDED, "@#1", eve_mark),
        (EventKind.RESULT, "@#1", eve_mark),
    ]
    assert by_phone[-1].data["confirmed"] == [1, 2]
    assert [line.by for line in matches.show(owned, 1).log][1:3] == ["Ann (phone)", "Fay"]


def test_what_phones_leave_on_a_server_is_read_by_no_officer_of_another_club(owned: Club) -> None:
    sessions.open_session(owned, "2026-11-16")
    starting.start_table(owned, "big-two", ("Ann", "Ben", "Cal", "Dee"))
    assert isinstance(owned.store, ClubOnServer)
    with owned.reading() as tx:
        session = evening_state.open_session(tx)
    assert session
    pairing.give_codes(owned, session.id)
    add_login(owned, "Eve", "eve6")
    here = replace(owned.store.server, club="")
    ask = f'SET referee.club = {owned.store.club}; SELECT count(*) FROM referee."passing"'
    assert asked(replace(here, user="eve6"), ask) == [(1,)]
    other = f'SET referee.club = {owned.store.club + 1}; SELECT count(*) FROM referee."passing"'
    assert asked(replace(here, user="eve6"), other) == [(0,)]
