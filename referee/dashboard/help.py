"""Help: every key, as it is for this user, and how to change it."""

from __future__ import annotations

from typing import Final

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from referee.dashboard import keys
from referee.dashboard.desk import Desk
from referee.dashboard.widgets.key_row import KeyRow

_SCREENS: Final = {
    "tonight": "Tonight",
    "cards": "Tonight, in a wide window: the tables as cards",
    "checkin": "Who came",
    "seating": "A new table",
    "drawing": "The draw of the seats (Enter takes a player up, the arrows go from table to table)",
    "typing": "A table, while typing a line",
    "asked": "A table, while an illegal line is asked about",
    "table": "A table, in its record (Escape goes there, i goes back)",
    "facts": "Facts, without a table (Escape goes to them, i goes back)",
    "settlement": "Payments",
    "sheet": "The sheet of what may be recorded",
    "nights": "The nights of a member",
    "dispute": "One dispute",
    "more": "All else of the club",
    "evening": "One evening",
    "member": "The profile of a member",
    "past": "The record of a table, to put it right",
    "precedents": "Disputes, searched",
    "files": "Exports, backups, audit",
    "tournaments": "Tournaments",
    "announcing": "A tournament that is announced (Tab goes from field to field)",
    "tournament": "One tournament (Tab goes from the tables to the entries)",
    "freeze_out": "One freeze-out",
    "rounds": "One tournament, read",
    "help": "Help",
    "board": "The board, which is another command: referee board",
}
_WRITING: Final = """\
A line says who did what: Ann plays 3D 3H, Ben passes, deal by Dee. Whose turn it is need not be named: pass, b 4, or
cards alone. Names may be cut short, and cards be typed as 10H, TH, H10 or h10, with or without blanks. The ruling
stands under the line before Enter writes it down. An illegal line is asked about first; kept, it is what happened,
but the table stays as it was until you let the line stand.
"""


class HelpScreen(Screen[None]):
    """Every key of every screen."""

    BINDINGS = keys.bindings("help")

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk

    def compose(self) -> ComposeResult:
        """Show how lines are written, the keys, and where they can be changed."""
        yield Static("Help", classes="heading", markup=False)
        with VerticalScroll(classes="read"):
            yield Static(self._text())
        yield KeyRow()

    def _text(self) -> Content:
        keymap = self.desk.keymap
        rows: list[Content] = [Content(" ".join(_WRITING.split()))]
        shown = ""
        for each, typed in keys.in_force(keymap):
            if each.screen != shown:
                shown = each.screen
                rows += [Content(""), Content.styled(_SCREENS.get(shown, shown.capitalize()), "bold $text-accent")]
            changed = "  (changed)" if each.id in keymap else ""
            rows.append(Content.assemble((f"  {keys.shown(typed):14}", "bold"), f"{each.does}{changed}"))
        found = keys.find(self.desk.club.folder)
        where = (
            f"Keys were changed in {found}." if found else f"Keys can be changed in {self.desk.club.folder}/keys.toml:"
        )
        rows += [Content(""), Content(where), Content('  [table]\n  undo = "x"')]
        return Content("\n").join(rows)
