"""What a clause says of an action, and what the rulebook rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from referee.rules.clause import Clause


class Verdict(StrEnum):
    """Whether an action was allowed; `OPEN` when that turns on cards not yet shown."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    OPEN = "open"


class Action(Protocol):
    """One fact of the record: who did it, and on which line it stands (0 when it is on none)."""

    @property
    def seat(self) -> int:
        """Return who acted, -1 for nobody."""

    @property
    def line(self) -> int:
        """Return the line of the record."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A clause's word on one action: objection (illegal), doubt (open) or grounds (legal, and why)."""

    verdict: Verdict
    reason: str
    because: tuple[int, ...] = ()
    word: str = ""


def objection(reason: str, *because: Action | None) -> Answer:
    """Say that the action breaks the clause, citing the earlier acts that the reason rests on."""
    return Answer(Verdict.ILLEGAL, reason, lines_of(because))


def finding(reason: str, *because: Action | None) -> Answer:
    """Say that things cannot be so, without saying who is at fault: the cards were misdealt, or the record is wrong."""
    return Answer(Verdict.ILLEGAL, reason, lines_of(because), "finding")


def doubt(reason: str, *because: Action | None, word: str = "") -> Answer:
    """Say that it would turn on cards not yet shown whether the action breaks the clause.

    With the word "open" the action is a claim, which may be made in any case: only what comes of it is open.
    """
    return Answer(Verdict.OPEN, reason, lines_of(because), word)


def grounds(reason: str, *because: Action | None, word: str = "") -> Answer:
    """Say why the action obeys the clause."""
    return Answer(Verdict.LEGAL, reason, lines_of(because), word)


def lines_of(acts: Iterable[Action | None]) -> tuple[int, ...]:
    """Return the lines that acts stand on, in order, leaving out those that stand on none."""
    return tuple(sorted({act.line for act in acts if act is not None and act.line}))


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that would have been legal instead.

    `acts` are one or more actions that it stands for, each judged legal; `text` describes them as a record
    line would ("Ben plays any pair above the nines"), or is that line when there is only one.
    """

    text: str
    acts: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Ruling:
    """The answer to one action, with the clause that it rests on.

    `because` holds the numbers of the record's lines that decide it; `word` is what is printed in place of
    the verdict where a claim has a better one ("holds", "fails", "lapsed", "finding").
    """

    verdict: Verdict
    clause: Clause[Any]
    reason: str
    options: object
    because: tuple[int, ...] = ()
    alternatives: tuple[Offer, ...] = ()
    word: str = ""

    @property
    def rule(self) -> str:
        """The clause as printed for the options in force."""
        return self.clause.text(self.options)

    @property
    def says(self) -> str:
        """The one word that heads the ruling."""
        return self.word or self.verdict.value
