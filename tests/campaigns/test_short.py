"""Campaigns for a few seconds: that they run, and that nothing fails."""

import pytest

from tests.campaigns.__main__ import campaigns, tried
from tests.campaigns.campaign import Campaign, table

SECONDS = 1
HERE = ("hostile_records", "hostile_texts", "moved_season", "server_kills", "writers")
BESIDE = (
    "evenings",
    "flips",
    "full_disk",
    "kills",
    "random_keys",
    "restores",
    "tampering",
    "web_requests",
)  # with a test of their own


@pytest.mark.process
@pytest.mark.parametrize("name", HERE)
def test_nothing_fails_in_a_short_campaign(name: str) -> None:
    found = tried(name, campaigns()[name], SECONDS, seed=11)
    assert [each.failed for each in found] == [()] * len(found), table(found)
    assert all(each.tried for each in found)


def test_every_campaign_has_a_short_one() -> None:
    assert sorted(campaigns()) == sorted((*HERE, *BESIDE))


def test_the_table_tells_what_was_tried_and_what_failed() -> None:
    printed = table([Campaign("flips", 500), Campaign("kills", 1000, ("kill 7: a line is lost",))]).splitlines()
    assert printed[0].split() == ["campaign", "tried", "failed"]
    assert [row.split() for row in printed[1:3]] == [["flips", "500", "0"], ["kills", "1000", "1"]]
    assert printed[3] == "kills: kill 7: a line is lost"


def test_a_campaign_that_breaks_off_has_failed() -> None:
    def breaks_off(_seconds: float, _seed: int) -> Campaign:
        raise ZeroDivisionError

    (found,) = tried("flips", breaks_off, 1, 7)
    assert "seed 7" in found.failed[0]
    assert "ZeroDivisionError" in found.failed[0]
