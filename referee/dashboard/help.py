"""Help: the keys of the screen that it was asked on, what each key means, every screen, and how to change keys."""

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
_WRITING: Final = """\
A line says who did what: Ann plays 3D 3H, Ben passes, deal by Dee. You may leave out the player whose turn it is: pass,
b 4, or cards alone. You may shorten names, and type cards as 10H, TH, H10 or h10, with or without spaces. The ruling
appears under the line before you press Enter. An illegal line asks first: if you keep it, it is recorded as what
happened, but it changes nothing until you let it stand.
"""
_KEY: Final = 18


def help_screen(desk: Desk, here: Iterable[ActiveBinding]) -> DocumentScreen[Sequence[Binding]]:
    """Return the keys `here`, where the help was asked for, and then every key of every screen, to be read."""
    everywhere = {key.description for key in keys.KEYS if key.screen == keys.EVERYWHERE}
    own = [binding.binding for binding in here if binding.binding.tooltip and binding.binding.tooltip not in everywhere]
    return DocumentScreen(desk, Document("help", lambda _: own, lambda _: "Help", partial(_rows, desk.keymap)))


def _rows(keymap: keys.Keymap, own: Sequence[Binding], width: int) -> Iterator[Content]:
    yield from heading_rows("This screen")[1:]
    for does, bound in groupby(own, lambda binding: binding.tooltip):
        yield from _row(keys.format_keys(",".join(binding.key for binding in bound)), does, width)
    yield from heading_rows("What each key means on every screen, and its name in keys.toml")
    for meaning in KEY_ACTIONS:
        text = keymap.get(meaning.name, meaning.keys)
        changed = " (changed)" if meaning.name in keymap else ""
        yield from _row(_typed(text), f"{meaning.description}{changed}  {meaning.name}", width)
    for screen, listed in groupby(keys.effective_bindings(keymap), lambda binding: binding[0].screen):
        yield from heading_rows(_SCREENS.get(screen, screen.capitalize()))
        for key, text in listed:
            yield from _row(_typed(text), key.description, width)
    yield from heading_rows("Lines")
    yield from Content(" ".join(_WRITING.split())).wrap(width)
    yield Content("")
    with suppress(OSError):  # who has no folder for settings has none for keys
        yield Content(f"To change keys on every screen, write {keys_file.keys_file_path()}, such as:")
        yield Content(f'  [{keys_file.SECTION}]\n  undo = "z"')


def _typed(keys_typed: str) -> str:
    """Return keys as they stand on a keyboard; of a row of digits the first and the last."""
    several = keys_typed.split(",")
    return f"{several[0]} to {several[-1]}" if len(several) > 2 else keys.format_keys(keys_typed)


def _row(key: str, does: str, width: int) -> list[Content]:
    return wrap(does, width, _KEY, lead=Content.styled(f"  {key:{_KEY - 2}}", "bold"))
