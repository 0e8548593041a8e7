"""What a clock shows, in words: the same on the board, at the desk and in the terminal."""

from __future__ import annotations

from referee.tournaments.clocks.clock import Reading, State, in_digits


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
    if found.seconds_to_break is not None and not (found.after and found.after.is_break):
        parts.append(f"break in {in_digits(found.seconds_to_break)}")
    return ", ".join(parts)
