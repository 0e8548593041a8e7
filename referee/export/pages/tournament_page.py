"""A tournament's page: how it stands, its bracket, its rounds, who met whom, and the rules that it is played by."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from referee.cards.words import capitalised, listed, ordinal
from referee.export.pages.rendering import render
from referee.export.pages.season_facts import Prizes
from referee.export.printed import PrintedRulebook
from referee.tournaments.bracket import WITH_BRACKETS, bracket
from referee.tournaments.scores.cross_table import BEHIND, SIGNS, cross_table
from referee.tournaments.state.settings import Format
from referee.tournaments.state.view import STATUS, GroupTable, PlaceView, RoundView, TableView, TournamentView, shared
from referee.tournaments.words import (
    THROUGH,
    about,
    decided_by,
    describe_basis,
    describe_round_state,
    describe_settings,
    elimination_round,
    figure,
    goes_on,
    level_teams,
    table_title,
    team_figure,
    team_head,
)

_MOST_IN_A_SQUARE = 12
_MOST_ROUNDS = 8
_PRINTED = str.maketrans({BEHIND: "\N{MINUS SIGN}"})


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """A line of the standings: the place, the name, what sets it apart, and a cell for each column."""

    place: str
    name: str
    said: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlaceTable:
    """The standings. Each column is named, and `less` of those of the rounds are left out on a narrow screen."""

    columns: tuple[str, ...]
    less: int
    lines: tuple[PlaceLine, ...]


@dataclass(frozen=True, slots=True)
class PrintedSeat:
    """Somebody at a table: the place, what it gave, and whether they go on; or the seat, and whether they deal."""

    name: str
    place: str = ""
    gave: str = ""
    through: bool = False
    deals: bool = False


@dataclass(frozen=True, slots=True)
class RoundTable:
    """A table of a round; `status` is empty once it is over."""

    title: str
    seats: tuple[PrintedSeat, ...]
    status: str = ""


@dataclass(frozen=True, slots=True)
class OneRound:
    """A round with its tables, and the names of who did not play."""

    view: RoundView
    state: str
    tables: tuple[RoundTable, ...]
    byes: tuple[str, ...]
    absent: tuple[str, ...]


def tournament_page(
    view: TournamentView, club: str, rules: PrintedRulebook | None = None, prizes: Prizes | None = None
) -> str:
    """Return the page of a tournament. The names are those of the view."""
    return render(
        "tournament.html",
        **template_values(view, prizes),
        club=club,
        parted=level_teams(view.teams),
        rounds=[one_round(view, each) for each in view.rounds],
        freeze_out=view.settings.format is Format.FREEZE_OUT,
        signs=SIGNS.translate(_PRINTED),
        through=THROUGH,
        rules=rules,
    )


def template_values(view: TournamentView, prizes: Prizes | None) -> dict[str, Any]:
    """Return what a page and the sheets of a tournament have alike, by the names that their templates know."""
    return {
        "view": view,
        "how": describe_settings(view.settings),
        "after": describe_basis(view),
        "places": place_table(view, prizes),
        "groups": [(each.label, place_table(view, None, each)) for each in view.groups],
        "figure": lambda points: team_figure(points, view.settings),
        "team_head": capitalised(team_head(view.settings)),
        "names": {number: entry.name for number, entry in view.entries.items()},
        "square": square(view),
        "meetings": [*meetings(view)],
        "bracket": bracket(view) if view.settings.format in WITH_BRACKETS else (),
    }


def place_table(view: TournamentView, prizes: Prizes | None = None, group: GroupTable | None = None) -> PlaceTable:
    """Return the standings, or those of a group, with what its format gives: points by round, the way out, prizes."""
    standings = group.lines if group else view.standings
    equal = shared(standings)
    rounds = max((len(line.by_round) for line in standings), default=0)
    rounds = rounds if 1 < rounds <= _MOST_ROUNDS else 0
    columns: tuple[str, ...]
    cells: dict[int, tuple[str, ...]]
    match view.settings.format:
        case Format.FREEZE_OUT:
            won = prizes.won if prizes and any(prizes.won.values()) else None
            columns = (f"Prize ({prizes.unit})",) if won is not None and prizes else ()
            cells = {line.entry: (str(won.get(line.entry) or "–"),) if won is not None else () for line in standings}
            less = 0
        case Format.KNOCK_OUT | Format.DOUBLE:
            columns, less = ("Out in", "Place there"), 0
            cells = {line.entry: (elimination_round(view, line) or "–", line.there or "–") for line in standings}
        case _:
            columns, less = (*(f"Round {at}" for at in range(1, rounds + 1)), "Points", "Played"), rounds
            cells = {line.entry: _by_round(view, line, rounds) for line in standings}
    lines = (
        PlaceLine(
            f"{line.place}{'=' if line.place in equal else ''}",
            view.name_of(line.entry),
            _apart(view, line, decided_by(line, equal), goes_on=bool(group and line.entry in group.through)),
            cells[line.entry],
        )
        for line in standings
    )
    return PlaceTable(columns, less, tuple(lines))


def _by_round(view: TournamentView, line: PlaceView, rounds: int) -> tuple[str, ...]:
    given = [*line.by_round, *(None,) * rounds][:rounds]
    each = ("–" if points is None else figure(points, view.settings) for points in given)
    return (*each, figure(line.points, view.settings), str(line.played))


def _apart(view: TournamentView, line: PlaceView, steps: str, *, goes_on: bool) -> str:
    """Return what stands under a name: team, how they came and went, penalties and what decided between equals."""
    entry = view.entries[line.entry]
    less = f"{figure(-line.penalty, view.settings)} in penalties" if line.penalty else ""
    decided = f"decided by {steps}" if steps else ""
    return "; ".join(filter(None, [entry.team, "goes to the final" * goes_on, about(entry), less, decided]))


def one_round(view: TournamentView, found: RoundView) -> OneRound:
    """Return a round as it is read on a page."""
    return OneRound(
        found,
        describe_round_state(found),
        tuple(_table(view, found, table) for table in found.tables),
        tuple(map(view.name_of, found.byes)),
        tuple(map(view.name_of, found.absent)),
    )


def _table(view: TournamentView, found: RoundView, table: TableView) -> RoundTable:
    status = "" if table.status in ("finished", "drawn") else STATUS[table.status]
    if table.places is None:
        last = table.entries[-1:]
        seats = (PrintedSeat(view.name_of(entry), deals=entry in last) for entry in table.entries)
        return RoundTable(table_title(table, found), tuple(seats), status)
    score, on = table.score or {}, goes_on(table, found)
    seats = (
        PrintedSeat(
            view.name_of(entry), place, figure(score[entry], view.settings) if entry in score else "", entry in on
        )
        for entry, place in table.ranks.items()
    )
    return RoundTable(table_title(table, found), tuple(seats), status)


def square(view: TournamentView) -> list[tuple[str, int, str, list[str], tuple[int, int, int]]]:
    """Return the cross table: a row for each, by place, number and name, with a sign for each other.

    There is one only of a few who meet in pairs.
    """
    cross = cross_table(view)
    if len(cross.order) > _MOST_IN_A_SQUARE or view.settings.sizes.most > 2 or not cross.met:
        return []
    return [
        (
            cross.places.get(one, ""),
            one,
            view.name_of(one),
            ["×" if one == other else cross.met.get((one, other), "").translate(_PRINTED) for other in cross.order],
            cross.sums(one),
        )
        for one in cross.order
    ]


def meetings(view: TournamentView) -> Iterator[tuple[str, list[str]]]:
    """Yield whom each met and what came of it: ``Round 1, table 3: 1st, before Cal D. and Ann A.``"""
    if view.settings.format is Format.FREEZE_OUT or square(view):
        return
    for entry in cross_table(view).order:
        tables = [
            _met(view, found, table, entry)
            for found in view.rounds
            for table in found.tables
            if entry in table.entries and table.status != "void"
        ]
        if tables:
            yield view.name_of(entry), tables


def _met(view: TournamentView, found: RoundView, table: TableView, entry: int) -> str:
    where = f"{found.name}, {table_title(table, found).lower()}"
    if table.places is None:
        return f"{where}: with {listed(view.name_of(each) for each in table.entries if each != entry)}"
    at = next(at for at, group in enumerate(table.places) if entry in group)
    place = 1 + sum(map(len, table.places[:at]))
    sides = {
        "before": [each for group in table.places[at + 1 :] for each in group],
        "level with": [each for each in table.places[at] if each != entry],
        "after": [each for group in table.places[:at] for each in group],
    }
    said = [f"{side} {listed(map(view.name_of, who))}" for side, who in sides.items() if who]
    return f"{where}: {ordinal(place)}, {', '.join(said)}"
