"""What the games say about who comes before whom at a table, and about a hand that is level: their clauses by number.

The texts are those of the games' own rulebooks, so that a tournament never says anything else.
"""

from __future__ import annotations

from typing import Any, Final

from referee.games import has_rulebook, rulebook
from referee.rules import Clause

PLACING: Final = {
    "big-two": ("6.1", "6.2", "6.3"),
    "commerce": ("7.3",),
    "commune": ("6.3", "6.4"),
    "conquian": ("7.5",),
    "kowah": ("7.4",),
    "play-or-pay": ("5.5",),
    "pontoon": ("8.6",),
    "stealing-bundles": ("5.4",),
    "zheng-shangyou": ("6.1", "6.2", "6.3"),
}
"""Who comes first, second and so on. A game that is not here is played for chips, and whoever has won most is first."""
LEVEL: Final = {
    "bookem-danno": ("8.1", "8.5"),
    "commerce": ("3.12", "6.3"),
    "commune": ("6.4",),
    "conquian": ("7.2", "7.4"),
    "courtney-love-baseball": ("3.3",),
    "five-card-21": ("8.1", "8.5"),
    "kowah": ("7.3",),
    "midnight-cobain-baseball": ("3.3",),
    "pontoon": ("3.4",),
    "rudys-jewels": ("6.2",),
    "stealing-bundles": ("5.3",),
    "texas-holdem": ("6.2", "6.3"),
    "texas-toothpick-toast": ("6.2",),
    "three-dog-night": ("6.2",),
    "united-states-stud": ("6.2",),
}
"""What comes of it when hands are equal, or nobody wins."""


def cited(game: str, ids: tuple[str, ...], options: Any = None) -> tuple[Clause[Any], ...]:
    """Return the clauses of a game that are in force under its house rules, or under the usual ones.

    A game of which only results are recorded has none.
    """
    if not has_rulebook(game):
        return ()
    book = rulebook(game)
    chosen = book.options() if options is None else options
    return tuple(book.clauses[id] for id in ids if book.clauses[id].applies_under(chosen))


def game_clauses(game: str, ids: tuple[str, ...], options: Any = None) -> str:
    """Return what the clauses of a game say, each with its number, as one text."""
    if not has_rulebook(game):
        return ""
    chosen = rulebook(game).options() if options is None else options
    return " ".join(f"{clause.citation}: {clause.text(chosen)}" for clause in cited(game, ids, options))


def source_of(game: str, ids: tuple[str, ...], options: Any = None) -> str:
    """Return where the clauses of a game are from."""
    return "; ".join(f"{clause.citation} ({clause.origin})" for clause in cited(game, ids, options))
