"""The three ways in which commands confirm: at once with its undo, shown and asked, or by a name that is typed.

Every command that writes is of one kind. A command at a table is at once tonight, and shown in a past session.
"""

import shlex
from pathlib import Path
from shutil import copytree

import pytest

from referee.club.folder import open_club
from tests.cli.printed_commands import all_commands, examples, fill_placeholders, steps
from tests.cli.running import referee
from tests.cli.scenes import ANSWERS, FIRST, on_the_monday

READS = {
    "tonight", "standings", "rulebook", "rule", "check", "history", "manual", "seat show", "seat print", "table show",
    "dispute show", "dispute list", "penalty list", "tournament list", "tournament show", "tournament print",
    "tournament plan", "tournament rules", "freezeout show", "freezeout prizes", "clock show", "member list",
    "member show", "season list", "season show", "schedule list", "officer list", "export csv", "export xlsx",
    "export html", "export json", "export phh", "export ics", "export verify", "desk", "board", "phones",
}  # fmt: skip
"""Commands that change nothing in the club. The desk has keys for what it changes, and phones have buttons."""
AT_ONCE = {
    "open", "close", "checkin", "start", "result", "seat start", "seat swap", "seat move", "seat add", "seat remove",
    "seat apart", "table finish", "table let-stand", "table leave", "table join", "table swap", "table void",
    "table reopen", "dispute decide", "penalty give", "tournament set", "tournament enter", "tournament withdraw",
    "tournament absent", "tournament draw", "tournament swap", "tournament move", "tournament walkover",
    "tournament end", "freezeout blinds", "freezeout start", "freezeout out", "freezeout reenter", "freezeout addon",
    "freezeout count", "freezeout chop", "member add", "member rename", "member merge",
    "member privacy", "member retire", "season rules", "schedule add", "schedule move", "schedule cancel",
    "officer elect", "officer hand-over", "officer step-down", "restore", "season new", "tournament new",
}  # fmt: skip
"""Commands that end with how they are undone, also where they have asked before."""
SHOWN = {
    "result", "undo", "log", "table edit", "table reseat", "table finish", "table let-stand", "table void",
    "dispute decide", "penalty give", "penalty cancel", "tournament end", "freezeout blinds", "freezeout chop",
    "member merge", "member retire", "season close", "season reopen", "schedule load", "schedule cancel",
    "schedule holidays", "import", "restore",
}  # fmt: skip
"""Commands that show their effect and ask: of what changes results, past sessions or many rows."""
BY_NAME = {"member forget"}
"""Commands that cannot be undone, and have the name typed."""
OTHERWISE = {
    "undo": "it is the undoing itself, and ends with `redo`",
    "redo": "it is the redoing of an undo",
    "log": "each line at once: `undo TABLE`, as its help says",
    "seat draw": "it is drawn again, by the command that it names",
    "dispute open": "a dispute is kept, and decided",
    "dispute appeal": "a dispute is kept, and decided",
    "freezeout balance": "it ends with its undo where players moved; else nothing is recorded",
    "tournament start": "tables are voided one by one",
    "tournament replay": "tables are voided one by one",
    "tournament undo": "it is the undoing itself",
    "officer here": "a setting of this computer: `officer here --clear`",
    "init": "a club is new",
    "demo": "a club is new",
    "backup": "a copy is new",
    "audit": "it reads, and repairs what was lost",
    "club move": "the club stays where it was, too",
    "club upgrade": "a backup is made first",
    "club officer-login": "a login is new",
} | {f"clock {each}": "the clock is turned back by its own commands" for each in (
    "start", "pause", "resume", "next", "back", "add", "stop"
)}  # fmt: skip
"""All others, and why they neither end with an undo nor ask."""
KINDS = (READS, AT_ONCE | SHOWN, BY_NAME)
COMMANDS = dict(all_commands())


def test_every_command_has_its_kind() -> None:
    for words in COMMANDS:
        kinds = [kind for kind in KINDS if words in kind]
        assert len(kinds) == 1 or OTHERWISE.get(words), words
    assert set(COMMANDS) >= set().union(*KINDS, OTHERWISE)


@pytest.mark.parametrize("words", sorted(SHOWN | BY_NAME))
def test_what_shows_its_effect_can_be_previewed_and_confirmed(words: str) -> None:
    options = {option for param in COMMANDS[words].params for option in param.opts}
    assert {"--yes", "--dry-run"} <= options


def commands(words: str) -> list[list[str]]:
    """The examples of a command, each without its confirmation."""
    first = [steps(example)[0] for example in examples(COMMANDS[words].epilog)]
    return [
        [word for word in fill_placeholders(shlex.split(each)[1:]) if word not in ("--yes", "--dry-run")]
        for each in first
    ]


def scenes_of(words: str, stages: dict[str, Path]) -> list[str]:
    first = [scene.__name__ for scene in FIRST.get(words.partition(" ")[0], ())]
    return [*dict.fromkeys([*first, *stages])]


def head(folder: Path) -> str:
    with open_club(folder) as club:
        return str(club.head)


@pytest.mark.parametrize("words", sorted(AT_ONCE))
def test_what_can_be_undone_ends_with_how(words: str, stages: dict[str, Path], tmp_path: Path) -> None:
    agreed = ["--yes"] if any("--yes" in param.opts for param in COMMANDS[words].params) else []
    with on_the_monday(tmp_path):
        for name in scenes_of(words, stages):
            folder = copytree(stages[name], tmp_path / name)
            (folder / "stick").mkdir(exist_ok=True)
            for text in commands(words):
                result = referee(*text, *agreed, cwd=folder)
                if result.code in ANSWERS and "Undo: referee " in result.out:
                    return
    pytest.fail(f"no example of referee {words} ends in any scene with how it is undone")


@pytest.mark.parametrize("words", sorted(SHOWN | BY_NAME))
def test_a_preview_changes_nothing(words: str, stages: dict[str, Path], tmp_path: Path) -> None:
    with on_the_monday(tmp_path):
        for name in scenes_of(words, stages):
            folder = copytree(stages[name], tmp_path / name)
            for text in commands(words):
                if words == "import" and not any(each.endswith(".csv") for each in text):
                    continue
                if not (folder / "club.db").exists():
                    continue
                before = head(folder)
                result = referee(*text, "--dry-run", cwd=folder)
                assert head(folder) == before, result
                if result.code == 0 and "Nothing was changed." in result.out:
                    return
    pytest.fail(f"no example of referee {words} runs in a scene as a preview")
