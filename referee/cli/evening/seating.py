"""``referee seat``: draw seats, change the draw, start the tables and print the sheet."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.words import join_words, quantity
from referee.cli.exit_codes import ExitCode
from referee.cli.shared import completion
from referee.cli.shared.arguments import ApartOption, FullNamesOption, complete_game, parse_apart
from referee.cli.shared.club import ReasonOption, open_as_officer, open_from_options, print_table
from referee.cli.shared.common_options import CommonOptions, ConfirmOptions, FileOptions, OfficerOptions, ReadOptions
from referee.cli.shared.completion import MemberArgument, SeasonOption, SessionOption
from referee.cli.shared.output_files import check_page_path, write_page
from referee.cli.shared.printing import fail, print_json, print_line, print_result, warn
from referee.cli.shared.quoting import quote
from referee.cli.shared.similar_names import confirm_new_game
from referee.games import has_rulebook
from referee.store.moment import in_local_time

if TYPE_CHECKING:
    from referee.club.evening.draws import CheckedDraw, DrawView
    from referee.club.evening.separations import Separation
    from referee.club.folder import Club

app = typer.Typer(
    help="Draw the seats of a session, change them and start the tables.",
    epilog="Example: referee seat draw --game big-two",
)


@app.command(epilog="Example: referee seat draw --game big-two --game commune, or: referee seat draw --tables 4,4")
def draw(
    common: ConfirmOptions,
    game: Annotated[
        list[str],
        typer.Option(
            "--game",
            "-g",
            metavar="GAME",
            help="Game to draw for; repeatable (default: the games of the last draw).",
            autocompletion=complete_game,
        ),
    ] = [],  # noqa: B006
    result_only: Annotated[
        bool,
        typer.Option(
            "--result-only",
            help="Allow games without a rulebook; only their results are recorded.",
        ),
    ] = False,
    tables: Annotated[
        str,
        typer.Option(
            "--tables", metavar="N", help="Number of tables, or players at each, such as 4,4,3 (default: the best fit)."
        ),
    ] = "",
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="Seed of the draw (default: random; the draw shows it).")
    ] = None,
    apart: ApartOption = [],  # noqa: B006
    absent_names: Annotated[
        list[str],
        typer.Option(
            "--without", metavar="NAME", help="Player who sits out; repeatable.", autocompletion=completion.members
        ),
    ] = [],  # noqa: B006
    session: SessionOption = None,
) -> None:
    """Draw seats with as few repeat meetings as possible. Start the tables with `referee seat start`."""
    from referee.club.evening import draws
    from referee.club.match import starting

    separations = parse_apart(apart)
    sizes = _parse_tables(tables)
    with open_as_officer(common) as club:
        for slug in game if result_only else ():
            if similar_games := starting.similar_games(club, slug):
                confirm_new_game(slug, similar_games, common.yes)
        view = draws.draw(
            club,
            game,
            tables=sizes,
            seed=seed,
            apart_tonight=separations,
            excluded_names=absent_names,
            session=session,
            result_only=result_only,
        )
    further_options = ["--result-only"] if result_only else []
    redraw = _seat_command("draw", session, *_draw_options(game, tables, apart, absent_names), *further_options)
    print_result(view, common.json, partial(_print_draw, session, redraw=redraw))


@app.command(epilog="Example: referee seat start")
def start(common: OfficerOptions, session: SessionOption = None) -> None:
    """Start all tables of the last draw."""
    from referee.club.evening import draw_changes

    with open_as_officer(common) as club:
        print_result(draw_changes.start_tables(club, session=session), common.json, partial(_print_started, session))


@app.command(epilog="Example: referee seat show, or: referee seat show --check")
def show(
    common: ReadOptions,
    check: Annotated[
        bool, typer.Option("--check", help="Repeat every draw from its seed, and compare the seats.")
    ] = False,
    show_all: Annotated[bool, typer.Option("--all", help="Show all draws of the session, with their changes.")] = False,
    session: SessionOption = None,
) -> None:
    """Show the last draw of a session."""
    from referee.club.evening import draws

    if check and show_all:
        fail("--check and --all cannot be combined. Use one of them.")
    with open_from_options(common) as club:
        session = _session_to_show(club, session)
        if check:
            _print_checked(club, session, common.json)
        elif show_all:
            print_result(draws.draws(club, session), common.json, _print_log)
        else:
            print_result(draws.show(club, session), common.json, partial(_print_draw, session))


@app.command(epilog='Example: referee seat swap Ann Ben --reason "Ann needs the light"')
def swap(
    one: MemberArgument,
    other: MemberArgument,
    common: OfficerOptions,
    reason: ReasonOption = "",
    session: SessionOption = None,
) -> None:
    """Swap two players of the draw; one of them may sit out."""
    from referee.club.evening import draw_changes

    with open_as_officer(common) as club:
        view = draw_changes.swap(club, one, other, reason=reason, session=session)
    print_result(view, common.json, partial(_print_changed, session))


@app.command(epilog='Example: referee seat move Ann 2 --reason "Ann needs the light"')
def move(
    name: MemberArgument,
    table: Annotated[int, typer.Argument(metavar="TABLE", help="Number of the table in the draw.")],
    common: OfficerOptions,
    reason: ReasonOption = "",
    session: SessionOption = None,
) -> None:
    """Move a player of the draw to another table."""
    from referee.club.evening import draw_changes

    with open_as_officer(common) as club:
        view = draw_changes.move(club, name, table, reason=reason, session=session)
    print_result(view, common.json, partial(_print_changed, session))


@app.command(epilog="Example: referee seat add Hal")
def add(name: MemberArgument, common: OfficerOptions, session: SessionOption = None) -> None:
    """Seat a late player at the smallest table that has not begun its first hand."""
    from referee.club.evening import draw_changes

    with open_as_officer(common) as club:
        view, table = draw_changes.add_late(club, name, session=session)
    print_result(view, common.json, partial(_print_changed, session, late_arrival=(name, table)))


@app.command(epilog='Example: referee seat remove Ann --reason "had to go home"')
def remove(
    name: MemberArgument, common: OfficerOptions, reason: ReasonOption = "", session: SessionOption = None
) -> None:
    """Remove a player from the draw before the tables start."""
    from referee.club.evening import draw_changes

    with open_as_officer(common) as club:
        view = draw_changes.take_out(club, name, reason=reason, session=session)
    print_result(view, common.json, partial(_print_changed, session))


@app.command("print", epilog="Example: referee seat print, or as a page: referee seat print --output seating.html")
def print_(
    common: FileOptions,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE.html", help="Page to write (default: stdout).")
    ] = None,
    full_names: FullNamesOption = False,
    session: SessionOption = None,
) -> None:
    """Print the seating sheet of the last draw, for the wall."""
    from referee.club.evening import draws

    if output and str(output) == "-":
        output = None
    if output:
        check_page_path(output, "a seating sheet", "seating.html")
    with open_from_options(common) as club:
        session = _session_to_show(club, session)
        _print_sheet(club, draws.show(club, session), output, full_names, common)


@app.command(
    epilog='Example: referee seat apart Ann Ben --reason "asked by both", or to list the pairs: referee seat apart'
)
def apart(
    common: OfficerOptions,
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME NAME]", help="Two members (default: list all pairs).", autocompletion=completion.members
        ),
    ] = None,
    lift: Annotated[bool, typer.Option("--lift", help="Let the two sit together again.")] = False,
    reason: ReasonOption = "",
    season: SeasonOption = None,
) -> None:
    """Keep two members apart in this season's draws, or list the pairs. No public export shows them."""
    from referee.club.evening import separations as pairs

    if names and len(names) != 2:
        fail(f"{quantity(len(names), 'name')} given. Give two, or none to list the pairs.")
    if not names and (lift or reason):
        fail("--lift and --reason need two names. Type: referee seat apart NAME NAME --lift")
    with open_as_officer(common) as club:
        if names:
            change_pair = pairs.cancel if lift else pairs.separate
            pair = change_pair(club, *names, reason=reason, season=season)
            if not common.json:
                print_line(
                    f"{join_words(pair.names)} {'may sit together again' if lift else 'are kept apart for the season'}."
                )
                command = f"referee seat apart {' '.join(map(quote, pair.names))}"
                print_line(f'Undo: {command} --reason "..."' if lift else "Undo: referee undo")
                return
        all_pairs = pairs.list_separations(club, season)
    print_result(all_pairs, common.json, _print_apart)


def _print_apart(separations: Sequence[Separation]) -> None:
    if not separations:
        print_line("Nobody is kept apart.")
        return
    rows = [[join_words(pair.names), pair.reason, pair.by, pair.at.date()] for pair in separations]
    print_table(["kept apart", "reason", "by", "since"], rows)


def _session_to_show(club: Club, session: str | None) -> str | None:
    """Return `session` if given, or None while a session is open. Otherwise, warn and return the last one."""
    from referee.club.calendar import sessions

    if session is not None or (last := sessions.last_closed(club)) is None:
        return session
    warn(f"No session is open. This is the session of {last.held_on}.")
    return f"{last.held_on}"


def _parse_tables(text: str) -> int | list[int] | None:
    """Return the number of tables, or the number of players at each, or None for no text."""
    if not text:
        return None
    parts = text.replace("+", ",").split(",")
    if not all(part.strip().isdecimal() and 0 < int(part) < 1000 for part in parts):
        fail(f"Invalid --tables {text!r}. Use a number such as 3, or sizes such as 4,4,3.")
    numbers = [int(part) for part in parts]
    return numbers if len(numbers) > 1 else numbers[0]


def _draw_options(game: list[str], tables: str, separations: list[str], absent_names: list[str]) -> list[str]:
    """Return the options that repeat a draw with another seed."""
    words = [("--game", value) for value in game] + ([("--tables", tables)] if tables else [])
    words += [("--apart", value) for value in separations] + [("--without", value) for value in absent_names]
    return [word for pair in words for word in pair]


def _seat_command(subcommand: str, session: str | None, *words: str) -> str:
    """Return a `referee seat` command for the same session."""
    session_option = ["--on", session] if session else []
    return " ".join(["referee seat", subcommand, *map(quote, (*words, *session_option))])


def _redraw_command(session: str | None, draw: DrawView) -> str:
    """Return the command that repeats the draw for the present players with another seed."""
    sizes = () if draw.late or draw.gone else ("--tables", ",".join(str(len(table.names)) for table in draw.tables))
    without_options = [word for name in draw.out for word in ("--without", name)]
    unruled = [] if all(has_rulebook(table.game) for table in draw.tables) else ["--result-only"]
    return _seat_command("draw", session, *sizes, *without_options, *unruled)


def _print_started(session: str | None, draw: DrawView) -> None:
    _print_draw(session, draw)
    print_line("Undo: referee undo")


def _print_changed(session: str | None, draw: DrawView, late_arrival: tuple[str, int] | None = None) -> None:
    """Print a changed draw and how to undo the change. A late player at a started table must leave it."""
    _print_draw(session, draw, has_started=False)
    if late_arrival and draw.taken:
        name, table = late_arrival
        print_line(f'Undo: referee table leave {table} {quote(name)} --reason "..."')
    else:
        print_line("Undo: referee undo")


def _print_draw(session: str | None, draw: DrawView, redraw: str = "", *, has_started: bool = True) -> None:
    seat_count = sum(len(table.names) for table in draw.tables)
    print_line(
        f"Draw {draw.number} for {draw.session.held_on}: {quantity(seat_count, 'player')} at "
        f"{quantity(len(draw.tables), 'table')}, {draw.seed_said}."
    )
    for table in draw.tables:
        print_line(f"table {table.number}  {table.title}: {', '.join(table.names)} (deals first)", hang=9)
    for change in draw.changes:
        if change.kind != "taken":
            print_line(f"by hand  {change.in_full}", hang=9)
    print_line(draw.meetings)
    if draw.playing and not draw.taken:
        print_line(f"Still playing, not included: {', '.join(draw.playing)}.")
    for name in (*draw.out, *draw.late):
        label = "Sits out" if name in draw.out else "Arrived after the draw"
        print_line(f"{label}: {name}. To add them: {_seat_command('add', session, name)}")
    for name in draw.gone:
        if draw.taken:
            print_line(f"No longer at the table: {name}.")
        else:
            remove = _seat_command("remove", session, name)
            print_line(f'No longer present: {name}. To remove them: {remove} --reason "..."')
    if draw.taken and not has_started:
        return
    if draw.taken:
        first = draw.tables[0]
        print_command = _seat_command("print", session, "--output", "seating.html")
        print_line(f"The tables have started. To print the seats: {print_command}")
        if draw.session.status == "open":
            print_line(f"Next: referee log {first.match} {quote(f'deal by {first.dealer}')}")
    elif draw.session.status == "open":
        print_line(f"Start the tables: {_seat_command('start', session)}")
        print_line(f"Draw again:       {redraw or _redraw_command(session, draw)}")


def _print_checked(club: Club, session: str | None, json: bool) -> None:
    from referee.club.evening import draws

    checked = draws.check(club, session)
    if json:
        print_json(checked)
    else:
        for check in checked:
            _print_one_checked(check)
    if not all(check.same for check in checked):
        raise typer.Exit(ExitCode.ILLEGAL)


def _print_one_checked(checked: CheckedDraw) -> None:
    draw = checked.draw
    if not checked.same:
        print_line(f"Draw {draw.number}, repeated from {draw.seed_said}, differs: {checked.why}.")
        return
    print_line(f"Draw {draw.number}, repeated from {draw.seed_said}, gives the same seats.")
    if changes := [change for change in draw.changes if change.kind != "taken"]:
        print_line(f"{quantity(len(changes), 'later change')} by hand: referee seat show --all")


def _print_sheet(club: Club, draw: DrawView, to: Path | None, full_names: bool, common: CommonOptions) -> None:
    from referee.club.people.public_names import all_public_names
    from referee.export.pages.seating_sheet import seating_page, seating_rows, seating_sheet

    page = seating_sheet(draw, club.name, all_public_names(club, full_names=full_names).names)
    if to:
        write_page(to, seating_page(page), common)
    elif common.json:
        print_json(draw)
    else:
        for row in seating_rows(page):
            print_line(row)


def _print_log(draws: Sequence[DrawView]) -> None:
    for draw in draws:
        author = f" by {draw.by}" if draw.by else ""
        print_line(
            f"draw {draw.number}, {in_local_time(draw.at):%H:%M}{author}, {draw.seed_said}, method {draw.method}"
        )
        for change in draw.changes:
            print_line(f"  {in_local_time(change.at):%H:%M}  {change.in_full}", hang=9)
