"""The club moves to another place from the desk, which works on it there from then on."""

from pathlib import Path

import pytest

from referee.club.folder import Club, open_club
from referee.club.people import roster
from referee.club.text.faults import ClubFault
from referee.store.faults import StoreMoved
from tests.club.conftest import in_a_file
from tests.dashboard.affairs.conftest import answer, begun, found, kept
from tests.dashboard.piloting import LARGE, at_the_desk
from tests.patience import wait_async
from tests.postgresql import database, programs, shared

pytestmark = [pytest.mark.screen, in_a_file("it moves from a folder"), pytest.mark.long]
needs_server = pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed")


@needs_server
@pytest.mark.process
async def test_a_club_moves_to_a_server_and_back_and_the_desk_goes_with_it(evening: Club) -> None:
    to, folder, before = str(database(shared())), str(evening.folder), evening.head
    clubs = []

    async with at_the_desk(evening, "M", size=LARGE) as officer:
        await found(officer, "move the club")
        await answer(officer, "oracle://cards", shows="! Invalid address 'oracle://cards'.")
        await answer(officer, to, shows=("Move the club from", "The old place is closed: nobody can write to it"))
        await officer.press("enter", shows=("The club is now at postgresql://", f"{folder} is closed."))
        clubs.append(officer.app.desk.club)
        await officer.press("n")
        await answer(officer, "Ida")
        await officer.until("Ida")
        assert "Ida" in [member.name for member in roster.members(clubs[0])]
        # What somebody else writes there is seen.
        roster.add(clubs[0], "Gus")
        await officer.until("Gus")
        await found(officer, "club move")
        await answer(officer, folder)
        await officer.press("enter", shows=f"The club is now at {folder}")
        await officer.until("Gus")
        await officer.press("U", shows="Undone: adding Gus.")
        await officer.press("Y", shows="Redone: adding Gus.")
    assert clubs[0].store.path is None
    with open_club(evening.folder) as second_club:
        assert {"Ida", "Gus"} <= {member.name for member in roster.members(second_club)}
        assert second_club.head.n == before.n + 4
    with pytest.raises(StoreMoved):
        assert clubs[0].head


@pytest.mark.usefixtures("held")
async def test_a_move_is_stopped_midway_and_nothing_is_left_where_it_was_to_go(evening: Club, tmp_path: Path) -> None:
    to, before, files = tmp_path / "there", evening.head, kept(evening.folder)

    async with at_the_desk(evening, size=LARGE) as officer:
        await begun(officer, "move the club")
        await answer(officer, str(to))
        await officer.hurry("enter")
        await wait_async(
            lambda: "Moving the club: " in officer.reads() or "Moving the club ..." in officer.reads(), officer.sees
        )
        await officer.press("escape", shows="Stopped. Nothing was changed.")
    assert not to.exists()
    assert kept(evening.folder) == files
    with open_club(evening.folder) as second_club:
        assert second_club.head == before
        roster.add(second_club, "Gus")
    with pytest.raises(ClubFault):
        open_club(to)
