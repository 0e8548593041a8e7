"""What an officer does in a tournament of any format: draw and start a round, enter and leave, end it, undo."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import groupby
from typing import Any, Final, Protocol, TypeAlias

from textual.screen import Screen

from referee.cards.words import join_words, quantity
from referee.club.calendar import sessions
from referee.club.corrections.impact import dry_run
from referee.club.corrections.impact_words import describe_impact
from referee.club.folder import Club
from referee.club.people import roster
from referee.club.text.faults import ClubFault
from referee.competition.planning import plans
from referee.dashboard.deeds import picking
from referee.dashboard.deeds.deed import REASON, Answers, Deed, Effect, Long, Parameter, Pick, Prompt, reason
from referee.dashboard.deeds.done import Done, telling
from referee.dashboard.deeds.running import carry_out
from referee.dashboard.desk import Desk
from referee.dashboard.tournament.format_view import Selection
from referee.store.progress import Progress
from referee.tournaments import overview, wording
from referee.tournaments.actions import closing, entering, playing, rounds
from referee.tournaments.actions.entering import TypedNames
from referee.tournaments.state.view import EntryView, RoundView, TournamentView
from referee.tournaments.undoing import last_step
from referee.tournaments.wording import describe_round, seated, table_title


class HasNumber(Protocol):
    """A tournament as something found it, by its number."""

    @property
    def number(self) -> int:
        """The number of the tournament."""


TournamentOutcome: TypeAlias = tuple[HasNumber, str]
"""A tournament after something was done in it, and what is said of that."""
WHO: Final = "who"
WHICH: Final = "which"
"""By what a deed knows of which tournament it is, where that is not asked."""
_TEAM: Final = "team"
_WITHDRAWS: Final = "{} finishes a table that has started, and plays no later round."


def tournament_deed(
    id: str,
    do: Callable[[Club, Answers], TournamentOutcome],
    asks: tuple[Parameter, ...] = (),
    effect: Callable[[Club, Answers], Effect | None] | Long[Effect | None] | None = None,
) -> Deed[Done]:
    """Return a deed of a tournament, which is undone as the last step of that."""

    def done(club: Club, answers: Answers) -> Done:
        changed, text = do(club, answers)
        return Done(text, last_step(club, changed.number))

    return telling(id, done, asks, effect)


# -- rounds -------------------------------------------------------------------------------------------------


def draw(at: Selection) -> Deed[Done]:
    """Return the deed that draws the next round, as it is shown first."""

    def effect(club: Club, _: Answers, watch: Progress) -> Effect:
        with plans.watched(watch):
            view, drawn = rounds.preview(club, str(at.number))
        frozen = "" if view.rounds else " The first draw fixes the settings."
        rows = [
            *_tables(view, drawn, range(len(drawn.tables))),
            *(f"{about}: {text}" for about, text in describe_round(view, drawn)),
        ]
        return Effect(f"{drawn.name} of {view.name}, drawn with seed {drawn.seed}.{frozen}", "draw it", rows)

    def do(club: Club, _: Answers) -> TournamentOutcome:
        view = rounds.draw(club, str(at.number))
        missing = playing.absent_players(club, str(at.number))
        return view, " ".join([f"{view.rounds[-1].name} is drawn.", *_not_here(missing)])

    return tournament_deed("tournament draw", do, effect=Long("Drawing the round", effect))


def start(at: Selection) -> Deed[Done]:
    """Return the deed that starts the tables of the round; which, and who is not here, is shown first."""

    def effect(club: Club, _: Answers) -> Effect | None:
        view = overview.show(club, str(at.number))
        last = view.rounds[-1] if view.rounds else None
        waiting = [place for place, table in enumerate(last.tables) if table.status == "drawn"] if last else []
        if last is None or not waiting:
            return None  # what is to be said of that is said on starting them
        rows = [*_tables(view, last, waiting), *_not_here(playing.absent_players(club, str(at.number)))]
        return Effect(f"Start {last.name} of {view.name} as tables of tonight?", "start them", rows)

    def do(club: Club, _: Answers) -> TournamentOutcome:
        before = overview.show(club, str(at.number)).rounds[-1:]
        were = {table.match for round in before for table in round.tables}
        view = playing.seat(club, str(at.number))
        last = view.rounds[-1]
        new = {table.number: table.match.table for table in last.tables if table.match and table.match not in were}
        are = "Table {} of {} has" if len(new) == 1 else "Tables {} of {} have"
        # Tables of tonight are numbered as they start, whatever the numbers with which they were drawn.
        same = [*new] == [*new.values()]
        called = "" if same else f" as table{'s'[: len(new) - 1]} {join_words(new.values())} of tonight"
        return view, f"{are.format(join_words(new), last.name)} started{called}."

    return tournament_deed("tournament start", do, effect=effect)


def _tables(view: TournamentView, found: RoundView, which: Iterable[int]) -> list[str]:
    tables = [found.tables[at] for at in which]
    return [f"{table_title(table, found)}: {seated(view, found, table)}" for table in tables]


def _not_here(missing: Sequence[str]) -> list[str]:
    return [wording.describe_absent(missing)] if missing else []


# -- who is in it -------------------------------------------------------------------------------------------


def enter(at: Selection) -> Deed[Done]:
    """Return the deed that enters members, and guests once that is agreed to; nothing typed is all who are here."""

    def team(club: Club, _: Answers) -> Prompt | None:
        view = overview.show(club, str(at.number))
        there = dict.fromkeys(entry.team for entry in view.entries.values() if entry.team)
        asks = f"Which team enters {view.name}? Leave blank for players without one:"
        return Prompt(asks, tuple(map(Pick, there)), example="Red", optional=True) if view.settings.teams else None

    def asks(club: Club, _: Answers) -> Prompt:
        view = overview.show(club, str(at.number))
        question = f"Who enters {view.name}? Leave blank for everybody checked in tonight:"
        return Prompt(question, _free(club, view), example="Ann, Ben", optional=True, separator=picking.AND)

    def meant(club: Club, answers: Answers) -> TypedNames:
        if names := picking.answers(answers[WHO]):
            return entering.typed_names(club, names)
        return TypedNames(entering.present_without_entry(club, str(at.number)))

    def effect(club: Club, answers: Answers) -> Effect | None:
        typed_names = meant(club, answers)
        if not typed_names.unknown:
            return None
        who, others = join_words(typed_names.unknown), len(typed_names.names) - len(typed_names.unknown)
        as_guests = "as a guest" if len(typed_names.unknown) == 1 else "as guests"
        more = f", with {quantity(others, 'member')}" if others else ""
        return Effect(f"Not on the roster: {who}. Enter {as_guests}{more}?", f"enter {who}")

    def do(club: Club, answers: Answers) -> TournamentOutcome:
        typed_names, team = meant(club, answers), answers[_TEAM]
        after, entries = entering.enter(
            club, str(at.number), typed_names.names, guests=bool(typed_names.unknown), team=team
        )
        return after, wording.entered(after, entries)

    return tournament_deed("tournament enter", do, (Parameter(_TEAM, team), Parameter(WHO, asks)), effect)


def _free(club: Club, view: TournamentView) -> tuple[Pick, ...]:
    """Return who may enter: whoever is here comes first."""
    entered = {entry.name for entry in view.entries.values()}
    try:
        here = {member.name for member in sessions.show(club).came}
    except ClubFault:
        here = set()
    free = [member.name for member in roster.members(club) if member.name not in entered]
    free.sort(key=lambda name: name not in here)
    return tuple(Pick(name, "" if name in here or not here else "not checked in yet") for name in free)


def absent(at: Selection) -> Deed[Done]:
    """Return the deed that notes who misses a round: the one that is drawn, else the next."""

    def do(club: Club, answers: Answers) -> TournamentOutcome:
        found = entering.absent(club, str(at.number), answers[WHO], reason=answers[REASON])
        return found[0], wording.absent(*found)

    why = reason(lambda answers: f"{answers[WHO]} is absent.", optional=True, example="is ill")
    asks = entrant(at.number, "Who is absent? For the drawn round, or the next one if none is drawn:", at.name)
    return tournament_deed("tournament absent", do, (asks, why))


def withdraw(at: Selection, does: str = _WITHDRAWS) -> Deed[Done]:
    """Return the deed that withdraws somebody; `does` says what comes of it."""

    def do(club: Club, answers: Answers) -> TournamentOutcome:
        view, entry = entering.withdraw(club, str(at.number), answers[WHO], reason=answers[REASON])
        return view, wording.withdrawn(view, entry)

    why = reason(lambda answers: does.format(answers[WHO]), "went home", "is ill", example="has to catch a train")
    return tournament_deed("tournament withdraw", do, (entrant(at.number, "Who withdraws?", at.name), why))


def entrant(
    number: int,
    asks: str | Callable[[TournamentView], str],
    who: str = "",
    among: Callable[[TournamentView, EntryView], bool] = lambda _, entry: entry.status in ("in", "absent"),
) -> Parameter:
    """Ask for one of those who entered, `among` whom the answer is; who is marked stands in the line already."""

    def question(club: Club, _: Answers) -> Prompt:
        view = overview.show(club, str(number))
        picks = tuple(Pick(entry.name) for entry in view.entries.values() if among(view, entry))
        value = who if Pick(who) in picks else ""
        return Prompt(asks if isinstance(asks, str) else asks(view), picks, value, example="Ann")

    return Parameter(WHO, question, lambda club, _, text: entering.whole_name(club, str(number), text))


# -- the end, and back --------------------------------------------------------------------------------------


def end(at: Selection) -> Deed[Done]:
    """Return the deed that freezes the order as it stands; that, and what it changes, is shown first."""

    def do(club: Club, _: Answers) -> TournamentOutcome:
        after = closing.end(club, str(at.number), early=bool(closing.left_to_play(club, str(at.number))))
        return after, wording.describe_end(after)

    def effect(club: Club, answers: Answers) -> Effect:
        view, left = overview.show(club, str(at.number)), closing.left_to_play(club, str(at.number))
        order = [
            f"{place} {join_words(view.name_of(line.entry) for line in lines)}"
            for place, lines in groupby(view.standings, key=lambda line: line.place)
        ]
        early = f" It ends early: {left} still to play." if left else ""
        changes = describe_impact(dry_run(club, lambda club: do(club, answers)))
        return Effect(f"End {view.name} with this order?{early} {', '.join(order)}.", "end it", list(changes))

    return tournament_deed("tournament end", do, effect=effect)


def undo(number: int, what: str) -> Deed[Done]:
    """Return the deed that undoes the last step of a tournament, which is `what` as it was told."""

    def do(club: Club, answers: Answers) -> Done:
        return Done(wording.undone(*closing.undo(club, str(number), reason=answers[REASON], only=what)))

    why = reason(f"Undo the last step: {what}? It stays in the log.", "drawn too soon", optional=True)
    return telling("tournament undo", do, (why,))


def ask_undo(desk: Desk, screen: Screen[Any], number: int, then: Callable[[Done], object]) -> None:
    """Say what was done last in a tournament, ask why that is undone, and undo it."""

    def undone(what: str, done: Done) -> None:
        # It is not undone twice.
        if noted := next((undoable for undoable in reversed(desk.undoables) if undoable.what == f"that {what}"), None):
            desk.undoables.remove(noted)
        then(done)

    def ask(what: str) -> None:
        carry_out(desk, screen, undo(number, what), partial(undone, what))

    # With the pen, so that what was entered before is in it.
    desk.write(screen, lambda: closing.last_done(desk.club, str(number)), ask)
