"""A club to damage: two sessions, one of them closed, with rows in every table."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from datetime import UTC, date, datetime, time
from pathlib import Path

from referee.club.calendar import checkin, house_rules, schedule, seasons, sessions
from referee.club.disputes import deciding, opening
from referee.club.folder import Club, init
from referee.club.match import ending, recording, starting
from referee.club.people import roster

_EVENINGS = date(2026, 11, 16), date(2026, 11, 30)
_HANDS = (
    ("deal by Ann", "Ben holds 3D", "Ben plays 3D", "Cal plays 5C", "Ann passes", "Ben passes"),
    ("deal by Dee", "Eve holds 3D", "Eve plays 3D", "Fay plays 4C", "Dee plays 2S", "Eve passes"),
    ("deal by Ann", "Ben holds 3D", "Ben plays 4C", "Cal plays 5C", "Ann passes", "Ben passes"),
)
_TABLES = (("Ann", "Ben", "Cal"), ("Dee", "Eve", "Fay"), ("Ann", "Ben", "Cal"))


def make(folder: Path) -> Path:
    """Make the club in a folder; return its file."""
    with replace(init(folder, "Monday Cards"), actor="Eve") as club:
        roster.add_all(club, ["Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal"])
        seasons.new(club, "2026-27", starts=date(2026, 8, 17), ends=date(2027, 5, 31), best_k=20, min_sessions=8)
        for evening in _EVENINGS:
            schedule.add(club, evening, time(15, 45), room="M4")
            _hold(
                replace(club, clock=lambda day=evening: datetime(day.year, day.month, day.day, 16, tzinfo=UTC)), evening
            )
    path = folder / "club.db"
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("PRAGMA journal_mode = DELETE")
        raw.execute("VACUUM")
        raw.execute("PRAGMA journal_mode = WAL")
    for beside in ("-wal", "-shm"):
        path.with_name(path.name + beside).unlink(missing_ok=True)
    return path


def _hold(club: Club, evening: date) -> None:
    club = replace(club, clock=lambda: datetime.combine(evening, time(16), UTC))
    sessions.open_session(club, str(evening))
    checkin.check_in(club, ["Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus"])
    for names, lines in zip(_TABLES, _HANDS, strict=True):
        _play(club, names, lines)
    house_rules.change_options(club, None, "big-two", [f"royal={'none' if evening == _EVENINGS[0] else '10_to_A'}"])
    sessions.close_session(club, unfinished=True)


def _play(club: Club, names: Sequence[str], lines: Sequence[str]) -> None:
    number = starting.start_table(club, "big-two", names).number
    for line in lines:
        recording.log_line(club, number, line)
    recording.undo_line(club.with_actor("Fay"), number, 4, reason="another card was meant")
    recording.let_stand(club.with_actor("Fay"), number, 4, reason="it was that card")
    case = opening.open_on_line(club.with_actor("Gus"), number, 3, claim=f"{names[2]} says that it was another card")
    deciding.decide(club.with_actor("Fay"), case.number, reason="it was not")
    ending.record_result(club, number, places=[[name] for name in reversed(names)])
    ending.finish(club, number, undecided=True)
