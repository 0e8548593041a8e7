"""Render HTML pages from templates. All text is escaped, and cards get suit symbols."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from markupsafe import Markup, escape

from referee.cards import Card, UnreadableCard, read_card
from referee.cards.screen import SUIT_COLOURS, split_at_cards
from referee.cards.words import RANK_NAMES, SUIT_NAMES
from referee.club.phones.codes import format_code
from referee.web.templates import TEMPLATES

if TYPE_CHECKING:
    from jinja2 import Environment

_FOLDER: Final = Path(__file__).parent
STATIC: Final = _FOLDER / "static"
STYLE: Final = "phone.css"
KINDS: Final[Mapping[str, str]] = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


def render(template: str, /, **values: object) -> str:
    """Return a page, or a part of one, from a template of this package."""
    return _environment().get_template(template).render(values)


def cards(text: object, named: bool = True) -> Markup:
    """Return the text with coloured symbols for cards. With `named`, screen readers read the cards' names."""
    return _with_signs(str(text), named)


@lru_cache(maxsize=2048)  # every tap draws each card of a grid and each act
def _with_signs(text: str, with_names: bool) -> Markup:
    name = ' role="img" aria-label="{}"' if with_names else ""
    markup = Markup(f'<b class="{{}}"{name}>{{}}</b>')
    parts = (
        markup.format(suit.lower(), *([spoken_line(piece)] if with_names else ()), piece) if suit else escape(piece)
        for piece, suit in split_at_cards(text)
    )
    return Markup("").join(parts)


def spoken_card(card: Card) -> str:
    """Return a card's spoken name, such as ``ten of hearts``."""
    if card.rank in RANK_NAMES and card.suit in SUIT_NAMES:
        return f"{RANK_NAMES[card.rank]} of {SUIT_NAMES[card.suit]}"
    return str(card)


def spoken_line(text: str) -> str:
    """Return a line with the spoken names of its cards."""
    return " ".join(_spoken_word(word) for word in text.split())


def _spoken_word(word: str) -> str:
    try:
        return spoken_card(read_card(word))
    except UnreadableCard:
        return word


@cache
def digest(name: str) -> str:
    """Return a hash of a static file for its URL, so that browsers reload a changed file."""
    return hashlib.sha256(static(name)).hexdigest()[:8]


def static(name: str) -> bytes:
    """Return a static file: the stylesheet with the colours of suits, or a script without comments."""
    content = (STATIC / name).read_bytes()
    if name == STYLE:
        return content + _suit_colours().encode()
    return re.sub(rb"^\s+(?://.*\n)?|^//.*\n", b"", content, flags=re.MULTILINE) if name.endswith(".js") else content


def _suit_colours() -> str:
    light = "".join(f"--{suit.lower()}:{ink.light};" for suit, ink in SUIT_COLOURS.items())
    dark = "".join(f"--{suit.lower()}:{ink.dark};" for suit, ink in SUIT_COLOURS.items())
    return f":root{{{light}}}\n@media(prefers-color-scheme:dark){{:root{{{dark}}}}}\n"


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader([_FOLDER / "templates", TEMPLATES]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.filters.update({"cards": cards, "said": spoken_card, "aloud": spoken_line, "code": format_code})
    globals_: dict[str, Any] = {"digest": digest}
    environment.globals.update(globals_)
    return environment
