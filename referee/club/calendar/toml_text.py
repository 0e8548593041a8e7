"""TOML text with the row number of each key, so that a fault has a position."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from referee.cards.immutable import frozen
from referee.rules import Fault

KeyPath: TypeAlias = tuple[str, ...]

LONGEST_FILE: Final = 200_000
_LONGEST_ROW: Final = 1_000
_MOST_FAULTS: Final = 50
_WORD: Final = r"""(?:"[^"]*"|'[^']*'|[\w-]+)"""
_HEADING: Final = re.compile(rf"\s*(?P<open>\[\[?)\s*(?P<key>{_WORD}(?:\s*\.\s*{_WORD})*)")
_VALUE: Final = r"""\s*=\s*(?P<value>"(?:[^"\\]|\\.)*"|'[^']*'|[^,}\#]*)"""
_STATEMENT: Final = re.compile(rf"\s*(?P<key>{_WORD}(?:\s*\.\s*{_WORD})*){_VALUE}")
_PLACE: Final = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


class UnreadableToml(ValueError):
    """A text with too little valid TOML to check anything further. `faults` lists its faults."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__(faults[0].message)
        self.faults = faults


@frozen
class TomlText:
    """A TOML text: its rows, its data, and the row numbers of every key by path, from 1.

    `faults` are unreadable rows, and `unreadable_keys` the keys on them. In a list of tables, the path includes the
    number of the table.
    """

    rows: Sequence[str]
    data: dict[str, Any]
    lines: Mapping[KeyPath, int]
    faults: tuple[Fault, ...]
    unreadable_keys: frozenset[KeyPath]

    def fault(self, path: KeyPath, message: str, *, at_key: bool = False) -> Fault:
        """Return a fault at a value, or at its key. If that is missing, the fault is at the table that should contain
        it.
        """
        nearest_path = next((path[:size] for size in range(len(path), 0, -1) if path[:size] in self.lines), None)
        line = self.lines[nearest_path] if nearest_path else 1
        row = self.rows[line - 1]
        for key_text in (".".join(path), *reversed(path)):
            match = re.search(rf"(?<![\w-]){re.escape(key_text)}(?![\w-])[\"']?(?:{_VALUE})?", row)
            if match:
                start, end = (
                    match.span("value")
                    if match["value"] and not at_key
                    else (match.start(), match.start() + len(key_text))
                )
                return Fault(line, start + 1, len(row[start:end].rstrip()), message, row)
        return Fault(line, 1, 1, message, row)


def read_toml(text: str) -> TomlText:
    """Return a text with its data. Faulty statements are recorded, and the others are read.

    Raise `UnreadableToml` after a broken heading or an unterminated text, because the rest is then uncertain.
    """
    rows = text.removeprefix("\ufeff").replace("\r\n", "\n").rstrip("\n").split("\n")
    long_row = next((number for number, row in enumerate(rows, 1) if len(row) > _LONGEST_ROW), None)
    if long_row or len(text) > LONGEST_FILE:
        message = f"Use at most {LONGEST_FILE} characters, and {_LONGEST_ROW} a line"
        raise UnreadableToml(
            Fault(long_row or 1, 1, 1, f"the file is too long. {message}", rows[(long_row or 1) - 1][:80])
        )
    readable_rows, faults = list(rows), list[Fault]()
    while True:
        try:
            data = tomllib.loads("\n".join(readable_rows))
            break
        except (ValueError, RecursionError) as error:
            faults.append(_syntax_fault(error, readable_rows))
            if len(faults) == _MOST_FAULTS or not _is_faulty_alone(faults[-1]):
                raise UnreadableToml(*faults) from None
            readable_rows[faults[-1].line - 1] = ""
    faulty_lines = {fault.line for fault in faults}
    all_lines = _rows_by_key(rows)
    lines = {
        path: readable_lines[0]
        for path, line_numbers in all_lines.items()
        if (readable_lines := [line for line in line_numbers if line not in faulty_lines])
    }
    return TomlText(rows, data, lines, tuple(faults), frozenset(all_lines.keys() - lines.keys()))


def _rows_by_key(rows: Sequence[str]) -> dict[KeyPath, list[int]]:
    """Return the row numbers of each key, by path."""
    lines: dict[KeyPath, list[int]] = {}
    table: KeyPath = ()
    list_counts: Counter[KeyPath] = Counter()
    for number, row in enumerate(rows, 1):
        if not (match := _HEADING.match(row) or _STATEMENT.match(row)):
            continue
        path = tuple(word.strip("\"'") for word in re.findall(_WORD, match["key"]))
        if match.re is _HEADING:
            list_counts[path] += match["open"] == "[["
            table = path = (*path, str(list_counts[path])) if list_counts[path] else path
        else:
            path = (*table, *path)
        for size in range(1, len(path) + 1):
            lines.setdefault(path[:size], []).append(number)
    return lines


def _is_faulty_alone(fault: Fault) -> bool:
    """Tell whether a row is a faulty statement, whatever the other rows are."""
    if not _STATEMENT.match(fault.text):
        return False
    try:
        tomllib.loads(fault.text)
    except ValueError:
        return True
    return fault.message.endswith("is given twice. Use it once")


def _syntax_fault(error: Exception, rows: Sequence[str]) -> Fault:
    """Return a TOML syntax error as a fault in the user's words, such as for a mistyped date, time or text."""
    if not (match := _PLACE.search(str(error))):
        cause = "lists or tables are nested too deeply" if isinstance(error, RecursionError) else error
        return Fault(1, 1, 1, f"this cannot be read: {cause}", rows[0])
    line = int(match[1] or len(rows))
    text, reason = rows[line - 1], _PLACE.sub("", str(error))
    heading, statement = _HEADING.match(text), _STATEMENT.match(text)
    if reason.startswith(("Cannot overwrite", "Cannot declare")) and (duplicate := heading or statement):
        key = f"[{duplicate['key']}]" if heading else duplicate["key"]
        return Fault(
            line, duplicate.start("key") + 1, len(duplicate["key"]), f"{key} is given twice. Use it once", text
        )
    value = statement["value"].rstrip() if statement else "?"
    if not statement:
        message = ""
    elif not value:
        message = f"{statement['key']} has no value"
    elif re.fullmatch(r"\d+[-/.]\d+[-/.]\d+", value):
        message = f"{value} is not a date. Use one such as 2026-09-07"
    elif re.match(r"\d+:\d+", value):
        message = f'{statement["key"]} is {value}. Use a time in quotes, such as "15:45"'
    elif value[0].isalpha():
        message = f'{statement["key"]} is {value}. Use a text in quotes: {statement["key"]} = "{value}"'
    else:
        message = ""
    if statement and message:
        return Fault(line, statement.start("value") + 1, max(1, len(value)), message, text)
    column = min(int(match[2] or len(text) + 1), len(text) + 1)
    return Fault(line, column, 1, f"this line cannot be read: {reason[:1].lower()}{reason[1:]}", text)
