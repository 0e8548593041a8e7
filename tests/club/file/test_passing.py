"""What ends with the evening, in copies of the club: left out of backups, kept by a restore, taken along in a move."""

import sqlite3
from contextlib import closing

import pytest

from referee.club.calendar import sessions
from referee.club.file import backups
from referee.club.file.moving import move_club
from referee.club.folder import Club, open_club
from referee.club.phones import pairing
from tests.cli.running import referee
from tests.club.conftest import ON_A_SERVER
from tests.club.phones.conftest import Evening
from tests.postgresql import database, programs, shared

pytestmark = [
    pytest.mark.skipif(ON_A_SERVER, reason="a club's file alone: it is copied, restored and moved"),
    pytest.mark.process,
]


@pytest.fixture
def evening(club: Club) -> Evening:
    evening = Evening(club)
    evening.start("Ann", "Ben", "Cal", "Dee")
    return evening


def kept(club: Club) -> list[tuple[str, str]]:
    with club.reading() as tx:
        return [tuple(row) for row in tx.rows("SELECT kind, name FROM passing ORDER BY kind, name")]


def test_a_backup_has_no_phone_and_no_code(evening: Evening) -> None:
    token, code = evening.pair("Ann"), evening.code()
    backup = backups.back_up(evening.club).path
    with closing(sqlite3.connect(backup)) as raw:
        assert raw.execute("SELECT count(*) FROM passing").fetchone() == (0,)
    data = backup.read_bytes()
    assert pairing.id_of(token).encode() not in data
    assert code.encode() not in data
    assert evening.phone(token)


def test_a_restore_keeps_who_is_paired_now_and_brings_no_stolen_phone_back(evening: Evening) -> None:
    stolen, code = evening.pair("Ann"), evening.code()
    backup = backups.back_up(evening.club).path
    pairing.unpair(evening.club, evening.session, pairing.id_of(stolen))
    pairing.renew_code(evening.club, evening.session, 1)
    new, own = evening.code(), evening.pair("Ben")
    evening.club.close()
    result = referee("restore", str(backup), "--yes", club=evening.club.folder)
    assert result.code == 0, result.err
    assert evening.phone(stolen).ended
    assert not evening.phone(own).ended
    assert (evening.code(), evening.now.with_code(code)) == (new, None)


def test_what_a_restored_club_has_not_opened_it_has_no_phones_of(evening: Evening) -> None:
    backup = backups.back_up(evening.club).path
    evening.pair("Ann")
    sessions.close_session(evening.club, unfinished=True)
    evening.club.close()
    assert referee("restore", str(backup), "--yes", club=evening.club.folder).code == 0
    assert kept(evening.club) == []


@pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed")
def test_a_club_that_moves_in_the_evening_takes_its_phones_along_there_and_back(evening: Evening) -> None:
    ann, ben = evening.pair("Ann"), evening.pair("Ben")
    before, folder = kept(evening.club), evening.club.folder
    evening.club.close()
    there = str(database(shared()))
    move_club(folder, there, lambda _: None)
    with open_club(there) as club:
        assert kept(club) == before
        pairing.unpair(club, evening.session, pairing.id_of(ann))
    move_club(there, str(folder), lambda _: None)
    assert kept(evening.club) == before
    assert (evening.phone(ann).ended, evening.phone(ben).ended) == (True, False)
