"""Choose what else is done, from rows with a letter each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.events import Key
from textual.screen import ModalScreen, Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from referee.dashboard.rendering import drawn


@dataclass(frozen=True, slots=True)
class Choice:
    """A row of a menu: what is answered, the letter that chooses it, and its words."""

    id: str
    letter: str
    says: str


class Menu(ModalScreen[str | None]):
    """What else can be done, to be chosen from; it answers what was chosen, or None."""

    BINDINGS = [Binding("escape,q", "dismiss", "Back", show=False)]
    DEFAULT_CSS = """
    Menu { align: center middle; }
    Menu > Vertical { width: 90%; max-width: 70; height: auto; padding: 1 2; }
    Menu > Vertical { border: round $primary; background: $surface; }
    Menu .hint { color: $text-muted; margin: 1 0 0 0; }
    """

    def __init__(self, title: str, rows: Sequence[Choice]) -> None:
        super().__init__()
        self.heading = title
        self.rows = rows

    def compose(self) -> ComposeResult:
        """Show what can be chosen, and what Enter and Escape do."""
        with Vertical():
            yield Static(drawn(self.heading, "bold"))
            said = [Content.assemble((f"{each.letter}  ", "$text-accent"), each.says) for each in self.rows]
            rows = (Option(row, id=each.id) for row, each in zip(said, self.rows, strict=True))
            options = OptionList(*rows, classes="pointed")
            options.styles.height = "auto"
            yield options
            yield Static("A letter or Enter: choose   Escape: go back, nothing changes", classes="hint")

    def on_key(self, event: Key) -> None:
        """Take what a letter stands for."""
        for each in self.rows:
            if event.character == each.letter:
                event.stop()
                event.prevent_default()
                self.dismiss(each.id)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take what was chosen."""
        self.dismiss(event.option_id)


def choose_action(screen: Screen[Any], title: str, rows: Sequence[Choice]) -> None:
    """Let one of a screen's actions be chosen, and do it."""

    async def chosen(action: str | None) -> None:
        if action is not None:
            await screen.run_action(action)

    if screen.app.screen is screen:  # a key pressed twice in haste asks once
        screen.app.push_screen(Menu(title, rows), chosen)
