"""The separators of CSV are those by which Excel on this computer parts cells and reads numbers."""

import json
import locale
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from referee.export.spreadsheet_format import CsvFormat, excel_format, usable_separators

ASK = """
import json, locale
from dataclasses import astuple
from referee.export.spreadsheet_format import excel_format
print(json.dumps([astuple(excel_format()), locale.localeconv()["decimal_point"]]))
"""


@pytest.mark.process
@pytest.mark.skipif(not shutil.which("localedef"), reason="no localedef, which makes the locale of a country")
@pytest.mark.parametrize(
    ("name", "delimiter", "decimal"), [("de_DE", ";", ","), ("fr_FR", ";", ","), ("en_GB", ",", "."), ("C", ",", ".")]
)
def test_the_separators_are_those_of_the_computers_locale(
    name: str, delimiter: str, decimal: str, tmp_path: Path
) -> None:
    """What a number looks like in the rest of the program stays as it is."""
    second_result = subprocess.run(
        ["localedef", "-i", name, "-f", "UTF-8", str(tmp_path / f"{name}.UTF-8")], capture_output=True, check=False
    )
    if name != "C" and second_result.returncode > 1:
        pytest.skip(f"the system has no description of the locale {name}")
    env = {**os.environ, "LOCPATH": str(tmp_path), "LC_ALL": name if name == "C" else f"{name}.UTF-8"}
    result = subprocess.run([sys.executable, "-c", ASK], env=env, capture_output=True, text=True, check=True)
    assert json.loads(result.stdout) == [[delimiter, decimal, True], "."]


def test_a_locale_that_the_system_lacks_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "xx_XX.UTF-8")
    before = locale.setlocale(locale.LC_NUMERIC)
    assert excel_format() == CsvFormat(",", ".", for_excel=True)
    assert locale.setlocale(locale.LC_NUMERIC) == before


def test_what_is_asked_for_comes_before_the_computers_own() -> None:
    assert excel_format(decimal_comma=True) == CsvFormat(";", ",", for_excel=True)
    assert excel_format(decimal_comma=False) == CsvFormat(",", ".", for_excel=True)


@pytest.mark.parametrize(
    ("settings", "used"),
    [
        ((";", ","), (";", ",")),
        ((",", "."), (",", ".")),
        ((";", "."), (";", ".")),
        (("\t", ","), ("\t", ",")),
        (("; ", ","), (";", ",")),
        ((",", ","), (";", ",")),
        (("", "."), (",", ".")),
        (('"', "."), (",", ".")),
        (("a", "·"), (",", ".")),
    ],
)
def test_settings_of_windows_that_tell_nothing_apart_are_not_used(
    settings: tuple[str, str], used: tuple[str, str]
) -> None:
    assert usable_separators(*settings) == used
