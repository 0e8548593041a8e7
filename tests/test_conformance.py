"""The suite that any game must pass is green for a whole game of another package, and red for each of its faults."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import referee.games
from tests.sampling import one_in

pytestmark = pytest.mark.process

GUIDE = (Path(referee.games.__file__).parent / "README.md").read_text(encoding="utf-8")
CODE = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)[0]
EXAMPLE = re.findall(r"```text\n(.*?)```", GUIDE, re.DOTALL)[0]
# A deal too many, and a card that was not dealt: with the example every clause is kept once and broken once.
BROKEN = """game: high-card
seats: Ann, Ben, Cal

deal by Cal
deal by Cal, taken back
Ann shows KS
Ann plays 9H, taken back
Ann plays KS
Ben plays 4D
Cal plays 2C
"""


# That a fault is found is looked at, and not how small an example of it can be made, which takes most of the time.
FOUND_IS_ENOUGH = """from hypothesis import Phase, settings

settings.register_profile("found is enough", settings(), phases=[Phase.explicit, Phase.generate])
settings.load_profile("found is enough")
"""


def suite(folder: Path, code: str, *options: str, record: str = BROKEN) -> subprocess.CompletedProcess[str]:
    """Install a package with High Card, and let the suite try it."""
    about, records = folder / "club_games-1.2.dist-info", folder / "records" / "high-card"
    about.mkdir(parents=True)
    records.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: club-games\nVersion: 1.2\n", encoding="utf-8")
    (about / "entry_points.txt").write_text("[referee.games]\nhigh-card = high_card:book\n", encoding="utf-8")
    (folder / "high_card.py").write_text(code, encoding="utf-8")
    (folder / "high-card.txt").write_text(EXAMPLE, encoding="utf-8")
    if record:
        (records / "slips.txt").write_text(record, encoding="utf-8")
    (folder / "found_is_enough.py").write_text(FOUND_IS_ENOUGH, encoding="utf-8")
    words = ["-q", "--pyargs", "referee.conformance", "--game", "high-card", "-p", "no:cacheprovider"]
    words += ["-p", "found_is_enough", *options]
    return subprocess.run(
        [sys.executable, "-m", "pytest", *words],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={
            **{"PYTHONPATH": str(folder), "PATH": "/usr/bin:/bin", "CI": "true", "HOME": str(folder)},
            # What Hypothesis works out of all letters is there for the next one; no example is kept, as CI is set.
            "HYPOTHESIS_STORAGE_DIRECTORY": str(folder.parents[1] / "hypothesis"),
        },
    )


@pytest.mark.long
def test_a_whole_game_of_another_package_passes(tmp_path: Path) -> None:
    outcome = suite(tmp_path / "packages", CODE)
    assert outcome.returncode == 0, outcome.stdout
    assert re.search(r"^\d+ passed in", outcome.stdout, re.MULTILINE), "nothing is skipped"


FACE_DOWN = 'Slot(COMMON_SLOTS["CARD"].read, lambda _card, _seats: "??")'
NOT_READ_BACK = f"""from referee.rules.notation.patterns import COMMON_SLOTS, Slot

@book.act("NAME plays CARD", CARD={FACE_DOWN})"""
FAULTS = {
    "a clause that no record breaks": ("", "", "clauses that no act breaks: 1.2, 2.2"),
    "one that raises": (
        "    return judge_cards_in_hand(",
        "    1 / (act.card.rank != 'K')\n    return judge_cards_in_hand(",
        "Clause 2.2 of club-games",
    ),
    "an illegal offer": (
        'Offer("", (Play(seat, card),))',
        'Offer(f"{table.name(seat)} plays 2C", (Play(seat, card),))',
        "plays 2C",
    ),
    "chips lost": (
        "items=table.items.plus(wins)",
        'items=table.items.plus(rules.LedgerItem(best[0], 1, rules.Unit.CHIPS, "2.3", "A chip.", act.line))',
        "assert (1 + 0) == 0",
    ),
    "a line that does not read back": (
        '@book.act("NAME plays CARD")',
        NOT_READ_BACK,
        "test_any_record_can_be_judged",
    ),
}


@pytest.mark.parametrize("fault", one_in(len(FAULTS), FAULTS))
def test_a_fault_of_a_game_is_found(fault: str, tmp_path: Path) -> None:
    before, after, says = FAULTS[fault]
    assert before in CODE
    outcome = suite(tmp_path / "packages", CODE.replace(before, after, 1), "-x", record=BROKEN if before else "")
    assert outcome.returncode == 1, outcome.stdout
    assert says in outcome.stdout


def test_one_run_reports_every_list_that_is_not_empty(tmp_path: Path) -> None:
    section = 'book.section("2", "The play")'
    assert section in CODE
    idle = f"""@book.clause("1.3")
def idle(table: Table) -> int:
    \"\"\"nobody asks\"\"\"
    return 1


{section}"""
    outcome = suite(tmp_path / "packages", CODE.replace(section, idle), "-k", "test_clauses", record="")
    assert outcome.returncode == 1, outcome.stdout
    assert "clauses that no act breaks: 1.2, 2.2" in outcome.stdout
    assert "clauses on which nothing turns: 1.3" in outcome.stdout
    assert "high-card 1.3 does not begin with a capital or a figure: 'nobody asks'" in outcome.stdout
    assert "high-card 1.3 does not end with a full stop: 'nobody asks'" in outcome.stdout
