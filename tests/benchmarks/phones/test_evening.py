"""Phones are measured beside a bare server; none misses a line meanwhile, and none is recorded twice."""

import pytest

from tests.benchmarks.phones.evening import phones
from tests.export.pages.browsing import CHROMIUM
from tests.postgresql import programs

pytestmark = [pytest.mark.bench, pytest.mark.process]
MEASURED = (
    "tap to ruling, answered",
    "tap to ruling, drawn",
    "a line on all four phones",
    "the desk's line on all four",
    "with the load",
    "with phones at rest",
    "memory",
)


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
@pytest.mark.parametrize("served", [False, True], ids=["SQLite", "PostgreSQL"])
def test_phones_of_an_evening_are_measured_and_see_each_line_once(served: bool) -> None:
    if served and programs() is None:
        pytest.skip("PostgreSQL is not installed")
    rows = phones(tables=2, lines=7, every=0.3, before=4, browsers=1, fast=7, idle=0.5, served=served)
    measured = " ".join(row.what for row in rows)
    assert [each for each in MEASURED if each not in measured] == []
    assert "PostgreSQL" in measured if served else "SQLite" in measured
