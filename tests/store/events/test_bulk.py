"""Many events at once leave the tables as each by itself would."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.store.events.bulk import InMemoryTables
from referee.store.events.rebuild import rebuild_tables
from referee.store.events.rows import Alter, Change, Drop, Put, apply_changes
from tests.store.events.conftest import ClubLog, appending, in_file, scored

NUMBERS = st.integers(1, 3)
NOTES = st.sampled_from([None, "a", "tab\tand\nline", "back\\slash"])
VALUES = st.fixed_dictionaries({"score": NUMBERS}, optional={"note": NOTES})
KEYS = st.one_of(
    st.fixed_dictionaries({"member": NUMBERS}),
    st.fixed_dictionaries({"score": NUMBERS}),
    st.fixed_dictionaries({"note": NOTES, "score": NUMBERS}),
)
CHANGES = st.one_of(
    st.builds(lambda member, values: Put("points", {"member": member}, values), NUMBERS, VALUES),
    st.builds(lambda key, values: Alter("points", key, values), KEYS, VALUES),
    st.builds(lambda key: Drop("points", key), KEYS),
)


def rows(club: ClubLog) -> list[tuple[object, ...]]:
    with club.reading() as sql:
        return sql.rows("SELECT member, score, note FROM points ORDER BY member")


@given(changes=st.lists(CHANGES, max_size=30))
def test_changes_that_are_gathered_leave_what_they_leave_one_by_one(
    tmp_path_factory: pytest.TempPathFactory, changes: list[Change]
) -> None:
    with in_file(tmp_path_factory.mktemp("one")) as one, in_file(tmp_path_factory.mktemp("all")) as together:
        with one.writing() as sql:
            apply_changes(sql, changes)
        gathered = InMemoryTables()
        gathered.apply_changes(changes)
        with together.writing() as sql:
            sql.do("INSERT INTO points VALUES (9, 9, 'of before')")
            gathered.write(sql, ["points"])
        assert rows(together) == rows(one)


def test_what_is_written_down_is_in_the_place_of_what_was_there(club: ClubLog) -> None:
    notes = ["tab\tand\nline\r", "back\\slash \\N", None, "", "Zoë"]
    created = [
        (number, number * 2, note) for number, note in enumerate(notes * 30)
    ]  # more than are sent by a statement
    gathered = InMemoryTables()
    gathered.apply_changes(
        Put("points", {"member": member}, {"score": score, "note": note}) for member, score, note in created
    )
    with club.writing() as sql:
        apply_changes(sql, [Put("points", {"member": 7}, {"score": 1, "note": "of before"})])
        gathered.write(sql)
    assert rows(club) == created
    with club.writing() as sql:
        InMemoryTables().write(sql, ["points"])
    assert rows(club) == []


def test_whoever_waits_is_told_how_far_it_is(club: ClubLog) -> None:
    with appending(club, fold=scored) as change:
        for number in range(2500):
            change.append("scored", {"member": number, "score": 1})
    counts: list[int] = []
    with club.writing() as sql:
        rebuild_tables(sql, club.club, scored, ["points"], counts.append)
    assert counts == [1000, 2000]
    assert len(rows(club)) == 2500
