"""Matches for display: one, or those of a session; and the record of a match as text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from referee.club import table_numbers
from referee.club.calendar import sessions
from referee.club.folder import Club
from referee.club.match.log import Token, read_log, read_token
from referee.club.match.view import MatchView, match_view, unreadable_view
from referee.club.text.faults import ClubFault
from referee.games.lookup import has_rules
from referee.rules import Record
from referee.store import inspection
from referee.store.difference import Difference
from referee.store.faults import StoreAltered
from referee.store.hints import Do
from referee.store.plain_rows import Session, get_row
from referee.store.transaction import Transaction


def matches(club: Club, session: str | None = None, *, known_views: Iterable[MatchView] = ()) -> list[MatchView]:
    """Return the matches of a session. Unchanged `known_views` are reused, not judged again."""
    with club.reading() as tx:
        session_row = sessions.find_session(tx, session)
        numbers = tx.rows('SELECT id FROM "match" WHERE session_id = ? ORDER BY id', session_row.id)
        return find_matches(tx, [number for (number,) in numbers], known_views)


def find_matches(tx: Transaction, matches: Iterable[int], known_views: Iterable[MatchView] = ()) -> list[MatchView]:
    """Return the matches with these numbers. Unchanged `known_views` are reused."""
    before = {match.id: match for match in known_views}
    views, numbers = [], list(matches)
    numbers_by_match = table_numbers.numbers(tx, numbers)
    for number in numbers:
        view = before.get(number)
        if view and view.token == _token_now(tx, number):
            number_now = numbers_by_match.get(number, view.number)
            views.append(view if f"{number_now}" == f"{view.number}" else replace(view, number=number_now))
            continue
        try:
            views.append(_current_view(tx, number))
        except StoreAltered:
            views.append(_unreadable_match(tx, number))
    return views


def show(club: Club, match: int) -> MatchView:
    """Return a match with its log. Raise `StoreAltered` if it can no longer be read."""
    with club.reading() as tx:
        return _current_view(tx, match)


def damage(club: Club, numbers: Iterable[int | None] | None = None) -> list[Difference]:
    """Return the differences between the log and the tables, for some matches or for all."""
    with club.reading() as tx:
        numbers = [number for (number,) in tx.rows('SELECT id FROM "match"')] if numbers is None else numbers
        return [
            difference
            for number in dict.fromkeys(numbers)
            if number
            for difference in inspection.inspect_match(tx, number)
        ]


def _current_view(tx: Transaction, number: int) -> MatchView:
    damage = inspection.inspect_match(tx, number) if abs(number) < 2**63 else []
    try:
        return match_view(read_log(tx, number), damage)
    except Exception as error:
        if not damage or (isinstance(error, ClubFault) and not isinstance(error, StoreAltered)):
            raise
        message = "\n".join(map(str, damage))
        raise StoreAltered(f"Table {number} cannot be read.\n{message}\n", Do.AUDIT("See also")) from error


def _unreadable_match(tx: Transaction, number: int) -> MatchView:
    """Return the view of a match that cannot be read, with the known players."""
    damage = inspection.inspect_match(tx, number)
    with inspection.reading_undecodable_texts(tx):
        [(game, session)] = tx.rows('SELECT game, session_id FROM "match" WHERE id = ?', number) or [("", 0)]
        seats = tx.rows("SELECT name FROM seat WHERE match_id = ? ORDER BY seat", number)
    names = [str(name).encode(errors="replace").decode() for (name,) in seats]
    session_row = get_row(tx, Session, session)
    table_number = table_numbers.numbers(tx, [number]).get(number) or table_numbers.unlisted_number(number, session_row)
    return unreadable_view(table_number, f"{game}", session_row, names, damage)


def _token_now(tx: Transaction, number: int) -> Token | None:
    """Return the current token of a match; None if it cannot be read."""
    try:
        return read_token(tx, number)
    except (ValueError, TypeError):
        return None


def record(club: Club, match: int) -> Record:
    """Return the record of a match, whose text the command `check` can read.

    Lines taken back, and illegal lines that do not stand, have a remark. Struck lines are left out.
    """
    with club.reading() as tx:
        log = read_log(tx, match)
    if not has_rules(log.book):
        raise ClubFault(f"Table {match} has no record: only the result of {log.book.title} is kept.")
    return log.sheet.record
