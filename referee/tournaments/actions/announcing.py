"""Announcing a tournament, and changing its settings until its first round is drawn."""

from __future__ import annotations

import secrets
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from referee.cards.words import join_words
from referee.club.calendar import seasons
from referee.club.evening import draws
from referee.club.folder import Club
from referee.club.people import duties, roster
from referee.club.text.faults import ClubFault
from referee.club.text.names import valid_title, with_marks
from referee.competition.entrants import Sizes
from referee.competition.random_order import refuse_invalid_seed
from referee.competition.ties import parse_steps
from referee.rules import Rulebook
from referee.rules.plain_data import plain
from referee.store.events.event import EventText
from referee.store.hints import Do
from referee.store.plain_rows import Season, Tournament, select_rows
from referee.store.projections.kind import EventKind as OfClub
from referee.store.transaction import Transaction
from referee.tournaments import overview
from referee.tournaments.clocks import actions as clocks
from referee.tournaments.freezeout_actions import evening
from referee.tournaments.freezeouts.blinds import proposed
from referee.tournaments.state import log
from referee.tournaments.state.log import TournamentEventKind
from referee.tournaments.state.settings import (
    KNOCK_OUTS,
    WITH_A_FINAL,
    Counts,
    Format,
    Score,
    Seeds,
    Stacks,
    TournamentSettings,
    Wanted,
)
from referee.tournaments.state.view import TournamentView

_SEEDS: Final = 10**6
_MOST_ROUNDS: Final = 100
_MOST_AT_A_TABLE: Final = 10
_USUAL_MOST: Final = 5
_FULL_RING: Final = 9
"""The number of players at a full poker table."""
_BYES: Final = ("mean", "win", "half")
FIXED: Final = (Format.KNOCK_OUT, Format.GROUPS)
BY_ROUNDS: Final = (Format.ALL_MEET, Format.SWISS, Format.LEAGUE)
NEEDS_ROUNDS: Final = (*BY_ROUNDS, Format.GROUPS)
WITH_THIRD_PLACE: Final = (Format.KNOCK_OUT, Format.GROUPS)


def new(
    club: Club, name: str, format: Format, wanted: Wanted, *, season: str | None = None, seed: int | None = None
) -> TournamentView:
    """Announce a tournament and return it. Its settings can change until the first round is drawn.

    `seed` is the seed of all its draws, a random one by default. Raises `ClubFault` for settings that cannot be played,
    a closed season, or a name that is already used.
    """
    refuse_invalid_seed(seed)
    if not wanted.game:
        raise ClubFault("The game is missing.", Do.TOURNAMENT_GAME("Add it"))
    called = valid_title(name, "tournament")
    with club.writing() as tx:
        held = seasons.find_season(tx, season, club.today)
        if held.closed_at:
            raise ClubFault(f"The season {held.name} is closed. Announce the tournament in another season.")
        marked = with_marks(called, (), roster.names(tx))
        same = [
            tournament for tournament in select_rows(tx, Tournament) if tournament.name.casefold() == marked.casefold()
        ]
        if same:
            raise ClubFault(f"Tournament {same[0].id} is called {called}. Use another name.")
        game = draws.find_game(tx, wanted.game, result_only=wanted.result_only)
        usual = usual_settings(format, game, wanted.sizes or _usual_sizes(tx, held, game, format))
        settings = _settled(tx, held, usual, wanted)
        number = tx.next_number("tournament")
        drawn_by = secrets.randbelow(_SEEDS) if seed is None else seed
        data = {"tournament": number, "season": held.id, "seed": drawn_by}
        tx.append(OfClub.TOURNAMENT_ANNOUNCED, data, texts=[EventText("name", marked)])
        log.write(tx, number, TournamentEventKind.SETTLED, {"settings": plain(settings)})
        return overview.read_tournament(tx, str(number)).view


def settle(club: Club, text: str | None, wanted: Wanted) -> TournamentView:
    """Change a tournament's settings and return the tournament.

    Raises `ClubFault` once its first round is drawn. The stacks of a freezeout can change until its clock is started.
    """
    with club.writing() as tx:
        tournament = overview.read_tournament(tx, text)
        stacks_alone = (
            wanted.game is None and wanted.sizes is None and [name for name, _ in wanted.others] == ["stacks"]
        )
        if tournament.state.begun and not stacks_alone:
            raise ClubFault(f"The first draw fixed the settings of {tournament.view.name}.")
        if tournament.state.begun and clocks.was_started(tx, tournament.row.id):
            raise ClubFault(f"The blinds of {tournament.view.name} were fixed when its clock started.")
        settings = _settled(tx, tournament.season, tournament.settings, wanted)
        log.write(tx, tournament.row.id, TournamentEventKind.SETTLED, {"settings": plain(settings)})
        return overview.read_tournament(tx, str(tournament.row.id)).view


def _settled(tx: Transaction, season: Season, before: TournamentSettings, wanted: Wanted) -> TournamentSettings:
    """Return the settings `before` with the changes in `wanted`. Raises `ClubFault` for what cannot be played."""
    game = draws.find_game(tx, wanted.game, result_only=wanted.result_only) if wanted.game else before.game
    sizes = wanted.sizes or (before.sizes if game == before.game else _usual_sizes(tx, season, game, before.format))
    settings = replace(before, game=game, sizes=sizes, **dict[str, Any](wanted.others))
    if "bye" not in dict(wanted.others) and before.bye == _usual_bye(before.sizes):
        settings = replace(settings, bye=_usual_bye(sizes))
    settings = replace(settings, ties=tuple(map(str, parse_steps(",".join(settings.ties), lot_last=False))))
    book, options = draws.book_and_options(tx, season, game)
    if settings.sizes.least < 2 or settings.sizes.least > settings.sizes.most:
        raise ClubFault(f"Invalid table size {settings.sizes}. Use 4, or a range such as 3-5.")
    for size in (settings.sizes.least, settings.sizes.most):
        if size > _MOST_AT_A_TABLE or (refusal := book.refusal(options, size)):
            why = f"more than {_MOST_AT_A_TABLE} at a table" if size > _MOST_AT_A_TABLE else refusal
            raise ClubFault(f"Tables of {settings.sizes} cannot be played: {why}.")
    _refuse_unfit(settings)
    return settings


def _refuse_unfit(settings: TournamentSettings) -> None:
    """Raise `ClubFault` for settings that contradict each other."""
    if settings.format in NEEDS_ROUNDS and not 1 <= settings.rounds <= _MOST_ROUNDS:
        raise ClubFault(
            f"Invalid number of rounds {settings.rounds}. Use 1 to {_MOST_ROUNDS}.", Do.TOURNAMENT_ROUNDS("Set it")
        )
    if settings.format not in NEEDS_ROUNDS and settings.rounds:
        raise ClubFault(f"The number of rounds of a {settings.format} follows from its players. Leave it out.")
    if settings.points and settings.score is not Score.PLACES:
        raise ClubFault("Points go only with the score places. Leave them out, or set that score.")
    if settings.best and (settings.format not in BY_ROUNDS or not 1 <= settings.best <= settings.rounds):
        raise ClubFault(
            f"The best {settings.best} rounds cannot count. Use 1 to the number of rounds, in "
            f"{join_words(BY_ROUNDS, 'or')}."
        )
    if settings.bye not in _BYES:
        raise ClubFault(f"Invalid bye {settings.bye!r}. Use {join_words(_BYES, 'or')}.")
    if settings.go_on < 1 or (settings.format in KNOCK_OUTS and settings.go_on >= settings.sizes.least):
        raise ClubFault(
            f"{settings.go_on} of each table cannot go on. Use one or more, and fewer than the {settings.sizes.least} "
            "at the smallest table."
        )
    if settings.format is Format.GROUPS and settings.groups < 2:
        raise ClubFault(f"Invalid number of groups {settings.groups}. Use two or more.", Do.TOURNAMENT_GROUPS("Set it"))
    if settings.format is Format.GROUPS and settings.groups * settings.go_on < settings.sizes.least:
        raise ClubFault(
            f"{settings.go_on} of each of {settings.groups} groups are too few for a final table of {settings.sizes}. "
            "Let more go on, or make more groups."
        )
    if settings.third_place and settings.format not in WITH_THIRD_PLACE:
        raise ClubFault(f"A {settings.format} has no match for third place. Leave it out.")
    if settings.second_final and settings.format is not Format.DOUBLE:
        raise ClubFault(f"Only {Format.DOUBLE} has a second final, not {settings.format}.")
    if settings.seeds is not Seeds.LOT and settings.format not in WITH_A_FINAL:
        raise ClubFault(f"Only {join_words(WITH_A_FINAL)} have seeds, not {settings.format}.")
    if settings.format is Format.FREEZE_OUT and settings.counts is Counts.TABLES:
        raise ClubFault("The tables of a freezeout are not matches and cannot count. Use final or nothing.")
    if settings.format is not Format.GROUPS and settings.groups:
        raise ClubFault(f"Only the format groups has groups, not {settings.format}.")


def usual_settings(format: Format, game: str, sizes: Sizes) -> TournamentSettings:
    """Return the default settings of a tournament of this format, game and table size."""
    return TournamentSettings(
        format,
        game,
        sizes,
        bye=_usual_bye(sizes),
        # At tables of two an unbeaten player has to be beaten twice, like everybody else.
        second_final=format is Format.DOUBLE and sizes.most == 2,
        # The tables of a freezeout are not matches.
        counts=Counts.NOTHING if format is Format.FREEZE_OUT else Counts.TABLES,
    )


def _usual_bye(sizes: Sizes) -> str:
    """Return the default score of a bye: a win where tables have two players, as in chess, else the mean."""
    return "win" if sizes.most == 2 else "mean"


def _usual_sizes(tx: Transaction, season: Season, game: str, format: Format) -> Sizes:
    return usual_sizes(*draws.book_and_options(tx, season, game), format)


def usual_sizes(book: Rulebook, options: Any, format: Format) -> Sizes:
    """Return the default table sizes for a game: 2 to 9 in a freezeout, else 3 to 5, as far as the game allows."""
    able = [size for size in range(2, _MOST_AT_A_TABLE + 1) if not book.refusal(options, size)]
    if format is Format.FREEZE_OUT:
        usual = [size for size in able if size <= _FULL_RING] or able
    else:
        usual = [size for size in able if 3 <= size <= _USUAL_MOST] or able
    return Sizes(usual[0], usual[-1])


def usual_stacks(players: int, before: Stacks | None) -> Stacks:
    """Return `before` with the proposed blind levels for so many players and three hours of play."""
    structure = proposed((before or Stacks()).stack, players, Fraction(3), pause=(before or Stacks()).pause)
    return replace(before or Stacks(), minutes=structure.minutes, levels=structure.as_settled)


def settle_stacks(club: Club, text: str | None, wanted: Stacks) -> evening.FreezeoutEvening:
    """Change the stacks, levels and prizes of a freezeout and return it.

    Raises `ClubFault` for figures that contradict each other. Prizes in money need the duty for house rules.
    """
    if not 0 <= wanted.bounty <= wanted.entry and (wanted.bounty or wanted.entry):
        raise ClubFault(f"A bounty of {wanted.bounty} cannot be paid from an entry of {wanted.entry}.")
    if min(wanted.reentries, wanted.reentry_until, wanted.addon, wanted.entry, wanted.bounty) < 0:
        raise ClubFault("Re-entries, add-on, entry and bounty cannot be below 0.")
    if wanted.reentries and not wanted.reentry_until:
        raise ClubFault("The last level for re-entries is missing.", Do.RE_ENTER_UNTIL("Add it"))
    if wanted.prizes and sum(wanted.prizes) != 100:
        raise ClubFault(f"The prizes sum to {sum(wanted.prizes)} percent. Use percentages that sum to 100.")
    with club.group_changes() as both:
        with both.writing() as tx:
            evening.read_freezeout(tx, text)
            if wanted.money:
                duties.require_duty(tx, both, duties.Duty.HOUSE_RULES)
        settle(both, text, Wanted(others=(("stacks", wanted),)))
    return evening.freezeout_view(club, text)
