"""The steps that part a tie in the standings, and how each of them is told."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final, TypeAlias

from referee.cards.words import listed
from referee.store.faults import ClubFault

Mark: TypeAlias = int | Fraction | str
"""What a step compares: a number of matches, a mean table strength, or a lot. The greater is ahead."""


class Step(StrEnum):
    """The steps that part a tie, in the order in which they are taken unless a season was begun with another."""

    WINS = "wins"
    SECONDS = "seconds"
    HEAD_TO_HEAD = "head-to-head"
    STRENGTH = "mean table strength"
    LOT = "lot"

    @property
    def rule(self) -> str:
        """The step as it is printed below the table."""
        return _RULES[self]

    @property
    def typed(self) -> str:
        """The step as it is typed and kept: one word."""
        return "strength" if self is Step.STRENGTH else self.value


USUAL: Final = tuple(Step)
"""The order of the steps where a season settles no other."""


def steps_of(typed: str) -> tuple[Step, ...]:
    """Return the steps that are typed as ``wins,head-to-head,lot``; nothing typed means the usual ones.

    A step that is not named is not taken. The lot comes last, typed or not: nothing else parts everybody. Raises
    `ClubFault`.
    """
    known = {step.typed: step for step in Step}
    words = [word.strip().casefold() for word in typed.split(",") if word.strip()]
    for word in words:
        if word not in known:
            raise ClubFault(f"unknown tie-break {word!r}: expected {listed(known, 'or')}, divided by commas.")
        if words.count(word) > 1:
            raise ClubFault(f"The tie-break {word} stands twice in {typed!r}; expected each once.")
    if Step.LOT in words[:-1]:
        raise ClubFault(f"The lot parts everybody, and so comes last; nothing can follow it in {typed!r}.")
    if not words:
        return USUAL
    return (*(known[word] for word in words if word != Step.LOT), Step.LOT)


def as_typed(steps: tuple[Step, ...]) -> str:
    """Return steps as they are typed and shown."""
    return ",".join(step.typed for step in steps)


_RULES = {
    Step.WINS: "More matches won. A first place that is shared is not a win.",
    Step.SECONDS: "More second places. A second place that is shared does not count.",
    Step.HEAD_TO_HEAD: "If exactly two are still level: who came before the other in more of their matches together.",
    Step.STRENGTH: (
        "Stronger tables met. A player's strength is the season score divided by the sessions counted in it; a "
        "table's is the mean of the opponents' strengths, guests among them; and the mean of those of all matches "
        "played is compared."
    ),
    Step.LOT: "The higher lot: the SHA-256 of the season's seed, a blank and the member's number.",
}


@dataclass(frozen=True, slots=True)
class TieBreak:
    """How a tie with the neighbour above or below was parted: by which step, and at what marks."""

    step: Step
    neighbour: int
    name: str
    ahead: bool
    own: Mark
    theirs: Mark

    def __str__(self) -> str:
        side = "Ahead of" if self.ahead else "Behind"
        own, theirs = _in_figures(self.own, self.theirs)
        return f"{side} {self.name} by {self.step}: {own} to {theirs}."


def _in_figures(own: Mark, theirs: Mark) -> tuple[str, str]:
    """Print two marks no longer than it takes to tell them apart."""
    if isinstance(own, str):
        return own[:8], str(theirs)[:8]
    if isinstance(own, int):
        return str(own), str(theirs)
    rounded = f"{float(own):.4f}", f"{float(theirs):.4f}"
    return rounded if rounded[0] != rounded[1] else (str(own), str(theirs))
