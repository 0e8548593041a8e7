"""A number that somebody types is read, or refused at once."""

from fractions import Fraction

import pytest

from referee.club.text.fractions import fraction


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("3", Fraction(3)),
        ("2.5", Fraction(5, 2)),
        (".5", Fraction(1, 2)),
        (" 1/2 ", Fraction(1, 2)),
        ("-1/02", Fraction(-1, 2)),
        ("+4.", Fraction(4)),
    ],
)
def test_a_number_is_read_as_people_write_it(typed: str, read: Fraction) -> None:
    assert fraction(typed) == read


@pytest.mark.parametrize("typed", ["", "half", "1/0", "1/", "1 1/2", "1e999999999", "9" * 5000, "1/" + "9" * 5000, "٣"])
def test_what_is_none_or_would_take_for_ever_is_refused(typed: str) -> None:
    assert fraction(typed) is None
