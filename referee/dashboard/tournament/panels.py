"""Tables, standings, cross table and bracket of a tournament as rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from textual.content import Content

from referee.cards.cells import cells, padded
from referee.cards.words import listed
from referee.dashboard.desk import Desk
from referee.dashboard.reading import Reading, ReadingScreen
from referee.dashboard.rendering import wrapped
from referee.dashboard.widgets.listing import Row
from referee.dashboard.widgets.side_panel import titled
from referee.tournaments.bracket import WITH_BRACKETS
from referee.tournaments.freezeout_play.evening import Evening
from referee.tournaments.printed import Kind, Line, bracket_printed, cross_table_lines, round_lines
from referee.tournaments.scores.cross_table import in_order
from referee.tournaments.state.settings import Format, Stacks
from referee.tournaments.state.view import STATUS, EntryView, RoundView, TableView, TournamentView, shared
from referee.tournaments.words import (
    THROUGH,
    about,
    goes_on,
    how_played,
    level_teams,
    placed,
    seated,
    team_figure,
)

_LEAST = 16
_HEAD = "bold $text-accent"
_STYLES = {Kind.HEADING: _HEAD, Kind.TITLE: "bold", Kind.TEXT: "", Kind.QUIET: "$text-muted"}
TABLE_HEADS = ("", "status", "players")


def table_rows(view: TournamentView, found: RoundView) -> list[Row]:
    """Return a row for each table of a round."""
    rows = []
    for table in found.tables:
        number = f"{table.called} {table.label}" if table.label and table.label != found.name else f"{table.called}"
        void = table.status == "void"
        cells = (number, "void" if void else STATUS[table.status], _players(view, found, table))
        rows.append(Row(key_of(found, table), cells, "dim" if void else ""))
    return rows


def key_of(found: RoundView, table: TableView) -> str:
    """Return what the row of a table is marked by: of another round it is another table."""
    return f"{found.number}.{table.number}"


def _players(view: TournamentView, found: RoundView, table: TableView) -> str:
    """Return who sits at a table: in order of place where it is decided, else of seat, in as few letters as can be."""
    if table.places is None:
        return seated(view, found, table).removesuffix(f"; {STATUS[table.status]}")
    on = goes_on(table, found)
    return ", ".join(
        f"{rank} {view.name_of(entry)}{f' {THROUGH}' if entry in on else ''}" for entry, rank in table.ranks.items()
    )


def entry_rows(view: TournamentView, width: int) -> tuple[Sequence[str], list[Row]]:
    """Return the heads and rows of all who entered, as they stand; beside a name what sets it apart, where any is."""
    is_so = {entry: _about(view, who) for entry, who in view.entries.items()}
    aside = any(is_so.values())
    heads, lines = _lines(view, width - (max(map(cells, is_so.values())) + 2 if aside else 0))
    rows = []
    for entry, row in lines.items():
        style = "" if view.entries[entry].status == "in" else "dim"
        rows.append(Row(str(entry), (*row[:2], *([is_so[entry]] if aside else []), *row[2:]), style))
    beside = "note" if "status" in heads else "status"
    return (*heads[:2], *([beside] if aside else []), *heads[2:]), rows


def _lines(view: TournamentView, width: int) -> tuple[Sequence[str], dict[int, list[str]]]:
    """Return the standings by entry, with what each round gave where there is room; before any, only who entered."""
    if not any(line.played for line in view.standings):
        entries = sorted(view.entries)
        return ("", "name"), {entry: [str(entry), view.name_of(entry)] for entry in entries}
    heads, rows = _placed(view)
    widest = [max(map(cells, column)) + 2 for column in zip(heads, *rows, strict=True)]
    if heads[-1] == "decided by":  # of all columns the one that may be cut off
        widest[-1] = _LEAST
    if sum(widest) > width:
        heads, rows = _placed(view, by_round=False)
    lines = [line for each in view.groups for line in each.lines] if view.in_groups else view.standings
    found = {line.entry: row for line, row in zip(lines, rows, strict=True)}
    blank = [""] * (len(heads) - 2)
    order = dict.fromkeys((*found, *in_order(view)))
    return heads, {entry: found.get(entry) or ["", view.name_of(entry), *blank] for entry in order}


def _placed(view: TournamentView, *, by_round: bool = True) -> tuple[list[str], list[list[str]]]:
    """Return the standings, before the final those of each group, which is named in a column of its own."""
    if not view.in_groups:
        return placed(view, by_round=by_round)
    found = [(each.label, *placed(view, each, by_round=by_round)) for each in view.groups]
    heads = max((heads for _, heads, _ in found), key=len)
    rows = [{"group": label, **dict(zip(of, row, strict=True))} for label, of, rows in found for row in rows]
    heads = [*heads[:2], "group", *heads[2:]]
    return heads, [[row.get(head, "") for head in heads] for row in rows]


def _about(view: TournamentView, who: EntryView) -> str:
    """Return in few words what sets somebody apart; in a freezeout who is in or out has a column of its own."""
    said = ["guest"] if who.guest else []
    said += [f"from round {who.since}"] if who.since > 1 else []
    freeze_out = view.settings.format is Format.FREEZE_OUT and view.status != "over"
    if who.status == "out" and not freeze_out:
        said.append(f"out in {who.until}" if who.until else "out")
    elif who.status in ("absent", "withdrew"):
        said.append(who.status)
    return ", ".join(said)


def rows_of(lines: Iterable[Line], width: int) -> Iterator[Content]:
    """Yield lines of a tournament in rows."""
    for line in lines:
        if line.kind is Kind.SQUARE:
            yield Content(line.text)
        else:
            lead = Content.styled(line.lead, "bold") if line.lead else None
            yield from wrapped(line.text, width, 2 if line.lead else line.indent, _STYLES[line.kind], lead)


def overview(view: TournamentView, width: int) -> list[Content]:
    """Return the bracket where the format has one, else the cross table; lists of them where there is no room.

    A freezeout has neither: its tables are broken as players go out.
    """
    if view.settings.format is Format.FREEZE_OUT:
        return []
    lines = bracket_printed(view) if view.settings.format in WITH_BRACKETS else cross_table_lines(view, width)
    return [*rows_of(lines, width)]


def in_full(view: TournamentView, width: int) -> list[Content]:
    """Return all of a tournament to be read: what it is played by, every round, the teams, who met whom."""
    rows = [*wrapped(f"Season {view.season}, {view.status}, seed {view.seed}.", width, 0)]
    rows += wrapped(how_played(view.settings), width, 0)
    if any(map(shared, (each.lines for each in view.groups))) or shared(view.standings):
        rows += wrapped("= tied after all tie-breaks.", width, 0)
    for entry in view.entries.values():
        if said := about(entry):
            # Without the number of the entry: those in the cross table are by place.
            rows += wrapped(f"{entry.name}: {said}", width, 2)
    rows += _rounds(view, width)
    if view.teams:
        rows += [Content(""), Content.styled("Teams", _HEAD)]
        for team in view.teams:
            who = listed(map(view.name_of, team.entries))
            rows += wrapped(f"{team.place} {team.team} {team_figure(team.points, view.settings)}: {who}", width, 2)
        rows += wrapped(level_teams(view.teams), width, 0, "$text-muted")
    return [*rows, Content(""), *overview(view, width)]


def in_short(view: TournamentView, width: int) -> list[Content]:
    """Return what a tournament is beside its row: how it is played, the standings, who met whom, and the rounds."""
    heads, rows = entry_rows(view, width)
    lines = [tuple(heads), *(tuple(row.cells) for row in rows)]
    widest = [max(map(cells, column)) for column in zip(*lines, strict=True)]
    table = (wrapped("  ".join(map(padded, line, widest)).rstrip(), width, 0) for line in lines)
    return [*wrapped(how_played(view.settings), width, 0), Content(""), *chain(*table), *side_panel(view, None, width)]


def freeze_out_panel(found: Evening, width: int) -> list[Content]:
    """Return what stands beside a freezeout: what it is played by, its blinds and prizes, and the seats as drawn."""
    view, stacks = found.read.view, found.state.stacks
    rows = [*wrapped(how_played(view.settings), width, 0)]
    if stacks.levels:
        rows += titled(f"Blinds, {stacks.minutes} minutes a level")
        rows += [Content(said) for said in _levels(stacks)]
    if stacks.prizes:
        rows += titled(f"Prizes of {found.state.pool:,}")
        rows += [Content(f"{place:>2}  {percent} %") for place, percent in enumerate(stacks.prizes, 1)]
    return [*rows, *_rounds(view, width)]


def _levels(stacks: Stacks) -> Iterator[str]:
    number = 0
    for small, big, ante in stacks.levels:
        if not big:
            yield f"    break of {stacks.pause} minutes"
            continue
        number += 1
        yield f"{number:>2}  {small:,}/{big:,}{f', ante {ante:,}' if ante else ''}"


def tournament_to_read(desk: Desk, view: TournamentView) -> ReadingScreen[TournamentView]:
    """Return a tournament from the first round to the last: tables, changes, notes and meetings."""
    return ReadingScreen(desk, Reading("rounds", lambda _: view, lambda _: view.name, in_full))


def side_panel(view: TournamentView, shown: RoundView | None, width: int) -> list[Content]:
    """Return what stands beside a round that is shown: who met whom, and the other rounds."""
    return [*overview(view, width), *_rounds(view, width, but=shown)]


def _rounds(view: TournamentView, width: int, but: RoundView | None = None) -> list[Content]:
    rows: list[Content] = []
    for found in (each for each in view.rounds if each != but):
        rows += [Content(""), *rows_of(round_lines(view, found), width)]
    return rows
