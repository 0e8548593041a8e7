"""What is printed to be typed can be pasted: each word comes back as it was, in every shell."""

import ast
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import referee as package
from referee.cli.shared import quoting
from referee.cli.shared.hints import COMMANDS, format_command
from referee.cli.shared.quoting import quote, quote_posix, quote_windows
from referee.store.hints import Do
from tests.cli.printed_commands import COMMAND
from tests.cli.running import referee
from tests.cli.shared.windows_shells import (
    Unreadable,
    arguments,
    as_powershell_7,
    as_windows_powershell,
    through_cmd,
    through_powershell,
)
from tests.patience import patience

WORDS = [
    "",
    "Ann",
    "2026-11-16",
    "big-two",
    "--apart",
    "Ann=300",
    "Eve Lee",
    "O'Brien",
    "O’Brien",
    "Zoë Müller",
    "王小明",
    'Hal "Ace" Lee',
    "“Ace”",
    "Ben & Cal",
    "Ben | Cal > Dee",
    "100%",
    "%PATH%",
    "%OS% & %PATH%",
    'a%PATH%"b',
    "$HOME",
    "$(whoami)",
    "`whoami`",
    "!!",
    "a;b",
    "a,b",
    "@a",
    "#1",
    "~",
    "(Ann)",
    "{Ann}",
    "^",
    "*",
    "a\\b",
    "C:\\Users\\Ann Lee\\club",
    "C:\\Users\\Ann Lee\\",
    "C:\\club\\",
    'a\\"b',
    'a \\\\"',
    "-a.b",
    "/home/ann/o'brien's club",
]
VARIABLES = {"PATH": "C:\\Windows", "OS": "Windows_NT", "Ann": "Ben"}
# What people and files are called: any letters, and the characters that mean something to some shell.
ANY = st.text(st.sampled_from(" \"'`$%^&|<>!\\/-.,;=~#@()[]{}*?:+_“”„‘’‚‛aZ0é王"), max_size=12)
SHELLS: dict[str, Callable[[str], list[str]]] = {
    "cmd": lambda line: through_cmd(line, VARIABLES),
    "powershell": lambda line: through_powershell(line, as_windows_powershell),
    "pwsh": lambda line: through_powershell(line, as_powershell_7),
}


def test_the_models_of_the_shells_read_what_their_makers_say() -> None:
    # The examples of "Parsing C command-line arguments".
    assert arguments('"abc" d e') == ["abc", "d", "e"]
    assert arguments(r"a\\b d" '"e f"g h') == [r"a\\b", "de fg", "h"]
    assert arguments(r"a\\\"b c d") == ['a\\"b', "c", "d"]
    assert arguments(r'a\\\\"b c" d e') == ["a\\\\b c", "d", "e"]
    assert arguments('a"b"" c d') == ['ab" c d']
    assert through_cmd("a %path% ^%PATH^%", VARIABLES) == ["a", "C:\\Windows", "%PATH%"]
    with pytest.raises(Unreadable):
        through_cmd(r'"a \" & b"', {})
    assert through_powershell("'it''s' \"a b\"", as_windows_powershell) == ["it's", "a b"]
    assert through_powershell("'a\"b c'", as_windows_powershell) != ['a"b c']  # as it is known for
    assert through_powershell("'a\"b c'", as_powershell_7) == ['a"b c']
    with pytest.raises(Unreadable):
        through_powershell('"$HOME"', as_powershell_7)


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("word", WORDS)
def test_a_word_comes_back_from_every_shell_of_windows(word: str, shell: str) -> None:
    assert SHELLS[shell](f"{quote_windows(word, shell)} end") == [word, "end"]


@pytest.mark.parametrize("shell", SHELLS)
@given(word=ANY)
def test_any_word_comes_back_from_every_shell_of_windows(word: str, shell: str) -> None:
    assert SHELLS[shell](f"{quote_windows(word, shell)} end") == [word, "end"]


@pytest.mark.parametrize("word", WORDS)
def test_windows_names_and_paths_are_written_alike_for_all_its_shells(word: str) -> None:
    same = {quote_windows(word, shell) for shell in SHELLS}
    assert len(same) == 1 or re.search(r'["“”„$`%]|\\$', word)
    assert "'" not in quote_windows("O'Brien", "pwsh")[:1]


def read_by_sh(lines: list[str], shell: str) -> list[list[str]]:
    """The words that a shell makes of each line, behind the first."""
    script = "\n".join(["referee() { printf '%s\\0' \"$@\"; printf '\\1'; }", *lines])
    result = subprocess.run([shell, "-c", script], capture_output=True, check=True, timeout=patience())
    assert result.stderr == b""
    return [each.decode().split("\0")[:-1] for each in result.stdout.split(b"\1")[:-1]]


@pytest.mark.process
@pytest.mark.parametrize("shell", ["sh", "bash", "zsh"])
def test_a_word_comes_back_from_a_posix_shell(shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed here")
    assert read_by_sh([f"referee {quote_posix(word)} end" for word in WORDS], shell) == [
        [word, "end"] for word in WORDS
    ]


NAMED = [name for name in WORDS if name]


@pytest.mark.process
@pytest.mark.parametrize("do", COMMANDS, ids=str)
def test_a_hint_that_names_something_names_it_in_one_word(do: Do, monkeypatch: pytest.MonkeyPatch) -> None:
    names = re.findall(r"\{(?:--[\w-]+ )?(\w+)(?:=(\w+))?\??\}", COMMANDS[do])
    for shell in (*filter(shutil.which, ["sh"]), *SHELLS):
        monkeypatch.setattr("referee.cli.shared.hints.quote", lambda word, shell=shell: in_shell(word, shell))
        lines = [format_command(do("So", **{name: word for name, _ in names})) for word in NAMED]
        behind = [line.removeprefix("referee ") for line in lines]
        read = read_by_sh([f"referee {line}" for line in behind], "sh") if shell == "sh" else map(SHELLS[shell], behind)
        for word, matches in zip(NAMED, read, strict=True):
            for _, suffix in names:
                assert (f"{word}={suffix}" if suffix else word) in matches
            assert len(matches) == len(shlex.split(COMMANDS[do]))


def in_shell(word: str, shell: str) -> str:
    return quote_posix(word) if shell == "sh" else quote_windows(word, shell)


def test_the_shell_is_only_looked_for_where_it_matters(monkeypatch: pytest.MonkeyPatch) -> None:
    prompted: list[str] = []

    def detected() -> str:
        prompted.append("pwsh")
        return "pwsh"

    monkeypatch.setattr(quoting, "_windows_shell", detected)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.delenv("MSYSTEM", raising=False)
    assert (quote("Eve Lee"), prompted) == ('"Eve Lee"', [])
    assert (quote("$5"), prompted) == ("'$5'", ["pwsh"])
    monkeypatch.setenv("MSYSTEM", "MINGW64")
    assert quote("C:\\club") == "'C:\\club'"


def test_nothing_is_put_between_quotes_by_hand() -> None:
    wrong = [
        f"{path}:{node.lineno}"
        for path in sorted(Path(package.__file__).parent.rglob("*.py"))
        if path.parts[-2] not in ("rules", "games")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.JoinedStr) and COMMAND.search(texts(node)) and BY_HAND.search(texts(node))
    ]
    assert wrong == []


BY_HAND = re.compile("""["'][^"' ]*\0[^"']*["']""")


def texts(node: ast.JoinedStr) -> str:
    """A text with a NUL in the place of each value that is filled in."""
    return "".join(str(value.value) if isinstance(value, ast.Constant) else "\0" for value in node.values)


@pytest.mark.process
@pytest.mark.skipif(shutil.which("sh") is None, reason="no sh is installed")
def test_what_the_program_says_to_type_is_pasted_and_done(tmp_path: Path) -> None:
    """A club, its folder and its members called as nobody should be: each command that is said undoes what was done."""
    folder = tmp_path / 'Ann\'s "club" & $HOME `x` 100%'
    folder.mkdir()
    name = "Zoë O'Brien-Lee Jr."
    created = referee("init", "Monday $Club", "--club", str(folder), cwd=tmp_path)
    assert created.code == 0, created
    paste(created.out, tmp_path, "member add", {"NAME NAME ...": quote(name)})
    assert name in referee("member", "list", club=folder).out
    renamed = referee("member", "rename", name, "Ben D’Arcy", club=folder)
    paste(renamed.out, tmp_path, "member rename", club=folder)
    assert name in referee("member", "list", club=folder).out
    season = 'The "big" one & $more'
    assert referee("season", "new", season, "2026-09-01", "2026-12-31", club=folder).code == 0
    closed = referee("season", "close", season, "--yes", club=folder)
    paste(closed.out, tmp_path, "season show", club=folder)
    stored = referee("backup", club=folder).out.splitlines()[0]
    restored = referee("restore", stored, "--yes", club=folder)
    paste(f"{restored.out.rstrip()} --yes", tmp_path, "restore", club=folder)


def paste(output: str, cwd: Path, shell: str, instead: dict[str, str] | None = None, club: Path | None = None) -> None:
    """Paste a printed command into a shell, with its placeholders filled in."""
    [line] = [line for line in output.splitlines() if f"referee {shell} " in line]
    words = line[line.index(f"referee {shell} ") :]
    for old, new in (instead or {}).items():
        words = words.replace(old, new)
    script = f'referee() {{ "{sys.executable}" -m referee "$@"; }}\n{words}'
    env = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        **({"REFEREE_CLUB": str(club)} if club else {}),
    }
    result = subprocess.run(
        ["sh", "-c", script], cwd=cwd, env=env, capture_output=True, text=True, check=False, timeout=patience(120)
    )
    assert result.returncode == 0, (words, result.stderr)
