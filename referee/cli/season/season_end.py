"""``referee season``: its trophies, closing and reopening it, and what is kept of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.words import counted
from referee.cli.files.backup import after_closing
from referee.cli.shared import completion
from referee.cli.shared.club import Reason, confirmed, opened_by, say_head, say_table
from referee.cli.shared.common_options import Correcting
from referee.cli.shared.completion import SeasonName
from referee.cli.shared.printing import answer, complain, say, say_json
from referee.cli.shared.quoting import quoted

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.club.standings.season_end import Award, Reopened, SeasonEnd
    from referee.store.plain_rows import Season

app = typer.Typer()
Named = Annotated[str, typer.Argument(help="The season's name.", autocompletion=completion.seasons)]


def kept_of(desk: Club, season: Season) -> tuple[SeasonEnd | Reopened, ...]:
    """Return what was kept of a season when it was closed, and its reopenings, or complain that there is nothing."""
    from referee.club.standings import season_end

    kept = season_end.archives(desk, season.name)
    if not any(isinstance(each, season_end.SeasonEnd) for each in kept):
        complain(f"The season {season.name} has not been closed. Leave out --final to see how it stands.")
    return tuple(kept)


def say_kept(kept: Sequence[SeasonEnd | Reopened]) -> None:
    """Print what was kept of a season each time it was closed, and why it was reopened."""
    from referee.club.standings import season_end

    for each in kept:
        if isinstance(each, season_end.SeasonEnd):
            _say_end(each)
        else:
            _say_reopened(each)


@app.command(epilog="Example: referee season close 2026-27 --yes")
def close(common: Correcting, name: SeasonName = None) -> None:
    """Close a season after its last session. Its standings and trophies are kept as they are."""
    from referee.club.calendar import seasons
    from referee.club.standings import season_end

    with opened_by(common) as desk:
        with desk.reading() as tx:
            found = seasons.closable_season(tx, desk, name).name
        effect = season_end.provisional_end(desk, found)
        if not common.json and (common.dry_run or not common.yes):
            _say_end(effect)
        if not confirmed(
            f"These standings are kept for good. No session can be added to {found} or played in it. Close it?",
            common,
            effect,
        ):
            return
        end = season_end.close(desk, found)
        if common.json:
            say_json({"closed": end, "head": str(desk.head), "backup": after_closing(desk, quiet=True)})
            return
        if common.yes:
            _say_trophies(end.awards)
        say(f"The season {found} is closed. See: referee season show {quoted(found)} --final")
        say_head(desk)
        after_closing(desk)


@app.command(epilog='Example: referee season reopen 2026-27 --reason "the sheets of May were found"')
def reopen(name: Named, common: Correcting, reason: Reason = "") -> None:
    """Reopen a closed season; needs a reason. The final table of its closing stays."""
    from referee.club.calendar import seasons
    from referee.club.standings import season_end

    with opened_by(common) as desk:
        found = seasons.show(desk, name).name
        if not confirmed(f"Sessions can be added to {found} and played in it again. Reopen it?", common):
            return
        season_end.reopen(desk, found, reason)
        now = shown(desk, seasons.show(desk, found))
    in_words = f"The season {found} is open again. To close it: referee season close {quoted(found)}"
    answer(now, common.json, lambda _: say(in_words))


@dataclass(frozen=True, slots=True)
class Shown:
    """A season with its tie-breaks, its house rules by game, its trophies, and what was kept when it was closed.

    `otherwise_now` says how a closed season's standings would differ by now from those that were kept.
    """

    season: Season
    ties: tuple[str, ...]
    house_rules: Mapping[str, Mapping[str, str]]
    awards: tuple[Award, ...]
    kept: tuple[SeasonEnd | Reopened, ...]
    otherwise_now: tuple[str, ...]


def shown(desk: Club, season: Season) -> Shown:
    """Return all that there is to say of a season."""
    from referee.club.calendar import house_rules
    from referee.club.scoring_rules import steps_of
    from referee.club.standings import season_end

    rules = {game: versions[-1].options for game, versions in house_rules.versions(desk, season.name).items()}
    kept = season_end.archives(desk, season.name)
    now = season_end.provisional_end(desk, season.name)
    last = season_end.archive(desk, season.name) if season.closed_at else None
    others = season_end.differences(last, now) if last else ()
    return Shown(season, steps_of(season.ties), rules, (last or now).awards, tuple(kept), tuple(others))


def say_since(found: Shown) -> None:
    """Say of a closed season what was kept, and whether it would be otherwise by now; of a reopened one, why."""
    from referee.club.standings import season_end

    for each in found.kept:
        if isinstance(each, season_end.SeasonEnd):
            first = [f"{', '.join(given.members)} {given.trophy}" for given in each.awards if given.clause == "7.1"]
            say(f"Closed on {_day(each)}{_by(each.by)}: {', '.join(first) or 'no places'}")
        else:
            _say_reopened(each)
    if not found.season.closed_at or not any(isinstance(each, season_end.SeasonEnd) for each in found.kept):
        return
    if not found.otherwise_now:
        say("The standings have not changed since.")
        return
    say("Corrections since then would change the standings. The final table that was kept is unchanged:")
    for other in found.otherwise_now:
        say(f"  {other}", hang=4)


def _say_end(end: SeasonEnd) -> None:
    when = f"as it was closed on {_day(end)}{_by(end.by)}" if end.at else "as it stands"
    played = counted(end.matches, "match", "matches")
    say(f"Season {end.season.name}, {when}: {counted(end.held, 'session')} held, {played} finished")
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
    _say_trophies(end.awards)


def say_trophies_of(found: Shown) -> None:
    """Print the trophies of a season as it stands, or as it was closed."""
    _say_trophies(found.awards)


def _say_trophies(awards: Sequence[Award]) -> None:
    if not awards:
        say("No trophies yet.")
        return
    say_table(
        ["trophy", "for", "figure", "clause"],
        [[each.trophy, ", ".join(each.members), each.figure, f"scoring {each.clause}"] for each in awards],
    )


def _say_reopened(each: Reopened) -> None:
    from referee.club.folder import day_of

    say(f"Reopened on {day_of(each.at)}{_by(each.by)}: {each.reason}")


def _by(who: str) -> str:
    return f" by {who}" if who else ""


def _day(end: SeasonEnd) -> str:
    from referee.club.folder import day_of

    return str(day_of(end.at)) if end.at else ""
