"""Colours and styles of the desk and the board: ink on green baize.

Every colour is stated, so that a new Textual does not change them.
"""

from __future__ import annotations

from typing import Final

from textual.theme import Theme

_BAIZE: Final = "#0d1a15"
_EDGE: Final = "#1c3329"
_MARKED: Final = "#24523f"
_RAIL: Final = "#1f5a43"
_TEXT: Final = "#e9eee9"
_QUIET: Final = "#bccac0"
_GOLD: Final = "#f0c75e"
_SKY: Final = "#8fd0f0"
_RED: Final = "#ffa198"
_GREEN: Final = "#86d99a"

REFEREE: Final = Theme(
    name="referee",
    dark=True,
    primary=_RAIL,
    secondary=_EDGE,
    accent=_SKY,
    warning=_GOLD,
    error=_RED,
    success=_GREEN,
    foreground=_TEXT,
    background=_BAIZE,
    surface="#13251d",
    panel=_EDGE,
    variables={
        "text": _TEXT,
        "text-muted": _QUIET,
        "text-disabled": "#93a69a",
        "text-accent": _SKY,
        "text-warning": _GOLD,
        "text-error": _RED,
        "text-success": _GREEN,
        "border": _RAIL,
        "border-blurred": _EDGE,
        "block-cursor-foreground": _TEXT,
        "block-cursor-background": _MARKED,
        "block-cursor-text-style": "none",
        "block-cursor-blurred-foreground": _TEXT,
        "block-cursor-blurred-background": _EDGE,
        "block-cursor-blurred-text-style": "none",
        "block-hover-background": "#162a21",
        "footer-foreground": _TEXT,
        "footer-background": _EDGE,
        "footer-key-foreground": _GOLD,
        "footer-key-background": _MARKED,
        "footer-description-foreground": _TEXT,
        "footer-description-background": _EDGE,
        "footer-item-background": _EDGE,
        "input-cursor-background": _TEXT,
        "input-cursor-foreground": _BAIZE,
        "input-cursor-text-style": "none",
        "input-selection-background": _MARKED,
        "input-selection-foreground": _TEXT,
        "scrollbar": _MARKED,
        "scrollbar-hover": _MARKED,
        "scrollbar-active": _RAIL,
        "scrollbar-background": _BAIZE,
        "scrollbar-background-hover": _BAIZE,
        "scrollbar-background-active": _BAIZE,
        "scrollbar-corner-color": _BAIZE,
        "screen-selection-background": _MARKED,
        "screen-selection-foreground": _TEXT,
    },
)

# These outdo what any widget says of itself, so the list that a field of a form opens is named apart.
STYLES: Final = """
Screen { layout: vertical; }
.heading { height: 1; padding: 0 1; background: $primary; color: $text; text-style: bold; }
.heading, .title { text-wrap: nowrap; text-overflow: ellipsis; }
.title { height: 1; padding: 0 1; color: $text-muted; text-style: bold; }
OptionList, OptionList:focus { border: none; padding: 0; background: $background; background-tint: $background 0%; }
OptionList { height: 1fr; }
SelectOverlay, SelectOverlay:focus { height: auto; max-height: 12; background: $panel; }
Input, Input:focus { border: none; height: 1; padding: 0; background: $panel; }
.read { padding: 0 1; }
.read Told { padding: 0 1 0 0; }
* { scrollbar-size-vertical: 1; scrollbar-background: $background; scrollbar-color: $scrollbar; }
Footer { background: $panel; }
OptionList.pointed > .option-list--option-highlighted { background: $block-cursor-background; }
"""
