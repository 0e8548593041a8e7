"""Clauses of games on the order of players at a table and on ties in a hand.

The texts come from the rulebooks of the games, so that the two never differ.
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
"""The clauses on places, by game. Any other game is played for chips, and the largest winner is first."""
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
"""The clauses on equal hands, or hands without a winner, by game."""


def cited_clauses(game: str, ids: tuple[str, ...], options: Any = None) -> tuple[Clause[Any], ...]:
    """Return the clauses of a game with these numbers, under the given or default house rules.

    A game with results only has none.
    """
    if not has_rulebook(game):
        return ()
    book = rulebook(game)
    used_options = book.options() if options is None else options
    return tuple(book.clauses[id] for id in ids if book.clauses[id].applies_under(used_options))


def game_clauses(game: str, ids: tuple[str, ...], options: Any = None) -> str:
    """Return the texts of a game's clauses as one text, each with its number."""
    if not has_rulebook(game):
        return ""
    used_options = rulebook(game).options() if options is None else options
    return " ".join(f"{clause.citation}: {clause.text(used_options)}" for clause in cited_clauses(game, ids, options))


def source_of(game: str, ids: tuple[str, ...], options: Any = None) -> str:
    """Return the sources of a game's clauses."""
    return "; ".join(f"{clause.citation} ({clause.origin})" for clause in cited_clauses(game, ids, options))
