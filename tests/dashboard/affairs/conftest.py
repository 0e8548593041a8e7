"""Deeds found by the palette, and what takes long held until it is stopped."""

import hashlib
from pathlib import Path

import pytest

from referee.dashboard.deeds.progress import Progress
from tests.dashboard.piloting import Officer
from tests.patience import wait


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hold all that takes long when it tells how far it is, until it is to stop."""
    told = Progress.__call__

    def hold(working: Progress, done: int, of: int) -> None:
        working.done, working.total = done, of
        wait(lambda: working.stopped, lambda: f"{working.what}: nobody stopped it at {done} of {of}")
        told(working, done, of)

    monkeypatch.setattr(Progress, "__call__", hold)


async def found(officer: Officer, words: str, shows: str | tuple[str, ...] = ()) -> None:
    """Find a deed by its words, and begin it."""
    await officer.press("ctrl+p")
    await officer.type(words, "enter", shows=shows)


async def answer(officer: Officer, *answers: str, shows: str | tuple[str, ...] = ()) -> None:
    """Type answers, each with Enter, in the place of what stands in the line."""
    for answer in answers:
        await officer.press("ctrl+u")
        await officer.type(answer, "enter")
    await officer.press(shows=shows)


async def begun(officer: Officer, words: str) -> None:
    """Find a deed by its words and begin it, and do not wait for what it does."""
    await officer.press("ctrl+p")
    officer.send(words)
    await officer.calm()
    await officer.hurry("enter")


def kept(folder: Path) -> dict[str, str]:
    """All that lies in a folder beside the club's file, by what is in it."""
    beside = ("-wal", "-shm", "-lock")
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.endswith(beside) and path.name != "club.db"
    }
