"""Import a member list, hand histories, a record from paper or a whole club, and check a record in a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from textual.content import Content

from referee.cards.words import join_words, quantity
from referee.club.evening.overview import session_open
from referee.club.folder import FILE, Club, open_club
from referee.club.match import record_import
from referee.club.people import member_import, roster
from referee.club.people.member_csv import NoMemberList, read_members
from referee.club.people.member_import import Becomes
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
_LARGEST: Final = 20_000_001
_LISTS: Final = (".csv", ".xlsx")
_HANDS: Final = (".phh", ".phhs")
_LOGS: Final = (".jsonl", ".json")
_CLUBS: Final = (*_LOGS, ".db")
_ROWS: Final = 40


@dataclass(frozen=True, slots=True)
class Tables:
    """The records in a file, one for each table, and notes on the lines to review before the import."""

    records: tuple[Record, ...]
    about: tuple[str, ...]


def import_file() -> Deed[Done]:
    """Return the operation that imports a file completely or not at all. It previews the changes."""
    read: dict[tuple[Path, int], Tables] = {}  # so that a long file is read once, for its effect

    def tables_of(file: Path, watch: Progress) -> Tables:
        stamp = file, file.stat().st_mtime_ns
        if stamp not in read:
            read[stamp] = _hands(file, watch) if _is(file, _HANDS) else _sheet(file)
        return read[stamp]

    def effect(club: Club, answers: Answers, watch: Progress) -> Effect:
        file = _file(answers)
        if _is(file, _LISTS):
            return _of_members(club, file)
        if _is(file, _CLUBS):
            says = f"Make a club of {file} in {answers[_FOLDER]}?"
            return Effect(says, "import it", ("The desk works on that club from then on. This one stays as it is.",))
        session_open(club)
        found = tables_of(file, watch)
        rows = [*found.about, *(_at_a_table(record) for record in found.records[:_ROWS])]
        if strangers := _strangers(club, found.records):
            rows.append(
                f"{join_words(strangers)} {'is' if len(strangers) == 1 else 'are'} not on the roster: guests then."
            )
        many = quantity(len(found.records), "table")
        return Effect(f"Make {many} of {file.name} in the session that is open?", "import it", rows)

    def do(club: Club, answers: Answers, watch: Progress) -> Done:
        file = _file(answers)
        if _is(file, _LISTS):
            added = member_import.carry_out(club, _planned(club, file))
            return Done(f"{quantity(len(added), 'member')} added or changed.")
        if _is(file, _CLUBS):
            return _whole(file, expand_user(answers[_FOLDER]), watch)
        found, tables = tables_of(file, watch), []
        with club.group_changes() as one:  # all of them, or none when one cannot be
            for at, record in enumerate(found.records):
                watch(at, len(found.records))
                tables.append(record_import.import_record(one, record, guests=True).table)
            watch(len(tables), len(tables))
        made = f"{'Table' if len(tables) == 1 else 'Tables'} {join_words(map(str, tables))}"
        return Done(f"{made} {'is' if len(tables) == 1 else 'are'} made of {file.name}.")

    asks = (Parameter(_FILE, _what, _readable), Parameter(_FOLDER, _into, checked_by(expand_user)))
    return telling("import", Long("Importing", do), asks, Long("Reading the file", effect))


def check() -> Deed[Done]:
    """Return the operation that rules on a record in a file, line by line. It stores nothing."""

    def do(_: Club, answers: Answers) -> Done:
        file = _file(answers)
        readings = [*read_records(_text(file), look_up_rulebook)]
        rows = [row for reading in readings for row in _ruled(reading.record)]
        rows += [
            f"line {fault.line}, {fault.position}: {fault.message}" for reading in readings for fault in reading.faults
        ]
        shows = Document("rounds", lambda _: rows, lambda _: f"{file.name}   {quantity(len(rows), 'row')}", _told)
        return Done("Nothing was recorded. Import makes a table of the record.", shows=shows)

    question = Prompt("Record in a file, as on a paper sheet:", example="table-3.txt")
    return telling("check", do, (Parameter(_FILE, question, _readable),))


_what: Final = Prompt(
    "File: a list of members (.csv, .xlsx), hands of other programs (.phh, .phhs), a record as on a paper sheet (.txt) "
    "or a whole club (.jsonl, or a backup .db):",
    example="members.csv",
)


def _into(_: Club, answers: Answers) -> Prompt | None:
    if not _is(_file(answers), _CLUBS):
        return None
    return Prompt("Make the club in which folder? It has no club yet.", example="~/monday")


def _readable(club: Club, _: Answers, typed: str) -> str:
    """Return the path as entered. Raise `ClubFault` if the file cannot be read or would change no member."""
    file = expand_user(typed)
    try:
        with file.open("rb") as opened:
            opened.read(1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise ClubFault(f"Cannot read {file}: {why}. Use a file such as members.csv or table-3.txt.") from None
    planned = _planned(club, file) if _is(file, _LISTS) else ()
    if planned and not any(member.changes_roster for member in planned):
        if all(member.becomes is Becomes.THERE for member in planned):
            raise ClubFault("All of them are on the roster already, so nothing would change.")
        raise ClubFault("Nothing would change: the names of new members are hidden in the list.")
    return typed


# -- members ------------------------------------------------------------------------------------------------


def _of_members(club: Club, file: Path) -> Effect:
    planned = _planned(club, file)
    changed = sum(member.changes_roster for member in planned)
    return Effect(
        f"Add or change {quantity(changed, 'member')}?", "import them", [_effect_on(member) for member in planned]
    )


def _effect_on(member: member_import.PlannedMember) -> str:
    known = f", on the roster as {member.known}" if member.known else ""
    similar = f", similar to {member.like}" if member.like else ""
    return f"{member.who.name}: {member.becomes}{known}{similar}"


def _planned(club: Club, file: Path) -> tuple[member_import.PlannedMember, ...]:
    try:
        found = read_members(member_list_csv(_bytes(file)), club.today)
        return member_import.plan(club, found.rows)
    except NoMemberList as refused:
        more = f" And {len(refused.faults) - 1} more." if len(refused.faults) > 1 else ""
        raise ClubFault(f"{file}, line {refused.faults[0]}.{more}") from None


# -- hands and records --------------------------------------------------------------------------------------


def _hands(file: Path, watch: Progress) -> Tables:
    """Return the records of a hand history file. Consecutive hands at the same table become one record.

    Raise `ClubFault` if the file has no hand to import.
    """
    from referee.histories.files import read_hand_file

    size, done, about = file.stat().st_size, 0, list[str]()
    records: list[Record] = []
    # In this process: a program that has threads cannot safely be parted into several.
    for hand in read_hand_file(file, processes=1):
        watch(done, size)
        done += hand.size
        if hand.refused:
            about.append(f"line {hand.line}: hand {hand.label or hand.number} is left out: {hand.refused}")
        elif found := read_record(hand.record, rulebook).record:
            records.append(found)
            about += [f"line {hand.line}: hand {hand.label or hand.number}: {each}" for each in hand.illegal]
    if not records:
        raise ClubFault(f"{file} has no hand that can be imported. {' '.join(about[:1])}".strip())
    watch(size, size)
    more = [f"And {len(about) - _ROWS} more."] if len(about) > _ROWS else []
    return Tables(tuple(join_hands(records)), (*about[:_ROWS], *more))


def _sheet(file: Path) -> Tables:
    """Return the records in a text file. Raise `ClubFault` at the first fault in one of them."""
    records = []
    for reading in read_records(_text(file), look_up_rulebook):
        if reading.faults or reading.record is None:
            first = min(reading.faults, key=lambda fault: fault.line)
            raise ClubFault(f"{file}, line {first.line}, {first.position}: {first.message}")
        records.append(reading.record)
    about = [
        f"line {entry.line.number}, {entry.line.text}: {entry.ruling.says}" for record in records
        for entry in replay(record).entries if entry.ruling.word != "legal"
    ]  # fmt: skip
    return Tables(tuple(records), tuple(about[:_ROWS]))


def _strangers(club: Club, records: Sequence[Record]) -> list[str]:
    found = []
    with club.reading() as tx:
        for name in dict.fromkeys(name for record in records for name in record.seats.names):
            try:
                roster.find_member(tx, name)
            except UnknownName:
                found.append(name)
    return found


def _at_a_table(record: Record) -> str:
    hands = sum(isinstance(line.act, Deal) for line in record.lines)
    return f"{record.book.title}: {join_words(record.seats.names)}, {quantity(hands, 'hand')}"


def _ruled(record: Record | None) -> Iterator[str]:
    if record is None:
        return
    yield f"{record.book.title}: {join_words(record.seats.names)}"
    for entry in replay(record).entries:
        yield f"{entry.line.number:4}  {entry.line.text}{entry.line.remark}: {_ruling(entry, record.seats.names)}"


def _ruling(judged_line: JudgedLine, names: Sequence[str]) -> str:
    plain = judged_line.ruling.word == "legal"
    return (
        judged_line.ruling.says if plain else f"{judged_line.ruling.says}. {as_said(judged_line.ruling.reason, names)}"
    )


def _told(found: Sequence[str], width: int) -> Iterator[Content]:
    for each in found:
        yield from wrap(each, width, 6)


# -- whole clubs --------------------------------------------------------------------------------------------


def _whole(file: Path, folder: Path, watch: Progress) -> Done:
    from referee.club.file.import_club import import_log

    made = (import_log if _is(file, _LOGS) else _of_backup)(file, folder, watch)
    said = f"{made.name} is in {folder}, and so is the desk, with {quantity(len(roster.members(made)), 'member')}."
    return Done(said, club=made)


def _of_backup(file: Path, folder: Path, watch: Progress) -> Club:
    from referee.club.file import backups

    if (folder / FILE).exists():
        raise ClubFault(f"{folder / FILE} is already in use. Use a folder without a club.")
    fresh = not folder.exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with backups.restoring(folder, file, watch=watch) as found:
            found.carry_out()
    except OSError as error:
        raise ClubFault(f"{folder} cannot be a club's folder: {error.strerror}.") from None
    finally:
        if fresh and not (folder / FILE).exists():
            with suppress(OSError):
                folder.rmdir()
    return open_club(folder)


# -- files --------------------------------------------------------------------------------------------------


def _file(answers: Answers) -> Path:
    return expand_user(answers[_FILE])


def _is(file: Path, suffixes: Sequence[str]) -> bool:
    return file.suffix.casefold() in suffixes


def _bytes(file: Path) -> bytes:
    try:
        with file.open("rb") as opened:
            data = opened.read(_LARGEST)  # no more: a device has no end
    except OSError as error:
        raise ClubFault(f"Cannot read {file}: {error.strerror}.") from None
    if len(data) == _LARGEST:
        raise ClubFault(f"{file} is larger than 20 MB.")
    return data


def _text(file: Path) -> str:
    try:
        return _bytes(file).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ClubFault(f"{file} is not text in UTF-8. Save it as UTF-8.") from None
