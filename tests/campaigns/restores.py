"""Restores over anything in the place of a club's file: the backup is restored, or one sentence says what to do."""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from referee.club.file.audit import audit
from referee.club.folder import FILE, open_club
from referee.club.match import recording
from referee.club.match.matches import show
from referee.store.backup import FOLDER, dated_backups
from referee.store.restoring import find_head
from tests.campaigns.campaign import Campaign
from tests.campaigns.clubs.operations import GOOD_EXITS, club_with_a_table
from tests.cli.running import RunResult, in_a_process, referee

PAGE: Final = 4096
STRANGE: Final = ("holiday photographs", "", "SQLite format 3\0", "\0" * 9000)
IN_A_PROCESS: Final = 25
"""One in so many is done in a process of its own, as an officer does it."""
VALUES: Final = ("NULL", "-1", "9223372036854775807", "1.5", "x'ff00'", "CAST(x'ff' AS TEXT)", "''", "'{'", "'@#99999'")


def run(seconds: float, seed: int, *, most: int = 0) -> list[Campaign]:
    """Damage a club's file in every way for some seconds, at most `most` times, and restore its backup."""
    tried = dict.fromkeys((damage.__name__.replace("_", " ") for damage in DAMAGES), 0)
    failed: dict[str, list[str]] = {name: [] for name in tried}
    until = time.monotonic() + seconds
    with TemporaryDirectory() as temporary:
        left, number = _left_by_a_laptop(Path(temporary)), 0
        while (number < len(DAMAGES) or time.monotonic() < until) and number != (most or -1):
            chance = Random(f"{seed} {number}")
            damage = DAMAGES[number % len(DAMAGES)]
            folder = Path(shutil.copytree(left, Path(temporary) / f"club {number}"))
            ask = in_a_process if number % IN_A_PROCESS == IN_A_PROCESS - 1 else referee
            name = damage.__name__.replace("_", " ")
            tried[name] += 1
            failed[name] += [
                f"seed {seed}, number {number}: {problem}" for problem in _restored(folder, damage, chance, ask)
            ]
            shutil.rmtree(folder)
            number += 1
    return [Campaign(f"restore: {name}", tried[name], tuple(failed[name])) for name in tried]


def _left_by_a_laptop(folder: Path) -> Path:
    """Make a club with a backup, and what is left of it when a computer stops: with lines that are in the log only."""
    created = club_with_a_table(folder / "made")
    with open_club(created) as club:
        recording.log_line(club, 1, "Ben holds 4D")
        club.revision()
        recording.log_line(club, 1, "Cal holds 5D")
        left = Path(shutil.copytree(created, folder / "left"))
    assert (left / f"{FILE}-wal").stat().st_size
    return left


def _restored(
    folder: Path, damage: Callable[[Path, Random], None], chance: Random, ask: Callable[..., RunResult]
) -> list[str]:
    """Damage a club and restore its backup; return what is wrong afterwards."""
    path, backup = folder / FILE, dated_backups(folder / FOLDER)[-1].path
    damage(path, chance)
    names = [path_there.name for path_there in _standing(path)]
    old_contents = path.read_bytes() if path.is_file() else b""
    contents = backup.read_bytes()
    try:
        outcome = ask("restore", backup.stem, "--yes", club=folder)
    except (Exception, AssertionError) as error:
        return [f"restore raised {error!r}"]
    problems = [f"restore printed a traceback: {outcome.err}"] if "Traceback" in outcome.err else []
    if damage in OF_THE_BACKUP:
        # What SQLite finds nothing wrong in may be put back; what it does not leaves all as it was.
        if outcome.code not in (0, 2, 3) or (outcome.code and len(outcome.err.splitlines()) != 1):
            problems.append(f"restore ended with {outcome.code}: {outcome.err}")
        if outcome.code and [path_there.name for path_there in _standing(path)] != names:
            problems.append("a backup that was refused changed what was there")
        return problems
    if outcome.code:
        return [*problems, f"restore ended with {outcome.code}: {outcome.err}"]
    if backup.read_bytes() != contents:
        problems.append("the backup itself was changed")
    output = [line.partition("Old file: ")[2].partition(". Undo: ")[0] for line in outcome.out.splitlines()]
    old_files = [Path(name) for name in output if name]
    if names and not (old_files and os.path.lexists(old_files[0])):
        problems.append(f"where {', '.join(names)} is now is not said: {outcome.out}")
    if old_contents and not (find_head(old_files[0]) or old_files[0].read_bytes() == old_contents):
        problems.append(f"{old_files[0]} is not what was there")
    with open_club(folder) as club:
        if [line.text for line in show(club, 1).log] != ["deal by Dee", "Ann holds 3D"]:
            problems.append("the club is not as the backup was")
        if differences := audit(club).differences:
            problems.append(f"the audit says {differences}")
    if (repeated := referee("log", "1", "Ben holds 4D", club=folder)).code not in GOOD_EXITS:
        problems.append(f"nothing can be recorded afterwards: {repeated.err}")
    return problems


def _standing(path: Path) -> list[Path]:
    beside = (path.with_name(path.name + suffix) for suffix in ("", "-wal", "-shm", "-journal", "-lock"))
    return [side_file for side_file in beside if os.path.lexists(side_file)]


# -- bytes --------------------------------------------------------------------------------------------------------


def _spoil(file: Path, chance: Random) -> None:
    """Flip, cut, zero or swap in a file."""
    data = bytearray(file.read_bytes())
    pages = max(len(data) // PAGE, 2)
    match chance.randrange(5):
        case 0:
            for _ in range(chance.choice([1, 1, 3, 20])):
                data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        case 1:
            del data[chance.randrange(len(data)) :]
        case 2:
            at, many = chance.randrange(len(data)), chance.choice([1, 100, PAGE, 5 * PAGE])
            data[at : at + many] = bytes(len(data[at : at + many]))
        case 3:
            one, other = (PAGE * chance.randrange(pages) for _ in range(2))
            data[one : one + PAGE], data[other : other + PAGE] = data[other : other + PAGE], data[one : one + PAGE]
        case _:
            at = chance.randrange(len(data))
            data[at : at + 500] = chance.randbytes(500)
    file.write_bytes(data)


def the_file(path: Path, chance: Random) -> None:
    """Spoil the file."""
    _spoil(path, chance)


def the_file_that_holds_all(path: Path, chance: Random) -> None:
    """Spoil the file, with nothing beside it."""
    _settle(path)
    _spoil(path, chance)


def its_log(path: Path, chance: Random) -> None:
    """Spoil the log beside it."""
    _spoil(path.with_name(f"{FILE}-wal"), chance)


def both(path: Path, chance: Random) -> None:
    """Spoil the file and the log beside it."""
    _spoil(path, chance)
    _spoil(path.with_name(f"{FILE}-wal"), chance)


def pages_of_an_older_file(path: Path, chance: Random) -> None:
    """Put pages of the backup into the file."""
    data, old = bytearray(path.read_bytes()), dated_backups(path.parent / FOLDER)[-1].path.read_bytes()
    for _ in range(chance.randint(1, 3)):
        at = PAGE * chance.randrange(min(len(data), len(old)) // PAGE)
        data[at : at + PAGE] = old[at : at + PAGE]
    path.write_bytes(data)


def a_cell(path: Path, chance: Random) -> None:
    """Write something into a cell of some table that does not belong there."""
    _settle(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute("PRAGMA foreign_keys = OFF")
        for (trigger,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            raw.execute(f"DROP TRIGGER {trigger}")
        tables = [name for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for _ in range(chance.randint(1, 4)):
            table = chance.choice(tables)
            column = chance.choice([row[1] for row in raw.execute(f'PRAGMA table_info("{table}")')])
            with suppress(sqlite3.Error):  # not every cell takes everything
                raw.execute(f'UPDATE "{table}" SET "{column}" = {chance.choice(VALUES)}')
        if not chance.randrange(4):
            with suppress(sqlite3.Error):
                raw.execute(f'{chance.choice(["DROP TABLE", "DELETE FROM"])} "{chance.choice(tables)}"')


# -- something else in its place ----------------------------------------------------------------------------------


def another_file(path: Path, chance: Random) -> None:
    """Put a file of another kind in its place, with or without the log that was beside it."""
    if chance.randrange(2):
        _settle(path)
    path.write_text(chance.choice(STRANGE))


def another_database(path: Path, chance: Random) -> None:
    """Put a database in its place that is no club's, or one of another club."""
    if chance.randrange(2):
        _settle(path)
    path.unlink()
    if chance.randrange(2):
        shutil.copy(club_with_a_table(path.parent / "other") / FILE, path)
        shutil.rmtree(path.parent / "other")
        return
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute(chance.choice(["CREATE TABLE recipes (name)", "CREATE TABLE event (n)", "CREATE TABLE club (id)"]))


def a_newer_programs_file(path: Path, chance: Random) -> None:
    """Have it made by a program that is newer."""
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("UPDATE club SET shape = ?", (f"{chance.randint(2, 99)}",))


def a_folder(path: Path, chance: Random) -> None:
    """Put a folder in its place."""
    path.unlink()
    path.mkdir()
    if chance.randrange(2):
        (path / "note.txt").write_text("holiday photographs")


def a_link(path: Path, chance: Random) -> None:
    """Replace it by a link: to nothing, to itself, to a folder, to a sound file, or to a damaged one."""
    elsewhere = path.parent / "exports" / "elsewhere.db"
    match chance.randrange(5):
        case 0:
            path.unlink()
        case 1:
            path.unlink()
            elsewhere = path
        case 2:
            path.unlink()
            elsewhere = path.parent / "schedules"
        case 3:
            _settle(path)
            path.rename(elsewhere)
        case _:
            path.rename(elsewhere)
            _spoil(elsewhere, chance)
    path.symlink_to(elsewhere)


def a_pipe(path: Path, _: Random) -> None:
    """Put a pipe in its place."""
    path.unlink()
    os.mkfifo(path)


def what_is_beside_it_alone(path: Path, chance: Random) -> None:
    """Take the file away, and leave what lay beside it."""
    path.unlink()
    if chance.randrange(2):
        _spoil(path.with_name(f"{FILE}-wal"), chance)


def what_is_beside_it(path: Path, chance: Random) -> None:
    """Put something beside it that is no log and no index of one."""
    beside = path.with_name(f"{FILE}{chance.choice(['-wal', '-shm', '-journal', '-lock'])}")
    with suppress(FileNotFoundError):
        beside.unlink()
    match chance.randrange(3):
        case 0:
            beside.write_bytes(chance.randbytes(chance.choice([1, 32, 40_000])))
        case 1:
            beside.mkdir()
        case _:
            beside.symlink_to(path.parent / "schedules")


def the_log_of_another_time(path: Path, chance: Random) -> None:
    """Put the file of the backup in its place, with the log that was beside the newer one."""
    shutil.copy(dated_backups(path.parent / FOLDER)[-1].path, path)
    if chance.randrange(2):
        path.with_name(f"{FILE}-shm").unlink()


# -- the backup ---------------------------------------------------------------------------------------------------


def the_backup(path: Path, chance: Random) -> None:
    """Spoil the backup."""
    _spoil(dated_backups(path.parent / FOLDER)[-1].path, chance)


def a_cell_of_the_backup(path: Path, chance: Random) -> None:
    """Write something into a cell of the backup that does not belong there."""
    a_cell(dated_backups(path.parent / FOLDER)[-1].path, chance)


def _settle(path: Path) -> None:
    """Have all of it in the file, and nothing beside it."""
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("PRAGMA journal_mode = DELETE")


OF_THE_BACKUP = (the_backup, a_cell_of_the_backup)
DAMAGES = (
    the_file,
    its_log,
    both,
    the_file_that_holds_all,
    pages_of_an_older_file,
    a_cell,
    another_file,
    another_database,
    a_newer_programs_file,
    a_folder,
    a_link,
    a_pipe,
    what_is_beside_it_alone,
    what_is_beside_it,
    the_log_of_another_time,
    *OF_THE_BACKUP,
)
