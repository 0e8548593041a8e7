"""The program on Windows, as far as Wine is one: what an officer does there, and the program's own tests.

It downloads a CPython for Windows and what the program needs there, some 100 MB, into a folder that is kept.
``python -m tests.campaigns.windows --help`` has more than the other campaigns need.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Final

from tests.campaigns.campaign import Campaign
from tests.campaigns.windows import evening, packages
from tests.campaigns.windows.computer import Unavailable, set_up

FOLDER: Final = Path(tempfile.gettempdir()) / "referee-windows"
_HURRIED: Final = 1800.0
"""In fewer seconds not all tests are run."""


def run(seconds: float, _seed: int) -> list[Campaign]:
    """Run what there is time for: always the officer's evening, and all tests from half an hour on."""
    return run_on_windows(FOLDER, packages.QUICK if seconds < _HURRIED else packages.PACKAGES)


def run_on_windows(folder: Path, tests: tuple[str, ...], workers: int = 2, *, deeds: bool = True) -> list[Campaign]:
    """Set a Windows up in a folder, do there what an officer does, and run the tests of some packages."""
    campaigns: list[Campaign] = []
    try:
        windows = set_up(folder)
    except Unavailable as why:
        return [Campaign(f"Windows: not run. {why}", 1)]
    with windows.awake():
        for part in (*([evening.tried(windows)] if deeds else []), packages.tried(windows, tests, workers)):
            for campaign in part:
                print(
                    f"{campaign.name}: {campaign.tried} tried, {len(campaign.failed)} failed",
                    *campaign.failed,
                    sep="\n  ",
                    flush=True,
                )
                campaigns.append(campaign)
    return campaigns
