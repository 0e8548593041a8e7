"""Finding a person's name in typed text: their full name, or a surname that nobody else has."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from referee.cards.immutable import frozen
from referee.cards.words import NUMBERS, RANK_NAMES, SUIT_NAMES
from referee.club.people.public_name import words_of
from referee.club.text.name_similarity import fold_text
from referee.club.text.names import spelled
from referee.rules.notation.spelling import is_slip

_SHORT: Final = 3  # so few letters occur by chance in a binary file
_PART: Final = 5  # so short a name is part of many words
_LETTERS: Final = re.compile(r"[^\W\d_]+")
_CARDS: Final = frozenset(
    (*NUMBERS, *RANK_NAMES.values(), *SUIT_NAMES.values(), *(suit.removesuffix("s") for suit in SUIT_NAMES.values()))
)


@frozen
class NamePattern:
    """Patterns that find a person's name in a text.

    `whole` matches full names, `alone` a surname that nobody else has, and `perhaps` a first name or a shared surname.
    `given` and `family` are the person's first names and surnames, for comparison with similar words. Matches
    of `not_theirs`, such as the club's own name, are ignored.
    """

    whole: re.Pattern[str]
    alone: re.Pattern[str]
    perhaps: re.Pattern[str]
    in_bytes: re.Pattern[str]
    given: frozenset[str]
    family: frozenset[str]
    not_theirs: re.Pattern[str]

    def is_in(self, text: str) -> bool:
        """Tell whether a text names the person. Case, spacing and accents are ignored."""
        return self.is_whole_in(text) or _is_found(self.alone, self._without_others(text))

    def is_whole_in(self, text: str) -> bool:
        """Tell whether a text has one of the person's full names. A surname alone does not count."""
        return _is_found(self.whole, self._without_others(text))

    def may_be_in(self, text: str) -> bool:
        """Tell whether a text may name the person, but could also mean another one.

        The text then has a first name or its short form, a shared surname, or a similar word.
        """
        return not self.is_in(text) and self.resembles(text)

    def resembles(self, text: str) -> bool:
        """Tell whether a text has a part of the person's name, or a similar word."""
        text = self._without_others(text)
        return any(_is_found(pattern, text) for pattern in (self.alone, self.perhaps)) or self._is_like(text)

    def _without_others(self, text: str) -> str:
        return self.not_theirs.sub(" ", text)

    def _is_like(self, text: str) -> bool:
        words = _LETTERS.findall(fold_text(text))
        joined = "".join(words)
        own_words = self.given | self.family
        return (
            any(len(name) > _PART and name in joined for name in own_words)
            or any(len(name) > _PART and is_slip(word, name) for word in words for name in own_words)
            or any(len(word) > _SHORT and name.startswith(word) for word in words for name in self.given)
        )

    def is_in_file(self, content: bytes) -> bool:
        """Tell whether a file's content names the person. Short surnames are not searched in binary files."""
        text = content.decode("utf-8", "replace")
        return bool(self.in_bytes.search(self._without_others(text))) if b"\0" in content else self.is_in(text)


def name_pattern(names: Iterable[str], others: Iterable[str], club: str = "") -> NamePattern:
    """Return the patterns for a person's `names` in a `club` with the `others`.

    A surname identifies the person unless another member has it, or it is also a word of the club's name or for a card.
    """
    own_names = list(names)
    other_words = {fold_text(word) for name in (*others, club) for word in words_of(name)} | _CARDS
    words = [words for name in own_names if len(words := words_of(name)) > 1]
    surnames = {word[-1] for word in words if len(word[-1].rstrip(".")) > 1}
    unique_words = {word for word in surnames if fold_text(word) not in other_words}
    ambiguous_words = {word[0] for word in words} | (surnames - unique_words)
    return NamePattern(
        spelled(own_names), spelled(_family_forms(unique_words)), spelled(_family_forms(ambiguous_words)),
        spelled([*own_names, *(word for word in unique_words if len(word) > _SHORT)]),
        frozenset(fold_text(word[0]) for word in words), frozenset(map(fold_text, surnames)),
        spelled([club]),
    )  # fmt: skip


def _is_found(pattern: re.Pattern[str], text: str) -> bool:
    return any(pattern.search(form) for form in (text, fold_text(text)))


def _family_forms(words: Iterable[str]) -> Iterable[str]:
    """Yield each surname and its plural, such as Millers."""
    for word in words:
        yield from (word, f"{word}s")
