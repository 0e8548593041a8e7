"""What each format asks next: who is in it still, what the round is called, and by what it is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from referee.cards.words import counted
from referee.club.faults import ClubFault
from referee.tournaments.field import Pair
from referee.tournaments.history import field_after, points_after, with_scores
from referee.tournaments.questions import Question
from referee.tournaments.settings import Format, Settings
from referee.tournaments.state import State
from referee.tournaments.view import EntryView, RoundView

_BY_ROUNDS = (Format.ALL_MEET, Format.SWISS, Format.LEAGUE)


def gone_on(rounds: Sequence[RoundView], settings: Settings) -> tuple[RoundView, ...]:
    """Return rounds with who goes on from each of their tables, where that is how the format goes."""
    return tuple(rounds)


def out_since(rounds: Sequence[RoundView], state: State) -> dict[int, int]:
    """Return who has been knocked out, and in which round."""
    return {}


def asked(
    settings: Settings,
    rounds: Sequence[RoundView],
    made_from: Sequence[Question],
    entries: Mapping[int, EntryView],
    able: Iterable[int],
    seeds: tuple[int, int],
    apart: Iterable[Pair],
) -> tuple[str, Question]:
    """Return what the round after some others is called, and by what it is drawn from those who are able to play.

    `made_from` is what those before were drawn from; `seeds` are those of the tournament and of the round. Raises a
    `ClubFault` when there is no further round.
    """
    number = len(rounds) + 1
    if settings.format in _BY_ROUNDS:
        if number > settings.rounds:
            raise ClubFault(
                f"All {counted(settings.rounds, 'round')} have been drawn.", "When it is over: referee tournament end"
            )
        return f"Round {number}", _by_rounds(settings, rounds, made_from, entries, able, seeds, apart)
    raise ClubFault(f"Rounds of a {settings.format} are not drawn here.")


def _by_rounds(
    settings: Settings,
    rounds: Sequence[RoundView],
    made_from: Sequence[Question],
    entries: Mapping[int, EntryView],
    able: Iterable[int],
    seeds: tuple[int, int],
    apart: Iterable[Pair],
) -> Question:
    field = field_after(rounds, able, settings.sizes, seeds[1], apart)
    match settings.format:
        case Format.SWISS:
            return Question("swiss", with_scores(field, points_after(rounds, entries, settings)))
        case Format.ALL_MEET:
            planned = field_after((), able, settings.sizes, seeds[0], apart)
            besides = {"rounds": settings.rounds, "round": len(rounds) + 1}
            # A plan is for those who were there when it began, every time; else it would have holes.
            if all(each.by == "plan" and each.field.players == planned.players for each in made_from):
                return Question("plan", planned, besides)
            return Question("few repeats", field)
        case _:
            return Question("few repeats", field)


def left(settings: Settings, rounds: Sequence[RoundView]) -> str:
    """Return what is still to be played in words, empty when nothing is."""
    if settings.format in _BY_ROUNDS:
        more = settings.rounds - len(rounds)
        return counted(more, "round") if more > 0 else ""
    return ""
