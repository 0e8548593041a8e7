"""What stands beside a record: what the marked line rests on, the season, house rules, the session's other tables."""

from itertools import dropwhile

import pytest

from referee.club.disputes import deciding
from referee.club.disputes.remedies import Remedy
from referee.club.folder import Club
from referee.club.match import matches, starting
from referee.dashboard.table.context import ContextPane
from referee.dashboard.table.match import MatchScreen
from referee.dashboard.table.record import RecordList
from referee.dashboard.widgets.field import LineField
from referee.dashboard.widgets.line_editor import LineEditor
from tests.dashboard.conftest import NAMES, end
from tests.dashboard.piloting import LARGE, at_the_desk

pytestmark = pytest.mark.screen


async def test_the_clause_of_the_marked_line_is_printed_with_what_was_decided_on_it_before(night: Club) -> None:
    lines = matches.show(night, 1).log
    deciding.decide(night, 1, reason="Ben had led", remedy=Remedy.UPHOLD)

    async with at_the_desk(night, "1", "escape", "home", "down", size=LARGE) as officer:
        screen_text = officer.within("#about")
        ruling = lines[1].ruling
        assert ruling
        assert f"Rule {ruling.clause.id}: {ruling.rule}" in screen_text
        assert "Decided before: dispute 1, upheld: Ben had led" in screen_text
        await officer.press("down")
        assert "3 Ben pays" in officer.within("#about")
        assert "Ben had led" not in officer.within("#about")


async def test_the_season_the_other_tables_and_the_house_rules_stand_beside_the_record(night: Club) -> None:
    async with at_the_desk(night, "1", "escape", size=(200, 60)) as officer:
        screen_text = officer.within("#about")
        assert "Season 2026-27: place, score, won, form" in screen_text
        assert "Other tables of the session 2 Play or Pay Ann won" in screen_text
        assert "House rules" in screen_text


async def test_another_table_that_ends_meanwhile_is_seen_beside_the_record(evening: Club) -> None:
    starting.start_table(evening, "play-or-pay", NAMES[:3])
    number = starting.start_table(evening, "commune", NAMES[3:5]).number

    async with at_the_desk(evening, "1", size=(200, 60)) as officer:
        assert "2 Commune 0 lines" in officer.within("#about")
        end(evening, number, "Dee", "Eve")
        await officer.until("Dee won")


async def test_what_was_scrolled_to_stays_when_another_table_ends_meanwhile(evening: Club) -> None:
    starting.start_table(evening, "play-or-pay", NAMES[:3])
    number = starting.start_table(evening, "commune", NAMES[3:5]).number

    async with at_the_desk(evening, "1", "escape", "tab", *["down"] * 2, size=LARGE) as officer:
        assert "Season" not in officer.within("#about")
        end(evening, number, "Dee", "Eve")
        await officer.until("Dee won")
        assert "Season" not in officer.within("#about")


async def test_on_a_narrow_screen_a_key_shows_it_in_place_of_the_record(night: Club) -> None:
    async with at_the_desk(night, "1", "escape", "up", "tab", shows=("3 Ben pays", "Rule 4.5:")) as officer:
        assert "…" not in officer.sees()
        await officer.press("tab")
        assert officer.app.screen.query_one(RecordList).has_focus
        assert "4 Cal plays" in officer.within("#record")


@pytest.mark.parametrize("kind", ["finished", "result only", "in play"])
async def test_where_no_line_can_be_typed_the_record_has_the_keys(evening: Club, kind: str) -> None:
    alone = kind == "result only"
    number = starting.start_table(evening, "Hearts" if alone else "big-two", NAMES[:4], result_only=alone).number
    if kind == "finished":
        end(evening, number, *NAMES[:4])

    async with at_the_desk(evening, "1", size=LARGE) as officer:
        screen = officer.app.screen
        typed = kind == "in play"
        assert screen.query_one(LineField).has_focus is typed
        assert screen.query_one(RecordList).has_focus is not typed
        assert screen.query_one(LineEditor).display is typed
        if not typed:
            await officer.press("S")
            assert officer.on("standings")


async def test_what_is_typed_while_somebody_else_ends_the_match_stays_in_the_line(evening: Club) -> None:
    number = starting.start_table(evening, "big-two", NAMES[:4]).number

    async with at_the_desk(evening, "1", size=LARGE) as officer:
        await officer.type("deal by D")
        end(evening, number, *NAMES[:4])
        await officer.until("Finished. w: correct the result")
        assert officer.app.screen.query_one(LineField).value == "deal by D"
        await officer.type("ee", "enter", shows="is finished, so no line can be added")
        assert officer.app.screen.query_one(LineField).value == "deal by Dee"
        assert isinstance(officer.app.screen, MatchScreen)


async def test_the_rows_beside_the_record_fit_the_pane_when_it_becomes_narrower(night: Club) -> None:
    async with at_the_desk(night, "1", "escape", size=LARGE) as officer:
        pane = officer.app.screen.query_one(ContextPane)
        pane.styles.width = 32
        await officer.settle()
        rules = [*dropwhile(lambda row: row.plain != "House rules", pane.rows)]
        assert 0 < max(row.cell_length for row in rules) <= pane.content_size.width < 32
