"""Options that most commands have in common, and how one parameter of a command stands for several options."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from functools import wraps
from inspect import Parameter, signature
from typing import Annotated, Any

import typer
from typer.models import CommandInfo

from referee.cli.click_groups import Command
from referee.rules.immutable import frozen


def club_at(*, hidden: bool = False) -> Any:
    """Return the option `--club`, which stands before the command. It is taken behind it too: no help repeats it."""
    return typer.Option(
        "--club",
        metavar="DIR",
        hidden=hidden,
        help="Club folder or postgresql://... (default: $REFEREE_CLUB, or the nearest parent folder with a club).",
    )


def as_json_at(*, hidden: bool = False) -> Any:
    """Return the option `--json`, which may stand before the command too, as `--club` does."""
    return typer.Option("--json", hidden=hidden, help="Print data as JSON, where a command has any.")


AsJson = Annotated[bool, as_json_at(hidden=True)]
By = Annotated[
    str | None,
    typer.Option(
        "--by", metavar="NAME", help="Officer making the change (default: $REFEREE_OFFICER, then `officer here`)."
    ),
]
DryRun = Annotated[bool, typer.Option("--dry-run", "-n", help="Preview the changes without making them.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Skip the confirmation prompt.")]


@frozen
class Common:
    """What was typed of the options that most commands have; one that a command does not have is as if not typed."""

    by: By = None
    yes: Yes = False
    dry_run: DryRun = False
    json: AsJson = False
    club: Annotated[str | None, club_at(hidden=True)] = None


@frozen
class Options:
    """Marks a parameter of a command that is made of options: those of a function, or those `named` of them."""

    made_by: Callable[..., object]
    named: tuple[str, ...] = ()

    @property
    def parameters(self) -> dict[str, Parameter]:
        """Return the options by their names, as typer reads them."""
        found = signature(self.made_by, eval_str=True).parameters
        return {name: found[name].replace(kind=Parameter.KEYWORD_ONLY) for name in self.named or found}


InClub = Annotated[Common, Options(Common, ("club",))]
Looking = Annotated[Common, Options(Common, ("json", "club"))]
Writing = Annotated[Common, Options(Common, ("yes", "json", "club"))]
Acting = Annotated[Common, Options(Common, ("by", "json", "club"))]
Previewed = Annotated[Common, Options(Common, ("by", "dry_run", "json", "club"))]
Deciding = Annotated[Common, Options(Common, ("by", "yes", "json", "club"))]
Correcting = Annotated[Common, Options(Common, ("by", "yes", "dry_run", "json", "club"))]


def with_options(info: CommandInfo) -> CommandInfo:
    """Return a command that takes the options of what its parameters are made of; the common ones come last."""
    command = info.callback
    if command is None:
        return info
    taken = copy(info)
    taken.cls = Command
    own = signature(command, eval_str=True)
    made = {
        name: mark
        for name, each in own.parameters.items()
        for mark in getattr(each.annotation, "__metadata__", ())
        if isinstance(mark, Options)
    }
    if not made:
        return taken
    options = {name: mark.parameters for name, mark in made.items()}

    @wraps(command)
    def run(**typed: object) -> None:
        for name, mark in made.items():
            typed[name] = mark.made_by(**{each: typed.pop(each) for each in options[name]})
        command(**typed)

    parameters: list[Parameter] = []
    for name, each in sorted(own.parameters.items(), key=lambda named: named[0] == "common"):
        parameters += options.get(name, {name: each.replace(kind=Parameter.KEYWORD_ONLY)}).values()
    run.__signature__ = own.replace(parameters=parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in parameters}
    taken.callback = run
    return taken
