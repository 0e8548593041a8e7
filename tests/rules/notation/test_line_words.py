"""Whom a word names: in full or by an unambiguous beginning, in any case, and in a record in progress somebody new."""

import pytest

from referee.rules import Line
from referee.rules.notation.line_words import PlayerNames, UnreadableLine, WordReader


def named(line: str, names: PlayerNames) -> tuple[str, int]:
    """Who is named at the beginning of a line, and how many words that took."""
    words = WordReader(line, names)
    return names.known_names[names.read(words)], words.index


@pytest.mark.parametrize("text", ["Ann", "ann", "ANN", "an", "A"])
def test_a_name_may_be_begun_in_any_case(text: str) -> None:
    assert named(f"{text} passes", PlayerNames(["Ben", "Ann"])) == ("Ann", 1)


def test_a_name_in_full_is_meant_before_those_that_it_begins() -> None:
    names = PlayerNames(["Ann", "Anna", "Ann Lee"])
    assert named("Ann passes", names) == ("Ann", 1)
    assert named("ann passes", names) == ("Ann", 1)
    assert named("Ann Lee passes", names) == ("Ann Lee", 2)
    assert named("ann lee passes", names) == ("Ann Lee", 2)


def test_who_is_named_alike_is_nobody() -> None:
    with pytest.raises(UnreadableLine, match=r"'Ann' could be ann or Ann. Type more of the name"):
        named("Ann passes", PlayerNames(["ann", "Ann", "Ben"]))


def test_a_beginning_of_two_names_says_which() -> None:
    with pytest.raises(UnreadableLine, match="'b' could be Ben or Bea") as fault:
        named("b passes", PlayerNames(["Ann", "Ben", "Bea"]))
    assert (fault.value.column, fault.value.width) == (1, 1)


def test_who_is_not_there_is_told_who_is() -> None:
    with pytest.raises(UnreadableLine, match=r"no player here is called 'Cal'. Use Ann or Ben"):
        named("Cal passes", PlayerNames(["Ann", "Ben"]))


def test_a_record_in_progress_names_new_players_by_one_word_or_people_that_are_known_in_full() -> None:
    names = PlayerNames([], may_grow=True, full_names=["Eve Lee", "Liam O'Neil", "Fay", "Hal Ott"])
    assert named("liam o'neil passes", names) == ("Liam O'Neil", 2)
    assert named("Gus passes", names) == ("Gus", 1)
    assert named("Eve passes", names) == ("Eve", 1)  # one word of a name is a name of its own
    assert named("hal ott passes", names) == ("Hal Ott", 2)
    assert names.known_names == ["Liam O'Neil", "Gus", "Eve", "Hal Ott"]
    names.forget(1)
    assert names.known_names == ["Liam O'Neil"]
    for word in ("7", "the", "And", "nobody"):
        with pytest.raises(UnreadableLine, match=f"'{word}' is not a name"):
            named(f"{word} passes", names)
    with pytest.raises(UnreadableLine, match="'KD' cannot be a name, as KD is a card"):
        named("KD passes", names)


def test_a_word_that_goes_on_may_be_in_any_case() -> None:
    words = WordReader("Ann PLAYS 3D", PlayerNames(["Ann"]))
    words.skip(1)
    assert words.is_next("plays")
    assert not words.is_next("")
    words.skip(2)
    assert not words.is_next("plays")


def test_a_line_is_in_force_and_not_held_to_stand_unless_that_is_said() -> None:
    line = Line(1, "Ann passes", None)
    assert (line.taken_back, line.stands) == (False, False)
