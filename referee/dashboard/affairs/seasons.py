"""Begin, close and reopen a season, and change its house rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from typing import TYPE_CHECKING, Final

from referee.cards.words import capitalised
from referee.club.calendar import house_rules, seasons
from referee.club.folder import Club
from referee.club.people.duties import Duty
from referee.club.standings import season_end
from referee.club.text.faults import ClubFault
from referee.club.undoing.undoable import Undoable
from referee.dashboard.affairs.copies import backed_up
from referee.dashboard.deeds.acting import officers_only
from referee.dashboard.deeds.deed import REASON, Answers, Asked, Deed, Effect, Long, Pick, Question, reason
from referee.games import slugs
from referee.games.called import title_of
from referee.rules.book.options import Choice, choices, written
from referee.store.watch import Watch

if TYPE_CHECKING:
    from referee.club.file.backups import Backup
    from referee.store.read import Season

_NAME: Final = "name"
_DAYS: Final = "days"
_BEST: Final = "best"
_LEAST: Final = "least"
_GAME: Final = "game"
_RULE: Final = "rule"
_VALUE: Final = "value"
_ROWS: Final = 40
_TO: Final = " to "


def new() -> Deed[Season]:
    """Return the deed that begins a season; how it is scored is shown first, as it cannot be changed."""

    def days(club: Club, _: Answers) -> Question:
        last = max((each.ends for each in seasons.seasons(club)), default=club.today - timedelta(days=1))
        first = max(club.today, last + timedelta(days=1))
        return Question("First and last day:", value=f"{first}{_TO}{first + timedelta(days=364)}")

    def do(club: Club, answers: Answers) -> Season:
        first, last = map(date.fromisoformat, answers[_DAYS].split(_TO))
        best, least = int(answers[_BEST]), int(answers[_LEAST])
        return seasons.new(club, answers[_NAME], starts=first, ends=last, best_k=best, min_sessions=least)

    def effect(_: Club, answers: Answers) -> Effect:
        scored = f"The best {answers[_BEST]} sessions of a member count; a place needs {answers[_LEAST]}."
        says = f"Begin the season {answers[_NAME]}, {answers[_DAYS]}? {scored} This cannot be changed later."
        return Effect(says, "begin it")

    asks = (
        Asked(_NAME, Question("Name of the new season:", example="2027-28")),
        Asked(_DAYS, days, lambda _club, _answers, typed: _two_days(typed)),
        Asked(_BEST, Question("How many of a member's best sessions count?", value="20"), _number),
        Asked(_LEAST, Question("How many sessions does a place need?", value="8"), _number),
    )
    said = partial("The season {0.name} runs from {0.starts} to {0.ends}.".format)
    return Deed("season new", do, asks, effect, said=said, undo=lambda _, done: _begun(done))


@dataclass(frozen=True, slots=True)
class Closed:
    """A season that was closed, and its backup, or why there is none."""

    season: str
    backup: Backup | ClubFault


def close() -> Deed[Closed]:
    """Return the deed that closes the season and makes a backup; its final standings are shown first."""

    def asks(club: Club, _: Answers) -> Question | None:
        going = [each for each in seasons.seasons(club) if not each.closed_at]
        picks = tuple(Pick(each.name, f"{each.starts}{_TO}{each.ends}") for each in going)
        return Question("Which season is closed?", picks, only=True) if len(picks) > 1 else None

    def named(club: Club, answers: Answers) -> str:
        with club.reading() as tx:
            return seasons.ready_to_close(tx, club, answers[_NAME] or None).name

    def effect(club: Club, answers: Answers, watch: Watch) -> Effect:
        name = named(club, answers)
        end = season_end.as_it_stands(club, name)
        watch(0, 0)
        rows = [f"{row.place or '-'}  {row.name}  {float(row.score):.3f}" for row in end.rows[:_ROWS]]
        rows += [f"{each.trophy}: {', '.join(each.members)}" for each in end.awards]
        kept = "These standings are kept for good, and no session can be added to it."
        return Effect(f"Close the season {name}? {kept}", "close it", rows or ["Nobody has a place."])

    def do(club: Club, answers: Answers, watch: Watch) -> Closed:
        with club.together() as one:
            closed = season_end.close(one, named(one, answers)).season.name
            watch(0, 0)
        return Closed(closed, backed_up(club, watch))

    def told(done: Closed) -> str:
        backup = done.backup
        made = f"No backup was made: {backup}" if isinstance(backup, ClubFault) else f"Backup: {backup.path.name}"
        return f"The season {done.season} is closed. {made}"

    def back(club: Club, done: Closed) -> Undoable:
        def again(why: str) -> str:
            season_end.reopen(club, done.season, why)
            return f"The season {done.season} is open again."

        return Undoable(f"closing the season {done.season}", again, "What was kept of it stays.")

    may = officers_only(Duty.CLOSE_SEASON)
    looking, doing = Long("Working out the season", effect), Long("Closing the season", do)
    return Deed("season close", doing, (Asked(_NAME, asks),), looking, said=told, undo=back, may=may)


def reopen() -> Deed[Season]:
    """Return the deed that reopens a closed season."""

    def asks(club: Club, _: Answers) -> Question:
        closed = [each.name for each in seasons.seasons(club) if each.closed_at]
        if not closed:
            raise ClubFault("No season is closed, so there is none to reopen.")
        return Question("Which season is reopened?", tuple(map(Pick, reversed(closed))), only=True)

    def effect(_: Club, answers: Answers) -> Effect:
        again = f"Sessions can be added to {answers[_NAME]} and played in it again."
        return Effect(f"{again} The final table of its closing stays. Reopen it?", "reopen it")

    def do(club: Club, answers: Answers) -> Season:
        return season_end.reopen(club, answers[_NAME], answers[REASON])

    def back(_: Club, done: Season) -> Undoable:
        return Undoable(f"reopening the season {done.name}", otherwise="Close the season again.")

    asked = (Asked(_NAME, asks), reason(lambda answers: f"Reopen {answers[_NAME]}.", "a session was missing"))
    said, may = partial("The season {0.name} is open again.".format), officers_only(Duty.CLOSE_SEASON)
    return Deed("season reopen", do, asked, effect, said=said, undo=back, may=may)


@dataclass(frozen=True, slots=True)
class Ruled:
    """A house rule that was changed, and its value before."""

    game: str
    rule: str
    value: str
    before: str


def rules() -> Deed[Ruled]:
    """Return the deed that changes a house rule of a game for the matches that start from now on."""

    def now(club: Club, answers: Answers) -> Mapping[str, str]:
        book = house_rules.book_of(answers[_GAME])
        usual = {each.name: written(each.default) for each in choices(book.options)}
        return {**usual, **house_rules.of_season(club, book)[0]}

    def game(_: Club, __: Answers) -> Question:
        ruled = [each for each in slugs() if choices(house_rules.book_of(each).options)]
        return Question(
            "Change the house rules of a game:", tuple(Pick(each, title_of(each)) for each in ruled), only=True
        )

    def rule(club: Club, answers: Answers) -> Question:
        held, asked = now(club, answers), choices(house_rules.book_of(answers[_GAME]).options)
        picks = tuple(Pick(each.name, says=f"{each.asks} Now: {_words(each, held[each.name])}") for each in asked)
        return Question(f"Which rule of {title_of(answers[_GAME])} changes?", picks, only=True)

    def value(club: Club, answers: Answers) -> Question:
        choice, held = _choice(answers[_GAME], answers[_RULE]), now(club, answers)[answers[_RULE]]
        picks = tuple(
            Pick(written(each), says=choice.in_words(each)) for each in choice.values if written(each) != held
        )
        asks = f"{choice.asks} Now: {_words(choice, held)}"
        return Question(asks, picks, only=bool(picks), example=choice.expected)

    def do(club: Club, answers: Answers) -> Ruled:
        before = now(club, answers)[answers[_RULE]]
        _set(club, answers[_GAME], answers[_RULE], answers[_VALUE])
        return Ruled(answers[_GAME], answers[_RULE], answers[_VALUE], before)

    def back(club: Club, done: Ruled) -> Undoable:
        def again(_: str) -> str:
            _set(club, done.game, done.rule, done.before)
            return _in_force(done.game, done.rule, done.before)

        return Undoable(f"a house rule: {_in_force(done.game, done.rule, done.value)}", again)

    def said(done: Ruled) -> str:
        return f"{_in_force(done.game, done.rule, done.value)}. It holds for the matches that start from now on."

    asks = (Asked(_GAME, game), Asked(_RULE, rule), Asked(_VALUE, value))
    return Deed("season rules", do, asks, said=said, undo=back, may=officers_only(Duty.HOUSE_RULES))


def _choice(game: str, rule: str) -> Choice:
    return next(each for each in choices(house_rules.book_of(game).options) if each.name == rule)


def _words(choice: Choice, held: str) -> str:
    """Return in words a value that a house rule has, as it is written."""
    return choice.in_words(next((each for each in choice.values if written(each) == held), held))


def _in_force(game: str, rule: str, value: str) -> str:
    choice = _choice(game, rule)
    return f"{title_of(game)}: {choice.asks} {capitalised(_words(choice, value))}"


def _set(club: Club, game: str, rule: str, value: str) -> None:
    house_rules.change(club, None, game, [f"{rule}={value}"])


def _begun(done: Season) -> Undoable:
    return Undoable(f"beginning the season {done.name}", otherwise="A season stays; close it if it was a mistake.")


def _two_days(typed: str) -> str:
    try:
        first, last = (date.fromisoformat(each.strip()) for each in typed.split(_TO.strip()))
    except ValueError:
        raise ClubFault(f"Invalid days {typed!r}. Use two dates such as 2027-08-16 to 2028-05-31.") from None
    return f"{first}{_TO}{last}"


def _number(_club: Club, _answers: Answers, typed: str) -> str:
    if not typed.isdecimal():
        raise ClubFault(f"Invalid number {typed!r}. Use a whole number such as 8.")
    return typed
