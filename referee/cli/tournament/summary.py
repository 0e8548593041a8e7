"""A tournament for scripts, with the names of its entries, and the next step in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from referee.cli.shared.named_entries import named
from referee.cli.shared.printing import say, say_json
from referee.games import is_ruled
from referee.tournaments.state.next_step import Next, next_of

if TYPE_CHECKING:
    from referee.tournaments.state.view import TournamentView


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
            if is_ruled(found.game):
                say(f'Next: referee table log {first.match} "deal by {found.name_of(first.dealer)}"')
            say(f"When a table is over: referee table result {first.match} NAME NAME ..., the winner first")
        case Next.END:
            say(f"Next: referee tournament standings {number}, and then: referee tournament end {number}")


def tell(
    found: TournamentView,
    json: bool,
    printer: Callable[[TournamentView], object],
    data: object = None,
    *,
    done: str = "",
) -> None:
    """Say what was done and how a tournament stands then, as the printer prints it.

    As JSON it is the `data`, or else all of it, with the names of its entries.
    """
    if json:
        say_json(named(found, found if data is None else data))
        return
    if done:
        say(done)
    printer(found)


def cross_rows(found: TournamentView) -> list[dict[str, Any]]:
    """Return who met whom, best first: a sign for each time, + for placed before, = level, - after, ? not decided."""
    from referee.tournaments.scores.cross_table import cross_table

    cross = cross_table(found)
    return [
        {"entry": entry, "met": {other: cross.met[entry, other] for other in cross.opponents(entry)}}
        for entry in cross.order
    ]
