"""Typer command and group classes that complete shortened words and check arguments."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import typer
from typer.core import TyperCommand, TyperGroup
from typer.exceptions import TyperException

from referee.cli import synonyms
from referee.cli.command_tree import EVENING, PANELS, SHOWN_BY_NUMBER, SHOWN_WITHOUT_COMMAND
from referee.cli.exit_codes import ExitCode

_NUMBER: Final = re.compile(r"m?\d+|\d{4}-\d\d-\d\d(/\d+)?")


_LONGEST_HELP: Final = 1000
"""More characters than the first sentence of any help text has."""


class UnknownCommand(TyperException):
    """The exception for an unknown command. Its message suggests others."""

    exit_code = ExitCode.USAGE


class StrictCommand(TyperCommand):
    """A command that refuses empty arguments and repeated options."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Return the arguments left after parsing. Raise a usage error for empty or repeated ones."""
        empty = "" in args
        order: list[Any]
        _, _, order = self.make_parser(ctx).parse_args(args=list(args))
        single_options = [
            param for param in order if _is_option(param) and not param.multiple and not getattr(param, "count", False)
        ]
        for option, times in Counter(single_options).items():
            if times > 1:
                ctx.fail(f"{option.opts[0]} is given {'twice' if times == 2 else f'{times} times'}. Give it once.")
        remaining = super().parse_args(ctx, args)
        for argument in self.params if empty else ():
            if (
                not _is_option(argument)
                and _is_on_command_line(ctx, argument)
                and "" in _as_sequence(ctx.params[argument.name])
            ):
                ctx.fail(f"{argument.make_metavar(ctx)} is empty. {_expected_input(argument)}")
        root_params = ctx.find_root().params if ctx is not ctx.find_root() else {}
        for name in ("club", "json"):
            if root_params.get(name) and ctx.params.get(name):
                ctx.fail(f"--{name} is given twice. Give it once.")
        if root_params.get("json"):
            if "json" not in ctx.params:
                ctx.fail("This command prints no data as JSON. Leave out --json.")
            ctx.params["json"] = True
        return remaining

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write the example and the global options of this command."""
        super().format_epilog(ctx, formatter)
        everywhere = {"club": "--club DIR", "json": "--json"}
        hidden = [str(param.name) for param in reversed(self.params) if getattr(param, "hidden", False)]
        if global_options := [everywhere[name] for name in hidden if name in everywhere]:
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(f"Also {' and '.join(global_options)}, as for every command: referee --help")

    def invoke(self, ctx: Any) -> Any:
        """Run the command. If it lacks a reason, prompt for one and run it again."""
        try:
            return super().invoke(ctx)
        except typer.Exit:
            raise
        except Exception as fault:
            from referee.club.text.faults import NeedsReason  # which a ruling does without

            if not isinstance(fault, NeedsReason) or not _can_prompt_for_reason(ctx):
                raise
            typer.echo(str(fault), err=True)
        ctx.params["reason"] = _prompt_for_reason()
        return super().invoke(ctx)


def _prompt_for_reason() -> str:
    try:
        return str(typer.prompt("Reason", err=True))
    except typer.Abort:
        typer.echo("\nreferee: Nothing was changed.", err=True)
        raise typer.Exit(ExitCode.INTERRUPTED) from None


def _can_prompt_for_reason(ctx: Any) -> bool:
    """Return whether the user can be asked for a missing reason."""
    at_a_terminal = bool(sys.stdin and sys.stdin.isatty())
    return at_a_terminal and "reason" in ctx.params and not str(ctx.params["reason"] or "").strip()


def _is_option(param: Any) -> bool:
    return bool(param.param_type_name == "option")


def _is_on_command_line(ctx: Any, param: Any) -> bool:
    return getattr(ctx.get_parameter_source(param.name), "name", "") == "COMMANDLINE"


def _as_sequence(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else [value]


def _expected_input(param: Any) -> str:
    return f"Type this: {param.help}" if getattr(param, "help", "") else "Type it, or leave it out."


class CommandGroup(TyperGroup):
    """A group that accepts shortened commands, and suggests commands for an unknown word."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Return the arguments left after parsing. Without a command, run the default one or print the help."""
        if not args and not ctx.resilient_parsing:
            bare = SHOWN_WITHOUT_COMMAND.get(self.name or "")
            if bare is None:
                typer.echo(ctx.get_help())
                ctx.exit(ExitCode.LEGAL)
            args = [str(bare)]
        elif args and _NUMBER.fullmatch(args[0]) and (show_command := SHOWN_BY_NUMBER.get(self.name or "")):
            args = [show_command, *args]
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """Return the command for a word or its beginning. Raise `UnknownCommand` if there is not exactly one."""
        if args[0].startswith("-") or args[0] in self.commands:
            return super().resolve_command(ctx, args)
        matches = synonyms.commands_beginning(args[0], self.commands)
        if len(matches) == 1:
            return super().resolve_command(ctx, [*matches, *args[1:]])
        if ctx.resilient_parsing:  # Tab is behind it, and a wrong word is only answered when it was entered
            return super().resolve_command(ctx, args)
        group = "" if ctx is ctx.find_root() else self.name or ""
        raise UnknownCommand(synonyms.describe_unknown(group, args, matches))

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands, each with its complete first sentence."""
        commands = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl([(name, param.get_short_help_str(_LONGEST_HELP)) for name, param in commands if param])


class CommandTree(CommandGroup):
    """The root group. Its help lists the evening's commands singly and the others in panels."""

    def format_commands(self, _ctx: Any, formatter: Any) -> None:
        """Write the panels of the help."""
        with formatter.section("Every evening"):
            formatter.write_dl(list(EVENING.items()))
        for panel, names in PANELS.items():
            with formatter.section(panel):
                formatter.write_text("  ".join(names))

    def format_epilog(self, _ctx: Any, formatter: Any) -> None:
        """Write where to read more."""
        formatter.write("\nNew here? referee manual first-monday\nAll commands: referee manual commands\n")
        formatter.write("For a screen reader, set REFEREE_PLAIN=1: referee manual desk\n")
