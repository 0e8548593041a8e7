"""Print rulings, settlements and faults. Results go to stdout, everything else to stderr."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar

import typer

from referee.cards.terminal_width import pad, text_width
from referee.cards.words import join_words
from referee.cli.exit_codes import ExitCode
from referee.cli.shared.layout import wrap_text
from referee.cli.shared.terminal import can_draw, in_letters, is_plain
from referee.rules import (
    Fault,
    JudgedLine,
    LedgerItem,
    Report,
    Ruling,
    Unit,
    Verdict,
    total,
    write_chips,
    write_places,
)
from referee.rules.book.ledger import outcome_sentences
from referee.rules.book.sentences import cite_rule, deciding_fact, next_step_of
from referee.rules.plain_text import with_signs
from referee.rules.records.accounts import accounts_by_player, settlement_by_hand
from referee.rules.records.messages import render_text
from referee.rules.records.record import chips_worth

if TYPE_CHECKING:
    from referee.club.disputes.view import DisputeView
    from referee.club.match.view import MatchView

_COLOURS = {Verdict.LEGAL: "green", Verdict.ILLEGAL: "red", Verdict.OPEN: "yellow"}
_VERDICT_WIDTH = 9
_BUFFER_ROWS = 1000
_INDENT = " " * 6
_COMMAND: Final = re.compile("(?<=: )referee .*")
Result = TypeVar("Result")
# The rows that wait to be printed, of who prints many, and whether a terminal waits for them.
_buffer: list[str] | None = None
_buffer_for_terminal: bool | None = None


def is_on_terminal() -> bool:
    """Return whether stdout is a terminal. Cards are printed with suit signs only there."""
    if _buffer_for_terminal is not None:
        return _buffer_for_terminal
    return sys.stdout is not None and sys.stdout.isatty()


def uses_colour() -> bool:
    """Return whether to print in colour: at a capable terminal, unless the user has disabled it."""
    return is_on_terminal() and can_draw() and not os.environ.get("NO_COLOR") and not is_plain()


def fail(message: str, code: ExitCode = ExitCode.USAGE) -> NoReturn:
    """Print an error to stderr and exit."""
    warn(f"referee: {message}")
    raise typer.Exit(code)


def warn(message: str) -> None:
    """Print a line to stderr, with control characters made visible."""
    _write_to_stderr(with_signs(message))


@contextmanager
def buffered_output() -> Iterator[None]:
    """Buffer the lines printed in the block, as single writes are slow."""
    global _buffer, _buffer_for_terminal
    _buffer, _buffer_for_terminal = [], is_on_terminal()
    try:
        yield
    finally:
        _flush_buffer()
        _buffer = _buffer_for_terminal = None


def print_line(text: str = "", hang: int | None = None) -> None:
    """Print a line, at a terminal with suit signs and wrapped at words.

    Further rows are indented by `hang`, or by the line's own indent and two more. A command that would be split goes on
    a row of its own, so that it can be copied.
    """
    text = _format_cards(with_signs(text))
    if not is_on_terminal():
        _write_row(text)
        return
    indent = " " * (len(text) - len(text.lstrip()) + 2 if hang is None else hang)
    screen_width = max(40, get_terminal_size().columns)
    command = _COMMAND.search(text) if text_width(text) > screen_width else None
    rows = wrap_text(text[: command.start()] if command else text, screen_width, indent) or [""]
    for row in [*rows, f"{indent}{command[0]}"] if command else rows:
        _write_row(_colour_cards(row))


def print_result(
    result: Result, json: bool, printer: Callable[[Result], object], data: Callable[[Result], object] | None = None
) -> None:
    """Print the result of a command with `printer`, or as JSON after converting it with `data`."""
    if json:
        print_json(data(result) if data else result)
    else:
        printer(result)


def print_json(data: object) -> None:
    """Print an object as JSON, with fractions as numbers.

    Characters that the output cannot encode are escaped.
    """
    from json import dumps

    from referee.rules.plain_data import plain  # only who asks for data has to pay for loading these

    ascii_only = "utf" not in (getattr(sys.stdout, "encoding", None) or "").casefold()
    typer.echo(dumps(_printable(plain(data, float)), ensure_ascii=ascii_only, indent=2))


def print_record(text: str) -> None:
    """Print a record in the format of `referee check`, without suit signs or wrapping."""
    for row in text.split("\n"):
        typer.echo(with_signs(row))


def print_ruling(
    ruling: Ruling,
    items: Sequence[LedgerItem] = (),
    margin: str = "",
    previous: str = "",
    *,
    in_full: bool = True,
    names: Sequence[str] = (),
) -> None:
    """Print a ruling: verdict, deciding fact, next step and clause.

    `previous` is the verdict that a later line has changed. Unless `in_full`, a legal line has only its citation.
    `names` are the players by seat, unless the ruling contains them already.
    """
    outcomes = outcome_sentences(items, known_text=ruling.reason) if items else ()
    explanation = deciding_fact(ruling, *outcomes, previous_verdict=previous)
    if not in_full and ruling.verdict is Verdict.LEGAL and not ruling.word and not previous:
        print_verdict(
            ruling.verdict,
            ruling.says,
            [render_text(f"{explanation} {cite_rule(ruling, in_full=False)}".lstrip(), names)],
            margin,
        )
    else:
        texts = [text for text in (explanation, next_step_of(ruling), cite_rule(ruling)) if text]
        print_verdict(ruling.verdict, ruling.says, [render_text(text, names) for text in texts], margin)


def print_entry(entry: JudgedLine, names: Sequence[str]) -> None:
    """Print a line of a record with its ruling, in full unless it is plainly legal."""
    line = entry.line
    read_as = f" (read as: {line.read_as})" if line.read_as else ""
    print_line(f"{line.number:4}  {line.text}{line.remark}{read_as}", hang=6)
    print_ruling(entry.ruling, entry.items, _INDENT, entry.verdict_change, in_full=False, names=names)
    if entry.shown_by:
        _print_paragraph(
            f"It stands: line {entry.shown_by} continues from it.", _INDENT + " " * _VERDICT_WIDTH, _INDENT
        )


def print_verdict(verdict: Verdict, word: str, paragraphs: Iterable[str], margin: str = "") -> None:
    """Print paragraphs indented behind the verdict, which is bold and coloured."""
    lead = word.ljust(_VERDICT_WIDTH)
    if uses_colour():
        lead = typer.style(lead, fg=_COLOURS[verdict], bold=True)
    for text in paragraphs:
        _print_paragraph(text, margin + lead, margin)
        lead = " " * _VERDICT_WIDTH


def print_fault(fault: Fault, source: str = "", *, is_one_of_several: bool = True, progress: str = "") -> None:
    """Print the fault in a line: position, message, and the line with a caret.

    `source` is the name of the file. Unless the line `is_one_of_several`, its number is omitted. `progress` says how
    many lines were accepted before the fault.
    """
    line = f"line {fault.line}" if is_one_of_several or source else ""
    location = ", ".join(filter(None, (source, line, fault.position)))
    warn(f"{'' if source else 'referee: '}{progress}{location}: {fault.message}")
    for row in fault.caret().split("\n"):
        _write_to_stderr("    " + "\t".join(map(with_signs, row.split("\t"))))


def print_settlement(sheet: Report, *, places: bool = True) -> None:
    """Print the payments by hand and player with reasons, then the places and the open lines."""
    name, names = sheet.record.seats.name, sheet.record.seats.names
    hands = settlement_by_hand(sheet)
    for number, items in hands:
        print_line()
        print_line(f"settlement, hand {number}" if len(hands) > 1 else "settlement")
        print_items(sheet, items)
    settlement = sheet.settlement
    if any(item.unit is Unit.CHIPS for item in settlement):
        chips_won = {name(seat): total(settlement, seat, Unit.CHIPS) for seat in sheet.record.seats}
        print_line(f"chips: {write_chips(chips_won)}")
        if chip := sheet.record.chip:
            print_line(
                f"worth: {', '.join(f'{player} {chips_worth(chips, chip)}' for player, chips in chips_won.items())}"
            )
    for missing in sheet.settled.missing:
        print_line(f"not settled: {render_text(missing, names)}")
    if places and sheet.places and not sheet.table.in_play:
        print_line("places: " + write_places(map(name, group) for group in sheet.places))
    for entry in sheet.open:
        print_line(f"open: line {entry.line.number}  {entry.line.text}  ({render_text(entry.ruling.reason, names)})")


def print_items(sheet: Report, items: Sequence[LedgerItem]) -> None:
    """Print payments, penalties and places by player: sum, parts and reasons."""
    names = sheet.record.seats.names
    chips = any(item.unit is Unit.CHIPS for item in items)
    rows = []
    for account in accounts_by_player(items):
        for index, part in enumerate(account.entries):
            name = "" if index else names[account.seat]
            explanation = f"{render_text(part.item.reason, names)} ({part.item.clause})"
            rows.append((name, "" if index else f"{account.total:+}", part.amount(names), explanation))
    rows = [("player", "sum", "item", "why"), *rows] if chips else rows
    column_widths = [max((text_width(row[index]) for row in rows), default=0) for index in range(3)]
    for name, sum_of_it, part_of_it, explanation in rows:
        total_cell = f"{' ' * (column_widths[1] - text_width(sum_of_it))}{sum_of_it}  " if chips else ""
        lead = f"  {pad(name, column_widths[0])}  {total_cell}{pad(part_of_it, column_widths[2])}  "
        print_line(f"{lead}{explanation}", hang=text_width(lead))


def print_undecided(match: MatchView, *, with_table: bool = False) -> None:
    """Print the illegal lines of a finished match that no officer decided. `with_table` adds its table."""
    if undecided := [line.number for line in match.waiting]:
        noun, verb, subject = ("Line", "was", "it does") if len(undecided) == 1 else ("Lines", "were", "they do")
        of_table = f" of table {match.table}" if with_table else ""
        print_line(
            f"{noun} {join_words(undecided)}{of_table} {verb} not decided by any officer, so {subject} not count."
        )


def exit_code(rulings: Iterable[Ruling | DisputeView], faults: Sequence[Fault] = ()) -> ExitCode:
    """Return the exit code of the worst result: faults, then illegal, open and legal."""
    if faults:
        return ExitCode.USAGE
    verdicts = [ruling.verdict for ruling in rulings if ruling.word != "lapsed"]
    if Verdict.ILLEGAL in verdicts:
        return ExitCode.ILLEGAL
    return ExitCode.OPEN if Verdict.OPEN in verdicts else ExitCode.LEGAL


def _printable(data: Any) -> Any:
    """Return the data with all control characters made visible."""
    if isinstance(data, str):
        return with_signs(data)
    if isinstance(data, dict):
        return {with_signs(key): _printable(value) for key, value in data.items()}
    return [_printable(line) for line in data] if isinstance(data, list) else data


def _print_paragraph(text: str, first: str, margin: str) -> None:
    text = _format_cards(with_signs(text))
    if not is_on_terminal():
        _write_row(f"{first}{text}")
        return
    indent = margin + " " * _VERDICT_WIDTH
    room = max(40, get_terminal_size().columns - len(indent))
    for number, row in enumerate(wrap_text(text, room)):
        _write_row((indent if number else first) + _colour_cards(row))


def _write_row(row: str) -> None:
    if _buffer is None:
        typer.echo(row)
        return
    _buffer.append(row)
    if len(_buffer) == _BUFFER_ROWS:
        _flush_buffer()


def _flush_buffer() -> None:
    if _buffer:
        typer.echo("\n".join(_buffer))
        _buffer.clear()


def _write_to_stderr(row: str) -> None:
    _flush_buffer()  # what is wrong stands where it was found
    typer.echo(row, err=True)


def _format_cards(text: str) -> str:
    """Return the text with its cards for this output: unchanged, with suit signs, or with letters in plain mode."""
    if not (is_plain_output := is_plain()) and not is_on_terminal():
        return text
    from referee.cards.screen import with_suit_signs  # only a terminal has to pay for loading it

    return with_suit_signs(text, in_letters) if is_plain_output else with_suit_signs(text)


def _colour_cards(row: str) -> str:
    """Return the row with its cards in the colours of their suits, if colours are used."""
    if not uses_colour():
        return row
    from referee.cards.screen import SUIT_COLOURS, with_suit_signs

    return with_suit_signs(row, lambda card, suit: typer.style(card, fg=SUIT_COLOURS[suit].terminal))
