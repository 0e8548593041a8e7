"""A number as somebody types it: whole, with decimals, or a fraction."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

_TYPED: Final = re.compile(r"[+-]?(\d{1,9}(\.\d{0,9})?|\.\d{1,9}|\d{1,9}/0*[1-9]\d{0,8})", re.ASCII)


def fraction(typed: str) -> Fraction | None:
    """Return the number that is typed, such as 3, 2.5 or 1/2; None for what is none.

    Powers of ten are none: to work out ``1e999999999`` would never end.
    """
    return Fraction(typed.strip()) if _TYPED.fullmatch(typed.strip()) else None
