"""In every format of rounds, what is said to come next works at every step and leads on to the end."""

import shlex
from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path
from shutil import copytree

import pytest

from referee.club.folder import open_club
from referee.tournaments import overview
from referee.tournaments.state.view import TournamentView
from tests.cli.printed_commands import commands_in
from tests.cli.running import referee
from tests.cli.tournament.mondays import PEOPLE, run
from tests.sampling import one_in

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
CHOICES = 3


@pytest.fixture(scope="module")
def begun(base_mondays: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str], Path]:
    """A club with a tournament of a format that some have entered: made once, and copied."""

    @cache
    def begun(format: str, game: str) -> Path:
        folder = copytree(base_mondays, tmp_path_factory.mktemp("begun") / "club")
        players, others = LARGER.get((format, game), (PLAYERS, []))
        run(folder, "tournament", "new", "Cup", *FORMATS[format], *GAMES[game], *others, "--seed", "3")
        run(folder, "tournament", "enter", *PEOPLE[:players])
        return folder

    return begun


def seen(folder: Path) -> TournamentView:
    """The tournament as the club has it: what is said of it is read where it is asked what comes next."""
    with open_club(folder) as club:
        return overview.read_view(club, "1")


def next_commands(folder: Path) -> list[list[str]]:
    return list(commands_in(run(folder, "tournament", "show", "1").out))


def followed(folder: Path, choice: int = 0) -> int:
    """Do what is said to come next; where there are choices, one of them. Return among how many that was."""
    view = seen(folder)
    if view.status == "over":
        return 0
    playing = [table for each in view.rounds for table in each.tables if table.status == "playing"]
    if playing:
        for table in playing:
            run(folder, "result", f"m{table.match}", *map(view.name_of, table.entries))
        return 1
    output = [
        next_command
        for next_command in next_commands(folder)
        if next_command[0] == "tournament" and "--preview" not in next_command
    ]
    assert output, run(folder, "tournament", "show", "1").out
    words = [word if word != "..." else "so it was" for word in output[min(choice, len(output) - 1)]]
    if "NAME" in words:  # a player of a table that has more
        existing = max(view.rounds[-1].tables, key=lambda table: len(table.entries) * (table.match is None))
        words[words.index("NAME")] = view.name_of(existing.entries[0])
    result = referee(*words, *(["--yes"] if words[1] == "end" else []), cwd=folder, REFEREE_OFFICER="Fay")
    assert result.code == 0 or words[1] in ("move",), f"referee {shlex.join(words)}: {result.err}"
    if result.code:  # nobody can be spared at the other table, and the first choice is always there
        followed(folder, 0)
    return len(output)


def to_the_end(folder: Path, choice: int = 0) -> int:
    """Follow what is said to the end; return the most choices that there were."""
    most = 0
    for _ in range(STEPS):
        most = max(most, choices := followed(folder, choice))
        if not choices:
            break
    assert seen(folder).status == "over"
    return most


def withdrawn(folder: Path) -> None:
    """Somebody at the smallest table of the last round leaves the tournament."""
    view = seen(folder)
    tables = [table.entries for table in view.rounds[-1].tables] if view.rounds else [tuple(view.entries)]
    rows = [number for number, entry in view.entries.items() if entry.status == "in"]
    who = next((each for table in sorted(tables, key=len) for each in table if each in rows), None)
    if who:
        reason = ("--reason", "the last train")
        referee("tournament", "withdraw", view.name_of(who), *reason, cwd=folder, REFEREE_OFFICER="Fay")


def absent(folder: Path) -> None:
    rows = [entry.name for entry in seen(folder).entries.values() if entry.status == "in"]
    for name in rows[:1]:
        referee("tournament", "absent", name, cwd=folder, REFEREE_OFFICER="Fay")


def voided(folder: Path) -> None:
    """A table of the last round is void, whether it was finished or not."""
    for each in reversed(seen(folder).rounds):
        for table in each.tables:
            if table.match:
                run(folder, "table", "void", f"m{table.match}", "--reason", "a pack of 51")
                return


DEEDS: dict[str, Callable[[Path], None]] = {"withdraw": withdrawn, "absent": absent, "void": voided}


CASES = [
    (format, game, deed)
    for at, format in enumerate(FORMATS)
    for game, deed in sorted(product(GAMES, DEEDS), key=lambda each: each != ([*GAMES][at % 2], [*DEEDS][at % 3]))
]


@pytest.mark.parametrize(("format", "game", "deed"), one_in(len(GAMES) * len(DEEDS), CASES))
def test_there_is_always_a_next_step_that_works(
    begun: Callable[[str, str], Path], tmp_path: Path, format: str, game: str, deed: str
) -> None:
    """The deed is done before the first step, before the second, and so on, in one tournament after the other.

    In the first of them the first choice is made all along, in the next the second, and in the last the third: as long
    as there is one to be made anywhere.
    """
    for choice in range(CHOICES):
        folder, most = copytree(begun(format, game), tmp_path / f"club {choice}"), 0
        for _ in range(3):
            DEEDS[deed](folder)
            most = max(most, choices := followed(folder, choice))
            if not choices:
                break
        if max(most, to_the_end(folder, choice)) <= choice + 1:
            break
