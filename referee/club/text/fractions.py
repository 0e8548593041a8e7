"""Reading a typed number: an integer, a decimal or a fraction."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

_TYPED: Final = re.compile(r"[+-]?(\d{1,9}(\.\d{0,9})?|\.\d{1,9}|\d{1,9}/0*[1-9]\d{0,8})", re.ASCII)


def parse_fraction(text: str) -> Fraction | None:
    """Return the number in a text such as 3, 2.5 or 1/2; None if there is none.

    Exponents are refused, because computing ``1e999999999`` would take for ever.
    """
    return Fraction(text.strip()) if _TYPED.fullmatch(text.strip()) else None
