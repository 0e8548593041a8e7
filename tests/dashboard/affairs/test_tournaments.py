"""Settings of a tournament and a plan tried out, from the palette."""

import pytest

from referee.club.folder import Club
from referee.competition.planning import plans
from referee.dashboard.document_screen import DocumentScreen
from referee.tournaments import overview
from referee.tournaments.actions import announcing, entering, rounds
from referee.tournaments.state.settings import Format, SettingsChange
from tests.club.conftest import NAMES
from tests.dashboard.affairs.conftest import answer, found
from tests.dashboard.piloting import LARGE, at_the_desk
from tests.patience import wait_async

pytestmark = [pytest.mark.screen, pytest.mark.long]


@pytest.fixture
def swiss(evening: Club) -> Club:
    """Four in a Swiss of two rounds; none is drawn."""
    announcing.announce(
        evening, "Autumn Swiss", Format.SWISS, SettingsChange("big-two", None, (("rounds", 2),)), seed=1
    )
    entering.enter(evening, "1", NAMES[:4])
    return evening


async def test_a_setting_is_changed_once_it_was_shown_and_that_is_undone(swiss: Club) -> None:
    async with at_the_desk(swiss, size=LARGE) as officer:
        await found(officer, "tournament set")
        await answer(officer, "number of rounds", "many")
        assert "! Invalid number 'many'. Use a whole number such as 3." in officer.reads()
        await answer(officer, "400", shows="Invalid number of rounds 400. Use 1 to 100.")
        await answer(officer, "4", shows=("Change the settings of Autumn Swiss?", "4 rounds"))
        assert overview.read_view(swiss, "1").settings.rounds == 2
        await officer.press("enter", shows="Number of rounds of Autumn Swiss: 4.")
        assert overview.read_view(swiss, "1").settings.rounds == 4
        await found(officer, "tournament settings")
        await answer(officer, "tie-breaks", "wins, lot")
        await officer.press("enter", shows="Tie-breaks in order of Autumn Swiss: wins, lot.")
        await found(officer, "tournament settings")
        await answer(officer, "teams", "yes")
        await officer.press("enter")
        assert overview.read_view(swiss, "1").settings.teams
        await officer.press("U", shows='Undo the tournament step "the settings were changed"?')
        await answer(officer, "no teams")
        assert not overview.read_view(swiss, "1").settings.teams
    assert overview.read_view(swiss, "1").settings.ties == ("wins", "lot")


async def test_settings_are_fixed_by_the_first_draw(swiss: Club) -> None:
    rounds.draw(swiss, "1")

    async with at_the_desk(swiss, size=LARGE) as officer:
        await found(officer, "tournament set", shows="! There is no tournament whose first round is still to be drawn.")


async def test_a_plan_is_tried_out_and_nothing_is_recorded(evening: Club) -> None:
    before = evening.head

    async with at_the_desk(evening, size=LARGE) as officer:
        await found(officer, "tournament plan")
        await answer(officer, "2000", shows="! Invalid number '2000'. Use 1 to 1000.")
        await answer(officer, "8", "7", "4-2", shows="Invalid table size")
        await answer(officer, "4")
        assert isinstance(officer.app.screen, DocumentScreen)
        officer.shows("Plan 8 players, 7 rounds at 2 tables", "Every pair meets equally often.")
        await officer.press("escape")
        await found(officer, "tournament plan")
        await answer(officer, "3", "2", "5", shows="3 players cannot be seated at tables of 5.")
    assert evening.head == before


@pytest.mark.usefixtures("held")
async def test_a_large_plan_is_stopped_midway(evening: Club) -> None:
    plans.make_plan.cache_clear()

    async with at_the_desk(evening, size=LARGE) as officer:
        await found(officer, "tournament plan")
        await answer(officer, "60", "7")
        await officer.press("ctrl+u")
        officer.send("3-5")
        await officer.calm()
        await officer.hurry("enter")
        await wait_async(lambda: "Planning the rounds" in officer.reads(), officer.sees)
        await officer.press("escape", shows="Stopped. Nothing was changed.")
    assert plans.make_plan.cache_info().currsize == 0


@pytest.mark.usefixtures("held")
async def test_drawing_a_round_of_a_large_plan_is_stopped_midway(evening: Club) -> None:
    plans.make_plan.cache_clear()
    announcement = SettingsChange("big-two", None, (("rounds", 3),))
    announcing.announce(evening, "All Meet", Format.ALL_MEET, announcement, seed=1)
    entering.enter(evening, "1", NAMES[:4])
    before = evening.head

    async with at_the_desk(evening, "T", "enter", size=LARGE) as officer:
        await officer.hurry("t")
        await wait_async(lambda: "Drawing the round" in officer.reads(), officer.sees)
        await officer.press("escape", shows="Stopped. Nothing was changed.")
    assert evening.head == before
