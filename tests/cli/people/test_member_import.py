"""`referee member import`: shown first, then written wholly or not at all."""

from pathlib import Path

import pytest

from tests.cli.running import referee


@pytest.fixture
def names(club: Path) -> Path:
    file = club / "names.csv"
    file.write_text("Name;Guest;Joined\nAnn;;\nFay;yes;2026-09-01\nBenn;;\n")
    return file


def on_the_roster(club: Path) -> list[str]:
    return [each["name"] for each in referee("member", "list", "--json", club=club).data]


def test_nothing_is_written_before_somebody_has_said_yes(club: Path, names: Path) -> None:
    before = on_the_roster(club)
    done = referee("import", str(names), club=club)
    assert done.code == 2
    assert "To confirm, add --yes" in done.err
    assert done.out.splitlines() == [
        "line  name  becomes         much like",
        "   2  Ann   already listed",
        "   3  Fay   new guest",
        "   4  Benn  new member      Ben",
        "1 new member, 1 new guest, 1 already listed.",
    ]
    looked = referee("import", str(names), "--json", club=club)
    assert (looked.code, looked.data["written"]) == (0, False)
    assert looked.data["rows"][1] == {
        "who": {"line": 3, "name": "Fay", "guest": True, "joined": "2026-09-01"},
        "becomes": "new guest",
        "like": "",
    }
    assert on_the_roster(club) == before


def test_all_of_it_is_written_and_only_once(club: Path, names: Path) -> None:
    done = referee("import", str(names), "--yes", club=club)
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith("2 members added or changed.\n")
    assert "Fay, guest since 2026-09-01" in referee("member", "show", "Fay", club=club).out
    again = referee("import", str(names), "--yes", club=club)
    assert (again.code, again.out.splitlines()[-1]) == (0, "All of them are members already. Nothing to change.")
    assert referee("audit", club=club).code == 0


def test_every_fault_is_said_with_file_line_and_column(club: Path, names: Path) -> None:
    names.write_text("Name;Guest\nFay;perhaps\nDee\n;\ndeal;no\n")
    before = on_the_roster(club)
    done = referee("import", str(names), "--yes", club=club)
    assert (done.code, done.out) == (2, "")
    assert done.err.splitlines() == [
        f"{names}:2: Guest: 'perhaps' is neither yes nor no",
        f"{names}:5: Name: 'deal' cannot be a name: a line of a record may begin with 'deal'. Use another",
        f"referee: 2 faults in {names}. Nothing was changed.",
    ]
    assert on_the_roster(club) == before


def test_a_file_that_is_not_there_is_said_so(club: Path) -> None:
    done = referee("import", "nowhere.csv", club=club)
    assert (done.code, done.err) == (3, "referee: cannot use nowhere.csv: No such file or directory\n")
