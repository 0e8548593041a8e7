"""``referee member show``: one member's results, form, rivals, games, rating and attendance."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.words import counted
from referee.cli.shared import completion
from referee.cli.shared.club import opened, say_damage, say_table
from referee.cli.shared.common_options import Common, Looking
from referee.cli.shared.printing import answer, say, say_json
from referee.cli.shared.similar_names import understood
from referee.cli.shared.terminal import is_plain

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.club.standings.profiles import Meetings, PlayedMatch, Profile

_SHORTEST_LIST = 5
_BLOCKS = "▁▂▃▄▅▆▇█"


def show(
    name: completion.Member,
    common: Looking,
    against: Annotated[
        str | None,
        typer.Option(
            "--against", metavar="NAME", help="Only matches against this member.", autocompletion=completion.members
        ),
    ] = None,
    season: Annotated[
        str | None,
        typer.Option("--season", metavar="NAME", help="Only this season.", autocompletion=completion.seasons),
    ] = None,
    last: Annotated[int, typer.Option("--last", metavar="N", min=1, help="Number of results to list.")] = 10,
) -> None:
    """Show a member: attendance, results, form, rivals and rating."""
    from referee.club.standings import profiles

    with opened(common) as desk:
        if against:
            answer(profiles.meetings(desk, name, against, season), common.json, partial(_say_meetings, last=last))
            return
        found = understood(lambda meant: profiles.profile(desk, meant[0], season), [name])
        say_damage(each for each in found.damage if each.table)
    answer(found, common.json, partial(_say_profile, last=last))


def say_done(desk: Club, name: str, common: Common, in_words: str) -> None:
    """Say what was done to a member; as data, print the member as `member show` does."""
    from referee.club.standings import profiles

    if common.json:
        say_json(profiles.profile(desk, name))
    else:
        say(in_words)


def _say_profile(found: Profile, last: int) -> None:
    from referee.club.folder import day_of

    member = found.member
    say(
        f"{member.name}, {member.standing} since {day_of(member.joined_at)}"
        f"{f', season {found.season}' if found.season else ''}"
    )
    if found.came is not None:
        running = f", the last {counted(found.came.running, 'time')} in a row" if found.came.running > 1 else ""
        say(f"Came to {found.came.came} of {counted(found.held, 'session')} this season{running}")
    if not found.played:
        say(f"{member.name} has no results yet.")
        return
    matches = counted(len(found.played), "match", "matches")
    say(f"{matches} in {counted(len(found.sessions), 'session')}, {found.wins} won outright")
    scores = [float(each.score) for each in found.form]
    told = " ".join(f"{each:.3f}" for each in scores)
    say(
        f"form    {_sparkline(scores, 0, 1)}{told}  (the last {counted(len(scores), 'session')}, 1 is the best)",
        hang=8,
    )
    _say_rating(found)
    favourite = found.games[0]
    say(
        f"game    {favourite.game} most, {counted(favourite.matches, 'time')}; "
        + ", ".join(f"{each.game} {float(each.score):.3f} ({each.wins} of {each.matches} won)" for each in found.games),
        hang=8,
    )
    if met := found.most_met:
        say(f"rivals  met {met.name} most, {counted(met.met, 'time')}: {met.went}", hang=8)
    if worst := found.most_beaten_by:
        say(f"        most often behind {worst.name}: {counted(worst.behind, 'time')} of {worst.met}", hang=8)
    say()
    rows = [[each.name, each.met, each.before, each.behind, each.level] for each in found.rivals[:_SHORTEST_LIST]]
    columns = ["met", "matches", "before", "behind", "level"]
    say_table(columns, rows, numbers=columns[1:])
    say()
    _say_played(found.played, last)


def _say_rating(found: Profile) -> None:
    if found.rating is None:
        return
    mark = ", provisional" if found.rating.provisional else ""
    say(f"rating  {found.rating.figure:.1f} +- {found.rating.sigma:.1f} over all games and seasons{mark}")
    figures = [each.figure for _, each in found.over_time]
    if len(figures) > 1:
        shown = figures[-20:]
        since = found.over_time[-len(shown)][0]
        say(
            f"        {_sparkline(shown, min(shown), max(shown))}{shown[0]:.1f} to {shown[-1]:.1f} since {since}",
            hang=8,
        )


def _say_played(played: tuple[PlayedMatch, ...], last: int) -> None:
    say_table(
        ["date", "table", "game", "place", "score", ""],
        [
            [
                each.played_on,
                _where(each),
                each.game,
                f"{each.rank:g} of {each.players}",
                f"{float(each.score):.3f}",
                "as a guest" if each.as_guest else "",
            ]
            for each in played[: -last - 1 : -1]
        ],
        numbers=["table", "score"],
    )
    if len(played) > last:
        say(f"the last {last} of {len(played)}; more with --last {len(played)}")


def _say_meetings(met: Meetings, last: int) -> None:
    one, other = met.one.name, met.other.name
    if not met.matches:
        say(f"{one} and {other} have not met at a table.")
        return
    say(f"{one} and {other} met {counted(met.rival.met, 'time')}: {one} came {met.rival.went}")
    for game, rival in met.by_game.items():
        say(f"  {game}: {counted(rival.met, 'time')}, {rival.went}")
    say()
    say_table(
        ["date", "table", "game", one, other, "players"],
        [
            [each.played_on, _where(each), each.game, f"{each.rank:g}", f"{each.others[met.other.id]:g}", each.players]
            for each in met.matches[: -last - 1 : -1]
        ],
        numbers=["table", one, other, "players"],
    )


def _sparkline(figures: Sequence[float], least: float, most: float) -> str:
    """Return figures as blocks, the higher the greater, the latest to the right; one height when all are the same.

    Behind them is a gap. Where nothing is to be drawn there is neither.
    """
    if is_plain():
        return ""
    across, steps = most - least, len(_BLOCKS)
    heights = [int((each - least) / across * steps) if across else steps // 2 for each in figures]
    return "".join(_BLOCKS[max(0, min(steps - 1, height))] for height in heights) + "  "


def _where(each: PlayedMatch) -> object:
    """Return the table, or the tournament of which the final order counts as a match."""
    return f"tournament {each.tournament}" if each.tournament else each.table.table if each.table else ""
