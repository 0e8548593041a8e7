"""Operations on a freezeout's players: draw seats, record eliminations, re-enter, and balance tables."""

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
from referee.dashboard.tournament.actions import PLAYER, player_parameter
from referee.dashboard.tournament.format_view import Selection
from referee.tournaments.actions.announcing import change_stacks, propose_stacks
from referee.tournaments.freezeout_actions import evening, players
from referee.tournaments.freezeout_actions import moves as freeze_out_moves
from referee.tournaments.freezeout_actions.evening import FreezeoutEvening
from referee.tournaments.freezeout_actions.moves import BlindNeeded
from referee.tournaments.freezeout_actions.wording import (
    describe_broken_tables,
    describe_due,
    describe_eliminations,
    describe_new_seats,
    list_moves,
)

_BY_SEPARATOR: Final = " by "
_WINNER: Final = "by whom"
_STACKS: Final = "stacks"


def draw_seats(selection: Selection) -> Deed[Done]:
    """Return the operation that draws the first seats or those of the final table."""

    def effect(club: Club, _: Answers) -> Effect:
        freezeout_evening = evening.freezeout_view(club, str(selection.number))
        name = freezeout_evening.tournament.view.name
        if freezeout_evening.state.begun:
            return Effect(f"Draw the seats of the final table of {name}, and its first dealer?", "draw them")
        default_levels = " No levels are set, so the usual levels for three hours apply."
        question = f"Draw the seats of {name}? The draw fixes its settings."
        return Effect(f"{question}{'' if freezeout_evening.state.stacks.levels else default_levels}", "draw them")

    def do(club: Club, _: Answers) -> Done:
        is_begun = evening.freezeout_view(club, str(selection.number)).state.begun
        updated = (players.draw_final_table if is_begun else _draw_first_seats)(club, str(selection.number))
        latest = updated.tournament.state.rounds[-1]
        return Done(f"{latest.name} drawn with seed {latest.seed}.")

    return telling("freezeout seats", do, effect=effect)


def eliminate(number: int, marked_name: str, marked_table: str) -> Deed[Done]:
    """Return the operation that records the players eliminated in one hand, and their winners.

    The answer `Ben by Ann` gives both. Players at the marked table lead the list, so that a digit is enough.
    """

    def players_prompt(club: Club, _: Answers) -> Prompt:
        picks = _player_picks(evening.freezeout_view(club, str(number)), marked_table)
        default = marked_name if any(pick.answer == marked_name for pick in picks) else ""
        return Prompt(
            "Who went out in this hand?", picks, default, "Ben, or Ben by Ann", separator=picking.NAME_SEPARATOR
        )

    def stacks_prompt(club: Club, answers: Answers) -> Prompt | None:
        names, _winners = parse_eliminations(answers[PLAYER])
        if len(names) < 2 or all(stack for _, stack in names):
            return None
        entries = [evening.freezeout_view(club, str(number)).tournament.entry(name) for name, _ in names]
        player_names = evening.freezeout_view(club, str(number)).names(entries)
        question = (
            f"The stacks of {player_names} at the start of the hand, in this order; the larger one places higher:"
        )
        return Prompt(question, example=f"{' '.join(['1200', '800', *['400'] * len(names)][: len(names)])}")

    def parse_stacks(_: Club, answers: Answers, text: str) -> str:
        return assign_stacks([name for name, _ in parse_eliminations(answers[PLAYER])[0]], text)

    def remaining_players(club: Club, answers: Answers) -> list[str]:
        """Return the names of the players still at the table of the eliminated ones."""
        freezeout_evening, (names, _) = evening.freezeout_view(club, str(number)), parse_eliminations(answers[PLAYER])
        first_entry = freezeout_evening.tournament.entry(names[0][0])
        table = next(
            (
                table_seats
                for table_seats in freezeout_evening.state.tables.values()
                if first_entry in table_seats.players
            ),
            None,
        )
        eliminated = {freezeout_evening.tournament.entry(name) for name, _ in names}
        return [
            freezeout_evening.name(player) for player in (table.players if table else ()) if player not in eliminated
        ]

    def winners_prompt(club: Club, answers: Answers) -> Prompt | None:
        candidates = remaining_players(club, answers)
        if _BY_SEPARATOR in answers[PLAYER] or len(candidates) == 1:  # the only candidate won
            return None
        example = ", ".join(candidates[:2])
        return Prompt("By whom? (optional)", tuple(map(Pick, candidates)), example=example, optional=True)

    def do(club: Club, answers: Answers) -> Done:
        names, winners = parse_eliminations(answers[PLAYER])
        winners = winners or picking.answers(answers[_WINNER])
        if not winners and len(remaining := remaining_players(club, answers)) == 1:
            winners = remaining
        if answers[_STACKS]:
            tournament_state = evening.freezeout_view(club, str(number)).tournament
            stacks_by_entry = {
                tournament_state.entry(name): stack for name, stack in parse_eliminations(answers[_STACKS])[0]
            }
            names = [(name, stacks_by_entry.get(tournament_state.entry(name), stack)) for name, stack in names]
        updated = players.record_eliminations(club, str(number), names, winners=winners)
        return Done(" ".join([*describe_eliminations(updated), *describe_due(updated)]))

    parameters = (
        Parameter(PLAYER, players_prompt),
        Parameter(_STACKS, stacks_prompt, parse_stacks),
        Parameter(_WINNER, winners_prompt),
    )
    return telling("freezeout out", do, parameters)


def re_enter(selection: Selection) -> Deed[Done]:
    """Return the operation that re-enters a player with a new stack and a random seat."""

    def do(club: Club, answers: Answers) -> Done:
        updated = players.reenter(club, str(selection.number), answers[PLAYER])
        return Done(" ".join(describe_new_seats(updated, [updated.tournament.entry(answers[PLAYER])])))

    player = player_parameter(
        selection.number, "Who re-enters with a new stack?", selection.name, lambda _, entry: entry.status == "out"
    )
    return telling("freezeout re-enter", do, (player,))


def balance(freezeout_evening: FreezeoutEvening) -> Deed[Done]:
    """Return the operation that balances the tables. It previews the moves.

    It asks for the next big blind at a table if the moves depend on it.
    """
    number = freezeout_evening.number

    def table_without_blind(club: Club, answers: Answers) -> int:
        """Return the first table whose next big blind is still unknown, or 0."""
        try:
            freeze_out_moves.plan_moves(club, str(number), _blinds_by_table(answers))
        except BlindNeeded as fault:
            return fault.tables[0]
        return 0

    def blind_prompt(club: Club, answers: Answers) -> Prompt | None:
        if not (table := table_without_blind(club, answers)):
            return None
        freezeout = evening.freezeout_view(club, str(number))
        picks = tuple(Pick(freezeout.name(player)) for player in freezeout.state.tables[table].players)
        return Prompt(f"Who has the next big blind at table {table}?", picks, example="Ann")

    def parse_blind(club: Club, answers: Answers, text: str) -> str:
        table, freezeout = table_without_blind(club, answers), evening.freezeout_view(club, str(number))
        entry = freezeout.tournament.entry(text)
        if table and entry not in freezeout.state.tables[table].players:
            raise ClubFault(f"{freezeout.name(entry)} is not at table {table}.")
        return f"{table} {freezeout.name(entry)}"

    def effect(club: Club, answers: Answers) -> Effect | None:
        freezeout, plan = freeze_out_moves.plan_moves(club, str(number), _blinds_by_table(answers))
        rows = [*describe_broken_tables(plan)]
        for player, start, end, reason in list_moves(freezeout, plan):
            rows.append(f"{player} moves from {start} to {end}{f': {reason}' if reason else ''}.")
        return Effect(f"Moves in {freezeout.tournament.view.name}:", "move them", rows) if plan.moves else None

    def do(club: Club, answers: Answers) -> Done:
        _, plan = freeze_out_moves.plan_moves(club, str(number), _blinds_by_table(answers))
        if not plan.moves:
            return Done("The tables are balanced. Nobody moves.")
        updated = freeze_out_moves.balance(club, str(number), _blinds_by_table(answers), plan)
        sizes = [f"table {seats} has {len(table.players)}" for seats, table in sorted(updated.state.tables.items())]
        return Done(f"Recorded: {join_words(sizes)}.")

    parameters = tuple(
        Parameter(f"blind {index}", blind_prompt, parse_blind) for index in range(len(freezeout_evening.state.tables))
    )
    return telling("freezeout balance", do, parameters, effect)


def _blinds_by_table(answers: Answers) -> dict[int, str]:
    """Return the player with the next big blind at each table."""
    words = (answer.partition(" ") for answer in answers.values() if answer)
    return {int(table): name for table, _, name in words}


def _player_picks(freezeout_evening: FreezeoutEvening, marked_table: str) -> tuple[Pick, ...]:
    tables = sorted(freezeout_evening.state.tables.items(), key=lambda table: (str(table[0]) != marked_table, table[0]))
    return tuple(
        Pick(freezeout_evening.name(player), f"table {number}") for number, table in tables for player in table.players
    )


def _draw_first_seats(club: Club, text: str) -> FreezeoutEvening:
    """Draw the first seats and return the freezeout. Set the usual levels if it has none."""
    with club.group_changes() as transaction:
        freezeout_evening = evening.freezeout_view(transaction, text)
        if not freezeout_evening.state.begun and not freezeout_evening.state.stacks.levels:
            player_count = max(2, len(freezeout_evening.state.players))
            change_stacks(transaction, text, propose_stacks(player_count, freezeout_evening.tournament.settings.stacks))
        return players.draw_seats(transaction, text)


def assign_stacks(names: Sequence[str], text: str) -> str:
    """Return a list of numbers as `NAME=STACK` in the order of the names. A single number applies to everyone.

    Any other text is returned unchanged. Raise `ClubFault` if the number of stacks does not match.
    """
    parts = text.replace(",", " ").split()
    if not all(part.isdecimal() for part in parts):
        return text
    if len(parts) not in (1, len(names)):
        raise ClubFault(f"{quantity(len(parts), 'stack')} for {len(names)} players. Type one for each, in this order.")
    stacks = parts * len(names) if len(parts) == 1 else parts
    return " ".join(f"{name}={stack}" for name, stack in zip(names, stacks, strict=True))


def parse_eliminations(text: str) -> tuple[list[tuple[str, int]], list[str]]:
    """Return the eliminated players, each with their stack before the hand or 0, and the winners.

    Raise `ClubFault` if nobody is named.
    """
    eliminated_text, _, winners_text = text.partition(_BY_SEPARATOR)
    winners = [name.strip() for name in winners_text.split(",") if name.strip()]
    if not eliminated_text.strip(" ,"):
        raise ClubFault("Nobody is named. Type who went out, such as Ben, or Ben by Ann.")
    if "=" not in eliminated_text:
        return [(name.strip(), 0) for name in eliminated_text.split(",") if name.strip()], winners
    _, chips = parse_result(eliminated_text)
    return list(chips.items()), winners
