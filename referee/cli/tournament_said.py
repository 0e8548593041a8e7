"""Tournaments in words and as data: for the terminal, and for ``--json``."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from referee.cards.words import counted, listed
from referee.cli.club import say_table
from referee.cli.say import say

if TYPE_CHECKING:
    from referee.tournaments.view import RoundView, TableView, TournamentView


def figure(points: Fraction) -> str:
    """Return points as they are printed: whole, or with up to three decimals."""
    return str(points) if points.denominator == 1 else f"{float(points):.3f}".rstrip("0").rstrip(".")


def how(found: TournamentView) -> str:
    """Return how a tournament is played in words."""
    settings = found.settings
    said = [f"{settings.format} of {found.title}", f"tables of {settings.sizes}"]
    if settings.rounds:
        said.append(counted(settings.rounds, "round"))
    if settings.groups:
        said.append(counted(settings.groups, "group"))
    if settings.format in ("knock-out", "groups"):
        said.append(f"{settings.go_on} of each go on")
    if settings.repechage:
        said.append("with repechage")
    if settings.score != "match":
        said.append(f"scored by {settings.score}{f' {_points(settings.points)}' if settings.points else ''}")
    if settings.teams:
        said.append("in teams")
    said.append(
        {"tables": "each table counts", "final": "the final order counts", "nothing": "counts for nothing"}[
            settings.counts
        ]
    )
    return ", ".join(said)


def say_tournament(found: TournamentView) -> None:
    """Print a tournament: who entered, and every round."""
    say(f"tournament {found.number}: {found.name}, {how(found)}")
    say(f"{found.status} in the season {found.season}, seed {found.seed}")
    say(f"entries   {listed(_entry(found, each) for each in found.entries) or 'none yet'}", hang=10)
    for round in found.rounds:
        say()
        say_round(found, round)


def say_round(found: TournamentView, round: RoundView) -> None:
    """Print a round as it was drawn and as it went."""
    say(f"{round.name} of {found.name}, {round.held_on}, drawn by {round.method} with seed {round.seed}")
    for table in round.tables:
        say(f"table {table.number:<3} {_table(found, table)}", hang=10)
    if round.byes:
        say(f"bye       {listed(map(found.name_of, round.byes))}", hang=10)
    if round.absent:
        say(f"absent    {listed(map(found.name_of, round.absent))}", hang=10)
    for change in round.changes:
        who = f" ({change.by})" if change.by else ""
        say(f"by hand   {change.said.rstrip('.')}: {change.reason}{who}", hang=10)
    for note in round.notes:
        say(f"note      {note}", hang=10)


def say_standings(found: TournamentView) -> None:
    """Print who comes where, and what parted those who were level."""
    over = (
        "final order"
        if found.status == "over"
        else f"after {counted(sum(each.over for each in found.rounds), 'round')}"
    )
    say(f"{found.name}: {over}")
    numbers = [str(each.number) for each in found.rounds]
    penalties = any(line.penalty for line in found.standings)
    steps = list(dict.fromkeys(step for line in found.standings for step, _ in line.steps))
    columns = ["place", "name", "points", *numbers, *(["penalty"] if penalties else []), *steps]
    shared = [line.place for line in found.standings]
    rows: list[list[object]] = []
    for line in found.standings:
        entry = found.entries[line.entry]
        status = f" ({entry.status})" if entry.status in ("withdrew",) else ""
        taken = dict(line.steps)
        gave = [figure(each) if each is not None else "-" for each in line.by_round]
        gave += ["-"] * (len(numbers) - len(gave))
        place = f"{line.place}{'=' if shared.count(line.place) > 1 else ''}"
        cut = [f"-{figure(line.penalty)}" if line.penalty else ""] if penalties else []
        rows.append(
            [place, f"{entry.name}{status}", figure(line.points), *gave, *cut, *(taken.get(step, "") for step in steps)]
        )
    say_table(columns, rows, numbers=[each for each in columns if each != "name"])
    if found.teams:
        say()
        say_table(
            ["place", "team", "points", ""],
            [
                [each.place, each.team, figure(each.points), ", ".join(map(found.name_of, each.entries))]
                for each in found.teams
            ],
            numbers=["place", "points"],
        )


def say_next(found: TournamentView) -> None:
    """Say what is to be done next."""
    number = found.number
    if found.status == "over":
        say(f"It is over. Its final order: referee tournament standings {number}")
        return
    if not found.rounds:
        say(f"Next: referee tournament draw {number}, or first: referee tournament draw {number} --preview")
        return
    last = found.rounds[-1]
    playing = [table for table in last.tables if table.status == "playing"]
    if any(table.status == "drawn" for table in last.tables):
        say(f"Next: referee tournament seat {number}")
    elif playing:
        first = playing[0]
        say(f"Next: referee table log {first.match} ..., or: referee table result {first.match} NAME NAME ...")
    elif found.settings.rounds and len(found.rounds) >= found.settings.rounds:
        say(f"Next: referee tournament standings {number}, and then: referee tournament end {number}")
    else:
        say(f"Next: referee tournament draw {number}")


def as_data(found: TournamentView) -> dict[str, Any]:
    """Return a tournament as it is printed with ``--json``."""
    settings = found.settings
    return {
        "tournament": found.number,
        "name": found.name,
        "season": found.season,
        "status": found.status,
        "seed": found.seed,
        "game": found.game,
        "format": settings.format.value,
        "sizes": [settings.sizes.least, settings.sizes.most],
        "rounds_settled": settings.rounds,
        "score": settings.score.value,
        "points": list(settings.points),
        "ties": list(settings.ties),
        "go_on": settings.go_on,
        "repechage": settings.repechage,
        "groups": settings.groups,
        "carried": settings.carried,
        "teams": settings.teams,
        "counts": settings.counts.value,
        "bye": settings.bye,
        "minutes": settings.minutes,
        "entries": [
            {
                "number": each.number,
                "name": each.name,
                "guest": each.guest,
                "team": each.team,
                "status": each.status,
                "since": each.since,
                "until": each.until,
            }
            for each in found.entries.values()
        ],
        "rounds": [round_data(found, each) for each in found.rounds],
        "standings": [
            {
                "place": line.place,
                "name": found.name_of(line.entry),
                "points": str(line.points),
                "played": line.played,
                "by_round": [None if each is None else str(each) for each in line.by_round],
                "steps": dict(line.steps),
                "penalty": str(line.penalty),
            }
            for line in found.standings
        ],
        "teams_standings": [
            {
                "place": each.place,
                "team": each.team,
                "points": str(each.points),
                "players": [found.name_of(entry) for entry in each.entries],
            }
            for each in found.teams
        ],
    }


def round_data(found: TournamentView, round: RoundView) -> dict[str, Any]:
    """Return a round as it is printed with ``--json``."""
    return {
        "round": round.number,
        "name": round.name,
        "date": str(round.held_on),
        "method": round.method,
        "seed": round.seed,
        "tables": [_table_data(found, each) for each in round.tables],
        "byes": [found.name_of(each) for each in round.byes],
        "absent": [found.name_of(each) for each in round.absent],
        "changes": [
            {"said": each.said, "reason": each.reason, "by": each.by, "at": each.at.isoformat()}
            for each in round.changes
        ],
        "notes": list(round.notes),
    }


def _table_data(found: TournamentView, table: TableView) -> dict[str, Any]:
    def named(figures: Mapping[int, object] | None) -> dict[str, str] | None:
        return None if figures is None else {found.name_of(each): str(value) for each, value in figures.items()}

    return {
        "table": table.number,
        "label": table.label,
        "players": [found.name_of(each) for each in table.entries],
        "match": table.match,
        "status": table.status,
        "places": None if table.places is None else [[found.name_of(each) for each in group] for group in table.places],
        "score": named(table.score),
        "through": [found.name_of(each) for each in table.through],
    }


def _entry(found: TournamentView, number: int) -> str:
    each = found.entries[number]
    told = [each.team] if each.team else []
    told += ["guest"] if each.guest else []
    told += [f"from round {each.since}"] if each.since > 1 else []
    if each.status == "withdrew":
        told.append(f"withdrew after round {each.until}" if each.until else "withdrew")
    elif each.status == "out":
        told.append(f"out in round {each.until}")
    elif each.status == "absent":
        told.append("absent")
    return f"{each.name} ({', '.join(told)})" if told else each.name


def _table(found: TournamentView, table: TableView) -> str:
    """Return a table in words: what came of it, or who sits there."""
    label = f"{table.label}: " if table.label else ""
    where = f" (table {table.match}{', void' if table.status == 'void' else ''})" if table.match else ""
    if table.places is not None and table.score is not None:
        score = table.score
        places = " > ".join(
            " = ".join(
                f"{found.name_of(each)} {figure(score[each])}" if each in score else found.name_of(each)
                for each in group
            )
            for group in table.places
        )
        on = f"; goes on: {listed(map(found.name_of, table.through))}" if table.through else ""
        return f"{label}{places}{on}{where}"
    names = ", ".join(map(found.name_of, table.entries))
    return f"{label}{names} (deals first){where}" if table.entries else f"{label}nobody"


def _points(points: tuple[int, ...]) -> str:
    return ",".join(map(str, points))
