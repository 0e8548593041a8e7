"""The help document: keys of the current screen, all key settings, and how to change them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import groupby
from typing import Final

from textual.binding import ActiveBinding, Binding
from textual.content import Content

from referee.dashboard import keys, keys_file
from referee.dashboard.desk import Desk
from referee.dashboard.document_screen import Document, DocumentScreen
from referee.dashboard.key_actions import KEY_ACTIONS
from referee.dashboard.rendering import wrap
from referee.dashboard.widgets.side_panel import heading_rows

_SCREENS: Final = {
    keys.EVERYWHERE: "Everywhere, where nothing is typed",
    "cards": "Tonight, in a wide window: tables as cards",
    "checkin": "Check-in",
    "seating": "A new table",
    "drawing": "The draw (Enter picks a player up, the arrows go from table to table)",
    "drawn": "A table of the draw",
    "typing": "A table, while typing a line",
    "asked": "A table, at the question about an illegal line",
    "table": "A table, in its record",
    "telling": "Facts without a table, while typing",
    "facts": "Facts without a table, in their list",
    "sheet": "What may be recorded",
    "nights": "The sessions of a player",
    "dispute": "One dispute",
    "evenings": "Sessions",
    "evening": "One session",
    "member": "A member's profile",
    "files": "Exports, backups, audit",
    "tournament": "One tournament",
    "freeze_out": "One freezeout",
    "rounds": "One tournament, to read",
    "palette": "The palette, which finds anything by its words",
    "manual": "A page of the manual",
    "clock": "The clock (another command: referee clock)",
    "board": "The board (another command: referee board)",
}
_LINE_HELP: Final = """\
A line says who did what: Ann plays 3D 3H, Ben passes, deal by Dee. You may leave out the player whose turn it is: pass,
b 4, or cards alone. You may shorten names, and type cards as 10H, TH, H10 or h10, with or without spaces. The ruling
appears under the line before you press Enter. An illegal line asks first: if you keep it, it is recorded as what
happened, but it changes nothing until you let it stand.
"""
_KEY_WIDTH: Final = 18


def help_screen(desk: Desk, active_bindings: Iterable[ActiveBinding]) -> DocumentScreen[Sequence[Binding]]:
    """Return the screen with the active key bindings, followed by every key of every screen."""
    everywhere = {key.description for key in keys.KEYS if key.screen == keys.EVERYWHERE}
    screen_bindings = [
        binding.binding
        for binding in active_bindings
        if binding.binding.tooltip and binding.binding.tooltip not in everywhere
    ]
    return DocumentScreen(
        desk, Document("help", lambda _: screen_bindings, lambda _: "Help", partial(_rows, desk.keymap))
    )


def _rows(keymap: keys.Keymap, screen_bindings: Sequence[Binding], width: int) -> Iterator[Content]:
    yield from heading_rows("This screen")[1:]
    for description, group in groupby(screen_bindings, lambda binding: binding.tooltip):
        yield from _row(keys.format_keys(",".join(binding.key for binding in group)), description, width)
    yield from heading_rows("What each key means on every screen, and its name in keys.toml")
    for key_action in KEY_ACTIONS:
        text = keymap.get(key_action.name, key_action.keys)
        changed = " (changed)" if key_action.name in keymap else ""
        yield from _row(_format_key_range(text), f"{key_action.description}{changed}  {key_action.name}", width)
    for screen, screen_keys in groupby(keys.effective_bindings(keymap), lambda binding: binding[0].screen):
        yield from heading_rows(_SCREENS.get(screen, screen.capitalize()))
        for key, text in screen_keys:
            yield from _row(_format_key_range(text), key.description, width)
    yield from heading_rows("Lines")
    yield from Content(" ".join(_LINE_HELP.split())).wrap(width)
    yield Content("")
    with suppress(OSError):  # who has no folder for settings has none for keys
        yield Content(f"To change keys on every screen, write {keys_file.keys_file_path()}, such as:")
        yield Content(f'  [{keys_file.SECTION}]\n  undo = "z"')


def _format_key_range(keys_text: str) -> str:
    """Return the display names of keys, shortened to the first and last of more than two."""
    key_names = keys_text.split(",")
    return f"{key_names[0]} to {key_names[-1]}" if len(key_names) > 2 else keys.format_keys(keys_text)


def _row(key: str, description: str, width: int) -> list[Content]:
    return wrap(description, width, _KEY_WIDTH, lead=Content.styled(f"  {key:{_KEY_WIDTH - 2}}", "bold"))
