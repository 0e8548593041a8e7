"""How what is typed for a deed is read: whatever it is, it is taken, or refused at once in a sentence that names it."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.competition.entrants import Sizes
from referee.dashboard.affairs import calendar, importing, penalties, seasons
from referee.dashboard.deeds.asking import if_several, number, one_of, whole_number
from referee.dashboard.deeds.deed import Deed, Pick, Refused, advance
from referee.dashboard.tournament import blinds_and_prizes, clock
from referee.tournaments.actions import announcing
from referee.tournaments.state.settings import Counts, Format, SettingsChange

LONG = "9" * 5000
BLINDS = {"which": "1", "stack": "5000", "hours": "3", "preset": "usual", "re-entries": "0", "until": "", "add-on": "0"}


@pytest.mark.parametrize(
    ("deed", "answered", "typed"),
    [
        (penalties.give, {"who": "Ann"}, {"what": LONG}),
        (seasons.new, {"name": "2027-28", "days": "2027-08-16 to 2028-05-31"}, {"best": LONG}),
        (clock.add, {}, {"minutes": LONG}),
        (clock.add, {}, {"minutes": "--5"}),
        (blinds_and_prizes.blinds, {"which": "1", "stack": "5000"}, {"hours": "1e999999999"}),
        (blinds_and_prizes.blinds, {**BLINDS, "entry": "10"}, {"percents": f"50 50 {LONG}"}),
    ],
)
def test_a_number_of_any_length_is_refused_by_its_words(
    evening: Club, deed: Callable[[], Deed[Any]], answered: Mapping[str, str], typed: Mapping[str, str]
) -> None:
    announcement = SettingsChange("texas-holdem", Sizes(2, 5), (("counts", Counts.NOTHING),))
    announcing.announce(evening, "Winter Stacks", Format.FREEZE_OUT, announcement, seed=3)
    with pytest.raises(Refused, match=r"^Invalid ") as refused:
        advance(evening, deed(), {**answered, **typed})
    assert refused.value.about == next(iter(typed))


@pytest.mark.parametrize("deed", [importing.import_file, importing.check, calendar.load])
def test_a_file_of_a_user_whom_this_computer_does_not_know_is_refused_by_its_name(
    club: Club, deed: Callable[[], Deed[Any]]
) -> None:
    with pytest.raises(Refused, match="this computer has no such user"):
        advance(club, deed(), {"file": "~nosuch/a.csv"})


@pytest.mark.parametrize("typed", ["", "-", "x", "1.5", "-1", "1001", "9" * 5000, "1 2"])
def test_what_is_no_whole_number_within_its_bounds_is_refused_by_what_was_typed(typed: str) -> None:
    with pytest.raises(ClubFault) as refused:
        whole_number(typed, "1 to 1000", 1, 1000, "number of tables")
    assert str(refused.value) == f"Invalid number of tables {typed!r}. Use 1 to 1000."


def test_a_number_is_read_and_one_that_is_not_needed_may_be_left_blank(evening: Club) -> None:
    read = number("a number such as 5", -600)
    assert [read(evening, {}, each) for each in ("007", "-5", "")] == ["7", "-5", ""]


def test_which_is_meant_is_asked_of_several_and_of_none_it_is_said_that_there_is_none() -> None:
    several = one_of("Which?", map(Pick, ("one", "other")), "There is none.")
    assert several.choices_only
    assert if_several("Which?", several.picks) == several
    assert if_several("Which?", several.picks[:1], "There is none.") is None
    assert if_several("Which?", ()) is None
    with pytest.raises(ClubFault, match=r"There is none\."):
        if_several("Which?", (), "There is none.")
