"""Announcing a tournament, and settling what it is played by until its first round is drawn."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any, Final

from sqlmodel import select

from referee.cards.words import listed
from referee.club.calendar import seasons
from referee.club.evening import draws
from referee.club.folder import Club
from referee.club.people import duties, roster
from referee.club.text.faults import ClubFault
from referee.club.text.names import titled, with_marks
from referee.competition.field import Sizes
from referee.competition.lot import refuse_unfit
from referee.rules import Rulebook
from referee.rules.plain_data import plain
from referee.store.events.event import Text
from referee.store.hints import Do
from referee.store.kinds.kind import Kind as OfClub
from referee.store.models import Tournament
from referee.store.read import Season
from referee.store.transaction import Transaction
from referee.tournaments import overview
from referee.tournaments.freezeout_play import evening
from referee.tournaments.state import log
from referee.tournaments.state.log import Kind
from referee.tournaments.state.settings import Format, Score, Settings, Stacks, Wanted
from referee.tournaments.state.view import TournamentView

_SEEDS: Final = 10**6
_MOST_ROUNDS: Final = 100
_MOST_AT_A_TABLE: Final = 10
_USUAL_MOST: Final = 5
_BYES: Final = ("mean", "win", "half")
FIXED: Final = (Format.KNOCK_OUT, Format.GROUPS)
BY_ROUNDS: Final = (Format.ALL_MEET, Format.SWISS, Format.LEAGUE)
NEEDS_ROUNDS: Final = (*BY_ROUNDS, Format.GROUPS)


def new(
    club: Club, name: str, format: Format, wanted: Wanted, *, season: str | None = None, seed: int | None = None
) -> TournamentView:
    """Announce a tournament. What it is played by can be settled anew until its first round is drawn."""
    refuse_unfit(seed)
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
        game = draws.game_called(tx, wanted.game)
        settings = _settled(tx, held, Settings(format, game, _usual_sizes(tx, held, game)), wanted)
        number = tx.next("tournament")
        drawn_by = secrets.randbelow(_SEEDS) if seed is None else seed
        data = {"tournament": number, "season": held.id, "seed": drawn_by}
        tx.append(OfClub.TOURNAMENT_ANNOUNCED, data, texts=[Text("name", marked)])
        log.write(tx, number, Kind.SETTLED, {"settings": plain(settings)})
        return overview.read(tx, str(number)).view


def settle(club: Club, typed: str | None, wanted: Wanted) -> TournamentView:
    """Settle anew what a tournament is played by, before its first round is drawn."""
    with club.writing() as tx:
        found = overview.read(tx, typed)
        if found.state.begun:
            raise ClubFault(f"What {found.view.name} is played by is frozen since its first round was drawn.")
        settings = _settled(tx, found.season, found.settings, wanted)
        log.write(tx, found.row.id, Kind.SETTLED, {"settings": plain(settings)})
        return overview.read(tx, str(found.row.id)).view


def _settled(tx: Transaction, season: Season, before: Settings, wanted: Wanted) -> Settings:
    """Return settings as they are wanted. Raises a `ClubFault` for what cannot be played."""
    game = draws.game_called(tx, wanted.game) if wanted.game else before.game
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


def settle_stacks(club: Club, typed: str | None, wanted: Stacks) -> evening.Evening:
    """Settle stacks, levels and prizes, before the seats are drawn. That prizes are money an officer has to say."""
    if not 0 <= wanted.bounty <= wanted.entry and (wanted.bounty or wanted.entry):
        raise ClubFault(f"A bounty of {wanted.bounty} cannot be paid from an entry of {wanted.entry}.")
    if min(wanted.reentries, wanted.reentry_until, wanted.addon, wanted.entry, wanted.bounty) < 0:
        raise ClubFault("Nothing that is settled can be less than 0.")
    if wanted.reentries and not wanted.reentry_until:
        raise ClubFault("Until which level may one enter again?", Do.RE_ENTER_UNTIL("Say it"))
    if wanted.prizes and sum(wanted.prizes) != 100:
        raise ClubFault(f"The prizes sum to {sum(wanted.prizes)} percent; expected 100.")
    with club.together() as both:
        with both.writing() as tx:
            evening.read(tx, typed)
            if wanted.money:
                duties.only(tx, both, duties.Duty.HOUSE_RULES)
        settle(both, typed, Wanted(others=(("stacks", wanted),)))
    return evening.look(club, typed)
