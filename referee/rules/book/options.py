"""The house rules of a game: a frozen dataclass with a field for each question to the club."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import field, fields
from functools import cache
from types import MappingProxyType
from typing import Any

from referee.cards.immutable import frozen
from referee.rules.notation.spelling import did_you_mean

_INTEGER = re.compile(r"-?[0-9]{1,9}")
# The first of equal options, so that lookups by identity succeed.
_CANONICAL: dict[Any, Any] = {}


class OptionFault(ValueError):
    """An unknown option or an invalid value. `typed` is the text at fault, and the message lists what was expected."""

    def __init__(self, text: str, message: str) -> None:
        super().__init__(message)
        self.typed = text


@frozen
class OptionDefinition:
    """One option of a game: its name, question to the club, default and valid values."""

    name: str
    default: Any
    values: tuple[Any, ...]
    question: str
    minimum: int | None = None
    labels: tuple[tuple[Any, str], ...] = ()

    def label(self, answer: Any) -> str:
        """Return a value in words, such as ``yes`` for true."""
        for value, words in self.labels:
            if value == answer:
                return words
        if isinstance(answer, bool):
            return "yes" if answer else "no"
        return str(answer).replace("_", " ")

    @property
    def expected(self) -> str:
        """The valid values in words."""
        if self.values:
            return " or ".join(option_text(value) for value in self.values)
        return "a whole number" if self.minimum is None else f"a whole number from {self.minimum}"


def option(
    default: Any = None,
    *others: Any,
    question: str,
    minimum: int | None = None,
    labels: Mapping[Any, str] | None = None,
) -> Any:
    """Declare an option of a game: its default, then the `others` that are valid.

    `question` is what the club is asked. `labels` maps values to answers in words, if these are not yes, no or a
    number. Without a default its keys are the values, and the first is the default. A number with a `minimum` and no
    `labels` accepts any value from there up. The clauses that an option changes name it (`Rulebook.clauses_naming`).
    """
    in_words = labels or {}
    if isinstance(default, bool):
        others = (not default,)
    values = () if minimum is not None and not others else (default, *others)
    if default is None:
        values = tuple(in_words)
    details = {"values": values, "question": question, "minimum": minimum, "labels": tuple(in_words.items())}
    return field(default=values[0] if default is None else default, metadata=details)


@cache
def option_definitions(options: type) -> tuple[OptionDefinition, ...]:
    """Return the options of a game in order."""
    return tuple(
        OptionDefinition(name=definition.name, default=definition.default, **definition.metadata)
        for definition in fields(options)
    )


def read_options(options: type, texts: Iterable[str]) -> Any:
    """Return options parsed from texts such as ``royal=none``. Equal options are the same object.

    Raise `OptionFault` for an unknown name or an invalid value.
    """
    definitions = {definition.name: definition for definition in option_definitions(options)}
    values: dict[str, Any] = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals:
            raise OptionFault(text, f"{text!r} is not NAME=VALUE. Use one such as {_example(definitions)}")
        name = name.replace("-", "_")
        if name not in definitions:
            hint = did_you_mean(name, definitions) if definitions else "The game has no options"
            raise OptionFault(name, f"no option {name!r}. {hint}")
        values[name] = _read_value(definitions[name], value)
    result = options(**values)
    return _CANONICAL.setdefault(result, result)


def options_from(options: type, texts: Mapping[str, str]) -> Any:
    """Return options parsed from texts by name, the form that `option_values` and `changed_options` return.

    Raise `OptionFault` for an unknown name or an invalid value.
    """
    return read_options(options, write_each_option(texts))


def write_options(options: object) -> str:
    """Return the options that differ from their defaults, as a record's header lists them."""
    return ", ".join(write_each_option(changed_options(options)))


def option_values(options: object) -> dict[str, str]:
    """Return the text of every option by name."""
    return {definition.name: option_text(getattr(options, definition.name)) for definition in fields(options)}  # type: ignore[arg-type]


def changed_options(options: object) -> Mapping[str, str]:
    """Return the text of each option that differs from its default, by name."""
    defaults = option_values(type(options)())
    return MappingProxyType({name: text for name, text in option_values(options).items() if text != defaults[name]})


def write_each_option(texts: Mapping[str, object]) -> list[str]:
    """Return each option as an officer types it, such as ``royal=none``."""
    return [f"{name}={text}" for name, text in texts.items()]


def option_text(value: object) -> str:
    """Return an option's value as an officer types it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _read_value(choice: OptionDefinition, value: str) -> Any:
    folded = value.casefold()
    if isinstance(choice.default, bool):
        folded = {"yes": "true", "no": "false", "on": "true", "off": "false"}.get(folded, folded)
    for valid_value in choice.values:
        if option_text(valid_value).casefold() == folded:
            return valid_value
    if not choice.values and _INTEGER.fullmatch(value) and (choice.minimum is None or int(value) >= choice.minimum):
        return int(value)
    raise OptionFault(value, f"{choice.name} cannot be {value!r}. Use {choice.expected}")


def _example(definitions: Mapping[str, OptionDefinition]) -> str:
    return next((f"{name}={option_text(definition.default)}" for name, definition in definitions.items()), "royal=none")
