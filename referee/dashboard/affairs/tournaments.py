"""Change what a tournament is played by, and try out a plan of rounds and tables; nothing is recorded of that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from textual.content import Content

from referee.cards.words import counted, listed
from referee.club.corrections.impact import rehearse
from referee.club.evening.overview import tonight
from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.club.undoing.undoable import Undoable
from referee.competition.field import NotDrawn, Sizes, pairs, sizes_typed, with_players
from referee.competition.planning import plans
from referee.competition.planning.plans import Plan
from referee.competition.ties import Step
from referee.dashboard.deeds import picking
from referee.dashboard.deeds.deed import Answers, Asked, Deed, Effect, Long, Pick, Question
from referee.dashboard.reading import Reading
from referee.dashboard.rendering import wrapped
from referee.dashboard.tournament.actions import Came
from referee.dashboard.widgets.side_panel import titled
from referee.games import slugs
from referee.games.called import title_of
from referee.store.watch import Watch
from referee.tournaments import overview, words
from referee.tournaments.deeds import announcing
from referee.tournaments.state.settings import Counts, Score, Seeds, Settings, Wanted
from referee.tournaments.state.view import TournamentView
from referee.tournaments.undoing import last_step

_WHICH: Final = "which"
_SETTING: Final = "setting"
_VALUE: Final = "value"
_PLAYERS: Final = "players"
_ROUNDS: Final = "rounds"
_SIZE: Final = "size"
_MOST_PLAYERS: Final = 1000
_MOST_ROUNDS: Final = 100
_YES_NO: Final = (Pick("yes"), Pick("no"))


@dataclass(frozen=True, slots=True)
class _Setting:
    """A setting as it is asked for: its picks, or how what is typed is read, with an example."""

    says: str
    picks: tuple[Pick, ...] = ()
    read: Callable[[str], object] = str
    example: str = ""


def _number(typed: str) -> int:
    if not typed.isdecimal() or len(typed) > 4:
        raise ClubFault(f"Invalid number {typed!r}. Use a whole number such as 3.")
    return int(typed)


def _numbers(typed: str) -> tuple[int, ...]:
    parts = [each.strip() for each in typed.split(",")]
    if not all(each.isdecimal() and len(each) < 7 for each in parts):
        raise ClubFault(f"Invalid points {typed!r}. Use whole numbers, best place first, such as 5,3,1,0.")
    return tuple(map(int, parts))


def _sizes(typed: str) -> Sizes:
    if (found := sizes_typed(typed)) is None:
        raise ClubFault(f"Invalid table size {typed!r}. Use 4, or a range such as 3-5.")
    return found


def _yes(typed: str) -> bool:
    return typed == "yes"


def _picks(kind: type[Score] | type[Counts] | type[Seeds]) -> tuple[Pick, ...]:
    return tuple(Pick(each.value) for each in kind)


_SETTINGS: Final[Mapping[str, _Setting]] = {
    "game": _Setting("Game", tuple(Pick(slug, says=title_of(slug)) for slug in sorted(slugs(), key=title_of))),
    "sizes": _Setting("Players at a table", read=_sizes, example="3-5"),
    "rounds": _Setting("Number of rounds", read=_number, example="4"),
    "score": _Setting("Score of a table", _picks(Score), Score),
    "points": _Setting("Points for the places, with the score places", read=_numbers, example="5,3,1,0"),
    "ties": _Setting("Tie-breaks in order", read=lambda typed: tuple(picking.answers(typed))),
    "go_on": _Setting("Players of each table or group who go on", read=_number, example="2"),
    "groups": _Setting("Number of groups", read=_number, example="4"),
    "teams": _Setting("Players enter in teams, which are kept apart", _YES_NO, _yes),
    "counts": _Setting("What counts for the season", _picks(Counts), Counts),
    "bye": _Setting("Score of a bye", (Pick("mean"), Pick("win"), Pick("half"))),
    "best": _Setting("Only the best rounds of a player count (0 for all)", read=_number, example="4"),
    "third_place": _Setting("Match for third place", _YES_NO, _yes),
    "second_final": _Setting("A player without a loss must be beaten twice", _YES_NO, _yes),
    "seeds": _Setting("Seeds", _picks(Seeds), Seeds),
    "minutes": _Setting("Length of a round in minutes", read=_number, example="45"),
}


def settings() -> Deed[Came[TournamentView]]:
    """Return the deed that changes a setting before the first draw; how it is played then is shown first."""

    def which(club: Club, _: Answers) -> Question | None:
        found = [each for each in overview.every(club) if not each.rounds and each.status != "over"]
        if not found:
            raise ClubFault("There is no tournament whose first round is still to be drawn.")
        picks = tuple(Pick(f"{each.number}", says=each.name) for each in reversed(found))
        return Question("Which tournament?", picks, only=True) if len(found) > 1 else None

    def setting(club: Club, answers: Answers) -> Question:
        held = _of(club, answers).settings
        picks = tuple(Pick(id, f"now {_now(held, id)}", each.says) for id, each in _SETTINGS.items())
        return Question(f"Which setting of {_of(club, answers).name} changes?", picks, only=True)

    def value(club: Club, answers: Answers) -> Question:
        asked, held = _SETTINGS[answers[_SETTING]], _of(club, answers).settings
        now = _now(held, answers[_SETTING])
        if answers[_SETTING] == "ties":
            return Question(f"{asked.says}. Now: {now}", tuple(map(Pick, Step)), between=picking.AND)
        left = tuple(each for each in asked.picks if each.answer != now)
        return Question(f"{asked.says}. Now: {now}", left, example=asked.example, only=bool(left))

    def read(_: Club, answers: Answers, typed: str) -> str:
        _SETTINGS[answers[_SETTING]].read(typed)
        return typed

    def settle(club: Club, answers: Answers) -> TournamentView:
        id = answers[_SETTING]
        wanted = _SETTINGS[id].read(answers[_VALUE])
        if id == "game":
            return announcing.settle(club, answers[_WHICH] or None, Wanted(game=answers[_VALUE]))
        if isinstance(wanted, Sizes):
            return announcing.settle(club, answers[_WHICH] or None, Wanted(sizes=wanted))
        return announcing.settle(club, answers[_WHICH] or None, Wanted(others=((id, wanted),)))

    def effect(club: Club, answers: Answers) -> Effect:
        seen: list[TournamentView] = []
        rehearse(club, lambda one: seen.append(settle(one, answers)))
        return Effect(
            f"Change the settings of {seen[0].name}? It is played like this then:",
            "change them",
            [words.how_played(seen[0].settings, seen[0].title)],
        )

    def do(club: Club, answers: Answers) -> Came[TournamentView]:
        view = settle(club, answers)
        return view, f"{_SETTINGS[answers[_SETTING]].says} of {view.name}: {_now(view.settings, answers[_SETTING])}."

    def back(club: Club, came: Came[TournamentView]) -> Undoable:
        return last_step(club, came[0].number)

    asks = (Asked(_WHICH, which), Asked(_SETTING, setting), Asked(_VALUE, value, read))
    return Deed("tournament set", do, asks, effect, said=lambda came: came[1], undo=back)


def _of(club: Club, answers: Answers) -> TournamentView:
    return overview.show(club, answers[_WHICH] or None)


def _now(held: Settings, id: str) -> str:
    now = getattr(held, id)
    if isinstance(now, bool):
        return "yes" if now else "no"
    return ", ".join(map(str, now)) or "the usual" if isinstance(now, tuple) else str(now)


# -- a plan -------------------------------------------------------------------------------------------------


def plan() -> Deed[Plan]:
    """Return the deed that plans rounds for so many players, and shows who meets whom; nothing is recorded."""

    def players(club: Club, _: Answers) -> Question:
        here = len(tonight(club).came)
        return Question("Plan rounds for how many players?", value=f"{here or 12}")

    def upto(most: int) -> Callable[[Club, Answers, str], str]:
        def read(_club: Club, _answers: Answers, typed: str) -> str:
            if not 1 <= _number(typed) <= most:
                raise ClubFault(f"Invalid number {typed!r}. Use 1 to {most}.")
            return typed

        return read

    def size(_club: Club, _answers: Answers, typed: str) -> str:
        return f"{_sizes(typed)}"

    def do(_: Club, answers: Answers, watch: Watch) -> Plan:
        many, rounds = int(answers[_PLAYERS]), int(answers[_ROUNDS])
        try:
            with plans.watched(watch):
                return plans.plan(many, rounds, _sizes(answers[_SIZE]), 1)
        except NotDrawn as fault:
            raise ClubFault(with_players(str(fault), str)) from None

    def said(made: Plan) -> str:
        return f"A plan for {counted(made.players, 'player')}. Nothing was recorded."

    def back(_: Club, __: Plan) -> Undoable:
        return Undoable("trying out a plan", otherwise="It changed nothing.")

    asks = (
        Asked(_PLAYERS, players, upto(_MOST_PLAYERS)),
        Asked(_ROUNDS, Question("How many rounds?", value="5"), upto(_MOST_ROUNDS)),
        Asked(_SIZE, Question("How many play at a table?", value="3-5", example="4 or 3-5"), size),
    )
    return Deed("tournament plan", Long("Planning the rounds", do), asks, said=said, undo=back, shows=_shown)


def _shown(made: Plan) -> Reading[Plan]:
    many = counted(len(made.rounds), "round")
    heading = f"Plan   {counted(made.players, 'player')}, {many} at {counted(len(made.tables), 'table')}"
    return Reading("rounds", lambda _: made, lambda _: heading, _rows)


def _rows(made: Plan, width: int) -> Iterator[Content]:
    sizes = listed(f"{many} of {size}" for size, many in Counter(made.tables).items())
    byes = f", {counted(made.byes, 'bye')} a round" if made.byes else ""
    yield from wrapped(f"Tables: {sizes}{byes}. Made by {made.how}.", width, 2)
    met = made.met
    often = sorted(Counter(met[pair] for pair in pairs(range(1, made.players + 1))).items())
    told = "; ".join(f"{times} times: {counted(many, 'pair')}" for times, many in often)
    yield from wrapped("Every pair meets equally often." if len(often) == 1 else f"Meet {told}.", width, 2)
    for number, drawn in enumerate(made.rounds, 1):
        yield from titled(f"Round {number}")
        for at, table in enumerate(drawn.tables, 1):
            yield from wrapped(f"table {at}: {', '.join(map(str, table))}", width, 4)
        if drawn.byes:
            yield from wrapped(f"bye: {', '.join(map(str, drawn.byes))}", width, 4)
