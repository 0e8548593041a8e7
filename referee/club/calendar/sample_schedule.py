"""The schedule in the folder of a new club: it loads without changes, and has a comment on every key."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Final

from referee.store.hints import Do, Hint

_FEWEST_WEEKS: Final = 16


def sample_schedule(today: date, format_command: Callable[[Hint], str], zone: str = "") -> tuple[str, str]:
    """Return the name and the schedule of a season from next Monday to the end of June.

    `format_command` turns a hint into a command for the comments. `zone` is the computer's time zone. A zone of UTC
    suggests a server, which does not know the club's zone.
    """
    zone = "" if zone == "UTC" else zone
    starts = today + timedelta(days=-today.weekday() % 7)
    ends = date(starts.year, 6, 30)
    if ends - starts < timedelta(weeks=_FEWEST_WEEKS):
        ends = date(starts.year + 1, 6, 30)
    name = str(starts.year) if ends.year == starts.year else f"{starts.year}-{ends.year % 100:02}"
    mondays = (ends - starts).days // 7 + 1
    holiday, extra_day = starts + timedelta(weeks=4), starts + timedelta(weeks=6, days=4)
    return name, _SAMPLE.format(
        name=name,
        starts=starts,
        ends=ends,
        best=max(1, mondays * 3 // 5),
        zone=f'zone = "{zone}"' if zone else '# zone = "Europe/Berlin"',
        zone_said="" if zone else " Default: this computer's.",
        free=holiday,
        extra=extra_day,
        load=format_command(Do.LOAD_SCHEDULE("Load it", file=f"schedules/{name}.toml")),
        calendar=format_command(Do.EXPORT_CALENDAR("Export it")),
        holidays=format_command(Do.HOLIDAYS("See which")),
        rules=format_command(Do.RULES("See them", game="big-two")),
    )


def latest_schedule(schedules: Path) -> Path | None:
    """Return the schedule in a club's folder whose name sorts last; None if there is none."""
    return max(schedules.glob("*.toml"), default=None)


_SAMPLE: Final = """\
# A season of your club. Edit this file, then load it:
#
#     {load}
#
# You can edit it and load it again later. Sessions that have started never change, and the first load fixes the
# scoring. Error messages name the line. A # begins a comment.

name = "{name}"
starts = {starts}      # first and last day of the season
ends = {ends}
best_k = {best}               # a season's score is the sum of a member's best {best} sessions
min_sessions = 0          # a member with fewer sessions is listed but not ranked; 0: all are ranked

# Time zone of the times below, for `{calendar}`.{zone_said}
{zone}
lasts = "2:00"            # length of a session, in hours and minutes

# Remove the # to hold no sessions on the public holidays of a country, or of a state. To see which sessions fall on
# one: {holidays}
# holidays = "DE-BW"

# When the club meets: a weekday, or instead a recurrence rule as in calendar files:
#     rrule = "FREQ=WEEKLY;BYDAY=MO,TH"                 # every Monday and Thursday
#     rrule = "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO"         # every second Monday
#     rrule = "FREQ=MONTHLY;BYDAY=1MO"                  # the first Monday of the month
[weekly]
weekday = "Monday"
time = "19:00"
room = "Club room"

# Dates without a session, each with the reason.
[skip]
# {free} = "Holidays"

# Extra dates, with a note. Add a time and a room only if they differ.
[extra]
# {extra} = {{ time = "18:00", room = "Library", note = "Long session" }}

# House rules of a game. To see them: {rules}
[house_rules.big-two]
# two_pair_play = false
"""
