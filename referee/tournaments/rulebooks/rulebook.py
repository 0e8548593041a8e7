"""The rulebook of a tournament under its settings: the clauses in force, with the settings' values filled in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from referee.cards.words import join_words, number_word, quantity
from referee.competition.clauses import HOUSE, Book
from referee.games import SLUGS, has_rulebook
from referee.games.lookup import game_title
from referee.tournaments.rulebooks.clauses import CHAPTERS, CLAUSES, STEP_CLAUSES
from referee.tournaments.rulebooks.freeze_out_clauses import stacks_or_default
from referee.tournaments.rulebooks.game_clauses import LEVEL, PLACING, game_clauses, source_of
from referee.tournaments.scores.scoring import points_of
from referee.tournaments.scores.tie_breaks import steps_of
from referee.tournaments.state.settings import Format, Score, Seeds, TournamentSettings

_CHIPS: Final = "The player who won the most chips there is first."
_CHIPS_FROM: Final = "scoring 1.2"
_SEEDED: Final = {Seeds.RATING: "by their ratings over all games", Seeds.STANDINGS: "by the season's standings"}
_OWN_RULES: Final = "The game's own rules say who is first."
_RESULT_ONLY: Final = "Only its result is recorded, as the table gives it."


def tournament_book(options: Any = None) -> Book[TournamentSettings]:
    """Return the rulebook, for reading under a tournament's settings.

    `options` are the house rules of the game, by default the usual ones.
    """

    def settled(settings: TournamentSettings) -> Mapping[str, object]:
        return _settings_values(settings, options)

    return Book("Tournament", CHAPTERS, CLAUSES, STEP_CLAUSES, "Of those who are level,", steps_of, settled)


def _settings_values(settings: TournamentSettings, options: Any) -> Mapping[str, object]:
    """Return the values of the settings by their names in the clauses."""
    stacks = stacks_or_default(settings)
    return {
        "game": game_title(settings.game),
        "sizes": str(settings.sizes).replace("-", " to "),
        "most": settings.sizes.most,
        "rounds": _rounds(settings),
        "go_on": "the first goes" if settings.go_on == 1 else f"the first {number_word(settings.go_on)} go",
        "groups": quantity(settings.groups, "group") if settings.groups else "as many groups as are announced",
        "minutes": settings.minutes,
        "seeds": _SEEDED.get(settings.seeds, ""),
        "seeds_of": "a place there" if settings.seeds is Seeds.STANDINGS else "a rating",
        "points": _describe_points(settings),
        "best": settings.best,
        "win_of": _describe_win(settings),
        "half_of": _describe_half_win(settings),
        **_game_values(settings.game, options),
        "stack": stacks.stack,
        "level_minutes": stacks.minutes,
        "levels": _describe_levels(stacks.levels),
        "reentries": "once" if stacks.reentries == 1 else f"up to {number_word(stacks.reentries)} times",
        "until": stacks.reentry_until,
        "addon": stacks.addon,
        "bounty": stacks.bounty,
        "entry": stacks.entry,
        "units": "units of money" if stacks.money else "points",
        "prizes": join_words(stacks.prizes),
    }


def _rounds(settings: TournamentSettings) -> str:
    if settings.rounds:
        return quantity(settings.rounds, "round")
    if settings.format is Format.ALL_MEET:
        return "in as many rounds as this takes, which the first draw fixes"
    return "as many rounds as are announced"


def _game_values(game: str, options: Any) -> Mapping[str, str]:
    placing, level = PLACING.get(game, ()), LEVEL.get(game, ())
    has_own_rules, has_rules = game in SLUGS, has_rulebook(game)
    default_text, source = (
        (_CHIPS, _CHIPS_FROM) if has_own_rules else (_OWN_RULES, HOUSE) if has_rules else (_RESULT_ONLY, HOUSE)
    )
    return {
        "placing": game_clauses(game, placing, options) or default_text,
        "placing_from": source_of(game, placing, options) or source,
        "level": game_clauses(game, level, options),
        "level_from": source_of(game, level, options),
    }


def _describe_points(settings: TournamentSettings) -> str:
    points = points_of(settings)
    return f"{join_words(points)}, first place first" if len(points) > 1 else f"{points[0]} for the first"


def _describe_win(settings: TournamentSettings) -> str:
    match settings.score:
        case Score.MATCH:
            return "1"
        case Score.PLACES:
            return f"the {points_of(settings)[0]} points of a first place"
        case Score.CHIPS:
            return "the mean chips won by the winners of the round's tables"
        case Score.LOW:
            return "the mean points of the winners of the round's tables"


def _describe_half_win(settings: TournamentSettings) -> str:
    match settings.score:
        case Score.MATCH:
            return "one half"
        case Score.PLACES:
            return f"half of the {points_of(settings)[0]} points of a first place"
        case Score.CHIPS:
            return "half of the mean chips won by the winners of the round's tables"
        case Score.LOW:
            return "the mean points of all players in the round"


def _describe_levels(levels: Sequence[tuple[int, int, int]]) -> str:
    return join_words(
        f"{small}/{big}" + (f" with an ante of {ante}" if ante else "") if big else "a break"
        for small, big, ante in levels
    )
