"""Options that most commands share, and groups of options as single parameters."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from functools import wraps
from inspect import Parameter, signature
from typing import Annotated, Any

import typer
from typer.models import CommandInfo

from referee.cards.immutable import frozen
from referee.cli.click_groups import StrictCommand


def club_option(*, hidden: bool = False) -> Any:
    """Return the option --club. It is accepted before the command too, and its help is shown there only."""
    return typer.Option(
        "--club",
        metavar="DIR",
        hidden=hidden,
        help="Club folder or postgresql://... (default: $REFEREE_CLUB, or the nearest parent folder with a club).",
    )


def json_option(*, hidden: bool = False) -> Any:
    """Return the option --json. It is accepted before the command too."""
    return typer.Option("--json", hidden=hidden, help="Print data as JSON, if the command has any.")


JsonOption = Annotated[bool, json_option(hidden=True)]
ByOption = Annotated[
    str | None,
    typer.Option(
        "--by", metavar="NAME", help="Officer making the change (default: $REFEREE_OFFICER, then `officer here`)."
    ),
]
DryRunOption = Annotated[bool, typer.Option("--dry-run", "-n", help="Preview the changes without making them.")]
YesOption = Annotated[bool, typer.Option("--yes", "-y", help="Skip the confirmation prompt.")]


@dataclass(frozen=True, slots=True)  # not `frozen`: Typer reads the signature
class CommonOptions:
    """The values of the options that most commands share. Options that a command lacks have defaults."""

    by: ByOption = None
    yes: YesOption = False
    dry_run: DryRunOption = False
    json: JsonOption = False
    club: Annotated[str | None, club_option(hidden=True)] = None


@frozen
class OptionGroup:
    """An annotation that makes a parameter stand for the options of `factory`, or for those in `names`."""

    factory: Callable[..., object]
    names: tuple[str, ...] = ()

    @property
    def parameters(self) -> dict[str, Parameter]:
        """The options by name, as parameters for Typer."""
        parameters = signature(self.factory, eval_str=True).parameters
        return {name: parameters[name].replace(kind=Parameter.KEYWORD_ONLY) for name in self.names or parameters}


ClubOptions = Annotated[CommonOptions, OptionGroup(CommonOptions, ("club",))]
ReadOptions = Annotated[CommonOptions, OptionGroup(CommonOptions, ("json", "club"))]
FileOptions = Annotated[CommonOptions, OptionGroup(CommonOptions, ("yes", "json", "club"))]
OfficerOptions = Annotated[CommonOptions, OptionGroup(CommonOptions, ("by", "json", "club"))]
PreviewOptions = Annotated[CommonOptions, OptionGroup(CommonOptions, ("by", "dry_run", "json", "club"))]
ConfirmOptions = Annotated[CommonOptions, OptionGroup(CommonOptions, ("by", "yes", "json", "club"))]
CorrectionOptions = Annotated[CommonOptions, OptionGroup(CommonOptions, ("by", "yes", "dry_run", "json", "club"))]


def expand_options(info: CommandInfo) -> CommandInfo:
    """Return a command with its option groups expanded into options. The common ones come last."""
    command = info.callback
    if command is None:
        return info
    expanded = copy(info)
    expanded.cls = StrictCommand
    own_signature = signature(command, eval_str=True)
    groups = {
        name: mark
        for name, parameter in own_signature.parameters.items()
        for mark in getattr(parameter.annotation, "__metadata__", ())
        if isinstance(mark, OptionGroup)
    }
    if not groups:
        return expanded
    options = {name: mark.parameters for name, mark in groups.items()}

    @wraps(command)
    def run(**values: object) -> None:
        for name, mark in groups.items():
            values[name] = mark.factory(**{option: values.pop(option) for option in options[name]})
        command(**values)

    parameters: list[Parameter] = []
    for name, parameter_spec in sorted(own_signature.parameters.items(), key=lambda item: item[0] == "common"):
        parameters += options.get(name, {name: parameter_spec.replace(kind=Parameter.KEYWORD_ONLY)}).values()
    run.__signature__ = own_signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    expanded.callback = run
    return expanded
