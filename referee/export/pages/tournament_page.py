"""The page of a tournament: standings, bracket, rounds, cross table and rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.cards.immutable import frozen
from referee.cards.words import capitalise, join_words, ordinal
from referee.export.pages.rendering import render
from referee.export.pages.season_facts import Prizes
from referee.export.printed import PrintedRulebook
from referee.tournaments.bracket import WITH_BRACKETS, bracket
from referee.tournaments.scores.cross_table import BEHIND, SIGNS, cross_table
from referee.tournaments.state.settings import Format
from referee.tournaments.state.view import (
    STATUS,
    GroupTable,
    PlaceView,
    RoundView,
    TableView,
    TournamentView,
    find_shared_places,
)
from referee.tournaments.wording import (
    THROUGH,
    advancing_entries,
    deciding_tie_break,
    describe_basis,
    describe_entry,
    describe_level_teams,
    describe_round_state,
    describe_settings,
    elimination_round,
    format_score,
    format_team_score,
    table_title,
    team_head,
)

_MAX_SQUARE_ENTRIES = 12
_MAX_ROUNDS = 8
_MINUS_SIGNS = str.maketrans({BEHIND: "\N{MINUS SIGN}"})


@frozen
class PlaceLine:
    """A line of the standings: the place, the name, a note, and a cell for each column."""

    place: str
    name: str
    note: str
    cells: tuple[str, ...]


@frozen
class PlaceTable:
    """The standings with named columns. A narrow screen hides the first `hidden_columns`, the rounds."""

    columns: tuple[str, ...]
    hidden_columns: int
    lines: tuple[PlaceLine, ...]


@frozen
class PrintedSeat:
    """A player at a table: place, score and whether they advance, or before the result, whether they deal."""

    name: str
    place: str = ""
    score: str = ""
    through: bool = False
    deals: bool = False


@frozen
class RoundTable:
    """A table of a round. `status` is empty once it is finished."""

    title: str
    seats: tuple[PrintedSeat, ...]
    status: str = ""


@frozen
class PrintedRound:
    """A round with its tables, and the names of players with a bye or an absence."""

    view: RoundView
    state: str
    tables: tuple[RoundTable, ...]
    byes: tuple[str, ...]
    absent: tuple[str, ...]


def tournament_page(
    view: TournamentView, club: str, rules: PrintedRulebook | None = None, prizes: Prizes | None = None
) -> str:
    """Return the page of a tournament, with the names of the view."""
    return render(
        "tournament.html",
        **template_values(view, prizes),
        club=club,
        parted=describe_level_teams(view.teams),
        rounds=[printed_round(view, drawn_round) for drawn_round in view.rounds],
        freeze_out=view.settings.format is Format.FREEZE_OUT,
        signs=SIGNS.translate(_MINUS_SIGNS),
        through=THROUGH,
        rules=rules,
    )


def template_values(view: TournamentView, prizes: Prizes | None) -> dict[str, Any]:
    """Return the template values that the page and the sheets of a tournament share."""
    return {
        "view": view,
        "how": describe_settings(view.settings),
        "after": describe_basis(view),
        "places": place_table(view, prizes),
        "groups": [(group.label, place_table(view, None, group)) for group in view.groups],
        "figure": lambda points: format_team_score(points, view.settings),
        "team_head": capitalise(team_head(view.settings)),
        "names": {number: entry.name for number, entry in view.entries.items()},
        "square": cross_table_rows(view),
        "meetings": [*meetings(view)],
        "bracket": bracket(view) if view.settings.format in WITH_BRACKETS else (),
    }


def place_table(view: TournamentView, prizes: Prizes | None = None, group: GroupTable | None = None) -> PlaceTable:
    """Return the standings, or a group's, with the format's columns: points by round, elimination or prizes."""
    standings = group.lines if group else view.standings
    shared_places = find_shared_places(standings)
    rounds = max((len(line.by_round) for line in standings), default=0)
    rounds = rounds if 1 < rounds <= _MAX_ROUNDS else 0
    columns: tuple[str, ...]
    cells: dict[int, tuple[str, ...]]
    match view.settings.format:
        case Format.FREEZE_OUT:
            prize_by_entry = prizes.by_entry if prizes and any(prizes.by_entry.values()) else None
            columns = (f"Prize ({prizes.unit})",) if prize_by_entry is not None and prizes else ()
            cells = {
                line.entry: (str(prize_by_entry.get(line.entry) or "–"),) if prize_by_entry is not None else ()
                for line in standings
            }
            hidden_count = 0
        case Format.KNOCK_OUT | Format.DOUBLE:
            columns, hidden_count = ("Out in", "Place there"), 0
            cells = {line.entry: (elimination_round(view, line) or "–", line.there or "–") for line in standings}
        case _:
            columns, hidden_count = (
                (*(f"Round {number}" for number in range(1, rounds + 1)), "Points", "Played"),
                rounds,
            )
            cells = {line.entry: _score_cells(view, line, rounds) for line in standings}
    lines = (
        PlaceLine(
            f"{line.place}{'=' if line.place in shared_places else ''}",
            view.name_of(line.entry),
            _place_note(
                view, line, deciding_tie_break(line, shared_places), goes_on=bool(group and line.entry in group.through)
            ),
            cells[line.entry],
        )
        for line in standings
    )
    return PlaceTable(columns, hidden_count, tuple(lines))


def _score_cells(view: TournamentView, line: PlaceView, rounds: int) -> tuple[str, ...]:
    padded = [*line.by_round, *(None,) * rounds][:rounds]
    cells = ("–" if points is None else format_score(points, view.settings) for points in padded)
    return (*cells, format_score(line.points, view.settings), str(line.played))


def _place_note(view: TournamentView, line: PlaceView, steps: str, *, goes_on: bool) -> str:
    """Return the note under a name: team, late entry or withdrawal, penalties and tie-break."""
    entry = view.entries[line.entry]
    penalty_text = f"{format_score(-line.penalty, view.settings)} in penalties" if line.penalty else ""
    tie_text = f"decided by {steps}" if steps else ""
    return "; ".join(
        filter(None, [entry.team, "goes to the final" * goes_on, describe_entry(entry), penalty_text, tie_text])
    )


def printed_round(view: TournamentView, drawn_round: RoundView) -> PrintedRound:
    """Return a round for a page."""
    return PrintedRound(
        drawn_round,
        describe_round_state(drawn_round),
        tuple(_round_table(view, drawn_round, table) for table in drawn_round.tables),
        tuple(map(view.name_of, drawn_round.byes)),
        tuple(map(view.name_of, drawn_round.absent)),
    )


def _round_table(view: TournamentView, drawn_round: RoundView, table: TableView) -> RoundTable:
    status = "" if table.status in ("finished", "drawn") else STATUS[table.status]
    if table.places is None:
        last = table.entries[-1:]
        seats = (PrintedSeat(view.name_of(entry), deals=entry in last) for entry in table.entries)
        return RoundTable(table_title(table, drawn_round), tuple(seats), status)
    score, advancing = table.score or {}, advancing_entries(table, drawn_round)
    seats = (
        PrintedSeat(
            view.name_of(entry),
            place,
            format_score(score[entry], view.settings) if entry in score else "",
            entry in advancing,
        )
        for entry, place in table.ranks.items()
    )
    return RoundTable(table_title(table, drawn_round), tuple(seats), status)


def cross_table_rows(view: TournamentView) -> list[tuple[str, int, str, list[str], tuple[int, int, int]]]:
    """Return the cross table: place, number, name, results and sums of each entry.

    It is empty unless there are few entries who meet in pairs.
    """
    cross = cross_table(view)
    if len(cross.order) > _MAX_SQUARE_ENTRIES or view.settings.sizes.most > 2 or not cross.met:
        return []
    return [
        (
            cross.places.get(entry, ""),
            entry,
            view.name_of(entry),
            [
                "×" if entry == opponent else cross.met.get((entry, opponent), "").translate(_MINUS_SIGNS)
                for opponent in cross.order
            ],
            cross.sums(entry),
        )
        for entry in cross.order
    ]


def meetings(view: TournamentView) -> Iterator[tuple[str, list[str]]]:
    """Yield each entry's opponents and results, such as ``Round 1, table 3: 1st, before Cal D. and Ann A.``"""
    if view.settings.format is Format.FREEZE_OUT or cross_table_rows(view):
        return
    for entry in cross_table(view).order:
        tables = [
            _describe_meeting(view, drawn_round, table, entry)
            for drawn_round in view.rounds
            for table in drawn_round.tables
            if entry in table.entries and table.status != "void"
        ]
        if tables:
            yield view.name_of(entry), tables


def _describe_meeting(view: TournamentView, drawn_round: RoundView, table: TableView, entry: int) -> str:
    location = f"{drawn_round.name}, {table_title(table, drawn_round).lower()}"
    if table.places is None:
        return (
            f"{location}: with {join_words(view.name_of(opponent) for opponent in table.entries if opponent != entry)}"
        )
    index = next(index for index, group in enumerate(table.places) if entry in group)
    place = 1 + sum(map(len, table.places[:index]))
    opponents_by_outcome = {
        "before": [opponent for group in table.places[index + 1 :] for opponent in group],
        "level with": [opponent for opponent in table.places[index] if opponent != entry],
        "after": [opponent for group in table.places[:index] for opponent in group],
    }
    results = [
        f"{side} {join_words(map(view.name_of, opponents))}"
        for side, opponents in opponents_by_outcome.items()
        if opponents
    ]
    return f"{location}: {ordinal(place)}, {', '.join(results)}"
