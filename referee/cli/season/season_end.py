"""``referee season``: attendance, trophies, closing, reopening and the archive."""

from __future__ import annotations

from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.cards.words import counted
from referee.cli.files.backup import after_closing
from referee.cli.shared import completing
from referee.cli.shared.arguments import AsJson
from referee.cli.shared.club import By, ClubAt, Yes, opened, opened_by, say_head, say_table, sure
from referee.cli.shared.printing import complain, say, say_json

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.club.standings.attendance import AttendanceRow
    from referee.club.standings.season_end import Reopened, SeasonEnd
    from referee.store.models import Season

app = typer.Typer()
Name = Annotated[
    str | None, typer.Argument(help="The season's name; else the one that is on.", autocompletion=completing.seasons)
]
Named = Annotated[str, typer.Argument(help="The season's name.", autocompletion=completing.seasons)]


@app.command(epilog="Example: referee season attendance 2026-27")
def attendance(name: Name = None, json: AsJson = False, club: ClubAt = None) -> None:
    """Show who came to the sessions of a season, how often, and how many times running."""
    from referee.club.standings.attendance import attendance

    with opened(club) as desk:
        found = attendance(desk, name)
    if json:
        say_json([_came(row, len(found.held)) for row in found.rows])
        return
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
def trophies(name: Name = None, json: AsJson = False, club: ClubAt = None) -> None:
    """Show who would have the trophies as the season stands, or has them since it was closed."""
    from referee.club.calendar import seasons
    from referee.club.standings import season_end

    with opened(club) as desk:
        season = seasons.show(desk, name)
        end = (season_end.archive(desk, season.name) if season.closed_at else None) or season_end.as_it_stands(
            desk, season.name
        )
    if json:
        say_json(_trophies(end))
        return
    say(f"season {end.season.name}: {f'as it was closed on {_day(end)}' if end.at else 'as it stands'}")
    _say_trophies(end)


@app.command(epilog="Example: referee season archive 2026-27")
def archive(name: Name = None, json: AsJson = False, club: ClubAt = None) -> None:
    """Show what was kept of a season when it was closed: the final standings and the trophies."""
    from referee.club.calendar import seasons
    from referee.club.standings import season_end

    with opened(club) as desk:
        season = seasons.show(desk, name)
        kept = season_end.archives(desk, season.name)
    ends = [each for each in kept if isinstance(each, season_end.SeasonEnd)]
    if not ends:
        complain(f"nothing was kept of the season {season.name}: it is not closed, or was by an older program")
    if json:
        say_json([_as_data(each) for each in kept])
        return
    for each in kept:
        if isinstance(each, season_end.SeasonEnd):
            _say_end(each)
        else:
            _say_reopened(each)


@app.command(epilog="Example: referee season close 2026-27 --yes")
def close(name: Named, by: By = None, yes: Yes = False, json: AsJson = False, club: ClubAt = None) -> None:
    """Close a season when all its sessions are over; its standings and trophies are kept and sealed as they are."""
    from referee.club.calendar import seasons
    from referee.club.standings import season_end

    with opened_by(by, club) as desk:
        with desk.reading() as tx:
            found = seasons.ready_to_close(tx, desk, name).name
        if not (yes or json):
            _say_end(season_end.as_it_stands(desk, found))
        sure(f"This is kept of {found} for good, and nothing more can be scheduled or played in it. Close it?", yes)
        end = season_end.close(desk, found)
        if json:
            say_json({**_as_data(end), "head": desk.head, "backup": after_closing(desk, quiet=True)})
            return
        if yes:
            _say_trophies(end)
        say(f"The season {found} is closed. What was kept of it: referee season archive {quote(found)}")
        say_head(desk)
        after_closing(desk)


@app.command(epilog='Example: referee season reopen 2026-27 --reason "the sheets of May were found"')
def reopen(
    name: Named,
    reason: Annotated[str, typer.Option("--reason", "-r", help="Why, for the record.")],
    by: By = None,
    yes: Yes = False,
    json: AsJson = False,
    club: ClubAt = None,
) -> None:
    """Take up a closed season again, for a reason; what was kept of it stays."""
    from referee.club.calendar import seasons
    from referee.club.standings import season_end

    with opened_by(by, club) as desk:
        found = seasons.show(desk, name).name
        sure(f"Sessions can be scheduled and played in {found} again. Reopen it?", yes)
        season_end.reopen(desk, found, reason)
        if json:
            say_json(season_as_data(desk, seasons.show(desk, found)))
            return
        say(f"The season {found} is open again. What was kept when it was closed stays as it was.")


def say_since(desk: Club, season: Season) -> None:
    """Say of a closed season what was kept, and whether it would be otherwise by now; of a reopened one, why."""
    from referee.club.standings import season_end

    for each in season_end.archives(desk, season.name):
        if isinstance(each, season_end.SeasonEnd):
            first = [
                f"{', '.join(each.won_by(given))} {given.said}" for given in each.trophies if given.clause == "7.1"
            ]
            say(f"closed on {_day(each)}{_by(each.by)}: {', '.join(first) or 'nobody has a place'}")
        else:
            _say_reopened(each)
    kept = season_end.archive(desk, season.name)
    if kept is None or not season.closed_at:
        return
    others = list(season_end.differences(kept, season_end.as_it_stands(desk, season.name)))
    if not others:
        say("The standings are still as they were then.")
        return
    say("Something was corrected since; what was kept stays as it was, and the standings would now be other:")
    for other in others:
        say(f"  {other}", hang=4)


def season_as_data(desk: Club, season: Season) -> dict[str, Any]:
    """Return all that `season show` says as data."""
    from referee.club.calendar import house_rules

    rules = {game: versions[-1].options for game, versions in house_rules.versions(desk, season.name).items()}
    return {**as_data(season), "house_rules": rules, **_since_as_data(desk, season)}


def as_data(season: Season) -> dict[str, Any]:
    """Return a season and how it is scored as data."""
    return {
        "season": season.name,
        "starts": season.starts.isoformat(),
        "ends": season.ends.isoformat(),
        "best": season.best_k,
        "min_sessions": season.min_sessions,
        "lot_seed": season.lot_seed,
        "ties": ties_of(season),
        "closed": season.closed_at is not None,
    }


def ties_of(season: Season) -> list[str]:
    """Return the steps that part ties in a season, in order."""
    from referee.club.scoring_rules import steps_of

    return [*steps_of(season.ties)]


def _since_as_data(desk: Club, season: Season) -> dict[str, Any]:
    """Return what `say_since` says as data."""
    from referee.club.standings import season_end

    kept = season_end.archive(desk, season.name)
    others = season_end.differences(kept, season_end.as_it_stands(desk, season.name)) if kept else ()
    return {"archived": kept.at.isoformat() if kept and kept.at else None, "otherwise_now": list(others)}


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
    for row in end.rows:
        for tie in end.ties_of(row):
            say(f"{row.place}. {row.name}: {tie[0].lower()}{tie[1:]}")
    _say_trophies(end)


def _say_trophies(end: SeasonEnd) -> None:
    if not end.trophies:
        say("no trophies: nobody has earned one")
        return
    say_table(
        ["trophy", "for", "figure", "clause"],
        [[each.said, ", ".join(end.won_by(each)), each.figure, f"scoring {each.clause}"] for each in end.trophies],
    )


def _say_reopened(each: Reopened) -> None:
    from referee.club.folder import day_of

    say(f"reopened on {day_of(each.at)}{_by(each.by)}: {each.reason}")


def _by(who: str) -> str:
    return f" by {who}" if who else ""


def _day(end: SeasonEnd) -> str:
    from referee.club.folder import day_of

    return str(day_of(end.at)) if end.at else ""


def _came(row: AttendanceRow, held: int) -> dict[str, Any]:
    return {
        "name": row.name,
        "guest": row.guest,
        "came": row.came,
        "of": held,
        "running": row.running,
        "longest": row.longest,
        "last": row.last.isoformat() if row.last else None,
    }


def _trophies(end: SeasonEnd) -> list[dict[str, Any]]:
    return [
        {"trophy": each.said, "members": list(end.won_by(each)), "figure": each.figure, "clause": each.clause}
        for each in end.trophies
    ]


def _as_data(each: SeasonEnd | Reopened) -> dict[str, Any]:
    from referee.club.standings.season_end import Reopened

    if isinstance(each, Reopened):
        return {"reopened": each.at.isoformat(), "by": each.by, "reason": each.reason}
    return {
        "season": each.season.name,
        "closed": each.at.isoformat() if each.at else None,
        "by": each.by,
        "sessions": each.held,
        "matches": each.matches,
        "standings": [
            {
                "place": row.place,
                "name": row.name,
                "score": float(row.score),
                "exact": str(row.score),
                "sessions": row.sessions,
                "counted": row.counted,
                "matches": row.matches,
                "wins": row.wins,
                "seconds": row.seconds,
                "came": row.came,
                "tie_breaks": list(each.ties_of(row)),
            }
            for row in each.rows
        ],
        "trophies": _trophies(each),
    }
