"""Convert tournaments to data for scripts, with names in place of entry numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from referee.rules.plain_data import plain

if TYPE_CHECKING:
    from referee.tournaments.state.view import TournamentView

_ENTRY_FIELDS: Final = frozenset(
    {
        *("entry", "entries", "player", "byes", "absent", "through", "met", "places", "score", "won"),
        *("chairs", "playing", "waiting", "by", "stacks", "bounties", "shares"),
    }
)
"""The fields that contain entry numbers: one, several, by place, or as keys."""


def with_entry_names(view: TournamentView, part: object) -> Any:
    """Return tournament data as plain data, with names in place of entry numbers."""
    return _replace_numbers(plain(part, float), view)


def _replace_numbers(data: Any, view: TournamentView, *, is_entry: bool = False) -> Any:
    match data:
        case int() if is_entry:
            return view.name_of(data) if data else None
        case list():
            return [_replace_numbers(value, view, is_entry=is_entry) for value in data]
        case dict() if is_entry:
            return {view.name_of(int(entry)): value for entry, value in data.items()}
        case dict():
            # What was settled says of nobody what it says.
            return {
                key: value if key == "settings" else _replace_numbers(value, view, is_entry=key in _ENTRY_FIELDS)
                for key, value in data.items()
            }
    return data
