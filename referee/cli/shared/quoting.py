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
    """Return the word quoted for ``powershell`` (Windows PowerShell 5), ``pwsh`` (PowerShell 7) or else for cmd.exe.

    The result is the same for all unless the word contains one of ``" “ ” „ $ ` %`` or ends with a backslash. If so:

    - PowerShell gets single quotes, inside which no character is special. Windows PowerShell passes double quotes on
      as quotes of its own, so they are escaped once more for it.
    - cmd.exe expands ``%NAME%`` even inside quotes, and takes an escaped quote for a closing one. A word with either
      gets a caret before each special character. That works at the prompt; a batch file needs a doubled ``%``.

    A line break cannot be typed in cmd.exe at all, and no name or path contains one.
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
