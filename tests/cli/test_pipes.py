"""What is read and written through files and pipes, where Windows does it otherwise than all others."""

import errno
import io
import os
import signal
import sys
from pathlib import Path

import pytest

from referee.cli import main as program
from referee.cli.exit_codes import ExitCode


class Unread(io.RawIOBase):
    """An output that nobody reads any more, as Windows says it: with a file below that takes what is left."""

    def __init__(self, file: int) -> None:
        self.file = file

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self.file

    def write(self, data: object) -> int:
        raise OSError(errno.EINVAL, "Invalid argument")


@pytest.fixture
def without_sigpipe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(signal, "SIGPIPE", raising=False)


@pytest.mark.usefixtures("without_sigpipe")
def test_a_reader_that_goes_away_ends_the_printing_without_a_word(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    below = os.open(tmp_path / "below", os.O_RDWR | os.O_CREAT)
    output = io.StringIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BufferedWriter(Unread(below)), encoding="utf-8"))
    monkeypatch.setattr(sys, "stderr", output)
    monkeypatch.setattr(sys, "argv", ["referee", "rulebook", "big-two"])
    with pytest.raises(SystemExit) as end:
        program.main()
    assert (end.value.code, output.getvalue()) == (ExitCode.FAULT, "")
    assert os.path.sameopenfile(below, os.open(os.devnull, os.O_WRONLY))  # where Python's last try goes


@pytest.mark.usefixtures("without_sigpipe")
def test_the_same_fault_from_elsewhere_is_not_taken_for_that(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(**_: object) -> None:
        raise OSError(errno.EINVAL, "Invalid argument", "club.db")

    output, printed = io.StringIO(), io.StringIO()
    monkeypatch.setattr(program, "build_app", lambda _: fails)
    monkeypatch.setattr(sys, "stdout", printed)
    monkeypatch.setattr(sys, "stderr", output)
    monkeypatch.setattr(sys, "argv", ["referee", "tonight"])
    with pytest.raises(SystemExit) as end:
        program.main()
    assert (end.value.code, output.getvalue()) == (ExitCode.STORE, "referee: cannot use club.db: Invalid argument\n")


@pytest.mark.parametrize(("asked", "encoding"), [({}, "utf-8"), ({"PYTHONIOENCODING": "cp1252"}, "cp1252")])
def test_on_windows_pipes_are_utf8_unless_something_else_is_asked_for(
    asked: dict[str, str], encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    for name, value in asked.items():
        monkeypatch.setenv(name, value)
    streams = {name: io.TextIOWrapper(io.BytesIO(), encoding="cp1252") for name in ("stdin", "stdout", "stderr")}
    for name, stream in streams.items():
        monkeypatch.setattr(sys, name, stream)
    monkeypatch.setattr(sys, "platform", "win32")
    program._use_utf8()
    assert {stream.encoding for stream in streams.values()} == {encoding}
