"""Importing what another file of the club has: nothing twice, nothing half, and what cannot be imported is named."""

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from shutil import copyfile

import pytest

from referee.club.calendar import checkin, schedule, seasons, sessions
from referee.club.corrections import result_entry
from referee.club.disputes import deciding, disputes, opening, penalties
from referee.club.disputes.remedies import Remedy
from referee.club.evening import departures
from referee.club.file.audit import audit
from referee.club.file.fork_import import ForkImport, import_fork, preview_fork
from referee.club.folder import FILE, Club, init, open_club
from referee.club.match import matches, recording, seat_transfers, starting, voiding
from referee.club.match.view import MatchView
from referee.club.people import forgetting, merging, roster
from referee.club.standings import season_end
from referee.club.standings.standings import standings
from referee.club.text.faults import ClubFault
from referee.club.undoing.last import last_undoable
from referee.store.projections.kind import EventKind
from tests.campaigns.tampering import stranger
from tests.cli.running import referee
from tests.club.conftest import in_a_file
from tests.harness.frozen import frozen_at

pytestmark = in_a_file("the copies of a file")
FIRST, SECOND = datetime(2026, 11, 16, 18, tzinfo=UTC), datetime(2026, 11, 23, 18, tzinfo=UTC)


@pytest.fixture
def two(tmp_path: Path) -> tuple[Path, Path]:
    """The folders of two laptops, of which one was copied from the other after the first evening."""
    here, there = tmp_path / "ann", tmp_path / "ben"
    with frozen_at(FIRST), init(here, "Monday Cards") as club:
        for name in ("Ann", "Ben", "Cal", "Dee"):
            roster.add(club, name)
        seasons.new(club, "2026-27", starts=date(2026, 9, 1), ends=date(2027, 6, 30), best_k=20, min_sessions=1)
        for day in (16, 23):
            schedule.add(club, date(2026, 11, day), time(18))
        evening(club, "2026-11-16", ["Ann", "Ben", "Cal"])
    there.mkdir()
    copyfile(here / FILE, there / FILE)
    return here, there


def evening(club: Club, day: str, places: list[str], game: str = "big-two") -> int:
    """Hold a session with one table, whose result is the players in this order."""
    sessions.open_session(club, day)
    number = played(club, places, game)
    sessions.close_session(club, unfinished=True, reason="late")
    return number


def played(club: Club, places: list[str], game: str = "big-two") -> int:
    number = starting.start_table(club, game, sorted(places)).number
    result_entry.record(club, number, places=[[name] for name in places])
    return int(number)


def at(folder: Path, act: Callable[[Club], object], moment: datetime = SECOND) -> None:
    with frozen_at(moment), open_club(folder) as club:
        act(club)


def imported(two: tuple[Path, Path], moment: datetime = SECOND + timedelta(days=1)) -> ForkImport:
    """Import the second file into the first. A preview says the same before, and changes nothing."""
    with frozen_at(moment), open_club(two[0]) as club:
        head = club.head
        before = preview_fork(club, two[1] / FILE)
        assert club.head == head
        result = import_fork(club, two[1] / FILE)
        assert result == before
        assert audit(club).differences == ()
        return result


def results(folder: Path) -> dict[str, tuple[tuple[str, ...], ...]]:
    with open_club(folder, read_only=True) as club, club.reading() as tx:
        numbers = [number for (number,) in tx.rows('SELECT id FROM "match" ORDER BY id')]
    with open_club(folder, read_only=True) as club:
        return {(view := matches.show(club, number)).number.reference: view.places for number in numbers}


def test_an_evening_that_only_the_other_has_comes_with_its_table_result_and_members(two: tuple[Path, Path]) -> None:
    def act(club: Club) -> None:
        roster.add(club, "Eve")
        evening(club, "2026-11-23", ["Eve", "Ann", "Ben"])

    at(two[1], act)
    at(two[0], lambda club: roster.add(club, "Fay"))  # who has the number that Eve has there
    found = imported(two)
    assert found.members == ("Eve",)
    [night] = found.evenings
    assert (night.day, night.is_new) == (date(2026, 11, 23), False)
    [table] = night.tables
    assert (table.table, table.players) == ("2026-11-23/1", ("Ann", "Ben", "Eve"))
    assert table.result == "Eve > Ann > Ben"
    assert results(two[0])["2026-11-23/1"] == (("Eve",), ("Ann",), ("Ben",))
    with open_club(two[0], read_only=True) as club:
        assert sessions.show(club, "2026-11-23").session.status == "closed"
        with open_club(two[1], read_only=True) as other:
            assert {row.name: row.score for row in standings(club).rows if row.matches} == {
                row.name: row.score for row in standings(other).rows if row.matches
            }


def test_what_was_imported_is_not_imported_again_in_either_direction(two: tuple[Path, Path]) -> None:
    at(two[1], lambda club: evening(club, "2026-11-23", ["Ann", "Ben", "Dee"]))
    imported(two)
    with open_club(two[0]) as club, pytest.raises(ClubFault, match="no events that this club lacks"):
        import_fork(club, two[1])
    with open_club(two[1]) as club, pytest.raises(ClubFault, match="no events that this club lacks"):
        import_fork(club, two[0])
    at(two[1], lambda club: roster.add(club, "Eve"))
    found = imported(two)
    assert (found.members, found.evenings) == (("Eve",), ())
    assert list(results(two[0])) == ["2026-11-16/1", "2026-11-23/1"]


def test_a_table_that_both_have_is_named_and_not_imported_twice(two: tuple[Path, Path]) -> None:
    at(two[0], lambda club: evening(club, "2026-11-23", ["Ann", "Ben", "Cal"]))

    def act(club: Club) -> None:
        sessions.open_session(club, "2026-11-23")
        played(club, ["Ben", "Ann", "Cal"])
        played(club, ["Dee", "Ann", "Ben"], "commune")
        sessions.close_session(club)

    at(two[1], act)
    found = imported(two)
    [duplicate] = found.duplicates
    assert duplicate.startswith("Table 2026-11-23/1 (big-two: Ann, Ben and Cal) is in both files")
    assert [table.table for table in found.evenings[0].tables] == ["2026-11-23/2"]
    assert results(two[0]) == {
        "2026-11-16/1": (("Ann",), ("Ben",), ("Cal",)),
        "2026-11-23/1": (("Ann",), ("Ben",), ("Cal",)),
        "2026-11-23/2": (("Dee",), ("Ann",), ("Ben",)),
    }
    assert any("The session of 2026-11-23 was changed in both files" in note for note in found.left_out)


def test_a_name_that_both_added_is_one_person_and_a_similar_one_is_named(two: tuple[Path, Path]) -> None:
    def act(club: Club) -> None:
        roster.add(club, "Gus Moss")
        roster.add(club, "Fay Lind")
        evening(club, "2026-11-23", ["Gus Moss", "Fay Lind", "Ann"])

    at(two[1], act)
    at(two[0], lambda club: (roster.add(club, "Gus Moss"), roster.add(club, "Fay Linde")))
    found = imported(two)
    assert found.members == ("Fay Lind",)
    assert any("Gus Moss was added in both files" in note and "first rename one" in note for note in found.notes)
    assert any("Fay Lind is a new name here, similar to Fay Linde" in note for note in found.notes)
    assert results(two[0])["2026-11-23/1"] == (("Gus Moss",), ("Fay Lind",), ("Ann",))


def test_all_that_happens_at_a_table_comes_with_its_numbers(two: tuple[Path, Path]) -> None:
    """Numbers of members, tables, disputes and penalties differ here and there."""

    def there(club: Club) -> None:
        for name in ("Eve", "Gus", "Hal"):
            roster.add(club, name)
        sessions.open_session(club, "2026-11-23")
        table = starting.start_table(club.with_actor("Eve"), "big-two", ["Eve", "Gus", "Hal"]).number
        recording.log_line(club.with_actor("Gus"), table, "deal by Eve")
        recording.log_line(club, table, "Gus plays 4D")
        recording.undo_line(club.with_actor("Hal"), table, 2, reason="Eve and Gus saw another card")
        dispute = opening.open_on_line(club.with_actor("Hal"), table, 1, claim="Gus dealt").number
        deciding.decide(club.with_actor("Eve"), dispute, remedy=Remedy.UPHOLD, reason="Eve dealt")
        penalties.give(club.with_actor("Eve"), "Gus", points=2, reason="rude to Hal", table=int(table))
        seat_transfers.swap(club, table, "Eve", "Gus", reason="Hal asked")
        goes_on = matches.show(club, table).goes_on or 0  # after cards were dealt, in a match of its own
        result_entry.record(club, goes_on, places=[["Hal"], ["Eve"], ["Gus"]])
        gone = starting.start_table(club, "commune", ["Ann", "Ben", "Hal"]).number
        voiding.void_match(club, gone, reason="cards were missing")
        departures.check_out(club, ["Hal"])
        sessions.close_session(club, unfinished=True, reason="late")

    def here(club: Club) -> None:
        for name in ("Fay", "Ivy", "Jon", "Kim"):
            roster.add(club, name)
        schedule.add(club, date(2026, 11, 24), time(18))
        evening(club, "2026-11-24", ["Fay", "Ivy", "Jon"])
        told = opening.open_on_facts(club, "big-two", ["Ben plays 4D", "Ann plays 3D"], claim="Fay saw it").number
        deciding.decide(club, told, reason="ask Fay")
        penalties.give(club.with_actor("Ann"), "Fay", points=1, reason="late", session="2026-11-24")

    at(two[1], there)
    at(two[0], here)
    found = imported(two)
    assert [table.result for table in found.evenings[0].tables][-1] == "void"
    with open_club(two[0], read_only=True) as club, open_club(two[1], read_only=True) as other:
        here_and_there = [matches.matches(place, "2026-11-23") for place in (club, other)]
        assert len(here_and_there[0]) == 3
        for view, view_there in zip(*here_and_there, strict=True):
            assert lines(view) == lines(view_there)
            assert (view.names, view.places, view.void) == (view_there.names, view_there.places, view_there.void)
            assert view.id != view_there.id
        assert [view.continues for view in here_and_there[0]] == [None, here_and_there[0][0].id, None]
        shown, shown_there = disputes.show(club, 2), disputes.show(other, 1)
        assert shown.claim == shown_there.claim
        assert [(each.reason, each.by) for each in shown.decisions] == [
            (each.reason, each.by) for each in shown_there.decisions
        ]
        [penalty] = [each for each in penalties.penalties(club) if each.points == 2]
        assert (penalty.name, penalty.reason) == ("Gus", "rude to Hal")


def lines(view: MatchView) -> list[tuple[object, ...]]:
    return [
        (line.text, line.by, line.reason, line.counts, line.decided_by, line.at, line.ruling and line.ruling.verdict)
        for line in view.log
    ]


def test_what_was_undone_there_is_undone_here(two: tuple[Path, Path]) -> None:
    def act(club: Club) -> None:
        roster.add(club, "Eve")
        undo(club)
        roster.add(club, "Gus")
        sessions.open_session(club, "2026-11-23")
        starting.start_table(club, "commune", ["Ann", "Ben", "Gus"])
        undo(club)
        played(club, ["Gus", "Ann", "Ben"])

    at(two[1], act)
    found = imported(two)
    assert found.members == ("Gus",)
    assert [table.game for table in found.evenings[0].tables] == ["Chor Dai Di (Big Two)"]
    with open_club(two[0], read_only=True) as club:
        assert "Eve" not in [member.name for member in roster.members(club, include_retired=True)]


def undo(club: Club) -> None:
    undoable = last_undoable(club, lambda *_: None)
    assert undoable.reverse is not None
    undoable.reverse("")


def test_a_match_that_was_continued_in_both_stays_as_it_is_here(two: tuple[Path, Path]) -> None:
    from referee.club.corrections import corrections

    for folder, places in ((two[0], ["Ben", "Ann", "Cal"]), (two[1], ["Cal", "Ben", "Ann"])):
        at(folder, lambda club, places=places: corrections.result(
            club.with_actor("Ann"), 1, places=[[name] for name in places], reason="counted again"
        ))  # fmt: skip
    at(two[1], lambda club: roster.add(club, "Eve"))
    found = imported(two)
    assert found.left_out == ("Table 2026-11-16/1 was continued in both files. Yours stays unchanged.",)
    assert results(two[0])["2026-11-16/1"] == (("Ben",), ("Ann",), ("Cal",))


def test_a_match_that_was_corrected_only_there_is_corrected_here(two: tuple[Path, Path]) -> None:
    from referee.club.corrections import corrections

    at(two[1], lambda club: corrections.result(
        club.with_actor("Ann"), 1, places=[["Cal"], ["Ben"], ["Ann"]], reason="counted again"
    ))  # fmt: skip
    imported(two)
    assert results(two[0])["2026-11-16/1"] == (("Cal",), ("Ben",), ("Ann",))


def test_whom_the_club_forgot_is_not_named_again(two: tuple[Path, Path]) -> None:
    at(two[1], lambda club: evening(club.with_actor("Dee"), "2026-11-23", ["Dee", "Ann", "Ben"]))
    at(two[1], lambda club: schedule.add(club, date(2026, 12, 7), time(18), note="Dee brings cake"))
    at(two[0], lambda club: forgetting.forget(club, "Dee"))
    imported(two)
    assert b"Dee" not in (two[0] / FILE).read_bytes()
    assert results(two[0])["2026-11-23/1"][0][0].startswith("Member ")


def test_whom_the_club_merged_plays_as_the_one_that_stayed(two: tuple[Path, Path]) -> None:
    at(two[1], lambda club: evening(club, "2026-11-23", ["Dee", "Ann", "Ben"]))
    at(two[0], lambda club: merging.merge(club, "Cal", "Dee", reason="one person"))
    imported(two)
    with open_club(two[0], read_only=True) as club:
        assert {row.name for row in standings(club).rows if row.matches == 2} >= {"Ann", "Ben", "Cal"}


def test_what_has_to_be_done_by_hand_is_counted(two: tuple[Path, Path]) -> None:
    at(two[1], lambda club: (merging.merge(club, "Cal", "Dee", reason="one person"), roster.add(club, "Eve")))
    found = imported(two)
    assert found.left_out == ("Not imported: member merged: 1. If you need these, enter them again.",)


def test_an_evening_of_a_season_that_is_closed_here_is_refused(two: tuple[Path, Path]) -> None:
    at(two[1], lambda club: evening(club, "2026-11-23", ["Dee", "Ann", "Ben"]))

    def close(club: Club) -> None:
        schedule.cancel(club, "2026-11-23", note="snow")
        season_end.close(club, "2026-27")

    at(two[0], close, datetime(2027, 7, 1, tzinfo=UTC))
    with open_club(two[0]) as club:
        head = club.head
        with pytest.raises(ClubFault, match="closed"):
            import_fork(club, two[1])
        assert club.head == head


def test_what_is_no_other_file_of_this_club_is_refused(two: tuple[Path, Path], tmp_path: Path) -> None:
    init(tmp_path / "other", "Monday Cards").close()
    (tmp_path / "notes.db").write_text("notes")
    at(two[1], lambda club: roster.add(club, "Eve"))
    copyfile(two[1] / FILE, harmed := tmp_path / "harmed.db")
    with stranger(harmed) as raw:
        raw.execute("UPDATE event SET at = 'zz' WHERE n = (SELECT max(n) FROM event)")
    copyfile(two[1] / FILE, unknown := tmp_path / "unknown.db")
    with open_club(two[0]) as club:
        for path, why in (
            (tmp_path / "other", "belongs to another club"),
            (tmp_path / "notes.db", "cannot be read as a club"),
            (tmp_path / "gone.db", "There is no file"),
            (two[0], "is the club's own file"),
            (harmed, "harmed.db is damaged"),
        ):
            head = club.head
            with pytest.raises(ClubFault, match=why):
                import_fork(club, path)
            assert club.head == head
    assert unknown.exists()


def test_the_import_itself_is_an_entry_with_its_officer(two: tuple[Path, Path]) -> None:
    at(two[1], lambda club: evening(club, "2026-11-23", ["Dee", "Ann", "Ben"]))
    with open_club(two[0]) as club:
        import_fork(club.with_actor("Ann"), two[1])
        with club.reading() as tx:
            query = 'SELECT "by", data FROM event WHERE kind = ?'
            [(by, _)] = tx.rows(query, EventKind.FORK_IMPORTED)
    assert by == "@#1"


def test_a_check_in_that_both_have_counts_once(two: tuple[Path, Path]) -> None:
    for folder, present in zip(two, (["Ann", "Ben"], ["Ben", "Dee"]), strict=True):
        at(folder, lambda club, present=present: (
            sessions.open_session(club, "2026-11-23"), checkin.check_in(club, present)
        ))  # fmt: skip
    imported(two)
    with open_club(two[0], read_only=True) as club:
        assert sorted(member.name for member in sessions.show(club, "2026-11-23").present) == ["Ann", "Ben", "Dee"]


@pytest.mark.process
def test_the_command_previews_asks_imports_and_says_how_to_take_it_back(two: tuple[Path, Path]) -> None:
    at(two[1], lambda club: evening(club, "2026-11-23", ["Dee", "Ann", "Ben"]))
    other = str(two[1] / FILE)
    before = (two[0] / FILE).read_bytes()
    preview = referee("import", "--from", other, "--dry-run", club=two[0])
    assert preview.code == 0
    assert "  Mon 2026-11-23: 1 table" in preview.out
    assert "    2026-11-23/1  Chor Dai Di (Big Two): Ann, Ben, Dee. Result: Dee > Ann > Ben" in preview.out
    assert "Nothing was changed." in preview.out
    asked = referee("import", "--from", other, club=two[0])
    assert (asked.code, "--yes" in asked.err) == (2, True)
    data = referee("import", "--from", other, "--json", club=two[0]).data
    assert (data["written"], data["evenings"][0]["day"]) == (False, "2026-11-23")
    assert (two[0] / FILE).read_bytes() == before
    done = referee("import", "--from", other, "--yes", club=two[0])
    assert done.code == 0
    undo = done.out.splitlines()[-1]
    assert undo.startswith("Undo: referee restore ")
    assert list(results(two[0])) == ["2026-11-16/1", "2026-11-23/1"]
    assert referee("import", "--from", other, "--yes", club=two[0]).err.strip().endswith("Nothing was imported.")
    assert referee(*undo.removeprefix("Undo: referee ").split(), "--yes", club=two[0]).code == 0
    assert list(results(two[0])) == ["2026-11-16/1"]


@pytest.mark.process
def test_the_command_refuses_what_does_not_go_together(two: tuple[Path, Path]) -> None:
    for words, why in (
        (["--from", str(two[1]), "members.csv"], "Use --from alone"),
        (["--from", str(two[1] / "gone.db")], "There is no file"),
        ([], "Name a file to import"),
    ):
        result = referee("import", *words, club=two[0])
        assert (result.code, why in result.err) == (2, True)
