"""Sessions played on phones, one after the other, on a club in a file and on a server, with an attacker."""

from __future__ import annotations

import time
import traceback
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.campaigns.campaign import Campaign
from tests.club.conftest import monday_club
from tests.export.pages.browsing import CHROMIUM
from tests.phones.evenings import stations
from tests.phones.evenings.windows import browser
from tests.postgresql import programs


def run(seconds: float, seed: int) -> Campaign:
    """Play sessions for some seconds, at least one on each engine; the attacks depend on the seed."""
    if CHROMIUM is None:
        return Campaign("evenings by phones: not run, as no Chromium is installed", 1)
    engines = [False] if programs() is None else [False, True]
    end, failed = time.monotonic() + seconds, []
    with TemporaryDirectory() as temporary, browser() as chrome:
        monday = monday_club(Path(temporary) / "monday")
        for tried in count():
            if tried >= len(engines) and time.monotonic() > end:
                return Campaign("evenings by phones", tried, tuple(failed))
            folder, served = Path(temporary) / str(tried), engines[tried % len(engines)]
            folder.mkdir()
            try:
                with stations.seated(monday, folder / "club", served=served) as evening:
                    stations.play(chrome, evening, folder, folder / "pictures", seed + tried)
            except Exception:
                text = "on a server" if served else "in a file"
                failed.append(f"evening {tried} {text}, seed {seed}: {traceback.format_exc(limit=-3)}")
    raise AssertionError("it never ends so")
