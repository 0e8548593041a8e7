"""What follows from an event stands in the tables that are queried, and in nobody else's rows."""

import pytest

from referee.store.events.address import Server
from referee.store.events.event import Event, Text
from referee.store.events.rows import Alter, Drop, Put, apply
from tests.store.events.conftest import ClubLog, appending, needs_server, on_server, scored


def rows(club: ClubLog) -> list[tuple[object, ...]]:
    with club.reading() as asking:
        return asking.rows("SELECT member, score, note FROM points ORDER BY member")


def test_an_event_brings_its_rows_up_to_date_in_the_same_breath(club: ClubLog) -> None:
    with appending(club, fold=scored) as change:
        change.append("scored", {"member": 3, "score": 5}, texts=[Text("note", "two rounds")])
        change.append("scored", {"member": 4, "score": 1})
        change.append("closed", {})
    assert rows(club) == [(3, 5, "two rounds"), (4, 1, None)]
    with appending(club, fold=scored) as change:
        change.append("scored", {"member": 3, "score": 7}, texts=[Text("note", "again")])
    assert rows(club) == [(3, 7, "again"), (4, 1, None)]


def test_what_a_put_does_not_name_stays_in_the_row(club: ClubLog) -> None:
    with club.writing() as asking:
        apply(asking, [Put("points", {"member": 3}, {"score": 5, "note": "first"})])
        apply(asking, [Put("points", {"member": 3}, {"score": 6}), Put("points", {"member": 3})])
    assert rows(club) == [(3, 6, "first")]


def test_lists_are_kept_as_json(club: ClubLog) -> None:
    with club.writing() as asking:
        apply(asking, [Put("points", {"member": 3}, {"score": 5, "note": [1, "two"]})])
    assert rows(club) == [(3, 5, '[1,"two"]')]


def test_a_drop_takes_the_rows_of_its_key_and_no_others(club: ClubLog) -> None:
    with club.writing() as asking:
        apply(asking, [Put("points", {"member": each}, {"score": each}) for each in (3, 4)])
        apply(asking, [Drop("points", {"member": 3})])
    assert rows(club) == [(4, 4, None)]


def test_what_is_altered_is_every_row_of_a_key_and_none_is_made(club: ClubLog) -> None:
    with club.writing() as asking:
        apply(asking, [Put("points", {"member": each}, {"score": 5, "note": "old"}) for each in (3, 4)])
        apply(asking, [Alter("points", {"score": 5}, {"note": "new"}), Alter("points", {"score": 6}, {"note": "none"})])
    assert rows(club) == [(3, 5, "new"), (4, 5, "new")]


def test_a_key_may_be_that_a_column_is_empty(club: ClubLog) -> None:
    with club.writing() as asking:
        apply(
            asking,
            [Put("points", {"member": 3}, {"score": 5}), Put("points", {"member": 4}, {"score": 5, "note": "x"})],
        )
        apply(asking, [Alter("points", {"score": 5, "note": None}, {"note": "was empty"})])
        apply(asking, [Put("points", {"member": 5}, {"score": 1}), Drop("points", {"note": None})])
    assert rows(club) == [(3, 5, "was empty"), (4, 5, "x")]


@needs_server
@pytest.mark.process
def test_what_follows_in_one_club_is_nobody_elses_on_a_server(server: Server) -> None:
    with on_server(server) as one, on_server(server) as other:
        for club, score in ((one, 1), (other, 2)):
            with club.writing() as asking:
                apply(asking, [Put("points", {"member": 3}, {"score": score})])
        with one.writing() as asking:
            apply(asking, [Alter("points", {"member": 3}, {"score": 9}), Drop("points", {"score": 2})])
        assert rows(one) == [(3, 9, None)]
        assert rows(other) == [(3, 2, None)]


def test_an_event_that_says_nothing_of_a_table_leaves_it() -> None:
    event = Event(1, "", "", "", "closed", None, "", "{}", "")
    assert list(scored(event, {})) == []
