"""Print a tournament's next step, and convert tournaments to data for scripts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from referee.cli.shared.entry_names import with_entry_names
from referee.cli.shared.printing import print_json, print_line
from referee.cli.shared.quoting import quote
from referee.games import has_rulebook
from referee.tournaments.state.next_step import TournamentNextStep, can_draw_again, find_late_pairing, find_next_step
from referee.tournaments.state.settings import KNOCK_OUTS
from referee.tournaments.wording import describe_late_pairing

if TYPE_CHECKING:
    from referee.tournaments.state.view import TournamentView


def print_next_step(view: TournamentView) -> None:
    """Print the next step of a tournament, and first that a late entry can play those with the bye."""
    number = view.number
    if (pairing := find_late_pairing(view)) is not None:
        place = f"{quote(view.name_of(pairing.late))} {pairing.table}"
        print_line(describe_late_pairing(view, pairing))
        print_line(f'Pair them: referee tournament move {number} {place} --reason "entered late"')
    match find_next_step(view):
        case TournamentNextStep.NOTHING:
            print_line(f"{view.name} is over. Final order: referee tournament show {number} --standings")
        case TournamentNextStep.CHIPS:
            print_line(f"Next: referee freezeout show {number}")
        case TournamentNextStep.SEATS if view.settings.stacks is None:
            print_line(f"Next: referee freezeout blinds {number}, and then: referee freezeout start {number}")
        case TournamentNextStep.SEATS:
            print_line(f"Next: referee freezeout start {number}")
        case TournamentNextStep.DRAW if not view.rounds:
            print_line(f"Next: referee tournament draw {number}, or first: referee tournament draw {number} --preview")
        case TournamentNextStep.DRAW:
            print_line(f"Next: referee tournament draw {number}")
        case TournamentNextStep.VOID:
            round_view, table = next(
                (round_view, table) for round_view in view.rounds for table in round_view.tables if table.needs_decision
            )
            print_line(f"Table {table.printed_number} of {round_view.name} is void. Choose:")
            place = f"{number} {table.printed_number}"
            print_line(f'  Replay it: referee tournament replay {place} --round {round_view.number} --reason "..."')
            winner = quote(view.name_of(table.entries[0]))
            print_line(f"  Award it: referee tournament walkover {place} {winner} --round {round_view.number}")
            if view.settings.format not in KNOCK_OUTS:
                print_line(f"  Leave it void: referee tournament draw {number} --leave-void {table.printed_number}")
        case TournamentNextStep.SHORT:
            table = next(table for table in view.rounds[-1].tables if table.short)
            print_line(f"Table {table.printed_number} has too few players: {table.short}. Choose:")
            # Where players go out, one of several has to go on.
            goes_on = view.settings.format in KNOCK_OUTS and len(table.entries) > 1
            winner = f" {quote(view.name_of(table.entries[0]))}" if goes_on else ""
            print_line(f"  Walkover: referee tournament walkover {number} {table.printed_number}{winner}")
            print_line(f'  Move a player: referee tournament move {number} NAME {table.printed_number} --reason "..."')
            if can_draw_again(view):
                print_line(f'  Draw again: referee tournament draw {number} --again --reason "..."')
        case TournamentNextStep.END_EARLY:
            print_line(f"Too few players are left. Next: referee tournament end {number} --early")
        case TournamentNextStep.SEAT:
            print_line(f"Next: referee tournament start {number}")
        case TournamentNextStep.PLAY:
            first = next(table for table in view.rounds[-1].tables if table.status == "playing")
            if has_rulebook(view.game):
                print_line(f"Next: referee log {first.match} {quote(f'deal by {view.name_of(first.dealer)}')}")
            print_line(f"At the end of a match, winner first: referee result {first.match} NAME NAME ...")
        case TournamentNextStep.END:
            print_line(f"Next: referee tournament end {number}")


def print_tournament_result(
    view: TournamentView,
    json: bool,
    printer: Callable[[TournamentView], object],
    data: object = None,
    *,
    summary: str = "",
) -> None:
    """Print the summary, and the tournament with `printer`.

    As JSON, print `data`, or else the whole tournament, with names in place of entry numbers.
    """
    if json:
        print_json(with_entry_names(view, view if data is None else data))
        return
    if summary:
        print_line(summary)
    printer(view)


def cross_rows(view: TournamentView) -> list[dict[str, Any]]:
    """Return the meetings of each entry, best entry first: + for ahead, = level, - behind, ? undecided."""
    from referee.tournaments.scores.cross_table import cross_table

    cross = cross_table(view)
    return [
        {"entry": entry, "met": {opponent: cross.met[entry, opponent] for opponent in cross.opponents(entry)}}
        for entry in cross.order
    ]
