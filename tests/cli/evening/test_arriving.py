"""`referee checkin all` checks in everybody on the roster; a player who is called All is meant before the word."""

from pathlib import Path

from tests.cli.running import referee


def test_all_checks_in_the_whole_roster_with_its_guests(club: Path) -> None:
    referee("member", "add", "Gia", "--guest", club=club)
    referee("member", "retire", "Della", "--yes", club=club)
    done = referee("checkin", "all", club=club)
    first, second, third = done.out.splitlines()
    assert first == "Checked in 5 players, 1 guest among them: the whole roster is here."
    assert second == "5 here: Ann, Ben, Cal, Dee, Gia."
    assert third == "Undo: referee undo"
    again = referee("checkin", "ALL", club=club)
    assert again.out == "The whole roster is already checked in.\n5 here: Ann, Ben, Cal, Dee, Gia.\n"
    assert referee("undo", club=club).code == 0
    assert referee("tonight", "--json", club=club).data["came"] == []


def test_all_checks_in_only_those_who_are_missing(club: Path) -> None:
    referee("checkin", "Ann", "Ben", club=club)
    data = referee("checkin", "all", "--json", club=club).data
    assert data["checked_in"] == ["Cal", "Dee", "Della"]
    assert data["came"] == ["Ann", "Ben", "Cal", "Dee", "Della"]


def test_a_member_called_all_is_meant_before_the_word(club: Path) -> None:
    referee("member", "add", "All Green", club=club)
    assert referee("checkin", "all", club=club).out.startswith("Checked in: All Green.\n1 here: All Green.\n")


def test_all_among_other_names_is_a_name(club: Path) -> None:
    refused = referee("checkin", "Ann", "all", club=club)
    assert (refused.code, refused.err) == (
        2,
        "referee: No member is called 'all'. Did you mean Cal? For a guest: referee checkin all --guest\n",
    )
    assert referee("checkin", "all", "--undo", club=club).code == 2


def test_a_name_that_nobody_has_may_be_a_guest(club: Path) -> None:
    refused = referee("checkin", "Zoe", club=club)
    assert refused.code == 2
    assert refused.err.endswith("For a guest: referee checkin Zoe --guest\n")
    assert referee("checkin", "Zoe", "--guest", club=club).code == 0


def test_who_has_gone_home_is_checked_out_and_counts_as_having_come(club: Path) -> None:
    referee("checkin", "Ann", "Ben", "Cal", club=club)
    done = referee("checkin", "Cal", "--out", club=club)
    assert done.out == "Gone home: Cal.\n2 here: Ann, Ben.\nUndo: referee undo\n"
    assert referee("checkin", "Cal", "--out", "--json", club=club).err.startswith("referee: Cal has already gone home.")
    assert "Gone home: Cal\n" in referee("tonight", club=club).out
    assert referee("tonight", "--json", club=club).data["came"] == ["Ann", "Ben", "Cal"]
    assert referee("undo", club=club).code == 0
    assert "Gone home" not in referee("tonight", club=club).out
    assert "--undo and --out do not go together" in referee("checkin", "Cal", "--undo", "--out", club=club).err
