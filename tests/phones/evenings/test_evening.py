"""An evening of four tables in windows of a real browser, played by taps on a club in a file and on a server."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.export.pages.browsing import CHROMIUM
from tests.phones.evenings import stations
from tests.phones.evenings.windows import browser
from tests.postgresql import programs

pytestmark = [
    pytest.mark.long,
    pytest.mark.process,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed"),
]
ON_A_SERVER = pytest.param(True, marks=pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed"))


@pytest.fixture(scope="module")
def chrome() -> Iterator[Browser]:
    with browser() as found:
        yield found


@pytest.mark.parametrize("served", [False, ON_A_SERVER], ids=["in a file", "on a server"])
def test_an_evening_is_played_by_phones(chrome: Browser, monday: Path, tmp_path: Path, served: bool) -> None:
    """With EVENING_PICTURES set to a folder, the pictures of all stations are kept there."""
    pictures = Path(os.environ.get("EVENING_PICTURES") or tmp_path / "pictures")
    with stations.seated(monday, tmp_path / "club", served=served) as evening:
        played = stations.play(chrome, evening, tmp_path, pictures)
        assert sum(map(len, played.lines.values())) > 20
