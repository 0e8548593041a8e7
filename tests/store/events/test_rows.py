"""What follows from an event stands in the tables that are queried, and in nobody else's rows."""

from referee.store.events.event import Event, Text
from referee.store.events.rows import Drop, Put, apply
from tests.store.events.conftest import ClubLog, appending, scored


def rows(club: ClubLog) -> list[tuple[object, ...]]:
    with club.reading() as asking:
        return asking.rows("SELECT member, score, note FROM points WHERE club = ? ORDER BY member", club.club)


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
        apply(asking, club.club, [Put("points", {"member": 3}, {"score": 5, "note": "first"})])
        apply(asking, club.club, [Put("points", {"member": 3}, {"score": 6}), Put("points", {"member": 3})])
    assert rows(club) == [(3, 6, "first")]


def test_lists_are_kept_as_json(club: ClubLog) -> None:
    with club.writing() as asking:
        apply(asking, club.club, [Put("points", {"member": 3}, {"score": 5, "note": [1, "two"]})])
    assert rows(club) == [(3, 5, '[1,"two"]')]


def test_a_drop_takes_the_rows_of_its_key_and_no_others(club: ClubLog) -> None:
    with club.writing() as asking:
        apply(asking, club.club, [Put("points", {"member": each}, {"score": each}) for each in (3, 4)])
        asking.do("INSERT INTO points (club, member, score) VALUES (?, 3, 9)", club.club + 1000)
        apply(asking, club.club, [Drop("points", {"member": 3})])
        others = asking.rows("SELECT score FROM points WHERE club = ?", club.club + 1000)
    assert rows(club) == [(4, 4, None)]
    assert others == [(9,)]


def test_an_event_that_says_nothing_of_a_table_leaves_it() -> None:
    event = Event(1, "", "", "", "closed", None, "", "{}", "")
    assert list(scored(event, {})) == []
