"""Hands in the PHH format, written out for the tests."""

from __future__ import annotations

import json

from referee.histories.phh import HandText

PLAYERS = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida")


def hand(stacks: list[object], actions: str, /, *, blinds: tuple[object, ...] = (1, 2), **fields: object) -> HandText:
    """A no-limit hand; `actions` are parted by semicolons, and players are Ann, Ben and so on."""
    many = len(stacks)
    stated: dict[str, object] = {
        "variant": "NT",
        "antes": [0] * many,
        "blinds_or_straddles": [*blinds, *[0] * (many - len(blinds))],
        "min_bet": blinds[1],
        "starting_stacks": stacks,
        "actions": [action.strip() for action in actions.split(";") if action.strip()],
        "players": list(PLAYERS[:many]),
        **fields,
    }
    rows = [f"{key} = {_toml(value)}" for key, value in stated.items() if value is not None]
    return HandText("", 1, "\n".join(rows).encode())


def _toml(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value) if isinstance(value, str | bool) else str(value)
