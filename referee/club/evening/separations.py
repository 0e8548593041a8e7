"""Separations: pairs of people who are kept apart in a season's seat draws.

The reasons are for officers only, so separations appear in no export, on no printed sheet and not on the board.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from referee.cards.immutable import frozen
from referee.cards.words import join_words
from referee.club.activity_log import last_entry
from referee.club.calendar import seasons
from referee.club.folder import Club
from referee.club.people import roster
from referee.club.text.faults import ClubFault
from referee.club.text.names import reason_needed, with_marks, with_names
from referee.store.events.event import EventText
from referee.store.hints import Do
from referee.store.plain_rows import Apart, Member, Season, get_row, select_rows
from referee.store.projections.kind import EventKind
from referee.store.transaction import Transaction


@frozen
class Separation:
    """Two people who are kept apart, with the reason, the time and the deciding officer."""

    names: tuple[str, str]
    reason: str
    at: datetime
    by: str


def separate(club: Club, one: str, other: str, *, reason: str, season: str | None = None) -> Separation:
    """Keep two people apart for the rest of a season, by default the current one. Return the separation."""
    with club.writing() as tx:
        season_row, members, reason_text = _resolve_pair(tx, club, (one, other), reason, season)
        if frozenset(member.id for member in members) in separations_of(tx, season_row):
            raise ClubFault(f"{_join_names(members)} are already kept apart.", Do.KEPT_APART("List the pairs"))
        number = tx.next_number("apart")
        pair = {"apart": number, "season": season_row.id, "one": members[0].id, "other": members[1].id}
        tx.append(EventKind.KEPT_APART, pair, texts=[reason_text])
        return _separation_view(get_row(tx, Apart, number), roster.names(tx))


def cancel(club: Club, one: str, other: str, *, reason: str, season: str | None = None) -> Separation:
    """Cancel the separation of two people, and return the cancelled separation."""
    with club.writing() as tx:
        season_row, members, reason_text = _resolve_pair(tx, club, (one, other), reason, season, everybody=True)
        pair = frozenset(member.id for member in members)
        # After a merge, a pair may have several separations.
        rows = [row for row in _separation_rows(tx, season_row) if {row.one_id, row.other_id} == pair]
        if not rows:
            raise ClubFault(f"{_join_names(members)} are not kept apart.", Do.KEPT_APART("List the pairs"))
        cancelled = _separation_view(rows[-1], roster.names(tx))
        for number in [row.id for row in rows]:
            tx.retract(
                last_entry(tx, EventKind.KEPT_APART, apart=number).event,
                [reason_text],
                apart=number,
                season=season_row.id,
            )
        return cancelled


def list_separations(club: Club, season: str | None = None) -> list[Separation]:
    """Return the separations in force in a season, oldest first."""
    with club.reading() as tx:
        views = separations_of(tx, seasons.find_season(tx, season, club.today))
        names = roster.names(tx)
        return [_separation_view(row, names) for row in views.values()]


def separations_of(tx: Transaction, season: Season) -> dict[frozenset[int], Apart]:
    """Return the separations in force in a season, by pair of member numbers."""
    # Members who were merged into one person cannot be kept apart.
    pairs = ((frozenset((row.one_id, row.other_id)), row) for row in _separation_rows(tx, season))
    return {pair: row for pair, row in pairs if len(pair) == 2}


def separations_among(tx: Transaction, season: Season, members: Iterable[int]) -> set[frozenset[int]]:
    """Return the pairs of some members who are kept apart in a season."""
    member_set = set(members)
    return {pair for pair in separations_of(tx, season) if pair <= member_set}


def _separation_rows(tx: Transaction, season: Season) -> list[Apart]:
    return select_rows(tx, Apart, "WHERE season_id = ? ORDER BY id", season.id)


def _resolve_pair(
    tx: Transaction, club: Club, pair: tuple[str, str], reason: str, season: str | None, *, everybody: bool = False
) -> tuple[Season, list[Member], EventText]:
    """Return the season, the two members and the cleaned reason for starting or cancelling a separation."""
    reason = reason_needed(reason, "Keeping two players apart, or lifting it,")
    season_row = seasons.find_season(tx, season, club.today)
    if season_row.closed_at:
        raise ClubFault(f"The season {season_row.name} is closed, so no seats are drawn in it.")
    members = [roster.find_member(tx, name, include_retired=everybody) for name in pair]
    if members[0].id == members[1].id:
        raise ClubFault(f"{pair[0]!r} and {pair[1]!r} are both {members[0].name}. Name two players.")
    return season_row, members, EventText("reason", with_marks(reason, (), roster.names(tx)))


def _join_names(members: Iterable[Member]) -> str:
    return join_words(member.name for member in members)


def _separation_view(row: Apart, names: dict[int, str]) -> Separation:
    return Separation(
        (names[row.one_id], names[row.other_id]),
        with_names(row.reason, (), names),
        row.at,
        with_names(row.by, (), names),
    )
