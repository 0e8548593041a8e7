"""What is exported of the members is read back by `import` with nothing lost and nobody new."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from referee.club.folder import Club, day_of, init
from referee.club.people import forgetting, member_import, merging, roster
from referee.club.people.member_csv import NoMemberList, read_members
from referee.club.people.member_import import ImportEffect
from referee.club.people.public_name import ShownAs
from referee.export.exports import ExportRequest, find_export
from referee.export.spreadsheet_format import DECIMAL_COMMA, PLAIN, CsvFormat, excel_format
from referee.export.workbook import member_list_csv
from tests.club.conftest import MONDAY, on_the_monday

LIST = (
    "name,guest,joined,left\nFay Moss,no,2019-03-01,\nGus Moss Jr.,no,2020-02-29,2024-06-30\nZoë Øst,yes,2026-09-01,\n"
    "Ann Lee,no,2021-01-01,\nAnn Lee-Lo,no,2021-01-02,\nHal Day,no,2022-05-05,\nIda Dawn,no,2022-05-05,\n"
)
FORMATS = (PLAIN, DECIMAL_COMMA, excel_format(decimal_comma=True), excel_format(decimal_comma=False))


@pytest.fixture
def listed(club: Club) -> Club:
    """A club with former members, guests, namesakes in public, and members shown in each way."""
    member_import.carry_out(club, member_import.plan(club, read_members(LIST.encode(), MONDAY).rows))
    for how, name in ((ShownAs.CODE, "Hal Day"), (ShownAs.NOBODY, "Ida Dawn"), (ShownAs.FULL, "Fay Moss")):
        roster.shown_in_public(club, [name], how)
    return club


def exported(club: Club, csv_format: CsvFormat | None, *, full_names: bool) -> bytes:
    """Return the members as CSV, or as a workbook without a format."""
    request = ExportRequest(full_names=full_names, csv_format=csv_format or PLAIN)
    files = find_export("csv" if csv_format else "xlsx").make(club, request).files
    return files["members.csv" if csv_format else "season.xlsx"]


def planned(club: Club, data: bytes) -> Iterator[member_import.PlannedMember]:
    yield from member_import.plan(club, read_members(member_list_csv(data), MONDAY).rows)


@pytest.mark.parametrize("full_names", [False, True])
@pytest.mark.parametrize("csv_format", [*FORMATS, None])
def test_nobody_is_new_to_the_club_that_was_exported(
    listed: Club, csv_format: CsvFormat | None, full_names: bool
) -> None:
    data = exported(listed, csv_format, full_names=full_names)
    plan = [*planned(listed, data)]
    assert len(plan) == len(roster.members(listed, include_retired=True))
    assert {row.becomes for row in plan} == {ImportEffect.THERE}


def test_members_who_were_renamed_merged_or_forgotten_since_are_not_new(listed: Club) -> None:
    data = exported(listed, PLAIN, full_names=False)
    roster.rename(listed, "Zoë Øst", "Zoë Quist")
    roster.retire(listed, "Fay Moss")
    forgetting.forget(listed, "Fay Moss")
    merging.merge(listed, "Ann Lee-Lo", "Ann Lee")
    plan = [*planned(listed, data)]
    assert [row.who.name for row in plan if row.becomes is not ImportEffect.THERE] == ["Fay Moss"]
    assert {row.becomes for row in plan if row.who.name == "Fay Moss"} == {ImportEffect.FORGOTTEN}


@pytest.mark.parametrize("csv_format", [*FORMATS, None])
def test_another_club_takes_them_over_with_their_dates(
    listed: Club, csv_format: CsvFormat | None, another_club: Club
) -> None:
    data = exported(listed, csv_format, full_names=True)
    plan = [*planned(another_club, data)]
    assert [row.who.name for row in plan if not row.changes_roster] == [f"Player {number_of(listed, 'Ida Dawn')}"]
    member_import.carry_out(another_club, plan)
    assert people(another_club) == [row for row in people(listed) if row[0] != "Ida Dawn"]
    assert ("Gus Moss Jr.", False, date(2020, 2, 29), date(2024, 6, 30)) in people(another_club)


def test_public_names_are_not_taken_for_names_elsewhere(listed: Club, another_club: Club) -> None:
    with pytest.raises(NoMemberList) as refused:
        [*planned(another_club, exported(listed, PLAIN, full_names=False))]
    assert "Zoë Ø. is a public name, and no member is shown under it. Use the full name" in str(refused.value)


def test_a_name_that_others_know_by_its_public_form_is_no_new_member(listed: Club) -> None:
    [row] = planned(listed, "name\nZoë Ø.\n".encode())
    assert (row.becomes, row.known) == (ImportEffect.JOINS, "Zoë Øst")


def people(club: Club) -> list[tuple[str, bool, date, date | None]]:
    return [
        (member.name, member.guest, day_of(member.joined_at), member.retired_at and day_of(member.retired_at))
        for member in roster.members(club, include_retired=True)
    ]


def number_of(club: Club, name: str) -> int:
    return roster.show(club, name).member.id


@pytest.fixture
def another_club(tmp_path: Path) -> Iterator[Club]:
    """A club without members."""
    with on_the_monday(init(tmp_path / "other", "Other Cards")) as made:
        yield made
