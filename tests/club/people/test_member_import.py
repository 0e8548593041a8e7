"""Members from a CSV file: read as spreadsheets save it, every fault at once, and taken over wholly or not at all."""

from datetime import date

import pytest

from referee.club.folder import Club, day_of
from referee.club.people import member_import, roster
from referee.club.people.member_csv import ListedMember, NoMemberList, read_members
from referee.club.text.faults import ClubFault
from referee.export.tables.columns import column_names, row_types
from referee.export.tables.rows import SeasonTables
from tests.club.conftest import MONDAY, NAMES

FAY = ListedMember(2, "Fay", True, date(2026, 9, 1))
GUS = ListedMember(3, "Gus Øst")


def read(text: str | bytes) -> tuple[ListedMember, ...]:
    return read_members(text.encode() if isinstance(text, str) else text, MONDAY).rows


def faults(text: str | bytes) -> list[str]:
    with pytest.raises(NoMemberList) as refused:
        read(text)
    return [str(fault) for fault in refused.value.faults]


@pytest.mark.parametrize(
    "text",
    [
        "name,guest,joined\nFay,yes,2026-09-01\nGus Øst,,\n",
        "JOINED;Name;Guest\r\n1.9.2026;Fay;x\r\n;Gus  Øst;no\r\n",
        "\ufeffGuest\tname \t Joined\nTRUE\tFay\t01.09.2026\n\tGus Øst",
        'name,guest,joined\n"Fay","yes","2026-09-01"\n"Gus Øst"\n\n,,\n',
        'Name;"e-mail, phone";guest;joined\nFay;a;1;2026-09-01\nGus Øst;b;0;\n',
        "First name;Surname;Guest;Member since\nFay;;x;1.9.2026\nGus;Øst;;\n",
        "first_name,last-name,guest,joined_on\n Fay,,yes,2026-09-01\nGus,Øst,,\n",
        "Player\tGuest\tJoined\nFay\tWAHR\t2026-09-01\nGus Øst\tFALSCH\t\n",
        "name,guest,joined\n'Fay,yes,2026-09-01\nGus Øst,,\n",
    ],
)
def test_headings_come_in_any_order_and_case_and_values_are_parted_as_they_are(text: str) -> None:
    assert read(text) == (FAY, GUS)


def test_what_an_older_spreadsheet_saved_is_read_and_said() -> None:
    member = read_members("name;guest\nFay;no\nJosé Núñez;no\n".encode("cp1252"), MONDAY)
    assert [row.name for row in member.rows] == ["Fay", "José Núñez"]
    assert member.remarks == ("read as Windows-1252, because line 3 is not UTF-8. Check the accents",)


def test_what_is_not_taken_over_is_said() -> None:
    assert read_members(b"name,phone,e-mail\nFay,1,2\n", MONDAY).remarks == ("columns not read: phone, e-mail",)


def test_all_faults_of_a_file_come_at_once_with_line_and_column() -> None:
    text = (
        "Name,Guest,Joined\nFay,maybe,tomorrow\n,no,\nFay,no,2026-13-01\n7 of hearts,,2030-01-01\n"
        "Gus,,\nGUS,,\nHal,no,,2026\nIvy,,31/2/2026\n"
    )
    assert faults(text) == [
        "2: Guest: 'maybe' is neither yes nor no",
        "2: Joined: tomorrow is in the future. Use today or earlier",
        "3: Name: no name",
        "4: Joined: '2026-13-01' is not a date. There is no month 13.",
        "5: Name: '7 of hearts' cannot be a name. Use a letter first, then letters, digits, spaces or - . '",
        "5: Joined: 2030-01-01 is in the future. Use today or earlier",
        "7: Name: GUS is already on line 6",
        "8: 4 values, but the first line has 3 headings",
        "9: Joined: '31/2/2026' is not a date. There is no 31 February 2026.",
    ]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "1: the file is empty. Begin with a line that has the heading 'name'"),
        (b"name\n", "2: no members below the headings"),
        (b"name,NAME\nFay,Gus\n", "1: NAME: two columns have this heading"),
        (b'name\nFay\n"Gus\n', "3: its quotes cannot be read (unexpected end of data)"),
        (b"name\nFay\nG\0us\n", "1: this is not text. Save it as CSV UTF-8"),
        ("name\nFay\n".encode("utf-16")[:-1], "1: this is not whole UTF-16 text. Save it as CSV UTF-8"),
        (b"sep=;\n", "1: the file is empty. Begin with a line that has the heading 'name'"),
        (b"name\nFay\nG\x81s\n", "3: this is neither UTF-8 nor Windows-1252 text. Save it as CSV UTF-8"),
        (b"name\n" + b"x" * 2_000_000, "1: the file has 2000005 bytes. Use at most 2000000"),
    ],
)
def test_what_is_no_list_of_members_is_refused_plainly(data: bytes, said: str) -> None:
    assert faults(data) == [said]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_list_is_read_in_each_encoding_of_spreadsheets(encoding: str, separator: str) -> None:
    text = "name,guest,joined\nFay,yes,2026-09-01\nGus Øst,,\n".replace(",", separator)
    assert read(text.encode(encoding)) == (FAY, GUS)


@pytest.mark.parametrize("first", ["sep=;", "SEP=;", '"sep=;"', "sep=|", "sep=\t"])
def test_a_first_line_that_states_the_separator_is_followed(first: str) -> None:
    """The headings have more commas than separators, so that these could not be guessed."""
    text = 'name;"a,b,c,d";guest;joined\nFay;;yes;2026-09-01\nGus Øst;;;\n'.replace(";", first.strip('"')[4])
    found = read_members(f"{first}\n{text}".encode(), MONDAY)
    assert [(row.line, row.name, row.guest) for row in found.rows] == [(3, "Fay", True), (4, "Gus Øst", False)]
    [fault] = faults(f"sep=;\n{'name;guest'}\nFay;perhaps\n")
    assert fault == "3: guest: 'perhaps' is neither yes nor no"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Fay\nGus Øst\n", "name"),
        ("Fay,no\nGus,yes\n", "name,guest"),
        ("Fay;Moss;1.9.2026\nGus;Øst;\n", "first name;surname;joined"),
        ("Fay Moss\tx\t2026-09-01\n", "name\tguest\tjoined"),
        ("1;Fay Moss;fay@example.org;Green Street\n2;Gus Øst;;\n", "column 1;name;column 3;column 4"),
    ],
)
def test_for_a_list_without_headings_the_line_to_write_is_told_and_makes_it_one(text: str, line: str) -> None:
    [fault] = faults(text)
    assert fault.startswith(
        "1: no column has the heading 'name'. If the list has no headings, write this line above it: "
    )
    assert fault.endswith(f"above it: {line}. Otherwise, change the heading above the names to 'name'")
    assert read(f"{line}\n{text}")[0].name.startswith("Fay")


def test_a_column_of_names_beside_one_of_first_names_is_asked_about() -> None:
    assert faults("Name;First name\nMoss;Fay\n") == [
        "1: Name: there is a column of first names too. If this one has the surnames, change its heading to surname"
    ]
    assert [row.name for row in read("Surname;First name\nMoss;Fay\n")] == ["Fay Moss"]


def test_dates_are_read_as_people_write_them_and_said_back() -> None:
    text = b"\xef\xbb\xbfFirst name;Surname;Joined\nFay;Lee;01/09/2026\nGus;Orr;1 Sept\n"
    member_list = read_members(text + b"Hal;Roe;1 Sep 2026\nIvy;Kay;1.9.26\n", MONDAY)
    assert {row.joined for row in member_list.rows} == {date(2026, 9, 1)}
    assert member_list.rows[0].name == "Fay Lee"
    assert member_list.remarks == ("dates are read with the day first: 01/09/2026 as Tue 2026-09-01",)
    [american] = read_members(b"name,joined\nFay,01/09/2026\n", MONDAY, month_first=True).rows
    assert american.joined == date(2026, 1, 9)


def test_a_mark_at_the_head_that_a_spreadsheet_mangled_is_no_part_of_the_heading() -> None:
    # Saved as UTF-8, and a line added in Windows-1252: the mark at the head is read in the wrong code.
    text = b"\xef\xbb\xbfFirst name;Surname\nJos\xe9;N\xfa\xf1ez\n"
    assert [row.name for row in read(text)] == ["José Núñez"]


def test_dates_with_slashes_are_read_if_one_of_them_shows_their_order() -> None:
    read_dates = [row.joined for row in read("name,joined\nFay,1/9/2026\nGus,30/8/2026\n")]
    assert read_dates == [date(2026, 9, 1), date(2026, 8, 30)]
    assert [row.joined for row in read("name,joined\nFay,9/1/2026\nGus,8/30/2026\n")] == read_dates
    assert len(faults("name,joined\nFay,1/9/2026\nGus,30/8/2026\nHal,8/30/2026\n")) == 1


def test_who_left_before_joining_is_a_fault() -> None:
    assert faults("name,joined_on,left_on\nFay,2026-09-01,2026-08-31\n") == [
        "2: left_on: 2026-08-31 is before 2026-09-01, when Fay joined"
    ]


@pytest.mark.parametrize("table", [name for name in row_types(SeasonTables) if name != "members"])
def test_another_table_of_an_export_is_no_list_of_members(table: str) -> None:
    headings = ",".join(column_names(row_types(SeasonTables)[table]))
    [fault] = faults(f"{headings}\n{','.join('1' for _ in headings.split(','))}\n")
    if "name" in headings.split(",") or "member" in headings.split(","):
        assert fault.startswith("1: this is another table of an export. Import its members.csv")


def test_a_plan_says_who_is_new_who_is_there_and_who_is_nearly_somebody(club: Club) -> None:
    roster.add(club, "Hal", guest=True)
    roster.add(club, "José Núñez")
    roster.retire(club, "Eve")
    rows = read("name,guest\nFay,\nANN,\nHal,\nEve,\nJose Nunez,\nBenn,x\nFays,\n")
    assert [(member.who.name, member.becomes.value, member.like) for member in member_import.plan(club, rows)] == [
        ("Fay", "new member", "Fays"),
        ("ANN", "already listed", ""),
        ("Hal", "guest, becomes a member", ""),
        ("Eve", "retired, rejoins", ""),
        ("Jose Nunez", "new member", "José Núñez"),
        ("Benn", "new guest", "Ben"),
        ("Fays", "new member", "Fay"),
    ]
    assert len(roster.members(club)) == len(NAMES) + 1


def test_a_plan_is_carried_out_wholly(club: Club) -> None:
    roster.add(club, "Hal", guest=True)
    planned = member_import.plan(club, read("name,guest,joined\nFay,x,2020-02-29\nAnn,,2020-01-01\nHal,,\n"))
    before = roster.show(club, "Ann").member
    assert [member.name for member in member_import.carry_out(club, planned)] == ["Fay", "Hal"]
    fay, hal = roster.show(club, "Fay").member, roster.show(club, "Hal").member
    assert (fay.guest, day_of(fay.joined_at), hal.guest) == (True, date(2020, 2, 29), False)
    assert roster.show(club, "Ann").member.joined_at == before.joined_at
    plan = member_import.plan(club, [member.who for member in planned])
    assert {member.becomes.value for member in plan} == {"already listed"}
    assert member_import.carry_out(club, plan) == []


def test_what_was_shown_is_done_or_nothing(club: Club) -> None:
    planned = member_import.plan(club, read("name\nFay\nGus\n"))
    roster.add(club, "Gus")
    with pytest.raises(ClubFault, match=r"The roster has changed in the meantime. Nothing was recorded"):
        member_import.carry_out(club, planned)
    assert [member.name for member in roster.members(club)] == [*NAMES, "Gus"]
