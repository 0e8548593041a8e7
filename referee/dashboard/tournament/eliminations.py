"""What an officer does in a freezeout: draw seats, take players out, re-enter them, balance tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.cards.words import join_words, quantity
from referee.club.folder import Club
from referee.club.match.result_text import parse_result
from referee.club.text.faults import ClubFault
from referee.dashboard.deeds import picking
from referee.dashboard.deeds.deed import Answers, Deed, Effect, Parameter, Pick, Prompt
from referee.dashboard.deeds.done import Done, telling
from referee.dashboard.tournament.actions import WHO, TournamentOutcome, entrant, tournament_deed
from referee.dashboard.tournament.format_view import Selection
from referee.tournaments.actions.announcing import settle_stacks, usual_stacks
from referee.tournaments.freezeout_actions import evening, players
from referee.tournaments.freezeout_actions import moves as freeze_out_moves
from referee.tournaments.freezeout_actions.evening import FreezeoutEvening
from referee.tournaments.freezeout_actions.moves import BlindNeeded
from referee.tournaments.freezeout_actions.wording import broken_up, due, moves, sat_down, went_out
from referee.tournaments.undoing import last_step

_BY: Final = " by "
_WINNER: Final = "by whom"
_STACKS: Final = "stacks"


def draw_seats(at: Selection) -> Deed[Done]:
    """Return the deed that draws the seats, at the start or of the final table."""

    def effect(club: Club, _: Answers) -> Effect:
        freezeout_evening = evening.freezeout_view(club, str(at.number))
        name = freezeout_evening.read.view.name
        if freezeout_evening.state.begun:
            return Effect(f"Draw the seats of the final table of {name}, and its first dealer?", "draw them")
        usual = " No levels are set, so the usual levels for three hours apply."
        fixes = f"Draw the seats of {name}? The draw fixes its settings."
        return Effect(f"{fixes}{'' if freezeout_evening.state.stacks.levels else usual}", "draw them")

    def do(club: Club, _: Answers) -> TournamentOutcome:
        begun = evening.freezeout_view(club, str(at.number)).state.begun
        after = (players.final_table if begun else _started)(club, str(at.number))
        last = after.read.state.rounds[-1]
        return after, f"{last.name} drawn with seed {last.seed}."

    return tournament_deed("freezeout seats", do, effect=effect)


def eliminate(number: int, who: str, table: str) -> Deed[Done]:
    """Return the deed that records who went out in one hand and by whom; ``Ben by Ann`` says both at once.

    Who sits at the marked `table` is offered first, so that a digit is enough.
    """

    def gone(club: Club, _: Answers) -> Prompt:
        picks = _playing(evening.freezeout_view(club, str(number)), table)
        value = who if any(pick.answer == who for pick in picks) else ""
        return Prompt("Who went out in this hand?", picks, value, "Ben, or Ben by Ann", separator=picking.AND)

    def stacks(club: Club, answers: Answers) -> Prompt | None:
        names, _by = parse_eliminations(answers[WHO])
        if len(names) < 2 or all(stack for _, stack in names):
            return None
        called = [evening.freezeout_view(club, str(number)).read.entry(name) for name, _ in names]
        who = evening.freezeout_view(club, str(number)).names(called)
        asks = f"The stacks of {who} at the start of the hand, in this order; the larger one places higher:"
        return Prompt(asks, example=f"{' '.join(['1200', '800', *['400'] * len(names)][: len(names)])}")

    def in_order(_: Club, answers: Answers, text: str) -> str:
        return assign_stacks([name for name, _ in parse_eliminations(answers[WHO])[0]], text)

    def left(club: Club, answers: Answers) -> list[str]:
        """Return who is left at the table of those who went out."""
        freezeout_evening, (names, _) = evening.freezeout_view(club, str(number)), parse_eliminations(answers[WHO])
        first = freezeout_evening.read.entry(names[0][0])
        at = next(
            (table_seats for table_seats in freezeout_evening.state.tables.values() if first in table_seats.players),
            None,
        )
        gone = {freezeout_evening.read.entry(name) for name, _ in names}
        return [freezeout_evening.name(player) for player in (at.players if at else ()) if player not in gone]

    def winner(club: Club, answers: Answers) -> Prompt | None:
        there = left(club, answers)
        if _BY in answers[WHO] or len(there) == 1:  # nobody else can have won
            return None
        example = ", ".join(there[:2])
        return Prompt("By whom? (optional)", tuple(map(Pick, there)), example=example, optional=True)

    def do(club: Club, answers: Answers) -> TournamentOutcome:
        names, by_whom = parse_eliminations(answers[WHO])
        by_whom = by_whom or picking.answers(answers[_WINNER])
        if not by_whom and len(alone := left(club, answers)) == 1:
            by_whom = alone
        if answers[_STACKS]:
            read = evening.freezeout_view(club, str(number)).read
            known = {read.entry(name): stack for name, stack in parse_eliminations(answers[_STACKS])[0]}
            names = [(name, known.get(read.entry(name), stack)) for name, stack in names]
        after = players.out(club, str(number), names, by_whom=by_whom)
        return after, " ".join([*went_out(after), *due(after)])

    asks = (Parameter(WHO, gone), Parameter(_STACKS, stacks, in_order), Parameter(_WINNER, winner))
    return tournament_deed("freezeout out", do, asks)


def re_enter(at: Selection) -> Deed[Done]:
    """Return the deed that lets somebody in again, with a new stack and a seat by lot."""

    def do(club: Club, answers: Answers) -> TournamentOutcome:
        after = players.reenter(club, str(at.number), answers[WHO])
        return after, " ".join(sat_down(after, [after.read.entry(answers[WHO])]))

    asks = entrant(at.number, "Who re-enters with a new stack?", at.name, lambda _, entry: entry.status == "out")
    return tournament_deed("freezeout re-enter", do, (asks,))


def balance(freezeout_evening: FreezeoutEvening) -> Deed[Done]:
    """Return the deed that evens the tables: who would move where is shown first.

    Where it hangs on who has the big blind next at a table, that is asked before.
    """
    number = freezeout_evening.number

    def needed(club: Club, answers: Answers) -> int:
        """Return the first table of which the big blind has to be known yet; 0 for none."""
        try:
            freeze_out_moves.plan(club, str(number), _blinds(answers))
        except BlindNeeded as fault:
            return fault.tables[0]
        return 0

    def blind(club: Club, answers: Answers) -> Prompt | None:
        if not (table := needed(club, answers)):
            return None
        now = evening.freezeout_view(club, str(number))
        picks = tuple(Pick(now.name(player)) for player in now.state.tables[table].players)
        return Prompt(f"Who has the next big blind at table {table}?", picks, example="Ann")

    def means(club: Club, answers: Answers, text: str) -> str:
        table, now = needed(club, answers), evening.freezeout_view(club, str(number))
        entry = now.read.entry(text)
        if table and entry not in now.state.tables[table].players:
            raise ClubFault(f"{now.name(entry)} is not at table {table}.")
        return f"{table} {now.name(entry)}"

    def effect(club: Club, answers: Answers) -> Effect | None:
        now, plan = freeze_out_moves.plan(club, str(number), _blinds(answers))
        rows = [*broken_up(plan)]
        for who, start, end, why in moves(now, plan):
            rows.append(f"{who} moves from {start} to {end}{f': {why}' if why else ''}.")
        return Effect(f"Moves in {now.read.view.name}:", "move them", rows) if plan.moves else None

    def do(club: Club, answers: Answers) -> Done:
        _, plan = freeze_out_moves.plan(club, str(number), _blinds(answers))
        if not plan.moves:
            return Done("The tables are balanced. Nobody moves.")
        after = freeze_out_moves.balance(club, str(number), _blinds(answers), plan)
        sizes = [f"table {at} has {len(table.players)}" for at, table in sorted(after.state.tables.items())]
        return Done(f"Recorded: {join_words(sizes)}.", last_step(club, number))

    asks = tuple(Parameter(f"blind {at}", blind, means) for at in range(len(freezeout_evening.state.tables)))
    return telling("freezeout balance", do, asks, effect)


def _blinds(answers: Answers) -> dict[int, str]:
    """Return who has the big blind next, by table."""
    said = (answer.partition(" ") for answer in answers.values() if answer)
    return {int(table): name for table, _, name in said}


def _playing(freezeout_evening: FreezeoutEvening, marked: str) -> tuple[Pick, ...]:
    tables = sorted(freezeout_evening.state.tables.items(), key=lambda table: (str(table[0]) != marked, table[0]))
    return tuple(
        Pick(freezeout_evening.name(player), f"table {at}") for at, table in tables for player in table.players
    )


def _started(club: Club, text: str) -> FreezeoutEvening:
    """Draw the seats, by the usual levels where none have been set."""
    with club.together() as whole:
        freezeout_evening = evening.freezeout_view(whole, text)
        if not freezeout_evening.state.begun and not freezeout_evening.state.stacks.levels:
            many = max(2, len(freezeout_evening.state.players))
            settle_stacks(whole, text, usual_stacks(many, freezeout_evening.read.settings.stacks))
        return players.seats(whole, text)


def assign_stacks(names: Sequence[str], text: str) -> str:
    """Take stacks alone for those of some players in their order, where one number is that of each.

    Raises a `ClubFault` for too many or too few.
    """
    parts = text.replace(",", " ").split()
    if not all(part.isdecimal() for part in parts):
        return text
    if len(parts) not in (1, len(names)):
        raise ClubFault(f"{quantity(len(parts), 'stack')} for {len(names)} players. Type one for each, in this order.")
    every = parts * len(names) if len(parts) == 1 else parts
    return " ".join(f"{name}={stack}" for name, stack in zip(names, every, strict=True))


def parse_eliminations(text: str) -> tuple[list[tuple[str, int]], list[str]]:
    """Read who went out, each with the stack at the start of the hand or 0, and by whom. Raises a `ClubFault`."""
    gone, _, by = text.partition(_BY)
    winners = [name.strip() for name in by.split(",") if name.strip()]
    if not gone.strip(" ,"):
        raise ClubFault("Nobody is named. Type who went out, such as Ben, or Ben by Ann.")
    if "=" not in gone:
        return [(name.strip(), 0) for name in gone.split(",") if name.strip()], winners
    _, chips = parse_result(gone)
    return list(chips.items()), winners
