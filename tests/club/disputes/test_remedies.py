"""What is decided about a dispute has its effect, is heard by another on appeal, and comes in time."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from referee.club.calendar import sessions
from referee.club.disputes import deciding, disputes, opening
from referee.club.disputes.remedies import Remedy
from referee.club.disputes.search import search
from referee.club.disputes.view import DisputeDecisionKind
from referee.club.file.audit import audit
from referee.club.folder import Club
from referee.club.match import ending, matches, recording, starting
from referee.club.text.faults import ClubFault
from tests.club.conftest import MONDAY, copied, whole_hand

TWO_HANDS = 1
"""The table at which they were played."""


@pytest.fixture(scope="module")
def played_folder(monday: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A club with table 1 of Big Two: one whole hand, and four lines of a second, its deal, a three, a five and a six.

    It is made once, and copied for each test.
    """
    with copied(monday, tmp_path_factory.mktemp("two_hands") / "club", served=False) as club:
        sessions.open_session(club, str(MONDAY))
        number = starting.start_table(club, "big-two", ["Ann", "Ben", "Cal", "Dee"]).number
        for text in [*whole_hand(), "deal by Ann", "Ben plays 3D", "Cal plays 5H", "Dee plays 6S"]:
            recording.log_line(club, number, text)
        assert number == TWO_HANDS
        return club.folder


@pytest.fixture
def played(played_folder: Path, tmp_path: Path) -> Iterator[Club]:
    with copied(played_folder, tmp_path / "club") as club:
        yield club


def count(club: Club, table: int) -> list[int]:
    return [line.number for line in matches.show(club, table).log if line.counts]


def last_four(club: Club, table: int) -> list[int]:
    lines = len(matches.show(club, table).log)
    return list(range(lines - 3, lines + 1))


def test_a_replay_takes_back_the_lines_from_there_on(played: Club) -> None:
    _deal, _three, five, six = last_four(played, TWO_HANDS)
    dispute = opening.open_on_line(played, TWO_HANDS, five, claim="Cal had looked at Dee's cards")
    dispute_view = deciding.decide(played, dispute.number, remedy=Remedy.REPLAY, reason="nobody can say")
    assert dispute_view.decisions[-1].kind is DisputeDecisionKind.REPLAYED
    assert dispute_view.decisions[-1].changed == f"Lines {five} to {six} of table {TWO_HANDS} are undone."
    assert count(played, TWO_HANDS) == list(range(1, five))
    assert matches.show(played, TWO_HANDS).turn == "Cal"
    recording.log_line(played, TWO_HANDS, "Cal plays 7C")
    assert audit(played, workers=1).differences == ()


def test_a_replay_of_an_earlier_hand_takes_the_later_ones_with_it(played: Club) -> None:
    deal, *_ = last_four(played, TWO_HANDS)
    finished = ending.finish(played, TWO_HANDS, undecided=True)
    assert finished.places
    dispute = opening.open_on_line(played, TWO_HANDS, 3)
    dispute_view = (
        deciding.decide(played, dispute.number, remedy=Remedy.REPLAY, reason="misdealt").decisions[-1].changed
    )
    assert f"Lines 3 to {deal - 1} of table {TWO_HANDS} are undone. Lines {deal} to {deal + 3}" in dispute_view
    assert dispute_view.endswith("The match has no result now.")
    assert count(played, TWO_HANDS) == [1, 2]
    assert matches.show(played, TWO_HANDS).finished_at is None


def test_a_void_hand_does_not_count_and_the_others_do(played: Club) -> None:
    deal, *_ = last_four(played, TWO_HANDS)
    places = ending.finish(played, TWO_HANDS, undecided=True).places
    dispute = opening.open_on_line(played, TWO_HANDS, deal + 2)
    dispute_view = deciding.decide(played, dispute.number, remedy=Remedy.VOID_HAND, reason="a card was missing")
    assert dispute_view.decisions[-1].kind is DisputeDecisionKind.VOIDED
    assert dispute_view.decisions[-1].changed == f"Lines {deal} to {deal + 3} of table {TWO_HANDS} are void."
    assert count(played, TWO_HANDS) == list(range(1, deal))
    assert matches.show(played, TWO_HANDS).places == places


def test_a_void_match_gives_nobody_anything(played: Club) -> None:
    ending.record_result(played, TWO_HANDS, places=[["Dee"], ["Cal"], ["Ben"], ["Ann"]])
    ending.finish(played, TWO_HANDS)
    dispute = opening.open_on_line(played, TWO_HANDS, 2)
    dispute_view = deciding.decide(played, dispute.number, remedy=Remedy.VOID_MATCH, reason="a pack of 51")
    assert "The match has no result now." in dispute_view.decisions[-1].changed
    assert (count(played, TWO_HANDS), matches.show(played, TWO_HANDS).places) == ([], ())


@pytest.mark.parametrize("remedy", [Remedy.REPLAY, Remedy.VOID_HAND, Remedy.VOID_MATCH])
def test_on_appeal_everything_can_be_put_back_or_decided_otherwise(played: Club, remedy: Remedy) -> None:
    _deal, _three, five, _six = last_four(played, TWO_HANDS)
    before = count(played, TWO_HANDS)
    number = opening.open_on_line(played, TWO_HANDS, five).number
    deciding.decide(played.with_actor("Gus"), number, remedy=remedy, reason="a card was missing")
    assert count(played, TWO_HANDS) != before
    deciding.appeal(played, number, reason="it lay under the table")
    deciding.decide(played.with_actor("Hal"), number, remedy=Remedy.UPHOLD)
    assert count(played, TWO_HANDS) == before
    deciding.appeal(played, number, reason="it was another pack's")
    deciding.decide(played.with_actor("Gus"), number, remedy=Remedy.REPLAY, reason="so it was")
    assert count(played, TWO_HANDS) == list(range(1, five))


def test_what_was_decided_otherwise_before_is_put_back_first(played: Club) -> None:
    *_, five, _six = last_four(played, TWO_HANDS)
    number = opening.open_on_line(played, TWO_HANDS, five).number
    deciding.decide(played.with_actor("Gus"), number, remedy=Remedy.VOID_MATCH, reason="a card was missing")
    deciding.appeal(played, number, reason="it lay under the table")
    deciding.decide(played.with_actor("Hal"), number, remedy=Remedy.REPLAY, reason="play on")
    assert count(played, TWO_HANDS) == list(range(1, five))


@pytest.mark.parametrize("remedy", [Remedy.OVERRULE, Remedy.REPLAY, Remedy.VOID_HAND, Remedy.VOID_MATCH])
def test_what_goes_against_the_rulebook_needs_a_reason(played: Club, remedy: Remedy) -> None:
    number = opening.open_on_line(played, TWO_HANDS, 2).number
    with pytest.raises(ClubFault, match="needs a reason"):
        deciding.decide(played, number, remedy=remedy)


def test_an_appeal_is_heard_by_another_officer(club: Club, table: int) -> None:
    number = opening.open_on_line(club, table, 1).number
    deciding.decide(club.with_actor("ann"), number)
    deciding.appeal(club.with_actor("Ben"), number, reason="Ben saw it otherwise")
    with pytest.raises(ClubFault, match=r"Dispute 1 was decided by Ann. An appeal needs another officer"):
        deciding.decide(club.with_actor("ANN"), number)
    deciding.decide(club.with_actor("Ben"), number)
    deciding.appeal(club, number, reason="Cal saw it otherwise")
    # Who decided it before the last time may: there are not always three.
    assert not deciding.decide(club.with_actor("Ann"), number).is_open


def test_who_hears_an_appeal_is_known_where_nobody_is_said_to_have_decided(club: Club, table: int) -> None:
    number = opening.open_on_line(club, table, 1).number
    deciding.decide(club.with_actor(""), number)
    deciding.appeal(club, number, reason="Ben saw it otherwise")
    with pytest.raises(ClubFault, match="decided without an officer's name"):
        deciding.decide(club.with_actor(""), number)
    assert not deciding.decide(club.with_actor("Gus"), number).is_open


def test_what_was_decided_on_the_same_clause_comes_newest_first(club: Club) -> None:
    rows = ["Ben plays 4D", "Ann plays 3D"]
    numbers = [opening.open_on_facts(club, "big-two", rows).number for _ in range(4)]
    other = opening.open_on_facts(club, "big-two", ["Ben plays 4D 4H", "Ann plays 6D"])
    deciding.decide(club.with_actor("Gus"), other.number)
    for number in numbers[:2]:
        deciding.decide(club.with_actor("Gus"), number, reason=f"case {number}")
    deciding.appeal(club, numbers[1], reason="again")
    deciding.decide(club.with_actor("Hal"), numbers[1], remedy=Remedy.OVERRULE, reason="not so")
    before = disputes.precedents_of(club, numbers[3])  # the third is still open
    assert [dispute.number for dispute in before] == [numbers[1], numbers[0]]
    assert [(dispute.decided.kind, dispute.decided.reason) for dispute in before if dispute.decided] == [
        (DisputeDecisionKind.OVERRULED, "not so"),
        (DisputeDecisionKind.UPHELD, "case 1"),
    ]


def test_disputes_are_found_by_words_people_days_clause_and_outcome(club: Club, table: int) -> None:
    opening.open_on_line(club.with_actor("Gus"), table, 1, claim="Cal says the dealer was Ann")
    told = opening.open_on_facts(club, "big-two", ["Eve plays 4D", "Hal plays 3D"], claim="Hal doubts it").number
    other = opening.open_on_facts(club, "commune", ["Ann bids two sixes", "Ben calls"], claim="about Eve").number
    deciding.decide(club, told, remedy=Remedy.OVERRULE, reason="a friendly GAME")

    def numbers(**asked: object) -> list[int]:
        return [dispute.number for dispute in search(club, **asked)]  # type: ignore[arg-type]

    assert numbers(text="friendly  game") == [told]
    assert numbers(text="DEALER WAS ann") == [1]
    assert numbers(member="Dee") == [1]
    assert numbers(member="Eve") == [told, other]
    assert numbers(game="commune") == [other]
    assert numbers(clause="big-two 4.5") == [told]
    assert numbers(outcome=DisputeDecisionKind.OVERRULED) == [told]
    assert numbers(outcome=DisputeDecisionKind.UPHELD) == []
    assert numbers(is_open=True) == [1, other]
    assert numbers(since=club.today, until=club.today) == [1, told, other]
    assert numbers(until=club.today - timedelta(days=1)) == []
    with pytest.raises(ClubFault, match="Put the earlier date first"):
        numbers(since=club.today, until=club.today - timedelta(days=1))


def later(club: Club, **passed: float) -> Club:
    now = club.clock()
    return replace(club, clock=lambda: now + timedelta(**passed))


def test_a_dispute_is_opened_and_appealed_however_long_ago_it_was(club: Club, table: int) -> None:
    for text in whole_hand()[1:]:
        recording.log_line(club, table, text)
    ending.finish(club, table)
    sessions.close_session(club)
    later_on = later(club, days=200)
    number = opening.open_on_line(later_on, table, 2).number
    deciding.decide(later_on.with_actor("Gus"), number)
    assert deciding.appeal(later(later_on, days=200), number, reason="a year is nothing").is_open
