"""Games from other packages: they are played as ours are, and one that is broken stops nothing else."""

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import referee.games
from referee.games.plugins import plugin_games
from tests.cli.running import referee as run
from tests.club.conftest import monday_club

GUIDE = (Path(referee.games.__file__).parent / "README.md").read_text(encoding="utf-8")
CODE = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)[0]
RECORD = re.findall(r"```text\n(.*?)```", GUIDE, re.DOTALL)[0]
LEGAL, USAGE, ILLEGAL, OPEN = 0, 2, 10, 11

Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Install modules of a package ``club-games 1.2``, each with its text, as the games of some entry points."""
    packages, names = tmp_path / "packages", list[str]()

    def installed(entries: dict[str, str], modules: dict[str, str], example: str = "") -> None:
        about = packages / "club_games-1.2.dist-info"
        about.mkdir(parents=True)
        (about / "METADATA").write_text("Metadata-Version: 2.1\nName: club-games\nVersion: 1.2\n", encoding="utf-8")
        rows = [f"{slug} = {value}" for slug, value in entries.items()]
        (about / "entry_points.txt").write_text("\n".join(["[referee.games]", *rows, ""]), encoding="utf-8")
        for name, code in modules.items():
            (packages / f"{name}.py").write_text(code, encoding="utf-8")
            names.append(name)
        if example:
            (packages / "high-card.txt").write_text(example, encoding="utf-8")
        plugin_games.cache_clear()

    monkeypatch.syspath_prepend(packages)
    yield installed
    plugin_games.cache_clear()
    for name in names:
        sys.modules.pop(name, None)


@pytest.fixture
def high_card(install: Install) -> None:
    install({"high-card": "high_card:book"}, {"high_card": CODE}, RECORD)


@pytest.mark.usefixtures("high_card")
def test_a_game_of_another_package_is_listed_ruled_demonstrated_and_printed(tmp_path: Path) -> None:
    assert "high-card " in run("rulebook").out
    assert "Rule 2.1: " in run("rule", "high-card", "deal by Cal", "Ann plays 9H", "Cal plays KS").out
    record = tmp_path / "hand.txt"
    record.write_text(RECORD, encoding="utf-8")
    assert "Cal  win 1  Cal has the highest card. (2.3)" in run("check", str(record)).out
    assert "Cal  win 1  Cal has the highest card. (2.3)" in run("demo", "--game", "high-card").out
    assert "Is the ace high or low?" in run("rulebook", "high-card").out
    assert "Ann plays 9H" in run("rulebook", "high-card", "--sheet").out


@pytest.mark.usefixtures("high_card")
def test_it_is_recorded_and_exported(tmp_path: Path) -> None:
    club = monday_club(tmp_path / "club")
    assert run("open", "2026-11-16", club=club).code == LEGAL
    assert run("start", "high-card", "Ann", "Ben", "Cal", club=club).code == LEGAL
    logged = run("log", "1", "deal by Cal", "Ann plays 9H", "Ben plays 4D", "Cal plays KS", club=club)
    assert logged.code == LEGAL, logged
    assert "Cal has the highest card" in logged.out
    assert "table 1 is finished: Cal > Ann = Ben" in run("table", "finish", "1", club=club).out
    assert "High Card" in run("table", "show", "1", club=club).out
    assert run("close", club=club).code == LEGAL
    done = run("export", "csv", "--output", str(tmp_path / "files"), club=club)
    assert done.code == LEGAL, done
    assert "high-card" in (tmp_path / "files" / "matches.csv").read_text(encoding="utf-8")


def test_an_example_that_the_package_does_not_bring_is_asked_for(install: Install) -> None:
    install({"high-card": "high_card:book"}, {"high_card": CODE})
    done = run("demo", "--game", "high-card")
    assert (done.code, done.out) == (USAGE, "")
    assert "club-games 1.2 brings no example of high-card. Put high-card.txt next to its module" in done.err
    assert run("rulebook", "high-card", "--sheet").code == LEGAL


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("import nothing_of_this_name", "ModuleNotFoundError: No module named 'nothing_of_this_name'"),
        ("book = 3", "bones:book is not a rulebook but int"),
        (CODE, "its rulebook has the slug high-card. Use the name of the entry point"),
        (CODE.replace('"high-card"', '"bones"').replace("@book.places\n", ""), "nothing is registered with places"),
        (
            CODE.replace('"high-card"', '"bones"').replace("begins(Table)", "begins(Table, lambda _table: 1 / 0)"),
            "ZeroDivisionError: division by zero",
        ),
    ],
)
def test_a_broken_game_is_reported_by_name_and_stops_no_other(install: Install, code: str, says: str) -> None:
    install({"bones": "bones:book", "high-card": "high_card:book"}, {"bones": code, "high_card": CODE})
    listed = run("rulebook")
    assert listed.code == LEGAL
    assert "high-card " in listed.out
    assert "bones" not in listed.out
    assert "the game bones of the package club-games 1.2 cannot be used" in listed.err
    assert says in listed.err
    asked = run("rule", "bones", "Ann plays 9H")
    assert asked.code == USAGE
    assert says in asked.err
    assert run("rule", "high-card", "Ann plays 9H").code == LEGAL


def test_a_game_of_ours_is_not_replaced(install: Install) -> None:
    install({"big-two": "big:book"}, {"big": CODE.replace('"high-card"', '"big-two"')})
    assert "there is a game big-two already" in run("rulebook").err
    assert "Chor Dai Di" in run("rulebook", "big-two").out


NO_KING = "    1 / (act.card.rank != 'K')\n"


@pytest.mark.parametrize(
    ("before", "says"),
    [
        ("    return judge_cards_in_hand(table, act, (act.card,))", "Clause 2.2 of club-games 1.2 failed"),
        ("    table = replace(table, played=(*", "'applies' of club-games 1.2 failed"),
    ],
)
def test_what_fails_in_a_game_is_said_of_the_line_and_the_rest_goes_on(
    install: Install, tmp_path: Path, before: str, says: str
) -> None:
    assert CODE.count(before) == 1
    install({"high-card": "high_card:book"}, {"high_card": CODE.replace(before, NO_KING + before)})
    record = tmp_path / "hand.txt"
    record.write_text(RECORD, encoding="utf-8")
    done = run("check", str(record), "--json")
    assert done.code in (OPEN, ILLEGAL)
    verdicts = {line["text"]: line["verdict"] for line in done.data["lines"]}
    # The king is out of turn at first, which is ruled on before the clause that fails; then it is that clause's turn.
    assert verdicts == {
        "deal by Cal": "legal",
        "Ann plays 9H": "legal",
        "Cal plays KS": "open",
        "Ben plays 4D": "legal",
    }
    assert f"{says} (ZeroDivisionError: division by zero)" in done.data["lines"][-1]["reason"]
