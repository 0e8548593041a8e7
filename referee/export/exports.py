"""All exports, for the command line and the desk, in `EXPORTS`.

Exports have public names unless they are for full names. Each export imports what it needs when it runs, as some
libraries load slowly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from referee.cards.immutable import frozen
from referee.cards.words import quantity
from referee.club import table_numbers
from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.export.csv_files import MANIFEST, csv_file_contents
from referee.export.files import write_file, write_files
from referee.export.spreadsheet_format import PLAIN, CsvFormat, excel_format
from referee.store.progress import Progress, no_progress

if TYPE_CHECKING:
    from referee.store.difference import Difference


@frozen
class ExportRequest:
    """The options of an export. Each export ignores those that do not apply to it.

    Without a `season`, the current one is exported. Without `tables`, all of the season's are. `zone` and `minutes`
    default to the schedule's.
    """

    season: str | None = None
    full_names: bool = False
    csv_format: CsvFormat = PLAIN
    tables: Sequence[str] = ()
    zone: str = ""
    minutes: int = 0
    progress: Progress = no_progress


@frozen
class ExportContents:
    """The files of an export by name, a message about them, and the message's data.

    Without files there is nothing to write, and `message` is the reason. `note` is printed below the names of several
    files, `left_out` lists what the format cannot express, and `damage` lists differences from the log.
    """

    files: Mapping[str, bytes]
    message: str
    data: Mapping[str, Any] = field(default_factory=dict)
    note: str = ""
    left_out: Sequence[str] = ()
    damage: Sequence[Difference] = ()


@frozen
class Export:
    """An export: its name, its command, its file, a description, and the function that makes its contents.

    `file` is the last of several files. An export with `full_names` is not for the public and needs a confirmation.
    """

    name: str
    command: str
    file: str
    description: str
    make: Callable[[Club, ExportRequest], ExportContents]
    full_names: bool = False


def find_export(command: str, *, full_names: bool = False) -> Export:
    """Return the export of a command. `full_names` selects the variant with full names if there is one."""
    candidates = [export for export in EXPORTS if export.command == command]
    return next((export for export in candidates if export.full_names == full_names), candidates[0])


def default_path(club: Club, export: Export, contents: ExportContents) -> Path:
    """Return the path in the club's folder for an export: its file, or the folder of several files."""
    file = club.exports / export.file
    return file.parent if len(contents.files) > 1 else file


def write_export(
    contents: ExportContents, target: Path, *, private: bool = False, replace: bool = False
) -> tuple[Path, ...]:
    """Write an export's file, or its files into a folder. Return the paths. Only the owner may read `private` ones.

    Raise `OSError`, or a fault of `referee.export.files.check_replaceable`.
    """
    if len(contents.files) > 1:
        return write_files(target, contents.files, private=private, replace=replace)
    for data in contents.files.values():
        write_file(target, data, private=private, replace=replace)
    return (target,)


def write_to_club(club: Club, export: Export, progress: Progress, *, replace: bool = False) -> str:
    """Write an export into the club's folder. Return a sentence about it.

    Raise `ClubFault`, or a fault of `referee.export.files.check_replaceable`.
    """
    contents = export.make(club, ExportRequest(full_names=export.full_names, progress=progress))
    if not contents.files:
        raise ClubFault(contents.message)
    try:
        write_export(contents, default_path(club, export, contents), private=export.full_names, replace=replace)
    except OSError as error:
        raise ClubFault(f"{club.exports} cannot be written: {error.strerror}.") from None
    left_out_text = (
        f" {quantity(len(contents.left_out), 'hand')} cannot be expressed in that format." if contents.left_out else ""
    )
    note = f" {contents.note}" if contents.note else ""
    return f"{club.exports / export.file}: {contents.message}.{note}{left_out_text}"


def _export_season_pages(club: Club, request: ExportRequest) -> ExportContents:
    from referee.export.pages.season_folder import season_pages

    pages = season_pages(club, request.season, full_names=request.full_names, progress=request.progress)
    with_names = " with full names, not to be published" if request.full_names else ""
    return ExportContents(
        pages.files,
        f"the season {pages.season}{with_names}, {quantity(len(pages.files), 'file')}",
        {"files": list(pages.files)},
        damage=[difference for difference in pages.damage if difference.table],
    )


def _export_tables(club: Club, request: ExportRequest) -> ExportContents:
    from referee.export.tables.season import season_export

    export = season_export(club, request.season, full_names=request.full_names, progress=request.progress)
    files = csv_file_contents(export.tables, csv_format=request.csv_format, head=export.head)
    return ExportContents(
        files,
        f"{quantity(len(files), 'file')}, the last of them the manifest",
        {"files": list(files)},
        _describe_separators(request.csv_format) if request.csv_format.for_excel else "",
        damage=[difference for difference in export.damage if difference.table],
    )


def _export_tables_for_excel(club: Club, request: ExportRequest) -> ExportContents:
    csv_format = request.csv_format if request.csv_format.for_excel else excel_format()
    return _export_tables(club, replace(request, csv_format=csv_format))


def _describe_separators(csv_format: CsvFormat) -> str:
    cells = "tabs" if csv_format.delimiter == "\t" else csv_format.delimiter
    return f"For Excel: {cells} between cells, numbers as 0{csv_format.decimal}5."


def _export_workbook(club: Club, request: ExportRequest) -> ExportContents:
    from referee.export.tables.season import season_export
    from referee.export.workbook import SHEETS, workbook_bytes

    export = season_export(club, request.season, full_names=request.full_names, progress=request.progress)
    rows = {name: len(getattr(export.tables, name)) for name in SHEETS}
    return ExportContents(
        {"season.xlsx": workbook_bytes(export.tables, club.name)},
        f"a workbook with the sheets {', '.join(SHEETS[:-1])} and {SHEETS[-1]}",
        {"sheets": rows},
        damage=[difference for difference in export.damage if difference.table],
    )


def _export_calendar(club: Club, request: ExportRequest) -> ExportContents:
    from referee.club.calendar.settings import settings
    from referee.club.calendar.time_zone import local_zone
    from referee.export.ics import USUAL_MINUTES, calendar_file

    settings_of_season = settings(club, request.season)
    zone, minutes = (
        request.zone or settings_of_season.zone or local_zone(),
        request.minutes or settings_of_season.minutes or USUAL_MINUTES,
    )
    if not zone:
        raise ClubFault(
            "In which time zone does the club meet? Its schedule can say so, with a line such as "
            'zone = "Europe/Berlin".'
        )
    data = calendar_file(club, request.season, zone=zone, minutes=minutes)
    sessions = data.count(b"BEGIN:VEVENT")
    return ExportContents(
        {"season.ics": data},
        f"{quantity(sessions, 'session')} of {minutes // 60}:{minutes % 60:02} hours, in {zone}",
        {"sessions": sessions, "zone": zone, "minutes": minutes},
    )


def _export_hands(club: Club, request: ExportRequest) -> ExportContents:
    from referee.club.match import matches
    from referee.export.hand_histories import export_hands

    with club.reading() as tx:
        tables = [table_numbers.find_table(tx, table, reading=True) for table in request.tables]
    hand_export = export_hands(club, tables, request.season, full_names=request.full_names, progress=request.progress)
    refused_data = [{"table": table, "line": line, "reason": reason} for table, line, reason in hand_export.refused]
    message = quantity(len(hand_export.hands), "hand")
    if not hand_export.hands:
        which_hands = "the only hand" if len(refused_data) == 1 else f"any of the {len(refused_data)} hands"
        message = (
            f"Nothing was written: the format cannot express {which_hands}, for the reasons given."
            if refused_data
            else "No hand of Texas Hold'em has been finished, so there is nothing to write."
        )
    return ExportContents(
        {"hands.phhs": "\n".join(hand_export.hands).encode()} if hand_export.hands else {},
        message,
        {"hands": len(hand_export.hands), "refused": refused_data},
        left_out=[f"table {table}, line {line}: not written: {reason}" for table, line, reason in hand_export.refused],
        damage=matches.damage(club, tables or None),
    )


def _export_whole_club(club: Club, request: ExportRequest) -> ExportContents:
    from referee.store.events.json_lines import dump, with_progress
    from referee.store.events.log import head

    with club.reading() as tx:
        end = head(tx, tx.club)
        lines = "".join(with_progress(dump(tx, tx.club), lambda count: request.progress(count, end.n))).encode()
    return ExportContents(
        {"club.jsonl": lines},
        f"the whole club with full names, {quantity(end.n, 'event')}; keep it private",
        {"events": end.n, "head": str(end)},
    )


EXPORTS: Final = (
    Export(
        "season pages",
        "html",
        "season.html",
        "for the club's website",
        _export_season_pages,
    ),
    Export("tables", "csv", MANIFEST, "the season as CSV", _export_tables),
    Export(
        "tables for Excel",
        "csv --for excel",
        f"excel/{MANIFEST}",
        "CSV for Excel on this computer",
        _export_tables_for_excel,
    ),
    Export(
        "workbook",
        "xlsx",
        "season.xlsx",
        "for Excel and LibreOffice",
        _export_workbook,
    ),
    Export("calendar", "ics", "season.ics", "the sessions, for phones", _export_calendar),
    Export("hands", "phh", "hands.phhs", "hands of Hold'em, as PHH", _export_hands),
    Export(
        "full names",
        "html",
        "full-names/season.html",
        "season pages, for officers",
        _export_season_pages,
        full_names=True,
    ),
    Export("whole club", "json", "club.jsonl", "everything, as one file", _export_whole_club, full_names=True),
)
