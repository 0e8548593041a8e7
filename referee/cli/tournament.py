"""``referee tournament``: rounds that are planned, drawn and played."""

from __future__ import annotations

import typer

from referee.cli import tournament_plan

app = typer.Typer(
    help="Tournaments of any format, played at the club's ordinary tables.",
    no_args_is_help=True,
    epilog="Example: referee tournament plan --players 23 --rounds 5 --size 3-5",
)
app.registered_commands.extend(tournament_plan.app.registered_commands)


@app.callback()
def tournament() -> None:
    """Tournaments of any format, played at the club's ordinary tables."""
