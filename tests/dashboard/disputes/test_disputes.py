"""Disputes at the desk: opened on a line, read with everything about them, decided, and appealed against."""

from dataclasses import replace

import pytest

from referee.club.disputes import deciding, disputes, opening
from referee.club.disputes.view import DisputeDecisionKind
from referee.club.folder import Club
from referee.club.match import matches, starting
from referee.club.match.log import DecisionKind
from referee.club.people import officers
from referee.dashboard.table.match import MatchScreen
from tests.club.conftest import write_down
from tests.dashboard.conftest import NAMES, end
from tests.dashboard.piloting import LARGE, SMALL, at_the_desk

pytestmark = pytest.mark.screen


@pytest.fixture
def table(evening: Club) -> int:
    """A table of Play or Pay at which Ben skipped the 6H by playing the 9H."""
    number = starting.start_table(evening, "play-or-pay", NAMES[:4]).number
    write_down(evening, number, ("deal by Dee", "Ann plays 5H", "Ben plays 9H"))
    return number


async def test_a_dispute_is_opened_on_the_marked_line_with_its_claim(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter", "escape", "d", shows="Dispute line 3, Ben plays 9♥?") as officer:
        await officer.type("Ben says it was the six", "enter")
        assert officer.on("dispute")
        await officer.press("escape")
        assert isinstance(officer.app.screen, MatchScreen)
        await officer.press("d", shows="Ben says it was the six")
        assert officer.on("dispute")
    (dispute,) = disputes.disputes(evening)
    assert (dispute.match, dispute.line, dispute.claim) == (table, 3, "Ben says it was the six")
    assert dispute.is_open


async def test_what_was_said_of_a_line_before_it_was_disputed_stands_there_no_more(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter") as officer:
        await officer.type("Ben plays 6H", "enter", shows="Line 4 recorded: legal.")
        await officer.press("escape", "d", "enter", "escape")
        assert isinstance(officer.app.screen, MatchScreen)
        assert "recorded" not in officer.reads()


async def test_going_back_from_the_question_opens_no_dispute(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter", "escape", "d", "escape") as officer:
        assert isinstance(officer.app.screen, MatchScreen)
    assert disputes.disputes(evening) == []


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_it_shows_everything_that_a_decision_needs(evening: Club, table: int, size: tuple[int, int]) -> None:
    first = opening.open_on_line(evening, table, 3)
    deciding.decide(evening, first.number, reason="five then six")
    number = starting.start_table(evening, "play-or-pay", NAMES[:4]).number
    write_down(evening, number, ("deal by Dee", "Ann plays 5H", "Ben plays 9H"))
    dispute = opening.open_on_line(evening, number, 3, claim="Cal saw the six")

    async with at_the_desk(evening, "D", "enter", size=size) as officer:
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

    async with at_the_desk(evening, "D", "enter", "x") as officer:
        assert "Overrule the rulebook and let line 3 stand? Reason:" in officer.reads()
        await officer.press("enter", shows="Type an answer")
        await officer.type("agreed last week", "enter", shows="Dispute 1: overruled. Line 3 of table 1 stands.")
        assert "by Fay: agreed last week" in officer.reads()
        await officer.press("l", shows="! Dispute 1 was already overruled. An appeal reopens it: ")
    assert disputes.show(evening, 1).decisions[-1].kind is DisputeDecisionKind.OVERRULED
    assert matches.show(evening, table).log[2].decision is DecisionKind.STANDS


async def test_a_decision_that_follows_the_rulebook_can_be_appealed_against(evening: Club, table: int) -> None:
    opening.open_on_line(evening, table, 3)

    async with at_the_desk(evening, "D", "enter", "d") as officer:
        assert "! Dispute 1 is open, so there is no decision to appeal against." in officer.reads()
        await officer.press("l", "enter", shows="Dispute 1: upheld.")
        await officer.press("d")
        await officer.type("a witness came", "enter", shows="Who appeals? (optional)")
        await officer.press("2", shows="open on appeal")
    assert disputes.show(evening, 1).decisions[-1].appellant == "Ben"
    assert [decision.kind for decision in disputes.show(evening, 1).decisions] == [
        DisputeDecisionKind.UPHELD,
        DisputeDecisionKind.APPEALED,
    ]


async def test_the_list_has_those_that_wait_and_a_key_brings_the_decided(evening: Club, table: int) -> None:
    opening.open_on_line(evening, table, 3, claim="Cal saw the six")
    deciding.decide(evening, 1)

    async with at_the_desk(evening, "D") as officer:
        assert officer.on("disputes")
        assert "Cal saw the six" not in officer.reads()
        await officer.press("enter", shows="! No dispute waits for a decision.")
        await officer.press("a", shows="upheld table 1 line 3: Cal saw the six")
        await officer.press("enter")
        assert officer.on("dispute")


async def test_who_may_not_decide_hears_so_first_and_goes_on_when_an_officer_has_signed_in(
    evening: Club, table: int
) -> None:
    opening.open_on_line(evening, table, 3)
    officers.elect(evening, "Ann", "referee")

    async with at_the_desk(replace(evening, actor="Ben"), "D", "enter", "x", size=LARGE) as officer:
        assert "Only an officer may overrule the rulebook, and Ben is not an officer. Officers: Ann." in officer.reads()
        await officer.press("1", shows="Overrule the rulebook and let line 3 stand? Reason:")
        await officer.press("1", shows="Dispute 1: overruled.")
    assert disputes.show(evening, 1).decisions[-1].by == "Ann"


async def test_an_appeal_is_not_heard_by_the_officer_who_decided_which_is_said_first(evening: Club, table: int) -> None:
    opening.open_on_line(evening, table, 3)
    for name in ("Ann", "Ben"):
        officers.elect(evening, name, "referee")
    ann = replace(evening, actor="Ann")
    deciding.decide(ann, 1)
    deciding.appeal(ann, 1, reason="a witness came")

    async with at_the_desk(ann, "D", "enter", "x", size=LARGE) as officer:
        assert "Dispute 1 was decided by Ann. An appeal needs another officer." in officer.reads()
        await officer.type("Ben", "enter", shows="Overrule the rulebook and let line 3 stand? Reason:")


async def test_at_a_table_that_is_over_the_effect_of_a_decision_is_shown_first(evening: Club, table: int) -> None:
    end(evening, table, "Ann", "Ben", "Cal", "Dee")
    opening.open_on_line(evening, table, 3)

    async with at_the_desk(evening, "D", "enter", "x", size=LARGE) as officer:
        await officer.type("agreed last week", "enter", shows="Overrule the ruling of dispute 1. agreed last week")
        assert "line 3" in officer.reads()
        assert disputes.show(evening, 1).is_open
        await officer.press("enter", shows="Dispute 1: overruled.")


async def test_the_play_in_dispute_is_given_up_from_the_palette(evening: Club, table: int) -> None:
    opening.open_on_line(evening, table, 3)

    async with at_the_desk(evening, "D", "enter", "ctrl+p", size=LARGE) as officer:
        await officer.type("repl", "enter")
        assert "r  Replay: the lines from there on are undone" in officer.sees()
        await officer.press("r", shows="Have the play in dispute 1 replayed. Reason:")
        await officer.type("the card was seen", "enter", shows="Dispute 1: replayed.")


async def test_an_empty_list_of_all_disputes_sends_to_no_key_that_would_show_more(evening: Club) -> None:
    async with at_the_desk(evening, "D", shows="a shows all disputes, or only the open ones") as officer:
        await officer.press("a")
        assert "a shows the disputes that were decided" not in officer.reads()
