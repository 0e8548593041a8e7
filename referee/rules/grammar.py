"""The notation of one line: a name, a verb, and what the verb takes.

A game declares its verbs as patterns, ``NAME buys N [CARD]``. Reading, printing, completion and every message about
what was expected come from the same pattern. Words in capitals are slots; what stands in brackets may be left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from referee.cards import FRENCH, UNSEEN, Card, Pack, Unreadable, read_card, read_cards, write_cards
from referee.cards.words import listed
from referee.rules.seats import Seats
from referee.rules.spelling import nearest

LONGEST_NUMBER = 9


class Misread(ValueError):
    """Words that do not fit: where (`column`, from 1, and `width`), what was typed and what was expected."""

    def __init__(self, column: int, width: int, message: str) -> None:
        super().__init__(message)
        self.column = column
        self.width = max(1, width)


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a line and the column, from 1, that it begins in."""

    text: str
    column: int


@dataclass(slots=True)
class Names:
    """The players that a line may name, in order of seat; a record in progress may name new ones."""

    known: list[str]
    may_grow: bool = False

    def read(self, words: Words) -> int:
        """Read a name, or an unambiguous beginning of one in any case, and return its seat."""
        if words.at_end:
            raise words.ended("a player's name")
        for length in range(max(len(name.split()) for name in self.known) if self.known else 1, 0, -1):
            typed = " ".join(word.text.casefold() for word in words.ahead(length))
            same = [seat for seat, name in enumerate(self.known) if " ".join(name.casefold().split()) == typed]
            fits = same or [seat for seat, name in enumerate(self.known) if name.casefold().startswith(typed)]
            if len(fits) == 1 and typed.count(" ") == length - 1:
                words.skip(length)
                return fits[0]
        word = words.take("a player's name")
        if fits:
            choices = listed((self.known[seat] for seat in fits), "or")
            raise Misread(word.column, len(word.text), f"{word.text!r} could be {choices}; type more of the name")
        if not self.may_grow:
            expected = listed(self.known, "or")
            raise Misread(word.column, len(word.text), f"no player {word.text!r}; expected {expected}")
        if not word.text[0].isalpha():
            raise Misread(word.column, len(word.text), f"{word.text!r} is not a name; a line begins with who did it")
        self.known.append(word.text)
        return len(self.known) - 1


class Words:
    """The words of a line, read from left to right."""

    __slots__ = ("at", "line_end", "names", "pack", "words")

    def __init__(self, text: str, names: Names, pack: Pack = FRENCH) -> None:
        self.words = split_words(text)
        self.names = names
        self.pack = pack
        self.at = 0
        self.line_end = len(text.rstrip()) + 1

    @property
    def at_end(self) -> bool:
        """Whether every word has been read."""
        return self.at == len(self.words)

    def ahead(self, count: int) -> Sequence[Word]:
        """Return up to `count` words that come next, without reading them."""
        return self.words[self.at : self.at + count]

    def skip(self, count: int) -> None:
        """Pass over words already looked at."""
        self.at += count

    def take(self, expected: str) -> Word:
        """Read one word. Raises `Misread`, naming what was expected, when there is none."""
        if self.at_end:
            raise self.ended(expected)
        self.at += 1
        return self.words[self.at - 1]

    def ended(self, expected: str) -> Misread:
        """Return the fault that the line ends where something was expected."""
        return Misread(self.line_end, 1, f"the line ends here; expected {expected}")


@dataclass(frozen=True, slots=True)
class Slot:
    """A kind of word that a verb takes: how it is read, how it is printed, and `samples` of it for completion."""

    read: Callable[[Words], Any]
    write: Callable[[Any, Seats], str]
    samples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """A literal word (`slot` is None) or a slot of a pattern; `group` is 0 unless it may be left out."""

    text: str
    slot: Slot | None
    group: int


@dataclass(frozen=True, slots=True)
class Verb:
    """A pattern and the action that it makes: the action's fields in order are the pattern's slots."""

    pattern: str
    make: type
    parts: tuple[Part, ...] = field(repr=False)
    names: tuple[str, ...] = field(repr=False)

    @property
    def word(self) -> str:
        """The literal word that tells this verb from others: ``buys``."""
        return next(part.text for part in self.parts if part.slot is None)

    @property
    def takes(self) -> str:
        """The pattern without its subject: ``buys N [CARD]``."""
        return self.pattern.removeprefix("NAME ")

    def read(self, words: Words, line: int) -> Any:
        """Read a whole line as this verb. Raises `Misread`."""
        values: list[Any] = []
        group = 0
        for part in self.parts:
            if part.group != group:
                group = part.group
                if words.at_end:
                    break
            if part.slot is not None:
                values.append(part.slot.read(words))
            else:
                word = words.take(f"{part.text!r}")
                if word.text.casefold() != part.text:
                    message = f"expected {part.text!r}, not {word.text!r}"
                    raise Misread(word.column, len(word.text), message)
        if not words.at_end:
            left = words.take("")
            message = f"{left.text!r} is left over; expected only {self.pattern!r}"
            raise Misread(left.column, len(left.text), message)
        return self.make(**dict(zip(self.names, values, strict=False)), line=line)

    def write(self, act: Any, seats: Seats) -> str:
        """Print an action as a record's line, without the optional parts that it does not state."""
        values = iter([getattr(act, name) for name in self.names])
        defaults = {each.name: each.default for each in fields(act)}
        unstated = {name for name in self.names if getattr(act, name) == defaults[name]}
        slots = iter(self.names)
        stated = {part.group for part in self.parts if part.slot and next(slots) not in unstated}
        left_out = {part.group for part in self.parts if part.slot and part.group} - stated
        words = []
        for part in self.parts:
            value = next(values) if part.slot else None
            if part.group not in left_out:
                words.append(part.slot.write(value, seats) if part.slot else part.text)
        return " ".join(words)


def verb(pattern: str, make: type, slots: Mapping[str, Slot]) -> Verb:
    """Compile a pattern such as ``NAME pays NAME N``; `slots` adds the game's own to the common ones."""
    known = {**COMMON_SLOTS, **slots}
    parts = []
    group = depth = 0
    for token in pattern.replace("[", " [ ").replace("]", " ] ").split():
        if token == "[":
            group += 1
            depth = group
        elif token == "]":
            depth = 0
        else:
            slot = known[token] if token.isupper() else None
            parts.append(Part(token, slot, depth))
    names = tuple(each.name for each in fields(make) if each.name != "line")
    return Verb(pattern, make, tuple(parts), names[: sum(part.slot is not None for part in parts)])


def read_line(text: str, verbs: Sequence[Verb], names: Names, pack: Pack, line: int, game: str) -> Any:
    """Read one line of a record as one of a game's verbs and return the action. Raises `Misread`."""
    before = list(names.known)
    try:
        return _read_line(Words(text, names, pack), verbs, names, line, game)
    except Misread:
        names.known[:] = before  # a line that cannot be read seats nobody
        raise


def _read_line(words: Words, verbs: Sequence[Verb], names: Names, line: int, game: str) -> Any:
    first = words.take("a line such as " + _example(verbs))
    words.at = 0
    spoken = [each for each in verbs if each.parts[0].slot is None and each.word == first.text.casefold()]
    if not spoken:
        if not _is_name(first, names) and any(first.text.casefold() == each.word for each in verbs):
            raise Misread(first.column, len(first.text), f"who {first.text}? A line begins with a player's name")
        names.read(words)
        said = words.take("what the player did: " + _repertoire(verbs))
        spoken = [each for each in verbs if each.parts[0].slot and each.word == said.text.casefold()]
        if not spoken:
            message = f"no verb {said.text!r} in {game}; {_nearest(said.text, verbs)}"
            raise Misread(said.column, len(said.text), message)
    faults = []
    for each in spoken:
        words.at = 0
        try:
            return each.read(words, line)
        except Misread as fault:
            faults.append(fault)
    raise max(faults, key=lambda fault: fault.column)


def write_line(act: Any, verbs: Sequence[Verb], seats: Seats) -> str:
    """Print an action as a line of a record, in canonical form."""
    return next(each for each in verbs if each.make is type(act)).write(act, seats)


def split_words(text: str) -> list[Word]:
    """Split a line at blanks, keeping each word's column."""
    words = []
    column = 0
    for word in text.split():
        column = text.index(word, column)
        words.append(Word(word, column + 1))
        column += len(word)
    return words


def _is_name(word: Word, names: Names) -> bool:
    return any(name.casefold().startswith(word.text.casefold()) for name in names.known)


def _repertoire(verbs: Sequence[Verb]) -> str:
    return ", ".join(each.takes for each in verbs if each.parts[0].slot)


def _example(verbs: Sequence[Verb]) -> str:
    return repr("Ann " + next(each.takes for each in verbs if each.parts[0].slot))


def _nearest(said: str, verbs: Sequence[Verb]) -> str:
    near = nearest(said, [each.word for each in verbs])
    hint = f"did you mean {near!r}? " if near else ""
    return f"{hint}expected one of: {_repertoire(verbs)}"


def _read_number(words: Words) -> int:
    word = words.take("a number")
    if not word.text.isdecimal() or len(word.text) > LONGEST_NUMBER:
        raise Misread(word.column, len(word.text), f"{word.text!r} is not a whole number below a thousand million")
    return int(word.text)


def _read_one_card(words: Words) -> Card:
    word = words.take("a card, such as TH")
    try:
        return read_card(word.text, words.pack)
    except Unreadable as fault:
        raise _misread_card(word, fault) from None


def _read_many_cards(words: Words) -> tuple[Card, ...]:
    cards: list[Card] = []
    first = words.take("cards, such as TH 4S")
    words.at -= 1
    while not words.at_end:
        word = words.take("a card")
        try:
            fresh = read_cards(word.text, words.pack)
        except Unreadable as fault:
            raise _misread_card(word, fault) from None
        for card in fresh:
            cards.append(card)
            if card is not UNSEEN and Counter(cards)[card] > words.pack.copies[card]:
                message = f"{card} is named more often than {words.pack.name} has it"
                raise Misread(word.column, len(word.text), message)
    if not cards:
        raise Misread(first.column, len(first.text), "expected cards, such as TH 4S")
    return tuple(cards)


def _misread_card(word: Word, fault: Unreadable) -> Misread:
    return Misread(word.column + fault.offset, fault.width, f"{fault}; expected {fault.expected}")


COMMON_SLOTS: Mapping[str, Slot] = {
    "NAME": Slot(lambda words: words.names.read(words), lambda seat, seats: seats.name(seat)),
    "N": Slot(_read_number, lambda value, _: str(value)),
    "CARD": Slot(_read_one_card, lambda card, _: str(card)),
    "CARDS": Slot(_read_many_cards, lambda cards, _: write_cards(cards)),
}
