"""``referee import`` and ``referee export phh``, as an officer runs them."""

from pathlib import Path
from shutil import copytree

import pytest

from tests.campaigns.tampering import stranger
from tests.cli.running import referee
from tests.histories.hands import hand

FIRST = hand([50, 50, 50], "d dh p1 AcAd; p3 f; p1 f", players=["Cal", "Ann", "Ben"])
SECOND = hand([51, 50, 49], "p3 f; p1 f", players=["Ann", "Ben", "Cal"])
OMAHA = hand([50, 50], "p1 f", variant="PO")


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    """Two hands that follow one another, one of another game and one that is not whole."""
    path = tmp_path / "evening.phhs"
    texts = [FIRST.data, SECOND.data, OMAHA.data, b"variant = "]
    path.write_bytes(b"".join(b"[%d]\n%s\n" % (number, text) for number, text in enumerate(texts, 1)))
    return path


@pytest.fixture(scope="module")
def base_club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A club with Ann and Ben, and the session of a Monday open. It is made once, and copied for each test."""
    folder = tmp_path_factory.mktemp("hands") / "club"
    for words in (
        ["init"],
        ["member", "add", "Ann", "Ben"],
        ["season", "new", "2026", "2026-01-01", "2026-12-31", "--min", "1"],
        ["schedule", "add", "2026-11-16", "--at", "19:00"],
        ["open", "2026-11-16"],
    ):
        assert referee(*words, club=folder).code == 0
    return folder


@pytest.fixture
def club(base_club: Path, tmp_path: Path) -> Path:
    return copytree(base_club, tmp_path / "club")


def test_hands_are_printed_as_records_and_what_does_not_fit_is_refused_with_its_place(evening: Path) -> None:
    result = referee("import", str(evening))
    assert result.code == 2
    assert result.out.count("game: texas-holdem") == 2
    lines = result.err.splitlines()
    assert lines[0] == f"{evening}:17: hand 3: refused: variant 'PO' (pot-limit Omaha) is not Texas Hold'em. " + (
        "Use 'NT' or 'FT'"
    )
    assert lines[1].startswith(f"{evening}:26: hand 4: refused: not TOML")
    assert lines[2] == "2 hands read, 2 refused."
    checked = referee("check", "-", input_text=result.out)
    assert checked.code == 0
    assert checked.out.count("places: ") == 2


def test_records_go_to_a_file_that_check_reads_and_nothing_is_left_half_written(evening: Path, tmp_path: Path) -> None:
    folder = tmp_path / "evening.txt"
    assert referee("import", str(evening), "--output", str(folder)).code == 2
    assert referee("check", str(folder)).code == 0
    before = folder.read_text()
    # A file that is not there stops none of the others, and without a folder to write to nothing is lost.
    result = referee("import", str(tmp_path / "none.phhs"), str(evening), "--output", str(folder))
    assert result.code == 2
    assert "Cannot read" in result.err
    assert folder.read_text() == before
    assert "Cannot write" in referee("import", str(evening), "--output", str(tmp_path / "none" / "x.txt")).err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["evening.phhs", "evening.txt"]


def test_what_is_illegal_is_said_and_so_is_it_where_the_file_pays_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "one.phh"
    path.write_bytes(hand([50, 50, 50], "p3 cbr 3; p1 f; p2 f", winnings=[0, 0, 4]).data)
    result = referee("import", str(path), "--json")
    assert result.code == 10
    assert result.data["hands"][0]["said"] == [
        "Cal raises to 3: illegal 4.13, Too small: the raise must be by at least 2, to 4 or more.",
        "by the rules Cal wins 5, and the file says that Cal wins 4",
    ]


def test_an_evening_becomes_a_table_that_counts_for_the_standings(evening: Path, club: Path) -> None:
    refused = referee("import", str(evening), "--on", "2026-11-16", club=club)
    assert "No member is called 'Cal'" in refused.err
    assert "--guests" in refused.err
    assert referee("table", "show", "1", club=club).code == 2, "nothing was written down"
    result = referee("import", str(evening), "--on", "2026-11-16", "--guests", club=club)
    # Cal lost his blind to Ann, and then Ann hers to Ben.
    assert result.out == "Table 1: 2 hands, Ben > Ann > Cal.\n"
    data = referee("table", "show", "1", "--json", club=club).data
    assert data["places"] == [["Ben"], ["Ann"], ["Cal"]]
    assert len(data["log"]) == 15
    standings = referee("standings", "--json", club=club).data
    assert [row["name"] for row in standings] == ["Ben", "Ann"]
    second = referee("import", str(evening), "--on", "2026-11-16", "--guests", club=club)
    assert "is already table 1" in second.err
    assert referee("table", "show", "2", club=club).code == 2


def test_a_guest_who_is_named_much_like_a_member_is_said_to_be(club: Path, tmp_path: Path) -> None:
    """Two programs rarely spell a name in the same way; what they make two of is one with `member merge`."""
    assert referee("member", "add", "John Oakes", club=club).code == 0
    folder = tmp_path / "other.phh"
    folder.write_bytes(hand([80, 80], "p2 f", players=["Jon Oakes", "Xaver"]).data)
    result = referee("import", str(folder), "--on", "2026-11-16", "--guests", club=club)
    assert "Jon Oakes looks like John Oakes" in result.err
    assert 'referee member merge "John Oakes" "Jon Oakes"' in result.err
    assert "Xaver looks like" not in result.err


def test_hands_of_the_club_are_written_for_other_programs(evening: Path, club: Path, tmp_path: Path) -> None:
    referee("import", str(evening), "--on", "2026-11-16", "--guests", club=club)
    folder = tmp_path / "out.phhs"
    result = referee("export", "phh", "--output", str(folder), "--json", club=club)
    assert result.data == {"file": str(folder), "hands": 2, "refused": []}
    from pokerkit import HandHistory  # slow to load

    with folder.open("rb") as file:
        first, second = HandHistory.load_all(file)
    assert first.players == ["Cal", "Ann", "Ben"]
    assert [list(last.stacks) for *_, last in (first, second)] == [[49, 51, 50], [50, 51, 49]]
    assert referee("import", str(folder)).code == 0


def test_what_cannot_be_written_is_refused_with_the_reason(club: Path) -> None:
    assert "No hand of Texas Hold'em" in referee("export", "phh", club=club).err
    referee("member", "add", "Dee", club=club)
    assert referee("start", "texas-holdem", "Ann", "Ben", "Dee", club=club).code == 0
    lines = ("deal by Dee", "everyone antes 1", "flop 2H 3D KC", "Ann bets 2", "Ben folds", "Dee folds")
    referee("log", "1", *lines, club=club)
    result = referee("export", "phh", "1", club=club)
    assert result.code == 2
    assert "table 1, line 1: not written: there is no betting before the flop here" in result.err
    # Why, what would help, and nothing that is not so: the hand was played to its end.
    assert "preflop_betting=true" in result.err
    assert "played to its end" not in result.err
    assert "the format cannot express the only hand" in result.err
    helped = ("start", "texas-holdem", "Ann", "Ben", "Dee", "--rule", "preflop_betting=true", "--yes")
    assert referee(*helped, club=club).code == 0
    for text in ("Ann has 50", "Ben has 50", "Dee has 50", "deal by Dee", "everyone antes 1", "Ann bets 2"):
        referee("log", "2", text, club=club)
    assert "the hand is not over" in referee("export", "phh", "2", club=club).err
    referee("log", "2", "Ben folds", "Dee folds", club=club)
    assert referee("export", "phh", "2", "--output", "-", club=club).code == 0
    assert referee("start", "commune", "Ann", "Ben", "--yes", club=club).code == 0
    assert "hand histories are of Texas Hold'em" in referee("export", "phh", "3", club=club).err


def test_a_table_that_cannot_be_read_spoils_no_other(evening: Path, club: Path, tmp_path: Path) -> None:
    referee("import", str(evening), "--on", "2026-11-16", "--guests", club=club)
    folder = tmp_path / "other.phh"
    folder.write_bytes(hand([80, 80], "p2 f", players=["Ann", "Ben"]).data)
    referee("import", str(folder), "--on", "2026-11-16", club=club)
    with stranger(club / "club.db") as raw:
        raw.execute(
            "UPDATE event SET data = json_set(data, '$.text', 'what') WHERE match = 1 AND data LIKE '%\"number\":2,%'"
        )
    result = referee("export", "phh", "--output", str(tmp_path / "out.phhs"), "--json", club=club)
    assert result.data["hands"] == 1
    assert "match m1, line 2" in result.err
