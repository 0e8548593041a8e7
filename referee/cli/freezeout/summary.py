"""A freeze-out in words and for scripts, and the next step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from referee.cards.words import listed
from referee.cli.shared.club import say_table
from referee.cli.shared.hints import printed
from referee.cli.shared.named_entries import named
from referee.cli.shared.printing import say
from referee.tournaments.freezeout_play.evening import Recorded
from referee.tournaments.freezeout_play.words import (
    Next,
    broken_up,
    chips,
    gap,
    in_order,
    left,
    moves,
    next_of,
    place_of,
)
from referee.tournaments.freezeouts.balancing import BALANCE, BREAK

if TYPE_CHECKING:
    from referee.tournaments.freezeout_play.evening import Evening
    from referee.tournaments.freezeouts.balancing import Evened


def say_tables(found: Evening) -> None:
    """Print who sits where, the chips, and who is out in which place."""
    state = found.state
    say(f"{found.read.view.name}: {left(found)}")
    for number, table in sorted(state.tables.items()):
        match = found.match_at(number)
        recorded = f" (recorded as {match})" if match else ""
        seats = ", ".join(f"{table.seat_of(each)} {found.name(each)}" for each in table.players)
        say(f"table {number:<3} {seats}{recorded}", hang=10)
    say_chips(found)
    if state.waiting:
        say(f"waiting   {found.names(state.waiting)}", hang=10)
    if len(state.tables) > 1:
        say(f"broken up {in_order(found)}", hang=10)
    if state.outs:
        say_out(found)


def say_chips(found: Evening) -> None:
    """Print the chips in play, and whether the last count had them all."""
    if not (said := chips(found)):
        return
    say(f"chips     {said}", hang=10)
    if wrong := gap(found):
        say(f"          {wrong}", hang=10)


def say_out(found: Evening) -> None:
    """Print who is out, the last first, with places, by whom, and what they have."""
    state = found.state
    places, won, bounties = state.places, state.won, state.bounties
    prizes = any(won.values()) or any(bounties.values())
    rows: list[list[object]] = []
    for entry in sorted(places, key=lambda each: (places[each], each)):
        out = next((each for each in reversed(state.outs) if each.entry == entry and each.final), None)
        by = found.names(out.by) if out and out.by else "left" if out and out.left else ""
        row: list[object] = [place_of(places[entry]), found.name(entry), out.table if out else "", by]
        if prizes:
            row += [won.get(entry) or "", bounties.get(entry) or ""]
        rows.append(row)
    columns = ["place", "name", "table", "by", *([unit(found), "bounties"] if prizes else [])]
    say_table(columns, rows, numbers=[each for each in columns if each not in ("name", "by")])


def unit(found: Evening) -> str:
    """Return what prizes are: points, or money where the club has turned that on."""
    return "money" if found.state.stacks.money else "points"


def say_moves(found: Evening, plan: Evened) -> None:
    """Print who moves where, and what becomes of the tables."""
    for said in broken_up(plan):
        say(said)
    rows = list(moves(found, plan))
    if rows:
        say_table(["who", "from", "to", ""], rows)
        moved = any(move.before is not None for move in plan.moves)
        clauses = listed([BREAK] * bool(plan.broken) + [BALANCE] * moved)
        say(f"By clause {clauses}: referee tournament rules {found.number} {BALANCE if moved else BREAK}")


def say_recorded(found: Recorded) -> None:
    """Print what came of a deed at the tables that are recorded, and what waits there until a hand is over."""
    for each in found.sentences:
        say(f"Recorded: {each}", hang=2)
    if found.hints:
        say(printed(*found.hints))


def say_what_is_next(found: Evening) -> None:
    """Say what came of the last deed in the records of its tables, and what is to be done next."""
    say_recorded(found.recorded)
    number = found.number
    match next_of(found):
        case Next.NOTHING:
            say(f"It is over. Its final order: referee tournament standings {number}")
        case Next.SEATS:
            say(f"Next: referee tournament seats {number}")
        case Next.END:
            say(f"Next: referee tournament prizes {number}, and then: referee tournament end {number}")
        case Next.SIT:
            say(f"Next: referee tournament sit {number}")
        case Next.FINAL_TABLE:
            say(f"All who are left find room at one table: referee tournament final-table {number}")
        case Next.BALANCE:
            say(f"The tables are to be evened: referee tournament balance {number}")


def standing(found: Evening) -> dict[str, Any]:
    """Return how a freeze-out stands for scripts; `matches` are its tables that are recorded, by their numbers."""
    view = found.read.view
    return {
        "number": found.number,
        "name": view.name,
        "status": view.status,
        **named(view, found.state),
        "matches": {table: match for table in found.state.tables if (match := found.match_at(table))},
        "unit": unit(found),
        "recorded": found.recorded,
    }


def shares_rows(found: Evening, shares: Mapping[int, int], chips: Mapping[int, int]) -> Sequence[Sequence[object]]:
    """Return what each has of a chop, the most first."""
    order = sorted(shares, key=lambda each: (-shares[each], each))
    return [[found.name(each), f"{chips[each]:,}" if each in chips else "", shares[each]] for each in order]
