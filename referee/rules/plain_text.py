"""Handling of control characters, invisible characters and text-direction characters.

Typed text with such a character is refused (`first_unfit`). In text from a file, a sign replaces it (`with_signs`).
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Final

# Control characters and line ends; text-direction characters; characters without width; surrogates, as which
# Python reads bytes that are not UTF-8; noncharacters and private characters. Joiners are allowed, as many scripts
# need them, and so are marks that only say how a word is to be read.
_UNFIT: Final = (
    "[\x00-\x1f\x7f-\x9f\u2028-\u202e\u200b\u2060-\u206f\ufeff\ufff9-\ufffb\ufdd0-\ufdef\ufffe\uffff"
    "\ud800-\udfff\ue000-\uf8ff\U000e0000-\U000e007f]"
)
_NAMES: Final = {
    "\x00": "NUL",
    "\t": "a tab",
    "\n": "a line end",
    "\r": "a carriage return",
    "\x1b": "an escape",
    "\u200b": "a zero-width space",
    "\ufeff": "a byte order mark",
}


@cache
def _unfit_pattern() -> re.Pattern[str]:
    """Return the compiled pattern of unfit characters. It is compiled late because that takes as long as a ruling."""
    return re.compile(_UNFIT)


def first_unfit(text: str) -> int | None:
    """Return the index of the first unfit character in a text; None if there is none."""
    if text.isascii() and text.isprintable():
        return None
    match = _unfit_pattern().search(text)
    return match.start() if match else None


def describe_unfit(char: str) -> str:
    """Return a description of an unfit character with its number: ``an escape (U+001B)``."""
    code = f"U+{ord(char):04X}"
    if "\ud800" <= char <= "\udfff":
        escaped = "\udc80" <= char <= "\udcff"  # as Python reads a byte that is no UTF-8
        return f"the byte 0x{ord(char) - 0xDC00:02X}, which is not UTF-8" if escaped else f"half a character ({code})"
    if name := _NAMES.get(char):
        return f"{name} ({code})"
    if char in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069":
        return f"a character that reverses the text ({code})"
    if "\ue000" <= char <= "\uf8ff":
        return f"a private-use character ({code})"
    kind = "a control character" if unicodedata.category(char) == "Cc" else "an invisible character"
    return f"{kind} ({code})"


def with_signs(text: str) -> str:
    """Return a text in which signs replace unfit characters: ``␛`` for an escape, mostly ``�``."""
    if text.isascii() and text.isprintable():
        return text
    return _unfit_pattern().sub(_replacement_sign, text)


def _replacement_sign(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x20:
        return chr(0x2400 + code)
    return "\N{SYMBOL FOR DELETE}" if code == 0x7F else "\N{REPLACEMENT CHARACTER}"
