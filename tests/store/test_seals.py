"""The chain of the club's seals: what it states, what it costs, and what it does not let by."""

import hashlib
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlmodel import col, delete, select

from referee.store import inspection
from referee.store.engine import SEALED_AS, Store, connect
from referee.store.events.log import Appending, last_of
from referee.store.events.rows import nothing
from referee.store.events.sqlite import ONLY, InFile
from referee.store.faults import ClubFault
from referee.store.kinds.kind import Kind
from referee.store.models import Attendance, Member, Seal, Sealed, Seat
from referee.store.moment import in_utc
from referee.store.seals import FORGOTTEN, StoreKeyed, in_short, read_key
from referee.store.shape import raw_of
from tests.store.conftest import AT


def seals(store: Store) -> list[Seal]:
    with store.reading() as tx:
        return list(tx.exec(select(Seal).order_by(col(Seal.id))))


def found(path: Path, key: bytes | None = None) -> list[str]:
    with inspection.opened(path) as raw:
        read = inspection.chain(raw, key)
        return [str(each) for each in (*read.differences, *inspection.pages(raw), *inspection.against(raw, read))]


def stranger(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        triggers = raw.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            raw.execute(f"DROP TRIGGER {name}")
        for each in statements:
            raw.execute(each)
        for _, sql in triggers:
            raw.execute(sql)


def ann_came(store: Store) -> None:
    with store.writing() as tx:
        tx.add(Member(id=1, name="Ann", joined_at=AT))
        tx.add(Member(id=2, name="Ben", joined_at=AT))
        tx.flush()
        tx.add(Attendance(session_id=1, member_id=1, at=AT, by="Eve"))
        tx.add(Seat(match_id=1, seat=0, member_id=1, name="Ann", guest=False))


def test_a_transaction_appends_one_seal_that_names_what_it_changed(store: Store, path: Path) -> None:
    before = len(seals(store))
    ann_came(store)
    [made] = seals(store)[before:]
    assert sorted((kind, row) for kind, row, *_ in made.changes) == [
        ("attendance", 1), ("member", 1), ("member", 2), ("seat", 1),
    ]  # fmt: skip
    assert made.kind == "written"
    assert found(path) == []


def test_nothing_is_sealed_when_nothing_was_changed_or_kept(store: Store) -> None:
    before = seals(store)
    with store.writing():
        pass

    def break_off() -> None:
        with store.writing() as tx:
            tx.add(Member(id=1, name="Ann", joined_at=AT))
            tx.flush()
            raise RuntimeError

    with pytest.raises(RuntimeError):
        break_off()
    assert seals(store) == before
    with store.writing() as tx:
        tx.add(Member(id=1, name="Ann", joined_at=AT))
    assert [row for kind, row, *_ in seals(store)[-1].changes if kind == "member"] == [1]


def test_what_is_changed_by_a_bare_statement_is_sealed_as_well(store: Store, path: Path) -> None:
    ann_came(store)
    with store.writing() as tx:
        tx.exec(delete(Attendance))
        tx.connection().exec_driver_sql("UPDATE seat SET name = 'Anne'")
    assert [change[:2] for change in seals(store)[-1].changes] == [["attendance", 1], ["seat", 1]]
    assert found(path) == []


def happened(store: Store) -> None:
    with store.writing() as tx:
        asking = InFile(raw_of(tx.connection()))
        Appending(asking, ONLY, in_utc(AT), nothing).append(Kind.TABLE_FINISHED, {}, match=1)


def test_an_event_is_one_change_by_its_own_hash(store: Store) -> None:
    happened(store)
    with store.reading() as tx:
        [last] = last_of(InFile(raw_of(tx.connection())), ONLY, [Kind.TABLE_FINISHED])
    assert [each for seal in seals(store) for each in seal.changes if each[0] == "event"] == [
        ["event", 1, last.hash, 1, 0]
    ]


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE attendance SET member_id = 2", "session 1, 2026-11-16: who came is not as it was sealed"),
        ("DELETE FROM attendance", "session 1, 2026-11-16: who came was taken out"),
        (
            "INSERT INTO attendance SELECT 1, 2, at, '', NULL FROM attendance",
            "session 1, 2026-11-16: who came is not as",
        ),
        ("UPDATE seat SET member_id = 2", "table 1: who sits there is not as it was sealed"),
        ("UPDATE session SET held_on = '2026-11-23'", "session 1, 2026-11-23: its day, its room or how it stands is"),
        ("UPDATE season SET best_k = 1", "season 2026-27: its days, or how it is scored, is not as it was sealed"),
        ("UPDATE member SET name = 'Bea' WHERE id = 2", "member 2: who this is is not as it was sealed"),
        ("UPDATE house_rules SET options = '{}'", "house rules 1, big-two: what was agreed is not as it was sealed"),
        ("UPDATE dispute SET claim = 'x'", "dispute 1: what was disputed is not as it was sealed"),
        ("DELETE FROM event", "table 1, event 1: what was done was taken out"),
        ("UPDATE event SET hash = 'x'", "table 1, event 1: what was done is not as it was sealed"),
        (
            "INSERT INTO placing VALUES (1, 1, 1.0, 4, 1.0, NULL, NULL)",
            "table 1: the places that it gave was put in by",
        ),
        ("UPDATE seal SET at = '2026-01-01'", "seal 1: it is not as it was sealed, or a seal before it was changed"),
        ("DELETE FROM seal WHERE id = 1", "seal 2: the seals from 1 to 1 were taken out"),
    ],
)
def test_a_strangers_change_is_named(store: Store, path: Path, statement: str, said: str) -> None:
    ann_came(store)
    happened(store)
    assert found(path) == []
    stranger(path, statement)
    assert any(each.startswith(said) for each in found(path)), found(path)


def test_triggers_that_were_taken_off_are_missed(store: Store, path: Path) -> None:
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("DROP TRIGGER event_never_update")
    assert found(path) == [
        "club.db: trigger event_never_update is missing: what was written down may have been changed"
    ]


def test_what_a_stranger_changed_is_not_sealed_by_going_on(store: Store, path: Path) -> None:
    ann_came(store)
    stranger(path, "DELETE FROM attendance")
    with store.writing() as tx:
        tx.add(Attendance(session_id=1, member_id=2, at=AT, by="Eve"))
    assert seals(store)[-1].changes[0][3:] == ["altered"]
    [said] = found(path)
    assert said.startswith("session 1: who came had been changed by another program before ")
    with store.writing() as tx:
        tx.add(Attendance(session_id=1, member_id=1, at=AT, by="Eve"))
    assert found(path) == [said]  # for ever


def test_a_name_that_was_forgotten_leaves_no_salt_to_guess_it_by(store: Store, path: Path) -> None:
    ann_came(store)

    def salts() -> set[str]:
        with store.reading() as tx:
            return {each.salt for each in tx.exec(select(Sealed).where(col(Sealed.kind).in_(["member", "seat"])))}

    before = salts()
    with store.writing() as tx:
        for kind in (Member, Seat):
            for row in tx.exec(select(kind)):
                row.name = f"Member {row.id if isinstance(row, Member) else row.member_id}"
                tx.add(row)
    assert not before & salts()
    assert found(path) == []


def test_a_line_from_which_a_name_was_taken_is_sealed_again_only_as_such(store: Store, path: Path) -> None:
    happened(store)
    for kind, said in ((FORGOTTEN, 0), ("written", 1)):
        with store.writing() as tx:
            tx.info[SEALED_AS] = kind
            raw = tx.connection()
            sql = raw.exec_driver_sql("SELECT sql FROM sqlite_master WHERE name = 'event_never_update'").scalar_one()
            raw.exec_driver_sql("DROP TRIGGER event_never_update")
            raw.exec_driver_sql("UPDATE event SET hash = ?", (kind,))
            raw.exec_driver_sql(sql)
        assert len([each for each in found(path) if "sealed anew" in each]) == said


def test_a_club_with_a_key_is_written_to_with_that_key_alone(store: Store, path: Path) -> None:
    key, other = b"k" * 32, b"o" * 32
    store.close()
    keyed = connect(path, key=key)
    with keyed.writing() as tx:
        tx.add(Member(id=1, name="Ann", joined_at=AT))
    for wrong in (None, other):
        opened = connect(path, key=wrong)
        with pytest.raises(StoreKeyed, match="is sealed with"), opened.writing() as tx:
            tx.add(Member(id=2, name="Ben", joined_at=AT))
        opened.close()
    assert found(path, key) == []
    assert found(path) == []  # it cannot be checked, and is not said to be wrong
    assert any("another key" in each for each in found(path, other))
    keyed.close()


def test_who_has_not_the_key_cannot_forge_a_seal(store: Store, path: Path) -> None:
    from referee.store.seals import link

    key = b"k" * 32
    with closing(connect(path, key=key)) as keyed, keyed.writing() as tx:
        tx.add(Member(id=1, name="Ann", joined_at=AT))
    with closing(sqlite3.connect(path)) as raw:
        *stated, _ = raw.execute('SELECT id, kind, changes, at, "key", seal FROM seal ORDER BY id DESC').fetchone()
        (before,) = raw.execute("SELECT seal FROM seal WHERE id = ?", (stated[0] - 1,)).fetchone()
    stated[2] = json.dumps([["member", 1, "0" * 64]])
    for mark in (stated[4], ""):
        stated[4] = mark
        forged = link(before, stated, None)
        stranger(
            path,
            f"UPDATE seal SET changes = '{stated[2]}', \"key\" = '{mark}', seal = '{forged}' WHERE id = {stated[0]}",
        )
        assert any(each.startswith((f"seal {stated[0]}: ", "club.db: ")) for each in found(path, key))


def test_a_key_is_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text("0123456789abcdef\n")
    assert read_key(file) == b"0123456789abcdef"
    file.write_text("short\n")
    with pytest.raises(ClubFault, match="too short"):
        read_key(file)
    with pytest.raises(ClubFault, match="cannot be read"):
        read_key(tmp_path / "nothing")


def test_a_seal_is_read_out_in_groups() -> None:
    assert in_short("3f2a9c0177be04d2" + "0" * 48) == "3f2a-9c01-77be-04d2"
    assert in_short("") == ""


def test_what_is_sealed_is_written_as_json_always_was() -> None:
    from referee.store.seals import Item, digest

    rows = [(1, 0.1, 2 / 3, 1e16, None, 'José \U0001f0a1 \\ " \n', "\udc80", b"raw", True), (2, -0.0, float("inf"))]
    written = json.JSONEncoder(default=repr).encode(["placing", 7, "salt", rows])
    assert digest(Item("placing", 7), "salt", rows) == hashlib.sha256(written.encode()).hexdigest()
