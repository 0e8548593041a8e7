"""A log told as lines and taken in again: the same events, the same head, each link checked."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from referee.store.events import log
from referee.store.events.event import Event, EventText, canonical_json, chained_hash, first_hash
from referee.store.events.json_lines import append_lines, dump
from referee.store.faults import ClubFault, StoreAltered, StoreNewer
from referee.store.projections.handlers import project
from tests.store.events.conftest import AT, ClubLog, appending, in_file, scored


@pytest.fixture
def other(tmp_path_factory: pytest.TempPathFactory, club: ClubLog) -> Iterator[ClubLog]:
    """The same club in another place, with nothing in it yet."""
    with in_file(tmp_path_factory.mktemp("other")) as new_club:
        with club.reading() as sql, new_club.writing() as target_sql:
            [(uuid,)] = sql.rows("SELECT uuid FROM club WHERE id = ?", club.club)
            target_sql.do("UPDATE club SET uuid = ?", uuid)
        yield new_club


def lines(club: ClubLog, after: int = 0) -> list[str]:
    with club.reading() as sql:
        return list(dump(sql, club.club, after=after))


def played(club: ClubLog) -> None:
    with appending(club, by="@#3", fold=scored) as change:
        change.append("scored", {"member": 3, "score": 5}, texts=[EventText("note", "Zoë wins", 3)])
        change.append("scored", {"member": 4, "score": 1}, match=2)


def taken_in(club: ClubLog, what: list[str]) -> log.Head:
    with club.writing() as sql:
        return append_lines(sql, club.club, what, scored, "log.jsonl")


def test_a_club_moves_to_another_engine_and_back_with_the_same_head(club: ClubLog, other: ClubLog) -> None:
    played(club)
    assert taken_in(other, lines(club)).n == 2
    assert lines(other) == lines(club)
    with appending(other, fold=scored) as change:
        change.append("scored", {"member": 4, "score": 2})
    assert taken_in(club, lines(other)).n == 3
    assert lines(other) == lines(club)
    for source in (club, other):
        with source.reading() as sql:
            rows = sql.rows("SELECT member, score, note FROM points ORDER BY member")
        assert rows == [(3, 5, "Zoë wins"), (4, 2, None)]


def test_what_is_there_already_is_not_taken_in_twice(club: ClubLog, other: ClubLog) -> None:
    played(club)
    assert taken_in(other, lines(club)).n == 2
    played(club)
    assert taken_in(other, lines(club)).n == 4
    assert taken_in(other, lines(club)).n == 4
    assert lines(other) == lines(club)


def test_a_log_that_was_cut_off_between_two_events_is_not_taken_for_the_whole(club: ClubLog, other: ClubLog) -> None:
    played(club)
    for most, last in ((1, "line 0"), (2, "line 1")):
        with pytest.raises(ClubFault, match=rf"log\.jsonl:{most}: it ends with event {last[-1]} of 2: it was cut"):
            taken_in(other, lines(club)[:most])
    assert len(lines(other)) == 1


def test_a_text_that_was_taken_away_does_not_come_back(club: ClubLog, other: ClubLog) -> None:
    played(club)
    with club.writing() as sql:
        sql.do("DELETE FROM private WHERE club = ?", club.club)
    assert not any("Zo" in line for line in lines(club))
    taken_in(other, lines(club))
    assert lines(other) == lines(club)


@pytest.mark.parametrize(
    ("number", "was", "now", "named"),
    [
        (1, '"score": 5', '"score": 9', r"log\.jsonl:2: event 1 "),
        (1, "Zoë wins", "Zoë loses", "log.jsonl:2: a text of event 1 "),
        (2, '"n": 2', '"n": 3', "log.jsonl:3: event 3 "),
        (2, '"match": 2', '"match": 3', "log.jsonl:3: event 2 "),
    ],
)
def test_a_line_that_was_changed_is_named_and_nothing_is_taken_in(
    club: ClubLog, other: ClubLog, number: int, was: str, now: str, named: str
) -> None:
    played(club)
    changed = lines(club)
    assert was in changed[number]
    changed[number] = changed[number].replace(was, now)
    with pytest.raises(StoreAltered, match=named):
        taken_in(other, changed)
    assert len(lines(other)) == 1


@pytest.mark.parametrize(
    ("first", "raised", "said"),
    [
        ("", ClubFault, "log.jsonl:1: the line is empty"),
        ("[]", ClubFault, "log.jsonl:1: not an event"),
        ('{"format": "something"}', ClubFault, "log.jsonl:1: the line does not name the format"),
        ('{"format": "log of a club", "edition": 2}', StoreNewer, "log.jsonl:1: it was written by a newer version"),
        ('{"format": "log of a club", "edition": 1, "club": "x"}', ClubFault, "log.jsonl:1: the club, its number"),
        (
            '{"format": "log of a club", "edition": 1, "club": "x", "events": 0, "head": ""}',
            ClubFault,
            "log.jsonl is the log of another club",
        ),
    ],
)
def test_what_is_no_log_of_the_club_is_refused(other: ClubLog, first: str, raised: type[ClubFault], said: str) -> None:
    with pytest.raises(raised, match=said):
        taken_in(other, [first])


@pytest.mark.parametrize(
    "line", ["{}", '{"n": 1}', json.dumps({"n": 1, "at": "", "kind": "x", "data": {}, "hash": "", "texts": [1]})]
)
def test_what_is_no_event_is_refused_by_its_line(other: ClubLog, line: str) -> None:
    with pytest.raises(ClubFault, match=r"log\.jsonl:2: "):
        taken_in(other, [lines(other)[0], line])


def test_a_log_that_went_on_by_itself_is_not_mixed_with_another(club: ClubLog, other: ClubLog) -> None:
    played(club)
    with appending(other) as change:
        change.append("began", {})
    with pytest.raises(ClubFault, match=r"log\.jsonl:2: the club has another event 1 than this log"):
        taken_in(other, lines(club))


def told_anew(club: ClubLog, *changes: dict[str, Any]) -> list[str]:
    """Return the lines of a log into which somebody wrote something else, with all hashes recomputed."""
    first, *events = map(json.loads, lines(club))
    before = first_hash(first["club"])
    for stated, change in zip(events, changes, strict=False):
        stated.update(change)
        event = Event(
            stated["n"], stated["at"], "", "", stated["kind"], stated.get("match"), stated.get("key", ""),
            canonical_json(stated["data"]), "",
        )  # fmt: skip
        stated["hash"] = before = chained_hash(before, event)
    return [json.dumps(line) for line in ({**first, "head": before}, *events)]


@pytest.mark.parametrize(
    "data",
    [
        pytest.param({"member": 2**70, "score": 1}, id="a number that no column holds"),
        pytest.param({"member": {"is": 3}, "score": []}, id="no number at all"),
        pytest.param({"member": 3, "score": "\ud800"}, id="half a character"),
        pytest.param({"score": 1}, id="a part that is not there"),
    ],
)
def test_what_no_table_can_hold_is_named_by_its_line_though_it_is_rightly_chained(
    club: ClubLog, other: ClubLog, data: dict[str, Any]
) -> None:
    with appending(club) as change:
        change.append("scored", {"member": 3, "score": 5})
        change.append("scored", {"member": 4, "score": 1})
    with pytest.raises(ClubFault, match=r"log\.jsonl:3: event 2 \(scored\) "):
        taken_in(other, told_anew(club, {}, {"data": data}))
    assert len(lines(other)) == 1


def test_a_key_that_was_given_twice_is_named_by_its_line(club: ClubLog, other: ClubLog) -> None:
    with appending(club) as change:
        change.append("scored", {"member": 3, "score": 5})
        change.append("scored", {"member": 4, "score": 1})
    with pytest.raises(ClubFault, match=r"log\.jsonl:3: event 2 \(scored\) does not fit the events before it"):
        taken_in(other, told_anew(club, {"key": "k1"}, {"key": "k1"}))
    assert len(lines(other)) == 1


def test_an_event_of_a_kind_that_is_not_known_here_is_a_newer_programs(club: ClubLog, other: ClubLog) -> None:
    with appending(club) as change:
        change.append("wings shown", {})
    newer = r"log\.jsonl:2: event 1 \(wings shown\) was written by a newer version of referee"
    with pytest.raises(StoreNewer, match=newer), other.writing() as sql:
        append_lines(sql, other.club, lines(club), project, "log.jsonl")
    assert len(lines(other)) == 1


def test_lines_that_were_swapped_are_named(club: ClubLog, other: ClubLog) -> None:
    played(club)
    first, one, two = lines(club)
    with pytest.raises(StoreAltered, match=r"log\.jsonl:2: event 2 "):
        taken_in(other, [first, two, one])


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ('"score": 5', f'"score": {"9" * 5000}'),
        ('"score": 5', '"score": 1e999'),
        ('"score": 5', '"score": NaN'),
        ('"n": 1', '"n": "1"'),
        ('"n": 1', f'"n": {10**30}'),
        ("Zoë wins", r"\ud800"),
        (', 3, "', ', "3", "'),
        (', 3, "', f', {2**70}, "'),
        ('"kind": "scored"', '"kind": ["scored"]'),
        (AT, "yesterday"),
    ],
)
def test_whatever_stands_in_a_line_is_named_by_it(club: ClubLog, other: ClubLog, was: str, now: str) -> None:
    played(club)
    first, one, two = lines(club)
    assert was in one
    with pytest.raises(ClubFault, match=r"log\.jsonl:2: "):
        taken_in(other, [first, one.replace(was, now), two])
    assert len(lines(other)) == 1


def test_half_a_character_in_the_data_is_told_as_it_is_kept(club: ClubLog, other: ClubLog) -> None:
    with appending(club) as change:
        change.append("said", {"what": "\ud800 and Zoë"})
    assert all(line.encode() for line in lines(club))
    taken_in(other, lines(club))
    assert lines(other) == lines(club)


def test_a_text_that_was_changed_in_the_file_is_not_told(club: ClubLog) -> None:
    played(club)
    with club.writing() as sql:
        sql.do("UPDATE private SET text = ? WHERE club = ?", "Zoë loses", club.club)
    with pytest.raises(StoreAltered, match=r"a text of event 1 \(scored\)"):
        lines(club)


def test_many_events_are_taken_in_each_with_its_own_texts(club: ClubLog, other: ClubLog) -> None:
    with appending(club, fold=scored) as change:
        for number in range(1, 1201):
            texts = [EventText("note", f"wins {number}", number)] if number % 3 else []
            change.append("scored", {"member": number, "score": number}, texts=texts)
    assert taken_in(other, lines(club)).n == 1200
    assert lines(other) == lines(club)
    with other.reading() as sql:
        rows = sql.rows("SELECT member, note FROM points ORDER BY member")
    assert rows == [(number, f"wins {number}" if number % 3 else None) for number in range(1, 1201)]
