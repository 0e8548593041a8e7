"""The entry point of the program. It imports only the command that was typed."""

from __future__ import annotations

import codecs
import contextlib
import errno
import gc
import io
import os
import re
import signal
import sys
from collections.abc import Iterable, Sequence
from copy import copy
from importlib import import_module
from typing import Annotated, Final

# Pydantic would look through all that is installed for plugins of its own; nothing here has any.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")

# A command is mostly imports; collecting cycles among them is a third of its time and frees nothing. Those that stay
# open for hours collect again: `referee.cli.shared.serving`.
gc.disable()

import typer  # noqa: E402
from typer.models import CommandInfo  # noqa: E402

from referee import __version__  # noqa: E402
from referee.cli import synonyms  # noqa: E402
from referee.cli.click_groups import CommandGroup, CommandTree, UnknownCommand  # noqa: E402
from referee.cli.command_tree import COMMANDS, GROUPS  # noqa: E402
from referee.cli.exit_codes import ExitCode  # noqa: E402
from referee.cli.shared import shell_completion  # noqa: E402
from referee.cli.shared.common_options import club_option, expand_options, json_option  # noqa: E402
from referee.rules.plain_text import describe_unfit, first_unfit, with_signs  # noqa: E402

_WHITESPACE: Final = str.maketrans("\t\n", "  ")
_LONGEST_ECHO: Final = 200
_TOO_MANY_DIGITS: Final = re.compile(r"\d{100}")


def build_app(argv: Sequence[str]) -> typer.Typer:
    """Return the program with only the command in `argv`, or with all commands for an empty `argv`."""
    app = typer.Typer(
        name="referee",
        cls=CommandTree,
        help="A tournament referee and match log for card clubs.",
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )

    @app.callback(invoke_without_command=True)
    def root(
        ctx: typer.Context,
        version: Annotated[
            bool, typer.Option("--version", help="Print the version, and those of Python and SQLite.", is_eager=True)
        ] = False,
        club: Annotated[str | None, club_option()] = None,
        json: Annotated[bool, json_option()] = False,  # noqa: ARG001 - the command asks for it
    ) -> None:
        """A tournament referee and match log for card clubs."""
        if version:
            typer.echo(f"referee {__version__} ({_runtime_versions()})")
            raise typer.Exit
        if club is not None:
            os.environ["REFEREE_CLUB"] = club  # as if it had been set: what is said behind the command goes before it
        if ctx.invoked_subcommand is None:
            typer.echo(ctx.get_help())

    if any(word.startswith(shell_completion.COMPLETION_OPTIONS) for word in argv):
        shell_completion.install_scripts()
    known_words = {**COMMANDS, **GROUPS}
    first, second = _find_command_words(argv, known_words)
    for name in known_words if not argv else [first] if first in known_words else []:
        _add_commands(app, name, second)
    return app


def _runtime_versions() -> str:
    """Return the versions of Python and SQLite, for reports of faults."""
    from platform import python_version
    from sqlite3 import sqlite_version

    return f"Python {python_version()}, SQLite {sqlite_version}"


def _find_command_words(argv: Sequence[str], known_words: Iterable[str]) -> tuple[str, str]:
    """Return the command that the first word means, and the word after it, or "" for each that is missing."""
    remaining = list(argv)
    while remaining and remaining[0].startswith("-"):
        remaining = remaining[2 if remaining[0] == "--club" else 1 :]
    first, second = [*remaining[:2], "", ""][:2]
    matches = [first] if first in known_words else synonyms.commands_beginning(first, known_words)
    return matches[0] if len(matches) == 1 else "", second


def main() -> None:
    """Run the program with the command line's arguments."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a reader that goes away ends the printing, as everywhere
    _use_utf8()
    unprintable = _escape_unprintable()
    try:
        _reject_unfit_arguments(sys.argv[1:])
        completing = "_REFEREE_COMPLETE" in os.environ
        build_app([] if completing else sys.argv[1:] or ["--help"])(prog_name="referee")
    except UnknownCommand as fault:
        typer.echo(f"referee: {fault}", err=True)
        sys.exit(fault.exit_code)
    except Exception as error:
        if _is_broken_pipe(error):
            sys.exit(ExitCode.FAULT)
        code = _report_error(_named_damage(error))
        if code is None:
            raise
        sys.exit(code)
    finally:
        if unprintable:
            _warn_of_unprintable(unprintable)
        gc.freeze()  # what is left is freed with the process; there is nothing to look through


def _reject_unfit_arguments(argv: list[str]) -> None:
    """Exit with an error for an argument with control characters or an excessive number.

    Line breaks pass, as commands refuse them with better messages.
    """
    for number, word in enumerate(argv, 1):
        if (position := first_unfit(word.translate(_WHITESPACE))) is not None:
            typer.echo(
                f"referee: argument {number}, character {position + 1}: {describe_unfit(word[position])}; "
                "expected text without it",
                err=True,
            )
            typer.echo(f"    {with_signs(word[:_LONGEST_ECHO])}", err=True)
            sys.exit(ExitCode.USAGE)
        if long_number := _TOO_MANY_DIGITS.search(word):
            position = long_number.start() + 1
            typer.echo(
                f"referee: argument {number}, character {position}: a number of 100 digits or more. Shorten it.",
                err=True,
            )
            sys.exit(ExitCode.USAGE)


def _use_utf8() -> None:
    """Use UTF-8 for files and pipes on Windows too, unless PYTHONIOENCODING is set.

    The default there is a regional encoding, but records and lists are in UTF-8. A terminal prints all characters
    anyway.
    """
    if sys.platform == "win32" and "PYTHONIOENCODING" not in os.environ:
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper) and not stream.isatty():
                stream.reconfigure(encoding="utf-8")


def _is_broken_pipe(error: Exception) -> bool:
    """Return whether the reader of the output has gone, and if so, discard further output.

    Windows sends no signal for it. Python would otherwise try to print the output again at exit, and fail.
    """
    if not isinstance(error, OSError) or error.errno not in (errno.EPIPE, errno.EINVAL) or not sys.stdout:
        return False
    try:
        sys.stdout.write("\n")  # the same fault may come from elsewhere
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return True
    return False


def _escape_unprintable() -> set[str]:
    """Print characters that the output's encoding lacks as escapes. Return the set that collects them.

    The command's work is done when it prints, and its exit code must still say so.
    """
    unprintable: set[str] = set()

    def escape(error: UnicodeError) -> tuple[str | bytes, int]:
        if not isinstance(error, UnicodeEncodeError):
            raise error
        letters = error.object[error.start : error.end]
        unprintable.update(letters)
        return letters.encode("ascii", "backslashreplace").decode("ascii"), error.end

    codecs.register_error("referee", escape)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # there is none where the program was started without
            stream.reconfigure(errors="referee")
    return unprintable


def _warn_of_unprintable(unprintable: set[str]) -> None:
    with contextlib.suppress(OSError, ValueError):
        letters = " ".join(ascii(letter)[1:-1] for letter in sorted(unprintable)[:10])
        encoding = getattr(sys.stdout, "encoding", "this encoding")
        typer.echo(f"referee: {encoding} has no letter for {letters}; try again with PYTHONIOENCODING=utf-8", err=True)


def _named_damage(error: Exception) -> Exception:
    """Return the fault of the damaged club if it can have caused the error, or the error itself."""
    from referee.club.text.faults import ClubFault
    from referee.store.faults import CAUSED_BY_DAMAGE

    club_module = sys.modules.get("referee.cli.shared.club")
    if club_module is None or isinstance(error, ClubFault) or not isinstance(error, CAUSED_BY_DAMAGE):
        return error
    try:
        for club in club_module.LAST_OPENED:
            with club.translating_damage():
                raise error
    except ClubFault as damage:
        return damage
    except Exception:
        return error
    return error


def _report_error(error: Exception) -> ExitCode | None:
    """Print a fault and return its exit code, or return None for an error in the program."""
    from referee.cli.shared.hints import format_hints
    from referee.cli.shared.printing import print_fault, warn  # only a fault has to pay for loading the club's
    from referee.club.text.faults import ClubFault, MisreadLine, StoreFault

    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EBADF) and not error.filename:
        typer.echo(f"referee: cannot print: {error.strerror}", err=True)
        return ExitCode.FAULT
    if isinstance(error, OSError) and error.strerror:
        warn(f"referee: cannot use {str(error.filename or 'this folder')[:_LONGEST_ECHO]}: {error.strerror}")
        return ExitCode.STORE
    if isinstance(error, UnicodeEncodeError):
        description = describe_unfit(error.object[error.start])
        warn(f"referee: {error.object[:_LONGEST_ECHO]}: {description}; expected text without it")
        return ExitCode.USAGE
    if isinstance(error, MisreadLine):
        print_fault(error.fault, is_one_of_several=error.several)
        return ExitCode.USAGE
    if isinstance(error, ClubFault):
        noted = getattr(error, "__notes__", [])  # such as that of several lines none was written down
        warn(f"referee: {' '.join(filter(None, [str(error), *noted, format_hints(*error.hints)]))}")
        return ExitCode.STORE if isinstance(error, StoreFault) else ExitCode.USAGE
    return None


def _add_commands(app: typer.Typer, name: str, subcommand: str) -> None:
    """Add a command, or a group with only the given subcommand if it has one by that name."""
    command_module = import_module(f"referee.cli.{COMMANDS.get(name) or GROUPS[name]}")
    if name not in GROUPS:
        app.registered_commands.extend(
            expand_options(command)
            for command in command_module.app.registered_commands
            if _command_name(command) == name
        )
        return
    group = copy(command_module.app)
    # What each takes is made out of its signature, and that of a whole group takes longer than a ruling.
    matching = [command for command in command_module.app.registered_commands if _command_name(command) == subcommand]
    group.registered_commands = [
        expand_options(command) for command in matching or command_module.app.registered_commands
    ]
    app.add_typer(group, name=name, cls=CommandGroup)


def _command_name(command: CommandInfo) -> str:
    """Return the word that runs the command."""
    return command.name or getattr(command.callback, "__name__", "").replace("_", "-")
