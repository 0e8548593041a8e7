"""Facts told without a table: by which rules, how they are ruled on, and how a line goes on."""

from pathlib import Path

import pytest

from referee.club.calendar import checkin, house_rules
from referee.club.disputes import opening
from referee.club.disputes.told_facts import completions, no_facts, preview, rule_on, with_facts
from referee.club.folder import Club, init
from referee.club.match import starting
from referee.club.people import roster
from referee.club.text.faults import ClubFault, Misread
from referee.games import rulebook
from referee.rules import Verdict
from tests.club.conftest import NAMES

BIG_TWO = rulebook("big-two")
PAIRS = ("Ben plays 9D 9H", "Ann plays 6D 6S")


@pytest.fixture
def evening(club: Club) -> Club:
    """The club when four have come."""
    checkin.check_in(club, NAMES[:4])
    return club


def test_facts_are_ruled_on_in_order(club: Club) -> None:
    sheet = rule_on(BIG_TWO, BIG_TWO.options(), PAIRS)
    assert [each.ruling.verdict for each in sheet.entries] == [Verdict.LEGAL, Verdict.ILLEGAL]
    with pytest.raises(Misread) as misread:
        rule_on(BIG_TWO, BIG_TWO.options(), [*PAIRS, "Cal plays 9Q"])
    assert (misread.value.fault.line, misread.value.fault.column) == (3, len("Cal plays ") + 1)
    for nothing in ([], ["", "# Ann said so"]):
        with pytest.raises(ClubFault, match="needs the facts"):
            rule_on(BIG_TWO, BIG_TWO.options(), nothing)


def test_the_game_is_tonights_and_the_house_rules_the_seasons(evening: Club) -> None:
    assert no_facts(evening).book is BIG_TWO
    house_rules.change(evening, None, "commune", ["penalty_limit=5"])
    starting.start(evening, "commune", ["Ann", "Ben"])
    assert no_facts(evening).book is rulebook("commune")
    assert no_facts(evening).options.penalty_limit == 5
    assert no_facts(evening, "big-two").options == BIG_TWO.options()


def test_without_a_session_and_a_season_a_game_is_as_printed(tmp_path: Path) -> None:
    with init(tmp_path / "other", "Tuesday Cards") as other:
        roster.add(other, "Ann")
        found = no_facts(other)
    assert (found.options, found.names) == (BIG_TWO.options(), ("Ann",))


def test_a_preview_is_ruled_on_as_the_fact_will_be(evening: Club) -> None:
    so_far = with_facts(no_facts(evening), PAIRS[:1])
    entry = preview(so_far, "an  plays 6d 6s")
    assert entry.line.text == PAIRS[1]  # as it is kept: the member's name, the cards as records write them
    after = with_facts(so_far, [*so_far.facts, entry.line.text])
    assert after.sheet is not None
    assert after.sheet.entries[-1].ruling == entry.ruling
    assert so_far.facts == PAIRS[:1]
    assert preview(so_far, "Ann plays 6D 6S, taken back").line.text == "Ann plays 6D 6S, taken back"


def test_a_preview_in_the_place_of_another_fact_stands_there(evening: Club) -> None:
    so_far = with_facts(no_facts(evening), PAIRS)
    entry = preview(so_far, "Ben plays 5D 5H", instead_of=1)
    assert (entry.line.number, entry.ruling.verdict) == (1, Verdict.LEGAL)
    assert preview(so_far, "Ann plays TD TS", instead_of=2).ruling.verdict is Verdict.LEGAL


def test_a_preview_says_where_it_cannot_be_read(evening: Club) -> None:
    so_far = with_facts(no_facts(evening), PAIRS)
    with pytest.raises(Misread) as misread:
        preview(so_far, "c plays 9Q")
    assert misread.value.fault.column == len("c plays ") + 1
    with pytest.raises(ClubFault, match=r"is not a fact. Type one such as"):
        preview(so_far, "# Ann said so")
    elsewhere = with_facts(no_facts(evening, "commune"), PAIRS)
    assert elsewhere.sheet is None
    assert elsewhere.fault is not None
    assert elsewhere.fault.line == 1
    with pytest.raises(ClubFault, match="Line 1: no verb 'plays' in Commune"):
        preview(elsewhere, "Ben calls")


def test_a_line_is_completed_with_members_and_with_whoever_was_mentioned(evening: Club) -> None:
    roster.add(evening, "Dora Roy")
    nothing = no_facts(evening)
    assert completions(nothing, "")[:4] == ("Ann ", "Ben ", "Cal ", "Dee ")  # who came tonight
    assert completions(nothing, "do") == ("Dora ",)
    assert completions(nothing, "de")[0] == "Dee "
    assert "Ben plays " in completions(nothing, "ben ")
    assert "Zoe plays " in completions(nothing, "Zoe ")
    so_far = with_facts(nothing, PAIRS)
    assert completions(so_far, "b")[0].startswith("Ben")
    assert "Cal passes" in completions(so_far, "cal p")
    assert completions(with_facts(no_facts(evening, "commune"), PAIRS), "B") == ()


def test_of_two_with_the_same_first_name_each_is_named_in_full(evening: Club) -> None:
    for name in ("Dora Roy", "Dora Sim"):
        roster.add(evening, name)
    nothing = no_facts(evening)
    assert completions(nothing, "do") == ("Dora Roy ", "Dora Sim ")
    assert "Dora Sim plays " in completions(nothing, "dora sim ")
    so_far = with_facts(nothing, ["Dora Roy plays 9D 9H"])
    assert preview(so_far, "Dora Sim plays 6d 6s").line.text == "Dora Sim plays 6D 6S"
    assert preview(so_far, "do plays 6d 6s").line.text == "Dora Roy plays 6D 6S"  # who was mentioned, as before
    after = with_facts(so_far, [*so_far.facts, "Dora Sim plays 6D 6S"])
    assert after.sheet is not None
    assert after.sheet.record.seats.names == ("Dora Roy", "Dora Sim")


def test_a_dispute_on_facts_is_kept_by_the_same_rulings(evening: Club) -> None:
    so_far = with_facts(no_facts(evening), ["Ann plays 3D", "Ben passes", "Cal plays 4D", "Ben plays 5D"])
    assert so_far.sheet is not None
    case = opening.open_on_facts(evening, "big-two", so_far.facts)
    ruling = so_far.sheet.entries[-1].ruling
    assert (case.facts, case.verdict, case.reason) == (so_far.facts, ruling.verdict, ruling.reason)
