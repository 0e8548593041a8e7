"""Backups of a club: what they keep, what restoring one would lose, and a night put back."""

import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from referee.club import history
from referee.club.file import backups
from referee.club.file.audit import audit
from referee.club.file.backups import RestorePreview, back_up, preview_restore
from referee.club.folder import FILE, Club, init, open_club
from referee.club.match import matches, recording
from referee.club.people import roster
from referee.club.text.faults import ClubFault, StoreFault, StoreMissing
from referee.store.backup import head_mark
from referee.store.events.head_check import LastSeen, Rollback, find_acceptance, find_rollback, write_last_seen
from referee.store.events.log import Head, head
from referee.store.faults import StoreDamaged, StoreFull, StoreNewer
from referee.store.moment import in_utc
from tests.campaigns.tampering import stranger
from tests.club.conftest import in_a_file, place, whole_hand
from tests.systems import MOVES_OPEN_FILES


def texts(club: Club, table: int) -> list[str]:
    return [line.text for line in matches.show(club, table).log]


def end_of(club: Club) -> Head:
    with club.reading() as tx:
        return head(tx, tx.club)


def restored(club: Club, backup: Path) -> Path:
    with preview_restore(club.folder, backup) as found:
        aside = found.carry_out()
    assert aside
    return aside


@in_a_file("a backup is restored into it")
def test_a_night_is_restored_as_it_was_and_what_came_after_is_kept_aside(club: Club, table: int) -> None:
    backup = back_up(club).path
    end = end_of(club)
    assert backup == club.folder / "backups" / f"2026-11-16-e{end.n}-{end.hash[:12]}.db"
    recording.log_line(club, table, "Ann plays 3D")
    aside = restored(club, backup)
    assert texts(club, table) == ["deal by Dee"]  # at a desk that was open all the while
    assert audit(club).differences == ()
    recording.log_line(club, table, "Ann plays 3S")
    assert texts(club, table) == ["deal by Dee", "Ann plays 3S"]
    assert [path.name for path in club.folder.glob("*.replaced-*.db*")] == [aside.name]
    shutil.copy(aside, club.folder / "schedules" / FILE)
    with open_club(club.folder / "schedules") as before:
        assert texts(before, table) == ["deal by Dee", "Ann plays 3D"]


@in_a_file("a backup is restored into it")
def test_the_head_that_was_given_up_is_named_so_that_who_saw_it_is_content(club: Club, table: int) -> None:
    backup = back_up(club).path
    recording.log_line(club, table, "Ann plays 3D")
    before = LastSeen(end_of(club), in_utc(club.clock()))
    recording.log_line(club, table, "Ben plays 5H")
    last = LastSeen(end_of(club), in_utc(club.clock()))
    restored(club, backup)
    with club.reading() as tx:
        sql = tx
        for seen in (before, last):
            event = find_acceptance(sql, sql.club, seen.head)
            assert event
            assert event.data == {"given up": [last.head.n, last.head.hash]}
            assert find_rollback(sql, sql.club, seen) is None
        for other in (Head(last.head.n, "0" * 64), Head(last.head.n + 1, last.head.hash)):
            assert find_rollback(sql, sql.club, LastSeen(other, last.at))
    assert history.recent_actions(club, limit=1)[0].note == f"gave up events {before.head.n} to {last.head.n}"


@in_a_file("a backup is restored into it")
def test_of_a_damaged_file_the_head_is_given_up_that_was_seen_here(
    club: Club, table: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    backup = back_up(club).path
    recording.log_line(club, table, "Ann plays 3D")
    seen = LastSeen(end_of(club), in_utc(club.clock()))
    with club.reading() as tx:
        [(uuid,)] = tx.rows("SELECT uuid FROM club")
    write_last_seen(uuid, seen)
    club.close()
    club.store.path.write_bytes(b"\xff" * 20_000)
    restored(club, backup)
    with club.reading() as tx:
        assert find_rollback(tx, tx.club, seen) is None


@in_a_file("a backup is restored into it")
def test_restoring_the_backup_of_another_club_gives_up_nothing_of_that(club: Club, tmp_path: Path) -> None:
    with init(tmp_path / "other", "Tuesday Cards") as other:
        backup = back_up(other, tmp_path / "tuesday.db").path
    seen = LastSeen(end_of(club), in_utc(club.clock()))
    restored(club, backup)
    with club.reading() as tx:
        assert find_rollback(tx, tx.club, seen) is Rollback.TRUNCATED


def test_what_has_the_same_head_is_not_backed_up_twice_but_where_the_first_is_damaged(club: Club) -> None:
    first = back_up(club).path
    assert back_up(club).path == first
    first.write_bytes(b"\xff" * 20_000)
    again = back_up(club).path
    assert again.name == f"{first.stem}-2.db"
    assert back_up(club).path == again
    roster.add(club, "Gus")
    assert back_up(club).path not in (first, again)


@pytest.mark.parametrize("typed", ["2026-11-16", "{}", "{}.db", "2026-11-16-e"])
def test_a_backup_is_called_by_its_day_or_its_name_the_last_of_several(club: Club, typed: str) -> None:
    back_up(club)
    roster.add(club, "Gus")
    last = back_up(club).path
    assert backups.find_backup(club.folder, Path(typed.format(last.stem))) == last


def test_a_backup_goes_where_it_is_told_and_into_a_folder_by_its_day(club: Club, tmp_path: Path) -> None:
    assert back_up(club, tmp_path / "monday.db").path == tmp_path / "monday.db"
    with pytest.raises(ClubFault, match="already exists"):
        back_up(club, tmp_path / "monday.db")
    assert back_up(club, tmp_path).path.name == f"2026-11-16-{head_mark(end_of(club))}.db"
    with pytest.raises(ClubFault, match="is not a folder"):
        back_up(club, tmp_path / "nowhere" / "monday.db")
    assert not (club.folder / "backups").exists()


def test_the_charter_says_how_many_are_kept(club: Club, tmp_path: Path) -> None:
    assert backups.backups_to_keep(club) == 30
    for count in (0, -1, 10**20):
        with pytest.raises(ClubFault, match="Use 1 to 9999"):
            backups.set_backups_to_keep(club, count)
    backups.set_backups_to_keep(club, 2)
    items = []
    for name in ("Fay", "Gus", "Hal"):
        roster.add(club, name)
        items.append(back_up(club).path)
    assert [backup.path for backup in backups.backups(club)] == items[1:]
    with open_club(place(club)) as second_club:
        assert backups.backups_to_keep(second_club) == 2


@in_a_file("an event is changed in it")
def test_a_log_that_was_tampered_with_is_said_and_pushes_no_sound_backup_out(club: Club, table: int) -> None:
    backups.set_backups_to_keep(club, 1)
    sound = back_up(club).path
    with stranger(club.store.path) as raw:
        raw.execute("UPDATE event SET data = replace(data, '@', '@1') WHERE kind = 'line logged'")
    made = back_up(club)
    assert (table, 1) in [(difference.table, difference.line) for difference in made.tampered]
    assert sound.exists()
    assert made.path.exists()
    with preview_restore(club.folder, made.path) as found:
        assert found.tampered == made.tampered
    with stranger(club.store.path) as raw:
        raw.execute("UPDATE event SET data = replace(data, '@1', '@') WHERE kind = 'line logged'")


@MOVES_OPEN_FILES
@in_a_file("a backup is restored into it")
def test_a_damaged_club_is_restored_from_its_backup(club: Club, table: int) -> None:
    backup = back_up(club).path
    club.close()
    path = club.store.path
    path.write_bytes(b"\xff" * path.stat().st_size)
    with pytest.raises(StoreDamaged), open_club(club.folder):
        pass
    with preview_restore(club.folder, backup) as found:
        assert found.lost is None
        aside = found.carry_out()
    assert aside
    assert aside.read_bytes() == b"\xff" * aside.stat().st_size
    with open_club(club.folder) as second_club:
        assert texts(second_club, table) == ["deal by Dee"]


@in_a_file("a backup is restored into it")
def test_a_club_whose_file_is_lost_is_restored_and_not_with_the_log_that_was_left(
    club: Club, table: int, tmp_path: Path
) -> None:
    backup = back_up(club).path
    recording.log_line(club, table, "Ann plays 3D")
    left = shutil.copytree(club.folder, tmp_path / "left")
    (left / FILE).unlink()
    log = (left / f"{FILE}-wal").read_bytes()
    assert log
    with pytest.raises(ClubFault, match=r"belongs to a missing club\.db"):
        init(left, "Monday Cards")
    folder = backups.place_to_restore(None, left / "backups" / backup.name)
    assert folder == left
    with preview_restore(folder, backups.find_backup(folder, Path("2026-11-16"))) as found:
        aside = found.carry_out()
    assert aside
    assert aside.name.endswith(".db-wal")
    assert aside.read_bytes() == log
    with open_club(left) as second_club:
        assert texts(second_club, table) == ["deal by Dee"]


@in_a_file("a backup is restored into it")
def test_what_cannot_be_put_back_is_refused_plainly_and_changes_nothing(club: Club, table: int, tmp_path: Path) -> None:
    newer = back_up(club, tmp_path / "newer.db").path
    with closing(sqlite3.connect(newer)) as file, file:
        file.execute("UPDATE club SET shape = '9 holograms'")
    (tmp_path / "note.db").write_text("holiday photographs")
    for file_, fault in ((newer, StoreNewer), (tmp_path / "note.db", StoreDamaged), (club.store.path, ClubFault)):
        with pytest.raises(fault, match=file_.name) as refused, preview_restore(club.folder, file_):
            pass
        assert ".referee" not in str(refused.value)
    with pytest.raises(StoreMissing, match=r"no backup 2026-01-01. The folder backups/ is empty"):
        backups.find_backup(club.folder, Path("2026-01-01"))
    assert texts(club, table) == ["deal by Dee"]
    assert sorted(path.name for path in club.folder.iterdir() if "club.db" not in path.name) == ["exports", "schedules"]


def test_a_backup_whose_tables_are_called_by_no_text_is_damaged(club: Club, tmp_path: Path) -> None:
    backup = back_up(club, tmp_path / "kept.db").path
    data = backup.read_bytes()
    at = data.index(b"CREATE TABLE penalty") + len(b"CREATE TABLE pen")
    backup.write_bytes(data[:at] + b"\xe1" + data[at + 1 :])
    with pytest.raises(StoreDamaged, match=r"kept\.db is damaged"), preview_restore(club.folder, backup):
        pass


def test_a_backup_whose_last_moment_is_none_can_be_restored_all_the_same(club: Club, tmp_path: Path) -> None:
    backup = back_up(club, tmp_path / "kept.db").path
    with stranger(backup) as raw:
        raw.execute("UPDATE event SET at = 'yesterday' WHERE n = (SELECT max(n) FROM event)")
    with preview_restore(club.folder, backup) as found:
        assert found.last_written is None
        assert found.tampered


def test_looking_at_a_backup_changes_nothing(club: Club, table: int) -> None:
    backup = back_up(club).path
    bytes_of_it = backup.read_bytes()
    recording.log_line(club, table, "Ann plays 3D")
    with preview_restore(club.folder, backup) as found:
        assert isinstance(found, RestorePreview)
    assert backup.read_bytes() == bytes_of_it
    assert texts(club, table) == ["deal by Dee", "Ann plays 3D"]
    assert not [path for path in club.folder.iterdir() if path.name.startswith(".")]


@in_a_file("it is copied while it is open")
def test_a_plain_copy_made_while_a_desk_is_open_is_a_few_lines_short_at_most(
    club: Club, table: int, tmp_path: Path
) -> None:
    (tmp_path / "plain").mkdir()
    short = []
    with open_club(club.folder) as desk:
        desk.revision()
        for number, line in enumerate(whole_hand()[1:], 2):
            recording.log_line(club, table, line)
            shutil.copy(club.store.path, tmp_path / "plain" / FILE)
            with open_club(tmp_path / "plain") as second_club:
                short.append(number - len(texts(second_club, table)))
                assert audit(second_club).differences == ()
        assert min(short) >= 0
        assert max(short) <= 4
        club.close()
        shutil.copy(club.store.path, tmp_path / "plain" / FILE)
        with open_club(tmp_path / "plain") as second_club:
            assert texts(second_club, table) == texts(desk, table)


def test_a_full_disk_is_a_fault_and_leaves_nothing(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    from referee.store import backup as store_backup

    monkeypatch.setattr(store_backup, "place_new", full)
    with pytest.raises(StoreFault, match="No space left"):
        back_up(replace(club))
    assert not list(club.folder.rglob("*.referee"))
    assert backups.backups(club) == []


def test_what_cannot_be_made_is_called_by_a_name_that_people_know(
    club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_path: Path, copy: Path, *_: object) -> None:
        raise StoreFull(f"There is no room left on the disk for {copy}.")

    monkeypatch.setattr(backups, "copy_checked", full)
    with pytest.raises(StoreFull) as fault:
        back_up(club, tmp_path / "monday.db")
    assert ".referee" not in str(fault.value)
