"""Rows with values that the program does not store: what is said of them, and what a repair does."""

import pytest

from referee.club.file.audit import audit
from referee.club.file.repair import repair
from referee.club.folder import Club
from referee.store import session_state
from referee.store.faults import StoreUnreadable
from referee.store.hints import Do
from referee.store.plain_rows import Member, select_rows
from tests.cli.running import referee
from tests.club.conftest import place, tampering


def test_a_damaged_row_is_named_with_its_table_and_the_repair(club: Club) -> None:
    with tampering(club) as sql:
        sql.do("UPDATE member SET joined_at = 'zz' WHERE name = 'Ben'")
    with club.reading() as tx, pytest.raises(StoreUnreadable) as raised:
        select_rows(tx, Member)
    assert str(raised.value) == "Row 2 of the table member is damaged: joined_at 'zz' is not a moment."
    assert [hint.action for hint in raised.value.hints] == [Do.AUDIT, Do.REPAIR]
    answer = referee("member", "list", club=place(club))
    assert answer.code == 3
    assert "referee audit --repair" in answer.err
    assert referee("audit", "--repair", club=place(club)).code == 0
    assert "Ben" in referee("member", "list", club=place(club)).out


@pytest.mark.parametrize("data", ["zz", "[]", "{}", '{"code": 7}'])
def test_state_of_phones_that_cannot_be_read_is_named_and_removed(club: Club, data: str) -> None:
    with club.writing() as tx:
        session_state.put(tx, 1, "code", "1", {"code": "ABCD"})
        session_state.put(tx, 1, "code", "2", {"code": "EFGH"})
    with tampering(club) as sql:
        sql.do("UPDATE passing SET data = ? WHERE name = '2'", data)
    (difference,) = audit(club).differences
    assert ": The code '2' of the phones cannot be read" in str(difference)
    assert repair(club).now.differences == ()
    with club.reading() as tx:
        assert [state.name for state in session_state.session_states(tx, 1)] == ["1"]
