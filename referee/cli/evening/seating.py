"""``referee session seat`` and ``apart``: who sits where, drawn so that few meet again, and who is kept apart."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.words import counted, listed
from referee.cli.exits import Exit
from referee.cli.shared import completing
from referee.cli.shared.arguments import Apart, FullNames, complete_game, named_apart
from referee.cli.shared.club import Reason, opened_by, say_table
from referee.cli.shared.common import Acting, Common, Deciding
from referee.cli.shared.completing import OfSeason, OnSession
from referee.cli.shared.output import refuse_unless_page, write_page
from referee.cli.shared.printing import answer, complain, say, say_json

if TYPE_CHECKING:
    from referee.club.evening.apart import KeptApart
    from referee.club.evening.draws import Checked, DrawView
    from referee.club.folder import Club

_who = partial(typer.Option, autocompletion=completing.members)
SEAT_EXAMPLE = (
    "Example: referee session seat --game big-two --game commune, or: referee session seat --take; "
    'or with a change: referee session seat --swap Ann Ben --reason "Ann needs the light"'
)
APART_EXAMPLE = (
    'Example: referee session apart Ann Ben --reason "asked by both", or to see who is: referee session apart'
)


def seat(
    common: Deciding,
    game: Annotated[
        list[str],
        typer.Option(
            "--game",
            "-g",
            metavar="GAME",
            help="A game on offer; repeatable. Else those that were on offer last.",
            autocompletion=complete_game,
        ),
    ] = [],  # noqa: B006
    tables: Annotated[
        str, typer.Option("--tables", metavar="N", help="How many tables, or how many at each, such as 4,4,3.")
    ] = "",
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="The seed of the draw; else one by chance, which is kept.")
    ] = None,
    apart: Apart = [],  # noqa: B006
    without: Annotated[list[str], _who("--without", metavar="NAME", help="Who sits out; repeatable.")] = [],  # noqa: B006
    take: Annotated[bool, typer.Option("--take", help="Start the tables of the last draw, all at once.")] = False,
    swap: Annotated[
        tuple[str, str] | None, _who("--swap", metavar="NAME NAME", help="Two change places; needs --reason.")
    ] = None,
    move: Annotated[
        tuple[str, int] | None, _who("--move", metavar="NAME TABLE", help="One goes to another table; needs --reason.")
    ] = None,
    late: Annotated[
        str | None, _who("--late", metavar="NAME", help="One came late: to the smallest table before its first hand.")
    ] = None,
    leaves: Annotated[
        str | None, _who("--leaves", metavar="NAME", help="One goes before the tables start; needs --reason.")
    ] = None,
    reason: Reason = "",
    check: Annotated[
        bool, typer.Option("--check", help="Draw every draw again from its seed, and say whether it is the same.")
    ] = False,
    sheet: Annotated[bool, typer.Option("--sheet", help="Print the seating sheet of the last draw.")] = False,
    to: Annotated[
        Path | None, typer.Option("--to", metavar="FILE.html", help="Write the seating sheet as a page.")
    ] = None,
    full_names: FullNames = False,
    log: Annotated[bool, typer.Option("--log", help="List every draw of the session, and what was changed.")] = False,
    session: OnSession = None,
) -> None:
    """Draw who sits where, so that few meet again; shown first, and started with --take."""
    asked: dict[str, object] = {"--take": take, "--swap": swap, "--move": move, "--late": late, "--leaves": leaves}
    asked |= {"--check": check, "--sheet or --to": sheet or to, "--log": log}
    deeds = [name for name, given in asked.items() if given]
    how = {"--game": game, "--tables": tables, "--apart": apart, "--without": without, "--seed": seed is not None}
    drawing = [name for name, given in how.items() if given]
    if len(deeds) > 1 or (deeds and drawing):
        complain(f"{listed([*deeds, *drawing])} do not go together; expected one thing at a time")
    if reason and not (swap or move or leaves):
        complain("--reason goes with --swap, --move or --leaves")
    if to:
        refuse_unless_page(to, "a seating sheet", "seating.html")
    from referee.club.evening import draw_changes, draws

    say_draw = partial(_say_draw, session)
    with opened_by(common) as desk:
        if check:
            _say_checked(desk, session, common.json)
        elif sheet or to:
            _say_sheet(desk, draws.show(desk, session), to, full_names, common)
        elif log:
            answer(draws.draws(desk, session), common.json, _say_log)
        elif take:
            answer(draw_changes.take(desk, session=session), common.json, say_draw)
        elif swap:
            answer(draw_changes.swap(desk, *swap, reason=reason, session=session), common.json, say_draw)
        elif move:
            answer(draw_changes.move(desk, *move, reason=reason, session=session), common.json, say_draw)
        elif leaves:
            answer(draw_changes.leave(desk, leaves, reason=reason, session=session), common.json, say_draw)
        elif late:
            answer(draw_changes.late(desk, late, session=session)[0], common.json, say_draw)
        else:
            parted = named_apart(apart)
            done = draws.draw(
                desk, game, tables=_tables(tables), seed=seed, apart_tonight=parted, without=without, session=session
            )
            again = _command(session, *_as_typed(game, tables, apart, without))
            answer(done, common.json, partial(say_draw, again=again))


def apart(
    common: Acting,
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME NAME]", help="Two people; else all pairs are listed.", autocompletion=completing.members
        ),
    ] = None,
    lift: Annotated[bool, typer.Option("--lift", help="They may sit together again.")] = False,
    reason: Reason = "",
    season: OfSeason = None,
) -> None:
    """Keep two people apart for the season when seats are drawn, or list who is. No public export has it."""
    from referee.club.evening import apart as pairs

    if names and len(names) != 2:
        complain(f"{counted(len(names), 'name')} given; expected two, or none to list who is kept apart")
    if not names and (lift or reason):
        complain("who? Expected two names with --lift or --reason")
    with opened_by(common) as desk:
        if names:
            said = pairs.lift if lift else pairs.keep
            done = said(desk, *names, reason=reason, season=season)
            if not common.json:
                say(f"{listed(done.names)} {'may sit together again' if lift else 'are kept apart for the season'}.")
                return
        found = pairs.pairs(desk, season)
    answer(found, common.json, _say_apart)


def _say_apart(found: Sequence[KeptApart]) -> None:
    if not found:
        say("Nobody is kept apart.")
        return
    rows = [[listed(each.names), each.reason, each.by, each.at.date()] for each in found]
    say_table(["kept apart", "why", "who said so", "since"], rows)


def _tables(typed: str) -> int | list[int] | None:
    """Read how many tables there shall be, or how many players at each."""
    if not typed:
        return None
    parts = typed.replace("+", ",").split(",")
    if not all(each.strip().isdecimal() and 0 < int(each) < 1000 for each in parts):
        complain(f"--tables {typed!r} is not understood; expected a number such as 3, or sizes such as 4,4,3")
    numbers = [int(each) for each in parts]
    return numbers if len(numbers) > 1 else numbers[0]


def _as_typed(game: list[str], tables: str, apart: list[str], without: list[str]) -> list[str]:
    """Return the words with which the same is drawn once more, with another seed."""
    words = [("--game", each) for each in game] + ([("--tables", tables)] if tables else [])
    words += [("--apart", each) for each in apart] + [("--without", each) for each in without]
    return [word for pair in words for word in pair]


def _command(session: str | None, *words: str) -> str:
    """Return a command about the same session."""
    which = ["--session", session] if session else []
    return " ".join(["referee session seat", *map(quote, (*words, *which))])


def _say_draw(session: str | None, draw: DrawView, again: str = "") -> None:
    seated = sum(len(table.names) for table in draw.tables)
    say(
        f"Draw {draw.number} for {draw.session.held_on}: {counted(seated, 'player')} at "
        f"{counted(len(draw.tables), 'table')}, {draw.seed_said}."
    )
    for table in draw.tables:
        which = f"table {table.number}" if table.match is None else f"table {table.number} (recorded as {table.match})"
        say(f"{which}  {table.title}: {', '.join(table.names)} (deals first)", hang=9)
    for change in draw.changes:
        if change.kind != "taken":
            say(f"by hand  {change.in_full}", hang=9)
    say(draw.meetings)
    if draw.playing and not draw.taken:
        say(f"Playing already, and not drawn: {', '.join(draw.playing)}.")
    for name in (*draw.out, *draw.late):
        why = "Sits out" if name in draw.out else "Came after the draw"
        say(f"{why}: {name}. To let them in: {_command(session, '--late', name)}")
    if draw.taken:
        first = draw.tables[0]
        say(f"The tables have started. For the wall: {_command(session, '--to', 'seating.html')}")
        say(f'Next: referee table log {first.match} "deal by {first.dealer}"')
    else:
        say(f"Start the tables: {_command(session, '--take')}")
        say(f"Draw again:       {again or _command(session)}")


def _say_checked(desk: Club, session: str | None, json: bool) -> None:
    from referee.club.evening import draws

    checked = draws.check(desk, session)
    if json:
        say_json(checked)
    else:
        for each in checked:
            _say_one_checked(each)
    if not all(each.same for each in checked):
        raise typer.Exit(Exit.ILLEGAL)


def _say_one_checked(checked: Checked) -> None:
    draw = checked.draw
    if not checked.same:
        say(f"Draw {draw.number} drawn again with {draw.seed_said} is not the same: {checked.why}.")
        return
    say(f"Draw {draw.number} drawn again with {draw.seed_said}: the same at every seat.")
    if moved := [each for each in draw.changes if each.kind != "taken"]:
        say(f"What was changed by hand since, {counted(len(moved), 'time')}: referee session seat --log")


def _say_sheet(desk: Club, draw: DrawView, to: Path | None, full_names: bool, common: Common) -> None:
    from referee.club.people.public_names import of_club
    from referee.export.pages.seating_sheet import seating_page, seating_rows, seating_sheet

    page = seating_sheet(draw, desk.name, of_club(desk, full_names=full_names).names)
    if to:
        write_page(to, seating_page(page), common)
    elif common.json:
        say_json(draw)
    else:
        for row in seating_rows(page):
            say(row)


def _say_log(found: Sequence[DrawView]) -> None:
    for draw in found:
        who = f" by {draw.by}" if draw.by else ""
        say(f"draw {draw.number}, {draw.at.astimezone():%H:%M}{who}, {draw.seed_said}, method {draw.method}")
        for change in draw.changes:
            say(f"  {change.at.astimezone():%H:%M}  {change.in_full}", hang=9)
