from collections.abc import Iterator

import pytest

from referee.club.folder import Club
from referee.club.match import recording
from tests.club.conftest import club, monday  # noqa: F401 - fixtures
from tests.club.phones.conftest import Evening
from tests.patience import wait
from tests.phones.serving import Phone, phones

FOUR = ("Ann", "Ben", "Cal", "Dee")
ANN, BEN, CAL, DEE = range(4)


class Served(Evening):
    """An evening of one table that has been dealt, whose phones are served."""

    def __init__(self, club: Club, blank: Phone) -> None:  # noqa: F811 - the fixture
        super().__init__(club)
        self.blank = blank

    def phone_of(self, seat: int | str, table: int = 1) -> Phone:
        """A new phone that is paired with a seat."""
        return Phone(self.blank.port).join(self.code(table), seat)

    def wait_for_table(self, table: int) -> None:
        """Wait until the server knows of a table that was just started."""
        wait(lambda: f"Table {table}" in self.blank.get("/e").told)


@pytest.fixture
def evening(club: Club) -> Evening:  # noqa: F811 - the fixture
    evening = Evening(club)
    recording.log_line(club, evening.start(*FOUR), "deal by Dee")
    return evening


@pytest.fixture
def served(evening: Evening) -> Iterator[Served]:
    with phones(evening.club) as blank:
        yield Served(evening.club, blank)
