"""`referee manual`: a page, a word, a list, a file; at a terminal with a pager."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from referee.manual.pages import ORDER, read_page
from tests.cli.running import referee
from tests.export.parsing import parsed
from tests.patience import patience


@pytest.mark.parametrize("name", ORDER)
def test_a_page_is_printed_as_it_is_written_where_nobody_reads_it(name: str) -> None:
    result = referee("manual", name)
    assert (result.code, result.err) == (0, "")
    assert result.out == read_page(name).text


def test_a_page_may_be_cut_to_a_beginning_and_typed_as_two_words() -> None:
    assert referee("manual", "first").out == referee("manual", "First", "Monday").out == read_page("first-monday").text


@pytest.mark.parametrize("words", [(), ("--list",)])
def test_without_a_page_they_are_listed(words: tuple[str, ...]) -> None:
    lines = referee("manual", *words).out.splitlines()
    assert [line.split()[0] for line in lines[:-1]] == [*ORDER, "commands"]
    assert lines[0].endswith(read_page("first-monday").about)


def test_a_word_is_defined_first_and_then_shown_where_it_stands() -> None:
    lines = referee("manual", "walkover").out.splitlines()
    assert re.fullmatch(r"walkover: A table won without play .+\.", lines[0])
    assert lines[1] == ""
    assert "referee manual tournaments" in lines
    assert sum("A table won without play" in line for line in lines) == 1


def test_a_word_that_no_page_has_is_refused_with_what_to_type() -> None:
    result = referee("manual", "xyzzy")
    assert (result.code, result.out) == (2, "")
    assert result.err == "referee: The manual does not mention 'xyzzy'. List its pages: referee manual --list\n"


def test_the_page_of_commands_has_every_command_with_its_options() -> None:
    text = referee("manual", "commands").out
    assert re.search(r"^- `referee rule GAME \[LINE\.\.\.\] .*\[--rule NAME=VALUE\]`", text, re.MULTILINE)
    assert re.search(r"^- `referee member add NAMES?\.\.\. .*`", text, re.MULTILINE)
    assert "[--club " not in re.sub(r"(?s).*?## ", "", text, count=1)


def test_json_has_the_page_the_list_and_what_was_found() -> None:
    assert referee("manual", "desk", "--json").data["lines"] == read_page("desk").text.splitlines()
    assert [row["page"] for row in referee("manual", "--json").data] == [*ORDER, "commands"]
    data = referee("manual", "byes", "--json").data
    assert data["definition"]["term"] == "bye"
    assert {row["page"] for row in data["places"]} >= {"tournaments"}


def test_the_whole_manual_is_written_as_one_page_that_leads_within_itself(tmp_path: Path) -> None:
    result = referee("manual", "--output", "manual.html", cwd=tmp_path)
    assert (result.code, result.out) == (0, "manual.html\n")
    complete = parsed((tmp_path / "manual.html").read_text(encoding="utf-8"))
    assert [element.attributes["id"] for element in complete.all("section")] == [*ORDER, "commands"]
    links = {element.attributes["href"] for element in complete.all("a")}
    assert {"#rulings", "#commands"} <= links
    for link in links - {"#main"}:
        complete.with_id(link[1:])


def test_a_page_alone_has_its_title_and_no_links_to_others() -> None:
    one = parsed(referee("manual", "desk", "--output", "-").out)
    assert [element.text for element in one.all("h1")] == ["The desk"]
    assert [element.attributes["href"] for element in one.all("a")] == ["#main"]


def test_a_file_that_is_no_page_and_a_page_that_is_not_there_are_refused(tmp_path: Path) -> None:
    wrong = referee("manual", "desk", "--output", "manual.txt", cwd=tmp_path)
    assert wrong.code == 2
    assert ".html" in wrong.err
    unknown = referee("manual", "walkover", "--output", "x.html", cwd=tmp_path)
    assert unknown.code == 2
    assert "Unknown page 'walkover'. Use one of: first-monday," in unknown.err
    assert list(tmp_path.iterdir()) == []


def at_a_terminal(tmp_path: Path, *words: str, **env: str) -> str:
    """What a terminal shows of a command that ran at it."""
    ours, theirs = pytest.importorskip("pty").openpty()
    settings = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "PYTHONPATH": path(), **env}
    output = tmp_path / "shown"
    with output.open("wb") as file:
        reading = subprocess.Popen(["cat"], stdin=ours, stdout=file, stderr=subprocess.DEVNULL)
        result = subprocess.run(
            [sys.executable, "-m", "referee", *words],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=settings,
            check=False,
        )
        os.close(theirs)
        reading.wait(patience())
    os.close(ours)
    assert result.returncode == 0
    return output.read_text(encoding="utf-8")


def path() -> str:
    return os.pathsep.join(filter(None, sys.path))


@pytest.mark.process
@pytest.mark.parametrize(("no_colour", "painted"), [("", True), ("1", False)])
def test_at_a_terminal_it_is_laid_out_for_the_pager_that_was_chosen(
    tmp_path: Path, no_colour: str, painted: bool
) -> None:
    paged = tmp_path / "paged"
    output = at_a_terminal(tmp_path, "manual", "seating", PAGER=f"cat > {paged}", NO_COLOR=no_colour)
    assert output == ""
    text = paged.read_text(encoding="utf-8")
    assert ("\x1b[" in text) == painted
    plain = re.sub(r"\x1b\[[\d;]*m", "", text)
    assert "```" not in plain
    assert "referee seat swap NAME NAME" in plain
    assert max(map(len, plain.splitlines())) <= 80


@pytest.mark.process
def test_less_is_told_that_the_letters_are_utf_8(tmp_path: Path) -> None:
    folder, text = tmp_path / "bin", tmp_path / "told"
    folder.mkdir()
    less = folder / "less"
    less.write_text(f'#!/bin/sh\necho "$LESSCHARSET $LESS" > {text}\ncat > {tmp_path / "paged"}\n')
    less.chmod(0o755)
    env = {"PAGER": "", "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}", "LC_ALL": "C"}
    at_a_terminal(tmp_path, "manual", "words", **env)
    assert text.read_text() == "utf-8 -FRX\n"
    assert "\N{BULLET}" in (tmp_path / "paged").read_text(encoding="utf-8")


@pytest.mark.process
@pytest.mark.parametrize(
    "env",
    [{"PATH": ""}, {"TERM": "dumb"}, {"TERM": ""}, {"PYTHONIOENCODING": "latin-1"}, {"REFEREE_PLAIN": "1"}],
    ids=str,
)
def test_without_a_pager_that_shows_it_a_page_is_printed_straight(tmp_path: Path, env: dict[str, str]) -> None:
    pager = {} if "PATH" in env else {"PAGER": f"cat > {tmp_path / 'paged'}"}
    output = at_a_terminal(tmp_path, "manual", "seating", **{"PAGER": "", **pager, **env})
    assert "referee seat swap NAME NAME" in output
    assert not (tmp_path / "paged").exists()


@pytest.mark.process
def test_whoever_leaves_the_pager_has_read_enough(tmp_path: Path) -> None:
    assert at_a_terminal(tmp_path, "manual", "commands", PAGER="true") == ""


def test_plain_a_page_has_no_signs_of_markdown() -> None:
    rows = referee("manual", "seating", REFEREE_PLAIN="1").out.splitlines()
    assert "Seating" in rows
    assert "choose the table sizes: `referee seat draw --tables 4,4`" in rows
    assert not any(row.startswith(("#", "|", "```")) or "**" in row for row in rows)
