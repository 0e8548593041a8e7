"""What an audit says of a club's file, and what the desk, the tables and the exports say of one that is damaged."""

import csv
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from referee.club.calendar import sessions
from referee.club.disputes import deciding, disputes, opening
from referee.club.evening.board import board_view
from referee.club.evening.overview import read_tonight
from referee.club.file.audit import audit, events_since_head, is_head
from referee.club.file.backups import back_up
from referee.club.folder import Club
from referee.club.match import ending, log, matches, recording, starting
from referee.club.people import forgetting, roster
from referee.club.standings.standings import standings
from referee.club.text.faults import StoreAltered
from referee.export.csv_files import MANIFEST, write_csv
from referee.export.tables.season import season_export
from referee.rules import Rulebook, Ruling
from referee.store.events.event import Event
from referee.store.events.log import events
from referee.store.match_replay import TableEntry
from tests.campaigns.tampering import rewrite, stranger
from tests.club.conftest import MONDAY, NAMES, copied, in_a_file, tampering, whole_hand, write_down

ENDED = "the rules or the end differs from the log"

LINE_5 = """kind = 'line logged' AND data LIKE '%"number":5,%'"""


def said(club: Club) -> list[str]:
    return [str(difference) for difference in audit(club).differences]


@pytest.fixture(scope="module")
def played_folder(monday: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    with copied(monday, tmp_path_factory.mktemp("played") / "club", served=False) as club:
        sessions.open_session(club, str(MONDAY))
        for _ in range(2):
            number = starting.start_table(club, "big-two", NAMES[:4]).number
            write_down(club, number, whole_hand())
            ending.finish(club, number)
        return club.folder


@pytest.fixture
def played(played_folder: Path, tmp_path: Path) -> Iterator[Club]:
    """Two tables of Big Two that were played to their ends, the same hand at both."""
    with copied(played_folder, tmp_path / "played") as club:
        yield club


def shown_or_refused(club: Club, number: int) -> str:
    """Return what is said of a damaged table when somebody looks at it."""
    try:
        return "\n".join(map(str, matches.show(club, number).damage))
    except StoreAltered as fault:
        return str(fault)


def harm(club: Club, *statements: str) -> None:
    with tampering(club) as sql:
        for statement in statements:
            sql.do(statement)


def test_a_sound_club_has_no_difference(played: Club) -> None:
    report = audit(played)
    assert report.differences == ()
    assert (report.tables, report.lines) == (2, 2 * len(whole_hand()))
    assert report.ends == played.head


def test_lines_that_were_taken_back_replaced_or_let_stand_are_judged_as_they_were_entered(played: Club) -> None:
    number = starting.start_table(played, "big-two", NAMES[:4]).number
    for line in ("deal by Dee", "Ben plays 3D", "Ann plays 4D", "Cal plays 5D", "Ben plays 9D", "Cal plays TD"):
        recording.log_line(played, number, line)
    recording.log_line(played, number, "Ann plays 3D", instead_of=2)
    recording.undo_line(played, number, 4)
    recording.let_stand(played, number, 3)
    assert said(played) == []


@in_a_file("an event is hashed anew")
def test_a_ruling_that_the_rulebook_gives_no_more_is_a_difference(played: Club) -> None:
    with stranger(played.store.path) as raw:
        text = "SELECT n FROM event WHERE match = 1 AND kind = 'line logged' ORDER BY n LIMIT 1 OFFSET 2"
        (n,) = raw.execute(text).fetchone()
        rewrite(raw, n, lambda data: data.update(verdict="illegal", clause="4.5"))
    assert "match m1, line 3: it was ruled illegal by 4.5; the present rulebook rules it legal by 4.8" in said(
        played
    ) or [
        each for each in said(played) if each.startswith("match m1, line 3: it was ruled illegal by 4.5; the present")
    ]


def test_what_another_edition_of_the_rulebook_ruled_is_told_and_is_no_difference(
    played: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = starting.start_table(played, "big-two", NAMES[:4]).number
    monkeypatch.setattr("referee.club.match.log.edition", lambda _: "another")
    judged = log.with_ruling

    def ruled_by_another(book: Rulebook, entry: TableEntry, ruling: Ruling) -> TableEntry:
        return replace(judged(book, entry, ruling), verdict="illegal", clause="4.5")

    monkeypatch.setattr(log, "with_ruling", ruled_by_another)
    recording.log_line(played, number, "deal by Dee")
    report = audit(played)
    assert report.differences == ()
    [told] = report.otherwise
    assert (told.table, told.line) == (number, 1)
    assert told.message.startswith("it was ruled illegal by 4.5; the present rulebook rules it legal")


def test_places_that_the_log_does_not_give_are_named(played: Club) -> None:
    harm(played, 'UPDATE "placing" SET rank = 2.0, score = 0.5 WHERE match_id = 2 AND rank = 1.0')
    assert (
        "match m2: Ann has place 2 of 4 and a score of 0.500; the log gives place 1 of 4 and a score of 1.000"
        in said(played)
    )


@pytest.mark.process
@pytest.mark.parametrize("workers", [1, 2])
def test_what_is_shared_out_to_processes_is_found_as_well(played: Club, workers: int) -> None:
    harm(played, f"UPDATE event SET data = replace(data, '@', '@1') WHERE match = 2 AND {LINE_5}")
    items: list[tuple[int, int]] = []
    report = audit(played, workers=workers, watch=lambda done, of: items.append((done, of)))
    assert 5 in [difference.line for difference in report.differences if difference.table == 2]
    assert items[-1] == (report.lines, report.lines)


@in_a_file("it takes whatever is put into it")
@pytest.mark.parametrize(
    "statement",
    [
        f"UPDATE event SET data = '{{}}' WHERE match = 1 AND {LINE_5}",
        f"UPDATE event SET data = json_set(data, '$.text', 'nonsense') WHERE match = 1 AND {LINE_5}",
        f"UPDATE event SET data = json_set(data, '$.because', '[') WHERE match = 1 AND {LINE_5}",
        f"UPDATE event SET data = json_set(data, '$.verdict', 'perhaps') WHERE match = 1 AND {LINE_5}",
        f"UPDATE event SET data = json_set(data, '$.clause', '99.9') WHERE match = 1 AND {LINE_5}",
        f"UPDATE event SET data = json_set(data, '$.instead_of', 400) WHERE match = 1 AND {LINE_5}",
        f"UPDATE event SET data = '[1]' WHERE match = 1 AND {LINE_5}",
        f"UPDATE event SET at = 'yesterday' WHERE match = 1 AND {LINE_5}",
        f"UPDATE event SET via = CAST(x'ff00fe' AS TEXT) WHERE match = 1 AND {LINE_5}",
        f"UPDATE event SET data = CAST(data AS BLOB) WHERE match = 1 AND {LINE_5}",
        f"UPDATE event SET kind = 'result recorded' WHERE match = 1 AND {LINE_5}",
        f"UPDATE event SET kind = 'dealt by a machine' WHERE match = 1 AND {LINE_5}",
    ],
)
def test_a_table_that_cannot_be_read_spoils_nothing_else(played: Club, tmp_path: Path, statement: str) -> None:
    right = [row.score for row in standings(played).rows]
    harm(played, statement)
    found = said(played)
    assert found
    assert all(each.startswith(("match m1", "club.db: ")) for each in found), found
    told = shown_or_refused(played, 1)
    assert any(each in told for each in found), (told, found)
    assert matches.show(played, 2).damage == ()
    night = read_tonight(played)
    assert [match.number for match in night.matches] == [1, 2]
    assert [bool(match.damage) for match in night.matches] == [True, False]
    assert night.damage
    assert [row.score for row in standings(played).rows] == right
    write_csv(season_export(played).tables, tmp_path / "out")
    with (tmp_path / "out" / "rulings.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    if night.matches[0].unreadable:
        assert {row["word"] for row in rows if row["match"] == "1"} == {"damaged"}
    assert len([row for row in rows if row["match"] == "2"]) == len(whole_hand())


@in_a_file("it takes whatever is put into it")
@pytest.mark.parametrize(
    ("statement", "wanted"),
    [
        ('UPDATE "match" SET edition = CAST(edition AS BLOB)', ENDED),
        ("UPDATE \"match\" SET options = '[1'", ENDED),
        ("UPDATE \"match\" SET started_at = 'x'", ENDED),
        ("UPDATE \"match\" SET game = 'snap'", ENDED),
        ("UPDATE seat SET name = CAST(x'ff' AS TEXT)", "the seating differs from the log"),
        ("UPDATE seat SET seat = seat + 4", "the seating differs from the log"),
        ("UPDATE seat SET guest = 1", "the seating differs from the log"),
        ("UPDATE seat SET name = name || 'e'", "the seating differs from the log"),
    ],
)
def test_what_a_table_can_be_shown_with_is_named_all_the_same(played: Club, statement: str, wanted: str) -> None:
    number = "id" if 'match"' in statement else "match_id"
    harm(played, f"{statement} WHERE {number} = 1")
    assert matches.show(played, 1).log == matches.show(played, 2).log  # the same hand was played at both
    assert f"match m1: {wanted}" in "\n".join(said(played))


@in_a_file("it takes whatever is put into it")
def test_a_bad_result_is_left_out_and_said(played: Club) -> None:
    harm(played, "UPDATE \"placing\" SET rank = 'first' WHERE match_id = 1 AND rank = 1.0")
    ranking = standings(played)
    assert [difference.table for difference in ranking.damage] == [1]
    assert len(ranking.results.by_match[1]) == 3
    assert len(ranking.results.by_match[2]) == 4
    assert any(each.startswith("match m1: a place") for each in said(played))


def test_a_table_is_shown_with_what_is_wrong_while_it_can_be_read(played: Club) -> None:
    of_table = "SELECT n FROM event WHERE match = 1 AND kind = 'table started'"
    harm(played, f"UPDATE private SET text = 'Zoe' WHERE part = 'seat 1' AND n IN ({of_table})")
    match = matches.show(played, 1)
    assert match.names[0] == "Zoe"
    assert {str(difference) for difference in match.damage} <= set(said(played))
    assert [difference.table for difference in match.damage] == [1]
    assert board_view(played).damaged


def test_a_table_with_a_line_that_was_changed_is_not_read_and_the_line_is_named(played: Club) -> None:
    harm(played, f"UPDATE event SET data = replace(data, '@', '@1') WHERE match = 1 AND {LINE_5}")
    with pytest.raises(StoreAltered, match=r"match m1, line 5: event \d+ \(line logged\) was changed"):
        matches.show(played, 1)
    with pytest.raises(StoreAltered, match=r"Table 1 cannot be read: event .* was changed"):
        recording.undo_line(played, 1)
    assert [difference.line for difference in audit(played).differences if difference.table == 1]
    assert board_view(played).damaged


@pytest.mark.parametrize("content", [b"", b"Monday\n" * 999, b"SQLite format 3\x00" + b"\xff" * 5000])
def test_whatever_the_file_holds_an_audit_answers(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "club.db"
    path.write_bytes(content)
    assert audit(path).differences
    assert audit(tmp_path / "nothing.db").differences
    assert audit(tmp_path).differences


@in_a_file("it is cut off")
def test_a_file_that_was_cut_off_is_said_to_be(played: Club, tmp_path: Path) -> None:
    with closing(sqlite3.connect(played.store.path)) as raw:
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = played.store.path.read_bytes()
    for part in (0.3, 0.7, 0.95):
        path = tmp_path / "cut.db"
        path.write_bytes(data[: int(len(data) * part)])
        assert audit(path).differences


def test_an_evening_is_found_by_its_head_while_it_is_as_it_was(played: Club) -> None:
    sessions.close_session(played)
    head = played.head
    assert board_view(played).head == head.short_text
    for typed in (
        str(head),
        head.short_text,
        head.hash,
        head.hash[:8],
        f"{head.n} {head.hash}",
        head.short_text.upper(),
        f"2026-11-16-e{head.n}-{head.hash[:12]}.db",
    ):
        found = events_since_head(played, typed)
        assert found is not None, typed
        assert (found.ends, found.later, found.done) == (head, 0, ())
    recording.undo_line(played, 2, len(whole_hand()), reason="seen on a film")
    roster.add(played, "Ida")
    found = events_since_head(played, head.short_text)
    assert found is not None
    assert (found.later, found.done) == (played.head.n - head.n, ("match m2: line decided", "member added"))
    assert events_since_head(played, played.head.short_text) is not None
    assert events_since_head(played, f"event {head.n - 1}, {head.hash}") is None
    harm(played, f"DELETE FROM event WHERE n >= {head.n}")
    assert events_since_head(played, head.short_text) is None


@pytest.mark.parametrize("typed", ["", "3f2a", "holiday", "event 412", "412, 3f2a", "event 412, holiday"])
def test_what_is_no_head_is_known_to_be_none(typed: str) -> None:
    assert not is_head(typed)


def test_an_export_states_the_head(played: Club, tmp_path: Path) -> None:
    export = season_export(played)
    write_csv(export.tables, tmp_path, head=export.head)
    assert f'"head": "{played.head}"' in (tmp_path / MANIFEST).read_text()


def test_what_no_event_has_made_is_named(played: Club) -> None:
    """Somebody who knows the program writes into a table through it."""
    with played.writing() as tx:
        tx.do("UPDATE session SET room = 'M5' WHERE id = 1")
    assert [str(difference) for difference in audit(played).differences] == [
        "session 1, 2026-11-16: the date, room or status differs from the log"
    ]


def test_a_text_that_was_taken_out_is_named_unless_somebody_was_forgotten(played: Club) -> None:
    roster.add(played, "Zoe Zander")
    recording.undo_line(played, 2, 3, reason="Zoe Zander saw it")
    recording.undo_line(played, 2, 4, reason="it was seen on a film")
    forgetting.forget(played, "Zoe Zander")
    assert said(played) == []
    [n] = [event.n for event in events_of(played) if event.kind == "line decided"][1:]
    harm(played, f"DELETE FROM private WHERE n = {n}")
    assert said(played) == [f"match m2: a text of event {n} (line decided) was removed"]
    backup = back_up(played)
    assert backup.tampered == ()  # where somebody may have been forgotten since


def events_of(club: Club) -> list[Event]:
    with club.reading() as tx:
        return list(events(tx, tx.club))


def test_a_dispute_whose_decision_is_gone_is_said_to_be_unreadable(played: Club) -> None:
    case = opening.open_on_line(played, 1, 3, claim="it was another card")
    deciding.decide(played, case.number, reason="it was not")
    harm(played, "DELETE FROM event WHERE kind = 'dispute ruled'")
    with pytest.raises(StoreAltered, match="The decision of dispute 1 cannot be read"):
        disputes.show(played, case.number)
