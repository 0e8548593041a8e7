"""The appeal: what was known, which clause, who decided, what changed."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from referee.club.calendar import sessions
from referee.club.corrections import impact
from referee.club.disputes import deciding, disputes, opening
from referee.club.disputes.remedies import Remedy
from referee.club.disputes.view import DisputeDecisionKind
from referee.club.file.audit import audit
from referee.club.folder import Club
from referee.club.match import correction_notes, ending, matches, recording
from referee.club.standings import season_end
from referee.club.text.faults import ClubFault, UnknownName
from referee.rules import Verdict
from referee.store.events.event import Event
from referee.store.events.log import events
from tests.club.conftest import NAMES, in_a_file


def counts(club: Club, table: int, number: int) -> bool:
    return matches.show(club, table).log[number - 1].counts


def test_following_the_rulebook_changes_nothing(club: Club, table: int, line: int) -> None:
    dispute = deciding.decide(club.with_actor("Gus"), opening.open_on_line(club, table, line).number)
    assert not dispute.is_open
    assert [(decision.kind, decision.changed, decision.by) for decision in dispute.decisions] == [
        (DisputeDecisionKind.UPHELD, "", "Gus")
    ]
    assert not counts(club, table, line)


def test_overruling_an_illegal_line_lets_it_stand(club: Club, table: int, line: int) -> None:
    number = opening.open_on_line(club, table, line).number
    with pytest.raises(ClubFault, match="needs a reason"):
        deciding.decide(club, number, remedy=Remedy.OVERRULE)
    dispute = deciding.decide(club, number, remedy=Remedy.OVERRULE, reason="Ben had agreed")
    assert dispute.decisions[0].changed == f"Line {line} of table {table} stands."
    assert counts(club, table, line)
    assert matches.show(club, table).log[line - 1].reason == "Ben had agreed"
    assert audit(club).differences == ()


def test_overruling_a_legal_line_takes_it_back(club: Club, table: int, line: int) -> None:
    dispute = opening.open_on_line(club, table, 3)
    assert dispute.verdict is Verdict.LEGAL
    dispute = deciding.decide(club, dispute.number, remedy=Remedy.OVERRULE, reason="the five lay under the table")
    assert dispute.decisions[0].changed == f"Line 3 of table {table} is undone."
    assert not counts(club, table, 3)


def test_an_appeal_reopens_a_dispute_and_may_put_the_line_as_it_was(club: Club, table: int, line: int) -> None:
    number = opening.open_on_line(club, table, line).number
    with pytest.raises(ClubFault, match="no decision to appeal against"):
        deciding.appeal(club, number, reason="unfair")
    deciding.decide(club, number, remedy=Remedy.OVERRULE, reason="Ben had agreed")
    with pytest.raises(ClubFault, match="was already overruled"):
        deciding.decide(club, number)
    assert deciding.appeal(club, number, reason="Ben had not").is_open
    assert counts(club, table, line)
    dispute = deciding.decide(club.with_actor("Gus"), number, reason="Ben was asked")
    assert not counts(club, table, line)
    assert [decision.kind for decision in dispute.decisions] == [
        DisputeDecisionKind.OVERRULED,
        DisputeDecisionKind.APPEALED,
        DisputeDecisionKind.UPHELD,
    ]
    assert dispute.decisions[2].changed == f"Line {line} of table {table} is undone."


def test_a_decision_made_at_the_table_is_not_undone_by_following_the_rulebook(
    club: Club, table: int, line: int
) -> None:
    recording.let_stand(club, table, line, reason="nobody saw it in time")
    deciding.decide(club, opening.open_on_line(club, table, line).number)
    assert counts(club, table, line)


def test_earlier_disputes_on_the_same_clause_are_found(club: Club, table: int, line: int) -> None:
    first = opening.open_on_line(club, table, line)
    other = opening.open_on_facts(club, "big-two", ["Ben plays 4D 4H", "Ann plays 6D"])
    second = opening.open_on_facts(club, "big-two", ["Ben plays 4D", "Ann plays 3D"])
    assert (first.clause, other.clause, second.clause) == ("big-two 4.5", "big-two 4.4", "big-two 4.5")
    assert second.earlier == (first.number,)
    deciding.decide(club, first.number)
    assert [dispute.number for dispute in disputes.disputes(club, is_open=True)] == [other.number, second.number]
    assert [dispute.number for dispute in disputes.disputes(club, is_open=False)] == [first.number]
    assert [dispute.number for dispute in disputes.disputes(club, clause="big-two 4.5")] == [
        first.number,
        second.number,
    ]
    assert [dispute.number for dispute in disputes.disputes(club, clause="4.4")] == [other.number]
    with pytest.raises(UnknownName, match="no dispute 9"):
        disputes.show(club, 9)


def test_a_decision_tells_which_other_lines_it_turns(club: Club, table: int, line: int) -> None:
    recording.undo_line(club, table, line)
    recording.log_line(club, table, "Cal plays 6S")
    number = opening.open_on_line(club, table, 3).number
    dispute = deciding.decide(club, number, remedy=Remedy.OVERRULE, reason="the five lay under the table")
    # Ben has still to play on Ann's three, so that it was not Cal's turn.
    assert dispute.decisions[0].changed == f"Line 3 of table {table} is undone. Line 5 is now illegal."


@in_a_file("a trigger of SQLite cuts it off")
def test_a_decision_and_what_it_changed_are_written_together_or_not_at_all(club: Club, table: int, line: int) -> None:
    number = opening.open_on_line(club, table, line).number
    with closing(sqlite3.connect(club.store.path)) as connection:
        connection.execute(
            "CREATE TRIGGER power_cut BEFORE INSERT ON event WHEN NEW.kind = 'dispute ruled' "
            "BEGIN SELECT RAISE(ABORT, 'power cut'); END"
        )
    with pytest.raises(Exception, match="power cut"):
        deciding.decide(club, number, remedy=Remedy.OVERRULE, reason="Ben had agreed")
    assert not counts(club, table, line)
    assert disputes.show(club, number).is_open


WHY = "Ben had agreed, and Cal too"


@pytest.fixture
def challenged(club: Club, table: int, line: int) -> Club:
    """The club when Ann has won the table at which Cal's line was illegal, and has challenged it."""
    ending.record_result(club, table, places=[[name] for name in NAMES[:4]])
    ending.finish(club, table, undecided=True)
    opening.open_on_line(club, table, line)
    return club


def written(club: Club, after: int = 0) -> list[Event]:
    with club.reading() as tx:
        return list(events(tx, tx.club, after=after))


def test_a_void_match_is_one_event_with_each_line_and_what_has_come_of_it(
    challenged: Club, table: int, line: int
) -> None:
    last = len(written(challenged))
    dispute = deciding.decide(challenged, 1, remedy=Remedy.VOID_MATCH, reason=WHY)
    [ruled] = written(challenged, last)
    assert (ruled.kind, ruled.match) == ("dispute ruled", table)
    lines = range(1, line + 2)  # the result is the last of them
    assert [(each["number"], each["kind"]) for each in ruled.data["decided"]] == [(n, "struck") for n in lines]
    assert ruled.data["came"] == {"finished": None, "placings": []}
    assert dispute.decisions[0].changed.endswith("The match has no result now.")
    match = matches.show(challenged, table)
    assert {line.reason for line in match.log} == {WHY}
    assert (match.finished_at, match.places) == (None, ())
    assert audit(challenged).differences == ()


def test_a_decision_on_appeal_puts_back_what_the_one_before_it_did(challenged: Club, table: int, line: int) -> None:
    deciding.decide(challenged, 1, remedy=Remedy.OVERRULE, reason=WHY)
    deciding.appeal(challenged, 1, reason="Dee had not")
    last = len(written(challenged))
    deciding.decide(challenged.with_actor("Gus"), 1)
    [ruled] = written(challenged, last)
    assert [(each["number"], each["kind"]) for each in ruled.data["decided"]] == [(line, "taken back")]
    assert not matches.show(challenged, table).log[line - 1].counts
    assert ruled.data["came"]["finished"]
    assert disputes.show(challenged, 1).decisions[-1].changed == f"Line {line} of table {table} is undone."


def test_in_a_closed_season_it_is_a_correction_too(challenged: Club, table: int, line: int) -> None:
    opening.open_on_line(challenged, table, line - 1)
    sessions.close_session(challenged)
    later = replace(challenged, clock=lambda: datetime(2027, 6, 1, 16, tzinfo=UTC))
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


def test_what_it_would_change_at_the_table_is_told_before(challenged: Club, table: int, line: int) -> None:
    found = impact.dry_run(challenged, lambda one: deciding.decide(one, 1, remedy=Remedy.OVERRULE, reason=WHY))
    [told] = found.tables
    assert (told.table, [ruling_change.line for ruling_change in told.turned]) == (table, [line])
