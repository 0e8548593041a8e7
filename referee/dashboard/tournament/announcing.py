"""Announcing a tournament: what it is called, what is played, and how it goes from round to round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from referee.cards.words import capitalised
from referee.club.corrections.impact import rehearse
from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.competition.field import sizes_typed
from referee.dashboard.deeds.deed import Answers, Asked, Deed, Effect, Pick, Question
from referee.dashboard.tournament.actions import Came
from referee.games import slugs
from referee.games.called import title_of
from referee.tournaments import overview, words
from referee.tournaments.deeds import announcing
from referee.tournaments.state.settings import WITH_A_FINAL, Counts, Format, Seeds, Wanted
from referee.tournaments.state.view import TournamentView
from referee.tournaments.words import FORMATS

_GOES: Final = {
    Format.ALL_MEET: "Every pair of players meets equally often, or as nearly as possible.",
    Format.SWISS: "Each round seats players with similar scores who have met least.",
    Format.KNOCK_OUT: "The best of each table go on, until one table is left.",
    Format.DOUBLE: "Players are out after two losses. After the first they play on the losers' side.",
    Format.GROUPS: "Rounds within groups; the best of each group meet in a final.",
    Format.FREEZE_OUT: "Players who lose their stack are out, and tables are balanced. More sets blinds and prizes.",
    Format.LEAGUE: "Rounds over several sessions; each seats players who have met least.",
}
_COUNT: Final = {
    Counts.TABLES: "each table counts",
    Counts.FINAL: "the final order counts as one match",
    Counts.NOTHING: "nothing counts",
}
_SEEDS: Final = {Seeds.LOT: "by lot", Seeds.RATING: "by rating", Seeds.STANDINGS: "by the season's standings"}
_NAME, _GAME, _FORMAT, _SIZE = "name", "game", "format", "size"
_SETTLED: Final[Mapping[str, tuple[tuple[Format, ...], str]]] = {
    "counts": (tuple(Format), "What counts for the season?"),
    "groups": ((Format.GROUPS,), "How many groups?"),
    "go_on": (WITH_A_FINAL, "How many players of each table or group go on?"),
    "rounds": (announcing.NEEDS_ROUNDS, "How many rounds?"),
    "third_place": (announcing.WITH_THIRD_PLACE, "Is there a match for third place?"),
    "second_final": ((Format.DOUBLE,), "Is there a second final if the winners' side loses the first?"),
    "seeds": (WITH_A_FINAL, "How are players seeded?"),
}
"""What is settled, with the formats that have it."""
_YES_OR_NO: Final = ("third_place", "second_final")
_YES: Final = "yes"


def announce() -> Deed[Came[TournamentView]]:
    """Return the deed that announces a tournament, which cannot be undone; how it is played is shown first."""

    def new(club: Club, answers: Answers) -> TournamentView:
        return announcing.new(club, answers[_NAME], Format(answers[_FORMAT]), _wanted(answers))

    def effect(club: Club, answers: Answers) -> Effect:
        seen: list[TournamentView] = []
        rehearse(club, lambda one: seen.append(new(one, answers)))
        found = seen[0]
        rows = [words.how_played(found.settings, found.title), _GOES[found.settings.format]]
        fixed = "Its settings can be changed until the first draw, its name not."
        return Effect(f"Announce {found.name}? This cannot be undone.", "announce it", [*rows, fixed])

    def do(club: Club, answers: Answers) -> Came[TournamentView]:
        found = new(club, answers)
        return found, words.announced(found)

    games = tuple(Pick(slug, says=title_of(slug)) for slug in sorted(slugs(), key=title_of))
    formats = tuple(Pick(each, _GOES[each], capitalised(said)) for each, said in FORMATS.items())
    size = Question("How many play at a table? Leave blank for the usual:", example="4 or 3-5", optional=True)
    asks = (
        Asked(_NAME, Question("What is the tournament called?", example="Michaelmas Cup"), _unused),
        Asked(_GAME, Question("Which game is played?", games, only=True)),
        Asked(_FORMAT, Question("How does it go from round to round?", formats, only=True)),
        *map(_setting, _SETTLED),
        Asked(_SIZE, size, _size),
    )
    return Deed("tournament new", do, asks, effect)


def _unused(club: Club, _: Answers, typed: str) -> str:
    """Return a name that no tournament has. What else is wrong with it is said when all is answered."""
    for each in overview.every(club):
        if each.name.casefold() == typed.casefold():
            raise ClubFault(f"Tournament {each.number} is called {each.name}. Use another name.")
    return typed


def _setting(id: str) -> Asked:
    """Ask for a setting where the format has it; what is usual stands in the line, or is the first to be picked."""
    formats, asks = _SETTLED[id]

    def question(_: Club, answers: Answers) -> Question | None:
        format = Format(answers[_FORMAT])
        if format not in formats:
            return None
        if id == "counts":
            # The tables of a freezeout are no matches.
            offered = {
                each: said for each, said in _COUNT.items() if (format, each) != (Format.FREEZE_OUT, Counts.TABLES)
            }
            return Question(asks, tuple(Pick(each, says=said) for each, said in offered.items()), only=True)
        if id == "seeds":
            return Question(asks, tuple(Pick(each, says=said) for each, said in _SEEDS.items()), only=True)
        if id == "second_final":
            usual = Pick("usual", says="at tables of two only")
            return Question(asks, (usual, Pick(_YES), Pick("no")), only=True)
        if id == "third_place":
            return Question(asks, (Pick("no"), Pick(_YES)), only=True)
        # A final table has at least three players, unless somebody knows better.
        usual_go_on = "2" if format is Format.GROUPS else "1"
        return Question(asks, value={"groups": "2", "go_on": usual_go_on, "rounds": "3"}[id])

    return Asked(id, question, _number if id in ("groups", "go_on", "rounds") else None)


def _wanted(answers: Answers) -> Wanted:
    """Return what was answered as the settings of a tournament; what is as usual is left out."""
    others: list[tuple[str, object]] = []
    for id in (each for each in _SETTLED if answers[each] not in ("", "usual")):
        said = answers[id]
        if id in _YES_OR_NO:
            others.append((id, said == _YES))
        else:
            others.append((id, Counts(said) if id == "counts" else Seeds(said) if id == "seeds" else int(said)))
    return Wanted(answers[_GAME], sizes_typed(answers[_SIZE]) if answers[_SIZE] else None, tuple(others))


def _number(_: Club, __: Answers, typed: str) -> str:
    if not typed.isdecimal() or not 1 <= int(typed[:4]) <= 100:
        raise ClubFault(f"Invalid number {typed!r}. Use a whole number from 1 to 100.")
    return typed


def _size(_: Club, __: Answers, typed: str) -> str:
    if typed and sizes_typed(typed) is None:
        raise ClubFault(f"Invalid table size {typed!r}. Use 4, or a range such as 3-5.")
    return typed
