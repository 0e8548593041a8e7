"""What is on the table, beside the record: the player to act is in sight however many sit there."""

import pytest

from referee.club.calendar import checkin
from referee.club.folder import Club
from referee.club.match import recording, starting
from referee.club.people import roster
from referee.dashboard.table.table_panel import TablePanel
from tests.dashboard.piloting import at_the_desk

pytestmark = pytest.mark.screen

EIGHT = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")


@pytest.mark.parametrize("turn", [0, 3, 7])
async def test_the_player_to_act_is_seen_at_a_table_of_eight_in_a_small_terminal(evening: Club, turn: int) -> None:
    for name in EIGHT[5:]:
        roster.add(evening, name)
    checkin.check_in(evening, EIGHT)
    number = starting.start_table(evening, "play-or-pay", EIGHT).number
    for line in ("deal by Hal", "Ann plays 5H", *(f"{name} pays" for name in EIGHT[1 : turn or 8]))[: turn + 1]:
        recording.log_line(evening, number, line)

    async with at_the_desk(evening, "enter") as officer:
        felt = officer.app.screen.query_one(TablePanel)
        beside = [row[felt.region.x :] for row in officer.sees().splitlines()[felt.region.y : felt.region.bottom]]
        assert any(f"▶ {EIGHT[turn]} to act" in row for row in beside)
        assert f"▶ {EIGHT[turn]} to act" in officer.sees().splitlines()[0]
