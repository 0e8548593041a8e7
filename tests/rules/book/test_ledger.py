from referee.rules import Item, Unit, ranked, total, write_amount, write_chips, write_places
from referee.rules.book.ledger import came_of_it


def test_a_ranking_is_printed_with_the_best_first_and_equals_together() -> None:
    assert write_places([["Cal"], ["Ann", "Ben"]]) == "Cal > Ann = Ben"
    assert write_places([["Ann", "Ben", "Cal"]]) == "Ann = Ben = Cal"
    assert ranked([0, 1, 2], {0: 3, 1: 3, 2: 7}) == ((2,), (0, 1))


def test_chips_are_printed_with_their_sign() -> None:
    assert write_chips({"Ann": 5, "Ben": -5, "Cal": 0}) == "Ann +5, Ben -5, Cal +0"


def test_an_item_says_what_it_counts() -> None:
    counted = ((5, Unit.CHIPS), (-2, Unit.CHIPS), (1, Unit.PENALTY), (2, Unit.PLACE))
    items = [Item(0, amount, unit, "5.3", "") for amount, unit in counted]
    assert [write_amount(item) for item in items] == ["+5 chips", "-2 chips", "penalty 1", "place 2"]


def test_items_of_one_unit_and_seat_add_up() -> None:
    items = [Item(0, 5, Unit.CHIPS, "5.3", ""), Item(0, -2, Unit.CHIPS, "4.7", ""), Item(1, 3, Unit.CHIPS, "5.2", "")]
    items.append(Item(0, 1, Unit.PENALTY, "6.1", ""))
    assert [total(items, seat, Unit.CHIPS) for seat in (0, 1, 2)] == [3, 3, 0]
    assert total(items, 0, Unit.PENALTY) == 1


def test_what_one_pays_another_is_said_once_with_its_clause() -> None:
    paid = [Item(seat, amount, Unit.CHIPS, "7.1", "Ann pays Dee 4.") for seat, amount in ((0, -4), (3, 4))]
    assert came_of_it([*paid, Item(1, 1, Unit.PLACE, "6.1", "Ben is out")], "toy") == [
        "Ann pays Dee 4 (toy 7.1).",
        "Ben is out (toy 6.1).",
    ]
