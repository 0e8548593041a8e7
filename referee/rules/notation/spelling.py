"""Help for a mistyped word."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(typed: str, choices: Iterable[str]) -> str | None:
    """Return the choice most like what was typed, or None when none is like it."""
    from difflib import get_close_matches  # only a mistake has to pay for loading it

    return next(iter(get_close_matches(typed.casefold(), list(choices), 1)), None)


def several_nearest(typed: str, choices: Iterable[str], least: float) -> tuple[str, ...]:
    """Return up to three choices like what was typed, the likest first; `least` is how like, from 0 to 1."""
    from difflib import get_close_matches

    return tuple(get_close_matches(typed.casefold(), list(choices), 3, least))


def did_you_mean(typed: str, choices: Iterable[str]) -> str:
    """Return ``Did you mean royal?``, or the choices when none is like what was typed."""
    possible = list(choices)
    near = nearest(typed, possible)
    return f"Did you mean {near}?" if near else f"Use one of {', '.join(possible)}"
