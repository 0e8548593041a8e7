"""The wording of a tournament: its settings, state and steps in sentences and figures."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from referee.cards.words import capitalise, join_words, quantity
from referee.competition.draws.knock_out_plan import FINALS
from referee.competition.rounds import describe_seed
from referee.competition.ties import TieStep
from referee.store.moment import in_local_time
from referee.tournaments.state.settings import (
    BY_POINTS,
    KNOCK_OUTS,
    WITH_A_FINAL,
    Counts,
    Format,
    Score,
    Seeds,
    TournamentSettings,
)
from referee.tournaments.state.view import (
    STATUS,
    EntryView,
    GroupTable,
    PlaceView,
    RoundView,
    TableView,
    TeamPlace,
    TournamentView,
    shared,
)

if TYPE_CHECKING:
    from referee.tournaments.actions.rounds import CheckedRound

THROUGH: Final = "›"
"""The sign after players who advance."""
FORMATS: Final[Mapping[Format, str]] = {
    Format.ALL_MEET: "round robin",
    Format.SWISS: "Swiss",
    Format.KNOCK_OUT: "knockout",
    Format.DOUBLE: "double elimination",
    Format.GROUPS: "groups and final",
    Format.FREEZE_OUT: "freezeout",
    Format.LEAGUE: "league",
}
_SCORES: Final[Mapping[Score, str]] = {
    Score.MATCH: "the match score counts",
    Score.PLACES: "places give points",
    Score.CHIPS: "chips won count",
    Score.LOW: "the lowest total wins",
}
COUNTS: Final[Mapping[Counts, str]] = {
    Counts.TABLES: "each table counts for the season",
    Counts.FINAL: "its final order counts for the season as one match",
    Counts.NOTHING: "it does not count for the season",
}
NUMBERS: Final = ("", "penalty", "points", "played")
"""The columns of the standings that hold figures, besides those of the rounds."""


def figure(points: Fraction | None, settings: TournamentSettings) -> str:
    """Return points as printed: match scores with three decimals, whole points without; "" for None."""
    if points is None:
        return ""
    if settings.score is Score.MATCH:
        return f"{float(points):.3f}"
    return str(points.numerator) if points.denominator == 1 else f"{float(points):.3f}"


def describe_settings(settings: TournamentSettings, game: str = "") -> str:
    """Return the settings in one sentence, beginning with the format and `game`."""
    shape = [capitalise(FORMATS[settings.format]) + (f", {game}" if game else "")]
    shape += [quantity(settings.rounds, "round")] if settings.rounds else []
    shape += [quantity(settings.groups, "group")] if settings.groups else []
    shape.append(f"tables of {str(settings.sizes).replace('-', ' to ')}")
    if settings.format in WITH_A_FINAL:
        unit = "group" if settings.format is Format.GROUPS else "table"
        shape.append(f"{settings.go_on} of each {unit} {'goes' if settings.go_on == 1 else 'go'} on")
    shape += ["seeds by rating"] if settings.seeds is Seeds.RATING else []
    shape += ["seeds by the standings"] if settings.seeds is Seeds.STANDINGS else []
    shape += ["with a match for third place"] if settings.third_place else []
    if settings.format is Format.DOUBLE:
        shape.append("with a second final if needed" if settings.second_final else "with one final")
    said = [", ".join(shape)]
    if settings.format not in (*KNOCK_OUTS, Format.FREEZE_OUT):
        points = f" ({', '.join(map(str, settings.points))})" if settings.points else ""
        said.append(f"{_SCORES[settings.score]}{points}")
    said += [f"the best {settings.best} count"] if settings.best else []
    if settings.teams:
        said.append("in teams")
    said += [f"tie-breaks: {', '.join(settings.ties)}"] if settings.ties else []
    return f"{'; '.join([*said, COUNTS[settings.counts]])}."


def table_title(table: TableView, found: RoundView) -> str:
    """Return a table's title: its number, and its name if that differs from the round's.

    The number is that of the table in the session once it has started.
    """
    named = table.label and table.label != found.name
    return f"Table {table.called}, {table.label}" if named else f"Table {table.called}"


def goes_on(table: TableView, found: RoundView) -> tuple[int, ...]:
    """Return the entries that advance from a table; none from a final."""
    return () if table.label in FINALS or found.name in FINALS else table.through


def level_teams(teams: Sequence[TeamPlace]) -> str:
    """Return a sentence on the order of teams with equal sums; "" if there are none."""
    if any(
        team_place.points == other.points and team_place.place != other.place for team_place, other in pairwise(teams)
    ):
        return "Of teams that are level the one whose best-placed member stands higher comes first."
    return ""


def describe_round_state(found: RoundView) -> str:
    """Return the state of a round: drawn, under way or over."""
    if found.over:
        return "over"
    begun = any(table.status != "drawn" for table in found.tables)
    return "under way" if begun else "drawn"


def team_figure(points: Fraction, settings: TournamentSettings) -> str:
    """Return a team's sum as printed: of points, or of its members' places."""
    return figure(points, settings) if settings.format in BY_POINTS else format_points(points)


def team_head(settings: TournamentSettings) -> str:
    """Return the column head for a team's sum."""
    return "points" if settings.format in BY_POINTS else "sum of places"


def steps_of(line: PlaceView) -> str:
    """Return the tie-breaks used for a line, in order, each with its figure. The last one decided."""
    return ", then ".join(f"{name} {amount}".strip() for name, amount in line.steps)


def decided_by(line: PlaceView, equal: Container[int]) -> str:
    """Return the tie-break that decided a line, with its figure; "" without one, or for a shared place.

    A random tie-break has no figure, as that would tell a reader nothing.
    """
    if line.place in equal or not line.steps:
        return ""
    name, amount = line.steps[-1]
    return name if name == TieStep.LOT else f"{name} {amount}".strip()


def about(entry: EntryView) -> str:
    """Return notes on an entry: guest, late, absent or withdrawn; "" for most."""
    said = ["guest"] if entry.guest else []
    if entry.since > 1:
        said.append(f"from round {entry.since} on")
    if entry.status == "withdrew":
        said.append(f"withdrew after round {entry.until}" if entry.until else "withdrew")
    elif entry.status not in ("in", "out"):  # standings and bracket show when players went out
        said.append(entry.status)
    return ", ".join(said)


def describe_basis(view: TournamentView) -> str:
    """Return what the standings cover: up to the last finished round, so far, or the end."""
    if view.status == "over":
        return "at the end"
    if view.settings.format is Format.FREEZE_OUT and view.rounds:
        return "so far"
    over = [round for round in view.rounds if round.over]
    if not over:
        return "so far"
    last = max(over, key=lambda round: round.number)
    more = any(table.places is not None for round in view.rounds if round not in over for table in round.tables)
    return f"after {last.name}{', with results so far of the next round' if more else ''}"


def seated(view: TournamentView, found: RoundView, table: TableView) -> str:
    """Return the players of a table: by place with their scores once decided, else by seat."""
    if table.places is None:
        state = "" if table.status == "drawn" else f"; {STATUS[table.status]}"
        players = f"{', '.join(map(view.name_of, table.entries))} (deals first)" if table.entries else "nobody"
        return f"{players}{state}"
    said, on = [], goes_on(table, found)
    for entry, rank in table.ranks.items():
        scored = f" {figure(table.score[entry], view.settings)}" if table.score and entry in table.score else ""
        # With chips as the score, they would be printed twice.
        chips = table.won and entry in table.won and view.settings.score is not Score.CHIPS
        won = f" ({table.won[entry]:+})" if table.won and chips else ""
        said.append(f"{rank} {view.name_of(entry)}{scored}{won}{f' {THROUGH}' if entry in on else ''}")
    more = "; walkover" if table.walkover else "" if table.status == "finished" else f"; {STATUS[table.status]}"
    return f"{', '.join(said)}{more}"


def describe_round(view: TournamentView, found: RoundView) -> Iterator[tuple[str, str]]:
    """Yield a heading and text for each bye, absence, change and note of a round."""
    for entries, what in ((found.byes, "Bye"), (found.absent, "Absent")):
        if entries:
            yield what, ", ".join(map(view.name_of, entries))
    for change in found.changes:
        why = f": {change.reason}" if change.reason else ""
        by = f" ({change.by}, {in_local_time(change.at):%H:%M})" if change.by else ""
        yield "Changed", f"{change.said.removesuffix('.')}{why}{by}"
    for note in found.notes:
        yield "Note", note


def drawn_with(found: RoundView) -> str:
    """Return a sentence on the seed and the method of a round's draw."""
    return f"Drawn with {describe_seed(found.seed, chosen=found.chosen)}, method {found.method}."


def placed(
    view: TournamentView, group: GroupTable | None = None, *, by_round: bool = True
) -> tuple[list[str], list[list[str]]]:
    """Return the column heads and the rows of the standings, or of those of `group`.

    `by_round` adds a column for each round. A freezeout has a status column until it is over. Elimination formats have
    no points, but the round in which a player went out and the place at that table.
    """
    lines = group.lines if group else view.standings
    equal, entries, settings = shared(lines), view.entries, view.settings
    rounds = max((len(line.by_round) for line in lines), default=0)
    columns: list[tuple[str, Callable[[PlaceView], str]]] = [
        ("", lambda line: f"{line.place}{'=' if line.place in equal else ''}"),
        ("name", lambda line: entries[line.entry].name),
    ]
    if settings.format is Format.FREEZE_OUT:
        columns += [("status", lambda line: entries[line.entry].status)] if view.status != "over" else []
    else:
        by_points = settings.format not in KNOCK_OUTS
        if by_points and by_round and rounds > 1:
            columns += [(f"{at + 1}", partial(_in_round, settings, at)) for at in range(rounds)]
        if any(entry.team for entry in entries.values()):
            columns.append(("team", lambda line: entries[line.entry].team))
        if any(line.penalty for line in lines):
            columns.append(("penalty", lambda line: figure(-line.penalty, settings) if line.penalty else ""))
        if any(line.reached for line in lines):
            columns += [("out in", partial(elimination_round, view)), ("place there", lambda line: line.there)]
        if by_points:
            columns.append(("points", lambda line: figure(line.points, settings)))
            columns.append(("played", lambda line: str(line.played)))
        if group and group.through:
            columns.append(("goes on", lambda line: "to the final" if line.entry in group.through else ""))
        if any(decided_by(line, equal) for line in lines):
            columns.append(("decided by", lambda line: decided_by(line, equal)))
    return [head for head, _ in columns], [[told(line) for _, told in columns] for line in lines]


def elimination_round(view: TournamentView, line: PlaceView) -> str:
    """Return the round in which an entry went out or withdrew; "" for one that is still in, or has won."""
    return line.reached if view.entries[line.entry].status in ("out", "withdrew") else ""


def _in_round(settings: TournamentSettings, at: int, line: PlaceView) -> str:
    gave = line.by_round[at] if at < len(line.by_round) else None
    return "–" if gave is None else figure(gave, settings)


def announced(tournament: TournamentView) -> str:
    """Return the message that a tournament is announced, with its settings and seed."""
    played = describe_settings(tournament.settings, tournament.title)
    return f"Tournament {tournament.number} is announced: {tournament.name}. {played} Seed {tournament.seed}."


def entered(tournament: TournamentView, entries: Iterable[int]) -> str:
    """Return the message on new entries, with the first round of late ones and the number of all entries."""
    late = tournament.rounds and tournament.settings.format is not Format.FREEZE_OUT
    since = f" from round {len(tournament.rounds) + 1} on" if late else ""
    text = ", ".join(f"{entry} {tournament.name_of(entry)}" for entry in entries)
    return (
        f"Entered in {tournament.name}{since}: {text}. {quantity(len(tournament.entries), 'entry', 'entries')} in all."
    )


def withdrawn(tournament: TournamentView, entry: int) -> str:
    """Return the message that an entry withdrew."""
    return f"Withdrawn from {tournament.name}: {tournament.name_of(entry)}."


def absent(tournament: TournamentView, round: int, entry: int) -> str:
    """Return the message that an entry is absent from a round."""
    return f"Absent from round {round} of {tournament.name}: {tournament.name_of(entry)}."


def describe_absent(names: Iterable[str]) -> str:
    """Return the message on drawn players who are not checked in."""
    return f"Not checked in tonight: {join_words(names)}."


def checked(checked: CheckedRound) -> str:
    """Return the message on whether a repeated draw is the same."""
    came = "the same at every seat" if checked.same else f"not the same: {checked.why}"
    return f"{checked.name} drawn again with {describe_seed(checked.seed, chosen=checked.chosen)}: {came}."


def penalised(tournament: TournamentView, entry: int, points: Fraction) -> str:
    """Return the message on a penalty: the player and the points."""
    return f"{format_points(points)} taken from {tournament.name_of(entry)} in {tournament.name}."


def format_points(points: Fraction) -> str:
    """Return points as printed: whole, or with up to three decimals."""
    return str(points) if points.denominator == 1 else f"{float(points):.3f}".rstrip("0").rstrip(".")


def describe_end(tournament: TournamentView) -> str:
    """Return the message that a tournament is over, and what counts for the season."""
    return f"{tournament.name} is over; {COUNTS[tournament.settings.counts]}."


def undone(tournament: TournamentView, what: str) -> str:
    """Return the message on an undone step."""
    return f"Undone in {tournament.name}: {what}."
