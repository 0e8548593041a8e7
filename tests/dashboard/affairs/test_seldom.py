"""What an officer does once in years: accepting a loss, and drawing at a number of tables."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from referee.club.calendar import checkin
from referee.club.evening import draws
from referee.club.folder import Club, open_club
from referee.club.people import roster
from referee.club.text.faults import ClubFault
from tests.club.conftest import in_a_file, on_the_monday
from tests.dashboard.affairs.conftest import answer, found
from tests.dashboard.piloting import LARGE, at_the_desk

pytestmark = [pytest.mark.screen, pytest.mark.long]


@in_a_file("an old file is put in its place")
async def test_a_loss_is_told_accepted_for_a_reason_and_not_told_again(evening: Club, tmp_path: Path) -> None:
    with closing(sqlite3.connect(evening.file)) as source, closing(sqlite3.connect(tmp_path / "old.db")) as old:
        source.backup(old)
    roster.add(evening, "Gus")
    evening.close()
    for beside in ("-wal", "-shm"):
        evening.file.with_name(evening.file.name + beside).unlink(missing_ok=True)
    shutil.copyfile(tmp_path / "old.db", evening.file)

    with on_the_monday(open_club(evening.folder)) as second_club:
        assert second_club.lost_events
        async with at_the_desk(second_club, size=LARGE, shows="this computer saw event") as officer:
            await found(officer, "accept a loss", shows="Accept that they are gone? Reason:")
            await answer(officer, "the disk was replaced", shows="Accepted the loss of events up to")
            await found(officer, "accept a loss")
            assert "Nothing is missing: the log has every event that this computer saw." in officer.reads()
    with on_the_monday(open_club(evening.folder)) as settled:
        assert not settled.lost_events


async def test_seats_are_drawn_at_as_many_tables_as_are_asked_for_and_a_wrong_number_is_asked_again(
    evening: Club,
) -> None:
    checkin.check_in(evening, ["Ida", "Jon", "Kay", "Leo"], guests=True)

    async with at_the_desk(evening, "S", size=LARGE) as officer:
        await found(officer, "draw more tables")
        await answer(officer, "commune")
        for wrong in ("no", "0"):
            await answer(officer, wrong, shows=f"Invalid number of tables '{wrong}'.")
        await answer(officer, "3", shows="3 tables. Draw on tonight shows and starts them.")
        assert len(draws.show(evening).tables) == 3
        await officer.press("down", "U", shows="Undone: the draw for the session of 2026-11-16.")
    with pytest.raises(ClubFault, match="drawn"):
        draws.show(evening)
