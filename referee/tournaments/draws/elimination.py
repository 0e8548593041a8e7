"""A knockout between rounds: the players still in, the lucky losers that fill tables, and the next draw."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random

from referee.cards.words import join_words
from referee.competition.draw_request import KNOCK_OUT, DrawRequest
from referee.competition.draws import double_elimination
from referee.competition.draws.knock_out import RoundPart
from referee.competition.draws.knock_out_plan import Side, Stage, plan_rounds
from referee.competition.draws.qualifiers import find_qualifiers
from referee.competition.entrants import Pair
from referee.competition.random_order import draw_lots, shuffle_players
from referee.rules.plain_data import plain, read_plain
from referee.tournaments.draws.history import entrants_after, with_scores
from referee.tournaments.scores.tallies import tally_players
from referee.tournaments.state.settings import Format, TournamentSettings
from referee.tournaments.state.survivors import Survivors, find_survivors
from referee.tournaments.state.view import RoundView


def knock_out_parts(request: DrawRequest) -> tuple[RoundPart, ...]:
    """Return the parts of a knockout round, given its draw request; empty for another kind of round."""
    return read_plain(tuple[RoundPart, ...], request.besides["parts"]) if request.by == KNOCK_OUT else ()


def with_advancing_players(
    rounds: Sequence[RoundView], requests: Sequence[DrawRequest], settings: TournamentSettings
) -> tuple[RoundView, ...]:
    """Return rounds with the players who advance from each decided table, and the tie-break at the cut.

    Each table also gets its side of the bracket, and the side on which its losers play on.
    """
    results: list[RoundView] = []
    for round, request in zip(rounds, requests, strict=True):
        stages = [part.stage for part in knock_out_parts(request) for _ in part.stage.sizes]
        if not stages:
            results.append(round)
            continue
        strengths = _player_strengths(results, (player for table in round.tables for player in table.entries), settings)
        tables, notes = [], list(round.notes)
        for table, stage in zip(round.tables, stages, strict=True):
            table = replace(table, side=stage.side, losers=stage.losers)
            if not table.decided or stage.side is Side.THIRD_PLACE:
                tables.append(table)
                continue
            if stage.is_final:
                # A final has no cut: a tie for first place is broken by the standings, or shared.
                first = (table.places or ((),))[0]
                tables.append(replace(table, through=first))
                if len(first) > 1:
                    notes.append(
                        f"{join_words(f'{{{winner}}}' for winner in first)} share the first place of the final."
                    )
                continue
            qualifiers = find_qualifiers(table.places or (), stage.go_on, strengths, round.seed + table.number)
            tables.append(replace(table, through=qualifiers.advancing))
            notes += [f"Table {table.number}: {text}" for text in qualifiers.explanations]
        results.append(replace(round, tables=tuple(tables), notes=tuple(notes)))
    return tuple(results)


def best_losers(rounds: Sequence[RoundView], settings: TournamentSettings, seed: int) -> list[int]:
    """Return the players knocked out in the last round, the best first. This is the order of lucky losers.

    They are ordered by how close they came to advancing, then by mean table score, then at random.
    """
    ranks_below_cut: dict[int, int] = {}
    for table in rounds[-1].tables:
        if table.decided:
            losers = [
                player for tied_players in table.places or () for player in tied_players if player not in table.through
            ]
            ranks_below_cut |= {player: index for index, player in enumerate(losers)}
    lot, strengths = draw_lots(ranks_below_cut, Random(seed)), _player_strengths(rounds, ranks_below_cut, settings)
    return sorted(ranks_below_cut, key=lambda player: (ranks_below_cut[player], -strengths[player], lot[player]))


def knock_out_request(
    settings: TournamentSettings,
    rounds: Sequence[RoundView],
    requests: Sequence[DrawRequest],
    eligible: Iterable[int],
    seed: int,
    pairs: Iterable[Pair],
    *,
    seeding: Sequence[int] = (),
    go_on: int | None = None,
) -> tuple[str, DrawRequest]:
    """Return the name of the next round of a knockout, and its draw request. Raise `NotDrawn` if it cannot be drawn.

    `seeding` lists the entrants, the strongest first; if it is empty, the first order is random. Seeded players keep
    that order to the end. Without seeding, players are ordered by score.
    """
    present_players = set(eligible)
    if requests:
        seeding = () if requests[0].besides["by_lot"] else requests[0].field.players
    current_survivors = find_survivors(rounds, settings)
    remaining = present_players.intersection(current_survivors.losses) if rounds else present_players
    order = [entry for entry in seeding if entry in remaining]
    order += shuffle_players(remaining.difference(order), Random(seed))
    losers = [entry for entry in best_losers(rounds, settings, seed) if entry in present_players] if rounds else []
    cut_size = settings.go_on if go_on is None else go_on
    if settings.format is Format.DOUBLE:
        parts = tuple(_double_elimination_parts(settings, order, current_survivors, cut_size, first=not rounds))
    else:
        parts = tuple(_single_elimination_parts(settings, order, losers, current_survivors, cut_size, first=not rounds))
    final = next((part.stage for part in parts if part.stage.is_final), None)
    players = [player for part in parts for player in part.players]
    # Everybody left sits at the final table, even pairs kept apart: there is no other table.
    field = entrants_after(rounds, players, settings.sizes, seed, () if final else pairs)
    if not seeding:
        field = with_scores(field, _player_strengths(rounds, players, settings))
    field = replace(field, players=tuple(players))
    by_lot = not rounds and not seeding
    details = {"parts": [plain(part) for part in parts], "by_lot": by_lot}
    return final.label if final else f"Round {len(rounds) + 1}", DrawRequest(KNOCK_OUT, field, details)


def _single_elimination_parts(
    settings: TournamentSettings,
    order: Sequence[int],
    losers: Sequence[int],
    current_survivors: Survivors,
    go_on: int,
    *,
    first: bool,
) -> Iterator[RoundPart]:
    """Yield the next round of the players still in and, beside the final, the match for third place."""
    sizes = settings.sizes
    stage, *later_stages = plan_rounds(len(order), sizes, go_on, knocked_out=len(losers), first=first)
    losers_of_stage = stage.players - stage.remaining
    if (
        settings.third_place
        and later_stages
        and later_stages[0].is_final
        and not later_stages[0].lucky
        and sizes.least <= losers_of_stage <= sizes.most
    ):
        stage = replace(stage, losers=Side.THIRD_PLACE)
    yield RoundPart(stage, (*order, *losers[: stage.lucky]))
    third_place_players = tuple(player for player in losers if player in current_survivors.waiting)
    if stage.is_final and sizes.least <= len(third_place_players) <= sizes.most:
        yield RoundPart(
            Stage(len(third_place_players), (len(third_place_players),), side=Side.THIRD_PLACE), third_place_players
        )


def _double_elimination_parts(
    settings: TournamentSettings, order: Sequence[int], current_survivors: Survivors, go_on: int, *, first: bool
) -> Iterator[RoundPart]:
    """Yield the next round of the winners' and the losers' side, or the final."""
    if current_survivors.second_final:
        yield RoundPart(Stage(len(order), (len(order),), second=True), tuple(order))
        return
    beaten = [player for player in order if current_survivors.losses.get(player)]
    unbeaten = [player for player in order if not current_survivors.losses.get(player)]
    sides = {Side.WINNERS: unbeaten, Side.LOSERS: beaten}
    plan = double_elimination.plan_rounds(
        len(unbeaten), len(beaten), settings.sizes, go_on, second_final=settings.second_final, first=first
    )
    for stage in plan[0]:
        yield RoundPart(stage, tuple(order if stage.is_final else sides[stage.side]))


def _player_strengths(
    rounds: Sequence[RoundView], players: Iterable[int], settings: TournamentSettings
) -> dict[int, Fraction]:
    """Return the strength of players: the mean of their table scores in `rounds`."""
    return {player: tally.strength for player, tally in tally_players(players, rounds, settings).items()}
