"""Lead a new club to its first table: ask for season, members and session in turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, time
from functools import partial
from typing import Any, Final

from textual.screen import Screen

from referee.cards.words import counted
from referee.club.calendar import schedule, seasons
from referee.club.calendar.sample import schedule_there
from referee.club.evening.overview import Tonight, tonight
from referee.club.folder import Club
from referee.club.people import roster
from referee.club.text.faults import ClubFault
from referee.dashboard.desk import Desk
from referee.dashboard.done import Done
from referee.dashboard.rendering import day
from referee.dashboard.tonight.opening_closing import SessionActions
from referee.dashboard.undo import club_undo
from referee.dashboard.widgets.message_line import say
from referee.dashboard.widgets.question import Question, Refused, ask
from referee.store.read import Season, Session

# As `referee season new` has it, unless told otherwise.
_BEST: Final = 20
_LEAST: Final = 8
_AT: Final = "18:00"


def next_step(night: Tonight, key: str) -> str:
    """Return what is wanting before a session can be opened, and the key that does it; nothing when it can be."""
    if not night.members and night.planned is None:  # else they are added as they come
        return f"Nobody is on the roster yet. {key} adds the first members."
    if not night.season:
        return f"There is no season yet. {key} begins one."
    if night.planned is None:
        return f"No session is planned from today on. {key} plans one."
    return ""


@dataclass(frozen=True, slots=True)
class FirstEvening:
    """Asks for what is wanting, one thing after the other, until a session can be opened."""

    desk: Desk
    screen: Screen[Any]
    session_actions: SessionActions

    def lead(self, night: Tonight, *, nobody: bool = False) -> None:
        """Ask for the next thing that is wanting; `nobody` says that members are to be added as they come."""
        if not night.members and night.planned is None and not nobody:
            question = (
                "Who is a member of the club? Type the names, parted by commas; Enter alone goes on, and names are "
                "added as they come."
            )
            ask(self.screen, Question(question, example="Ann, Ben, Cal, Dee", may_be_empty=True), self._members)
        elif not night.season:
            # With the pen: a look at tonight that comes in between must not swallow the question.
            self.desk.write(self.screen, partial(written_schedule, self.desk.club), self._ask_season)
        elif night.planned is None:
            question = "When does the club meet? Enter plans a session on this day and at this hour; a room may follow."
            value = f"{self.desk.club.today} {_AT}"
            self.desk.ask(
                self.screen,
                Question(question, value=value),
                self._plan,
                self._planned,
                lambda planned: club_undo.scheduled(f"planning the evening of {day(planned)}"),
            )
        else:
            self.session_actions.open(night.planned)

    def _members(self, typed: str, refused: Refused) -> None:
        names = [" ".join(name.split()) for name in typed.split(",") if name.strip()]
        if not names:
            self._go_on("Nobody is on the roster yet.", nobody=True)
            return

        def added(found: list[Any]) -> None:
            self._go_on(f"{counted(len(found), 'member is', 'members are')} on the roster.")

        self.desk.write(self.screen, partial(roster.add_all, self.desk.club, names), added, refused, club_undo.added)

    def _ask_season(self, found: Written | None) -> None:
        if found:
            question = (
                f"There is no season yet, but a schedule for one in schedules/{found.file}: {found}. Enter takes it "
                "over; the file can be changed, and loaded again, later. Or type a name, first day and last day."
            )
            self._begin(Question(question, value=found.file), found)
            return
        name, first, last = season_of(self.desk.club.today)
        question = (
            f"There is no season yet. Enter begins this one, of which everybody's {_BEST} best sessions count, and "
            f"which ranks who came to {_LEAST}; or type another name, first day and last day."
        )
        self._begin(Question(question, value=f"{name} {first} {last}"), None)

    def _begin(self, asking: Question, found: Written | None) -> None:
        def change(typed: str) -> Season:
            if found and typed == found.file:
                return schedule.load(self.desk.club, found.plan).season
            name, first, last = season_typed(typed)
            return seasons.new(self.desk.club, name, starts=first, ends=last, best_k=_BEST, min_sessions=_LEAST)

        def begun(season: Season) -> None:
            self._go_on(f"{season.name} has begun.", nobody=True)

        def did(season: Season) -> Done:
            return Done(f"the beginning of the season {season.name}", otherwise="A season stays in the club's file.")

        self.desk.ask(self.screen, asking, change, begun, did)

    def _plan(self, typed: str) -> Session:
        on, at, room = session_typed(typed)
        return schedule.add(self.desk.club, on, at, room=room)

    def _planned(self, _: Session) -> None:
        self._go_on("It is planned.", nobody=True)

    def _go_on(self, said: str, *, nobody: bool = False) -> None:
        say(self.screen, said)
        self.session_actions.turned()
        then: Callable[[Tonight], None] = partial(self._then, nobody)
        self.desk.write(self.screen, partial(tonight, self.desk.club), then)

    def _then(self, nobody: bool, night: Tonight) -> None:
        planned = night.planned
        if planned and planned.held_on != self.desk.club.today:
            return  # it is not this evening that is prepared, and opening is for the day
        self.lead(night, nobody=nobody)


@dataclass(frozen=True, slots=True)
class Written:
    """A schedule that is there to be taken over, such as the one that a new club finds in its folder."""

    file: str
    plan: schedule.SeasonPlan

    def __str__(self) -> str:
        """Return what it plans in a few words."""
        plan = self.plan
        first = plan.sessions[0]
        where = f", {first.room}" if first.room else ""
        many = counted(len(plan.sessions), "session")
        return f"{plan.name}, {many}, the first on {first.date:%A} {first.date}, {first.starts:%H:%M}{where}"


def written_schedule(club: Club) -> Written | None:
    """Return the schedule in a club's folder; none where there is none that plans anything, or it cannot be read."""
    from referee.club.calendar.schedule_toml import ScheduleFault, read_schedule
    from referee.club.calendar.toml_text import LONGEST_FILE

    path = schedule_there(club.schedules)
    if path is None:
        return None
    try:
        with path.open("rb") as opened:
            plan = read_schedule(opened.read(4 * LONGEST_FILE + 4).decode("utf-8-sig"))
    except (OSError, UnicodeDecodeError, ScheduleFault):
        return None
    return Written(path.name, plan) if plan.sessions and plan.ends >= club.today else None


def season_of(today: date) -> tuple[str, date, date]:
    """Return the season that a day falls in, from August to July."""
    year = today.year if today.month >= 8 else today.year - 1
    return f"{year}-{(year + 1) % 100:02}", date(year, 8, 1), date(year + 1, 7, 31)


def season_typed(typed: str) -> tuple[str, date, date]:
    """Read a season's name, first day and last day. Raises `ClubFault`."""
    *name, first, last = ["", "", *typed.split()]
    try:
        days = date.fromisoformat(first), date.fromisoformat(last)
    except ValueError:
        days = None
    if days is None or not "".join(name):
        raise ClubFault("Expected a name, the first day and the last, such as: 2026-27 2026-08-01 2027-07-31.")
    return " ".join(filter(None, name)), *days


def session_typed(typed: str) -> tuple[date, time, str]:
    """Read the day, the hour and the room of a session. Raises `ClubFault`."""
    day, at, *room = [*typed.split(), "", ""]
    try:
        return date.fromisoformat(day), time.fromisoformat(at), " ".join(filter(None, room))
    except ValueError:
        raise ClubFault("Expected a day and an hour, such as: 2026-11-16 18:00, and a room if you like.") from None
