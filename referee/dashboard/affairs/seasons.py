"""Begin, close and reopen a season, and change its house rules."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Final

from referee.cards.words import capitalise
from referee.club.calendar import house_rules, seasons
from referee.club.club_dates import read_day
from referee.club.folder import Club
from referee.club.people.duties import Duty
from referee.club.standings import season_end
from referee.club.text.faults import ClubFault
from referee.dashboard.affairs.copies import backed_up
from referee.dashboard.deeds.acting import officers_only
from referee.dashboard.deeds.asking import if_several, number, one_of
from referee.dashboard.deeds.deed import REASON, Answers, Deed, Effect, Long, Parameter, Pick, Prompt, reason
from referee.dashboard.deeds.done import Done, telling
from referee.games import slugs
from referee.games.lookup import game_title
from referee.rules.book.options import OptionDefinition, option_definitions, option_text
from referee.store.progress import Progress

_NAME: Final = "name"
_DAYS: Final = "days"
_COUNTED: Final = "best"
_REQUIRED: Final = "least"
_GAME: Final = "game"
_RULE: Final = "rule"
_VALUE: Final = "value"
_MAX_ROWS: Final = 40
_DAY_SEPARATOR: Final = " to "


def new() -> Deed[Done]:
    """Return the operation that begins a season. It previews the scoring, which cannot be changed later."""

    def days_prompt(club: Club, _: Answers) -> Prompt:
        last = max((season.ends for season in seasons.seasons(club)), default=club.today - timedelta(days=1))
        first = max(club.today, last + timedelta(days=1))
        return Prompt("First and last day:", value=f"{first}{_DAY_SEPARATOR}{seasons.last_day_of_year(first)}")

    def do(club: Club, answers: Answers) -> Done:
        first, last = map(date.fromisoformat, answers[_DAYS].split(_DAY_SEPARATOR))
        best, least = int(answers[_COUNTED]), int(answers[_REQUIRED])
        season = seasons.new(club, answers[_NAME], starts=first, ends=last, best_k=best, min_sessions=least)
        return Done(f"The season {season.name} runs from {season.starts} to {season.ends}.")

    def effect(_: Club, answers: Answers) -> Effect:
        minimum = int(answers[_REQUIRED])
        required = f"a place needs {minimum}" if minimum else "all have a place from the first session on"
        scoring = f"The best {answers[_COUNTED]} sessions of a member count; {required}."
        question = f"Begin the season {answers[_NAME]}, {answers[_DAYS]}? {scoring} This cannot be changed later."
        return Effect(question, "begin it")

    parse_count = number("a whole number such as 8")
    parameters = (
        Parameter(_NAME, Prompt("Name of the new season:", example="2027-28")),
        Parameter(_DAYS, days_prompt, _parse_days),
        Parameter(_COUNTED, Prompt("How many of a member's best sessions count?", value="20"), parse_count),
        Parameter(_REQUIRED, Prompt("How many sessions does a place need?", value="0"), parse_count),
    )
    return telling("season new", do, parameters, effect)


def close() -> Deed[Done]:
    """Return the operation that closes a season and backs up the club. It previews the final standings."""

    def season_prompt(club: Club, _: Answers) -> Prompt | None:
        open_seasons = [season for season in seasons.seasons(club) if not season.closed_at]
        return if_several(
            "Which season is closed?",
            (Pick(season.name, f"{season.starts}{_DAY_SEPARATOR}{season.ends}") for season in open_seasons),
        )

    def season_name(club: Club, answers: Answers) -> str:
        with club.reading() as tx:
            return seasons.closable_season(tx, club, answers[_NAME] or None).name

    def effect(club: Club, answers: Answers, progress: Progress) -> Effect:
        name = season_name(club, answers)
        end = season_end.provisional_end(club, name)
        progress(0, 0)
        rows = [f"{row.place or '-'}  {row.name}  {float(row.score):.3f}" for row in end.rows[:_MAX_ROWS]]
        rows += [f"{award.trophy}: {', '.join(award.members)}" for award in end.awards]
        consequence = "These standings are kept for good, and no session can be added to it."
        return Effect(f"Close the season {name}? {consequence}", "close it", rows or ["Nobody has a place."])

    def do(club: Club, answers: Answers, progress: Progress) -> Done:
        with club.group_changes() as transaction:
            closed_name = season_end.close(transaction, season_name(transaction, answers)).season.name
            progress(0, 0)
        backup = backed_up(club, progress)
        backup_text = (
            f"No backup was made: {backup}" if isinstance(backup, ClubFault) else f"Backup: {backup.path.name}"
        )
        return Done(f"The season {closed_name} is closed. {backup_text}")

    check_officer = officers_only(Duty.CLOSE_SEASON)
    preview_step, close_step = Long("Working out the season", effect), Long("Closing the season", do)
    return telling("season close", close_step, (Parameter(_NAME, season_prompt),), preview_step, may=check_officer)


def reopen() -> Deed[Done]:
    """Return the operation that reopens a closed season."""

    def season_prompt(club: Club, _: Answers) -> Prompt:
        picks = (Pick(season.name) for season in reversed(seasons.seasons(club)) if season.closed_at)
        return one_of("Which season is reopened?", picks, "No season is closed, so there is none to reopen.")

    def effect(_: Club, answers: Answers) -> Effect:
        consequence = f"Sessions can be added to {answers[_NAME]} and played in it again."
        return Effect(f"{consequence} Its final table is kept. Reopen it?", "reopen it")

    def do(club: Club, answers: Answers) -> Done:
        name = season_end.reopen(club, answers[_NAME], answers[REASON]).name
        return Done(f"The season {name} is open again.")

    parameters = (
        Parameter(_NAME, season_prompt),
        reason(lambda answers: f"Reopen {answers[_NAME]}.", "a session was missing"),
    )
    return telling("season reopen", do, parameters, effect, may=officers_only(Duty.CLOSE_SEASON))


def rules() -> Deed[Done]:
    """Return the operation that changes a game's house rule for matches that start later."""

    def options_now(club: Club, answers: Answers) -> Mapping[str, str]:
        book = house_rules.find_rulebook(answers[_GAME])
        defaults = {choice.name: option_text(choice.default) for choice in option_definitions(book.options)}
        return {**defaults, **house_rules.options_with_season(club, book)[0]}

    def game_prompt(_: Club, __: Answers) -> Prompt:
        games_with_rules = [slug for slug in slugs() if option_definitions(house_rules.find_rulebook(slug).options)]
        return one_of("Change the house rules of a game:", (Pick(slug, game_title(slug)) for slug in games_with_rules))

    def rule_prompt(club: Club, answers: Answers) -> Prompt:
        current, definitions = (
            options_now(club, answers),
            option_definitions(house_rules.find_rulebook(answers[_GAME]).options),
        )
        picks = (
            Pick(choice.name, label=f"{choice.question} Now: {_describe_value(choice, current[choice.name])}")
            for choice in definitions
        )
        return one_of(f"Which rule of {game_title(answers[_GAME])} changes?", picks)

    def value_prompt(club: Club, answers: Answers) -> Prompt:
        choice, current = _find_definition(answers[_GAME], answers[_RULE]), options_now(club, answers)[answers[_RULE]]
        picks = tuple(
            Pick(option_text(option), label=choice.label(option))
            for option in choice.values
            if option_text(option) != current
        )
        question = f"{choice.question} Now: {_describe_value(choice, current)}"
        return Prompt(question, picks, choices_only=bool(picks), example=choice.expected)

    def do(club: Club, answers: Answers) -> Done:
        message = _set_rule(club, answers[_GAME], answers[_RULE], answers[_VALUE])
        return Done(f"{message}. It holds for the matches that start from now on.")

    parameters = (Parameter(_GAME, game_prompt), Parameter(_RULE, rule_prompt), Parameter(_VALUE, value_prompt))
    return telling("season rules", do, parameters, may=officers_only(Duty.HOUSE_RULES))


def _find_definition(game: str, rule: str) -> OptionDefinition:
    return next(choice for choice in option_definitions(house_rules.find_rulebook(game).options) if choice.name == rule)


def _describe_value(choice: OptionDefinition, current: str) -> str:
    """Return the wording of an option's value for the officer."""
    return choice.label(next((value for value in choice.values if option_text(value) == current), current))


def _set_rule(club: Club, game: str, rule: str, value: str) -> str:
    """Set a season's house rule. Return a sentence with the new value."""
    house_rules.change_options(club, None, game, [f"{rule}={value}"])
    choice = _find_definition(game, rule)
    return f"{game_title(game)}: {choice.question} {capitalise(_describe_value(choice, value))}"


def _parse_days(club: Club, _answers: Answers, text: str) -> str:
    first, separator, last = text.partition(_DAY_SEPARATOR)
    if not separator:
        raise ClubFault(f"Invalid days {text!r}. Use two dates such as 2027-08-16 to 2028-05-31.")
    return f"{read_day(club, first)}{_DAY_SEPARATOR}{read_day(club, last)}"
