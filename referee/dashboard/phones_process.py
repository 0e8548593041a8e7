"""Run the phone server as a child process that ends with the desk."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from tempfile import TemporaryFile
from typing import Final

from referee.club.folder import Club
from referee.club.text.faults import ClubFault

_STOP_TIMEOUT: Final = 10.0
"""The seconds for the server to end before it is killed."""


@dataclass(eq=False, slots=True)
class PhonesProcess:
    """The phone server that this desk started, if any."""

    process: subprocess.Popen[bytes] | None = None

    @property
    def is_running(self) -> bool:
        """Whether the server process is running."""
        return self.process is not None and self.process.poll() is None

    def start(self, club: Club, port: int, *options: str) -> None:
        """Start the server, and return once it listens. Raise `ClubFault` with its error message if it fails."""
        address = str(club.folder) if club.store.path else club.store.where
        command = [sys.executable, "-m", "referee", "phones", "--port", str(port), *options, "--club", address]
        with TemporaryFile() as error_output:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=error_output
            )
            assert self.process.stdout is not None
            if self.process.stdout.readline():  # it says where it is once it listens
                return
            self.stop()
            error_output.seek(0)
            message = error_output.read().decode(errors="replace").strip().removeprefix("referee: ")
        raise ClubFault(message or "The phones' pages could not be served.")

    def stop(self) -> None:
        """Stop the server and wait for its end."""
        if process := self.process:
            process.terminate()
            try:
                process.communicate(timeout=_STOP_TIMEOUT)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
            self.process = None
