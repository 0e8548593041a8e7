from collections.abc import Callable
from typing import Any

import pytest

from referee.club.folder import Club
from referee.club.match import starting
from referee.club.phones import evening_state, pairing
from referee.club.phones.evening_state import Phone, PhoneEvening


class Evening:
    """Two tables of tonight as their phones see them: Ann and Ben, Cal and Dee at the first, Eve and Ann later on."""

    def __init__(self, club: Club) -> None:
        self.club = club
        with club.reading() as tx:
            session = evening_state.open_session(tx)
            self.numbers = {name: int(id) for id, name in tx.rows("SELECT id, name FROM member")}
        assert session
        self.session = session.id

    @property
    def now(self) -> PhoneEvening:
        with self.club.reading() as tx:
            return evening_state.read_evening(tx, self.session)

    def start(self, *names: str) -> int:
        number = starting.start_table(self.club, "big-two" if len(names) > 2 else "commune", names).number
        pairing.give_codes(self.club, self.session)
        return number

    def code(self, table: int = 1) -> str:
        return self.now.codes[table]

    def pair(self, name: str, table: int = 1, before: str = "") -> str:
        """Pair a phone of somebody and return its token."""
        member = self.numbers[name] if name else None
        return pairing.pair(self.club, self.session, self.code(table), member, before)

    def phone(self, token: str) -> Phone:
        found = self.now.phone(pairing.id_of(token))
        assert found
        return found

    def do(self, deed: Callable[..., Any], token: str, *args: Any, **given: Any) -> Any:
        """Do something by a phone."""
        return deed(self.club, self.session, self.phone(token), *args, **given)


@pytest.fixture
def evening(club: Club) -> Evening:
    return Evening(club)
