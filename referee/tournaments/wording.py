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
    find_shared_places,
)

if TYPE_CHECKING:
    from referee.tournaments.actions.rounds import CheckedRound
    from referee.tournaments.state.next_step import LatePairing

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


def format_score(points: Fraction | None, settings: TournamentSettings) -> str:
    """Return points as printed: match scores with three decimals, whole points without; empty for None."""
    if points is None:
        return ""
    if settings.score is Score.MATCH:
        return f"{float(points):.3f}"
    return str(points.numerator) if points.denominator == 1 else f"{float(points):.3f}"


def describe_settings(settings: TournamentSettings, game: str = "") -> str:
    """Return the settings in one sentence, beginning with the format and `game`."""
    format_parts = [capitalise(FORMATS[settings.format]) + (f", {game}" if game else "")]
    format_parts += [quantity(settings.rounds, "round")] if settings.rounds else []
    format_parts += ["until all have met"] if settings.format is Format.ALL_MEET and not settings.rounds else []
    format_parts += [quantity(settings.groups, "group")] if settings.groups else []
    format_parts.append(f"tables of {str(settings.sizes).replace('-', ' to ')}")
    if settings.format in WITH_A_FINAL:
        unit = "group" if settings.format is Format.GROUPS else "table"
        format_parts.append(f"{settings.go_on} of each {unit} {'goes' if settings.go_on == 1 else 'go'} on")
    format_parts += ["seeds by rating"] if settings.seeds is Seeds.RATING else []
    format_parts += ["seeds by the standings"] if settings.seeds is Seeds.STANDINGS else []
    format_parts += ["fewest repeats first"] if settings.repeats_first else []
    format_parts += ["with a match for third place"] if settings.third_place else []
    if settings.format is Format.DOUBLE:
        format_parts.append("with a second final if needed" if settings.second_final else "with one final")
    parts = [", ".join(format_parts)]
    if settings.format not in (*KNOCK_OUTS, Format.FREEZE_OUT):
        points = f" ({', '.join(map(str, settings.points))})" if settings.points else ""
        parts.append(f"{_SCORES[settings.score]}{points}")
    parts += [f"the best {settings.best} count"] if settings.best else []
    if settings.teams:
        parts.append("in teams")
    parts += [f"tie-breaks: {', '.join(settings.ties)}"] if settings.ties else []
    return f"{'; '.join([*parts, COUNTS[settings.counts]])}."


def table_title(table: TableView, round: RoundView) -> str:
    """Return a table's title: its number, and its name if that differs from the round's.

    Once it has started, the number is its number in the session.
    """
    has_name = table.label and table.label != round.name
    return f"Table {table.printed_number}, {table.label}" if has_name else f"Table {table.printed_number}"


def advancing_entries(table: TableView, round: RoundView) -> tuple[int, ...]:
    """Return the entries that advance from a table; none from a final."""
    return () if table.label in FINALS or round.name in FINALS else table.through


def describe_level_teams(teams: Sequence[TeamPlace]) -> str:
    """Return a sentence on the order of teams with equal sums; empty if there are none."""
    if any(
        team_place.points == next_place.points and team_place.place != next_place.place
        for team_place, next_place in pairwise(teams)
    ):
        return "Of teams that are level the one whose best-placed member stands higher comes first."
    return ""


def describe_round_state(round: RoundView) -> str:
    """Return the state of a round: drawn, under way or over."""
    if round.over:
        return "over"
    has_begun = any(table.status != "drawn" for table in round.tables)
    return "under way" if has_begun else "drawn"


def format_team_score(points: Fraction, settings: TournamentSettings) -> str:
    """Return a team's printed sum: of points, or of its members' places."""
    return format_score(points, settings) if settings.format in BY_POINTS else format_points(points)


def team_head(settings: TournamentSettings) -> str:
    """Return the column heading of a team's sum."""
    return "points" if settings.format in BY_POINTS else "sum of places"


def format_tie_breaks(line: PlaceView) -> str:
    """Return the tie-breaks used for a line, in order, each with its figure. The last one decided."""
    return ", then ".join(f"{name} {amount}".strip() for name, amount in line.steps)


def deciding_tie_break(line: PlaceView, equal: Container[int]) -> str:
    """Return the tie-break that decided a line, with its figure; empty without one, or for a shared place.

    A random tie-break has no figure, which would mean nothing to a reader.
    """
    if line.place in equal or not line.steps:
        return ""
    name, amount = line.steps[-1]
    return name if name == TieStep.LOT else f"{name} {amount}".strip()


def describe_entry(entry: EntryView) -> str:
    """Return notes on an entry: guest, late, absent or withdrawn; empty for most entries."""
    notes = ["guest"] if entry.guest else []
    if entry.since > 1:
        notes.append(f"from round {entry.since} on")
    if entry.status == "withdrew":
        notes.append(f"withdrew after round {entry.until}" if entry.until else "withdrew")
    elif entry.status not in ("in", "out"):  # standings and bracket show when players went out
        notes.append(entry.status)
    return ", ".join(notes)


def describe_basis(view: TournamentView) -> str:
    """Return the basis of the standings in words: up to the last finished round, so far, or the end."""
    if view.status == "over":
        return "at the end"
    if view.settings.format is Format.FREEZE_OUT and view.rounds:
        return "so far"
    finished_rounds = [round for round in view.rounds if round.over]
    if not finished_rounds:
        return "so far"
    last_round = max(finished_rounds, key=lambda round: round.number)
    has_later_results = any(
        table.places is not None for round in view.rounds if round not in finished_rounds for table in round.tables
    )
    return f"after {last_round.name}{', with results so far of the next round' if has_later_results else ''}"


def describe_table(view: TournamentView, round: RoundView, table: TableView) -> str:
    """Return the players of a table: by place with their scores once decided, else by seat."""
    if table.places is None:
        state = "" if table.status == "drawn" else f"; {STATUS[table.status]}"
        players = f"{', '.join(map(view.name_of, table.entries))} (deals first)" if table.entries else "nobody"
        return f"{players}{state}"
    players_text, advancing = [], advancing_entries(table, round)
    for entry, rank in table.ranks.items():
        score = f" {format_score(table.score[entry], view.settings)}" if table.score and entry in table.score else ""
        # With chips as the score, they would be printed twice.
        chips = table.won and entry in table.won and view.settings.score is not Score.CHIPS
        chips_text = f" ({table.won[entry]:+})" if table.won and chips else ""
        players_text.append(
            f"{rank} {view.name_of(entry)}{score}{chips_text}{f' {THROUGH}' if entry in advancing else ''}"
        )
    suffix = "; walkover" if table.walkover else "" if table.status == "finished" else f"; {STATUS[table.status]}"
    return f"{', '.join(players_text)}{suffix}"


def describe_round(view: TournamentView, round: RoundView) -> Iterator[tuple[str, str]]:
    """Yield a heading and text for each bye, absence, change and note of a round."""
    absent_entries = tuple(entry for entry in round.absent if entry not in round.half_byes)
    groups = (round.byes, "Bye"), (round.half_byes, "Half-point bye"), (absent_entries, "Absent")
    for entries, heading in groups:
        if entries:
            yield heading, ", ".join(map(view.name_of, entries))
    for change in round.changes:
        reason = f": {change.reason}" if change.reason else ""
        author = f" ({change.by}, {in_local_time(change.at):%H:%M})" if change.by else ""
        yield "Changed", f"{change.said.removesuffix('.')}{reason}{author}"
    for note in round.notes:
        yield "Note", note


def describe_draw(round: RoundView) -> str:
    """Return a sentence on the seed and the method of a round's draw."""
    return f"Drawn with {describe_seed(round.seed, chosen=round.chosen)}, method {round.method}."


def standings_table(
    view: TournamentView, group: GroupTable | None = None, *, by_round: bool = True
) -> tuple[list[str], list[list[str]]]:
    """Return the column headings and the rows of the standings, or of the standings of `group`.

    `by_round` adds a column for each round. A freezeout has a status column until it is over. Elimination formats have
    no points, but the round in which a player went out and the place at that table.
    """
    lines = group.lines if group else view.standings
    shared_places, entries, settings = find_shared_places(lines), view.entries, view.settings
    rounds = max((len(line.by_round) for line in lines), default=0)
    columns: list[tuple[str, Callable[[PlaceView], str]]] = [
        ("", lambda line: f"{line.place}{'=' if line.place in shared_places else ''}"),
        ("name", lambda line: entries[line.entry].name),
    ]
    if settings.format is Format.FREEZE_OUT:
        columns += [("status", lambda line: entries[line.entry].status)] if view.status != "over" else []
    else:
        by_points = settings.format not in KNOCK_OUTS
        if by_points and by_round and rounds > 1:
            columns += [(f"{index + 1}", partial(_in_round, settings, index)) for index in range(rounds)]
        if any(entry.team for entry in entries.values()):
            columns.append(("team", lambda line: entries[line.entry].team))
        if any(line.penalty for line in lines):
            columns.append(("penalty", lambda line: format_score(-line.penalty, settings) if line.penalty else ""))
        if any(line.reached for line in lines):
            columns += [("out in", partial(elimination_round, view)), ("place there", lambda line: line.there)]
        if by_points:
            columns.append(("points", lambda line: format_score(line.points, settings)))
            columns.append(("played", lambda line: str(line.played)))
        if group and group.through:
            columns.append(("goes on", lambda line: "to the final" if line.entry in group.through else ""))
        if any(deciding_tie_break(line, shared_places) for line in lines):
            columns.append(("decided by", lambda line: deciding_tie_break(line, shared_places)))
    return [head for head, _ in columns], [[render(line) for _, render in columns] for line in lines]


def elimination_round(view: TournamentView, line: PlaceView) -> str:
    """Return the round in which an entry went out or withdrew; empty for one that is still in, or has won."""
    return line.reached if view.entries[line.entry].status in ("out", "withdrew") else ""


def _in_round(settings: TournamentSettings, index: int, line: PlaceView) -> str:
    score = line.by_round[index] if index < len(line.by_round) else None
    return "–" if score is None else format_score(score, settings)


def describe_announcement(tournament: TournamentView) -> str:
    """Return the message that a tournament is announced, with its settings and seed."""
    settings = describe_settings(tournament.settings, tournament.title)
    return f"Tournament {tournament.number} is announced: {tournament.name}. {settings} Seed {tournament.seed}."


def describe_entering(tournament: TournamentView, entries: Iterable[int]) -> str:
    """Return the message about new entries: the first round of late ones, and the total number of entries."""
    is_late = tournament.rounds and tournament.settings.format is not Format.FREEZE_OUT
    first_round = f" from round {len(tournament.rounds) + 1} on" if is_late else ""
    text = ", ".join(f"{entry} {tournament.name_of(entry)}" for entry in entries)
    total = quantity(len(tournament.entries), "entry", "entries")
    return f"Entered in {tournament.name}{first_round}: {text}. {total} in all."


def describe_late_pairing(tournament: TournamentView, pairing: LatePairing) -> str:
    """Return the message that a late entry can play those who have the bye."""
    byes = join_words(map(tournament.name_of, pairing.byes))
    have, round_name = "has" if len(pairing.byes) == 1 else "have", tournament.rounds[-1].name
    return f"{byes} {have} the bye in {round_name} and can play {tournament.name_of(pairing.late)} at a new table."


def describe_withdrawal(tournament: TournamentView, entry: int) -> str:
    """Return the message that an entry withdrew."""
    return f"Withdrawn from {tournament.name}: {tournament.name_of(entry)}."


def describe_absence(tournament: TournamentView, round: int, entry: int, *, half_bye: bool = False) -> str:
    """Return the message that an entry is absent from a round, with a half-point bye or without."""
    bye = ", with a half-point bye" if half_bye else ""
    return f"Absent from round {round} of {tournament.name}{bye}: {tournament.name_of(entry)}."


def describe_absent(names: Iterable[str]) -> str:
    """Return the message about drawn players who are not checked in."""
    return f"Not checked in tonight: {join_words(names)}."


def describe_check(checked: CheckedRound) -> str:
    """Return the message on whether a repeated draw is the same."""
    outcome = "gives the same seats" if checked.same else f"differs: {checked.why}"
    return f"{checked.name}, repeated from {describe_seed(checked.seed, chosen=checked.chosen)}, {outcome}."


def describe_penalty(tournament: TournamentView, entry: int, points: Fraction) -> str:
    """Return the message about a penalty, with the player and the points."""
    return f"{format_points(points)} taken from {tournament.name_of(entry)} in {tournament.name}."


def format_points(points: Fraction) -> str:
    """Return points as printed: whole, or with up to three decimals."""
    return str(points) if points.denominator == 1 else f"{float(points):.3f}".rstrip("0").rstrip(".")


def describe_end(tournament: TournamentView) -> str:
    """Return the message that a tournament is over, and what counts for the season."""
    return f"{tournament.name} is over; {COUNTS[tournament.settings.counts]}."


def describe_undo(tournament: TournamentView, description: str) -> str:
    """Return the message about an undone step."""
    return f"Undone in {tournament.name}: {description}."
