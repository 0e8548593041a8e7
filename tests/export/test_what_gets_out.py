"""No name that is not to be shown, and nothing that somebody typed, gets out of the house by any way that there is.

The ways are found, not listed: every export of `EXPORTS`, every command that writes a file named to it or says that it
is for the public, and every page of the board. Whoever adds one has to say here how it is asked for.
"""

import asyncio
import html
import re
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
import typer

from referee.cli.main import build_app
from referee.club.folder import Club, open_club
from referee.dashboard.widgets.pages import Pages
from referee.export.exports import EXPORTS, ExportRequest
from tests.cli.running import RunResult, referee
from tests.cli.scenes import SCHEDULE, on_the_monday
from tests.dashboard.piloting import on_the_wall
from tests.export.reading import text_of
from tests.making import made_once

MONDAY, ANOTHER = "2026-11-16", "2026-11-23"
OUT, CODED, USUAL, OPEN = "Zebedee Quill", "Xanthe Moss", "Ysolde Thorn", "Wilbur Frost"
SHOWN = {OUT: "nobody", CODED: "code", USUAL: "initials", OPEN: "full"}
TYPED = "balderdash"
"""Stands in everything that is typed besides names: reasons, claims, notes."""
PUBLISHED = ("Orangery", "bring cakes")
"""The room and the note of an evening, which go out as they are typed."""
WHY = ("--reason", f"{TYPED}, says {OUT} of {CODED} and {USUAL}", "--by", OUT)
NEVER = ("zebedee", "quill", "xanthe", "moss", "thorn", TYPED)
NEVER_IN_FULL = ("zebedee", "quill", TYPED)

SWISS, KNOCK_OUT, FREEZE_OUT = "1", "2", "3"
OWN_COPIES = {
    ("backup",): "the club's file as it is",
    ("export", "json"): "all of the club, to be kept",
    ("import",): "hands of others, read from a file and written to another",
}
"""Commands that write a file which is nothing for the public, and why."""
PUBLIC = [export for export in EXPORTS if ("export", export.command) not in OWN_COPIES]


def commands() -> dict[tuple[str, ...], Any]:
    """Every command that writes a file that is named to it, or can be asked for the names that the public sees."""

    def walk(words: tuple[str, ...], command: Any) -> Iterator[tuple[tuple[str, ...], Any]]:
        if not hasattr(command, "commands"):
            yield words, command
        for name, subcommand in getattr(command, "commands", {}).items():
            yield from walk((*words, name), subcommand)

    return {words: command for words, command in walk((), typer.main.get_command(build_app([]))) if _publishes(command)}


def _publishes(command: Any) -> bool:
    return any(
        param.name in ("full_names", "public")
        or (param.name in ("output", "target") and "Path" in type(param.type).__name__)
        for param in command.params
    )


def flags(command: Any, *, leave_out: tuple[str, ...]) -> list[str]:
    """The switches of a command by which it is asked for more."""
    names = [
        param.opts[0] for param in command.params if getattr(param, "is_flag", False) and param.name not in leave_out
    ]
    assert names
    return names


def asked(words: tuple[str, ...], command: Any, to: Path) -> list[list[str]]:
    """Return the ways to make a command write everything that it can."""
    printed = ["--output", str(to / "page.html"), "--yes"]
    sheets = flags(command, leave_out=("full_names", "yes", "json")) if words == ("tournament", "print") else []
    ways: dict[tuple[str, ...], list[list[str]]] = {
        ("export", "csv"): [["--output", str(to)], ["--for", "excel", "--output", str(to)]],
        ("export", "xlsx"): [["--output", str(to / "season.xlsx")]],
        ("export", "html"): [["--output", str(to)]],
        ("export", "phh"): [["--output", str(to / "hands.phhs")]],
        ("export", "ics"): [["--output", str(to / "season.ics"), "--zone", "Europe/Berlin"]],
        ("seat", "print"): [printed, []],
        ("tournament", "print"): [
            [KNOCK_OUT, *printed, *sheets],
            [SWISS, *printed, *(sheet for sheet in sheets if sheet != "--bracket")],
            [FREEZE_OUT, *printed],
            [FREEZE_OUT, *printed, "--standings"],
        ],
        ("tournament", "rules"): [[number, *printed] for number in (SWISS, KNOCK_OUT, FREEZE_OUT)],
        ("rulebook",): [["big-two", *printed], ["scoring", *printed]],
        ("standings",): [["--public"], ["--public", "--json"]],
    }
    return ways[words]


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A club in whose evening everything was typed that can be, with everybody's names in it."""
    with on_the_monday(tmp_path_factory.mktemp("temporary")):
        created = made_once(tmp_path_factory, "typed", _found)
        yield copytree(created, tmp_path_factory.mktemp("house") / "club")


def _found(folder: Path) -> None:
    (folder / "schedules").mkdir()
    (folder / "schedules" / "2026-27.toml").write_text(SCHEDULE, encoding="utf-8")

    def do(*words: str) -> RunResult:
        outcome = referee(*words, cwd=folder)
        assert outcome.code in (0, 10, 11), f"referee {' '.join(words)}: {outcome.out}{outcome.err}"
        return outcome

    do("init", "Monday Card Club")
    do("schedule", "load", "schedules/2026-27.toml")
    for name, how in SHOWN.items():
        do("member", "add", name)
        do("member", "privacy", name, "--shown-as", how)
    do("schedule", "move", ANOTHER, "--room", PUBLISHED[0], "--note", PUBLISHED[1])
    do("open", MONDAY)
    do("checkin", *SHOWN)
    _play(do)
    _compete(do)
    do("seat", "draw", "--game", "big-two", "--seed", "1")
    do("seat", "swap", OUT, CODED, *WHY)


def _play(do: Any) -> None:
    do("start", "--yes", "big-two", OUT, CODED, USUAL, OPEN)
    do(
        "log",
        "1",
        f"deal by {OPEN}",
        f"{OUT} plays 3D",
        f"{CODED} plays 5H",
        f"{USUAL} plays 4H",
        "--by",
        CODED,
    )
    do("undo", "1", "4", *WHY)
    do("dispute", "open", "1", "3", "--claim", WHY[1], "--by", USUAL)
    do("dispute", "decide", "1", "overrule", *WHY)
    do("dispute", "appeal", "1", *WHY)
    do("dispute", "open", "big-two", f"{TYPED.title()} plays 4D 4H", "Zebedee plays 6D 6S", "--claim", WHY[1])
    do("dispute", "decide", "2", "uphold", *WHY[:2], "--by", "Quentin Quill")
    do("result", "1", OUT, CODED, USUAL, OPEN)
    do("start", "--yes", "--game", f"{OUT}'s Hearts", "--result-only", OUT, CODED, USUAL, OPEN)
    do("result", "2", OPEN, USUAL, CODED, OUT)
    do("result", "2", USUAL, OPEN, CODED, OUT, *WHY, "--yes")
    do("start", "--yes", "texas-holdem", OUT, USUAL, OPEN, "--rule", "preflop_betting=true")
    do("log", "3", *(f"{name} has 50" for name in (OUT, USUAL, OPEN)), f"deal by {OUT}", "everyone antes 1")
    do("log", "3", f"{USUAL} bets 2", f"{OPEN} folds", f"{OUT} folds")
    do("result", "3", USUAL, OPEN, OUT)
    do("penalty", "give", CODED, "--points", "1", *WHY, "--yes")


def _compete(do: Any) -> None:
    message = f"Cup of {OUT}, Xanthe and Thorn"
    do(
        "tournament",
        "new",
        f"Swiss {message}",
        "-g",
        "conquian",
        "-f",
        "swiss",
        "--rounds",
        "2",
        "--size",
        "2",
        "--teams",
    )
    do("tournament", "enter", SWISS, OUT, USUAL, "--team", f"{OUT} and Moss")
    do("tournament", "enter", SWISS, CODED, OPEN, "--team", "Thorn's friends")
    do("tournament", "draw", SWISS)
    do("tournament", "swap", SWISS, OUT, USUAL, *WHY)
    do("penalty", "give", USUAL, "--tournament", SWISS, "--points", "1/2", *WHY)
    do("tournament", "new", f"Knockout {message}", "-g", "conquian", "-f", "knockout", "--seed", "3", "--size", "2")
    do("tournament", "enter", KNOCK_OUT, *SHOWN)
    do("tournament", "draw", KNOCK_OUT)
    do("tournament", "start", KNOCK_OUT)
    for table in do("tournament", "show", KNOCK_OUT, "--json").data["rounds"][0]["tables"]:
        do("result", f"m{table['match']['id']}", *table["entries"])
    do("tournament", "draw", KNOCK_OUT)
    do("tournament", "new", f"Freezeout {message}", "-g", "texas-holdem", "-f", "freezeout", "--size", "2-5")
    do("tournament", "enter", FREEZE_OUT, *SHOWN)
    do("freezeout", "blinds", FREEZE_OUT, "--yes")
    do("freezeout", "start", FREEZE_OUT, "--seed", "3")
    do("clock", "start", FREEZE_OUT)


def shown(text: str) -> str:
    """A text as somebody reads it: marks of HTML gone, and what a line was broken with."""
    plain = html.unescape(re.sub(r"<(style|script)\b.*?</\1>|<[^>]*>", " ", text, flags=re.DOTALL))
    return re.sub(r"\s+", " ", f"{plain} {html.unescape(text)}".replace("\u00ad", "").replace("\u200b", ""))


def said(text: str, never: tuple[str, ...]) -> list[str]:
    """Return those of some words that are in a text."""
    return [word for word in never if re.search(rf"(?<![^\W_]){word}(?![^\W_])", shown(text).casefold())]


def test_everything_that_was_typed_is_kept_in_the_club_s_own_copy(club: Path) -> None:
    """Else nothing would be shown by what follows: what is not there cannot get out."""
    result = referee("export", "json", "--output", "-", cwd=club).out
    assert said(result, NEVER) == list(NEVER)
    # Each of the reasons and the claim is kept once; in the dispute on what the referee was told it is a player's name.
    assert result.count(TYPED) == 9


def test_every_command_that_publishes_is_asked_here(tmp_path: Path) -> None:
    published = commands()
    for words, command in published.items():
        assert words in OWN_COPIES or asked(words, command, tmp_path), words
    assert OWN_COPIES.keys() <= published.keys()
    assert {("export", export.command.split()[0]) for export in EXPORTS} <= published.keys()


@pytest.mark.parametrize("words", sorted(commands().keys() - OWN_COPIES.keys()), ids=" ".join)
def test_no_command_publishes_a_hidden_name_or_typed_text(club: Path, tmp_path: Path, words: tuple[str, ...]) -> None:
    command = commands()[words]
    in_full = any(param.name == "full_names" for param in command.params)
    for more, never in (([], NEVER), *([(["--full-names"], NEVER_IN_FULL)] if in_full else [])):
        for number, way in enumerate(asked(words, command, tmp_path / f"{len(more)}")):
            outcome = referee(*words, *way, *more, cwd=club)
            assert outcome.code == 0, outcome.err
            rows = [path for path in (tmp_path / f"{len(more)}").rglob("*") if path.is_file()]
            texts = [text_of(path.name, path.read_bytes()) for path in rows]
            assert texts or "--output" not in way
            assert [said(text, never) for text in (*texts, outcome.out)] == [[]] * (len(texts) + 1), (number, more)
            if words[0] != "rulebook" and words not in (("export", "ics"), ("tournament", "rules")):
                assert OPEN in shown(" ".join((*texts, outcome.out))), (number, more)


@pytest.mark.parametrize("export", PUBLIC, ids=lambda export: export.name)
def test_no_export_of_the_desk_has_a_hidden_name_or_typed_text(club: Path, export: Any) -> None:
    with on_the_monday(club), open_club(club) as second_club:
        contents = export.make(second_club, ExportRequest(full_names=export.full_names, zone="Europe/Berlin"))
    assert contents.files
    for name, data in contents.files.items():
        assert said(text_of(name, data), NEVER_IN_FULL if export.full_names else NEVER) == [], name


def test_of_what_was_typed_the_room_and_the_note_of_an_evening_go_out(club: Path) -> None:
    with on_the_monday(club), open_club(club) as second_club:
        for command in ("html", "csv", "ics"):
            export = next(export for export in EXPORTS if export.command == command)
            contents = export.make(second_club, ExportRequest(zone="Europe/Berlin"))
            text = "".join(data.decode("utf-8-sig") for data in contents.files.values())
            assert all(published in text for published in PUBLISHED), command


@pytest.mark.screen
def test_no_page_of_the_board_has_a_hidden_name_or_typed_text(club: Path) -> None:
    items: list[str] = []

    async def look(opened: Club) -> None:
        async with on_the_wall(opened) as officer:
            screen = officer.app.screen
            pages = max(len(pages_widget.pages) for pages_widget in screen.query(Pages))
            for _ in range(pages + 1):
                items.append(officer.reads())
                screen.turn()  # type: ignore[attr-defined]
                await officer.settle()

    with on_the_monday(club), open_club(club) as second_club:
        asyncio.run(look(second_club))
    everything = "\n".join(items)
    assert said(everything, NEVER) == []
    for text in (OPEN, "Ysolde T.", "Player", "Swiss Cup", "Freezeout Cup"):
        assert text in shown(everything), text
