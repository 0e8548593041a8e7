"""Entering a tournament, withdrawing and being absent, and finding members by entered names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from referee.cards.immutable import frozen
from referee.cards.words import join_words
from referee.club.calendar import sessions
from referee.club.folder import Club
from referee.club.people import roster
from referee.club.signatures import Writing
from referee.club.text.faults import ClubFault, UnknownName
from referee.club.text.names import reason_needed, valid_title, with_marks
from referee.competition.rounds import remove_player
from referee.store.hints import Do
from referee.store.plain_rows import Member, TournamentEntry, select_rows
from referee.tournaments import overview
from referee.tournaments.actions.announcing import FIXED
from referee.tournaments.freezeout_actions.players import seat_late_entries
from referee.tournaments.freezeouts.state import replay_freezeout
from referee.tournaments.overview import TournamentRecord, refuse_over
from referee.tournaments.state import log
from referee.tournaments.state.log import TournamentEvent, TournamentEventKind
from referee.tournaments.state.settings import BY_POINTS, Format
from referee.tournaments.state.view import TournamentView


@frozen
class ResolvedNames:
    """The entered names, in full for members, and the names that no member has."""

    names: tuple[str, ...]
    unknown: tuple[str, ...] = ()


def resolve_names(club: Club, texts: Iterable[str]) -> ResolvedNames:
    """Return the members' names for entered texts. Raise `ClubFault` for a name that fits several members."""
    names, unknown = [], []
    with club.reading() as tx:
        for name in texts:
            try:
                names.append(roster.find_member(tx, name).name)
            except UnknownName:
                names.append(name)
                unknown.append(name)
    return ResolvedNames(tuple(names), tuple(unknown))


def full_name(club: Club, tournament: str | None, text: str) -> str:
    """Return the full name of an entrant. Raise `ClubFault` if the text fits nobody or several entrants."""
    with club.reading() as tx:
        record = overview.read_tournament(tx, tournament)
        return record.view.name_of(record.entry(text))


def present_without_entry(club: Club, tournament: str | None) -> tuple[str, ...]:
    """Return the names of members checked in tonight who are not in the tournament.

    Members who were checked out are left out. Raise `ClubFault` if the tournament is unknown.
    """
    with club.reading() as tx:
        record = overview.read_tournament(tx, tournament)
        session = sessions.find_session(tx)
        entrant_ids = set(record.members.values())
        checked_in_at = dict(tx.rows("SELECT member_id, at FROM attendance WHERE session_id = ?", session.id))
        members = sorted(
            sessions.present_members(tx, session), key=lambda member: (checked_in_at[member.id], member.name)
        )
        present_members = [member for member in members if member.id not in entrant_ids]
    if not present_members:
        raise ClubFault(f"Everyone checked in is already in {record.view.name}.")
    return tuple(member.name for member in present_members)


def enter(
    club: Club,
    text: str | None,
    names: Iterable[str],
    *,
    guests: bool = False,
    team: str = "",
    seed: int | None = None,
) -> tuple[TournamentView, tuple[int, ...]]:
    """Enter members, and with `guests` also other names. Return the tournament and the new entry numbers.

    Late entries play from the next round. In a freezeout, they get a stack at once, and a seat drawn with `seed`.
    """
    team = valid_title(team, "team") if team else ""
    with club.group_changes() as changes:
        with changes.writing() as tx:
            tournament = overview.read_tournament(tx, text)
            refuse_over(tournament)
            if team and not tournament.settings.teams:
                raise ClubFault(
                    f"{tournament.view.name} is not played in teams.",
                    Do.SETTLE_TEAMS("Set that before it starts", tournament=tournament.row.id),
                )
            if tournament.state.begun and tournament.settings.format in FIXED and _has_started(tournament):
                raise ClubFault(f"Nobody can enter a {tournament.settings.format} after its first tables have started.")
            stacks = tournament.settings.stacks
            if (
                tournament.settings.format is Format.FREEZE_OUT
                and tournament.state.begun
                and not (stacks and stacks.reentry_until)
            ):
                raise ClubFault(
                    f"{tournament.view.name} takes no late entries (8.6 of its rulebook).",
                    Do.TOURNAMENT_CLAUSE("See the clause", tournament=tournament.row.id, clause="8.6"),
                )
            active_members = {member.name: member for member in roster.everyone(tx) if member.retired_at is None}
            members = [active_members.get(name) or _find_or_enrol(tx, name, guests) for name in names]
            member_names = [member.name for member in members]
            if repeated := [name for name, times in Counter(member_names).items() if times > 1]:
                raise ClubFault(f"{join_words(repeated)} {'is' if len(repeated) == 1 else 'are'} named twice.")
            number_of = {member: number for number, member in tournament.members.items()}
            # A player whose entry was undone gets the same number when entering again.
            rows = select_rows(tx, TournamentEntry, "WHERE tournament_id = ?", tournament.row.id)
            previous_entries = {row.member_id: (row.number, row.guest) for row in rows}
            last_entry = max((number for number, _ in previous_entries.values()), default=0)
            stored_team = with_marks(team, (), roster.names(tx))
            new_entries: list[tuple[int, int, bool]] = []
            entries, entry_events = [], []
            for member in members:
                if entry := number_of.get(member.id):
                    if tournament.state.entries[entry].until is None:
                        raise ClubFault(f"{member.name} has entered already, as number {entry}.")
                    entry_events.append(
                        log.write(tx, tournament.row.id, TournamentEventKind.CAME_BACK, {"entry": entry}).number
                    )
                    entries.append(entry)
                    continue
                entry, guest = previous_entries.get(member.id) or (last_entry := last_entry + 1, member.guest)
                new_entries.append((entry, member.id, guest))
                entries.append(entry)
            if new_entries:
                entry_events.append(
                    log.write_entries(tx, tournament.row.id, new_entries, stored_team, tournament.events)
                )
        if tournament.settings.format is Format.FREEZE_OUT and tournament.state.begun:
            seat_late_entries(changes, str(tournament.row.id), entry_events, seed=seed)
        with changes.reading() as tx:
            return overview.read_tournament(tx, str(tournament.row.id)).view, tuple(entries)


def withdraw(club: Club, text: str | None, name: str, *, reason: str) -> tuple[TournamentView, int]:
    """Withdraw a player. Return the tournament and the entry number.

    The player finishes a table that has started, and plays no later round.
    """
    reason_needed(reason, "A withdrawal")
    with club.writing() as tx:
        tournament = overview.read_tournament(tx, text)
        refuse_over(tournament)
        entry = tournament.entry(name)
        if tournament.state.entries[entry].until is not None:
            raise ClubFault(f"{tournament.view.name_of(entry)} has withdrawn already.")
        if tournament.settings.format is Format.FREEZE_OUT and replay_freezeout(tournament.events).playing == (entry,):
            raise ClubFault(
                f"{tournament.view.name_of(entry)} is the last player with chips, and cannot withdraw.",
                Do.END_FREEZE_OUT("If nobody else can play, end it", tournament=tournament.row.id),
            )
        event = log.write(tx, tournament.row.id, TournamentEventKind.WITHDREW, {"entry": entry}, reason=reason)
        remove_from_round(tx, overview.read_tournament(tx, str(tournament.row.id)), event, "withdrew", reason)
        return overview.read_tournament(tx, str(tournament.row.id)).view, entry


def mark_absent(
    club: Club, text: str | None, name: str, *, reason: str = "", half_bye: bool = False
) -> tuple[TournamentView, int, int]:
    """Mark a player absent from the drawn round, or from the next round if their table has started.

    With `half_bye`, which must be announced before the draw, the round gives the player half a win.

    Return the tournament, the number of that round, and the entry number.
    """
    with club.writing() as tx:
        tournament = overview.read_tournament(tx, text)
        refuse_over(tournament)
        entry = tournament.entry(name)
        rounds, name_of_player = tournament.state.rounds, tournament.view.name_of(entry)
        if tournament.settings.format is Format.FREEZE_OUT and rounds:
            raise ClubFault(
                f"{name_of_player} has a seat and a stack. A freezeout has no rounds to be absent from.",
                Do.WITHDRAW_SEATED("If they do not come back", tournament=tournament.row.id, name=name_of_player),
            )
        current_round = rounds[-1] if rounds and not tournament.view.rounds[-1].over else None
        table_number = current_round.table_of(entry) if current_round else None
        if current_round is not None and table_number is not None and table_number in current_round.matches:
            table = tournament.results[current_round.matches[table_number][-1]].now
            raise ClubFault(
                f"{name_of_player} is seated at table {table}, which has started.",
                Do.LEAVE("If they did not turn up", table=table, name=name_of_player),
            )
        counts_from_this_round = current_round is not None and (
            table_number is not None or (entry in current_round.byes and not current_round.matches)
        )
        number = len(rounds) if counts_from_this_round else len(rounds) + 1
        for number_of_round in {number, len(rounds) if current_round else number}:
            if entry in tournament.state.absent.get(number_of_round, ()):
                raise ClubFault(f"{name_of_player} is already marked absent from round {number_of_round}.")
        if half_bye and tournament.settings.format not in BY_POINTS:
            raise ClubFault(
                f"A {tournament.settings.format} has no half-point byes. Use {join_words(BY_POINTS, 'or')}."
            )
        if half_bye and number <= len(rounds):
            raise ClubFault(
                f"Round {number} has been drawn with {name_of_player}. A half-point bye is announced before the draw."
            )
        data = {"entry": entry, "round": number, **({"half_bye": True} if half_bye else {})}
        event = log.write(tx, tournament.row.id, TournamentEventKind.ABSENT, data, reason=reason)
        remove_from_round(tx, overview.read_tournament(tx, str(tournament.row.id)), event, "is absent", reason)
        return overview.read_tournament(tx, str(tournament.row.id)).view, number, entry


def remove_from_round(
    tx: Writing, tournament: TournamentRecord, event: TournamentEvent, description: str, reason: str
) -> None:
    """Remove the player of an absence or withdrawal `event` from the drawn round, unless their table has started."""
    entry = event.data["entry"]
    if not tournament.state.rounds:
        return
    current_round = tournament.state.rounds[-1]
    table_number = current_round.table_of(entry)
    if (table_number is None and (entry not in current_round.byes or current_round.matches)) or (
        table_number is not None and table_number in current_round.matches
    ):
        return
    log.write_change(
        tx,
        tournament.row.id,
        remove_player(current_round, entry),
        f"{{{entry}}} {description}.",
        reason=reason,
        because=event.number,
    )


def _has_started(tournament: TournamentRecord) -> bool:
    return len(tournament.state.rounds) > 1 or bool(tournament.state.rounds[0].matches)


def _find_or_enrol(tx: Writing, name: str, guests: bool) -> Member:
    if not guests:
        return roster.find_member(tx, name)
    try:
        return roster.find_member(tx, name, loosely=False)
    except UnknownName:
        return roster.enrol(tx, name, guest=True)
