"""The places for a campaign's clubs: folders, and databases of a server of its own if PostgreSQL is installed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import NamedTuple

from tests.cli.running import referee
from tests.postgresql import cluster, database, programs


class Place(NamedTuple):
    """The place of a club, as it is typed."""

    address: str


@dataclass(frozen=True)
class Engine:
    """SQLite or PostgreSQL, with a function that makes a new, empty club there."""

    name: str
    new: Callable[[], Place]


@contextmanager
def on_each_engine(folder: Path) -> Iterator[list[Engine]]:
    """Have what makes clubs in folders below this one and, where it is installed, on a server as long as this is open.

    That server waits for its disk, as a club's does.
    """
    number = count(1)

    def in_a_folder() -> Place:
        return _made(str(folder / f"club {next(number)}"))

    engines = [Engine("SQLite", in_a_folder)]
    if programs() is None:
        yield engines
        return
    with cluster(hurried=False) as server:
        yield [*engines, Engine("PostgreSQL", lambda: _made(str(database(server))))]


def _made(address: str) -> Place:
    outcome = referee("init", "Monday Club", "--club", address)
    assert outcome.code == 0, outcome
    return Place(address)
