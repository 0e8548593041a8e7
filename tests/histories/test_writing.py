"""Recorded hands in the PHH format, read back by another program: pokerkit."""

import os
from random import Random

import pytest

from referee.games import rulebook
from referee.histories.phh import HandText, History, RefusedHand
from referee.histories.reading import import_hand
from referee.histories.writing import convert_hands, write_history
from referee.rules import Report, read_record, replay
from tests.games.poker.holdem_hands import random_hand

HANDS = int(os.environ.get("REFEREE_ORACLE_HANDS", "200"))
HEAD = "game: texas-holdem\nseats: Ann, Ben, Cal\noptions: preflop_betting=true, forced_bets={forced}{more}\n\n"
HAND = "Ann has 50, Ben has 50, Cal has 50, blinds 1 2, deal by Cal, Ann posts 1, Ben posts 2"
CHECKED = "board 2H 7D 9S, Ann checks, Ben checks, board 3H, Ann checks, Ben checks, board 5S, Ann checks, Ben checks"


def sheet(lines: str, more: str = "", forced: str = "blinds") -> Report:
    body = "\n".join(line.strip() for line in lines.split(","))
    reading = read_record(f"{HEAD.format(more=more, forced=forced)}{body}\n", rulebook)
    assert reading.record is not None, reading.faults
    assert not reading.faults
    return replay(reading.record)


def only(lines: str, more: str = "", forced: str = "blinds") -> History | RefusedHand:
    (history,) = convert_hands(sheet(lines, more, forced))
    return history


def read_back(history: History) -> list[object]:
    from pokerkit import HandHistory  # slow to load

    *_, state = HandHistory.loads(write_history(history))
    assert not state.status
    return list(state.stacks)


@pytest.mark.parametrize("part", range(4))
def test_pokerkit_reads_back_the_same_stacks(part: int) -> None:
    refused = 0
    for seed in range(part, HANDS, 4):
        dealt = random_hand(Random(seed))
        (history,) = convert_hands(dealt.sheet)
        if isinstance(history, RefusedHand):
            # Where two pots have the same winners and an odd chip each, other programs divide them as one.
            assert "other programs would divide its pots differently" in str(history), dealt.text
            refused += 1
            continue
        assert sum(history.finishing) == sum(dealt.stacks)
        assert read_back(history) == list(history.finishing), dealt.text
        reread = import_hand(HandText("", 1, write_history(history).encode()))
        assert reread.sheet.table.chips.stacks == history.finishing
    assert refused <= HANDS / 20


def test_who_mucks_shows_nothing_and_the_one_who_is_left_need_not_show() -> None:
    history = only(f"{HAND}, Cal folds, Ann calls, Ben checks, {CHECKED}, Ann shows 8H 8D, Ben mucks")
    assert isinstance(history, History)
    assert history.actions[-2:] == ("p1 sm 8h8d", "p2 sm")
    assert read_back(history) == [52, 48, 50]


def test_blinds_that_are_named_and_not_counted_are_written_as_what_they_were() -> None:
    # Ann and Ben lose blinds of 1 and 2; what Cal raised to beyond that comes back.
    variant = HAND.replace("Ann posts 1", "Ann posts the small blind").replace("Ben posts 2", "Ben posts the big blind")
    history = only(f"{variant}, Cal raises to 6, Ann folds, Ben folds")
    assert isinstance(history, History)
    assert history.blinds == (1, 2, 0)
    assert read_back(history) == [49, 48, 53]


def test_a_blind_of_which_nobody_said_how_much_it_is_is_refused() -> None:
    history = only(
        f"{HAND.replace('blinds 1 2, ', '')}, Cal folds, Ann folds".replace("posts 1", "posts the small blind")
    )
    assert isinstance(history, RefusedHand)
    assert "a blind of an unknown amount was posted" in str(history)


def test_dead_blinds_that_are_named_are_refused_too() -> None:
    variant = HAND.replace("Ann posts 1", "Ann posts the small blind").replace("Ben posts 2", "Ben posts the big blind")
    history = only(f"{variant}, Cal folds, Ann folds, Ben checks", ", blind_treatment=dead")
    assert isinstance(history, RefusedHand)
    assert "the blinds are dead" in str(history)


def test_cards_that_only_the_referee_was_told_are_dealt_and_not_shown() -> None:
    history = only(f"{HAND}, Cal holds 4C 4D, Cal raises to 10, Ann folds, Ben folds")
    assert isinstance(history, History)
    assert history.actions[:3] == ("d dh p1 ????", "d dh p2 ????", "d dh p3 4c4d")
    assert history.actions[3:] == ("p3 cbr 10", "p1 f", "p2 f")
    assert read_back(history) == [49, 48, 53]


def test_lines_taken_back_are_left_out() -> None:
    lines = "\n".join(
        [*(text.strip() for text in HAND.split(",")), "Cal raises to 9, taken back", "Cal folds", "Ann folds"]
    )
    reading = read_record(HEAD.format(more="", forced="blinds") + lines + "\n", rulebook)
    assert reading.record is not None
    (history,) = convert_hands(replay(reading.record))
    assert isinstance(history, History)
    assert history.actions[3:] == ("p3 f", "p1 f")


@pytest.mark.parametrize("chip", ["0.01 EUR", "0.25 EUR", "5"])
def test_amounts_are_chips_and_what_a_chip_is_worth_is_noted_and_read_back(chip: str) -> None:
    recorded = sheet(f"{HAND}, Cal folds, Ann folds")
    reading = read_record(str(recorded.record).replace("\n\n", f"\nchip: {chip}\n\n", 1), rulebook)
    assert reading.record is not None
    (history,) = convert_hands(replay(reading.record))
    assert isinstance(history, History)
    assert read_back(history) == [49, 51, 50]
    assert import_hand(HandText("", 1, write_history(history).encode())).record.chip == chip


def test_what_is_done_after_a_hand_is_no_part_of_it() -> None:
    history = only(f"{HAND}, Cal folds, Ann folds, Cal buys in for 20")
    assert isinstance(history, History)
    assert list(history.finishing) == read_back(history) == [49, 51, 50]


def test_an_ante_of_the_big_blind_for_all_is_read_back_so() -> None:
    # Cal is all-in for 20 and wins the ante of 4 with it: 4 + 3 x 20; the 36 beyond it are Ben's.
    lines = f"{HAND}, Ben antes 4, Cal raises to 20, Ann raises to 38, Ben calls, board 2H 7D 9S"
    lines = lines.replace("Cal has 50", "Cal has 20")
    lines += ", Ann checks, Ben checks, board 3H, Ann checks, Ben checks, board 5S, Ann checks, Ben checks"
    lines += ", Ann shows KC KD, Ben shows AC AD, Cal shows 9H 9D"
    history = only(lines, forced="big_blind_ante")
    assert isinstance(history, History)
    assert history.antes == (0, 4, 0)
    assert read_back(history) == list(history.finishing) == [12, 44, 64]


def test_every_hand_of_an_evening_is_written_by_itself() -> None:
    first, second = convert_hands(
        sheet(
            f"{HAND}, Cal folds, Ann folds, deal by Ann, Ben posts 1, Cal posts 2, Ann raises to 6, Ben folds, "
            "Cal folds"
        )
    )
    assert isinstance(first, History)
    assert isinstance(second, History)
    assert second.players == ("Ben", "Cal", "Ann")
    assert second.stacks == (51, 50, 49)
    assert read_back(second) == [50, 48, 52]


@pytest.mark.parametrize(
    ("lines", "more", "reason"),
    [
        (f"{HAND}, Cal folds, Ann folds, Ben checks", ", blind_treatment=dead", "the blinds are dead"),
        (f"{HAND}, Cal folds, Ann calls", "", "the winner of the pot is not known"),
        (f"{HAND}, Ann posts dead 2, Cal folds, Ann folds", "", "a dead blind was posted"),
        (
            f"{HAND}, Cal raises to 6, Ann raises to 7, Ben folds, Cal folds",
            ", min_raise=any",
            "would not count as a raise",
        ),
    ],
)
def test_what_the_format_cannot_say_is_refused_with_the_reason(lines: str, more: str, reason: str) -> None:
    history = only(lines, more)
    assert isinstance(history, RefusedHand)
    assert reason in str(history)


def test_a_hand_without_a_round_before_the_flop_is_refused() -> None:
    text = "game: texas-holdem\nseats: Ann, Ben\n\nAnn has 9\nBen has 9\ndeal by Ben\neveryone antes 1\nflop 2H 7D 9S\n"
    reading = read_record(f"{text}Ann bets 2\nBen folds\n", rulebook)
    assert reading.record is not None
    (refused,) = convert_hands(replay(reading.record))
    assert isinstance(refused, RefusedHand)
    assert "there is no betting before the flop here" in str(refused)


def test_an_odd_chip_that_goes_to_the_last_is_refused() -> None:
    # Ann's blind of 1 makes the pot 5, which two divide; by the format's programs the first gets the third chip.
    lines = f"{HAND}, Cal calls, Ann folds, Ben checks, {CHECKED}".replace(
        "Ann checks, Ben checks", "Ben checks, Cal checks"
    )
    lines += ", Ben shows 8H 8D, Cal shows 8C 8S"
    assert isinstance(only(lines), History)
    refused = only(lines, ", odd_chip=last")
    assert isinstance(refused, RefusedHand)
    assert "other programs would divide its pots differently" in str(refused)
