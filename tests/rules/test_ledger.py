from referee.games import rulebook
from referee.rules import Item, Unit, ranked, write_amount, write_chips, write_places

CLAUSE = rulebook("play-or-pay").clauses["5.3"]


def test_a_ranking_is_printed_with_the_best_first_and_equals_together() -> None:
    assert write_places([["Cal"], ["Ann", "Ben"]]) == "Cal > Ann = Ben"
    assert write_places([["Ann", "Ben", "Cal"]]) == "Ann = Ben = Cal"
    assert ranked([0, 1, 2], {0: 3, 1: 3, 2: 7}) == ((2,), (0, 1))


def test_chips_are_printed_with_their_sign() -> None:
    assert write_chips({"Ann": 5, "Ben": -5, "Cal": 0}) == "Ann +5, Ben -5, Cal +0"


def test_an_item_says_what_it_counts() -> None:
    counted = ((5, Unit.CHIPS), (-2, Unit.CHIPS), (1, Unit.PENALTY), (2, Unit.PLACE))
    items = [Item(0, amount, unit, CLAUSE, "") for amount, unit in counted]
    assert [write_amount(item) for item in items] == ["+5 chips", "-2 chips", "penalty 1", "place 2"]
