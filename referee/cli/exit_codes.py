"""What the exit codes mean. They are an interface: scripts rely on them."""

from enum import IntEnum


class ExitCode(IntEnum):
    """The exit code of every command."""

    LEGAL = 0
    FAULT = 1
    USAGE = 2
    STORE = 3
    ILLEGAL = 10
    OPEN = 11
    INTERRUPTED = 130
