"""A half-point bye, for an absence that is announced before the draw."""

from fractions import Fraction

import pytest

from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.competition.entrants import Sizes
from referee.tournaments.actions import entering, playing, rounds
from referee.tournaments.wording import describe_absence, describe_round
from tests.tournaments.actions.scene import EIGHT, decide, drawn, swiss

PAIRS = Sizes(2, 2)


def test_an_announced_absence_can_give_half_a_win(club: Club) -> None:
    swiss(club, *EIGHT, game="conquian", sizes=PAIRS)
    view, number, entry = entering.mark_absent(club, None, "Hal", half_bye=True)
    text = "Absent from round 1 of Autumn Cup, with a half-point bye: Hal."
    assert describe_absence(view, number, entry, half_bye=True) == text
    entering.mark_absent(club, None, "Gus")
    rounds.draw(club, None)
    view = playing.start_tables(club, None)
    assert [line.points for line in view.standings if line.entry == entry] == [0]
    decide(club, view.rounds[0], view)
    view = rounds.preview(club, None)[0]
    assert {"Half-point bye": "Hal", "Absent": "Gus"}.items() <= dict(describe_round(view, view.rounds[0])).items()
    points = {view.name_of(line.entry): line.points for line in view.standings}
    assert (points["Hal"], points["Gus"]) == (Fraction(1, 2), 0)


def test_it_is_announced_before_the_draw(club: Club) -> None:
    drawn(club, game="conquian", sizes=PAIRS)
    with pytest.raises(ClubFault, match=r"Round 1 has been drawn with Hal\. A half-point bye is announced before"):
        entering.mark_absent(club, None, "Hal", half_bye=True)
