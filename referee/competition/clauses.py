"""A rulebook as printed text, filled in for a season or a tournament.

These clauses are texts with a number and a source. The clauses of a game, which judge what is played, are
`referee.rules.Clause`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from referee.competition.ties import TieStep

HOUSE: Final = "house"
"""The source of a clause that is the club's own decision."""

Of = TypeVar("Of")
"""The settings that a rulebook is filled in for."""


def _always(_: Any) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class BookClause:
    """A clause: its number, text and source, and `when` it is in force.

    Names in braces such as ``{rounds}``, in text and source, are values of the settings. ``{among}`` says whose tie a
    tie-break decides.
    """

    id: str
    text: str
    source: str = HOUSE
    when: Callable[[Any], bool] = _always

    @property
    def chapter(self) -> str:
        """The number of its chapter."""
        return self.id.partition(".")[0]


@dataclass(frozen=True, slots=True)
class ClauseText:
    """A clause with the settings' values filled in, in force or not."""

    id: str
    text: str
    source: str
    in_force: bool = True


@dataclass(frozen=True, slots=True)
class Book(Generic[Of]):
    """A rulebook: the titles of its chapters by number, and its clauses in order.

    `steps` are the tie-breaks by clause number, `taken` returns those in use, in order, and `tied` says whose tie the
    first one decides. `settled` returns the values for the names in braces.
    """

    title: str
    titles: Mapping[str, str]
    clauses: Sequence[BookClause]
    steps: Mapping[str, TieStep]
    tied: str
    taken: Callable[[Of], Sequence[TieStep]]
    settled: Callable[[Of], Mapping[str, object]]

    def ids(self) -> list[str]:
        """Return the numbers of all clauses."""
        return [clause.id for clause in self.clauses]

    def chapters(self, of: Of) -> Iterator[tuple[str, str, tuple[ClauseText, ...]]]:
        """Yield the number, title and clauses in force of each chapter that has any."""
        settled, tie_steps = self.settled(of), self.taken(of)
        for chapter, title in self.titles.items():
            clauses = self._in_order([clause for clause in self.clauses if clause.chapter == chapter], tie_steps)
            clause_texts = (self._text(clause, of, settled, tie_steps) for clause in clauses)
            if texts := tuple(text for text in clause_texts if text.in_force):
                yield chapter, title, texts

    def text_of(self, id: str, of: Of) -> ClauseText:
        """Return a clause by number, in force or not. Raises `KeyError` for an unknown number."""
        book_clause = {clause.id: clause for clause in self.clauses}[id]
        return self._text(book_clause, of, self.settled(of), self.taken(of))

    def rule(self, step: TieStep, of: Of) -> ClauseText:
        """Return the clause in force for a tie-break. Raises `StopIteration` if the tie-break is not used."""
        return next(
            text for id, tie_step in self.steps.items() if tie_step is step and (text := self.text_of(id, of)).in_force
        )

    def _in_order(self, clauses: Sequence[BookClause], tie_steps: Sequence[TieStep]) -> Iterator[BookClause]:
        """Yield the clauses in order, but with the tie-breaks in use first among the tie-breaks, in their order."""
        breaking = [clause for clause in clauses if clause.id in self.steps]
        order = iter(
            sorted(
                breaking,
                key=lambda book_clause: (
                    tie_steps.index(step) if (step := self.steps[book_clause.id]) in tie_steps else len(tie_steps)
                ),
            )
        )
        yield from (next(order) if clause.id in self.steps else clause for clause in clauses)

    def _text(
        self, clause: BookClause, of: Of, settled: Mapping[str, object], tie_steps: Sequence[TieStep]
    ) -> ClauseText:
        step = self.steps.get(clause.id)
        is_taken = step is None or step in tie_steps
        if step is None or not is_taken:
            among = "Of those still level,"
        else:
            among = self.tied if step is tie_steps[0] else "Then, of those still level,"
        text, source = (text.format(**settled, among=among).rstrip() for text in (clause.text, clause.source))
        return ClauseText(clause.id, text, source, is_taken and clause.when(of) and bool(source))
