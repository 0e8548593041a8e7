"""A short run of the campaign of kills and of that of full disks."""

import pytest

from tests.campaigns import full_disk, kills

pytestmark = pytest.mark.process


@pytest.mark.parametrize("campaign", [kills, full_disk], ids=["kills", "full disk"])
def test_nothing_confirmed_is_lost(campaign: object) -> None:
    found = campaign.run(2.0, 20261116)  # type: ignore[attr-defined]
    assert all(each.failed == () for each in found), found
    assert all(each.tried for each in found)
