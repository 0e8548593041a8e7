"""What each format asks next: who is in it still, what the round is called, and by what it is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from referee.cards.words import counted
from referee.club.text.faults import ClubFault
from referee.competition.draws import groups, knock_out
from referee.competition.field import Pair
from referee.competition.history import within
from referee.competition.question import FEW_REPEATS, GROUPS, PLAN, SWISS, Question
from referee.store.hints import Do
from referee.tournaments.draws import elimination
from referee.tournaments.draws.elimination import played, with_through
from referee.tournaments.draws.history import field_after, points_after, with_scores
from referee.tournaments.scores.classified import last_seen
from referee.tournaments.scores.standings import standings
from referee.tournaments.scores.tallies import decided
from referee.tournaments.state.settings import Format, Settings
from referee.tournaments.state.state import State
from referee.tournaments.state.view import EntryView, RoundView

_BY_ROUNDS = (Format.ALL_MEET, Format.SWISS, Format.LEAGUE)
_OUT = (Format.KNOCK_OUT, Format.GROUPS)


@dataclass(frozen=True, slots=True)
class _Asked:
    """All that the next round is asked from, see `asked`."""

    settings: Settings
    rounds: Sequence[RoundView]
    made_from: Sequence[Question]
    entries: Mapping[int, EntryView]
    able: Iterable[int]
    seeds: tuple[int, int]
    apart: Iterable[Pair]
    penalties: Mapping[int, Fraction]


def gone_on(rounds: Sequence[RoundView], state: State) -> tuple[RoundView, ...]:
    """Return rounds with who goes on from each of their tables, where that is how the format goes."""
    settings = state.settings
    if settings is None or settings.format not in _OUT:
        return tuple(rounds)
    return with_through(rounds, [each.question for each in state.rounds], settings)


def out_since(rounds: Sequence[RoundView], state: State) -> dict[int, int]:
    """Return who has been knocked out, and in which round."""
    settings, found = state.settings, {}
    if settings is None or settings.format not in _OUT or not rounds:
        return {}
    stages = [played(each.question) for each in state.rounds]
    for player in state.entries:
        at, table = last_seen(player, rounds)
        if at < 0:
            continue
        last = at == len(rounds) - 1
        stage = stages[at]
        if stage is None:  # a group: who is in no round after the groups did not get into a final
            if any(stages[at + 1 :]):
                found[player] = at + 1
            continue
        on = player in table.through if table is not None else player in rounds[at].byes
        if table is not None and not on and not decided(table):
            continue
        if not on and stage.losers is None:
            found[player] = at + 1
        elif not last:
            found[player] = at + 2  # they were not there when the next round was drawn
    return found


def asked(
    settings: Settings,
    rounds: Sequence[RoundView],
    made_from: Sequence[Question],
    entries: Mapping[int, EntryView],
    able: Iterable[int],
    seeds: tuple[int, int],
    apart: Iterable[Pair],
    penalties: Mapping[int, Fraction],
    mates: Iterable[Pair] = (),
) -> tuple[str, Question]:
    """Return what the round after some others is called, and by what it is drawn from those who are able to play.

    `made_from` is what those before were drawn from; `seeds` are those of the tournament and of the round. `penalties`
    take places, so they tell who gets out of a group. `apart` are kept apart; of `mates` the fewest sit together.
    Raises a `ClubFault` when there is no further round, and `NotDrawn` when there can be none.
    """
    number = len(rounds) + 1
    if settings.format is Format.FREEZE_OUT:
        raise ClubFault("A freeze-out has no rounds; its seats are drawn once.", Do.SEATS("Draw them"))
    if not left(settings, made_from):
        drawn = "The final has" if settings.format in _OUT else f"All {counted(settings.rounds, 'round')} have"
        raise ClubFault(f"{drawn} been drawn.")
    known, wished = _Asked(settings, rounds, made_from, entries, able, seeds, apart, penalties), frozenset(mates)
    if settings.format in _BY_ROUNDS:
        return f"Round {number}", _with_mates(_by_rounds(known), wished)
    if settings.format is Format.KNOCK_OUT:
        question, stage = elimination.question(settings, rounds, able, seeds[1], apart)
        return knock_out.FINAL if stage.final else f"Round {number}", _with_mates(question, wished)
    name, question = _of_groups(known)
    # All rounds of the groups follow from the first draw, with the mates that it had.
    return name, question if question.by == GROUPS and made_from else _with_mates(question, wished)


def _with_mates(question: Question, mates: frozenset[Pair]) -> Question:
    """Return a question that asks for the fewest mates together, but for a final: whoever is left sits there."""
    stage, field = played(question), question.field
    if stage is not None and stage.final:
        return question
    return replace(question, field=replace(field, mates=within(mates, set(field.players))))


def left(settings: Settings, made_from: Sequence[Question]) -> str:
    """Return what is still to be drawn in words, empty when nothing is."""
    if settings.format in _BY_ROUNDS:
        more = settings.rounds - len(made_from)
        return counted(more, "round") if more > 0 else ""
    if made_from and (stage := played(made_from[-1])) is not None and stage.final:
        return ""
    return "the final"


def _by_rounds(asked: _Asked) -> Question:
    settings, rounds, seeds = asked.settings, asked.rounds, asked.seeds
    field = field_after(rounds, asked.able, settings.sizes, seeds[1], asked.apart)
    match settings.format:
        case Format.SWISS:
            return Question(SWISS, with_scores(field, points_after(rounds, asked.entries, settings)))
        case Format.ALL_MEET:
            fresh = field_after((), asked.able, settings.sizes, seeds[0], asked.apart)
            besides = {"rounds": settings.rounds, "round": len(rounds) + 1}
            # A plan is for those who were there when it began, every time; else it would have holes.
            if all(each.by == PLAN and each.field.players == fresh.players for each in asked.made_from):
                return Question(PLAN, fresh, besides)
            return Question(FEW_REPEATS, field)
        case _:
            return Question(FEW_REPEATS, field)


def _of_groups(asked: _Asked) -> tuple[str, Question]:
    """Return the next round of the groups, or after them of the final between the best of each."""
    settings, rounds, made_from, seeds, apart = asked.settings, asked.rounds, asked.made_from, asked.seeds, asked.apart
    number, here = len(rounds) + 1, set(asked.able)
    if number <= settings.rounds:
        # All rounds of the groups follow from the first draw.
        field = made_from[0].field if made_from else field_after((), here, settings.sizes, seeds[1], apart)
        without = sorted(set(field.players) - here)
        besides = {"groups": settings.groups, "rounds": settings.rounds, "round": number, "without": without}
        return f"Groups, round {number}", Question(GROUPS, field, besides)
    in_groups, since = rounds[: settings.rounds], rounds[settings.rounds :]
    first = None
    if not since:
        places, _ = standings(asked.entries, in_groups, settings, penalties=asked.penalties, seed=seeds[0])
        first = groups.finals(_orders(in_groups, [line.entry for line in places]), settings.go_on)[0]
    question, stage = elimination.question(
        settings, since, here & set(first) if first else here, seeds[1], apart, first=first or (), go_on=_cut(settings)
    )
    return knock_out.FINAL if stage.final else f"Final, round {len(since) + 1}", question


def _cut(settings: Settings) -> int:
    """Return how many of each table go on to the final, where it takes more than one table."""
    return min(settings.go_on, settings.sizes.least - 1)


def _orders(rounds: Sequence[RoundView], order: Sequence[int]) -> list[list[int]]:
    """Return who was in each group, in the order that all came in."""
    group: dict[int, str] = {}
    for each in rounds:
        for table in each.tables:
            group |= {player: table.label for player in table.entries if player not in group}
    labels = sorted(set(group.values()), key=lambda label: (len(label), label))
    return [[player for player in order if group.get(player) == label] for label in labels]
