"""Whether anything in the club's file has changed, for screens that stay open."""

from __future__ import annotations

from referee.club.folder import Club


def revision(club: Club) -> tuple[int, ...]:
    """Return a token that is another one after every change to the club's file, by this program or any other.

    Cheap enough to ask every second. Only tokens of the same open club compare. Raises a `StoreFault`.
    """
    return club.store.version()
