"""Words that players write, which are read where they mean something and answered where they do not."""

import pytest

from referee.games import rulebook
from referee.rules import read_facts, read_options
from tests.games.ruling import last


def fault(slug: str, line: str) -> str:
    """What is said of a line that cannot be read."""
    book = rulebook(slug)
    (only_fault,) = read_facts([line], book, read_options(book.options, [])).faults
    return only_fault.message


@pytest.mark.parametrize("cards", ["3H, 3D", "3H,3D", "3H , 3D", "3H 3D,"])
def test_commas_may_stand_between_cards(cards: str) -> None:
    act = last("zheng-shangyou", "Ann plays 3H 3D").line.act
    assert last("zheng-shangyou", f"Ann plays {cards}").line.act == act


def test_what_became_of_a_line_is_still_said_after_a_comma() -> None:
    line = last("zheng-shangyou", "Ann plays 3H, 3D, taken back").line
    assert line.taken_back
    assert line.act == last("zheng-shangyou", "Ann plays 3H 3D").line.act


def test_who_passes_in_conquian_declines() -> None:
    assert last("conquian", "Ann passes").line.act == last("conquian", "Ann declines").line.act


@pytest.mark.parametrize(
    ("slug", "line", "answer"),
    [
        ("big-two", "misdeal", "deal by NAME"),
        ("pontoon", "burn", "Leave the line out"),
        ("stealing-bundles", "There is no nine", "nothing unseen is recorded"),
        ("play-or-pay", "There is no nine", "NAME shows CARDS"),
        ("big-two", "all pass", "a line for each player"),
        ("texas-holdem", "everyone checks", "a line for each player"),
        ("zheng-shangyou", "Cal is out", "the lines before show who is out or has won"),
        ("texas-holdem", "Cal is out", "'is out': it could be 'folds' or 'sits out'. Write which"),
        ("pontoon", "Ben gets a card", "it could be 'buys N [CARD]' or 'twists [CARD]'. Write which"),
        ("conquian", "Ann concedes", "Nobody concedes"),
        ("zheng-shangyou", "Ann out 3H", "a line of its own: 'out CARDS'"),
        ("big-two", "Ann plays 3D with 4D", "WITH is not a card"),
    ],
)
def test_words_that_no_line_has_are_answered_with_what_to_write(slug: str, line: str, answer: str) -> None:
    message = fault(slug, line)
    assert answer in message
    assert "Did you mean" not in message
    assert "W is not in" not in message


def test_a_word_that_a_line_may_begin_with_is_not_proposed_after_a_name() -> None:
    assert "Did you mean 'out'" not in fault("zheng-shangyou", "Ann ou 3H")


def test_everyone_antes_in_one_line() -> None:
    assert last("texas-holdem", "everyone antes 1").ruling.says == "legal"


def test_players_may_be_called_like_words() -> None:
    book = rulebook("big-two")
    reading = read_facts(["Allan plays 3D", "all passes"], book, read_options(book.options, []))
    assert not reading.faults


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("leads 3D", "who leads? A line begins with a player's name"),
        ("Throws 3D 3C", "who Throws? A line begins with a player's name"),
        ("plasy 3D", "who plasy? Did you mean 'plays'? A line begins with a player's name"),
        ("slams 3D", "who is 'slams'? Write 'slams plays ...' if it is a player"),
        ("ben 3D", "who is 'ben'? Write 'ben plays ...' if it is a player"),
    ],
)
def test_a_verb_is_not_taken_for_a_player_who_was_not_named_before(line: str, message: str) -> None:
    assert fault("big-two", line) == message


def test_a_player_who_is_named_for_the_first_time_may_have_no_verb() -> None:
    assert last("big-two", "Ben 3D").line.act == last("big-two", "Ben plays 3D").line.act
    assert last("big-two", "ben plays 4D", "Ann plays 5D", "ben 3D").line.read_as == "ben plays 3D"
