"""Frozen states and copies of them are what `dataclasses.replace` makes of them."""

import dataclasses
import pickle
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from typing import ClassVar

import pytest

from referee.cards.immutable import frozen
from referee.games import rulebook
from referee.rules import Seats, replace


@dataclasses.dataclass(frozen=True, slots=True)
class Plain:
    first: int
    second: str = "two"


@dataclasses.dataclass(frozen=True, slots=True)
class Wider(Plain):
    third: tuple[int, ...] = ()


def test_a_copy_has_other_values_where_told_and_the_same_elsewhere() -> None:
    state = Wider(1, third=(3,))
    copy = replace(state, first=5, third=())
    assert copy == dataclasses.replace(state, first=5, third=())
    assert state == Wider(1, third=(3,))
    table = rulebook("big-two").begin(Seats(("Ann", "Ben", "Cal")))
    assert replace(table, turn=1) == dataclasses.replace(table, turn=1)


def test_a_copy_is_as_frozen_as_what_it_was_made_of() -> None:
    copy = replace(Wider(1), first=5)
    assert type(copy) is Wider
    with pytest.raises(dataclasses.FrozenInstanceError):
        copy.first = 6  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError):
        del copy.first
    assert hash(copy) == hash(Wider(5))


def test_a_field_that_there_is_not_is_no_field_of_the_copy() -> None:
    with pytest.raises(KeyError, match="fourth"):
        replace(Wider(1), fourth=4)


@frozen
class Quick:
    first: int
    second: tuple[int, ...] = ()


def test_a_value_of_which_many_are_made_is_like_a_frozen_one_but_for_the_freezing() -> None:
    value = Quick(1, (2,))
    assert value == Quick(1, (2,)) != Quick(1)
    assert hash(value) == hash(Quick(1, (2,)))
    assert replace(value, first=3) == dataclasses.replace(value, first=3) == Quick(3, (2,))
    assert not hasattr(value, "__dict__")


@frozen
class Noted(Quick):
    third: int = dataclasses.field(default=0, compare=False)


@frozen
class Ranked:
    rank: int
    name: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ranked) and other.rank == self.rank


def test_values_are_equal_by_what_is_compared_of_them_and_of_one_class() -> None:
    assert Noted(1, third=3) == Noted(1, third=4) != Noted(2, third=3)
    assert hash(Noted(1, third=3)) == hash(Noted(1, third=4))
    assert Noted(1) != Quick(1)
    assert Quick(1) != (1, ())
    assert len({Quick(1), Quick(1), Noted(1), Noted(1, third=5)}) == 2


def test_a_value_may_say_itself_what_it_equals() -> None:
    assert Ranked(1, "Ann") == Ranked(1, "Ben") != Ranked(2, "Ann")
    assert hash(Ranked(1, "Ann")) == hash(Ranked(1, "Ann"))


@frozen
class Shown:
    """A value with what `dataclasses` may say of a field."""

    KIND: ClassVar = "shown"
    rank: int
    cards: list[int] = dataclasses.field(default_factory=list)
    note: str = dataclasses.field(default="", repr=False)


@frozen
class Told(Shown):
    rank: int = 7
    by: str = "Ann"


def test_a_class_is_processed_when_it_is_first_used_and_then_is_as_dataclasses_make_it() -> None:
    assert [field.name for field in dataclasses.fields(Told)] == ["rank", "cards", "note", "by"]
    assert Told() == Told(7, [], by="Ann") != Told(8)
    assert Told().cards is not Told().cards
    assert repr(Told(note="hidden")) == "Told(rank=7, cards=[], by='Ann')"
    assert (Shown.KIND, Told.KIND) == ("shown", "shown")
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'rank'"):
        Shown()  # type: ignore[call-arg]
    match Shown(3, [4]):
        case Shown(rank, cards):
            assert (rank, cards) == (3, [4])
    assert pickle.loads(pickle.dumps(Told(9))) == copy(Told(9)) == Told(9)


def test_many_threads_may_use_a_class_first() -> None:
    for _ in range(20):

        @frozen
        class Fresh:
            first: int
            second: str = "two"

        with ThreadPoolExecutor(8) as threads:
            values = list(threads.map(Fresh, range(40)))
        assert [value.first for value in values] == list(range(40))
        assert {value.second for value in values} == {"two"}
