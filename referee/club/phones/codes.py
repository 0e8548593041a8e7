"""Table codes: six characters that a player types, or scans from the card on the table."""

from __future__ import annotations

import secrets
from typing import Final

SIGNS: Final = "23456789ACDEFGHJKMNPQRTVWXY"
"""The 27 characters of codes, no two of which look alike in print."""
LENGTH: Final = 6
# B, S and Z are in no code, and look like characters that are.
_LOOK_LIKE: Final = str.maketrans("BSZ", "852")
_LONGEST_TYPED: Final = 20


def new_code() -> str:
    """Return a random code."""
    return "".join(secrets.choice(SIGNS) for _ in range(LENGTH))


def parse_code(text: str) -> str:
    """Return a typed code in its stored form, such as K7M2QX for ``k7m 2qx``.

    The result is empty if the text cannot be a code.
    """
    if len(text) > _LONGEST_TYPED:
        return ""
    signs = "".join(sign for sign in text.upper() if sign.isalnum()).translate(_LOOK_LIKE)
    return signs if len(signs) == LENGTH and all(sign in SIGNS for sign in signs) else ""


def format_code(code: str) -> str:
    """Return a code in two groups, for printing."""
    return f"{code[:3]} {code[3:]}"
