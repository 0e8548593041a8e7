"""A short run of what is done to a club's file at length by hand."""

import pytest

from tests.campaigns import flips, tampering

pytestmark = pytest.mark.process


def test_tampering_of_every_kind_is_named() -> None:
    found = tampering.run(0, 11)
    assert {each.tried for each in found} == {1}
    assert tampering.misses(found) == []


def test_what_is_asked_of_damaged_files_is_right_or_said_to_be_damaged() -> None:
    *damaged, asked = flips.run(60, 12, most=22)
    assert [each.tried for each in damaged] == [12, 8, 2]
    assert asked.tried == 22 * 5
    assert [failure for each in damaged for failure in each.failed] == []
