"""Public holidays of a country or a part of it, skipped only if a schedule asks for them."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from referee.cards.immutable import frozen
from referee.cards.words import join_words
from referee.club.text.faults import ClubFault

if TYPE_CHECKING:
    from holidays import HolidayBase

_MOST_NAMED = 60


@frozen
class Region:
    """A country by its two-letter code, and the code of a subdivision if the region is only a part of it."""

    country: str
    subdivision: str = ""

    def __str__(self) -> str:
        return f"{self.country}-{self.subdivision}" if self.subdivision else self.country


def parse_region(text: str) -> Region:
    """Return the region for a text such as ``DE-BW`` or ``US``. Raise `ClubFault`, listing known codes, if there is
    none.
    """
    country, _, subdivision = text.strip().partition("-")
    return find_region(country, subdivision)


def find_region(country: str, subdivision: str = "") -> Region:
    """Return the region for a country code and a subdivision code. Raise `ClubFault` if either is unknown."""
    from holidays import country_holidays

    country = country.strip().upper()
    try:
        country_calendar = country_holidays(country) if 2 <= len(country) <= 3 and country.isalpha() else None
    except NotImplementedError:
        country_calendar = None
    if country_calendar is None:
        raise ClubFault(f"no country {country!r}. Use a country code, such as DE or US")
    if not subdivision.strip():
        return Region(country)
    codes = {subdivision_name.casefold(): subdivision_name for subdivision_name in country_calendar.subdivisions}
    codes.update((name.casefold(), alias) for name, alias in country_calendar.subdivisions_aliases.items())
    code = codes.get(subdivision.strip().casefold())
    if code is None:
        subdivisions = sorted(country_calendar.subdivisions)
        advice = join_words(subdivisions[:_MOST_NAMED], "or") if subdivisions else "the country alone"
        raise ClubFault(f"{country} has no subdivision {subdivision.strip()!r}. Use {advice}")
    return Region(country, code)


def holidays_of(region: Region, starts: date, ends: date) -> dict[date, str]:
    """Return a region's public holidays from one day to another by date, with their local names."""
    from holidays import country_holidays

    calendar: HolidayBase = country_holidays(
        region.country,
        subdiv=region.subdivision or None,
        years=range(starts.year, ends.year + 1),
        language=country_holidays(region.country).default_language,  # not the language of the computer
    )
    return {day: calendar[day] for day in sorted(calendar) if starts <= day <= ends}
