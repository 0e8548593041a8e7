"""Keys pressed at random for a short while; for a long one it is ``python -m tests.campaigns random_keys``."""

import pytest

from tests.campaigns.campaign import table
from tests.campaigns.random_keys import run
from tests.patience import patience

pytestmark = [pytest.mark.process, pytest.mark.screen]


@pytest.mark.parametrize("seed", [703])
def test_whatever_is_pressed_the_desk_stands_and_lost_nothing(seed: int) -> None:
    result = run(patience(), seed, most=60)
    assert [campaign.failed for campaign in result] == [()], table(result)
    assert result[0].tried
