"""Clauses, each a printed rule with its test; and chapters of clauses that several games share."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Final, Generic, TypeVar

from referee.cards.immutable import frozen
from referee.cards.words import NUMBERS, quantity
from referee.rules.book.options import option_text, option_values

Result = TypeVar("Result")

NO_VARIANTS: Final[Mapping[str, str]] = {}
_CASE = r"[a-z]\w*!?=[^\s:]+"
_NUMBERED: Final = re.compile(r"^\s*(\d+\.\d+): *", re.MULTILINE)
_VARIANT: Final = re.compile(rf"^\s*({_CASE}(?: {_CASE})*): ", re.MULTILINE)


@dataclass(frozen=True, slots=True, eq=False)
class Clause(Generic[Result]):
    """One numbered rule of a game. Calling it runs its test.

    `wording` is the docstring of the test. `variants` are printed instead under other options; the first whose
    condition holds is printed. A condition is ``option=value``, or ``option=value|value`` for either; several, joined
    by blanks, must all hold. `split_variants` reads both from one text, which may name an option in braces: that prints
    its value, or a number of things, as ``{ante:chip}`` prints ``1 chip`` or ``25 chips``.

    With the condition `only`, the clause is in force, asked and printed under those options alone. `after` is the
    clause after which it is asked, if that is not the one printed before it. `source` is the text that it comes from,
    and `interpretation` the name of the reading chosen where that text is silent. `overrules` is a sentence on what the
    text says, where the club has overruled it. A clause that is `scorer_only`, always or under a condition, is printed
    on the scorer's sheet and not in the rulebook. An act that breaks a clause with `never_stands` is void, whatever
    comes after it.
    """

    PLAIN: ClassVar = "id"
    book: str
    id: str
    wording: str
    test: Callable[..., Result]
    acts: tuple[type, ...] = ()
    source: str = ""
    interpretation: str = ""
    variants: Mapping[str, str] = field(default_factory=dict)
    only: str = ""
    after: str = ""
    never_stands: bool = False
    overrules: str = ""
    scorer_only: bool | str = False
    _printed: list[tuple[object, str]] = field(default_factory=list, init=False, repr=False)
    _under: dict[object, str] = field(default_factory=dict, init=False, repr=False)

    def __call__(self, *args: Any, **keywords: Any) -> Result:
        """Run the test of the clause."""
        return self.test(*args, **keywords)

    @property
    def citation(self) -> str:
        """The clause as it is cited: ``big-two 4.5``."""
        return f"{self.book} {self.id}"

    @property
    def is_note(self) -> bool:
        """Whether the clause has no test, because no record can show a breach of it."""
        return self.test is no_test

    def applies_under(self, options: object) -> bool:
        """Tell whether the clause is in force under these house rules."""
        return not self.only or condition_holds(self.only, options)

    def is_scorer_only(self, options: object) -> bool:
        """Tell whether the clause is printed only on the scorer's sheet under these house rules."""
        return self.scorer_only is True or (bool(self.scorer_only) and condition_holds(str(self.scorer_only), options))

    def text(self, options: object) -> str:
        """Return the text of the clause under these house rules; empty if the clause is not in force."""
        # The options of a record are one object from its first line to its last.
        if not self._printed or self._printed[0][0] is not options:
            if options not in self._under:
                self._under[options] = self._fill_text(options)
            self._printed[:] = [(options, self._under[options])]
        return self._printed[0][1]

    def _fill_text(self, options: object) -> str:
        if not self.applies_under(options):
            return ""
        text = next(
            (variant for condition, variant in self.variants.items() if condition_holds(condition, options)),
            self.wording,
        )
        return fill_options(text, options)

    @property
    def named_options(self) -> frozenset[str]:
        """The options that change the text of the clause or switch it on and off."""
        names = {case.split("=")[0] for condition in (*self.variants, self.only) for case in condition.split()}
        texts = (self.wording, *self.variants.values())
        return frozenset(names | {option for text in texts for option in re.findall(r"{(\w+)", text)})

    @property
    def origin(self) -> str:
        """The source and the interpretation of the clause, as printed for a club."""
        origins = [("source text", self.source), ("interpretation", self.interpretation)]
        return ", ".join(f"{kind} {name}" for kind, name in origins if name)


@frozen
class ChapterClause:
    """A clause of a chapter, before a book includes it."""

    id: str
    test: Callable[..., Any]
    acts: tuple[type, ...]
    printed: Mapping[str, Any]


@dataclass(slots=True, eq=False)
class Chapter:
    """Clauses that several games share, each with a number that a book may change (`Rulebook.include`).

    Their tests need tables with the fields that they read. `page` names the page on which the chapter is printed once
    for all of these games; it is empty if there is none.
    """

    title: str
    page: str = ""
    clauses: list[ChapterClause] = field(default_factory=list, repr=False)

    def clause(
        self, number: str, *acts: type, **printed: Any
    ) -> Callable[[Callable[..., Result]], Callable[..., Result]]:
        """Return a decorator that registers a clause. Unless the book rewords it, the clause is printed unchanged."""

        def register(test: Callable[..., Result]) -> Callable[..., Result]:
            self.clauses.append(ChapterClause(number, test, acts, printed))
            return test

        return register

    def note(self, number: str, wording: str, **printed: Any) -> None:
        """Register a rule that has no test, because no record can show a breach of it."""
        self.clauses.append(ChapterClause(number, no_test, (), {**printed, "wording": wording}))


def no_test(*_: object) -> None:
    """Return None: the test of a rule whose breach no record can show."""


def docstring(function: Callable[..., object]) -> str:
    """Return a function's docstring, which `split_variants` reads."""
    return function.__doc__ or ""


def split_variants(text: str, variants: Mapping[str, str] = NO_VARIANTS) -> tuple[str, Mapping[str, str]]:
    """Return a text without its variants, and its variants by condition.

    A line starting with a condition opens a variant, such as ``royal=none: No royal flush.`` Without such a line,
    `variants` is returned unchanged.
    """
    if "=" not in text:
        return " ".join(text.split()), variants
    parts = _VARIANT.split(text)
    variants_found = {
        condition: " ".join(variant.split()) for condition, variant in zip(parts[1::2], parts[2::2], strict=True)
    }
    return " ".join(parts[0].split()), variants_found or variants


def split_numbers(text: str) -> Mapping[str, str]:
    """Return texts by clause number, given lines that begin with a number: ``4.2: No ante.``"""
    parts = _NUMBERED.split(text)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def condition_holds(condition: str, options: object) -> bool:
    """Tell whether options meet a condition: ``option=value``, ``a=b|c`` for either, or ``option!=value``.

    Several conditions, joined by blanks, must all hold.
    """
    texts = option_values(options)
    cases = (case.split("=") for case in condition.split())
    return all((texts[name.rstrip("!")] in values.split("|")) is not name.endswith("!") for name, values in cases)


def fill_options(text: str, options: object) -> str:
    """Return a text in which every ``{option}`` is replaced by its value."""
    if "{" not in text:
        return text
    values = {field.name: getattr(options, field.name) for field in fields(options)}  # type: ignore[arg-type]
    return text.format_map({name: _OptionInText(value) for name, value in values.items()})


@frozen
class _OptionInText:
    """The value of an option, formatted for a sentence."""

    value: object

    def __format__(self, thing: str) -> str:
        """Format the value. With a noun, format a count of that noun: ``1 chip``, ``25 chips``."""
        return quantity(self.value, thing) if thing and isinstance(self.value, int) else _option_in_text(self.value)


def _option_in_text(value: object) -> str:
    """Format the value of an option for a sentence; small numbers become words."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(NUMBERS):
        return NUMBERS[value]
    return option_text(value)
