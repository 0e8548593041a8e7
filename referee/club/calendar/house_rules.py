"""House rules: the options under which a season plays a game, in versions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from referee.cards.immutable import frozen
from referee.club.calendar.seasons import find_season
from referee.club.folder import Club
from referee.club.people import duties
from referee.club.signatures import Writing
from referee.club.text.faults import ClubFault, NoGame
from referee.games.lookup import NoRulebook, look_up_rulebook
from referee.rules import OptionFault, Rulebook, option_values, options_from, read_options
from referee.store.decoding import decode_options, decoding
from referee.store.faults import StoreFault
from referee.store.plain_rows import Season
from referee.store.projections.kind import EventKind
from referee.store.transaction import Transaction


@frozen
class HouseRulesVersion:
    """One version of a game's house rules: the options that differ from the defaults, and the officer."""

    options: Mapping[str, str]
    by: str


def change_options(club: Club, name: str | None, game: str, options: Iterable[str]) -> Mapping[str, str]:
    """Change a game's options for matches that start from now on. Return the options in force.

    `options` are texts such as NAME=VALUE. Options not named stay as they are.
    """
    book = find_rulebook(game)
    with club.writing() as tx:
        season = find_season(tx, name, club.today)
        in_force = season_options(tx, season, book)
        new_options = {**in_force, **parse_options(book, options)}
        if new_options != in_force:
            add_version(tx, club, season, book, new_options)
        return new_options


def versions(club: Club, name: str | None = None) -> dict[str, list[HouseRulesVersion]]:
    """Return every version of a season's house rules by game, oldest first. The last one is in force."""
    with club.reading() as tx:
        season = find_season(tx, name, club.today)
        versions: dict[str, list[HouseRulesVersion]] = {}
        query = 'SELECT game, options, "by" FROM house_rules WHERE season_id = ? ORDER BY id'
        for game, options, officer in tx.rows(query, season.id):
            with decoding(f"the house rules of {game}"):
                versions.setdefault(game, []).append(HouseRulesVersion(decode_options(options), officer))
        return versions


def add_version(tx: Writing, club: Club, season: Season, book: Rulebook, options: Mapping[str, str]) -> None:
    """Add a version of a game's house rules."""
    duties.require_duty(tx, club, duties.Duty.HOUSE_RULES)
    if season.closed_at:
        raise ClubFault(f"The season {season.name} is closed, so its house rules cannot change.")
    rules = {"rules": tx.next_number("house_rules"), "season": season.id, "game": book.slug, "options": dict(options)}
    tx.append(EventKind.HOUSE_RULES_SET, rules)


def season_options(tx: Transaction, season: Season, book: Rulebook) -> dict[str, str]:
    """Return the options that a season sets for a game."""
    query = "SELECT options FROM house_rules WHERE season_id = ? AND game = ? ORDER BY id DESC LIMIT 1"
    season_options: dict[str, str] = {}
    for (options,) in tx.rows(query, season.id, book.slug):
        with decoding(f"the house rules of {book.slug}"):
            season_options = decode_options(options)
    return season_options


def current_options(club: Club, book: Rulebook) -> Any:
    """Return a game's options under the current season's house rules, or its defaults outside a season."""
    with club.reading() as tx:
        try:
            options = season_options(tx, find_season(tx, None, club.today), book)
        except StoreFault:
            raise
        except ClubFault:
            options = {}
    return options_from(book.options, options)


def options_with_season(club: Club, book: Rulebook, name: str | None = None) -> tuple[dict[str, str], str]:
    """Return the options that the current season sets for a game, and the season's name. Both are empty outside a
    season.
    """
    with club.reading() as tx:
        try:
            season = find_season(tx, name, club.today)
        except ClubFault:
            if name is not None:
                raise
            return {}, ""
        return season_options(tx, season, book), season.name


def find_rulebook(game: str) -> Rulebook:
    """Return a game's rulebook. Raise `NoGame`, listing the games, if there is none."""
    try:
        return look_up_rulebook(game)
    except NoRulebook as fault:
        raise NoGame(fault) from None


def parse_options(book: Rulebook, assignments: Iterable[str]) -> dict[str, str]:
    """Return typed options in canonical form. Raise `ClubFault` for an unknown option or an invalid value."""
    assignments = list(assignments)
    try:
        options = read_options(book.options, assignments)
    except OptionFault as fault:
        raise ClubFault(f"{book.title}: {fault}") from None
    option_names = {text.partition("=")[0].strip().replace("-", "_") for text in assignments}
    return {name: text for name, text in option_values(options).items() if name in option_names}
