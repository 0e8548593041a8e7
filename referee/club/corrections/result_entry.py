"""The one way in for a result: of a match that goes on it ends it, of a finished one it is a correction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.club.folder import Club
from referee.club.match import ending
from referee.club.match.log import load_log, was_sent
from referee.club.match.seat_changes import is_void
from referee.club.match.view import MatchView


def is_correction(club: Club, match: int, key: str | None = None) -> bool:
    """Tell whether a result of a match would correct it: it is finished, and its result was not sent with this key."""
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
    """Record how a match ended, and finish it; of a finished match, correct how it ended.

    It is who tied for each place, best first, or chips won and lost. A correction has a `reason`, is signed, and is
    made by an officer in a closed season. Raises `ClubFault`.
    """
    if is_correction(club, match, key):
        from referee.club.corrections import corrections  # which a result of tonight does without

        return corrections.result(club, match, places=places, chips=chips, reason=reason)
    ending.record_result(club, match, places=places, chips=chips, key=key)
    return ending.finish(club, match)
