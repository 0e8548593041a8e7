"""``referee tournament``: announced, run through the club's ordinary tables, and ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli import (
    completing,
    tournament_blinds,
    tournament_freeze_out,
    tournament_penalty,
    tournament_plan,
    tournament_round,
    tournament_rules,
    tournament_sheet,
    tournament_show,
)
from referee.cli.arguments import AsJson, complete_game
from referee.cli.club import By, ClubAt, Reason, Yes, opened, say_table, sure
from referee.cli.say import complain, say, say_json, warn
from referee.cli.tournament_said import as_data, how, say_next
from referee.cli.tournament_shown import say_standings
from referee.tournaments.settings import Counts, Format, Score

if TYPE_CHECKING:
    from referee.tournaments.announcing import Wanted

app = typer.Typer(
    help="Tournaments of any format, played at the club's ordinary tables.",
    no_args_is_help=True,
    epilog='Example: referee tournament new "Michaelmas Cup" --game big-two --format swiss --rounds 3',
)

Tournament = Annotated[
    str, typer.Argument(metavar="N", help="Its number, or its name.", autocompletion=completing.tournaments)
]
Game = Annotated[
    str | None,
    typer.Option("--game", "-g", metavar="GAME", help="What is played.", autocompletion=complete_game),
]
Size = Annotated[
    str, typer.Option("--size", metavar="N-M", help="How many at a table; else what the game allows of 3-5.")
]
Rounds = Annotated[int | None, typer.Option("--rounds", metavar="N", help="How many rounds are played.")]
Scored = Annotated[
    Score | None, typer.Option("--score", help="What a table gives: the match score, unless something else is said.")
]
Points = Annotated[str, typer.Option("--points", metavar="5,3,1,0", help="The points of the places, best first.")]
Ties = Annotated[
    str, typer.Option("--ties", metavar="STEP,STEP", help="The tie-breaks in order; else those usual for the format.")
]
GoOn = Annotated[int | None, typer.Option("--go-on", metavar="K", help="How many of each table, or group, go on.")]
Repechage = Annotated[
    bool | None, typer.Option("--repechage/--no-repechage", help="Who is knocked out plays for a way back.")
]
Groups = Annotated[int | None, typer.Option("--groups", metavar="G", help="How many groups there are.")]
Carried = Annotated[bool | None, typer.Option("--carried/--not-carried", help="Points are taken along into the final.")]
Teams = Annotated[bool | None, typer.Option("--teams/--no-teams", help="Entries are in teams, kept apart.")]
Counting = Annotated[
    Counts | None, typer.Option("--counts", help="What counts for the season: its tables, its final order, nothing.")
]
Evened = Annotated[
    bool | None,
    typer.Option("--evened/--not-evened", help="Points of the places are evened out at tables of fewer."),
]
Best = Annotated[int | None, typer.Option("--best", metavar="K", help="Only the best K rounds of a player count.")]
TeamBest = Annotated[
    int | None, typer.Option("--team-best", metavar="K", help="Only the best K of a team count; else of the smallest.")
]
Minutes = Annotated[int | None, typer.Option("--minutes", metavar="M", help="How long a round lasts.")]
Bye = Annotated[str, typer.Option("--bye", metavar="mean|win|half", help="What a bye gives.")]


@app.command(
    epilog='Example: referee tournament new "Michaelmas Cup" --game big-two --format swiss --rounds 3, or: '
    'referee tournament new "End of Term" --game commune --format knock-out --size 3-4 --go-on 2 --counts final'
)
def new(
    name: Annotated[str, typer.Argument(help="What it is called.")],
    format: Annotated[Format, typer.Option("--format", "-f", help="How it goes from round to round.")],
    game: Game = None,
    size: Size = "",
    rounds: Rounds = None,
    score: Scored = None,
    points: Points = "",
    ties: Ties = "",
    go_on: GoOn = None,
    repechage: Repechage = None,
    groups: Groups = None,
    carried: Carried = None,
    teams: Teams = None,
    counts: Counting = None,
    bye: Bye = "",
    evened: Evened = None,
    best: Best = None,
    team_best: TeamBest = None,
    minutes: Minutes = None,
    season: Annotated[
        str | None,
        typer.Option("--season", metavar="NAME", help="Else the current one.", autocompletion=completing.seasons),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="N", help="The seed of its draws; else one by chance, which is kept."),
    ] = None,
    by: By = None,
    json: AsJson = False,
    club: ClubAt = None,
) -> None:
    """Announce a tournament. What it is played by is frozen when its first round is drawn."""
    from referee.tournaments import announcing

    wanted = _wanted(
        game,
        size,
        points,
        ties,
        rounds=rounds,
        score=score,
        go_on=go_on,
        repechage=repechage,
        groups=groups,
        carried=carried,
        teams=teams,
        counts=counts,
        bye=bye or None,
        evened=evened,
        best=best,
        team_best=team_best,
        minutes=minutes,
    )
    with opened(club) as desk:
        found = announcing.new(desk, name, format, wanted, season=season, seed=seed, by=by)
        if json:
            say_json(as_data(found))
            return
        say(f"Tournament {found.number} is announced: {found.name}, {how(found)}, seed {found.seed}.")
        say(f"Next: referee tournament enter {found.number} NAME NAME ...")


@app.command(epilog="Example: referee tournament settle 1 --rounds 4 --score places --points 5,3,1,0")
def settle(
    tournament: Tournament,
    game: Game = None,
    size: Size = "",
    rounds: Rounds = None,
    score: Scored = None,
    points: Points = "",
    ties: Ties = "",
    go_on: GoOn = None,
    repechage: Repechage = None,
    groups: Groups = None,
    carried: Carried = None,
    teams: Teams = None,
    counts: Counting = None,
    bye: Bye = "",
    evened: Evened = None,
    best: Best = None,
    team_best: TeamBest = None,
    minutes: Minutes = None,
    by: By = None,
    json: AsJson = False,
    club: ClubAt = None,
) -> None:
    """Settle anew what a tournament is played by, before its first round is drawn."""
    from referee.tournaments import announcing

    wanted = _wanted(
        game,
        size,
        points,
        ties,
        rounds=rounds,
        score=score,
        go_on=go_on,
        repechage=repechage,
        groups=groups,
        carried=carried,
        teams=teams,
        counts=counts,
        bye=bye or None,
        evened=evened,
        best=best,
        team_best=team_best,
        minutes=minutes,
    )
    with opened(club) as desk:
        found = announcing.settle(desk, tournament, wanted, by=by)
        if json:
            say_json(as_data(found))
        else:
            say(f"{found.name}: {how(found)}.")


@app.command("list", epilog="Example: referee tournament list")
def list_(json: AsJson = False, club: ClubAt = None) -> None:
    """List the tournaments of the club."""
    from referee.tournaments import shown

    with opened(club) as desk:
        found = shown.every(desk)
    if json:
        say_json([as_data(each) for each in found])
    elif not found:
        say("No tournament has been announced yet.")
    else:
        rows = [[each.number, each.name, each.season, how(each), len(each.entries), each.status] for each in found]
        say_table(["", "name", "season", "", "entries", ""], rows, numbers=["", "entries"])


@app.command(
    epilog="Example: referee tournament enter 1 Ann Ben Cal, or a guest: referee tournament enter 1 Ida --guest"
)
def enter(
    tournament: Tournament,
    names: Annotated[list[str], typer.Argument(help="Who enters.", autocompletion=completing.members)],
    guest: Annotated[bool, typer.Option("--guest", help="Add names that are not on the roster as guests.")] = False,
    team: Annotated[str, typer.Option("--team", metavar="TEAM", help="The team that they are of.")] = "",
    by: By = None,
    json: AsJson = False,
    club: ClubAt = None,
) -> None:
    """Enter members or guests; who enters late plays from the next round on, or in a freeze-out at once."""
    from referee.tournaments import announcing

    with opened(club) as desk:
        found, entries = announcing.enter(desk, tournament, names, guests=guest, team=team, by=by)
        if json:
            say_json(as_data(found))
            return
        late = bool(found.rounds)
        seat = late and found.settings.format is Format.FREEZE_OUT
        since = f" from round {len(found.rounds) + 1} on" if late and not seat else ""
        said = ", ".join(f"{found.name_of(each)} (number {each})" for each in entries)
        say(f"Entered in {found.name}{since}: {said}. There are {len(found.entries)} entries.")
        if seat:
            say(f"Next, a stack and a seat by lot: referee tournament sit {found.number}")
        else:
            say_next(found)


@app.command(epilog='Example: referee tournament withdraw 1 Gus --reason "has to catch a train"')
def withdraw(
    tournament: Tournament,
    name: Annotated[str, typer.Argument(help="Who goes.", autocompletion=completing.entries)],
    reason: Reason = "",
    by: By = None,
    json: AsJson = False,
    club: ClubAt = None,
) -> None:
    """Withdraw somebody from the rounds to come; what they played counts."""
    from referee.tournaments import announcing

    with opened(club) as desk:
        found = announcing.withdraw(desk, tournament, name, reason=reason, by=by)
        if json:
            say_json(as_data(found))
            return
        gone = [each for each in found.entries.values() if each.status == "withdrew"]
        say(f"Withdrawn from {found.name}: {', '.join(each.name for each in gone)}.")
        say_next(found)


@app.command(epilog="Example: referee tournament absent 1 Gus")
def absent(
    tournament: Tournament,
    name: Annotated[str, typer.Argument(help="Who is not there.", autocompletion=completing.entries)],
    reason: Reason = "",
    by: By = None,
    json: AsJson = False,
    club: ClubAt = None,
) -> None:
    """Note that somebody is not there for a round: the one that is drawn, else the next."""
    from referee.tournaments import announcing

    with opened(club) as desk:
        found = announcing.absent(desk, tournament, name, reason=reason, by=by)
        if json:
            say_json(as_data(found))
            return
        away = [each.name for each in found.entries.values() if each.status == "absent"]
        say(f"Absent: {', '.join(away)}.")
        say_next(found)


@app.command(epilog="Example: referee tournament end 3 --early --yes")
def end(
    tournament: Tournament,
    early: Annotated[bool, typer.Option("--early", help="Although rounds are still to be played.")] = False,
    yes: Yes = False,
    by: By = None,
    json: AsJson = False,
    club: ClubAt = None,
) -> None:
    """End a tournament: its final order is frozen, and counts for the season as was settled."""
    from referee.tournaments import closing, shown

    with opened(club) as desk:
        if not json:
            say_standings(shown.show(desk, tournament))
        sure("End it with this order?", yes)
        found = closing.end(desk, tournament, early=early, by=by)
    if json:
        say_json(as_data(found))
        return
    said = {
        Counts.TABLES: "each of its tables counts for the season",
        Counts.FINAL: "its final order counts for the season as one match",
        Counts.NOTHING: "it does not count for the season",
    }
    say(f"{found.name} is over; {said[found.settings.counts]}.")


@app.command(epilog="Example: referee tournament undo 2")
def undo(tournament: Tournament, reason: Reason = "", by: By = None, json: AsJson = False, club: ClubAt = None) -> None:
    """Take back what was done last in a tournament; that it was done stays in its log."""
    from referee.tournaments import closing

    with opened(club) as desk:
        found, told = closing.undo(desk, tournament, reason=reason, by=by)
    if json:
        say_json(as_data(found))
    else:
        say(f"Taken back in {found.name}: {told}.")
        say_next(found)


for _part in (
    tournament_show,
    tournament_sheet,
    tournament_plan,
    tournament_rules,
    tournament_round,
    tournament_penalty,
    tournament_blinds,
    tournament_freeze_out,
):
    app.registered_commands.extend(_part.app.registered_commands)


def _wanted(
    game: str | None,
    size: str,
    points: str,
    ties: str,
    **others: object,
) -> Wanted:
    """Return the settings that were typed; what was not is None, and stays as it is. `others` are as they are kept."""
    from referee.tournaments.announcing import Wanted
    from referee.tournaments.field import Sizes

    sizes = None
    if size:
        least, _, most = size.partition("-")
        if not least.isdecimal() or (most and not most.isdecimal()):
            complain(f"--size {size!r} is not understood; expected such as 3-5, or 4")
        sizes = Sizes(int(least), int(most or least))
    others["points"] = _points(points) if points else None
    others["ties"] = tuple(each.strip() for each in ties.split(",") if each.strip()) if ties else None
    return Wanted(game, sizes, tuple((name, value) for name, value in others.items() if value is not None))


def _points(typed: str) -> tuple[int, ...]:
    parts = [each.strip() for each in typed.split(",")]
    if not all(each.isdecimal() and len(each) < 7 for each in parts):
        complain(f"--points {typed!r} is not understood; expected whole numbers, best first, such as 5,3,1,0")
    points = tuple(map(int, parts))
    if list(points) != sorted(points, reverse=True):
        warn(f"--points {typed}: a later place gives more than an earlier one.")
    return points
