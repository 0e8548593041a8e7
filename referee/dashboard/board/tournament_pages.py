"""Render a tournament on the board: the seats of the round, and the standings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final

from textual.content import Content

from referee.club.folder import Club
from referee.club.people import public_names
from referee.dashboard.widgets.pages import Block, PageSection, flow_pieces
from referee.tournaments.public_view import public_view
from referee.tournaments.state.view import STATUS, PlaceView, RoundView, TableView, TournamentView, find_shared_places
from referee.tournaments.wording import describe_basis, describe_round_state, format_score, table_title

_PLACE_WIDTH: Final = 6


def current_tournaments(club: Club) -> tuple[TournamentView, ...]:
    """Return today's tournaments as the public may see them."""
    from referee.tournaments import overview

    public = public_names.all_public_names(club)
    return tuple(
        public_view(tournament, public)
        for tournament in overview.all_tournaments(club)
        if is_current(tournament, club.today)
    )


def is_current(view: TournamentView, today: date) -> bool:
    """Return whether a round of the tournament is drawn or in play, or took place today."""
    last_round = view.latest
    return last_round is not None and ((view.status != "over" and not last_round.over) or last_round.held_on == today)


def tables_section(view: TournamentView) -> PageSection | None:
    """Return the section of the current round's seats, byes and absences, or None between rounds."""
    last_round = view.latest
    if last_round is None or last_round.over:
        return None
    title = f"{view.name}, {last_round.name}: {describe_round_state(last_round)}"

    def blocks(width: int) -> Sequence[Block]:
        tables = [_render_table(view, last_round, table, width) for table in last_round.tables]
        absences = (("Bye", last_round.byes), ("Absent", last_round.absent))
        return [*tables, *(_render_absent(view, label, entries, width) for label, entries in absences if entries)]

    return PageSection(title, blocks)


def standings_section(view: TournamentView) -> PageSection | None:
    """Return the section of a tournament's standings, or None before the first result."""
    if not any(line.played for line in view.standings):
        return None

    def blocks(width: int) -> Sequence[Block]:
        if not view.in_groups:
            return _render_lines(view, view.standings, width)
        return [
            block
            for group in view.groups
            for block in ([Content.styled(group.label, "bold")], *_render_lines(view, group.lines, width))
        ]

    return PageSection(f"{view.name}, {describe_basis(view)}", blocks)


def _render_lines(view: TournamentView, lines: Sequence[PlaceView], width: int) -> Sequence[Block]:
    shared_entries = find_shared_places(lines)
    return [_render_line(view, line, shared_entries, width) for line in lines]


def _render_table(view: TournamentView, round_view: RoundView, table: TableView, width: int) -> Block:
    """Return a table's rows: its number, and the players by seat or by finishing place."""
    number = Content.styled(f" {table.printed_number} ", "bold reverse")
    margin = number.cell_length + 2
    title = table_title(table, round_view).partition(", ")[2]
    head = [Content.styled(title, "bold")] if title else []
    head += [Content(STATUS[table.status])] if table.status != "drawn" else []
    if table.places is None:
        dealer = table.entries[-1:]
        names = [f"{view.name_of(entry)}{' (deals first)' * (entry in dealer)}" for entry in table.entries]
        players = [*map(Content, names or ["nobody"])]
    else:
        players = [Content.assemble((rank, "bold"), f" {view.name_of(entry)}") for entry, rank in table.ranks.items()]
    rows = [*(flow_pieces(head, width - margin) if head else []), *flow_pieces(players, width - margin)]
    first_row, *more_rows = rows
    return [Content.assemble(number, "  ", first_row), *(Content.assemble(" " * margin, row) for row in more_rows)]


def _render_absent(view: TournamentView, label: str, entries: Sequence[int], width: int) -> Block:
    return flow_pieces(
        [Content.styled(f"{label}:", "bold"), *(Content(view.name_of(entry)) for entry in entries)], width
    )


def _render_line(view: TournamentView, line: PlaceView, shared_entries: frozenset[int], width: int) -> Block:
    """Return an entry's rows: place, name and, aligned right, points."""
    rank = f"{line.place}{'=' if line.place in shared_entries else ''}"
    points = Content.styled(format_score(line.points, view.settings), "bold")
    name = Content.styled(view.name_of(line.entry), "bold")
    room = width - _PLACE_WIDTH - points.cell_length - 2
    if name.cell_length > room:
        return flow_pieces([Content.styled(rank, "bold"), name, points], width)
    return [
        Content.assemble(
            (f"{rank:>{_PLACE_WIDTH - 2}}  ", "bold"), name.pad_right(room - name.cell_length), "  ", points
        )
    ]
