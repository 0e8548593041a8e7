"""A clause: the printed rule and its test, in one object."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Generic, TypeVar

from referee.cards.words import NUMBERS
from referee.rules.options import in_force, written

Says = TypeVar("Says")


@dataclass(frozen=True, slots=True, eq=False)
class Clause(Generic[Says]):
    """One numbered rule of a game.

    Calling it runs its test. `wording` is the docstring of that test; `reworded` holds what is printed
    instead under other options, keyed ``option=value`` (several joined by a blank must all hold). Both may name
    an option in braces, which prints its value. `source` is the text that it comes from, and
    `interpretation` the name of the reading chosen where that text is silent.
    """

    book: str
    id: str
    wording: str
    test: Callable[..., Says]
    acts: tuple[type, ...] = ()
    source: str = ""
    interpretation: str = ""
    reworded: Mapping[str, str] = field(default_factory=dict)

    def __call__(self, *asked: Any, **named: Any) -> Says:
        """Run the test."""
        return self.test(*asked, **named)

    @property
    def cite(self) -> str:
        """The clause as it is cited: ``big-two 4.5``."""
        return f"{self.book} {self.id}"

    def text(self, options: object) -> str:
        """Return the clause as printed for these options."""
        if "{" not in self.wording and not self.reworded:
            return self.wording
        texts = in_force(options)
        for when, text in self.reworded.items():
            if all(texts[name] == value for name, value in (case.split("=") for case in when.split())):
                return _fill(text, options)
        return _fill(self.wording, options)

    @property
    def origin(self) -> str:
        """Where the clause comes from, in words for the club; both where a source text leaves something open."""
        named = [("source text", self.source), ("interpretation", self.interpretation)]
        return ", ".join(f"{kind} {name}" for kind, name in named if name)


def docstring(function: Callable[..., object]) -> str:
    """Return a function's docstring as one paragraph."""
    return " ".join((inspect.cleandoc(function.__doc__ or "")).split())


def _values(options: object) -> dict[str, object]:
    return {each.name: getattr(options, each.name) for each in fields(options)}  # type: ignore[arg-type]


def _fill(text: str, options: object) -> str:
    if "{" not in text:
        return text
    return text.format_map({name: _worded(value) for name, value in _values(options).items()})


def _worded(value: object) -> str:
    """Print an option's value in a sentence: small counts as words."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(NUMBERS):
        return NUMBERS[value]
    return written(value)
