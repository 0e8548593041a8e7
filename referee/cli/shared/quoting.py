"""Quote words for the user's shell, so that printed commands can be copied and pasted."""

from __future__ import annotations

import os
import re
import shlex
import sys
from typing import Final

_SPECIAL_IN_DOUBLE_QUOTES: Final = frozenset('"$`\\!')
# A word after a dash may have nothing but letters, digits and dashes: PowerShell divides `-a.b` into two.
_BARE_ON_WINDOWS: Final = re.compile(r"[\w./:\\+=][\w./:\\+=-]*|-{1,2}\w[\w-]*")
# Each means something within double quotes to cmd.exe or to PowerShell, which takes curly quotes for straight ones.
_READ_DIFFERENTLY: Final = re.compile(r'["“”„$`%]|\\$')
_CMD_SPECIAL: Final = re.compile(r'[()%!^"<>&|]')
_SINGLE_QUOTE: Final = re.compile("['‘’‚‛]")


def quote(word: str) -> str:
    """Return the word, quoted if needed, so that the user's shell reads it as one argument.

    On POSIX systems and in Git Bash, it is quoted for a POSIX shell. On Windows, it gets double quotes if cmd.exe and
    PowerShell read all its characters alike. Otherwise it is quoted for the shell that started the program, or for
    cmd.exe if that shell is unknown.
    """
    if sys.platform != "win32" or "MSYSTEM" in os.environ:
        return quote_posix(word)
    return quote_windows(word, _windows_shell() if _READ_DIFFERENTLY.search(word) else "")


def quote_posix(word: str) -> str:
    """Return the word quoted for sh, bash, zsh and fish, with double quotes if these suffice."""
    bare = shlex.quote(word)
    return bare if bare == word or set(word) & _SPECIAL_IN_DOUBLE_QUOTES else f'"{word}"'


def quote_windows(word: str, shell: str) -> str:
    """Return a word for ``powershell`` (Windows PowerShell 5), ``pwsh`` (PowerShell 7) or else for cmd.exe.

    A word without any of ``" “ ” „ $ ` %``, and without a backslash at its end, is the same for all. With one of them:

    - PowerShell gets single quotes, in which nothing has a meaning. Windows PowerShell hands double quotes on as if
      they were its own, so there they are escaped once more.
    - cmd.exe takes ``%NAME%`` for a variable even within quotes, and an escaped quote for the end of them. Where there
      is either, each character with a meaning gets a caret. That is for the prompt: in a batch file ``%`` is doubled.

    A line break cannot be typed in cmd.exe at all, and no name or path has one.
    """
    if _BARE_ON_WINDOWS.fullmatch(word):
        return word
    if not _READ_DIFFERENTLY.search(word):
        return f'"{word}"'
    if shell in ("powershell", "pwsh"):
        value = _escape(word, at_end=" " in word) if shell == "powershell" else word
        return f"'{_SINGLE_QUOTE.sub(lambda match: match[0] * 2, value)}'"
    argument = f'"{_escape(word, at_end=True)}"'
    return _CMD_SPECIAL.sub(r"^\g<0>", argument) if set(word) & set('"%') else argument


def _escape(word: str, *, at_end: bool) -> str:
    """Return the word escaped for double quotes in Windows programs. Backslashes count only before a quote."""
    escaped = re.sub(r'(\\*)"', r'\1\1\\"', word)
    return re.sub(r"(\\+)$", r"\1\1", escaped) if at_end else escaped


def _windows_shell() -> str:
    # It looks through all processes, which few words need.
    from shellingham import detect_shell  # type: ignore[import-untyped]

    try:
        return str(detect_shell()[0])
    except (OSError, RuntimeError):
        return "cmd"
