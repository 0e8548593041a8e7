"""``referee profile``."""

import typer

app = typer.Typer()
