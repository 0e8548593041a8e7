"""What a clock shows, in words: the same on the board, at the desk and in the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final

from referee.tournaments.clocks.clock import Reading, State, in_digits

_SECOND: Final = timedelta(seconds=1)


def now_said(name: str, found: Reading) -> str:
    """Return what is on: the tournament, the level with its blinds, and whether the clock is paused."""
    said = [name, found.name, found.period.blinds.replace(" / ", "/")]
    state = "paused" if found.state is State.PAUSED else "time is up" if found.state is State.OVER else ""
    return "  ".join(filter(None, [*said, f"- {state} -" if state else ""]))


def then_said(found: Reading) -> str:
    """Return what comes next, and when the next break is."""
    parts = []
    if found.after is not None:
        parts.append(f"Next: {'break' if found.after.is_break else found.after.blinds.replace(' / ', '/') or 'round'}")
    if found.until_break is not None and not (found.after and found.after.is_break):
        parts.append(f"break in {in_digits(-(-found.until_break // _SECOND))}")
    return ", ".join(parts)


def as_data(tournament: int | None, name: str, found: Reading) -> Mapping[str, Any]:
    """Return what a clock shows as data."""
    period = found.period
    return {
        "tournament": tournament,
        "name": name,
        "state": found.state.value,
        "period": found.number,
        "level": found.level or None,
        "break": period.is_break,
        "small_blind": period.small or None,
        "big_blind": period.big or None,
        "ante": period.ante or None,
        "seconds_left": found.seconds,
        "left": found.digits,
        "next": (found.after.blinds or ("break" if found.after.is_break else "round")) if found.after else None,
        "seconds_until_break": None if found.until_break is None else -(-found.until_break // _SECOND),
        "started": found.started.isoformat(),
    }
