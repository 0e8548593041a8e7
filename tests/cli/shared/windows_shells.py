"""How the shells of Windows, and then the programs that they start, read a command line.

By Microsoft's "Parsing C command-line arguments", "cmd" (its quotes, carets and variables at the prompt) and
"about_Quoting_Rules"; how Windows PowerShell hands arguments on is NeedQuotes and what follows in its source.
"""

import re
from collections.abc import Callable, Iterator, Mapping

SINGLE, DOUBLE = "'‘’‚‛", '"“”„'


class Unreadable(Exception):
    """A command line that is more than one command, or that has an effect beside it."""


def arguments(line: str) -> list[str]:
    """The words of a command line as the C runtime of a program reads them."""
    matches: list[str] = []
    at, word, quotes = 0, None, False
    while at < len(line):
        if slashes := re.compile(r"\\+").match(line, at):
            many, at = len(slashes[0]), slashes.end()
            before_a_quote = line[at : at + 1] == '"'
            word = (word or "") + "\\" * (many // 2 if before_a_quote else many)
            if before_a_quote and many % 2:
                word += '"'
                at += 1
            continue
        char = line[at]
        at += 1
        if char == '"':
            word = word or ""
            if quotes and line[at : at + 1] == '"':
                word += '"'
                at += 1
            else:
                quotes = not quotes
        elif char in " \t" and not quotes:
            if word is not None:
                matches.append(word)
            word = None
        else:
            word = (word or "") + char
    return [*matches, word] if word is not None else matches


def through_cmd(line: str, variables: Mapping[str, str]) -> list[str]:
    """The words that a program gets of a line that is typed at the prompt of cmd.exe."""
    known_names = {name.upper(): value for name, value in variables.items()}
    line = re.sub(r"%([^%]+)%", lambda matches: known_names.get(matches[1].upper(), matches[0]), line)
    handed, quotes, at = "", False, 0
    while at < len(line):
        char = line[at]
        at += 1
        if char == "^" and not quotes:
            handed += line[at : at + 1]
            at += 1
            continue
        if char == '"':
            quotes = not quotes
        elif char in "&|<>" and not quotes:
            raise Unreadable(f"{char} in {line}")
        handed += char
    return arguments(handed)


def through_powershell(line: str, hand_on: Callable[[str], str]) -> list[str]:
    """The words that a program gets of a line that is typed in PowerShell, whose version does `hand_on` each."""
    return arguments(" ".join(hand_on(word) for word in _words_of_powershell(line)))


def as_windows_powershell(word: str) -> str:
    """What Windows PowerShell 5 hands on of a word: within quotes where it has a blank, and else as it is."""
    outside, slash, blank = True, False, not word
    for char in word:
        if char == '"' and not slash:
            outside = not outside
        blank = blank or (char.isspace() and outside)
        slash = char == "\\"
    return f'"{word}"' if blank else word


def as_powershell_7(word: str) -> str:
    """What PowerShell 7 hands on of a word: such that a program gets it as it is."""
    escaped = re.sub(r'(\\*)"', r'\1\1\\"', word)
    return '"' + re.sub(r"(\\+)$", r"\1\1", escaped) + '"'


def _words_of_powershell(line: str) -> Iterator[str]:
    at = 0
    while at < len(line):
        if line[at] == " ":
            at += 1
            continue
        word = ""
        if line[at] in SINGLE + DOUBLE:
            kind = SINGLE if line[at] in SINGLE else DOUBLE
            at += 1
            while True:
                if at >= len(line):
                    raise Unreadable(f"a quote is not closed in {line}")
                if line[at] in kind:
                    if line[at + 1 : at + 2] and line[at + 1] in kind:
                        word += line[at + 1]
                        at += 2
                        continue
                    at += 1
                    break
                if kind is DOUBLE and line[at] in "$`":
                    raise Unreadable(f"{line[at]} in {line}")
                word += line[at]
                at += 1
            if line[at : at + 1] not in ("", " "):
                raise Unreadable(f"a word after a quoted one without a blank between in {line}")
        else:
            end = line.find(" ", at) if " " in line[at:] else len(line)
            word, at = line[at:end], end
            if matches := re.search(rf"[&|<>;,(){{}}$`@#{SINGLE}{DOUBLE}]|^~|^-[^-].*[.:]", word):
                raise Unreadable(f"{matches[0]} in {line}")
        yield word
