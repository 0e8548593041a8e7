"""``referee season``: attendance, trophies, closing, reopening and the archive."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.words import counted
from referee.cli.files.backup import after_closing
from referee.cli.shared import completing
from referee.cli.shared.club import Reason, opened, opened_by, say_head, say_table, sure
from referee.cli.shared.common import Deciding, Looking
from referee.cli.shared.completing import SeasonName
from referee.cli.shared.printing import answer, complain, say, say_json

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.club.standings.attendance import SeasonAttendance
    from referee.club.standings.season_end import Reopened, SeasonEnd
    from referee.store.read import Season

app = typer.Typer()
Named = Annotated[str, typer.Argument(help="The season's name.", autocompletion=completing.seasons)]


@app.command(epilog="Example: referee season attendance 2026-27")
def attendance(common: Looking, name: SeasonName = None) -> None:
    """Show who came to the sessions of a season, how often, and how many times running."""
    from referee.club.standings.attendance import attendance

    with opened(common) as desk:
        found = attendance(desk, name)
    answer(found, common.json, _say_attendance)


def _say_attendance(found: SeasonAttendance) -> None:
    say(f"season {found.season.name}: {counted(len(found.held), 'session')} held")
    say_table(
        ["name", "came", "of", "running", "longest", "last", ""],
        [
            [row.name, row.came, len(found.held), row.running, row.longest, row.last, "guest" if row.guest else ""]
            for row in found.rows
        ],
        numbers=["came", "of", "running", "longest"],
    )


@app.command(epilog="Example: referee season trophies 2026-27")
def trophies(common: Looking, name: SeasonName = None) -> None:
    """Show who would have the trophies as the season stands, or has them since it was closed."""
    from referee.club.calendar import seasons
    from referee.club.standings import season_end

    with opened(common) as desk:
        season = seasons.show(desk, name)
        end = (season_end.archive(desk, season.name) if season.closed_at else None) or season_end.as_it_stands(
            desk, season.name
        )
    answer(end, common.json, _say_trophies_of)


def _say_trophies_of(end: SeasonEnd) -> None:
    say(f"season {end.season.name}: {f'as it was closed on {_day(end)}' if end.at else 'as it stands'}")
    _say_trophies(end)


@app.command(epilog="Example: referee season archive 2026-27")
def archive(common: Looking, name: SeasonName = None) -> None:
    """Show what was kept of a season when it was closed: the final standings and the trophies."""
    from referee.club.calendar import seasons
    from referee.club.standings import season_end

    with opened(common) as desk:
        season = seasons.show(desk, name)
        kept = season_end.archives(desk, season.name)
    ends = [each for each in kept if isinstance(each, season_end.SeasonEnd)]
    if not ends:
        complain(f"nothing was kept of the season {season.name}: it is not closed")
    answer(kept, common.json, _say_kept)


def _say_kept(kept: Sequence[SeasonEnd | Reopened]) -> None:
    from referee.club.standings import season_end

    for each in kept:
        if isinstance(each, season_end.SeasonEnd):
            _say_end(each)
        else:
            _say_reopened(each)


@app.command(epilog="Example: referee season close 2026-27 --yes")
def close(name: Named, common: Deciding) -> None:
    """Close a season when all its sessions are over; its standings and trophies are kept as they are."""
    from referee.club.calendar import seasons
    from referee.club.standings import season_end

    with opened_by(common) as desk:
        with desk.reading() as tx:
            found = seasons.ready_to_close(tx, desk, name).name
        if not (common.yes or common.json):
            _say_end(season_end.as_it_stands(desk, found))
        sure(
            f"This is kept of {found} for good, and nothing more can be scheduled or played in it. Close it?",
            common.yes,
        )
        end = season_end.close(desk, found)
        if common.json:
            say_json({"closed": end, "head": str(desk.head), "backup": after_closing(desk, quiet=True)})
            return
        if common.yes:
            _say_trophies(end)
        say(f"The season {found} is closed. What was kept of it: referee season archive {quote(found)}")
        say_head(desk)
        after_closing(desk)


@app.command(epilog='Example: referee season reopen 2026-27 --reason "the sheets of May were found"')
def reopen(name: Named, reason: Reason, common: Deciding) -> None:
    """Take up a closed season again, for a reason; what was kept of it stays."""
    from referee.club.calendar import seasons
    from referee.club.standings import season_end

    with opened_by(common) as desk:
        found = seasons.show(desk, name).name
        sure(f"Sessions can be scheduled and played in {found} again. Reopen it?", common.yes)
        season_end.reopen(desk, found, reason)
        now = shown(desk, seasons.show(desk, found))
    in_words = f"The season {found} is open again. What was kept when it was closed stays as it was."
    answer(now, common.json, lambda _: say(in_words))


@dataclass(frozen=True, slots=True)
class Shown:
    """A season with the steps that part its ties, its house rules by game, and what was kept when it was closed.

    `otherwise_now` says what a closed season would have come to by now that was not kept of it.
    """

    season: Season
    ties: tuple[str, ...]
    house_rules: Mapping[str, Mapping[str, str]]
    kept: tuple[SeasonEnd | Reopened, ...]
    otherwise_now: tuple[str, ...]


def shown(desk: Club, season: Season) -> Shown:
    """Return all that there is to say of a season."""
    from referee.club.calendar import house_rules
    from referee.club.scoring_rules import steps_of
    from referee.club.standings import season_end

    rules = {game: versions[-1].options for game, versions in house_rules.versions(desk, season.name).items()}
    kept = season_end.archives(desk, season.name)
    last = season_end.archive(desk, season.name) if season.closed_at else None
    others = season_end.differences(last, season_end.as_it_stands(desk, season.name)) if last else ()
    return Shown(season, steps_of(season.ties), rules, tuple(kept), tuple(others))


def say_since(found: Shown) -> None:
    """Say of a closed season what was kept, and whether it would be otherwise by now; of a reopened one, why."""
    from referee.club.standings import season_end

    for each in found.kept:
        if isinstance(each, season_end.SeasonEnd):
            first = [f"{', '.join(given.members)} {given.trophy}" for given in each.awards if given.clause == "7.1"]
            say(f"closed on {_day(each)}{_by(each.by)}: {', '.join(first) or 'nobody has a place'}")
        else:
            _say_reopened(each)
    if not found.season.closed_at or not any(isinstance(each, season_end.SeasonEnd) for each in found.kept):
        return
    if not found.otherwise_now:
        say("The standings are still as they were then.")
        return
    say("Something was corrected since; what was kept stays as it was, and the standings would now be other:")
    for other in found.otherwise_now:
        say(f"  {other}", hang=4)


def _say_end(end: SeasonEnd) -> None:
    when = f"as it was closed on {_day(end)}{_by(end.by)}" if end.at else "as it stands"
    played = counted(end.matches, "match", "matches")
    say(f"season {end.season.name}, {when}: {counted(end.held, 'session')} held, {played} finished")
    say_table(
        ["place", "name", "score", "sessions", "matches", "wins", "seconds", "came"],
        [
            [r.place or "-", r.name, f"{float(r.score):.3f}", r.sessions, r.matches, r.wins, r.seconds, r.came]
            for r in end.rows
        ],
        numbers=["place", "score", "sessions", "matches", "wins", "seconds", "came"],
    )
    for row in end.standings:
        for tie in row.ties:
            say(f"{row.place}. {row.name}: {tie[0].lower()}{tie[1:]}")
    _say_trophies(end)


def _say_trophies(end: SeasonEnd) -> None:
    if not end.trophies:
        say("no trophies: nobody has earned one")
        return
    say_table(
        ["trophy", "for", "figure", "clause"],
        [[each.trophy, ", ".join(each.members), each.figure, f"scoring {each.clause}"] for each in end.awards],
    )


def _say_reopened(each: Reopened) -> None:
    from referee.club.folder import day_of

    say(f"reopened on {day_of(each.at)}{_by(each.by)}: {each.reason}")


def _by(who: str) -> str:
    return f" by {who}" if who else ""


def _day(end: SeasonEnd) -> str:
    from referee.club.folder import day_of

    return str(day_of(end.at)) if end.at else ""
