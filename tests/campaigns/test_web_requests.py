import sys

import pytest

from tests.campaigns.web_requests import run


@pytest.mark.process
@pytest.mark.skipif(sys.platform != "linux", reason="strangers have an address of their own on Linux only")
def test_hostile_requests_get_in_nowhere_and_break_nothing() -> None:
    done = run(seconds=1, seed=1)
    assert len(done) == 3
    assert [failure for each in done for failure in each.failed] == []
