"""A rulebook and its sheet as one page of HTML: to be printed and pinned to the wall, with the suits drawn.

The page needs nothing but itself: no font, picture or script from anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final

from referee.cards.screen import SIGNS, pieces
from referee.cards.words import RANK_NAMES, SUIT_NAMES
from referee.export.printed import HouseRule, PrintedChapter, PrintedRulebook, PrintedSheet

# Each suit in a square of a hundred by a hundred.
SHAPES: Final = {
    "S": "M50 3C58 22 95 40 95 63C95 77 85 83 75 83C66 83 58 78 54 70C55 83 59 91 67 97H33C41 91 45 83 46 70"
    "C42 78 34 83 25 83C15 83 5 77 5 63C5 40 42 22 50 3Z",
    "H": "M50 93C20 65 4 48 4 29C4 14 14 6 26 6C37 6 46 13 50 24C54 13 63 6 74 6C86 6 96 14 96 29C96 48 80 65 50 93Z",
    "D": "M50 3C60 22 74 38 90 50C74 62 60 78 50 97C40 78 26 62 10 50C26 38 40 22 50 3Z",
    "C": "M50 4A20 20 0 0 1 65 38A20 20 0 1 1 55 66C56 82 60 90 68 97H32C40 90 44 82 45 66A20 20 0 1 1 35 38"
    "A20 20 0 0 1 50 4Z",
}
_RED: Final = "HD"

_STYLE: Final = """
@page { size: A4; margin: 11mm 13mm; }
* { box-sizing: border-box; }
html { color: #1b1a17; background: #fff; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
body { margin: 0 auto; max-width: 190mm; padding: 10mm 6mm; font: 10pt/1.38 Georgia, "Times New Roman", serif; }
@media print { body { max-width: none; padding: 0; font-size: 8.9pt; line-height: 1.27; } }
header { text-align: center; border-bottom: 2.5pt double #1b1a17; margin-bottom: 5mm; padding-bottom: 3mm; }
h1 { font-size: 25pt; line-height: 1.1; margin: 0 0 1.5mm; letter-spacing: .01em; }
header p { margin: 1mm 0 0; }
.suits { display: flex; justify-content: center; gap: 4mm; margin: 2mm 0 1mm; }
.suits svg.suit { width: 6mm; height: 6mm; }
.played { font-style: italic; }
svg.suit { width: .78em; height: .78em; vertical-align: -.05em; fill: #1b1a17; }
svg.red { fill: #b00020; }
.card { white-space: nowrap; font-weight: bold; font-family: "Helvetica Neue", Arial, sans-serif; font-size: .93em; }
.card.red { color: #b00020; }
.clauses { columns: 2; column-gap: 8mm; column-rule: .5pt solid #c9c4b8; }
@media (max-width: 700px) { .clauses { columns: 1; } }
@media print { .clauses { columns: 2; } }
h2 { font-size: 1.25em; margin: 3.2mm 0 1.2mm; break-after: avoid; }
section:first-child h2 { margin-top: 0; }
h2 .number { color: #7a7263; margin-right: .5em; }
.clause { display: grid; grid-template-columns: 2.7em 1fr; column-gap: .4em; margin: 0 0 .7mm; break-inside: avoid; }
.clause b { font-size: .88em; padding-top: .1em; }
table { border-collapse: collapse; width: 100%; font-size: .92em; line-height: 1.25; }
th { text-align: left; border-bottom: 1pt solid #1b1a17; font-weight: bold; }
th, td { padding: .55mm 2mm .55mm 0; vertical-align: top; }
tr { break-inside: avoid; }
tbody tr + tr td { border-top: .4pt solid #ddd8cc; }
thead { display: table-header-group; }
.changed td:nth-child(2) { font-weight: bold; }
code, pre { font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: .9em; }
pre { background: #f6f1e3; padding: 2mm 3mm; margin: 1.5mm 0 3mm; white-space: pre-wrap; }
.muted { color: #5d574b; }
.house { margin-top: 4mm; }
.house h2 { border-top: 1pt solid #1b1a17; padding-top: 2mm; margin-top: 0; }
footer { margin-top: 3mm; border-top: .5pt solid #c9c4b8; padding-top: 1.5mm; font-size: .85em; color: #5d574b; }
footer p { margin: .5mm 0; }
.sheet body { font-size: 9pt; line-height: 1.3; }
.sheet h1 { font-size: 18pt; }
.sheet .suits svg.suit { width: 4.5mm; height: 4.5mm; }
.sheet header { margin-bottom: 3mm; padding-bottom: 2mm; }
.sheet table { font-size: 8.7pt; line-height: 1.22; }
.sheet code i { font-style: normal; color: #b00020; }
.sheet th, .sheet td { padding: .45mm 2mm .45mm 0; }
.sheet td:last-child, .sheet th:last-child { text-align: right; padding-right: 0; }
.sheet td:first-child { width: 31%; }
.sheet ul { margin: 2mm 0 0; padding-left: 4mm; }
.sheet p { margin: 1mm 0; }
"""


def rulebook_html(book: PrintedRulebook) -> str:
    """Return a rulebook as a page of HTML."""
    chapters = "\n".join(map(_chapter, book.chapters))
    about = [f"<p>{escape(book.about)}</p>"]
    if book.played:
        about.append(f'<p class="played">{escape(book.played)}</p>')
    foot = [f"<p>{escape(each)}</p>" for each in (book.footnote, f"From {book.source}.") if each]
    content = [
        _header(book.title, about),
        f'<main class="clauses">\n{chapters}\n</main>',
        _house_rules(book.house_rules),
        f"<footer>{''.join(foot)}</footer>",
    ]
    return _page(book.title, "rulebook", filter(None, content))


def sheet_html(sheet: PrintedSheet) -> str:
    """Return the sheet of what may be recorded as a page of HTML."""
    about = ["<p>What may be recorded</p>"]
    if sheet.played:
        about.append(f'<p class="played">{escape(sheet.played)}</p>')
    rows = []
    for each in sheet.lines:
        more = f' <span class="muted">or {escape(", ".join(each.besides))}</span>' if each.besides else ""
        rows.append(
            f"<tr><td><code>{escape(each.pattern)}</code></td>"
            f"<td><code>{_as_typed(each.line)}</code>{more}</td><td>{escape(each.clause)}</td></tr>"
        )
    head = "<tr><th>the line</th><th>such as</th><th>clause</th></tr>"
    content = [
        _header(sheet.title, about),
        "<p>A record begins so, and after an empty line has one line for each thing that happens:</p>",
        f"<pre>{escape(sheet.header)}</pre>",
        f"<table><thead>{head}</thead><tbody>\n{chr(10).join(rows)}\n</tbody></table>",
        f"<ul>{''.join(f'<li>{escape(each)}</li>' for each in sheet.spelling)}</ul>",
    ]
    return _page(f"{sheet.title}: what may be recorded", "sheet", content)


def _page(title: str, kind: str, content: Iterable[str]) -> str:
    shapes = "".join(
        f'<symbol id="suit-{suit}" viewBox="0 0 100 100"><path d="{path}"/></symbol>' for suit, path in SHAPES.items()
    )
    body = "\n".join(content)
    return (
        f'<!DOCTYPE html>\n<html lang="en" class="{kind}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f'<svg width="0" height="0" style="position:absolute" aria-hidden="true">{shapes}</svg>\n'
        f"{body}\n</body>\n</html>\n"
    )


def _header(title: str, about: Iterable[str]) -> str:
    suits = "".join(map(_suit, SIGNS))
    return (
        f'<header>\n<h1>{escape(title)}</h1>\n<div class="suits" aria-hidden="true">{suits}</div>\n'
        f"{chr(10).join(about)}\n</header>"
    )


def _chapter(chapter: PrintedChapter) -> str:
    clauses = "\n".join(
        f'<div class="clause" id="c{escape(each.number)}"><b>{escape(each.number)}</b>'
        f"<span>{_with_suits(each.text)}{f'&nbsp;{each.mark}' if each.mark else ''}</span></div>"
        for each in chapter.clauses
    )
    title = f'<h2><span class="number">{escape(chapter.number)}</span>{escape(chapter.title)}</h2>'
    return f"<section>\n{title}\n{clauses}\n</section>"


def _house_rules(rules: Iterable[HouseRule]) -> str:
    kind = {True: ' class="changed"', False: ""}
    rows = [
        f"<tr{kind[each.changed]}><td>{_with_suits(each.asks)}</td><td>{_with_suits(each.answer)}</td>"
        f'<td class="muted">{_with_suits(each.others)}</td><td>{escape(", ".join(each.clauses))}</td></tr>'
        for each in rules
    ]
    if not rows:
        return ""
    head = "<tr><th>What a club agrees on</th><th>here</th><th>otherwise</th><th>clause</th></tr>"
    table = f"<table><thead>{head}</thead><tbody>\n{chr(10).join(rows)}\n</tbody></table>"
    return f'<section class="house">\n<h2>House rules</h2>\n{table}\n</section>'


def _with_suits(text: str) -> str:
    """Return a sentence as HTML with the suit of every card drawn."""
    return "".join(_card(piece, suit) if suit else escape(piece) for piece, suit in pieces(text))


def _as_typed(line: str) -> str:
    """Return a line of a record as HTML, as it is typed, with its red cards in red."""
    words = (f"<i>{escape(word)}</i>" if _is_red(word) else escape(word) for word in line.split(" "))
    return " ".join(words)


def _is_red(word: str) -> bool:
    return any(suit and suit in _RED for _, suit in pieces(word))


def _card(sign: str, suit: str) -> str:
    rank = sign[:-1]
    name = f"{RANK_NAMES['T' if rank == '10' else rank]} of {SUIT_NAMES[suit]}"
    red = " red" if suit in _RED else ""
    return f'<span class="card{red}" role="img" aria-label="{name}">{rank}{_suit(suit)}</span>'


def _suit(suit: str) -> str:
    red = " red" if suit in _RED else ""
    return f'<svg class="suit{red}" aria-hidden="true"><use href="#suit-{suit}"/></svg>'
