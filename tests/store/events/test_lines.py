"""A log told as lines and taken in again: the same events, the same head, each link checked."""

import json
from collections.abc import Iterator

import pytest

from referee.store.events import log
from referee.store.events.event import Text
from referee.store.events.lines import take_in, told
from referee.store.faults import ClubFault, StoreAltered, StoreNewer
from tests.store.events.conftest import ClubLog, appending, in_file, scored


@pytest.fixture
def other(tmp_path_factory: pytest.TempPathFactory, club: ClubLog) -> Iterator[ClubLog]:
    """The same club in another place, with nothing in it yet."""
    with in_file(tmp_path_factory.mktemp("other")) as made:
        with club.reading() as asking, made.writing() as there:
            [(uuid,)] = asking.rows("SELECT uuid FROM club WHERE id = ?", club.club)
            there.do("UPDATE club SET uuid = ?", uuid)
        yield made


def lines(club: ClubLog, after: int = 0) -> list[str]:
    with club.reading() as asking:
        return list(told(asking, club.club, after=after))


def played(club: ClubLog) -> None:
    with appending(club, by="@#3", fold=scored) as change:
        change.append("scored", {"member": 3, "score": 5}, key="k1", texts=[Text("note", "Zoë wins", 3)])
        change.append("scored", {"member": 4, "score": 1}, match=2)


def taken_in(club: ClubLog, what: list[str]) -> log.Head:
    with club.writing() as asking:
        return take_in(asking, club.club, what, scored, "log.jsonl")


def test_a_club_moves_to_another_engine_and_back_with_the_same_head(club: ClubLog, other: ClubLog) -> None:
    played(club)
    assert taken_in(other, lines(club)).n == 2
    assert lines(other) == lines(club)
    with appending(other, fold=scored) as change:
        change.append("scored", {"member": 4, "score": 2})
    assert taken_in(club, lines(other)).n == 3
    assert lines(other) == lines(club)
    for each in (club, other):
        with each.reading() as asking:
            rows = asking.rows("SELECT member, score, note FROM points ORDER BY member")
        assert rows == [(3, 5, "Zoë wins"), (4, 2, None)]


def test_what_is_there_already_is_not_taken_in_twice(club: ClubLog, other: ClubLog) -> None:
    played(club)
    assert taken_in(other, lines(club)[:2]).n == 1
    assert taken_in(other, lines(club)).n == 2
    assert taken_in(other, lines(club)).n == 2


def test_a_text_that_was_taken_away_does_not_come_back(club: ClubLog, other: ClubLog) -> None:
    played(club)
    with club.writing() as asking:
        asking.do("DELETE FROM private WHERE club = ?", club.club)
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
        ("", ClubFault, "log.jsonl:1: not JSON"),
        ("[]", ClubFault, "log.jsonl:1: expected the log of a club"),
        ('{"format": "something"}', ClubFault, "log.jsonl:1: expected the log of a club"),
        ('{"format": "log of a club", "edition": 2}', StoreNewer, "log.jsonl was written by a newer version"),
        ('{"format": "log of a club", "edition": 1, "club": "x"}', ClubFault, "log.jsonl is the log of another club"),
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
