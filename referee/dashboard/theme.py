"""Colours and styles of the desk and the board: ink on green baize, unless others were chosen.

Every colour is stated, so that a new Textual does not change them.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from textual.app import App
from textual.theme import Theme


@dataclass(frozen=True, slots=True)
class _Colours:
    """The inks of a theme, and the grounds that they are written on."""

    text: str
    quiet: str
    faint: str
    gold: str
    sky: str
    red: str
    green: str
    ground: str
    surface: str
    edge: str
    hover: str
    marked: str
    rail: str


_BAIZE: Final = _Colours(
    text="#e9eee9",
    quiet="#bccac0",
    faint="#93a69a",
    gold="#f0c75e",
    sky="#8fd0f0",
    red="#ffa198",
    green="#86d99a",
    ground="#0d1a15",
    surface="#13251d",
    edge="#1c3329",
    hover="#162a21",
    marked="#24523f",
    rail="#1f5a43",
)
# The grounds are those of Textual's light theme; its inks are too pale for what is marked.
_PAPER: Final = _Colours(
    text="#1a1a1a",
    quiet="#3a3a3a",
    faint="#4a4a4a",
    gold="#663300",
    sky="#0a3d70",
    red="#85101f",
    green="#0f4a26",
    ground="#e0e0e0",
    surface="#d8d8d8",
    edge="#d0d0d0",
    hover="#c8d2da",
    marked="#b3cde0",
    rail="#a3c4dc",
)
_BRIGHT: Final = _Colours(
    text="#ffffff",
    quiet="#ffffff",
    faint="#d0d0d0",
    gold="#ffe600",
    sky="#66e0ff",
    red="#ffb3b3",
    green="#7dff8a",
    ground="#000000",
    surface="#000000",
    edge="#1a1a1a",
    hover="#262626",
    marked="#003173",
    rail="#003173",
)


def _theme(name: str, ink: _Colours, *, dark: bool = True) -> Theme:
    return Theme(
        name=name,
        dark=dark,
        primary=ink.rail,
        secondary=ink.edge,
        accent=ink.sky,
        warning=ink.gold,
        error=ink.red,
        success=ink.green,
        foreground=ink.text,
        background=ink.ground,
        surface=ink.surface,
        panel=ink.edge,
        variables={
            "text": ink.text,
            "text-muted": ink.quiet,
            "text-disabled": ink.faint,
            "text-accent": ink.sky,
            "text-warning": ink.gold,
            "text-error": ink.red,
            "text-success": ink.green,
            "border": ink.rail,
            "border-blurred": ink.edge,
            "block-cursor-foreground": ink.text,
            "block-cursor-background": ink.marked,
            "block-cursor-text-style": "none",
            "block-cursor-blurred-foreground": ink.text,
            "block-cursor-blurred-background": ink.edge,
            "block-cursor-blurred-text-style": "none",
            "block-hover-background": ink.hover,
            "footer-key-foreground": ink.gold,
            "footer-key-background": ink.marked,
            "footer-description-foreground": ink.text,
            "footer-description-background": ink.edge,
            "input-cursor-background": ink.text,
            "input-cursor-foreground": ink.ground,
            "input-cursor-text-style": "none",
            "input-selection-background": ink.marked,
            "input-selection-foreground": ink.text,
            "scrollbar": ink.marked,
            "scrollbar-hover": ink.marked,
            "scrollbar-active": ink.rail,
            "scrollbar-background": ink.ground,
            "scrollbar-background-hover": ink.ground,
            "scrollbar-background-active": ink.ground,
            "scrollbar-corner-color": ink.ground,
            "screen-selection-background": ink.marked,
            "screen-selection-foreground": ink.text,
        },
    )


REFEREE: Final = _theme("referee", _BAIZE)
LIGHT: Final = _theme("light", _PAPER, dark=False)
HIGH_CONTRAST: Final = _theme("high-contrast", _BRIGHT)
THEMES: Final = (
    (REFEREE, "Dark: ink on green baize."),
    (LIGHT, "Light, for a bright room."),
    (HIGH_CONTRAST, "High contrast: white on black."),
)
"""What the desk can look like."""


def put_on(app: App[Any]) -> None:
    """Give a program its colours: those chosen on this computer, or the club's own."""
    for theme, _ in THEMES:
        app.register_theme(theme)
    app.theme = chosen()


def chosen() -> str:
    """Return the theme that was chosen on this computer, if there is one of that name."""
    with suppress(OSError, ValueError):
        name = place().read_text(encoding="utf-8").strip()
        if any(name == each.name for each, _ in THEMES):
            return name
    return REFEREE.name


def choose(app: App[Any], name: str) -> None:
    """Change the colours, and remember them. Raises `OSError` where they cannot be remembered."""
    from referee.export.files import write_file

    app.theme = name
    write_file(place(), f"{name}\n".encode())


def place() -> Path:
    """Return the file in the user's configuration that has the theme chosen."""
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "referee" / "theme"


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
.read Told { padding: 0 1 0 0; }
* { scrollbar-size-vertical: 1; scrollbar-background: $background; scrollbar-color: $scrollbar; }
ModalScreen.-flat > Vertical { width: 100%; height: 100%; max-height: 100%; margin: 0; padding: 0; border: none; }
ModalScreen.-flat > Vertical { overflow-y: auto; }
ModalScreen.-flat > Vertical > * { margin: 0; }
ModalScreen.-flat VerticalScroll, ModalScreen.-flat > Vertical > Static { max-height: 2; }
ModalScreen.-flat > Vertical OptionList, ModalScreen.-flat > Vertical .hint { max-height: 2; }
OptionList.pointed > .option-list--option-highlighted { background: $block-cursor-background; }
"""
