"""The club's folder: `club.db`, `schedules/` and `exports/`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import field, replace
from datetime import UTC, date, datetime, timedelta
from errno import ENOSPC
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from referee.cards.immutable import frozen
from referee.club.signatures import SigningPhone, Writing
from referee.club.text.faults import ClubFault, StoreFault, StoreMissing
from referee.club.text.names import clean_text, valid_title
from referee.rules.notation.seats import LONGEST_NAME
from referee.store.decoding import AUDIT, REPAIR, decode_moment
from referee.store.events.address import Server, is_server, parse_server
from referee.store.events.engine import Engine, NestedTransaction
from referee.store.events.event import EventText
from referee.store.events.head_check import HeadCheck, check_head, forget_place, remember_head
from referee.store.events.log import Head, head
from referee.store.events.sqlite import PATIENCE, ClubFile, create, open_file
from referee.store.faults import CAUSED_BY_DAMAGE, StoreAltered, StoreFull, StoreOlder, StoreReadOnly
from referee.store.files.atomic_files import is_staging_folder, make_private_folder, place_new, staging_folder
from referee.store.files.network_share import check_local
from referee.store.files.user_folders import FolderKind, expand_user, user_folder
from referee.store.hints import Do
from referee.store.moment import in_local_time
from referee.store.projections.kind import EventKind
from referee.store.tables import SHAPE, sqlite_statements
from referee.store.transaction import Transaction, reading

if TYPE_CHECKING:
    from referee.store.difference import Difference

FILE = "club.db"
_SLOW = timedelta(minutes=10)
"""The greatest difference between officers' clocks that needs no warning."""
# No more is read, as moments have no index: these are the entries of several evenings.
_LATEST = "SELECT max(at) FROM (SELECT at FROM event WHERE club = ? ORDER BY n DESC LIMIT 2000) AS latest"


def now() -> datetime:
    """Return the current moment."""
    return datetime.now(UTC)


def day_of(moment: datetime) -> date:
    """Return the date of a moment in the club's time zone; moments are stored in UTC."""
    return in_local_time(moment).date()


@frozen
class Club:
    """An open club: its folder, its store, and the `actor` who signs every event, by name or mark.

    `clock` returns the current time. `signatures` caches signatures by name. With a player's `phone`, events also have
    the phone's number, and each transaction first calls `check_access`, which may raise `ClubFault`.
    """

    folder: Path
    store: Engine
    actor: str = field(default_factory=lambda: os.environ.get("REFEREE_OFFICER", ""))
    clock: Callable[[], datetime] = now
    signatures: Mapping[str, str] = field(default_factory=dict)
    phone: SigningPhone | None = None
    check_access: Callable[[Transaction], object] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Close the club. Raise `StoreAltered` in place of an error caused by an altered row."""
        try:
            if isinstance(error, CAUSED_BY_DAMAGE) and not isinstance(error, ClubFault):
                with self.translating_damage():
                    raise error
        finally:
            self.close()

    @property
    def name(self) -> str:
        """The name of the club."""
        with self.reading() as tx:
            name_row = tx.rows("SELECT name FROM charter")
            return str(name_row[0][0]) if name_row else self.folder.name

    @property
    def today(self) -> date:
        """Today's date in the club's time zone."""
        return day_of(self.clock())

    @property
    def address(self) -> str:
        """The text that opens the club: its folder, or its address on a server."""
        if self.store.path is not None:
            return str(self.folder)
        from referee.store.events.postgresql import ClubOnServer  # its driver is rarely needed

        assert isinstance(self.store, ClubOnServer)
        return str(replace(self.store.server, club=str(self.store.club)))

    @property
    def schedules(self) -> Path:
        """The folder of season schedules."""
        return self.folder / "schedules"

    @property
    def exports(self) -> Path:
        """The default folder of exports."""
        return self.folder / "exports"

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        """Open a transaction that reads the club at one moment. Raise `StoreAltered` if the club was tampered with."""
        with translate_store_errors(self.store), reading(self.store) as tx:
            yield tx

    @contextmanager
    def writing(self) -> Iterator[Writing]:
        """Open a transaction whose changes are all stored, or none of them. Raise `StoreAltered` if the club was
        tampered with.
        """
        with translate_store_errors(self.store), self.store.writing() as sql:
            tx = Writing(sql, self)
            if self.check_access:
                self.check_access(tx)
            yield tx
        self._remember_head()

    @contextmanager
    def group_changes(self) -> Iterator[Club]:
        """Yield the club in a transaction that groups several changes; each sees the changes before it.

        All of their events have the same moment.
        """
        with translate_store_errors(self.store), self.store.writing() as sql:
            moment = self.clock()
            yield replace(self, store=NestedTransaction(self.store, sql), clock=lambda: moment)
        self._remember_head()

    @contextmanager
    def translating_damage(self) -> Iterator[None]:
        """Raise `StoreAltered` in place of an error caused by an altered row, even after the row was read."""
        with translate_store_errors(self.store):
            yield

    def _remember_head(self) -> None:
        """Note the new head of the log on this computer.

        This runs outside the lock, because a server may be slow. Nested transactions and clubs in a staging folder are
        not noted.
        """
        if isinstance(self.store, NestedTransaction) or is_staging_folder(self.folder):
            return
        with suppress(StoreFault):  # the change is stored even if the server fails now
            remember_head(self.check_log_head())

    @property
    def file(self) -> Path:
        """The club's file. Raise `ClubFault` if the club is on a server."""
        if self.store.path is None:
            raise ClubFault("This needs a club in a folder, but this one is on a server.")
        return self.store.path

    @property
    def damage(self) -> tuple[Difference, ...]:
        """The events seen by this computer but missing from the log, and faults that SQLite finds quickly.

        An audit finds all other faults.
        """
        from referee.store import inspection

        faults = inspection.quick_check(self.store.path) if self.store.path else ()
        return (*faults, *self.lost_events)

    @property
    def lost_events(self) -> tuple[Difference, ...]:
        """A difference for the events seen by this computer but missing from the log; empty if there are none."""
        from referee.store.difference import loss_difference

        sight = self.check_log_head()
        with translate_store_errors(self.store):
            return (loss_difference(sight),) if sight.rollback else ()

    def check_log_head(self) -> HeadCheck:
        """Return a comparison of the log with the last head that this computer saw."""
        with translate_store_errors(self.store), self.store.reading() as sql:
            return check_head(sql, sql.club, self.store.where)

    def clock_behind(self) -> str:
        """Return a warning if the clock is earlier than the latest event; else an empty text.

        The latest event may not be the last one, because events entered while the clock is behind come after it.
        """
        current_time = self.clock()
        with translate_store_errors(self.store), self.store.reading() as sql:
            [(latest_written,)] = sql.rows(_LATEST, sql.club)
            latest_moment = decode_moment(latest_written) if latest_written else current_time
        if latest_moment - current_time < _SLOW:
            return ""
        return (
            f"The clock of this computer says {in_local_time(current_time):%Y-%m-%d %H:%M}, but the latest event of "
            f"the club was at {in_local_time(latest_moment):%Y-%m-%d %H:%M}. "
            "Set the clock, or new entries get the wrong date."
        )

    @property
    def head(self) -> Head:
        """The head of the club's log."""
        with self.reading() as tx:
            return head(tx, tx.club)

    def revision(self) -> tuple[int, ...]:
        """Return a token that changes with every change to the club's file by any program.

        It is cheap enough to read every second. Only tokens of the same open club are comparable. Raise a `StoreFault`
        if the file cannot be read.
        """
        return self.store.revision()

    def with_actor(self, actor: str) -> Club:
        """Return the club with another actor, by name or mark; an empty text means nobody."""
        return replace(self, actor=actor)

    def with_phone(
        self, member: int | None, number: int, check_access: Callable[[Transaction], object] | None = None
    ) -> Club:
        """Return the club for a player's phone. For a tablet, `member` is None.

        The current actor serves the phone. Each transaction first calls `check_access`, which raises `ClubFault` if the
        phone may no longer write.
        """
        phone = SigningPhone(number, self.signature())
        return replace(self, actor="" if member is None else f"@#{member}", phone=phone, check_access=check_access)

    def signature(self) -> str:
        """Return the actor's name or mark. Raise `ClubFault` if it is no valid text."""
        officer_name = clean_text(self.actor, "the officer's name")
        return self.signatures.get(officer_name, officer_name)

    def close(self) -> None:
        """Close the club's file."""
        self.store.close()


def find_folder(address: Path | str | None = None, start: Path | None = None) -> Path:
    """Return the club's folder: the one at `address`, else `REFEREE_CLUB`, else the nearest at or above `start`.

    Raise `StoreMissing`, naming the places searched, if there is none. Raise a `StoreFault` for a folder on another
    computer.
    """
    folder = _find_folder(address, start)
    check_local(folder)
    return folder


def _find_folder(explicit: Path | str | None, start: Path | None) -> Path:
    for origin, path_text in (("", explicit), (" (REFEREE_CLUB)", os.environ.get("REFEREE_CLUB"))):
        if path_text:
            if is_server(str(path_text)):
                raise ClubFault(f"{path_text} is a server, but this needs a club in a folder. Name the folder.")
            folder = expand_user(path_text)
            folder = folder.parent if folder.name == FILE else folder
            if not _has_club(folder):
                raise StoreMissing(f"There is no club in {folder}{origin}. Use a folder with a {FILE} in it.")
            return folder
    try:
        start_folder = (start or Path.cwd()).resolve()
    except OSError as error:
        raise StoreMissing(f"The current folder cannot be used: {error.strerror}.") from None
    for folder in (start_folder, *start_folder.parents):
        if _has_club(folder):
            return folder
    raise StoreMissing(f"There is no club in {start_folder} or above it.", Do.INIT("Make one"))


def _has_club(folder: Path) -> bool:
    """Tell whether a folder has a club. Raise a `StoreFault` if it cannot be read."""
    try:
        return (folder / FILE).is_file()
    except (OSError, ValueError) as error:
        kind = StoreReadOnly if isinstance(error, PermissionError) else StoreMissing
        cause = getattr(error, "strerror", None) or "it is not the name of a folder"
        raise kind(f"{_shorten(folder)} cannot be read: {cause}.") from None


def _shorten(path: Path) -> str:
    """Return a path for a message, shortened to 200 characters."""
    return text if len(text := str(path)) <= 200 else f"{text[:200]}..."


def open_club(
    address: Path | str | None = None,
    *,
    actor: str | None = None,
    patience: float = PATIENCE,
    read_only: bool = False,
    password: str = "",
    progress: Callable[[int, int], None] | None = None,
) -> Club:
    """Open a club in its folder (see `find_folder`), or at an address on a server. Return it.

    The actor is the given one, else `REFEREE_OFFICER`, else the member of the server login. Tables in an older form are
    rebuilt, and `progress` reports on that. `patience` is the number of seconds to wait for other writers. Raise a
    `StoreFault` if the club cannot be opened.
    """
    path_text = str(address or os.environ.get("REFEREE_CLUB", ""))
    if is_server(path_text):
        club = _open_on_server(parse_server(path_text), patience, password, read_only=read_only)
        return _with_actor(club, actor, read_only=read_only)
    folder = find_folder(address)
    path = folder / FILE
    with translate_file_errors(path):
        try:
            store = open_file(path, patience=patience, read_only=read_only, shape=SHAPE)
        except StoreOlder as fault:
            if read_only:
                raise StoreOlder(f"{fault} Open the club once where you can write to it.") from None
            from referee.store.progress import no_progress
            from referee.store.upgrading import rebuild_file

            rebuild_file(ClubFile(path, patience=patience), progress or no_progress)
            store = open_file(path, patience=patience, shape=SHAPE)
    return _with_actor(Club(folder, store), actor, read_only=read_only)


def _with_actor(club: Club, actor: str | None, *, read_only: bool) -> Club:
    if not read_only and not is_staging_folder(club.folder):
        remember_head(club.check_log_head())
    return club if actor is None else club.with_actor(actor)


def _open_on_server(server: Server, patience: float, password: str, *, read_only: bool) -> Club:
    from referee.store.events.postgresql import open_on_server  # its driver is rarely needed

    try:
        store = open_on_server(server, patience=patience, read_only=read_only, shape=SHAPE, password=password)
    except StoreOlder as fault:
        upgrade = Do.UPGRADE("The server's administrator rebuilds them", club=str(replace(server, user="")))
        raise StoreOlder(str(fault), upgrade) from None
    with store.reading() as sql:
        [(uuid,)] = sql.rows("SELECT uuid FROM club WHERE id = ?", store.club)
        login = sql.rows("SELECT member FROM officer WHERE club = ? AND role = current_user", store.club)
    club = Club(server_club_folder(str(uuid)), store)
    return club.with_actor(f"@#{login[0][0]}") if login and not club.actor else club


def server_club_folder(uuid: str) -> Path:
    """Return this computer's folder for a club on a server, for its exports, backups and schedules."""
    folder = user_folder(FolderKind.DATA) / uuid
    with suppress(OSError):
        for path in (folder, folder / "schedules", folder / "exports"):
            make_private_folder(path)
    return folder


@contextmanager
def translate_store_errors(store: Engine) -> Iterator[None]:
    """Raise `StoreAltered` in place of an error caused by tampering. Other errors are passed on."""
    try:
        yield
    except ClubFault:
        raise
    except Exception as error:
        if store.path is not None:
            with translate_file_errors(store.path):
                raise
        from referee.store.inspection import find_server_damage

        if not isinstance(error, CAUSED_BY_DAMAGE) or not (damage := find_server_damage(store)):
            raise
        raise _altered_fault(store.where, damage) from error


@contextmanager
def translate_file_errors(path: Path) -> Iterator[None]:
    """Raise `StoreAltered` in place of an error if the file at a path is damaged. Other errors are passed on."""
    try:
        yield
    except ClubFault:
        raise
    except Exception as error:
        from referee.store.inspection import find_damage  # only needed for a damaged file

        if not (damage := find_damage(path)):
            raise
        raise _altered_fault(path, damage) from error


def _altered_fault(location: object, damage: Sequence[Difference]) -> StoreAltered:
    more_faults = f" ({len(damage) - 1} more.)" if len(damage) > 1 else ""
    hints = [REPAIR] if damage[0].is_of_row else []
    return StoreAltered(f"{location} is damaged. {damage[0]}.{more_faults}", AUDIT, *hints)


def init(folder: Path | str, name: str = "", *, tries: int = 5) -> Club:
    """Create a club in a folder, and open it. Raise `ClubFault` if the folder has a club already.

    The file is created in a staging folder, so that there is a complete club or none. `tries` is the number of
    attempts, because another process that fails at the same moment may remove the folders.
    """
    try:
        folder = expand_user(folder).resolve()
        path = folder / FILE
        already_exists = path.exists()
    except (OSError, RuntimeError) as error:
        cause = getattr(error, "strerror", None) or "it leads back to itself"
        raise StoreReadOnly(f"{_shorten(Path(folder))} cannot be a club's folder: {cause}.") from None
    club_exists = ClubFault(f"There is already a club in {folder}. Nothing was changed.")
    if already_exists:
        raise club_exists
    check_local(folder)
    # SQLite would read a new file together with the leftover log of a removed one, and damage it. Look for the log
    # first: a club that is made there at the same moment has its file before its log.
    if (leftover_log := _find_leftover_log(path)) and not path.exists():
        raise ClubFault(
            f"{leftover_log} belongs to a missing {FILE}, and may hold its last lines. "
            f"Put {FILE} back next to it, or move {leftover_log.name} away first."
        )
    # Check the name first, so that nothing is made for an invalid one.
    name = valid_title(name if name.strip() else folder.name[:LONGEST_NAME], "club")
    created: list[Path] = []
    try:
        for subfolder in (folder, folder / "schedules", folder / "exports"):
            created += reversed(make_private_folder(subfolder))
        with staging_folder(path) as staging_path:
            with (
                closing(create(staging_path / FILE, [*sqlite_statements()], SHAPE)) as store,
                store.writing() as sql,
            ):
                founding = Writing(sql, Club(staging_path, store))
                founding.append(EventKind.CLUB_FOUNDED, {}, texts=[EventText("name", name)])
            place_new(staging_path / FILE, path)
            forget_place(str(path.resolve()))
    except StoreFault:
        _remove_folders(created)
        raise
    except (FileExistsError, NotADirectoryError):
        if path.is_file():  # another process has just made it
            raise club_exists from None
        raise ClubFault(f"{folder} cannot be a club's folder: there is a file of that name.") from None
    except OSError as error:
        _remove_folders(created)
        if isinstance(error, FileNotFoundError) and tries > 1:
            return init(folder, name, tries=tries - 1)
        kind = StoreFull if error.errno == ENOSPC else StoreReadOnly
        raise kind(f"{folder} cannot be written: {error.strerror}.") from None
    return Club(folder, open_file(path, shape=SHAPE))


def _find_leftover_log(path: Path) -> Path | None:
    logs = (path.with_name(path.name + suffix) for suffix in ("-wal", "-journal"))
    return next((log for log in logs if log.is_file() and log.stat().st_size), None)


def _remove_folders(folders: Sequence[Path]) -> None:
    """Remove the folders created for a club that could not be made."""
    with suppress(OSError):
        for folder in reversed(folders):
            folder.rmdir()
