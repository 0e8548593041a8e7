"""What the helps of groups and commands print: whole sentences, and one line for each file of an export."""

import pytest

from referee.cli.tree import GROUPS
from referee.export.tables.rows import SeasonTables, rows_of
from tests.cli.running import referee
from tests.cli.spoken import every_command


@pytest.mark.parametrize("group", GROUPS)
def test_the_help_of_a_group_has_the_whole_first_sentence_of_each_command(group: str) -> None:
    done = referee(group, "--help", COLUMNS="80")
    listed = " ".join(done.out.partition("Commands:")[2].split())
    for words, command in every_command():
        if words.partition(" ")[0] == group:
            sentence = " ".join(command.help.partition("\n\n")[0].split()).partition(". ")[0].removesuffix(".")
            assert f" {words.split()[1]} {sentence}" in f" {listed}"
    assert "..." not in listed
    assert all(len(row) <= 80 for row in done.out.splitlines())


def test_the_help_of_the_csv_export_has_a_line_for_each_file() -> None:
    rows = [row.split() for row in referee("export", "csv", "--help", COLUMNS="80").out.splitlines() if row]
    named = [row[0] for row in rows if row[0].endswith((".csv", ".json"))]
    assert named == [*(f"{name}.csv" for name in rows_of(SeasonTables)), "manifest.json"]


def test_no_reason_is_an_option_that_a_script_alone_has_to_know() -> None:
    for words, command in every_command():
        for each in command.params:
            assert each.name != "reason" or not each.required, words
            assert each.name != "reason" or "terminal asks" in each.help or "closed season" in each.help, words
