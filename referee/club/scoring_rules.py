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
    "4": "People who come and go",
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
        "has nothing from it.",
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
    ScoringClause(
        "4.1",
        "Before the first hand of a match seats change freely: whoever has left by then has nothing from it, and "
        "whoever has joined is a player like any other.",
    ),
    ScoringClause(
        "4.2",
        "When somebody leaves, joins, stands in or swaps seats after that, the match ends there. It counts for all "
        "who had a seat in it, the leaver too, as it stood after its last whole hand; the hand in play counts for "
        "nobody.",
    ),
    ScoringClause(
        "4.3",
        "Those who then have a seat go on in another match at the same table, which begins from nothing: a stand-in "
        "has what they win themselves, and whoever they stand in for keeps what they had won. Too few to play do not "
        "go on.",
    ),
    ScoringClause(
        "4.4",
        "The matches into which a table is parted in this way count together as one match of the session: each "
        "player's score is the mean of those of them that they played, each weighed by its whole hands, and by one "
        "where no hand was written down.",
    ),
    ScoringClause(
        "4.5",
        "Among ties, such a table is won, or come second in, by who was first, or second, alone in every one of its "
        "matches that they played; and of two the one came before the other whose ranks where both played, weighed "
        "likewise, sum to less. For the strength of opponents each of its matches is one.",
    ),
    ScoringClause("4.6", "A match that ends so before any hand is over counts for nobody."),
    ScoringClause(
        "4.7",
        "Where nobody writes the hands down but only the result, whoever left comes after those who stay: of several, "
        "whoever left first comes last. Whoever joined is placed like any other. Chips that are written down decide "
        "all the same.",
    ),
    ScoringClause("4.8", "A void match counts for nobody, and stays to be seen."),
)


def clause(id: str) -> ScoringClause:
    """Return a clause by its number."""
    return next(each for each in CLAUSES if each.id == id)


def chapter(number: str) -> Iterator[ScoringClause]:
    """Yield the clauses of a chapter in order."""
    return (clause for clause in CLAUSES if clause.id.split(".")[0] == number)
