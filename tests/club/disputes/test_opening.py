"""Opening a dispute: on a line, or on what the referee is told."""

import pytest

from referee.cli.shared.hints import printed
from referee.club.disputes import deciding, disputes, opening
from referee.club.disputes.remedies import Remedy
from referee.club.disputes.search import search
from referee.club.folder import Club
from referee.club.match import ending, recording
from referee.club.people import roster
from referee.club.text.faults import AmbiguousName, ClubFault, Misread
from referee.rules import Verdict


def test_a_dispute_keeps_the_line_the_claim_and_the_ruling_as_it_was(club: Club, table: int, line: int) -> None:
    dispute = opening.open_on_line(club.by("Gus"), table, line, claim="Cal says that spades are high")
    recording.log(club, table, "Ben plays 3H", instead_of=3)
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
    with pytest.raises(Misread, match="3X"):
        opening.open_on_facts(club, "big-two", ["Ben plays 3X"])
    with pytest.raises(ClubFault, match="needs the facts"):
        opening.open_on_facts(club, "big-two", [])


def test_two_members_of_the_same_first_name_are_told_apart_by_their_full_names(club: Club) -> None:
    for name in ("Gus Lee", "Gus Moe"):
        roster.add(club, name)
    told = ["gus lee plays 9D 9H", "Gus Moe plays 6D 6S", "Ann passes", "Gus L passes"]
    dispute = opening.open_on_facts(club, "big-two", told)
    assert dispute.facts == ("Gus Lee plays 9D 9H", "Gus Moe plays 6D 6S", "Ann passes", "Gus Lee passes")
    assert opening.open_on_facts(club, "pontoon", ["Ann banks", "Gus Moe bets 2", "Gus Lee pays Gus Moe 2"]).number == 2
    for name, found in (("Gus Lee", [1, 2]), ("Gus Moe", [1, 2]), ("Ann", [1, 2]), ("Ben", [])):
        assert [each.number for each in search(club, member=name)] == found
    # Either may be meant by what they share, so that it is asked back; whoever is no member is named by one word.
    with pytest.raises(AmbiguousName, match="'Gus' could be Gus Lee or Gus Moe"):
        opening.open_on_facts(club, "big-two", ["Gus plays 4D"])
    assert opening.open_on_facts(club, "big-two", ["Zoe plays 4D", "Zoe plays 3D"]).number == 3


def test_a_dispute_keeps_what_was_due_from_others(club: Club, table: int) -> None:
    for text in ("Ann plays 3D", "Cal plays 4S"):
        recording.log(club, table, text)
    number = opening.open_on_line(club, table, 3).number
    recording.log(club, table, "Ben plays 5H")
    dispute = disputes.show(club, number)
    assert (dispute.alternatives, dispute.ask) == ((), "")
    assert dispute.due == ("Ben plays any card above 3D", "Ben passes")
    assert dispute.next_step == "Next: Ben plays any card above 3D or passes."


def test_a_dispute_keeps_whom_to_ask(club: Club) -> None:
    told = ["deal by Ben", "Ann bids two sixes", "Ben calls", "deal by Ann"]
    dispute = disputes.show(club, opening.open_on_facts(club, "commune", told).number)
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
    assert printed(*fault.value.hints) == f'To challenge that: referee dispute appeal {number} --reason "..."'
    assert opening.open_on_line(club, table, 3).number == number + 1


def test_only_a_line_that_happened_can_be_disputed(club: Club, table: int, line: int) -> None:
    recording.log(club, table, "Cal plays 6S", instead_of=line)
    with pytest.raises(ClubFault, match="typed by mistake"):
        opening.open_on_line(club, table, line)
    result = ending.result(club, table, places=[["Ann"], ["Ben"], ["Cal"], ["Dee"]])
    with pytest.raises(ClubFault, match="is a result"):
        opening.open_on_line(club, table, result.number)
