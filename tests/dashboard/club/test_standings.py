"""The standings as an officer reads them, and the nights behind them."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, time
from fractions import Fraction
from pathlib import Path

import pytest

from referee.club.calendar import schedule, seasons, sessions
from referee.club.folder import Club
from referee.club.match import ending, starting
from referee.club.people import roster
from referee.club.standings.ranking import SessionScore
from referee.club.standings.standings import standings
from referee.dashboard.rendering import form_blocks
from tests.dashboard import scene
from tests.dashboard.conftest import MONDAY, NAMES
from tests.dashboard.piloting import LARGE, SMALL, at_the_desk
from tests.harness.frozen import init_at

pytestmark = pytest.mark.screen


@pytest.fixture
def season(tmp_path: Path) -> Iterator[Club]:
    with scene.season(tmp_path / "club") as club:
        yield club


def _night(number: int, score: Fraction) -> SessionScore:
    return SessionScore(number, MONDAY, 1, score)


def _finish(club: Club, game: str, *places: list[str]) -> None:
    number = starting.start_table(club, game, NAMES[:4]).number
    ending.record_result(club, number, places=places)
    ending.finish(club, number)


def test_the_form_is_low_for_a_last_place_and_high_for_a_first() -> None:
    assert form_blocks([_night(1, Fraction(0)), _night(2, Fraction(1, 2)), _night(3, Fraction(1))]) == "▁▅█"


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_the_nights_are_plotted_with_what_the_signs_mean(season: Club, size: tuple[int, int]) -> None:
    async with at_the_desk(season, "S", "enter", size=size) as officer:
        rows = officer.sees().splitlines()
        assert any(row.strip().startswith("1.0") for row in rows)
        assert "● counted ○ dropped" in officer.reads()
        assert sum("●" in row for row in rows) > 1


async def test_where_there_is_room_the_sessions_of_the_one_who_is_marked_stand_beside(season: Club) -> None:
    first, second = standings(season).rows[:2]

    async with at_the_desk(season, "S", size=LARGE) as officer:
        for row in (first, second):
            screen_text = officer.beside()
            assert f"{row.name} place" in screen_text or f"{row.name} not ranked" in screen_text
            assert screen_text.count("●") + screen_text.count("○") > len(row.sessions)
            assert all(str(night.played_on) in screen_text for night in row.sessions)
            await officer.press("down")
        await officer.resize(*SMALL)
        assert "●" not in officer.sees()


async def test_the_nights_in_front_follow_what_the_other_officer_enters(evening: Club) -> None:
    _finish(evening, "big-two", ["Ann"], ["Ben"], ["Cal"], ["Dee"])

    async with at_the_desk(evening, "S", "enter", size=LARGE, shows="Ann place 1 score 1.000") as officer:
        _finish(evening, "play-or-pay", ["Ben"], ["Cal"], ["Dee"], ["Ann"])
        await officer.until("Play or Pay 0.000 1 match, 0 wins")
        officer.shows("score 0.500", "● 2026-11-16 0.500 counted 2 matches")
        assert "(Big Two) 1.000 1 match, 1 win" in officer.reads()


async def test_a_season_that_counts_one_night_drops_the_other(tmp_path: Path) -> None:
    new_club = init_at(datetime(2026, 11, 16, 16, tzinfo=UTC), tmp_path / "club", "Monday Cards")
    with Club(new_club.folder, new_club.store, clock=lambda: datetime(2026, 11, 16, 16, tzinfo=UTC)) as club:
        for name in NAMES:
            roster.add(club, name)
        seasons.new(club, "2026-27", starts=date(2026, 8, 17), ends=date(2027, 5, 31), best_k=1, min_sessions=1)
        # The first night's best two share their place, so that Ann alone has a night of 1.
        for day, places in (
            (date(2026, 11, 9), (["Cal", "Dee"], ["Ben"], ["Ann"])),
            (MONDAY, (["Ann"], ["Ben"], ["Cal"], ["Dee"])),
        ):
            schedule.add(club, day, time(15, 45))
            sessions.open_session(club, str(day))
            _finish(club, "big-two", *places)
            sessions.close_session(club)

        async with at_the_desk(club, "S", "enter", size=LARGE, shows="Ann place 1 score 1.000") as officer:
            assert "● 2026-11-16 1.000 counted 1 match ○ 2026-11-09 0.000 dropped 1 match" in officer.reads()


async def test_the_standings_show_scores_ties_and_one_game_and_lead_to_the_nights(evening: Club) -> None:
    # Ann and Ben each score the mean of 1 and 2/3; in one game alone, each has 1 where they won.
    _finish(evening, "big-two", ["Ann"], ["Ben"], ["Cal"], ["Dee"])
    _finish(evening, "play-or-pay", ["Ben"], ["Ann"], ["Cal"], ["Dee"])

    async with at_the_desk(evening, "S", size=LARGE) as officer:
        assert officer.on("standings")
        officer.shows("all games", "Ann 0.833", "Ben 0.833")
        await officer.press("right_square_bracket", shows=("(Big Two) best 20 sessions count", "Ann 1.000"))
        await officer.press("right_square_bracket", shows=("Play or Pay", "Ben 1.000"))
        await officer.press("up", "enter")
        assert officer.on("nights")
        officer.shows("Ben place 1 score 1.000", "2026-11-16 1.000 counted 1 match", "●")
        await officer.press("escape", "right_square_bracket")
        await officer.press("enter", shows="2026-11-16 0.833 counted 2 matches")
        await officer.press("escape", shows="all games")


async def test_where_nobody_is_in_the_standings_the_screen_says_so_whatever_is_pressed(tmp_path: Path) -> None:
    with init_at(datetime(2026, 11, 16, 16, tzinfo=UTC), tmp_path / "new", "New Cards") as club:
        seasons.new(club, "2026-27", starts=date(2026, 8, 17), ends=date(2027, 5, 31), best_k=20, min_sessions=1)

        async with at_the_desk(replace(club, clock=lambda: datetime(2026, 11, 16, 16, tzinfo=UTC))) as officer:
            await officer.press("S", "enter")
            assert officer.on("standings")
            assert "No match has finished in this season yet." in officer.reads()
            await officer.press("right_square_bracket", shows="! No match has finished in this season yet.")


async def test_a_tie_between_ranked_members_says_what_parted_it(tmp_path: Path) -> None:
    # Ann scores 1 and 1/3, Cal twice 2/3: both have 2/3 for the night, and only Ann has won a match.
    new_club = init_at(datetime(2026, 11, 16, 16, tzinfo=UTC), tmp_path / "club", "Monday Cards")
    with Club(new_club.folder, new_club.store, clock=lambda: datetime(2026, 11, 16, 16, tzinfo=UTC)) as club:
        for name in NAMES:
            roster.add(club, name)
        seasons.new(club, "2026-27", starts=date(2026, 8, 17), ends=date(2027, 5, 31), best_k=20, min_sessions=1)
        schedule.add(club, MONDAY, time(15, 45))
        sessions.open_session(club, str(MONDAY))
        _finish(club, "big-two", ["Ann"], ["Cal"], ["Ben"], ["Dee"])
        _finish(club, "big-two", ["Dee"], ["Cal"], ["Ann"], ["Ben"])

        async with at_the_desk(club, "S", size=LARGE) as officer:
            assert "Ann: Ahead of Cal by wins: 1 to 0." in officer.beside()
            assert "scoring 3.1: Of players with the same score, the one who won more matches alone" in officer.beside()
