"""Guests who become members, and whether their results as guests count for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from referee.cards.immutable import frozen
from referee.club.activity_log import find_entries
from referee.club.calendar import seasons
from referee.club.folder import Club
from referee.club.people import roster
from referee.club.signatures import Writing, current_member_numbers
from referee.club.text.faults import ClubFault, UnknownName
from referee.club.text.name_similarity import Fit, fit
from referee.store.difference import Difference, log_difference
from referee.store.events.log import unlinked_events
from referee.store.plain_rows import Member, Season, get_row
from referee.store.projections.kind import EventKind
from referee.store.transaction import Transaction

_AS_GUESTS: Final = (
    'FROM seat s JOIN "match" m ON m.id = s.match_id JOIN "placing" p ON p.match_id = m.id '
    "AND p.member_id = s.member_id JOIN session t ON t.id = m.session_id WHERE s.guest AND t.season_id = ?"
)


@frozen
class PlayedAsGuest:
    """The number of matches that a member played as a guest in a season, and whether they count."""

    member: Member
    season: Season
    matches: int
    counts: bool


def add_all(club: Club, names: Iterable[str], *, with_results: bool) -> list[PlayedAsGuest]:
    """Make guests members, and set whether their results as guests count in the current season: for all, or none.

    For a member, only that setting changes. Return each of them with their matches as a guest.
    """
    with club.writing() as tx:
        season = seasons.find_season(tx, None, club.today)
        entries = []
        for name in names:
            member = _make_member(tx, name)
            if (member.id in members_with_guest_results(tx, season.id)) is not with_results:
                setting = {"member": member.id, "season": season.id, "counts": with_results}
                tx.append(EventKind.GUEST_RESULTS, setting)
            entries.append(_count_guest_matches(tx, member, season))
        return entries


def played_as_guests(club: Club, names: Iterable[str]) -> list[PlayedAsGuest]:
    """Return the members who played as guests in the current season, with the number of those matches."""
    with club.reading() as tx:
        try:
            season = seasons.find_season(tx, None, club.today)
        except ClubFault:
            return []  # no season, nothing played in it
        records = [
            _count_guest_matches(tx, roster.find_member(tx, name, include_retired=True), season) for name in names
        ]
        return [played_as_guest for played_as_guest in records if played_as_guest.matches]


def count_unranked_guests(club: Club, season: int) -> int:
    """Return the number of unranked people in a season: their results as guests do not count."""
    with club.reading() as tx:
        guests = tx.rows(f"SELECT DISTINCT s.member_id {_AS_GUESTS}", season)
        current_numbers = current_member_numbers(tx)
        return len(
            {current_numbers.get(number, number) for (number,) in guests} - members_with_guest_results(tx, season)
        )


def members_with_guest_results(tx: Transaction, season: int | None) -> frozenset[int]:
    """Return the current numbers of the members whose results as guests count in a season. The latest setting decides.

    Without a season there are none, because over all seasons a member's results begin when they join.
    """
    if season is None:
        return frozenset()
    current_numbers = current_member_numbers(tx)
    settings = [entry.data for entry in reversed(find_entries(tx, EventKind.GUEST_RESULTS))]
    last_settings = {
        current_numbers.get(entry["member"]): entry["counts"] for entry in settings if entry["season"] == season
    }
    return frozenset(member for member, counts in last_settings.items() if counts and member is not None)


def altered_guest_events(tx: Transaction) -> Iterator[Difference]:
    """Yield a difference for each altered event that sets whether guest results count."""
    for event in unlinked_events(tx, tx.club, [EventKind.GUEST_RESULTS]):
        yield log_difference(event.n, event.kind)


def _make_member(tx: Writing, name: str) -> Member:
    try:
        member = roster.find_member(tx, name, loosely=False)
    except UnknownName:
        return roster.enrol(tx, name, guest=False)
    if fit(name, member.name) not in (Fit.EXACT, Fit.SAME):
        return roster.enrol(tx, name, guest=False)  # the typed name is only the beginning of another one
    if member.guest:
        tx.append(EventKind.GUEST_JOINED, {"member": member.id})
    return get_row(tx, Member, member.id)


def _count_guest_matches(tx: Transaction, member: Member, season: Season) -> PlayedAsGuest:
    query = f"SELECT count(*) {_AS_GUESTS} AND s.member_id = ?"
    [(matches,)] = tx.rows(query, season.id, member.id)
    return PlayedAsGuest(member, season, matches, member.id in members_with_guest_results(tx, season.id))
