"""What players write in a hurry is read as what they mean, or asked back, and never as something else."""

import pytest

from referee.games import rulebook
from referee.rules.notation.line_words import PlayerNames, UnreadableLine
from referee.rules.notation.seats import Seats
from referee.rules.notation.spelling import is_slip

PLAYERS = ("Ann", "Ben", "Cal", "Dee")


def read(game: str, line: str) -> str:
    """The line as a record of the game prints it."""
    book = rulebook(game)
    pack = book.pack_for(book.options())
    return book.write(book.grammar.read(line, PlayerNames(PLAYERS), pack, 1, book.title), Seats(PLAYERS))


@pytest.mark.parametrize(
    ("game", "text", "expected"),
    [
        ("big-two", "Ann: 3d", "Ann plays 3D"),
        ("big-two", "1. Ann leads 3D", "Ann plays 3D"),
        ("big-two", "- Ben throws 4d", "Ben plays 4D"),
        ("big-two", "Ben puts down 4D 4H", "Ben plays 4D 4H"),
        ("big-two", "Ann played 3d,4c", "Ann plays 3D 4C"),
        ("big-two", "Cal: pass", "Cal passes"),
        ("big-two", "Cal -", "Cal passes"),
        ("big-two", "Cal skipped", "Cal passes"),
        ("texas-holdem", "Flop: As Kd Td", "flop AS KD TD"),
        ("texas-holdem", "turn: 2c", "turn 2C"),
        ("texas-holdem", "Ann check", "Ann checks"),
        ("texas-holdem", "Ann called", "Ann calls"),
        ("texas-holdem", "Ann bet 1,000", "Ann bets 1000"),
        ("texas-holdem", "Ann bets $20", "Ann bets 20"),
        ("texas-holdem", "Ann bets 1.5k", "Ann bets 1500"),
        ("texas-holdem", "Cal all in for 35", "Cal is all-in 35"),
        ("texas-holdem", "Cal goes all in", "Cal is all-in"),
        ("texas-holdem", "Cal shoves 35", "Cal is all-in 35"),
        ("texas-holdem", "Cal is all in with 35", "Cal is all-in 35"),
        ("texas-holdem", "Ann re-raises to 40", "Ann raises to 40"),
        ("texas-holdem", "Ann makes it 40", "Ann raises to 40"),
        ("texas-holdem", "Ann raises 10 to 20", "Ann raises to 20"),
        ("texas-holdem", "Ann: raises to 400", "Ann raises to 400"),
        ("texas-holdem", "Ann posts sb", "Ann posts the small blind"),
        ("texas-holdem", "Ann tables AS KD", "Ann shows AS KD"),
        ("texas-holdem", "Ann wins the pot", "Ann takes everything"),
        ("pontoon", "Ann bet 5", "Ann bets 5"),
        ("pontoon", "Ann stakes 5", "Ann bets 5"),
        ("pontoon", "Ann twist", "Ann twists"),
        ("pontoon", "Dee is the banker", "Dee banks"),
        ("pontoon", "Ann has pontoon", "Ann declares pontoon"),
        ("commune", "Ann: two sixes", "Ann bids two sixes"),
        ("commune", "Ann says two sixes", "Ann bids two sixes"),
        ("commune", "Ben challenges", "Ben calls"),
        ("play-or-pay", "Ann 5H", "Ann plays 5H"),
    ],
)
def test_a_line_is_recorded_in_the_words_of_the_game(game: str, text: str, expected: str) -> None:
    assert read(game, text) == expected


@pytest.mark.parametrize(
    ("game", "text", "answer"),
    [
        ("texas-holdem", "Ann raises 20", "to 20, or by 20? Write 'raises to 20' or 'raises by 20'"),
        ("texas-holdem", "Ann raises by 20", "by 20 from what? Write the total: 'raises to N'"),
        ("texas-holdem", "Ann 5", "'5' is not a play"),
        ("conquian", "Ann concedes", "Nobody concedes"),
        ("big-two", "Ann plasy 3D", "Did you mean 'plays'?"),
    ],
)
def test_what_has_two_meanings_is_asked_back(game: str, text: str, answer: str) -> None:
    with pytest.raises(UnreadableLine, match=answer.replace("?", r"\?")):
        read(game, text)


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("texas-holdem", "Ann shuffles"),
        ("texas-holdem", "Ann loses"),
        ("texas-holdem", "Ann busts"),
        ("texas-holdem", "Ann posts sand"),
        ("pontoon", "Dee wins"),
        ("commerce", "Ann plays"),
    ],
)
def test_no_word_of_another_meaning_is_suggested(game: str, text: str) -> None:
    with pytest.raises(UnreadableLine) as refused:
        read(game, text)
    assert "Did you mean" not in str(refused.value)


@pytest.mark.parametrize("text", ["chekcs", "checkd", "cheks", "checkss", "vhecks"])
def test_one_slip_of_the_keys_is_told_from_another_word(text: str) -> None:
    assert is_slip(text, "checks")
    assert not is_slip("shocks", "checks")
    assert not is_slip("deals", "calls")
