"""Resolving typed names, validating typed texts, and replacing names by marks in stored texts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeVar
from unicodedata import normalize

from referee.cards.words import join_words
from referee.club.text.faults import AmbiguousName, ClubFault, MistypedName, NeedsReason, UnknownName
from referee.club.text.name_similarity import Fit, best_fits, correct_slip, fit, fold_text, resembling
from referee.rules.notation.seats import LONGEST_NAME, clean_name, name_fault
from referee.rules.plain_text import describe_unfit, first_unfit, with_signs

Key = TypeVar("Key")

# A seat's number, or a member's after #; then, where only a first name was typed (f), or it was typed in small letters
# (l) or capitals (u), that too. A name is never followed by a letter, so that what follows a mark is no part of it.
_MARK = re.compile(r"@(#?)(\d+)(f?)([lu]?)")
LONGEST_TEXT: Final = 2000
BY_PHONE: Final = " (phone)"
"""Follows the name of a player who wrote by phone, to tell that from an officer's entry."""
_NUMBERED: Final = re.compile(r"(?:Member|Player) \d+")  # a forgotten member, or one shown by a code
_NOBODY: Final[Mapping[int, str]] = MappingProxyType({})


def resolve_name(text: str, names: Mapping[Key, str], kind: str = "member", *, loosely: bool = True) -> Key:
    """Return the key of the name that a typed text means: a full name, else its beginning, else words of it.

    Case, accents, blanks and hyphens make no difference. Unless `loosely`, only a full name or its beginning matches.
    Raise `MistypedName` for a typing slip, because nothing is recorded on a guess. Raise `UnknownName` or
    `AmbiguousName`, with the possible names, if not exactly one fits.
    """
    matches = best_fits(text, names, Fit.PARTS if loosely else Fit.BEGINNING)
    if len(matches) == 1:
        return matches[0]
    if matches:
        choices = tuple(sorted(names[key] for key in matches))
        raise AmbiguousName(f"{text!r} could be {join_words(choices, 'or')}. Type more of the name.", choices)
    if loosely and (guess := correct_slip(text, names)) is not None:
        raise MistypedName(f"No {kind} is called {text!r}. Did you mean {names[guess]}?", text, names[guess])
    raise UnknownName(f"No {kind} is called {text!r}.{_name_choices(text, list(names.values()), kind)}")


def _name_choices(text: str, names: Sequence[str], kind: str) -> str:
    if not names:
        return f" There is no {kind} yet."
    if len(names) <= 4:
        return f" Use {join_words(names, 'or')}."
    by_beginning = {name.split()[0]: name for name in names} | {name: name for name in names}
    near_names = [by_beginning[match] for match in resembling(text, by_beginning)]
    if near_names:
        return f" Did you mean {join_words(dict.fromkeys(near_names), 'or')}?"
    if len(names) <= 12:
        return f" Use {join_words(sorted(names), 'or')}."
    return ""


def valid_person_name(text: str) -> str:
    """Return a person's name in stored form. Raise `ClubFault` if the name cannot be used in a record."""
    name = clean_name(clean_text(text, "a name"))
    if refusal := name_fault(name):
        raise ClubFault(refusal)
    return name


def valid_title(text: str, kind: str) -> str:
    """Return the name of a club, a season or the like (`kind`) in stored form.

    Raise `ClubFault` if it is empty, too long or not printable.
    """
    name = clean_name(clean_text(text, f"a {kind}'s name"))
    if not name:
        raise ClubFault(f"The {kind} has no name. Type one.")
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise ClubFault(f"{name[:20]!r}... cannot be a {kind}'s name. Use at most {LONGEST_NAME} printed characters.")
    return name


def clean_text(text: str, description: str) -> str:
    """Return a typed text in Unicode form NFC. Raise `ClubFault` for an unfit character, or a text that is too long.

    Stored texts are displayed, printed and read by other programs for years. `description` names the text in the fault.
    """
    if (position := first_unfit(text)) is not None:
        context = f" after {with_signs(text[max(0, position - 20) : position])!r}" if position else ""
        raise ClubFault(
            f"{description} cannot have {describe_unfit(text[position])}, its character {position + 1}{context}."
        )
    if len(text) > LONGEST_TEXT:
        raise ClubFault(f"{description} is {len(text)} characters long. Use at most {LONGEST_TEXT}.")
    return normalize("NFC", text)


def reason_needed(text: str, action: str) -> str:
    """Return a typed reason, cleaned. Raise `NeedsReason` about the `action` if it is blank."""
    if not text.strip():
        raise NeedsReason(action)
    return clean_text(text, "the reason").strip()


def seat_marks(players: int) -> tuple[str, ...]:
    """Return the marks for the seats in stored texts: ``@1`` for the first."""
    return tuple(f"@{seat}" for seat in range(1, players + 1))


def with_names(text: str, names: Sequence[str], roster: Mapping[int, str] = _NOBODY) -> str:
    """Return a stored text with names for its marks: ``@1`` for a seat, ``@#12`` for member 12 on the roster."""

    def name(mark: re.Match[str]) -> str:
        number = int(mark[2]) if len(mark[2]) < 19 else 0
        player_name = names[number - 1] if 0 < number <= len(names) else None
        member_name = roster.get(number) if mark[1] else player_name
        if member_name is None:
            return mark[0]
        if mark[3] and not _NUMBERED.fullmatch(member_name):
            member_name = member_name.split()[0]
        return member_name.lower() if mark[4] == "l" else member_name.upper() if mark[4] else member_name

    return with_signs(_MARK.sub(name, text))


def with_marks(text: str, names: Sequence[str], roster: Mapping[int, str] = _NOBODY) -> str:
    """Return a typed text in stored form, with marks for the names of players and of other members.

    Names are found in any case and spacing, and by first name if only one person has it. The mark keeps the case, and
    whether only the first name was typed, so that the text reads as before until the person is forgotten. A name typed
    without its accents will be shown with them.
    """
    marks = {_folded(name): _member(number) for number, name in roster.items()}
    marks.update((_folded(name), mark) for name, mark in zip(names, seat_marks(len(names)), strict=True))
    firsts: dict[str, set[str]] = {}
    for name, mark in marks.items():
        firsts.setdefault(name.split(" ")[0], set()).add(mark)
    # Those at the table come before the rest of the club: there "Ann" is the Ann who sits there.
    marks_by_name = {
        _folded(name).split(" ")[0]: mark for name, mark in zip(names, seat_marks(len(names)), strict=True)
    }
    for first, namesakes in firsts.items():
        same_first_name = [name for name in names if _folded(name).split(" ")[0] == first]
        if first not in marks and (len(namesakes) == 1 or len(same_first_name) == 1):
            marks[first] = f"{marks_by_name[first] if len(same_first_name) == 1 else next(iter(namesakes))}f"
    marks = {**_without_accents(marks), **marks}
    if not marks:
        return text

    def marked(match: re.Match[str]) -> str:
        matched_text = match[0]
        mark = marks.get(_folded(matched_text))
        if mark is None:
            return matched_text
        case = "l" if matched_text.islower() else "u" if matched_text.isupper() and len(matched_text) > 1 else ""
        return f"{mark}{case}"

    return _pattern(marks).sub(marked, text)


def spelled(names: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern that finds names in any case and spacing, hyphenated, or without accents."""
    folded_names = [name for name in map(_folded, names) if name]
    return _pattern({*folded_names, *map(fold_text, folded_names)}, r"[\W_]*")


def _without_accents(marks: Mapping[str, str]) -> dict[str, str]:
    """Return the marks by name without accents. Names that are ambiguous in that form are left out."""
    marks_by_name: dict[str, set[str]] = {}
    for name, mark in marks.items():
        marks_by_name.setdefault(fold_text(name), set()).add(mark)
    return {name: next(iter(keys)) for name, keys in marks_by_name.items() if len(keys) == 1}


def _pattern(names: Iterable[str], separator: str = r"\s+") -> re.Pattern[str]:
    longest_first = sorted(names, key=len, reverse=True)
    alternatives = "|".join(separator.join(map(re.escape, name.split(" "))) for name in longest_first)
    return re.compile(rf"(?<![^\W_])(?:{alternatives})(?![^\W_])" if alternatives else r"(?!)", re.IGNORECASE)


def _folded(name: str) -> str:
    return clean_name(name).casefold()


def signature(text: str, roster: Mapping[int, str]) -> str:
    """Return a signature in stored form: a member's mark, or the typed text if it identifies no member.

    A member is identified by a full name, or by a first name or a beginning that only one member has.
    """
    folded_name = clean_name(text).casefold()
    matching_numbers = [number for number, name in roster.items() if name.casefold() == folded_name]
    first = [number for number, name in roster.items() if name.casefold().split()[0] == folded_name]
    numbers = first or [
        number for number, name in roster.items() if folded_name and name.casefold().startswith(folded_name)
    ]
    if not (matching_numbers or numbers):
        matching_numbers = [number for number, name in roster.items() if fit(text, name) is Fit.SAME]
        numbers = [number for number, name in roster.items() if fit(text, name.split()[0]) is Fit.SAME]
    if matching_numbers or len(numbers) == 1:
        return _member((matching_numbers or numbers)[-1])
    return text


def signer(signature_text: str) -> int | None:
    """Return the number of the member who signed; None if the signer is no member."""
    mark = _MARK.fullmatch(signature_text)
    return int(mark[2]) if mark and mark[1] else None


def _member(number: int) -> str:
    return f"@#{number}"
