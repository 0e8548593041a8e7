"""A knock-out as it goes on: who is still in after its rounds, which losers fill a place, and what is drawn next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random

from referee.cards.words import listed
from referee.competition.draws.knock_out_plan import Stage, schedule
from referee.competition.draws.through import through
from referee.competition.field import Pair
from referee.competition.lot import lots, shuffled
from referee.competition.question import KNOCK_OUT, Question
from referee.rules.plain_data import plain, read_plain
from referee.tournaments.draws.history import field_after, with_scores
from referee.tournaments.scores.tallies import decided, tallies
from referee.tournaments.state.settings import Settings
from referee.tournaments.state.view import RoundView


def played(question: Question) -> Stage | None:
    """Return the round of a knock-out that a question is about, if it is about one."""
    return read_plain(Stage, question.besides["stage"]) if question.by == KNOCK_OUT else None


def with_through(
    rounds: Sequence[RoundView], made_from: Sequence[Question], settings: Settings
) -> tuple[RoundView, ...]:
    """Return rounds with who goes on from each decided table, and what decided it where some tied at the cut."""
    found: list[RoundView] = []
    for each, question in zip(rounds, made_from, strict=True):
        stage = played(question)
        if stage is None:
            found.append(each)
            continue
        before = _before(found, (player for table in each.tables for player in table.entries), settings)
        tables, notes = [], list(each.notes)
        for table in (replace(table, side=stage.side) for table in each.tables):
            if not decided(table):
                tables.append(table)
                continue
            if stage.final:
                # There is no line to be drawn: who is level for the win is parted by the standings, or shares it.
                first = (table.places or ((),))[0]
                tables.append(replace(table, through=first))
                if len(first) > 1:
                    notes.append(f"{listed(f'{{{one}}}' for one in first)} share the first place of the final.")
                continue
            went = through(table.places or (), stage.go_on, before, each.seed + table.number)
            tables.append(replace(table, through=went.on))
            notes += [f"Table {table.number}: {said}" for said in went.said]
        found.append(replace(each, tables=tuple(tables), notes=tuple(notes)))
    return tuple(found)


def still_in(rounds: Sequence[RoundView]) -> set[int]:
    """Return who is still in after the last of some rounds: who went on from it, or had a bye."""
    if not rounds:
        return set()
    last = rounds[-1]
    return {*last.byes, *(player for table in last.tables for player in table.through)}


def best_losers(rounds: Sequence[RoundView], settings: Settings, seed: int) -> list[int]:
    """Return who was knocked out in the last of some rounds, the best first: lucky losers are taken from above.

    They are ordered by how near they came to going on, then by what all their tables gave, then by lot.
    """
    near: dict[int, int] = {}
    for table in rounds[-1].tables:
        if decided(table):
            out = [player for tied in table.places or () for player in tied if player not in table.through]
            near |= {player: at for at, player in enumerate(out)}
    lot, before = lots(near, Random(seed)), _before(rounds, near, settings)
    return sorted(near, key=lambda player: (near[player], -before[player], lot[player]))


def question(
    settings: Settings,
    rounds: Sequence[RoundView],
    able: Iterable[int],
    seed: int,
    apart: Iterable[Pair],
    *,
    first: Sequence[int] | None = None,
    go_on: int | None = None,
) -> tuple[Question, Stage]:
    """Return by what the next round is drawn, and that round as it is planned. Raises `NotDrawn`.

    `first` are those who begin, the strongest first, where somebody knows; else a lot puts them in order.
    """
    here = set(able)
    cut = settings.go_on if go_on is None else go_on
    losers = [each for each in best_losers(rounds, settings, seed) if each in here] if rounds else []
    if not rounds:
        players = shuffled(here, Random(seed)) if first is None else [each for each in first if each in here]
    else:
        players = shuffled(still_in(rounds) & here, Random(seed))
    stage = schedule(len(players), settings.sizes, cut, out=len(losers), first=not rounds)[0]
    players += losers[: stage.lucky]
    # Whoever is left sits at the final table, kept apart or not: there is no other.
    parted = () if stage.final else apart
    field = field_after(rounds, players, settings.sizes, seed, parted)
    field = with_scores(field, _before(rounds, players, settings))
    field = replace(field, players=tuple(players))
    by_lot = not rounds and first is None
    return Question(KNOCK_OUT, field, {"stage": plain(stage), "by_lot": by_lot}), stage


def _before(rounds: Sequence[RoundView], players: Iterable[int], settings: Settings) -> dict[int, Fraction]:
    """Return how strong players were in the rounds before: the mean of what their tables gave."""
    return {player: tally.strength for player, tally in tallies(players, rounds, settings).items()}
