"""What is said behind an act is dropped where it surely changes nothing, and refused where it may."""

import pytest

from referee.games import rulebook
from referee.rules import read_record


def reading(game: str, text: str) -> tuple[list[str], list[str]]:
    """The lines of a record for a row, and what is wrong with it."""
    parsed = read_record(f"game: {game}\nseats: Ann, Ben, Cal\nhand: in progress\n\n{text}\n", rulebook)
    return str(parsed.record).splitlines()[4:], [fault.message for fault in parsed.faults]


@pytest.mark.parametrize(
    ("game", "text", "recorded"),
    [
        ("texas-holdem", "Ann shows AS KD for the flush", "Ann shows AS KD"),
        ("texas-holdem", "Ann shows AS KD, two pair, aces and kings", "Ann shows AS KD"),
        ("texas-holdem", "Ann shows AS KD with a full house", "Ann shows AS KD"),
        ("texas-holdem", "Ann shows AS KD, making a straight to the ace", "Ann shows AS KD"),
        ("texas-holdem", "Ann takes 20 with the flush", "Ann takes 20"),
        ("texas-holdem", "Ann takes everything with two pair", "Ann takes everything"),
        ("texas-holdem", "Ann checks, please", "Ann checks"),
        ("texas-holdem", "Ann checks too!", "Ann checks"),
        ("big-two", "Ann plays 3D, last card", "Ann plays 3D"),
        ("big-two", "Ann plays 3D 3C and that's my last cards", None),
    ],
)
def test_talk_is_dropped(game: str, text: str, recorded: str | None) -> None:
    assert reading(game, text)[0] == ([recorded] if recorded else [])


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("texas-holdem", "Ann bets 20 more"),
        ("texas-holdem", "Ann calls 20 more please"),
        ("texas-holdem", "Ann bets 20 with a flush"),
        ("texas-holdem", "Ann shows AS KD for 20"),
        ("texas-holdem", "Ann shows AS for KD"),
        ("texas-holdem", "Ann checks all in"),
        ("texas-holdem", "Ann folds for now, maybe"),
        ("texas-holdem", "Ann shows AS KD with the ace of hearts"),
        ("texas-holdem", "Ann shows AS KD, not the flush"),
        ("commune", "Ann bids two sixes with an ace"),
        ("big-two", "Ann plays 3D please pass"),
    ],
)
def test_what_may_mean_something_is_refused(game: str, text: str) -> None:
    recorded, faults = reading(game, text)
    assert recorded == []
    assert faults
