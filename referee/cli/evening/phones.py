"""``referee phones``: serve pages for the players' phones."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.shared.acting_officer import with_default_officer
from referee.cli.shared.club import open_from_options
from referee.cli.shared.common_options import ClubOptions
from referee.cli.shared.serving import collect_garbage
from referee.cli.shared.terminal import can_draw, is_plain

if TYPE_CHECKING:
    from referee.club.phones.serving import PhoneServer

app = typer.Typer()


@app.command(epilog="Example: referee phones, or encrypted: referee phones --address cards.example.org --cert club.pem")
def phones(
    common: ClubOptions,
    host: Annotated[
        str, typer.Option(help="Address to serve at (default: all addresses of this computer).")
    ] = "0.0.0.0",
    port: Annotated[int, typer.Option(help="Port to serve at.", min=1, max=65535)] = 8080,
    address: Annotated[
        str, typer.Option(metavar="NAME", help="Name by which phones reach this computer, if it has one.")
    ] = "",
    cert: Annotated[Path | None, typer.Option(metavar="FILE", help="Certificate (PEM), to serve over https.")] = None,
    key: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Key of the certificate (default: in the same file).")
    ] = None,
    no_results: Annotated[bool, typer.Option("--no-results", help="Accept no results from phones.")] = False,
    read_only: Annotated[bool, typer.Option("--read-only", help="Let phones only read, and call an officer.")] = False,
) -> None:
    """Let players record lines and results on their phones, until the session closes or you press Ctrl+C."""
    from referee.phones.server import create_state, serve
    from referee.phones.state import ServerSettings
    from referee.web.authentication import PASSWORD, read_password
    from referee.web.tls import tls_context

    collect_garbage()
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)  # a phone that goes away ends what it asked for, not the server
    tls = tls_context(cert, key)
    request = ServerSettings(host, port, address, not no_results, read_only, read_password(os.environ), tls)
    os.environ.pop(PASSWORD, None)
    with open_from_options(common) as club:
        serve(create_state(with_default_officer(club), request), _print_server)


def _print_server(server: PhoneServer) -> None:
    """Print the server's address, with a QR code at a terminal, and how to test it."""
    from referee.web.qr import qr

    typer.echo(f"The phones' pages are at {server.url}. Press Ctrl+C to stop.")
    if server.undrawn:
        typer.echo(f"No code to scan: {server.undrawn} Use --host 0.0.0.0 for the club's network.")
    else:
        if sys.stdout.isatty() and can_draw() and not is_plain():
            qr(server.url).terminal(compact=True)
        typer.echo("To test it, open that address on a phone on the club's Wi-Fi. It asks for the code of a table.")
    typer.echo(f"Officers find the codes at {server.url}/officer{'' if server.encrypted else ' on this computer'}.")
    if not server.encrypted:
        typer.echo("referee: Phones send everything unencrypted. Add --cert to encrypt it.", err=True)
    sys.stdout.flush()
