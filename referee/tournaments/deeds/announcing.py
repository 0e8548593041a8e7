"""Announcing a tournament, settling what it is played by, and who enters, withdraws or does not come."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from sqlmodel import col, select

from referee.cards.words import listed
from referee.club.calendar import seasons
from referee.club.evening import draws
from referee.club.folder import Club
from referee.club.people import roster
from referee.club.signing import Writing
from referee.club.text.faults import ClubFault, NeedsReason, NoGame, UnknownName
from referee.club.text.names import titled, with_marks
from referee.competition.field import Sizes
from referee.competition.lot import LARGEST_SEED
from referee.games.called import RESULT_ONLY, NoRulebook, book_called
from referee.rules import Rulebook
from referee.rules.plain_data import plain
from referee.store.engine import Transaction
from referee.store.hints import Do
from referee.store.models import Match, Member, Season, Tournament, TournamentEntry
from referee.tournaments.freezeouts.state import fold
from referee.tournaments.state import log, overview
from referee.tournaments.state.log import Event, Kind
from referee.tournaments.state.overview import Read
from referee.tournaments.state.settings import Format, Score, Settings, Wanted
from referee.tournaments.state.view import TournamentView

_SEEDS: Final = 10**6
_MOST_ROUNDS: Final = 100
_MOST_AT_A_TABLE: Final = 10
_USUAL_MOST: Final = 5
_BYES: Final = ("mean", "win", "half")
_FIXED: Final = (Format.KNOCK_OUT, Format.GROUPS)
BY_ROUNDS: Final = (Format.ALL_MEET, Format.SWISS, Format.LEAGUE)
NEEDS_ROUNDS: Final = (*BY_ROUNDS, Format.GROUPS)


def new(
    club: Club, name: str, format: Format, wanted: Wanted, *, season: str | None = None, seed: int | None = None
) -> TournamentView:
    """Announce a tournament. What it is played by can be settled anew until its first round is drawn."""
    if seed is not None and not 0 <= seed <= LARGEST_SEED:
        raise ClubFault(f"The seed cannot be {seed}; expected a whole number from 0 to {LARGEST_SEED}.")
    if not wanted.game:
        raise ClubFault("Which game is it?", Do.TOURNAMENT_GAME("Say it"))
    called = titled(name, "tournament")
    with club.writing() as tx:
        held = seasons.called(tx, season, club.today)
        if held.closed_at:
            raise ClubFault(f"The season {held.name} is closed; no tournament is played in it any more.")
        marked = with_marks(called, (), roster.names(tx))
        same = [each for each in tx.exec(select(Tournament)) if each.name.casefold() == marked.casefold()]
        if same:
            raise ClubFault(f"Tournament {same[0].id} is called {called} already; expected another name.")
        game = _game(tx, wanted.game)
        settings = _settled(tx, held, Settings(format, game, _usual_sizes(tx, held, game)), wanted)
        row = Tournament(
            season_id=held.id,
            name=marked,
            seed=secrets.randbelow(_SEEDS) if seed is None else seed,
            at=tx.moment,
            by=tx.actor,
        )
        tx.add(row)
        tx.flush()
        log.write(tx, row.id, Kind.SETTLED, {"settings": plain(settings)})
        return overview.read(tx, str(row.id)).view


def settle(club: Club, typed: str | None, wanted: Wanted) -> TournamentView:
    """Settle anew what a tournament is played by, before its first round is drawn."""
    with club.writing() as tx:
        found = overview.read(tx, typed)
        if found.state.begun:
            raise ClubFault(f"What {found.view.name} is played by is frozen since its first round was drawn.")
        settings = _settled(tx, found.season, found.settings, wanted)
        log.write(tx, found.row.id, Kind.SETTLED, {"settings": plain(settings)})
        return overview.read(tx, str(found.row.id)).view


def enter(
    club: Club, typed: str | None, names: Iterable[str], *, guests: bool = False, team: str = ""
) -> tuple[TournamentView, tuple[int, ...]]:
    """Enter members, and with `guests` also names that are not on the roster; return the tournament and who entered.

    Who enters late plays from the next round on; who had withdrawn comes back.
    """
    team = titled(team, "team") if team else ""
    with club.writing() as tx:
        found = overview.read(tx, typed)
        refuse_over(found)
        if team and not found.settings.teams:
            raise ClubFault(
                f"{found.view.name} is not played in teams.",
                Do.SETTLE_TEAMS("Settle that before it starts", tournament=found.row.id),
            )
        if found.state.begun and found.settings.format in _FIXED and _started(found):
            raise ClubFault(f"Nobody can enter a {found.settings.format} any more once its first tables have started.")
        stacks = found.settings.stacks
        if found.settings.format is Format.FREEZE_OUT and found.state.begun and not (stacks and stacks.reentry_until):
            raise ClubFault(
                f"Nobody enters {found.view.name} late (8.6 of its rulebook).",
                Do.TOURNAMENT_CLAUSE("What it is played by", tournament=found.row.id, clause="8.6"),
            )
        known = {each.name: each for each in roster.everybody(tx) if each.retired_at is None}
        members = [known.get(name) or _member(tx, name, guests) for name in names]
        called = [member.name for member in members]
        if again := [name for name, times in Counter(called).items() if times > 1]:
            raise ClubFault(f"{listed(again)} {'is' if len(again) == 1 else 'are'} named twice.")
        number_of = {member: number for number, member in found.members.items()}
        # Whoever enters again after that was taken back has the number of then.
        rows = tx.exec(select(TournamentEntry).where(col(TournamentEntry.tournament_id) == found.row.id))
        kept = {row.member_id: row.number for row in rows}
        number = max(kept.values(), default=0)
        marked = with_marks(team, (), roster.names(tx))
        fresh: list[list[int | str]] = []
        entries = []
        for member in members:
            if entry := number_of.get(member.id):
                if found.state.entries[entry].until is None:
                    raise ClubFault(f"{member.name} has entered already, as number {entry}.")
                log.write(tx, found.row.id, Kind.CAME_BACK, {"entry": entry})
                entries.append(entry)
                continue
            if (entry := kept.get(member.id)) is None:
                entry = number = number + 1
                tx.add(
                    TournamentEntry(tournament_id=found.row.id, number=entry, member_id=member.id, guest=member.guest)
                )
            fresh.append([entry, marked])
            entries.append(entry)
        tx.flush()
        if fresh:
            log.write(tx, found.row.id, Kind.ENTERED, {"entries": fresh})
        return overview.read(tx, str(found.row.id)).view, tuple(entries)


def withdraw(club: Club, typed: str | None, name: str, *, reason: str) -> tuple[TournamentView, int]:
    """Withdraw somebody: they play a table to its end that has started, and are in no round after it.

    Return the tournament, and who that was.
    """
    if not reason.strip():
        raise NeedsReason("Withdrawing somebody")
    with club.writing() as tx:
        found = overview.read(tx, typed)
        refuse_over(found)
        entry = found.entry(name)
        if found.state.entries[entry].until is not None:
            raise ClubFault(f"{found.view.name_of(entry)} has withdrawn already.")
        if found.settings.format is Format.FREEZE_OUT and fold(found.events).playing == (entry,):
            raise ClubFault(
                f"{found.view.name_of(entry)} is the last with chips; not all can go out.",
                Do.END_FREEZE_OUT("If nobody else comes they have won", tournament=found.row.id),
            )
        gone = log.write(tx, found.row.id, Kind.WITHDREW, {"entry": entry}, reason=reason)
        take_out(tx, overview.read(tx, str(found.row.id)), gone, "withdrew", reason)
        return overview.read(tx, str(found.row.id)).view, entry


def absent(club: Club, typed: str | None, name: str, *, reason: str = "") -> tuple[TournamentView, int, int]:
    """Note that somebody is not there: for the round that is drawn and has not started for them, else for the next.

    Return the tournament, the number of that round, and who it is.
    """
    with club.writing() as tx:
        found = overview.read(tx, typed)
        refuse_over(found)
        entry = found.entry(name)
        rounds, who = found.state.rounds, found.view.name_of(entry)
        if found.settings.format is Format.FREEZE_OUT and rounds:
            raise ClubFault(
                f"{who} has a seat and a stack, and a freeze-out has no rounds to be absent from.",
                Do.WITHDRAW_SEATED("If they do not come back", tournament=found.row.id, name=who),
            )
        now = rounds[-1] if rounds and not found.view.rounds[-1].over else None
        at = now.table_of(entry) if now else None
        if now is not None and at is not None and at in now.matches:
            raise ClubFault(
                f"{who} is seated at table {now.matches[at][-1]}, which has started.",
                Do.LEAVE("If they never came", table=now.matches[at][-1], name=who),
            )
        here = now is not None and (at is not None or (entry in now.byes and not now.matches))
        number = len(rounds) if here else len(rounds) + 1
        for each in {number, len(rounds) if now else number}:
            if entry in found.state.absent.get(each, ()):
                raise ClubFault(f"That {who} is absent from round {each} is noted already.")
        data = {"entry": entry, "round": number}
        away = log.write(tx, found.row.id, Kind.ABSENT, data, reason=reason)
        take_out(tx, overview.read(tx, str(found.row.id)), away, "is absent", reason)
        return overview.read(tx, str(found.row.id)).view, number, entry


def take_out(tx: Writing, found: Read, gone: Event, why: str, reason: str) -> None:
    """Take who is `gone` out of the round that is drawn, if their table has not started."""
    entry = gone.data["entry"]
    if not found.state.rounds:
        return
    now = found.state.rounds[-1]
    at = now.table_of(entry)
    if (at is None and (entry not in now.byes or now.matches)) or (at is not None and at in now.matches):
        return
    data = {
        "round": now.number,
        "said": f"{{{entry}}} {why}.",
        "tables": [[each for each in table if each != entry] for table in now.tables],
        "byes": [each for each in now.byes if each != entry],
        "because": gone.number,
    }
    log.write(tx, found.row.id, Kind.CHANGED, data, reason=reason)


def _started(found: Read) -> bool:
    return len(found.state.rounds) > 1 or bool(found.state.rounds[0].matches)


def refuse_over(found: Read) -> None:
    """Raise a fault when a tournament is over."""
    if found.state.ended is not None:
        raise ClubFault(
            f"{found.view.name} is over, and its final order is frozen.",
            Do.UNDO("If it ended too soon", tournament=found.row.id),
        )


def _member(tx: Writing, name: str, guests: bool) -> Member:
    if not guests:
        return roster.called(tx, name)
    try:
        return roster.called(tx, name, loosely=False)
    except UnknownName:
        return roster.enrolled(tx, name, guest=True)


def _settled(tx: Transaction, season: Season, before: Settings, wanted: Wanted) -> Settings:
    """Return settings as they are wanted. Raises a `ClubFault` for what cannot be played."""
    game = _game(tx, wanted.game) if wanted.game else before.game
    sizes = wanted.sizes or (before.sizes if game == before.game else _usual_sizes(tx, season, game))
    settings = replace(before, game=game, sizes=sizes, **dict[str, Any](wanted.others))
    book, options = draws.book_and_options(tx, season, game)
    if settings.sizes.least < 2 or settings.sizes.least > settings.sizes.most:
        raise ClubFault(f"Tables of {settings.sizes} cannot be; expected such as 3-5, or 4.")
    for size in (settings.sizes.least, settings.sizes.most):
        if size > _MOST_AT_A_TABLE or (refusal := book.refusal(options, size)):
            why = f"more than {_MOST_AT_A_TABLE} at a table" if size > _MOST_AT_A_TABLE else refusal
            raise ClubFault(f"Tables of {settings.sizes} cannot be played: {why}.")
    _refuse_unfit(settings)
    return settings


def _refuse_unfit(settings: Settings) -> None:
    """Raise a fault for what does not go together."""
    if settings.format in NEEDS_ROUNDS and not 1 <= settings.rounds <= _MOST_ROUNDS:
        raise ClubFault(f"How many rounds are played? Expected 1 to {_MOST_ROUNDS}.", Do.TOURNAMENT_ROUNDS("Say it"))
    if settings.format not in NEEDS_ROUNDS and settings.rounds:
        raise ClubFault(f"The rounds of a {settings.format} follow from who is left; their number is not settled.")
    if settings.points and settings.score is not Score.PLACES:
        raise ClubFault("Points are those of the places; they go with a score of places.")
    if settings.evened and settings.score is not Score.PLACES:
        raise ClubFault("Only the points of the places are evened out; that goes with a score of places.")
    if settings.best and (settings.format not in BY_ROUNDS or not 1 <= settings.best <= settings.rounds):
        raise ClubFault(
            f"The best {settings.best} rounds cannot count; expected 1 to the number of rounds, in "
            f"{listed(BY_ROUNDS, 'or')}."
        )
    if settings.team_best and (settings.team_best < 1 or not settings.teams):
        raise ClubFault("How many of a team count is settled where teams play; expected 1 or more.")
    if settings.bye not in _BYES:
        raise ClubFault(f"A bye gives the {listed(_BYES, 'or')}, not {settings.bye!r}.")
    if settings.go_on < 1 or (settings.format is Format.KNOCK_OUT and settings.go_on >= settings.sizes.least):
        raise ClubFault(
            f"{settings.go_on} of each table cannot go on; expected fewer than the {settings.sizes.least} at the "
            "smallest table, and one or more."
        )
    if settings.format is Format.GROUPS and settings.groups < 2:
        raise ClubFault("How many groups are there? Expected two or more.", Do.TOURNAMENT_GROUPS("Say it"))
    if settings.format is not Format.GROUPS and (settings.groups or settings.carried):
        raise ClubFault("The number of groups, and points that are taken along, belong to the format groups.")


def _usual_sizes(tx: Transaction, season: Season, game: str) -> Sizes:
    return usual_sizes(*draws.book_and_options(tx, season, game))


def usual_sizes(book: Rulebook, options: Any) -> Sizes:
    """Return the tables of three to five that a game can be played at, or else those that it can be."""
    able = [size for size in range(2, _MOST_AT_A_TABLE + 1) if not book.refusal(options, size)]
    usual = [size for size in able if 3 <= size <= _USUAL_MOST] or able
    return Sizes(usual[0], usual[-1])


def _game(tx: Transaction, typed: str) -> str:
    """Return a game as matches keep it: by its slug, or by the name that it has where only results were recorded."""
    try:
        return book_called(typed).slug
    except NoRulebook as unknown:
        asked = select(Match.game).where(col(Match.edition) == RESULT_ONLY).distinct()
        same = [each for each in tx.exec(asked) if each.casefold() == typed.casefold()]
        if not same:
            raise NoGame(unknown) from None
        return same[0]
