from typing import Any

import pytest

from referee.club.folder import Club
from referee.club.match import matches
from referee.club.phones import calls, pairing, reports
from referee.club.phones.evening_state import Reason
from tests.club.phones.conftest import Evening
from tests.dashboard.piloting import Officer


class Phones(Evening):
    """Two tables of two, each with a code, and a phone for each seat."""

    def __init__(self, club: Club) -> None:
        super().__init__(club)
        self.start("Ann", "Ben")
        self.start("Cal", "Dee")
        self.tokens = {name: self.pair(name, table) for table, names in TABLES.items() for name in names}

    def call(self, name: str, reason: Reason) -> None:
        self.do(calls.call, self.tokens[name], reason)

    def report(self, name: str, *order: str) -> None:
        self.do(reports.report_result, self.tokens[name], [[self.numbers[each]] for each in order])

    def agree(self, name: str, *order: str) -> None:
        places = tuple((self.numbers[each],) for each in order)
        self.do(reports.answer, self.tokens[name], yes=True, places=places)

    def writes(self, token: str) -> bool:
        phone = self.now.phone(pairing.id_of(token))
        return bool(phone and phone.writes)

    def over(self, match: int) -> bool:
        return matches.show(self.club, match).finished_at is not None


TABLES = {1: ("Ann", "Ben"), 2: ("Cal", "Dee")}


@pytest.fixture
def phones(evening: Club) -> Phones:
    return Phones(evening)


async def mark(officer: Officer, *words: str) -> None:
    """Go down until the marked row has these words in it."""
    listing: Any = officer.app.screen.query_one("#list")
    await officer.press("home")
    for _ in range(40):
        row = " ".join(listing.list_rows[listing.cursor_row].cells)
        if all(word in row for word in words):
            return
        await officer.press("down")
    raise AssertionError(officer.sees())
