"""What the log ends with and cannot be undone: it is said what it is, and which key does what helps instead."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from itertools import count

import pytest

from referee.club.calendar import checkin, house_rules, sessions
from referee.club.disputes import deciding, opening
from referee.club.disputes.remedies import Remedy
from referee.club.evening import draws
from referee.club.folder import Club
from referee.club.standings import season_end
from tests.dashboard.piloting import LARGE, at_the_desk

pytestmark = [pytest.mark.screen, pytest.mark.long]


def disputed(club: Club) -> None:
    opening.open_on_line(club, 1, 3, claim="Ben held the six")


def decided(club: Club) -> None:
    deciding.decide(club, 1, reason="as it was played", remedy=Remedy.UPHOLD)


def house_rule(club: Club) -> None:
    house_rules.change_options(club, None, "big-two", ["remainder_3p=to_3D_holder"])


def drawn(club: Club) -> None:
    checkin.check_in(club, ["Eve", "Gus", "Hal"], guests=True)
    draws.draw(club, ["commune"], seed=1)


def closed(club: Club) -> None:
    sessions.close_session(club, unfinished=True, reason="it was late")
    season_end.close(club, "2026-27")


def reopened(club: Club) -> None:
    closed(club)
    season_end.reopen(club, "2026-27", reason="a table was forgotten")


NOT_UNDONE: dict[Callable[[Club], None], tuple[str, str]] = {
    disputed: ("dispute raised", "Decide the dispute: D (Disputes), the dispute."),
    decided: ("dispute ruled", "Appeal against the decision: D (Disputes), the dispute, d (Appeal)."),
    drawn: ("seats drawn", "Draw the seats again, or change the draw: t (Draw), t (Draw again)."),
    house_rule: ("house rules set", "Set the house rules again: Ctrl+P (Find), House rules of the season."),
    closed: ("season closed", "Reopen the season, with a reason: Ctrl+P (Find), Reopen a season."),
    reopened: ("season reopened", "Close the season again: Ctrl+P (Find), Close the season."),
}


@pytest.mark.parametrize("deed", NOT_UNDONE, ids=lambda each: each.__name__)
async def test_it_is_said_what_was_done_last_and_what_to_do_instead(night: Club, deed: Callable[[Club], None]) -> None:
    what, instead = NOT_UNDONE[deed]
    minutes = count(1)  # what is done at once is one deed
    deed(replace(night, clock=lambda: night.clock() + timedelta(minutes=next(minutes))))

    async with at_the_desk(night, size=LARGE) as officer:
        for place in ((), ("M",)):
            await officer.press(*place, "U", shows=f"! The last entry cannot be undone: {what}")
            assert instead in officer.reads(), officer.sees()
            await officer.press("escape")
