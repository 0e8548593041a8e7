"""Names for the public. Many members are minors: a website shows a first name and an initial, and no more."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping
from typing import Final

_SUFFIXES: Final = frozenset(("jr", "sr", "ii", "iii", "iv"))


def public_name(name: str) -> str:
    """Return ``Ann L.`` for ``Ann Lee``, ``Lee, Ann`` or ``Ann Mary Lee Jr.``, and ``Ann`` for ``Ann``."""
    name = unicodedata.normalize("NFC", name)
    family, comma, given = name.partition(",")
    if comma and not _is_suffix(given.strip()):
        name = f"{given} {family}"  # written as in a class list
    words = [word for word in name.replace(",", " ").split() if not _is_suffix(word)]
    if not words:
        return ""
    if words[0] == "Member" and words[-1].isdecimal():  # whose name was forgotten has a number
        return " ".join(words)
    initial = next((char for char in words[-1] if char.isalpha()), "") if len(words) > 1 else ""
    return f"{words[0]} {initial.upper()}." if initial else words[0]


def public_names(names: Mapping[int, str]) -> dict[int, str]:
    """Return a public name for each member, by number; where two would be the same, each has its number as well."""
    public = {member: public_name(name) for member, name in names.items()}
    shared = Counter(each.casefold() for each in public.values())
    return {
        member: f"{each} #{member}".lstrip() if not each or shared[each.casefold()] > 1 else each
        for member, each in public.items()
    }


def _is_suffix(word: str) -> bool:
    return word.rstrip(".").casefold() in _SUFFIXES
