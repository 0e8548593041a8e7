"""Moments are told by the clock of this computer, also those that Windows has no local time for."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Self

import pytest

from referee.store.moment import in_local_time, in_utc


class OnWindows(datetime):
    """A moment as Windows has them: before 1970 it knows no local time."""

    def astimezone(self, tz: tzinfo | None = None) -> Self:
        if tz is None and self.year < 1970:
            raise OSError(22, "Invalid argument")
        return super().astimezone(tz)


@pytest.fixture(params=["UTC", "Europe/Berlin", "America/Los_Angeles", "Pacific/Kiritimati"])
def _zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    if not hasattr(time, "tzset"):
        pytest.skip("no time zone can be set here")
    before = time.tzname
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()
    assert time.tzname == before


@pytest.mark.usefixtures("_zone")
@pytest.mark.parametrize("kind", [datetime, OnWindows])
@pytest.mark.parametrize("year", [1900, 1965, 1969, 1970, 2026])
def test_noon_of_a_day_is_on_that_day_when_it_is_read_back(kind: type[datetime], year: int) -> None:
    noon = in_local_time(kind(year, 1, 2, 12))
    assert noon.utcoffset() is not None
    read = kind.fromisoformat(in_utc(noon))
    assert in_local_time(read).date() == noon.date() == datetime(year, 1, 2).date()


@pytest.mark.usefixtures("_zone")
def test_a_moment_stays_the_same_moment() -> None:
    for kind in (datetime, OnWindows):
        moment = kind(1965, 7, 1, 12, tzinfo=UTC)
        assert in_local_time(moment) - moment == timedelta()
