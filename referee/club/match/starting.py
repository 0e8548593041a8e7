"""Starting a table: its players, and the rules that are frozen for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.club.calendar import checkin, house_rules, sessions
from referee.club.folder import Club
from referee.club.match.edition import wording_hash
from referee.club.match.log import read_log, seats_data
from referee.club.match.seat_conflicts import refuse_if_elsewhere
from referee.club.match.view import MatchView, match_view
from referee.club.people import roster
from referee.club.signatures import Writing
from referee.club.text.faults import ClubFault
from referee.club.text.name_similarity import similar_names
from referee.club.text.names import valid_title
from referee.games import lookup
from referee.games.lookup import RESULT_ONLY
from referee.rules import Rulebook, option_values, options_from
from referee.rules.notation.seats import name_fault
from referee.rules.records.record import chip_value_fault
from referee.store.events.event import EventText
from referee.store.plain_rows import Member, Season, Session, get_row
from referee.store.projections.kind import EventKind
from referee.store.transaction import Transaction


def start_table(
    club: Club,
    game: str,
    names: Iterable[str],
    *,
    session: str | None = None,
    options: Iterable[str] = (),
    result_only: bool = False,
    chip: str = "",
    may_sit_twice: bool = True,
) -> MatchView:
    """Seat players in order of play, and freeze the season's house rules with changes by `options`. Return the match.

    `chip` is the value of a chip, if stated. Seated players count as present. With `result_only`, any game can be
    named, and only its result can be recorded. Raise `SeatedElsewhere` unless players may sit at two tables
    (`may_sit_twice`).
    """
    if chip and (fault := chip_value_fault(chip)):
        raise ClubFault(fault)
    book = _book_without_rules(club, game) if result_only else house_rules.find_rulebook(game)
    agreed = house_rules.parse_options(book, options)
    with club.writing() as tx:
        session_row = find_open_session(tx, session)
        frozen_options = book.options() if result_only else _frozen_options(tx, session_row, book, agreed)
        members = [roster.find_member(tx, name) for name in names]
        match = seat_players(tx, session_row, book, frozen_options, members, result_only=result_only, chip=chip)
        if not may_sit_twice:
            refuse_if_elsewhere(tx, members, but=match)  # last, so that nobody confirms what is refused anyway
        return match_view(read_log(tx, match))


def find_open_session(tx: Transaction, session: str | None) -> Session:
    """Return an open session, in which tables can be started. Raise `ClubFault` if it is not open."""
    session_row = sessions.find_session(tx, session)
    if session_row.status != "open":
        message = f"The session of {session_row.held_on} is {session_row.status}. A table needs an open session."
        raise ClubFault(message, sessions.opening_hint(session_row))
    return session_row


def seat_players(
    tx: Writing,
    session: Session,
    book: Rulebook,
    options: Any,
    members: Sequence[Member],
    *,
    result_only: bool = False,
    chip: str = "",
    continues: int | None = None,
    key: str = "",
) -> int:
    """Start a new match with its seats, and return its number.

    `chip` is the value of a chip, if stated. `continues` is the earlier match at the same table. The event is stored
    with the `key`.
    """
    for seat, member in enumerate(members):
        if member in members[:seat]:
            raise ClubFault(f"{member.name} is named twice. A player has one seat.")
    if refusal := book.refusal(options, len(members)):
        raise ClubFault(f"{refusal}.")
    refuse_misnamed(book, members)
    number = tx.next_number("match")
    data = {
        "session": session.id,
        "edition": RESULT_ONLY if result_only else wording_hash(book),
        "options": option_values(options),
        "continues": continues,
        **seats_data(members),
    }
    texts = [*data.pop("names"), *([EventText("chip", chip)] if chip else [])]
    if result_only:
        texts.append(EventText("game", book.slug))  # a typed name
    else:
        data["game"] = book.slug
    tx.append(EventKind.TABLE_STARTED, data, match=number, key=key, texts=texts)
    checkin.check_in_members(tx, session, members)
    return number


def games_without_rules(club: Club) -> list[str]:
    """Return the names of games played without a rulebook."""
    with club.reading() as tx:
        return _read_games_without_rules(tx)


def _read_games_without_rules(tx: Transaction) -> list[str]:
    return sorted(game for (game,) in tx.rows('SELECT DISTINCT game FROM "match" WHERE edition = ?', RESULT_ONLY))


def similar_games(club: Club, text: str) -> tuple[str, ...]:
    """Return the games with names similar to a typed name; empty if it is exactly a game's name."""
    try:
        lookup.look_up_rulebook(text)
    except lookup.NoRulebook:
        known_games, name = games_without_rules(club), valid_title(text, "game")
        if any(game.casefold() == name.casefold() for game in known_games):
            return ()
        similar_keys = similar_names(name, {game: game for game in known_games})
        return tuple(dict.fromkeys([*similar_keys, *lookup.similar_games(text)]))
    return ()


def match_options(club: Club, game: str, session: str | None = None) -> Any:
    """Return the options for a match of a game that starts now."""
    book = house_rules.find_rulebook(game)
    with club.reading() as tx:
        return _frozen_options(tx, sessions.find_session(tx, session), book, {})


def _book_without_rules(club: Club, game: str) -> Rulebook:
    """Return a stand-in for the rulebook of a game without one, under the name used for earlier matches."""
    try:
        return lookup.result_only_rulebook(lookup.look_up_rulebook(game).slug)
    except lookup.NoRulebook:
        name = valid_title(game, "game")
    with club.reading() as tx:
        same_names = (game for game in _read_games_without_rules(tx) if game.casefold() == name.casefold())
        return lookup.result_only_rulebook(next(same_names, name))


def _frozen_options(tx: Transaction, session: Session, book: Rulebook, options: Mapping[str, str]) -> Any:
    house = house_rules.season_options(tx, get_row(tx, Season, session.season_id), book)
    return options_from(book.options, {**house, **options})


def refuse_misnamed(book: Rulebook, members: Iterable[Member]) -> None:
    """Raise `ClubFault` if a player's name would make a record of the game unreadable."""
    for member in members:
        if fault := name_fault(member.name, book.grammar.openings):
            raise ClubFault(f"{fault}. Use another name for {member.name} in this match.")
