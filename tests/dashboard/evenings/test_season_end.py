"""A season closed wholly at the desk, in a real terminal, with every key counted; and the next one made."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path

import pytest

from referee.club.calendar import checkin, schedule, seasons, sessions
from referee.club.file.audit import audit
from referee.club.folder import Club, open_club
from referee.club.match import starting
from referee.club.people import roster
from referee.club.standings import season_end
from tests.dashboard.conftest import end
from tests.dashboard.evenings.test_counted import Counted
from tests.dashboard.terminal import desk_in_a_terminal
from tests.harness.frozen import init_at

pytestmark = [pytest.mark.process, pytest.mark.long]

MOST_KEYS = 115
FOUR = ("Ann", "Ben", "Cal", "Dee")
TODAY = date.today()
BEGAN = TODAY - timedelta(days=60)
LAST = TODAY + timedelta(days=20)


def played(folder: Path) -> None:
    """A club near the end of its season: two sessions with a table each are over, and one is still planned."""
    with init_at(datetime.combine(BEGAN, time(17), UTC), folder, "Monday Cards") as club:
        roster.add_all(club, [*FOUR])
        seasons.new(club, "spring", starts=BEGAN, ends=LAST, best_k=5, min_sessions=1)
        for days in (20, 10):
            session(club, TODAY - timedelta(days=days))
        schedule.add(club, TODAY + timedelta(days=7), time(18))


def session(club: Club, on: date) -> None:
    """Hold a session at which Ann wins."""
    then = replace(club, clock=lambda: datetime.combine(on, time(17), UTC))
    schedule.add(then, on, time(18))
    sessions.open_session(then, f"{on}")
    checkin.check_in(then, FOUR)
    table = starting.start_table(then, "big-two", FOUR).number
    end(then, table, *FOUR)
    sessions.close_session(then, f"{on}")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Counted]:
    played(tmp_path / "club")
    with desk_in_a_terminal(tmp_path / "club", tmp_path / "officer", Counted) as desk:
        yield desk


def find(desk: Counted, words: str, until: str) -> None:
    """Find a deed by words, and begin it."""
    desk.go("C-p", until="words of a deed")
    desk.say(words, until)


def look_at_it(desk: Counted) -> None:
    """Look at the standings, and see what is in the way of the end."""
    desk.until("Ctrl+P Find")
    desk.go("S", until="place name")
    find(desk, "close sea", "is planned. Close or cancel it first.")


def cancel_the_last(desk: Counted) -> None:
    """Cancel the session that is still planned."""
    desk.go("C", until="3 sessions, 1 planned")
    desk.go("Down", "x", until="Cancel the session of")
    desk.say("snow", "is cancelled.")


def close(desk: Counted) -> None:
    """Close the season once its final order and its trophies were seen."""
    find(desk, "close sea", "Close the season spring?")
    for text in ("1 Ann", "4 Dee", "champion: Ann"):
        assert text.casefold() in desk.sees().casefold()
    desk.go("Enter", until="The season spring is closed. Backup:")


def keep_it(desk: Counted) -> None:
    """Write its pages for the website, and read what is kept of it."""
    find(desk, "write pages", "the season spring, ")  # behind a path that may be broken anywhere
    find(desk, "seasons", "spring, ")
    assert "closed" in desk.sees()
    desk.go("Escape", until="Ctrl+P Find")


def begin_the_next(desk: Counted) -> None:
    """Begin the next season with what is offered, and plan its sessions."""
    find(desk, "new sea", "Name of the new season")
    desk.say("summer", "First and last day:")
    for text in ("best sessions count?", "does a place need?", "Begin the season summer"):
        desk.go("Enter", until=text)
    desk.go("Enter", until="The season summer runs from")
    find(desk, "plan many", "First session: day, time and room")
    desk.go("C-u", until="such as: 2026-11-30")
    desk.say(f"{LAST + timedelta(days=2)} 18:00", "How often?")
    desk.go("2", until="Last day:")
    desk.go("Enter", until="Enter: plan them")
    desk.go("Enter", until="sessions planned")


def test_a_season_is_closed_and_the_next_begun_at_the_desk(desk: Counted, tmp_path: Path) -> None:
    items = []
    for part in (look_at_it, cancel_the_last, close, keep_it, begin_the_next):
        before = desk.keys
        part(desk)
        items.append(f"{part.__name__} {desk.keys - before}")
    desk.press("C-q")
    print(f"{desk.keys} keys: {', '.join(items)}")
    assert desk.keys < MOST_KEYS
    with open_club(tmp_path / "club") as club:
        spring, summer = seasons.seasons(club)
        assert spring.closed_at
        season_result = season_end.archive(club, "spring")
        assert season_result
        assert [row.name for row in season_result.rows] == [*FOUR]
        assert summer.starts == LAST + timedelta(days=1)
        assert len([session for session in schedule.sessions(club, "summer") if not session.cancelled_at]) > 20
        assert len(list((club.folder / "backups").iterdir())) == 1
        assert (club.exports / "season.html").exists()
        assert audit(club, workers=1).differences == ()
