"""A ruling at the desk on what two players tell, and the dispute that may come of it."""

from threading import Event

import pytest

from referee.club.calendar import house_rules
from referee.club.disputes import disputes, opening
from referee.club.disputes.stated_facts import Facts, no_facts
from referee.club.folder import Club
from referee.club.match import starting
from referee.dashboard.disputes import facts
from referee.dashboard.disputes.facts import FactsScreen
from referee.dashboard.tonight.tonight import TonightScreen
from referee.dashboard.widgets.side_panel import Details
from referee.games import SLUGS, rulebook
from referee.rules import Verdict
from referee.store.faults import StoreBusy
from tests.dashboard.conftest import NAMES
from tests.dashboard.piloting import LARGE, OPENED, SMALL, Officer, at_the_desk
from tests.patience import patience

pytestmark = [pytest.mark.screen, pytest.mark.long]

PAIRS = ("Ben plays 9D 9H", "Ann plays 6D 6S")


async def tell(officer: Officer, *lines: str) -> None:
    """Open the screen on Big Two, which is the first game, and tell something."""
    await officer.press("F")
    await officer.record(lines)


def told(officer: Officer) -> str:
    """The facts with their rulings, as one running text, without what stands beside them."""
    beside = officer.app.screen.query_one(Details)
    across = beside.region.x if beside.display else None
    return " ".join(" ".join(row[:across] for row in officer.sees().splitlines()).split())


async def test_the_line_is_ruled_on_before_enter_and_the_last_fact_in_full_after(evening: Club) -> None:
    async with at_the_desk(evening) as officer:
        await tell(officer, PAIRS[0])
        await officer.type(PAIRS[1])
        reason = "The pair of sixes does not beat the pair of nines: six is below nine (5.2)."
        assert f"✗ illegal {reason}" in officer.reads()
        assert "2 Ann plays 6♦ 6♠" not in officer.reads()
        await officer.press("enter")
        screen_text = told(officer)
        assert "1 Ben plays 9♦ 9♥ ✓ legal big-two 5.2" in screen_text
        assert "2 Ann plays 6♦ 6♠ ✗ illegal big-two 4.5" in screen_text
        assert "Rule 4.5: A play must beat the play before it. Line 1." in screen_text
        assert "Instead: Ann plays any pair above the pair of nines or passes." in screen_text
        # The fact is told; the line is empty, and nothing is said of telling it once more.
        assert "was played by Ann" not in screen_text
    assert disputes.disputes(evening) == []


async def test_a_later_fact_decides_an_earlier_one(evening: Club) -> None:
    async with at_the_desk(evening, "F", *["right_square_bracket"] * SLUGS.index("play-or-pay")) as officer:
        await officer.record(["Ann plays 5H", "Ben pays"])
        assert "2 Ben pays ? open" in officer.reads()
        await officer.record(["Ben shows 6H"])
        assert "2 Ben pays ✗ illegal" in officer.reads()


async def test_names_of_members_are_completed_and_written_out(evening: Club) -> None:
    async with at_the_desk(evening, "F") as officer:
        await officer.type("be", "tab", shows="› Ben")
        await officer.type("plays 9D 9H", "enter")
        await officer.type("a plays 6D 6S", "enter", shows=("1 Ben plays 9♦ 9♥", "2 Ann plays 6♦ 6♠"))
        # Whoever is no member may have a dispute settled too.
        await officer.type("Zoe passes", "enter", shows="3 Zoe passes")


async def test_what_cannot_be_read_is_refused_and_stays_typed(evening: Club) -> None:
    async with at_the_desk(evening) as officer:
        await tell(officer, "Ben plays 9Q")
        officer.shows("! Not accepted: at '9Q': which cards are '9Q'?", "› Ben plays 9Q")
        await officer.press("escape", shows="! Still being typed: Ben plays 9Q. Enter or clear it first. ")
        assert isinstance(officer.app.screen, FactsScreen)
        await officer.press("end", "backspace", "D")
        assert "!" not in officer.reads()


async def test_the_key_back_to_the_line_is_named_only_outside_it(evening: Club) -> None:
    async with at_the_desk(evening) as officer:
        await tell(officer, "Ben plays 9D")
        await officer.type("Ann plays", "escape", "u")
        assert "Still being typed: Ann plays. Enter or clear it first; i goes back to the line." in officer.reads()


async def test_a_fact_is_taken_out_again_or_typed_once_more(evening: Club) -> None:
    async with at_the_desk(evening) as officer:
        await tell(officer, *PAIRS)
        await officer.press("escape", "e", shows="line 2 was › Ann plays 6D 6S")
        await officer.press("backspace", "backspace", *"TS", *("left",) * 3, "backspace", "backspace", *"TD", "enter")
        assert "2 Ann plays 10♦ 10♠ ✓ legal big-two 5.2" in officer.reads()
        await officer.press("escape", "up", "u", shows=("Removed: Ben plays 9♦ 9♥.", "1 Ann plays 10♦ 10♠ ✓ legal"))
        await officer.press("i")
        await officer.record(["Cal passes"])
        assert "Taken out" not in officer.reads()


async def test_the_house_rules_of_the_season_are_in_force_and_shown(evening: Club) -> None:
    house_rules.change_options(evening, None, "big-two", ["pass_locks=true"])

    async with at_the_desk(evening) as officer:
        await tell(officer, "Ann plays 3D", "Ben passes", "Cal plays 4D")
        assert "House rules: Does a pass last until the next lead? Yes." in officer.reads()
        await officer.type("Ben plays 5D", shows="✗ illegal Ben has passed since the last lead")
        await officer.press("enter", "escape", "d", "enter")
        assert officer.on("dispute")
    (dispute,) = disputes.disputes(evening)
    assert dispute.clause == "big-two 4.3"
    assert dispute.reason.startswith("Ben has passed since the last lead")


async def test_tab_goes_to_the_next_game_and_what_it_does_not_know_is_said(evening: Club) -> None:
    starting.start_table(evening, "play-or-pay", NAMES[:4])

    async with at_the_desk(evening, "F") as officer:
        assert "Play or Pay" in officer.reads()  # what is played tonight comes first
        await officer.record(["Ben pays"])
        await officer.press("right_square_bracket", shows=("Pontoon", "! at the end: the line ends too soon. Add"))
        await officer.press("escape", "d", shows="! Line 1, at the end: the line ends too soon")
        assert isinstance(officer.app.screen, FactsScreen)


async def test_tab_goes_to_the_next_game_from_the_facts_too(evening: Club) -> None:
    async with at_the_desk(evening) as officer:
        await tell(officer, *PAIRS)
        await officer.press("escape", "right_square_bracket", shows=f"Facts without a table {rulebook(SLUGS[1]).title}")
        assert "1 Ben plays 9♦ 9♥" in officer.reads()


async def test_a_dispute_is_opened_on_the_facts_with_its_claim(evening: Club) -> None:
    async with at_the_desk(evening) as officer:
        await tell(officer, *PAIRS)
        await officer.press("escape", "d", shows="Open a dispute on Ann plays 6♦ 6♠?")
        await officer.type("Ann says it was three sixes", "enter")
        assert officer.on("dispute")
        assert "Fay: Ann says it was three sixes" in officer.reads()
        await officer.press("escape")
        assert isinstance(officer.app.screen, TonightScreen)
        assert "dispute 1, big-two: Ann says it was three sixes" in officer.reads()
    (dispute,) = disputes.disputes(evening)
    assert (dispute.match, dispute.facts, dispute.verdict) == (None, PAIRS, Verdict.ILLEGAL)


async def test_a_dispute_that_cannot_be_written_down_loses_neither_the_facts_nor_the_claim(
    evening: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: object, **__: object) -> None:
        raise StoreBusy("The club's file is busy.")

    async with at_the_desk(evening) as officer:
        await tell(officer, *PAIRS)
        await officer.press("escape", "d")
        with monkeypatch.context() as for_now:
            for_now.setattr(opening, "open_on_facts", busy)
            await officer.type("Ann says so", "enter", shows="The club's file is busy.")
        await officer.press("enter")
        assert officer.on("dispute")
    (dispute,) = disputes.disputes(evening)
    assert (dispute.facts, dispute.claim) == (PAIRS, "Ann says so")


@pytest.mark.parametrize("key", ["escape", "q"])
async def test_what_was_told_is_not_forgotten_silently(evening: Club, key: str) -> None:
    async with at_the_desk(evening) as officer:
        await tell(officer, *PAIRS)
        await officer.press("escape", shows="! 2 facts not saved: d opens a dispute, Esc drops them.")
        await officer.press("i")
        assert "not saved:" not in officer.reads()
        await officer.press("escape")
        assert isinstance(officer.app.screen, FactsScreen)
        await officer.press(key)
        assert isinstance(officer.app.screen, TonightScreen)
    assert disputes.disputes(evening) == []


async def test_going_back_from_the_claim_keeps_the_facts(evening: Club) -> None:
    async with at_the_desk(evening, "D", "F") as officer:
        await officer.record(PAIRS)
        await officer.press("escape", "d", "escape")
        assert isinstance(officer.app.screen, FactsScreen)
        assert "2 Ann plays 6♦ 6♠ ✗ illegal" in officer.reads()
    assert disputes.disputes(evening) == []


async def test_facts_typed_without_a_pause_are_all_taken(evening: Club) -> None:
    async with at_the_desk(evening, "F") as officer:
        await officer.type("Ben plays 9D 9H\nAnn plays 6D 6S\nCal passes\n", shows="2 Ann plays 6♦ 6♠ ✗ illegal")
        assert "3 Cal passes" in officer.reads()


async def test_what_is_typed_before_the_house_rules_are_read_is_ruled_on_after(
    evening: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = Event()

    def slowly(club: Club, game: str) -> Facts:
        assert typed.wait(patience())
        return no_facts(club, game)

    monkeypatch.setattr(facts, "no_facts", slowly)

    async with at_the_desk(evening) as officer:
        await officer.hurry("F")
        for line in PAIRS:
            await officer.hurry(*line, "enter")
        typed.set()
        await officer.settle()
        officer.shows("1 Ben plays 9♦ 9♥ ✓ legal", "2 Ann plays 6♦ 6♠ ✗ illegal")


async def test_a_change_by_the_other_officer_leaves_what_is_told_and_marked(evening: Club) -> None:
    async with at_the_desk(evening) as officer:
        await tell(officer, *PAIRS)
        await officer.press("escape", "up")
        starting.start_table(evening, "commune", NAMES[:3])
        assert isinstance(officer.app.screen, FactsScreen)
        officer.app.screen.reload()
        await officer.press("e", shows="line 1 was › Ben plays 9D 9H")
        house_rules.change_options(evening, None, "big-two", ["pass_locks=true"])
        await officer.until("House rules: Does a pass last until the next lead? Yes.")
        assert "2 Ann plays 6♦ 6♠ ✗ illegal" in officer.reads()


@pytest.mark.parametrize(("size", "beside"), [(SMALL, False), (LARGE, True)])
async def test_what_may_be_told_of_the_game_stands_beside_the_facts_where_there_is_room(
    club: Club, size: tuple[int, int], beside: bool
) -> None:
    async with at_the_desk(club, *OPENED["facts"], size=size) as officer:
        before = officer.beside()
        assert ("NAME" in before) is beside
        await officer.press("right_square_bracket")
        assert (officer.beside() != before) is beside
