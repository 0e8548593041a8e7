"""Announcing a tournament: what it is called, what is played, and how it goes from round to round."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from referee.cards.words import capitalise
from referee.club.corrections.impact import dry_run
from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.competition.entrants import Sizes, sizes_typed
from referee.dashboard.deeds.asking import number, read_by
from referee.dashboard.deeds.deed import Answers, Deed, Effect, Parameter, Pick, Prompt
from referee.games import slugs
from referee.games.lookup import game_title
from referee.tournaments import overview, wording
from referee.tournaments.actions import announcing
from referee.tournaments.state.settings import WITH_A_FINAL, Counts, Format, Seeds, Wanted
from referee.tournaments.state.view import TournamentView
from referee.tournaments.wording import FORMATS

_GOES: Final = {
    Format.ALL_MEET: "Every pair of players meets equally often, or as nearly as possible.",
    Format.SWISS: "Each round seats players with similar scores who have met least.",
    Format.KNOCK_OUT: "The best of each table go on, until one table is left.",
    Format.DOUBLE: "Players are out after two losses. After the first they play on the losers' side.",
    Format.GROUPS: "Rounds within groups; the best of each group meet in a final.",
    Format.FREEZE_OUT: "Players who lose their stack are out, and tables are balanced. More sets blinds and prizes.",
    Format.LEAGUE: "Rounds over several sessions; each seats players who have met least.",
}
_NAME, _GAME, _FORMAT, _SIZE = "name", "game", "format", "size"
_COUNT: Final = (
    Pick(Counts.TABLES, label="each table counts"),
    Pick(Counts.FINAL, label="the final order counts as one match"),
    Pick(Counts.NOTHING, label="nothing counts"),
)
_SEEDS: Final = (
    Pick(Seeds.LOT, label="by lot"),
    Pick(Seeds.RATING, label="by rating"),
    Pick(Seeds.STANDINGS, label="by the season's standings"),
)
_YES, _NO, _USUAL = Pick("yes"), Pick("no"), Pick("usual", label="at tables of two only")


@dataclass(frozen=True, slots=True)
class _Setting:
    """A setting that some `formats` have: its picks, or the number that is `usual`; `read` takes the answer."""

    formats: tuple[Format, ...]
    asks: str
    picks: tuple[Pick, ...] = ()
    usual: str = ""
    read: Callable[[str], object] = int


def is_yes(text: str) -> bool:
    """Tell whether somebody said yes."""
    return text == _YES.answer


_SETTLED: Final[Mapping[str, _Setting]] = {
    "counts": _Setting(tuple(Format), "What counts for the season?", _COUNT, read=Counts),
    "groups": _Setting((Format.GROUPS,), "How many groups?", usual="2"),
    "go_on": _Setting(WITH_A_FINAL, "How many players of each table or group go on?", usual="1"),
    "rounds": _Setting(announcing.NEEDS_ROUNDS, "How many rounds?", usual="3"),
    "third_place": _Setting(announcing.WITH_THIRD_PLACE, "Is there a match for third place?", (_NO, _YES), read=is_yes),
    "second_final": _Setting(
        (Format.DOUBLE,),
        "Is there a second final if the winners' side loses the first?",
        (_USUAL, _YES, _NO),
        read=is_yes,
    ),
    "seeds": _Setting(WITH_A_FINAL, "How are players seeded?", _SEEDS, read=Seeds),
}


def announce() -> Deed[tuple[TournamentView, str]]:
    """Return the deed that announces a tournament, which cannot be undone; how it is played is shown first."""

    def new(club: Club, answers: Answers) -> TournamentView:
        return announcing.new(club, answers[_NAME], Format(answers[_FORMAT]), _wanted(answers))

    def effect(club: Club, answers: Answers) -> Effect:
        seen: list[TournamentView] = []
        dry_run(club, lambda club: seen.append(new(club, answers)))
        tournament = seen[0]
        rows = [wording.describe_settings(tournament.settings, tournament.title), _GOES[tournament.settings.format]]
        fixed = "Its settings can be changed until the first draw, its name not."
        return Effect(f"Announce {tournament.name}? This cannot be undone.", "announce it", [*rows, fixed])

    def do(club: Club, answers: Answers) -> tuple[TournamentView, str]:
        tournament = new(club, answers)
        return tournament, wording.announced(tournament)

    games = tuple(Pick(slug, label=game_title(slug)) for slug in sorted(slugs(), key=game_title))
    formats = tuple(Pick(format, _GOES[format], capitalise(text)) for format, text in FORMATS.items())
    size = Prompt("How many play at a table? Leave blank for the usual:", example="4 or 3-5", optional=True)
    asks = (
        Parameter(_NAME, Prompt("What is the tournament called?", example="Michaelmas Cup"), _unused),
        Parameter(_GAME, Prompt("Which game is played?", games, choices_only=True)),
        Parameter(_FORMAT, Prompt("How does it go from round to round?", formats, choices_only=True)),
        *map(_asked, _SETTLED),
        Parameter(_SIZE, size, read_by(lambda text: parse_sizes(text) if text else "")),
    )
    return Deed("tournament new", do, asks, effect)


def _unused(club: Club, _: Answers, text: str) -> str:
    """Return a name that no tournament has. What else is wrong with it is said when all is answered."""
    for tournament in overview.all_tournaments(club):
        if tournament.name.casefold() == text.casefold():
            raise ClubFault(f"Tournament {tournament.number} is called {tournament.name}. Use another name.")
    return text


def _asked(id: str) -> Parameter:
    """Ask for a setting where the format has it; what is usual stands in the line, or is the first to be picked."""
    setting = _SETTLED[id]

    def question(_: Club, answers: Answers) -> Prompt | None:
        format = Format(answers[_FORMAT])
        if format not in setting.formats:
            return None
        # The tables of a freezeout are no matches.
        none = Counts.TABLES if format is Format.FREEZE_OUT else ""
        picks = tuple(pick for pick in setting.picks if pick.answer != none)
        # A final table has at least three players, unless somebody knows better.
        usual = "2" if (id, format) == ("go_on", Format.GROUPS) else setting.usual
        return Prompt(setting.asks, picks, usual, choices_only=bool(picks))

    return Parameter(id, question, None if setting.picks else number("a whole number from 1 to 100", 1, 100))


def _wanted(answers: Answers) -> Wanted:
    """Return what was answered as the settings of a tournament; what is as usual is left out."""
    settled = [id for id in _SETTLED if answers[id] not in ("", _USUAL.answer)]
    others = tuple((id, _SETTLED[id].read(answers[id])) for id in settled)
    return Wanted(answers[_GAME], parse_sizes(answers[_SIZE]) if answers[_SIZE] else None, others)


def parse_sizes(text: str) -> Sizes:
    """Read how many play at a table. Raises `ClubFault`."""
    if (sizes := sizes_typed(text)) is None:
        raise ClubFault(f"Invalid table size {text!r}. Use 4, or a range such as 3-5.")
    return sizes
