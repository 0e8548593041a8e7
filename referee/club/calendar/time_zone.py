"""Time zones by name, and the computer's own time zone."""

from __future__ import annotations

from difflib import get_close_matches
from warnings import catch_warnings

from referee.cards.words import join_words
from referee.club.text.faults import ClubFault

_UTC = frozenset(("utc", "uct", "zulu", "universal"))


def find_zone(text: str) -> str:
    """Return the canonical name of a time zone, typed in any case. Raise `ClubFault` if there is none."""
    from zoneinfo import available_timezones

    zones = {zone_name.casefold(): zone_name for zone_name in available_timezones()}
    zone_key = text.strip().replace(" ", "_").casefold()
    if zone_key.removeprefix("etc/") in _UTC:
        return "UTC"
    if zone := zones.get(zone_key):
        return zone
    cities = {zone_name.rpartition("/")[2]: zone_name for zone_name in zones}
    similar_zones = [zones[cities[match]] for match in get_close_matches(zone_key.rpartition("/")[2], cities, 2, 0.75)]
    hint = (
        f"Did you mean {join_words(similar_zones, 'or')}?"
        if similar_zones
        else "Use one such as Europe/Berlin or America/Los_Angeles"
    )
    raise ClubFault(f"no time zone {text!r}. {hint}")


def local_zone() -> str:
    """Return the name of the computer's time zone; empty if it is unknown."""
    import tzlocal

    try:
        with catch_warnings(action="error"):  # it warns when it guesses
            tzlocal.reload_localzone()  # the computer may have moved to another zone
            return find_zone(tzlocal.get_localzone_name() or "")
    except Exception:  # broken system settings must not stop the program
        return ""
