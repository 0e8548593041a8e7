"""In every format of rounds, what is said to come next works at every step and leads on to the end."""

import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.running import referee
from tests.cli.spoken import commands_in
from tests.cli.tournament.evenings import PEOPLE, run, shown

FORMATS = {
    "swiss": ["--format", "swiss", "--rounds", "2"],
    "knockout": ["--format", "ko"],
    "groups": ["--format", "groups", "--groups", "2", "--rounds", "2"],
    "round robin": ["--format", "round-robin", "--rounds", "3"],
    "league": ["--format", "league", "--rounds", "3"],
    "double": ["--format", "double"],
}
GAMES = {"pairs": ["--game", "conquian"], "threes": ["--game", "big-two", "--size", "3-4"]}
PLAYERS = 6
LARGER = {("groups", "threes"): (8, ["--go-on", "2"])}
"""Where six do not make tables of three in each group and in the final: how many play, and what that takes."""
STEPS = 40


def begin(folder: Path, format: str, game: str) -> None:
    players, others = LARGER.get((format, game), (PLAYERS, []))
    run(folder, "tournament", "new", "Cup", *FORMATS[format], *GAMES[game], *others, "--seed", "3")
    run(folder, "tournament", "enter", *PEOPLE[:players])


def next_commands(folder: Path) -> list[list[str]]:
    return list(commands_in(run(folder, "tournament", "show", "1").out))


def followed(folder: Path, choice: int = 0) -> bool:
    """Do what is said to come next; where there are choices, one of them. Return whether there was anything to do."""
    view = shown(folder)
    if view["status"] == "over":
        return False
    playing = [table for each in view["rounds"] for table in each["tables"] if table["status"] == "playing"]
    if playing:
        for table in playing:
            run(folder, "result", f"m{table['match']['id']}", *table["entries"])
        return True
    said = [each for each in next_commands(folder) if each[0] == "tournament" and "--preview" not in each]
    assert said, run(folder, "tournament", "show", "1").out
    words = [word if word != "..." else "so it was" for word in said[min(choice, len(said) - 1)]]
    if "NAME" in words:  # a player of a table that has more
        there = max(view["rounds"][-1]["tables"], key=lambda each: len(each["entries"]) * (each["match"] is None))
        words[words.index("NAME")] = there["entries"][0]
    done = referee(*words, *(["--yes"] if words[1] == "end" else []), cwd=folder, REFEREE_OFFICER="Fay")
    assert done.code == 0 or words[1] in ("move",), f"referee {shlex.join(words)}: {done.err}"
    if done.code:  # nobody can be spared at the other table, and the first choice is always there
        return followed(folder, 0)
    return True


def to_the_end(folder: Path, choice: int = 0) -> None:
    for _ in range(STEPS):
        if not followed(folder, choice):
            break
    assert shown(folder)["status"] == "over"


def withdrawn(folder: Path) -> None:
    """Somebody at the smallest table of the last round leaves the tournament."""
    rounds = shown(folder)["rounds"]
    tables = [table["entries"] for table in rounds[-1]["tables"]] if rounds else [list(PEOPLE)]
    still = [entry["name"] for entry in shown(folder)["entries"].values() if entry["status"] == "in"]
    who = next((name for table in sorted(tables, key=len) for name in table if name in still), None)
    if who:
        referee("tournament", "withdraw", who, "--reason", "the last train", cwd=folder, REFEREE_OFFICER="Fay")


def absent(folder: Path) -> None:
    still = [entry["name"] for entry in shown(folder)["entries"].values() if entry["status"] == "in"]
    for name in still[:1]:
        referee("tournament", "absent", name, cwd=folder, REFEREE_OFFICER="Fay")


def voided(folder: Path) -> None:
    """A table of the last round is void, whether it was finished or not."""
    for each in reversed(shown(folder)["rounds"]):
        for table in each["tables"]:
            if table["match"]:
                number = f"m{table['match']['id']}"
                run(folder, "table", "void", number, "--reason", "a pack of 51")
                return


DEEDS: dict[str, Callable[[Path], None]] = {"withdraw": withdrawn, "absent": absent, "void": voided}


@pytest.mark.parametrize("choice", [0, 1, 2])
@pytest.mark.parametrize("deed", DEEDS)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("format", FORMATS)
def test_there_is_always_a_next_step_that_works(mondays: Path, format: str, game: str, deed: str, choice: int) -> None:
    """The deed is done before the first step, before the second, and so on, in one tournament after the other."""
    begin(mondays, format, game)
    for _ in range(3):
        DEEDS[deed](mondays)
        if not followed(mondays, choice):
            break
    to_the_end(mondays, choice)
