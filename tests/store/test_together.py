"""Several steps that are one change: all of them, or none."""

import pytest

from referee.store.events.engine import Engine, NestedTransaction
from referee.store.events.rows import Put, apply_changes
from referee.store.events.sqlite import ClubFile
from tests.store.conftest import member, names


def add(store: Engine, number: int, name: str, *, fail: bool = False) -> None:
    with store.writing() as sql:
        apply_changes(sql, [Put("member", {"id": number}, member(name))])
        if fail:
            raise RuntimeError


def seen(store: Engine) -> list[str]:
    with store.reading() as sql:
        return [name for (name,) in sql.rows("SELECT name FROM member ORDER BY id")]


def test_several_steps_find_what_those_before_wrote_and_are_one_change(store: ClubFile) -> None:
    with store.writing() as sql:
        one = NestedTransaction(store, sql)
        add(one, 1, "Ann")
        assert seen(one) == ["Ann"]
        assert names(store) == []
        with pytest.raises(RuntimeError):
            add(one, 2, "Ben", fail=True)
        add(one, 2, "Cal")
    assert names(store) == ["Ann", "Cal"]


def test_of_several_steps_none_is_kept_when_one_fails(store: ClubFile) -> None:
    def both() -> None:
        with store.writing() as sql:
            add(NestedTransaction(store, sql), 1, "Ann")
            add(NestedTransaction(store, sql), 2, "Ben", fail=True)

    with pytest.raises(RuntimeError):
        both()
    assert names(store) == []


def test_a_step_within_a_step_is_given_up_by_itself(store: ClubFile) -> None:
    with store.writing() as sql:
        one = NestedTransaction(store, sql)
        with one.writing() as nested:
            add(NestedTransaction(one, nested), 1, "Ann")
            with pytest.raises(RuntimeError):
                add(NestedTransaction(one, nested), 2, "Ben", fail=True)
    assert names(store) == ["Ann"]
