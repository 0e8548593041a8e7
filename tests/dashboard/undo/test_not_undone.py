"""What the log ends with and cannot be undone: it is said what it is, and which key does what helps instead."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from itertools import count

import pytest

from referee.club.disputes import deciding, opening
from referee.club.disputes.remedies import Remedy
from referee.club.folder import Club
from referee.club.people import forgetting
from tests.dashboard.piloting import LARGE, at_the_desk

pytestmark = [pytest.mark.screen, pytest.mark.long]


def decided(club: Club) -> None:
    opening.open_on_line(club, 1, 3, claim="Ben held the six")
    deciding.decide(club, 2, reason="the hand was seen", remedy=Remedy.REPLAY)


def forgotten(club: Club) -> None:
    forgetting.forget(club, "Eve")


NOT_UNDONE: dict[Callable[[Club], None], tuple[str, str]] = {
    decided: ("the decision of dispute 2", "Appeal against the decision: D (Disputes), the dispute, d (Appeal)."),
    forgotten: ("forgetting ", "An erased name cannot be restored."),
}


@pytest.mark.parametrize("deed", NOT_UNDONE, ids=lambda each: each.__name__)
async def test_it_is_said_what_was_done_last_and_what_to_do_instead(night: Club, deed: Callable[[Club], None]) -> None:
    what, instead = NOT_UNDONE[deed]
    minutes = count(1)  # what is done at once is one deed
    deed(replace(night, clock=lambda: night.clock() + timedelta(minutes=next(minutes))))

    async with at_the_desk(night, size=LARGE) as officer:
        for place in ((), ("S",)):
            await officer.press(*place, "U", shows=f"! The last entry cannot be undone: {what}")
            assert instead in officer.reads(), officer.sees()
            await officer.press("escape")
