"""Make QR codes for pages and terminals."""

from __future__ import annotations

from itertools import zip_longest
from typing import Final

import segno

_LIGHT: Final = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
_BORDER: Final = 2


def qr(text: str) -> segno.QRCode:
    """Return the QR code of a text."""
    return segno.make(text, error="m", micro=False)


def half_blocks(text: str) -> list[str]:
    """Return a QR code as rows of half-block characters, each with two of its rows. The light modules are drawn."""
    rows = [tuple(map(int, row)) for row in qr(text).matrix_iter(border=_BORDER)]
    light = (0,) * len(rows[0])
    pairs = zip_longest(rows[::2], rows[1::2], fillvalue=light)
    return ["".join(_LIGHT[pair] for pair in zip(upper, lower, strict=True)) for upper, lower in pairs]
