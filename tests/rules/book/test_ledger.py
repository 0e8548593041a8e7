import pytest

from referee.rules import Ledger, LedgerItem, Unit, rank_by_score, total, write_amount, write_chips, write_places
from referee.rules.book.ledger import outcome_sentences


def test_a_ranking_is_printed_with_the_best_first_and_equals_together() -> None:
    assert write_places([["Cal"], ["Ann", "Ben"]]) == "Cal > Ann = Ben"
    assert write_places([["Ann", "Ben", "Cal"]]) == "Ann = Ben = Cal"
    assert rank_by_score([0, 1, 2], {0: 3, 1: 3, 2: 7}) == ((2,), (0, 1))


def test_chips_are_printed_with_their_sign() -> None:
    assert write_chips({"Ann": 5, "Ben": -5, "Cal": 0}) == "Ann +5, Ben -5, Cal +0"


def test_an_item_says_what_it_counts() -> None:
    amounts = ((5, Unit.CHIPS), (-2, Unit.CHIPS), (1, Unit.PENALTY), (2, Unit.PLACE))
    items = [LedgerItem(0, amount, unit, "5.3", "") for amount, unit in amounts]
    assert [write_amount(item) for item in items] == ["+5 chips", "-2 chips", "penalty 1", "place 2"]


def test_items_of_one_unit_and_seat_add_up() -> None:
    items = [
        LedgerItem(0, 5, Unit.CHIPS, "5.3", ""),
        LedgerItem(0, -2, Unit.CHIPS, "4.7", ""),
        LedgerItem(1, 3, Unit.CHIPS, "5.2", ""),
    ]
    items.append(LedgerItem(0, 1, Unit.PENALTY, "6.1", ""))
    assert [total(items, seat, Unit.CHIPS) for seat in (0, 1, 2)] == [3, 3, 0]
    assert total(items, 0, Unit.PENALTY) == 1


def test_what_one_pays_another_is_said_once_with_its_clause() -> None:
    items = [LedgerItem(seat, amount, Unit.CHIPS, "7.1", "Ann pays Dee 4.") for seat, amount in ((0, -4), (3, 4))]
    assert outcome_sentences([*items, LedgerItem(1, 1, Unit.PLACE, "6.1", "Ben is out")]) == [
        "Ann pays Dee 4 (7.1).",
        "Ben is out (6.1).",
    ]


# -- The ledger of a match ----------------------------------------------------------------------------------

ITEMS = [LedgerItem(at % 3, at, Unit.CHIPS if at % 2 else Unit.PLACE, "5.3", "", at) for at in range(1, 8)]


def test_a_ledger_has_its_items_in_the_order_in_which_they_came() -> None:
    ledger = Ledger().plus(*ITEMS[:3]).plus().plus(*ITEMS[3:])
    assert [*ledger] == ITEMS
    assert [*reversed(ledger)] == ITEMS[::-1]
    assert len(ledger) == 7
    assert not Ledger()
    assert (ledger[0], ledger[6], ledger[-1], ledger[-7]) == (ITEMS[0], ITEMS[6], ITEMS[6], ITEMS[0])
    for part in (slice(5, None), slice(2, 4), slice(None, -1), slice(9, None), slice(None, None, 2), slice(4, 2)):
        assert ledger[part] == tuple(ITEMS[part])
    for wrong in (7, -8):
        with pytest.raises(IndexError, match="of 7"):
            ledger[wrong]
    assert [*ledger.first(2)] == ITEMS[:2]


def test_a_ledger_that_goes_on_leaves_the_one_before_as_it_was() -> None:
    before = Ledger().plus(*ITEMS[:3])
    first, second = before.plus(ITEMS[3]), before.plus(ITEMS[4])
    assert ([*before], [*first], [*second]) == (ITEMS[:3], ITEMS[:4], [*ITEMS[:3], ITEMS[4]])
    assert first != second
    assert first.first(3) == before == Ledger().plus(*ITEMS[:3])
    assert hash(first) == hash(Ledger().plus(*ITEMS[:4]))
    assert before != ITEMS[:3]


def test_a_ledger_adds_up_as_its_items_do_however_often_it_is_asked() -> None:
    ledger = Ledger()
    for item in ITEMS:
        ledger = ledger.plus(item)
        if item.line != 4:
            for seat in range(3):
                for unit in (Unit.CHIPS, Unit.PLACE):
                    assert total(ledger, seat, unit) == total([*ledger], seat, unit)
    assert total(ledger.first(3), 1, Unit.CHIPS) == 1


def test_a_very_long_ledger_is_held_and_let_go_of() -> None:
    ledger = Ledger()
    for _ in range(200_000):
        ledger = ledger.plus(ITEMS[0])
    assert total(ledger, 1, Unit.CHIPS) == 200_000
    del ledger
