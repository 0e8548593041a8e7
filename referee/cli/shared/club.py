"""Open the club, ask for confirmation, and print tables and standings."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from contextlib import contextmanager
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Annotated, Final, TypeVar

import typer

from referee.cards.words import quantity
from referee.cli.exit_codes import ExitCode
from referee.cli.shared import acting_officer
from referee.cli.shared.common_options import CommonOptions
from referee.cli.shared.hints import format_hints
from referee.cli.shared.printing import fail, is_on_terminal, print_line, print_result, uses_colour, warn
from referee.cli.shared.terminal import is_plain, shows_progress
from referee.rules.plain_text import with_signs
from referee.store.hints import Do

if TYPE_CHECKING:
    from datetime import date
    from pathlib import Path

    from referee.club.folder import Club
    from referee.club.standings.ranking import Standing
    from referee.club.standings.standings import Standings
    from referee.club.table_numbers import TableNumber

LAST_OPENED: Final[list[Club]] = []
"""The club that this process opened last, if any. Errors in damaged rows can occur after it was closed."""
Result = TypeVar("Result")
ReasonOption = Annotated[str, typer.Option("--reason", "-r", help="Reason, for the log; a terminal asks for it.")]


def open_from_options(common: CommonOptions, *, read_only: bool = False) -> Club:
    """Open the club named by the options, and print warnings about its state. Use it in a ``with``."""
    from referee.club.folder import open_club  # loads the database, which takes longer than all the rest

    club = with_password(
        lambda password: open_club(common.club, read_only=read_only, password=password, progress=show_rebuild_progress)
    )
    LAST_OPENED[:] = [club]
    if damage := club.damage:
        warn_of_damage(damage)
        accept = [Do.ACCEPT_LOSS("To add a reason")] if club.lost_events else []
        warn(format_hints(Do.AUDIT("See all of it"), *accept))
    if behind := club.clock_behind():
        warn(behind)
    if club.store.path is not None:
        warn_of_conflict(club.folder)
    return club


def warn_of_conflict(folder: Path) -> None:
    """Print a warning if a sync service left conflicted copies of the club's file."""
    from referee.club.file.conflicted_copies import describe_conflict

    if conflict := describe_conflict(folder):
        warn(f"{conflict} To compare them: referee audit --compare FILE")


def with_password(action: Callable[[str], Result]) -> Result:
    """Return the result of `action`. If the server needs a password, ask for it at a terminal."""
    from referee.store.faults import StorePasswordNeeded

    try:
        return action("")
    except StorePasswordNeeded:
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            raise
        from getpass import getpass

        return action(getpass("Password: "))


def show_rebuild_progress(current: int, total: int) -> None:
    """Print how much of the club's projections has been rebuilt, at a terminal."""
    if shows_progress():
        typer.echo(f"\rRebuilding the club's tables: {current} of {total} events ", nl=False, err=True)


def open_as_officer(common: CommonOptions) -> Club:
    """Open the club with the acting officer from --by, REFEREE_OFFICER or this computer's default."""
    return acting_officer.with_officer(open_from_options(common), common.by)


def resolve_table(club: Club, table: str, *, reading: bool = False) -> TableNumber:
    """Return the match at a table.

    Without an open session, `reading` allows a table of the last session, with a warning.
    """
    from referee.club import table_numbers

    with club.reading() as tx:
        number = table_numbers.find_table(tx, table, reading=reading)
    if table.strip() not in (str(number), f"{number.session}/{number.table}", f"m{number.id}"):
        warn(f"No session is open. This is table {number.table} of {number.session}.")
    return number


def warn_of_damage(differences: Iterable[object]) -> None:
    """Print each damaged row to stderr."""
    for difference in differences:
        warn(str(difference))


def warn_of_other_sessions(club: Club, day: date) -> None:
    """Warn that sessions of other days are open too. The warning names the command that closes the first of them."""
    from referee.club.calendar import sessions

    if others := [other_day for other_day in sessions.open_days(club) if other_day != day]:
        warn(f"The session of {others[0]} is open too. Close it first: referee close {others[0]}")


def warn_of_reports(club: Club, session: str | None = None, *, table: TableNumber | None = None) -> None:
    """Print to stderr the results that phones have reported at a session's unfinished tables, or at one table."""
    from referee.club.calendar import sessions
    from referee.club.unsettled_reports import REPORT
    from referee.store.session_state import session_states

    with club.reading() as tx:
        [session_row] = sessions.session_of_table(tx, table.id) if table else [sessions.find_session(tx, session)]
        if REPORT not in {state.kind for state in session_states(tx, session_row.id)}:
            return  # as in most sessions, which need not load what a report is made of
    from referee.club.phones.report_settlement import pending_reports

    for report in pending_reports(club, session_row.id, table.id if table else None):
        warn(report.in_words)


@contextmanager
def note_nothing_recorded(entries: Sized) -> Iterator[None]:
    """Add a note to a fault in one of several entries that none was recorded."""
    from referee.club.text.faults import ClubFault

    try:
        yield
    except ClubFault as fault:
        if len(entries) > 1:
            fault.add_note("Nothing was recorded.")
        raise


def print_head(club: Club) -> None:
    """Print the head of the club's log for the officer to note down."""
    head = club.head.short_text
    print_line(f"Head: {head}")
    print_line(f"To check later that nothing was changed: referee audit --head {head.rpartition(' ')[2]}")


def confirm(question: str, yes: bool) -> None:
    """Ask for confirmation. Exit without a change unless the answer or `yes` is yes."""
    if yes:
        return
    if not sys.stdin.isatty():
        fail(f"{question} Nothing was changed: the question needs a terminal. To confirm, add --yes.")
    try:
        is_confirmed = typer.confirm(question)
    except typer.Abort:
        typer.echo(err=True)
        fail("Nothing was changed.", ExitCode.INTERRUPTED)
    if not is_confirmed:
        fail("Nothing was changed.")


def confirm_or_preview(question: str, common: CommonOptions, effect: object = None) -> bool:
    """Ask for confirmation. With --dry-run, print the effect and return False instead."""
    if common.dry_run:
        print_result(effect, common.json, lambda _: print_line("Nothing was changed."))
        return False
    confirm(question, common.yes)
    return True


def confirm_by_name(name: str, entered: str, warning: str, common: CommonOptions, effect: object = None) -> bool:
    """Return True once the full name is typed, before a change that cannot be undone.

    With --yes, `entered` must be the full name. With --dry-run, print the effect and return False.
    """
    if common.dry_run:
        return confirm_or_preview("", common, effect)
    if common.yes:
        if entered != name:
            fail(f"Nothing was changed. With --yes, type the full name: {name}")
        return True
    if not sys.stdin.isatty():
        fail(f"{warning} Nothing was changed: the question needs a terminal. Add --yes and the full name: {name}")
    try:
        confirmation = typer.prompt(f"{warning} To confirm, type {name}", default="", show_default=False)
    except typer.Abort:
        typer.echo(err=True)
        fail("Nothing was changed.", ExitCode.INTERRUPTED)
    if confirmation.strip() != name:
        fail(f"Nothing was changed: that is not {name}.")
    return True


def print_table(columns: Sequence[str], rows: Iterable[Sequence[object]], numbers: Sequence[str] = ()) -> None:
    """Print rows under column headings. The columns in `numbers` are aligned right."""
    from referee.cli.shared.layout import format_columns, format_sentences

    cells = [["" if cell is None else with_signs(str(cell)) for cell in row] for row in rows]
    width = max(40, get_terminal_size().columns) if is_on_terminal() else None
    heading, lines = (
        ("", format_sentences(columns, cells, width)) if is_plain() else format_columns(columns, cells, numbers, width)
    )
    if heading:
        typer.echo(typer.style(heading, bold=True) if uses_colour() else heading)
    for line in lines:
        typer.echo(line)


def print_standings(standings: Standings) -> None:
    """Print a season's standings with tie-breaks and their clauses."""
    from referee.club.calendar.seasons import describe_scoring

    print_line(f"Season {standings.season.name}: {describe_scoring(standings.season)}")
    print_table(
        ["place", "name", "score", "sessions", "matches", "wins", "seconds", ""],
        [_standing_row(row) for row in standings.rows],
        numbers=["place", "score", "sessions", "matches", "wins", "seconds"],
    )
    for row in standings.rows:
        for tie in row.ties:
            print_line(f"{row.place}. {row.name}: {str(tie)[0].lower()}{str(tie)[1:]}")
    for rule in standings.tie_rules:
        print_line(f"scoring {rule.id}: {rule.text}")
    print_penalties(standings)


def print_penalties(standings: Standings) -> None:
    """Print the penalties and warnings of the players in the standings, with their clauses."""
    rows_by_member = {row.member: row for row in standings.rows}
    cited = set()
    for penalty in standings.penalties:
        if (row := rows_by_member.get(penalty.member)) is None:
            continue
        same_session = [session for session in row.sessions if session.session == penalty.session]
        effect = (
            f"{float(same_session[0].penalty):.3f} off that session" if same_session else "no result in that session"
        )
        warning = f"{f'{row.place}. ' if row.place else ''}{row.name}, {penalty.played_on}: {penalty.what}"
        if not penalty.counts:
            cited.add("5.3")
            print_line(f"{warning}, cancelled{_reason_suffix(penalty.cancelled_because)}")
        elif penalty.points:
            cited.add("5.2")
            print_line(f"{warning} (penalty {penalty.number}{_reason_suffix(penalty.reason)}); {effect}")
        else:
            cited.add("5.1")
            print_line(f"{warning} (penalty {penalty.number}{_reason_suffix(penalty.reason)})")
    if cited:
        from referee.club.scoring_rules import clause

        for id in sorted(cited):
            print_line(f"scoring {id}: {clause(id).text}")


def _reason_suffix(reason: str) -> str:
    return f": {reason}" if reason else ""


def _standing_row(row: Standing) -> list[object]:
    short = f"not ranked: {quantity(row.missing, 'session')} short" if row.missing else ""
    if penalty := sum(session.penalty for session in row.counted):
        short = ", ".join(filter(None, [short, f"-{float(penalty):.3f} in penalties"]))
    sessions = len(row.sessions)
    return [row.place or "-", row.name, f"{float(row.score):.3f}", sessions, row.matches, row.wins, row.seconds, short]
