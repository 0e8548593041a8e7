"""Tonight in a wide window: a card for each table, what waits on top, who is not seated first."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from referee.club.calendar import checkin
from referee.club.folder import Club
from referee.club.match import matches, recording, starting
from referee.dashboard.table.match import MatchScreen
from referee.dashboard.tonight.table_cards import TableCard, age_text
from referee.dashboard.tonight.tonight import TonightScreen
from tests.dashboard.conftest import NAMES
from tests.dashboard.piloting import LARGE, SMALL, Officer, at_the_desk

pytestmark = pytest.mark.screen

HUGE = (200, 60)


def card(officer: Officer, number: int) -> TableCard:
    return next(card for card in officer.app.screen.query(TableCard) if card.match and card.match.number == number)


@pytest.mark.parametrize("size", [LARGE, HUGE])
async def test_a_card_says_game_hand_turn_players_and_the_last_line(night: Club, size: tuple[int, int]) -> None:
    async with at_the_desk(night, size=size) as officer:
        told = str(card(officer, 1).render())
        assert "Play or Pay" in told
        assert "hand 1" in told
        assert "Ben's turn" in told or "Dee's turn" in told or "Cal's turn" in told
        assert "Ann, Ben, Cal, Dee" in told
        assert "Cal plays 9♥" in told


async def test_a_card_where_something_waits_is_amber_and_says_what(night: Club) -> None:
    async with at_the_desk(night, size=LARGE) as officer:
        going, over = card(officer, 1), card(officer, 2)
        told = str(going.render())
        assert "! 1 to decide" in told
        assert "! 1 dispute" in told
        assert "? 1 open" in told
        amber = officer.app.theme_variables["text-warning"].lower()
        edges = {card.styles.border.top[1].hex.lower() for card in (going, over)}
        assert going.styles.border.top[1].hex.lower() == amber
        assert len(edges) == 2


async def test_how_long_ago_the_last_line_was_is_told_in_minutes(evening: Club) -> None:
    then = datetime(2026, 11, 16, 16, 0, tzinfo=UTC)
    early = replace(evening, clock=lambda: then)
    number = starting.start_table(early, "play-or-pay", NAMES[:4]).number
    recording.log_line(early, number, "deal by Dee")
    late = replace(evening, clock=lambda: then + timedelta(minutes=17, seconds=50))

    async with at_the_desk(late, size=LARGE) as officer:
        assert "17 min ago" in officer.reads()
    match = matches.show(evening, number)
    assert age_text(match, then + timedelta(seconds=50)) == "just now"
    assert age_text(match, then + timedelta(minutes=65)) == "1 h 05 min ago"


async def test_what_waits_stands_on_top_and_enter_goes_there(night: Club) -> None:
    async with at_the_desk(night, size=LARGE) as officer:
        screen_text = officer.sees()
        assert screen_text.index("Waiting for an officer") < screen_text.index("Tables")
        assert screen_text.index("Let it stand?") < screen_text.index("dispute 1, table 1 line 2")
        await officer.press("up", "enter")
        screen = officer.app.screen
        assert isinstance(screen, MatchScreen)
        assert screen.number == 1
        await officer.press("escape", "escape")
        assert isinstance(officer.app.screen, TonightScreen)
        await officer.press("down", "enter")
        assert officer.on("dispute")


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_one_key_goes_to_the_first_thing_that_waits(night: Club, size: tuple[int, int]) -> None:
    async with at_the_desk(night, "exclamation_mark", size=size) as officer:
        screen = officer.app.screen
        assert isinstance(screen, MatchScreen)
        assert screen.number == 1


async def test_where_nothing_waits_it_says_so(evening: Club) -> None:
    async with at_the_desk(evening, size=LARGE, shows="Waiting for an officer: nothing") as officer:
        await officer.press("exclamation_mark")
        assert isinstance(officer.app.screen, TonightScreen)
        assert "Nothing waits for an officer." in officer.reads()


async def test_who_is_here_and_not_seated_comes_first(evening: Club) -> None:
    checkin.check_in(evening, ["Zoe"], guests=True)
    number = starting.start_table(evening, "big-two", ["Ann", "Ben", "Cal"]).number

    async with at_the_desk(evening, size=LARGE) as officer:
        names = [row.strip() for row in str(officer.app.screen.query_one("#names").render()).splitlines()]
        assert names[:3] == ["Not seated: 2   t draws seats", "Dee", "Zoe (guest)"]
        assert names[-3:] == [f"{name}  table {number}" for name in ("Ann", "Ben", "Cal")]


async def test_the_arrows_go_through_all_tables_and_back(evening: Club) -> None:
    numbers = [starting.start_table(evening, "big-two", NAMES[:3]).number for _ in range(5)]

    async with at_the_desk(evening, size=LARGE) as officer:
        for number in numbers:
            assert card(officer, number).has_class("marked")
            await officer.press("down")
        await officer.press("left")
        await officer.press("enter")
        screen = officer.app.screen
        assert isinstance(screen, MatchScreen)
        assert screen.number in numbers[:-1]
        await officer.press("escape", "escape")
        assert card(officer, screen.number).has_class("marked")


async def test_a_table_started_elsewhere_gets_a_card_and_the_marked_one_stays_marked(evening: Club) -> None:
    first, second = (starting.start_table(evening, "big-two", NAMES[:3]).number for _ in range(2))

    async with at_the_desk(evening, "down", size=LARGE) as officer:
        third = starting.start_table(evening, "commune", NAMES[:4]).number
        await officer.until("Commune")
        await officer.settle()
        assert card(officer, second).has_class("marked")
        assert card(officer, third).region.height > 3
        assert not card(officer, first).has_class("marked")


async def test_a_window_made_narrow_and_wide_again_keeps_its_tables_at_hand(night: Club) -> None:
    async with at_the_desk(night, size=LARGE) as officer:
        await officer.resize(*SMALL)
        assert "Play or Pay" in officer.reads()
        await officer.press("enter")
        assert isinstance(officer.app.screen, MatchScreen)
        await officer.press("escape", "escape")
        await officer.resize(*HUGE)
        await officer.press("enter")
        assert isinstance(officer.app.screen, MatchScreen)


async def test_the_head_has_the_hour_the_officer_and_the_session(evening: Club) -> None:
    at = datetime(2026, 11, 16, 17, 5, tzinfo=UTC)
    club = replace(evening, actor="Fay", clock=lambda: at)

    async with at_the_desk(club, size=LARGE) as officer:
        head = officer.sees().splitlines()[0]
        assert "Monday 16 November 2026" in head
        assert "Fay" in head
        assert f"{at.astimezone():%H:%M}" in head
