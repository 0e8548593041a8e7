"""Players who are named by their role, all at once, or not again behind a comma."""

import pytest

from referee.games import rulebook
from referee.rules import read_record

POKER = ("Ann, Ben, Cal", "deal by Cal", "everyone antes 1", "flop 3D 4D 5D")
BLINDS = ("Ann, Ben, Cal, Dee", "blinds 1 2", "deal by Cal", "Dee posts 1", "Ann posts 2")


def read(game: str, seats: str, *lines: str) -> tuple[list[str], list[str]]:
    """Return the last row as it is recorded, act by act, and what is wrong with it."""
    text = "\n".join([f"game: {game}", f"seats: {seats}", "", *lines])
    reading = read_record(f"{text}\n", rulebook)
    assert reading.record
    last = text.count("\n") + 1
    acts = [
        rulebook(game).write(line.act, reading.record.seats) for line in reading.record.lines if line.number == last
    ]
    return acts, [fault.message for fault in reading.faults]


@pytest.mark.parametrize(
    ("game", "before", "row", "acts"),
    [
        ("big-two", ("Ann, Ben, Cal", "deal by Cal", "Ann plays 3D"), "all pass", ["Ben passes", "Cal passes"]),
        ("play-or-pay", ("Ann, Ben, Cal", "deal by Cal", "Ann plays 5H"), "all pay", ["Ben pays", "Cal pays"]),
        (
            "play-or-pay",
            ("Ann, Ben, Cal", "deal by Cal", "Ann plays 5H"),
            "everyone else pays",
            ["Ben pays", "Cal pays"],
        ),
        ("texas-holdem", POKER, "everyone checks", ["Ann checks", "Ben checks", "Cal checks"]),
        ("texas-holdem", (*POKER, "Ann bets 5"), "the others fold", ["Ben folds", "Cal folds"]),
        ("texas-holdem", (*POKER, "Ann bets 5"), "rest call", ["Ben calls", "Cal calls"]),
        (
            "pontoon",
            ("Ann, Ben, Cal", "Cal banks from 2 to 9", "deal"),
            "everyone bets 5",
            ["Ann bets 5", "Ben bets 5"],
        ),
    ],
)
def test_everyone_is_each_player_whose_turn_comes(
    game: str, before: tuple[str, ...], row: str, acts: list[str]
) -> None:
    assert read(game, *before, row) == (acts, [])


def test_everyone_is_refused_where_it_is_not_known_who_is_in_turn() -> None:
    acts, faults = read("big-two", "Ann, Ben, Cal", "hand: in progress", "all pass")
    assert (acts, bool(faults)) == ([], True)


def test_everyone_ends_before_the_first_player_to_whom_the_act_is_not_allowed() -> None:
    """The big blind has put in the bet already, and cannot call it."""
    options = ("Ann, Ben, Cal, Dee\noptions: forced_bets=blinds, preflop_betting=true", *BLINDS[1:])
    acts, faults = read("texas-holdem", *options, "Ben calls", "the others call")
    assert (acts, faults) == (["Cal calls", "Dee calls"], [])


@pytest.mark.parametrize(
    ("game", "before", "row", "acts"),
    [
        (
            "pontoon",
            ("Ann, Ben", "Ben banks from 2 to 9", "deal", "Ann bets 5"),
            "bank pays ann five",
            ["Ben pays Ann 5"],
        ),
        (
            "pontoon",
            ("Ann, Ben", "Ben banks from 2 to 9", "deal", "Ann bets 5"),
            "Ann pays the banker 5",
            ["Ann pays Ben 5"],
        ),
        ("texas-holdem", POKER, "The dealer checks", ["Cal checks"]),
    ],
)
def test_a_role_is_the_player_who_has_it(game: str, before: tuple[str, ...], row: str, acts: list[str]) -> None:
    assert read(game, *before, row) == (acts, [])


def test_a_player_who_is_called_like_a_role_is_never_taken_for_somebody_else() -> None:
    begun = ("Dealer, Ben, Cal", "deal by Cal", "everyone antes 1", "flop 3D 4D 5D")
    acts, faults = read("texas-holdem", *begun, "the dealer checks")
    assert (acts, bool(faults)) == ([], True)


def test_a_role_that_nobody_has_yet_is_no_player() -> None:
    acts, faults = read("pontoon", "Ann, Ben", "bank pays ann five")
    assert acts == []
    assert "no player here is called 'bank'" in faults[0]


def test_behind_a_comma_the_player_in_turn_need_not_be_named_again() -> None:
    begun = ("Ann, Ben", "Ben banks from 2 to 9", "deal", "Ann bets 5", "Ann shows 5H")
    assert read("pontoon", *begun, "Ann twists 7D, sticks") == (["Ann twists 7D", "Ann sticks"], [])


def test_behind_a_comma_it_is_asked_who_acts_where_somebody_else_is_in_turn() -> None:
    acts, faults = read("texas-holdem", *POKER, "Ann bets 5, calls")
    assert acts == []
    assert faults == ["who calls? Write 'Ann calls', or another player's name"]
