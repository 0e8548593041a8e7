"""What a season's export has besides the standings: ratings, trophies, and what became of each dispute."""

import time
from collections.abc import Iterator
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from referee.club.calendar import sessions
from referee.club.disputes import deciding, opening
from referee.club.disputes.remedies import Remedy
from referee.club.folder import Club
from referee.club.match import ending, recording
from referee.club.people import member_import, roster
from referee.club.people.member_csv import read_members
from referee.club.standings import guests, season_end
from referee.club.standings.ratings import ratings
from referee.export.tables.season import season_export
from tests.club.conftest import MONDAY, play
from tests.systems import ZONES

SEASON = "2026-27"


def table_of(club: Club, name: str) -> list[dict[str, Any]]:
    return [asdict(row) for row in getattr(season_export(club).tables, name)]


@pytest.fixture
def over(club: Club, table: int) -> Club:
    """An evening with a dispute decided on a line, one appealed against, and one open; Ann wins at two tables."""
    recording.log_line(club, table, "Ann plays 3D")
    recording.log_line(club, table, "Cal plays 4D")
    for line, claim in ((2, "it was a 3H"), (3, "it was my turn"), (1, "nobody cut the cards")):
        opening.open_on_line(club.with_actor("Eve"), table, line, claim=f"Ben says: {claim}")
    deciding.decide(club.with_actor("Fay"), 1, reason="Dee saw the card")
    deciding.decide(club.with_actor("Fay"), 2, remedy=Remedy.OVERRULE, reason="Ben had passed")
    deciding.appeal(club.with_actor("Eve"), 2, reason="he had not")
    ending.record_result(club, table, places=[["Ann"], ["Ben"], ["Cal"], ["Dee"]])
    ending.finish(club, table, undecided=True)
    play(club, "Ann", "Cal", "Ben", game="commune")
    return club


def test_every_dispute_has_its_outcome(over: Club) -> None:
    first, second, third = table_of(over, "disputes")
    assert (first["match"], first["line"], first["verdict"]) == (1, 2, "legal")
    assert (first["open"], first["outcome"]) == (False, "upheld")
    assert (first["decided_by"], str(first["decided_on"])) == ("Fay", "2026-11-16")
    assert (second["open"], second["outcome"]) == (True, "overruled")
    assert (third["open"], third["outcome"], third["decided_on"]) == (True, "", None)


def test_ratings_are_those_over_all_games_and_of_each(over: Club) -> None:
    rows = table_of(over, "ratings")
    assert {row["game"] for row in rows} == {"", "big-two", "commune"}
    for game in ("", "big-two", "commune"):
        names = [(row.name, round(row.rating.figure, 3)) for row in ratings(over, game or None).rows]
        assert [(row["name"], row["rating"]) for row in rows if row["game"] == game] == names
    assert all(row["provisional"] for row in rows)


def test_trophies_are_those_that_were_given_when_the_season_was_closed(over: Club) -> None:
    assert table_of(over, "trophies") == []
    sessions.close_session(over)
    season_end.close(over, SEASON)
    given = {(row["trophy"], row["name"]) for row in table_of(over, "trophies")}
    assert ("most wins", "Ann") in given
    assert {row["clause"] for row in table_of(over, "trophies")} <= {f"scoring 7.{index}" for index in range(1, 6)}


def test_the_files_are_written_with_all_of_it(over: Club, tmp_path: Path) -> None:
    from referee.export.csv_files import write_csv

    written = {path.name for path in write_csv(season_export(over).tables, tmp_path)}
    assert {"attendance.csv", "ratings.csv", "trophies.csv", "disputes.csv", "manifest.json"} <= written


def test_what_was_played_as_a_guest_is_marked_so_that_standings_can_be_reckoned_from_the_files(club: Club) -> None:
    """Gus has joined without the results from before, which the roster alone does not tell any more (scoring 1.3)."""
    roster.add(club, "Gus", guest=True)
    for _ in range(2):
        play(club, "Gus", "Ann", "Ben", game="commune")
        guests.add_all(club, ["Gus"], with_results=False)
    marked = {(row["match"], row["name"]): row["guest"] for row in table_of(club, "results")}
    assert marked == {(match, name): (match, name) == (1, "Gus") for match in (1, 2) for name in ("Gus", "Ann", "Ben")}
    guests.add_all(club, ["Gus"], with_results=True)
    assert not any(row["guest"] for row in table_of(club, "results"))


@pytest.fixture(params=["UTC", "Pacific/Auckland", "America/Los_Angeles"])
def _zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The time zone of the computer."""
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@ZONES
@pytest.mark.usefixtures("_zone")
def test_a_member_has_joined_on_the_day_that_their_list_named(club: Club) -> None:
    listed = read_members(b"name,joined\nIda,2020-02-29\n", MONDAY).rows
    [ida] = member_import.carry_out(club, member_import.plan(club, listed))
    [row] = [row for row in table_of(club, "members") if row["member"] == ida.id]
    assert row["joined_on"] == date(2020, 2, 29)
