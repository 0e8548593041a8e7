"""Whatever a decided dispute changes at its table is in the one event by which it is decided."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from referee.club.calendar import sessions
from referee.club.corrections import impact
from referee.club.disputes import deciding, disputes, opening
from referee.club.disputes.remedies import Remedy
from referee.club.file.audit import audit
from referee.club.folder import Club
from referee.club.match import correction_notes, ending, matches
from referee.club.standings import season_end
from referee.store.events.event import Event
from referee.store.events.log import events
from tests.club.conftest import NAMES

WHY = "Ben had agreed, and Cal too"


@pytest.fixture
def over(club: Club, table: int, line: int) -> Club:
    """The club when Ann has won the table at which Cal's line was illegal, and has challenged it."""
    ending.result(club, table, places=[[name] for name in NAMES[:4]])
    ending.finish(club, table, undecided=True)
    opening.open_on_line(club, table, line)
    return club


def written(club: Club, after: int = 0) -> list[Event]:
    with club.reading() as tx:
        return list(events(tx, tx.club, after=after))


def test_a_void_match_is_one_event_with_each_line_and_what_has_come_of_it(over: Club, table: int, line: int) -> None:
    last = len(written(over))
    dispute = deciding.decide(over, 1, remedy=Remedy.VOID_MATCH, reason=WHY)
    [ruled] = written(over, last)
    assert (ruled.kind, ruled.match) == ("dispute ruled", table)
    lines = range(1, line + 2)  # the result is the last of them
    assert [(each["number"], each["kind"]) for each in ruled.data["decided"]] == [(n, "struck") for n in lines]
    assert ruled.data["came"] == {"finished": None, "placings": []}
    assert dispute.decisions[0].changed.endswith("The match has no result now.")
    shown = matches.show(over, table)
    assert {each.reason for each in shown.log} == {WHY}
    assert (shown.finished_at, shown.places) == (None, ())
    assert audit(over).differences == ()


def test_a_decision_on_appeal_puts_back_what_the_one_before_it_did(over: Club, table: int, line: int) -> None:
    deciding.decide(over, 1, remedy=Remedy.OVERRULE, reason=WHY)
    deciding.appeal(over, 1, reason="Dee had not")
    last = len(written(over))
    deciding.decide(over.by("Gus"), 1)
    [ruled] = written(over, last)
    assert [(each["number"], each["kind"]) for each in ruled.data["decided"]] == [(line, "taken back")]
    assert not matches.show(over, table).log[line - 1].counts
    assert ruled.data["came"]["finished"]
    assert disputes.show(over, 1).decisions[-1].changed == f"Line {line} of table {table} is undone."


def test_in_a_closed_season_it_is_a_correction_too(over: Club, table: int, line: int) -> None:
    opening.open_on_line(over, table, line - 1)
    sessions.close_session(over)
    later = replace(over, clock=lambda: datetime(2027, 6, 1, 16, tzinfo=UTC))
    season_end.close(later, "2026-27")
    last = len(written(later))
    deciding.decide(later, 1)  # which changes nothing
    deciding.decide(later, 2, remedy=Remedy.OVERRULE, reason=WHY)
    nothing, ruled = written(later, last)
    assert "mark" not in nothing.data
    [noted] = correction_notes.corrections(later)
    assert (noted.number, noted.what, noted.reason, noted.mark) == (
        ruled.n,
        f"line {line - 1}",
        WHY,
        "in a closed season",
    )
    assert disputes.show(later, 2).decisions[-1].reason == WHY


def test_what_it_would_change_at_the_table_is_told_before(over: Club, table: int, line: int) -> None:
    found = impact.rehearse(over, lambda one: deciding.decide(one, 1, remedy=Remedy.OVERRULE, reason=WHY))
    [told] = found.tables
    assert (told.table, [each.line for each in told.turned]) == (table, [line])
