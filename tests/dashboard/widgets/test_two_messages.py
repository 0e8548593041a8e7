"""Two messages in a row, and what is said of a deed whose screen was left meanwhile."""

from threading import Event

import pytest

from referee.club.folder import Club
from referee.dashboard.tonight.tonight import TonightScreen
from referee.dashboard.widgets import message_line
from referee.dashboard.widgets.message_line import MessageLine
from tests.dashboard.piloting import LARGE, at_the_desk
from tests.patience import wait_async

pytestmark = pytest.mark.screen


async def test_of_two_messages_the_second_stands_as_long_as_if_it_were_alone(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_the_desk(club) as officer:
        line = officer.app.screen.query_one(MessageLine)
        monkeypatch.setattr(message_line, "FADE_SECONDS", 0.05)
        line.show_message("The first is done.")
        monkeypatch.setattr(message_line, "FADE_SECONDS", 3600.0)
        line.show_message("The second is done.")
        assert line._fade_timer is not None
        await officer.settle()
        assert "The second is done." in officer.reads()
        line.show_refusal("The third is refused.")
        assert line._fade_timer is None
        assert "! The third is refused." in officer.reads()
        line.show_message("The fourth is done.")
        assert "The fourth is done." in officer.reads()
        assert not line.has_class("refused")


async def test_what_a_deed_did_is_said_though_its_screen_was_left_meanwhile(night: Club) -> None:
    async with at_the_desk(night, "M", "n", size=LARGE) as officer:
        left = Event()
        officer.app.desk.write_executor.submit(left.wait)  # type: ignore[attr-defined]  # nothing is written before it is left
        await officer.type("Zoe")
        await officer.hurry("enter", "escape", "escape")
        await wait_async(lambda: isinstance(officer.app.screen, TonightScreen), officer.sees)
        left.set()
        await officer.settle()
        assert "Zoe" in officer.reads()
