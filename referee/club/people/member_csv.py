"""Reading a list of members from a CSV file, with all of its faults reported at once."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from referee.club.text.faults import ClubFault
from referee.club.text.names import valid_person_name

COLUMNS: Final = ("name", "guest", "joined")
_YES: Final = frozenset({"yes", "y", "true", "1", "x", "guest"})
_NO: Final = frozenset({"", "no", "n", "false", "0", "-", "member"})
_LARGEST: Final = 2_000_000
_POINTED: Final = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})")
_FIRST_YEAR: Final = 1900


@dataclass(frozen=True, slots=True)
class ListedMember:
    """A member in the file: the line number, the cleaned name, and the other columns."""

    line: int
    name: str
    guest: bool = False
    joined: date | None = None


@dataclass(frozen=True, slots=True)
class FaultInFile:
    """A fault in the file: its line, the heading of its column (empty for the whole line), and a message."""

    line: int
    column: str
    message: str

    def __str__(self) -> str:
        return f"{self.line}: {self.column}: {self.message}" if self.column else f"{self.line}: {self.message}"


class NoMemberList(ClubFault):
    """A file that cannot be imported, with all of its `faults`."""

    def __init__(self, faults: Sequence[FaultInFile]) -> None:
        super().__init__("; ".join(f"line {fault}" for fault in faults))
        self.faults = tuple(faults)


@dataclass(frozen=True, slots=True)
class MemberFile:
    """The members in a file, and remarks for the user, such as on columns that were not read."""

    rows: tuple[ListedMember, ...]
    remarks: tuple[str, ...] = ()


def read_members(data: bytes, today: date) -> MemberFile:
    """Return the members in a CSV file: headings first, in any order and case, then one member a line.

    Values are separated by commas, semicolons or tabs, as in the headings. Raises `NoMemberList` with every fault.
    """
    text, remarks = _text(data)
    lines = list(_lines(text))
    if not lines:
        raise NoMemberList([FaultInFile(1, "", "the file is empty. Begin with a line that has the heading 'name'")])
    (number, headings), *data_lines = lines
    columns, unread = _columns(number, headings)
    if unread:
        remarks.append(f"columns not read: {', '.join(unread)}")
    faults: list[FaultInFile] = []
    members: dict[str, ListedMember] = {}
    for line, cells in data_lines:
        if len(cells) > len(headings) and any(map(str.strip, cells[len(headings) :])):
            faults.append(
                FaultInFile(line, "", f"{len(cells)} values, but the first line has {len(headings)} headings")
            )
            continue
        cell_by_heading = {
            column: (heading, cells[position].strip() if position < len(cells) else "")
            for column, (position, heading) in columns.items()
        }
        row = _somebody(line, cell_by_heading, today, faults)
        if row is None:
            continue
        if before := members.get(row.name.casefold()):
            faults.append(FaultInFile(line, cell_by_heading["name"][0], f"{row.name} is already on line {before.line}"))
            continue
        members[row.name.casefold()] = row
    if not members and not faults:
        faults.append(FaultInFile(number + 1, "", "no members below the headings"))
    if faults:
        raise NoMemberList(faults)
    return MemberFile(tuple(members.values()), tuple(remarks))


def _text(data: bytes) -> tuple[str, list[str]]:
    if len(data) > _LARGEST:
        raise NoMemberList([FaultInFile(1, "", f"the file has {len(data)} bytes. Use at most {_LARGEST}")])
    if data.startswith(b"PK\x03\x04"):
        raise NoMemberList([FaultInFile(1, "", "this is a spreadsheet, not CSV. Save it as CSV UTF-8")])
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in data:
        raise NoMemberList([FaultInFile(1, "", "this is not UTF-8 text. Save it as CSV UTF-8")])
    try:
        return data.decode("utf-8-sig"), []
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        try:
            return data.decode("cp1252"), [f"read as Windows-1252, because line {line} is not UTF-8. Check the accents"]
        except UnicodeDecodeError:
            message = "this is neither UTF-8 nor Windows-1252 text. Save it as CSV UTF-8"
            raise NoMemberList([FaultInFile(line, "", message)]) from None


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that are not blank, each with the number of its first line."""
    headings = next((line for line in text.splitlines() if line.strip()), "")
    bare = re.sub(r'"[^"]*"', "", headings)
    delimiter = max((",", ";", "\t"), key=bare.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    begins = 1
    try:
        for cells in reader:
            if any(map(str.strip, cells)):
                yield begins, cells
            begins = reader.line_num + 1
    except csv.Error as error:
        raise NoMemberList([FaultInFile(begins, "", f"its quotes cannot be read ({error})")]) from None


def _columns(number: int, headings: Sequence[str]) -> tuple[dict[str, tuple[int, str]], list[str]]:
    """Return the position and heading of each known column, and the headings of all other columns.

    Raises `NoMemberList` if a heading occurs twice, or if there is no column of names.
    """
    columns: dict[str, tuple[int, str]] = {}
    faults, unread = [], []
    for position, heading in enumerate(heading.strip() for heading in headings):
        column = heading.casefold()
        if column not in COLUMNS:
            unread += [heading] if heading else []
        elif column in columns:
            faults.append(FaultInFile(number, heading, "two columns have this heading"))
        else:
            columns[column] = position, heading
    if "name" not in columns:
        headings_read = f", not {', '.join(unread)}" if unread else ""
        message = f"no column has the heading 'name'. Use name, and also guest or joined{headings_read}"
        faults.append(FaultInFile(number, "", message))
    if faults:
        raise NoMemberList(faults)
    return columns, unread


def _somebody(
    line: int, cells: Mapping[str, tuple[str, str]], today: date, faults: list[FaultInFile]
) -> ListedMember | None:
    """Return the member on a line, or None after adding the line's faults to `faults`."""
    before = len(faults)
    heading, text = cells["name"]
    name = ""
    try:
        name = valid_person_name(text) if text else ""
    except ClubFault as fault:
        faults.append(FaultInFile(line, heading, str(fault)))
    else:
        if not name:
            faults.append(FaultInFile(line, heading, "no name"))
    heading, text = cells.get("guest", ("guest", ""))
    if (word := text.casefold()) not in _YES | _NO:
        faults.append(FaultInFile(line, heading, f"{text!r} is neither yes nor no"))
    heading, text = cells.get("joined", ("joined", ""))
    joined = _day(text) if text else None
    if text and joined is None:
        faults.append(FaultInFile(line, heading, f"{text!r} is not a date. Use one such as 2026-09-01 or 1.9.2026"))
    elif joined and joined.year < _FIRST_YEAR:
        faults.append(FaultInFile(line, heading, f"{text} is too early. Use a year from {_FIRST_YEAR}"))
    elif joined and joined > today:
        faults.append(FaultInFile(line, heading, f"{text} is in the future. Use today or earlier"))
    return ListedMember(line, name, word in _YES, joined) if len(faults) == before else None


def _day(text: str) -> date | None:
    """Return the date in a text such as 2026-09-01 or 1.9.2026, or None.

    Dates with slashes are not read, because their order of day and month is ambiguous.
    """
    try:
        if pointed := _POINTED.fullmatch(text):
            return date(int(pointed[3]), int(pointed[2]), int(pointed[1]))
        return date.fromisoformat(text) if len(text) == 10 else None
    except ValueError:
        return None
