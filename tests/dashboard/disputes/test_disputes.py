"""Disputes at the desk: opened on a line, read with everything about them, decided, and appealed against."""

import pytest

from referee.club.disputes import deciding, disputes, opening
from referee.club.disputes.view import DisputeDecisionKind
from referee.club.folder import Club
from referee.club.match import matches, recording, starting
from referee.club.match.log import DecisionKind
from referee.dashboard.table.match import MatchScreen
from tests.dashboard.conftest import NAMES
from tests.dashboard.piloting import LARGE, SMALL, Officer, at_the_desk

pytestmark = pytest.mark.screen


@pytest.fixture
def table(evening: Club) -> int:
    """A table of Play or Pay at which Ben skipped the 6H by playing the 9H."""
    number = starting.start(evening, "play-or-pay", NAMES[:4]).number
    for line in ("deal by Dee", "Ann plays 5H", "Ben plays 9H"):
        recording.log(evening, number, line)
    return number


def test_a_dispute_is_opened_on_the_marked_line_with_its_claim(evening: Club, table: int) -> None:
    async def play(officer: Officer) -> None:
        await officer.press("enter", "escape", "d")
        assert "Dispute line 3, Ben plays 9♥?" in officer.reads()
        await officer.type("Ben says it was the six", "enter")
        assert officer.on("dispute")
        await officer.press("escape")
        assert isinstance(officer.app.screen, MatchScreen)
        await officer.press("d")
        assert "Ben says it was the six" in officer.reads()
        assert officer.on("dispute")

    at_the_desk(evening, play)
    (dispute,) = disputes.disputes(evening)
    assert (dispute.match, dispute.line, dispute.claim) == (table, 3, "Ben says it was the six")
    assert dispute.is_open


def test_what_was_said_of_a_line_before_it_was_disputed_stands_there_no_more(evening: Club, table: int) -> None:
    async def play(officer: Officer) -> None:
        await officer.press("enter")
        await officer.type("Ben plays 6H", "enter")
        assert "Line 4 recorded: legal." in officer.reads()
        await officer.press("escape", "d", "enter", "escape")
        assert isinstance(officer.app.screen, MatchScreen)
        assert "recorded" not in officer.reads()

    at_the_desk(evening, play)


def test_going_back_from_the_question_opens_no_dispute(evening: Club, table: int) -> None:
    async def play(officer: Officer) -> None:
        await officer.press("enter", "escape", "d", "escape")
        assert isinstance(officer.app.screen, MatchScreen)

    at_the_desk(evening, play)
    assert disputes.disputes(evening) == []


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_it_shows_everything_that_a_decision_needs(evening: Club, table: int, size: tuple[int, int]) -> None:
    first = opening.open_on_line(evening, table, 3)
    deciding.decide(evening, first.number, reason="five then six")
    other = starting.start(evening, "play-or-pay", NAMES[:4]).number
    for line in ("deal by Dee", "Ann plays 5H", "Ben plays 9H"):
        recording.log(evening, other, line)
    dispute = opening.open_on_line(evening, other, 3, claim="Cal saw the six")

    async def play(officer: Officer) -> None:
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

    at_the_desk(evening, play, size=size)


def test_overruling_needs_a_reason_and_lets_the_line_stand(evening: Club, table: int) -> None:
    opening.open_on_line(evening, table, 3)

    async def play(officer: Officer) -> None:
        await officer.press("D", "enter", "x")
        assert "Overrule the rulebook and let line 3 stand? Reason:" in officer.reads()
        await officer.press("enter")
        assert "Type an answer" in officer.reads()
        await officer.type("agreed last week", "enter")
        assert "Dispute 1: overruled. Line 3 of table 1 stands." in officer.reads()
        assert "by Fay: agreed last week" in officer.reads()
        await officer.press("l")
        assert "! Already decided: overruled. d reopens the dispute on appeal." in officer.reads()

    at_the_desk(evening, play)
    assert disputes.show(evening, 1).decisions[-1].kind is DisputeDecisionKind.OVERRULED
    assert matches.show(evening, table).log[2].decision is DecisionKind.STANDS


def test_a_decision_that_follows_the_rulebook_can_be_appealed_against(evening: Club, table: int) -> None:
    opening.open_on_line(evening, table, 3)

    async def play(officer: Officer) -> None:
        await officer.press("D", "enter", "d")
        assert "There is no decision to appeal against" in officer.reads()
        await officer.press("l", "enter")
        assert "Dispute 1: upheld." in officer.reads()
        await officer.press("d")
        await officer.type("a witness came", "enter")
        assert "open on appeal" in officer.reads()

    at_the_desk(evening, play)
    assert [each.kind for each in disputes.show(evening, 1).decisions] == [
        DisputeDecisionKind.UPHELD,
        DisputeDecisionKind.APPEALED,
    ]


def test_the_list_has_those_that_wait_and_a_key_brings_the_decided(evening: Club, table: int) -> None:
    opening.open_on_line(evening, table, 3, claim="Cal saw the six")
    deciding.decide(evening, 1)

    async def play(officer: Officer) -> None:
        await officer.press("D")
        assert officer.on("disputes")
        assert "Cal saw the six" not in officer.reads()
        await officer.press("enter")
        assert "! No dispute waits for a decision." in officer.reads()
        await officer.press("a")
        assert "upheld table 1 line 3: Cal saw the six" in officer.reads()
        await officer.press("enter")
        assert officer.on("dispute")

    at_the_desk(evening, play)
