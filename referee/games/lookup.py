"""The games of a club: those with a rulebook, by any of their names, and all others, by result only.

This module reads no club file, because a ruling outside any club also needs a game by name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from referee.cards.words import join_words
from referee.games import has_rulebook, rulebook, slugs
from referee.games.plugins import plugin_games
from referee.rules import Rulebook, Table, UnknownGame, frozen
from referee.rules.notation.spelling import several_nearest

RESULT_ONLY: Final = "result only"
"""The edition of the rulebook of a match that is played without one."""

_MOST_PLAYERS: Final = 999
_NAME_SIMILARITY, _WORD_SIMILARITY = 0.65, 0.8
_SHORTEST_WORD: Final = 5


class NoRulebook(UnknownGame):
    """A game has no rulebook under the `typed` name. The message suggests similar games."""

    def __init__(self, message: str, text: str) -> None:
        super().__init__(message)
        self.typed = text


@frozen
class NoHouseRules:
    """The house rules of a game without a rulebook. There are none."""


def look_up_rulebook(text: str) -> Rulebook:
    """Return the rulebook of a game by its slug, its title, or a name in its title, such as ``Chor Dai Di``.

    Raise `NoRulebook`, which suggests similar games, if there is none.
    """
    try:
        return rulebook(text)
    except UnknownGame as fault:
        if text in plugin_games().broken:
            raise NoRulebook(str(fault), text) from fault
        # Only another name has to pay for loading all rulebooks.
    exact_slugs = {slug for name, slug in _game_names() if name == _slug_of(text)}
    if len(exact_slugs) == 1:
        return rulebook(exact_slugs.pop())
    similar_slugs = similar_games(text) or _games_with_word(text)
    hint = f"Did you mean {join_words(similar_slugs, 'or')}?" if similar_slugs else f"Use one of {', '.join(slugs())}."
    raise NoRulebook(f"no game {text!r}. {hint}", text)


def similar_games(text: str) -> tuple[str, ...]:
    """Return the slugs of the games with names most similar to a text, as a whole or in one word such as
    ``baseball``.
    """
    names = dict(_game_names())
    slug_text = _slug_of(text)
    matches = [names[name] for name in several_nearest(slug_text, names, _NAME_SIMILARITY)]
    words: dict[str, list[str]] = {}
    for name, slug in _game_names():
        for word in name.split("-"):
            if len(word) >= _SHORTEST_WORD:
                words.setdefault(word, []).append(slug)
    for word in slug_text.split("-"):
        for similar_word in several_nearest(word, words, _WORD_SIMILARITY):
            matches += words[similar_word]
    return tuple(dict.fromkeys(matches))


def _games_with_word(text: str) -> tuple[str, ...]:
    """Return the games with a word in their names, however short: ``big`` for ``big-two``."""
    slug_text = _slug_of(text)
    return tuple(dict.fromkeys(slug for name, slug in _game_names() if slug_text in name.split("-")))


def game_title(game: str) -> str:
    """Return the title of a match's game: from its rulebook, or the given name if there is none."""
    return rulebook(game).title if has_rulebook(game) else game


@cache
def result_only_rulebook(game: str) -> Rulebook:
    """Return a rulebook without clauses, for a match with only a result."""
    book = Rulebook(game, title=game_title(game), players=range(_MOST_PLAYERS + 1), options=NoHouseRules, seed="")

    @book.refuses
    def too_few(_options: NoHouseRules, players: int) -> str | None:
        return "A match needs two players or more" if players < 2 else None

    book.begins(Table)

    @book.applies
    def nothing_happens(table: Table, _act: Any) -> Table:
        return table

    @book.places
    def nothing_is_decided(_table: Table) -> tuple[tuple[int, ...], ...]:
        return ()

    return book


def has_rules(book: Rulebook) -> bool:
    """Tell whether a rulebook has clauses. A rulebook for results only has none."""
    return bool(book.clauses)


def _game_names() -> Iterator[tuple[str, str]]:
    """Yield every name of each game, with its slug: ``chor-dai-di`` and ``big-two`` are both Big Two."""
    for slug in slugs():
        title = rulebook(slug).title
        for name in (slug, title, *re.split(r"[()]", title)):
            if name_slug := _slug_of(name):
                yield name_slug, slug


def _slug_of(name: str) -> str:
    """Return a name in the form of a slug: ``Texas Hold'em`` becomes ``texas-holdem``."""
    return re.sub(r"[\W_]+", "-", re.sub("['’]", "", name.casefold())).strip("-")
