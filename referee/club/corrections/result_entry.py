"""Entering a result, which ends an unfinished match and corrects a finished one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.club.folder import Club
from referee.club.match import ending
from referee.club.match.log import load_log, was_sent
from referee.club.match.seat_changes import is_void
from referee.club.match.view import MatchView


def is_correction(club: Club, match: int, key: str | None = None) -> bool:
    """Tell whether entering a result would correct a match: it is finished, and not by a result with the same key."""
    log = load_log(club, match)
    if log.match.finished_at is None or is_void(log):
        return False
    return not was_sent(club, key)


def record(
    club: Club,
    match: int,
    *,
    places: Sequence[Sequence[str]] = (),
    chips: Mapping[str, int] | None = None,
    reason: str = "",
    key: str | None = None,
) -> MatchView:
    """Record the result of a match and finish it. If it is finished already, correct its result. Return the match.

    The result is the players tied for each place, best first, or the chips won and lost. A correction needs a `reason`
    and a named actor, who in a closed season must be an officer. Raise `ClubFault` if the result is invalid or not
    allowed.
    """
    if is_correction(club, match, key):
        from referee.club.corrections import corrections  # rarely needed

        return corrections.result(club, match, places=places, chips=chips, reason=reason)
    with club.group_changes() as joined_club:
        ending.record_result(joined_club, match, places=places, chips=chips, key=key)
        return ending.finish(joined_club, match)
