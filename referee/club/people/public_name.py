"""A member's public name: in full, as first name and initial, or as a code."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Final

_SUFFIXES: Final = frozenset(("jr", "sr", "ii", "iii", "iv"))
# Separators in a name besides blanks, and the scripts in which the family name comes first.
_BETWEEN: Final = re.compile(r"[\s_]+|(?<=\w\w)\.(?=\w\w)")
_FAMILY_FIRST: Final = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


class ShownAs(StrEnum):
    """How a name is shown in public. `NOBODY` shows a code even where full names are requested."""

    INITIALS = "initials"
    CODE = "code"
    FULL = "full"
    NOBODY = "nobody"

    @property
    def said(self) -> str:
        """The form in words, for a sentence that continues with "in public"."""
        return _WORDS_BY_FORM[self]


_WORDS_BY_FORM: Final = {
    ShownAs.INITIALS: "a first name and an initial",
    ShownAs.CODE: "a code",
    ShownAs.FULL: "the full name",
    ShownAs.NOBODY: "nobody: a code, even with full names",
}
USUAL: Final = ShownAs.INITIALS
_MOST_LETTERS: Final = 3


def public_name(name: str, letters: int = 1) -> str:
    """Return ``Ann L.`` for ``Ann Lee``, ``Lee, Ann`` or ``Ann Mary Lee Jr.``, and ``Ann`` for ``Ann``.

    With 2 `letters` it is ``Ann Le.``. Chinese, Japanese and Korean names stay in full, because they begin with a
    family name of unknown length.
    """
    words = words_of(name)
    if not words:
        return ""
    if len(words) == 2 and words[0] in ("Member", "Player") and words[1].isdecimal():  # a forgotten member, or a code
        return " ".join(words)
    if _FAMILY_FIRST.search(words[0]):
        return " ".join(name.split())
    initial = _first_letters(words[-1], letters) if len(words) > 1 else ""
    return f"{words[0]} {initial}." if initial else words[0]


def player_code(member: int) -> str:
    """Return the code for a member with a hidden name, such as ``Player 12``."""
    return f"Player {member}"


def public_names(
    names: Mapping[int, str], shown_as: Mapping[int, ShownAs] | None = None, *, full_names: bool = False
) -> dict[int, str]:
    """Return a public name for each member, by number. Members missing from `shown_as` get first name and initial.

    Equal names get up to three letters of the family name, but never all of it; if still equal, the member's number.
    With `full_names`, everyone but members who opted out has their full name.
    """
    forms = shown_as or {}
    public = {member: _shown_name(name, member, forms.get(member, USUAL), full_names) for member, name in names.items()}
    shortened_names = {
        member: names[member] for member in names if not full_names and public[member] == public_name(names[member])
    }
    public |= _distinguish_names(shortened_names)
    name_counts = Counter(name.casefold() for name in public.values())
    return {
        member: f"{name} #{member}".lstrip() if not name or name_counts[name.casefold()] > 1 else name
        for member, name in public.items()
    }


def stricter_form(one: str, second: str) -> str:
    """Return the stricter of two privacy settings, for two roster entries of one person."""
    order = [ShownAs.FULL.value, "", ShownAs.INITIALS.value, ShownAs.CODE.value, ShownAs.NOBODY.value]
    return max(one, second, key=order.index)


def words_of(name: str) -> list[str]:
    """Return the words of a name, family name last, without a suffix such as Jr."""
    name = unicodedata.normalize("NFC", name)
    family, comma, given_names = name.partition(",")
    if comma and not _is_suffix(given_names.strip()):
        name = f"{given_names} {family}"  # written family name first, as in a class list
    return [word for word in _BETWEEN.split(name.replace(",", " ")) if word and not _is_suffix(word)]


def public_forms(name: str) -> Iterator[str]:
    """Yield each public form of a name: in full, then shortened. Other members' names decide which is used."""
    yield name
    yield from (public_name(name, letters) for letters in range(1, _MOST_LETTERS + 1))


def is_public_form(name: str) -> bool:
    """Tell whether a name looks like a public form: ``Ann L.``, ``Ann L. #12`` or ``Player 12``."""
    is_short = re.fullmatch(rf".*\s\w{{1,{_MOST_LETTERS}}}\.", name) is not None
    return is_code(name) or "#" in name or (is_short and not _is_suffix(name.split()[-1]))


def is_code(name: str) -> bool:
    """Tell whether a name is a code such as ``Player 12``."""
    return re.fullmatch(r"Player \d+", name) is not None


def is_forgotten(name: str) -> bool:
    """Tell whether a name is the number that replaces a forgotten member's name."""
    return re.fullmatch(r"Member \d+", name) is not None


def _distinguish_names(names: Mapping[int, str]) -> dict[int, str]:
    """Return longer public names for members with the same first name and initial, if two or three letters differ."""
    namesakes: defaultdict[str, dict[int, str]] = defaultdict(dict)
    for member, name in names.items():
        namesakes[public_name(name).casefold()][member] = name
    distinct: dict[int, str] = {}
    for group in namesakes.values():
        for letters in range(2, _MOST_LETTERS + 1) if len(group) > 1 else ():
            candidates = {member: public_name(name, letters) for member, name in group.items()}
            name_counts = Counter(name.casefold() for name in candidates.values())
            for member, public in candidates.items():
                if (
                    member not in distinct
                    and name_counts[public.casefold()] == 1
                    and public != public_name(group[member])
                ):
                    distinct[member] = public
    return distinct


def _first_letters(word: str, letters: int) -> str:
    """Return the first letters of a word, capitalised. The whole word is returned only if it has one letter."""
    letter_indexes = [place for place, char in enumerate(word) if char.isalpha()]
    if not letter_indexes or _FAMILY_FIRST.search(word):  # one character may be the whole family name
        return ""
    end = letter_indexes[max(min(letters, len(letter_indexes) - 1), 1) - 1] + 1
    return word[letter_indexes[0]].upper() + word[letter_indexes[0] + 1 : end]


def _is_suffix(word: str) -> bool:
    return word.rstrip(".").casefold() in _SUFFIXES


def _shown_name(name: str, member: int, shown_as: ShownAs, full_names: bool) -> str:
    if is_forgotten(name):
        return name
    if shown_as is ShownAs.NOBODY or (shown_as is ShownAs.CODE and not full_names):
        return player_code(member)
    return name if full_names or shown_as is ShownAs.FULL else public_name(name)
