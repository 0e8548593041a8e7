"""Cards and numbers as people write them are those of the record, and nothing else is taken for one."""

import pytest

from referee.games import rulebook
from referee.rules import Fault, read_record


def read(game: str, text: str) -> tuple[str, Fault | None]:
    """A row of a record as the record prints it, or what is wrong with it."""
    reading = read_record(f"game: {game}\nseats: Ann, Ben, Al\nhand: in progress\n\n{text}\n", rulebook)
    if reading.faults:
        return "", reading.faults[0]
    (row,) = str(reading.record).splitlines()[4:]
    return row, None


@pytest.mark.parametrize(
    ("game", "text", "recorded"),
    [
        ("big-two", "Ann plays 3 of diamonds", "Ann plays 3D"),
        ("big-two", "Ann plays the queen of spades", "Ann plays QS"),
        ("big-two", "Ann plays The Ten Of Hearts", "Ann plays TH"),
        ("big-two", "Ann plays four of hearts and four of clubs", "Ann plays 4H 4C"),
        ("big-two", "Ann plays the 4 of hearts, the 4 of clubs", "Ann plays 4H 4C"),
        ("big-two", "Ann plays deuce of spades", "Ann plays 2S"),
        ("big-two", "Ann plays 4d,4c", "Ann plays 4D 4C"),
        ("big-two", "Ann plays 3d-4c-5h-6s-7d", "Ann plays 3D 4C 5H 6S 7D"),
        ("big-two", "Ann plays 3d/4c/5h/6s/7d", "Ann plays 3D 4C 5H 6S 7D"),
        ("big-two", "Ann plays 4d-4c", "Ann plays 4D 4C"),
        ("big-two", "Ann plays 4d and 4c", "Ann plays 4D 4C"),
        ("big-two", "Ann plays 4D + 4C", "Ann plays 4D 4C"),
        ("big-two", "Ann plays 4D, 4C, and 4H", "Ann plays 4D 4C 4H"),
        ("big-two", "Ann plays 10h/TS", "Ann plays TH TS"),
        ("big-two", "Ann plays T♥ 10♠", "Ann plays TH TS"),
        ("big-two", "Ann 3 of diamonds", "Ann plays 3D"),
        ("zheng-shangyou", "Ann plays black joker", "Ann plays BJ"),
        ("zheng-shangyou", "Ann plays the big joker", "Ann plays CJ"),
        ("texas-holdem", "Flop: As, Kd, Td", "flop AS KD TD"),
        ("texas-holdem", "flop ace of spades, king of diamonds and ten of diamonds", "flop AS KD TD"),
        ("texas-holdem", "turn: 2c", "turn 2C"),
        ("texas-holdem", "river 9h", "river 9H"),
        ("texas-holdem", "Ann shows AS, KD", "Ann shows AS KD"),
        ("texas-holdem", "Ann shows as-ks", "Ann shows AS KS"),
        ("kowah", "Ann draws the queen of clubs", "Ann draws QC"),
        ("texas-holdem", "Ann bets 1,000", "Ann bets 1000"),
        ("texas-holdem", "Ann bets 1'000", "Ann bets 1000"),
        ("texas-holdem", "Ann bets $20", "Ann bets 20"),
        ("texas-holdem", "Ann bets 20€", "Ann bets 20"),
        ("texas-holdem", "Ann bets 1k", "Ann bets 1000"),
        ("texas-holdem", "Ann bets 20 chips", "Ann bets 20"),
        ("texas-holdem", "Ann bets twenty chips", "Ann bets 20"),
        ("texas-holdem", "Ann bets five", "Ann bets 5"),
        ("texas-holdem", "Ann takes five chips", "Ann takes 5"),
        ("five-card-21", "Ann draws two", "Ann draws 2"),
        ("texas-holdem", "Ann calls, 20", "Ann calls 20"),
        ("texas-holdem", "blinds 1 and 2", "blinds 1 2"),
        ("texas-holdem", "Ann deals", "deal by Ann"),
        ("texas-holdem", "dealer: Ann", "deal by Ann"),
        ("texas-holdem", "The dealer is Ann", "deal by Ann"),
        ("big-two", "Ann is dealer", "deal by Ann"),
        ("big-two", "Ann is the dealer.", "deal by Ann"),
        ("big-two", "deal: Ann", "deal by Ann"),
        ("texas-holdem", "blinds 1/2", "blinds 1 2"),
        ("texas-holdem", "blinds 1-2", "blinds 1 2"),
        ("texas-holdem", "Blinds: $500/$1,000", "blinds 500 1000"),
        ("texas-holdem", "blinds 1, 2", "blinds 1 2"),
    ],
)
def test_cards_and_numbers_are_those_of_the_record(game: str, text: str, recorded: str) -> None:
    assert read(game, text) == (recorded, None)


@pytest.mark.parametrize(
    ("game", "text", "answer", "place"),
    [
        ("big-two", "Ann plays 3D-7D", "the two cards '3D 7D', or all from 3D to 7D? Write each card", "3D-7D"),
        ("play-or-pay", "Ann plays 7", "7 has no suit. Use 7C, 7D, 7H or 7S", "7"),
        ("play-or-pay", "Ann plays queen", "queen has no suit. Use QC, QD, QH or QS", "queen"),
        ("play-or-pay", "Ann plays 7 of", "7 has no suit", "7"),
        ("play-or-pay", "Ann plays 7 of 9", "7 has no suit", "7"),
        ("play-or-pay", "Ann plays 3H 4H", "left over", "4H"),
        ("play-or-pay", "Ann plays 3h-4s", "3h-4s is 2 cards", "3h-4s"),
        ("big-two", "Ann plays 3D and", "and is not a card", "and"),
        ("texas-holdem", "Ann bets 1.000", "not a number", "1.000"),
        ("texas-holdem", "Ann bets 5-10", "'10' is left over", "5-10"),
        ("texas-holdem", "Ann bets 1,00", "not a number", "1,00"),
        ("texas-holdem", "Ann bets twenty five", "'five' is left over", "five"),
        ("texas-holdem", "Ann bets -5", "not a number", "-5"),
        ("texas-holdem", "Ann takes two", "'two' does not fit here", "two"),
        ("pontoon", "Ann buys two", "'two'", "two"),
        ("texas-holdem", "blinds 1/2/5", "'1/2/5' is not a number", "1/2/5"),
        ("texas-holdem", "Ann bets 20?", "not a number", "20?"),
    ],
)
def test_nothing_else_is_taken_for_a_card_or_a_number(game: str, text: str, answer: str, place: str) -> None:
    _, fault = read(game, text)
    assert fault is not None
    assert answer in fault.message
    assert fault.text[fault.column - 1 :].startswith(place)
