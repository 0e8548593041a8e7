"""Charts as SVG that stands in a page: it takes the page's colour of text, and its letters stay letters."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from html import escape
from itertools import cycle, pairwise
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Told apart by everybody, on white and on black (Okabe and Ito, without the black and the yellow).
COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")
_DASHES: Final = ("-", "--", ":", "-.")
# A colour that no chart has, for what takes that of the text.
_TEXT: Final = "#010203"
_PROLOGUE: Final = re.compile(r"<\?xml.*?(?=<svg)", re.DOTALL)
_METADATA: Final = re.compile(r"<metadata>.*?</metadata>\s*", re.DOTALL)
_SIZE: Final = re.compile(r'width="[\d.]+pt" height="[\d.]+pt"')
_NAMED: Final = re.compile(r'( id="|href="#|url\(#)')

Line = Sequence[tuple[date, float]]


def lines(title: str, across: str, series: Mapping[str, Line]) -> str:
    """Return a chart of a line for each name, over days. It is empty where there are fewer than two days."""
    days = sorted({day for line in series.values() for day, _ in line})
    if len(days) < 2:
        return ""
    figure, axes = _figure(title, across)
    looks = zip(cycle(COLOURS), (dash for dash in _DASHES for _ in COLOURS), strict=False)
    for (name, line), (colour, dash) in zip(series.items(), looks, strict=False):
        axes.plot(
            [day for day, _ in line],  # type: ignore[arg-type]
            [height for _, height in line],
            label=_plain(name),
            color=colour,
            linestyle=dash,
            linewidth=1.8,
            marker="o",
            markersize=3,
        )
    # Below the lines and not beside them, where a phone would not show it.
    figure.legend(loc="outside lower center", ncols=3, frameon=False, labelcolor=_TEXT, fontsize=9)
    _days(figure, axes, days)
    return _svg(figure, title)


def bars(title: str, across: str, heights: Line) -> str:
    """Return a chart of a bar for each day. It is empty where there are fewer than two days, or nothing on them."""
    days = sorted({day for day, _ in heights})
    if len(days) < 2 or not any(height for _, height in heights):
        return ""
    figure, axes = _figure(title, across)
    nearest = min(after - before for before, after in pairwise(days))
    axes.bar(
        [day for day, _ in heights],  # type: ignore[arg-type]
        [height for _, height in heights],
        width=0.7 * nearest.days,
        color=COLOURS[0],
    )
    _days(figure, axes, days)
    return _svg(figure, title)


def _figure(title: str, across: str) -> tuple[Figure, Axes]:
    # Loaded here: it takes longer than all the rest of the program.
    import matplotlib as mpl
    from matplotlib.figure import Figure

    mpl.rcParams.update(
        {"svg.fonttype": "none", "svg.hashsalt": title, "font.family": "sans-serif", "text.parse_math": False}
    )
    figure = Figure(figsize=(6.4, 3.4), layout="constrained")
    axes = figure.add_subplot()
    axes.set_ylabel(_plain(across), color=_TEXT, fontsize=9)
    axes.tick_params(colors=_TEXT, labelsize=9)
    axes.grid(axis="y", color=_TEXT, alpha=0.15)
    axes.spines[["top", "right"]].set_visible(False)
    for side in ("left", "bottom"):
        axes.spines[side].set_color(_TEXT)
    figure.patch.set_visible(False)
    axes.patch.set_visible(False)
    return figure, axes


def _days(figure: Figure, axes: Axes, days: Sequence[date]) -> None:
    """Name some of the days, and each of them where they are few."""
    shown = days[:: -(-len(days) // 8)]
    axes.set_xticks(shown, [f"{day.day} {day:%b}" for day in shown])  # type: ignore[arg-type]
    axes.set_ylim(bottom=0)
    with _without_its_letters():
        figure.canvas.draw()


def _svg(figure: Figure, title: str) -> str:
    """Return a figure as an element of a page, as wide as its place, with names of its own for its parts."""
    drawn = io.StringIO()
    with _without_its_letters():
        figure.savefig(drawn, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    svg = _METADATA.sub("", _PROLOGUE.sub("", drawn.getvalue()))
    key = re.sub(r"\W+", "-", title.casefold())
    svg = _NAMED.sub(rf"\g<1>{key}-", svg)
    svg = _SIZE.sub(f'role="img" aria-label="{escape(title)}"', svg, count=1)
    return svg.replace(_TEXT, "currentColor")


@contextmanager
def _without_its_letters() -> Iterator[None]:
    """Hear nothing of letters that the font for measuring lacks: the letters stay letters, and the page has its own."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        yield


def _plain(text: str) -> str:
    """Return a text that is drawn as it is: a line whose name begins with an underscore would not be named."""
    return f"\u200b{text}" if text.startswith("_") else text
