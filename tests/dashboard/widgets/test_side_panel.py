"""Beside a list on a wide screen stands what its marked row is about; a narrow screen has the list alone."""

import asyncio
from datetime import time, timedelta

import pytest
from textual.app import App, ComposeResult
from textual.content import Content

from referee.club.calendar import schedule, sessions
from referee.club.disputes import deciding, disputes
from referee.club.disputes.remedies import Remedy
from referee.club.folder import Club
from referee.club.people import officers
from referee.dashboard.widgets.side_panel import Details, RowRenderer, TextPane
from tests.dashboard.conftest import MONDAY
from tests.dashboard.piloting import LARGE, SMALL, at_the_desk
from tests.patience import wait_async

pytestmark = [pytest.mark.screen, pytest.mark.long]

EVENINGS = ("C",)
MEMBERS = ("M",)
OFFICERS = ("O",)


async def test_an_evening_tells_who_came_and_how_its_tables_ended(night: Club) -> None:
    schedule.add(night, MONDAY + timedelta(weeks=1), time(18), room="M5")

    async with at_the_desk(night, *EVENINGS, size=LARGE) as officer:
        assert "Ann, Ben, Cal, Dee" in officer.beside()
        assert "Table 1 Play or Pay not finished; Ann, Ben, Cal, Dee" in officer.beside()
        assert "Table 2 Play or Pay Ann > Ben > Cal > Dee" in officer.beside()
        await officer.press("down")
        assert "planned" in officer.beside()
        assert "Play or Pay" not in officer.beside()
        await officer.resize(*SMALL)
        assert officer.beside() == ""


async def test_a_screen_that_becomes_wide_tells_what_is_marked(night: Club) -> None:
    async with at_the_desk(night, *EVENINGS) as officer:
        await officer.resize(*LARGE)
        assert "Table 2 Play or Pay Ann > Ben > Cal > Dee" in officer.beside()


async def test_a_table_of_an_evening_tells_its_record(night: Club) -> None:
    async with at_the_desk(night, *EVENINGS, "enter", size=LARGE) as officer:
        assert "1 deal by Dee 2 Ann plays 5♥ 3 Ben pays" in officer.beside()
        await officer.press("down")
        assert "Ann > Ben > Cal > Dee" in officer.beside()
        assert "Ben pays" not in officer.beside()


async def test_a_member_tells_the_scores_so_far(night: Club) -> None:
    sessions.close_session(night, unfinished=True)

    async with at_the_desk(night, *MEMBERS, size=LARGE) as officer:
        assert "Attended 1 of 1 session" in officer.beside()
        assert "1 match in 1 session, 1 outright win." in officer.beside()
        assert "2026-27: place 1, score 1.000" in officer.beside()
        assert "● counted" in officer.beside()
        await officer.press("end")
        assert "has not finished a match" in officer.beside() or "0.000" in officer.beside()


async def test_a_precedent_tells_the_ruling_with_its_clause_and_the_decision(night: Club) -> None:
    deciding.decide(night, 1, reason="the lead was his", remedy=Remedy.OVERRULE)

    async with at_the_desk(night, "D", "slash", size=LARGE) as officer:
        told, dispute = officer.beside(), disputes.show(night, 1)
        assert dispute.clause in told
        assert " ".join(dispute.rule.split())[:40] in told
        assert "Ann plays 5♥" in told
        assert "the lead was his" in told
        await officer.resize(*SMALL)
        assert officer.beside() == ""  # one pane at a time; Enter opens it
        await officer.press("enter", "enter", shows="the lead was his")


async def test_an_office_tells_who_held_it_and_what_only_officers_may_do(night: Club) -> None:
    officers.elect(night, "Ann", "president")
    officers.hand_over(night, "Ann", "Ben", position="president", reason="Ann moved")

    async with at_the_desk(night, *OFFICERS, size=LARGE) as officer:
        screen_text = officer.beside()
        assert "president Ann, 2026-11-16" in screen_text
        assert "Ben, " in screen_text
        assert "Officers only" in screen_text


async def test_a_line_of_the_past_is_told_in_full_beside_the_record(night: Club) -> None:
    async with at_the_desk(night, *EVENINGS, "enter", "enter", "escape", "home", "down", size=LARGE) as officer:
        assert "2 Ann plays 5♥ ✓ legal" in officer.within("#about")
        widget = officer.app.screen.query_one("#about").region.x
        assert widget >= LARGE[0] // 3
        await officer.resize(*SMALL)
        await officer.press("tab")
        assert officer.app.screen.query_one("#about").region.x == 0
        assert "2 Ann plays 5♥ ✓ legal" in officer.within("#about")


def test_the_width_for_which_is_told_is_the_same_with_what_shows_how_far_it_is_scrolled_and_without() -> None:
    """Else rows that just have no room are told for one width and another in turn, and nothing comes to rest."""
    widths = []

    def rows(many: int) -> RowRenderer:
        def tell(width: int) -> list[Content]:
            widths.append(width)
            return [Content("row")] * many

        return tell

    class Panel(App[None]):
        CSS = "Details { display: block; height: 1fr; scrollbar-size-vertical: 1; }"

        def compose(self) -> ComposeResult:
            with Details():
                yield TextPane()

    async def play() -> None:
        async with Panel().run_test(size=SMALL) as pilot:
            told, panel = pilot.app.query_one(TextPane), pilot.app.query_one(Details)
            for many, scrolled in ((3, False), (300, True), (3, False)):
                told.show(rows(many))
                await wait_async(lambda scrolled=scrolled: panel.show_vertical_scrollbar is scrolled)
                told.on_resize()

    asyncio.run(play())
    assert len(set(widths)) == 1, widths


async def test_what_was_scrolled_to_stays_when_somebody_else_writes(night: Club) -> None:
    async with at_the_desk(night, *EVENINGS, size=(140, 9)) as officer:
        details = officer.app.screen.query_one(Details)
        details.scroll_to(y=1, animate=False, immediate=True)
        await officer.settle()
        assert details.scroll_offset.y == 1
        schedule.add(night, MONDAY + timedelta(weeks=1), time(18), room="M5")
        await officer.until(f"{MONDAY + timedelta(weeks=1)}")
        assert details.scroll_offset.y == 1
        await officer.press("down")
        assert details.scroll_offset.y == 0
