"""Begin, close and reopen a season, and change its house rules."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Final

from referee.cards.words import capitalise
from referee.club.calendar import house_rules, seasons
from referee.club.folder import Club
from referee.club.people.duties import Duty
from referee.club.standings import season_end
from referee.club.text.faults import ClubFault
from referee.dashboard.affairs.copies import backed_up
from referee.dashboard.deeds.acting import officers_only
from referee.dashboard.deeds.asking import if_several, number, one_of, read_by
from referee.dashboard.deeds.deed import REASON, Answers, Deed, Effect, Long, Parameter, Pick, Prompt, reason
from referee.dashboard.deeds.done import Done, telling
from referee.games import slugs
from referee.games.lookup import game_title
from referee.rules.book.options import OptionDefinition, option_definitions, option_text
from referee.store.progress import Progress

_NAME: Final = "name"
_DAYS: Final = "days"
_BEST: Final = "best"
_LEAST: Final = "least"
_GAME: Final = "game"
_RULE: Final = "rule"
_VALUE: Final = "value"
_ROWS: Final = 40
_TO: Final = " to "


def new() -> Deed[Done]:
    """Return the operation that begins a season. It previews the scoring, which cannot be changed later."""

    def days(club: Club, _: Answers) -> Prompt:
        last = max((season.ends for season in seasons.seasons(club)), default=club.today - timedelta(days=1))
        first = max(club.today, last + timedelta(days=1))
        return Prompt("First and last day:", value=f"{first}{_TO}{first + timedelta(days=364)}")

    def do(club: Club, answers: Answers) -> Done:
        first, last = map(date.fromisoformat, answers[_DAYS].split(_TO))
        best, least = int(answers[_BEST]), int(answers[_LEAST])
        new = seasons.new(club, answers[_NAME], starts=first, ends=last, best_k=best, min_sessions=least)
        return Done(f"The season {new.name} runs from {new.starts} to {new.ends}.")

    def effect(_: Club, answers: Answers) -> Effect:
        scored = f"The best {answers[_BEST]} sessions of a member count; a place needs {answers[_LEAST]}."
        says = f"Begin the season {answers[_NAME]}, {answers[_DAYS]}? {scored} This cannot be changed later."
        return Effect(says, "begin it")

    many = number("a whole number such as 8")
    asks = (
        Parameter(_NAME, Prompt("Name of the new season:", example="2027-28")),
        Parameter(_DAYS, days, read_by(_two_days)),
        Parameter(_BEST, Prompt("How many of a member's best sessions count?", value="20"), many),
        Parameter(_LEAST, Prompt("How many sessions does a place need?", value="8"), many),
    )
    return telling("season new", do, asks, effect)


def close() -> Deed[Done]:
    """Return the operation that closes a season and backs up the club. It previews the final standings."""

    def asks(club: Club, _: Answers) -> Prompt | None:
        going = [season for season in seasons.seasons(club) if not season.closed_at]
        return if_several(
            "Which season is closed?", (Pick(season.name, f"{season.starts}{_TO}{season.ends}") for season in going)
        )

    def named(club: Club, answers: Answers) -> str:
        with club.reading() as tx:
            return seasons.closable_season(tx, club, answers[_NAME] or None).name

    def effect(club: Club, answers: Answers, watch: Progress) -> Effect:
        name = named(club, answers)
        end = season_end.provisional_end(club, name)
        watch(0, 0)
        rows = [f"{row.place or '-'}  {row.name}  {float(row.score):.3f}" for row in end.rows[:_ROWS]]
        rows += [f"{award.trophy}: {', '.join(award.members)}" for award in end.awards]
        kept = "These standings are kept for good, and no session can be added to it."
        return Effect(f"Close the season {name}? {kept}", "close it", rows or ["Nobody has a place."])

    def do(club: Club, answers: Answers, watch: Progress) -> Done:
        with club.group_changes() as one:
            closed = season_end.close(one, named(one, answers)).season.name
            watch(0, 0)
        backup = backed_up(club, watch)
        made = f"No backup was made: {backup}" if isinstance(backup, ClubFault) else f"Backup: {backup.path.name}"
        return Done(f"The season {closed} is closed. {made}")

    may = officers_only(Duty.CLOSE_SEASON)
    looking, doing = Long("Working out the season", effect), Long("Closing the season", do)
    return telling("season close", doing, (Parameter(_NAME, asks),), looking, may=may)


def reopen() -> Deed[Done]:
    """Return the operation that reopens a closed season."""

    def asks(club: Club, _: Answers) -> Prompt:
        closed = (Pick(season.name) for season in reversed(seasons.seasons(club)) if season.closed_at)
        return one_of("Which season is reopened?", closed, "No season is closed, so there is none to reopen.")

    def effect(_: Club, answers: Answers) -> Effect:
        again = f"Sessions can be added to {answers[_NAME]} and played in it again."
        return Effect(f"{again} Its final table is kept. Reopen it?", "reopen it")

    def do(club: Club, answers: Answers) -> Done:
        name = season_end.reopen(club, answers[_NAME], answers[REASON]).name
        return Done(f"The season {name} is open again.")

    asked = (Parameter(_NAME, asks), reason(lambda answers: f"Reopen {answers[_NAME]}.", "a session was missing"))
    return telling("season reopen", do, asked, effect, may=officers_only(Duty.CLOSE_SEASON))


def rules() -> Deed[Done]:
    """Return the operation that changes a game's house rule for matches that start later."""

    def now(club: Club, answers: Answers) -> Mapping[str, str]:
        book = house_rules.find_rulebook(answers[_GAME])
        usual = {choice.name: option_text(choice.default) for choice in option_definitions(book.options)}
        return {**usual, **house_rules.options_with_season(club, book)[0]}

    def game(_: Club, __: Answers) -> Prompt:
        ruled = [each for each in slugs() if option_definitions(house_rules.find_rulebook(each).options)]
        return one_of("Change the house rules of a game:", (Pick(each, game_title(each)) for each in ruled))

    def rule(club: Club, answers: Answers) -> Prompt:
        held, asked = now(club, answers), option_definitions(house_rules.find_rulebook(answers[_GAME]).options)
        picks = (
            Pick(choice.name, label=f"{choice.question} Now: {_words(choice, held[choice.name])}") for choice in asked
        )
        return one_of(f"Which rule of {game_title(answers[_GAME])} changes?", picks)

    def value(club: Club, answers: Answers) -> Prompt:
        choice, held = _choice(answers[_GAME], answers[_RULE]), now(club, answers)[answers[_RULE]]
        picks = tuple(
            Pick(option_text(each), label=choice.label(each)) for each in choice.values if option_text(each) != held
        )
        asks = f"{choice.question} Now: {_words(choice, held)}"
        return Prompt(asks, picks, choices_only=bool(picks), example=choice.expected)

    def do(club: Club, answers: Answers) -> Done:
        said = _set(club, answers[_GAME], answers[_RULE], answers[_VALUE])
        return Done(f"{said}. It holds for the matches that start from now on.")

    asks = (Parameter(_GAME, game), Parameter(_RULE, rule), Parameter(_VALUE, value))
    return telling("season rules", do, asks, may=officers_only(Duty.HOUSE_RULES))


def _choice(game: str, rule: str) -> OptionDefinition:
    return next(choice for choice in option_definitions(house_rules.find_rulebook(game).options) if choice.name == rule)


def _words(choice: OptionDefinition, held: str) -> str:
    """Return the wording of an option's value for the officer."""
    return choice.label(next((each for each in choice.values if option_text(each) == held), held))


def _set(club: Club, game: str, rule: str, value: str) -> str:
    """Set a season's house rule. Return a sentence with the new value."""
    house_rules.change_options(club, None, game, [f"{rule}={value}"])
    choice = _choice(game, rule)
    return f"{game_title(game)}: {choice.question} {capitalise(_words(choice, value))}"


def _two_days(typed: str) -> str:
    try:
        first, last = (date.fromisoformat(each.strip()) for each in typed.split(_TO.strip()))
    except ValueError:
        raise ClubFault(f"Invalid days {typed!r}. Use two dates such as 2027-08-16 to 2028-05-31.") from None
    return f"{first}{_TO}{last}"
