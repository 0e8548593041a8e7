"""Draws that would be others now, as a result before them was put right after they were made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from referee.cards.words import listed
from referee.club.text.faults import ClubFault
from referee.competition.field import NotDrawn
from referee.competition.question import GROUPS, KNOCK_OUT, PLAN, Question
from referee.rules.plain_data import plain
from referee.tournaments.draws.stages import asked
from referee.tournaments.state.settings import Settings
from referee.tournaments.state.state import State
from referee.tournaments.state.view import EntryView, RoundView


@dataclass(frozen=True, slots=True)
class OutdatedDraw:
    """A round that was drawn from what is not so any more: by what it `was` drawn, and would be `now`.

    `again` is by what it would be drawn again, for those who can be in it; `settled` says that it stands all the same,
    as an officer or the draw after it has it. `said` is what changed, with entries as ``{12}``.
    """

    round: int
    was: Question
    now: Question
    again: Question
    settled: bool
    said: str


def outdated(
    settings: Settings, state: State, rounds: Sequence[RoundView], entries: Mapping[int, EntryView], seed: int
) -> Iterator[OutdatedDraw]:
    """Yield the rounds whose draw would be made from something else now."""
    made_from = [round.question for round in state.rounds]
    for at, (round, was) in enumerate(zip(state.rounds, made_from, strict=True)):
        if was.by in _FIXED:
            continue
        able = set(was.field.players)
        if was.by == KNOCK_OUT:  # who would have gone on may be others
            able.update(state.able(round.number))

        def ask(players: Iterable[int], at: int = at, was: Question = was) -> Question:
            apart, seeds = was.field.apart, (seed, was.field.seed)
            able, mates = sorted(players), was.field.mates
            return asked(settings, rounds[:at], made_from[:at], entries, able, seeds, apart, state.penalties, mates)[1]

        try:
            now = ask(able)
            now = replace(now, field=replace(now.field, apart=was.field.apart, mates=was.field.mates))
            if now != was:
                again = ask(state.able(round.number, again=True))
                yield OutdatedDraw(round.number, was, now, again, round.stood == plain(now), _said(was, now))
        except (ClubFault, NotDrawn):
            continue


_FIXED: Final = (PLAN, GROUPS)
"""What follows from the first draw alone, whatever came of the rounds."""


def _said(was: Question, now: Question) -> str:
    """Return what is otherwise than it was when a round was drawn."""
    told = []
    came = sorted(set(now.field.players) - set(was.field.players))
    gone = sorted(set(was.field.players) - set(now.field.players))
    if came or gone:
        told.append(f"{_named(came)} would be in it, and not {_named(gone)}")
    for player in now.field.players:
        before, after = (each.field.scores.get(player, Fraction()) for each in (was, now))
        if before != after and player in was.field.players:
            told.append(f"{{{player}}} has {after}, not {before}")
    if not told:
        told.append("who sat with whom before it was put right")
    return listed(told)


def _named(entries: list[int]) -> str:
    return listed(f"{{{each}}}" for each in entries) or "nobody"
