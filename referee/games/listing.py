"""The list of games, each with its players, packs and source text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from referee.cards.immutable import frozen
from referee.games import rulebook, slugs
from referee.rules import Rulebook, option_definitions, options_from
from referee.rules.book.options import option_text

# Whose texts the rules come from, by the number that a rulebook gives as its seed.
SOURCES: Final = {
    "000": "Wikipedia",
    "001": "playingcardgames.net",
    "002": "Munk.org Poker House Rules",
    "003": "Denexa Games",
    "004": "Gunn Card Game Club",
}


@frozen
class GameListing:
    """A game in the list. `players` are the least and the most under the printed rules.

    House rules may allow from `fewest` to `most`. `packs` are the possible packs, the usual one first, each with its
    name and its number of cards.
    """

    slug: str
    title: str
    players: tuple[int, int]
    fewest: int
    most: int
    packs: tuple[tuple[str, int], ...]
    seed: str
    source: str
    clauses: int


def list_games() -> list[GameListing]:
    """Return the listing of every game with a rulebook."""
    return [game_listing(rulebook(slug)) for slug in slugs()]


def game_listing(book: Rulebook) -> GameListing:
    """Return the listing of a game."""
    options = book.options()
    usual_counts = [players for players in book.players if book.refusal(options, players) is None] or list(book.players)
    possible_counts = {
        players for _, changed_options in _single_changes(book) for players in book.players_for(changed_options)
    }
    possible_options = [
        players
        for players in sorted(possible_counts.union(usual_counts))
        if required_house_rule(book, players) is not None
    ]
    packs = dict.fromkeys((pack.name.removeprefix("the "), len(pack)) for pack in _possible_packs(book))
    return GameListing(
        slug=book.slug,
        title=book.title,
        players=(usual_counts[0], usual_counts[-1]),
        fewest=possible_options[0],
        most=possible_options[-1],
        packs=tuple(packs),
        seed=book.seed,
        source=SOURCES.get(book.seed, ""),
        clauses=len(book.clauses),
    )


def required_house_rule(book: Rulebook, players: int) -> str | None:
    """Return the house rule that allows a number of players, such as ``max_players=10``; empty if none is needed.

    Return None if no single house rule allows it.
    """
    if book.refusal(book.options(), players) is None:
        return ""
    return next((rule for rule, options in _single_changes(book) if book.refusal(options, players) is None), None)


def _possible_packs(book: Rulebook) -> Iterator[Any]:
    yield book.pack_for(book.options())
    for _, options in _single_changes(book):
        yield book.pack_for(options)


def _single_changes(book: Rulebook) -> Iterator[tuple[str, Any]]:
    """Yield each value that differs from an option's default, as ``option=value``, and the options with only that
    change.
    """
    for option in option_definitions(book.options):
        for value in option.values:
            if value != option.default:
                yield (
                    f"{option.name}={option_text(value)}",
                    options_from(book.options, {option.name: option_text(value)}),
                )
