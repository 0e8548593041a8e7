"""Draws that would be others now, as a result before them was put right after they were made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from referee.cards.words import listed
from referee.club.faults import ClubFault
from referee.tournaments.field import NotDrawn
from referee.tournaments.questions import GROUPS, KNOCK_OUT, Question, question_of
from referee.tournaments.settings import Settings
from referee.tournaments.stages import asked
from referee.tournaments.state import State
from referee.tournaments.view import EntryView, RoundView


@dataclass(frozen=True, slots=True)
class Stale:
    """A round that was drawn from what is not so any more: by what it `was` drawn, and would be `now`.

    `settled` says that it stands all the same, as an officer or the draw after it has it. `said` is what changed,
    with entries as ``{12}``.
    """

    round: int
    was: Question
    now: Question
    settled: bool
    said: str


def stale(
    settings: Settings, state: State, rounds: Sequence[RoundView], entries: Mapping[int, EntryView], seed: int
) -> Iterator[Stale]:
    """Yield the rounds whose draw would be made from something else now."""
    made_from = [question_of(round.made_from) for round in state.rounds]
    for at, (round, was) in enumerate(zip(state.rounds, made_from, strict=True)):
        able = {*was.field.players, *(state.able(round.number) if was.by in _WHO_GOES_ON else ())}
        try:
            _, now = asked(
                settings,
                rounds[:at],
                made_from[:at],
                entries,
                sorted(able),
                (seed, was.field.seed),
                was.field.apart,
            )
        except (ClubFault, NotDrawn):
            continue
        now = replace(now, field=replace(now.field, apart=was.field.apart))
        if now != was:
            yield Stale(round.number, was, now, round.stood == now.kept(), _said(was, now))


_WHO_GOES_ON = (KNOCK_OUT, GROUPS)


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
