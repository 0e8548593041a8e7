"""What several games share, asked at real tables."""

import pytest

from referee.games import rulebook
from referee.games.parts.places import ranked_by_chips
from referee.games.parts.turns import next_among, object_out_of_turn, seats_in_turn_order
from referee.rules import Seats, read_options
from tests.games.ruling import check, last

SEATS = Seats(("Ann", "Ben", "Cal", "Dee"))
WITH_A_DIRECTION = ("big-two", "commune", "play-or-pay")


@pytest.mark.parametrize("slug", WITH_A_DIRECTION)
def test_the_turn_goes_round_to_the_left_unless_the_house_says_otherwise(slug: str) -> None:
    book = rulebook(slug)
    left, right = (
        book.begin(SEATS, read_options(book.options, typed)) for typed in ([], ["direction=counter-clockwise"])
    )
    assert seats_in_turn_order(left, 1) == (2, 3, 0)
    assert seats_in_turn_order(right, 1) == (0, 3, 2)
    assert (next_among(left, 1, {0, 3}), next_among(right, 1, {2, 3})) == (3, 3)
    assert next_among(left, 1, {1}) is None


def test_nothing_is_said_of_a_turn_that_nobody_knows() -> None:
    before = last("big-two", "Ann plays 4D").after
    assert before.turn is None
    act = check("game: big-two\nseats: Ann, Ben, Cal\n\ndeal by Cal\nBen passes\n").entries[-1].line.act
    assert object_out_of_turn(before, act) is None


def test_the_most_chips_rank_first_and_equal_chips_share_a_place() -> None:
    sheet = check(
        """
        game: pontoon
        seats: Ann, Ben, Cal, Dee

        deal by Dee
        Ann bets 4
        Ben bets 4
        Cal bets 2
        Ann shows KD
        Ben shows KH
        Cal shows KS
        Dee shows 9C
        Ann sticks
        Ben sticks
        Cal twists 5C
        Cal shows KS 8D 5C
        Dee shows 9C 9D
        Dee sticks
        Ann shows KD 9H
        Ben shows KH 9S
        """
    )
    # Ann and Ben win 4 each with 19 against 18, Cal loses 2 with 23: the bank is 6 down.
    assert ranked_by_chips(sheet.table) == sheet.places == ((0, 1), (2,), (3,))
