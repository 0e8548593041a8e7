"""Tables, standings, cross table and bracket of a tournament as rows, and all that is told of it besides."""

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
from referee.tournaments.actions.announcing import usual_stacks
from referee.tournaments.actions.closing import TournamentStep
from referee.tournaments.bracket import WITH_BRACKETS
from referee.tournaments.freezeout_actions.evening import FreezeoutEvening
from referee.tournaments.freezeouts.prizes import percents_for
from referee.tournaments.printed import LineKind, PrintedLine, bracket_printed, cross_table_lines, round_lines
from referee.tournaments.scores.cross_table import all_entries
from referee.tournaments.state.settings import Format, Stacks
from referee.tournaments.state.view import STATUS, EntryView, RoundView, TableView, TournamentView, shared
from referee.tournaments.wording import (
    THROUGH,
    describe_settings,
    goes_on,
    level_teams,
    placed,
    seated,
    team_figure,
)

_LEAST = 16
_HEAD = "bold $text-accent"
_STYLES = {LineKind.HEADING: _HEAD, LineKind.TITLE: "bold", LineKind.TEXT: "", LineKind.QUIET: "$text-muted"}
TABLE_HEADS = ("", "status", "players")


def table_rows(view: TournamentView, found: RoundView) -> list[ListRow]:
    """Return a row for each table of a round."""
    rows = []
    for table in found.tables:
        number = f"{table.called} {table.label}" if table.label and table.label != found.name else f"{table.called}"
        void = table.status == "void"
        cells = (number, "void" if void else STATUS[table.status], _players(view, found, table))
        rows.append(ListRow(table_key(found, table), cells, FAINT if void else ""))
    return rows


def table_key(found: RoundView, table: TableView) -> str:
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


def entry_rows(view: TournamentView, width: int) -> tuple[Sequence[str], list[ListRow]]:
    """Return the heads and rows of all who entered, as they stand; beside a name what sets it apart, where any is."""
    is_so = {entry: _about(view, who) for entry, who in view.entries.items()}
    aside = any(is_so.values())
    heads, lines = _lines(view, width - (max(map(text_width, is_so.values())) + 2 if aside else 0))
    rows = []
    for entry, row in lines.items():
        style = "" if view.entries[entry].status == "in" else FAINT
        rows.append(ListRow(str(entry), (*row[:2], *([is_so[entry]] if aside else []), *row[2:]), style))
    beside = "note" if "status" in heads else "status"
    return (*heads[:2], *([beside] if aside else []), *heads[2:]), rows


def _lines(view: TournamentView, width: int) -> tuple[Sequence[str], dict[int, list[str]]]:
    """Return the standings by entry, with what each round gave where there is room; before any, only who entered."""
    if not any(line.played for line in view.standings):
        entries = sorted(view.entries)
        return ("", "name"), {entry: [str(entry), view.name_of(entry)] for entry in entries}
    heads, rows = _placed(view)
    widest = [max(map(text_width, column)) + 2 for column in zip(heads, *rows, strict=True)]
    if heads[-1] == "decided by":  # of all columns the one that may be cut off
        widest[-1] = _LEAST
    if sum(widest) > width:
        heads, rows = _placed(view, by_round=False)
    lines = [line for group in view.groups for line in group.lines] if view.in_groups else view.standings
    found = {line.entry: row for line, row in zip(lines, rows, strict=True)}
    blank = [""] * (len(heads) - 2)
    order = dict.fromkeys((*found, *all_entries(view)))
    return heads, {entry: found.get(entry) or ["", view.name_of(entry), *blank] for entry in order}


def _placed(view: TournamentView, *, by_round: bool = True) -> tuple[list[str], list[list[str]]]:
    """Return the standings, before the final those of each group, which is named in a column of its own."""
    if not view.in_groups:
        return placed(view, by_round=by_round)
    found = [(group.label, *placed(view, group, by_round=by_round)) for group in view.groups]
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


def line_rows(lines: Iterable[PrintedLine], width: int) -> Iterator[Content]:
    """Yield lines of a tournament in rows."""
    for line in lines:
        if line.kind is LineKind.SQUARE:
            yield Content(line.text)
        else:
            lead = Content.styled(line.lead, "bold") if line.lead else None
            yield from wrap(line.text, width, 2 if line.lead else line.indent, _STYLES[line.kind], lead)


def told(
    now: TournamentScreenState, width: int, *, but: RoundView | None = None, standings: bool = False
) -> list[Content]:
    """Return all that there is to know of a tournament besides the round that is shown, and its `standings`.

    That is how it is played; of a freezeout its blinds and prizes, else who met whom; the other rounds, what was done,
    and the rules.
    """
    view = now.view
    rows = [*wrap(describe_settings(view.settings), width, 0)]
    rows += [Content(""), *_standings(view, width)] if standings else []
    if now.freezeout is not None:
        rows += _blinds(now, now.freezeout, width)
        rows += _prizes(now.freezeout)
    elif view.rounds:
        rows.append(Content(""))
        brackets = view.settings.format in WITH_BRACKETS
        rows += line_rows(bracket_printed(view) if brackets else cross_table_lines(view, width), width)
    if now.freezeout is None and any(map(shared, (view.standings, *(group.lines for group in view.groups)))):
        rows += wrap("= tied after all tie-breaks.", width, 0, "$text-muted")
    for found in (earlier for earlier in reversed(view.rounds) if earlier != but):
        rows += [Content(""), *line_rows(round_lines(view, found), width)]
    rows += _teams(view, width)
    rows += heading_rows("What was done, the last first")
    rows += chain.from_iterable(_step(step, width) for step in now.steps)
    rows += heading_rows("Rules")
    return [*rows, *clause_rows(now.rules, width)]


def tournament_document(
    number: int, heading: Callable[[TournamentScreenState], str] = lambda now: now.view.name
) -> Document[TournamentScreenState]:
    """Return a tournament to be read: how it stands, from its settings to its rules."""
    return Document("rounds", lambda club: load_state(club, number), heading, partial(told, standings=True))


def _standings(view: TournamentView, width: int) -> Iterator[Content]:
    heads, rows = entry_rows(view, width)
    lines = [tuple(heads), *(tuple(row.cells) for row in rows)]
    widest = [max(map(text_width, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        yield from wrap("  ".join(map(pad, line, widest)).rstrip(), width, 0)


def _blinds(now: TournamentScreenState, freezeout_evening: FreezeoutEvening, width: int) -> Iterator[Content]:
    """Yield the levels as settled, or as is usual; the one that the clock is in is marked."""
    stacks = freezeout_evening.state.stacks
    if not stacks.levels:
        stacks = usual_stacks(max(2, len(freezeout_evening.state.players)), stacks)
        yield from heading_rows(f"Blinds, unless others are set: {stacks.minutes} minutes a level")
    else:
        yield from heading_rows(f"Blinds, {stacks.minutes} minutes a level")
    yield from wrap(_bought(stacks), width, 2)
    is_on = now.clock.number if now.clock else 0
    shown = [f"{THROUGH if at == is_on else ' '}{text}" for at, text in enumerate(_levels(stacks), 1)]
    wide = max(map(text_width, shown), default=0) + 2
    many = max(1, width // wide)
    for at in range(0, len(shown), many):
        parts = ((pad(text, wide), "bold" if text.startswith(THROUGH) else "") for text in shown[at : at + many])
        yield Content.assemble(*parts)


def _levels(stacks: Stacks) -> Iterator[str]:
    level = 0
    for small, big, ante in stacks.levels:
        level += bool(big)
        yield (
            f"{level:>2}  {small:,}/{big:,}{f' ante {ante:,}' if ante else ''}"
            if big
            else f"    break {stacks.pause} min"
        )


def _bought(stacks: Stacks) -> str:
    said = [f"{stacks.stack:,} chips each"]
    if stacks.reentries:
        said.append(f"{quantity(stacks.reentries, 're-entry', 're-entries')} each, until level {stacks.reentry_until}")
    said += [f"add-on of {stacks.addon:,}"] if stacks.addon else []
    return "; ".join(said)


def _prizes(freezeout_evening: FreezeoutEvening) -> list[Content]:
    """Return what each place has, and who has it once that is known."""
    state, stacks = freezeout_evening.state, freezeout_evening.state.stacks
    percents = stacks.prizes or (percents_for(max(1, state.stacks_bought)) if stacks.entry else ())
    if not percents:
        return []
    alone = {place: entry for entry, (place, last) in state.places.items() if place == last}
    rows = []
    for place, percent in enumerate(percents, 1):
        amount = f"  {state.prizes[place - 1]:,}" if state.pool else ""
        who = f"  {freezeout_evening.name(alone[place])}" if place in alone and not state.shares else ""
        rows.append(Content(f"{place:>2}  {percent} %{amount}{who}"))
    rows += [
        Content(f"    {freezeout_evening.name(entry)}: {share:,}, by {state.how}")
        for entry, share in state.shares.items()
    ]
    return [
        *heading_rows(f"Prizes of {state.pool:,}" if state.pool else f"Prizes, {stacks.entry:,} of each entry"),
        *rows,
    ]


def _teams(view: TournamentView, width: int) -> Iterator[Content]:
    if not view.teams:
        return
    yield from heading_rows("Teams")
    for team in view.teams:
        who = join_words(map(view.name_of, team.entries))
        yield from wrap(f"{team.place} {team.team} {team_figure(team.points, view.settings)}: {who}", width, 2)
    yield from wrap(level_teams(view.teams), width, 0, "$text-muted")


def _step(step: TournamentStep, width: int) -> Iterator[Content]:
    by, why = f" ({step.by})" if step.by else "", f": {step.reason}" if step.reason else ""
    at = Content(f"{in_local_time(step.at):%H:%M}  ")
    yield from wrap(f"{capitalise(step.what)}{why}{by}", width, 7, lead=at)


def clause_rows(book: PrintedRulebook, width: int) -> Iterator[Content]:
    """Yield the clauses of a rulebook, each with its number."""
    for clause in book.clauses:
        yield from wrap(clause.text, width, 6, lead=Content(f"{clause.number:<4}  "))
