"""A rulebook as printed text, filled in for a season or a tournament.

These clauses are texts with a number and a source. The clauses of a game, which judge play, are `referee.rules.Clause`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, Generic, TypeVar

from referee.cards.immutable import frozen
from referee.competition.ties import TieStep

HOUSE: Final = "house"
"""The source of a clause that is the club's own decision."""

Settings = TypeVar("Settings")
"""The settings that a rulebook is filled in for."""


def _always(_: Any) -> bool:
    return True


@frozen
class BookClause:
    """A clause: its number, text and source, and the `condition` for its being in force.

    Names in braces such as ``{rounds}`` are values of the settings. ``{among}`` names the players whose tie a tie-break
    decides.
    """

    id: str
    text: str
    source: str = HOUSE
    condition: Callable[[Any], bool] = _always

    @property
    def chapter(self) -> str:
        """The number of the clause's chapter."""
        return self.id.partition(".")[0]


@frozen
class ClauseText:
    """A clause with the settings' values filled in, whether or not it is in force."""

    id: str
    text: str
    source: str
    in_force: bool = True


@frozen
class Book(Generic[Settings]):
    """A rulebook: the titles of its chapters by number, and its clauses in order.

    `tie_steps` are the tie-breaks by clause number. `tie_steps_of` returns those in use, in order, and `tie_phrase`
    names the players whose tie the first one decides. `values_of` returns the values for the names in braces.
    """

    title: str
    chapter_titles: Mapping[str, str]
    clauses: Sequence[BookClause]
    tie_steps: Mapping[str, TieStep]
    tie_phrase: str
    tie_steps_of: Callable[[Settings], Sequence[TieStep]]
    values_of: Callable[[Settings], Mapping[str, object]]

    def ids(self) -> list[str]:
        """Return the numbers of all clauses."""
        return [clause.id for clause in self.clauses]

    def chapters(self, settings: Settings) -> Iterator[tuple[str, str, tuple[ClauseText, ...]]]:
        """Yield the number, title and clauses in force of each chapter. Chapters without clauses in force are left
        out.
        """
        values, tie_steps = self.values_of(settings), self.tie_steps_of(settings)
        for chapter, title in self.chapter_titles.items():
            clauses = self._order_clauses([clause for clause in self.clauses if clause.chapter == chapter], tie_steps)
            clause_texts = (self._fill_in(clause, settings, values, tie_steps) for clause in clauses)
            if texts := tuple(text for text in clause_texts if text.in_force):
                yield chapter, title, texts

    def text_of(self, id: str, settings: Settings) -> ClauseText:
        """Return the clause with a number, whether or not it is in force. Raise `KeyError` for an unknown number."""
        book_clause = {clause.id: clause for clause in self.clauses}[id]
        return self._fill_in(book_clause, settings, self.values_of(settings), self.tie_steps_of(settings))

    def tie_break_clause(self, step: TieStep, settings: Settings) -> ClauseText:
        """Return the clause in force for a tie-break. Raise `StopIteration` if the tie-break is not used."""
        return next(
            text
            for id, tie_step in self.tie_steps.items()
            if tie_step is step and (text := self.text_of(id, settings)).in_force
        )

    def _order_clauses(self, clauses: Sequence[BookClause], tie_steps: Sequence[TieStep]) -> Iterator[BookClause]:
        """Yield the clauses in order. Among the tie-breaks, those in use come first, in their order of use."""
        tie_clauses = [clause for clause in clauses if clause.id in self.tie_steps]
        ordered_tie_clauses = iter(
            sorted(
                tie_clauses,
                key=lambda book_clause: (
                    tie_steps.index(step) if (step := self.tie_steps[book_clause.id]) in tie_steps else len(tie_steps)
                ),
            )
        )
        yield from (next(ordered_tie_clauses) if clause.id in self.tie_steps else clause for clause in clauses)

    def _fill_in(
        self, clause: BookClause, settings: Settings, values: Mapping[str, object], tie_steps: Sequence[TieStep]
    ) -> ClauseText:
        step = self.tie_steps.get(clause.id)
        is_used = step is None or step in tie_steps
        if step is None or not is_used:
            tied_phrase = "Of those still level,"
        else:
            tied_phrase = self.tie_phrase if step is tie_steps[0] else "Then, of those still level,"
        text, source = (text.format(**values, among=tied_phrase).rstrip() for text in (clause.text, clause.source))
        return ClauseText(clause.id, text, source, is_used and clause.condition(settings) and bool(source))
