"""Several acts in one line become a line each, and nothing else is taken for several."""

import pytest

from referee.games import rulebook
from referee.rules import Fault, read_facts, read_record

PLAYERS = "Ann, Ben, Cal, Dee"


def lines(game: str, text: str, players: str = PLAYERS) -> list[str]:
    """The lines of a record for a row of its text."""
    reading = read_record(f"game: {game}\nseats: {players}\nhand: in progress\n\n{text}\n", rulebook)
    assert not reading.faults, reading.faults
    assert {line.number for line in reading.record.lines} == {5}  # where it is found in the text
    return str(reading.record).splitlines()[4:]


def fault(game: str, text: str, players: str = PLAYERS) -> Fault:
    """The only fault of a row."""
    reading = read_record(f"game: {game}\nseats: {players}\nhand: in progress\n\n{text}\n", rulebook)
    (only_fault,) = reading.faults
    return only_fault


@pytest.mark.parametrize(
    ("game", "text", "recorded"),
    [
        ("texas-holdem", "Ann bets 20, Ben calls", ["Ann bets 20", "Ben calls"]),
        ("texas-holdem", "Ann bets 20,Ben calls", ["Ann bets 20", "Ben calls"]),
        ("texas-holdem", "Ann bets 20,, Ben calls, ", ["Ann bets 20", "Ben calls"]),
        ("texas-holdem", "Ann checks; Ben bets 5, Cal folds", ["Ann checks", "Ben bets 5", "Cal folds"]),
        ("texas-holdem", "Ann bets 20. Ben calls.", ["Ann bets 20", "Ben calls"]),
        ("texas-holdem", "Ann bets 20 and Ben calls", ["Ann bets 20", "Ben calls"]),
        ("texas-holdem", "Ann bets 20, then Ben calls", ["Ann bets 20", "Ben calls"]),
        ("texas-holdem", "Ann bets 1,000, Ben calls 1,000", ["Ann bets 1000", "Ben calls 1000"]),
        ("texas-holdem", "Ann and Ben check", ["Ann checks", "Ben checks"]),
        ("texas-holdem", "Ann, Ben, and Cal all check", ["Ann checks", "Ben checks", "Cal checks"]),
        ("texas-holdem", "Ann & Ben both fold", ["Ann folds", "Ben folds"]),
        ("texas-holdem", "Ann and Ben each bet 5", ["Ann bets 5", "Ben bets 5"]),
        ("texas-holdem", "Ann bets 5, Ben and Cal call", ["Ann bets 5", "Ben calls", "Cal calls"]),
        ("texas-holdem", "Ann shows AS, KD and Ben mucks", ["Ann shows AS KD", "Ben mucks"]),
        ("texas-holdem", "flop AS KD TD, Ann checks", ["flop AS KD TD", "Ann checks"]),
        ("texas-holdem", "Ann, folds", ["Ann folds"]),
        ("texas-holdem", "ann bets 20, BEN calls", ["Ann bets 20", "Ben calls"]),
        ("big-two", "Ben, Cal and Dee pass", ["Ben passes", "Cal passes", "Dee passes"]),
        ("big-two", "Ann plays 3D, 3C, Ben passes", ["Ann plays 3D 3C", "Ben passes"]),
        ("big-two", "Ann plays 3D and 3C, Ben passes", ["Ann plays 3D 3C", "Ben passes"]),
        ("big-two", "Ann plays 3D and 3C and Ben passes", ["Ann plays 3D 3C", "Ben passes"]),
        ("big-two", "Ann 3D, Ben 4D, Cal -", ["Ann plays 3D", "Ben plays 4D", "Cal passes"]),
        ("kowah", "Ann takes 9H and discards 8D", ["Ann takes 9H", "Ann discards 8D"]),
        ("kowah", "Ann takes 9H, then discards 8D", ["Ann takes 9H", "Ann discards 8D"]),
    ],
)
def test_each_act_is_a_line_of_the_record(game: str, text: str, recorded: list[str]) -> None:
    assert lines(game, text) == recorded


@pytest.mark.parametrize(
    ("game", "text", "recorded"),
    [
        ("texas-holdem", "Ann bets 1,000", "Ann bets 1000"),
        ("big-two", "Ann plays 3d, 4c", "Ann plays 3D 4C"),
        ("texas-holdem", "Ann shows AS, KD", "Ann shows AS KD"),
        ("big-two", "Ann plays 3d and 3c", "Ann plays 3D 3C"),
        ("texas-holdem", "Ann bets 20,", "Ann bets 20"),
    ],
)
def test_one_act_is_one_line(game: str, text: str, recorded: str) -> None:
    assert lines(game, text) == [recorded]


@pytest.mark.parametrize(
    ("players", "text", "recorded"),
    [
        ("Ann Lee, Ann", "Ann Lee bets 5, Ann calls", ["Ann Lee bets 5", "Ann calls"]),
        ("Ann, Anna", "Ann bets 5, Anna calls", ["Ann bets 5", "Anna calls"]),
        ("Check, Fold", "Check checks, Fold folds", ["Check checks", "Fold folds"]),
        ("Ad, Ben", "Ad shows AD, Ben folds", ["Ad shows AD", "Ben folds"]),
        ("Mr. Ace, Al", "Mr. Ace checks. Al bets 5.", ["Mr. Ace checks", "Al bets 5"]),
        ("Søren, Éva", "Søren bets 5, Éva calls", ["Søren bets 5", "Éva calls"]),
        ("Ann and Co, Ben", "Ann and Co bets 5, Ben calls", ["Ann and Co bets 5", "Ben calls"]),
    ],
)
def test_names_may_be_like_other_words(players: str, text: str, recorded: list[str]) -> None:
    assert lines("texas-holdem", text, players) == recorded


@pytest.mark.parametrize(
    ("game", "text", "answer", "place"),
    [
        ("texas-holdem", "Ann and Ben bet 5", "does each of them bet 5? Write 'Ann and Ben each bet 5'", "bet"),
        ("texas-holdem", "Ann and Ben take 30", "does each of them take 30? Write 'Ann and Ben each take 30'", "take"),
        ("texas-holdem", "Ann bets 20, calls", "who calls? Write 'Ann calls', or another player's name", "calls"),
        ("texas-holdem", "Ann bets 20, Ben flies", "'flies' is not a play", "flies"),
        ("texas-holdem", "Ann bets 20, Ben calls, taken back", "any of 2 acts. Write a line for each", "Ann"),
        ("texas-holdem", "Ann bets 1, 000", "'000' is left over", "000"),
        ("texas-holdem", "Ann bets 20 Ben calls", "left over", "Ben"),
        ("texas-holdem", "Ann bets 20, Zed calls", "no player here is called 'Zed'. Use Ann, Ben, Cal or Dee", "Zed"),
        ("texas-holdem", "Ann bets 20, Ben calls, Zed folds", "no player here is called 'Zed'", "Zed"),
        ("texas-holdem", "Ann and Ben", "the line ends too soon. Add what they did", ""),
        ("texas-holdem", "Ann and Ben dance", "'dance' is not a play", "dance"),
        ("texas-holdem", "Ann and Ben both dance", "'dance' is not a play", "dance"),
        ("texas-holdem", "Ann bets 20 but takes it back", "", ""),
        ("texas-holdem", "Ann or Ben checks", "'or' is not a play", "or"),
        ("texas-holdem", "Ann bets 20 or 30", "'or' is left over", "or"),
        ("kowah", "Ann takes 9H and discards 4C", "4C is not in the pack of Kowah", "4C"),
        ("big-two", "Ann and Ben play 3D", "whose cards are these? Write a line for each", "play"),
    ],
)
def test_what_is_not_clear_is_asked_back(game: str, text: str, answer: str, place: str) -> None:
    line_fault = fault(game, text)
    assert answer in line_fault.message
    assert line_fault.text[line_fault.column - 1 :].startswith(place)


def test_a_line_that_can_be_parted_in_two_ways_is_asked_back_with_both() -> None:
    line_fault = fault("big-two", "Ben plays 3D and AD and Cal pass", "Ad, Ben, Cal")
    assert "'Ben plays 3D', 'Ad pass' and 'Cal pass'" in line_fault.message
    assert "'Ben plays 3D and AD' and 'Cal pass'" in line_fault.message


def test_in_a_record_in_progress_new_players_are_named_in_parts() -> None:
    reading = read_facts(
        ["Ann bets 20, Ben calls", "Cal and Dee fold"], rulebook("texas-holdem"), rulebook("texas-holdem").options()
    )
    assert not reading.faults
    assert reading.record.seats.names == ("Ann", "Ben", "Cal", "Dee")
    assert [line.number for line in reading.record.lines] == [1, 1, 2, 2]


def test_a_line_of_which_a_part_cannot_be_read_seats_nobody() -> None:
    book = rulebook("texas-holdem")
    reading = read_facts(["Ann bets 20, Ben flies"], book, book.options())
    assert reading.record is None
    assert [line_fault.message.partition(".")[0] for line_fault in reading.faults] == [
        f"'flies' is not a play in {book.title}"
    ]
