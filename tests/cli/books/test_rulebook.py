"""The rulebook in hand and for the wall, from the command line."""

from pathlib import Path

import pytest

from referee.games import SLUGS, rulebook, shared_rulebook
from referee.games.parts.betting.page import BettingPageOptions
from tests.cli.running import referee
from tests.export.parsing import parsed

LEFT_OVER = "With three players, the card left over is turned face up. It is out of play."
TO_HOLDER = "With three players, the card left over goes to the holder of 3D."


@pytest.mark.parametrize("slug", SLUGS)
def test_a_rulebook_reads_from_its_title_to_its_house_rules(slug: str, tmp_path: Path) -> None:
    book = rulebook(slug)
    out = referee("rulebook", slug, cwd=tmp_path).out
    rows = out.splitlines()
    assert rows[0] == book.title
    assert " players, " in rows[1]
    assert "; source: " in rows[1]
    options = book.options()
    for number in book.clause_ids:
        clause = book.clauses[number]
        text = "" if clause.is_scorer_only(options) else clause.text(options)
        existing = shared_rulebook(book.pages[number]).clauses.get(number) if number in book.pages else None
        on_page = existing is not None and existing.text(BettingPageOptions()) == text
        # Where a game's own text was overruled, the clause stands on its own page with the mark.
        on_page = on_page and not clause.overrules
        # A clause that is not in force, or is printed elsewhere, is not printed; no number stands without a text.
        assert (f"  {number:5} {text}" in out) is (bool(text) and not on_page)
        assert not any(row.strip() == number for row in rows)
    assert "see Poker betting (referee rulebook betting)." in out or not book.pages


def test_poker_betting_is_printed_once(tmp_path: Path) -> None:
    out = referee("rulebook", "betting", cwd=tmp_path).out
    book = shared_rulebook("betting")
    for clause in book.printed_clauses(book.options()):
        assert f"  {clause.id:5} {clause.text(book.options())}" in out
    result = referee("rulebook", "betting", "--sheet", cwd=tmp_path)
    assert (result.code, result.out) == (2, "")
    assert "betting has no sheet. Name a game" in result.err


@pytest.mark.parametrize("slug", SLUGS)
def test_the_sheet_has_a_row_for_each_verb(slug: str, tmp_path: Path) -> None:
    data = referee("rulebook", slug, "--sheet", "--json", cwd=tmp_path).data
    out = referee("rulebook", slug, "--sheet", cwd=tmp_path).out
    assert data
    for row in data:
        assert f"  {row['pattern']}  " in out
        assert row["line"] in out


@pytest.mark.parametrize("sheet", [[], ["--sheet"]], ids=["rulebook", "sheet"])
def test_a_page_is_written(tmp_path: Path, sheet: list[str]) -> None:
    name = "rules.html"
    result = referee("rulebook", "pontoon", *sheet, "--output", f"new/{name}", cwd=tmp_path)
    assert (result.code, result.err) == (0, "")
    assert result.out == f"{Path('new') / name}\n"
    text = (tmp_path / "new" / name).read_text(encoding="utf-8")
    assert ("NAME banks" in text) is bool(sheet)
    assert ("The banker may not bet, buy or split." in text) is not bool(sheet)
    assert [path.name for path in (tmp_path / "new").iterdir()] == [name]


def test_a_file_that_is_there_is_not_overwritten_without_asking(tmp_path: Path) -> None:
    file = tmp_path / "rules.html"
    file.write_text("mine", encoding="utf-8")
    result = referee("rulebook", "pontoon", "--output", "rules.html", cwd=tmp_path)
    assert (result.code, result.out) == (2, "")
    assert "rules.html exists, but its contents are not from this program. Overwrite it?" in result.err
    assert "--yes" in result.err
    assert file.read_text(encoding="utf-8") == "mine"
    assert referee("rulebook", "pontoon", "--output", "rules.html", "--yes", cwd=tmp_path).code == 0
    assert "<h1>Pontoon</h1>" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--output", "rules.txt"], "Cannot write a rulebook to 'rules.txt'. Use a file name that ends in .html"),
        (["--output", "rules"], "Cannot write a rulebook to 'rules'"),
        (["--output", "folder.html"], f"folder.html is a folder. Use a file such as {Path('folder.html/rules.html')}"),
        (["--output", "file/rules.html"], f"Cannot write {Path('file/rules.html')}: "),
        (["3.9", "--output", "rules.html"], "No clause '3.9' in "),
        (["pair", "--output", "rules.html"], "No clause 'pair' in "),
        (["quadrille"], "No clause of Chor Dai Di (Big Two) has 'quadrille'."),
        (["1.1", "--sheet"], "--sheet is for the whole rulebook. Leave out 1.1"),
        (["--rule", "royl=none", "--output", "rules.html"], "no option 'royl'. Did you mean royal?"),
        (["--as-printed", "--season", "2026-27"], "--as-printed leaves out the club's house rules"),
    ],
)
def test_what_cannot_be_written(tmp_path: Path, words: list[str], says: str) -> None:
    (tmp_path / "folder.html").mkdir()
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    result = referee("rulebook", "big-two", *words, cwd=tmp_path)
    assert (result.code, result.out) == (2, "")
    assert says in result.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder.html"]


def test_words_find_the_clauses_in_which_they_stand(tmp_path: Path) -> None:
    rows = referee("rulebook", "big-two", "cards", "rank", cwd=tmp_path).out.splitlines()
    texts = {id: clause.text(rulebook("big-two").options()) for id, clause in rulebook("big-two").clauses.items()}
    assert rows == [row for row in rows if "cards" in row.lower() and "rank" in row.lower()]
    assert f"  5.2   {texts['5.2']}" in rows
    data = referee("rulebook", "big-two", "cards", "rank", "--json", cwd=tmp_path).data
    assert [row["id"] for row in data] == [row.split()[0] for row in rows]


def test_a_clause_is_printed_as_the_house_plays_it_with_its_interpretation(tmp_path: Path) -> None:
    clause = referee("rulebook", "big-two", "5.10", "--rule", "royal=none", cwd=tmp_path).out
    assert all(text in clause for text in ("is a straight flush like any other", "interpretation CDD-A2", "royal=none"))


def test_words_find_clauses_of_betting_and_of_scoring(tmp_path: Path) -> None:
    assert "must be at least 1 chip. A raise must be" in referee("rulebook", "texas-holdem", "raise", cwd=tmp_path).out
    assert "a lot decides" in referee("rulebook", "scoring", "lot", cwd=tmp_path).out


def test_the_house_rules_of_the_club_are_in_force_where_there_is_one(club: Path, tmp_path: Path) -> None:
    assert referee("rulebook", "big-two", "2.2", cwd=tmp_path).out.startswith(f"big-two 2.2  {LEFT_OVER}")
    assert referee("season", "rules", "big-two", "remainder_3p=to_3D_holder", club=club).code == 0
    for words, where in ((["--club", str(club)], tmp_path), ([], club / "schedules")):
        assert referee("rulebook", "big-two", "2.2", *words, cwd=where).out.startswith(f"big-two 2.2  {TO_HOLDER}")
    out = referee("rulebook", "big-two", club=club).out
    assert out.splitlines()[2] == "As Monday Club plays it in the season 2026-27."
    assert (
        "where does the 52nd card go? To the holder of the lowest card (agreed here); or out of play, face up." in out
    )
    assert referee("rulebook", "big-two", "--output", "b2.html", club=club, cwd=tmp_path).code == 0
    output = parsed((tmp_path / "b2.html").read_text(encoding="utf-8"))
    assert TO_HOLDER.removesuffix("3D.") in output.with_id("c2.2").text
    assert "As Monday Club plays it in the season 2026-27." in output.all("header")[0].text
    # What is typed goes before what was agreed, and the rest of what was agreed stays.
    text = referee("rulebook", "big-two", "2.2", "--rule", "remainder_3p=face_up_out", club=club).out
    assert text.startswith(f"big-two 2.2  {LEFT_OVER}")
    second_result = referee("rulebook", "big-two", "2.2", "--rule", "royal=none", club=club).out
    assert second_result.startswith(f"big-two 2.2  {TO_HOLDER}")
    result = referee("rulebook", "big-two", "2.2", "--as-printed", cwd=club).out
    assert result.startswith(f"big-two 2.2  {LEFT_OVER}")


def test_a_season_that_there_is_not_is_said(club: Path) -> None:
    result = referee("rulebook", "big-two", "--season", "1999", club=club)
    assert (result.code, result.out) == (2, "")
    assert "No season is called '1999'. Use 2026-27" in result.err


def test_a_club_that_is_named_and_is_not_there_is_said(tmp_path: Path) -> None:
    result = referee("rulebook", "big-two", "--club", str(tmp_path))
    assert (result.code, result.out) == (3, "")
    assert "There is no club in" in result.err
    assert "Without the club's house rules: referee rulebook big-two --as-printed" in result.err


def test_a_club_whose_file_is_damaged_is_said_and_the_way_round_it(tmp_path: Path) -> None:
    (tmp_path / "club.db").write_bytes(b"no database, but long enough to be looked at as one" * 100)
    result = referee("rulebook", "big-two", "2.2", cwd=tmp_path)
    assert (result.code, result.out) == (3, "")
    assert "referee rulebook big-two --as-printed" in result.err
    assert referee("rulebook", "big-two", "2.2", "--as-printed", cwd=tmp_path).code == 0


@pytest.mark.parametrize("sheet", [(), ("--sheet",)])
def test_house_rules_that_do_not_go_together_are_not_printed(sheet: tuple[str, ...], tmp_path: Path) -> None:
    """As no record can be played by them."""
    both = ("--rule", "horse_game=true", "--rule", "two_player=true")
    result = referee("rulebook", "zheng-shangyou", *both, *sheet, cwd=tmp_path)
    assert result.code == 2
    assert "goes with no other variation" in result.err
    assert not result.out
    assert referee("rulebook", "zheng-shangyou", *both[:2], *sheet, cwd=tmp_path).code == 0


def test_one_clause_is_written_as_a_page_for_the_wall(tmp_path: Path) -> None:
    result = referee("rulebook", "big-two", "4.5", "--output", "clause.html", cwd=tmp_path)
    assert (result.code, result.out) == (0, "clause.html\n")
    text = (tmp_path / "clause.html").read_text(encoding="utf-8")
    parsed(text)
    assert '<p class="poster"><b>4.5</b> A play must beat the play before it.</p>' in text
    assert "4.4" not in text
    scoring = referee("rulebook", "scoring", "3.2", "--output", "scoring.html", cwd=tmp_path)
    assert scoring.code == 0
    assert "<b>3.2</b>" in (tmp_path / "scoring.html").read_text(encoding="utf-8")


def test_the_data_of_a_rulebook_has_its_front_and_its_clauses(tmp_path: Path) -> None:
    data = referee("rulebook", "big-two", "--json", cwd=tmp_path).data
    assert (data["game"], data["title"]) == ("big-two", "Chor Dai Di (Big Two)")
    assert data["aim"] == "Be the first to play all your cards."
    assert len(data["steps"]) == 5
    assert data["ranking"][1]["name"] == "Straight flush"
    book = rulebook("big-two")
    assert [row["id"] for row in data["clauses"]] == [row.id for row in book.printed_clauses(book.options())]
    [clause] = referee("rulebook", "big-two", "4.5", "--json", cwd=tmp_path).data
    assert clause["text"] == "A play must beat the play before it."


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("Ann plays 5 5", "5 has no suit. Use 5C, 5D, 5H or 5S"),
        ("Ann plays 3D10", "10 has no suit. Use 10C, 10D, 10H or 10S"),
        ("Ann", "Add what the player did: plays CARDS, passes, holds only CARDS, holds CARDS, shows CARDS"),
        ("deals", "Use 'deal by NAME'"),
    ],
)
def test_a_line_that_lacks_something_says_how_to_write_it(line: str, says: str, tmp_path: Path) -> None:
    result = referee("rule", "big-two", line, cwd=tmp_path)
    assert (result.code, says in result.err) == (2, True), result.err
