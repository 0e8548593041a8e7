"""Reading a list of members from a CSV file. All faults are reported at once."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from enum import StrEnum
from itertools import zip_longest
from typing import Final

from referee.cards.immutable import frozen
from referee.club.text.faults import ClubFault
from referee.club.text.names import valid_person_name
from referee.club.text.typed_dates import Nearness, describe_day, is_ambiguous, parse_day

_HEADINGS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("name", "full name", "player"), "name"),
    **dict.fromkeys(("first name", "firstname", "given name", "forename"), "first name"),
    **dict.fromkeys(("surname", "last name", "lastname", "family name"), "surname"),
    "guest": "guest",
    **dict.fromkeys(("joined", "joined on", "member since"), "joined"),
    **dict.fromkeys(("left", "left on"), "left"),
    "member": "member",
}
"""The column of each heading, in lower case and with blanks between its words."""
_OTHER_TABLES: Final = frozenset(
    {
        *(("session", "date"), ("match", "table"), ("place", "member"), ("game", "member"), ("trophy", "clause")),
        *(("dispute", "date"), ("tournament", "name"), ("tournament", "place"), ("tournament", "round")),
    }
)
"""The first two headings of each exported table but that of the members."""
# Spreadsheets save a yes or no of a workbook as TRUE in the language of the computer.
_YES: Final = frozenset({"yes", "y", "true", "1", "x", "guest", "wahr", "vrai", "vero", "verdadero"})
_NO: Final = frozenset({"", "no", "n", "false", "0", "-", "member", "falsch", "faux", "falso"})
_LARGEST: Final = 2_000_000
_SLASHED: Final = re.compile(r"(\d{1,2})[/-](\d{1,2})(?:[/-]\d{2,4})?")
_MONTHS: Final = 12
_FIRST_YEAR: Final = 1900
_ANY_DAY: Final = date(2000, 1, 1)
_MANGLED_MARK: Final = "\ufeff".encode().decode("cp1252")
"""A byte order mark that was read as Windows-1252."""
_SEPARATOR_LINE: Final = re.compile(r'"?sep=([^\w\s"]|\t)"?', re.IGNORECASE)
_DATES: Final = ("joined", "left")
_NAMES: Final = frozenset({"name", "first name"})
"""The columns of which a list must have one."""
_NUMBER: Final = re.compile("[0-9]{1,9}")


class _Order(StrEnum):
    """The order of day and month in the dates of a list."""

    DAY_FIRST = "day first"
    MONTH_FIRST = "month first"
    BOTH = "both"


@frozen
class ListedMember:
    """A member in the file: the line number, the cleaned name, and the other columns.

    `number` is the member's number in the club that exported the file; other lists have none.
    """

    line: int
    name: str
    guest: bool = False
    joined: date | None = None
    left: date | None = None
    number: int | None = None


@frozen
class FaultInFile:
    """A fault in the file: its line, the heading of its column (empty for the whole line), and a message."""

    line: int
    column: str
    message: str

    def __str__(self) -> str:
        return f"{self.line}: {self.column}: {self.message}" if self.column else f"{self.line}: {self.message}"


class NoMemberList(ClubFault):
    """A file cannot be imported. `faults` lists its faults."""

    def __init__(self, faults: Sequence[FaultInFile]) -> None:
        super().__init__("; ".join(f"line {fault}" for fault in faults))
        self.faults = tuple(faults)


@frozen
class MemberFile:
    """The members in a file, and remarks for the user, such as a note on ignored columns."""

    rows: tuple[ListedMember, ...]
    remarks: tuple[str, ...] = ()


def read_members(data: bytes, today: date, *, month_first: bool = False) -> MemberFile:
    """Return the members in a CSV file. Headings come first, in any order and case, then one member a line.

    Values are separated by commas, semicolons or tabs, as in the headings, or as in a first line such as ``sep=;``. A
    name may be split into first name and surname columns. The dates themselves show the order of day and month;
    otherwise it is the club's (`month_first`). Raise `NoMemberList` with every fault.
    """
    text, remarks = _decode_file(data)
    delimiter, skipped_count = _find_delimiter(text)
    lines = list(_read_rows(text, delimiter, skipped_count))
    if not lines:
        raise NoMemberList([FaultInFile(1, "", "the file is empty. Begin with a line that has the heading 'name'")])
    (number, headings), *data_lines = lines
    columns, unread = _read_columns(lines, delimiter)
    if unread:
        remarks.append(f"columns not read: {', '.join(unread)}")
    dates = [columns[column][0] for column in _DATES if column in columns]
    date_texts = [cells[index].strip() for index in dates for _, cells in data_lines if index < len(cells)]
    order = _find_order(date_texts, month_first)
    example = next(filter(is_ambiguous, date_texts), "")
    is_month_first = order is _Order.MONTH_FIRST
    if order is not _Order.BOTH and (day := parse_day(example, today, Nearness.LAST, month_first=is_month_first)):
        remarks.append(f"dates are read with the {order}: {example} as {describe_day(day)}")
    faults: list[FaultInFile] = []
    members: dict[str, ListedMember] = {}
    for line, cells in data_lines:
        if len(cells) > len(headings) and any(map(str.strip, cells[len(headings) :])):
            faults.append(
                FaultInFile(line, "", f"{len(cells)} values, but the first line has {len(headings)} headings")
            )
            continue
        cell_by_column = {
            column: (heading, cells[index].strip() if index < len(cells) else "")
            for column, (index, heading) in columns.items()
        }
        member = _read_member(line, cell_by_column, today, order, faults)
        if member is None:
            continue
        if before := members.get(member.name.casefold()):
            heading = _name_heading(cell_by_column)
            faults.append(FaultInFile(line, heading, f"{member.name} is already on line {before.line}"))
            continue
        members[member.name.casefold()] = member
    if not members and not faults:
        faults.append(FaultInFile(number + 1, "", "no members below the headings"))
    if faults:
        raise NoMemberList(faults)
    return MemberFile(tuple(members.values()), tuple(remarks))


def _decode_file(data: bytes) -> tuple[str, list[str]]:
    if len(data) > _LARGEST:
        raise NoMemberList([FaultInFile(1, "", f"the file has {len(data)} bytes. Use at most {_LARGEST}")])
    if encoding := _wide_encoding(data):
        try:
            return data.decode(encoding).removeprefix("\ufeff"), []
        except UnicodeDecodeError:
            raise NoMemberList([FaultInFile(1, "", "this is not whole UTF-16 text. Save it as CSV UTF-8")]) from None
    if b"\0" in data:
        raise NoMemberList([FaultInFile(1, "", "this is not text. Save it as CSV UTF-8")])
    try:
        return data.decode("utf-8-sig").removeprefix(_MANGLED_MARK), []
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        try:
            text = data.decode("cp1252").removeprefix(_MANGLED_MARK)
            return text, [f"read as Windows-1252, because line {line} is not UTF-8. Check the accents"]
        except UnicodeDecodeError:
            message = "this is neither UTF-8 nor Windows-1252 text. Save it as CSV UTF-8"
            raise NoMemberList([FaultInFile(line, "", message)]) from None


def _wide_encoding(data: bytes) -> str:
    """Return the encoding of UTF-16 text, with or without a byte order mark; empty for any other text."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    # Most letters of Western languages have a zero byte.
    first, second = (data[start::2].count(0) * 4 > len(data) for start in (0, 1))
    return {(False, True): "utf-16-le", (True, False): "utf-16-be"}.get((first, second), "")


def _find_delimiter(text: str) -> tuple[str, int]:
    """Return the separator of the values, and the number of lines at the top that only state it."""
    lines = text.splitlines()
    if lines and (separator_line := _SEPARATOR_LINE.fullmatch(lines[0].strip(" "))):
        return separator_line[1], 1
    headings = next((line for line in lines if line.strip()), "")
    bare = re.sub(r'"[^"]*"', "", headings)
    return max((",", ";", "\t"), key=bare.count), 0


def _read_rows(text: str, delimiter: str, skipped: int) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that are not blank, each with the number of its first line. The first `skipped` lines are left
    out.
    """
    file = io.StringIO(text, newline="")
    for _ in range(skipped):
        file.readline()
    begins = skipped + 1
    try:
        reader = csv.reader(file, delimiter=delimiter, strict=True)
        for cells in reader:
            if any(map(str.strip, cells)):
                yield begins, cells
            begins = skipped + reader.line_num + 1
    except csv.Error as error:
        raise NoMemberList([FaultInFile(begins, "", f"its quotes cannot be read ({error})")]) from None


def _read_columns(
    lines: Sequence[tuple[int, list[str]]], delimiter: str
) -> tuple[dict[str, tuple[int, str]], list[str]]:
    """Return the position and heading of each known column, and the headings of unknown columns.

    Raise `NoMemberList` if a heading occurs twice, if there is no column of names, or if the table is another one.
    """
    number, cells = lines[0]
    headings = [cell.strip() for cell in cells]
    columns: dict[str, tuple[int, str]] = {}
    faults, unread = [], []
    for index, heading in enumerate(headings):
        column = _HEADINGS.get(re.sub(r"[\s_-]+", " ", heading.casefold()))
        if column is None:
            unread += [heading] if heading else []
        elif column in columns:
            faults.append(FaultInFile(number, heading, "two columns have this heading"))
        else:
            columns[column] = index, heading
    if tuple(headings[:2]) in _OTHER_TABLES:
        message = "this is another table of an export. Import its members.csv, or the whole club from club.jsonl"
        raise NoMemberList([FaultInFile(number, "", message)])
    if "member" in columns and not _NAMES & columns.keys():
        columns["name"] = columns.pop("member")
    elif "member" in columns and "joined" not in columns:
        unread.append(columns.pop("member")[1])  # a number of another kind than that of an exported table
    if columns.keys() >= _NAMES and "surname" not in columns:
        message = "there is a column of first names too. If this one has the surnames, change its heading to surname"
        faults.append(FaultInFile(number, columns["name"][1], message))
    if not _NAMES & columns.keys() and not faults:
        line = delimiter.join(_guessed_headings([cells for _, cells in lines]))
        message = (
            f"no column has the heading 'name'. If the list has no headings, write this line above it: {line}. "
            "Otherwise, change the heading above the names to 'name'"
        )
        faults.append(FaultInFile(number, "", message))
    if faults:
        raise NoMemberList(faults)
    return columns, unread


def _guessed_headings(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield a heading for each column of a list without headings, guessed from its cells."""
    columns = [[cell.strip() for cell in column if cell.strip()] for column in zip_longest(*rows, fillvalue="")]
    kinds = [_guess_heading(column) for column in columns]
    names = [index for index, kind in enumerate(kinds) if kind == "name"]
    if len(names) > 1 and not any(" " in cell for index in names[:2] for cell in columns[index]):
        kinds[names[0]], kinds[names[1]] = "first name", "surname"
        names = names[2:]
        kinds = ["" if index in names else kind for index, kind in enumerate(kinds)]
    for index, kind in enumerate(kinds):
        yield kind if kind and index == kinds.index(kind) else f"column {index + 1}"


def _guess_heading(cells: Sequence[str]) -> str:
    """Return the heading that fits all cells of a column; empty if there is none."""
    if cells and all(map(_is_date, cells)):
        return "joined"
    if cells and all(cell.casefold() in _YES | _NO for cell in cells):
        return "guest"
    return "name" if cells and all(cell[0].isalpha() and "@" not in cell for cell in cells) else ""


def _is_date(text: str) -> bool:
    try:
        return bool(re.search(r"\d", text)) and parse_day(text, _ANY_DAY) is not None
    except ClubFault:
        return False


def _find_order(texts: Iterable[str], month_first: bool) -> _Order:
    """Return the order of day and month in dates such as 16/11/2026; if they do not show it, the club's order."""
    dates = [(int(match[1]), int(match[2])) for text in texts if (match := _SLASHED.fullmatch(text))]
    orders = {
        _Order.DAY_FIRST if first > _MONTHS else _Order.MONTH_FIRST
        for first, second in dates
        if max(first, second) > _MONTHS
    }
    if len(orders) > 1:
        return _Order.BOTH
    return orders.pop() if orders else _Order.MONTH_FIRST if month_first else _Order.DAY_FIRST


def _name_heading(cells: Mapping[str, tuple[str, str]]) -> str:
    return cells["name" if "name" in cells else "first name"][0]


def _read_member(
    line: int,
    cells: Mapping[str, tuple[str, str]],
    today: date,
    order: _Order,
    faults: list[FaultInFile],
) -> ListedMember | None:
    """Return the member on a line. For an invalid line, add faults to `faults` and return None."""
    before = len(faults)
    heading = _name_heading(cells)
    words = [cells[column][1] for column in ("first name", "surname") if column in cells]
    # A text that a spreadsheet might misread was exported behind an apostrophe.
    text = (cells["name"][1] if "name" in cells else " ".join(filter(None, words))).removeprefix("'")
    number = cells.get("member", ("member", ""))[1]
    shared_name, sign, suffix = text.rpartition("#")  # an export adds their numbers to namesakes
    name = ""
    try:
        if sign and suffix == number:
            name = f"{valid_person_name(shared_name)} #{number}" if shared_name else text
        else:
            name = valid_person_name(text) if text else ""
    except ClubFault as fault:
        faults.append(FaultInFile(line, heading, str(fault)))
    else:
        if not name:
            faults.append(FaultInFile(line, heading, "no name"))
    heading, text = cells.get("guest", ("guest", ""))
    if (word := text.casefold()) not in _YES | _NO:
        faults.append(FaultInFile(line, heading, f"{text!r} is neither yes nor no"))
    joined_on, left_on = (_read_date(line, cells.get(column, (column, "")), today, order, faults) for column in _DATES)
    if joined_on and left_on and left_on < joined_on:
        faults.append(FaultInFile(line, cells["left"][0], f"{left_on} is before {joined_on}, when {name} joined"))
    if len(faults) > before:
        return None
    return ListedMember(
        line, name, word in _YES, joined_on, left_on, int(number) if _NUMBER.fullmatch(number) else None
    )


def _read_date(line: int, cell: tuple[str, str], today: date, order: _Order, faults: list[FaultInFile]) -> date | None:
    """Return the date in a cell; None for an empty cell. For an invalid date, add a fault to `faults` and return
    None.
    """
    heading, text = cell
    if order is _Order.BOTH and is_ambiguous(text):
        message = f"{text!r} may be two days, because the list has dates of both orders. Use one such as 2026-09-01"
        faults.append(FaultInFile(line, heading, message))
        return None
    try:
        day = parse_day(text, today, Nearness.LAST, month_first=order is _Order.MONTH_FIRST) if text else None
    except ClubFault as fault:
        faults.append(FaultInFile(line, heading, f"{text!r} is not a date. {fault}"))
        return None
    if text and day is None:
        faults.append(FaultInFile(line, heading, f"{text!r} is not a date. Use one such as 2026-09-01 or 1.9.2026"))
    elif day and day.year < _FIRST_YEAR:
        faults.append(FaultInFile(line, heading, f"{text} is too early. Use a year from {_FIRST_YEAR}"))
    elif day and day > today:
        faults.append(FaultInFile(line, heading, f"{text} is in the future. Use today or earlier"))
    return day
