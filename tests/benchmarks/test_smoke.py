"""Each benchmark runs, on little, and measures what it says: ``pytest -m bench``. Its figures are printed by hand."""

from collections.abc import Callable
from functools import partial

import pytest

from referee.competition.entrants import Sizes
from referee.games import SLUGS
from tests.benchmarks import budgets, cards, holdem, lines, plans, prompt, seating, tournament_scale
from tests.benchmarks.desk.first_paint import first_paint
from tests.benchmarks.desk.idle import idle
from tests.benchmarks.desk.keys import desk
from tests.benchmarks.desk.memory import OPENS, memory
from tests.benchmarks.measuring import Measurement
from tests.benchmarks.phones.evening import phones
from tests.export.pages.browsing import CHROMIUM
from tests.postgresql import programs

pytestmark = [pytest.mark.bench, pytest.mark.process, pytest.mark.screen]

PHONES = (
    *("tap to ruling, answered", "tap to ruling, drawn", "a line on all four phones", "the desk's line on all four"),
    *("with the load", "with phones at rest", "memory"),
)
SCREENS = ("tonight", "check-in", "seating", "disputes", "rulebook", "help", "standings", "typing a line", "taking a")
few_phones = partial(phones, tables=2, lines=7, interval=0.3, before=4, browsers=1, fast=7, idle=0.5)

# How each is run on little, how many rows it has (0 where that is another's affair), and some of what is measured.
SMOKE: dict[str, tuple[Callable[[], list[Measurement]], int, tuple[str, ...]]] = {
    "rulings": (partial(budgets.rulings, times=1), 3 * len(SLUGS), (*SLUGS, "a line read")),
    "adding": (partial(budgets.adding, 40), 1, ("a line more",)),
    "processes": (partial(budgets.processes, times=1), 8, ("referee rule", "referee log", "referee tournament seat")),
    "season": (partial(budgets.season, matches=60), 4, ("matches, cold", "after one more", "ratings folded")),
    "audits": (partial(budgets.audits, lines=150), 2, ("a line audited", "the last deed found")),
    "cards": (partial(cards.rankings, hands=50), 0, ("Gunn", "Munk", "wild", "named", "that make it")),
    "lines": (partial(lines.lines, times=1), len(lines.WAYS) * (len(SLUGS) + 1), (*lines.WAYS, *SLUGS)),
    "worst lines": (partial(lines.worst, times=1), 1, ("the worst",)),
    "many matches": (partial(lines.many_matches, matches=2), 1, ()),
    "hold'em": (partial(holdem.holdem, hands=10), 0, ("from text to settled sheet", "from PHH", "folding alone")),
    "plans": (partial(plans.plans, searched=((10, 3, Sizes(4, 5)),)), len(plans.KNOWN) + 1, ("10 at tables of 4-5",)),
    "prompt": (partial(prompt.prompt, lines=70, more=8, matches=20), 2, ("table of 60 lines", "table of 70 lines")),
    "seating": (partial(seating.draws, players=12, weeks=2), 1, ("12 after 2 weeks",)),
    "rounds": (partial(tournament_scale.rounds, (8, 12), times=1), 6, ("a Swiss round of 8", "a knockout round of 8")),
    "first paint": (partial(first_paint, times=1, matches=60), 1, ()),
    "idle": (partial(idle, seconds=0.2, first=0.0, matches=60), 2, ("idle, tonight", "a table of 500 lines")),
    "keys": (partial(desk, matches=60, lines=10, disputes=4, times=1), 0, SCREENS),
    "phones, SQLite": (partial(few_phones, served=False), 0, PHONES),
    "phones, PostgreSQL": (partial(few_phones, served=True), 0, PHONES),
}


@pytest.mark.parametrize("name", SMOKE)
def test_a_benchmark_measures_what_it_says(name: str) -> None:
    if "phones" in name and CHROMIUM is None:
        pytest.skip("no Chromium is installed")
    if "PostgreSQL" in name and programs() is None:
        pytest.skip("PostgreSQL is not installed")
    measure, number, labels = SMOKE[name]
    rows = measure()
    measured = " ".join(row.name for row in rows)
    assert [label for label in labels if label not in measured] == []
    assert len(rows) == (number or len(rows))
    # On so little there may have been nothing to pause for, nor to wait for.
    assert all(row.took > 0 for row in rows if number or row.name.startswith("typing"))


def test_a_round_takes_more_memory_the_more_play_it() -> None:
    small, large = tournament_scale.grown((8, 40))
    assert 0 < small.memory < large.memory
    assert large.again <= small.again  # of forty nobody has to meet again in a fifth round


def test_screens_leave_no_widgets_behind() -> None:
    many = len(OPENS) + 2  # two of them open another in front
    rows = memory(counts=(many, 3 * many), matches=60)
    [widgets] = [row for row in rows if row.name.startswith("widgets")]
    # The screen that was left last may still be there; each has half a dozen widgets and more.
    assert (widgets.took - widgets.unit) * 1e6 < 3 * 2 * many
    assert {row.name.split()[0] for row in rows} == {"widgets", "objects", "pages"}
