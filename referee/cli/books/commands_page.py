"""Generate the manual's page `commands`, with every command, its arguments and options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from referee.cli.command_tree import EVENING, PANELS

NAME: Final = "commands"
_HEAD: Final = """\
# Every command

All commands by group, each with its arguments, its options and a short description. `referee COMMAND --help` explains
the options and has an example. You can shorten any command while it stays unambiguous.

Every command takes `--help` and `--club DIR`, and `--json` if it has data. Type `--club` and `--json` before or after
the command. The club is the folder that `--club` names, then `$REFEREE_CLUB`, then the nearest parent folder with a
club.
"""


def commands_page() -> str:
    """Return the manual's page `commands` in Markdown."""
    import typer

    from referee.cli.main import build_app

    tree: Any = typer.main.get_command(build_app([]))
    parts = [_HEAD]
    for panel, names in {"Every evening": tuple(EVENING), **PANELS}.items():
        rows = [row for name in names if name in tree.commands for row in _rows((name,), tree.commands[name])]
        parts.append(f"## {panel}\n\n" + "\n".join(rows) + "\n")
    return "\n".join(parts)


def _rows(words: tuple[str, ...], command: Any) -> Iterator[str]:
    if subcommands := getattr(command, "commands", None):
        for name, subcommand in subcommands.items():
            yield from _rows((*words, name), subcommand)
        return
    usage = " ".join(["referee", *words, *filter(None, map(_usage, command.params))])
    yield f"- `{usage}`\\\n  {command.help.splitlines()[0].strip()}"


def _usage(param: Any) -> str:
    """Return the usage of an argument or option, or "" for a hidden one."""
    if getattr(param, "hidden", False) or "--club" in param.opts:
        return ""
    metavar = param.metavar or param.name.upper()
    if param.param_type_name == "argument":
        usage = f"{metavar}..." if param.nargs == -1 and not metavar.endswith("...") else metavar
        return usage if param.required or usage.startswith("[") else f"[{usage}]"
    longest = max(param.opts, key=len)
    return f"[{longest}]" if param.is_flag else f"[{longest} {metavar}]"
