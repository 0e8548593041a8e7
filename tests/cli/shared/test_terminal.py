"""What a terminal can show, and what its user wants: colours where there are any, and plain words where asked for."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from referee.cards.screen import SUIT_COLOURS
from referee.cli.shared import terminal
from tests.cards.contrast import contrast
from tests.cli.printed_commands import all_commands
from tests.cli.running import RunResult, referee

RULE = ("rule", "big-two", "Ann plays TH", "Ben plays 5C")
DRAWN = re.compile("[\u2190-\u21ff\u2500-\u25ff\u2600-\u27bf\x1b]")
"""Arrows, boxes, bars, signs of suits, and what a terminal would obey."""


def at_a_terminal(*words: str, club: Path | None = None, **env: str) -> RunResult:
    return referee(*words, club=club, screen=True, **{"TERM": "", "COLUMNS": "80", **env})


@pytest.mark.parametrize(
    ("env", "painted"),
    [
        ({"TERM": "xterm-256color"}, True),
        ({"TERM": "xterm", "NO_COLOR": ""}, True),
        ({"TERM": "xterm", "REFEREE_PLAIN": "0"}, True),
        ({"TERM": "xterm", "NO_COLOR": "1"}, False),
        ({"TERM": "xterm", "REFEREE_PLAIN": "1"}, False),
        ({"TERM": "dumb"}, False),
        ({"TERM": ""}, False),
    ],
    ids=str,
)
def test_there_are_colours_where_they_can_be_shown_and_are_wanted(
    env: dict[str, str], painted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    assert ("\x1b[" in at_a_terminal(*RULE, **env).out) == painted


def test_a_console_of_windows_has_colours_without_a_term(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TERM", raising=False)
    monkeypatch.setattr(terminal.sys, "platform", "win32")
    assert terminal.can_draw()


def test_a_verdict_is_bold_besides_its_colour() -> None:
    assert re.match("\x1b\\[31m\x1b\\[1millegal", at_a_terminal(*RULE, TERM="xterm").out)
    legal = at_a_terminal("rule", "big-two", "Ben plays 6D 6H", "Ann plays TC TS", TERM="xterm").out
    assert re.match("\x1b\\[32m\x1b\\[1mlegal", legal)


def test_each_suit_has_a_colour_of_its_own_but_spades() -> None:
    out = at_a_terminal("rulebook", "big-two", TERM="xterm").out
    matches = {card[-1]: code for code, card in re.findall("\x1b\\[38;5;(\\d+)m([^\x1b]+)", out)}
    assert matches == {"♥": "131", "♦": "63", "♣": "29"}
    assert "♠" in out


def _of_256(number: int) -> str:
    """The colour of a number above 15, as xterm and all after it have them."""
    if number >= 232:
        return f"#{8 + (number - 232) * 10:02x}" * 1 + f"{8 + (number - 232) * 10:02x}" * 2
    levels = (0, 95, 135, 175, 215, 255)
    return "#" + "".join(f"{levels[(number - 16) // by % 6]:02x}" for by in (36, 6, 1))


@pytest.mark.parametrize("suit", "HDC")
def test_a_suit_can_be_read_in_a_terminal_whatever_its_ground(suit: str) -> None:
    number = SUIT_COLOURS[suit].terminal
    assert number is not None
    for ground in ("#000000", "#ffffff"):
        assert contrast(_of_256(number), ground) >= 4.5


def test_no_two_suits_have_one_colour() -> None:
    for inks in ([ink.light for ink in SUIT_COLOURS.values()], [ink.dark for ink in SUIT_COLOURS.values()]):
        assert len(set(inks)) == 4


# -- plain ----------------------------------------------------------------------------------------------------

SHOWN = [
    RULE,
    ("tonight",),
    ("standings",),
    ("season", "show"),
    ("member", "show", "Ann"),
    ("member", "list"),
    ("table", "show", "1"),
    ("dispute", "list"),
    ("rulebook", "big-two"),
    ("rulebook", "texas-holdem", "--sheet"),
    ("manual", "desk"),
    ("manual", "words"),
]


@pytest.mark.parametrize("words", SHOWN, ids=" ".join)
def test_plain_output_has_words_and_figures_alone(words: tuple[str, ...], stages: dict[str, Path]) -> None:
    club = stages["evening"]
    plain = at_a_terminal(*words, club=club, REFEREE_PLAIN="1", TERM="xterm")
    assert plain.err == ""
    assert plain.out.strip()
    assert DRAWN.findall(plain.out) == []
    # So too where a program gets it that reads it aloud.
    assert DRAWN.findall(referee(*words, club=club, REFEREE_PLAIN="1").out) == []


def test_a_card_is_spelt_by_its_rank_and_the_letter_of_its_suit() -> None:
    assert "10♥" in at_a_terminal(*RULE, TERM="xterm", NO_COLOR="1").out
    output = at_a_terminal(*RULE, TERM="xterm", REFEREE_PLAIN="1").out
    assert "10H" in output


def test_a_row_of_a_table_says_what_its_cells_are(stages: dict[str, Path]) -> None:
    rows = referee("member", "list", club=stages["evening"], REFEREE_PLAIN="1").out.splitlines()
    assert re.match(r"name Ann, ", rows[0])
    assert len({row.count("name ") for row in rows[:3]}) == 1


def test_help_has_neither_boxes_nor_escapes() -> None:
    for words, _ in all_commands():
        helped = referee(*words.split(), "--help", REFEREE_PLAIN="1", TERM="xterm", FORCE_COLOR="1")
        assert helped.code == 0
        assert DRAWN.findall(helped.out) == [], words


@pytest.mark.process
@pytest.mark.parametrize(("term", "painted"), [("xterm-256color", True), ("dumb", False), (None, False)])
def test_in_a_real_terminal(term: str | None, painted: bool) -> None:
    ours, theirs = pytest.importorskip("pty").openpty()
    env = {name: value for name, value in os.environ.items() if name != "TERM"}
    env |= {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), **({"TERM": term} if term else {})}
    words = [sys.executable, "-m", "referee", *RULE]
    result = subprocess.run(words, stdin=theirs, stdout=theirs, stderr=theirs, env=env, check=False)
    os.close(theirs)
    text = os.read(ours, 10_000).decode()
    os.close(ours)
    assert result.returncode == 10
    assert "5♣" in re.sub("\x1b[^m]*m", "", text)
    assert ("\x1b[" in text) == painted
