"""A season of Mondays that begins in a file, goes on on a server, and comes back: the same log at either end."""

from __future__ import annotations

import random
import re
from datetime import date, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.campaigns.campaign import Campaign
from tests.cli.running import referee
from tests.postgresql import cluster, database, programs

MONDAYS = 30
_FIRST = date(2026, 8, 17)
_PLAYERS = ("Ann", "Ben", "Cal", "Dee")
_HEAD = re.compile(r"event \d+, [0-9a-f-]+")


def run(seconds: float, seed: int) -> Campaign:
    """Play a season in three parts, moving between them; in a short campaign it has three Mondays."""
    if programs() is None:
        return Campaign("a season in a file, on a server, in a file: not run, as PostgreSQL is not installed", 1)
    mondays, failed = MONDAYS if seconds >= 60 else 3, list[str]()
    chance = random.Random(seed)
    with TemporaryDirectory() as folder, cluster() as server:
        first_place, back, server_place = str(Path(folder) / "here"), str(Path(folder) / "back"), str(database(server))
        _ask(first_place, "init", "Monday Club")
        _ask(first_place, "member", "add", *_PLAYERS)
        _ask(first_place, "season", "new", "2026-27", str(_FIRST), "2027-05-31")
        third = max(1, mondays // 3)
        for place, goes_to, first in (
            (first_place, server_place, 0),
            (server_place, back, third),
            (back, "", 2 * third),
        ):
            for week in range(first, first + third):
                _monday(place, _FIRST + timedelta(weeks=week), chance)
            failed += [f"after week {first + third}, in {place}: {problem}" for problem in _audited(place)]
            if not goes_to:
                continue
            before = _known(place)
            _ask(place, "club", "move", goes_to, "--yes")
            if _known(goes_to) != before:
                failed.append(f"after week {first + third}: the log is another one in {goes_to} than in {place}")
            failed += [f"moved to {goes_to}: {problem}" for problem in _audited(goes_to)]
            old = referee("member", "list", "--club", place)
            if not old.code or "has moved" not in old.err:
                failed.append(f"{place} is open yet: {old}")
    return Campaign(f"{mondays} Mondays in a file, on a server, in a file", mondays, tuple(failed))


def _ask(place: str, *words: str) -> str:
    outcome = referee(*words, "--club", place)
    assert outcome.code in (0, 10, 11), (words, outcome)
    return outcome.out


def _monday(place: str, day: date, chance: random.Random) -> None:
    """Hold an evening: two tables, a line that is taken back, results, and the evening closed."""
    _ask(place, "schedule", "add", str(day), "--at", "15:45")
    _ask(place, "open", str(day))
    _ask(place, "checkin", *_PLAYERS)
    for _ in range(2):
        started = _ask(place, "start", "big-two", *chance.sample(_PLAYERS, 4))
        table = re.search(r"[Tt]able (\d+)", started)
        assert table, started
        number = table[1]
        _ask(place, "log", number, "deal by Ann", "Ben holds 3D", "Ben plays 3D")
        _ask(place, "undo", number)
        _ask(place, "result", number, *chance.sample(_PLAYERS, 4))
    _ask(place, "close", "--unfinished")


def _known(place: str) -> tuple[str, str, str]:
    """Return the exported log, its head, and the standings."""
    log = _ask(place, "export", "json", "--output", "-")
    audited = _HEAD.search(_ask(place, "audit"))
    assert audited
    return log, audited[0], _ask(place, "standings", "2026-27", "--json")


def _audited(place: str) -> list[str]:
    outcome = referee("audit", "--club", place)
    return [] if outcome.code == 0 else [f"audit: {outcome.code} {outcome.out} {outcome.err}"]
