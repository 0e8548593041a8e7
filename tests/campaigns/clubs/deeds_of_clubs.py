"""What officers do to a whole club that a killed program must not spoil: closing, forgetting, an update, moving."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from referee.club.folder import FILE
from tests.campaigns.clubs.deeds import ENDED_WELL, Deed, Told, ask, nothing, opens_with
from tests.cli.running import referee

_NAME = "Quentin Zyx"
_FULL_NAME = f"{_NAME} Lee"
_FOUND = b"Quentin"
_NUMBER = "Member 5"


# -- an evening is closed, and the club backed up -------------------------------------------------------------------


def _close(folder: Path, report: Told) -> None:
    if ask(report, "close", "--unfinished", club=folder).code in ENDED_WELL:
        report("closed")


def _closed_or_open(folder: Path, confirmed: list[str]) -> Iterator[str]:
    yield from opens_with(folder, [])
    repeated = referee("close", "--unfinished", club=folder)
    if confirmed and repeated.code in ENDED_WELL:
        yield "said to be closed, and is open"
    if repeated.code not in ENDED_WELL and "No session is open" not in repeated.err:
        yield f"cannot be closed afterwards: {repeated.err}"
    if (reopened := referee("open", "2026-11-16", "--reason", "to see", club=folder)).code:
        yield f"cannot be reopened: {reopened.err}"
    yield from opens_with(folder, [])


# -- somebody is forgotten ------------------------------------------------------------------------------------------


def _named_everywhere(folder: Path, _chance: random.Random) -> None:
    for words in (["member", "add", _NAME], ["member", "rename", _NAME, _FULL_NAME], ["backup"]):
        outcome = referee(*words, club=folder)
        assert outcome.code in ENDED_WELL, outcome.err


def _forget(folder: Path, report: Told) -> None:
    if ask(report, "member", "forget", _FULL_NAME, "--yes", club=folder).code in ENDED_WELL:
        report("forgotten")


def _forgotten_or_not(folder: Path, confirmed: list[str]) -> Iterator[str]:
    """Yield it when a name is left of which nobody knows any more: forgetting again must leave none."""
    if confirmed and (left := _left_in(folder)):
        yield f"said to be forgotten, and stands in {left}"
    repeated = referee("member", "forget", _FULL_NAME, "--yes", club=folder)
    if (
        "No member is called" in repeated.err
    ):  # they are by now what is left of them, which is where a killed one goes on
        repeated = referee("member", "forget", _NUMBER, "--yes", club=folder)
    if repeated.code not in ENDED_WELL and "already forgotten" not in repeated.err:
        yield f"cannot be forgotten afterwards: {repeated.err}"
    if left := _left_in(folder):
        yield f"still stands in {left}; asked once more: {repeated.code} {repeated.err.strip()}"
    yield from opens_with(folder, [])


def _left_in(folder: Path) -> list[str]:
    return [str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file() and _has_it(path)]


def _has_it(file: Path) -> bool:
    return _FOUND in file.read_bytes()


# -- the tables are made again after an update ----------------------------------------------------------------------


def _of_an_older_shape(folder: Path, _chance: random.Random) -> None:
    with closing(sqlite3.connect(folder / FILE)) as raw:
        raw.execute("UPDATE club SET shape = '1 older'")
        raw.commit()


def _update(folder: Path, report: Told) -> None:
    if ask(report, "member", "list", club=folder).code in ENDED_WELL:
        report("updated")


def _updated_or_not(folder: Path, _reports: list[str]) -> Iterator[str]:
    yield from opens_with(folder, [])
    if (listed := referee("member", "list", club=folder)).code or "Ann" not in listed.out:
        yield f"cannot be read afterwards: {listed.err}"


# -- the club is moved into another folder --------------------------------------------------------------------------


def _move(folder: Path, report: Told) -> None:
    if ask(report, "club", "move", str(folder / "new"), "--yes", club=folder).code in ENDED_WELL:
        report("moved")


def _moved_or_not(folder: Path, confirmed: list[str]) -> Iterator[str]:
    """Yield it when the club is open in both places or in none, or asking for the same again does not finish it."""
    new = folder / "new"
    repeated = referee("club", "move", str(new), "--yes", club=folder)
    # It may have been killed when all was done but telling it.
    if not ("has moved" in repeated.err or (repeated.code in ENDED_WELL and not confirmed)):
        yield f"{'said' if confirmed else 'not said'} to be moved, and asked for again: {repeated.code} {repeated.err}"
    if "has moved" not in (old := referee("log", "1", "Ann holds 3D", club=folder)).err:
        yield f"the old place is open yet: {old}"
    yield from opens_with(new, [])


DEEDS_OF_CLUBS = (
    Deed("close", nothing, _close, _closed_or_open),
    Deed("member forget", _named_everywhere, _forget, _forgotten_or_not),
    Deed("change of shape", _of_an_older_shape, _update, _updated_or_not),
    Deed("club move to a folder", nothing, _move, _moved_or_not),
)
