"""``referee audit``: check that the club's file was not changed behind its log."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.words import counted
from referee.cli.exits import Exit
from referee.cli.shared.common import Looking
from referee.cli.shared.printing import complain, say, say_json
from referee.rules.plain_data import plain

if TYPE_CHECKING:
    from referee.club.file.audit import Audit, Since

app = typer.Typer()
_SHORTEST = 8
# So many of the rulings that later lines turned, or another edition gave, are named.
_FEW = 5


@app.command(epilog="Example: referee audit --head 3f2a9c0177be04d2")
def audit(
    common: Looking,
    head: Annotated[
        str | None,
        typer.Option("--head", metavar="HASH", help="A seal that was written down: is that evening still as it was?"),
    ] = None,
    key_file: Annotated[
        Path | None,
        typer.Option(
            "--key-file", metavar="FILE", help="The key that the seals were made with; else REFEREE_KEY_FILE."
        ),
    ] = None,
) -> None:
    """Look at every page, seal, ruling and place again. Exits 10 when one is not as it was written down."""
    from referee.club.file.audit import at_head, audit, digits
    from referee.club.folder import FILE, find, key

    if head is not None and len(digits(head)) < _SHORTEST:
        complain(f"{head!r} is not a seal; expected its first {_SHORTEST} figures at least, such as 3f2a9c0177be04d2")
    folder = find(common.club)
    found = audit(folder / FILE, key=key(key_file), watch=_progress if sys.stderr.isatty() else None)
    since = at_head(found.chain, head) if head is not None else None
    if common.json:
        say_json(found if head is None else {**plain(found), "asked": since})
    else:
        _say(found, head, since)
    if found.differences or (head is not None and since is None):
        raise typer.Exit(Exit.ILLEGAL)


def _say(found: Audit, head: str | None, since: Since | None) -> None:
    for difference in found.differences:
        say(str(difference))
    looked = f"{counted(found.tables, 'table')}, {counted(found.lines, 'line')}, {counted(found.seals, 'seal')}"
    if found.differences:
        say(f"{counted(len(found.differences), 'difference')}; looked at {looked}.")
    else:
        say(f"Everything is as it was written down: {looked}.")
    for each, said in ((found.turned, "turned by later lines"), (found.otherwise, "given by another edition")):
        if each:
            few = "; ".join(map(str, each[:_FEW]))
            more = f"; and {len(each) - _FEW} more" if len(each) > _FEW else ""
            say(f"{counted(len(each), 'ruling')} {'was' if len(each) == 1 else 'were'} {said}: {few}{more}.")
    if found.unchecked:
        say(f"{counted(found.unchecked, 'seal')} made with a key could not be checked; name it with --key-file.")
    if found.head:
        say(f"Head: {found.head}")
    if head is None:
        return
    if since is None:
        say(f"No seal of this club begins with {head}: what was sealed then was cut off or written anew.")
        return
    say(f"{head} is seal {since.number}, of {since.at[:16].replace('T', ' ')} UTC.")
    if not found.differences:
        say("What was sealed by then is as it was, but for what the club itself has changed since:")
        say(f"  {counted(since.later, 'seal')} later, " + ("nothing of it." if not since.changed else "namely"))
        for what in since.changed:
            say(f"  {what}")


def _progress(done: int, of: int) -> None:
    typer.echo(f"\rline {done} of {of}", err=True, nl=done == of)
