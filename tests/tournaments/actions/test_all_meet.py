"""A round robin without a number of rounds has all of them, as many as its players need to meet."""

from itertools import combinations

import pytest

from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.competition.entrants import Sizes, all_pairs
from referee.competition.planning.plans import count_rounds_to_meet
from referee.tournaments import overview
from referee.tournaments.actions import announcing, closing, entering, playing, rounds
from referee.tournaments.state.settings import Format, SettingsChange
from referee.tournaments.state.view import TournamentView
from referee.tournaments.wording import describe_settings
from tests.tournaments.actions.scene import EIGHT, decide


def announced(club: Club, *names: str) -> TournamentView:
    """Announce a round robin without a number of rounds."""
    announcing.announce(club, "Round Cup", Format.ALL_MEET, SettingsChange("conquian", Sizes(2, 2)), seed=5)
    return entering.enter(club, None, names)[0]


@pytest.mark.parametrize("count", [4, 5, 8])
def test_in_pairs_everybody_meets_everybody_once(club: Club, count: int) -> None:
    view = announced(club, *EIGHT[:count])
    assert "until all have met" in describe_settings(view.settings)
    view = rounds.draw(club, None)
    assert view.settings.rounds == (count - 1 if count % 2 == 0 else count)
    met = []
    while True:
        view = playing.start_tables(club, None)
        met += [pair for table in view.rounds[-1].tables for pair in all_pairs(table.entries)]
        decide(club, view.rounds[-1], view)
        if len(view.rounds) == view.settings.rounds:
            break
        rounds.draw(club, None)
    assert sorted(met) == list(combinations(range(1, count + 1), 2))
    with pytest.raises(ClubFault, match="All rounds of Round Cup have been drawn"):
        rounds.draw(club, None)


@pytest.mark.parametrize(
    ("players", "sizes", "count"), [(9, Sizes(3, 3), 4), (16, Sizes(4, 4), 5), (4, Sizes(4, 4), 1)]
)
def test_a_design_says_how_many_rounds_there_are(players: int, sizes: Sizes, count: int) -> None:
    assert count_rounds_to_meet(players, sizes) == count


@pytest.mark.parametrize(("players", "sizes"), [(8, Sizes(4, 4)), (7, Sizes(3, 4)), (10, Sizes(3, 4))])
def test_without_a_design_there_are_enough_rounds_to_meet_and_not_many_more(players: int, sizes: Sizes) -> None:
    count = count_rounds_to_meet(players, sizes)
    least = -(-(players - 1) // (sizes.most - 1))
    assert least <= count <= 2 * least + 1


def test_undoing_the_first_draw_lets_others_enter_and_counts_again(club: Club) -> None:
    announced(club, *EIGHT[:4])
    assert rounds.preview(club, None)[0].settings.rounds == 3
    rounds.draw(club, None)
    view, undone = closing.undo(club, None)
    assert undone == "Round 1 was drawn"
    assert (view.rounds, view.settings.rounds) == ((), 0)
    entering.enter(club, None, EIGHT[4:6])
    assert rounds.draw(club, None).settings.rounds == 5
    assert overview.read_view(club, None).settings.rounds == 5
