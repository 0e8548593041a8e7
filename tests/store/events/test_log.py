"""The log on both engines: what is appended is read back, in order and checked, and stays."""

import hashlib
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee.store.events import log
from referee.store.events.address import Server
from referee.store.events.event import (
    Event,
    EventText,
    canonical_json,
    chained_hash,
    check_storable,
    first_hash,
    with_salt,
)
from referee.store.events.rows import Alter, Drop, Put, apply_changes, no_changes
from referee.store.events.sqlite import SqliteTransaction
from referee.store.faults import StoreAltered, StoreMissing, StoreReadOnly
from tests.store.events.conftest import AT, ClubLog, appending, in_file, needs_server, on_server, scored, without_guard


def test_a_club_begins_with_an_empty_log(club: ClubLog) -> None:
    with club.reading() as sql:
        assert list(log.events(sql, club.club)) == []
        assert log.head(sql, club.club).n == 0


def test_what_is_appended_is_read_back(club: ClubLog) -> None:
    with appending(club, by="@#3", via="@#4") as change:
        first = change.append("scored", {"member": 3, "score": 5}, key="k1")
        change.append("line logged", {"line": "deal by @1"}, match=2)
    with club.reading() as sql:
        one, two = log.events(sql, club.club)
        assert one == first
        assert (one.n, one.at, one.by, one.via, one.kind, one.key) == (1, AT, "@#3", "@#4", "scored", "k1")
        assert one.data == {"member": 3, "score": 5}
        assert (two.n, two.match, two.key) == (2, 2, "")
        assert log.head(sql, club.club) == log.Head(2, two.hash)
        assert [logged.n for logged in log.events(sql, club.club, after=1)] == [2]
        assert [logged.n for logged in log.events(sql, club.club, match=2)] == [2]
        assert log.event_with_key(sql, club.club, "k1") == one
        assert log.event_with_key(sql, club.club, "k2") is None


def test_a_change_that_fails_appends_nothing(club: ClubLog) -> None:
    with suppress(RuntimeError), appending(club, fold=scored) as change:
        change.append("scored", {"member": 3, "score": 5})
        raise RuntimeError
    with appending(club) as change:
        assert change.append("began", {}).n == 1
    with club.reading() as sql:
        assert sql.rows("SELECT * FROM points") == []


def test_more_events_than_are_read_at_once_are_all_read(club: ClubLog, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "_MANY", 3)
    with appending(club) as change:
        for number in range(7):
            change.append("scored", {"member": number}, match=1 + number % 2)
    with club.reading() as sql:
        assert [logged.data["member"] for logged in log.events(sql, club.club)] == list(range(7))
        assert [logged.data["member"] for logged in log.events(sql, club.club, match=1)] == [0, 2, 4, 6]


@pytest.mark.parametrize("typed", ["nul\0", "half \ud800", "100 % ?"])
def test_whatever_is_typed_is_kept(club: ClubLog, typed: str) -> None:
    with appending(club) as change:
        change.append("note", {"said": typed})
    with club.reading() as sql:
        [event] = log.events(sql, club.club)
        assert event.data == {"said": typed}


def test_a_text_can_be_taken_away_and_the_log_stays_whole(club: ClubLog) -> None:
    with appending(club) as change:
        change.append("member added", {"member": 3}, texts=[EventText("name", "Zoë Miller", 3), EventText("note", "?")])
    with club.writing() as sql:
        [event] = log.events(sql, club.club)
        assert log.event_texts(sql, club.club, event) == {"name": "Zoë Miller", "note": "?"}
        assert sql.do("DELETE FROM private WHERE club = ? AND person = ?", club.club, 3) == 1
    with club.reading() as sql:
        [event] = log.events(sql, club.club)
        assert log.event_texts(sql, club.club, event) == {"note": "?"}


@pytest.mark.parametrize(
    ("statement", "which"),
    [
        ('UPDATE event SET data = \'{"member":3,"score":9}\' WHERE club = {club} AND n = 2', "event 2 "),
        ("UPDATE event SET \"by\" = '@#9' WHERE club = {club} AND n = 1", "event 1 "),
        ("UPDATE event SET match = 4 WHERE club = {club} AND n = 3", "event 3 "),
        ("UPDATE event SET key = NULL WHERE club = {club} AND n = 1", "event 1 "),
        ("DELETE FROM event WHERE club = {club} AND n = 2", "event 2 "),
        ("DELETE FROM event WHERE club = {club} AND n = 1", "event 1 "),
        ("UPDATE club SET uuid = 'of-another-club' WHERE id = {club}", "event 1 "),
    ],
)
def test_what_was_changed_behind_the_programs_back_is_named(club: ClubLog, statement: str, which: str) -> None:
    with appending(club, by="@#3") as change:
        for score in (1, 2, 3):
            change.append("scored", {"member": 3, "score": score}, match=1, key=f"k{score}")
    with without_guard(club) as sql:
        sql.do(statement.replace("{club}", str(club.club)))
    with club.reading() as sql, pytest.raises(StoreAltered, match=which):
        list(log.events(sql, club.club))


def test_the_events_of_one_table_are_checked_as_all_are(club: ClubLog) -> None:
    with appending(club) as change:
        change.append("started", {}, match=1)
        change.append("started", {}, match=2)
        change.append("line logged", {"line": "deal by @1"}, match=1)
    with without_guard(club) as sql:
        sql.do('UPDATE event SET data = \'{"line":"deal by @2"}\' WHERE club = ? AND n = 3', club.club)
    with club.reading() as sql:
        assert len(list(log.events(sql, club.club, match=2))) == 1
        with pytest.raises(StoreAltered, match="event 3 "):
            list(log.events(sql, club.club, match=1))


def test_an_event_that_does_not_follow_the_last_is_refused(club: ClubLog) -> None:
    with appending(club) as change:
        change.append("began", {})
    repeated = (
        'INSERT INTO event SELECT club, n + 2, at, "by", via, kind, match, key, data, hash FROM event WHERE club = ?'
    )
    with pytest.raises(Exception, match=r"append-only|event 3 does not follow event 1"), club.writing() as sql:
        sql.do(repeated, club.club)
    with club.reading() as sql:
        assert len(list(log.events(sql, club.club))) == 1


def test_a_key_is_used_once(club: ClubLog) -> None:
    with appending(club) as change:
        change.append("began", {}, key="k1")
    with pytest.raises(Exception, match=r"(?i)unique"), appending(club) as change:
        change.append("began", {}, key="k1")


def test_a_club_opened_for_reading_is_not_written(club: ClubLog) -> None:
    with pytest.raises(StoreReadOnly), replace(club, read_only=True).writing():
        pass


def test_a_club_that_is_not_there_is_missed(club: ClubLog) -> None:
    with club.reading() as sql, pytest.raises(StoreMissing, match="There is no club 99999 here"):
        log.head(sql, 99999)


def test_events_of_a_kind_are_found_by_what_their_data_has(club: ClubLog) -> None:
    with appending(club) as change:
        repeated = [EventText("reason", "again"), EventText("note", "x")]
        change.append("tournament", {"tournament": 1, "what": "drawn"}, texts=repeated)
        change.append("tournament", {"tournament": 2, "what": "drawn"}, texts=[EventText("reason", "late")])
        change.append("tournament", {"tournament": 1, "what": "ended"})
        change.append("session opened", {"session": 1})
        change.append("clock", {"tournament": 1, "what": "drawn"})

    def found(*kinds: str, most: int | None = None, **having: list[object]) -> list[int]:
        with club.reading() as sql:
            return [event.n for event in log.latest_events(sql, club.club, kinds, having=having, most=most)]

    assert found("tournament", tournament=[1]) == [3, 1]
    assert found("tournament", "clock", tournament=[1], most=2) == [5, 3]
    assert found("tournament", tournament=[1, 2], what=["drawn"]) == [2, 1]
    assert found("session opened", session=[1, 2]) == [4]
    assert found("tournament", tournament=[]) == []
    with club.reading() as sql:
        first, _, last = reversed(log.latest_events(sql, club.club, ["tournament"]))
        data = {1: {"reason": "again", "note": "x"}, 3: {}}
        assert log.texts_by_event(sql, club.club, [first, last]) == data


def test_events_are_found_from_a_moment_on(club: ClubLog) -> None:
    with club.writing() as sql:
        for text in ("2026-11-16T19:30:00.000000+00:00", "2026-11-16T19:31:00.000000+00:00"):
            log.LogWriter(sql, club.club, text, no_changes).append("told", {})
        events = log.latest_events(sql, club.club, ["told"], since="2026-11-16T19:31:00.000000+00:00")
        assert [event.n for event in events] == [2]


def test_events_are_found_with_those_that_undo_one_of_some_kind(club: ClubLog) -> None:
    with appending(club) as change:
        for kind, data in (
            ("told", {}),
            ("seen", {}),
            ("retracted", {"event": 1, "kind": "told"}),
            ("retracted", {"event": 2, "kind": "seen"}),
            ("heard", {"kind": "told"}),
        ):
            change.append(kind, data, match=4)
    with club.reading() as sql:
        for match in (None, 4):
            for kinds, undone, expected in (
                (["told"], ["told"], [3, 1]),
                (["seen"], ["told", "seen"], [4, 3, 2]),
                (["heard"], ["told"], [5, 3]),
                ([], ["seen"], [4]),
                (["told"], [], [1]),
            ):
                assert [
                    event.n for event in log.latest_events(sql, club.club, kinds, retracted=undone, match=match)
                ] == expected
        assert log.latest_events(sql, club.club, ["told"], retracted=["told"], match=5) == []


@pytest.mark.parametrize(
    ("of", "searched"),
    [
        ({}, "event_of_kind (club=? AND kind=?)"),
        ({"retracted": ["opened"]}, "event_of_kind (club=? AND kind=?)"),
        ({"match": 3}, "event_of_match (club=? AND match=?)"),
        ({"match": 3, "having": {"mark": [""]}}, "event_of_match (club=? AND match=?)"),
        ({"having": {"tournament": [3]}}, "event_of_tournament (kind=? AND <expr>=?)"),
        (
            {"having": {"tournament": [3, 4], "what": ["ended", "seated"]}},
            "event_of_tournament (kind=? AND <expr>=? AND <expr>=?)",
        ),
    ],
    ids=["kind", "retracted", "table", "mark", "tournament", "what"],
)
def test_events_of_a_kind_are_found_without_going_through_the_log(
    tmp_path: Path, of: dict[str, Any], searched: str
) -> None:
    with in_file(tmp_path) as club, club.reading() as sql:
        assert isinstance(sql, SqliteTransaction)
        requests: list[str] = []
        sql.raw.set_trace_callback(requests.append)
        log.latest_events(sql, club.club, ["closed", "opened"], **of, most=1)
        sql.raw.set_trace_callback(None)
        plan = [step for *_, step in sql.rows(f"EXPLAIN QUERY PLAN {requests[0]}")]
        assert [step for step in plan if searched in step]


@pytest.mark.parametrize("match", [3, [3, 4, 5]], ids=["one table", "several"])
def test_the_events_of_tables_are_found_without_going_through_the_log(tmp_path: Path, match: int | list[int]) -> None:
    with in_file(tmp_path) as club, club.reading() as sql:
        assert isinstance(sql, SqliteTransaction)
        requests: list[str] = []
        sql.raw.set_trace_callback(requests.append)
        list(log.events(sql, club.club, match=match))
        sql.raw.set_trace_callback(None)
        of_tables = next(query for query in requests if "e.match" in query)
        plan = [step for *_, step in sql.rows(f"EXPLAIN QUERY PLAN {of_tables}")]
        assert [step for step in plan if "event_of_match (club=? AND match=?" in step]


def test_of_some_kinds_what_does_not_follow_from_the_event_before_is_found(club: ClubLog) -> None:
    with appending(club) as change:
        for kind in ("began", "scored", "scored", "scored"):
            change.append(kind, {"member": 3})
    with club.reading() as sql:
        assert list(log.unlinked_events(sql, club.club, ["began", "scored"])) == []
    with without_guard(club) as sql:
        sql.do("UPDATE event SET data = '{\"member\":4}' WHERE club = ? AND n = 3", club.club)
    with club.reading() as sql:
        assert [event.n for event in log.unlinked_events(sql, club.club, ["scored"])] == [3]
        assert list(log.unlinked_events(sql, club.club, ["began"])) == []


def test_a_head_is_read_out_in_groups() -> None:
    head = log.Head(412, "3f2a9c0177be04d2" + "0" * 48)
    assert head.short_text == "event 412, 3f2a-9c01-77be-04d2"
    assert str(head) == f"event 412, 3f2a9c0177be04d2{'0' * 48}"


def an_event(**other: object) -> Event:
    values = {
        "n": 1,
        "at": AT,
        "by": "@#3",
        "via": "",
        "kind": "scored",
        "match": 7,
        "key": "k",
        "data_json": "{}",
        "hash": "",
    }
    return Event(**{**values, **other})  # type: ignore[arg-type]


def test_an_event_is_hashed_with_the_hash_before_it_part_by_part_on_lines_of_their_own() -> None:
    before = first_hash("0b0d-uuid")
    assert before == hashlib.sha256(b"club 0b0d-uuid").hexdigest()
    stated = f"{before}\n1\n{AT}\n@#3\n\nscored\n7\nk\n{{}}"
    assert chained_hash(before, an_event()) == hashlib.sha256(stated.encode()).hexdigest()


@pytest.mark.parametrize(
    "other",
    [
        {"n": 2}, {"at": AT.replace("30", "31")}, {"by": "@#4"}, {"by": "", "via": "@#3"}, {"kind": "score"},
        {"match": None}, {"match": 8}, {"key": ""}, {"data_json": '{"a":1}'},
    ],
)  # fmt: skip
def test_every_part_of_an_event_changes_its_hash(other: dict[str, object]) -> None:
    assert chained_hash("0", an_event(**other)) != chained_hash("0", an_event())


@pytest.mark.parametrize("part", ["at", "by", "via", "kind", "key", "data_json"])
@pytest.mark.parametrize("unfit", ["a\nb", "a\0", "Zoë", "\ud800"])
def test_a_part_that_could_be_taken_for_two_or_that_a_server_refuses_is_refused(part: str, unfit: str) -> None:
    with pytest.raises(ValueError, match="cannot be a part of an event"):
        check_storable(an_event(**{part: unfit}))


@pytest.mark.parametrize("typed", ["Zoë", "two\nlines", "nul\0", "half \ud800"])
def test_data_is_kept_as_it_was_typed_in_ascii_on_one_line(typed: str) -> None:
    event = an_event(data_json=canonical_json({"said": typed}))
    check_storable(event)
    assert event.data == {"said": typed}


def test_a_number_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="JSON"):
        canonical_json({"score": float("nan")})


def test_an_event_holds_of_a_text_only_a_digest_which_is_another_each_time() -> None:
    one, other = with_salt(EventText("name", "Ann Miller", 3)), with_salt(EventText("name", "Ann Miller", 3))
    assert one.digest != other.digest
    assert one.digest == hashlib.sha256(f"{one.salt}\nAnn Miller".encode()).hexdigest()
    content = canonical_json({"member": 3}, (one,))
    assert "Miller" not in content
    assert an_event(data_json=content).data == {"member": 3, "texts": {"name": one.digest}}


def rows(club: ClubLog) -> list[tuple[object, ...]]:
    with club.reading() as sql:
        return sql.rows("SELECT member, score, note FROM points ORDER BY member")


def test_an_event_brings_its_rows_up_to_date_in_the_same_breath(club: ClubLog) -> None:
    with appending(club, fold=scored) as change:
        change.append("scored", {"member": 3, "score": 5}, texts=[EventText("note", "two rounds")])
        change.append("scored", {"member": 4, "score": 1})
        change.append("closed", {})
    assert rows(club) == [(3, 5, "two rounds"), (4, 1, None)]
    with appending(club, fold=scored) as change:
        change.append("scored", {"member": 3, "score": 7}, texts=[EventText("note", "again")])
    assert rows(club) == [(3, 7, "again"), (4, 1, None)]


def test_what_a_put_does_not_name_stays_in_the_row(club: ClubLog) -> None:
    with club.writing() as sql:
        apply_changes(sql, [Put("points", {"member": 3}, {"score": 5, "note": "first"})])
        apply_changes(sql, [Put("points", {"member": 3}, {"score": 6}), Put("points", {"member": 3})])
    assert rows(club) == [(3, 6, "first")]


def test_lists_are_kept_as_json(club: ClubLog) -> None:
    with club.writing() as sql:
        apply_changes(sql, [Put("points", {"member": 3}, {"score": 5, "note": [1, "two"]})])
    assert rows(club) == [(3, 5, '[1,"two"]')]


def test_a_drop_takes_the_rows_of_its_key_and_no_others(club: ClubLog) -> None:
    with club.writing() as sql:
        apply_changes(sql, [Put("points", {"member": member}, {"score": member}) for member in (3, 4)])
        apply_changes(sql, [Drop("points", {"member": 3})])
    assert rows(club) == [(4, 4, None)]


def test_what_is_altered_is_every_row_of_a_key_and_none_is_made(club: ClubLog) -> None:
    with club.writing() as sql:
        apply_changes(sql, [Put("points", {"member": member}, {"score": 5, "note": "old"}) for member in (3, 4)])
        apply_changes(
            sql, [Alter("points", {"score": 5}, {"note": "new"}), Alter("points", {"score": 6}, {"note": "none"})]
        )
    assert rows(club) == [(3, 5, "new"), (4, 5, "new")]


def test_a_key_may_be_that_a_column_is_empty(club: ClubLog) -> None:
    with club.writing() as sql:
        apply_changes(
            sql,
            [Put("points", {"member": 3}, {"score": 5}), Put("points", {"member": 4}, {"score": 5, "note": "x"})],
        )
        apply_changes(sql, [Alter("points", {"score": 5, "note": None}, {"note": "was empty"})])
        apply_changes(sql, [Put("points", {"member": 5}, {"score": 1}), Drop("points", {"note": None})])
    assert rows(club) == [(3, 5, "was empty"), (4, 5, "x")]


@needs_server
@pytest.mark.process
def test_what_follows_in_one_club_is_nobody_elses_on_a_server(server: Server) -> None:
    with on_server(server) as one, on_server(server) as other:
        for club, score in ((one, 1), (other, 2)):
            with club.writing() as sql:
                apply_changes(sql, [Put("points", {"member": 3}, {"score": score})])
        with one.writing() as sql:
            apply_changes(sql, [Alter("points", {"member": 3}, {"score": 9}), Drop("points", {"score": 2})])
        assert rows(one) == [(3, 9, None)]
        assert rows(other) == [(3, 2, None)]


def test_an_event_that_says_nothing_of_a_table_leaves_it() -> None:
    event = Event(1, "", "", "", "closed", None, "", "{}", "")
    assert list(scored(event, {})) == []
