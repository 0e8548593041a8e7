"""What of the campaign on Windows needs no Windows: that it says what is missing, and reads what tests there report."""

from pathlib import Path

import pytest

from tests.campaigns.campaign import table
from tests.campaigns.windows import computer, packages, run_on_windows

REPORT = """<testsuites><testsuite>
<testcase classname="tests.store.test_backup" name="test_a"/>
<testcase classname="tests.store.test_backup" name="test_b"><failure message="OSError:&#10; gone"/></testcase>
<testcase classname="tests.store.test_backup" name="test_c"><error message="no server"/></testcase>
<testcase classname="tests.store.test_backup" name="test_d"><skipped message="not on Windows"/></testcase>
</testsuite></testsuites>"""


def test_a_computer_without_wine_is_told_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    (campaigns,) = run_on_windows(tmp_path / "windows", packages.PACKAGES)
    assert "not run" in campaigns.name
    assert "apt-get install wine64" in campaigns.name
    assert not (tmp_path / "windows").exists()


def test_each_test_that_failed_there_is_named_with_its_reason(tmp_path: Path) -> None:
    report = tmp_path / "store.xml"
    report.write_text(REPORT, encoding="utf-8")
    campaigns = packages.count_results("tests/store", report)
    assert (campaigns.name, campaigns.tried) == ("tests/store: 1 passed, 1 skipped", 4)
    assert table([campaigns]).splitlines()[2:] == [
        "tests/store: 1 passed, 1 skipped: tests.store.test_backup::test_b: OSError: gone",
        "tests/store: 1 passed, 1 skipped: tests.store.test_backup::test_c: no server",
    ]


def test_a_path_is_named_as_windows_names_it() -> None:
    assert computer.windows_path(Path("/srv/wine/drive_c/Ann Benedict/club")) == r"C:\Ann Benedict\club"
    assert computer.windows_path(Path("/srv/referee")) == r"Z:\srv\referee"


def test_every_package_of_the_tests_that_is_run_there_is_there() -> None:
    assert [package for package in packages.PACKAGES if not (computer.CHECKOUT / "tests" / package).is_dir()] == []
