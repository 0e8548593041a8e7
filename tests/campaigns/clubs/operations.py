"""Operations of officers that a kill or a full disk must not spoil: how each is prepared, run and checked.

An operation runs in a process of its own, by the program's own commands, and reports each line that was confirmed. The
check afterwards yields every problem.
"""

from __future__ import annotations

import os
import random
import shutil
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from referee.club.file.audit import audit
from referee.club.folder import FILE, init, open_club
from referee.club.match.log import storable_key
from referee.club.match.matches import matches, show
from referee.club.people import roster
from referee.club.text.faults import ClubFault
from referee.export.verification import INTERRUPTED, verify_export
from referee.store.backup import FOLDER, dated_backups
from referee.store.restoring import find_head
from tests.cli.running import RunResult, referee

GOOD_EXITS = (0, 10, 11)
Report = Callable[[str], None]


@dataclass(frozen=True)
class Operation:
    """An operation of officers in a club's folder; `find_problems` gets the reports from before it ended."""

    name: str
    prepare: Callable[[Path, random.Random], None]
    run: Callable[[Path, Report], None]
    find_problems: Callable[[Path, list[str]], Iterator[str]]


def club_with_a_table(folder: Path) -> Path:
    """Make a club with a table of Big Two at which a few lines have been logged, and an export of it."""
    for words in (
        ["init", "Monday Club", "--club", str(folder)],
        ["member", "add", "Ann", "Ben", "Cal", "Dee"],
        ["season", "new", "2026-27", "2026-08-17", "2027-05-31"],
        ["schedule", "add", "2026-11-16", "--at", "15:45", "--season", "2026-27"],
        ["open", "2026-11-16"],
        ["start", "big-two", "Ann", "Ben", "Cal", "Dee"],
        ["log", "1", "deal by Dee", "Ann holds 3D"],
        ["backup"],
        ["export", "csv", "--yes"],
    ):
        outcome = referee(*words, club=None if words[0] == "init" else folder)
        assert outcome.code in GOOD_EXITS, outcome.err
    return folder


@contextmanager
def reporting_errors(report: Report) -> Iterator[None]:
    """Report an exception as a failure, with its traceback."""
    try:
        yield
    except BaseException:
        report("!" + traceback.format_exc().replace("\n", " / "))


def run_command(report: Report, *words: str, club: Path | None = None) -> RunResult:
    """Run a command; any exit code that is not documented is reported as a failure."""
    outcome = referee(*words, club=club)
    if outcome.code not in (*GOOD_EXITS, 2, 3) or "Traceback" in outcome.err:
        report(f"!{' '.join(words)} ended with {outcome.code}: {outcome.err}")
    return outcome


# -- a table is logged -------------------------------------------------------------------------------------------


def _log(folder: Path, report: Report) -> None:
    for number in range(20):
        key = f"line {os.getpid()} {number}"
        if run_command(report, "log", "1", "Ann holds 3D", "--key", key, club=folder).code in GOOD_EXITS:
            report(storable_key(key))


def do_nothing(_folder: Path, _chance: random.Random) -> None:
    return


def _check_log(folder: Path, confirmed: list[str]) -> Iterator[str]:
    yield from find_faults(folder, confirmed)


def find_faults(folder: Path, confirmed: list[str], kept_elsewhere: frozenset[str] = frozenset()) -> Iterator[str]:
    """Yield what is wrong with a club: it does not open, its chain is broken, or a confirmed line is not there."""
    if not find_head(folder / FILE):
        yield "club.db is not whole"
        return
    with open_club(folder) as club:
        if broken := audit(club).differences:
            yield f"the chain is broken: {broken}"
        stored = line_keys(folder)
        if len(show(club, 1).log) < 2:
            yield "lines that were there before are gone"
    if missing := [key for key in confirmed if key not in stored | kept_elsewhere]:
        yield f"confirmed and lost: {missing}"


def line_keys(folder: Path) -> frozenset[str]:
    """Return the keys of the lines in a club's file."""
    with open_club(folder) as club, club.reading() as tx:
        query = "SELECT key FROM event WHERE key IS NOT NULL"
        return frozenset(row[0] for row in tx.rows(query))


# -- a backup is made ---------------------------------------------------------------------------------------------


def _log_a_little(folder: Path, _chance: random.Random) -> None:
    assert referee("log", "1", "Ben holds 4D", "Cal holds 5D", club=folder).code in GOOD_EXITS


def _back_up(folder: Path, report: Report) -> None:
    outcome = run_command(report, "backup", club=folder)
    if outcome.code == 0:
        report(Path(outcome.out.strip()).name)


def _check_backups(folder: Path, confirmed: list[str]) -> Iterator[str]:
    yield from find_faults(folder, [])
    backups = dated_backups(folder / FOLDER)
    if missing := set(confirmed) - {backup.path.name for backup in backups}:
        yield f"said to be made and not there: {missing}"
    for dated in backups:
        if not find_head(dated.path):
            yield f"{dated.path.name} is not whole"
    yield from repeat_and_find_leftovers(folder, "backup", club=folder)


# -- a backup is put back -----------------------------------------------------------------------------------------

_LINES_SINCE = "lines since.txt"


def _log_since_the_backup(folder: Path, chance: random.Random) -> None:
    key = f"since {chance.random()}"
    assert referee("log", "1", "Ben holds 4D", "--key", key, club=folder).code in GOOD_EXITS
    (folder / _LINES_SINCE).write_text(storable_key(key))


def _restore(folder: Path, report: Report) -> None:
    backup = dated_backups(folder / FOLDER)[-1].path.stem
    if run_command(report, "restore", backup, "--yes", club=folder).code == 0:
        report("restored")


def _find_loss(folder: Path, confirmed: list[str]) -> Iterator[str]:
    """Yield a problem if a line from before the restore is neither in the club nor in the old copy."""
    since = (folder / _LINES_SINCE).read_text()
    stored = line_keys(folder) if find_head(folder / FILE) else frozenset()
    if confirmed and since in stored:
        yield "said to be restored, and is not"
    yield from find_faults(folder, [since], _keys_set_aside(folder))
    yield from repeat_and_find_leftovers(
        folder, "restore", dated_backups(folder / FOLDER)[-1].path.stem, "--yes", club=folder
    )


def _keys_set_aside(folder: Path) -> frozenset[str]:
    all_keys: frozenset[str] = frozenset()
    for old_copy in folder.glob("club.replaced-*.db"):
        other = folder / "looked at"
        other.mkdir()
        for beside in ("", "-wal"):
            if (part := old_copy.with_name(old_copy.name + beside)).exists():
                shutil.copy(part, other / f"{FILE}{beside}")
        all_keys |= line_keys(other)
        shutil.rmtree(other)
    return all_keys


_GARBAGE = b"\xff" * 40_000


def _damage(folder: Path, _chance: random.Random) -> None:
    (folder / FILE).write_bytes(_GARBAGE)
    (folder / f"{FILE}-wal").write_bytes(_GARBAGE)


def _check_restored(folder: Path, confirmed: list[str]) -> Iterator[str]:
    """Yield a problem if the club is neither damaged as before nor restored, or the damaged file was not kept."""
    if confirmed and not find_head(folder / FILE):
        yield "said to be restored, and is not"
    outcome = referee("restore", dated_backups(folder / FOLDER)[-1].path.stem, "--yes", club=folder)
    if outcome.code:
        yield f"cannot be restored afterwards: {outcome.err}"
        return
    yield from find_faults(folder, [])
    for beside in ("", "-wal"):
        data = [path for path in folder.glob(f"club.replaced-*.db{beside}") if path.read_bytes() == _GARBAGE]
        if not data:
            yield f"what was left of club.db{beside} is not kept"
    yield from _find_leftovers(folder)


# -- an export is written -----------------------------------------------------------------------------------------


def _export(folder: Path, report: Report) -> None:
    if run_command(report, "export", "csv", "--yes", "--output", str(folder / "exports"), club=folder).code == 0:
        report("exported")


def _check_export(folder: Path, confirmed: list[str]) -> Iterator[str]:
    yield from find_faults(folder, [])
    verification = verify_export(folder / "exports")
    interrupted = INTERRUPTED in verification.differences and not confirmed
    if (verification.differences and not interrupted) or len(verification.files) < 6:
        yield f"the export is not whole: {verification}"
    has = (folder / "exports" / "matches.csv").read_bytes().count(b"\n")
    if has not in (2, 3) or (confirmed and has != 3):
        yield f"the export is neither the old one nor the new one: {has} rows"
    yield from repeat_and_find_leftovers(folder, "export", "csv", "--yes", club=folder)
    if differences := verify_export(folder / "exports").differences:
        yield f"the export that was made again is not whole: {differences}"


def _start_a_table(folder: Path, _chance: random.Random) -> None:
    assert referee("start", "pontoon", "Ann", "Ben", "Cal", "--yes", club=folder).code == 0


# -- a club is made -----------------------------------------------------------------------------------------------


def _make(folder: Path, report: Report) -> None:
    if run_command(report, "init", "Tuesday Club", "--club", str(folder / "new")).code == 0:
        report("made")


def _check_new_club(folder: Path, confirmed: list[str]) -> Iterator[str]:
    """Yield a problem unless there is a complete club or none, and one can be made afterwards."""
    new = folder / "new"
    if (new / FILE).exists():
        with open_club(new) as club:
            if club.name != "Tuesday Club":
                yield f"the club has another name: {club.name}"
    elif confirmed:
        yield "said to be made, and is not"
    try:
        init(new, "Tuesday Club").close()
    except ClubFault as fault:
        if not (new / FILE).exists() or "There is already a club in" not in str(fault):
            yield f"cannot be made again: {fault}"
    if not find_head(new / FILE):
        yield "the club that was made again is not whole"
    yield from repeat_and_find_leftovers(new, "backup", club=new)


# -- a whole club is imported --------------------------------------------------------------------------------------


def _export_whole(folder: Path, _chance: random.Random) -> None:
    outcome = referee("export", "json", "--output", str(folder / "whole.jsonl"), club=folder)
    assert outcome.code == 0, outcome.err


def _import_whole(folder: Path, report: Report) -> None:
    if run_command(report, "import", str(folder / "whole.jsonl"), "--club", str(folder / "new")).code == 0:
        report("imported")


def _check_import(folder: Path, confirmed: list[str]) -> Iterator[str]:
    """Yield a problem unless the complete club or none was imported, and it can be imported afterwards."""
    new, head = folder / "new", find_head(folder / FILE)
    if confirmed and not (new / FILE).exists():
        yield "said to be imported, and is not"
    if not (new / FILE).exists():
        outcome = referee("import", str(folder / "whole.jsonl"), "--club", str(new))
        if outcome.code:
            yield f"cannot be imported again: {outcome.err}"
    if find_head(new / FILE) != head:
        yield f"what was imported ends with {find_head(new / FILE)}, and the club with {head}"
    yield from find_faults(new, [])
    yield from repeat_and_find_leftovers(new, "backup", club=new)


# -- another file of the club is imported ---------------------------------------------------------------------------


def _play_in_a_copy(folder: Path, _chance: random.Random) -> None:
    """Play another table in a copy of the club, and add a member here, who gets the number of one there."""
    (folder / "fork").mkdir()
    shutil.copyfile(folder / FILE, folder / "fork" / FILE)
    for club, words in (
        (folder / "fork", ["member", "add", "Eve"]),
        (folder / "fork", ["start", "commune", "Eve", "Ann", "Ben", "--yes"]),
        (folder / "fork", ["result", "2", "Eve", "Ann", "Ben"]),
        (folder, ["member", "add", "Fay"]),
    ):
        outcome = referee(*words, club=club)
        assert outcome.code in GOOD_EXITS, outcome.err


def _import_copy(folder: Path, report: Report) -> None:
    if run_command(report, "import", "--from", str(folder / "fork" / FILE), "--yes", club=folder).code == 0:
        report("imported")


def _check_import_of_copy(folder: Path, confirmed: list[str]) -> Iterator[str]:
    """Yield a problem unless all of the copy's events are in the club or none, and it can be imported afterwards."""
    fork = folder / "fork" / FILE
    if confirmed and not _has_eve(folder):
        yield "said to be imported, and is not"
    if not _has_eve(folder):
        outcome = referee("import", "--from", str(fork), "--yes", club=folder)
        if outcome.code:
            yield f"cannot be imported: {outcome.err}"
    with open_club(folder) as club:
        if not any(view.places[:1] == (("Eve",),) for view in matches(club)):
            yield "half of it was imported"
    again = referee("import", "--from", str(fork), "--yes", club=folder)
    if "no events that this club lacks" not in again.err:
        yield f"more than half of it was imported: {again.out}{again.err}"
    yield from find_faults(folder, [])
    yield from repeat_and_find_leftovers(folder, "backup", club=folder)


def _has_eve(folder: Path) -> bool:
    with open_club(folder) as club:
        return any(member.name == "Eve" for member in roster.members(club))


# -- what is left about -------------------------------------------------------------------------------------------


def repeat_and_find_leftovers(folder: Path, *words: str, club: Path) -> Iterator[str]:
    """Run a command once more, and yield the temporary files that remain."""
    outcome = referee(*words, club=club)
    if outcome.code not in GOOD_EXITS:
        yield f"{' '.join(words)} cannot be done again: {outcome.err}"
    yield from _find_leftovers(folder)


def _find_leftovers(folder: Path) -> Iterator[str]:
    if left := [path.name for path in folder.rglob("*") if path.name.endswith((".referee", ".part"))]:
        yield f"left about: {left}"


OPERATIONS = (
    Operation("log", do_nothing, _log, _check_log),
    Operation("backup", _log_a_little, _back_up, _check_backups),
    Operation("restore", _log_since_the_backup, _restore, _find_loss),
    Operation("restore a damaged club", _damage, _restore, _check_restored),
    Operation("export", _start_a_table, _export, _check_export),
    Operation("init", do_nothing, _make, _check_new_club),
    Operation("import", _export_whole, _import_whole, _check_import),
    Operation("import of another file", _play_in_a_copy, _import_copy, _check_import_of_copy),
)
