"""A hand of a split is a place of its own: what is told of its cards, and what that decides."""

import pytest

from referee.cards import write_cards
from referee.games import rulebook
from referee.rules import Report, read_record, replay
from referee.rules.suggestions.completion import complete

BEFORE = """game: pontoon
seats: Ann, Dee
options: {options}

deal by Dee
Ann bets 4
Ann shows 8S
Dee shows 9C
"""


def deal(*lines: str, options: str = "max_cards=none") -> Report:
    reading = read_record(BEFORE.format(options=options) + "\n".join(lines) + "\n", rulebook)
    assert not reading.faults
    assert reading.record is not None
    return replay(reading.record)


def split_hands(sheet: Report) -> list[str]:
    return [write_cards(sheet.table.named_cards(0, box)) for box in sheet.table.boxes[0]]


def verdict(sheet: Report, text: str) -> list[str]:
    return [entry.ruling.says for entry in sheet.entries if entry.line.text == text]


END = ("Dee shows 9C 2D", "Dee sticks")


def test_a_card_that_is_shown_with_a_card_drawn_is_in_that_hand_whichever_was_named_first() -> None:
    """8D lies with the 5C that was twisted to the first hand, though 8S was named before it."""
    sheet = deal("Ann shows 8S 8D", "Ann splits 2H 3H", "Ann twists 5C", "Ann sticks", "Ann sticks", *END)
    assert split_hands(sheet) == ["8S 2H 5C", "8D 3H"]
    show_lines = deal(
        *("Ann shows 8S 8D", "Ann splits 2H 3H", "Ann twists 5C", "Ann sticks", "Ann sticks"),
        *END,
        "Ann shows 5C 8D 2H",
    )
    assert split_hands(show_lines) == ["8D 2H 5C", "8S 3H"]
    assert verdict(show_lines, "Ann shows 5C 8D 2H") == ["legal"]


def test_a_card_of_one_hand_is_not_in_the_other() -> None:
    sheet = deal("Ann shows 8S 8D", "Ann splits 2H 3H", "Ann twists 5C", "Ann shows 8S 3H 5C")
    assert verdict(sheet, "Ann shows 8S 3H 5C") == ["finding"]


def test_a_card_in_a_hand_of_a_split_is_in_nobody_elses() -> None:
    sheet = deal("Ann shows 8S 8D", "Ann splits 2H 3H", "Dee shows 9C 2H")
    assert verdict(sheet, "Dee shows 9C 2H") == ["finding"]
    assert sheet.entries[-1].ruling.reason == f"2H is in {sheet.table.name(0)}'s hand."


def test_both_cards_may_be_turned_up_when_they_have_been_split() -> None:
    sheet = deal("Ann splits 2H 3H", "Ann shows 8D 8S", "Ann twists 5C", "Ann sticks", "Ann sticks")
    assert verdict(sheet, "Ann splits 2H 3H") == ["legal"]
    assert split_hands(sheet) == ["8S 2H 5C", "8D 3H"]


def test_a_split_of_two_ranks_is_seen_when_a_hand_is_shown() -> None:
    show_lines = ("Ann sticks", "Ann sticks", *END, "Ann shows 7D 2H", "Ann shows 8S 3H")
    assert verdict(deal("Ann splits 2H 3H", *show_lines), "Ann splits 2H 3H") == ["illegal"]


@pytest.mark.parametrize(("second", "verdict"), [("7C 3D", "legal"), ("6C 9D", "illegal")])
def test_a_split_of_cards_that_nobody_named_is_decided_by_what_both_hands_show(second: str, verdict: str) -> None:
    """7D and 7C may have been split; of 7D 2C and 6C 9D no two are of one rank."""
    facts = (
        "Dee banks",
        "Ann bets 4",
        "Ann splits",
        "Ann sticks",
        "Ann sticks",
        "Ann shows 7D 2C",
        f"Ann shows {second}",
    )
    reading = read_record("game: pontoon\nseats: Ann, Dee\n\n" + "\n".join(("deal", *facts)) + "\n", rulebook)
    assert reading.record is not None
    split = next(entry for entry in replay(reading.record).entries if entry.line.text == "Ann splits")
    assert split.ruling.verdict.value in ({"illegal"} if verdict == "illegal" else {"legal", "open"})


def test_all_that_a_player_holds_is_told_of_all_hands_together() -> None:
    lines = ("Ann shows 8S 8D", "Ann splits 2H 3H", "Ann twists")
    assert verdict(deal(*lines, "Ann holds only 8S 8D 2H 3H 5C"), "Ann holds only 8S 8D 2H 3H 5C") == ["legal"]
    assert verdict(deal(*lines, "Ann holds only 8S 8D 2H 3H"), "Ann holds only 8S 8D 2H 3H") == ["finding"]
    assert split_hands(deal(*lines, "Ann holds only 8S 8D 2H 3H 5C")) == ["8S 2H 5C", "8D 3H"]


# -- Which hand was played first ------------------------------------------------------------------------------


def stuck_hands(first: str, second: str) -> list[str]:
    """Ann sticks on both hands of a split, where 16 are owed, and shows them when all is over."""
    lines = ("Ann splits", "Ann sticks", "Ann sticks", *END, f"Ann shows {first}", f"Ann shows {second}")
    return verdict(deal(*lines, options="min_stick=16"), "Ann sticks")


def test_both_hands_are_ruled_on_where_it_is_all_one_which_was_played_first() -> None:
    assert stuck_hands("8D TC", "8S 9D") == ["legal", "legal"]
    assert stuck_hands("8D 2C", "8S 3D") == ["illegal", "illegal"]


def test_nobody_is_accused_of_a_hand_that_may_have_been_played_at_another_time() -> None:
    """One of the two stuck on 10, and nobody said which."""
    assert stuck_hands("8D TC", "8S 2D") == stuck_hands("8S 2D", "8D TC") == ["open", "open"]


def test_a_hand_that_is_shown_while_the_other_is_played_is_that_which_was_played() -> None:
    lines = ("Ann splits", "Ann sticks", "Ann shows 2H 8D", "Ann sticks", *END, "Ann shows 8S TC")
    assert verdict(deal(*lines, options="min_stick=16"), "Ann sticks") == ["illegal", "legal"]


# -- A hand of which nobody said that it was over -------------------------------------------------------------


def test_a_card_taken_to_a_bust_hand_that_is_then_shown_with_it_was_not_the_next_hands() -> None:
    """8S 6S TH are 24 when the 2C comes; the 3C afterwards is the second hand's."""
    lines = ("Ann shows 8S 8D", "Ann splits 6S 4S", "Ann twists TH", "Ann twists 2C", "Ann shows 8S 6S TH 2C")
    sheet = deal(*lines, "Ann twists 3C", "Ann sticks", *END, "Ann shows 8D 4S 3C", "Dee pays Ann 4")
    assert verdict(sheet, "Ann twists 2C") == ["illegal"]
    assert [verdict(sheet, text) for text in (lines[-1], "Ann twists 3C", "Ann sticks")] == [["legal"]] * 3
    assert split_hands(sheet) == ["8S 6S TH 2C", "8D 4S 3C"]


def test_a_player_who_is_bust_and_says_nothing_goes_on_with_the_next_hand() -> None:
    lines = ("Ann shows 8S 8D", "Ann splits 6S 4S", "Ann twists TH", "Ann twists 2C", "Ann sticks", *END)
    sheet = deal(*lines, "Ann shows 8D 4S 2C")
    assert verdict(sheet, "Ann twists 2C") == verdict(sheet, "Ann shows 8D 4S 2C") == ["legal"]


@pytest.mark.parametrize("paid", [("Ann pays Dee 8", "Dee pays Ann 4"), ("Dee pays Ann 8", "Ann pays Dee 4")])
def test_a_payment_that_is_right_if_the_hands_were_played_in_another_order_accuses_nobody(
    paid: tuple[str, str],
) -> None:
    """For one a card was bought, so that 8 are at stake, and for the other one was twisted; nobody said for which."""
    lines = ("Ann splits", "Ann buys 4", "Ann sticks", "Ann twists", "Ann sticks", "Dee shows 9C 8C", "Dee sticks")
    show_lines = (*lines, "Ann shows 8D 5S 7H", "Ann shows 8S 2D 3D")
    sheet = deal(*show_lines, *paid, options="buy_after_split=true")
    assert all(verdict(sheet, text)[0] in ("legal", "open") for text in paid)
    assert verdict(deal(*show_lines, "Ann pays Dee 9", options="buy_after_split=true"), "Ann pays Dee 9") == ["illegal"]


def test_the_cards_of_all_hands_are_offered_as_they_are_typed() -> None:
    sheet = deal("Ann shows 8S 8D", "Ann splits 2H 3H", "Ann twists 5C")
    offered = {
        line
        for rank in "2358"
        for line in complete(rulebook("pontoon"), sheet.table, ("Ann", "Dee"), f"Ann shows {rank}")
    }
    assert {f"Ann shows {card}" for card in ("2H", "3H", "5C", "8S", "8D")} <= offered


def test_what_is_shown_where_nobody_has_a_hand_is_no_hand_of_a_split() -> None:
    for text in (
        "game: pontoon\nseats: Ann, Dee\n\nAnn shows 8H\n",
        "game: pontoon\nhand: in progress\n\ndeal\nEve KD\n",
    ):
        record = read_record(text, rulebook).record
        assert record is not None
        assert [entry.ruling.says for entry in replay(record).entries][-1] in ("legal", "finding")
