"""The schedule that a new club finds in its folder: one that loads as it is, with a word on every key."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Final

from referee.store.hints import Do, Hint

_FEWEST_WEEKS: Final = 16


def sample_schedule(today: date, typed: Callable[[Hint], str], zone: str = "") -> tuple[str, str]:
    """Return the name of a season that begins on the coming Monday and ends with June, and its schedule.

    What can be done with it is said as it is `typed`.
    `zone` is the computer's; one set to UTC is taken for a server, which does not know where the club meets.
    """
    zone = "" if zone == "UTC" else zone
    starts = today + timedelta(days=-today.weekday() % 7)
    ends = date(starts.year, 6, 30)
    if ends - starts < timedelta(weeks=_FEWEST_WEEKS):
        ends = date(starts.year + 1, 6, 30)
    name = str(starts.year) if ends.year == starts.year else f"{starts.year}-{ends.year % 100:02}"
    mondays = (ends - starts).days // 7 + 1
    free, evening = starts + timedelta(weeks=4), starts + timedelta(weeks=6, days=4)
    return name, _SAMPLE.format(
        name=name,
        starts=starts,
        ends=ends,
        best=max(1, mondays * 3 // 5),
        least=mondays // 4,
        zone=f'zone = "{zone}"' if zone else '# zone = "Europe/Berlin"',
        zone_said="" if zone else " Without it, that of this computer.",
        free=free,
        evening=evening,
        load=typed(Do.LOAD_SCHEDULE("Load it", file=f"schedules/{name}.toml")),
        calendar=typed(Do.EXPORT_CALENDAR("Export it")),
        holidays=typed(Do.HOLIDAYS("See which")),
        rules=typed(Do.RULES("See them", game="big-two")),
    )


def schedule_there(schedules: Path) -> Path | None:
    """Return a schedule in a club's folder, the last by its name; none where there is none."""
    return max(schedules.glob("*.toml"), default=None)


_SAMPLE: Final = """\
# A season of your club. Change what is not so, then load it:
#
#     {load}
#
# Loading it again later takes over what was changed here since; sessions that have begun are never touched, and how a
# season is scored is settled by the first time. What cannot be read is named with its line. A # begins a remark.

name = "{name}"
starts = {starts}      # the first day of the season, and the last
ends = {ends}
best_k = {best}               # a season's score is the sum of a member's best {best} sessions
min_sessions = {least}          # with fewer than {least} a member is listed, but not ranked

# In which time zone the hours below are meant, for `{calendar}`.{zone_said}
{zone}
lasts = "2:00"            # how long an evening is, in hours and minutes, for the same

# Without a # before it, no session is held on a public holiday: of a country, or of one part of it. To see first which
# sessions that would be: {holidays}
# holidays = "DE-BW"

# When the club meets: on a weekday, or by a rule as calendars write it, in place of the weekday:
#     rrule = "FREQ=WEEKLY;BYDAY=MO,TH"                 # every Monday and Thursday
#     rrule = "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO"         # every second Monday
#     rrule = "FREQ=MONTHLY;BYDAY=1MO"                  # the first Monday of the month
[weekly]
weekday = "Monday"
time = "19:00"
room = "Club room"

# Days on which it does not meet, each with the reason.
[skip]
# {free} = "Holidays"

# Days besides, with a note; an hour and a room only where they are other ones.
[extra]
# {evening} = {{ time = "18:00", room = "Library", note = "A long evening" }}

# House rules of a game; which there are is said by: {rules}
[house_rules.big-two]
# two_pair_play = false
"""
