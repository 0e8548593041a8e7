"""``referee member show``: print a member's results, form, rivals, games, rating and attendance."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.words import quantity
from referee.cli.shared import completion
from referee.cli.shared.club import open_from_options, print_table, warn_of_damage
from referee.cli.shared.common_options import CommonOptions, ReadOptions
from referee.cli.shared.printing import print_json, print_line, print_result
from referee.cli.shared.similar_names import accept_close_names
from referee.cli.shared.terminal import is_plain

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.club.standings.profiles import Meetings, PlayedMatch, Profile

_MAX_RIVALS = 5
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

    with open_from_options(common) as club:
        if against:
            print_result(
                profiles.meetings(club, name, against, season), common.json, partial(_print_meetings, last=last)
            )
            return
        member_profile = accept_close_names(lambda names: profiles.profile(club, names[0], season), [name])
        warn_of_damage(difference for difference in member_profile.damage if difference.table)
    print_result(member_profile, common.json, partial(_print_profile, last=last))


def print_change(club: Club, name: str, common: CommonOptions, *sentences: str) -> None:
    """Print the sentences after a change to a member, or with --json the member's profile."""
    from referee.club.standings import profiles

    if common.json:
        print_json(profiles.profile(club, name))
    else:
        for text in sentences:
            print_line(text)


def _print_profile(profile: Profile, last: int) -> None:
    from referee.club.folder import day_of

    member = profile.member
    print_line(
        f"{member.name}, {member.standing} since {day_of(member.joined_at)}"
        f"{f', season {profile.season}' if profile.season else ''}"
    )
    if profile.came is not None:
        running = f", the last {profile.came.running} in a row" if profile.came.running > 1 else ""
        print_line(f"Attended {profile.came.came} of {quantity(profile.held, 'session')} this season{running}")
    if not profile.played:
        print_line(f"{member.name} has no results yet.")
        return
    matches = quantity(len(profile.played), "match", "matches")
    print_line(f"{matches} in {quantity(len(profile.sessions), 'session')}, {profile.wins} won outright")
    scores = [float(session.score) for session in profile.form]
    scores_text = " ".join(f"{score:.3f}" for score in scores)
    latest = f"last {quantity(len(scores), 'session')}" if len(scores) > 1 else "last session"
    print_line(
        f"form    {_sparkline(scores, 0, 1)}{scores_text}  ({latest}; 1 is best)",
        hang=8,
    )
    _print_rating(profile)
    favourite = profile.games[0]
    print_line(
        f"games   most played: {favourite.game}, {quantity(favourite.matches, 'match', 'matches')}; mean scores: "
        + ", ".join(
            f"{game.game} {float(game.score):.3f} ({game.wins} of {game.matches} won)" for game in profile.games
        ),
        hang=8,
    )
    if most_met := profile.most_met:
        print_line(f"rivals  most met: {most_met.name}, {quantity(most_met.met, 'time')} ({most_met.went})", hang=8)
    if worst := profile.most_beaten_by:
        print_line(
            f"        most often finished behind: {worst.name}, {quantity(worst.behind, 'time')} of {worst.met}", hang=8
        )
    print_line()
    rows = [[rival.name, rival.met, rival.before, rival.behind, rival.level] for rival in profile.rivals[:_MAX_RIVALS]]
    columns = ["met", "matches", "ahead", "behind", "level"]
    print_table(columns, rows, numbers=columns[1:])
    print_line()
    _print_matches(profile.played, last)


def _print_rating(profile: Profile) -> None:
    if profile.rating is None:
        return
    mark = ", provisional" if profile.rating.provisional else ""
    print_line(f"rating  {profile.rating.figure:.1f} +- {profile.rating.sigma:.1f} over all games and seasons{mark}")
    figures = [game.figure for _, game in profile.over_time]
    if len(figures) > 1:
        recent = figures[-20:]
        since = profile.over_time[-len(recent)][0]
        print_line(
            f"        {_sparkline(recent, min(recent), max(recent))}{recent[0]:.1f} to {recent[-1]:.1f} since {since}",
            hang=8,
        )


def _print_matches(matches: tuple[PlayedMatch, ...], last: int) -> None:
    print_table(
        ["date", "table", "game", "place", "score", ""],
        [
            [
                game.played_on,
                _table_or_tournament(game),
                game.game,
                f"{game.rank:g} of {game.players}",
                f"{float(game.score):.3f}",
                "as a guest" if game.as_guest else "",
            ]
            for game in matches[: -last - 1 : -1]
        ],
        numbers=["table", "score"],
    )
    if len(matches) > last:
        print_line(f"the last {last} of {len(matches)}; more with --last {len(matches)}")


def _print_meetings(meetings: Meetings, last: int) -> None:
    first, second = meetings.one.name, meetings.other.name
    if not meetings.matches:
        print_line(f"{first} and {second} have not met at a table.")
        return
    print_line(f"{first} and {second} met {quantity(meetings.rival.met, 'time')}: {first} {meetings.rival.went}")
    for game, rival in meetings.by_game.items():
        print_line(f"  {game}: {quantity(rival.met, 'time')}, {rival.went}")
    print_line()
    print_table(
        ["date", "table", "game", first, second, "players"],
        [
            [
                match.played_on,
                _table_or_tournament(match),
                match.game,
                f"{match.rank:g}",
                f"{match.others[meetings.other.id]:g}",
                match.players,
            ]
            for match in meetings.matches[: -last - 1 : -1]
        ],
        numbers=["table", first, second, "players"],
    )


def _sparkline(figures: Sequence[float], low: float, high: float) -> str:
    """Return the values as blocks of growing height, latest last, followed by a gap. Plain mode returns "".

    If all values are equal, the blocks have half height.
    """
    if is_plain():
        return ""
    span, steps = high - low, len(_BLOCKS)
    heights = [int((figure - low) / span * steps) if span else steps // 2 for figure in figures]
    return "".join(_BLOCKS[max(0, min(steps - 1, height))] for height in heights) + "  "


def _table_or_tournament(game: PlayedMatch) -> object:
    """Return the table of a match, or the tournament whose final order counts as a match."""
    return f"tournament {game.tournament}" if game.tournament else game.table.table if game.table else ""
