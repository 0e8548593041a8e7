"""Patterns of the lines that can be recorded, such as ``NAME buys N [CARD]``, each with its act type.

Words in capitals are slots, and brackets mark optional parts. Reading, printing and messages about expected words use
the same patterns.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, field, fields
from typing import Any

from referee.cards import write_cards
from referee.cards.immutable import frozen, replace
from referee.rules.notation.actions import Claim, Deal, NonMove, Statement
from referee.rules.notation.courtesies import is_courtesy
from referee.rules.notation.lexicon import plain_number
from referee.rules.notation.line_words import AmbiguousLine, WordReader
from referee.rules.notation.seats import Seats
from referee.rules.notation.slots import read_many_cards, read_number, read_one_card


@frozen
class Slot:
    """A slot of a pattern: the functions that read and print its value, and `samples` for completion.

    For a value of several words, `follows` returns the possible next words, or none if the value is complete.
    `separator` stands between groups of cards.
    """

    read: Callable[[WordReader], Any]
    write: Callable[[Any, Seats], str]
    samples: tuple[str, ...] = ()
    follows: Callable[[Sequence[str]], tuple[str, ...]] | None = None
    separator: str = ""


@frozen
class PatternPart:
    """A literal word (`slot` is None) or a slot of a pattern. `group` is 0 unless the part is optional.

    For an optional group that begins with a slot, `next_word` is the word after the group: ``with`` in ``barters [CARD]
    with NAME``.
    """

    text: str
    slot: Slot | None
    group: int
    next_word: str = ""

    @property
    def sample(self) -> str:
        """A sample word for this part; empty if there is none."""
        return self.text if self.slot is None else next(iter(self.slot.samples), "")


@frozen
class Verb:
    """A pattern with its type of act. The fields of the act, in order, are the slots of the pattern."""

    pattern: str
    act_type: type
    parts: tuple[PatternPart, ...] = field(repr=False)
    field_names: tuple[str, ...] = field(repr=False)
    parts_after_name: tuple[PatternPart, ...] = field(repr=False)

    @property
    def word(self) -> str:
        """The first literal word, which identifies the verb: ``buys``."""
        return next(part.text for part in self.parts if part.slot is None)

    @property
    def predicate(self) -> str:
        """The pattern without its subject: ``buys N [CARD]``."""
        return self.pattern.removeprefix("NAME ")

    @property
    def has_subject(self) -> bool:
        """Whether the pattern begins with a player's name."""
        return self.parts[0].text == "NAME"

    @property
    def is_optional(self) -> bool:
        """Whether a line may omit the verb and begin with its arguments.

        This is impossible before a name, and before a number alone.
        """
        labels = {part.text for part in self.parts[2:] if part.slot is not None and self.parts[2].slot is not None}
        return bool(labels) and not labels & {"NAME", "N"} and not issubclass(self.act_type, (NonMove, Deal))

    def read(self, words: WordReader, line: int, subject: int | None = None) -> Any:
        """Return the act of a line. With a `subject`, the line has been read up to the verb.

        Raise `UnreadableLine` if the words do not match the pattern.
        """
        values: dict[str, Any] = {"line": line} if self.field_names[:1] == ("seat",) else {"seat": -1, "line": line}
        group = filled_count = left_out = 0
        parts = self.parts
        if subject is not None:
            values[self.field_names[0]], filled_count, parts = subject, 1, self.parts_after_name
        for part in parts:
            if part.group != group:
                group = part.group
                if group and (words.at_end or words.is_next(part.next_word)):
                    left_out = group
            if group and group == left_out:
                filled_count += part.slot is not None
            elif part.slot is not None:
                values[self.field_names[filled_count]] = part.slot.read(words)
                filled_count += 1
            elif (word := words.take(repr(part.text))).casefold() != part.text:
                if part.text == "to" and plain_number(word).isdecimal() and words.is_next("to"):
                    words.replace(words.index - 1, 2, ["to"])  # the difference before the total
                    continue
                if part.text == "to" and plain_number(word).isdecimal():
                    question = f"to {word}, or by {word}? Write '{self.word} to {word}' or '{self.word} by {word}'"
                    raise AmbiguousLine(words.column(words.index - 1), len(word), question)
                if part.text == "to" and word.casefold() == "by":
                    amount = " ".join(words.ahead(1)) or "N"
                    raise words.fault(f"by {amount} from what? Write the total: {self.predicate!r}")
                raise words.fault(f"{word!r} does not fit here. Use {part.text!r}")
        if not words.at_end and is_courtesy(
            words.texts[words.index :], may_name_hand=issubclass(self.act_type, Statement | Claim)
        ):
            words.skip(len(words.texts) - words.index)
            words.mark_reworded()
        if not words.at_end:
            raise words.fault(f"{words.take('')!r} is left over. Use only {self.pattern!r}")
        return self.act_type(**values)

    def read_rest(self, words: WordReader, line: int, subject: int) -> Any:
        """Return the act of a line without its verb, read after its subject. Raise `UnreadableLine` if the words do not
        match.
        """
        bare = replace(self, parts_after_name=self.parts_after_name[1:])
        return bare.read(words, line, subject)

    def write(self, act: Any, seats: Seats) -> str:
        """Return an act as a line of a record. Optional parts without a value are left out."""
        values = iter([getattr(act, name) for name in self.field_names])
        defaults = {act_field.name: act_field.default for act_field in fields(act)}
        unstated = {name for name in self.field_names if getattr(act, name) == defaults[name]}
        slots = iter(self.field_names)
        stated_groups = {part.group for part in self.parts if part.slot and next(slots) not in unstated}
        left_out = {part.group for part in self.parts if part.slot and part.group} - stated_groups
        words = []
        for part in self.parts:
            value = next(values) if part.slot else None
            if part.group not in left_out:
                words.append(part.slot.write(value, seats) if part.slot else part.text)
        return " ".join(words)


def compile_pattern(pattern: str, act_type: type, slots: Mapping[str, Slot]) -> Verb:
    """Return the verb compiled from a pattern such as ``NAME pays NAME N``. `slots` are the game's own slots."""
    all_slots = {**COMMON_SLOTS, **slots}
    parts = []
    group = depth = 0
    tokens = pattern.replace("[", " [ ").replace("]", " ] ").split()
    for index, token in enumerate(tokens):
        if token == "[":
            group += 1
            depth = group
        elif token == "]":
            depth = 0
        else:
            slot = all_slots[token] if token.isupper() else None
            next_word = next((word for word in tokens[index + 1 :] if word not in "[]"), "")
            if slot is COMMON_SLOTS["CARDS"] and next_word:
                slot = cards_before(next_word)
            parts.append(PatternPart(token, slot, depth))
    parts = [_with_next_word(parts, index) for index in range(len(parts))]
    act_fields = [act_field for act_field in fields(act_type) if not act_field.kw_only]
    if not any(part.text == "NAME" for part in parts) and act_fields[0].name == "seat":
        act_fields = act_fields[1:]  # the act is nobody's
    slot_count = sum(part.slot is not None for part in parts)
    required_fields = [act_field.name for act_field in act_fields[slot_count:] if act_field.default is MISSING]
    if len(act_fields) < slot_count or required_fields:
        raise TypeError(f"{act_type.__name__} does not have the fields that {pattern!r} records")
    return Verb(
        pattern,
        act_type,
        tuple(parts),
        tuple(act_field.name for act_field in act_fields[:slot_count]),
        tuple(parts[1:]),
    )


def _with_next_word(parts: Sequence[PatternPart], index: int) -> PatternPart:
    """Return a part of a pattern. The first part of an optional group also gets the word after the group."""
    part = parts[index]
    begins = part.group and (not index or parts[index - 1].group != part.group)
    following = next((later_part for later_part in parts[index:] if later_part.group != part.group), None)
    return replace(part, next_word=following.text) if begins and following and not following.slot else part


def cards_before(next_word: str) -> Slot:
    """Return a slot for cards followed by the word `next_word`, as in ``NAME trades CARDS for CARDS``."""
    return Slot(lambda words: read_many_cards(words, next_word), COMMON_SLOTS["CARDS"].write)


COMMON_SLOTS: Mapping[str, Slot] = {
    "NAME": Slot(lambda words: words.names.read(words), lambda seat, seats: seats.name(seat)),
    "N": Slot(read_number, lambda value, _: str(value)),
    "CARD": Slot(read_one_card, lambda card, _: str(card)),
    "CARDS": Slot(read_many_cards, lambda cards, _: write_cards(cards)),
}
