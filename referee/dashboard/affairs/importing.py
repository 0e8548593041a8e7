"""Import a member list, hand histories, a record from paper or a whole club, and check a record in a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from textual.content import Content

from referee.cards.immutable import frozen
from referee.cards.words import join_words, quantity
from referee.club.club_dates import is_month_first
from referee.club.evening.overview import session_open
from referee.club.folder import FILE, Club, open_club
from referee.club.match import record_import
from referee.club.people import member_import, roster
from referee.club.people.member_csv import NoMemberList, read_members
from referee.club.people.member_import import ImportEffect
from referee.club.text.faults import ClubFault, UnknownName
from referee.dashboard.deeds.asking import checked_by
from referee.dashboard.deeds.deed import Answers, Deed, Effect, Long, Parameter, Prompt
from referee.dashboard.deeds.done import Done, telling
from referee.dashboard.document_screen import Document
from referee.dashboard.rendering import wrap
from referee.export.workbook import member_list_csv
from referee.games import rulebook
from referee.games.lookup import look_up_rulebook
from referee.histories.evenings import join_hands
from referee.rules import Deal, JudgedLine, Record, read_record, read_records, replay
from referee.rules.records.messages import render_text as as_said
from referee.store.files.user_folders import expand_user
from referee.store.progress import Progress

_FILE: Final = "file"
_FOLDER: Final = "folder"
_MAX_BYTES: Final = 20_000_001
_LIST_SUFFIXES: Final = (".csv", ".xlsx")
_HAND_SUFFIXES: Final = (".phh", ".phhs")
_LOG_SUFFIXES: Final = (".jsonl", ".json")
_CLUB_SUFFIXES: Final = (*_LOG_SUFFIXES, ".db")
_MAX_ROWS: Final = 40


@frozen
class Tables:
    """The records in a file, one for each table, and notes on the lines to review before the import."""

    records: tuple[Record, ...]
    about: tuple[str, ...]


def import_file() -> Deed[Done]:
    """Return the operation that imports a file completely or not at all. It previews the changes."""
    tables_by_file: dict[tuple[Path, int], Tables] = {}  # so that a long file is read once, for its effect

    def tables_of(file: Path, progress: Progress) -> Tables:
        stamp = file, file.stat().st_mtime_ns
        if stamp not in tables_by_file:
            tables_by_file[stamp] = (
                _read_hands(file, progress) if _has_suffix(file, _HAND_SUFFIXES) else _read_sheet(file)
            )
        return tables_by_file[stamp]

    def effect(club: Club, answers: Answers, progress: Progress) -> Effect:
        file = _entered_file(answers)
        if _has_suffix(file, _LIST_SUFFIXES):
            return _preview_members(club, file)
        if _has_suffix(file, _CLUB_SUFFIXES):
            question = f"Make a club of {file} in {answers[_FOLDER]}?"
            return Effect(
                question, "import it", ("The desk works on that club from then on. This one stays as it is.",)
            )
        session_open(club)
        tables = tables_of(file, progress)
        rows = [*tables.about, *(_describe_record(record) for record in tables.records[:_MAX_ROWS])]
        if unknown := _find_unknown_names(club, tables.records):
            rows.append(f"{join_words(unknown)} {'is' if len(unknown) == 1 else 'are'} not on the roster: guests then.")
        count_text = quantity(len(tables.records), "table")
        return Effect(f"Make {count_text} of {file.name} in the session that is open?", "import it", rows)

    def do(club: Club, answers: Answers, progress: Progress) -> Done:
        file = _entered_file(answers)
        if _has_suffix(file, _LIST_SUFFIXES):
            added = member_import.carry_out(club, _plan_members(club, file))
            return Done(f"{quantity(len(added), 'member')} added or changed.")
        if _has_suffix(file, _CLUB_SUFFIXES):
            return _import_club(file, expand_user(answers[_FOLDER]), progress)
        file_tables, tables = tables_of(file, progress), []
        with club.group_changes() as transaction:  # all of them, or none when one cannot be
            for index, record in enumerate(file_tables.records):
                progress(index, len(file_tables.records))
                tables.append(record_import.import_record(transaction, record, guests=True).table)
            progress(len(tables), len(tables))
        message = f"{'Table' if len(tables) == 1 else 'Tables'} {join_words(map(str, tables))}"
        return Done(f"{message} {'is' if len(tables) == 1 else 'are'} made of {file.name}.")

    parameters = (
        Parameter(_FILE, _file_prompt, _check_file),
        Parameter(_FOLDER, _folder_prompt, checked_by(lambda _, text: expand_user(text))),
    )
    return telling("import", Long("Importing", do), parameters, Long("Reading the file", effect))


def check() -> Deed[Done]:
    """Return the operation that rules on a record in a file, line by line. It stores nothing."""

    def do(_: Club, answers: Answers) -> Done:
        file = _entered_file(answers)
        readings = [*read_records(_read_text(file), look_up_rulebook)]
        rows = [row for reading in readings for row in _ruling_rows(reading.record)]
        rows += [
            f"line {fault.line}, {fault.position}: {fault.message}" for reading in readings for fault in reading.faults
        ]
        shows = Document(
            "rounds", lambda _: rows, lambda _: f"{file.name}   {quantity(len(rows), 'row')}", _wrap_rulings
        )
        return Done("Nothing was recorded. Import makes a table of the record.", shows=shows)

    question = Prompt("Record in a file, as on a paper sheet:", example="table-3.txt")
    return telling("check", do, (Parameter(_FILE, question, _check_file),))


_file_prompt: Final = Prompt(
    "File: a list of members (.csv, .xlsx), hands of other programs (.phh, .phhs), a record as on a paper sheet (.txt) "
    "or a whole club (.jsonl, or a backup .db):",
    example="members.csv",
)


def _folder_prompt(_: Club, answers: Answers) -> Prompt | None:
    if not _has_suffix(_entered_file(answers), _CLUB_SUFFIXES):
        return None
    return Prompt("Make the club in which folder? It has no club yet.", example="~/monday")


def _check_file(club: Club, _: Answers, text: str) -> str:
    """Return the path as entered. Raise `ClubFault` if the file cannot be read or would change no member."""
    file = expand_user(text)
    try:
        with file.open("rb") as opened_file:
            opened_file.read(1)
    except (OSError, ValueError) as error:
        fault_text = getattr(error, "strerror", None) or error
        raise ClubFault(f"Cannot read {file}: {fault_text}. Use a file such as members.csv or table-3.txt.") from None
    planned_members = _plan_members(club, file) if _has_suffix(file, _LIST_SUFFIXES) else ()
    if planned_members and not any(member.changes_roster for member in planned_members):
        if all(member.becomes is ImportEffect.THERE for member in planned_members):
            raise ClubFault("All of them are on the roster already, so nothing would change.")
        raise ClubFault("Nothing would change: the names of new members are hidden in the list.")
    return text


# -- members ------------------------------------------------------------------------------------------------


def _preview_members(club: Club, file: Path) -> Effect:
    planned_members = _plan_members(club, file)
    change_count = sum(member.changes_roster for member in planned_members)
    return Effect(
        f"Add or change {quantity(change_count, 'member')}?",
        "import them",
        [_describe_member(member) for member in planned_members],
    )


def _describe_member(member: member_import.PlannedMember) -> str:
    known_text = f", on the roster as {member.known}" if member.known else ""
    similar = f", similar to {member.like}" if member.like else ""
    return f"{member.who.name}: {member.becomes}{known_text}{similar}"


def _plan_members(club: Club, file: Path) -> tuple[member_import.PlannedMember, ...]:
    try:
        with club.reading() as tx:
            month_first = is_month_first(tx)
        member_list = read_members(member_list_csv(_read_bytes(file)), club.today, month_first=month_first)
        return member_import.plan(club, member_list.rows)
    except NoMemberList as fault:
        more_text = f" And {len(fault.faults) - 1} more." if len(fault.faults) > 1 else ""
        raise ClubFault(f"{file}, line {fault.faults[0]}.{more_text}") from None


# -- hands and records --------------------------------------------------------------------------------------


def _read_hands(file: Path, progress: Progress) -> Tables:
    """Return the records of a hand history file. Consecutive hands at the same table become one record.

    Raise `ClubFault` if the file has no hand to import.
    """
    from referee.histories.files import read_hand_file
    from referee.histories.stand_ins import describe_stand_ins, find_stand_ins

    stand_ins = find_stand_ins(file)
    size, bytes_read, notes = file.stat().st_size, 0, [describe_stand_ins(stand_ins)] if stand_ins else list[str]()
    records: list[Record] = []
    # In this process: a program that has threads cannot safely be parted into several.
    for hand in read_hand_file(file, processes=1, stand_ins=stand_ins):
        progress(bytes_read, size)
        bytes_read += hand.size
        if hand.refused:
            notes.append(f"line {hand.line}: hand {hand.label or hand.number} is left out: {hand.refused}")
        elif record := read_record(hand.record, rulebook).record:
            records.append(record)
            notes += [f"line {hand.line}: hand {hand.label or hand.number}: {ruling}" for ruling in hand.illegal]
    if not records:
        raise ClubFault(f"{file} has no hand that can be imported. {' '.join(notes[:1])}".strip())
    progress(size, size)
    more_notes = [f"And {len(notes) - _MAX_ROWS} more."] if len(notes) > _MAX_ROWS else []
    return Tables(tuple(join_hands(records)), (*notes[:_MAX_ROWS], *more_notes))


def _read_sheet(file: Path) -> Tables:
    """Return the records in a text file. Raise `ClubFault` at the first fault in one of them."""
    records = []
    for reading in read_records(_read_text(file), look_up_rulebook):
        if reading.faults or reading.record is None:
            first = min(reading.faults, key=lambda fault: fault.line)
            raise ClubFault(f"{file}, line {first.line}, {first.position}: {first.message}")
        records.append(reading.record)
    notes = [
        f"line {entry.line.number}, {entry.line.text}: {entry.ruling.says}" for record in records
        for entry in replay(record).entries if entry.ruling.word != "legal"
    ]  # fmt: skip
    return Tables(tuple(records), tuple(notes[:_MAX_ROWS]))


def _find_unknown_names(club: Club, records: Sequence[Record]) -> list[str]:
    unknown = []
    with club.reading() as tx:
        for name in dict.fromkeys(name for record in records for name in record.seats.names):
            try:
                roster.find_member(tx, name)
            except UnknownName:
                unknown.append(name)
    return unknown


def _describe_record(record: Record) -> str:
    hands = sum(isinstance(line.act, Deal) for line in record.lines)
    return f"{record.book.title}: {join_words(record.seats.names)}, {quantity(hands, 'hand')}"


def _ruling_rows(record: Record | None) -> Iterator[str]:
    if record is None:
        return
    yield f"{record.book.title}: {join_words(record.seats.names)}"
    for entry in replay(record).entries:
        yield f"{entry.line.number:4}  {entry.line.text}{entry.line.remark}: {_ruling_text(entry, record.seats.names)}"


def _ruling_text(judged_line: JudgedLine, names: Sequence[str]) -> str:
    plain = judged_line.ruling.word == "legal"
    return (
        judged_line.ruling.says if plain else f"{judged_line.ruling.says}. {as_said(judged_line.ruling.reason, names)}"
    )


def _wrap_rulings(rows: Sequence[str], width: int) -> Iterator[Content]:
    for row in rows:
        yield from wrap(row, width, 6)


# -- whole clubs --------------------------------------------------------------------------------------------


def _import_club(file: Path, folder: Path, progress: Progress) -> Done:
    from referee.club.file.import_club import import_log

    club = (import_log if _has_suffix(file, _LOG_SUFFIXES) else _restore_elsewhere)(file, folder, progress)
    message = f"{club.name} is in {folder}, and so is the desk, with {quantity(len(roster.members(club)), 'member')}."
    return Done(message, club=club)


def _restore_elsewhere(file: Path, folder: Path, progress: Progress) -> Club:
    from referee.club.file import backups

    if (folder / FILE).exists():
        raise ClubFault(f"{folder / FILE} is already in use. Use a folder without a club.")
    is_new = not folder.exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with backups.preview_restore(folder, file, watch=progress) as restoration:
            restoration.carry_out()
    except OSError as error:
        raise ClubFault(f"{folder} cannot be a club's folder: {error.strerror}.") from None
    finally:
        if is_new and not (folder / FILE).exists():
            with suppress(OSError):
                folder.rmdir()
    return open_club(folder)


# -- files --------------------------------------------------------------------------------------------------


def _entered_file(answers: Answers) -> Path:
    return expand_user(answers[_FILE])


def _has_suffix(file: Path, suffixes: Sequence[str]) -> bool:
    return file.suffix.casefold() in suffixes


def _read_bytes(file: Path) -> bytes:
    try:
        with file.open("rb") as opened_file:
            data = opened_file.read(_MAX_BYTES)  # no more: a device has no end
    except OSError as error:
        raise ClubFault(f"Cannot read {file}: {error.strerror}.") from None
    if len(data) == _MAX_BYTES:
        raise ClubFault(f"{file} is larger than 20 MB.")
    return data


def _read_text(file: Path) -> str:
    try:
        return _read_bytes(file).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ClubFault(f"{file} is not text in UTF-8. Save it as UTF-8.") from None
