"""Comparing a typed name with known names: the same, a part of one, or a few typing slips away.

Accents, case, blanks, hyphens and script make no difference.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import IntEnum
from functools import lru_cache
from itertools import combinations
from typing import Final, TypeVar
from unicodedata import combining, normalize

from referee.cards.immutable import frozen
from referee.rules.notation.seats import clean_name

Key = TypeVar("Key")

_WORD: Final = re.compile(r"[^\W_]+")
_QUOTES: Final = re.compile("['’`]")
# Umlauts are often typed as two letters, and as often without their dots.
_TWO_LETTERS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
_SHORT, _LONG = 4, 8


class Fit(IntEnum):
    """The kinds of match between a typed name and a known one, closest first."""

    EXACT = 0
    """The name, in any case."""
    SAME = 1
    """The name, but for accents, blanks and hyphens."""
    BEGINNING = 2
    """How the name begins."""
    WORDS = 3
    """Whole words of the name."""
    PARTS = 4
    """How words of the name begin, in their order."""


@frozen
class SlipCount:
    """The number of typing slips between a typed name and a known one. `likely` says that they are probably slips."""

    slips: int
    likely: bool


@lru_cache(maxsize=4096)  # called for the words of every act that is offered at a table
def fit(text: str, name: str) -> Fit | None:
    """Return how a typed name fits a known one; None if it does not. Typing slips are not considered."""
    if clean_name(text).casefold() == name.casefold():
        return Fit.EXACT
    kinds = [
        found_fit
        for text_words in _spellings(text)
        for name_words in _spellings(name)
        if (found_fit := _fit_words(text_words, name_words)) is not None
    ]
    return min(kinds, default=None)


def best_fits(text: str, names: Mapping[Key, str], least: Fit = Fit.PARTS) -> list[Key]:
    """Return the keys of the names that fit a typed name best: one, several equally good ones, or none.

    Fits worse than `least` are ignored.
    """
    folded_text = clean_name(text).casefold()
    if exact := [key for key, name in names.items() if name.casefold() == folded_text]:
        return exact  # most names are exact, and need no further module
    kinds = {
        key: name_fit for key, name in names.items() if (name_fit := fit(text, name)) is not None and name_fit <= least
    }
    return [key for key, name_fit in kinds.items() if name_fit == min(kinds.values())]


def correct_slip(text: str, names: Mapping[Key, str]) -> Key | None:
    """Return the key of the name that was probably meant despite typing slips; None if that is uncertain.

    Exactly one name must be that close. Its first letter must be right, and in a short name no letter may be replaced:
    Jan is not Jon.
    """
    near_names = _near_names(text, names)
    return (
        next(iter(near_names))
        if len(near_names) == 1 and all(near_name.likely for near_name in near_names.values())
        else None
    )


def similar_names(text: str, names: Mapping[Key, str]) -> list[Key]:
    """Return the keys of names that may be the same as a typed one, closest first.

    Names that differ only in accents come first, then those with likely slips, fewest first, then those that share
    words.
    """
    slips_by_key = {
        key: slips_by_key.slips
        for key, slips_by_key in _near_names(text, names).items()
        if slips_by_key.likely and slips_by_key.slips
    }
    same_keys, words = (
        [key for key, name in names.items() if fit(text, name) is fit_kind] for fit_kind in (Fit.SAME, Fit.WORDS)
    )
    return list(dict.fromkeys([*same_keys, *sorted(slips_by_key, key=lambda key: slips_by_key[key]), *words]))


def nearest_names(text: str, names: Mapping[Key, str]) -> tuple[list[Key], list[Key]]:
    """Return the keys of names that fit, best first, and the keys of names within a few typing slips, fewest first."""
    fits_by_key = {key: name_fit for key, name in names.items() if (name_fit := fit(text, name)) is not None}
    slips_by_key = _near_names(text, {key: name for key, name in names.items() if key not in fits_by_key})
    return sorted(fits_by_key, key=lambda key: fits_by_key[key]), sorted(
        slips_by_key, key=lambda key: (slips_by_key[key].slips, not slips_by_key[key].likely)
    )


def resembling(text: str, names: Iterable[str], most: int = 2) -> list[str]:
    """Return up to `most` names that resemble a typed one; none if all are too different."""
    from rapidfuzz import fuzz, process

    bare = {name: " ".join(_words_of(name)) for name in names}
    candidates = process.extract(" ".join(_words_of(text)), bare, scorer=fuzz.ratio, limit=most, score_cutoff=65)
    return [name for _, _, name in candidates]


@lru_cache(maxsize=4096)
def fold_text(text: str) -> str:
    """Return a text in lower-case ASCII letters without accents, for comparing."""
    text = text.casefold()
    if text.isascii():
        return text
    bare = "".join(letter for letter in normalize("NFKD", text) if not combining(letter))
    if bare.isascii():
        return bare
    from anyascii import anyascii  # only needed for other scripts

    return anyascii(normalize("NFC", text)).casefold()


def _fit_words(text_words: tuple[str, ...], name_words: tuple[str, ...]) -> Fit | None:
    if not text_words:
        return None
    if "".join(text_words) == "".join(name_words):
        return Fit.SAME
    if " ".join(name_words).startswith(" ".join(text_words)):
        return Fit.BEGINNING
    if any(name_words[start : start + len(text_words)] == text_words for start in range(len(name_words))):
        return Fit.WORDS
    following = iter(name_words)
    if "".join(name_words).startswith("".join(text_words)) or all(
        any(word.startswith(part) for word in following) for part in text_words
    ):
        return Fit.PARTS
    return None


def _near_names(text: str, names: Mapping[Key, str]) -> dict[Key, SlipCount]:
    text_words = _words_of(text)
    if len("".join(text_words)) < 3:
        return {}
    near_names = {key: _count_slips(text_words, name) for key, name in names.items()}
    return {key: slips for key, slips in near_names.items() if slips}


def _count_slips(text_words: tuple[str, ...], name: str) -> SlipCount | None:
    """Return the slips between a typed name and a known one, or its first words; None if there are too many."""
    from rapidfuzz.distance import OSA

    letters = "".join(text_words)
    nearest: SlipCount | None = None
    for name_words in _spellings(name):
        for spelling in {"".join(name_words), *map("".join, combinations(name_words, len(text_words)))}:
            length = min(len(letters), len(spelling))
            allowed = 0 if length < 3 else 1 if length < _LONG else 2
            most = allowed + (length > _SHORT)
            slips = OSA.distance(letters, spelling, score_cutoff=most)
            if slips <= most and (nearest is None or slips < nearest.slips):
                nearest = SlipCount(slips, slips <= allowed and _is_likely(letters, spelling))
    return nearest


def _is_likely(text: str, spelling: str) -> bool:
    """Tell whether a difference is probably a typing slip, not another person's name."""
    if text[0] != spelling[0] or re.sub(r"\D", "", text) != re.sub(r"\D", "", spelling):
        return False
    has_replaced_letter = len(text) == len(spelling) and sorted(text) != sorted(spelling)
    return not (has_replaced_letter and len(spelling) <= _SHORT)


def _spellings(name: str) -> tuple[tuple[str, ...], ...]:
    """Return the words of a name in each spelling that may be typed, such as ö as oe."""
    one_letter = name.casefold().translate(_TWO_LETTERS)
    return (_words_of(name),) if one_letter == name.casefold() else (_words_of(name), _words_of(one_letter))


def _words_of(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(_QUOTES.sub("", fold_text(text))))
