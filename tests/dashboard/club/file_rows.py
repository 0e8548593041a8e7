"""Where what can be written stands on the page of exports."""

from referee.export.exports import EXPORTS

_ROWS = (*(export.name for export in EXPORTS), "backup", "audit")


def down_to(row: str, start: str = _ROWS[0]) -> list[str]:
    """Return the keys from one row of the page down to another."""
    return ["down"] * (_ROWS.index(row) - _ROWS.index(start))
