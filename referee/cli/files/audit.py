"""``referee audit``: check that the club's file was not changed behind its log."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.words import counted
from referee.cli.exit_codes import ExitCode
from referee.cli.shared.club import open_as_officer, warn_of_conflict
from referee.cli.shared.common_options import CommonOptions, OfficerOptions
from referee.cli.shared.printing import fail, print_json, print_line
from referee.cli.shared.terminal import shows_progress
from referee.rules.plain_data import plain
from referee.store.progress import no_progress

if TYPE_CHECKING:
    from referee.club.file.audit import Audit, SinceHead
    from referee.club.file.repair import Repair
    from referee.club.folder import Club

app = typer.Typer()
# So many of the rulings that later lines turned, or another edition gave, are named.
_MOST_RULINGS = 5
_MOST_REPAIRS = 40


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
            "--accept", metavar="REASON", help="Accept, for a reason, that events which this computer saw are gone."
        ),
    ] = None,
    key_file: Annotated[
        Path | None,
        typer.Option("--key-file", metavar="FILE", help="Key of the log (default: $REFEREE_KEY_FILE)."),
    ] = None,
    repair: Annotated[bool, typer.Option("--repair", help="Rebuild the tables from the log.")] = False,
) -> None:
    """Check every page, event, ruling and place of the club's file. Exits 10 if one was changed."""
    from referee.club.file.audit import audit, is_head, since
    from referee.club.file.repair import repair as repaired_from_log
    from referee.club.folder import key

    if head is not None and not is_head(head):
        fail(f'Invalid head {head!r}. Use one such as "event 412, 3f2a-9c01-77be-04d2".')
    if accept is not None:
        _accept(common, accept)
    with _open_for_audit(common, repair=repair) as place:
        watch = _progress if shows_progress() else no_progress
        done = repaired_from_log(place, key=key(key_file), watch=watch) if repair else None
        found = done.now if done else audit(place, key=key(key_file), watch=watch)
        asked = since(place, head) if head is not None and found.events else None
    if common.json:
        further = ({"repaired": done.repaired} if done else {}) | ({} if head is None else {"asked": asked})
        print_json({**plain(found), **further} if further else found)
    else:
        if done:
            _print_repaired(done)
        _print(found, head, asked)
    if found.differences or (head is not None and asked is None):
        raise typer.Exit(ExitCode.ILLEGAL)


@contextmanager
def _open_for_audit(common: CommonOptions, *, repair: bool) -> Iterator[Club | Path]:
    """Return the club's file, whatever is in it; of one on a server the club, open."""
    from referee.club.folder import FILE, find, open_club
    from referee.store.events.address import is_server

    if is_server(str(common.club or os.environ.get("REFEREE_CLUB", ""))):
        with open_club(common.club, read_only=not repair) as club:
            yield club
    else:
        folder = find(common.club)
        warn_of_conflict(folder)
        yield folder / FILE


def _accept(common: CommonOptions, reason: str) -> None:
    from referee.club.file.data_loss import accept

    with open_as_officer(common) as club:
        given_up = accept(club, reason)
    print_line(f"Accepted: the events seen up to {given_up.short_text} are given up.")


def _print(found: Audit, head: str | None, asked: SinceHead | None) -> None:
    for difference in found.differences:
        print_line(str(difference))
    looked = f"{counted(found.tables, 'table')}, {counted(found.lines, 'line')}, {counted(found.events, 'event')}"
    if found.differences:
        print_line(f"{counted(len(found.differences), 'difference')}; checked {looked}.")
    else:
        print_line(f"No problems found: {looked}.")
    for each, said in ((found.turned, "changed by later lines"), (found.otherwise, "given by another edition")):
        if each:
            few = "; ".join(map(str, each[:_MOST_RULINGS]))
            more = f"; and {len(each) - _MOST_RULINGS} more" if len(each) > _MOST_RULINGS else ""
            print_line(f"{counted(len(each), 'ruling')} {'was' if len(each) == 1 else 'were'} {said}: {few}{more}.")
    if found.unchecked:
        print_line(
            f"{counted(found.unchecked, 'event')} hashed with a key could not be checked. Name the key with --key-file."
        )
    if found.events:
        print_line(f"Head: {found.ends.short_text}")
    if head is None:
        return
    if asked is None:
        print_line(f"No event of this club has the head {head}: entries have been removed or rewritten since.")
        return
    since = f"{counted(asked.later, 'event')} since" if asked.later else "nothing was done since"
    print_line(f"{head} is event {asked.ends.n}, of {asked.at[:16].replace('T', ' ')} UTC; {since}.")
    for what in asked.done:
        print_line(f"  {what}")


def _print_repaired(done: Repair) -> None:
    for each in done.repaired[:_MOST_REPAIRS]:
        print_line(f"Repaired: {each}")
    if len(done.repaired) > _MOST_REPAIRS:
        print_line(f"Repaired: {len(done.repaired) - _MOST_REPAIRS} more")
    if not done.repaired:
        print_line("These cannot be repaired:" if done.now.differences else "Nothing to repair.")


def _progress(done: int, of: int) -> None:
    if of:
        typer.echo(f"\rline {done} of {of}", err=True, nl=done == of)
