"""Colour themes and styles of the desk and the board.

Every colour is set explicitly, so that a new version of Textual does not change it.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from textual.app import App
from textual.theme import Theme

from referee.store.files.user_folders import FolderKind, user_folder

# The ink or ground of each name: on green baize, on paper, and in high contrast. The grounds on paper are those of
# Textual's light theme; its inks are too pale for what is marked.
_COLOURS: Final = {
    "text": ("#e9eee9", "#1a1a1a", "#ffffff"),
    "quiet": ("#bccac0", "#3a3a3a", "#ffffff"),
    "faint": ("#a8b8ae", "#4a4a4a", "#d0d0d0"),
    "gold": ("#f0c75e", "#663300", "#ffe600"),
    "sky": ("#8fd0f0", "#0a3d70", "#66e0ff"),
    "red": ("#ffa198", "#85101f", "#ffb3b3"),
    "green": ("#86d99a", "#0f4a26", "#7dff8a"),
    "ground": ("#0d1a15", "#e0e0e0", "#000000"),
    "surface": ("#13251d", "#d8d8d8", "#000000"),
    "edge": ("#1c3329", "#d0d0d0", "#1a1a1a"),
    "hover": ("#162a21", "#c8d2da", "#262626"),
    "marked": ("#204a39", "#b3cde0", "#003173"),
    "rail": ("#1d4e3a", "#a3c4dc", "#003173"),
}
# What Textual draws with each of them, by its variables.
_VARIABLES: Final = {
    "text": """text block-cursor-foreground block-cursor-blurred-foreground footer-description-foreground
        input-cursor-background input-selection-foreground screen-selection-foreground""",
    "quiet": "text-muted",
    "faint": "text-disabled",
    "gold": "text-warning footer-key-foreground",
    "sky": "text-accent",
    "red": "text-error",
    "green": "text-success",
    "ground": """input-cursor-foreground scrollbar-background scrollbar-background-hover scrollbar-background-active
        scrollbar-corner-color""",
    "edge": "border-blurred block-cursor-blurred-background footer-description-background",
    "hover": "block-hover-background",
    "marked": """block-cursor-background footer-key-background input-selection-background scrollbar scrollbar-hover
        screen-selection-background""",
    "rail": "border scrollbar-active",
    "none": "block-cursor-text-style block-cursor-blurred-text-style input-cursor-text-style",
}


def _theme(name: str, column: int, *, dark: bool = True) -> Theme:
    inks = {ink_name: colours[column] for ink_name, colours in _COLOURS.items()} | {"none": "none"}
    return Theme(
        name=name,
        dark=dark,
        primary=inks["rail"],
        secondary=inks["edge"],
        accent=inks["sky"],
        warning=inks["gold"],
        error=inks["red"],
        success=inks["green"],
        foreground=inks["text"],
        background=inks["ground"],
        surface=inks["surface"],
        panel=inks["edge"],
        variables={
            variable: inks[ink_name] for ink_name, variables in _VARIABLES.items() for variable in variables.split()
        },
    )


REFEREE: Final = _theme("referee", 0)
LIGHT: Final = _theme("light", 1, dark=False)
HIGH_CONTRAST: Final = _theme("high-contrast", 2)
THEMES: Final = (
    (REFEREE, "Dark: ink on green baize."),
    (LIGHT, "Light, for a bright room."),
    (HIGH_CONTRAST, "High contrast: white on black."),
)
"""The themes with their descriptions."""


def apply_theme(app: App[Any]) -> None:
    """Register the themes with an application, and set the one chosen on this computer."""
    for theme, _ in THEMES:
        app.register_theme(theme)
    app.theme = chosen_theme()


def chosen_theme() -> str:
    """Return the name of the theme chosen on this computer, or the default."""
    with suppress(OSError, ValueError):
        name = theme_path().read_text(encoding="utf-8").strip()
        if any(name == theme.name for theme, _ in THEMES):
            return name
    return REFEREE.name


def choose_theme(app: App[Any], name: str) -> None:
    """Set the theme and save the choice. Raise `OSError` if it cannot be saved."""
    from referee.export.files import write_file

    app.theme = name
    write_file(theme_path().resolve(), f"{name}\n".encode(), replace=True)


def theme_path() -> Path:
    """Return the path of the saved theme. Raise `OSError` if the user has no configuration folder."""
    return user_folder(FolderKind.CONFIG) / "theme"


# These outdo what any widget says of itself, so the list that a field of a form opens is named apart.
STYLES: Final = """
Screen { layout: vertical; }
.heading { height: 1; padding: 0 1; background: $primary; color: $text; text-style: bold; }
.heading, .title { text-wrap: nowrap; text-overflow: ellipsis; }
.title { height: 1; padding: 0 1; color: $text-muted; text-style: bold; }
OptionList, OptionList:focus { border: none; padding: 0; background: $background; background-tint: $background 0%; }
OptionList { height: 1fr; }
Input, Input:focus { border: none; height: 1; padding: 0; background: $panel; }
.read { padding: 0 1; }
.read TextPane { padding: 0 1 0 0; }
* { scrollbar-size-vertical: 1; scrollbar-background: $background; scrollbar-color: $scrollbar; }
ModalScreen.-flat > Vertical { width: 100%; height: 100%; max-height: 100%; margin: 0; padding: 0; border: none; }
ModalScreen.-flat > Vertical { overflow-y: auto; }
ModalScreen.-flat > Vertical > * { margin: 0; }
ModalScreen.-flat VerticalScroll, ModalScreen.-flat > Vertical > Static { max-height: 2; }
ModalScreen.-flat > Vertical OptionList, ModalScreen.-flat > Vertical .hint { max-height: 2; }
OptionList.pointed > .option-list--option-highlighted { background: $block-cursor-background; }
"""
