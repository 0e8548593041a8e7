"""Rows for a tournament's tables, standings, cross table, bracket and prizes, and its document."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain

from textual.content import Content

from referee.cards.terminal_width import pad, text_width
from referee.cards.words import capitalise, join_words, quantity
from referee.dashboard.document_screen import Document
from referee.dashboard.rendering import FAINT, wrap
from referee.dashboard.tournament.tournament_state import TournamentScreenState, load_state
from referee.dashboard.widgets.listing import ListRow
from referee.dashboard.widgets.side_panel import heading_rows
from referee.export.printed import PrintedRulebook
from referee.store.moment import in_local_time
from referee.tournaments.actions.announcing import propose_stacks
from referee.tournaments.actions.closing import TournamentStep
from referee.tournaments.bracket import WITH_BRACKETS
from referee.tournaments.freezeout_actions.evening import FreezeoutEvening
from referee.tournaments.freezeouts.prizes import percents_for
from referee.tournaments.printed import LineKind, PrintedLine, cross_table_lines, printed_bracket_lines, round_lines
from referee.tournaments.scores.cross_table import all_entries
from referee.tournaments.state.settings import Format, Stacks
from referee.tournaments.state.view import STATUS, EntryView, RoundView, TableView, TournamentView, find_shared_places
from referee.tournaments.wording import (
    THROUGH,
    advancing_entries,
    describe_level_teams,
    describe_settings,
    describe_table,
    format_team_score,
    standings_table,
)

_MIN_LAST_WIDTH = 16
_HEADING_STYLE = "bold $text-accent"
_STYLES = {LineKind.HEADING: _HEADING_STYLE, LineKind.TITLE: "bold", LineKind.TEXT: "", LineKind.QUIET: "$text-muted"}
TABLE_HEADINGS = ("", "status", "players")


def table_rows(view: TournamentView, round_view: RoundView) -> list[ListRow]:
    """Return a row for each table of a round."""
    rows = []
    for table in round_view.tables:
        number = (
            f"{table.printed_number} {table.label}"
            if table.label and table.label != round_view.name
            else f"{table.printed_number}"
        )
        is_void = table.status == "void"
        cells = (number, "void" if is_void else STATUS[table.status], _describe_players(view, round_view, table))
        rows.append(ListRow(table_key(round_view, table), cells, FAINT if is_void else ""))
    return rows


def table_key(round_view: RoundView, table: TableView) -> str:
    """Return the key of a table's row, unique among all rounds."""
    return f"{round_view.number}.{table.number}"


def _describe_players(view: TournamentView, round_view: RoundView, table: TableView) -> str:
    """Return the players of a table by finishing place, or by seat while it is undecided."""
    if table.places is None:
        return describe_table(view, round_view, table).removesuffix(f"; {STATUS[table.status]}")
    advancing = advancing_entries(table, round_view)
    return ", ".join(
        f"{rank} {view.name_of(entry)}{f' {THROUGH}' if entry in advancing else ''}"
        for entry, rank in table.ranks.items()
    )


def entry_rows(view: TournamentView, width: int) -> tuple[Sequence[str], list[ListRow]]:
    """Return the headings and rows of all entries by standing, with a column of notes if there are any."""
    notes = {entry: _describe_entry(view, entry_view) for entry, entry_view in view.entries.items()}
    has_notes = any(notes.values())
    headings, lines = _standings_by_entry(view, width - (max(map(text_width, notes.values())) + 2 if has_notes else 0))
    rows = []
    for entry, row in lines.items():
        style = "" if view.entries[entry].status == "in" else FAINT
        rows.append(ListRow(str(entry), (*row[:2], *([notes[entry]] if has_notes else []), *row[2:]), style))
    note_heading = "note" if "status" in headings else "status"
    return (*headings[:2], *([note_heading] if has_notes else []), *headings[2:]), rows


def _standings_by_entry(view: TournamentView, width: int) -> tuple[Sequence[str], dict[int, list[str]]]:
    """Return headings and standings by entry, or only names before the first result.

    Each round has a column of points if the width allows it.
    """
    if not any(line.played for line in view.standings):
        entries = sorted(view.entries)
        return ("", "name"), {entry: [str(entry), view.name_of(entry)] for entry in entries}
    headings, rows = _standings_table(view)
    widths = [max(map(text_width, column)) + 2 for column in zip(headings, *rows, strict=True)]
    if headings[-1] == "decided by":  # the only column that may be cut off
        widths[-1] = _MIN_LAST_WIDTH
    if sum(widths) > width:
        headings, rows = _standings_table(view, by_round=False)
    lines = [line for group in view.groups for line in group.lines] if view.in_groups else view.standings
    row_by_entry = {line.entry: row for line, row in zip(lines, rows, strict=True)}
    blanks = [""] * (len(headings) - 2)
    order = dict.fromkeys((*row_by_entry, *all_entries(view)))
    return headings, {entry: row_by_entry.get(entry) or ["", view.name_of(entry), *blanks] for entry in order}


def _standings_table(view: TournamentView, *, by_round: bool = True) -> tuple[list[str], list[list[str]]]:
    """Return headings and rows of the standings. Before a final, a column shows each row's group."""
    if not view.in_groups:
        return standings_table(view, by_round=by_round)
    group_tables = [(group.label, *standings_table(view, group, by_round=by_round)) for group in view.groups]
    headings = max((headings for _, headings, _ in group_tables), key=len)
    rows = [
        {"group": label, **dict(zip(group_headings, row, strict=True))}
        for label, group_headings, rows in group_tables
        for row in rows
    ]
    headings = [*headings[:2], "group", *headings[2:]]
    return headings, [[row.get(heading, "") for heading in headings] for row in rows]


def _describe_entry(view: TournamentView, entry: EntryView) -> str:
    """Return a short note on an entry. A running freezeout shows eliminations in another column instead."""
    parts = ["guest"] if entry.guest else []
    parts += [f"from round {entry.since}"] if entry.since > 1 else []
    is_freezeout_running = view.settings.format is Format.FREEZE_OUT and view.status != "over"
    if entry.status == "out" and not is_freezeout_running:
        parts.append(f"out in {entry.until}" if entry.until else "out")
    elif entry.status in ("absent", "withdrew"):
        parts.append(entry.status)
    return ", ".join(parts)


def line_rows(lines: Iterable[PrintedLine], width: int) -> Iterator[Content]:
    """Yield the rows of printed lines."""
    for line in lines:
        if line.kind is LineKind.SQUARE:
            yield Content(line.text)
        else:
            lead = Content.styled(line.lead, "bold") if line.lead else None
            yield from wrap(line.text, width, 2 if line.lead else line.indent, _STYLES[line.kind], lead)


def render_tournament(
    state: TournamentScreenState, width: int, *, shown_round: RoundView | None = None, standings: bool = False
) -> list[Content]:
    """Return the rows of a tournament: settings, results, rounds except `shown_round`, log and rules.

    The standings are included on request.
    """
    view = state.view
    rows = [*wrap(describe_settings(view.settings), width, 0)]
    rows += [Content(""), *_standings_rows(view, width)] if standings else []
    if state.freezeout is not None:
        rows += _blind_rows(state, state.freezeout, width)
        rows += _prize_rows(state.freezeout)
    elif view.rounds:
        rows.append(Content(""))
        has_bracket = view.settings.format in WITH_BRACKETS
        rows += line_rows(printed_bracket_lines(view) if has_bracket else cross_table_lines(view, width), width)
    if state.freezeout is None and any(
        map(find_shared_places, (view.standings, *(group.lines for group in view.groups)))
    ):
        rows += wrap("= tied after all tie-breaks.", width, 0, "$text-muted")
    for round_view in (earlier_round for earlier_round in reversed(view.rounds) if earlier_round != shown_round):
        rows += [Content(""), *line_rows(round_lines(view, round_view), width)]
    rows += _team_rows(view, width)
    rows += heading_rows("What was done, the last first")
    rows += chain.from_iterable(_step_rows(step, width) for step in state.steps)
    rows += heading_rows("Rules")
    return [*rows, *clause_rows(state.rules, width)]


def tournament_document(
    number: int, heading: Callable[[TournamentScreenState], str] = lambda state: state.view.name
) -> Document[TournamentScreenState]:
    """Return the document of a tournament, from its settings to its rules."""
    return Document(
        "rounds", lambda club: load_state(club, number), heading, partial(render_tournament, standings=True)
    )


def _standings_rows(view: TournamentView, width: int) -> Iterator[Content]:
    headings, rows = entry_rows(view, width)
    lines = [tuple(headings), *(tuple(row.cells) for row in rows)]
    widths = [max(map(text_width, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        yield from wrap("  ".join(map(pad, line, widths)).rstrip(), width, 0)


def _blind_rows(state: TournamentScreenState, freezeout_evening: FreezeoutEvening, width: int) -> Iterator[Content]:
    """Yield the levels set or the usual ones, with the current level marked."""
    stacks = freezeout_evening.state.stacks
    if not stacks.levels:
        stacks = propose_stacks(max(2, len(freezeout_evening.state.players)), stacks)
        yield from heading_rows(f"Blinds, unless others are set: {stacks.minutes} minutes a level")
    else:
        yield from heading_rows(f"Blinds, {stacks.minutes} minutes a level")
    yield from wrap(_describe_stacks(stacks), width, 2)
    current_level = state.clock.number if state.clock else 0
    labels = [
        f"{THROUGH if index == current_level else ' '}{text}" for index, text in enumerate(_describe_levels(stacks), 1)
    ]
    label_width = max(map(text_width, labels), default=0) + 2
    per_row = max(1, width // label_width)
    for index in range(0, len(labels), per_row):
        parts = (
            (pad(text, label_width), "bold" if text.startswith(THROUGH) else "")
            for text in labels[index : index + per_row]
        )
        yield Content.assemble(*parts)


def _describe_levels(stacks: Stacks) -> Iterator[str]:
    level = 0
    for small, big, ante in stacks.levels:
        level += bool(big)
        yield (
            f"{level:>2}  {small:,}/{big:,}{f' ante {ante:,}' if ante else ''}"
            if big
            else f"    break {stacks.pause} min"
        )


def _describe_stacks(stacks: Stacks) -> str:
    parts = [f"{stacks.stack:,} chips each"]
    if stacks.reentries:
        parts.append(f"{quantity(stacks.reentries, 're-entry', 're-entries')} each, until level {stacks.reentry_until}")
    parts += [f"add-on of {stacks.addon:,}"] if stacks.addon else []
    return "; ".join(parts)


def _prize_rows(freezeout_evening: FreezeoutEvening) -> list[Content]:
    """Return the rows of each place's prize, with its winner once known."""
    state, stacks = freezeout_evening.state, freezeout_evening.state.stacks
    percents = stacks.prizes or (percents_for(max(1, state.stacks_bought)) if stacks.entry else ())
    if not percents:
        return []
    entry_by_place = {place: entry for entry, (place, last) in state.places.items() if place == last}
    rows = []
    for place, percent in enumerate(percents, 1):
        amount = f"  {state.prizes[place - 1]:,}" if state.pool else ""
        name = (
            f"  {freezeout_evening.name(entry_by_place[place])}" if place in entry_by_place and not state.shares else ""
        )
        rows.append(Content(f"{place:>2}  {percent} %{amount}{name}"))
    rows += [
        Content(f"    {freezeout_evening.name(entry)}: {share:,}, by {state.how}")
        for entry, share in state.shares.items()
    ]
    return [
        *heading_rows(f"Prizes of {state.pool:,}" if state.pool else f"Prizes, {stacks.entry:,} of each entry"),
        *rows,
    ]


def _team_rows(view: TournamentView, width: int) -> Iterator[Content]:
    if not view.teams:
        return
    yield from heading_rows("Teams")
    for team in view.teams:
        names = join_words(map(view.name_of, team.entries))
        yield from wrap(f"{team.place} {team.team} {format_team_score(team.points, view.settings)}: {names}", width, 2)
    yield from wrap(describe_level_teams(view.teams), width, 0, "$text-muted")


def _step_rows(step: TournamentStep, width: int) -> Iterator[Content]:
    signature, reason = f" ({step.officer})" if step.officer else "", f": {step.reason}" if step.reason else ""
    time = Content(f"{in_local_time(step.moment):%H:%M}  ")
    yield from wrap(f"{capitalise(step.description)}{reason}{signature}", width, 7, lead=time)


def clause_rows(book: PrintedRulebook, width: int) -> Iterator[Content]:
    """Yield the rows of a rulebook's clauses with their numbers."""
    for clause in book.clauses:
        yield from wrap(clause.text, width, 6, lead=Content(f"{clause.number:<4}  "))
