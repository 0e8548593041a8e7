"""The result of a campaign: what it tried, how often, and what failed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

MOST_TOLD: Final = 20


@dataclass(frozen=True)
class Campaign:
    """The name of what was tried, how many times, and each failure with what is needed to repeat it."""

    name: str
    tried: int
    failed: tuple[str, ...] = ()


# A module of this folder that has one is a campaign: it tries for about so many seconds, from this seed.
Run = Callable[[float, int], "Campaign | list[Campaign]"]


def table(campaigns: list[Campaign], most: int | None = MOST_TOLD) -> str:
    """Return a table of campaigns, a row each, and below it the first failures of each."""
    wide = max([len("campaign"), *(len(campaign.name) for campaign in campaigns)])
    rows = [f"{'campaign':{wide}}  {'tried':>9}  {'failed':>6}"]
    rows += [f"{campaign.name:{wide}}  {campaign.tried:9}  {len(campaign.failed):6}" for campaign in campaigns]
    for result in campaigns:
        rows += [f"{result.name}: {failure}" for failure in result.failed[:most]]
        if most is not None and len(result.failed) > most:
            rows.append(f"{result.name}: and {len(result.failed) - most} more")
    return "\n".join(rows)
