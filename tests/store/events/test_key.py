"""A club that was founded with a key: who has it checks and appends, who has not can only read."""

import hashlib
import hmac
from dataclasses import replace
from pathlib import Path

import pytest

from referee.store.events import log
from referee.store.events.event import Event, chained_hash, first_hash
from referee.store.events.json_lines import append_lines, dump
from referee.store.events.key import StoreKeyNeeded, key_data, key_fingerprint, read_key
from referee.store.events.log import insert_events
from referee.store.faults import ClubFault, StoreAltered
from tests.store.events.conftest import AT, ClubLog, appending, in_file, scored, without_guard

KEY, OTHER = b"k" * 32, b"o" * 32


@pytest.fixture
def keyed(club: ClubLog) -> ClubLog:
    """A club that was founded with a key, which is at hand, and in which somebody scored."""
    opened = replace(club, key=KEY)
    with appending(opened) as change:
        change.append("club founded", key_data(KEY))
        change.append("scored", {"member": 3, "score": 5})
    return opened


def test_events_are_hashed_with_the_key_from_the_first_on(keyed: ClubLog) -> None:
    with keyed.reading() as sql:
        first, second = log.events(sql, keyed.club)
        [(uuid,)] = sql.rows("SELECT uuid FROM club WHERE id = ?", keyed.club)
        assert log.key_at_hand(sql, keyed.club) is True
    assert first.data == {"key": key_fingerprint(KEY)}
    stated = f'{first_hash(uuid)}\n1\n{AT}\n\n\nclub founded\n\n\n{{"key":"{key_fingerprint(KEY)}"}}'
    assert first.hash == hmac.new(KEY, stated.encode(), hashlib.sha256).hexdigest()
    assert second.hash == chained_hash(first.hash, second, KEY)


@pytest.mark.parametrize(("key", "which"), [(None, "a key"), (OTHER, "another key")])
def test_without_the_key_a_club_is_read_and_not_written_to(keyed: ClubLog, key: bytes | None, which: str) -> None:
    opened = replace(keyed, key=key)
    with opened.reading() as sql:
        assert [logged.n for logged in log.events(sql, keyed.club)] == [1, 2]
        assert log.key_at_hand(sql, keyed.club) is False
    with (
        pytest.raises(StoreKeyNeeded, match=f"hashed with {which}, and nothing can be recorded"),
        appending(opened) as change,
    ):
        change.append("scored", {"member": 3, "score": 6})
    with keyed.reading() as sql:
        assert log.head(sql, keyed.club).n == 2


def test_a_club_without_a_key_has_none_whatever_is_at_hand(club: ClubLog) -> None:
    with appending(club) as change:
        change.append("club founded", {})
    with appending(replace(club, key=KEY)) as change:
        change.append("scored", {"member": 3})
    with club.reading() as sql:
        first, second = log.events(sql, club.club)
        assert log.key_at_hand(sql, club.club) is None
    assert second.hash == chained_hash(first.hash, second)


def test_who_has_not_the_key_forges_no_event(keyed: ClubLog) -> None:
    """Not even one that the server takes, which has no key either and checks the number alone."""
    with keyed.writing() as sql:
        last = log.head(sql, keyed.club)
        event = Event(3, AT, "", "", "scored", None, "", '{"member":3,"score":9}', "")
        insert_events(sql, keyed.club, [(replace(event, hash=chained_hash(last.hash, event)), ())])
    with replace(keyed, key=None).reading() as sql:
        assert [logged.n for logged in log.events(sql, keyed.club)] == [1, 2, 3]
    with keyed.reading() as sql, pytest.raises(StoreAltered, match=r"event 3 \(scored\) was changed"):
        list(log.events(sql, keyed.club))


def test_an_event_that_is_missing_shows_without_the_key(keyed: ClubLog) -> None:
    with appending(keyed) as change:
        change.append("scored", {"member": 4})
    with without_guard(replace(keyed, key=None)) as sql:
        sql.do("DELETE FROM event WHERE club = ? AND n = 2", keyed.club)
        with pytest.raises(StoreAltered, match="event 2 is missing"):
            list(log.events(sql, keyed.club))


def test_a_log_with_a_key_is_taken_in_by_who_has_it(keyed: ClubLog, tmp_path: Path) -> None:
    with keyed.reading() as sql:
        lines = list(dump(sql, keyed.club))
        [(uuid,)] = sql.rows("SELECT uuid FROM club WHERE id = ?", keyed.club)
    with in_file(tmp_path, "other.db") as new_club:
        with new_club.writing() as sql:
            sql.do("UPDATE club SET uuid = ?", uuid)
            with pytest.raises(StoreKeyNeeded):
                append_lines(sql, new_club.club, lines, scored, "log.jsonl")
        with replace(new_club, key=KEY).writing() as sql:
            assert append_lines(sql, new_club.club, lines, scored, "log.jsonl").n == 2


def test_a_key_is_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text("0123456789abcdef\n")
    assert read_key(file) == b"0123456789abcdef"
    file.write_text("short\n")
    with pytest.raises(ClubFault, match="too short"):
        read_key(file)
    with pytest.raises(ClubFault, match="cannot be read"):
        read_key(tmp_path / "nothing")
