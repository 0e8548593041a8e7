"""Values become plain data, and are the same when they are read back."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from enum import Enum, StrEnum
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.plain_data import plain, read_plain


class Suit(StrEnum):
    SPADES = "spades"


class Sizes(NamedTuple):
    least: int
    most: int


@dataclass(frozen=True)
class Place:
    name: str
    points: Fraction
    suit: Suit = Suit.SPADES


@dataclass(frozen=True)
class Whole:
    number: int
    sizes: Sizes
    held_on: date
    at: datetime
    places: tuple[Place, ...]
    by_round: tuple[Fraction | None, ...] = ()
    met: Mapping[tuple[int, int], int] = field(default_factory=dict)
    byes: Mapping[int, int] = field(default_factory=dict)
    apart: frozenset[tuple[int, int]] = frozenset()
    first: Place | None = None


@dataclass(frozen=True)
class Figures:
    byes: Mapping[int, Fraction]
    apart: frozenset[tuple[int, int]]


WHOLE = Whole(
    3,
    Sizes(3, 5),
    date(2026, 11, 16),
    datetime(2026, 11, 16, 19, 30, tzinfo=UTC),
    (Place("Ann", Fraction(2, 3)),),
    (None, Fraction(1)),
    {(1, 2): 4},
    {7: 1},
    frozenset({(2, 1), (1, 2)}),
)


def test_a_dataclass_is_its_fields_by_name() -> None:
    assert plain(WHOLE) == {
        "number": 3,
        "sizes": [3, 5],
        "held_on": "2026-11-16",
        "at": "2026-11-16T19:30:00+00:00",
        "places": [{"name": "Ann", "points": "2/3", "suit": "spades"}],
        "by_round": [None, "1"],
        "met": [[[1, 2], 4]],
        "byes": {"7": 1},
        "apart": [[1, 2], [2, 1]],
        "first": None,
    }


@dataclass(frozen=True)
class Card:
    PLAIN = "said"
    rank: int

    @property
    def said(self) -> str:
        return f"{self.rank} of spades"


@dataclass(frozen=True)
class Seat:
    PLAIN = "name", "cards", "many"
    name: str
    member: int
    cards: tuple[Card, ...]

    @property
    def many(self) -> int:
        return len(self.cards)


def test_a_class_may_say_what_is_plain_of_it() -> None:
    assert plain([Seat("Ann", 7, (Card(4),))]) == [{"name": "Ann", "cards": ["4 of spades"], "many": 1}]


def test_fractions_can_be_numbers_days_keys_and_an_hour_is_text() -> None:
    assert plain({date(2026, 11, 16): [Fraction(1, 4), Place("Ann", Fraction(3))]}, float) == {
        "2026-11-16": [0.25, {"name": "Ann", "points": 3.0, "suit": "spades"}]
    }
    assert plain(time(19, 30)) == "19:30"


def test_what_was_made_plain_is_read_back_through_json() -> None:
    assert read_plain(Whole, json.loads(json.dumps(plain(WHOLE)))) == WHOLE


def test_a_field_that_is_not_there_has_its_default() -> None:
    assert read_plain(Place, {"name": "Ben", "points": "1/2"}) == Place("Ben", Fraction(1, 2))


def test_a_path_is_its_text() -> None:
    assert plain(Path("exports") / "season.html") == str(Path("exports") / "season.html")


@pytest.mark.parametrize("value", [object(), Enum, b"bytes and no text", {1: object()}])
def test_what_has_no_plain_form_is_refused(value: Any) -> None:
    with pytest.raises(TypeError):
        plain(value)


@pytest.mark.parametrize("data", [{"name": "Ann"}, {"name": "Ann", "points": "much"}, {"name": "Ann", "points": [1]}])
def test_data_of_another_form_is_refused(data: Any) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        read_plain(Place, data)


@given(st.dictionaries(st.integers(), st.fractions()), st.sets(st.tuples(st.integers(), st.integers())))
def test_any_figures_are_the_same_when_they_are_read_back(
    byes: dict[int, Fraction], pairs: set[tuple[int, int]]
) -> None:
    figures = Figures(byes, frozenset(pairs))
    assert read_plain(Figures, json.loads(json.dumps(plain(figures)))) == figures
