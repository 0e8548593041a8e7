"""A Swiss seats players by their points less penalties, and few repeats come first only where that is settled."""

from fractions import Fraction

import pytest

from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.competition.entrants import Sizes
from referee.tournaments.actions import announcing, closing, rounds
from referee.tournaments.state.settings import Format, SettingsChange
from tests.tournaments.actions.scene import EIGHT, at_tables, decide, started

PAIRS = Sizes(2, 2)


def test_players_are_seated_by_their_points_less_penalties(club: Club) -> None:
    view = started(club, game="conquian", sizes=PAIRS)
    decide(club, view.rounds[0], view)
    winners = {view.name_of(min(table.entries)) for table in view.rounds[0].tables}
    first, second, *punished = sorted(winners)
    for name in punished:
        closing.give_penalty(club, None, name, Fraction(1), reason="late")
    assert {first, second} in at_tables(rounds.draw(club, None))


def test_a_penalty_after_the_draw_is_noted_as_any_change_is(club: Club) -> None:
    view = started(club, game="conquian", sizes=PAIRS)
    decide(club, view.rounds[0], view)
    view = rounds.draw(club, None)
    assert view.rounds[-1].notes == ()
    closing.give_penalty(club, None, view.name_of(view.rounds[-1].tables[0].entries[0]), Fraction(1), reason="late")
    [note] = rounds.check(club, None)[0].rounds[-1].notes
    assert note.startswith("A result or penalty changed after this round was drawn.")


@pytest.mark.parametrize(("repeats_first", "method"), [(False, "swiss 2"), (True, "swiss 1")])
def test_what_comes_first_is_a_setting_that_the_draw_keeps(club: Club, repeats_first: bool, method: str) -> None:
    view = started(club, *EIGHT, repeats_first=repeats_first)
    assert view.rounds[0].method == method
    _, (checked,) = rounds.check(club, None)
    assert checked.same


def test_only_a_swiss_has_repeats_to_put_first(club: Club) -> None:
    change = SettingsChange("big-two", Sizes(4, 4), (("rounds", 2), ("repeats_first", True)))
    with pytest.raises(ClubFault, match="Only swiss weighs scores against repeats, not league"):
        announcing.announce(club, "Cup", Format.LEAGUE, change)
