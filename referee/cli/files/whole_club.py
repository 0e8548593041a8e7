"""Import a whole club from the file that ``referee export json`` writes."""

from __future__ import annotations

import os
from pathlib import Path

from referee.cards.words import counted
from referee.cli.shared.printing import say, say_json


def take_over(file: Path, where: Path | None, *, json: bool) -> None:
    """Make a club of a whole one, in the folder that is meant, and say so."""
    from referee.club.file import take_over as whole
    from referee.club.folder import find
    from referee.club.people import roster
    from referee.club.text.faults import StoreMissing

    try:
        folder = find(where)
    except StoreMissing:
        folder = where or Path(os.environ.get("REFEREE_CLUB") or Path.cwd())
    with whole.take_over(file, folder.expanduser()) as club:
        members = len(roster.members(club, everybody=True))
        if json:
            say_json({"club": club.name, "folder": str(club.folder), "members": members, "head": club.head})
        else:
            say(f"{club.name} is in {club.folder}, with {counted(members, 'member')}, as it was written.")
            say("Look at all of it again with: referee audit")
