"""``referee member import``: a list of members is shown, with its faults, before it is taken over."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.words import counted
from referee.cli.shared.club import opened_by, say_table, sure
from referee.cli.shared.common import Deciding
from referee.cli.shared.printing import complain, say, say_json, warn

if TYPE_CHECKING:
    from referee.club.people.member_import import Planned


def member_import(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="CSV with the headings name, guest and joined.")],
    common: Deciding,
) -> None:
    """Take members over from a CSV file: all of it, once it was shown who is new, or nothing."""
    from referee.club.people import member_import
    from referee.club.people.member_csv import NoMemberList, read_members
    from referee.club.people.member_import import Becomes

    data = file.read_bytes()
    with opened_by(common) as desk:
        try:
            found = read_members(data, desk.today)
        except NoMemberList as refused:
            for fault in refused.faults:
                warn(f"{file}:{fault}")
            complain(f"{counted(len(refused.faults), 'fault')} in {file}; nothing was written")
        for remark in found.remarks:
            warn(f"{file}: {remark}")
        planned = member_import.plan(desk, found.rows)
        wanted = [each for each in planned if each.becomes is not Becomes.THERE]
        if common.json:
            # Whoever asks for data without saying yes is told, and nothing is asked.
            if common.yes and wanted:
                member_import.carry_out(desk, planned)
            say_json({"written": common.yes, "rows": planned})
            return
        headings = ["line", "name", "becomes", "much like"]
        shown = headings if any(each.like for each in planned) else headings[:-1]
        say_table(shown, [_row(each)[: len(shown)] for each in planned], numbers=["line"])
        counts = Counter(each.becomes for each in planned)
        new = (Becomes.MEMBER, Becomes.GUEST)
        told = {each: counted(many, each) if each in new else f"{many} {each}" for each, many in counts.items()}
        say(", ".join(told[each] for each in Becomes if each in told) + ".")
        if not wanted:
            say("Everybody is on the roster; there is nothing to write.")
            return
        alike = sum(bool(each.like) for each in wanted)
        asked = f" ({alike} named much like somebody else)" if alike else ""
        sure(
            f"{counted(len(wanted), 'entry', 'entries')} of the roster would be new or changed{asked}. Write them?",
            common.yes,
        )
        done = member_import.carry_out(desk, planned)
        say(f"{counted(len(done), 'entry', 'entries')} of the roster written.")


def _row(each: Planned) -> list[object]:
    return [each.who.line, each.who.name, each.becomes.value, each.like]
