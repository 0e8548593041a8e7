"""Freeze-outs in words and as data: who sits where, who is out, the chips in play, and what is to be done next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from referee.cards.words import counted, listed
from referee.cli.club import say_table
from referee.cli.say import say
from referee.tournaments.freeze_outs.balancing import BALANCE, BREAK, final_due, to_break

if TYPE_CHECKING:
    from referee.tournaments.freeze_outs.balancing import Evened
    from referee.tournaments.freeze_outs.freeze_out_evening import Evening


def say_tables(found: Evening) -> None:
    """Print who sits where, the chips, and who is out in which place."""
    state = found.state
    say(f"{found.read.view.name}: {counted(len(state.playing), 'player')} of {_entries(found)} left")
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


def in_order(found: Evening) -> str:
    """Return the order in which the tables are broken up."""
    return ", then ".join(f"table {each}" for each in found.state.order if each in found.state.tables)


def say_chips(found: Evening) -> None:
    """Print the chips in play, and whether the last count had them all."""
    state = found.state
    if not state.begun:
        return
    average = f", {state.average:,} on the average" if state.playing else ""
    say(f"chips     {state.chips:,} in play{average}", hang=10)
    if state.counted and state.counted.gap:
        say(f"          {gap(found)}", hang=10)


def gap(found: Evening) -> str:
    """Return by how much the last count was wrong."""
    count = found.state.counted
    if count is None or not count.gap:
        return ""
    what = "too many" if count.gap > 0 else "missing"
    return f"{count.sum:,} were counted, {abs(count.gap):,} {what}: count again, or look for an entry not written down"


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


def place_of(place: tuple[int, int]) -> str:
    """Return a place in figures, or several that are shared."""
    return f"{place[0]}" if place[0] == place[1] else f"{place[0]}-{place[1]}"


def say_moves(found: Evening, plan: Evened) -> None:
    """Print who moves where, and what becomes of the tables."""
    for number in plan.broken:
        say(f"Table {number} is broken up; its players draw seats.")
    rows: list[list[object]] = []
    for move in plan.moves:
        why = (
            "" if move.before is None else f"{_hands(move.before)} from the big blind, there {_hands(move.after or 0)}"
        )
        rows.append([found.name(move.player), f"table {move.table}", f"table {move.to}, seat {move.seat}", why])
    if rows:
        say_table(["who", "from", "to", ""], rows)
        moved = any(move.before is not None for move in plan.moves)
        clauses = listed([BREAK] * bool(plan.broken) + [BALANCE] * moved)
        say(f"By clause {clauses}: referee tournament rules {found.number} {BALANCE if moved else BREAK}")


def say_recorded(found: Evening) -> None:
    """Print what came of a deed at the tables that are recorded, and what waits there until a hand is over."""
    for each in (*found.recorded.said, *found.recorded.waits):
        say(f"Recorded: {each.removesuffix('.')}.", hang=2)


def _hands(distance: int) -> str:
    return counted(distance, "hand")


def _entries(found: Evening) -> str:
    state = found.state
    again = f" and {counted(state.reentries, 're-entry', 're-entries')}" if state.reentries else ""
    return f"{counted(len(state.players), 'entry', 'entries')}{again}"


def say_what_is_next(found: Evening) -> None:
    """Say what came of the last deed in the records of its tables, and what is to be done next."""
    say_recorded(found)
    state, number = found.state, found.number
    tables = tuple(state.tables.values())
    sizes = [len(table.players) for table in tables]
    if state.ended:
        say(f"It is over. Its final order: referee tournament standings {number}")
    elif not state.begun:
        say(f"Next: referee tournament seats {number}")
    elif state.over:
        say(f"Next: referee tournament prizes {number}, and then: referee tournament end {number}")
    elif state.waiting:
        say(f"Next: referee tournament sit {number}")
    elif final_due(tables) and not state.final:
        say(f"All who are left find room at one table: referee tournament final-table {number}")
    elif to_break(tables, state.order) is not None or max(sizes) - min(sizes) > 1:
        say(f"The tables are to be evened: referee tournament balance {number}")


def as_data(found: Evening) -> dict[str, Any]:
    """Return a freeze-out as it is printed with ``--json``."""
    state = found.state
    return {
        "tournament": found.number,
        "name": found.read.view.name,
        "status": found.read.view.status,
        "left": [found.name(each) for each in state.playing],
        "waiting": [found.name(each) for each in state.waiting],
        "tables": [
            {
                "table": number,
                "match": found.match_at(number),
                "seats": [{"seat": table.seat_of(each), "name": found.name(each)} for each in table.players],
            }
            for number, table in sorted(state.tables.items())
        ],
        "final_table": state.final,
        "chips": state.chips,
        "average": state.average,
        "reentries": state.reentries,
        "recorded": {"said": list(found.recorded.said), "waits": list(found.recorded.waits)},
        "counted": None if state.counted is None else {"sum": state.counted.sum, "gap": state.counted.gap},
        "out": [
            {
                "name": found.name(out.entry),
                "hand": out.hand,
                "table": out.table,
                "stack": out.stack or None,
                "by": [found.name(each) for each in out.by],
                "left": out.left,
                "final": out.final,
            }
            for out in state.outs
        ],
        "places": [{"name": found.name(entry), "place": list(place)} for entry, place in state.places.items()],
        "unit": unit(found),
        "prizes": list(state.prizes),
        "won": _named(found, state.won),
        "bounties": _named(found, state.bounties),
    }


def moves_data(found: Evening, plan: Evened) -> dict[str, Any]:
    """Return a plan of moves as it is printed with ``--json``."""
    return {
        "broken_up": list(plan.broken),
        "moves": [
            {
                "name": found.name(move.player),
                "from": move.table,
                "to": move.to,
                "seat": move.seat,
                "hands_before": move.before,
                "hands_after": move.after,
            }
            for move in plan.moves
        ],
    }


def shares_rows(found: Evening, shares: Mapping[int, int], chips: Mapping[int, int]) -> Sequence[Sequence[object]]:
    """Return what each has of a chop, the most first."""
    order = sorted(shares, key=lambda each: (-shares[each], each))
    return [[found.name(each), f"{chips[each]:,}" if each in chips else "", shares[each]] for each in order]


def _named(found: Evening, amounts: Mapping[int, int]) -> dict[str, int]:
    return {found.name(entry): amount for entry, amount in amounts.items()}
