"""The rulebook in hand and for the wall, from the command line."""

from pathlib import Path

import pytest

from referee.games import SLUGS, rulebook
from tests.cli.running import in_a_process, referee
from tests.export.parsing import parsed

LEFT_OVER = "With three players the card left over is turned face up and is out of play."
TO_HOLDER = "With three players the card left over goes to the holder of 3D."


@pytest.mark.parametrize("slug", SLUGS)
def test_a_rulebook_reads_from_its_title_to_its_house_rules(slug: str, tmp_path: Path) -> None:
    book = rulebook(slug)
    out = referee("rules", slug, cwd=tmp_path).out
    rows = out.splitlines()
    assert rows[0] == f"{book.title} ({slug})"
    assert " players, " in rows[1]
    assert "source text" in rows[1]
    options = book.options()
    for number in book.in_order:
        text = book.clauses[number].text(options)
        # A clause that is not in force is not printed, and no number stands without a text.
        assert (f"  {number:5} {text}" in out) is bool(text)
        assert not any(row.strip() == number for row in rows)
    assert rows[-1] == f"What may be recorded: referee rules {slug} --sheet"


@pytest.mark.parametrize("slug", SLUGS)
def test_the_sheet_has_a_row_for_each_verb(slug: str, tmp_path: Path) -> None:
    data = referee("rules", slug, "--sheet", "--json", cwd=tmp_path).data
    out = referee("rules", slug, "--sheet", cwd=tmp_path).out
    assert data
    for each in data:
        assert f"  {each['pattern']}  " in out
        assert each["line"] in out


@pytest.mark.process
@pytest.mark.parametrize("sheet", [[], ["--sheet"]], ids=["rulebook", "sheet"])
def test_a_page_is_written(tmp_path: Path, sheet: list[str]) -> None:
    name = "rules.html"
    done = in_a_process("rules", "pontoon", *sheet, "--to", f"new/{name}", cwd=tmp_path)
    assert (done.code, done.err) == (0, "")
    assert done.out == f"new/{name}\n"
    text = (tmp_path / "new" / name).read_text(encoding="utf-8")
    assert ("Dee banks from 2 to 10" in text) is bool(sheet)
    assert ("The banker does not bet, buy or split." in text) is not bool(sheet)
    assert [path.name for path in (tmp_path / "new").iterdir()] == [name]


@pytest.mark.process
def test_a_file_that_is_there_is_not_overwritten_without_asking(tmp_path: Path) -> None:
    file = tmp_path / "rules.html"
    file.write_text("mine", encoding="utf-8")
    done = in_a_process("rules", "pontoon", "--to", "rules.html", cwd=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert "rules.html is there already. Overwrite it?" in done.err
    assert "--yes" in done.err
    assert file.read_text(encoding="utf-8") == "mine"
    assert in_a_process("rules", "pontoon", "--to", "rules.html", "--yes", cwd=tmp_path).code == 0
    assert "<h1>Pontoon</h1>" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--to", "rules.txt"], "cannot write a rulebook to 'rules.txt'; expected a file that ends in .html"),
        (["--to", "rules"], "cannot write a rulebook to 'rules'"),
        (["--to", "folder.html"], "folder.html is a folder; expected a file such as folder.html/rules.html"),
        (["--to", "file/rules.html"], "cannot write file/rules.html: "),
        (["1.1", "--to", "rules.html"], "--to is for the whole rulebook; leave out 1.1"),
        (["1.1", "--sheet"], "--sheet is for the whole rulebook; leave out 1.1"),
        (["-o", "royl=none", "--to", "rules.html"], "no option 'royl'; did you mean royal?"),
        (["--as-printed", "--season", "2026-27"], "--as-printed leaves out the club's house rules"),
    ],
)
def test_what_cannot_be_written(tmp_path: Path, words: list[str], says: str) -> None:
    (tmp_path / "folder.html").mkdir()
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    done = referee("rules", "big-two", *words, cwd=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert says in done.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder.html"]


def test_the_house_rules_of_the_club_are_in_force_where_there_is_one(club: Path, tmp_path: Path) -> None:
    assert referee("rules", "big-two", "2.2", cwd=tmp_path).out.startswith(f"big-two 2.2  {LEFT_OVER}")
    assert referee("season", "house-rules", "big-two", "remainder_3p=to_3D_holder", club=club).code == 0
    for words, where in ((["--club", str(club)], tmp_path), ([], club / "schedules")):
        assert referee("rules", "big-two", "2.2", *words, cwd=where).out.startswith(f"big-two 2.2  {TO_HOLDER}")
    page = referee("rules", "big-two", club=club).out
    assert page.splitlines()[2] == "As Monday Club plays it in the season 2026-27."
    assert "To 3D holder, agreed here. (remainder_3p=to_3D_holder; else face up out;" in page
    assert referee("rules", "big-two", "--to", "b2.html", club=club, cwd=tmp_path).code == 0
    written = parsed((tmp_path / "b2.html").read_text(encoding="utf-8"))
    assert TO_HOLDER.removesuffix("3D.") in written.with_id("c2.2").text
    assert "As Monday Club plays it in the season 2026-27." in written.all("header")[0].text
    # What is typed goes before what was agreed, and the rest of what was agreed stays.
    typed = referee("rules", "big-two", "2.2", "-o", "remainder_3p=face_up_out", club=club).out
    assert typed.startswith(f"big-two 2.2  {LEFT_OVER}")
    other = referee("rules", "big-two", "2.2", "-o", "royal=none", club=club).out
    assert other.startswith(f"big-two 2.2  {TO_HOLDER}")
    plain = referee("rules", "big-two", "2.2", "--as-printed", cwd=club).out
    assert plain.startswith(f"big-two 2.2  {LEFT_OVER}")


def test_a_season_that_there_is_not_is_said(club: Path) -> None:
    done = referee("rules", "big-two", "--season", "1999", club=club)
    assert (done.code, done.out) == (2, "")
    assert "unknown season '1999': expected 2026-27" in done.err


def test_a_club_that_is_named_and_is_not_there_is_said(tmp_path: Path) -> None:
    done = referee("rules", "big-two", "--club", str(tmp_path))
    assert (done.code, done.out) == (3, "")
    assert "There is no club in" in done.err
    assert "Without the club's house rules: referee rules big-two --as-printed" in done.err


def test_a_club_whose_file_is_damaged_is_said_and_the_way_round_it(tmp_path: Path) -> None:
    (tmp_path / "club.db").write_bytes(b"no database, but long enough to be looked at as one" * 100)
    done = referee("rules", "big-two", "2.2", cwd=tmp_path)
    assert (done.code, done.out) == (3, "")
    assert "referee rules big-two --as-printed" in done.err
    assert referee("rules", "big-two", "2.2", "--as-printed", cwd=tmp_path).code == 0


@pytest.mark.parametrize("sheet", [(), ("--sheet",)])
def test_house_rules_that_do_not_go_together_are_not_printed(sheet: tuple[str, ...], tmp_path: Path) -> None:
    """As no record can be played by them."""
    both = ("--option", "horse_game=true", "--option", "two_player=true")
    done = referee("rules", "zheng-shangyou", *both, *sheet, cwd=tmp_path)
    assert done.code == 2
    assert "goes with no other variation" in done.err
    assert not done.out
    assert referee("rules", "zheng-shangyou", *both[:2], *sheet, cwd=tmp_path).code == 0
