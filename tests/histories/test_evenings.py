"""Hands that follow one another at a table become one record; others begin a new one."""

import pytest

from referee.histories.evenings import join_hands
from referee.histories.phh import HandText
from referee.histories.reading import import_hand
from referee.rules import Record, Verdict, replay
from tests.histories.hands import hand

# Cal, Ann and Ben sit in this order, and Ben deals. Cal's blind of 1 goes to Ann, so that they have 49, 51 and 50.
FIRST = hand([50, 50, 50], "p3 f; p1 f", players=["Cal", "Ann", "Ben"])
ALL_FOLD = "p3 f; p1 f"


def joined(*hands: HandText) -> list[Record]:
    return list(join_hands(import_hand(hand).record for hand in hands))


def after_the_first(record: Record) -> list[str]:
    return [line.text for line in record.lines[9:]]


def test_a_hand_that_goes_on_is_told_without_saying_again_what_is_known() -> None:
    (record,) = joined(FIRST, hand([51, 50, 49], ALL_FOLD, players=["Ann", "Ben", "Cal"]))
    assert record.seats.names == ("Cal", "Ann", "Ben")
    assert after_the_first(record) == ["deal by Cal", "Ann posts 1", "Ben posts 2", "Cal folds", "Ann folds"]
    sheet = replay(record)
    assert all(entry.ruling.verdict is Verdict.LEGAL for entry in sheet.entries)
    assert sheet.table.chips.stacks == (49, 50, 51)


def test_who_has_more_than_before_has_bought_chips_and_blinds_may_rise() -> None:
    (record,) = joined(FIRST, hand([51, 80, 49], ALL_FOLD, players=["Ann", "Ben", "Cal"], blinds=(2, 4)))
    assert after_the_first(record)[:3] == ["Ben buys in for 30", "blinds 2 4", "deal by Cal"]


def test_who_has_chips_and_is_not_in_the_hand_sits_out_and_sits_in_again() -> None:
    without_ann = hand([50, 49], "p2 f", players=["Ben", "Cal"])
    (record,) = joined(FIRST, without_ann, hand([51, 48, 51], ALL_FOLD, players=["Ben", "Cal", "Ann"]))
    lines = [line.text for line in record.lines]
    assert lines.index("Ann sits out") < lines.index("deal by Cal") < lines.index("Ann sits in")


@pytest.mark.parametrize(
    "other",
    [
        hand([51, 50, 40], ALL_FOLD, players=["Ann", "Ben", "Cal"]),  # Cal has less than was left
        hand([51, 50, 49], ALL_FOLD, players=["Ann", "Ben", "Dee"]),  # somebody else sits there
        hand([50, 51, 49], ALL_FOLD, players=["Ben", "Ann", "Cal"]),  # they sit in another order
        hand([49, 51, 50], ALL_FOLD, players=["Cal", "Ann", "Ben"]),  # Ben would deal twice
        hand([51, 50, 49], ALL_FOLD, players=["Ann", "Ben", "Cal"], currency="EUR"),  # the chips are others
    ],
)
def test_what_cannot_have_come_next_at_that_table_is_another_record(other: HandText) -> None:
    assert joined(FIRST, other) == [import_hand(FIRST).record, import_hand(other).record]


def test_a_hand_of_which_nobody_knows_who_won_ends_a_record() -> None:
    unfinished = hand([50, 50, 50], "p3 f; p1 cc", players=["Cal", "Ann", "Ben"])
    assert len(joined(unfinished, hand([50, 50, 50], ALL_FOLD, players=["Ann", "Ben", "Cal"]))) == 2


def test_illegal_lines_that_stood_do_not_part_the_hands() -> None:
    (record,) = joined(FIRST, hand([51, 50, 49], "p3 cbr 3; p1 f; p2 f", players=["Ann", "Ben", "Cal"]))
    (wrong,) = [entry for entry in replay(record).entries if entry.ruling.verdict is Verdict.ILLEGAL]
    assert wrong.line.text == "Cal raises to 3"
    assert wrong.counts


def test_hands_of_two_tables_that_alternate_are_a_record_each() -> None:
    second_table = [hand([50, 50, 50], "p3 f; p1 f", players=["Fay", "Dee", "Eve"])]
    second_table.append(hand([51, 50, 49], ALL_FOLD, players=["Dee", "Eve", "Fay"]))
    first_table = [FIRST, hand([51, 50, 49], ALL_FOLD, players=["Ann", "Ben", "Cal"])]
    records = joined(first_table[0], second_table[0], first_table[1], second_table[1])
    assert records == [*joined(*first_table), *joined(*second_table)]
