"""Operations that start and stop the phone server, with prompts for its port and certificate."""

from __future__ import annotations

import errno
import socket
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from referee.club.folder import Club
from referee.club.phones.serving import PhoneServer, session_to_serve, withdraw_server
from referee.club.text.faults import ClubFault
from referee.dashboard.deeds.deed import Answers, Deed, Effect, Long, Parameter, Pick, Prompt
from referee.dashboard.phones_process import PhonesProcess
from referee.store.files.user_folders import expand_user
from referee.store.progress import Progress
from referee.web.tls import tls_context

PORT: Final = 8080
_MOST: Final = 65535
_MAY: Final = "may"
_AT: Final = "port"
_CERT: Final = "cert"
_KEY: Final = "key"
_NAME: Final = "address"
_MAY_PICKS: Final = (
    Pick("all", label="record lines and results, and call an officer"),
    Pick("--no-results", label="record lines, and call an officer"),
    Pick("--read-only", label="read, and call an officer"),
)


def serve(server: PhonesProcess, silent: Iterable[PhoneServer] = (), *, encrypted: bool = False) -> Deed[int]:
    """Return the operation that starts the phone server. It asks for the permissions and the port.

    With `encrypted`, it also asks for a certificate. It then removes the `silent` servers from the list.
    """
    may = Parameter(_MAY, Prompt("Serve the phones. What may they do?", _MAY_PICKS, choices_only=True))
    port = Parameter(_AT, Prompt("At which port of this computer?", value=str(PORT)), lambda _c, _a, text: _port(text))

    def do(club: Club, answers: Answers, watch: Progress) -> int:
        port = int(answers[_AT])
        _refuse_taken(port)
        try:
            may = [answers[_MAY]] if answers[_MAY].startswith("--") else []
            server.start(club, port, *may, *_options(answers))
            watch(0, 0)
        except BaseException:  # or it was stopped by whoever waited for it
            server.stop()
            raise
        for served in silent:
            withdraw_server(club, session_to_serve(club).id, served)
        return port

    message = "The phones' pages are served until you stop them or quit the desk."
    begin = Long("Starting the phones' pages", do)
    asks = (may, port, *(_ENCRYPTED if encrypted else ()))
    return Deed("phones", begin, asks, said=lambda _: message, may=session_to_serve)


def stop(server: PhonesProcess, *, quits: bool = False) -> Deed[None]:
    """Return the operation that stops the phone server. The preview says whether the desk `quits` too."""
    cut_off = "The phones' pages end with this desk. " if quits else ""
    means = f"{cut_off}Phones cannot record until the pages are served again; they stay paired."
    effect = Effect(means, "quit" if quits else "stop serving")
    return Deed(
        "phones stop",
        lambda _club, _answers: server.stop(),
        effect=lambda _club, _answers: effect,
        said=lambda _: "The phones' pages are served no more.",
    )


def _cert(_: Club, __: Answers, text: str) -> str:
    file = expand_user(text)
    try:
        file.read_bytes()
    except OSError as error:
        raise ClubFault(f"{file} cannot be read: {error.strerror}.") from None
    return str(file)


def _key_of(_: Club, answers: Answers) -> Prompt | None:
    has_key = b"PRIVATE KEY" in Path(answers[_CERT]).read_bytes()
    return None if has_key else Prompt("The file of its key?", example="club.key")


def _key(_: Club, answers: Answers, text: str) -> str:
    file = expand_user(text)
    tls_context(Path(answers[_CERT]), file)
    return str(file)


_ENCRYPTED: Final = (
    Parameter(_CERT, Prompt("The certificate's file (PEM)?", example="club.pem"), _cert),
    Parameter(_KEY, _key_of, _key),
    Parameter(_NAME, Prompt("Which name is the certificate for? Phones open that.", example="cards.example.org")),
)


def _options(answers: Answers) -> list[str]:
    """Return the command-line options for the certificate."""
    options = {name: answers.get(name, "") for name in (_CERT, _KEY, _NAME)}
    return [word for name, value in options.items() if value for word in (f"--{name}", value)]


def _port(text: str) -> str:
    if not (text.isascii() and text.isdecimal() and 0 < int(text[:6]) <= _MOST):
        raise ClubFault(f"Invalid port {text[:20]!r}. Use a number from 1 to {_MOST}, such as {PORT}.")
    return str(int(text))


def _refuse_taken(port: int) -> None:
    with socket.socket() as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind(("", port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                free_port = port + 1 if port < _MOST else port - 1
                text = f"Port {port} is in use by another program. Use another one, such as {free_port}."
                raise ClubFault(text) from None
