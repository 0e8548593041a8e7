"""A small club's year, with everything that happens in one: what must hold at its end."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from referee.club.calendar import schedule
from referee.club.calendar.seasons import show
from referee.club.disputes import penalties
from referee.club.disputes.disputes import disputes
from referee.club.file import import_club
from referee.club.file.audit import audit
from referee.club.file.backups import back_up, preview_restore
from referee.club.standings.ratings import ratings
from referee.club.standings.season_end import archive, differences, provisional_end
from referee.club.standings.standings import standings
from referee.export.csv_files import write_csv
from referee.export.exports import ExportRequest, find_export, write_export
from referee.export.tables.season import season_export
from referee.games import SLUGS
from referee.games.listing import list_games
from tests.cli.running import referee
from tests.club.file.test_import_club import rows
from tests.oracles.year import SEASON, Year, people, play_year
from tests.oracles.year_checked import by_chance, rows_of, seating, standings_by_hand, tables_of_draws

MEMBERS, WEEKS = 8, 4


@pytest.fixture(scope="module")
def year(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Year]:
    member = play_year(tmp_path_factory.mktemp("year") / "club", members=MEMBERS, weeks=WEEKS)
    yield member
    member.club.close()


@pytest.fixture(scope="module")
def files(year: Year, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("exports")
    write_csv(season_export(year.now, SEASON, full_names=True).tables, folder)
    return folder


def test_everybody_present_was_seated_once_and_what_was_shown_before_a_correction_came_about(year: Year) -> None:
    """Each is looked at while the year is played."""
    assert year.wrong == []
    assert len(year.present) == WEEKS


def test_every_game_was_played_within_its_limits(year: Year, files: Path) -> None:
    limits = {listed.slug: (listed.fewest, listed.most) for listed in list_games()}
    tables = rows_of(files, "matches")
    assert {each["game"] for each in tables} == set(SLUGS)
    for each in tables:
        fewest, most = limits[each["game"]]
        assert fewest <= int(each["players"]) <= most, each
    for draw in year.draws:
        for table in draw.tables:
            fewest, most = limits[table.game]
            assert fewest <= len(table.names) <= most


def test_everything_that_happens_in_a_year_has_happened(year: Year, files: Path) -> None:
    assert {each["status"] for each in rows_of(files, "matches")} == {"finished", "void"}
    assert any(each["continues"] for each in rows_of(files, "matches"))
    assert {each["outcome"] for each in rows_of(files, "disputes")} == {"upheld", "overruled"}
    assert any(decision.kind == "appealed" for dispute in disputes(year.now) for decision in dispute.decisions)
    assert {each["guest"] for each in rows_of(files, "results")} == {"true", "false"}
    assert sum(session.status == "closed" for session in schedule.sessions(year.now, SEASON)) == WEEKS


def test_the_standings_are_those_reckoned_by_hand_from_the_files(year: Year, files: Path) -> None:
    points = penalties.points_by_session(penalties.penalties(year.now, SEASON))
    member = {each["member"]: each["name"] for each in rows_of(files, "members")}
    printed = referee("standings", SEASON, "--json", club=year.club.folder).data
    wanted = standings_by_hand(files, show(year.now, SEASON), points)
    ranked = [line for line in wanted if line.place]
    assert ranked
    assert [(each["place"], each["name"]) for each in printed[: len(ranked)]] == [
        (line.place, member[line.name]) for line in ranked
    ]
    assert {
        row["name"]: (Fraction(row["exact"]), len([*row["counted"], *row["dropped"]]), row["wins"], row["seconds"])
        for row in printed
    } == {member[line.name]: (line.score, line.sessions, line.wins, line.seconds) for line in wanted}


def test_what_was_kept_from_week_to_week_is_what_is_found_afresh(year: Year) -> None:
    fresh = standings(year.now, SEASON)
    assert year.before
    assert standings(year.now, SEASON, before=year.before).rows == fresh.rows
    assert ratings(year.now, before=ratings(year.now)).rows == ratings(year.now).rows
    kept = archive(year.now, SEASON)
    assert kept
    assert not list(differences(kept, provisional_end(year.now, SEASON)))


def test_an_audit_finds_no_difference(year: Year) -> None:
    report = audit(year.now, workers=1)
    assert report.differences == ()
    assert report.tables >= sum(len(draw.tables) for draw in year.draws) + len(SLUGS)


def test_the_whole_club_comes_back_row_by_row_from_its_json(year: Year, tmp_path: Path) -> None:
    write_export(find_export("json").make(year.now, ExportRequest()), tmp_path / "club.jsonl", private=True)
    with import_club.import_log(tmp_path / "club.jsonl", tmp_path / "again") as imported_club:
        assert rows(imported_club.store.path) == rows(year.club.store.path)
        assert standings(imported_club, SEASON).rows == standings(year.now, SEASON).rows
        assert audit(imported_club, workers=1).differences == ()


def test_a_backup_comes_back(year: Year, tmp_path: Path) -> None:
    wanted = rows(year.club.store.path)
    backup = back_up(year.now, tmp_path / "kept.db")
    assert backup.tampered == ()
    (tmp_path / "elsewhere").mkdir()
    with preview_restore(tmp_path / "elsewhere", backup.path) as found:
        assert found.tampered == ()
        assert found.carry_out() is None
    again = rows(tmp_path / "elsewhere" / "club.db")
    written = {"event"}  # that it was restored is written down
    assert {kind: again[kind] for kind in again.keys() - written} == {
        kind: wanted[kind] for kind in wanted.keys() - written
    }


def test_drawn_tables_let_the_same_people_meet_less_unevenly_than_chance(year: Year) -> None:
    seated = tables_of_draws(year.draws)
    chance = [seating(by_chance(seated, seed)).squares for seed in range(20)]
    assert seating(seated).squares < sum(chance) / len(chance)


def test_there_are_names_for_a_large_club() -> None:
    assert len(set(people(200))) == 200
