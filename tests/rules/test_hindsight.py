"""Hindsight: an open line is judged again in the table as it was, with what later lines reveal."""

from referee.rules import Verdict
from tests.games.ruling import check

HEAD = "game: big-two\nseats: Ann, Ben, Cal, Dee\noptions: last_card_rule=highest_single\n\ndeal by Dee\n"
# Ben plays down to one card, AD on the table; Ann is next to be judged for a single before his last card.
DOWN_TO_ONE = "\n".join(
    [
        "Ben holds only 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD 2C",
        *("Ben plays 3D 4D 5D 6D 7D", "Cal passes", "Dee passes", "Ann passes"),
        *("Ben plays 8D 9D TD JD QD", "Cal passes", "Dee passes", "Ann passes"),
        *("Ben plays KD", "Cal passes", "Dee passes", "Ann passes"),
        *("Ben plays AD", "Cal passes", "Dee passes", "Ann plays AC"),
    ]
)
JUDGED = 21  # the line "Ann plays AC", counted from 1


def ruling_after(*lines: str) -> tuple[Verdict, str, tuple[int, ...]]:
    entry = next(
        entry
        for entry in check(HEAD + DOWN_TO_ONE + "\n" + "\n".join(lines) + "\n").entries
        if entry.line.text == "Ann plays AC"
    )
    assert entry.line.number == JUDGED + 1
    assert entry.at_first.verdict is Verdict.OPEN
    return entry.ruling.verdict, entry.ruling.word, entry.ruling.because


def test_it_stays_open_while_nothing_is_revealed() -> None:
    assert ruling_after("Ben passes")[0] is Verdict.OPEN


def test_a_card_played_later_was_held_before() -> None:
    verdict, _, because = ruling_after("Ben passes", "Cal passes", "Dee passes", "Ann plays 2S")
    assert verdict is Verdict.ILLEGAL
    assert because == (JUDGED + 1, JUDGED + 5)


def test_a_card_shown_by_somebody_else_was_not_held() -> None:
    others = ["Cal shows 2S 2H", "Dee shows 2D AH", "Ben shows 2C"]
    assert ruling_after(*others)[0] is Verdict.OPEN  # AS may still be hers, and is higher than AC
    assert ruling_after(*others, "Cal shows AS")[0] is Verdict.LEGAL


def test_a_hand_seen_whole_decides() -> None:
    hand = "3C 4C 5C 6C 7C 8C 9C TC JC QC 3S 4S"
    verdict, _, because = ruling_after(f"Ann holds only {hand}")
    assert verdict is Verdict.LEGAL
    assert {JUDGED + 1, JUDGED + 2} <= set(because)


def test_a_card_whose_play_was_taken_back_was_held_all_the_same() -> None:
    assert ruling_after("Ben passes", "Cal passes", "Dee passes", "Ann plays 2S, taken back")[0] is Verdict.ILLEGAL


def test_it_lapses_when_the_cards_are_gathered() -> None:
    verdict, word, _ = ruling_after("deal by Ann", "Ann plays 2S")
    assert (verdict, word) == (Verdict.OPEN, "lapsed")
