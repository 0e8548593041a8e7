"""What was challenged before: searched, opened and appealed from the desk."""

import pytest

from referee.club.disputes import deciding, disputes, opening
from referee.club.folder import Club
from tests.dashboard.piloting import at_the_desk

pytestmark = [pytest.mark.screen, pytest.mark.long]


@pytest.fixture
def decided(night: Club) -> Club:
    """The night with its dispute decided, and one on facts that waits."""
    deciding.decide(night, 1, reason="the cards were sticky")
    facts = ["deal by Dee", "Ann plays 5H", "Ben pays", "Cal plays 9H"]
    opening.open_on_facts(night, "play-or-pay", facts, claim="Cal thought that hearts were up")
    return night


async def test_a_dispute_is_found_by_words_of_its_decision_and_opened(decided: Club) -> None:
    async with at_the_desk(decided, "D", "slash") as officer:
        assert officer.on("precedents")
        assert "2 disputes" in officer.reads()
        await officer.type("STICKY", shows="1 dispute")
        assert "hearts were up" not in officer.reads()
        await officer.press("enter", "enter")
        assert officer.on("dispute")
        assert "Dispute 1" in officer.reads()


async def test_what_is_found_can_be_appealed(decided: Club) -> None:
    async with at_the_desk(decided, "D", "slash") as officer:
        await officer.type("sticky", "enter", "enter", "d")
        await officer.type("Ben found his six", "enter", "enter", shows="Dispute 1: open on appeal.")
        await officer.press("escape", shows="open on appeal")
    assert disputes.show(decided, 1).is_open


async def test_words_that_no_dispute_has_find_none_and_escape_shows_all_again(decided: Club) -> None:
    async with at_the_desk(decided, "D", "slash") as officer:
        await officer.type("umbrella", shows="0 disputes")
        await officer.press("enter", "enter")
        assert officer.on("precedents")
        await officer.press("escape", shows="2 disputes")
        await officer.press("escape")
        assert not officer.on("precedents")
