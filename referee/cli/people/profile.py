"""``referee member show``: one member's results, form, rivals, games, rating and attendance."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.words import counted
from referee.cli.shared import completion
from referee.cli.shared.club import open_from_options, print_table, warn_of_damage
from referee.cli.shared.common_options import CommonOptions, ReadOptions
from referee.cli.shared.printing import print_json, print_line, print_result
from referee.cli.shared.similar_names import accept_close_names
from referee.cli.shared.terminal import is_plain

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.club.standings.profiles import Meetings, PlayedMatch, Profile

_SHORTEST_LIST = 5
_BLOCKS = "▁▂▃▄▅▆▇█"


def show(
    name: completion.MemberArgument,
    common: ReadOptions,
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

    with open_from_options(common) as desk:
        if against:
            print_result(
                profiles.meetings(desk, name, against, season), common.json, partial(_print_meetings, last=last)
            )
            return
        found = accept_close_names(lambda meant: profiles.profile(desk, meant[0], season), [name])
        warn_of_damage(each for each in found.damage if each.table)
    print_result(found, common.json, partial(_print_profile, last=last))


def print_done(desk: Club, name: str, common: CommonOptions, in_words: str) -> None:
    """Say what was done to a member; as data, print the member as `member show` does."""
    from referee.club.standings import profiles

    if common.json:
        print_json(profiles.profile(desk, name))
    else:
        print_line(in_words)


def _print_profile(found: Profile, last: int) -> None:
    from referee.club.folder import day_of

    member = found.member
    print_line(
        f"{member.name}, {member.standing} since {day_of(member.joined_at)}"
        f"{f', season {found.season}' if found.season else ''}"
    )
    if found.came is not None:
        running = f", the last {counted(found.came.running, 'time')} in a row" if found.came.running > 1 else ""
        print_line(f"Came to {found.came.came} of {counted(found.held, 'session')} this season{running}")
    if not found.played:
        print_line(f"{member.name} has no results yet.")
        return
    matches = counted(len(found.played), "match", "matches")
    print_line(f"{matches} in {counted(len(found.sessions), 'session')}, {found.wins} won outright")
    scores = [float(each.score) for each in found.form]
    told = " ".join(f"{each:.3f}" for each in scores)
    print_line(
        f"form    {_sparkline(scores, 0, 1)}{told}  (the last {counted(len(scores), 'session')}, 1 is the best)",
        hang=8,
    )
    _print_rating(found)
    favourite = found.games[0]
    print_line(
        f"game    {favourite.game} most, {counted(favourite.matches, 'time')}; "
        + ", ".join(f"{each.game} {float(each.score):.3f} ({each.wins} of {each.matches} won)" for each in found.games),
        hang=8,
    )
    if met := found.most_met:
        print_line(f"rivals  met {met.name} most, {counted(met.met, 'time')}: {met.went}", hang=8)
    if worst := found.most_beaten_by:
        print_line(f"        most often behind {worst.name}: {counted(worst.behind, 'time')} of {worst.met}", hang=8)
    print_line()
    rows = [[each.name, each.met, each.before, each.behind, each.level] for each in found.rivals[:_SHORTEST_LIST]]
    columns = ["met", "matches", "before", "behind", "level"]
    print_table(columns, rows, numbers=columns[1:])
    print_line()
    _print_played(found.played, last)


def _print_rating(found: Profile) -> None:
    if found.rating is None:
        return
    mark = ", provisional" if found.rating.provisional else ""
    print_line(f"rating  {found.rating.figure:.1f} +- {found.rating.sigma:.1f} over all games and seasons{mark}")
    figures = [each.figure for _, each in found.over_time]
    if len(figures) > 1:
        shown = figures[-20:]
        since = found.over_time[-len(shown)][0]
        print_line(
            f"        {_sparkline(shown, min(shown), max(shown))}{shown[0]:.1f} to {shown[-1]:.1f} since {since}",
            hang=8,
        )


def _print_played(played: tuple[PlayedMatch, ...], last: int) -> None:
    print_table(
        ["date", "table", "game", "place", "score", ""],
        [
            [
                each.played_on,
                _table_or_tournament(each),
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
        print_line(f"the last {last} of {len(played)}; more with --last {len(played)}")


def _print_meetings(met: Meetings, last: int) -> None:
    one, other = met.one.name, met.other.name
    if not met.matches:
        print_line(f"{one} and {other} have not met at a table.")
        return
    print_line(f"{one} and {other} met {counted(met.rival.met, 'time')}: {one} came {met.rival.went}")
    for game, rival in met.by_game.items():
        print_line(f"  {game}: {counted(rival.met, 'time')}, {rival.went}")
    print_line()
    print_table(
        ["date", "table", "game", one, other, "players"],
        [
            [
                each.played_on,
                _table_or_tournament(each),
                each.game,
                f"{each.rank:g}",
                f"{each.others[met.other.id]:g}",
                each.players,
            ]
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


def _table_or_tournament(each: PlayedMatch) -> object:
    """Return the table, or the tournament of which the final order counts as a match."""
    return f"tournament {each.tournament}" if each.tournament else each.table.table if each.table else ""
