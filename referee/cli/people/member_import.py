"""``referee import members.csv``: the changes to the roster, and the faults of the list, are shown first."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from referee.cards.words import quantity
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
    with open_as_officer(common) as club:
        try:
            member_list = read_members(data, club.today)
        except NoMemberList as refused:
            for fault in refused.faults:
                warn(f"{file}:{fault}")
            fail(f"{quantity(len(refused.faults), 'fault')} in {file}. Nothing was changed.")
        for remark in member_list.remarks:
            warn(f"{file}: {remark}")
        planned = member_import.plan(club, member_list.rows)
        changes = [row for row in planned if row.becomes is not Becomes.THERE]
        if common.json:
            # Without --yes, a request for data is a preview: nothing is asked.
            is_writing = common.yes and not common.dry_run
            if is_writing and changes:
                member_import.carry_out(club, planned)
            print_json({"written": is_writing, "rows": planned})
            return
        headings = ["line", "name", "becomes", "similar to"]
        columns = headings if any(row.like for row in planned) else headings[:-1]
        print_table(columns, [_row(row)[: len(columns)] for row in planned], numbers=["line"])
        counts = Counter(row.becomes for row in planned)
        new = (Becomes.MEMBER, Becomes.GUEST)
        counts_text = {row: quantity(many, row) if row in new else f"{many} {row}" for row, many in counts.items()}
        print_line(", ".join(counts_text[row] for row in Becomes if row in counts_text) + ".")
        if not changes:
            print_line("All of them are members already. Nothing to change.")
            return
        similar = sum(bool(row.like) for row in changes)
        similar_note = (
            f" {similar} of the names {'is' if similar == 1 else 'are'} similar to another." if similar else ""
        )
        if not confirm_or_preview(
            f"This adds or changes {quantity(len(changes), 'member')}.{similar_note} Import the list?", common
        ):
            return
        result = member_import.carry_out(club, planned)
        print_line(f"{quantity(len(result), 'member')} added or changed.")


def _row(row: PlannedMember) -> list[object]:
    return [row.who.line, row.who.name, row.becomes.value, row.like]
