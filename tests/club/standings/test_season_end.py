"""What a season had come to when it was closed stays, whatever is corrected later."""

import sqlite3
from contextlib import closing
from datetime import date, time
from fractions import Fraction
from pathlib import Path

import pytest

from referee.club.calendar import schedule, seasons, sessions
from referee.club.file.audit import audit
from referee.club.folder import Club
from referee.club.match import ending
from referee.club.people import forgetting, merging, roster
from referee.club.standings import season_end
from referee.club.standings.season_end import Reopening, SeasonEnd
from referee.club.text.faults import ClubFault
from tests.cli.running import referee
from tests.club.conftest import MONDAY, NAMES, in_a_file, play

SEASON = "2026-27"


@pytest.fixture
def over(club: Club) -> Club:
    """The club when its only session is over: Ann, Ben and Cal, and Ann, Cal and Dee, in this order."""
    play(club, "Ann", "Ben", "Cal")
    play(club, "Ann", "Cal", "Dee")
    sessions.close_session(club)
    return club


def kept(club: Club) -> SeasonEnd:
    season_result = season_end.archive(club, SEASON)
    assert season_result is not None
    return season_result


def figures(end: SeasonEnd) -> list[tuple[str, str, int, int]]:
    return [(row.name, str(row.score), row.matches, row.wins) for row in end.rows]


# Ann: 1 and 1. Ben: 1/2. Cal: the mean of 0 and 1/2. Dee: 0. After one session, 8/20
# of one is enough for a place, rounded up.
FINAL = [("Ann", "1", 2, 2), ("Ben", "1/2", 1, 0), ("Cal", "1/4", 2, 0), ("Dee", "0", 1, 0)]


def test_the_standings_and_the_trophies_are_kept_as_they_are_at_the_close(over: Club) -> None:
    season_end.close(over, SEASON)
    assert figures(kept(over)) == FINAL
    assert (kept(over).held, kept(over).matches, kept(over).by) == (1, 2, "Fay")
    assert [(trophy.title, kept(over).won_by(trophy)) for trophy in kept(over).trophies] == [
        ("champion", ("Ann",)),
        ("second", ("Ben",)),
        ("third", ("Cal",)),
        ("most wins", ("Ann",)),
        ("best attendance", ("Ann", "Ben", "Cal", "Dee")),
    ]
    assert not list(season_end.differences(kept(over), season_end.provisional_end(over, SEASON)))


def test_a_correction_changes_the_standings_and_not_what_was_kept(over: Club) -> None:
    season_end.close(over, SEASON)
    ending.record_result(
        over, 2, places=[["Dee"], ["Cal"], ["Ann"]], corrects=True
    )  # the sheet had been read upside down
    assert figures(kept(over)) == FINAL
    now = season_end.provisional_end(over, SEASON)
    assert list(season_end.differences(kept(over), now)) == [
        "Ann: place 1, 1.000 from 2 matches (2 won, 0 second); now place 2, 0.500 from 2 matches (1 won, 0 second)",
        "Ben: place 2, 0.500 from 1 match (0 won, 1 second); now place 3, 0.500 from 1 match (0 won, 1 second)",
        "Cal: place 3, 0.250 from 2 matches (0 won, 1 second); now place 4, 0.250 from 2 matches (0 won, 1 second)",
        "Dee: place 4, 0.000 from 1 match (0 won, 0 second); now place 1, 1.000 from 1 match (1 won, 0 second)",
        "champion: Ann; now Dee",
        "second: Ben; now Ann",
        "third: Cal; now Ben",
        "most wins: Ann; now Ann, Dee",
    ]
    result = referee("season", "show", SEASON, club=over.folder)
    assert "would change the standings" in result.out
    assert "most wins: Ann; now Ann, Dee" in result.out
    assert len(referee("season", "show", SEASON, "--json", club=over.folder).data["otherwise_now"]) == 8


def test_a_season_that_is_as_it_was_says_so(over: Club) -> None:
    season_end.close(over, SEASON)
    assert "have not changed since" in referee("season", "show", SEASON, club=over.folder).out


def test_a_season_with_sessions_to_come_is_not_closed(over: Club) -> None:
    schedule.add(over, date(2026, 11, 23), time(15, 45))
    with pytest.raises(ClubFault, match=r"session of 2026-11-23 is planned. Close or cancel it first"):
        season_end.close(over, SEASON)
    assert season_end.archives(over, SEASON) == []


def test_in_a_closed_season_nothing_is_played_until_it_is_reopened_for_a_reason(over: Club) -> None:
    season_end.close(over, SEASON)
    with pytest.raises(ClubFault, match="season 2026-27 is closed"):
        sessions.open_session(over, str(MONDAY))
    with pytest.raises(ClubFault, match="needs a reason"):
        season_end.reopen(over, SEASON, "  ")
    season_end.reopen(over.with_actor("Dee"), SEASON, "Ben found a sheet of May")
    sessions.open_session(over, str(MONDAY), reason="the sheet of May was found")
    play(over, "Dee", "Ann", "Eve")
    sessions.close_session(over)
    season_end.close(over, SEASON)
    first, why, second = season_end.archives(over, SEASON)
    assert isinstance(first, SeasonEnd)
    assert isinstance(second, SeasonEnd)
    assert figures(first) == FINAL
    assert (first.matches, second.matches) == (2, 3)
    assert isinstance(why, Reopening)
    assert (why.by, why.reason) == ("Dee", "Ben found a sheet of May")
    with pytest.raises(ClubFault, match="was closed on"):
        season_end.close(over, SEASON)


def test_only_a_closed_season_is_reopened(over: Club) -> None:
    with pytest.raises(ClubFault, match="is not closed"):
        season_end.reopen(over, SEASON, "by mistake")


@in_a_file("it is copied and changed")
def test_what_was_kept_cannot_be_changed_unseen(over: Club, tmp_path: Path) -> None:
    season_end.close(over, SEASON)
    copy = tmp_path / "copy.db"
    with closing(sqlite3.connect(over.store.path)) as connection, closing(sqlite3.connect(copy)) as raw:
        connection.backup(raw)
    assert audit(copy).differences == ()
    with closing(sqlite3.connect(copy)) as raw, raw:
        number = raw.execute("SELECT n FROM event WHERE kind = 'season closed'").fetchone()[0]
        answer = raw.execute("SELECT sql FROM sqlite_master WHERE name = 'event_never_update'").fetchone()[0]
        raw.execute("DROP TRIGGER event_never_update")
        changed = raw.execute("""UPDATE event SET data = replace(data, '"1/4"', '"3/4"') WHERE n = ?""", (number,))
        assert changed.rowcount == 1
        raw.execute(answer)
    assert [str(difference) for difference in audit(copy).differences] == [
        f"club.db: event {number} (season closed) was changed"
    ]


def test_who_is_forgotten_is_named_nowhere_in_it(over: Club) -> None:
    season_end.close(over, SEASON)
    season_end.reopen(over.with_actor("Ben"), SEASON, "Ben found a sheet")
    forgetting.forget(over, "Ben")
    with over.reading() as tx:
        kept_now = [*tx.rows('SELECT data, "by" FROM event'), *tx.rows("SELECT text FROM private")]
    assert not [text for row in kept_now for text in row if "Ben" in text]
    assert [row.name for row in kept(over).rows] == ["Ann", "Member 2", "Cal", "Dee"]
    why = season_end.archives(over, SEASON)[1]
    assert isinstance(why, Reopening)
    assert (why.by, why.reason) == ("Member 2", "Member 2 found a sheet")


def test_what_parted_a_tie_is_kept_without_names_and_told_with_those_of_now(club: Club) -> None:
    seasons.new(club, "short", starts=date(2026, 12, 1), ends=date(2026, 12, 31), best_k=1, min_sessions=1, ties="wins")
    schedule.add(club, date(2026, 12, 7), time(15, 45), season="short")
    sessions.close_session(club)
    sessions.open_session(club, "2026-12-07")
    play(club, "Ann", "Ben", "Cal")
    play(club, "Cal", "Ben", "Ann")
    play(club, "Ben", "Dee", "Eve")
    play(club, "Eve", "Dee", "Ben")
    sessions.close_session(club)
    season_end.close(club, "short")
    roster.rename(club, "Ann", "Annabel")
    season_result = season_end.archive(club, "short")
    assert season_result is not None
    # All have one half. Ann, Ben, Cal and Eve won once, Dee never.
    told = {row.name: season_result.ties_of(row) for row in season_result.rows}
    assert season_result.rows[-1].name == "Dee"
    assert len(told["Dee"]) == 1
    assert told["Dee"][0] == f"Behind {season_result.rows[-2].name} by wins: 0 to 1."
    assert any("Annabel by lot" in tie for row in season_result.rows for tie in season_result.ties_of(row))
    assert not any(name in str(season_result.rows[index].ties) for name in NAMES for index in range(5))


def test_who_is_merged_is_found_in_it_by_who_they_are(over: Club) -> None:
    season_end.close(over, SEASON)
    roster.add(over, "Dorothea")
    merging.merge(over, "Dorothea", "Dee")
    assert [row.name for row in kept(over).rows] == ["Ann", "Ben", "Cal", "Dorothea"]
    assert not list(season_end.differences(kept(over), season_end.provisional_end(over, SEASON)))


def test_closing_shows_what_it_will_keep_and_asks(over: Club) -> None:
    asked = referee("season", "close", SEASON, club=over.folder)
    assert asked.code == 2
    assert "most wins" in asked.out
    assert "To confirm, add --yes" in asked.err
    assert season_end.archive(over, SEASON) is None
    second_result = referee("season", "close", SEASON, "--yes", club=over.folder)
    assert second_result.code == 0
    assert "Head: event " in second_result.out
    listed = referee("season", "show", SEASON, "--final", "--json", club=over.folder).data
    assert [(row["name"], row["score"]) for row in listed[0]["standings"]] == [
        (name, Fraction(score)) for name, score, *_ in FINAL
    ]
    assert referee("season", "show", SEASON, "--json", club=over.folder).data["awards"][0]["members"] == ["Ann"]
    result = referee("season", "reopen", SEASON, "--reason", "by mistake", "--yes", club=over.folder)
    assert result.code == 0
    assert seasons.show(over, SEASON).closed_at is None
