"""Lead a new club to its first table, with prompts for members, season and session."""

from __future__ import annotations

from datetime import date
from typing import Any, Final

from referee.cards.immutable import frozen
from referee.cards.words import quantity
from referee.club.calendar import schedule, seasons
from referee.club.calendar.sample_schedule import latest_schedule
from referee.club.evening.overview import Tonight
from referee.club.folder import Club
from referee.club.people import roster
from referee.club.text.faults import ClubFault
from referee.club.text.typed_dates import parse_full_date
from referee.dashboard.affairs.sessions import plan
from referee.dashboard.deeds.deed import Answers, Deed, Effect, Parameter, Pick, Prompt
from referee.dashboard.deeds.done import Done, telling
from referee.dashboard.rendering import session_day

# As `referee season new` has it, unless told otherwise.
_COUNTED: Final = 20
_REQUIRED: Final = 0


def next_step(night: Tonight) -> str:
    """Return the instruction for the next step while no table is in play, with key ids in braces."""
    if night.session:
        return "No table yet. {tonight.seating} starts one, {tonight.draw} draws seats for all."
    if not night.members and night.planned is None:  # else they are added as they come
        return "The roster is empty. {tonight.open_session} adds the first members."
    if not night.season:
        return "No season has begun. {tonight.open_session} begins one."
    if night.planned is None:
        return "No session is planned. {tonight.open_session} plans one."
    return f"No session is open. {{tonight.open_session}} opens the session of {session_day(night.planned)}."


def next_deed(night: Tonight, *, skips_members: bool = False) -> Deed[Any] | None:
    """Return the operation for the next missing step: members, a season or a session.

    `skips_members` is set once the officer has decided to add members at check-in.
    """
    if not night.members and night.planned is None and not skips_members:
        return _add_members()
    if not night.season:
        return _begin_season()
    return plan() if night.planned is None else None


def _add_members() -> Deed[Done]:
    question = (
        "Who are the members of the club? Type their names, separated by commas. Or leave it blank, and add them at "
        "check-in."
    )

    def do(club: Club, answers: Answers) -> Done:
        names = [" ".join(name.split()) for name in answers["names"].split(",") if name.strip()]
        if not names:
            return Done("")
        additions = roster.add_all(club, names)
        return Done(f"{quantity(len(additions), 'member is', 'members are')} on the roster.")

    parameter = Parameter("names", Prompt(question, example="Ann, Ben, Cal, Dee", optional=True))
    return telling("member add", do, (parameter,))


def _begin_season() -> Deed[Done]:
    def season_prompt(club: Club, _: Answers) -> Prompt:
        found_schedule = find_schedule(club)
        default_season = "{} {} {}".format(*season_containing(club.today))
        if found_schedule is None:
            season_prompt = (
                "No season has begun. Enter begins this one, or type another name, first day and last day. The "
                f"best {_COUNTED} sessions of a player count, and all are ranked from the first session on."
            )
            return Prompt(season_prompt, value=default_season)
        picks = (Pick(found_schedule.file, "the schedule"), Pick(default_season, "a season without a schedule"))
        if found_schedule.plan.starts <= club.today:
            load_hint = "Enter loads it; you can change the file and load it again later."
            season_prompt = (
                f"No season has begun, but schedules/{found_schedule.file} has one: {found_schedule}. {load_hint}"
            )
            return Prompt(f"{season_prompt} Or type a name, first day and last day.", picks, found_schedule.file)
        # A season that has not begun has no room for this evening.
        season_prompt = (
            f"No season has begun. schedules/{found_schedule.file} has one that begins later: {found_schedule}."
        )
        return Prompt(f"{season_prompt} Enter begins one that has today in it.", picks[::-1], default_season)

    def parse_answer(club: Club, text: str) -> tuple[str, date, date] | FoundSchedule:
        found_schedule = find_schedule(club)
        return found_schedule if found_schedule and text == found_schedule.file else parse_season(text)

    def effect(club: Club, answers: Answers) -> Effect | None:
        schedule = parse_answer(club, answers["season"])
        first, last = (
            (schedule.plan.starts, schedule.plan.ends) if isinstance(schedule, FoundSchedule) else schedule[1:]
        )
        if first <= club.today <= last:
            return None
        dates = f"begins on {first}" if first > club.today else f"ended on {last}"
        return Effect(f"This season {dates}, so no session can be held in it today.", "begin it all the same")

    def do(club: Club, answers: Answers) -> Done:
        schedule_file = parse_answer(club, answers["season"])
        if isinstance(schedule_file, FoundSchedule):
            name = schedule.load(club, schedule_file.plan).season.name
        else:
            name, first, last = schedule_file
            seasons.new(club, name, starts=first, ends=last, best_k=_COUNTED, min_sessions=_REQUIRED)
        return Done(f"Season {name} has begun.")

    return telling("season new", do, (Parameter("season", season_prompt),), effect)


@frozen
class FoundSchedule:
    """A schedule file in the club's folder, offered when a season begins."""

    file: str
    plan: schedule.SeasonPlan

    def __str__(self) -> str:
        """Return a short summary of the schedule."""
        plan = self.plan
        first = plan.sessions[0]
        room = f", {first.room}" if first.room else ""
        count_text = quantity(len(plan.sessions), "session")
        return f"{plan.name}, {count_text}, the first on {first.date:%A} {first.date}, {first.starts:%H:%M}{room}"


def find_schedule(club: Club) -> FoundSchedule | None:
    """Return the latest schedule in the club's folder, or None if it is missing, unreadable or over."""
    from referee.dashboard.affairs.calendar import schedule_in  # needed once, and loads much

    path = latest_schedule(club.schedules)
    if path is None:
        return None
    try:
        plan = schedule_in(path)
    except ClubFault:
        return None
    return FoundSchedule(path.name, plan) if plan.sessions and plan.ends >= club.today else None


def season_containing(today: date) -> tuple[str, date, date]:
    """Return the name, first day and last day of the season from August to July around a day."""
    year = today.year if today.month >= 8 else today.year - 1
    return f"{year}-{(year + 1) % 100:02}", date(year, 8, 1), date(year + 1, 7, 31)


def parse_season(text: str) -> tuple[str, date, date]:
    """Return the season's name, first day and last day. Raise `ClubFault` for invalid text."""
    *name, first, last = ["", "", *text.split()]
    try:
        starts, ends = parse_full_date(first), parse_full_date(last)
    except ClubFault:
        starts = ends = None
    if starts is None or ends is None or not "".join(name):
        raise ClubFault("Type a name, the first day and the last day, such as 2026-27 2026-08-01 2027-07-31.")
    return " ".join(filter(None, name)), starts, ends
