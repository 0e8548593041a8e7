"""A stranger with `sqlite3` changes what a standing rests on, and hides it well; the audit must name each."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final
from uuid import UUID

from referee.club.calendar import checkin, sessions
from referee.club.file.audit import Audit, audit, events_since_head
from referee.club.folder import open_club
from referee.club.match import recording
from referee.club.people import roster
from referee.store.events.event import Event, canonical_json, chained_hash
from referee.store.events.log import hash_at
from referee.store.events.rebuild import rebuild_tables
from referee.store.events.sqlite import ONLY_CLUB, SqliteTransaction
from referee.store.projections.handlers import PROJECTIONS, project
from tests.campaigns.campaign import Campaign
from tests.campaigns.clubs import two_evenings

Raw = sqlite3.Connection
Harm = Callable[[Raw, Random], str | None]
"""What does harm, and returns where the audit must say so (a pattern); None where there was nothing to do it to."""
_AT: Final = r"(club\.db|match m\d+(, line \d+)?): "
_SEEN: Final = r"club\.db: its log (lacks events|has other events)"
"""What is said where only a memory outside the file can tell: that of this computer, at every opening."""
_NOT_JUDGED: Final = ("member added", "checked in", "result", "session closed", "season made")


@contextmanager
def stranger(path: Path) -> Iterator[Raw]:
    """Work on a file as somebody does who takes its triggers off and puts them back."""
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        triggers = raw.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        raw.execute("BEGIN")
        for name, _ in triggers:
            raw.execute(f"DROP TRIGGER {name}")
        yield raw
        for _, sql in triggers:
            raw.execute(sql)
        raw.execute("COMMIT")


def pick_row(raw: Raw, chance: Random, query: str) -> tuple[Any, ...] | None:
    """Return one of the rows that there are."""
    rows = raw.execute(query).fetchall()
    return chance.choice(rows) if rows else None


def rewrite(raw: Raw, n: int, change: Callable[[dict[str, Any]], object]) -> None:
    """Change what an event says, hash it and all after it anew, and make the tables fit, as whoever knows how can."""
    sql = SqliteTransaction(raw)
    [(written_before,)] = sql.rows("SELECT data FROM event WHERE n = ?", n)
    data = json.loads(written_before)
    change(data)
    raw.execute("UPDATE event SET data = ? WHERE n = ?", (canonical_json(data), n))
    hash_anew(raw, n)
    rebuild_tables(sql, sql.club, project, PROJECTIONS)


def hash_anew(raw: Raw, first: int) -> None:
    """Make the chain of events whole again from one on."""
    sql = SqliteTransaction(raw)
    before = hash_at(sql, sql.club, first - 1)
    columns = 'n, at, "by", via, kind, match, key, data'
    for row in raw.execute(f"SELECT {columns} FROM event WHERE n >= ? ORDER BY n", (first,)).fetchall():
        event = Event(*row[:6], row[6] or "", row[7], "")
        before = chained_hash(before, event)
        raw.execute("UPDATE event SET hash = ? WHERE n = ?", (before, event.n))


def seat(raw: Raw, chance: Random) -> str | None:
    match, place, name = pick_row(raw, chance, "SELECT match_id, seat, name FROM seat") or (0, 0, "")
    query = "SELECT id, name FROM member WHERE id NOT IN (SELECT member_id FROM seat WHERE match_id = {})"
    other = pick_row(raw, chance, query.format(match)) or (0, "")
    change, value = chance.choice([("name", f"{name}x"), ("guest", 2), ("member_id", other[0])])
    raw.execute(f"UPDATE seat SET {change} = ? WHERE match_id = ? AND seat = ?", (value, match, place))
    return rf"match m{match}\b"


def placing(raw: Raw, chance: Random) -> str | None:
    match, member = pick_row(raw, chance, "SELECT match_id, member_id FROM placing") or (0, 0)
    how = chance.choice(["UPDATE placing SET score = score + 0.25, rank = rank - 1", "DELETE FROM placing"])
    raw.execute(f"{how} WHERE match_id = ? AND member_id = ?", (match, member))
    return rf"match m{match}\b"


def day_of_a_session(raw: Raw, chance: Random) -> str | None:
    (number,) = pick_row(raw, chance, "SELECT id FROM session") or (0,)
    how = chance.choice(["held_on = date(held_on, '+7 days')", "room = room || 'x'", "closed_at = NULL, note = 'y'"])
    raw.execute(f"UPDATE session SET {how} WHERE id = ?", (number,))
    return rf"session {number}\b"


def last_lines(raw: Raw, chance: Random) -> str | None:
    (match,) = pick_row(raw, chance, "SELECT DISTINCT match FROM event WHERE kind = 'line logged'") or (0,)
    of_lines = "match = ? AND kind = 'line logged'"
    raw.execute(f"DELETE FROM event WHERE n = (SELECT max(n) FROM event WHERE {of_lines})", (match,))
    return rf"match m{match}\b|club\.db: event \d+ is missing from the log"


def last_events(raw: Raw, chance: Random) -> str | None:
    """Cut the log off at its end, and make the tables fit."""
    raw.execute("DELETE FROM event WHERE n > (SELECT max(n) FROM event) - ?", (chance.randint(1, 3),))
    raw.execute("DELETE FROM private WHERE n > (SELECT max(n) FROM event)")
    rebuild_tables(SqliteTransaction(raw), ONLY_CLUB, project, PROJECTIONS)
    return _SEEN


def chain_hashed_anew(raw: Raw, chance: Random) -> str | None:
    """Change what no rule can tell, hash all after it anew, and make the tables fit."""
    marks = ", ".join("?" * len(_NOT_JUDGED))
    rows = raw.execute(f"SELECT n FROM event WHERE kind IN ({marks})", _NOT_JUDGED).fetchall()
    (n,) = chance.choice(rows)
    moment = f"2026-11-16T03:0{chance.randrange(10)}:00.000000+00:00"
    raw.execute("UPDATE event SET at = ? WHERE n = ?", (moment, n))
    hash_anew(raw, n)
    rebuild_tables(SqliteTransaction(raw), ONLY_CLUB, project, PROJECTIONS)
    return _SEEN


def event_slipped_in(raw: Raw, chance: Random) -> str | None:
    """Put an event between two others, number and hash all after it anew, and make the tables fit."""
    (n,) = pick_row(raw, chance, "SELECT n FROM event WHERE kind = 'checked in'") or (0,)
    (last,) = raw.execute("SELECT max(n) FROM event").fetchone()
    for table in ("private", "event"):
        raw.execute(f"UPDATE {table} SET n = -n - 1 WHERE n > ?", (n,))
        raw.execute(f"UPDATE {table} SET n = -n WHERE n < 0")
    columns = 'club, n, at, "by", via, kind, match, key, data, hash'
    copied = columns.replace(" n,", " n + 1,").replace("key,", "NULL,")
    raw.execute(f"INSERT INTO event ({columns}) SELECT {copied} FROM event WHERE n = ?", (n,))
    assert raw.execute("SELECT max(n) FROM event").fetchone() == (last + 1,)
    hash_anew(raw, n)
    rebuild_tables(SqliteTransaction(raw), ONLY_CLUB, project, PROJECTIONS)
    return _SEEN


def club_under_another_number(raw: Raw, chance: Random) -> str | None:
    """Begin the log anew as another club's, and hash all of it anew."""
    raw.execute("UPDATE club SET uuid = ?", (str(UUID(int=chance.getrandbits(128))),))
    hash_anew(raw, 1)
    return _SEEN


def guards_taken_off(raw: Raw, chance: Random) -> str | None:
    """Leave the file without a trigger, or with another one."""
    raw.execute("CREATE TRIGGER mine AFTER INSERT ON event BEGIN DELETE FROM placing; END")
    return r"club\.db: trigger mine was added"


def whole_match(raw: Raw, chance: Random) -> str | None:
    (match,) = pick_row(raw, chance, 'SELECT id FROM "match"') or (0,)
    raw.execute("DELETE FROM party WHERE dispute_id IN (SELECT id FROM dispute WHERE match_id = ?)", (match,))
    for table in ("dispute", "placing", "seat"):
        raw.execute(f"DELETE FROM {table} WHERE match_id = ?", (match,))
    raw.execute('DELETE FROM "match" WHERE id = ?', (match,))
    return rf"match m{match}: the whole match was removed"


def decision(raw: Raw, chance: Random) -> str | None:
    """Change what was decided of lines, or why."""
    of_disputes = "kind = 'dispute ruled' AND data LIKE '%\"decided\"%'"
    row = pick_row(raw, chance, f"SELECT n, match FROM event WHERE kind = 'line decided' OR {of_disputes}")
    if row is None:
        return None
    n, match = row
    if chance.random() < 0.5:
        raw.execute("UPDATE private SET text = text || '!' WHERE n = ? AND part = 'reason'", (n,))
    else:
        raw.execute("UPDATE event SET data = replace(data, '\"number\":', '\"number\":1') WHERE n = ?", (n,))
    return rf"match m{match}\b"


def event(raw: Raw, chance: Random) -> str | None:
    n, match = pick_row(raw, chance, "SELECT n, match FROM event WHERE kind = 'line logged'") or (0, 0)
    if chance.random() < 0.5:
        rewrite(raw, n, lambda data: data.update(text="deal by @2"))
        return rf"match m{match}\b|{_SEEN}"
    raw.execute("UPDATE event SET data = replace(data, '@', '@1') WHERE n = ?", (n,))
    return rf"match m{match}\b"


def dispute(raw: Raw, chance: Random) -> str | None:
    (number,) = pick_row(raw, chance, "SELECT id FROM dispute") or (0,)
    change = chance.choice(
        ["claim = claim || '.'", "verdict = 'legal', word = 'x'", "reason = 'because'", "\"by\" = 'z'"]
    )
    raw.execute(f"UPDATE dispute SET {change} WHERE id = ?", (number,))
    return rf"dispute {number}\b"


def party(raw: Raw, chance: Random) -> str | None:
    number, place = pick_row(raw, chance, "SELECT dispute_id, seat FROM party") or (0, 0)
    raw.execute("UPDATE party SET name = 'Zoe' WHERE dispute_id = ? AND seat = ?", (number, place))
    return rf"dispute {number}\b"


def ruling_on_a_dispute(raw: Raw, chance: Random) -> str | None:
    (number,) = pick_row(raw, chance, "SELECT n FROM event WHERE kind = 'dispute ruled'") or (0,)
    if chance.random() < 0.5:
        raw.execute("UPDATE event SET data = replace(data, 'outcome', 'income') WHERE n = ?", (number,))
    else:
        raw.execute("UPDATE private SET text = text || '!' WHERE n = ? AND part = 'reason'", (number,))
    return rf"{_AT}(a text of )?event {number}\b"


def house_rules(raw: Raw, chance: Random) -> str | None:
    (number,) = pick_row(raw, chance, "SELECT id FROM house_rules") or (0,)
    how = chance.choice(['UPDATE house_rules SET options = \'{"royal":"counts"}\'', "DELETE FROM house_rules"])
    raw.execute(f"{how} WHERE id = ?", (number,))
    return rf"house rules {number}\b"


def attendance(raw: Raw, chance: Random) -> str | None:
    session, member = pick_row(raw, chance, "SELECT session_id, member_id FROM attendance") or (0, 0)
    if chance.random() < 0.5:
        raw.execute("DELETE FROM attendance WHERE session_id = ? AND member_id = ?", (session, member))
    else:
        query = "SELECT id FROM member WHERE id NOT IN (SELECT member_id FROM attendance WHERE session_id = {})"
        other = pick_row(raw, chance, query.format(session))
        if other is None:
            return None
        columns = 'session_id, member_id, at, "by"'
        came_as_well = f'INSERT INTO attendance ({columns}) SELECT session_id, ?, at, "by" FROM attendance LIMIT 1'
        raw.execute(came_as_well, other)
        session = raw.execute("SELECT session_id FROM attendance WHERE member_id = ?", other).fetchone()[0]
    return rf"session {session}\b"


def member(raw: Raw, chance: Random) -> str | None:
    (number,) = pick_row(raw, chance, "SELECT id FROM member") or (0,)
    raw.execute("UPDATE member SET name = name || 'x' WHERE id = ?", (number,))
    return rf"member {number}\b"


def season(raw: Raw, chance: Random) -> str | None:
    change = chance.choice(["best_k = best_k + 1", "min_sessions = 0, lot_seed = 7", "lot_seed = lot_seed + 1"])
    raw.execute(f"UPDATE season SET {change} WHERE id = 1")
    return "season "


def moment_of_an_event(raw: Raw, chance: Random) -> str | None:
    (number,) = pick_row(raw, chance, "SELECT n FROM event") or (0,)
    raw.execute("UPDATE event SET at = '2026-01-01T00:00:00.000000+00:00' WHERE n = ?", (number,))
    return rf"{_AT}event {number}\b"


def event_taken_out(raw: Raw, chance: Random) -> str | None:
    (number,) = pick_row(raw, chance, "SELECT n FROM event WHERE n < (SELECT max(n) FROM event)") or (0,)
    raw.execute("DELETE FROM event WHERE n = ?", (number,))
    return rf"club\.db: event {number} is missing"


def text(raw: Raw, chance: Random) -> str | None:
    number, part = pick_row(raw, chance, "SELECT n, part FROM private") or (0, "")
    how = chance.choice(["UPDATE private SET text = text || '!'", "DELETE FROM private"])
    raw.execute(f"{how} WHERE n = ? AND part = ?", (number, part))
    return rf"{_AT}a text of event {number}\b"


def a_match_put_in(raw: Raw, chance: Random) -> str | None:
    (match,) = pick_row(raw, chance, 'SELECT id FROM "match"') or (0,)
    new = raw.execute('SELECT max(id) + 1 FROM "match"').fetchone()[0]
    raw.execute(
        'INSERT INTO "match" (id, session_id, game, edition, options, started_at, "by", finished_at, chip) '
        'SELECT ?, session_id, game, edition, options, started_at, "by", finished_at, chip FROM "match" WHERE id = ?',
        (new, match),
    )
    columns = "seat, member_id, name, guest"
    raw.execute(
        f"INSERT INTO seat (match_id, {columns}) SELECT ?, {columns} FROM seat WHERE match_id = ?", (new, match)
    )
    return rf"match m{new}\b"


KINDS: Final[Mapping[str, Harm]] = {
    harm.__name__.replace("_", " "): harm
    for harm in (
        chain_hashed_anew, event_slipped_in, club_under_another_number, guards_taken_off,
        seat, placing, day_of_a_session, last_lines, last_events, whole_match, a_match_put_in, decision, event, dispute,
        party, ruling_on_a_dispute, house_rules, attendance, member, season, moment_of_an_event, event_taken_out, text,
    )
}  # fmt: skip


def tampered(base: Path, folder: Path, harm: Harm, chance: Random) -> str | None:
    """Damage a copy of a club; return what the audit fails to report, or None if it reports the damage."""
    path = copy_and_open(base, folder)
    before = audit(path)
    with stranger(path) as raw:
        where = harm(raw, chance)
    return None if where is None else _unreported(path, where, before)


def file_put_back(base: Path, folder: Path, chance: Random) -> str | None:
    """Put an old file in the place of one that has gone on, which may have gone on by itself since."""
    path = copy_and_open(base, folder)
    old = path.read_bytes()
    with open_club(folder) as club:
        for name in ("Jon", "Kim", "Lou")[: chance.randint(1, 3)]:
            roster.add(club, name)
    before = audit(path)
    path.write_bytes(old)
    for beside in ("-wal", "-shm"):
        path.with_name(path.name + beside).unlink(missing_ok=True)
    if chance.random() < 0.5:
        with open_club(folder) as club:
            for name in ("Max", "Ned", "Ott", "Pam")[: chance.randint(1, 4)]:
                roster.add(club, name)
    return _unreported(path, _SEEN, before)


def copy_and_open(base: Path, folder: Path) -> Path:
    """Copy a club into a folder and open it there, so that this computer remembers its head."""
    folder.mkdir()
    shutil.copy(base, folder / "club.db")
    open_club(folder).close()
    return folder / "club.db"


def _unreported(path: Path, where: str, before: Audit) -> str | None:
    """Return the damage that was not reported; a rollback must be reported every time the club is opened."""
    after = audit(path)
    messages = [str(difference) for difference in after.differences if difference not in before.differences]
    if not any(re.match(where, message) for message in messages):
        return f"expected {where!r}, and the audit says {messages}"
    if where == _SEEN:
        if events_since_head(path, before.head) is not None:
            return "the head that was written down is found"
        with open_club(path.parent) as club:
            opening = [str(difference) for difference in club.damage]
        if not any(re.match(_SEEN, message) for message in opening):
            return f"nothing is said at opening but {opening}"
    return None


def hidden_by_going_on(base: Path, folder: Path, chance: Random) -> str | None:
    """Damage a club that is then used further: what is recorded afterwards must not hide the damage."""
    folder.mkdir()
    path = folder / "club.db"
    shutil.copy(base, path)
    with stranger(path) as raw:
        kind = chance.choice(["attendance", "seat"])
        if kind == "attendance":
            raw.execute("DELETE FROM attendance WHERE session_id = 2 AND member_id IN (SELECT min(member_id) "
                        "FROM attendance WHERE session_id = 2)")  # fmt: skip
        else:
            raw.execute("UPDATE seat SET name = 'Zoe' WHERE match_id = 6 AND seat = 0")
    with open_club(folder) as club:
        sessions.open_session(club, "2026-11-30", reason="somebody came late")
        checkin.check_in(club, ["Jon"], guests=True)
        recording.undo_line(club, 6, 5)
        sessions.close_session(club, unfinished=True)
    messages = [str(difference) for difference in audit(path).differences]
    wanted = r"session 2\b.*the attendance" if kind == "attendance" else r"match m6: the seating"
    return None if any(re.match(wanted, message) for message in messages) else f"{kind}: the audit says {messages}"


_WHOLE: Final = {"going on": hidden_by_going_on, "file put back": file_put_back}


def run(seconds: float, seed: int) -> list[Campaign]:
    """Damage a club in every way for some seconds, each way at least once."""
    chance, tried, failed = Random(seed), dict.fromkeys([*KINDS, *_WHOLE], 0), dict[str, list[str]]()
    until = time.monotonic() + seconds
    with TemporaryDirectory() as temporary:
        base = two_evenings.make(Path(temporary) / "club")
        rounds = 0
        while not rounds or time.monotonic() < until:
            rounds += 1
            for kind in tried:
                folder = Path(temporary) / f"{rounds}-{kind}"
                once = Random(chance.random())
                harm = KINDS.get(kind)
                missed = tampered(base, folder, harm, once) if harm else _WHOLE[kind](base, folder, once)
                tried[kind] += 1
                if missed:
                    failed.setdefault(kind, []).append(f"round {rounds}, seed {seed}: {missed}")
                shutil.rmtree(folder)
    return [Campaign(f"tampering: {kind}", count, tuple(failed.get(kind, ()))) for kind, count in tried.items()]


def list_failures(campaigns: Sequence[Campaign]) -> list[str]:
    """Return all failures."""
    return [failure for campaign in campaigns for failure in campaign.failed]
