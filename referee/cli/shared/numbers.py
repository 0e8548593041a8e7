"""The numbers by which tables and tournaments are named, with their completion."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.shared import completing

Table = Annotated[int, typer.Argument(metavar="TABLE", help="The table's number.", autocompletion=completing.tables)]
Tournament = Annotated[
    str, typer.Argument(metavar="N", help="Its number, or its name.", autocompletion=completing.tournaments)
]
