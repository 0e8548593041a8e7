"""Campaigns for a second or two: that each runs, and that nothing fails. At length they are run by hand."""

import os
import re
import sys
from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from tests.campaigns import flips, restores, side_pots
from tests.campaigns.__main__ import BY_NAME, campaigns, main, tried
from tests.campaigns.campaign import Campaign, table

SEED = 11
# How each is run shortly: for a second, or so many times in however long that takes. The rest has a test of its own.
SHORT: dict[str, Callable[..., list[Campaign]]] = {
    "flips": partial(flips.run, 60, most=22),
    "restores": partial(restores.run, 60, most=2 * len(restores.DAMAGES)),
}
ELSEWHERE = {
    "evenings": "tests/phones/evenings",
    "random_keys": "tests/dashboard/test_monkey.py",
    "windows": "tests/campaigns/test_windows.py",
}


@pytest.mark.long
@pytest.mark.process
@pytest.mark.screen
@pytest.mark.parametrize("name", [name for name in campaigns() if name not in (*ELSEWHERE, *BY_NAME)])
def test_nothing_fails_in_a_short_campaign(name: str) -> None:
    if name == "web_requests" and sys.platform != "linux":
        pytest.skip("strangers have an address of their own on Linux only")
    results = SHORT[name](SEED) if name in SHORT else tried(name, campaigns()[name], 1, SEED)
    assert [campaign.failed for campaign in results] == [()] * len(results), table(results)
    assert all(campaign.tried for campaign in results)


def test_no_ruling_on_pots_mucks_and_claims_differs_from_the_source() -> None:
    campaigns = side_pots.hands(SEED, 60)
    assert campaigns.tried == 60
    assert not campaigns.failed, table([campaigns])


def test_a_ruling_on_pots_that_differs_from_the_source_is_found() -> None:
    text, net, right = side_pots.make_hand(Random(f"{SEED} 0"))
    assert side_pots.difference(text, net, right) == ""
    assert "the chips are" in side_pots.difference(text, [chips + 1 for chips in net], right)
    assert "and ruled" in side_pots.difference(text, net, {line: not ok for line, ok in right.items()})


def test_every_campaign_that_is_named_here_is_one() -> None:
    assert {*SHORT, *ELSEWHERE} <= set(campaigns())


def test_a_campaign_starts_and_prints_its_seed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["campaigns", "hostile_texts", "--minutes", "0.001"])
    monkeypatch.setattr(os, "environ", {**os.environ})
    assert main() == 0
    output = capsys.readouterr()
    assert re.match(r"seed \d+, 0.001 minutes for 1 campaigns\n", output.out), output
    assert re.search(r"^hostile_texts: \d+ s, 0 failed", output.err), output


def test_the_table_tells_what_was_tried_and_what_failed() -> None:
    printed = table([Campaign("flips", 500), Campaign("kills", 1000, ("kill 7: a line is lost",))]).splitlines()
    assert printed[0].split() == ["campaign", "tried", "failed"]
    assert [row.split() for row in printed[1:3]] == [["flips", "500", "0"], ["kills", "1000", "1"]]
    assert printed[3] == "kills: kill 7: a line is lost"


def test_a_campaign_that_breaks_off_has_failed() -> None:
    def breaks_off(_seconds: float, _seed: int) -> Campaign:
        raise ZeroDivisionError

    (campaigns,) = tried("flips", breaks_off, 1, 7)
    assert "seed 7" in campaigns.failed[0]
    assert "ZeroDivisionError" in campaigns.failed[0]
