"""Disputes at the desk: opened on a line, read with everything about them, decided, and appealed against."""

from dataclasses import replace

import pytest

from referee.club.disputes import deciding, disputes, opening
from referee.club.disputes.view import DisputeDecisionKind
from referee.club.folder import Club
from referee.club.match import ending, matches, recording, starting
from referee.club.match.log import DecisionKind
from referee.club.people import officers
from referee.dashboard.table.match import MatchScreen
from tests.dashboard.conftest import NAMES
from tests.dashboard.piloting import LARGE, SMALL, Officer, at_the_desk

pytestmark = pytest.mark.screen


def asked(officer: Officer) -> str:
    return " ".join(officer.reads().replace("│", " ").split())


@pytest.fixture
def table(evening: Club) -> int:
    """A table of Play or Pay at which Ben skipped the 6H by playing the 9H."""
    number = starting.start(evening, "play-or-pay", NAMES[:4]).number
    for line in ("deal by Dee", "Ann plays 5H", "Ben plays 9H"):
        recording.log(evening, number, line)
    return number


async def test_a_dispute_is_opened_on_the_marked_line_with_its_claim(evening: Club, table: int) -> None:
    async with at_the_desk(evening) as officer:
        await officer.press("enter", "escape", "d")
        assert "Dispute line 3, Ben plays 9♥?" in officer.reads()
        await officer.type("Ben says it was the six", "enter")
        assert officer.on("dispute")
        await officer.press("escape")
        assert isinstance(officer.app.screen, MatchScreen)
        await officer.press("d")
        assert "Ben says it was the six" in officer.reads()
        assert officer.on("dispute")
    (dispute,) = disputes.disputes(evening)
    assert (dispute.match, dispute.line, dispute.claim) == (table, 3, "Ben says it was the six")
    assert dispute.is_open


async def test_what_was_said_of_a_line_before_it_was_disputed_stands_there_no_more(evening: Club, table: int) -> None:
    async with at_the_desk(evening) as officer:
        await officer.press("enter")
        await officer.type("Ben plays 6H", "enter")
        assert "Line 4 recorded: legal." in officer.reads()
        await officer.press("escape", "d", "enter", "escape")
        assert isinstance(officer.app.screen, MatchScreen)
        assert "recorded" not in officer.reads()


async def test_going_back_from_the_question_opens_no_dispute(evening: Club, table: int) -> None:
    async with at_the_desk(evening) as officer:
        await officer.press("enter", "escape", "d", "escape")
        assert isinstance(officer.app.screen, MatchScreen)
    assert disputes.disputes(evening) == []


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_it_shows_everything_that_a_decision_needs(evening: Club, table: int, size: tuple[int, int]) -> None:
    first = opening.open_on_line(evening, table, 3)
    deciding.decide(evening, first.number, reason="five then six")
    other = starting.start(evening, "play-or-pay", NAMES[:4]).number
    for line in ("deal by Dee", "Ann plays 5H", "Ben plays 9H"):
        recording.log(evening, other, line)
    dispute = opening.open_on_line(evening, other, 3, claim="Cal saw the six")

    async with at_the_desk(evening, size) as officer:
        await officer.press("D", "enter")
        seen = officer.reads()
        assert "Play or Pay table 2 line 3 open" in seen
        assert "by Fay: Cal saw the six" in seen
        assert "line 3 Ben plays 9♥" in seen
        assert "illegal 6♥ is wanted after 5♥, not 9♥." in seen
        assert f"{dispute.clause}: {dispute.rule}" in seen
        assert "Instead: Ben plays 6♥" in seen
        assert "Not decided yet." in seen
        await officer.press("pagedown")
        seen += officer.reads()
        assert f"Earlier disputes on {dispute.clause}" in seen
        assert "dispute 1, table 1 line 3: upheld: five then six" in seen


async def test_overruling_needs_a_reason_and_lets_the_line_stand(evening: Club, table: int) -> None:
    opening.open_on_line(evening, table, 3)

    async with at_the_desk(evening) as officer:
        await officer.press("D", "enter", "x")
        assert "Overrule the rulebook and let line 3 stand? Reason:" in officer.reads()
        await officer.press("enter")
        assert "Type an answer" in officer.reads()
        await officer.type("agreed last week", "enter")
        assert "Dispute 1: overruled. Line 3 of table 1 stands." in officer.reads()
        assert "by Fay: agreed last week" in officer.reads()
        await officer.press("l")
        assert "! Dispute 1 was already overruled. An appeal reopens it: " in officer.reads()
    assert disputes.show(evening, 1).decisions[-1].kind is DisputeDecisionKind.OVERRULED
    assert matches.show(evening, table).log[2].decision is DecisionKind.STANDS


async def test_a_decision_that_follows_the_rulebook_can_be_appealed_against(evening: Club, table: int) -> None:
    opening.open_on_line(evening, table, 3)

    async with at_the_desk(evening) as officer:
        await officer.press("D", "enter", "d")
        assert "! Dispute 1 is open, so there is no decision to appeal against." in officer.reads()
        await officer.press("l", "enter")
        assert "Dispute 1: upheld." in officer.reads()
        await officer.press("d")
        await officer.type("a witness came", "enter")
        assert "Who appeals? (optional)" in officer.reads()
        await officer.press("2")
        assert "open on appeal" in officer.reads()
    assert disputes.show(evening, 1).decisions[-1].appellant == "Ben"
    assert [each.kind for each in disputes.show(evening, 1).decisions] == [
        DisputeDecisionKind.UPHELD,
        DisputeDecisionKind.APPEALED,
    ]


async def test_the_list_has_those_that_wait_and_a_key_brings_the_decided(evening: Club, table: int) -> None:
    opening.open_on_line(evening, table, 3, claim="Cal saw the six")
    deciding.decide(evening, 1)

    async with at_the_desk(evening) as officer:
        await officer.press("D")
        assert officer.on("disputes")
        assert "Cal saw the six" not in officer.reads()
        await officer.press("enter")
        assert "! No dispute waits for a decision." in officer.reads()
        await officer.press("a")
        assert "upheld table 1 line 3: Cal saw the six" in officer.reads()
        await officer.press("enter")
        assert officer.on("dispute")


async def test_who_may_not_decide_hears_so_first_and_goes_on_when_an_officer_has_signed_in(
    evening: Club, table: int
) -> None:
    opening.open_on_line(evening, table, 3)
    officers.elect(evening, "Ann", "referee")

    async with at_the_desk(replace(evening, actor="Ben"), LARGE) as officer:
        await officer.press("D", "enter", "x")
        assert "Only an officer may overrule the rulebook, and Ben is not an officer. Officers: Ann." in asked(officer)
        await officer.press("1")
        assert "Overrule the rulebook and let line 3 stand? Reason:" in asked(officer)
        await officer.press("1")
        assert "Dispute 1: overruled." in officer.reads()
    assert disputes.show(evening, 1).decisions[-1].by == "Ann"


async def test_an_appeal_is_not_heard_by_the_officer_who_decided_which_is_said_first(evening: Club, table: int) -> None:
    opening.open_on_line(evening, table, 3)
    for name in ("Ann", "Ben"):
        officers.elect(evening, name, "referee")
    ann = replace(evening, actor="Ann")
    deciding.decide(ann, 1)
    deciding.appeal(ann, 1, reason="a witness came")

    async with at_the_desk(ann, LARGE) as officer:
        await officer.press("D", "enter", "x")
        assert "Dispute 1 was decided by Ann. Another officer hears an appeal." in asked(officer)
        await officer.type("Ben", "enter")
        assert "Overrule the rulebook and let line 3 stand? Reason:" in asked(officer)


async def test_at_a_table_that_is_over_the_effect_of_a_decision_is_shown_first(evening: Club, table: int) -> None:
    ending.result(evening, table, places=[["Ann"], ["Ben"], ["Cal"], ["Dee"]])
    ending.finish(evening, table)
    opening.open_on_line(evening, table, 3)

    async with at_the_desk(evening, LARGE) as officer:
        await officer.press("D", "enter", "x")
        await officer.type("agreed last week", "enter")
        assert "Overrule the ruling of dispute 1. agreed last week" in asked(officer)
        assert "line 3" in asked(officer)
        assert disputes.show(evening, 1).is_open
        await officer.press("enter")
        assert "Dispute 1: overruled." in officer.reads()


async def test_the_play_in_dispute_is_given_up_from_the_palette(evening: Club, table: int) -> None:
    opening.open_on_line(evening, table, 3)

    async with at_the_desk(evening, LARGE) as officer:
        await officer.press("D", "enter", "ctrl+p")
        await officer.type("repl", "enter")
        assert "r  Replay: the lines from there on are undone" in officer.sees()
        await officer.press("r")
        assert "Have the play in dispute 1 replayed. Reason:" in asked(officer)
        await officer.type("the card was seen", "enter")
        assert "Dispute 1: replayed." in officer.reads()


async def test_an_empty_list_of_all_disputes_sends_to_no_key_that_would_show_more(evening: Club) -> None:
    async with at_the_desk(evening) as officer:
        await officer.press("D")
        assert "a shows all disputes, or only the open ones" in officer.reads()
        await officer.press("a")
        assert "a shows the disputes that were decided" not in officer.reads()
