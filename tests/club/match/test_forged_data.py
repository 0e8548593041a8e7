"""Data of events that no action writes, rightly hashed, are named in a sentence by every command that meets them."""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from referee.club.disputes import deciding, opening
from referee.club.folder import FILE, Club
from referee.club.match import recording, starting
from referee.club.people import officers
from referee.store.events.event import Event, chained_hash, first_hash
from tests.cli.running import referee
from tests.club.conftest import copied, in_a_file

pytestmark = [in_a_file("its events are forged"), pytest.mark.process]


def forge(path: Path, kind: str, **fields: object) -> None:
    """Change fields of the last event of a kind, and hash the log anew."""
    with closing(sqlite3.connect(path)) as raw, raw:
        [(uuid,)] = raw.execute("SELECT uuid FROM club").fetchall()
        [(last,)] = raw.execute("SELECT max(n) FROM event WHERE kind = ?", [kind]).fetchall()
        for (trigger,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            raw.execute(f'DROP TRIGGER "{trigger}"')
        hashed = first_hash(uuid)
        rows = raw.execute('SELECT n, at, "by", via, kind, match, key, data FROM event ORDER BY n').fetchall()
        for n, at, by, via, event_kind, match, key, data in rows:
            content = json.dumps({**json.loads(data), **fields}, sort_keys=True, separators=(",", ":"))
            event = Event(n, at, by, via, event_kind, match, key or "", content if n == last else data, "")
            event = replace(event, hash=chained_hash(hashed, event))
            hashed = event.hash
            raw.execute("UPDATE event SET data = ?, hash = ? WHERE n = ?", [event.data_json, hashed, n])


@pytest.mark.parametrize(
    ("kind", "fields", "words"),
    [
        ("line logged", {"clause": "zz"}, ("table", "show", "1")),
        ("line logged", {"verdict": "zz"}, ("table", "show", "1")),
        ("table started", {"options": {"direction": "x" * 99}}, ("table", "show", "1")),
        ("dispute ruled", {"changed": [1, 2]}, ("dispute", "show", "1")),
        ("dispute ruled", {"outcome": -1}, ("dispute", "show", "1")),
        ("term begun", {"member": 0}, ("officer", "list")),
        ("term begun", {"follows": {"": None}}, ("officer", "list")),
    ],
)
def test_forged_data_are_named_and_end_no_command_with_a_traceback(
    club: Club, tmp_path: Path, kind: str, fields: dict[str, object], words: tuple[str, ...]
) -> None:
    number = starting.start_table(club, "big-two", ("Ann", "Ben", "Cal")).number
    recording.log_line(club, number, "deal by Ann")
    dispute = opening.open_on_line(club, number, 1, claim="not so").number
    deciding.decide(club.with_actor("Eve"), dispute, reason="so it was")
    officers.elect(club, "Eve", "president")
    with copied(club.folder, tmp_path / "forged") as altered:
        folder = altered.folder
    forge(folder / FILE, kind, **fields)
    result = referee(*words, club=folder)
    assert result.code not in (0, 10)
    assert "cannot be read" in result.err
    assert "Traceback" not in result.err
