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
from referee.tournaments.freezeouts.blinds import propose_structure
from referee.tournaments.state import log
from referee.tournaments.state.log import TournamentEventKind
from referee.tournaments.state.settings import (
    KNOCK_OUTS,
    WITH_A_FINAL,
    Counts,
    Format,
    Score,
    Seeds,
    SettingsChange,
    Stacks,
    TournamentSettings,
)
from referee.tournaments.state.view import TournamentView

_SEED_RANGE: Final = 10**6
_MOST_ROUNDS: Final = 100
_LARGEST_TABLE: Final = 10
_DEFAULT_LARGEST_TABLE: Final = 5
_FULL_RING: Final = 9
"""The number of players at a full poker table."""
_BYES: Final = ("mean", "win", "half")
FIXED: Final = (Format.KNOCK_OUT, Format.GROUPS)
BY_ROUNDS: Final = (Format.ALL_MEET, Format.SWISS, Format.LEAGUE)
NEEDS_ROUNDS: Final = (*BY_ROUNDS, Format.GROUPS)
WITH_THIRD_PLACE: Final = (Format.KNOCK_OUT, Format.GROUPS)


def announce(
    club: Club, name: str, format: Format, change: SettingsChange, *, season: str | None = None, seed: int | None = None
) -> TournamentView:
    """Announce a tournament and return it. Its settings can change until the first round is drawn.

    `seed` is the seed of all its draws, by default a random one. Raise `ClubFault` for unplayable settings, a closed
    season, or a name already in use.
    """
    refuse_invalid_seed(seed)
    if not change.game:
        raise ClubFault("The game is missing.", Do.TOURNAMENT_GAME("Add it"))
    title = valid_title(name, "tournament")
    with club.writing() as tx:
        season_row = seasons.find_season(tx, season, club.today)
        if season_row.closed_at:
            raise ClubFault(f"The season {season_row.name} is closed. Announce the tournament in another season.")
        stored_name = with_marks(title, (), roster.names(tx))
        namesakes = [
            tournament
            for tournament in select_rows(tx, Tournament)
            if tournament.name.casefold() == stored_name.casefold()
        ]
        if namesakes:
            raise ClubFault(f"Tournament {namesakes[0].id} is called {title}. Use another name.")
        game = draws.find_game(tx, change.game, result_only=change.result_only)
        defaults = default_settings(format, game, change.sizes or _default_sizes(tx, season_row, game, format))
        settings = _apply_changes(tx, season_row, defaults, change)
        number = tx.next_number("tournament")
        used_seed = secrets.randbelow(_SEED_RANGE) if seed is None else seed
        data = {"tournament": number, "season": season_row.id, "seed": used_seed}
        tx.append(OfClub.TOURNAMENT_ANNOUNCED, data, texts=[EventText("name", stored_name)])
        log.write(tx, number, TournamentEventKind.SETTLED, {"settings": plain(settings)})
        return overview.read_tournament(tx, str(number)).view


def change_settings(club: Club, text: str | None, change: SettingsChange) -> TournamentView:
    """Change a tournament's settings, and return the tournament. Raise `ClubFault` once its first round is drawn.

    The stacks of a freezeout can change until its clock is started.
    """
    with club.writing() as tx:
        tournament = overview.read_tournament(tx, text)
        changes_only_stacks = (
            change.game is None and change.sizes is None and [name for name, _ in change.further] == ["stacks"]
        )
        if tournament.state.begun and not changes_only_stacks:
            raise ClubFault(f"The first draw fixed the settings of {tournament.view.name}.")
        if tournament.state.begun and clocks.was_started(tx, tournament.row.id):
            raise ClubFault(f"The blinds of {tournament.view.name} were fixed when its clock started.")
        settings = _apply_changes(tx, tournament.season, tournament.settings, change)
        log.write(tx, tournament.row.id, TournamentEventKind.SETTLED, {"settings": plain(settings)})
        return overview.read_tournament(tx, str(tournament.row.id)).view


def _apply_changes(
    tx: Transaction, season: Season, before: TournamentSettings, wanted: SettingsChange
) -> TournamentSettings:
    """Return the settings `before` with the changes in `wanted`. Raise `ClubFault` for unplayable settings."""
    game = draws.find_game(tx, wanted.game, result_only=wanted.result_only) if wanted.game else before.game
    sizes = wanted.sizes or (before.sizes if game == before.game else _default_sizes(tx, season, game, before.format))
    settings = replace(before, game=game, sizes=sizes, **dict[str, Any](wanted.further))
    if "bye" not in dict(wanted.further) and before.bye == _default_bye(before.sizes):
        settings = replace(settings, bye=_default_bye(sizes))
    settings = replace(settings, ties=tuple(map(str, parse_steps(",".join(settings.ties), lot_last=False))))
    book, options = draws.book_and_options(tx, season, game)
    if settings.sizes.least < 2 or settings.sizes.least > settings.sizes.most:
        raise ClubFault(f"Invalid table size {settings.sizes}. Use 4, or a range such as 3-5.")
    for size in (settings.sizes.least, settings.sizes.most):
        if size > _LARGEST_TABLE or (refusal := book.refusal(options, size)):
            reason = f"more than {_LARGEST_TABLE} at a table" if size > _LARGEST_TABLE else refusal
            raise ClubFault(f"Tables of {settings.sizes} cannot be played: {reason}.")
    _refuse_contradictions(settings)
    return settings


def _refuse_contradictions(settings: TournamentSettings) -> None:
    """Raise `ClubFault` for settings that contradict each other."""
    # A round robin without a number has as many rounds as all need to meet, which the first draw decides.
    if settings.format in NEEDS_ROUNDS and not settings.rounds and settings.format is not Format.ALL_MEET:
        raise ClubFault(
            f"A {settings.format} tournament needs a number of rounds, from 1 to {_MOST_ROUNDS}.",
            Do.TOURNAMENT_ROUNDS("Set it"),
        )
    if settings.format in NEEDS_ROUNDS and not 0 <= settings.rounds <= _MOST_ROUNDS:
        raise ClubFault(
            f"Invalid number of rounds {settings.rounds}. Use 1 to {_MOST_ROUNDS}.", Do.TOURNAMENT_ROUNDS("Set it")
        )
    if settings.format not in NEEDS_ROUNDS and settings.rounds:
        raise ClubFault(f"The number of rounds of a {settings.format} follows from its players. Leave it out.")
    if settings.points and settings.score is not Score.PLACES:
        raise ClubFault("Only the score 'places' takes points. Leave out the points, or set that score.")
    most_rounds = settings.rounds or _MOST_ROUNDS
    if settings.best and (settings.format not in BY_ROUNDS or not 1 <= settings.best <= most_rounds):
        raise ClubFault(
            f"The best {settings.best} rounds cannot count. Use 1 to the number of rounds, in "
            f"{join_words(BY_ROUNDS, 'or')}."
        )
    if settings.bye not in _BYES:
        raise ClubFault(f"Invalid bye {settings.bye!r}. Use {join_words(_BYES, 'or')}.")
    if settings.go_on < 1 or (settings.format in KNOCK_OUTS and settings.go_on >= settings.sizes.least):
        raise ClubFault(
            f"{settings.go_on} of each table cannot advance. Use one or more, and fewer than the "
            f"{settings.sizes.least} at the smallest table."
        )
    if settings.format is Format.GROUPS and settings.groups < 2:
        raise ClubFault(f"Invalid number of groups {settings.groups}. Use two or more.", Do.TOURNAMENT_GROUPS("Set it"))
    if settings.format is Format.GROUPS and settings.groups * settings.go_on < settings.sizes.least:
        raise ClubFault(
            f"{settings.go_on} of each of {settings.groups} groups are too few for a final table of {settings.sizes}. "
            "Let more players advance, or make more groups."
        )
    if settings.third_place and settings.format not in WITH_THIRD_PLACE:
        raise ClubFault(f"A {settings.format} has no match for third place. Leave it out.")
    if settings.second_final and settings.format is not Format.DOUBLE:
        raise ClubFault(f"Only {Format.DOUBLE} has a second final, not {settings.format}.")
    if settings.repeats_first and settings.format is not Format.SWISS:
        raise ClubFault(f"Only {Format.SWISS} weighs scores against repeats, not {settings.format}. Leave it out.")
    if settings.seeds is not Seeds.LOT and settings.format not in WITH_A_FINAL:
        raise ClubFault(f"Only {join_words(WITH_A_FINAL)} have seeds, not {settings.format}.")
    if settings.format is Format.FREEZE_OUT and settings.counts is Counts.TABLES:
        raise ClubFault("The tables of a freezeout are not matches and cannot count. Use final or nothing.")
    if settings.format is not Format.GROUPS and settings.groups:
        raise ClubFault(f"Only the format groups has groups, not {settings.format}.")


def default_settings(format: Format, game: str, sizes: Sizes) -> TournamentSettings:
    """Return the default settings for a format, a game and a table size."""
    return TournamentSettings(
        format,
        game,
        sizes,
        bye=_default_bye(sizes),
        # At tables of two an unbeaten player has to be beaten twice, like everybody else.
        second_final=format is Format.DOUBLE and sizes.most == 2,
        # The tables of a freezeout are not matches.
        counts=Counts.NOTHING if format is Format.FREEZE_OUT else Counts.TABLES,
    )


def _default_bye(sizes: Sizes) -> str:
    """Return the default score of a bye: a win at tables of two, as in chess, else the mean."""
    return "win" if sizes.most == 2 else "mean"


def _default_sizes(tx: Transaction, season: Season, game: str, format: Format) -> Sizes:
    return default_sizes(*draws.book_and_options(tx, season, game), format)


def default_sizes(book: Rulebook, options: Any, format: Format) -> Sizes:
    """Return the default table sizes for a game: 2 to 9 in a freezeout, else 3 to 5, within the game's own sizes."""
    allowed_sizes = [size for size in range(2, _LARGEST_TABLE + 1) if not book.refusal(options, size)]
    if format is Format.FREEZE_OUT:
        usual = [size for size in allowed_sizes if size <= _FULL_RING] or allowed_sizes
    else:
        usual = [size for size in allowed_sizes if 3 <= size <= _DEFAULT_LARGEST_TABLE] or allowed_sizes
    return Sizes(usual[0], usual[-1])


def propose_stacks(players: int, before: Stacks | None) -> Stacks:
    """Return `before` with the proposed blind levels for a number of players and three hours of play."""
    structure = propose_structure((before or Stacks()).stack, players, Fraction(3), pause=(before or Stacks()).pause)
    return replace(before or Stacks(), minutes=structure.minutes, levels=structure.as_blinds)


def change_stacks(club: Club, text: str | None, stacks: Stacks) -> evening.FreezeoutEvening:
    """Change the stacks, levels and prizes of a freezeout, and return it. Raise `ClubFault` for contradictory figures.

    Prizes in money need the duty for house rules.
    """
    if not 0 <= stacks.bounty <= stacks.entry and (stacks.bounty or stacks.entry):
        raise ClubFault(f"A bounty of {stacks.bounty} cannot be paid from an entry of {stacks.entry}.")
    if min(stacks.reentries, stacks.reentry_until, stacks.addon, stacks.entry, stacks.bounty) < 0:
        raise ClubFault("Re-entries, add-on, entry and bounty cannot be below 0.")
    if stacks.reentries and not stacks.reentry_until:
        raise ClubFault("The last level for re-entries is missing.", Do.RE_ENTER_UNTIL("Add it"))
    if stacks.prizes and sum(stacks.prizes) != 100:
        raise ClubFault(f"The prizes sum to {sum(stacks.prizes)} percent. Use percentages that sum to 100.")
    with club.group_changes() as changes:
        with changes.writing() as tx:
            evening.read_freezeout(tx, text)
            if stacks.money:
                duties.require_duty(tx, changes, duties.Duty.HOUSE_RULES)
        change_settings(changes, text, SettingsChange(further=(("stacks", stacks),)))
    return evening.freezeout_view(club, text)
