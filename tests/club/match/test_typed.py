"""Results and lines' numbers as officers type them."""

import pytest

from referee.club.match.typed import line_numbers, typed_result
from referee.club.text.faults import ClubFault


@pytest.mark.parametrize(
    ("typed", "places", "chips"),
    [
        (["Member 12 > Ann"], [["Member 12"], ["Ann"]], {}),
        (["Cal", "Ann, Ben", "Dee"], [["Cal"], ["Ann", "Ben"], ["Dee"]], {}),
        (["hal, eve, dee, cal"], [["hal"], ["eve"], ["dee"], ["cal"]], {}),
        (["hal = eve = dee"], [["hal", "eve", "dee"]], {}),
        (["Member 12 +5, Anne-Marie -5"], [], {"Member 12": 5, "Anne-Marie": -5}),
        (["Ann=5; Ben=\N{MINUS SIGN}5"], [], {"Ann": 5, "Ben": -5}),
        (["Ann +0", "Ben=0"], [], {"Ann": 0, "Ben": 0}),
    ],
)
def test_numbers_and_hyphens_in_names_are_no_chips(typed: list[str], places: object, chips: object) -> None:
    assert typed_result(*typed) == (places, chips)


@pytest.mark.parametrize("typed", [["Ann=5", "Ben=x"], ["Ann=5 Ben"], ["=5 Ann=3"], ["Ann=5 Ann=-5"], ["Ann=5x Ben=1"]])
def test_what_is_not_chips_among_chips_is_refused(typed: list[str]) -> None:
    with pytest.raises(ClubFault):
        typed_result(*typed)


def test_lines_are_numbers_and_ranges() -> None:
    assert line_numbers(["5-8", "3"]) == [5, 6, 7, 8, 3]
    assert line_numbers(["2,4"]) == [2, 4]
    for wrong in ("x", "8-5", "-3", "5-", "1-1000000"):
        with pytest.raises(ClubFault):
            line_numbers([wrong])


@pytest.mark.parametrize("typed", [[""], [","], [" ", ""]])
def test_no_number_is_said_to_be_none(typed: list[str]) -> None:
    with pytest.raises(ClubFault, match="No line is named"):
        line_numbers(typed)
