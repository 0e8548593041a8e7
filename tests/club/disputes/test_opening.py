"""Opening a dispute: on a line, or on what the referee is told, by whatever rules and however a line goes on."""

from pathlib import Path

import pytest

from referee.cli.shared.hints import format_hints
from referee.club.calendar import checkin, house_rules
from referee.club.disputes import deciding, disputes, opening
from referee.club.disputes.remedies import Remedy
from referee.club.disputes.search import search
from referee.club.disputes.stated_facts import completions, no_facts, preview, rule_on, stored_facts, with_facts
from referee.club.folder import Club, init
from referee.club.match import ending, recording, starting
from referee.club.people import roster
from referee.club.text.faults import AmbiguousName, ClubFault, MisreadLine
from referee.games import rulebook
from referee.rules import Verdict
from tests.club.conftest import NAMES


def test_a_dispute_keeps_the_line_the_claim_and_the_ruling_as_it_was(club: Club, table: int, line: int) -> None:
    dispute = opening.open_on_line(club.with_actor("Gus"), table, line, claim="Cal says that spades are high")
    recording.log_line(club, table, "Ben plays 3H", instead_of=3)
    dispute = disputes.show(club, dispute.number)
    assert (dispute.match, dispute.line, dispute.facts) == (table, line, ("Cal plays 4S",))
    assert (dispute.verdict, dispute.clause, dispute.reason) == (
        Verdict.ILLEGAL,
        "big-two 4.5",
        "4S does not beat 5H: four is below five (1.1).",
    )
    assert dispute.rule == "A play must beat the play before it."
    assert (dispute.because, dispute.claim, dispute.by) == ((3,), "Cal says that spades are high", "Gus")
    assert dispute.is_open


def test_a_dispute_may_rest_on_what_the_referee_is_told(club: Club) -> None:
    dispute = opening.open_on_facts(club, "big-two", ["Ben plays 4D 4H", "Hal plays 3D 3S"], claim="Hal says so")
    assert (dispute.match, dispute.facts, dispute.verdict) == (
        None,
        ("Ben plays 4D 4H", "Hal plays 3D 3S"),
        Verdict.ILLEGAL,
    )
    assert (dispute.clause, dispute.claim) == ("big-two 4.5", "Hal says so")
    assert (
        deciding.decide(club, dispute.number, remedy=Remedy.OVERRULE, reason="a friendly game").decisions[0].changed
        == ""
    )
    with pytest.raises(MisreadLine, match="3X"):
        opening.open_on_facts(club, "big-two", ["Ben plays 3X"])
    with pytest.raises(ClubFault, match="needs the facts"):
        opening.open_on_facts(club, "big-two", [])


def test_two_members_of_the_same_first_name_are_told_apart_by_their_full_names(club: Club) -> None:
    for name in ("Gus Lee", "Gus Moe"):
        roster.add(club, name)
    rows = ["gus lee plays 9D 9H", "Gus Moe plays 6D 6S", "Ann passes", "Gus L passes"]
    dispute = opening.open_on_facts(club, "big-two", rows)
    assert dispute.facts == ("Gus Lee plays 9D 9H", "Gus Moe plays 6D 6S", "Ann passes", "Gus Lee passes")
    assert opening.open_on_facts(club, "pontoon", ["Ann banks", "Gus Moe bets 2", "Gus Lee pays Gus Moe 2"]).number == 2
    for name, found in (("Gus Lee", [1, 2]), ("Gus Moe", [1, 2]), ("Ann", [1, 2]), ("Ben", [])):
        assert [dispute.number for dispute in search(club, member=name)] == found
    # Either may be meant by what they share, so that it is asked back; whoever is no member is named by one word.
    with pytest.raises(AmbiguousName, match="'Gus' could be Gus Lee or Gus Moe"):
        opening.open_on_facts(club, "big-two", ["Gus plays 4D"])
    assert opening.open_on_facts(club, "big-two", ["Zoe plays 4D", "Zoe plays 3D"]).number == 3


def test_a_dispute_keeps_what_was_due_from_others(club: Club, table: int) -> None:
    for text in ("Ann plays 3D", "Cal plays 4S"):
        recording.log_line(club, table, text)
    number = opening.open_on_line(club, table, 3).number
    recording.log_line(club, table, "Ben plays 5H")
    dispute = disputes.show(club, number)
    assert (dispute.alternatives, dispute.ask) == ((), "")
    assert dispute.due == ("Ben plays any card above 3D", "Ben passes")
    assert dispute.next_step == "Next: Ben plays any card above 3D or passes."


def test_a_dispute_keeps_whom_to_ask(club: Club) -> None:
    rows = ["deal by Ben", "Ann bids two sixes", "Ben calls", "deal by Ann"]
    dispute = disputes.show(club, opening.open_on_facts(club, "commune", rows).number)
    assert (dispute.word, dispute.clause) == ("finding", "commune 2.1")
    assert dispute.next_step == "Ask Ben and Ann for the cards, and enter them before this line."


def test_in_facts_nobody_knows_whose_turn_it_was(club: Club) -> None:
    # Ben is mentioned second and Cal third; who sits between Cal and Ben was not told, and may have passed.
    dispute = opening.open_on_facts(club, "big-two", ["Ann plays 3D", "Ben plays 4D", "Cal plays 5D", "Ben plays 6D"])
    assert (dispute.verdict, dispute.reason) == (Verdict.LEGAL, "6D beats 5D: six is above five.")


def test_a_line_has_one_dispute_which_may_be_appealed(club: Club, table: int, line: int) -> None:
    number = opening.open_on_line(club, table, line).number
    with pytest.raises(ClubFault, match=f"Line {line} of table {table} is already disputed: dispute {number} is open"):
        opening.open_on_line(club, table, line)
    deciding.decide(club, number, remedy=Remedy.OVERRULE, reason="Ben had agreed")
    with pytest.raises(ClubFault, match=rf": dispute {number} was overruled\.$") as fault:
        opening.open_on_line(club, table, line)
    assert format_hints(*fault.value.hints) == f'To challenge that: referee dispute appeal {number} --reason "..."'
    assert opening.open_on_line(club, table, 3).number == number + 1


def test_only_a_line_that_happened_can_be_disputed(club: Club, table: int, line: int) -> None:
    recording.log_line(club, table, "Cal plays 6S", instead_of=line)
    with pytest.raises(ClubFault, match="typed by mistake"):
        opening.open_on_line(club, table, line)
    result = ending.record_result(club, table, places=[["Ann"], ["Ben"], ["Cal"], ["Dee"]])
    with pytest.raises(ClubFault, match="is a result"):
        opening.open_on_line(club, table, result.number)


BIG_TWO = rulebook("big-two")
PAIRS = ("Ben plays 9D 9H", "Ann plays 6D 6S")


@pytest.fixture
def evening(club: Club) -> Club:
    """The club when four have come."""
    checkin.check_in(club, NAMES[:4])
    return club


def test_facts_are_ruled_on_in_order(club: Club) -> None:
    sheet = rule_on(BIG_TWO, BIG_TWO.options(), PAIRS)
    assert [entry.ruling.verdict for entry in sheet.entries] == [Verdict.LEGAL, Verdict.ILLEGAL]
    with pytest.raises(MisreadLine) as misread:
        rule_on(BIG_TWO, BIG_TWO.options(), [*PAIRS, "Cal plays 9Q"])
    assert (misread.value.fault.line, misread.value.fault.column) == (3, len("Cal plays ") + 1)
    for nothing in ([], ["", "# Ann said so"]):
        with pytest.raises(ClubFault, match="needs the facts"):
            rule_on(BIG_TWO, BIG_TWO.options(), nothing)


def test_the_game_is_tonights_and_the_house_rules_the_seasons(evening: Club) -> None:
    assert no_facts(evening).book is BIG_TWO
    house_rules.change_options(evening, None, "commune", ["penalty_limit=5"])
    starting.start_table(evening, "commune", ["Ann", "Ben"])
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
    facts = stored_facts(so_far, "an  plays 6d 6s")
    assert facts == (PAIRS[1],)  # the member's name, the cards as records write them
    after = with_facts(so_far, [*so_far.facts, *facts])
    assert after.sheet is not None
    assert after.sheet.entries[-1].ruling == entry.ruling
    assert so_far.facts == PAIRS[:1]
    assert stored_facts(so_far, "Ann plays 6D 6S, taken back") == ("Ann plays 6D 6S, taken back",)


def test_a_preview_in_the_place_of_another_fact_stands_there(evening: Club) -> None:
    so_far = with_facts(no_facts(evening), PAIRS)
    entry = preview(so_far, "Ben plays 5D 5H", instead_of=1)
    assert (entry.line.number, entry.ruling.verdict) == (1, Verdict.LEGAL)
    assert preview(so_far, "Ann plays TD TS", instead_of=2).ruling.verdict is Verdict.LEGAL


def test_a_preview_says_where_it_cannot_be_read(evening: Club) -> None:
    so_far = with_facts(no_facts(evening), PAIRS)
    with pytest.raises(MisreadLine) as misread:
        preview(so_far, "c plays 9Q")
    assert misread.value.fault.column == len("c plays ") + 1
    with pytest.raises(ClubFault, match=r"is not a fact. Type one such as"):
        preview(so_far, "# Ann said so")
    elsewhere = with_facts(no_facts(evening, "commune"), PAIRS)
    assert elsewhere.sheet is None
    assert elsewhere.fault is not None
    assert elsewhere.fault.line == 1
    with pytest.raises(ClubFault, match="Line 1, at 'plays': 'plays' is not a play in Commune"):
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
    assert stored_facts(so_far, "Dora Sim plays 6d 6s") == ("Dora Sim plays 6D 6S",)
    assert stored_facts(so_far, "do plays 6d 6s") == ("Dora Roy plays 6D 6S",)  # who was mentioned, as before
    after = with_facts(so_far, [*so_far.facts, "Dora Sim plays 6D 6S"])
    assert after.sheet is not None
    assert after.sheet.record.seats.names == ("Dora Roy", "Dora Sim")


def test_a_dispute_on_facts_is_kept_by_the_same_rulings(evening: Club) -> None:
    so_far = with_facts(no_facts(evening), ["Ann plays 3D", "Ben passes", "Cal plays 4D", "Ben plays 5D"])
    assert so_far.sheet is not None
    case = opening.open_on_facts(evening, "big-two", so_far.facts)
    ruling = so_far.sheet.entries[-1].ruling
    assert (case.facts, case.verdict, case.reason) == (so_far.facts, ruling.verdict, ruling.reason)
