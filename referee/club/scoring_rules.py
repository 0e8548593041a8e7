"""The rulebook of scoring: what a match, a session and a season give, as clauses that are cited like a game's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

HOUSE: Final = "house"


@dataclass(frozen=True, slots=True)
class ScoringClause:
    """A clause of the rulebook of scoring. `{best_k}` and the like in its text are what a season has settled."""

    id: str
    text: str
    source: str = HOUSE

    def wording(self, **settled: object) -> str:
        """Return the clause as it reads in a season."""
        return self.text.format(**settled)


CHAPTERS: Final = {
    "1": "A match",
    "2": "A session and a season",
    "3": "Ties",
}

CLAUSES: Final = (
    ScoringClause(
        "1.1",
        "A match of N players gives each (N - rank) / (N - 1): 1 to the winner, 0 to the last. Whoever shares places "
        "shares the mean of their ranks. The mean of a match is one half at every size of table.",
    ),
    ScoringClause(
        "1.2", "Where chips are played for, the chips won decide the ranks; chips never add up across matches."
    ),
    ScoringClause(
        "1.3",
        "Guests are opponents like any other, but have no line in the standings; who was a guest when a match started "
        "has nothing from it. When a guest joins, an officer may let what they played as a guest count for them, from "
        "the start of the season that is on.",
    ),
    ScoringClause("2.1", "A session gives each player the mean of the matches that they finished in it."),
    ScoringClause("2.2", "A season gives each player the sum of their {best_k} best sessions."),
    ScoringClause("2.3", "Who came to fewer than {min_sessions} sessions is listed without a place."),
    ScoringClause("3.1", "Of players with the same score, the one who won more matches alone comes first."),
    ScoringClause("3.2", "Then the one who was second alone more often."),
    ScoringClause("3.3", "Then, of exactly two, the one who more often came before the other where both played."),
    ScoringClause(
        "3.4", "Then the one whose opponents were the stronger, in the mean of their own scores for a session."
    ),
    ScoringClause("3.5", "Then a lot decides, drawn from the number that the season was begun with."),
)


def chapter(number: str) -> Iterator[ScoringClause]:
    """Yield the clauses of a chapter in order."""
    return (clause for clause in CLAUSES if clause.id.split(".")[0] == number)
