"""Cases of which some run by default, and all of them where the tests that are marked `long` run too."""

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import settings

LONG_TOO = False
"""Whether tests that are marked `long` run too, which `tests/conftest.py` knows."""


def one_in(every: int, cases: Iterable[Any]) -> list[Any]:
    """Return all cases for `parametrize`, of which one in `every` is not marked `long`; the first is one of these."""
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.long if at % every else ())
        for at, case in enumerate(cases)
    ]


def examples(few: int, many: int) -> settings:
    """Return the settings of a test of Hypothesis: `few` examples by default, `many` where long tests are asked for."""
    return settings(max_examples=many if LONG_TOO else few)
