"""Tournaments as data for ``--json``, and the next step in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from referee.cli.shared.printing import say
from referee.games import SLUGS
from referee.tournaments.notices import Next, next_of

if TYPE_CHECKING:
    from referee.tournaments.state.view import RoundView, TableView, TournamentView


def say_next(found: TournamentView) -> None:
    """Say what is to be done next."""
    number = found.number
    match next_of(found):
        case Next.NOTHING:
            say(f"It is over. Its final order: referee tournament standings {number}")
        case Next.CHIPS:
            say(f"Next: referee tournament tables {number}")
        case Next.SEATS:
            say(f"Next: referee tournament blinds {number}, and then: referee tournament seats {number}")
        case Next.DRAW if not found.rounds:
            say(f"Next: referee tournament draw {number}, or first: referee tournament draw {number} --preview")
        case Next.DRAW:
            say(f"Next: referee tournament draw {number}")
        case Next.SEAT:
            say(f"Next: referee tournament seat {number}")
        case Next.PLAY:
            first = next(table for table in found.rounds[-1].tables if table.status == "playing")
            if found.game in SLUGS:
                say(f'Next: referee table log {first.match} "deal by {found.name_of(first.dealer)}"')
            say(f"When a table is over: referee table result {first.match} NAME NAME ..., the winner first")
        case Next.END:
            say(f"Next: referee tournament standings {number}, and then: referee tournament end {number}")


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
        "groups": settings.groups,
        "carried": settings.carried,
        "teams": settings.teams,
        "counts": settings.counts.value,
        "bye": settings.bye,
        "evened": settings.evened,
        "best": settings.best,
        "team_best": settings.team_best,
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
        "chosen": round.chosen,
        "tables": [_table_data(found, each) for each in round.tables],
        "byes": [found.name_of(each) for each in round.byes],
        "absent": [found.name_of(each) for each in round.absent],
        "changes": [
            {"said": each.said, "reason": each.reason, "by": each.by, "at": each.at.isoformat()}
            for each in round.changes
        ],
        "notes": list(round.notes),
    }


def cross_table_data(found: TournamentView) -> list[dict[str, Any]]:
    """Return who met whom, best first: a sign for each time, + for placed before, = level, - after, ? not decided."""
    from referee.tournaments.scores.cross_table import cross_table

    cross = cross_table(found)
    return [
        {
            "name": found.name_of(entry),
            "met": {found.name_of(other): cross.met[entry, other] for other in cross.opponents(entry)},
        }
        for entry in cross.order
    ]


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
