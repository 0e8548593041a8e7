"""How the dashboard and the board look, whatever is on them."""

from __future__ import annotations

from typing import Final

LOOKS: Final = """
Screen { layout: vertical; }
.heading { height: 1; padding: 0 1; background: $primary; color: $text; text-style: bold; }
.heading, .title { text-wrap: nowrap; text-overflow: ellipsis; }
.title { height: 1; padding: 0 1; color: $text-muted; text-style: bold; }
OptionList, OptionList:focus { border: none; padding: 0; background: $background; background-tint: $background 0%; }
OptionList { height: 1fr; }
Input, Input:focus { border: none; height: 1; padding: 0; background: $panel; }
.read { padding: 0 1; }
* { scrollbar-size-vertical: 1; scrollbar-background: $background; scrollbar-color: $scrollbar; }
Footer { background: $panel; }
OptionList.pointed > .option-list--option-highlighted { background: $block-cursor-background; }
"""
