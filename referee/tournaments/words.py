"""A tournament in words and figures, as screens, sheets and pages show it alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Final

from referee.cards.words import counted, listed
from referee.competition.draws.knock_out import FINAL
from referee.competition.rounds import seed_said
from referee.tournaments.state.settings import Counts, Format, Score, Settings
from referee.tournaments.state.view import EntryView, PlaceView, RoundView, TableView, TeamPlace, TournamentView

THROUGH: Final = "›"
"""The sign of who goes on."""
FORMATS: Final[Mapping[Format, str]] = {
    Format.ALL_MEET: "all meet",
    Format.SWISS: "Swiss",
    Format.KNOCK_OUT: "knock-out",
    Format.GROUPS: "groups and final",
    Format.FREEZE_OUT: "freeze-out",
    Format.LEAGUE: "league",
}
_SCORES: Final[Mapping[Score, str]] = {
    Score.MATCH: "the match score counts",
    Score.PLACES: "places give points",
    Score.CHIPS: "chips won count",
    Score.PENALTY_POINTS: "penalty points count against",
}
COUNTS: Final[Mapping[Counts, str]] = {
    Counts.TABLES: "each table counts for the season",
    Counts.FINAL: "its final order counts for the season as one match",
    Counts.NOTHING: "it does not count for the season",
}
NUMBERS: Final = ("", "penalty", "points", "played")
"""Columns of the standings that are figures; so are those of the rounds."""
STATUS: Final[Mapping[str, str]] = {
    "drawn": "drawn",
    "playing": "being played",
    "finished": "finished",
    "void": "broke off; counts for nobody",
}


def figure(points: Fraction, settings: Settings) -> str:
    """Return points as they are printed: shares of a match with three decimals, and what is counted in whole."""
    if settings.score is Score.MATCH:
        return f"{float(points):.3f}"
    return str(points.numerator) if points.denominator == 1 else f"{float(points):.3f}"


def how_played(settings: Settings) -> str:
    """Return in one sentence what a tournament is played by."""
    said = [FORMATS[settings.format].capitalize() if settings.format is not Format.SWISS else "Swiss"]
    if settings.rounds:
        said.append(counted(settings.rounds, "round"))
    said.append(f"tables of {str(settings.sizes).replace('-', ' to ')}")
    if settings.format in (Format.KNOCK_OUT, Format.GROUPS):
        each = "group" if settings.format is Format.GROUPS else "table"
        goes = "goes" if settings.go_on == 1 else "go"
        said.append(f"{settings.go_on} of each {each} {goes} on")
    said.append(_SCORES[settings.score])
    if settings.ties:
        said.append(f"ties are parted by {listed(settings.ties, 'then')}")
    said.append(COUNTS[settings.counts])
    return f"{'; '.join([', '.join(said[:3]), *said[3:]])}."


def title_of(table: TableView, found: RoundView) -> str:
    """Return what a table of a round is called: its number, and its name where that is not the round's."""
    named = table.label and table.label != found.name
    return f"Table {table.number}, {table.label}" if named else f"Table {table.number}"


def ranks(table: TableView) -> dict[int, str]:
    """Return the places of a table as they are printed, best first: ``1``, and ``2=`` for who share the second."""
    found, place = {}, 1
    for group in table.places or ():
        found.update({entry: f"{place}{'=' if len(group) > 1 else ''}" for entry in group})
        place += len(group)
    return found


def goes_on(table: TableView, found: RoundView) -> tuple[int, ...]:
    """Return who goes on from a table; from a final nobody does."""
    return () if FINAL in (table.label, found.name) else table.through


def level_teams(teams: Sequence[TeamPlace]) -> str:
    """Return what parted teams that have equally much; empty where nothing did."""
    if any(one.points == other.points and one.place != other.place for one, other in pairwise(teams)):
        return "Of teams with the same points the one whose best-placed member stands higher comes first."
    return ""


def state_of(found: RoundView) -> str:
    """Return how far a round has come."""
    if found.over:
        return "over"
    begun = any(table.status != "drawn" for table in found.tables)
    return "under way" if begun else "drawn"


def steps_of(line: PlaceView) -> str:
    """Return all tie-breaks that were taken for a line, in order, each with its figure; the last one decided."""
    return ", then ".join(f"{name} {amount}".strip() for name, amount in line.steps)


def decided_by(line: PlaceView, equal: Container[int]) -> str:
    """Return the tie-break that decided a line, with its figure: the last one taken, where one parted them at all."""
    if not line.steps or line.place in equal:
        return ""
    name, amount = line.steps[-1]
    return f"{name} {amount}".strip()


def about(entry: EntryView) -> str:
    """Return what sets an entry apart from one that plays from the first round to the last; empty for most."""
    said = ["guest"] if entry.guest else []
    if entry.since > 1:
        said.append(f"from round {entry.since} on")
    if entry.status == "out":
        said.append(f"out in round {entry.until}" if entry.until else "out")
    elif entry.status == "withdrew":
        said.append(f"withdrew after round {entry.until}" if entry.until else "withdrew")
    elif entry.status != "in":
        said.append(entry.status)
    return ", ".join(said)


def latest(view: TournamentView) -> RoundView | None:
    """Return the last round that was drawn."""
    return max(view.rounds, key=lambda each: each.number, default=None)


def shared(view: TournamentView) -> frozenset[int]:
    """Return the places of the standings that more than one entry has."""
    many = Counter(line.place for line in view.standings)
    return frozenset(place for place, entries in many.items() if entries > 1)


def after(view: TournamentView) -> str:
    """Return what the standings rest on: the last round that is over, or all that was played."""
    if view.status == "over":
        return "at the end"
    if view.settings.format is Format.FREEZE_OUT and view.rounds:
        return "as it stands"
    over = [each for each in view.rounds if each.over]
    if not over:
        return "so far"
    last = max(over, key=lambda each: each.number)
    more = any(table.places is not None for each in view.rounds if each not in over for table in each.tables)
    return f"after {last.name}{', with what is decided of the next' if more else ''}"


def numbered(table: TableView, found: RoundView) -> str:
    """Return what a table is called, and as which table of the club it is recorded."""
    recorded = "" if table.match is None else f" (recorded as {table.match})"
    return f"{title_of(table, found)}{recorded}"


def seated(view: TournamentView, found: RoundView, table: TableView) -> str:
    """Return the players of a table: by place where it is decided, with what they have from it, else by seat."""
    if table.places is None:
        state = "" if table.status == "drawn" else f"; {STATUS[table.status]}"
        players = f"{', '.join(map(view.name_of, table.entries))} (deals first)" if table.entries else "nobody"
        return f"{players}{state}"
    said, on = [], goes_on(table, found)
    for entry, rank in ranks(table).items():
        scored = f" {figure(table.score[entry], view.settings)}" if table.score and entry in table.score else ""
        # Where chips are the score, they would stand there twice.
        chips = table.won and entry in table.won and view.settings.score is not Score.CHIPS
        won = f" ({table.won[entry]:+})" if table.won and chips else ""
        said.append(f"{rank} {view.name_of(entry)}{scored}{won}{f' {THROUGH}' if entry in on else ''}")
    return f"{', '.join(said)}{'' if table.status == 'finished' else f'; {STATUS[table.status]}'}"


def besides(view: TournamentView, found: RoundView) -> Iterator[tuple[str, str]]:
    """Yield what is to be said of a round besides its tables: what it is about, and what it is."""
    for entries, what in ((found.byes, "Bye"), (found.absent, "Absent")):
        if entries:
            yield what, ", ".join(map(view.name_of, entries))
    for change in found.changes:
        why = f": {change.reason}" if change.reason else ""
        by = f" ({change.by}, {change.at.astimezone():%H:%M})" if change.by else ""
        yield "Changed", f"{change.said.removesuffix('.')}{why}{by}"
    for note in found.notes:
        yield "Note", note


def drawn_with(found: RoundView) -> str:
    """Return by what a round was drawn: its seed, whether that was chosen, and the method."""
    return f"Drawn with {seed_said(found.seed, chosen=found.chosen)}, method {found.method}."


def placed(view: TournamentView, *, by_round: bool = True) -> tuple[list[str], list[list[str]]]:
    """Return the heads and the rows of the standings; what each round gave can be left out where there is no room."""
    if view.settings.format is Format.FREEZE_OUT:
        return _of_a_freeze_out(view)
    equal = shared(view)
    rounds = max((len(line.by_round) for line in view.standings), default=0)
    figures = [f"{each}" for each in range(1, rounds + 1)] if by_round and rounds > 1 else []
    more = [*(["team"] if any(entry.team for entry in view.entries.values()) else [])]
    more += ["penalty"] if any(line.penalty for line in view.standings) else []
    last = ["decided by"] if any(decided_by(line, equal) for line in view.standings) else []
    rows = [_row(view, line, equal, len(figures), more, bool(last)) for line in view.standings]
    return ["", "name", *figures, *more, "points", "played", *last], rows


def _of_a_freeze_out(view: TournamentView) -> tuple[list[str], list[list[str]]]:
    """Return its places: it has no rounds, and while it goes on those who are in it come first."""
    equal, going = shared(view), view.status != "over"
    rows = []
    for line in view.standings:
        entry = view.entries[line.entry]
        status = [entry.status] if going else []
        rows.append([_place(line, equal), entry.name, *status, figure(line.points, view.settings)])
    return ["", "name", *(["status"] if going else []), "points"], rows


def _row(
    view: TournamentView, line: PlaceView, equal: frozenset[int], rounds: int, more: list[str], decided: bool
) -> list[str]:
    entry = view.entries[line.entry]
    given = [*line.by_round, *(None,) * (rounds - len(line.by_round))][:rounds]
    row = [_place(line, equal), entry.name]
    row += ["–" if each is None else figure(each, view.settings) for each in given]
    row += [entry.team] if "team" in more else []
    row += [figure(-line.penalty, view.settings) if line.penalty else ""] if "penalty" in more else []
    return [*row, figure(line.points, view.settings), str(line.played), *([decided_by(line, equal)] if decided else [])]


def _place(line: PlaceView, equal: frozenset[int]) -> str:
    return f"{line.place}{'=' if line.place in equal else ''}"
