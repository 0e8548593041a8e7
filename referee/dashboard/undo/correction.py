"""Correct the past: ask for a reason, show the impact, and change it once confirmed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from referee.club.corrections import corrections
from referee.club.corrections.impact import dry_run
from referee.club.corrections.impact_words import describe_impact
from referee.club.folder import Club
from referee.club.undoing import affairs
from referee.club.undoing.undoable import Undoable
from referee.dashboard.deeds.deed import Answers, Deed, Effect, Parameter, reason

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Corrected(Generic[Answer]):
    """What came of a correction, and what was corrected, as a sentence."""

    came: Answer
    what: str


def correction(
    id: str,
    table: int,
    asks: tuple[Parameter, ...],
    what: Callable[[Answers], str],
    do: Callable[[Club, Answers], Answer],
    *,
    undo: Callable[[Club, Answer], Undoable] | None = None,
) -> Deed[Corrected[Answer]]:
    """Return the deed that puts a table right: asked is who may, then what, then why; and the effect is shown."""

    def correct(club: Club, answers: Answers) -> Corrected[Answer]:
        return Corrected(do(club, answers), what(answers))

    def back(club: Club, done: Corrected[Answer]) -> Undoable:
        return undo(club, done.came) if undo else affairs.corrected(done.what)

    why = reason(what, "misread", "typed wrongly", example="his slip says spades")
    may = partial(corrections.refuse_unless_may_correct, table=table)
    return Deed(id, correct, (*asks, why), impact(what, do, "change it"), undo=back, may=may)


def impact(
    what: Callable[[Answers], str], do: Callable[[Club, Answers], object], agree: str
) -> Callable[[Club, Answers], Effect]:
    """Return what shows of a deed, said in a sentence, what it would change at the tables and in the standings."""

    def effect(club: Club, answers: Answers) -> Effect:
        return Effect(what(answers), agree, list(describe_impact(dry_run(club, lambda one: do(one, answers)))))

    return effect
