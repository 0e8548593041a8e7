"""Cases of which some run by default, and all of them where the tests that are marked `long` run too."""

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import settings

from referee.games import SLUGS

LONG_TOO = False
"""Whether tests that are marked `long` run too, which `tests/conftest.py` knows."""


KINDS_OF_TABLE = {
    "hidden hands": "play-or-pay",
    "betting": "texas-holdem",
    "melds": "conquian",
    "climbing": "big-two",
}
"""A game of each kind of table that phones and pages have to show."""


def each_game(games: Iterable[str] = SLUGS) -> list[Any]:
    """Return all games for `parametrize`; all but one of each kind of table are marked `long`."""
    kinds = set(KINDS_OF_TABLE.values())
    return [pytest.param(slug, marks=() if slug in kinds else pytest.mark.long) for slug in games]


def one_in(step: int, cases: Iterable[Any]) -> list[Any]:
    """Return all cases for `parametrize`, of which one in `every` is not marked `long`; the first is one of these."""
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.long if at % step else ())
        for at, case in enumerate(cases)
    ]


def examples(few: int, many: int) -> settings:
    """Return the settings of a test of Hypothesis: `few` examples by default, `many` where long tests are asked for."""
    return settings(max_examples=many if LONG_TOO else few)
