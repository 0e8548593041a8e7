"""An officer's changes to a drawn round, with a displayed reason: two players swap, or one moves."""

from __future__ import annotations

from collections.abc import Callable

from referee.club import table_numbers
from referee.club.evening import draws
from referee.club.folder import Club
from referee.club.people import duties
from referee.club.text.faults import ClubFault
from referee.club.text.names import reason_needed
from referee.competition import rounds
from referee.competition.rounds import NotChanged, Round
from referee.store.hints import Do
from referee.store.transaction import Transaction
from referee.tournaments import overview
from referee.tournaments.actions.rounds import pairs_apart
from referee.tournaments.draws.history import entrants_after, team_mate_pairs
from referee.tournaments.overview import TournamentRecord, refuse_over
from referee.tournaments.state import log
from referee.tournaments.state.settings import BY_POINTS, Format
from referee.tournaments.state.view import TournamentView


def swap(club: Club, text: str | None, one: str, other: str, *, reason: str) -> TournamentView:
    """Swap two players in the drawn round, between tables or between a table and a bye. Return the tournament."""

    def swapped(tournament: TournamentRecord, round: Round) -> tuple[Round, str]:
        entries = [tournament.entry(name) for name in (one, other)]
        return rounds.swap_players(round, *entries), f"{{{entries[0]}}} and {{{entries[1]}}} swapped seats."

    return _change_round(club, text, swapped, reason)


def move(club: Club, text: str | None, name: str, table: int, *, reason: str) -> TournamentView:
    """Move a player to another table of the drawn round, in the seat that best balances earlier seats.

    Return the tournament. The player may have entered after the round was drawn. Where rounds give points, the number
    after the last table is that of a new one, for the player and all who have the bye.
    """

    def moved(tournament: TournamentRecord, round: Round) -> tuple[Round, str]:
        entry = tournament.entry(name)
        if tournament.state.entries[entry].until is not None:
            rounds.refuse_unless_in_round(round, entry)
        seat_history = entrants_after(
            tournament.view.rounds[:-1], tournament.state.entries, tournament.settings.sizes, 0, ()
        ).sat
        opens_table = table == len(round.tables) + 1 and round.byes not in ((), (entry,))
        changed_round = (
            rounds.add_table(round, entry, seat_history)
            if opens_table and tournament.settings.format in BY_POINTS
            else rounds.move_player(round, entry, table, seat_history)
        )
        return changed_round, f"{{{entry}}} went to table {table}."

    return _change_round(club, text, moved, reason)


def _change_round(
    club: Club, text: str | None, change: Callable[[TournamentRecord, Round], tuple[Round, str]], reason: str
) -> TournamentView:
    """Apply a change to the last round, and return the tournament.

    Raise `ClubFault` without a reason, or if the result cannot be played.
    """
    reason_needed(reason, "A change of the draw")
    with club.writing() as tx:
        duties.require_duty(tx, club, duties.Duty.TOURNAMENT)
        tournament = overview.read_tournament(tx, text)
        refuse_over(tournament)
        if not tournament.state.rounds:
            raise ClubFault("No round has been drawn yet.", Do.DRAW_ROUND("Draw it", tournament=tournament.row.id))
        if tournament.settings.format is Format.FREEZE_OUT:
            raise ClubFault(
                "In a freezeout, seats change only by balancing.",
                Do.BALANCE("See the moves", tournament=tournament.row.id),
            )
        round = tournament.state.rounds[-1]
        try:
            changed_round, change_text = change(tournament, round)
        except NotChanged as fault:
            hints = [
                Do.CORRECT_SEAT("Correct who sat there", table=table.reference)
                for table in table_numbers.numbers(tx, [fault.match or 0]).values()
            ]
            raise ClubFault(tournament.fill_in_names(str(fault)), *hints) from None
        if reason_against := _describe_unplayable(tx, tournament, round, changed_round):
            raise ClubFault(
                tournament.fill_in_names(reason_against),
                Do.SWAP("Swap two players", tournament=tournament.row.id),
                Do.REDRAW("Or draw again", tournament=tournament.row.id),
            )
        log.write_change(tx, tournament.row.id, changed_round, change_text, reason=reason)
        return overview.read_tournament(tx, str(tournament.row.id)).view


def _describe_unplayable(tx: Transaction, tournament: TournamentRecord, round: Round, changed_round: Round) -> str:
    book, options = draws.book_and_options(tx, tournament.season, tournament.settings.game)
    kept_apart = pairs_apart(tx, tournament) | (
        team_mate_pairs(tournament.view.entries.values()) if tournament.settings.teams else set()
    )
    return rounds.describe_unplayable(
        round, changed_round, lambda _, size: book.refusal(options, size), kept_apart, "kept apart, or of one team"
    )
