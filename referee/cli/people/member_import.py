"""``referee import members.csv``: the changes to the roster, and the faults of the list, are shown first."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from referee.cards.words import counted
from referee.cli.shared.club import confirm_or_preview, open_as_officer, print_table
from referee.cli.shared.common_options import CommonOptions
from referee.cli.shared.printing import fail, print_json, print_line, warn

if TYPE_CHECKING:
    from referee.club.people.member_import import PlannedMember


def member_import(file: Path, common: CommonOptions) -> None:
    """Add the members of a CSV file, all or none, once the changes have been shown and agreed to."""
    from referee.club.people import member_import
    from referee.club.people.member_csv import NoMemberList, read_members
    from referee.club.people.member_import import Becomes

    data = file.read_bytes()
    with open_as_officer(common) as desk:
        try:
            found = read_members(data, desk.today)
        except NoMemberList as refused:
            for fault in refused.faults:
                warn(f"{file}:{fault}")
            fail(f"{counted(len(refused.faults), 'fault')} in {file}. Nothing was changed.")
        for remark in found.remarks:
            warn(f"{file}: {remark}")
        planned = member_import.plan(desk, found.rows)
        wanted = [each for each in planned if each.becomes is not Becomes.THERE]
        if common.json:
            # Without --yes, a request for data is a preview: nothing is asked.
            written = common.yes and not common.dry_run
            if written and wanted:
                member_import.carry_out(desk, planned)
            print_json({"written": written, "rows": planned})
            return
        headings = ["line", "name", "becomes", "much like"]
        shown = headings if any(each.like for each in planned) else headings[:-1]
        print_table(shown, [_row(each)[: len(shown)] for each in planned], numbers=["line"])
        counts = Counter(each.becomes for each in planned)
        new = (Becomes.MEMBER, Becomes.GUEST)
        told = {each: counted(many, each) if each in new else f"{many} {each}" for each, many in counts.items()}
        print_line(", ".join(told[each] for each in Becomes if each in told) + ".")
        if not wanted:
            print_line("All of them are members already. Nothing to change.")
            return
        alike = sum(bool(each.like) for each in wanted)
        asked = f" {alike} of the names {'is' if alike == 1 else 'are'} much like another." if alike else ""
        if not confirm_or_preview(
            f"This adds or changes {counted(len(wanted), 'member')}.{asked} Import the list?", common
        ):
            return
        done = member_import.carry_out(desk, planned)
        print_line(f"{counted(len(done), 'member')} added or changed.")


def _row(each: PlannedMember) -> list[object]:
    return [each.who.line, each.who.name, each.becomes.value, each.like]
