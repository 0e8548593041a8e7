"""A club to do harm to: recorded by an earlier version, brought up to date, and gone on with since."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from referee.club.calendar import seasons, sessions
from referee.club.disputes import disputes
from referee.club.folder import open_club
from referee.club.match import matches, recording
from referee.club.people import roster

RECORDED: Final = Path(__file__).parents[1] / "club" / "recorded_before" / "club.db"


def make(folder: Path) -> Path:
    """Make the club in a folder, with something sealed by this version in every table; return its file."""
    folder.mkdir(parents=True)
    path = folder / "club.db"
    shutil.copy(RECORDED, path)
    with open_club(folder) as club:
        roster.add(club, "Ida")
        sessions.checkin(club, ["Ida"], by="Eve")
        seasons.set_house_rules(club, None, "big-two", ["royal=none"], by="Eve")
        number = matches.start(club, "big-two", ["Ann", "Ben", "Cal"], by="Eve").number
        for line in ("deal by Ann", "Ben holds 3D", "Ben plays 4C", "Cal plays 5C", "Ann passes", "Ben passes"):
            recording.log(club, number, line, by="Eve")
        recording.undo(club, number, 4, reason="another card was meant", by="Fay")
        recording.stands(club, number, 4, reason="it was that card", by="Fay")
        case = disputes.open_on_line(club, number, 3, claim="Cal says that it was a 3C", by="Gus")
        disputes.decide(club, case.number, reason="it was not", by="Fay")
        matches.result(club, number, places=[["Cal"], ["Ann"], ["Ben"]], by="Eve")
        matches.finish(club, number, undecided=True)
        sessions.close_session(club, unfinished=True)
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("PRAGMA journal_mode = DELETE")
        raw.execute("VACUUM")
        raw.execute("PRAGMA journal_mode = WAL")
    for beside in ("-wal", "-shm"):
        path.with_name(path.name + beside).unlink(missing_ok=True)
    return path
