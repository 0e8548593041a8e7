"""Several steps that are one change: all of them, or none."""

import pytest
from sqlmodel import select

from referee.store.engine import Store
from referee.store.models import Member
from tests.store.conftest import AT


def add(store: Store, name: str, *, fail: bool = False) -> None:
    with store.writing() as tx:
        tx.add(Member(name=name, joined_at=AT))
        tx.flush()
        if fail:
            raise RuntimeError


def names(store: Store) -> list[str]:
    with store.reading() as tx:
        return list(tx.exec(select(Member.name)))


def test_several_steps_find_what_those_before_wrote_and_are_one_change(store: Store) -> None:
    with store.together() as one:
        add(one, "Ann")
        assert names(one) == ["Ann"]
        assert names(store) == []
        with pytest.raises(RuntimeError):
            add(one, "Ben", fail=True)
        add(one, "Cal")
    assert names(store) == ["Ann", "Cal"]


def test_of_several_steps_none_is_kept_when_one_fails(store: Store) -> None:
    def both() -> None:
        with store.together() as one:
            add(one, "Ann")
            add(one, "Ben", fail=True)

    with pytest.raises(RuntimeError):
        both()
    assert names(store) == []
