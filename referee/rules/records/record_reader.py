"""Reading text records. All faults are collected, and every other line is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any
from unicodedata import normalize

from referee.cards import COLOUR_JOKER, Pack, read_cj_as_jack, writes_suits_first
from referee.cards.immutable import frozen
from referee.rules.book.answer import Verdict
from referee.rules.book.options import OptionFault, read_options
from referee.rules.book.rulebook import Rulebook
from referee.rules.notation.actions import Deal
from referee.rules.notation.line_words import AmbiguousLine, MissingName, PlayerNames, UnknownVerb, UnreadableLine
from referee.rules.notation.seats import Seats, clean_name, name_fault
from referee.rules.plain_text import describe_unfit, first_unfit
from referee.rules.records.record import IN_PROGRESS, Fault, Line, Record, chip_value_fault
from referee.rules.records.replay import replay
from referee.rules.records.report import Report

if TYPE_CHECKING:
    # The reader of shorthand lines is loaded only when one comes: most records have none.
    from referee.rules.notation.line_splitting import ActText
    from referee.rules.records.shorthand import Moment

# Punctuation at the end of a line that is ignored.
_END_MARKS = ".!;, "
_REMARK = re.compile(r"(taken\s+back|stands|stood)\s*\.?", re.IGNORECASE)
_GAME = re.compile(r"\s*game\s*:", re.IGNORECASE)
_KEYS = ("game", "seats", "options", "date", "chip", "hand")


class UnknownGame(LookupError):
    """There is no rulebook for a game. The message lists the available games."""


@frozen
class HeaderValue:
    """A value in the header: the number and text of its line, and its column from 1."""

    value: str
    line: int
    column: int
    text: str

    def fault(self, message: str) -> Fault:
        """Return a fault that spans the whole value."""
        return Fault(self.line, self.column, max(1, len(self.value)), message, self.text)


@dataclass(slots=True, eq=False, repr=False)
class ParsedRecord:
    """The record as far as it can be read, or None, with all faults."""

    record: Record | None = None
    faults: list[Fault] = field(default_factory=list)


def read_record(text: str, find_book: Callable[[str], Rulebook]) -> ParsedRecord:
    """Return a record parsed with its header. Unreadable lines are left out and reported as faults.

    `find_book` returns the rulebook for a slug, or raises `UnknownGame`.
    """
    return _read_rows(text.lstrip("\ufeff").splitlines(), find_book)


def _read_rows(rows: Sequence[str], find_book: Callable[[str], Rulebook], rows_before: int = 0) -> ParsedRecord:
    """Return a record parsed from its rows. `rows_before` is the number of earlier rows in the text."""
    reading = ParsedRecord()
    rows = [row if row.isascii() else normalize("NFC", row) for row in rows]
    header, body_at = read_header(rows, reading.faults, rows_before)
    book, options, names, played_on = _read_settings(header, rows, find_book, reading.faults, rows_before)
    if book is None:
        return reading
    chip = header["chip"].value if "chip" in header else ""
    if "chip" in header and (fault := chip_value_fault(chip)):
        reading.faults.append(header["chip"].fault(fault))
    complete = True
    if hand := header.get("hand"):
        complete = hand.value.casefold() != IN_PROGRESS
        if complete:
            reading.faults.append(hand.fault(f"{hand.value!r} is not known here. Use {IN_PROGRESS!r}"))
    if complete and "seats" not in header:
        message = "the header has no 'seats:' line. Add one such as 'seats: Ann, Ben, Cal'"
        reading.faults.append(Fault(rows_before + 1, 1, 1, message, rows[0] if rows else ""))
        return reading
    if names is None:
        return reading
    moment = _moment_finder(book, options, names, complete=complete, ordered="seats" in header)
    lines = read_lines(
        enumerate(rows[body_at:], rows_before + body_at + 1), book, options, names, reading.faults, moment
    )
    if refusal := book.refusal(options, len(names.known_names), complete=complete):
        reading.faults.append(header.get("seats", header["game"]).fault(refusal))
        return reading
    if not lines and not reading.faults:
        message = "the record ends with its header. Add a line of play, such as 'deal'"
        reading.faults.append(Fault(rows_before + max(1, len(rows)), 1, 1, message, rows[-1] if rows else ""))
    seats = Seats(tuple(names.known_names), ordered="seats" in header)
    reading.record = Record(book, seats, options, tuple(lines), played_on, complete, chip)
    return reading


def read_records(text: str, find_book: Callable[[str], Rulebook]) -> Iterator[ParsedRecord]:
    """Yield each record of a text. A ``game:`` line starts the next record."""
    rows = text.lstrip("\ufeff").splitlines()
    games = [row for row, text_of_row in enumerate(rows) if _GAME.match(text_of_row)]
    # A second `game:` line in one header is a fault of it, and begins no new record.
    begins = [
        row for before, row in pairwise(games) if not all(text_of_row.strip() for text_of_row in rows[before:row])
    ]
    for start, end in pairwise([0, *begins, len(rows)]):
        yield _read_rows(rows[start:end], find_book, start)


def read_facts(facts: Sequence[str], book: Rulebook, options: Any, people: Sequence[str] = ()) -> ParsedRecord:
    """Return a record parsed from lines that begin mid-hand. Seats are in order of mention.

    A name of several words must be one of `people`; any other new name is a single word.
    """
    reading = ParsedRecord()
    names = PlayerNames([], may_grow=True, full_names=people)
    moment = _moment_finder(book, options, names, complete=False, ordered=False)
    lines = read_lines(enumerate(facts, 1), book, options, names, reading.faults, moment)
    if not reading.faults:
        if refusal := book.refusal(options, len(names.known_names), complete=False):
            reading.faults.append(Fault(1, 1, len(facts[0]), refusal, facts[0]))
        seats = Seats(tuple(names.known_names), ordered=False)
        reading.record = Record(book, seats, options, tuple(lines), complete=False)
    return reading


def _moment_finder(
    book: Rulebook, options: Any, names: PlayerNames, *, complete: bool, ordered: bool
) -> Callable[[Sequence[Line]], Moment]:
    """Return a function that computes the moment after some lines of a record."""
    before: list[Report] = []

    def moment(lines: Sequence[Line]) -> Moment:
        from referee.rules.records.shorthand import moment_of

        known_names = names.known_names[: book.players_for(options)[-1]]  # the row that is read may name one too many
        record = Record(book, Seats(tuple(known_names), ordered=ordered), options, tuple(lines), complete=complete)
        earlier_report = before.pop() if before else None
        before.append(
            replay(
                record,
                earlier_report=earlier_report
                if earlier_report and earlier_report.record.seats == record.seats
                else None,
            )
        )
        return moment_of(book, before[-1].table)

    return moment


def read_lines(
    rows: Iterable[tuple[int, str]],
    book: Rulebook,
    options: Any,
    names: PlayerNames,
    faults: list[Fault],
    moment: Callable[[Sequence[Line]], Moment] | None = None,
) -> list[Line]:
    """Return the numbered lines of a record's body, parsed. Unreadable rows are added to `faults`.

    All typed lines are read here. `moment` returns the moment after some lines; with it, a line may omit the name of
    the player in turn, or half a verb.
    """
    lines: list[Line] = []
    is_playable_count: dict[int, bool] = {}
    pack = book.pack_for(options)
    rows = [*rows]
    names_like_joker = {str(COLOUR_JOKER).casefold()} & {name.casefold() for name in names.known_names}
    suits_first = COLOUR_JOKER in pack and not names_like_joker and writes_suits_first(row for _, row in rows)
    for number, row in rows:
        row = row if row.isascii() else normalize("NFC", row)
        text, remark = _split_remark(row)
        if not text.strip():
            continue
        if unfit_here := _unfit_fault(text, number, row):
            faults.append(unfit_here)
            continue
        line_text, before = read_cj_as_jack(text) if suits_first else text, len(names.known_names)
        if before not in is_playable_count:  # with too many players there is no table to replay
            is_playable_count[before] = book.refusal(options, before, complete=False) is None
        moment_here = moment if is_playable_count[before] else None
        try:
            parsed_row = _read_row(book, line_text, names, pack, number, moment_here, lines)
            if remark and len(parsed_row) > 1:
                raise AmbiguousLine(
                    1, len(text), f"{remark!r} may belong to any of {len(parsed_row)} acts. Write a line for each"
                )
        except UnreadableLine as fault:
            names.forget(before)  # a row that cannot be read seats nobody
            if isinstance(fault, UnknownVerb) and moment_here:
                from referee.rules.records.possible_lines import with_possible_lines

                fault = with_possible_lines(book, moment_here(lines), names.known_names, fault)
            faults.append(Fault(number, fault.column, fault.width, str(fault), row, isinstance(fault, MissingName)))
        else:
            for act_text, act, reworded in parsed_row:
                read_as = book.write(act, Seats(tuple(names.known_names))) if reworded else ""
                shown_text = act_text if len(parsed_row) > 1 else text.strip()
                lines.append(Line(number, shown_text, act, remark[:1] == "t", remark[:1] == "s", read_as))
    return lines


def _read_row(
    book: Rulebook,
    text: str,
    names: PlayerNames,
    pack: Pack,
    number: int,
    moment: Callable[[Sequence[Line]], Moment] | None,
    lines: Sequence[Line],
) -> Sequence[tuple[str, Any, bool]]:
    """Return the acts of a row: for each its text, the act, and whether a record words it otherwise. `lines` come
    before it.
    """
    try:
        act, reworded = _read_act(book, text, names, pack, number)
    except UnreadableLine as unread:
        after = partial(_moment_after, moment, lines, number) if moment else None
        pieces = _split_or_complete(book, text, names, pack, after, unread, _last_seat(lines))
    else:
        return ((text, act, reworded),)
    acts = [_read_act(book, piece.line, names, pack, number) for piece in pieces]
    return [
        (piece.text, act, reworded or piece.line != piece.text)
        for piece, (act, reworded) in zip(pieces, acts, strict=True)
    ]


def _last_seat(lines: Sequence[Line]) -> int:
    """Return the seat that acted in the last line; -1 for a deal, or if nobody did."""
    return -1 if not lines or isinstance(lines[-1].act, Deal) else int(lines[-1].act.seat)


def _moment_after(
    moment: Callable[[Sequence[Line]], Moment], lines: Sequence[Line], number: int, acts: Sequence[Any] = ()
) -> Moment:
    """Return the moment after some lines and some further acts."""
    return moment([*lines, *(Line(number + offset, "", act) for offset, act in enumerate(acts))])


def _split_or_complete(
    book: Rulebook,
    text: str,
    names: PlayerNames,
    pack: Pack,
    moment: Callable[..., Moment] | None,
    unread: UnreadableLine,
    last: int,
) -> tuple[ActText, ...]:
    """Return the acts of a row that cannot be read as one line: several acts, or one abbreviated act.

    `moment` is only called if needed. `last` is the seat that acted last. Raise `UnreadableLine` if the row has no such
    meaning.
    """
    from referee.rules.notation.line_splitting import ActText, split_acts
    from referee.rules.records.shorthand import expand_at
    from referee.rules.records.subjects import lines_of_everyone, players_by_role, with_names_for_roles

    def read(line: str) -> Any:
        return _read_act(book, line, names.copy(), pack, 0)[0]

    def in_turn(line: str) -> str:
        try:
            read(line)
        except UnreadableLine as fault:
            if moment is None:
                raise
            return expand_at(book, moment(), names.known_names, line, fault)
        return line

    def fits(before: Sequence[str], line: str) -> bool:
        if moment is None:
            return False
        current, act = moment([read(earlier) for earlier in before]), read(line)
        return current.seat in (None, act.seat) and book.judge(current.table, act).verdict is not Verdict.ILLEGAL

    def parted(line: str) -> tuple[ActText, ...]:
        if pieces := split_acts(line, names, read, fits=fits):
            return pieces
        if moment is None:
            raise unread
        try:
            return (ActText(line, in_turn(line.rstrip().rstrip(_END_MARKS))),)
        except UnreadableLine:
            if pieces := split_acts(line, names, read, in_turn, fits):
                return pieces
            raise

    try:
        return parted(text)
    except UnreadableLine:
        if moment is None:
            raise
        text_with_names = with_names_for_roles(text, players_by_role(book, moment().table), names.known_names)
        if lines := lines_of_everyone(book, text_with_names, names.known_names, last, read, moment):
            return tuple(ActText(line, line) for line in lines)
        if text_with_names != text:
            with suppress(UnreadableLine):
                return tuple(replace(piece, text=piece.line) for piece in parted(text_with_names))
        raise


def _read_act(book: Rulebook, text: str, names: PlayerNames, pack: Pack, number: int) -> tuple[Any, bool]:
    """Return the act of a line, and whether a record words it otherwise. Raise `UnreadableLine` if it cannot be
    read.
    """
    grammar = book.grammar
    try:
        return grammar.read(text, names, pack, number, book.title), grammar.is_reworded(text)
    except UnreadableLine:
        # A mark may end the sentence, or a full stop a name such as "Ann L."
        bare = text.rstrip().rstrip(_END_MARKS)
        if not bare or bare == text.rstrip():
            raise
    return grammar.read(bare, names, pack, number, book.title), grammar.is_reworded(bare)


def _unfit_fault(text: str, number: int, row: str) -> Fault | None:
    """Return a fault for a control character or an invisible character in a line; None if it has none."""
    if text.isprintable() or (position := first_unfit(text)) is None:
        return None
    return Fault(number, position + 1, 1, f"a record cannot have {describe_unfit(text[position])}", row)


def _split_remark(row: str) -> tuple[str, str]:
    """Return a line without comment and remark, and the remark: "taken back", "stands" or nothing."""
    text = row.partition("#")[0].rstrip().replace("\t", " ")
    words, comma, remark = text.rpartition(",")
    if comma and (match := _REMARK.fullmatch(remark.strip())):
        return words.rstrip(), match[1].casefold()
    return text, ""


def read_header(rows: Sequence[str], faults: list[Fault], rows_before: int = 0) -> tuple[dict[str, HeaderValue], int]:
    """Return the header's values by key, and the index of the first row of the body.

    `rows_before` is the number of earlier rows in the text. Faults are added to `faults`.
    """
    header: dict[str, HeaderValue] = {}
    for row, text in enumerate(rows):
        value_text = text.partition("#")[0]
        if not value_text.strip():
            if header:
                return header, row + 1
            continue
        key, colon, value = value_text.partition(":")
        name = key.strip().casefold()
        column = len(value_text) - len(value_text.lstrip()) + 1
        if not colon:
            message = "the header is not finished. Use 'key: value', or a blank line before the first line of play"
            faults.append(Fault(rows_before + row + 1, column, len(value_text.strip()), message, text))
            return header, row
        if name not in _KEYS:
            message = f"no header line {key.strip()!r}. Use one of {', '.join(_KEYS)}"
            faults.append(Fault(rows_before + row + 1, column, len(key.strip()), message, text))
        elif name in header:
            faults.append(
                Fault(rows_before + row + 1, column, len(key.strip()), f"{name!r} is given twice. Use one line", text)
            )
        else:
            lead = len(value) - len(value.lstrip())
            header[name] = HeaderValue(value.strip(), rows_before + row + 1, len(key) + 2 + lead, text)
    return header, len(rows)


def _read_settings(
    header: dict[str, HeaderValue],
    rows: Sequence[str],
    find_book: Callable[[str], Rulebook],
    faults: list[Fault],
    rows_before: int,
) -> tuple[Rulebook | None, Any, PlayerNames | None, date | None]:
    if "game" not in header:
        message = "the record has no 'game:' line. Add one such as 'game: big-two' at its head"
        faults.append(Fault(rows_before + 1, 1, 1, message, rows[0] if rows else ""))
        return None, None, None, None
    try:
        book = find_book(header["game"].value)
    except UnknownGame as unknown:
        faults.append(header["game"].fault(str(unknown)))
        return None, None, None, None
    options = read_options(book.options, [])
    if header_value := header.get("options"):
        try:
            options = read_options(
                book.options, [part.strip() for part in header_value.value.split(",") if part.strip()]
            )
        except OptionFault as fault:
            position = header_value.text.find(fault.typed, header_value.column - 1)
            faults.append(
                Fault(
                    header_value.line,
                    max(position + 1, header_value.column),
                    len(fault.typed),
                    str(fault),
                    header_value.text,
                )
            )
            return None, None, None, None  # rulings under other house rules than those meant would mislead
    played_on = None
    if header_value := header.get("date"):
        try:
            played_on = date.fromisoformat(header_value.value)
        except ValueError:
            faults.append(header_value.fault(f"{header_value.value!r} is not a date. Use one such as 2026-11-16"))
    names: PlayerNames | None = PlayerNames([], may_grow=True)
    if header_value := header.get("seats"):
        names = _read_seats(header_value, book, faults)
    return book, options, names, played_on


def _read_seats(header_value: HeaderValue, book: Rulebook, faults: list[Fault]) -> PlayerNames | None:
    names = []
    folded_names: set[str] = set()
    for seat_text in header_value.value.split(","):
        name = clean_name(seat_text)
        unnamed = "a seat has no name. Use names such as 'seats: Ann, Ben, Cal'"
        message = name_fault(name, book.grammar.openings) if name else unnamed
        if message or name.casefold() in folded_names:
            faults.append(header_value.fault(message or f"{name} has two seats. Use one"))
            return None
        folded_names.add(name.casefold())
        names.append(name)
    return PlayerNames(names)
