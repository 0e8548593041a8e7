"""Render the board's tables and standings for the available width."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import zip_longest
from typing import Final

from textual.content import Content
from textual.renderables.digits import DIGITS, DIGITS3X3_BOLD

from referee.cards.immutable import frozen
from referee.cards.words import quantity
from referee.club.evening.board import BoardView, PostedTable
from referee.club.phones.codes import format_code
from referee.club.standings.ranking import Standing
from referee.club.standings.standings import Standings
from referee.dashboard.rendering import QR_STYLE, form_blocks
from referee.dashboard.widgets.pages import Block, PageSection, flow_pieces
from referee.web.qr import half_blocks

_RANK_WIDTH: Final = 6
_SCORE_WIDTH: Final = 8
_SESSIONS_WIDTH: Final = 10
_GAP: Final = 2
_TURN_STYLE: Final = "bold $text-warning"
_LARGE_DIGITS: Final = DIGITS3X3_BOLD


def tables_section(board: BoardView) -> PageSection:
    """Return the section of tonight's tables, or sentences while no table has started."""
    if board.matches:

        def blocks(width: int, *, large: bool = False) -> Sequence[Block]:
            return [_render_table(match, width, large=large) for match in board.matches]

        return PageSection("Tables", blocks, large=partial(blocks, large=True))
    if board.session is None:
        sentences = ["No session is open."]
    else:
        arrivals = (
            f"{quantity(board.came, 'player is', 'players are')} here." if board.came else "Nobody is checked in yet."
        )
        sentences = ["No table has started yet.", arrivals]
    return PageSection("Tables", lambda width: [Content.styled(line, "bold").wrap(width) for line in sentences])


def phones_code(board: BoardView) -> list[Content]:
    """Return the QR code and address of the phone pages, or no rows if no server runs."""
    if board.served is None or board.served.undrawn:
        return []
    rows = half_blocks(f"{board.served.url}/e")
    instructions = ["Tonight on your phone.", "", "To record, type the", "code of your table."]
    instruction_rows = [Content.styled(line, "bold") for line in instructions]
    code_rows = [Content.styled(row, QR_STYLE) for row in rows]
    return [
        Content.assemble(code, "  ", row)
        for code, row in zip_longest(code_rows, instruction_rows, fillvalue=Content(""))
    ]


def _render_table(match: PostedTable, width: int, *, large: bool = False) -> Block:
    """Return a table's rows: its number, game and status, and its players or their finishing places."""
    if match.finished:
        status = [Content("Finished")]
    else:
        status = [Content.styled(f"{match.turn}'s turn", _TURN_STYLE) if match.turn else Content("In play")]
    if match.code:
        status.append(Content.assemble("code ", (format_code(match.code), "bold")))
    if match.open:
        status.append(Content(quantity(match.open, "open question")))
    number = (
        _render_large_number(f"{match.number.table}")
        if large
        else [Content.styled(f" {match.number.table} ", "bold reverse")]
    )
    margin = number[0].cell_length + 2
    game = Content.styled(match.game, "bold")
    players = flow_pieces(_list_places(match) if match.places else _list_players(match), width - margin)
    columns = [[game], status] if large else [[game, *status]]
    rows = [row for column in columns for row in flow_pieces(column, width - margin)] + players
    blank = Content(" " * (margin - 2))
    number += [blank] * (len(rows) - len(number))
    rows += [Content("")] * (len(number) - len(rows))
    return [Content.assemble(sign, "  ", row) for sign, row in zip(number, rows, strict=True)]


def _render_large_number(number: str) -> list[Content]:
    """Return a table number in digits three rows high."""
    signs = [_LARGE_DIGITS[3 * DIGITS.index(digit) : 3 * DIGITS.index(digit) + 3] for digit in number]
    return [Content.styled("".join(f"{row:3}" for row in rows), "bold") for rows in zip(*signs, strict=True)]


def _list_players(match: PostedTable) -> list[Content]:
    """Return the players by seat. A mark shows whose turn it is."""
    return [Content.styled(f"▶ {name}", _TURN_STYLE) if name == match.turn else Content(name) for name in match.names]


def _list_places(match: PostedTable) -> list[Content]:
    """Return the players by finishing place. A shared place has an equals sign."""
    pieces: list[Content] = []
    rank = 1
    for group in match.places:
        shared = "=" if len(group) > 1 else ""
        pieces += [Content.assemble((f"{rank}{shared}", "bold"), f" {name}") for name in group]
        rank += len(group)
    return pieces or [Content(name) for name in match.names]


def standings_section(standings: Standings | None) -> PageSection:
    """Return the section of the season's standings, or a sentence while nothing counts yet."""
    if standings is None:
        return PageSection("Standings", lambda width: [Content.styled("No season has begun yet.", "bold").wrap(width)])
    title = f"Standings {standings.season.name}"
    if not standings.rows:
        return PageSection(title, lambda width: [Content.styled("No match has finished yet.", "bold").wrap(width)])
    first_unranked = next((row for row in standings.rows if row.place is None), None)
    required = quantity(first_unranked.missing + len(first_unranked.sessions), "session") if first_unranked else ""
    widths = _measure(standings.rows)

    def block(row: Standing, width: int) -> Block:
        note = (
            Content.styled(f"Not ranked yet: fewer than {required}", "bold").wrap(width)
            if row is first_unranked
            else []
        )
        return [*note, *_render_row(row, widths, width)]

    return PageSection(
        title,
        lambda width: [block(row, width) for row in standings.rows],
        lambda width: _render_column_titles(widths, width),
        min_width=widths.figures,
    )


@frozen
class _Widths:
    """The widths of the longest name, of rows with more and more columns, and of the longest tie-break note."""

    name: int
    score: int
    figures: int
    full: int
    tie_text: int


def _measure(rows: Sequence[Standing]) -> _Widths:
    name = max(Content(row.name).cell_length for row in rows)
    score = _RANK_WIDTH + name + _SCORE_WIDTH
    figures = score + _SESSIONS_WIDTH
    full = figures + _GAP + max(len("form"), *(len(form_blocks(row.sessions)) for row in rows))
    return _Widths(name, score, figures, full, max(Content(_tie_text(row)).cell_length for row in rows))


def _render_column_titles(widths: _Widths, width: int) -> Block:
    if widths.score > width:
        return ()
    sessions = f"{'sessions':>{_SESSIONS_WIDTH}}" if widths.figures <= width else ""
    form_title = f"{'':{_GAP}}form" if widths.full <= width else ""
    return [
        Content.assemble(
            " " * (_RANK_WIDTH + widths.name), (f"{'score':>{_SCORE_WIDTH}}", "bold"), sessions, form_title
        ),
    ]


def _render_row(row: Standing, widths: _Widths, width: int) -> Block:
    """Return a member's rows: place, name, figures and the tie-break that decided the place."""
    rank, score, sessions = f"{row.place or '-'}", f"{float(row.score):.3f}", len(row.sessions)
    name, tie_text = Content.styled(row.name, "bold"), _tie_text(row)
    if widths.score > width:
        figures = [Content.styled(f"score {score}", "bold"), Content(quantity(sessions, "session"))]
        tie_content = [Content(tie_text)] if tie_text else []
        return flow_pieces([Content.styled(rank, "bold"), name, *tie_content, *figures], width)
    cells = Content.assemble(
        (f"{rank:>{_RANK_WIDTH - 2}}  ", "bold"),
        name.pad_right(widths.name - name.cell_length),
        (f"{score:>{_SCORE_WIDTH}}", "bold"),
    )
    if widths.figures <= width:
        cells = Content.assemble(cells, f"{sessions:>{_SESSIONS_WIDTH}}")
    if widths.full <= width:
        cells = Content.assemble(cells, " " * _GAP, (form_blocks(row.sessions), "$text-accent"))
    if not tie_text:
        return [cells]
    if widths.full + _GAP + widths.tie_text <= width:
        return [Content.assemble(cells, " " * (widths.full - cells.cell_length + _GAP), tie_text)]
    return [cells, *(Content.assemble(" " * _RANK_WIDTH, row) for row in Content(tie_text).wrap(width - _RANK_WIDTH))]


def _tie_text(row: Standing) -> str:
    return ", ".join(f"ahead by {tie.step.label}" for tie in row.ties if tie.ahead)
