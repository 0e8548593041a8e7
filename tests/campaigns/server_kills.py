"""Programs on a server's club, or the server's own processes, killed: nothing confirmed is lost or half written."""

from __future__ import annotations

import os
import random
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg2

from referee.club.file.audit import audit
from referee.club.folder import FILE, open_club
from referee.club.match.log import storable_key
from referee.store.events.address import Server
from referee.store.restoring import find_head
from tests.campaigns.campaign import Campaign
from tests.campaigns.clubs.operations import GOOD_EXITS, Report, club_with_a_table, run_command
from tests.campaigns.kills import kill_and_read, start_process
from tests.cli.running import referee
from tests.patience import patience, wait
from tests.postgresql import asked, cluster, database, programs


@dataclass(frozen=True)
class Scene:
    """A club's `folder`, the database on the `server` that it is moved to before most operations, and its `head`."""

    folder: Path
    server: Server
    head: str

    @property
    def address(self) -> str:
        return str(self.server)

    @property
    def back(self) -> Path:
        return self.folder / "back"


@dataclass(frozen=True)
class Operation:
    """An operation on a club that is on the server already, or not; `find_problems` gets its reports."""

    name: str
    run: Callable[[Scene, Report], None]
    find_problems: Callable[[Scene, list[str]], Iterator[str]]
    starts_on_server: bool = True


def run(seconds: float, seed: int) -> list[Campaign]:
    """Kill each operation repeatedly: sometimes the program, sometimes the server's process for it."""
    if programs() is None:
        return [Campaign("kill on a server: not run, as PostgreSQL is not installed", 1)]
    chance, end = random.Random(seed), time.monotonic() + seconds
    killed, failed = (
        dict.fromkeys((operation.name for operation in OPERATIONS), 0),
        {operation.name: list[str]() for operation in OPERATIONS},
    )
    takes: dict[str, float] = {}
    with TemporaryDirectory() as temporary, cluster(hurried=False) as server:
        created, number = club_with_a_table(Path(temporary) / "made"), 0
        while not all(killed.values()) or time.monotonic() < end:
            operation = OPERATIONS[number % len(OPERATIONS)]
            is_first = operation.name not in takes  # the first one is let be, to know how long it takes
            moment = patience() if is_first else chance.uniform(0, 1.1) * takes[operation.name]
            scene = _scene(
                Path(shutil.copytree(created, Path(temporary) / f"club {number}")), database(server), operation
            )
            took, problems = _run_and_kill(operation, scene, moment, of_server=chance.random() < 0.3)
            if took is None:
                killed[operation.name] += 1
            elif is_first:
                takes[operation.name] = took
            failed[operation.name] += [
                f"seed {seed}, number {number}, after {moment:.4f} s: {problem}" for problem in problems
            ]
            shutil.rmtree(scene.folder)
            asked(server, f"DROP DATABASE {scene.server.database} WITH (FORCE)")
            number += 1
    return [Campaign(f"kill on a server in: {name}", killed[name], tuple(failed[name])) for name in killed]


def _scene(folder: Path, server: Server, operation: Operation) -> Scene:
    scene = Scene(folder, server, str(find_head(folder / FILE)))
    if operation.starts_on_server:
        outcome = referee("club", "move", scene.address, "--yes", club=folder)
        assert outcome.code == 0, outcome
    return scene


def _run_and_kill(
    operation: Operation, scene: Scene, moment: float, *, of_server: bool
) -> tuple[float | None, list[str]]:
    pid, pipe = start_process(lambda reports: operation.run(scene, reports))
    start = time.monotonic()
    while (alive := os.waitpid(pid, os.WNOHANG) == (0, 0)) and time.monotonic() - start < moment:
        time.sleep(min(0.001, moment))
    took = time.monotonic() - start
    if alive and of_server:
        _kill_a_process_of(scene.server)
        _wait_for(scene.server)
    confirmed = kill_and_read(pid, pipe)
    problems = [line[1:] for line in confirmed if line.startswith("!")]
    try:
        problems += operation.find_problems(scene, [line for line in confirmed if not line.startswith("!")])
    except Exception as error:
        problems.append(f"looking at it: {type(error).__name__}: {error}")
    return (took if not alive else None), problems


def _kill_a_process_of(server: Server) -> None:
    """Kill a server process; the server then closes all connections and recovers what was committed."""
    with suppress(psycopg2.Error, ProcessLookupError):
        for (pid,) in asked(
            replace(server, user="superuser"),
            f"SELECT pid FROM pg_stat_activity WHERE application_name = 'referee' AND datname = '{server.database}'",
        ):
            os.kill(int(str(pid)), signal.SIGKILL)
            # The server lets go of everybody as soon as it has noticed, not before.
            wait(lambda pid=pid: not Path(f"/proc/{pid}").exists(), lambda: "the server noticed nothing")  # type: ignore[misc]


def _wait_for(server: Server) -> None:
    def answers() -> bool:
        try:
            return asked(server, "SELECT 1") == [(1,)]
        except psycopg2.Error:
            return False

    wait(answers, lambda: "the server did not come back")


def _find_faults(place: str | Path, keys: list[str]) -> Iterator[str]:
    """Yield what is wrong with a club: something was changed, or a confirmed line is not there."""
    with open_club(place) as club:
        if broken := audit(club).differences:
            yield f"the audit says {broken}"
        with club.reading() as tx:
            stored = {key for (key,) in tx.rows("SELECT key FROM event WHERE club = ?", tx.club)}
    if missing := [key for key in keys if key not in stored]:
        yield f"confirmed and lost: {missing}"
    repeated = referee("log", "1", "Ben holds 4D", club=place)
    if repeated.code not in GOOD_EXITS:
        yield f"nothing can be recorded afterwards: {repeated.err}"


def _log(scene: Scene, report: Report) -> None:
    for number in range(10):
        key = f"line {os.getpid()} {number}"
        if run_command(report, "log", "1", "Ann holds 3D", "--key", key, club=scene.address).code in GOOD_EXITS:
            report(storable_key(key))


def _logged(scene: Scene, confirmed: list[str]) -> Iterator[str]:
    yield from _find_faults(scene.address, confirmed)


def _back_up(scene: Scene, report: Report) -> None:
    run_command(report, "backup", str(scene.folder / "kept.db"), club=scene.address)


def _check_backup(scene: Scene, _reports: list[str]) -> Iterator[str]:
    copy = scene.folder / "kept.db"
    if copy.exists() and str(find_head(copy)) != scene.head:
        yield f"the backup ends with {find_head(copy)}, and the club with {scene.head}"
    yield from _find_faults(scene.address, [])


def _upgrade(scene: Scene, report: Report) -> None:
    asked(scene.server, "UPDATE referee.club SET shape = '1 older'")
    if run_command(report, "club", "upgrade", club=scene.address).code in GOOD_EXITS:
        report("upgraded")


def _check_upgrade(scene: Scene, _reports: list[str]) -> Iterator[str]:
    repeated = referee("club", "upgrade", club=scene.address)
    if repeated.code not in GOOD_EXITS:
        yield f"cannot be upgraded afterwards: {repeated.err}"
    yield from _find_faults(scene.address, [])


def _move_there(scene: Scene, report: Report) -> None:
    if run_command(report, "club", "move", scene.address, "--yes", club=scene.folder).code in GOOD_EXITS:
        report("moved")


def _check_moved_there(scene: Scene, _reports: list[str]) -> Iterator[str]:
    yield from _check_move(scene.folder, scene.address)


def _move_back(scene: Scene, report: Report) -> None:
    if run_command(report, "club", "move", str(scene.back), "--yes", club=scene.address).code in GOOD_EXITS:
        report("moved")


def _check_moved_back(scene: Scene, _reports: list[str]) -> Iterator[str]:
    yield from _check_move(scene.address, scene.back)
    if not (scene.back / FILE).exists():
        yield "there is no club in the folder"


def _check_move(source: str | Path, target: str | Path) -> Iterator[str]:
    """Yield a problem if repeating a move does not finish it, or the club is open in both places."""
    repeated = referee("club", "move", str(target), "--yes", club=source)
    if repeated.code not in GOOD_EXITS and "has moved" not in repeated.err:
        yield f"the move cannot be finished: {repeated.code} {repeated.err}"
    if "has moved" not in (old := referee("log", "1", "Ben holds 4D", club=source)).err:
        yield f"the old place is open yet: {old}"
    yield from _find_faults(target, [])


OPERATIONS = (
    Operation("log", _log, _logged),
    Operation("club move there", _move_there, _check_moved_there, starts_on_server=False),
    Operation("club move back", _move_back, _check_moved_back),
    Operation("backup", _back_up, _check_backup),
    Operation("club upgrade", _upgrade, _check_upgrade),
)
