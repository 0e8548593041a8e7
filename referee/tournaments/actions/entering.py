"""Entering a tournament, withdrawing and being absent, and finding the members that entered names stand for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

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
from referee.tournaments.freezeout_actions.players import sit
from referee.tournaments.freezeouts.state import fold
from referee.tournaments.overview import TournamentRecord, refuse_over
from referee.tournaments.state import log
from referee.tournaments.state.log import TournamentEvent, TournamentEventKind
from referee.tournaments.state.settings import Format
from referee.tournaments.state.view import TournamentView


@dataclass(frozen=True, slots=True)
class TypedNames:
    """The names that were entered, in full for members, and those that no member has."""

    names: tuple[str, ...]
    unknown: tuple[str, ...] = ()


def typed_names(club: Club, typed: Iterable[str]) -> TypedNames:
    """Return the members that names stand for. Raises `ClubFault` for a name that fits several."""
    names, unknown = [], []
    with club.reading() as tx:
        for name in typed:
            try:
                names.append(roster.find_member(tx, name).name)
            except UnknownName:
                names.append(name)
                unknown.append(name)
    return TypedNames(tuple(names), tuple(unknown))


def whole_name(club: Club, tournament: str | None, text: str) -> str:
    """Return the full name of an entrant. Raises `ClubFault` if the text fits nobody or several."""
    with club.reading() as tx:
        found = overview.read_tournament(tx, tournament)
        return found.view.name_of(found.entry(text))


def present_without_entry(club: Club, tournament: str | None) -> tuple[str, ...]:
    """Return the names of members checked in tonight who are not in the tournament.

    Members who have checked out are left out. Raises `ClubFault` if the tournament is unknown.
    """
    with club.reading() as tx:
        found = overview.read_tournament(tx, tournament)
        evening = sessions.find_session(tx)
        entered = set(found.members.values())
        since = dict(tx.rows("SELECT member_id, at FROM attendance WHERE session_id = ?", evening.id))
        members = sorted(sessions.present_members(tx, evening), key=lambda member: (since[member.id], member.name))
        here = [member for member in members if member.id not in entered]
    if not here:
        raise ClubFault(f"Everyone checked in is already in {found.view.name}.")
    return tuple(member.name for member in here)


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

    Late entries play from the next round. In a freezeout they get a stack and a seat at once, drawn with `seed`.
    """
    team = valid_title(team, "team") if team else ""
    with club.group_changes() as whole:
        with whole.writing() as tx:
            tournament = overview.read_tournament(tx, text)
            refuse_over(tournament)
            if team and not tournament.settings.teams:
                raise ClubFault(
                    f"{tournament.view.name} is not played in teams.",
                    Do.SETTLE_TEAMS("Set that before it starts", tournament=tournament.row.id),
                )
            if tournament.state.begun and tournament.settings.format in FIXED and _started(tournament):
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
            known = {member.name: member for member in roster.everyone(tx) if member.retired_at is None}
            members = [known.get(name) or _member(tx, name, guests) for name in names]
            called = [member.name for member in members]
            if again := [name for name, times in Counter(called).items() if times > 1]:
                raise ClubFault(f"{join_words(again)} {'is' if len(again) == 1 else 'are'} named twice.")
            number_of = {member: number for number, member in tournament.members.items()}
            # A player whose entry was undone gets the same number when entering again.
            rows = select_rows(tx, TournamentEntry, "WHERE tournament_id = ?", tournament.row.id)
            kept = {row.member_id: (row.number, row.guest) for row in rows}
            last = max((number for number, _ in kept.values()), default=0)
            marked = with_marks(team, (), roster.names(tx))
            fresh: list[tuple[int, int, bool]] = []
            entries, came = [], []
            for member in members:
                if entry := number_of.get(member.id):
                    if tournament.state.entries[entry].until is None:
                        raise ClubFault(f"{member.name} has entered already, as number {entry}.")
                    came.append(
                        log.write(tx, tournament.row.id, TournamentEventKind.CAME_BACK, {"entry": entry}).number
                    )
                    entries.append(entry)
                    continue
                entry, guest = kept.get(member.id) or (last := last + 1, member.guest)
                fresh.append((entry, member.id, guest))
                entries.append(entry)
            if fresh:
                came.append(log.write_entries(tx, tournament.row.id, fresh, marked, tournament.events))
        if tournament.settings.format is Format.FREEZE_OUT and tournament.state.begun:
            sit(whole, str(tournament.row.id), came, seed=seed)
        with whole.reading() as tx:
            return overview.read_tournament(tx, str(tournament.row.id)).view, tuple(entries)


def withdraw(club: Club, text: str | None, name: str, *, reason: str) -> tuple[TournamentView, int]:
    """Withdraw a player, who finishes a table that has started and plays no later round.

    Return the tournament and the entry number.
    """
    reason_needed(reason, "A withdrawal")
    with club.writing() as tx:
        tournament = overview.read_tournament(tx, text)
        refuse_over(tournament)
        entry = tournament.entry(name)
        if tournament.state.entries[entry].until is not None:
            raise ClubFault(f"{tournament.view.name_of(entry)} has withdrawn already.")
        if tournament.settings.format is Format.FREEZE_OUT and fold(tournament.events).playing == (entry,):
            raise ClubFault(
                f"{tournament.view.name_of(entry)} is the last player with chips, and cannot withdraw.",
                Do.END_FREEZE_OUT("If nobody else comes, end it", tournament=tournament.row.id),
            )
        event = log.write(tx, tournament.row.id, TournamentEventKind.WITHDREW, {"entry": entry}, reason=reason)
        take_out(tx, overview.read_tournament(tx, str(tournament.row.id)), event, "withdrew", reason)
        return overview.read_tournament(tx, str(tournament.row.id)).view, entry


def absent(club: Club, text: str | None, name: str, *, reason: str = "") -> tuple[TournamentView, int, int]:
    """Mark a player absent: from the drawn round if their table has not started, else from the next round.

    Return the tournament, the number of that round, and the entry number.
    """
    with club.writing() as tx:
        tournament = overview.read_tournament(tx, text)
        refuse_over(tournament)
        entry = tournament.entry(name)
        rounds, who = tournament.state.rounds, tournament.view.name_of(entry)
        if tournament.settings.format is Format.FREEZE_OUT and rounds:
            raise ClubFault(
                f"{who} has a seat and a stack. A freezeout has no rounds to be absent from.",
                Do.WITHDRAW_SEATED("If they do not come back", tournament=tournament.row.id, name=who),
            )
        now = rounds[-1] if rounds and not tournament.view.rounds[-1].over else None
        at = now.table_of(entry) if now else None
        if now is not None and at is not None and at in now.matches:
            table = tournament.results[now.matches[at][-1]].now
            raise ClubFault(
                f"{who} is seated at table {table}, which has started.",
                Do.LEAVE("If they did not turn up", table=table, name=who),
            )
        here = now is not None and (at is not None or (entry in now.byes and not now.matches))
        number = len(rounds) if here else len(rounds) + 1
        for number_of_round in {number, len(rounds) if now else number}:
            if entry in tournament.state.absent.get(number_of_round, ()):
                raise ClubFault(f"{who} is already marked absent from round {number_of_round}.")
        data = {"entry": entry, "round": number}
        away = log.write(tx, tournament.row.id, TournamentEventKind.ABSENT, data, reason=reason)
        take_out(tx, overview.read_tournament(tx, str(tournament.row.id)), away, "is absent", reason)
        return overview.read_tournament(tx, str(tournament.row.id)).view, number, entry


def take_out(tx: Writing, tournament: TournamentRecord, event: TournamentEvent, why: str, reason: str) -> None:
    """Take the player of an absence or withdrawal `event` out of the drawn round, unless their table has started."""
    entry = event.data["entry"]
    if not tournament.state.rounds:
        return
    now = tournament.state.rounds[-1]
    at = now.table_of(entry)
    if (at is None and (entry not in now.byes or now.matches)) or (at is not None and at in now.matches):
        return
    log.write_change(
        tx, tournament.row.id, remove_player(now, entry), f"{{{entry}}} {why}.", reason=reason, because=event.number
    )


def _started(tournament: TournamentRecord) -> bool:
    return len(tournament.state.rounds) > 1 or bool(tournament.state.rounds[0].matches)


def _member(tx: Writing, name: str, guests: bool) -> Member:
    if not guests:
        return roster.find_member(tx, name)
    try:
        return roster.find_member(tx, name, loosely=False)
    except UnknownName:
        return roster.enrol(tx, name, guest=True)
