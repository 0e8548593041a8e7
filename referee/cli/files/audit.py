"""``referee audit``: check that the club's file matches its log."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.words import quantity
from referee.cli.exit_codes import ExitCode
from referee.cli.shared.club import open_as_officer, open_from_options, warn_of_conflict
from referee.cli.shared.common_options import CommonOptions, OfficerOptions
from referee.cli.shared.printing import fail, print_json, print_line
from referee.cli.shared.quoting import quote
from referee.cli.shared.terminal import shows_progress
from referee.rules.plain_data import plain
from referee.store.progress import no_progress

if TYPE_CHECKING:
    from referee.club.file.audit import Audit, EventsSinceHead
    from referee.club.file.repair import Repair
    from referee.club.folder import Club

app = typer.Typer()
# So many of the rulings that later lines turned, or another edition gave, are named.
_MAX_RULINGS = 5
_MAX_REPAIRS = 40


@app.command(epilog="Example: referee audit --head 3f2a-9c01-77be-04d2")
def audit(
    common: OfficerOptions,
    head: Annotated[
        str | None,
        typer.Option("--head", metavar="HASH", help="Head that you noted: compare the log with it."),
    ] = None,
    accept: Annotated[
        str | None,
        typer.Option(
            "--accept", metavar="REASON", help="Accept, with a reason, the loss of events that this computer saw."
        ),
    ] = None,
    repair: Annotated[bool, typer.Option("--repair", help="Rebuild the tables from the log.")] = False,
    compare: Annotated[
        Path | None,
        typer.Option(
            "--compare",
            metavar="FILE",
            help="Compare with another file of the club, and list what only one of them has.",
        ),
    ] = None,
) -> None:
    """Check every page, event, ruling and place of the club's file. Exits 10 if one was changed.

    With --compare, it exits 10 if the other file has events that this one lacks.
    """
    from referee.club.file.audit import audit, events_since_head, is_head
    from referee.club.file.repair import repair as repaired_from_log

    if compare is not None:
        if head is not None or accept is not None or repair:
            fail("Use --compare without --head, --accept and --repair.")
        _compare_files(common, compare)
        return
    if head is not None and not is_head(head):
        fail(f'Invalid head {head!r}. Use one such as "event 412, 3f2a-9c01-77be-04d2".')
    if accept is not None:
        _accept_loss(common, accept)
    with _open_for_audit(common, repair=repair) as place:
        progress = _show_progress if shows_progress() else no_progress
        repair_result = repaired_from_log(place, watch=progress) if repair else None
        result = repair_result.now if repair_result else audit(place, watch=progress)
        since_head = events_since_head(place, head) if head is not None and result.events else None
    if common.json:
        further = ({"repaired": repair_result.repaired} if repair_result else {}) | (
            {} if head is None else {"asked": since_head}
        )
        print_json({**plain(result), **further} if further else result)
    else:
        if repair_result:
            _print_repaired(repair_result)
        _print_audit(result, head, since_head)
    if result.differences or (head is not None and since_head is None):
        raise typer.Exit(ExitCode.ILLEGAL)


@contextmanager
def _open_for_audit(common: CommonOptions, *, repair: bool) -> Iterator[Club | Path]:
    """Yield the path of the club's file, whatever its state, or the open club if it is on a server."""
    from referee.club.folder import FILE, find_folder, open_club
    from referee.store.events.address import is_server

    if is_server(str(common.club or os.environ.get("REFEREE_CLUB", ""))):
        with open_club(common.club, read_only=not repair) as club:
            yield club
    else:
        folder = find_folder(common.club)
        warn_of_conflict(folder)
        _rebuild_older_tables(folder)
        yield folder / FILE


def _compare_files(common: CommonOptions, other_file: Path) -> None:
    from referee.club.file.comparison import compare_logs

    with open_from_options(common, read_only=True) as club:
        comparison = compare_logs(club, other_file)
    if common.json:
        print_json(comparison)
    else:
        last = f", up to {comparison.common.short_text}" if comparison.common.n else ""
        print_line(f"The same in both: {quantity(comparison.common.n, 'event')}{last}.")
        for location, count, evenings in (
            ("here", comparison.here_count, comparison.here),
            ("there", comparison.there_count, comparison.there),
        ):
            print_line(f"Only {location}: {quantity(count, 'event')}{'.' if not count else ''}")
            for evening in evenings:
                print_line(f"  {evening.evening:%a} {evening.evening}: {', '.join(evening.actions)}")
        if comparison.there_count:
            print_line(f"To import the missing events: referee import --from {quote(str(other_file))}")
    if comparison.there_count:
        raise typer.Exit(ExitCode.ILLEGAL)


def _rebuild_older_tables(folder: Path) -> None:
    """Rebuild projections written by an older version. The audit reports any other problem."""
    from referee.club.folder import open_club
    from referee.store.faults import StoreFault, StoreOlder

    with suppress(StoreFault):
        try:
            open_club(folder, read_only=True).close()
        except StoreOlder:
            open_club(folder).close()


def _accept_loss(common: CommonOptions, reason: str) -> None:
    from referee.club.file.data_loss import accept

    with open_as_officer(common) as club:
        given_up = accept(club, reason)
    print_line(f"Accepted the loss of events up to {given_up.short_text}.")


def _print_audit(result: Audit, head: str | None, since_head: EventsSinceHead | None) -> None:
    for difference in result.differences:
        print_line(str(difference))
    counts = f"{quantity(result.tables, 'table')}, {quantity(result.lines, 'line')}, {quantity(result.events, 'event')}"
    if result.differences:
        print_line(f"{quantity(len(result.differences), 'difference')}; checked {counts}.")
    else:
        print_line(f"No problems found: {counts}.")
    for rulings, cause in ((result.turned, "changed by later lines"), (result.otherwise, "given by another edition")):
        if rulings:
            listed = "; ".join(map(str, rulings[:_MAX_RULINGS]))
            rest = f"; and {len(rulings) - _MAX_RULINGS} more" if len(rulings) > _MAX_RULINGS else ""
            print_line(
                f"{quantity(len(rulings), 'ruling')} {'was' if len(rulings) == 1 else 'were'} {cause}: {listed}{rest}."
            )
    if result.events:
        print_line(f"Head: {result.ends.short_text}")
    if head is None:
        return
    if since_head is None:
        print_line(f"No event of this club has the head {head}: entries have been removed or rewritten since.")
        return
    since = f"{quantity(since_head.later, 'event')} since" if since_head.later else "no later events"
    print_line(f"{head} is event {since_head.ends.n}, of {since_head.at[:16].replace('T', ' ')} UTC; {since}.")
    for entry in since_head.done:
        print_line(f"  {entry}")


def _print_repaired(repair: Repair) -> None:
    for row in repair.repaired[:_MAX_REPAIRS]:
        print_line(f"Repaired: {row}")
    if len(repair.repaired) > _MAX_REPAIRS:
        print_line(f"Repaired: {len(repair.repaired) - _MAX_REPAIRS} more")
    if not repair.repaired:
        print_line("These cannot be repaired:" if repair.now.differences else "Nothing to repair.")


def _show_progress(current: int, total: int) -> None:
    if total:
        typer.echo(f"\rline {current} of {total}", err=True, nl=current == total)
