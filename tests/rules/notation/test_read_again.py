"""A line that is read once more says the same, of whoever sits there and on the line where it stands."""

import pytest

from referee.cards import FRENCH
from referee.games import rulebook
from referee.games.commerce.table import PACKS
from referee.rules import Act, Cards, Shows, frozen
from referee.rules.notation.grammar import Grammar
from referee.rules.notation.line_words import PlayerNames, UnreadableLine

COMMERCE = rulebook("commerce").grammar


def read(text: str, *names: str, line: int = 1, cards: int = 52) -> Act:
    """Read a line of Commerce."""
    act = COMMERCE.read(text, PlayerNames(names or ("Ann", "Ben")), PACKS[cards], line, "Commerce")
    assert isinstance(act, Act)
    return act


def test_the_same_words_on_two_lines_are_two_acts() -> None:
    first, second = read("Ben shows 2H", line=4), read("Ben shows 2H", line=9)
    assert first == second
    assert (first.line, second.line) == (4, 9)


def test_a_name_is_the_seat_of_whoever_sits_there() -> None:
    assert [read("Ben shows 2H", *names).seat for names in (("Ann", "Ben"), ("Ben", "Ann"))] == [1, 0]


def test_a_card_of_one_pack_is_none_of_a_smaller_one() -> None:
    assert read("Ben shows 2H", cards=52)
    with pytest.raises(UnreadableLine):
        read("Ben shows 2H", cards=32)


def test_what_cannot_be_read_cannot_be_read_again() -> None:
    for line in (1, 2):
        with pytest.raises(UnreadableLine, match="'flies' is not a play"):
            read("Ben flies", line=line)


@frozen
class Lays(Act):
    """``NAME shows CARDS`` in a game that has its own word for it."""

    cards: Cards


def test_a_word_that_a_game_gets_for_itself_is_read_so_from_then_on() -> None:
    grammar, names = Grammar(), PlayerNames(("Ann", "Ben"))
    assert type(grammar.read("Ann shows 2H", names, FRENCH, 1, "a game")) is Shows
    grammar.add(("NAME shows CARDS",), Lays, {})
    assert type(grammar.read("Ann shows 2H", names, FRENCH, 2, "a game")) is Lays
