"""Moving a club from its folder to a server, and back."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from referee.club.folder import FILE, find_folder
from referee.club.text.faults import ClubFault
from referee.store import session_state
from referee.store.events.address import is_server, parse_server
from referee.store.events.head_check import forget_place
from referee.store.events.log import Head
from referee.store.events.moving import ClubPlace, Projections, move, shape_of, uuid_of
from referee.store.events.shapes import ARRIVING
from referee.store.events.sqlite import create, open_file
from referee.store.faults import StoreReadOnly
from referee.store.files.atomic_files import make_private_folder, place_new, staging_folder
from referee.store.files.network_share import check_local
from referee.store.files.user_folders import expand_user
from referee.store.projections.handlers import PROJECTIONS, project
from referee.store.tables import SHAPE, postgresql_statements, sqlite_statements


@dataclass(frozen=True)
class MoveResult:
    """The old and the new place of a moved club, with the head of its log."""

    source: str
    target: str
    head: Head


def move_club(
    source: Path | str | None, target: str, progress: Callable[[int], None], password: str = ""
) -> MoveResult:
    """Move a club from one place to another, or resume an interrupted move. Return the result.

    Raise `ClubFault` if a place is unsuitable, and `StorePasswordNeeded` if a server needs a `password`.
    """
    with ExitStack() as stack:
        source_place = _open_source(source, password)
        stack.callback(source_place.opened.close)
        fresh = not is_server(target) and not (_resolve_folder(target) / FILE).exists()
        target_place = _open_target(target, uuid_of(source_place), password)
        stack.callback(target_place.opened.close)
        if target_place.address == source_place.address:
            raise ClubFault(f"The club is already in {source_place.address}. Use another place.")
        try:
            end = move(
                source_place,
                target_place,
                Projections(project, PROJECTIONS, SHAPE, session_state.copy_open_sessions),
                progress,
            )
        except BaseException:
            if fresh and shape_of(target_place) == ARRIVING:
                _remove_failed_target(target_place)
            raise
        return MoveResult(source_place.address, target_place.address, end)


def _open_source(text: Path | str | None, password: str) -> ClubPlace:
    path_text = str(text or os.environ.get("REFEREE_CLUB", ""))
    if is_server(path_text):
        return _place_on_server(path_text, password, "")
    path = find_folder(text) / FILE
    return ClubPlace(open_file(path, allow_moved=True), str(path.parent.resolve()))


def _open_target(text: str, uuid: str, password: str) -> ClubPlace:
    if is_server(text):
        return _place_on_server(text, password, uuid)
    path = _resolve_folder(text) / FILE
    check_local(path.parent)
    try:
        for folder in (path.parent, path.parent / "schedules", path.parent / "exports"):
            make_private_folder(folder)
        if not path.exists():
            with staging_folder(path) as staging_path:
                create(staging_path / FILE, [*sqlite_statements()], ARRIVING, uuid=uuid).close()
                place_new(staging_path / FILE, path)
                forget_place(str(path))
    except OSError as error:
        raise StoreReadOnly(f"{path.parent} cannot be a club's folder: {error.strerror}.") from None
    place = ClubPlace(open_file(path, allow_moved=True), str(path.parent))
    if uuid_of(place) != uuid:
        place.opened.close()
        raise ClubFault(f"There is another club in {path.parent}. Use a folder without one, or this club's.")
    return place


def _resolve_folder(text: str) -> Path:
    return expand_user(text).resolve()


def _remove_failed_target(place: ClubPlace) -> None:
    """Remove the folder that a failed move created."""
    place.opened.close()
    folder = Path(place.address)
    with suppress(OSError):  # other files in the folder, or in use
        for path in folder.glob(f"{FILE}*"):
            path.unlink()
        for path in (folder / "schedules", folder / "exports", folder):
            path.rmdir()


def _place_on_server(text: str, password: str, uuid: str) -> ClubPlace:
    """Return the place of a club on a server.

    With a `uuid`, create the place for the club with that `uuid`. Without one, open the existing club.
    """
    from referee.store.events.postgresql import create_on_server, open_on_server

    server = parse_server(text)
    if uuid:
        target_place = create_on_server(server, [*postgresql_statements()], ARRIVING, password=password, uuid=uuid)
        store = replace(target_place, allow_moved=True, shape="")
    else:
        store = open_on_server(server, password=password, allow_moved=True)
    # Without the user name: others open the club with logins of their own.
    return ClubPlace(store, str(replace(server, user="", club=str(store.club))))
