"""The chapter of the freeze-out: stacks and levels, re-entries, who moves where, and prizes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from referee.competition.clauses import HOUSE, Clause
from referee.tournaments.freezeouts.prizes import RULES
from referee.tournaments.state.settings import Format, Settings, Stacks

TDA: Final = "house, after the custom of the Tournament Directors Association"
USUAL: Final = Stacks()
"""What a freeze-out is played by that settles nothing else."""


def stacks_of(settings: Settings) -> Stacks:
    """Return what a freeze-out begins with."""
    return settings.stacks or USUAL


def _where(holds: Callable[[Stacks], bool]) -> Callable[[Settings], bool]:
    return lambda settings: settings.format is Format.FREEZE_OUT and holds(stacks_of(settings))


def _always(_: Stacks) -> bool:
    return True


FREEZE_OUT: Final = tuple(
    Clause(id, text, source, _where(holds))
    for id, text, source, holds in (
        ("8.1", "Everybody begins with {stack} chips.", HOUSE, _always),
        (
            "8.2",
            "A level lasts {level_minutes} minutes, and then the blinds rise: {levels}. A hand is played to its end "
            "by the blinds with which it began.",
            HOUSE,
            lambda stacks: bool(stacks.levels),
        ),
        (
            "8.3",
            "A level lasts {level_minutes} minutes, and then the blinds rise, as was announced before the start. A "
            "hand is played to its end by the blinds with which it began.",
            HOUSE,
            lambda stacks: not stacks.levels,
        ),
        (
            "8.4",
            "Whoever is out may enter again, {reentries}, with a new stack at a seat drawn by lot, to the end of level "
            "{until}. So long one may enter late, too. Of somebody who entered again the last going out counts.",
            HOUSE,
            lambda stacks: stacks.reentries > 0 and stacks.reentry_until > 0,
        ),
        (
            "8.5",
            "Nobody enters again. One may enter late to the end of level {until}, with a whole stack at a seat drawn "
            "by lot.",
            HOUSE,
            lambda stacks: not stacks.reentries and stacks.reentry_until > 0,
        ),
        (
            "8.6",
            "Nobody enters again, and nobody after the seats have been drawn.",
            HOUSE,
            lambda stacks: not stacks.reentries and not stacks.reentry_until,
        ),
        ("8.7", "Once, each may add {addon} chips to their stack.", HOUSE, lambda stacks: stacks.addon > 0),
        (
            "8.8",
            "Of each entry {bounty} {units} are a bounty on its player, for whoever puts them out. Those who do so "
            "together share it, and what cannot be parted has whoever of them entered first. Who is left at the end "
            "has their own. That of somebody whom nobody put out goes to the prizes.",
            HOUSE,
            lambda stacks: stacks.bounty > 0,
        ),
        (
            "8.9",
            "No two tables differ by more than one. Between hands a player goes from the table with the most players "
            "to the one with the fewest, from the seat and to the free seat whose distances from the big blind are the "
            "nearest; of several to the one that has the big blind soonest. Nobody is moved between the dealer and the "
            "small blind while another seat is free there; where none is, whoever has the big blind soonest goes. Of "
            "tables with as many players one gives that is broken up sooner, and one takes that is broken up later.",
            TDA,
            _always,
        ),
        (
            "8.10",
            "A table is broken up as soon as the others have seats for all of its players, in the order that was "
            "announced at the start; one that was opened since comes last. Its players draw by lot who has which of as "
            "many seats, which are at the tables with the fewest, one after the other, and drawn by lot there.",
            TDA,
            _always,
        ),
        (
            "8.11",
            "When all who are left find room at one table, they draw seats and the first dealer anew.",
            TDA,
            _always,
        ),
        (
            "8.12",
            "Of those who go out in one hand, whoever began it with the larger stack comes first; with equal stacks "
            "they share the place.",
            TDA,
            _always,
        ),
        (
            "8.13",
            "An entry, and each re-entry, gives {entry} {units}, which are for the prizes and the bounties.",
            HOUSE,
            lambda stacks: stacks.entry > 0,
        ),
        (
            "8.14",
            f"The prizes are {{prizes}} percent of what there is for them, the first's first. {RULES['rounding']}",
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
            "Those who are left may agree to part the prizes that are left in one of three ways. Equally: "
            f"{RULES['even']} By their chips: {RULES['chips']} By what the chips are worth: {RULES['icm']} Their "
            "places go by the stacks as last counted.",
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
        # 8.19 was for entering again without an end to it, which cannot be settled; no other clause has its id.
        (
            "8.20",
            "The prizes go by the usual percents for the number of entries, re-entries among them: something for about "
            f"one in six. {RULES['rounding']}",
            HOUSE,
            lambda stacks: stacks.entry > 0 and not stacks.prizes,
        ),
        (
            "8.21",
            "Whoever leaves with chips is out at that moment, behind all who stay. The chips that they had when the "
            "stacks were last counted are taken out of play.",
            HOUSE,
            _always,
        ),
    )
)
