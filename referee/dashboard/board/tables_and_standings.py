"""Rows of the board: tables and standings, laid out for the room there is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from typing import Final

from textual.content import Content
from textual.renderables.digits import DIGITS, DIGITS3X3_BOLD

from referee.cards.words import quantity
from referee.club.evening.board import BoardView, PostedTable
from referee.club.phones.codes import in_print
from referee.club.standings.ranking import Standing
from referee.club.standings.standings import Standings
from referee.dashboard.rendering import QR_STYLE, form_blocks
from referee.dashboard.widgets.pages import Block, PageSection, side_by_side
from referee.web.qr import half_blocks

_PLACE: Final = 6
_SCORE: Final = 8
_SESSIONS: Final = 10
_GAP: Final = 2
_TURN: Final = "bold $text-warning"
_LARGE: Final = DIGITS3X3_BOLD


def tables_section(board: BoardView) -> PageSection:
    """Return the tables, or that there are none yet."""
    if board.matches:

        def blocks(width: int, *, large: bool = False) -> Sequence[Block]:
            return [_table(match, width, large=large) for match in board.matches]

        return PageSection("Tables", blocks, large=partial(blocks, large=True))
    if board.session is None:
        said = ["No session is open."]
    else:
        here = (
            f"{quantity(board.came, 'player is', 'players are')} here." if board.came else "Nobody is checked in yet."
        )
        said = ["No table has started yet.", here]
    return PageSection("Tables", lambda width: [Content.styled(line, "bold").wrap(width) for line in said])


def phones_code(board: BoardView) -> list[Content]:
    """Return where players open the pages for their phones, as a code to scan; nothing where none is served."""
    if board.served is None or board.served.undrawn:
        return []
    rows = half_blocks(f"{board.served.url}/e")
    told = ["Tonight on your phone.", "", "To record, type the", "code of your table."]
    beside = [Content.styled(line, "bold") for line in told]
    drawn = [Content.styled(row, QR_STYLE) for row in rows]
    return [Content.assemble(code, "  ", row) for code, row in zip_longest(drawn, beside, fillvalue=Content(""))]


def _table(match: PostedTable, width: int, *, large: bool = False) -> Block:
    """Return a table's rows: its number and game, how it stands, and the players or their places."""
    if match.finished:
        stands = [Content("Finished")]
    else:
        stands = [Content.styled(f"{match.turn}'s turn", _TURN) if match.turn else Content("In play")]
    if match.code:
        stands.append(Content.assemble("code ", (in_print(match.code), "bold")))
    if match.open:
        stands.append(Content(quantity(match.open, "open question")))
    number = _large(f"{match.number.table}") if large else [Content.styled(f" {match.number.table} ", "bold reverse")]
    margin = number[0].cell_length + 2
    game = Content.styled(match.game, "bold")
    players = side_by_side(_places(match) if match.places else _players(match), width - margin)
    told = [[game], stands] if large else [[game, *stands]]
    rows = [row for column in told for row in side_by_side(column, width - margin)] + players
    blank = Content(" " * (margin - 2))
    number += [blank] * (len(rows) - len(number))
    rows += [Content("")] * (len(number) - len(rows))
    return [Content.assemble(sign, "  ", row) for sign, row in zip(number, rows, strict=True)]


def _large(number: str) -> list[Content]:
    """Return a number in the digits of three rows that Textual has."""
    signs = [_LARGE[3 * DIGITS.index(digit) : 3 * DIGITS.index(digit) + 3] for digit in number]
    return [Content.styled("".join(f"{row:3}" for row in rows), "bold") for rows in zip(*signs, strict=True)]


def _players(match: PostedTable) -> list[Content]:
    """Return the players in order of seat, with a sign at whose turn it is."""
    return [Content.styled(f"▶ {name}", _TURN) if name == match.turn else Content(name) for name in match.names]


def _places(match: PostedTable) -> list[Content]:
    """Return the players in order of the places that they came in; a place that is shared has its sign."""
    pieces: list[Content] = []
    place = 1
    for group in match.places:
        shared = "=" if len(group) > 1 else ""
        pieces += [Content.assemble((f"{place}{shared}", "bold"), f" {name}") for name in group]
        place += len(group)
    return pieces or [Content(name) for name in match.names]


def standings_section(standings: Standings | None) -> PageSection:
    """Return the season's standings, or that there are none yet."""
    if standings is None:
        return PageSection("Standings", lambda width: [Content.styled("No season has begun yet.", "bold").wrap(width)])
    title = f"Standings {standings.season.name}"
    if not standings.rows:
        return PageSection(title, lambda width: [Content.styled("No match has finished yet.", "bold").wrap(width)])
    least = quantity(standings.season.min_sessions, "session")
    first = next((row for row in standings.rows if row.place is None), None)
    shape = _shape(standings.rows)

    def block(row: Standing, width: int) -> Block:
        above = Content.styled(f"Not ranked yet: fewer than {least}", "bold").wrap(width) if row is first else []
        return [*above, *_row(row, shape, width)]

    return PageSection(
        title,
        lambda width: [block(row, width) for row in standings.rows],
        lambda width: _columns(shape, width),
        min_width=shape.figures,
    )


@dataclass(frozen=True, slots=True)
class _Shape:
    """How wide the longest name is, a row with its `score`, with all `figures`, and as a `whole` with its form.

    `ahead` is how wide the longest of what put somebody ahead is.
    """

    name: int
    score: int
    figures: int
    whole: int
    ahead: int


def _shape(rows: Sequence[Standing]) -> _Shape:
    name = max(Content(row.name).cell_length for row in rows)
    score = _PLACE + name + _SCORE
    figures = score + _SESSIONS
    whole = figures + _GAP + max(len("form"), *(len(form_blocks(row.sessions)) for row in rows))
    return _Shape(name, score, figures, whole, max(Content(_ahead(row)).cell_length for row in rows))


def _columns(shape: _Shape, width: int) -> Block:
    if shape.score > width:
        return ()
    sessions = f"{'sessions':>{_SESSIONS}}" if shape.figures <= width else ""
    last = f"{'':{_GAP}}form" if shape.whole <= width else ""
    return [
        Content.assemble(" " * (_PLACE + shape.name), (f"{'score':>{_SCORE}}", "bold"), sessions, last),
    ]


def _row(row: Standing, shape: _Shape, width: int) -> Block:
    """Return a member's rows: place, name, the figures right beside it, and what put them before the next one."""
    place, score, sessions = f"{row.place or '-'}", f"{float(row.score):.3f}", len(row.sessions)
    name, ahead = Content.styled(row.name, "bold"), _ahead(row)
    if shape.score > width:
        figures = [Content.styled(f"score {score}", "bold"), Content(quantity(sessions, "session"))]
        told = [Content(ahead)] if ahead else []
        return side_by_side([Content.styled(place, "bold"), name, *told, *figures], width)
    filled = Content.assemble(
        (f"{place:>{_PLACE - 2}}  ", "bold"),
        name.pad_right(shape.name - name.cell_length),
        (f"{score:>{_SCORE}}", "bold"),
    )
    if shape.figures <= width:
        filled = Content.assemble(filled, f"{sessions:>{_SESSIONS}}")
    if shape.whole <= width:
        filled = Content.assemble(filled, " " * _GAP, (form_blocks(row.sessions), "$text-accent"))
    if not ahead:
        return [filled]
    if shape.whole + _GAP + shape.ahead <= width:
        return [Content.assemble(filled, " " * (shape.whole - filled.cell_length + _GAP), ahead)]
    return [filled, *(Content.assemble(" " * _PLACE, row) for row in Content(ahead).wrap(width - _PLACE))]


def _ahead(row: Standing) -> str:
    return ", ".join(f"ahead by {tie.step.called}" for tie in row.ties if tie.ahead)
