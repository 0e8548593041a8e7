"""The club's folder: `club.db`, `schedules/` and `exports/`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from errno import ENOSPC
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from referee.club.faults import ClubFault, StoreFault, StoreMissing
from referee.club.names import titled
from referee.rules.seats import LONGEST_NAME
from referee.store.engine import PATIENCE, Store, Transaction, connect
from referee.store.faults import StoreAltered, StoreBusy, StoreFull, StoreReadOnly
from referee.store.migrations import raw_of
from referee.store.models import Charter
from referee.store.seals import head, read_key

if TYPE_CHECKING:
    from referee.store.inspection import Difference

FILE = "club.db"


def now() -> datetime:
    """Return the present moment."""
    return datetime.now(UTC)


def day_of(moment: datetime) -> date:
    """Return the day that it was at a moment where the club meets: moments are kept in UTC."""
    return moment.astimezone().date()


@dataclass(frozen=True, slots=True)
class Club:
    """A club's folder, open. `officer` is who acts where nobody else is named; `clock` tells the time."""

    folder: Path
    store: Store
    officer: str = field(default_factory=lambda: os.environ.get("REFEREE_OFFICER", ""))
    clock: Callable[[], datetime] = now

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, raised: BaseException | None, at: TracebackType | None
    ) -> None:
        self.close()

    @property
    def name(self) -> str:
        """The club's name."""
        with self.reading() as tx:
            charter = tx.get(Charter, 1)
            return charter.name if charter else self.folder.name

    @property
    def today(self) -> date:
        """The day that it is where the club meets."""
        return day_of(self.clock())

    @property
    def schedules(self) -> Path:
        """Where season schedules are kept."""
        return self.folder / "schedules"

    @property
    def exports(self) -> Path:
        """Where exports go unless told otherwise."""
        return self.folder / "exports"

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        """Read the club's file. Raises `StoreAltered` for what cannot be read because it is not as it was sealed."""
        with said_plainly(self.store.path), self.store.reading() as tx:
            yield tx

    @contextmanager
    def writing(self) -> Iterator[Transaction]:
        """Change the club's file, wholly or not at all. Raises `StoreAltered` as `reading` does."""
        with said_plainly(self.store.path), self.store.writing() as tx:
            yield tx

    @property
    def damage(self) -> tuple[Difference, ...]:
        """What is not as it was sealed, of all that is not about one table, and that a small file is not sound."""
        from referee.store import inspection

        return inspection.at_first_sight(self.store.path)

    @property
    def head(self) -> str:
        """The last seal of the club's chain; see `referee.store.seals`."""
        with self.reading() as tx:
            return head(raw_of(tx.connection()))

    def revision(self) -> tuple[int, ...]:
        """Return a token that is another one after every change to the club's file, by this program or any other.

        Cheap enough to ask every second. Only tokens of the same open club compare. Raises a `StoreFault`.
        """
        return self.store.revision()

    def signed(self, by: str | None) -> str:
        """Return who did something."""
        return self.officer if by is None else by

    def close(self) -> None:
        """Let go of the club's file."""
        self.store.close()


def find(explicit: Path | str | None = None, start: Path | None = None) -> Path:
    """Return the club's folder: the one named, else `REFEREE_CLUB`, else the nearest upward from `start`.

    Raises `StoreMissing`, saying where it looked.
    """
    for source, named in (("", explicit), (" (REFEREE_CLUB)", os.environ.get("REFEREE_CLUB"))):
        if named:
            folder = Path(named).expanduser()
            folder = folder.parent if folder.name == FILE else folder
            if not (folder / FILE).is_file():
                raise StoreMissing(f"There is no club in {folder}{source}: expected a folder with a {FILE} in it.")
            return folder
    here = (start or Path.cwd()).resolve()
    for folder in (here, *here.parents):
        if (folder / FILE).is_file():
            return folder
    raise StoreMissing(f"There is no club in {here} or above it.", "Make one with: referee init")


def open_club(explicit: Path | str | None = None, *, patience: float = PATIENCE, read_only: bool = False) -> Club:
    """Find the club's folder and open its file, to write in it or only to read. Raises a `StoreFault`."""
    folder = find(explicit)
    path = folder / FILE
    with said_plainly(path):
        return Club(folder, connect(path, patience=patience, read_only=read_only, key=key()))


def key(named: Path | str | None = None) -> bytes | None:
    """Return the key that the club is sealed with: that in the file named, else in `REFEREE_KEY_FILE`, if any."""
    where = named or os.environ.get("REFEREE_KEY_FILE")
    return read_key(where) if where else None


@contextmanager
def said_plainly(path: Path) -> Iterator[None]:
    """Turn an error over a file that is not as it was sealed into a fault that says so; others are the program's."""
    try:
        yield
    except ClubFault:
        raise
    except Exception as error:
        from referee.store.inspection import damage  # a file that is sound need not pay for it

        if not (found := damage(path)):
            raise
        more = f" ({len(found) - 1} more.)" if len(found) > 1 else ""
        raise StoreAltered(f"{path} is damaged. {found[0]}.{more}", "See all of it with: referee audit") from error


def init(folder: Path | str, name: str = "", *, key_file: Path | str | None = None) -> Club:
    """Make a club's folder and open it. Raises `ClubFault` when there is a club in it already."""
    folder = Path(folder).expanduser().resolve()
    path = folder / FILE
    # An empty file is what is left when making the club was cut short; there is nothing in it to lose.
    if path.exists() and path.stat().st_size:
        raise ClubFault(f"There is a club in {folder} already; {path} was left as it is.")
    sealed_with = key(key_file)
    # What the club is called is settled first, so that nothing is made for a name that cannot be.
    name = titled(name if name.strip() else folder.name[:LONGEST_NAME], "club")
    made: list[Path] = []
    try:
        for each in (folder, folder / "schedules", folder / "exports"):
            if not each.exists():
                made.append(each)
            each.mkdir(parents=True, exist_ok=True)
        club = Club(folder, replace(connect(path, create=True), key=sealed_with))
        try:
            with club.writing() as tx:
                if tx.get(Charter, 1) is None:
                    tx.add(Charter(id=1, name=name, founded_at=club.clock()))
        except StoreFault:
            club.close()
            raise
    except StoreBusy:
        raise  # somebody else is making it just now
    except StoreFault:
        _unmake(path, made)
        raise
    except (FileExistsError, NotADirectoryError):
        raise ClubFault(f"{folder} cannot be a club's folder: a file is in the way.") from None
    except OSError as error:
        _unmake(path, made)
        kind = StoreFull if error.errno == ENOSPC else StoreReadOnly
        raise kind(f"{folder} cannot be written: {error.strerror}.") from None
    return club


def _unmake(path: Path, made: Sequence[Path]) -> None:
    """Take away what was begun of a club that could not be made: its file, which was not there, and its folders."""
    with suppress(OSError):
        for beside in ("", "-wal", "-shm", "-journal"):
            path.with_name(path.name + beside).unlink(missing_ok=True)
        for folder in reversed(made):
            folder.rmdir()
