"""Suggestions for mistyped words."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(text: str, choices: Iterable[str]) -> str | None:
    """Return the choice most similar to a text; None if no choice is similar."""
    from difflib import get_close_matches  # loaded only for a mistake

    return next(iter(get_close_matches(text.casefold(), list(choices), 1)), None)


def several_nearest(text: str, choices: Iterable[str], cutoff: float) -> tuple[str, ...]:
    """Return up to three choices similar to a text, the most similar first. `cutoff` is the minimum similarity, from 0
    to 1.
    """
    from difflib import get_close_matches

    return tuple(get_close_matches(text.casefold(), list(choices), 3, cutoff))


def did_you_mean(text: str, choices: Iterable[str]) -> str:
    """Return ``Did you mean royal?``, or a list of all choices if none is similar to the text."""
    choice_list = list(choices)
    nearest_choice = nearest(text, choice_list)
    return f"Did you mean {nearest_choice}?" if nearest_choice else f"Use one of {', '.join(choice_list)}"


def is_slip(text: str, word: str) -> bool:
    """Tell whether one typing slip separates two words: a key missing, added, swapped or replaced by its neighbour.

    Words of up to three letters never count as slips.
    """
    if len(word) < 4 or text == word:
        return False
    if len(text) == len(word):
        differences = [
            index for index, (letter, expected) in enumerate(zip(text, word, strict=True)) if letter != expected
        ]
        if len(differences) == 1:
            return text[differences[0]] in _ADJACENT_KEYS.get(word[differences[0]], "")
        return (
            len(differences) == 2
            and differences[1] == differences[0] + 1
            and text[differences[0]] == word[differences[1]]
            and text[differences[1]] == word[differences[0]]
        )
    shorter_word, longer_word = sorted((text, word), key=len)
    return len(longer_word) == len(shorter_word) + 1 and any(
        longer_word[:index] + longer_word[index + 1 :] == shorter_word for index in range(len(longer_word))
    )


# The keys beside each on the keyboards that clubs have.
_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_ADJACENT_KEYS = {
    key: "".join(
        _ROWS[row][place]
        for row in (at - 1, at, at + 1)
        for place in (column - 1, column, column + 1)
        if 0 <= row < len(_ROWS) and 0 <= place < len(_ROWS[row]) and (row, place) != (at, column)
    )
    for at, keys in enumerate(_ROWS)
    for column, key in enumerate(keys)
}
