"""``referee import members.csv``: preview and import a list of members."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from referee.cards.words import quantity
from referee.cli.shared.club import confirm_or_preview, open_as_officer, print_table
from referee.cli.shared.common_options import CommonOptions
from referee.cli.shared.printing import fail, print_json, print_line, warn


def member_import(file: Path, common: CommonOptions) -> None:
    """Import the members of a CSV file or workbook, all or none, after a preview and a confirmation."""
    from referee.club.club_dates import is_month_first
    from referee.club.people import member_import
    from referee.club.people.member_csv import NoMemberList, read_members
    from referee.club.people.member_import import ImportEffect
    from referee.export.workbook import member_list_csv

    data = member_list_csv(file.read_bytes())
    with open_as_officer(common) as club:
        try:
            with club.reading() as tx:
                month_first = is_month_first(tx)
            member_list = read_members(data, club.today, month_first=month_first)
            planned_members = member_import.plan(club, member_list.rows)
        except NoMemberList as list_fault:
            for fault in list_fault.faults:
                warn(f"{file}:{fault}")
            fail(f"{quantity(len(list_fault.faults), 'fault')} in {file}. Nothing was changed.")
        for remark in member_list.remarks:
            warn(f"{file}: {remark}")
        changes = [row for row in planned_members if row.changes_roster]
        if common.json:
            # Without --yes, a request for data is a preview: nothing is asked.
            is_writing = common.yes and not common.dry_run
            if is_writing and changes:
                member_import.carry_out(club, planned_members)
            print_json({"written": is_writing, "rows": planned_members})
            return
        columns: dict[str, list[object]] = {
            "line": [row.who.line for row in planned_members],
            "name": [row.who.name for row in planned_members],
            "becomes": [row.becomes.value for row in planned_members],
            "on the roster as": [row.known for row in planned_members],
            "similar to": [row.like for row in planned_members],
        }
        filled = {heading: cells for heading, cells in columns.items() if any(cells)}
        print_table([*filled], [list(row) for row in zip(*filled.values(), strict=True)], numbers=["line"])
        counts = Counter(row.becomes for row in planned_members)
        new = (ImportEffect.MEMBER, ImportEffect.GUEST, ImportEffect.FORMER)
        counts_text = {row: quantity(count, row) if row in new else f"{count} {row}" for row, count in counts.items()}
        print_line(", ".join(counts_text[row] for row in ImportEffect if row in counts_text) + ".")
        if not changes:
            are_there = all(row.becomes is ImportEffect.THERE for row in planned_members)
            print_line("All of them are members already. Nothing to change." if are_there else "Nothing to change.")
            return
        similar = sum(bool(row.like) for row in changes)
        similar_note = (
            f" {similar} of the names {'is' if similar == 1 else 'are'} similar to another." if similar else ""
        )
        if not confirm_or_preview(
            f"This adds or changes {quantity(len(changes), 'member')}.{similar_note} Import the list?", common
        ):
            return
        result = member_import.carry_out(club, planned_members)
        print_line(f"{quantity(len(result), 'member')} added or changed.")
