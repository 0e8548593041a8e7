"""A word that is no verb is answered with what may be written in its place at this moment."""

import re

import pytest

from referee.games import SLUGS, rulebook
from referee.rules import read_facts, read_record


def answers(game: str, *rows: str) -> list[str]:
    """What is said of rows that cannot be read."""
    text = "\n".join([f"game: {game}", "seats: Ann, Ben, Cal", "", *rows])
    return [fault.message for fault in read_record(text, rulebook).faults]


def test_what_is_possible_now_comes_first() -> None:
    (answer,) = answers("big-two", "deal by Cal", "Ann flarps 3D")
    assert (
        answer == "'flarps' is not a play in Chor Dai Di (Big Two). Write a line such as 'Ann plays 3D' or 'Ann passes'"
    )
    (answer,) = answers("pontoon", "deal by Cal", "Ben flarps")
    assert "Write a line such as 'Ann bets 1', 'Ben banks', 'Ben declines the bank'" in answer


def test_the_lines_of_the_game_are_proposed_where_nothing_is_known_of_the_table() -> None:
    book = rulebook("texas-holdem")
    (fault,) = read_facts(["Ben flarps"], book, book.options()).faults
    assert fault.message.endswith(
        "Write a line such as 'Ben bets 5', 'Ben checks', 'Ben calls', 'Ben raises to 5' or 'Ben folds'"
    )
    assert (fault.column, fault.width) == (5, 6)


def test_only_a_slip_of_the_keys_is_asked_about() -> None:
    assert answers("big-two", "deal by Cal", "Ann plasy 3D") == [
        "'plasy' is not a play in Chor Dai Di (Big Two). Did you mean 'plays'?"
    ]


@pytest.mark.parametrize("slug", SLUGS)
def test_each_line_that_is_proposed_can_be_written(slug: str) -> None:
    book = rulebook(slug)
    (fault,) = read_facts(["Ann flarps"], book, book.options()).faults
    proposed = re.findall(r"'([^']+)'", fault.message.partition("such as ")[2])
    assert 1 <= len(proposed) <= 5
    reading = read_facts(proposed, book, book.options())
    assert not reading.faults
