"""Render pages from templates, with escaped values, inlined styles, drawn cards and isolated names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date, time
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from referee.cards.screen import SIGNS, SUIT_COLOURS, split_at_cards
from referee.cards.words import RANK_NAMES, SUIT_NAMES, ordinal
from referee.rules.plain_text import with_signs

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

TEMPLATES: Final = Path(__file__).parent / "templates"
STYLE: Final = "one.css"
# The outline of each suit in a square of 100 by 100.
SUIT_SHAPES: Final = {
    "S": "M50 3C58 22 95 40 95 63C95 77 85 83 75 83C66 83 58 78 54 70C55 83 59 91 67 97H33C41 91 45 83 46 70"
    "C42 78 34 83 25 83C15 83 5 77 5 63C5 40 42 22 50 3Z",
    "H": "M50 93C20 65 4 48 4 29C4 14 14 6 26 6C37 6 46 13 50 24C54 13 63 6 74 6C86 6 96 14 96 29C96 48 80 65 50 93Z",
    "D": "M50 3C60 22 74 38 90 50C74 62 60 78 50 97C40 78 26 62 10 50C26 38 40 22 50 3Z",
    "C": "M50 4A20 20 0 0 1 65 38A20 20 0 1 1 55 66C56 82 60 90 68 97H32C40 90 44 82 45 66A20 20 0 1 1 35 38"
    "A20 20 0 0 1 50 4Z",
}


def render(template: str, /, **values: object) -> str:
    """Return a page from a template of this package."""
    return _environment().get_template(template).render(values)


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_strip_hidden,
    )
    environment.filters |= {
        "bdi": bdi,
        "cards": cards,
        "day": day,
        "long_day": long_day,
        "short_day": short_day,
        "names_in": isolate_names,
        "ordinal": ordinal,
        "points": points,
        "weekday_day": weekday_day,
    }
    css = re.sub(r"/\*.*?\*/\n?", "", (TEMPLATES / STYLE).read_text(encoding="utf-8"))
    # Cards have a light background on every page, dark or light.
    suits = "".join(f".card.{suit.lower()} {{ color: {ink.light}; }}\n" for suit, ink in SUIT_COLOURS.items())
    environment.globals |= {"css": Markup(css + suits), "shapes": SUIT_SHAPES, "signs": SIGNS}
    return environment


def _strip_hidden(value: Any) -> Any:
    """Return the value without characters that hide text or change its direction."""
    return with_signs(value) if type(value) is str else value


def bdi(name: str) -> Markup:
    """Return a name as HTML that keeps its own text direction."""
    from markupsafe import Markup

    return Markup("<bdi>{}</bdi>").format(with_signs(name))


def isolate_names(text: str, names: Iterable[str]) -> Markup:
    """Return a sentence as HTML in which every name keeps its own text direction."""
    from markupsafe import Markup, escape

    longest_first = sorted(filter(None, names), key=len, reverse=True)
    if not longest_first:
        return escape(with_signs(text))
    parts = re.split(f"({'|'.join(map(re.escape, longest_first))})", text)
    return Markup("").join(bdi(part) if index % 2 else escape(with_signs(part)) for index, part in enumerate(parts))


def cards(text: str) -> Markup:
    """Return a sentence as HTML with drawn cards, which a screen reader reads as "three of diamonds"."""
    from markupsafe import Markup, escape

    return Markup("").join(
        _card_chip(piece, suit) if suit else escape(piece) for piece, suit in split_at_cards(with_signs(text))
    )


def _card_chip(sign: str, suit: str) -> Markup:
    from markupsafe import Markup

    rank = sign[:-1]
    spoken_name = f"{RANK_NAMES['T' if rank == '10' else rank]} of {SUIT_NAMES[suit]}"
    svg = Markup('<svg aria-hidden="true"><use href="#suit-{}"/></svg>').format(suit)
    span = Markup('<span class="card {}" role="img" aria-label="{}">{}{}</span>')
    return span.format(suit.lower(), spoken_name, rank, svg)


def long_day(when: date) -> str:
    """Return a day in full, such as ``Monday 14 December 2026``."""
    return f"{when:%A} {when.day} {when:%B %Y}"


def day(when: date) -> str:
    """Return a short day with its weekday, such as ``Mon 14 Dec``."""
    return f"{when:%a} {when.day} {when:%b}"


def weekday_day(when: date) -> str:
    """Return a day without its year, such as ``Monday 14 December``."""
    return f"{when:%A} {when.day} {when:%B}"


def short_day(when: date) -> str:
    """Return a short day without its weekday, such as ``14 Dec``."""
    return f"{when.day} {when:%b}"


def time_span(starts: time, minutes: int) -> str:
    """Return the start and end of a session, or only its start if its length is unknown."""
    if not minutes:
        return f"{starts:%H:%M}"
    ends = (starts.hour * 60 + starts.minute + minutes) % (24 * 60)
    return f"{starts:%H:%M}\N{EN DASH}{ends // 60:02}:{ends % 60:02}"


def points(value: Fraction | float) -> str:
    """Return a score with three decimals."""
    return f"{float(value):.3f}"


def polyline(heights: Sequence[float], width: int = 120, height: int = 24) -> str:
    """Return the SVG points of a line through the values, lowest value at the top, as for places."""
    low, high = min(heights), max(heights)
    step, span = width / max(len(heights) - 1, 1), (high - low) or 1
    return " ".join(
        f"{index * step:.0f},{2 + (value - low) / span * (height - 4):.0f}" for index, value in enumerate(heights)
    )
