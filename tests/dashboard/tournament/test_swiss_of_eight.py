"""A Swiss from its announcement to its end, at the desk."""

import pytest

from referee.club.folder import Club
from referee.competition.entrants import Sizes
from referee.dashboard.deeds.dialog import Dialog
from referee.dashboard.tournament.tournament_screen import TournamentScreen
from referee.tournaments import overview
from referee.tournaments.state.settings import Format
from tests.dashboard.piloting import LARGE, OPENED, at_the_desk
from tests.dashboard.tournament.test_tournaments import EIGHT, results, seats
from tests.dashboard.tournament.test_tournaments import eight as eight

pytestmark = pytest.mark.screen


async def test_a_swiss_of_eight_is_announced_entered_drawn_seated_and_played_at_the_desk(eight: Club) -> None:
    async with at_the_desk(eight, *OPENED["tournaments"], size=LARGE) as officer:
        assert officer.on("tournaments")
        assert "No tournament has been announced yet. n announces one." in officer.reads()
        await officer.press("n")
        await officer.type("Autumn Swiss", "enter")
        await officer.type("big", "enter")
        await officer.type("swiss", "enter", "enter", "ctrl+u")
        await officer.type("2", "enter")
        await officer.type("4", "enter", "enter")
        assert isinstance(officer.app.screen, TournamentScreen)
        assert "Tournament 1 is announced: Autumn Swiss. Swiss, Chor Dai Di (Big Two)" in officer.reads()
        settings = overview.read_view(eight, "1").settings
        assert (settings.format, settings.rounds, settings.sizes) == (Format.SWISS, 2, Sizes(4, 4))

        await officer.press("n", "enter")  # nothing typed is everybody who is here
        assert "8 entries in all." in officer.reads()
        assert {entry.name for entry in overview.read_view(eight, "1").entries.values()} == set(EIGHT)

        for number in (1, 2):
            await officer.press("t")
            assert isinstance(officer.app.screen, Dialog)
            preview = officer.reads()
            assert len(overview.read_view(eight, "1").rounds) == number - 1
            await officer.press("enter", shows=f"Round {number} is drawn.")
            view = overview.read_view(eight, "1")
            assert all(f"{', '.join(names)} (deals first)" in preview for names in seats(view, view.rounds[-1]))
            await officer.press("s", "enter")
            tonight = " as tables 3 and 4 of tonight" if number == 2 else ""
            assert f"Tables 1 and 2 of Round {number} have started{tonight}." in officer.reads()
            await results(officer, overview.read_view(eight, "1"))
            officer.shows(f"Round {number}", "Standings after Round")

        await officer.press("f")
        assert isinstance(officer.app.screen, Dialog)
        assert "End Autumn Swiss with this order? 1 Ann" in officer.reads()
        assert overview.read_view(eight, "1").status == "under way"
        await officer.press("enter", shows="Autumn Swiss is over; each table counts for the season.")
        await officer.press("escape", shows="1 Autumn Swiss over 8 Chor Dai Di (Big Two), Swiss")
    tournament = overview.read_view(eight, "1")
    assert tournament.status == "over"
    assert all(table.status == "finished" for each in tournament.rounds for table in each.tables)
    # Ann came in before all others at both of her tables.
    assert tournament.name_of(tournament.standings[0].entry) == "Ann"
