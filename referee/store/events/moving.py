"""Moving a club with its whole log to another engine. Both ends have the same events and the same head.

A club is never open in two places. The old place is closed before the new one is opened. Its shape, which is not part
of the log, then says where the club has gone. A move interrupted at any point is completed by repeating it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from referee.store.events.json_lines import append_lines, dump, with_progress
from referee.store.events.log import Head, hash_at, head
from referee.store.events.rebuild import EventProgress, no_event_progress, rebuild_tables
from referee.store.events.rows import Projection, SqlTransaction
from referee.store.events.shapes import MOVED, MOVING, check_not_moved, is_elsewhere
from referee.store.faults import ClubFault, StoreFault, StoreUnreachable

if TYPE_CHECKING:
    from referee.store.events.postgresql import ClubOnServer
    from referee.store.events.sqlite import ClubFile


class Projections(NamedTuple):
    """The parameters for rebuilding tables from a log: the `project` function, the `tables`, and their `shape`.

    `copy_open_sessions` copies the session state, which is in no log, to the other place.
    """

    project: Projection
    tables: Collection[str]
    shape: str
    copy_open_sessions: Callable[[SqlTransaction, SqlTransaction], None]


class ClubPlace(NamedTuple):
    """A club opened in a place, even after it moved away from there, and its address for messages."""

    opened: ClubFile | ClubOnServer
    address: str


def move(
    source: ClubPlace, target: ClubPlace, projections: Projections, progress: EventProgress = no_event_progress
) -> Head:
    """Move a club to an empty place, or to one that it left earlier. Return its head.

    Raise `ClubFault` if the club is open in both places, and `StoreAltered` for an altered event; nothing has changed
    then.
    """
    leaving_shape, moved_shape = f"{MOVING}{target.address}", f"{MOVED}{target.address}"
    source_shape, target_shape = shape_of(source), shape_of(target)
    if source_shape.startswith(MOVED):
        check_not_moved(source_shape, source.address)
    if not is_elsewhere(target_shape):
        if source_shape != leaving_shape:
            raise ClubFault(f"The club is also open in {target.address}, so nothing can be moved there.")
        return _finish_move(source, target)  # it was broken off after the club had been opened there
    _set_shape(source, leaving_shape)
    try:
        end = _copy_log(source, target, projections, progress)
    except BaseException as error:
        # Where a server was lost nobody knows whether it has written all of it down: then the club stays on its way.
        if not isinstance(error, StoreUnreachable) and not is_elsewhere(source_shape):
            with suppress(StoreFault):
                _set_shape(source, source_shape)
        raise
    _set_shape(source, moved_shape)
    return end


def shape_of(place: ClubPlace) -> str:
    """Return the shape of a club's tables, or the mark of a move."""
    with place.opened.reading() as sql:
        [(shape,)] = sql.rows("SELECT shape FROM club WHERE id = ?", place.opened.club)
        return str(shape)


def uuid_of(place: ClubPlace) -> str:
    """Return the unique name of a club."""
    with place.opened.reading() as sql:
        [(uuid,)] = sql.rows("SELECT uuid FROM club WHERE id = ?", place.opened.club)
        return str(uuid)


def _finish_move(source: ClubPlace, target: ClubPlace) -> Head:
    with source.opened.reading() as old_place, target.opened.reading() as new_place:
        end = head(old_place, source.opened.club)
        if hash_at(new_place, target.opened.club, end.n) != end.hash:
            raise ClubFault(f"The club in {target.address} lacks events of the one in {source.address}.")
        end = head(new_place, target.opened.club)
    _set_shape(source, f"{MOVED}{target.address}")
    return end


def _copy_log(source: ClubPlace, target: ClubPlace, projections: Projections, progress: EventProgress) -> Head:
    with source.opened.reading() as old_place, target.opened.writing() as new_place:
        club = target.opened.club
        # What was forgotten since the club left this place must not be in it when it comes back.
        removed_keys = _text_keys(new_place, club) - _text_keys(old_place, source.opened.club)
        for number, part in removed_keys:
            new_place.do("DELETE FROM private WHERE club = ? AND n = ? AND part = ?", club, number, part)
        lines = with_progress(dump(old_place, source.opened.club), progress)
        end = append_lines(new_place, club, lines, projections.project, source.address)
        if removed_keys:
            rebuild_tables(new_place, club, projections.project, projections.tables)
        projections.copy_open_sessions(old_place, new_place)
        new_place.do("UPDATE club SET shape = ? WHERE id = ?", projections.shape, club)
        return end


def _text_keys(sql: SqlTransaction, club: int) -> set[tuple[int, str]]:
    return {(number, part) for number, part in sql.rows("SELECT n, part FROM private WHERE club = ?", club)}


def _set_shape(place: ClubPlace, shape: str) -> None:
    with place.opened.writing() as sql:
        if not sql.do("UPDATE club SET shape = ? WHERE id = ?", shape, place.opened.club):
            raise ClubFault(f"{place.address} cannot be closed by you. Ask the server's administrator to move it.")
