"""The exit codes. Scripts rely on their values."""

from enum import IntEnum


class ExitCode(IntEnum):
    """The exit code of a command."""

    LEGAL = 0
    FAULT = 1
    USAGE = 2
    STORE = 3
    ILLEGAL = 10
    OPEN = 11
    INTERRUPTED = 130
