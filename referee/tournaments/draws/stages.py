"""The next round of each format: who is still in it, its name, and its draw request."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from referee.cards.words import quantity
from referee.club.text.faults import ClubFault
from referee.competition.draw_request import FEW_REPEATS, GROUPS, PLAN, SWISS, DrawRequest
from referee.competition.draws import groups
from referee.competition.draws.knock_out_plan import FINALS
from referee.competition.entrants import Pair
from referee.competition.history import pairs_within
from referee.store.hints import Do
from referee.tournaments.draws import elimination
from referee.tournaments.draws.elimination import played, with_through
from referee.tournaments.draws.history import field_after, points_after, with_scores
from referee.tournaments.scores.elimination_order import last_round_of
from referee.tournaments.scores.standings import standings
from referee.tournaments.state.settings import BY_POINTS, KNOCK_OUTS, WITH_A_FINAL, Format, TournamentSettings
from referee.tournaments.state.state import TournamentState
from referee.tournaments.state.survivors import survivors
from referee.tournaments.state.view import EntryView, RoundView


@dataclass(frozen=True, slots=True)
class _Asked:
    """The arguments of `next_round_request`."""

    settings: TournamentSettings
    rounds: Sequence[RoundView]
    made_from: Sequence[DrawRequest]
    entries: Mapping[int, EntryView]
    able: Iterable[int]
    seeds: tuple[int, int]
    apart: Iterable[Pair]
    penalties: Mapping[int, Fraction]
    seeding: Sequence[int]


def with_qualifiers(rounds: Sequence[RoundView], state: TournamentState) -> tuple[RoundView, ...]:
    """Return rounds with the players who advance from each table, in formats where some do."""
    settings = state.settings
    if settings is None or settings.format not in WITH_A_FINAL:
        return tuple(rounds)
    return with_through(rounds, [round.request for round in state.rounds], settings)


def out_since(rounds: Sequence[RoundView], state: TournamentState) -> dict[int, int]:
    """Return the players who have been knocked out, each with the round."""
    settings = state.settings
    if settings is None or settings.format not in WITH_A_FINAL:
        return {}
    found = dict(survivors(rounds, settings).out)
    if settings.format is Format.GROUPS and len(rounds) > settings.rounds:
        for player in state.entries:  # players in no round after the groups missed the finals
            at, _ = last_round_of(player, rounds)
            if 0 <= at < settings.rounds:
                found[player] = at + 1
    return found


def next_round_request(
    settings: TournamentSettings,
    rounds: Sequence[RoundView],
    made_from: Sequence[DrawRequest],
    entries: Mapping[int, EntryView],
    able: Iterable[int],
    seeds: tuple[int, int],
    pairs: Iterable[Pair],
    penalties: Mapping[int, Fraction],
    mates: Iterable[Pair] = (),
    seeding: Sequence[int] = (),
) -> tuple[str, DrawRequest]:
    """Return the name and the draw request of the round after `rounds`, for the players in `able`.

    `made_from` has the draw requests of earlier rounds, and `seeds` the seeds of the tournament and of this round.
    `penalties` count for who advances from a group. Pairs in `apart` are kept apart; of `mates` as few as possible sit
    together. `seeding` lists the entrants of a knockout or of groups, the strongest first, unless the order is random.
    Raises `ClubFault` if no round is left, and `NotDrawn` if it cannot be drawn.
    """
    number = len(rounds) + 1
    if settings.format is Format.FREEZE_OUT:
        raise ClubFault("A freezeout has no rounds. Its seats are drawn once.", Do.SEATS("Draw them"))
    if not describe_remaining(settings, made_from, rounds):
        drawn = "The final has" if settings.format in WITH_A_FINAL else f"All {quantity(settings.rounds, 'round')} have"
        raise ClubFault(f"{drawn} been drawn.")
    known, wished = (
        _Asked(settings, rounds, made_from, entries, able, seeds, pairs, penalties, seeding),
        frozenset(mates),
    )
    if settings.format in BY_POINTS:
        return f"Round {number}", _with_mates(_by_rounds(known), wished)
    if settings.format in KNOCK_OUTS:
        name, question = elimination.question(settings, rounds, made_from, able, seeds[1], pairs, seeding=seeding)
        return name, _with_mates(question, wished)
    name, question = _of_groups(known)
    # All rounds of the groups follow from the first draw, including its team mates.
    return name, question if question.by == GROUPS and made_from else _with_mates(question, wished)


def _with_mates(question: DrawRequest, mates: frozenset[Pair]) -> DrawRequest:
    """Return a request that keeps team mates apart where possible. A final is unchanged, as it seats everybody left."""
    if any(part.stage.is_final for part in played(question)):
        return question
    field = question.field
    return replace(question, field=replace(field, mates=pairs_within(mates, set(field.players))))


def describe_remaining(
    settings: TournamentSettings, made_from: Sequence[DrawRequest], rounds: Sequence[RoundView]
) -> str:
    """Describe the rounds still to draw; "" if there are none."""
    if settings.format in BY_POINTS:
        more = settings.rounds - len(made_from)
        return quantity(more, "round") if more > 0 else ""
    if made_from and any(part.stage.is_final for part in played(made_from[-1])):
        return "a second final" if survivors(rounds, settings).second_final else ""
    return "the final"


def _by_rounds(asked: _Asked) -> DrawRequest:
    settings, rounds, seeds = asked.settings, asked.rounds, asked.seeds
    field = field_after(rounds, asked.able, settings.sizes, seeds[1], asked.apart)
    match settings.format:
        case Format.SWISS:
            return DrawRequest(SWISS, with_scores(field, points_after(rounds, asked.entries, settings)))
        case Format.ALL_MEET:
            fresh = field_after((), asked.able, settings.sizes, seeds[0], asked.apart)
            besides = {"rounds": settings.rounds, "round": len(rounds) + 1}
            # A plan needs the same players in every round, or tables would have gaps.
            if all(
                draw_request.by == PLAN and draw_request.field.players == fresh.players
                for draw_request in asked.made_from
            ):
                return DrawRequest(PLAN, fresh, besides)
            return DrawRequest(FEW_REPEATS, field)
        case _:
            return DrawRequest(FEW_REPEATS, field)


def _of_groups(asked: _Asked) -> tuple[str, DrawRequest]:
    """Return the next round of the groups or, after these, of the final between the best of each group."""
    settings, rounds, made_from, seeds, pairs = asked.settings, asked.rounds, asked.made_from, asked.seeds, asked.apart
    number, here = len(rounds) + 1, set(asked.able)
    if number <= settings.rounds:
        # All rounds of the groups follow from the first draw.
        field, by_lot = field_after((), here, settings.sizes, seeds[1], pairs), not asked.seeding
        if made_from:
            field, by_lot = made_from[0].field, made_from[0].besides["by_lot"]
        elif asked.seeding:
            field = replace(field, players=tuple(entry for entry in asked.seeding if entry in here))
        without = sorted(set(field.players) - here)
        besides = {"groups": settings.groups, "rounds": settings.rounds, "round": number, "without": without}
        besides["by_lot"] = by_lot
        return f"Groups, round {number}", DrawRequest(GROUPS, field, besides)
    in_groups, since = rounds[: settings.rounds], rounds[settings.rounds :]
    first: Sequence[int] = ()
    if not since:
        places, _ = standings(asked.entries, in_groups, settings, penalties=asked.penalties, seed=seeds[0])
        first = groups.split_into_finals(_orders(in_groups, [line.entry for line in places]), settings.go_on)[0]
        here &= set(first)
    name, question = elimination.question(
        settings, since, made_from[settings.rounds :], here, seeds[1], pairs, seeding=first, go_on=settings.final_go_on
    )
    return name if name in FINALS else f"Final, {name.lower()}", question


def _orders(rounds: Sequence[RoundView], order: Sequence[int]) -> list[list[int]]:
    """Return the players of each group, sorted as in `order`."""
    group: dict[int, str] = {}
    for round in rounds:
        for table in round.tables:
            group |= {player: table.label for player in table.entries if player not in group}
    labels = sorted(set(group.values()), key=lambda label: (len(label), label))
    return [[player for player in order if group.get(player) == label] for label in labels]
