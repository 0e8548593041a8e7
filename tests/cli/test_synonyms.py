"""A word that is no command is answered with the commands that are meant by it."""

from collections.abc import Iterator

import pytest

from referee.cli import synonyms
from referee.cli.command_tree import COMMANDS, EVENING, GROUPS, PANELS
from referee.export.tables.columns import row_types
from referee.export.tables.rows import SeasonTables
from tests.cli.printed_commands import all_commands, all_epilogs
from tests.cli.running import referee
from tests.cli.wrong_words import WRONG


def test_the_help_names_every_first_word_once() -> None:
    named_words = [*EVENING, *(name for panel in PANELS.values() for name in panel)]
    assert sorted(named_words) == sorted([*COMMANDS, *GROUPS])


def test_a_beginning_that_only_one_command_has_is_that_command() -> None:
    assert referee("stand", "--help").out.startswith("Usage: referee standings ")
    assert referee("member", "ret", "--help").out.startswith("Usage: referee member retire ")


def test_a_beginning_of_several_is_asked_for_in_full() -> None:
    result = referee("member", "re")
    assert result.code == 2
    assert result.err == "referee: 'referee member re' is not a command. Type more of it: rename, retire.\n"


def test_a_club_without_a_command_is_answered_with_the_help() -> None:
    result = referee("--club", "here")
    assert result.code == 0
    assert "Every evening:" in result.out


def test_a_bare_group_lists_its_commands() -> None:
    result = referee("member")
    assert result.code == 0
    assert "rename" in result.out


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("tournament create", "tournament new"),
        ("knockout", "tournament new"),
        ("bust Ann", "freezeout out"),
        ("create member", "member add"),
        ("leaderboard", "standings"),
        ("buchholz", "tournament show"),
        ("gdpr", "member forget"),
        ("pause", "clock pause"),
        ("big-two", "rulebook big-two"),
        ("tournament bracket", "tournament show --bracket"),
        ("tournament crosstable", "tournament show --cross-table"),
        ("elo", "standings --ratings"),
    ],
)
def test_what_is_meant_is_named(typed: str, meant: str) -> None:
    group, _, rest = typed.rpartition(" ") if typed.split()[0] in GROUPS else ("", "", typed)
    assert meant in synonyms.suggest_commands(group, rest.split())


def test_a_word_that_nobody_knows_leads_to_the_help() -> None:
    result = referee("xyzzyq")
    assert (result.code, result.err) == (2, "referee: 'referee xyzzyq' is not a command. See: referee --help\n")


def test_an_option_given_twice_and_an_empty_argument_are_refused() -> None:
    assert "Error: --json is given twice. Give it once." in referee("standings", "--json", "--json").err
    assert "--club is given twice" in referee("--club", "a", "standings", "--club", "b").err
    result = referee("member", "add", "")
    assert result.code == 2
    assert "is empty" in result.err


def test_the_club_may_be_named_before_the_command_and_behind_it(club: object) -> None:
    before, behind = referee("--club", str(club), "member", "list"), referee("member", "list", "--club", str(club))
    assert before.out == behind.out
    assert before.code == behind.code == 0


def test_every_command_is_asked_for_by_some_words_and_no_other_is() -> None:
    commands = {command for command, _ in all_epilogs() if command and command not in GROUPS}
    assert set(synonyms.SYNONYMS) == commands


def answers(text: str) -> Iterator[str]:
    """The commands that what was typed leads to: the one that it is the beginning of, or those that are named."""
    first, *rest = text.split()
    if first in GROUPS and rest:
        started = synonyms.commands_beginning(
            rest[0], [each.split()[1] for each in synonyms.SYNONYMS if each.startswith(f"{first} ")]
        )
        yield from [f"{first} {started[0]}"] if len(started) == 1 else synonyms.suggest_commands(first, rest)
    else:
        started = synonyms.commands_beginning(first, [*COMMANDS, *GROUPS])
        yield from started if len(started) == 1 else synonyms.suggest_commands("", [first, *rest])


def test_of_sixty_wrong_words_fifty_five_are_answered_right() -> None:
    wrong = [
        text
        for text, resolved in WRONG
        if not any(answer == right or answer.startswith(f"{right} ") for answer in answers(text) for right in resolved)
    ]
    assert len(WRONG) == 60
    assert len(wrong) <= 5, wrong


def test_the_likeliest_command_is_named_with_the_option_that_was_asked_for() -> None:
    assert synonyms.suggest_commands("tournament", ["bracket"])[0] == "tournament show --bracket"
    for command, options in synonyms.SYNONYM_OPTIONS.items():
        help = referee(*command.split(), "--help").out
        assert all(option in help for option in options.values()), command


@pytest.mark.parametrize("group", GROUPS)
def test_the_help_of_a_group_has_the_whole_first_sentence_of_each_command(group: str) -> None:
    result = referee(group, "--help", COLUMNS="80")
    listed = " ".join(result.out.partition("Commands:")[2].split())
    for text, command in all_commands():
        if text.partition(" ")[0] == group:
            sentence = " ".join(command.help.partition("\n\n")[0].split()).partition(". ")[0].removesuffix(".")
            assert f" {text.split()[1]} {sentence}" in f" {listed}"
    assert "..." not in listed
    assert all(len(row) <= 80 for row in result.out.splitlines())


def test_the_help_of_the_csv_export_has_a_line_for_each_file() -> None:
    rows = [row.split() for row in referee("export", "csv", "--help", COLUMNS="80").out.splitlines() if row]
    named_words = [row[0] for row in rows if row[0].endswith((".csv", ".json"))]
    assert named_words == [*(f"{name}.csv" for name in row_types(SeasonTables)), "manifest.json"]


def test_no_reason_is_an_option_that_a_script_alone_has_to_know() -> None:
    for text, command in all_commands():
        for param in command.params:
            assert param.name != "reason" or not param.required, text
            assert param.name != "reason" or "terminal asks" in param.help or "closed season" in param.help, text
