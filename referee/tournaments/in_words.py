"""What stands on screens, sheets and pages about a tournament alike: figures, titles and short sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Final

from referee.cards.words import counted, listed
from referee.competition.draws.knock_out import FINAL
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
_COUNTS: Final[Mapping[Counts, str]] = {
    Counts.TABLES: "each table counts for the season",
    Counts.FINAL: "its final order counts for the season as one match",
    Counts.NOTHING: "it does not count for the season",
}
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
    said.append(_COUNTS[settings.counts])
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
