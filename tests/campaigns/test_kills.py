"""A short run of the campaign of kills, of that of full disks, and of that of what stands in a file's place."""

import pytest

from tests.campaigns import full_disk, kills, restores

pytestmark = pytest.mark.process


@pytest.mark.parametrize("campaign", [kills, full_disk], ids=["kills", "full disk"])
def test_nothing_confirmed_is_lost(campaign: object) -> None:
    found = campaign.run(2.0, 20261116)  # type: ignore[attr-defined]
    assert all(each.failed == () for each in found), found
    assert all(each.tried for each in found)


def test_whatever_stands_in_its_place_a_backup_is_put_there() -> None:
    found = restores.run(60, 20261116, most=2 * len(restores.DAMAGES))
    assert all(each.failed == () for each in found), found
    assert all(each.tried == 2 for each in found)
