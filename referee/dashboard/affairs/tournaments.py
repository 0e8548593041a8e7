"""Change a tournament's settings, and try out a plan of rounds and tables without recording it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final

from textual.content import Content

from referee.cards.immutable import frozen
from referee.cards.words import join_words, quantity
from referee.club.corrections.impact import dry_run
from referee.club.evening.overview import read_tonight
from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.competition.entrants import NotDrawn, Sizes, all_pairs, fill_in_names
from referee.competition.planning import plans
from referee.competition.planning.plans import Plan
from referee.competition.ties import TieStep
from referee.dashboard.deeds import picking
from referee.dashboard.deeds.asking import AnswerParser, if_several, number, one_of, read_by, whole_number
from referee.dashboard.deeds.deed import Answers, Deed, Effect, Long, Parameter, Pick, Prompt
from referee.dashboard.deeds.done import Done, telling
from referee.dashboard.document_screen import Document
from referee.dashboard.rendering import wrap
from referee.dashboard.tournament.actions import TOURNAMENT
from referee.dashboard.tournament.announcing import is_yes, parse_sizes
from referee.dashboard.widgets.side_panel import heading_rows
from referee.games import slugs
from referee.games.lookup import game_title
from referee.store.progress import Progress
from referee.tournaments import overview, wording
from referee.tournaments.actions import announcing
from referee.tournaments.state.settings import Counts, Score, Seeds, SettingsChange, TournamentSettings
from referee.tournaments.state.view import TournamentView

_SETTING: Final = "setting"
_VALUE: Final = "value"
_PLAYERS: Final = "players"
_ROUNDS: Final = "rounds"
_SIZE: Final = "size"
_MAX_PLAYERS: Final = 1000
_MAX_ROUNDS: Final = 100
_YES_NO: Final = (Pick("yes"), Pick("no"))
_parse_number: Final = partial(whole_number, suggestion="a whole number such as 3", most=9999)


@frozen
class _Setting:
    """The label, choices, parser and example of a tournament setting."""

    says: str
    picks: tuple[Pick, ...] = ()
    read: Callable[[str], object] = str
    example: str = ""


def _parse_points(text: str) -> tuple[int, ...]:
    parts = [piece.strip() for piece in text.split(",")]
    if not all(part.isdecimal() and len(part) < 7 for part in parts):
        raise ClubFault(f"Invalid points {text!r}. Use whole numbers, best place first, such as 5,3,1,0.")
    return tuple(map(int, parts))


def _enum_picks(kind: type[Score] | type[Counts] | type[Seeds]) -> tuple[Pick, ...]:
    return tuple(Pick(member.value) for member in kind)


_SETTINGS: Final[Mapping[str, _Setting]] = {
    "game": _Setting("Game", tuple(Pick(slug, label=game_title(slug)) for slug in sorted(slugs(), key=game_title))),
    "sizes": _Setting("Players at a table", read=parse_sizes, example="3-5"),
    "rounds": _Setting("Number of rounds", read=_parse_number, example="4"),
    "score": _Setting("Score of a table", _enum_picks(Score), Score),
    "points": _Setting("Points for the places, with the score places", read=_parse_points, example="5,3,1,0"),
    "ties": _Setting("Tie-breaks in order", read=lambda typed: tuple(picking.answers(typed))),
    "go_on": _Setting("Players of each table or group who go on", read=_parse_number, example="2"),
    "groups": _Setting("Number of groups", read=_parse_number, example="4"),
    "teams": _Setting("Players enter in teams, which are kept apart", _YES_NO, is_yes),
    "counts": _Setting("What counts for the season", _enum_picks(Counts), Counts),
    "bye": _Setting("Score of a bye", (Pick("mean"), Pick("win"), Pick("half"))),
    "best": _Setting("Only the best rounds of a player count (0 for all)", read=_parse_number, example="4"),
    "third_place": _Setting("Match for third place", _YES_NO, is_yes),
    "second_final": _Setting("A player without a loss must be beaten twice", _YES_NO, is_yes),
    "repeats_first": _Setting("Few repeats come before equal scores, in a Swiss", _YES_NO, is_yes),
    "seeds": _Setting("Seeds", _enum_picks(Seeds), Seeds),
    "minutes": _Setting("Length of a round in minutes", read=_parse_number, example="45"),
}


def settings() -> Deed[Done]:
    """Return the operation that changes a tournament's setting before the first draw. It previews the new rules."""

    def tournament_prompt(club: Club, _: Answers) -> Prompt | None:
        undrawn_tournaments = [
            tournament
            for tournament in reversed(overview.all_tournaments(club))
            if not tournament.rounds and tournament.status != "over"
        ]
        picks = (Pick(f"{tournament.number}", label=tournament.name) for tournament in undrawn_tournaments)
        return if_several("Which tournament?", picks, "There is no tournament whose first round is still to be drawn.")

    def setting_prompt(club: Club, answers: Answers) -> Prompt:
        settings = _load_tournament(club, answers).settings
        picks = (Pick(id, f"now {_current_text(settings, id)}", setting.says) for id, setting in _SETTINGS.items())
        return one_of(f"Which setting of {_load_tournament(club, answers).name} changes?", picks)

    def value_prompt(club: Club, answers: Answers) -> Prompt:
        setting, settings = _SETTINGS[answers[_SETTING]], _load_tournament(club, answers).settings
        current = _current_text(settings, answers[_SETTING])
        if answers[_SETTING] == "ties":
            return Prompt(
                f"{setting.says}. Now: {current}", tuple(map(Pick, TieStep)), separator=picking.NAME_SEPARATOR
            )
        remaining_picks = tuple(pick for pick in setting.picks if pick.answer != current)
        return Prompt(
            f"{setting.says}. Now: {current}",
            remaining_picks,
            example=setting.example,
            choices_only=bool(remaining_picks),
        )

    def parse_value(_: Club, answers: Answers, text: str) -> str:
        _SETTINGS[answers[_SETTING]].read(text)
        return text

    def settle(club: Club, answers: Answers) -> TournamentView:
        id = answers[_SETTING]
        parse_value = _SETTINGS[id].read(answers[_VALUE])
        if id == "game":
            change = SettingsChange(game=answers[_VALUE])
        else:
            change = (
                SettingsChange(sizes=parse_value)
                if isinstance(parse_value, Sizes)
                else SettingsChange(further=((id, parse_value),))
            )
        return announcing.change_settings(club, answers[TOURNAMENT] or None, change)

    def effect(club: Club, answers: Answers) -> Effect:
        changed_views: list[TournamentView] = []
        dry_run(club, lambda trial_club: changed_views.append(settle(trial_club, answers)))
        return Effect(
            f"Change the settings of {changed_views[0].name}? It is played like this then:",
            "change them",
            [wording.describe_settings(changed_views[0].settings, changed_views[0].title)],
        )

    def do(club: Club, answers: Answers) -> Done:
        view = settle(club, answers)
        return Done(
            f"{_SETTINGS[answers[_SETTING]].says} of {view.name}: {_current_text(view.settings, answers[_SETTING])}."
        )

    parameters = (
        Parameter(TOURNAMENT, tournament_prompt),
        Parameter(_SETTING, setting_prompt),
        Parameter(_VALUE, value_prompt, parse_value),
    )
    return telling("tournament set", do, parameters, effect)


def _load_tournament(club: Club, answers: Answers) -> TournamentView:
    return overview.read_view(club, answers[TOURNAMENT] or None)


def _current_text(settings: TournamentSettings, id: str) -> str:
    value = getattr(settings, id)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) or "the usual" if isinstance(value, tuple) else str(value)


# -- a plan -------------------------------------------------------------------------------------------------


def plan() -> Deed[Done]:
    """Return the operation that computes a round plan for a number of players. It records nothing."""

    def players_prompt(club: Club, _: Answers) -> Prompt:
        present_count = len(read_tonight(club).came)
        return Prompt("Plan rounds for how many players?", value=f"{present_count or 12}")

    def parse_up_to(most: int) -> AnswerParser:
        return number(f"1 to {most}", 1, most)

    def do(_: Club, answers: Answers, progress: Progress) -> Done:
        player_count, rounds = int(answers[_PLAYERS]), int(answers[_ROUNDS])
        try:
            with plans.report_progress(progress):
                rounds_plan = plans.make_plan(player_count, rounds, parse_sizes(answers[_SIZE]), 1)
        except NotDrawn as fault:
            raise ClubFault(fill_in_names(str(fault), str)) from None
        message = f"A plan for {quantity(rounds_plan.players, 'player')}. Nothing was recorded."
        return Done(message, shows=_plan_document(rounds_plan))

    parameters = (
        Parameter(_PLAYERS, players_prompt, parse_up_to(_MAX_PLAYERS)),
        Parameter(_ROUNDS, Prompt("How many rounds?", value="5"), parse_up_to(_MAX_ROUNDS)),
        Parameter(_SIZE, Prompt("How many play at a table?", value="3-5", example="4 or 3-5"), read_by(parse_sizes)),
    )
    return telling("tournament plan", Long("Planning the rounds", do), parameters)


def _plan_document(rounds_plan: Plan) -> Document[Plan]:
    rounds_text = quantity(len(rounds_plan.rounds), "round")
    tables_text = quantity(len(rounds_plan.tables), "table")
    heading = f"Plan   {quantity(rounds_plan.players, 'player')}, {rounds_text} at {tables_text}"
    return Document("rounds", lambda _: rounds_plan, lambda _: heading, _plan_rows)


def _plan_rows(rounds_plan: Plan, width: int) -> Iterator[Content]:
    tables = join_words(f"{count} of {size}" for size, count in Counter(rounds_plan.tables).items())
    byes = f", {quantity(rounds_plan.byes, 'bye')} a round" if rounds_plan.byes else ""
    yield from wrap(f"Tables: {tables}{byes}. Made by {rounds_plan.how}.", width, 2)
    meetings = rounds_plan.met
    pairs_by_meetings = sorted(Counter(meetings[pair] for pair in all_pairs(range(1, rounds_plan.players + 1))).items())
    meetings_text = "; ".join(f"{times} times: {quantity(count, 'pair')}" for times, count in pairs_by_meetings)
    yield from wrap(
        "Every pair meets equally often." if len(pairs_by_meetings) == 1 else f"Meet {meetings_text}.", width, 2
    )
    for round_number, planned_round in enumerate(rounds_plan.rounds, 1):
        yield from heading_rows(f"Round {round_number}")
        for table_number, table in enumerate(planned_round.tables, 1):
            yield from wrap(f"table {table_number}: {', '.join(map(str, table))}", width, 4)
        if planned_round.byes:
            yield from wrap(f"bye: {', '.join(map(str, planned_round.byes))}", width, 4)
