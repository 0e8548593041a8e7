"""Operations on a tournament of any format: draw, start, enter, withdraw, end and undo."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any, Final

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
from referee.tournaments.actions.entering import ResolvedNames
from referee.tournaments.state.next_step import find_late_pairing
from referee.tournaments.state.view import EntryView, RoundView, TournamentView
from referee.tournaments.wording import describe_round, describe_table, table_title

PLAYER: Final = "who"
TOURNAMENT: Final = "which"
"""The id of the parameter for the tournament. The screen of one tournament fills it in."""
_TEAM: Final = "team"
_WITHDRAWAL_EFFECT: Final = "{} finishes a table that has started, and plays no later round."


# -- rounds -------------------------------------------------------------------------------------------------


def draw(selection: Selection) -> Deed[Done]:
    """Return the operation that draws the next round. It previews the draw."""

    def effect(club: Club, _: Answers, progress: Progress) -> Effect:
        with plans.report_progress(progress):
            view, round_view = rounds.preview(club, str(selection.number))
        warning = "" if view.rounds else " The first draw fixes the settings."
        rows = [
            *_describe_tables(view, round_view, range(len(round_view.tables))),
            *(f"{subject}: {text}" for subject, text in describe_round(view, round_view)),
        ]
        return Effect(f"{round_view.name} of {view.name}, drawn with seed {round_view.seed}.{warning}", "draw it", rows)

    def do(club: Club, _: Answers) -> Done:
        view = rounds.draw(club, str(selection.number))
        absent_names = playing.missing_players(club, str(selection.number))
        return Done(" ".join([f"{view.rounds[-1].name} is drawn.", *_describe_absent(absent_names)]))

    return telling("tournament draw", do, effect=Long("Drawing the round", effect))


def start(selection: Selection) -> Deed[Done]:
    """Return the operation that starts the round's tables. It previews them and any absent players."""

    def effect(club: Club, _: Answers) -> Effect | None:
        view = overview.read_view(club, str(selection.number))
        round_view = view.rounds[-1] if view.rounds else None
        indexes = (
            [index for index, table in enumerate(round_view.tables) if table.status == "drawn"] if round_view else []
        )
        if round_view is None or not indexes:
            return None  # starting them raises the reason
        rows = [
            *_describe_tables(view, round_view, indexes),
            *_describe_absent(playing.missing_players(club, str(selection.number))),
        ]
        return Effect(f"Start {round_view.name} of {view.name} as tables of tonight?", "start them", rows)

    def do(club: Club, _: Answers) -> Done:
        earlier_rounds = overview.read_view(club, str(selection.number)).rounds[-1:]
        earlier_matches = {table.match for earlier in earlier_rounds for table in earlier.tables}
        view = playing.start_tables(club, str(selection.number))
        latest = view.rounds[-1]
        table_numbers = {
            table.number: table.match.table
            for table in latest.tables
            if table.match and table.match not in earlier_matches
        }
        sentence = "Table {} of {} has" if len(table_numbers) == 1 else "Tables {} of {} have"
        # Tables of tonight are numbered as they start, whatever the numbers with which they were drawn.
        has_same_numbers = [*table_numbers] == [*table_numbers.values()]
        numbers_tonight = (
            ""
            if has_same_numbers
            else f" as table{'s'[: len(table_numbers) - 1]} {join_words(table_numbers.values())} of tonight"
        )
        return Done(f"{sentence.format(join_words(table_numbers), latest.name)} started{numbers_tonight}.")

    return telling("tournament start", do, effect=effect)


def _describe_tables(view: TournamentView, round_view: RoundView, indexes: Iterable[int]) -> list[str]:
    tables = [round_view.tables[index] for index in indexes]
    return [f"{table_title(table, round_view)}: {describe_table(view, round_view, table)}" for table in tables]


def _describe_absent(names: Sequence[str]) -> list[str]:
    return [wording.describe_absent(names)] if names else []


# -- entries ------------------------------------------------------------------------------------------------


def enter(selection: Selection) -> Deed[Done]:
    """Return the operation that enters players. A blank answer enters everyone present.

    Unknown names become guests after a confirmation.
    """

    def team_prompt(club: Club, _: Answers) -> Prompt | None:
        view = overview.read_view(club, str(selection.number))
        teams = dict.fromkeys(entry.team for entry in view.entries.values() if entry.team)
        question = f"Which team enters {view.name}? Leave blank for players without one:"
        return Prompt(question, tuple(map(Pick, teams)), example="Red", optional=True) if view.settings.teams else None

    def players_prompt(club: Club, _: Answers) -> Prompt:
        view = overview.read_view(club, str(selection.number))
        question = f"Who enters {view.name}? Leave blank for everybody checked in tonight:"
        return Prompt(
            question, _entry_picks(club, view), example="Ann, Ben", optional=True, separator=picking.NAME_SEPARATOR
        )

    def resolve_names(club: Club, answers: Answers) -> ResolvedNames:
        if names := picking.answers(answers[PLAYER]):
            return entering.resolve_names(club, names)
        return ResolvedNames(entering.present_without_entry(club, str(selection.number)))

    def effect(club: Club, answers: Answers) -> Effect | None:
        typed_names = resolve_names(club, answers)
        if not typed_names.unknown:
            return None
        guest_names, member_count = join_words(typed_names.unknown), len(typed_names.names) - len(typed_names.unknown)
        as_guests = "as a guest" if len(typed_names.unknown) == 1 else "as guests"
        member_text = f", with {quantity(member_count, 'member')}" if member_count else ""
        return Effect(f"Not on the roster: {guest_names}. Enter {as_guests}{member_text}?", f"enter {guest_names}")

    def do(club: Club, answers: Answers) -> Done:
        typed_names, team = resolve_names(club, answers), answers[_TEAM]
        updated, entries = entering.enter(
            club, str(selection.number), typed_names.names, guests=bool(typed_names.unknown), team=team
        )
        texts = [wording.describe_entering(updated, entries)]
        if (pairing := find_late_pairing(updated)) is not None:
            texts.append(wording.describe_late_pairing(updated, pairing))
        return Done(" ".join(texts))

    return telling("tournament enter", do, (Parameter(_TEAM, team_prompt), Parameter(PLAYER, players_prompt)), effect)


def _entry_picks(club: Club, view: TournamentView) -> tuple[Pick, ...]:
    """Return the members who may enter, those present first."""
    entry_names = {entry.name for entry in view.entries.values()}
    try:
        present_names = {member.name for member in sessions.show(club).checked_in}
    except ClubFault:
        present_names = set()
    names = [member.name for member in roster.members(club) if member.name not in entry_names]
    names.sort(key=lambda name: name not in present_names)
    return tuple(
        Pick(name, "" if name in present_names or not present_names else "not checked in yet") for name in names
    )


def mark_absent(selection: Selection) -> Deed[Done]:
    """Return the operation that marks a player absent from the drawn round, or else from the next one."""

    def do(club: Club, answers: Answers) -> Done:
        return Done(
            wording.describe_absence(
                *entering.mark_absent(club, str(selection.number), answers[PLAYER], reason=answers[REASON])
            )
        )

    absence_reason = reason(lambda answers: f"{answers[PLAYER]} is absent.", optional=True, example="is ill")
    player = player_parameter(
        selection.number, "Who is absent? For the drawn round, or the next one if none is drawn:", selection.name
    )
    return telling("tournament absent", do, (player, absence_reason))


def withdraw(selection: Selection, consequence: str = _WITHDRAWAL_EFFECT) -> Deed[Done]:
    """Return the operation that withdraws a player. `consequence` is the text to show first, with {} for the name."""

    def do(club: Club, answers: Answers) -> Done:
        view, entry = entering.withdraw(club, str(selection.number), answers[PLAYER], reason=answers[REASON])
        return Done(wording.describe_withdrawal(view, entry))

    withdrawal_reason = reason(
        lambda answers: consequence.format(answers[PLAYER]), "went home", "is ill", example="has to catch a train"
    )
    return telling(
        "tournament withdraw",
        do,
        (player_parameter(selection.number, "Who withdraws?", selection.name), withdrawal_reason),
    )


def player_parameter(
    number: int,
    question: str | Callable[[TournamentView], str],
    marked_name: str = "",
    is_choice: Callable[[TournamentView, EntryView], bool] = lambda _, entry: entry.status in ("in", "absent"),
) -> Parameter:
    """Return the parameter for an entry that `is_choice` accepts. The marked name is the initial answer."""

    def prompt(club: Club, _: Answers) -> Prompt:
        view = overview.read_view(club, str(number))
        picks = tuple(Pick(entry.name) for entry in view.entries.values() if is_choice(view, entry))
        value = marked_name if Pick(marked_name) in picks else ""
        return Prompt(question if isinstance(question, str) else question(view), picks, value, example="Ann")

    return Parameter(PLAYER, prompt, lambda club, _, text: entering.full_name(club, str(number), text))


# -- end and undo ------------------------------------------------------------------------------------------


def end(selection: Selection) -> Deed[Done]:
    """Return the operation that ends a tournament. It previews the final order and its effect."""

    def do(club: Club, _: Answers) -> Done:
        updated = closing.end_tournament(
            club, str(selection.number), early=bool(closing.describe_unplayed_rounds(club, str(selection.number)))
        )
        return Done(wording.describe_end(updated))

    def effect(club: Club, answers: Answers) -> Effect:
        view, remaining = (
            overview.read_view(club, str(selection.number)),
            closing.describe_unplayed_rounds(club, str(selection.number)),
        )
        order = [
            f"{place} {join_words(view.name_of(line.entry) for line in lines)}"
            for place, lines in groupby(view.standings, key=lambda line: line.place)
        ]
        early_text = f" It ends early: {remaining} still to play." if remaining else ""
        changes = describe_impact(dry_run(club, lambda club: do(club, answers)))
        return Effect(f"End {view.name} with this order?{early_text} {', '.join(order)}.", "end it", list(changes))

    return telling("tournament end", do, effect=effect)


def undo(number: int, step: str) -> Deed[Done]:
    """Return the operation that undoes the last step of a tournament if that is still `step`."""

    def do(club: Club, answers: Answers) -> Done:
        return Done(wording.describe_undo(*closing.undo(club, str(number), reason=answers[REASON], only=step)))

    undo_reason = reason(f"Undo the last step: {step}? It stays in the log.", "drawn too soon", optional=True)
    return telling("tournament undo", do, (undo_reason,))


def ask_undo(desk: Desk, screen: Screen[Any], number: int, on_success: Callable[[Done], object]) -> None:
    """Show the tournament's last step, ask for a reason, and undo it."""

    def ask(step: str) -> None:
        carry_out(desk, screen, undo(number, step), on_success)

    # As a write, so that it runs after the writes before it.
    desk.write(screen, lambda: closing.describe_last_step(desk.club, str(number)), ask)
