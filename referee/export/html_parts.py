"""What pages of HTML are made of: tables that a phone can show, drawings with what is said of them, and texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape

from referee.cards.screen import pieces
from referee.rules.plain_text import shown


def unbroken(text: str) -> str:
    """Return a text that stands on one line."""
    return text.replace(" ", "\N{NO-BREAK SPACE}")


def table_html(
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    numbers: Sequence[int] = (),
    less: Sequence[int] = (),
    first: Callable[[Sequence[object]], bool] | None = None,
    said: Sequence[str] = (),
    flows: bool = False,
) -> str:
    """Return a table; what is called "name" stands on one line where there is room, and under it what is `said`.

    `first` tells the row that stands out. A narrow screen leaves out the columns that are worth `less`, and of a table
    that `flows`, which has more words than figures, each row is one text there.
    """
    kind = []
    for at, name in enumerate(columns):
        classes = ("n",) * (at in numbers) + ("name",) * (name == "name") + ("less",) * (at in less)
        of = f' data-of="{name}"' if flows and at in numbers else ""
        kind.append(f'<td class="{" ".join(classes)}"{of}>' if classes else "<td>")
    head = "".join(
        f"{each.replace('td', 'th', 1)}{text_html(name)}</th>" for each, name in zip(kind, columns, strict=True)
    )
    under = [f"<small>{text_html(each)}</small>" if each else "" for each in said]
    body = "\n".join(
        f"<tr{' class=first' if first and first(row) else ''}>"
        + "".join(
            f"{each}{_with_suits(str(cell))}{under[number] if under and name == 'name' else ''}</td>"
            for each, name, cell in zip(kind, columns, row, strict=True)
        )
        + "</tr>"
        for number, row in enumerate(rows)
    )
    way = ' class="flows"' if flows else ""
    return f'<div class="wide"><table{way}><thead><tr>{head}</tr></thead><tbody>\n{body}\n</tbody></table></div>\n'


def figure_html(svg: str, caption: str) -> str:
    """Return a drawing with what is said under it; nothing where there is no drawing."""
    return f"<figure>{svg}<figcaption>{caption}</figcaption></figure>\n" if svg else ""


def _with_suits(text: str) -> str:
    """Return a text as HTML, with red cards in red."""
    found = pieces(shown(text))
    return "".join(
        f'<span class="red">{escape(piece)}</span>' if suit and suit in "HD" else escape(piece) for piece, suit in found
    )


def text_html(text: object) -> str:
    """Return a text as HTML, with nothing in it that a browser would take for a sign of its own."""
    return escape(shown(str(text)))
