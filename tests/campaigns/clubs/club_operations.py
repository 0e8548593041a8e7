"""Operations on a whole club that a kill must not spoil: closing, forgetting, upgrading, moving."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from referee.club.folder import FILE
from tests.campaigns.clubs.operations import GOOD_EXITS, Operation, Report, do_nothing, find_faults, run_command
from tests.cli.running import referee

_NAME = "Quentin Zyx"
_FULL_NAME = f"{_NAME} Lee"
_FOUND = b"Quentin"
_NUMBER = "Member 5"


# -- an evening is closed, and the club backed up -------------------------------------------------------------------


def _close(folder: Path, report: Report) -> None:
    if run_command(report, "close", "--unfinished", club=folder).code in GOOD_EXITS:
        report("closed")


def _check_session(folder: Path, confirmed: list[str]) -> Iterator[str]:
    yield from find_faults(folder, [])
    repeated = referee("close", "--unfinished", club=folder)
    if confirmed and repeated.code in GOOD_EXITS:
        yield "said to be closed, and is open"
    if repeated.code not in GOOD_EXITS and "No session is open" not in repeated.err:
        yield f"cannot be closed afterwards: {repeated.err}"
    if (reopened := referee("open", "2026-11-16", "--reason", "to see", club=folder)).code:
        yield f"cannot be reopened: {reopened.err}"
    yield from find_faults(folder, [])


# -- somebody is forgotten ------------------------------------------------------------------------------------------


def _named_everywhere(folder: Path, _chance: random.Random) -> None:
    for words in (["member", "add", _NAME], ["member", "rename", _NAME, _FULL_NAME], ["backup"]):
        outcome = referee(*words, club=folder)
        assert outcome.code in GOOD_EXITS, outcome.err


def _forget(folder: Path, report: Report) -> None:
    if run_command(report, "member", "forget", _FULL_NAME, "--yes", club=folder).code in GOOD_EXITS:
        report("forgotten")


def _check_forgotten(folder: Path, confirmed: list[str]) -> Iterator[str]:
    """Yield a problem if a forgotten name remains once the member is forgotten again."""
    if confirmed and (left := _files_naming(folder)):
        yield f"said to be forgotten, and stands in {left}"
    repeated = referee("member", "forget", _FULL_NAME, "--yes", club=folder)
    if (
        "No member is called" in repeated.err
    ):  # they are by now what is left of them, which is where a killed one goes on
        repeated = referee("member", "forget", _NUMBER, "--yes", club=folder)
    if repeated.code not in GOOD_EXITS and "already forgotten" not in repeated.err:
        yield f"cannot be forgotten afterwards: {repeated.err}"
    if left := _files_naming(folder):
        yield f"still stands in {left}; asked once more: {repeated.code} {repeated.err.strip()}"
    yield from find_faults(folder, [])


def _files_naming(folder: Path) -> list[str]:
    return [str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file() and _has_it(path)]


def _has_it(file: Path) -> bool:
    return _FOUND in file.read_bytes()


# -- the tables are made again after an update ----------------------------------------------------------------------


def _make_older_shape(folder: Path, _chance: random.Random) -> None:
    with closing(sqlite3.connect(folder / FILE)) as raw:
        raw.execute("UPDATE club SET shape = '1 older'")
        raw.commit()


def _update(folder: Path, report: Report) -> None:
    if run_command(report, "member", "list", club=folder).code in GOOD_EXITS:
        report("updated")


def _check_updated(folder: Path, _reports: list[str]) -> Iterator[str]:
    yield from find_faults(folder, [])
    if (listed := referee("member", "list", club=folder)).code or "Ann" not in listed.out:
        yield f"cannot be read afterwards: {listed.err}"


# -- the club is moved into another folder --------------------------------------------------------------------------


def _move(folder: Path, report: Report) -> None:
    if run_command(report, "club", "move", str(folder / "new"), "--yes", club=folder).code in GOOD_EXITS:
        report("moved")


def _check_moved(folder: Path, confirmed: list[str]) -> Iterator[str]:
    """Yield a problem if the club is open in both places or in none, or repeating the move does not finish it."""
    new = folder / "new"
    repeated = referee("club", "move", str(new), "--yes", club=folder)
    # It may have been killed when all was done but telling it.
    if not ("has moved" in repeated.err or (repeated.code in GOOD_EXITS and not confirmed)):
        yield f"{'said' if confirmed else 'not said'} to be moved, and asked for again: {repeated.code} {repeated.err}"
    if "has moved" not in (old := referee("log", "1", "Ann holds 3D", club=folder)).err:
        yield f"the old place is open yet: {old}"
    yield from find_faults(new, [])


CLUB_OPERATIONS = (
    Operation("close", do_nothing, _close, _check_session),
    Operation("member forget", _named_everywhere, _forget, _check_forgotten),
    Operation("change of shape", _make_older_shape, _update, _check_updated),
    Operation("club move to a folder", do_nothing, _move, _check_moved),
)
