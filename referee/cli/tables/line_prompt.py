"""The line prompt of ``referee log TABLE``, which records each line and prints its ruling.

At a terminal `line_editor` edits the lines. From a pipe they are read unchanged.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from referee.cards.immutable import frozen
from referee.cli.exit_codes import ExitCode
from referee.cli.shared.hints import format_hints
from referee.cli.shared.printing import (
    exit_code,
    fail,
    print_fault,
    print_line,
    print_settlement,
    print_undecided,
    warn,
)
from referee.cli.shared.serving import collect_garbage
from referee.cli.tables.recording import counted_report, print_decided, print_effect, print_match, print_places
from referee.rules.plain_text import with_signs
from referee.rules.records.messages import awaited_name
from referee.rules.records.shorthand import whose_turn

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.club.match.log import MatchLog

LINE_KEPT: Final = "Your line is still here. Press Enter to send it again; it is recorded only once."
_MAX_LINE_BYTES: Final = 100_000


@dataclass(slots=True)
class _PromptState:
    """The state of the line prompt: its match, and the last line if it failed."""

    club: Club
    log: MatchLog
    is_refused: bool = False
    """Whether the last line was refused."""
    sent_line: tuple[str, str] = "", ""
    """A sent line without a reply yet, and its key."""
    kept_line: str = ""
    """The last line if the club could not be reached, or if only a name is missing."""

    def refresh(self) -> None:
        """Load lines recorded by others, if the club can be reached."""
        from referee.club.match.log import load_log
        from referee.club.text.faults import StoreUnreachable

        with suppress(StoreUnreachable):
            self.log = load_log(self.club, self.log.match.id, self.log)

    def key(self, text: str) -> str:
        """Return the idempotency key of a line. It stays the same until the line is recorded."""
        if self.sent_line[0] != text:
            self.sent_line = text, os.urandom(16).hex()
        return self.sent_line[1]


@frozen
class _Row:
    """An entered row with its number among `row_count` rows. `row_count` is 1 for a single row and 0 for a stream."""

    number: int
    text: str
    row_count: int

    @property
    def fault_lead(self) -> str:
        """The text before a fault: how many rows of the same paste were recorded."""
        return f"{self.number - 1} of {self.row_count} lines recorded; " if self.row_count > 1 else ""


def prompt(club: Club, number: int) -> ExitCode:
    """Prompt for lines until a blank one, record each, and print its ruling. Return the exit code.

    Without a terminal, lines come from standard input, and blank ones are skipped. A refused line does not end the
    prompt. From a pipe it sets the exit code.
    """
    from referee.club.match import recording
    from referee.club.match.log import load_log
    from referee.club.text import typed_lines
    from referee.club.text.faults import ClubFault, MisreadLine, StoreFault, StoreUnreachable

    table = _PromptState(club, load_log(club, number))
    typed_lines.refuse_unless_ruled(table.log)  # refuses a table where no line can be written down
    collect_garbage()
    at_a_terminal = _at_a_terminal()
    numbers: list[int] = []
    has_refusal = False
    for row in _prompt_rows(table) if at_a_terminal else _read_rows():
        text = row.text
        try:
            if _find_command(text, table.log):
                text = _with_line_number(text, table.log)  # sent again it means the same line
            if command := _find_command(text, table.log):
                command(table)
            else:
                lines = typed_lines.read_row(table.log, text)
                logged = recording.log_lines(club, table.log, lines, key=table.key(text))
                table.log, table.sent_line = logged.log, ("", "")
                for effect in logged.effects:
                    numbers.append(effect.line.number)
                    print_effect(number, table.log.book, effect, at_a_prompt=at_a_terminal)
                if at_a_terminal and (behind := club.clock_behind()):
                    warn(behind)
        except MisreadLine as misread:
            has_refusal = table.is_refused = True
            if at_a_terminal and misread.fault.lacks_name:
                table.kept_line = f" {text}"
            source = "" if at_a_terminal else "standard input"
            print_fault(
                replace(misread.fault, line=row.number),
                source,
                is_one_of_several=row.row_count != 1,
                progress=row.fault_lead,
            )
        except ClubFault as fault:
            if isinstance(fault, StoreFault) and not at_a_terminal:
                warn(f"referee: stopped at row {row.number} of standard input: {text}")
                raise
            has_refusal = table.is_refused = True
            table.kept_line = text if isinstance(fault, StoreUnreachable) else ""
            note = LINE_KEPT if table.kept_line else ""
            location = f"{row.fault_lead}line {row.number}: " if row.fault_lead else ""
            warn(f"referee: {location}{' '.join(filter(None, [str(fault), format_hints(*fault.hints), note]))}")
            table.refresh()
    code = _exit_code_for(table.log, numbers)
    return ExitCode.USAGE if has_refusal and not at_a_terminal else code


def _exit_code_for(log: MatchLog, numbers: Sequence[int]) -> ExitCode:
    """Return the exit code for the current rulings on the lines, without lines struck as mistyped."""
    from referee.club.match.log import DecisionKind
    from referee.club.match.view import line_view

    lines = [line_view(log, log.entries[number - 1]) for number in numbers]
    return exit_code(line.ruling for line in lines if line.ruling and line.decision is not DecisionKind.STRUCK)


def _at_a_terminal() -> bool:
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def _read_rows() -> Iterator[_Row]:
    """Yield the rows of standard input that are not blank or comments."""
    if sys.stdin is None:
        return
    for row, data in enumerate(iter(partial(sys.stdin.buffer.readline, _MAX_LINE_BYTES), b""), 1):
        try:
            text = data.decode("utf-8-sig").rstrip("\r\n")
        except UnicodeDecodeError:
            fail(f"Row {row} of standard input is not UTF-8 text. Save it as UTF-8 and try again.")
        if _has_content(text):
            yield _Row(row, text, 0)


def _prompt_rows(table: _PromptState) -> Iterator[_Row]:
    """Yield rows from the terminal until a blank one or the end of input. Ctrl-C drops the current row.

    After a refusal, the next prompt starts with the refused row and the rest of its paste. The same holds for a row
    that could not be sent, or that lacks only a name.
    """
    from referee.cli.tables.line_editor import line_editor
    from referee.club.match import matches
    from referee.club.match.log import EntryKind

    log = table.log
    print_line(f"{log.book.title}, {', '.join(log.names)}. A blank line leaves the prompt; type help for more.")
    recorded = [entry.text for entry in matches.show(table.club, log.match.id).log if entry.kind is EntryKind.LINE]
    ask_for_line = line_editor(lambda text: completions(table.log, text), recorded)
    pending = ""
    while True:
        table.refresh()
        try:
            text = ask_for_line(with_signs(f"table {log.match.id}{_prompt_suffix(table.log)}> "), pending)
        except EOFError:
            return
        except KeyboardInterrupt:
            pending = ""
            continue
        pending = ""
        lines = [entry for entry in text.split("\n") if _has_content(entry)] if "\n" in text else [text]
        if not any(line.strip() for line in lines):
            return
        for index, row in enumerate(lines):
            table.is_refused, table.kept_line = False, ""
            yield _Row(index + 1, row, len(lines))
            if table.is_refused and (table.kept_line or len(lines) > 1):
                pending = "\n".join([table.kept_line or row, *lines[index + 1 :]])
                break


def _has_content(row: str) -> bool:
    """Return whether a row is neither blank nor a comment."""
    return bool(row.partition("#")[0].strip())


def _prompt_suffix(log: MatchLog) -> str:
    """Return the player or event that the match waits for, as part of the prompt."""
    if log.match.finished_at:
        return ", finished"
    if not (awaited := awaited_name(log.sheet)):
        return ""
    return f", {awaited}" if whose_turn(log.book, log.sheet.table) is None else f", {awaited}'s turn"


def completions(log: MatchLog, text: str) -> Iterator[str]:
    """Yield the completions of a line: lines of the record, then commands of the prompt."""
    from referee.rules.suggestions.completion import complete

    if not log.match.finished_at:
        yield from complete(log.book, log.sheet.table, log.names, text)
    yield from (word for word in PROMPT_COMMANDS if word.startswith(text.casefold()) and word != text)


def _find_command(text: str, log: MatchLog) -> Callable[[_PromptState], None] | None:
    """Return the function for a command of the prompt, or None for a line of the record."""
    word, *words = text.split()
    if word.casefold() not in PROMPT_COMMANDS:
        return None
    if words and any(name.casefold().startswith(word.casefold()) for name in log.names):
        return None  # a player is called so
    return partial(PROMPT_COMMANDS[word.casefold()].run, words)


def _with_line_number(text: str, log: MatchLog) -> str:
    """Return the command with the number of the line it applies to, if it was typed without one."""
    from referee.club.match import recording
    from referee.club.match.log import DecisionKind

    word, *words = text.split()
    kinds = {"undo": DecisionKind.TAKEN_BACK, "stands": DecisionKind.STANDS}
    if (kind := kinds.get(word.casefold())) is None or (words and words[0][0].isdigit()):
        return text
    return " ".join([word, str(recording.last_line(log, kind)), *words])


def _undo_lines(words: Sequence[str], table: _PromptState) -> None:
    from referee.club.match import matches, recording
    from referee.club.match.result_text import parse_line_numbers

    number_texts = list(takewhile(lambda word: word[0].isdigit(), words))
    numbers = parse_line_numbers(number_texts) if number_texts else None
    logged = recording.undo_lines(table.club, table.log.match.id, numbers, reason=" ".join(words[len(number_texts) :]))
    table.refresh()
    print_decided(logged, matches.show(table.club, table.log.match.id))


def _let_stand(words: Sequence[str], table: _PromptState) -> None:
    from referee.club.match import matches, recording
    from referee.club.text.faults import ClubFault

    number = int(words[0]) if words and words[0].isdecimal() and len(words[0]) < 7 else None
    reason = " ".join(words if number is None else words[1:])
    if not reason:
        raise ClubFault("Letting a line stand needs a reason. Type one, such as: stands nobody minded")
    logged = recording.let_stand(table.club, table.log.match.id, number, reason=reason)
    table.refresh()
    print_decided([logged], matches.show(table.club, table.log.match.id))


def _finish_match(_: Sequence[str], table: _PromptState) -> None:
    from referee.club.match import ending

    logged = ending.finish(table.club, table.log.match.id)
    table.refresh()
    print_settlement(counted_report(logged), places=False)
    print_places(logged)
    print_undecided(logged)


def _show_match(_: Sequence[str], table: _PromptState) -> None:
    from referee.club.match import matches

    print_match(matches.show(table.club, table.log.match.id))


def _print_help(_: Sequence[str], table: _PromptState) -> None:
    example = table.log.book.grammar.example.replace("NAME", table.log.names[0], 1)
    print_line(f"Type what happened, such as: {example}")
    print_line("You can leave out the name of the player whose turn it is.")
    command_width = max(len(f"{command.word} {command.arguments}") for command in PROMPT_COMMANDS.values())
    for prompt_command in PROMPT_COMMANDS.values():
        print_line(
            f"  {f'{prompt_command.word} {prompt_command.arguments}'.ljust(command_width)}   {prompt_command.effect}",
            hang=command_width + 5,
        )
    print_line(
        "A blank line or Ctrl+D leaves the prompt. Tab completes words, the arrow keys recall earlier lines, "
        "and you can paste several."
    )


@frozen
class _PromptCommand:
    """A command of the prompt: its word, its arguments, its help text and its function."""

    word: str
    arguments: str
    effect: str
    run: Callable[[Sequence[str], _PromptState], None]


PROMPT_COMMANDS: Final = {
    command.word: command
    for command in (
        _PromptCommand("undo", "[LINES] [REASON]", "Undo the last line, or the lines named, such as 5-8", _undo_lines),
        _PromptCommand("stands", "[LINE] REASON", "Let an illegal line stand; needs a reason", _let_stand),
        _PromptCommand("finish", "", "Finish the match, with the places that its lines give", _finish_match),
        _PromptCommand("show", "", "Show the table with its log", _show_match),
        _PromptCommand("help", "", "Show this help", _print_help),
    )
}
"""The commands that the prompt accepts besides lines of a record."""
