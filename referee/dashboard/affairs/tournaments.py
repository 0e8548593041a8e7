"""Change a tournament's settings, and try out a plan of rounds and tables without recording it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from textual.content import Content

from referee.cards.words import join_words, quantity
from referee.club.corrections.impact import dry_run
from referee.club.evening.overview import tonight
from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.competition.entrants import NotDrawn, Sizes, all_pairs, fill_in_names
from referee.competition.planning import plans
from referee.competition.planning.plans import Plan
from referee.competition.ties import TieStep
from referee.dashboard.deeds import picking
from referee.dashboard.deeds.asking import Means, if_several, number, one_of, read_by, whole_number
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
_MOST_PLAYERS: Final = 1000
_MOST_ROUNDS: Final = 100
_YES_NO: Final = (Pick("yes"), Pick("no"))
_number: Final = partial(whole_number, use="a whole number such as 3", most=9999)


@dataclass(frozen=True, slots=True)
class _Setting:
    """The label, choices, parser and example of a tournament setting."""

    says: str
    picks: tuple[Pick, ...] = ()
    read: Callable[[str], object] = str
    example: str = ""


def _numbers(typed: str) -> tuple[int, ...]:
    parts = [each.strip() for each in typed.split(",")]
    if not all(part.isdecimal() and len(part) < 7 for part in parts):
        raise ClubFault(f"Invalid points {typed!r}. Use whole numbers, best place first, such as 5,3,1,0.")
    return tuple(map(int, parts))


def _picks(kind: type[Score] | type[Counts] | type[Seeds]) -> tuple[Pick, ...]:
    return tuple(Pick(each.value) for each in kind)


_SETTINGS: Final[Mapping[str, _Setting]] = {
    "game": _Setting("Game", tuple(Pick(slug, label=game_title(slug)) for slug in sorted(slugs(), key=game_title))),
    "sizes": _Setting("Players at a table", read=parse_sizes, example="3-5"),
    "rounds": _Setting("Number of rounds", read=_number, example="4"),
    "score": _Setting("Score of a table", _picks(Score), Score),
    "points": _Setting("Points for the places, with the score places", read=_numbers, example="5,3,1,0"),
    "ties": _Setting("Tie-breaks in order", read=lambda typed: tuple(picking.answers(typed))),
    "go_on": _Setting("Players of each table or group who go on", read=_number, example="2"),
    "groups": _Setting("Number of groups", read=_number, example="4"),
    "teams": _Setting("Players enter in teams, which are kept apart", _YES_NO, is_yes),
    "counts": _Setting("What counts for the season", _picks(Counts), Counts),
    "bye": _Setting("Score of a bye", (Pick("mean"), Pick("win"), Pick("half"))),
    "best": _Setting("Only the best rounds of a player count (0 for all)", read=_number, example="4"),
    "third_place": _Setting("Match for third place", _YES_NO, is_yes),
    "second_final": _Setting("A player without a loss must be beaten twice", _YES_NO, is_yes),
    "repeats_first": _Setting("Few repeats come before equal scores, in a Swiss", _YES_NO, is_yes),
    "seeds": _Setting("Seeds", _picks(Seeds), Seeds),
    "minutes": _Setting("Length of a round in minutes", read=_number, example="45"),
}


def settings() -> Deed[Done]:
    """Return the operation that changes a tournament's setting before the first draw. It previews the new rules."""

    def which(club: Club, _: Answers) -> Prompt | None:
        found = [
            tournament
            for tournament in reversed(overview.all_tournaments(club))
            if not tournament.rounds and tournament.status != "over"
        ]
        picks = (Pick(f"{tournament.number}", label=tournament.name) for tournament in found)
        return if_several("Which tournament?", picks, "There is no tournament whose first round is still to be drawn.")

    def setting(club: Club, answers: Answers) -> Prompt:
        held = _of(club, answers).settings
        picks = (Pick(id, f"now {_now(held, id)}", each.says) for id, each in _SETTINGS.items())
        return one_of(f"Which setting of {_of(club, answers).name} changes?", picks)

    def value(club: Club, answers: Answers) -> Prompt:
        asked, held = _SETTINGS[answers[_SETTING]], _of(club, answers).settings
        now = _now(held, answers[_SETTING])
        if answers[_SETTING] == "ties":
            return Prompt(f"{asked.says}. Now: {now}", tuple(map(Pick, TieStep)), separator=picking.AND)
        left = tuple(pick for pick in asked.picks if pick.answer != now)
        return Prompt(f"{asked.says}. Now: {now}", left, example=asked.example, choices_only=bool(left))

    def read(_: Club, answers: Answers, typed: str) -> str:
        _SETTINGS[answers[_SETTING]].read(typed)
        return typed

    def settle(club: Club, answers: Answers) -> TournamentView:
        id = answers[_SETTING]
        read = _SETTINGS[id].read(answers[_VALUE])
        if id == "game":
            wanted = SettingsChange(game=answers[_VALUE])
        else:
            wanted = SettingsChange(sizes=read) if isinstance(read, Sizes) else SettingsChange(further=((id, read),))
        return announcing.change_settings(club, answers[TOURNAMENT] or None, wanted)

    def effect(club: Club, answers: Answers) -> Effect:
        seen: list[TournamentView] = []
        dry_run(club, lambda one: seen.append(settle(one, answers)))
        return Effect(
            f"Change the settings of {seen[0].name}? It is played like this then:",
            "change them",
            [wording.describe_settings(seen[0].settings, seen[0].title)],
        )

    def do(club: Club, answers: Answers) -> Done:
        view = settle(club, answers)
        return Done(f"{_SETTINGS[answers[_SETTING]].says} of {view.name}: {_now(view.settings, answers[_SETTING])}.")

    asks = (Parameter(TOURNAMENT, which), Parameter(_SETTING, setting), Parameter(_VALUE, value, read))
    return telling("tournament set", do, asks, effect)


def _of(club: Club, answers: Answers) -> TournamentView:
    return overview.read_view(club, answers[TOURNAMENT] or None)


def _now(held: TournamentSettings, id: str) -> str:
    now = getattr(held, id)
    if isinstance(now, bool):
        return "yes" if now else "no"
    return ", ".join(map(str, now)) or "the usual" if isinstance(now, tuple) else str(now)


# -- a plan -------------------------------------------------------------------------------------------------


def plan() -> Deed[Done]:
    """Return the operation that computes a round plan for a number of players. It records nothing."""

    def players(club: Club, _: Answers) -> Prompt:
        here = len(tonight(club).came)
        return Prompt("Plan rounds for how many players?", value=f"{here or 12}")

    def upto(most: int) -> Means:
        return number(f"1 to {most}", 1, most)

    def do(_: Club, answers: Answers, watch: Progress) -> Done:
        many, rounds = int(answers[_PLAYERS]), int(answers[_ROUNDS])
        try:
            with plans.report_progress(watch):
                made = plans.make_plan(many, rounds, parse_sizes(answers[_SIZE]), 1)
        except NotDrawn as fault:
            raise ClubFault(fill_in_names(str(fault), str)) from None
        said = f"A plan for {quantity(made.players, 'player')}. Nothing was recorded."
        return Done(said, shows=_shown(made))

    asks = (
        Parameter(_PLAYERS, players, upto(_MOST_PLAYERS)),
        Parameter(_ROUNDS, Prompt("How many rounds?", value="5"), upto(_MOST_ROUNDS)),
        Parameter(_SIZE, Prompt("How many play at a table?", value="3-5", example="4 or 3-5"), read_by(parse_sizes)),
    )
    return telling("tournament plan", Long("Planning the rounds", do), asks)


def _shown(made: Plan) -> Document[Plan]:
    many = quantity(len(made.rounds), "round")
    heading = f"Plan   {quantity(made.players, 'player')}, {many} at {quantity(len(made.tables), 'table')}"
    return Document("rounds", lambda _: made, lambda _: heading, _rows)


def _rows(made: Plan, width: int) -> Iterator[Content]:
    tables = join_words(f"{many} of {size}" for size, many in Counter(made.tables).items())
    byes = f", {quantity(made.byes, 'bye')} a round" if made.byes else ""
    yield from wrap(f"Tables: {tables}{byes}. Made by {made.how}.", width, 2)
    met = made.met
    often = sorted(Counter(met[pair] for pair in all_pairs(range(1, made.players + 1))).items())
    told = "; ".join(f"{times} times: {quantity(many, 'pair')}" for times, many in often)
    yield from wrap("Every pair meets equally often." if len(often) == 1 else f"Meet {told}.", width, 2)
    for round_number, drawn in enumerate(made.rounds, 1):
        yield from heading_rows(f"Round {round_number}")
        for at, table in enumerate(drawn.tables, 1):
            yield from wrap(f"table {at}: {', '.join(map(str, table))}", width, 4)
        if drawn.byes:
            yield from wrap(f"bye: {', '.join(map(str, drawn.byes))}", width, 4)
