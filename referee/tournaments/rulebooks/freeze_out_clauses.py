"""Clauses of the freezeout: stacks and levels, re-entries, moves and prizes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from referee.competition.clauses import HOUSE, BookClause
from referee.tournaments.freezeouts.prizes import RULES
from referee.tournaments.state.settings import Format, Stacks, TournamentSettings

TDA: Final = "house, after the custom of the Tournament Directors Association"
DEFAULT_STACKS: Final = Stacks()
"""The stacks of a freezeout whose settings have none."""


def stacks_or_default(settings: TournamentSettings) -> Stacks:
    """Return the stacks of a freezeout's settings, or the default ones."""
    return settings.stacks or DEFAULT_STACKS


def _for_freezeout(holds: Callable[[Stacks], bool]) -> Callable[[TournamentSettings], bool]:
    return lambda settings: settings.format is Format.FREEZE_OUT and holds(stacks_or_default(settings))


def _always(_: Stacks) -> bool:
    return True


FREEZE_OUT: Final = tuple(
    BookClause(id, text, source, _for_freezeout(holds))
    for id, text, source, holds in (
        ("8.1", "Every player begins with {stack} chips.", HOUSE, _always),
        (
            "8.2",
            "A level lasts {level_minutes} minutes, and then the blinds rise: {levels}. A hand is finished at the "
            "blinds with which it began.",
            HOUSE,
            lambda stacks: bool(stacks.levels),
        ),
        (
            "8.3",
            "A level lasts {level_minutes} minutes, and then the blinds rise as announced before the start. A hand is "
            "finished at the blinds with which it began.",
            HOUSE,
            lambda stacks: not stacks.levels,
        ),
        (
            "8.4",
            "A player who is out may enter again, {reentries}, with a new stack at a seat drawn by lot, until the end "
            "of level {until}. Late entries are possible until then too. For a player who entered again, the last time"
            " out counts.",
            HOUSE,
            lambda stacks: stacks.reentries > 0 and stacks.reentry_until > 0,
        ),
        (
            "8.5",
            "There are no re-entries. Late entries are possible until the end of level {until}, with a full stack at a"
            " seat drawn by lot.",
            HOUSE,
            lambda stacks: not stacks.reentries and stacks.reentry_until > 0,
        ),
        (
            "8.6",
            "There are no re-entries, and no entries after the seats have been drawn.",
            HOUSE,
            lambda stacks: not stacks.reentries and not stacks.reentry_until,
        ),
        ("8.7", "Each player may add {addon} chips to their stack once.", HOUSE, lambda stacks: stacks.addon > 0),
        (
            "8.8",
            "Of each entry {bounty} {units} are a bounty on its player, for the player who puts them out. Several "
            "players who do so together share it, and an odd unit goes to the one who entered first. The winner keeps "
            "their own bounty. The bounty of a player whom nobody put out goes to the prizes.",
            HOUSE,
            lambda stacks: stacks.bounty > 0,
        ),
        (
            "8.9",
            "No two tables differ by more than one player. Between hands a player moves from the largest table to the "
            "smallest. The old and the new seat are those whose distances from the big blind are nearest to each "
            "other; of several, the seat that has the big blind soonest. Nobody moves to a seat between the dealer and"
            " the small blind while another seat is free. If none is, the player who has the big blind soonest moves. "
            "Of equal tables, the one that is broken sooner gives a player, and the one that is broken later takes "
            "one.",
            TDA,
            _always,
        ),
        (
            "8.10",
            "A table is broken as soon as the others have seats for all of its players, in the order announced at the "
            "start. A table opened later comes last. Its players draw lots for as many seats. Each of these is at the "
            "smallest table at the time, and drawn by lot there.",
            TDA,
            _always,
        ),
        (
            "8.11",
            "When the remaining players fit at one table, they draw new seats and a new first dealer.",
            TDA,
            _always,
        ),
        (
            "8.12",
            "Of several players who go out in one hand, the one who began it with the larger stack places higher. With"
            " equal stacks they share the place.",
            TDA,
            _always,
        ),
        (
            "8.13",
            "Each entry and each re-entry gives {entry} {units} for the prizes and the bounties.",
            HOUSE,
            lambda stacks: stacks.entry > 0,
        ),
        (
            "8.14",
            f"The prizes are {{prizes}} percent of the prize pool, first place first. {RULES['rounding']}",
            HOUSE,
            lambda stacks: stacks.entry > 0 and bool(stacks.prizes),
        ),
        (
            "8.15",
            RULES["ties"],
            HOUSE,
            lambda stacks: stacks.entry > 0,
        ),
        (
            "8.16",
            "The remaining players may agree to share the remaining prizes in one of three ways. Equally: "
            f"{RULES['even']} By chips: {RULES['chips']} By the value of the chips: {RULES['icm']} Their places follow "
            "the stacks as last counted.",
            HOUSE,
            lambda stacks: stacks.entry > 0,
        ),
        (
            "8.17",
            "Prizes are points. Many members are minors, and nobody plays for money.",
            HOUSE,
            lambda stacks: not stacks.money,
        ),
        ("8.18", "Prizes are money, as the club has agreed.", HOUSE, lambda stacks: stacks.money),
        # 8.19 was on re-entries without limit, which settings no longer allow. Its number is not reused.
        (
            "8.20",
            "The prizes follow the usual percentages for the number of entries and re-entries, with a prize for about"
            f" one in six. {RULES['rounding']}",
            HOUSE,
            lambda stacks: stacks.entry > 0 and not stacks.prizes,
        ),
        (
            "8.21",
            "A player who leaves with chips is out at that moment, behind all who stay. Their chips, as last counted, "
            "are taken out of play.",
            HOUSE,
            _always,
        ),
    )
)
