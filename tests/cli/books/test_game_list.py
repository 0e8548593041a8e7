"""What there is to play, and what is said of a game that there is no rulebook for."""

from pathlib import Path

import pytest

from referee.games import SLUGS, rulebook
from tests.cli.running import referee

WITHOUT = "For a game without a rulebook, record only the result: referee start --game"


def test_each_game_is_listed_with_players_pack_and_source() -> None:
    rows = referee("rulebook").out.splitlines()
    heads = rows[0].split()
    assert heads == ["game", "title", "players", "pack", "from"]
    listed = {row.split()[0]: row for row in rows[1 : len(SLUGS) + 1]}
    assert list(listed) == list(SLUGS)
    assert "3 to 4" in listed["big-two"]
    assert "52-card pack" in listed["big-two"]
    assert listed["big-two"].endswith("004 Gunn Card Game Club")
    assert "pack with four wildcards, 56 cards" in listed["united-states-stud"]
    assert "2 to 6 (to 7)" in listed["courtney-love-baseball"]
    assert rows[-1].endswith("--result-only NAME NAME ...")


def test_the_list_as_data() -> None:
    data = {row["game"]["slug"]: row["game"] for row in referee("rulebook", "--json").data}
    assert list(data) == list(SLUGS)
    for slug, each in data.items():
        book = rulebook(slug)
        assert (each["title"], each["seed"], each["clauses"]) == (book.title, book.seed, len(book.clauses))
        assert each["source"], f"say in SOURCES whose text {book.seed} is"
        assert each["packs"][0][1] == len(book.pack_for(book.options()))
    baseball = data["courtney-love-baseball"]
    assert (baseball["players"], baseball["fewest"], baseball["most"]) == ([2, 6], 2, 7)


@pytest.mark.parametrize("players", [1, 2, 7, 11])
def test_what_so_many_can_play(players: int) -> None:
    data = referee("rulebook", "--players", str(players), "--json").data
    rows = [row["game"]["slug"] for row in data if not row["needed"]]
    assert rows == [slug for slug in SLUGS if rulebook(slug).refusal(rulebook(slug).options(), players) is None]
    for each in (each for each in data if each["needed"]):
        book = rulebook(each["game"]["slug"])
        assert referee("rulebook", book.slug, "--rule", each["needed"]).code == 0
        assert each["game"]["fewest"] <= players <= each["game"]["most"]


def test_a_game_that_needs_a_house_rule_for_so_many_names_it() -> None:
    rows = {row.split()[0]: row for row in referee("rulebook", "--players", "7").out.splitlines()}
    assert rows["courtney-love-baseball"].endswith("with max_players=7")
    assert rows["pontoon"].endswith("Denexa Games")
    assert "big-two" not in rows


def test_too_many_for_any_game() -> None:
    result = referee("rulebook", "--players", "40")
    assert result.code == 0
    assert result.out.startswith("No game with a rulebook takes 40 players.\n")
    assert "--result-only" in result.out
    result = referee("rulebook", "--players", "0")
    assert (result.code, result.out) == (2, "")
    assert "Invalid number of players 0. Use 1 or more" in result.err


@pytest.mark.parametrize(
    "words",
    [
        ["rulebook", "bigtow"],
        ["rule", "bigtow", "Ann plays 3D"],
        ["demo", "--game", "bigtow"],
        ["start", "bigtow", "Ann", "Ben", "Cal"],
        ["start", "--game", "bigtow", "Ann", "Ben", "Cal"],
        ["season", "rules", "bigtow"],
        ["standings", "--game", "bigtow"],
        ["dispute", "open", "bigtow", "Ann plays 3D"],
        ["start", "bigtow", "two", "Ann", "Ben"],
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_an_unknown_game_is_answered_with_the_nearest_and_the_way_to_record_a_result(
    club: Path, words: list[str]
) -> None:
    result = referee(*words, club=club)
    assert (result.code, result.out) == (2, "")
    assert "no game 'bigtow'. Did you mean big-two?" in result.err
    assert f"{WITHOUT} bigtow --result-only NAME NAME ..." in result.err


def test_a_record_of_an_unknown_game_is_answered_so_too(tmp_path: Path) -> None:
    (tmp_path / "skat.txt").write_text("game: Skat\nseats: Ann, Ben, Cal\n\ndeal by Cal\n", encoding="utf-8")
    result = referee("check", "skat.txt", cwd=tmp_path)
    assert result.code == 2
    assert "skat.txt, line 1, at 'Skat': no game 'Skat'. Use one of " in result.err


def test_a_game_without_a_rulebook_is_played_for_its_result(club: Path) -> None:
    started = referee("start", "--game", "Hearts", "--result-only", "Ann", "Ben", "Cal", club=club)
    assert (started.code, started.out.splitlines()[0]) == (0, "Table 1: Hearts, Ann, Ben, Cal.")
    assert "referee result 1 NAME NAME ..." in started.out
    assert referee("tonight", "--json", club=club).data["tables"][0]["result_only"] is True
    assert referee("result", "1", "Cal", "Ann, Ben", club=club).code == 0
    output = referee("table", "show", "1", club=club).out
    assert "Hearts, Ann, Ben, Cal\nonly the result is recorded\n" in output


def test_the_game_may_be_named_first_or_with_an_option(club: Path) -> None:
    one = referee("start", "Crazy Eights", "Ann", "Ben", "--result-only", "--json", club=club).data
    repeated = ("--game", "crazy eights", "--result-only", "--yes")
    two = referee("start", *repeated, "Ann", "Ben", "--json", club=club).data
    assert (one["game"], one["names"], one["result_only"]) == ("Crazy Eights", ["Ann", "Ben"], True)
    assert (two["game"], two["names"]) == ("Crazy Eights", ["Ann", "Ben"])
    ruled = referee("start", "--game", "Big Two", "Ann", "Ben", "Cal", "--yes", "--json", club=club).data
    assert (ruled["game"], ruled["result_only"]) == ("big-two", False)
    refused = referee("start", "Skat", "Ann", "Ben", "--result-only", "--rule", "ramsch=true", club=club)
    assert refused.code == 2
    assert "--rule and --result-only cannot be combined" in refused.err


def test_a_name_like_that_of_a_game_with_a_rulebook_is_pointed_out(club: Path) -> None:
    result = referee("start", "--game", "baseball", "--result-only", "Ann", "Ben", "--yes", club=club)
    assert result.code == 0
    assert "There is a rulebook for courtney-love-baseball and midnight-cobain-baseball." in result.out
    result = referee("start", "--game", "Hearts", "--result-only", "Ann", "Ben", "--yes", club=club)
    assert "There is a rulebook" not in result.out


@pytest.mark.parametrize(("typed", "near"), [("Harts", "Hearts"), ("bigtow", "big-two")])
def test_a_name_like_that_of_a_game_is_asked_about_before_it_is_a_new_one(club: Path, typed: str, near: str) -> None:
    assert referee("start", "--game", "Hearts", "--result-only", "Ann", "Ben", club=club).code == 0
    words = ("start", "--game", typed, "--result-only", "Cal", "Dee")
    refused = referee(*words, club=club)
    assert (refused.code, refused.out) == (2, "")
    assert f"'{typed}' is a new game. Did you mean {near}?" in refused.err
    declined = referee(*words, club=club, terminal=True, input_text="n\n")
    assert declined.code == 2
    assert len(referee("tonight", "--json", club=club).data["tables"]) == 1
    assert referee(*words, "--yes", club=club).out.startswith(f"Table 2: {typed}, ")
    assert referee("result", "2", "Cal", "Dee", club=club).code == 0
    assert referee("start", "--game", typed, "--result-only", "Cal", "Dee", club=club).code == 0, "it is known now"


def test_a_draw_for_a_game_without_a_rulebook_is_answered_with_the_same_draw(club: Path) -> None:
    referee("checkin", "Ann", "Ben", "Cal", "Dee", club=club)
    refused = referee("seat", "draw", "--game", "big-two", "--game", "Hearts", club=club)
    assert refused.code == 2
    repeated = "referee seat draw --game big-two --game Hearts --result-only"
    assert refused.err.rstrip().endswith(repeated)
    assert referee(*repeated.split()[1:], club=club).code == 0
    mistyped = referee("seat", "draw", "--game", "Harts", "--game", "bigtow", "--result-only", club=club)
    assert mistyped.code == 2
    assert "Did you mean big-two?" in mistyped.err
