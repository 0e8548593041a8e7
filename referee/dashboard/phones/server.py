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
_MAX_PORT: Final = 65535
_PERMISSION: Final = "may"
_PORT: Final = "port"
_CERT: Final = "cert"
_KEY: Final = "key"
_ADDRESS: Final = "address"
_PERMISSION_PICKS: Final = (
    Pick("all", label="record lines and results, and call an officer"),
    Pick("--no-results", label="record lines, and call an officer"),
    Pick("--read-only", label="read, and call an officer"),
)


def serve(server: PhonesProcess, silent_servers: Iterable[PhoneServer] = (), *, encrypted: bool = False) -> Deed[int]:
    """Return the operation that starts the phone server. It asks for the permissions and the port.

    With `encrypted`, it also asks for a certificate. It then removes the `silent_servers` servers from the list.
    """
    permission_parameter = Parameter(
        _PERMISSION, Prompt("Serve the phones. What may they do?", _PERMISSION_PICKS, choices_only=True)
    )
    port = Parameter(
        _PORT, Prompt("At which port of this computer?", value=str(PORT)), lambda _c, _a, text: _parse_port(text)
    )

    def do(club: Club, answers: Answers, progress: Progress) -> int:
        port = int(answers[_PORT])
        _refuse_used_port(port)
        try:
            permission_options = [answers[_PERMISSION]] if answers[_PERMISSION].startswith("--") else []
            server.start(club, port, *permission_options, *_certificate_options(answers))
            progress(0, 0)
        except BaseException:  # or it was stopped by whoever waited for it
            server.stop()
            raise
        for silent_server in silent_servers:
            withdraw_server(club, session_to_serve(club).id, silent_server)
        return port

    message = "The phones' pages are served until you stop them or quit the desk."
    start_step = Long("Starting the phones' pages", do)
    parameters = (permission_parameter, port, *(_ENCRYPTED if encrypted else ()))
    return Deed("phones", start_step, parameters, said=lambda _: message, may=session_to_serve)


def stop(server: PhonesProcess, *, quits_desk: bool = False) -> Deed[None]:
    """Return the operation that stops the phone server. The preview says whether the desk `quits_desk` too."""
    cut_off = "The phones' pages end with this desk. " if quits_desk else ""
    consequence = f"{cut_off}Phones cannot record until the pages are served again; they stay paired."
    effect = Effect(consequence, "quit" if quits_desk else "stop serving")
    return Deed(
        "phones stop",
        lambda _club, _answers: server.stop(),
        effect=lambda _club, _answers: effect,
        said=lambda _: "The phones' pages are served no more.",
    )


def _check_certificate(_: Club, __: Answers, text: str) -> str:
    file = expand_user(text)
    try:
        file.read_bytes()
    except OSError as error:
        raise ClubFault(f"{file} cannot be read: {error.strerror}.") from None
    return str(file)


def _key_prompt(_: Club, answers: Answers) -> Prompt | None:
    has_key = b"PRIVATE KEY" in Path(answers[_CERT]).read_bytes()
    return None if has_key else Prompt("The file of its key?", example="club.key")


def _check_key(_: Club, answers: Answers, text: str) -> str:
    file = expand_user(text)
    tls_context(Path(answers[_CERT]), file)
    return str(file)


_ENCRYPTED: Final = (
    Parameter(_CERT, Prompt("The certificate's file (PEM)?", example="club.pem"), _check_certificate),
    Parameter(_KEY, _key_prompt, _check_key),
    Parameter(_ADDRESS, Prompt("Which name is the certificate for? Phones open that.", example="cards.example.org")),
)


def _certificate_options(answers: Answers) -> list[str]:
    """Return the command-line options for the certificate."""
    options = {name: answers.get(name, "") for name in (_CERT, _KEY, _ADDRESS)}
    return [word for name, value in options.items() if value for word in (f"--{name}", value)]


def _parse_port(text: str) -> str:
    if not (text.isascii() and text.isdecimal() and 0 < int(text[:6]) <= _MAX_PORT):
        raise ClubFault(f"Invalid port {text[:20]!r}. Use a number from 1 to {_MAX_PORT}, such as {PORT}.")
    return str(int(text))


def _refuse_used_port(port: int) -> None:
    with socket.socket() as test_socket:
        test_socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            test_socket.bind(("", port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                free_port = port + 1 if port < _MAX_PORT else port - 1
                text = f"Port {port} is in use by another program. Use another one, such as {free_port}."
                raise ClubFault(text) from None
