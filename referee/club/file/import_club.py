"""Importing a club from its exported log. The events are projected again, and the head is the same."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import Final

from referee.club.folder import FILE, Club, open_club
from referee.club.text.faults import ClubFault, StoreFault
from referee.store.backup import stage_file
from referee.store.events.head_check import forget_place
from referee.store.events.json_lines import Header, append_lines, read_header, with_progress
from referee.store.events.log import head
from referee.store.events.sqlite import create, open_file
from referee.store.files.atomic_files import make_private_folder
from referee.store.files.network_share import check_local
from referee.store.hints import Do
from referee.store.progress import Progress, no_progress
from referee.store.projections.handlers import project
from referee.store.restoring import replace_club_file
from referee.store.tables import SHAPE, sqlite_statements

_LONGEST: Final = 2**26


def import_log(file: Path, folder: Path, watch: Progress = no_progress) -> Club:
    """Create a club from an exported log in a folder without a club, and return it. Erased names stay erased.

    `watch` is called with the number of events read and of all events. Raise `ClubFault` for an unsuitable folder and a
    `StoreFault` for an invalid log; nothing is changed then.
    """
    path = folder / FILE
    check_local(folder)
    with _open_log(file) as (begins, lines):
        _refuse_unless_empty(path)
        created: list[Path] = []
        try:
            created += make_private_folder(folder)
            with stage_file(path) as staging_path:
                fresh = staging_path / FILE
                new_log = create(fresh, [*sqlite_statements()], SHAPE, uuid=begins.club)
                with closing(new_log), new_log.writing() as sql:
                    append_lines(
                        sql,
                        new_log.club,
                        with_progress(lines, lambda count: watch(count, begins.end.n)),
                        project,
                        str(file),
                    )
                _refuse_unless_empty(path)
                replace_club_file(fresh, path, staging_path / "before.db")
                forget_place(str(path.resolve()))
            for subfolder in (folder / "schedules", folder / "exports"):
                make_private_folder(subfolder)
        except BaseException as error:
            with suppress(OSError):
                for subfolder in created:
                    subfolder.rmdir()
            if isinstance(error, OSError):
                raise StoreFault(f"{folder} cannot be a club's folder: {error.strerror}.") from None
            raise
    return open_club(folder)


@contextmanager
def _open_log(file: Path) -> Iterator[tuple[Header, Iterator[str]]]:
    """Open an exported log. Yield its header and its lines."""
    try:
        stream = file.open("rb")
    except (OSError, ValueError) as error:  # such as a name that no file can have
        reason = getattr(error, "strerror", None) or error
        raise ClubFault(f"{file} cannot be read: {reason}. Use a whole club exported as JSON.") from None
    with stream:
        lines = _read_lines(iter(lambda: stream.readline(_LONGEST), b""), file)
        first = next(lines, "")
        yield read_header(first, str(file)), chain([first], lines)


def _read_lines(chunks: Iterator[bytes], file: Path) -> Iterator[str]:
    number = 0
    try:
        for number, line in enumerate(chunks, 1):
            if len(line) == _LONGEST:
                raise ClubFault(
                    f"{file}:{number}: the line is too long. Use the log of a club, with one event on each line."
                )
            yield line.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError:
        raise ClubFault(f"{file}:{number}: not UTF-8. Use the log of a club, with one event on each line.") from None
    except OSError as error:
        raise ClubFault(f"{file}:{number + 1}: it cannot be read: {error.strerror}.") from None


def _refuse_unless_empty(path: Path) -> None:
    if not path.exists():
        return
    with closing(open_file(path, read_only=True)) as database, database.reading() as sql:
        full = head(sql, sql.club).n > 1  # the first event founds the club
    if full:
        raise ClubFault(
            f"{path} is already in use. A whole club can only be imported where there is none.",
            Do.IMPORT_ELSEWHERE("Choose another folder"),
        )
