"""Bad input to every command of the tree: it says what is wrong, exits 2, and changes nothing."""

import shlex
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest

from referee.club.folder import open_club
from referee.club.people.duties import DUTIES, Duty
from tests.cli.printed_commands import SCREENS, all_commands, examples, fill_placeholders, steps
from tests.cli.running import RunResult, referee
from tests.cli.scenes import on_the_monday
from tests.sampling import one_in

COMMANDS = dict(all_commands())
WRONG = {
    "TABLE": ("99", "2026-11-17/1", "three", "m999", "-"),
    "LINE": ("99999",),
    "DATE": ("2026-13-45", "someday"),
    "DISPUTE": ("99", "first"),
    "PENALTY": ("99", "first"),
    "GAME": ("whist",),
    "NAME": ("Zacharias",),
    "N": ("99",),
    "TOURNAMENT": ("99",),
}
"""What is no table, no date, no name, and so on, by what a command calls its argument."""
NAMING = ("season new", "tournament new")
"""Commands whose NAME is that of something new, so that none is wrong."""


def given(words: str, epilog: str) -> list[str]:
    """A command as its help gives it first, with its options."""
    first = steps(examples(epilog)[0])[0]
    return fill_placeholders(shlex.split(first)[1:])


CASES = [(words, each) for words, each in COMMANDS.items() if words.split()[0] not in (*SCREENS, "club", "demo")]


@pytest.fixture(scope="module")
def evening(stages: dict[str, Path]) -> Path:
    return stages["evening"]


def head(folder: Path) -> str:
    with open_club(folder) as club:
        return str(club.head)


def refused(result: RunResult, words: list[str]) -> None:
    output = f"referee {shlex.join(words)}: {result}"
    assert result.code == 2, output
    assert "Traceback" not in result.err, output
    assert result.err.strip(), output


def unchanged(evening: Path, tmp_path: Path, words: list[str]) -> None:
    with on_the_monday(tmp_path):
        folder = copytree(evening, tmp_path / "club")
        before = head(folder)
        refused(referee(*words, cwd=folder), words)
        assert head(folder) == before, words


def wrong_words() -> Iterator[list[str]]:
    """Each command with each of its arguments wrong, the others as its example has them."""
    for words, command in CASES:
        if words in NAMING:
            continue
        own = given(words, command.epilog)[len(words.split()) :]
        places = [param for param in command.params if param.param_type_name == "argument"]
        for index, param in enumerate(places):
            title = (param.metavar or param.name or "").strip("[]{}.").split("|")[0].upper()
            for wrong in WRONG.get(title, ()):
                text = [*words.split(), *own[:index], wrong, *own[index + 1 :]]
                if len(own) >= index and not any(each.startswith("-") for each in own[:index]):
                    yield text


@pytest.mark.parametrize("typed", one_in(2, wrong_words()), ids=shlex.join)
def test_a_wrong_argument_is_refused(typed: list[str], evening: Path, tmp_path: Path) -> None:
    unchanged(evening, tmp_path, typed)


@pytest.mark.parametrize("words", one_in(3, (words for words, _ in CASES)))
def test_an_empty_argument_is_refused(words: str, evening: Path, tmp_path: Path) -> None:
    if not any(param.param_type_name == "argument" for param in COMMANDS[words].params):
        return
    unchanged(evening, tmp_path, [*words.split(), ""])


@pytest.mark.parametrize("words", one_in(3, (words for words, _ in CASES)))
def test_an_option_twice_is_refused(words: str, evening: Path, tmp_path: Path) -> None:
    command = COMMANDS[words]
    rows = [param for param in command.params if param.param_type_name == "option" and not param.multiple]
    value = next((each for each in rows if not each.is_flag and each.nargs == 1), None)
    if value is None:
        return
    own = given(words, command.epilog)[len(words.split()) :]
    stored = [each for each in own if not each.startswith("-")]
    option = value.opts[0]
    choices = getattr(value.type, "choices", ())
    output = str(choices[0]) if choices else "1"
    unchanged(evening, tmp_path, [*words.split(), *stored, option, output, option, output])


NO_TERMINAL = [
    "member forget Hal",
    "member merge Hal Gus",
    "result 1 Eve Fay Gus Hal --reason misread --by Eve",
    "season close 2026-27",
    "start big-two Ann Ben Cal Dee",
]


@pytest.mark.parametrize("typed", NO_TERMINAL)
def test_without_a_terminal_nothing_is_done_that_would_be_asked(typed: str, evening: Path, tmp_path: Path) -> None:
    unchanged(evening, tmp_path, typed.split())


@pytest.mark.parametrize(
    "typed",
    [
        "checkin Zacharias",
        "checkin Ann --on 2026-11-23",
        "start big-two Ann Ben Cal --on 2026-11-23",
        "open 2026-11-17",
        "open 2026-11-16",
        "close 2026-11-23",
        "seat start",
        "seat show",
        "seat draw --tables many",
        "seat draw --game whist",
        "seat draw --on 2026-11-23",
        "log 99 deal",
        "log 1 deal",
        "log 3 --file nowhere.txt",
        "log 3 nonsense",
        "undo 3 99",
        "undo 3 x",
        "undo --mistake",
        "result 3 Ann Ben",
        "result 3 Ann=5 Ben=-4 Cal=0 Dee=0",
        "result 1 Eve Fay Gus Hal --yes",
        "table finish 3",
        "table let-stand 3",
        "table edit 3 1",
        "table edit 3 99 deal --reason so --by Eve",
        "table reseat 3 9 Eve --reason so --by Eve",
        "table leave 3 Hal --reason so",
        "table swap 3 Ann Hal --reason so",
        "table reopen 3 --reason so",
        "table show 3 --record --json",
        "dispute open 3 99",
        "dispute decide 2 overrule",
        "dispute decide 2 perhaps",
        "dispute appeal 2 --reason so",
    ],
)
def test_what_cannot_be_in_the_evening_is_refused(typed: str, evening: Path, tmp_path: Path) -> None:
    unchanged(evening, tmp_path, shlex.split(typed))


@pytest.mark.parametrize("typed", ["clock add {}", "penalty give Ann --points {} --reason so", "dispute open 3 {}"])
def test_a_number_that_is_too_long_to_be_worked_with_is_refused(typed: str, evening: Path, tmp_path: Path) -> None:
    unchanged(evening, tmp_path, shlex.split(typed.format("9" * 5000)))


ONLY_AN_OFFICER = [
    (Duty.DECIDE, "evening", "dispute decide 2 uphold --yes"),
    (Duty.OVERRULE, "evening", "dispute decide 2 overrule --reason agreed --yes"),
    (Duty.VOID, "evening", "dispute decide 2 void-match --reason agreed --yes"),
    (Duty.VOID, "evening", "table void 3 --reason power"),
    (Duty.PENALTY, "evening", "penalty give Ann --warning --reason late --yes"),
    (Duty.PENALTY, "late", "penalty cancel 1 --reason mistaken --yes"),
    (Duty.HOUSE_RULES, "evening", "season rules big-two royal=none"),
    (Duty.FORGET, "evening", "member forget Hal --yes"),
    (Duty.CLOSE_SEASON, "over", "season close 2026-27 --yes"),
    (Duty.CLOSE_SEASON, "closed", "season reopen 2026-27 --reason found --yes"),
    (Duty.CLOSED_SEASON, "closed", "result 2026-11-16/1 Eve Fay Gus Hal --reason misread --yes --by Eve"),
    (Duty.CLOSED_SEASON, "closed", "table reseat 2026-11-16/1 1 Ann --reason misread --yes --by Eve"),
    (Duty.RESTORE, "over", "restore 2026-11-16 --yes"),
    (Duty.TOURNAMENT, "competing", "tournament draw 2 --again --reason unfair"),
    (Duty.TOURNAMENT, "competing", "tournament swap 2 Ann Ben --reason light"),
    (Duty.TOURNAMENT, "competing", "tournament move 2 Ann 2 --reason light"),
    (Duty.TOURNAMENT, "competing", "tournament replay 3 1 --reason power"),
    (Duty.TOURNAMENT, "competing", "tournament walkover 3 1 Ann"),
    (Duty.TOURNAMENT, "competing", "tournament undo 2"),
    (Duty.TOURNAMENT, "heads_up", "tournament end 1 --early --yes"),
    (Duty.PENALTY, "competing", "penalty give Ann --tournament 2 --points 1 --reason late"),
]
"""What only an officer may do, by each command that does it. A correction names somebody in any case."""


def test_every_duty_of_an_officer_is_tried() -> None:
    assert {duty for duty, _, _ in ONLY_AN_OFFICER} == set(Duty)


@pytest.mark.parametrize(("duty", "scene", "typed"), ONLY_AN_OFFICER, ids=[each for _, _, each in ONLY_AN_OFFICER])
def test_without_an_officer_it_says_what_is_wrong_and_what_to_type(
    duty: Duty, scene: str, typed: str, stages: dict[str, Path], tmp_path: Path
) -> None:
    with on_the_monday(tmp_path):
        folder = copytree(stages[scene], tmp_path / "club")
        assert referee("officer", "elect", "Dee", "--as", "president", cwd=folder).code == 0
        before = head(folder)
        result = referee(*shlex.split(typed), cwd=folder)
        refused(result, shlex.split(typed))
        text = "Eve is not an officer" if "--by Eve" in typed else "no officer is named"
        assert f"Only an officer may {DUTIES[duty][0]}, and {text}. Officers: Dee." in result.err, result
        assert "--by Dee" in result.err
        assert head(folder) == before


WITHOUT_A_CLUB = [
    *("tonight", "open", "checkin Ann", "seat draw", "start big-two Ann Ben Cal", "log 1", "undo", "result 1 Ann"),
    *("close", "table show 1", "dispute list", "standings", "member list", "season list", "schedule list"),
    *("tournament list", "officer list", "penalty list", "backup", "audit", "export csv", "export xlsx"),
]


@pytest.mark.parametrize("typed", WITHOUT_A_CLUB)
def test_without_a_club_it_says_how_to_make_one(typed: str, tmp_path: Path) -> None:
    result = referee(*typed.split(), cwd=tmp_path)
    assert (result.code, result.out) == (3, ""), result
    assert "referee init" in result.err
    assert list(tmp_path.iterdir()) == []
