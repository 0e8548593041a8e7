"""``referee tournament blinds``: propose a blind structure, and settle it."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from fractions import Fraction
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.words import listed
from referee.cli.shared import completing
from referee.cli.shared.club import opened_by, say_table, sure
from referee.cli.shared.common import Deciding
from referee.cli.shared.printing import answer, complain, say

if TYPE_CHECKING:
    from referee.tournaments.freezeouts.blinds import Structure

app = typer.Typer()


@app.command(
    epilog="Example: referee tournament blinds --stack 3000 --players 20 --hours 3, or"
    " settled for a freeze-out: referee tournament blinds 1 --stack 3000 --hours 3 --reentries 1 --until 4 --entry 10"
)
def blinds(
    common: Deciding,
    tournament: Annotated[
        str | None,
        typer.Argument(metavar="[N]", help="Settle it for a tournament.", autocompletion=completing.tournaments),
    ] = None,
    stack: Annotated[int, typer.Option("--stack", metavar="CHIPS", help="What everybody begins with.")] = 3000,
    players: Annotated[
        int | None, typer.Option("--players", metavar="N", help="How many play; else those who have entered.")
    ] = None,
    hours: Annotated[str, typer.Option("--hours", metavar="H", help="How long it may take, such as 3 or 2.5.")] = "3",
    minutes: Annotated[
        int, typer.Option("--minutes", metavar="M", help="How long a level lasts; else as fits the hours.")
    ] = 0,
    pause: Annotated[int, typer.Option("--pause", metavar="M", help="How long a break lasts.")] = 10,
    more: Annotated[int, typer.Option("--more", metavar="N", help="How many further stacks are expected.")] = 0,
    chips: Annotated[
        str, typer.Option("--chips", metavar="25,100,500", help="The chips of the case; else those that are usual.")
    ] = "",
    antes: Annotated[
        bool, typer.Option("--antes/--no-antes", help="Everybody puts in an ante in later levels.")
    ] = True,
    at: Annotated[str, typer.Option("--at", metavar="HH:MM", help="When it begins.")] = "",
    reentries: Annotated[int, typer.Option("--reentries", metavar="N", help="How often one may enter again.")] = 0,
    until: Annotated[
        int,
        typer.Option("--until", metavar="LEVEL", help="The last level to enter late or again in."),
    ] = 0,
    addon: Annotated[int, typer.Option("--addon", metavar="CHIPS", help="What may be added once.")] = 0,
    entry: Annotated[int, typer.Option("--entry", metavar="N", help="What each stack gives to the prizes.")] = 0,
    bounty: Annotated[int, typer.Option("--bounty", metavar="N", help="What of that is for putting somebody out.")] = 0,
    prizes: Annotated[
        str, typer.Option("--prizes", metavar="50,30,20", help="Percent of the prizes by place; else by the entries.")
    ] = "",
    money: Annotated[
        bool, typer.Option("--money", help="Prizes are money, which only an officer may say; else points.")
    ] = False,
) -> None:
    """Propose blinds from stacks, players and hours; with a tournament, settle them and what may be bought."""
    begins = _time(at) if at else None
    if tournament is None:
        if settled := [
            name
            for name, given in (
                ("--reentries", reentries), ("--until", until), ("--addon", addon), ("--entry", entry),
                ("--bounty", bounty), ("--prizes", prizes), ("--money", money),
            )
            if given
        ]:  # fmt: skip
            complain(f"{listed(settled)} is settled for a tournament; expected its number too")
        found = _proposed(stack, 20 if players is None else players, hours, minutes, pause, more, chips, antes)
        answer(found, common.json, partial(_say, begins))
        return
    from referee.tournaments.deeds import announcing
    from referee.tournaments.freezeout_play import evening as freeze_out_evening
    from referee.tournaments.freezeouts.prizes import percents_for
    from referee.tournaments.state.settings import Stacks

    with opened_by(common) as desk:
        evening = freeze_out_evening.look(desk, tournament)
        many = len(evening.state.players) if players is None else players
        found = _proposed(stack, many, hours, minutes, pause, more, chips, antes)
        if not common.json:
            _say(begins, found)
        sure(f"Settle this for {evening.read.view.name}?", common.yes)
        first_break = max(
            (level.number for level in takewhile(lambda level: not level.is_break, found.levels)), default=0
        )
        wanted = Stacks(
            stack=stack,
            minutes=found.minutes,
            levels=found.as_settled,
            pause=pause,
            reentries=reentries,
            reentry_until=until or (first_break if reentries else 0),
            addon=addon,
            bounty=bounty,
            entry=entry,
            prizes=_numbers(prizes, "--prizes", "50,30,20") or (percents_for(many + more) if entry else ()),
            money=money,
        )
        done = announcing.settle_stacks(desk, tournament, wanted)
    in_words = f"Settled for {done.read.view.name}. Next: referee tournament seats {done.number}"
    answer(found, common.json, lambda _: say(in_words))


def _proposed(
    stack: int, players: int, hours: str, minutes: int, pause: int, more: int, chips: str, antes: bool
) -> Structure:
    from referee.tournaments.freezeouts.blinds import NoStructure, proposed

    try:
        long = Fraction(hours)
    except (ValueError, ZeroDivisionError):
        complain(f"--hours {hours!r} is no number of hours; expected such as 3 or 2.5")
    if not 0 < long <= 24:
        complain(f"--hours {hours} cannot be; expected up to 24")
    if not 0 <= pause <= 120:
        complain(f"--pause {pause} cannot be; expected 0 to 120 minutes")
    case = _numbers(chips, "--chips", "25,100,500")
    try:
        return proposed(stack, players, long, reentries=more, minutes=minutes, pause=pause, case=case, antes=antes)
    except NoStructure as fault:
        complain(str(fault))


def _say(begins: time | None, found: Structure) -> None:
    from referee.tournaments.freezeouts.blinds import said_away, said_of

    rows: list[list[object]] = []
    for level in found.levels:
        said = "in case it takes longer" if level.spare else said_away(level.away) if level.away else ""
        ante = level.ante or ""
        if level.is_break:
            rows.append(["break", _when(level.begins, begins), level.minutes, "", "", "", said])
        else:
            rows.append([level.number, _when(level.begins, begins), level.minutes, level.small, level.big, ante, said])
    columns = ["level", "begins", "minutes", "small", "big", "ante", ""]
    say_table(columns, rows, numbers=columns[:-1])
    for sentence in said_of(found):
        say(sentence)
    say(f"It is to be over at {_when(found.ends, begins)}.")


def _when(minutes: int, begins: time | None) -> str:
    """Return a time of the day, or how long it is since the start."""
    if begins is None:
        return f"{minutes // 60}:{minutes % 60:02}"
    return f"{datetime.combine(datetime.min.date(), begins) + timedelta(minutes=minutes):%H:%M}"


def _time(typed: str) -> time:
    try:
        return time.fromisoformat(typed)
    except ValueError:
        complain(f"--at {typed!r} is no time of the day; expected such as 19:30")


def _numbers(typed: str, option: str, such: str) -> tuple[int, ...]:
    if not typed:
        return ()
    parts = [each.strip() for each in typed.split(",")]
    if not all(each.isdecimal() and 0 < len(each) < 8 and int(each) for each in parts):
        complain(f"{option} {typed!r} is not understood; expected whole numbers such as {such}")
    return tuple(map(int, parts))
