"""Time zones by name, and the computer's own time zone."""

from __future__ import annotations

from difflib import get_close_matches
from warnings import catch_warnings

from referee.cards.words import join_words
from referee.club.text.faults import ClubFault

_UTC = frozenset(("utc", "uct", "zulu", "universal"))


def find_zone(typed: str) -> str:
    """Return the proper name of a time zone typed in any case. Raises `ClubFault`."""
    from zoneinfo import available_timezones

    zones = {name.casefold(): name for name in available_timezones()}
    wanted = typed.strip().replace(" ", "_").casefold()
    if wanted.removeprefix("etc/") in _UTC:
        return "UTC"
    if zone := zones.get(wanted):
        return zone
    cities = {name.rpartition("/")[2]: name for name in zones}
    near = [zones[cities[match]] for match in get_close_matches(wanted.rpartition("/")[2], cities, 2, 0.75)]
    hint = f"Did you mean {join_words(near, 'or')}?" if near else "Use one such as Europe/Berlin or America/Los_Angeles"
    raise ClubFault(f"no time zone {typed!r}. {hint}")


def local_zone() -> str:
    """Return the name of the computer's time zone, or an empty text if it is unknown."""
    import tzlocal

    try:
        with catch_warnings(action="error"):  # it warns when it guesses
            tzlocal.reload_localzone()  # the computer may have moved to another zone
            return find_zone(tzlocal.get_localzone_name() or "")
    except Exception:  # broken system settings must not stop the program
        return ""
