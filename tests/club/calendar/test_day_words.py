"""A day may be called by a word."""

from datetime import date

import pytest

from referee.club.calendar.day_words import day_called
from referee.club.calendar.typed_when import typed_evening
from referee.club.folder import day_of, now

MONDAY = date(2026, 11, 16)


@pytest.mark.parametrize(
    ("word", "day"),
    [
        ("yesterday", 15),
        ("Today", 16),
        ("tomorrow", 17),
        ("tuesday", 17),
        ("Sunday", 22),
        ("monday", 23),  # the next one: this one is today
    ],
)
def test_a_day_is_called_by_a_word(word: str, day: int) -> None:
    assert day_called(word, MONDAY) == date(2026, 11, day)


def test_another_word_is_no_day() -> None:
    assert day_called("mon", MONDAY) is None
    assert day_called("", MONDAY) is None


def test_an_evening_may_be_typed_with_a_word() -> None:
    assert typed_evening("today 16:00 M4").day == day_of(now())
