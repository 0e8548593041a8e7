"""The operation that announces a tournament with its name, game, format and settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from referee.cards.immutable import frozen
from referee.cards.words import capitalise
from referee.club.corrections.impact import dry_run
from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.competition.entrants import Sizes, read_sizes
from referee.dashboard.deeds.asking import number, read_by
from referee.dashboard.deeds.deed import Answers, Deed, Effect, Parameter, Pick, Prompt
from referee.games import slugs
from referee.games.lookup import game_title
from referee.tournaments import overview, wording
from referee.tournaments.actions import announcing
from referee.tournaments.state.settings import WITH_A_FINAL, Counts, Format, Seeds, SettingsChange
from referee.tournaments.state.view import TournamentView
from referee.tournaments.wording import FORMATS

_FORMAT_TEXTS: Final = {
    Format.ALL_MEET: "Every pair of players meets equally often, or as nearly as possible.",
    Format.SWISS: "Each round seats players with similar scores who have met least.",
    Format.KNOCK_OUT: "The best of each table go on, until one table is left.",
    Format.DOUBLE: "Players are out after two losses. After the first they play on the losers' side.",
    Format.GROUPS: "Rounds within groups; the best of each group meet in a final.",
    Format.FREEZE_OUT: "Players who lose their stack are out, and tables are balanced. More sets blinds and prizes.",
    Format.LEAGUE: "Rounds over several sessions; each seats players who have met least.",
}
_NAME, _GAME, _FORMAT, _SIZE = "name", "game", "format", "size"
_COUNTS_PICKS: Final = (
    Pick(Counts.TABLES, label="each table counts"),
    Pick(Counts.FINAL, label="the final order counts as one match"),
    Pick(Counts.NOTHING, label="nothing counts"),
)
_SEEDS_PICKS: Final = (
    Pick(Seeds.LOT, label="by lot"),
    Pick(Seeds.RATING, label="by rating"),
    Pick(Seeds.STANDINGS, label="by the season's standings"),
)
_YES, _NO, _USUAL = Pick("yes"), Pick("no"), Pick("usual", label="at tables of two only")


@frozen
class _Setting:
    """A setting of the listed formats, with picks or a default number. `parse` returns the value of an answer."""

    formats: tuple[Format, ...]
    question: str
    picks: tuple[Pick, ...] = ()
    default: str = ""
    parse: Callable[[str], object] = int


def is_yes(text: str) -> bool:
    """Return whether the answer is yes."""
    return text == _YES.answer


_SETTINGS: Final[Mapping[str, _Setting]] = {
    "counts": _Setting(tuple(Format), "What counts for the season?", _COUNTS_PICKS, parse=Counts),
    "groups": _Setting((Format.GROUPS,), "How many groups?", default="2"),
    "go_on": _Setting(WITH_A_FINAL, "How many players of each table or group go on?", default="1"),
    "rounds": _Setting(announcing.NEEDS_ROUNDS, "How many rounds?", default="3"),
    "third_place": _Setting(
        announcing.WITH_THIRD_PLACE, "Is there a match for third place?", (_NO, _YES), parse=is_yes
    ),
    "second_final": _Setting(
        (Format.DOUBLE,),
        "Is there a second final if the winners' side loses the first?",
        (_USUAL, _YES, _NO),
        parse=is_yes,
    ),
    "seeds": _Setting(WITH_A_FINAL, "How are players seeded?", _SEEDS_PICKS, parse=Seeds),
}


def announce() -> Deed[tuple[TournamentView, str]]:
    """Return the operation that announces a tournament. It previews the settings and cannot be undone."""

    def create(club: Club, answers: Answers) -> TournamentView:
        return announcing.announce(club, answers[_NAME], Format(answers[_FORMAT]), _settings_of(answers))

    def effect(club: Club, answers: Answers) -> Effect:
        tournaments: list[TournamentView] = []
        dry_run(club, lambda club: tournaments.append(create(club, answers)))
        tournament = tournaments[0]
        rows = [
            wording.describe_settings(tournament.settings, tournament.title),
            _FORMAT_TEXTS[tournament.settings.format],
        ]
        restriction = "Its settings can be changed until the first draw, its name not."
        return Effect(f"Announce {tournament.name}? This cannot be undone.", "announce it", [*rows, restriction])

    def do(club: Club, answers: Answers) -> tuple[TournamentView, str]:
        tournament = create(club, answers)
        return tournament, wording.describe_announcement(tournament)

    games = tuple(Pick(slug, label=game_title(slug)) for slug in sorted(slugs(), key=game_title))
    formats = tuple(Pick(format, _FORMAT_TEXTS[format], capitalise(text)) for format, text in FORMATS.items())
    size = Prompt("How many play at a table? Leave blank for the usual:", example="4 or 3-5", optional=True)
    parameters = (
        Parameter(_NAME, Prompt("What is the tournament called?", example="Michaelmas Cup"), _refuse_used_name),
        Parameter(_GAME, Prompt("Which game is played?", games, choices_only=True)),
        Parameter(_FORMAT, Prompt("How does it go from round to round?", formats, choices_only=True)),
        *map(_setting_parameter, _SETTINGS),
        Parameter(_SIZE, size, read_by(lambda text: parse_sizes(text) if text else "")),
    )
    return Deed("tournament new", do, parameters, effect)


def _refuse_used_name(club: Club, _: Answers, text: str) -> str:
    """Return the name. Raise `ClubFault` if another tournament has it."""
    for tournament in overview.all_tournaments(club):
        if tournament.name.casefold() == text.casefold():
            raise ClubFault(f"Tournament {tournament.number} is called {tournament.name}. Use another name.")
    return text


def _setting_parameter(id: str) -> Parameter:
    """Return the parameter of a setting. It is skipped for formats without that setting."""
    setting = _SETTINGS[id]

    def prompt(_: Club, answers: Answers) -> Prompt | None:
        format = Format(answers[_FORMAT])
        if format not in setting.formats:
            return None
        # The tables of a freezeout are not matches.
        excluded = Counts.TABLES if format is Format.FREEZE_OUT else ""
        picks = tuple(pick for pick in setting.picks if pick.answer != excluded)
        # The default leaves at least three players at the final table.
        default = "2" if (id, format) == ("go_on", Format.GROUPS) else setting.default
        return Prompt(setting.question, picks, default, choices_only=bool(picks))

    return Parameter(id, prompt, None if setting.picks else number("a whole number from 1 to 100", 1, 100))


def _settings_of(answers: Answers) -> SettingsChange:
    """Return the tournament settings given by the answers, without those left at their defaults."""
    ids = [id for id in _SETTINGS if answers[id] not in ("", _USUAL.answer)]
    settings = tuple((id, _SETTINGS[id].parse(answers[id])) for id in ids)
    return SettingsChange(answers[_GAME], parse_sizes(answers[_SIZE]) if answers[_SIZE] else None, settings)


def parse_sizes(text: str) -> Sizes:
    """Return the table sizes in a text such as `4` or `3-5`. Raise `ClubFault` for any other text."""
    if (sizes := read_sizes(text)) is None:
        raise ClubFault(f"Invalid table size {text!r}. Use 4, or a range such as 3-5.")
    return sizes
