"""The next round of each format: the players still in it, its name, and its draw request."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from referee.cards.immutable import frozen
from referee.cards.words import quantity
from referee.club.text.faults import ClubFault
from referee.competition.draw_request import FEW_REPEATS, GROUPS, PLAN, SWISS, SWISS_REPEATS_FIRST, DrawRequest
from referee.competition.draws import groups
from referee.competition.draws.knock_out_plan import FINALS
from referee.competition.entrants import Pair
from referee.competition.history import pairs_within
from referee.store.hints import Do
from referee.tournaments.draws import elimination
from referee.tournaments.draws.elimination import knock_out_parts, with_advancing_players
from referee.tournaments.draws.history import entrants_after, points_after, with_scores
from referee.tournaments.scores.elimination_order import last_round_of
from referee.tournaments.scores.standings import standings
from referee.tournaments.state.settings import BY_POINTS, KNOCK_OUTS, WITH_A_FINAL, Format, TournamentSettings
from referee.tournaments.state.state import TournamentState
from referee.tournaments.state.survivors import find_survivors
from referee.tournaments.state.view import EntryView, RoundView


@frozen
class _RequestArguments:
    """The arguments of `next_round_request`."""

    settings: TournamentSettings
    rounds: Sequence[RoundView]
    requests: Sequence[DrawRequest]
    entries: Mapping[int, EntryView]
    eligible: Iterable[int]
    seeds: tuple[int, int]
    apart: Iterable[Pair]
    penalties: Mapping[int, Fraction]
    seeding: Sequence[int]


def with_qualifiers(rounds: Sequence[RoundView], state: TournamentState) -> tuple[RoundView, ...]:
    """Return rounds with the players who advance from each table, in formats with advancing players."""
    settings = state.settings
    if settings is None or settings.format not in WITH_A_FINAL:
        return tuple(rounds)
    return with_advancing_players(rounds, [round.request for round in state.rounds], settings)


def rounds_of_elimination(rounds: Sequence[RoundView], state: TournamentState) -> dict[int, int]:
    """Return the round in which each eliminated player was knocked out."""
    settings = state.settings
    if settings is None or settings.format not in WITH_A_FINAL:
        return {}
    rounds_out = dict(find_survivors(rounds, settings).out)
    if settings.format is Format.GROUPS and len(rounds) > settings.rounds:
        for player in state.entries:  # players in no round after the groups missed the finals
            index, _ = last_round_of(player, rounds)
            if 0 <= index < settings.rounds:
                rounds_out[player] = index + 1
    return rounds_out


def next_round_request(
    settings: TournamentSettings,
    rounds: Sequence[RoundView],
    requests: Sequence[DrawRequest],
    entries: Mapping[int, EntryView],
    eligible: Iterable[int],
    seeds: tuple[int, int],
    pairs: Iterable[Pair],
    penalties: Mapping[int, Fraction],
    mates: Iterable[Pair] = (),
    seeding: Sequence[int] = (),
) -> tuple[str, DrawRequest]:
    """Return the name and the draw request of the round after `rounds`, for the `eligible` players.

    `requests` has the draw requests of earlier rounds, and `seeds` the seeds of the tournament and of this round.
    `penalties` affect who advances from a group, and who meets in a Swiss. `pairs` are kept apart, and as few of
    `mates` as possible sit together. `seeding` lists the entrants of a knockout or of groups, the strongest first,
    unless the order is random.

    Raise `ClubFault` if no round is left, and `NotDrawn` if it cannot be drawn.
    """
    number = len(rounds) + 1
    if settings.format is Format.FREEZE_OUT:
        raise ClubFault("A freezeout has no rounds. Its seats are drawn once.", Do.SEATS("Draw them"))
    if not describe_remaining(settings, requests, rounds):
        subject = (
            "The final has" if settings.format in WITH_A_FINAL else f"All {quantity(settings.rounds, 'round')} have"
        )
        raise ClubFault(f"{subject} been drawn.")
    arguments, team_mates = (
        _RequestArguments(settings, rounds, requests, entries, eligible, seeds, pairs, penalties, seeding),
        frozenset(mates),
    )
    if settings.format in BY_POINTS:
        return f"Round {number}", _with_mates(_request_by_points(arguments), team_mates)
    if settings.format in KNOCK_OUTS:
        name, request = elimination.knock_out_request(
            settings, rounds, requests, eligible, seeds[1], pairs, seeding=seeding
        )
        return name, _with_mates(request, team_mates)
    name, request = _request_of_groups(arguments)
    # All rounds of the groups follow from the first draw, including its team mates.
    return name, request if request.by == GROUPS and requests else _with_mates(request, team_mates)


def _with_mates(request: DrawRequest, mates: frozenset[Pair]) -> DrawRequest:
    """Return a request that keeps team mates apart if possible. A final is unchanged, because it seats all remaining
    players.
    """
    if any(part.stage.is_final for part in knock_out_parts(request)):
        return request
    field = request.field
    return replace(request, field=replace(field, mates=pairs_within(mates, set(field.players))))


def describe_remaining(
    settings: TournamentSettings, requests: Sequence[DrawRequest], rounds: Sequence[RoundView]
) -> str:
    """Return a description of the rounds still to draw; empty if there are none."""
    if settings.format in BY_POINTS:
        count = settings.rounds - len(requests)
        return quantity(count, "round") if count > 0 else ""
    if requests and any(part.stage.is_final for part in knock_out_parts(requests[-1])):
        return "a second final" if find_survivors(rounds, settings).second_final else ""
    return "the final"


def _request_by_points(arguments: _RequestArguments) -> DrawRequest:
    settings, rounds, seeds = arguments.settings, arguments.rounds, arguments.seeds
    field = entrants_after(rounds, arguments.eligible, settings.sizes, seeds[1], arguments.apart)
    match settings.format:
        case Format.SWISS:
            scores = points_after(rounds, arguments.entries, settings, arguments.penalties)
            return DrawRequest(SWISS_REPEATS_FIRST if settings.repeats_first else SWISS, with_scores(field, scores))
        case Format.ALL_MEET:
            first_field = entrants_after((), arguments.eligible, settings.sizes, seeds[0], arguments.apart)
            details = {"rounds": settings.rounds, "round": len(rounds) + 1}
            # A plan needs the same players in every round, or tables would have gaps.
            if all(
                draw_request.by == PLAN and draw_request.field.players == first_field.players
                for draw_request in arguments.requests
            ):
                return DrawRequest(PLAN, first_field, details)
            return DrawRequest(FEW_REPEATS, field)
        case _:
            return DrawRequest(FEW_REPEATS, field)


def _request_of_groups(arguments: _RequestArguments) -> tuple[str, DrawRequest]:
    """Return the next round of the groups or, after these, of the final between the best of each group."""
    settings, rounds, requests, seeds, pairs = (
        arguments.settings,
        arguments.rounds,
        arguments.requests,
        arguments.seeds,
        arguments.apart,
    )
    number, present_players = len(rounds) + 1, set(arguments.eligible)
    if number <= settings.rounds:
        # All rounds of the groups follow from the first draw.
        field, by_lot = entrants_after((), present_players, settings.sizes, seeds[1], pairs), not arguments.seeding
        if requests:
            field, by_lot = requests[0].field, requests[0].besides["by_lot"]
        elif arguments.seeding:
            field = replace(field, players=tuple(entry for entry in arguments.seeding if entry in present_players))
        missing_players = sorted(set(field.players) - present_players)
        details = {"groups": settings.groups, "rounds": settings.rounds, "round": number, "without": missing_players}
        details["by_lot"] = by_lot
        return f"Groups, round {number}", DrawRequest(GROUPS, field, details)
    in_groups, final_rounds = rounds[: settings.rounds], rounds[settings.rounds :]
    finalists: Sequence[int] = ()
    if not final_rounds:
        places, _ = standings(arguments.entries, in_groups, settings, penalties=arguments.penalties, seed=seeds[0])
        finalists = groups.split_into_finals(_order_groups(in_groups, [line.entry for line in places]), settings.go_on)[
            0
        ]
        present_players &= set(finalists)
    name, request = elimination.knock_out_request(
        settings,
        final_rounds,
        requests[settings.rounds :],
        present_players,
        seeds[1],
        pairs,
        seeding=finalists,
        go_on=settings.final_go_on,
    )
    return name if name in FINALS else f"Final, {name.lower()}", request


def _order_groups(rounds: Sequence[RoundView], order: Sequence[int]) -> list[list[int]]:
    """Return the players of each group, in the order of `order`."""
    group: dict[int, str] = {}
    for round in rounds:
        for table in round.tables:
            group |= {player: table.label for player in table.entries if player not in group}
    labels = sorted(set(group.values()), key=lambda label: (len(label), label))
    return [[player for player in order if group.get(player) == label] for label in labels]
