"""The patterns of the lines that can be recorded: ``NAME buys N [CARD]``, with the act that each makes.

Words in capitals are slots; what stands in brackets may be left out. Reading a line, printing an act and saying what
was expected come from the same pattern.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, field, fields
from typing import Any

from referee.cards import write_cards
from referee.rules.immutable import frozen, replace
from referee.rules.notation.actions import Claim, Deal, NonMove, Statement
from referee.rules.notation.courtesies import is_courtesy
from referee.rules.notation.lexicon import plain_number
from referee.rules.notation.line_words import AmbiguousLine, WordReader
from referee.rules.notation.seats import Seats
from referee.rules.notation.slots import read_many_cards, read_number, read_one_card


@frozen
class Slot:
    """A slot of a pattern: how its value is read and printed, and `samples` for completion.

    If a value has several words, `follows` returns those that may come after some of them, none if they are complete.
    Cards in groups have a `separator` between the groups.
    """

    read: Callable[[WordReader], Any]
    write: Callable[[Any, Seats], str]
    samples: tuple[str, ...] = ()
    follows: Callable[[Sequence[str]], tuple[str, ...]] | None = None
    separator: str = ""


@frozen
class PatternPart:
    """A literal word (`slot` is None) or a slot of a pattern; `group` is 0 unless it may be left out.

    `next_word` is the word that comes if a group that begins with a slot is left out: ``with`` in ``barters [CARD] with
    NAME``.
    """

    text: str
    slot: Slot | None
    group: int
    next_word: str = ""

    @property
    def sample(self) -> str:
        """A sample word for this part, or nothing."""
        return self.text if self.slot is None else next(iter(self.slot.samples), "")


@frozen
class Verb:
    """A pattern and its type of act; the act's fields, in order, are the slots of the pattern."""

    pattern: str
    act_type: type
    parts: tuple[PatternPart, ...] = field(repr=False)
    field_names: tuple[str, ...] = field(repr=False)
    parts_after_name: tuple[PatternPart, ...] = field(repr=False)

    @property
    def word(self) -> str:
        """The literal word that tells this verb from others: ``buys``."""
        return next(part.text for part in self.parts if part.slot is None)

    @property
    def predicate(self) -> str:
        """The pattern without its subject: ``buys N [CARD]``."""
        return self.pattern.removeprefix("NAME ")

    @property
    def has_subject(self) -> bool:
        """Whether the line begins with a player's name."""
        return self.parts[0].text == "NAME"

    @property
    def is_optional(self) -> bool:
        """Whether the verb may be left out before its arguments. It may not before a name, or before a number alone."""
        labels = {part.text for part in self.parts[2:] if part.slot is not None and self.parts[2].slot is not None}
        return bool(labels) and not labels & {"NAME", "N"} and not issubclass(self.act_type, (NonMove, Deal))

    def read(self, words: WordReader, line: int, subject: int | None = None) -> Any:
        """Read a whole line as this verb, or the rest of one whose subject has been read. Raises `UnreadableLine`."""
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
        """Read a line without its verb: what comes after the subject and one word. Raises `UnreadableLine`."""
        bare = replace(self, parts_after_name=self.parts_after_name[1:])
        return bare.read(words, line, subject)

    def write(self, act: Any, seats: Seats) -> str:
        """Return an act as a line of a record, without the optional parts that it does not state."""
        values = iter([getattr(act, name) for name in self.field_names])
        defaults = {act_field.name: act_field.default for act_field in fields(act)}
        unstated = {name for name in self.field_names if getattr(act, name) == defaults[name]}
        slots = iter(self.field_names)
        stated = {part.group for part in self.parts if part.slot and next(slots) not in unstated}
        left_out = {part.group for part in self.parts if part.slot and part.group} - stated
        words = []
        for part in self.parts:
            value = next(values) if part.slot else None
            if part.group not in left_out:
                words.append(part.slot.write(value, seats) if part.slot else part.text)
        return " ".join(words)


def compile_pattern(pattern: str, act_type: type, slots: Mapping[str, Slot]) -> Verb:
    """Compile a pattern such as ``NAME pays NAME N``; `slots` adds the game's own to the common ones."""
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
    needed = [act_field.name for act_field in act_fields[slot_count:] if act_field.default is MISSING]
    if len(act_fields) < slot_count or needed:
        raise TypeError(f"{act_type.__name__} does not have the fields that {pattern!r} records")
    return Verb(
        pattern,
        act_type,
        tuple(parts),
        tuple(act_field.name for act_field in act_fields[:slot_count]),
        tuple(parts[1:]),
    )


def _with_next_word(parts: Sequence[PatternPart], index: int) -> PatternPart:
    """Return a part; if it begins a group, with the word that comes when the group is left out."""
    part = parts[index]
    begins = part.group and (not index or parts[index - 1].group != part.group)
    following = next((later_part for later_part in parts[index:] if later_part.group != part.group), None)
    return replace(part, next_word=following.text) if begins and following and not following.slot else part


def cards_before(next_word: str) -> Slot:
    """Return a slot for cards that end before the word `next_word`, as in ``NAME trades CARDS for CARDS``."""
    return Slot(lambda words: read_many_cards(words, next_word), COMMON_SLOTS["CARDS"].write)


COMMON_SLOTS: Mapping[str, Slot] = {
    "NAME": Slot(lambda words: words.names.read(words), lambda seat, seats: seats.name(seat)),
    "N": Slot(read_number, lambda value, _: str(value)),
    "CARD": Slot(read_one_card, lambda card, _: str(card)),
    "CARDS": Slot(read_many_cards, lambda cards, _: write_cards(cards)),
}
