"""How many sessions a place needs while a season runs: none unless the club sets a minimum, and then in proportion."""

from datetime import date, timedelta
from pathlib import Path

import pytest

from referee.club.standings.ranking import required_sessions
from tests.cli.running import referee


@pytest.mark.parametrize(
    ("minimum", "best", "held", "required"),
    [
        (0, 20, 7, 0),
        (8, 20, 1, 1),
        (8, 20, 7, 3),  # 8 x 7 / 20 = 2.8
        (8, 20, 20, 8),
        (8, 20, 30, 8),
        (8, 3, 2, 2),  # never more than have been held
    ],
)
def test_a_minimum_is_in_proportion_to_the_sessions_held(minimum: int, best: int, held: int, required: int) -> None:
    assert required_sessions(minimum, best, held) == required


def _seven_weeks(folder: Path, *settings: str) -> Path:
    """A club seven weeks into its season: Ann comes every week, and Dee once."""
    first = date(2026, 11, 16)
    for words in (
        ["init", "Monday Club", "--club", str(folder)],
        ["member", "add", "Ann", "Ben", "Cal", "Dee"],
        ["season", "new", "2026-27", f"{first}", "2027-06-30", *settings],
        *(["schedule", "add", f"{first + timedelta(weeks=week)}", "--at", "19:00"] for week in range(7)),
    ):
        assert referee(*words, club=folder).code == 0
    for week in range(7):
        day = f"{first + timedelta(weeks=week)}"
        players = ["Ann", "Ben", "Dee" if week == 6 else "Cal"]
        for words in (
            ["open", day],
            ["start", "big-two", *players, "--yes"],
            ["result", f"{day}/1", *players],
            ["close", day],
        ):
            result = referee(*words, club=folder)
            assert result.code == 0, result.err
    return folder


def test_everybody_has_a_place_seven_weeks_into_a_season(tmp_path: Path) -> None:
    standings = referee("standings", club=_seven_weeks(tmp_path / "club")).out
    assert "all are ranked from the first session on" in standings
    places = dict(line.split()[:2] for line in standings.splitlines()[2:6])
    assert (places["1"], places["2"], {places["3"], places["4"]}) == ("Ann", "Ben", {"Cal", "Dee"})


def test_a_minimum_of_the_club_counts_the_sessions_held_so_far(tmp_path: Path) -> None:
    folder = _seven_weeks(tmp_path / "club", "--min", "8")
    rows = referee("standings", "--json", club=folder).data
    assert [(row["name"], row["place"], row["missing"]) for row in rows] == [
        ("Ann", 1, 0), ("Ben", 2, 0), ("Cal", 3, 0), ("Dee", None, 2),
    ]  # fmt: skip
    assert "8 times the sessions held, divided by 20" in referee("rulebook", "scoring", "2.3", club=folder).out
    assert referee("export", "html", club=folder).code == 0
    page = (folder / "exports" / "season.html").read_text(encoding="utf-8")
    assert "2 more sessions to be ranked" in page
