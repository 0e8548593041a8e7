"""How a ruling reads: the fact, what may be done now, the rule."""

import pytest

from referee.games import rulebook
from referee.rules import Ruling, replay
from referee.rules.book.sentences import cite_rule, deciding_fact, next_step_of, write_choice
from referee.rules.records.messages import render
from referee.rules.records.record_reader import read_facts
from tests.transcript import RECORDS, sheet_of


def ruled(game: str, *lines: str) -> Ruling:
    record = read_facts(lines, rulebook(game), rulebook(game).options()).record
    assert record is not None
    return render(replay(record).entries[-1].ruling, record.seats.names)


@pytest.mark.parametrize(
    ("acts", "expected"),
    [
        (["deal by Dee"], "deal by Dee"),
        (["Ann sticks", "Ann buys 4 to 8", "Ann twists"], "Ann sticks, buys 4 to 8 or twists"),
        (["Ann plays TD", "Ann plays a bomb"], "Ann plays TD or a bomb"),
        # Where an act has a choice or a comma in it, each keeps to itself.
        (["Ben plays a nine or a two", "Ben passes"], "Ben plays a nine or a two; passes"),
        # Nothing is left of an act that another goes on from.
        (["Ben declines", "Ben declines the bank"], "Ben declines or declines the bank"),
        (["Ann mucks", "the deal"], "Ann mucks or the deal"),
    ],
)
def test_what_all_acts_begin_with_is_said_once(acts: list[str], expected: str) -> None:
    assert write_choice(acts) == expected


def test_who_is_out_of_turn_is_told_whose_turn_it_is() -> None:
    sheet = sheet_of(RECORDS / "zheng-shangyou" / "disputes.txt")
    entry_ruling = next(entry.ruling for entry in sheet.entries if entry.line.text == "Ann plays 6S 6C")
    ruling = render(entry_ruling, sheet.record.seats.names)
    assert deciding_fact(ruling) == "It is Dee's turn, not Ann's."
    assert ruling.alternatives == ()
    assert next_step_of(ruling) == "Next: Dee plays any bomb above the bomb 7H 7D 7S or passes."


def test_only_own_acts_are_said_to_be_possible_instead() -> None:
    ruling = ruled("big-two", "Ann plays 3D", "Ben plays 5H", "Cal plays 4S")
    assert next_step_of(ruling) == "Instead: Cal plays any card above 5H or passes."


def test_a_finding_says_whom_to_ask_and_what_follows() -> None:
    ruling = ruled("pontoon", "Dee banks", "Dee shows 9C", "Ann holds 9C")
    assert ruling.says == "finding"
    assert deciding_fact(ruling) == "9C is in Dee's hand."
    assert next_step_of(ruling) == (
        "Ask Ann to show the cards, and correct the line that is wrong; if none is, the deal is void."
    )


def test_the_rule_stands_last_with_the_lines_it_rests_on_but_never_the_line_itself() -> None:
    ruling = ruled("big-two", "Ann plays 9D 9H", "Ben plays 6D 6S")
    assert cite_rule(ruling) == "Rule 4.5: A play must beat the play before it. Line 1."
    assert cite_rule(ruling, in_full=False) == "Rule 4.5."


def test_a_legal_line_does_not_recite_its_rule() -> None:
    ruling = ruled("pontoon", "Dee banks")
    assert ruling.reason == ruling.rule
    assert deciding_fact(ruling) == ""


def test_what_a_turned_ruling_was_comes_first() -> None:
    ruling = ruled("big-two", "Ann plays 9D 9H", "Ben plays 6D 6S")
    assert deciding_fact(ruling, previous_verdict="was open until line 7").startswith("(was open until line 7)")


def test_who_discards_too_many_is_offered_to_discard_fewer_and_no_bets() -> None:
    ruling = ruled("five-card-21", "Ann discards 3")
    assert next_step_of(ruling) == "Instead: Ann stands pat, discards 1 or discards 2."


def test_who_pays_before_the_hand_is_played_is_told_how_it_goes_on() -> None:
    sheet = sheet_of(RECORDS / "pontoon" / "early_payment.txt")
    entry_ruling = next(entry.ruling for entry in sheet.entries if entry.line.text == "Ann pays Dee 2")
    ruling = render(entry_ruling, sheet.record.seats.names)
    assert deciding_fact(ruling) == "Ann has not finished: Ann first sticks or is bust."
    assert next_step_of(ruling) == "Instead: Ann sticks, buys 2 to 4 or twists."
