"""Rulings that were found wrong, or short of what an officer needs, each as the rule has it.

The source texts say what is right; a record named here stands in ``tests/records``.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from referee.club.calendar import sessions
from referee.club.folder import open_club
from referee.club.match import matches, recording, starting
from referee.games import rulebook
from referee.rules import Report, Unit, Verdict, read_options, total
from tests.cli.running import referee
from tests.club.conftest import monday_club
from tests.games.ruling import check, last, rule, told
from tests.transcript import RECORDS, sheet_of

LEGAL, ILLEGAL, OPEN = Verdict.LEGAL, Verdict.ILLEGAL, Verdict.OPEN
ANN, BEN, CAL, DEE = range(4)


def text_of(record: str) -> str:
    return (RECORDS / f"{record}.txt").read_text(encoding="utf-8")


def kept(record: str) -> Report:
    """The sheet of a record in ``tests/records``."""
    return told(sheet_of(RECORDS / f"{record}.txt"))


def until(record: str, text: str) -> Report:
    """The sheet of a record up to the first line of this text."""
    return check(text_of(record).partition(f"\n{text}\n")[0] + f"\n{text}\n")


def lines(sheet: Report, text: str) -> list[Any]:
    """The rulings on all lines of this text, in order."""
    found = [entry.ruling for entry in sheet.entries if entry.line.text == text]
    assert found, [entry.line.text for entry in sheet.entries]
    return found


def line(sheet: Report, text: str) -> Any:
    """The ruling on the only line of this text."""
    (found,) = lines(sheet, text)
    return found


def number(sheet: Report, text: str) -> int:
    """The number of the last line of this text."""
    return [entry.line.number for entry in sheet.entries if entry.line.text == text][-1]


def ruled(ruling: Any) -> tuple[str, str]:
    return ruling.says, ruling.clause.id


def offered(ruling: Any) -> list[str]:
    return [*(offer.text for offer in ruling.alternatives), *ruling.due]


def chips(sheet: Report) -> dict[str, int]:
    return {sheet.record.seats.name(seat): total(sheet.settlement, seat, Unit.CHIPS) for seat in sheet.record.seats}


# -- What is due ---------------------------------------------------------------------------------------------


def test_a_claim_that_a_later_card_turned_is_not_told_what_was_due_before_that_card() -> None:
    """The hands that were due are shown on the lines that turned the claim."""
    ruling = line(kept("three-dog-night/rightful_claim"), "Ann takes the pot")
    assert (ruling.verdict, ruling.due) == (ILLEGAL, ())


def test_an_act_that_stands_is_not_told_what_was_due_in_its_place() -> None:
    sheet = kept("courtney-love-baseball/disputed_turn")
    stood = [each for each in sheet.entries if each.shown_by]
    assert stood
    assert not any(each.ruling.due for each in stood)


def test_an_act_that_is_void_is_told_what_is_due_by_what_is_written_in_a_record() -> None:
    assert line(kept("three-dog-night/unbeatable"), "Ann takes the pot").due == ("Ann shows the whole hand",)
    assert lines(kept("texas-holdem/taken_twice"), "Ann takes 3")[-1].due == ("deal",)


def test_a_claim_that_is_open_says_whom_to_ask() -> None:
    claim = line(kept("five-card-21/must_show"), "Ann takes the pot")
    assert claim.verdict is OPEN
    assert claim.reason == "Ann has 31 (bust); whether that wins turns on Ben's hand: ask Ben to show."
    lapsed = check(text_of("five-card-21/must_show") + "deal by Ann\n")
    assert line(lapsed, "Ann takes the pot").reason.startswith(
        "Ann has 31 (bust); whether that wins turns on Ben's hand. Not decided"
    )


# -- Kowah --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("record", "claim"), [("kowah/third_held_wins", "Ann claims 2D"), ("kowah/false_declaration", "Ann claims 6D")]
)
def test_a_claim_that_turns_out_to_be_false_is_not_said_to_have_won(record: str, claim: str) -> None:
    (entry,) = (each for each in kept(record).entries if each.line.text == claim)
    assert entry.ruling.verdict is ILLEGAL
    assert entry.items == ()


def test_of_two_pairs_laid_open_the_one_beside_two_threes_is_the_pair_whichever_is_named_first() -> None:
    """Six fives are two threes of a kind beside 7S 7S; 7S 7S 5D 5D 5H 5H beside 5S 5S are not."""
    ruling = kept("kowah/first_pair_of_two").entries[1].ruling
    assert ruled(ruling) == ("legal", "4.3")
    assert ruling.reason == "7S 7S is the pair, not 5S 5S: six fives lie beside it."


# -- Baseball ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("act", ["Ben turns 5D", "Ben checks", "Ben bets 5", "Ann bets 5", "Ben folds"])
def test_nobody_else_acts_while_a_player_has_not_beaten_the_hand_to_beat(act: str) -> None:
    facts = ("deal by Cal", "everyone antes 1", "starter KC", "Ann turns KD")
    ruling = rule("courtney-love-baseball", *facts, act).entries[-1].ruling
    assert ruling.verdict is ILLEGAL
    assert ruling.reason == "Ann has not beaten the first card, KC, and must turn on."
    assert {offer.text for offer in ruling.alternatives} <= {"Ann folds"}
    for free in ("Ann folds", "Ann turns KS"):
        assert rule("courtney-love-baseball", *facts, free).entries[-1].ruling.verdict is LEGAL


@pytest.mark.parametrize("slug", ["courtney-love-baseball", "midnight-cobain-baseball", "three-dog-night"])
def test_a_game_in_which_no_pot_is_ever_divided_has_no_clause_on_the_chip_that_is_left_over(slug: str) -> None:
    assert "6.3" not in rulebook(slug).clauses


@pytest.mark.parametrize(
    ("slug", "option"), [("rudys-jewels", "jewel_scope=ever_dealt"), ("five-card-21", "stud_tie=split")]
)
def test_where_equal_hands_divide_only_under_a_house_rule_the_clause_is_in_force_only_then(
    slug: str, option: str
) -> None:
    book = rulebook(slug)
    assert not book.clauses["6.3"].applies_under(book.options())
    assert book.clauses["6.3"].applies_under(read_options(book.options, [option]))


# -- Commune ------------------------------------------------------------------------------------------------


def test_a_call_out_of_turn_is_void_and_the_bidding_goes_on() -> None:
    sheet = kept("commune/called_out_of_turn")
    call = line(sheet, "Cal calls")
    assert call.verdict is ILLEGAL
    assert call.clause.id in ("3.1", "5.1")
    assert "Ben" in call.reason  # whose turn it was
    assert ruled(line(sheet, "Ben bids two sevens")) == ("legal", "3.9")
    assert not any(sheet.penalties.values())
    assert sheet.table.turn == CAL


def test_a_call_out_of_turn_is_void_at_a_table_as_it_is_in_a_record(tmp_path: Path) -> None:
    record = text_of("commune/called_out_of_turn")
    with open_club(monday_club(tmp_path / "club")) as club:
        sessions.open_session(club, "2026-11-16")
        table = starting.start_table(club, "commune", ["Ann", "Ben", "Cal"]).number
        for text in record.partition("\n\n")[2].splitlines():
            recording.log_line(club, table, text)
        shown = matches.show(club, table)
    checked = check(record)
    logged = [(each.text, each.ruling.says, each.ruling.clause.id) for each in shown.log if each.ruling]
    assert logged == [(each.line.text, each.ruling.says, each.ruling.clause.id) for each in checked.entries]
    assert shown.sheet.penalties == checked.penalties
    assert shown.turn == "Cal"


@pytest.mark.parametrize("options", ["call_by=next_in_turn", "call_by=any_active"])
def test_a_player_who_is_out_calls_nothing_and_takes_no_fourth_penalty(options: str) -> None:
    text = text_of("commune/called_by_a_player_who_is_out")
    sheet = check(text.replace("Cal\n\n", f"Cal\noptions: {options}\n\n", 1))
    call = lines(sheet, "Ann calls")[-1]
    assert call.verdict is ILLEGAL
    assert "Ann" in call.reason
    assert sheet.penalties[ANN] == 3
    assert sum(sheet.penalties.values()) == 3
    assert line(sheet, "Ben bids nine high").verdict is LEGAL
    assert sheet.table.turn == CAL  # the hand goes on


def test_a_call_alone_is_not_plainly_legal_when_nobody_said_which_bid_it_calls() -> None:
    ruling = last("commune", "Ben calls").ruling
    assert ruling.verdict is OPEN or ruling.says == "finding"
    assert "bid" in ruling.reason


def test_a_bid_fails_by_the_cards_of_those_named_and_the_ruling_says_who_they_are() -> None:
    facts = ("Ann bids eights and fours", "Ben calls", "Ann shows 8H 2C", "Ben shows 4D")
    ruling = rule("commune", *facts).entries[1].ruling
    assert ruling.says == "fails"
    # Somebody who was not mentioned may hold the other four.
    whole = check("game: commune\nseats: Ann, Ben\nhand: in progress\n\n" + "\n".join(facts)).entries[1].ruling
    assert whole.says == "fails"
    assert ruling.reason != whole.reason
    assert "Ann" in ruling.reason
    assert "Ben" in ruling.reason


def test_six_ranks_are_not_said_to_be_of_five() -> None:
    ruling = last("commune", "Ann bids flush K J 9 7 5 3", options=["allow_flush=true"]).ruling
    assert ruling.verdict is ILLEGAL
    assert ruling.clause.id == "4.6"
    assert "six" in ruling.reason
    assert "of the five ranks" not in ruling.reason


@pytest.mark.parametrize(
    ("spoken", "plain"),
    [
        ("Ben bids ace-high", "Ben bids ace high"),
        ("Ben bids trip queens", "Ben bids three queens"),
        ("Ben bids pair of sixes and pair of fours", "Ben bids sixes and fours"),
    ],
)
def test_a_bid_is_read_as_players_say_it(spoken: str, plain: str) -> None:
    assert last("commune", spoken).line.act == last("commune", plain).line.act


# -- Big Two ------------------------------------------------------------------------------------------------


def test_a_lowest_three_opens_rightly_when_3d_turns_out_to_be_the_card_left_over() -> None:
    sheet = kept("big-two/opened_without_3d")
    ruling = line(sheet, "Ann plays 3C")
    assert ruled(ruling) == ("legal", "3.3")
    assert number(sheet, "out 3D") in ruling.because
    assert line(sheet, "out 3D").verdict is LEGAL


@pytest.mark.parametrize("shown", ["Ben plays 3D 3H", "Ben shows 3D", "Ann shows 3D"])
def test_a_lowest_three_opened_wrongly_when_a_player_turns_out_to_hold_3d(shown: str) -> None:
    text = text_of("big-two/opened_without_3d").replace("out 3D", shown)
    ruling = line(check(text), "Ann plays 3C")
    assert ruled(ruling) in [("illegal", "3.2"), ("illegal", "3.1")]
    assert "3D" in ruling.reason


def test_when_3d_is_left_over_the_clause_on_the_lowest_three_is_cited() -> None:
    ruling = last("big-two", "deal", "out 3D", "Ann plays 4C").ruling
    assert ruled(ruling) == ("illegal", "3.3")
    assert "3C" in ruling.reason
    ruling = last("big-two", "deal", "out 3D", "Ann plays 3D").ruling
    assert ruling.verdict is ILLEGAL
    assert ruling.clause.id in ("3.3", "1.3")  # it opens with 3C; and the 3D lies on the table
    assert "does not contain 3C" not in ruling.reason


def test_the_lead_may_have_rolled_over_where_a_play_may_have_been_the_last_cards() -> None:
    sheet = kept("big-two/lead_after_a_last_card")
    ruling = line(sheet, "Ben plays 3C")
    assert ruling.verdict is OPEN
    assert ruling.clause.id in ("4.6", "4.7")
    assert "Ann" in ruling.reason
    told = last("big-two", "Ann plays 5H", "Ben passes", "Cal passes", "Dee passes", "Ben plays 3C").ruling
    assert (ruling.verdict, ruling.clause.id) == (told.verdict, told.clause.id)
    for passed in ("Ben passes", "Cal passes", "Dee passes"):
        assert line(sheet, passed).verdict is LEGAL


def test_nobody_plays_when_only_one_player_has_cards_left() -> None:
    sheet = kept("big-two/only_one_left_with_cards")
    ruling = line(sheet, "Cal plays 8H")
    assert ruled(ruling) == ("illegal", "6.2")
    assert "Cal" in ruling.reason
    assert line(sheet, "Ben plays 6H").verdict is LEGAL


def test_an_opening_play_that_nobody_saw_is_asked_about() -> None:
    ruling = last("big-two", "deal", "Ann plays ??").ruling
    assert ruling.says == "finding"
    assert "which were they" in ruling.reason.lower()
    assert "does not contain" not in ruling.reason


def test_when_the_leader_passes_it_is_the_next_players_turn() -> None:
    sheet = kept("big-two/leader_passes")
    assert line(sheet, "Ann passes").verdict is LEGAL
    ruling = line(sheet, "Dee plays 4C")
    assert ruled(ruling) == ("illegal", "4.1")
    assert "Ben" in ruling.reason
    assert offered(ruling)
    assert all(offer.startswith("Ben ") for offer in offered(ruling))


def test_who_holds_3d_has_the_card_left_over_and_is_out_with_the_eighteenth_card() -> None:
    sheet = kept("big-two/card_left_over_to_3d")
    assert {entry.ruling.verdict for entry in sheet.entries} == {LEGAL}
    places = [(item.seat, item.amount, item.line) for item in sheet.settlement if item.unit is Unit.PLACE]
    last_of_first, last_of_second = number(sheet, "Ben plays JC"), number(sheet, "Ben plays 9S")
    assert places == [
        (ANN, 1, number(sheet, "Ann plays 2D")),
        (BEN, 2, last_of_first),
        (CAL, 3, last_of_first),
        (BEN, 1, last_of_second),
    ]
    assert sheet.places == ((ANN,), (BEN,), (CAL,))  # the second hand is not over


def test_who_holds_3d_is_not_out_with_a_card_in_hand() -> None:
    sheet = until("big-two/card_left_over_to_3d", "Ben plays 8S")
    assert [(item.seat, item.amount) for item in sheet.settlement if item.unit is Unit.PLACE] == [
        (ANN, 1),
        (BEN, 2),
        (CAL, 3),
    ]


def test_the_highest_single_is_what_would_have_been_right_before_a_last_card() -> None:
    ruling = line(kept("big-two/highest_single"), "Ben plays 4D")
    assert ruled(ruling) == ("illegal", "4.8")
    assert sorted(offered(ruling)) == ["Ben passes", "Ben plays 2C"]
    assert "2C" in ruling.reason
    for as_wrong in ("5H", "6C", "8D", "9H", "TC", "KD"):
        assert as_wrong not in ruling.reason


RANK, SUIT, CLASS = "rank", "suit", "class"
COMPARED = [
    # what lies, what is played on it, what decides, the words for it, the clause of the hand
    ("9H", "TD", RANK, ("nine", "ten"), "5.1"),
    ("4H", "4S", SUIT, ("heart", "spade"), "5.1"),
    ("9D 9H", "TC TS", RANK, ("nine", "ten"), "5.2"),
    ("9D 9H", "9C 9S", SUIT, ("heart", "spade"), "5.2"),
    ("4D 4C 4H", "5D 5C 5H", RANK, ("four", "five"), "5.3"),
    ("9D 9H 4D 4C KD", "TD TH 3C 3H 4H", RANK, ("nine", "ten"), "5.4"),
    ("9D 9H 4D 4C KD", "9C 9S 3C 3H 4H", SUIT, ("heart", "spade"), "5.4"),
    ("3D 4C 5H 6S 7D", "4H 5C 6D 7S 8H", RANK, ("seven", "eight"), "5.5"),
    ("3D 4C 5H 6S 7D", "3C 4D 5S 6H 7H", SUIT, ("diamond", "heart"), "5.5"),
    ("3D 5D 9D JD KD", "4C 6C 8C TC AC", RANK, ("king", "ace"), "5.6"),
    ("AC KC QC JC 7C", "AH KH QH JH 9H", SUIT, ("club", "heart"), "5.6"),
    ("JD JC JH TD TC", "QD QC QH 3D 3C", RANK, ("jack", "queen"), "5.7"),
    ("5D 5C 5H 5S 3D", "6D 6C 6H 6S 3C", RANK, ("five", "six"), "5.8"),
    ("3D 4D 5D 6D 7D", "4C 5C 6C 7C 8C", RANK, ("seven", "eight"), "5.9"),
    ("TD JD QD KD AD", "TS JS QS KS AS", SUIT, ("diamond", "spade"), "5.10"),
    ("9D 9H 4D 4C KD", "3D 4H 5C 6S 7D", CLASS, ("two.pair", "straight"), "5.12"),
    ("3C 4D 5S 6H 7H", "3D 5D 9D JD KD", CLASS, ("straight", "flush"), "5.12"),
    ("4C 6C 8C TC AC", "JD JC JH TD TH", CLASS, ("flush", "full house"), "5.12"),
    ("2S 2H 2D AS AH", "4S 4H 4D 4C 3D", CLASS, ("full house", "four"), "5.12"),
    ("6D 6C 6H 6S 3D", "7H 8H 9H TH JH", CLASS, ("four", "straight flush"), "5.12"),
    ("JS QS KS AS 2S", "TD JD QD KD AD", CLASS, ("straight flush", "royal flush"), "5.10"),
]


def says_what_decided(reason: str, what: str, words: Sequence[str]) -> bool:
    """Whether a reason says that the class, the rank or the suit decided, or names both that were compared."""
    return (what in reason and what != CLASS) or all(re.search(word, reason, re.IGNORECASE) for word in words)


@pytest.mark.parametrize(("lies", "played", "what", "words", "clause"), COMPARED)
def test_a_play_that_beats_another_cites_what_decided(
    lies: str, played: str, what: str, words: tuple[str, ...], clause: str
) -> None:
    ruling = last("big-two", f"Ben plays {lies}", f"Ann plays {played}").ruling
    assert ruling.verdict is LEGAL
    assert ruling.clause.id in ({"5.12", clause} if what == CLASS else {"1.1", clause})
    assert says_what_decided(ruling.reason, what, words), ruling.reason


@pytest.mark.parametrize(("played", "lies", "what", "words", "clause"), COMPARED)
def test_a_play_that_does_not_beat_another_is_told_what_decided(
    played: str, lies: str, what: str, words: tuple[str, ...], clause: str
) -> None:
    ruling = last("big-two", f"Ben plays {lies}", f"Ann plays {played}").ruling
    assert ruling.verdict is ILLEGAL
    # That a play is higher than the one before (4.5) is what was broken; it is not what decided.
    assert ruling.clause.id in {"4.5", "1.1", "5.12", clause}
    assert says_what_decided(ruling.reason, what, words), ruling.reason


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("9D 9H", "pair"),
        ("4D 4C 4H", "three"),
        ("9D 9H 4D 4C KD", "two.pair"),
        ("3D 4C 5H 6S 7D", "straight"),
        ("3D 5D 9D JD KD", "flush"),
        ("JD JC JH TD TC", "full house"),
        ("5D 5C 5H 5S 3D", "four"),
        ("3D 4D 5D 6D 7D", "straight flush"),
        ("TD JD QD KD AD", "royal flush"),
    ],
)
def test_a_lead_says_which_hand_it_is(cards: str, name: str) -> None:
    ruling = last("big-two", f"Ben plays {cards}").ruling
    assert ruling.verdict is LEGAL
    assert re.search(name, ruling.reason, re.IGNORECASE)


@pytest.mark.parametrize("before", [(), ("Ann plays 4D", "Ben passes", "Cal passes")])
def test_the_colour_joker_led_alone_is_told_from_the_jack_of_clubs_written_suit_first(before: tuple[str, ...]) -> None:
    ruling = rule("zheng-shangyou", *before, "Ann plays CJ").entries[-1].ruling
    assert ruling.verdict is LEGAL
    assert ruling.reason.endswith("CJ is the colour joker; the jack of clubs is JC.")
    assert "jack of clubs" not in rule("zheng-shangyou", *before, "Ann plays BJ").entries[-1].ruling.reason


@pytest.mark.parametrize("act", ["Ben passes", "Ben plays 7D"])
def test_who_is_locked_out_by_a_pass_is_told_so(act: str) -> None:
    header = "game: big-two\nseats: Ann, Ben, Cal, Dee\noptions: pass_locks=true\n\n"
    played = ("deal", "Ann plays 3D", "Ben passes", "Cal plays 4D", "Dee plays 5D", "Ann plays 6D", act)
    ruling = check(header + "\n".join(played)).entries[-1].ruling
    assert ruled(ruling) == ("illegal", "4.3")
    assert "Ben" in ruling.reason
    assert offered(ruling)
    assert all(offer.startswith("Cal ") for offer in offered(ruling))


def test_who_opens_without_3d_while_another_holds_it_is_told_who_opens() -> None:
    ruling = last("big-two", "deal", "Ben holds 3D", "Ann plays 4C").ruling
    assert ruling.verdict is ILLEGAL
    assert ruling.clause.id in ("3.1", "3.2")
    assert "Ben" in ruling.reason
    assert "3D" in ruling.reason


def test_more_cards_than_a_hand_has_are_not_called_what_is_left_of_them() -> None:
    ruling = last("big-two", "Ann holds only 5H", "Ann plays 5H 5D").ruling
    assert ruled(ruling) == ("illegal", "1.3")
    assert "Ann" in ruling.reason
    assert not re.search(r"left of the \w+ cards named", ruling.reason)


# -- Play or Pay --------------------------------------------------------------------------------------------


def test_a_card_that_cannot_have_been_played_tells_nothing_of_who_held_the_card_wanted() -> None:
    sheet = kept("play-or-pay/a_card_played_twice")
    assert ruled(line(sheet, "Cal plays QH")) == ("illegal", "3.4")
    paid = line(sheet, "Cal pays")
    assert ruled(paid) == ("illegal", "4.5")
    assert "KH" in paid.reason
    assert offered(paid) == ["Cal plays KH"]
    assert number(sheet, "Cal plays KH") in paid.because
    assert line(sheet, "Ann pays").verdict is LEGAL
    assert [each.verdict for each in lines(sheet, "Ben pays")] == [LEGAL, LEGAL]
    assert line(sheet, "Cal plays KH").verdict is LEGAL


def test_a_lap_of_payments_is_a_finding_also_when_it_is_told() -> None:
    facts = ("Ann plays 5H", "Ben pays", "Cal pays", "Ann pays")
    sheet = rule("play-or-pay", *facts)
    ruling = sheet.entries[-1].ruling
    assert ruled(ruling) == ("finding", "4.4")
    assert "6H" in ruling.reason
    checked = check("game: play-or-pay\nseats: Ann, Ben, Cal\nhand: in progress\n\n" + "\n".join(facts))
    assert ruled(checked.entries[-1].ruling) == ("finding", "4.4")
    for name in ("Ben", "Cal"):  # one of the three held it; nobody is blamed
        assert line(sheet, f"{name} pays").verdict is not ILLEGAL


def test_after_a_lap_the_order_of_play_is_known_and_a_turn_left_out_is_asked_about() -> None:
    facts = ("Ann plays 5H", "Ben plays 6H", "Cal plays 7H", "Ann plays 8H")
    ruling = last("play-or-pay", *facts, "Cal plays 9H").ruling
    assert ruling.verdict is not LEGAL
    assert "Ben" in ruling.reason
    assert last("play-or-pay", *facts, "Ben plays 9H").ruling.verdict is LEGAL
    assert last("play-or-pay", *facts, "Ben pays", "Cal plays 9H").ruling.verdict is LEGAL


# -- Pontoon ------------------------------------------------------------------------------------------------


def test_a_bust_split_hand_pays_at_once_and_the_other_only_when_the_banker_has_finished() -> None:
    sheet = kept("pontoon/paid_again_for_a_split_hand")
    first, second, third = lines(sheet, "Ann pays Dee 4")
    assert first.verdict is LEGAL
    assert first.clause.id in ("7.1", "7.2")
    assert ruled(second) == ("illegal", "7.1")
    # The chips that were pushed too early lie there still: nobody took them back.
    assert ruled(third) == ("illegal", "7.1")
    assert line(sheet, "Dee shows 9C TD").says == "finding"
    for text in ("Ann splits TD 6S", "Ann twists 8C", "Ann sticks", "Ben sticks"):
        assert line(sheet, text).verdict is LEGAL


def test_each_hand_of_a_split_is_paid_for_once_when_its_time_has_come() -> None:
    text = text_of("pontoon/paid_again_for_a_split_hand").replace("Dee shows 9C TD", "Dee shows 9C TH")
    early = text.index("Ann pays Dee 4", text.index("Ann pays Dee 4") + 1) + len("Ann pays Dee 4")
    sheet = check(f"{text[:early]}, taken back{text[early:]}")
    first, second, third = lines(sheet, "Ann pays Dee 4")
    assert [each.verdict for each in (first, second, third)] == [LEGAL, ILLEGAL, LEGAL]
    assert second.clause.id == "7.1"
    assert third.clause.id in ("7.1", "7.8")
    assert chips(sheet) == {"Ann": -8, "Ben": -3, "Dee": 11}


def test_who_is_bust_takes_no_more_cards() -> None:
    sheet = kept("pontoon/twisted_on_a_bust_hand")
    ruling = line(sheet, "Ann twists 2C")
    assert ruled(ruling) == ("illegal", "5.13")
    assert "Ann" in ruling.reason
    assert number(sheet, "Ann shows 5S TD 9D 2C") in ruling.because
    assert line(sheet, "Ann twists 9D").verdict is LEGAL  # with it the hand became bust
    assert line(sheet, "Ann shows 5S TD 9D 2C").verdict is LEGAL
    # Nobody could tell before the hand was shown.
    assert line(until("pontoon/twisted_on_a_bust_hand", "Ann sticks"), "Ann twists 2C").verdict is not ILLEGAL


@pytest.mark.parametrize(
    ("record", "payment", "settled"),
    [
        ("stuck_on_a_bust_hand", "Ann pays Dee 4", {"Ann": -4, "Ben": 0, "Dee": 4}),
        ("bust_with_the_fifth_card", "Ann pays Dee 8", {"Ann": -8, "Ben": 0, "Dee": 8}),
    ],
)
def test_a_bust_hand_loses_its_stake_at_once(record: str, payment: str, settled: dict[str, int]) -> None:
    sheet = kept(f"pontoon/{record}")
    assert ruled(line(sheet, payment)) == ("legal", "7.2")
    assert chips(sheet) == settled
    assert line(sheet, "Ben sticks").verdict is LEGAL


def test_a_payment_for_the_bankers_pontoon_is_open_until_the_pontoon_is_seen() -> None:
    record = "pontoon/paid_before_the_banker_showed"
    assert line(until(record, "Ann pays Dee 8"), "Ann pays Dee 8").verdict is OPEN
    sheet = kept(record)
    paid = line(sheet, "Ann pays Dee 8")
    assert ruled(paid) == ("legal", "4.2")
    assert number(sheet, "Dee shows TC AS") in paid.because
    assert line(sheet, "Dee declares pontoon").verdict is LEGAL
    assert chips(sheet) == {"Ann": -8, "Ben": -6, "Dee": 14}
    assert line(sheet, "Ben twists 2C").verdict is ILLEGAL  # the hand has ended with no further play


def test_the_bank_of_a_player_whose_pontoon_was_not_shown_is_open() -> None:
    record = "pontoon/bank_taken_unshown"
    assert line(until(record, "Ben banks"), "Ben banks").verdict is OPEN
    sheet = kept(record)
    assert line(sheet, "Ben banks").verdict is OPEN
    assert "Ben" in line(sheet, "Ben banks").reason
    assert line(sheet, "deal by Ben").verdict is not ILLEGAL
    text = text_of(record).replace("Ben banks\n", "Ben shows KH AD\nBen banks\n")
    assert ruled(line(check(text), "Ben banks")) == ("legal", "8.1")


def test_the_hand_is_over_for_the_next_deal_though_a_declared_pontoon_was_not_shown() -> None:
    sheet = check(text_of("pontoon/bank_taken_unshown").replace("Ben banks\n", ""))
    ruling = line(sheet, "deal by Ben")
    assert ruling.verdict is not ILLEGAL
    assert "still playing" not in ruling.reason


def test_a_hand_for_which_a_card_was_bought_has_three_cards() -> None:
    shown = ("Dee banks", "Ann bets 4", "Ann buys 8", "Ann shows AS KD")
    sheet = rule("pontoon", *shown, "Dee shows 9H TD", "Dee pays Ann 24")
    findings = [entry.ruling for entry in sheet.entries if entry.ruling.says == "finding"]
    assert findings
    assert any("three" in each.reason and "Ann" in each.reason for each in findings)
    # A finding blames nobody, and a pontoon that cannot be is not paid for.
    assert sheet.entries[-1].ruling.says != "legal"
    assert line(sheet, "Ann buys 8").verdict is LEGAL


def test_three_hands_of_a_split_are_settled_one_after_the_other() -> None:
    sheet = kept("pontoon/three_split_hands_paid_for")
    assert [
        (entry.line.text, entry.ruling.verdict) for entry in sheet.entries if entry.ruling.verdict is not LEGAL
    ] == []
    assert chips(sheet) == {"Ann": -4, "Dee": 4}


def test_three_hands_of_a_split_are_not_settled_a_fourth_time() -> None:
    sheet = check(text_of("pontoon/three_split_hands_paid_for") + "Ann pays Dee 4\n")
    assert ruled(sheet.entries[-1].ruling) == ("illegal", "7.1")
    assert {entry.ruling.verdict for entry in sheet.entries[:-1]} == {LEGAL}


def test_two_hands_of_a_split_that_owe_eight_may_be_paid_for_together() -> None:
    split = ("Dee banks", "Ann bets 4", "Ann shows 5S 5D", "Ann splits TC 6S", "Ann sticks", "Ann sticks")
    facts = (*split, "Dee shows 9C TD", "Dee sticks")
    ruling = last("pontoon", *facts, "Ann pays Dee 5").ruling
    assert ruling.verdict is ILLEGAL
    assert "Ann pays Dee 8" in offered(ruling)
    assert len(set(offered(ruling))) == len(offered(ruling))
    assert last("pontoon", *facts, "Ann pays Dee 8").ruling.verdict is LEGAL
    assert last("pontoon", *facts, "Ann pays Dee 4", "Ann pays Dee 4").ruling.verdict is LEGAL


def test_nobody_is_told_to_take_the_bank_that_they_have() -> None:
    sheet = kept("pontoon/nobody_dealt")
    assert line(sheet, "Dee banks").verdict is LEGAL
    for entry in sheet.entries[1:]:
        assert "Dee banks" not in offered(entry.ruling), entry.line.text


def test_cards_that_were_shown_are_not_said_to_be_gathered_unseen() -> None:
    finished = "Dee shows 4C TD\nDee sticks\nBen shows KH 9H\n"
    sheet = check(text_of("pontoon/bust_with_the_fifth_card") + finished + "deal by Dee\n")
    undecided = [entry for entry in sheet.entries if entry.ruling.says == "lapsed"]
    # Ann showed the whole hand; in which order its cards came, and so what Ann had then, nobody will ever see.
    assert [entry.line.text for entry in undecided] == ["Ann buys 2"]
    assert undecided[0].ruling.reason.endswith("Not decided in time: it stands.")


@pytest.mark.parametrize(
    ("spoken", "plain"), [("Ann stands", "Ann sticks"), ("Ann hits", "Ann twists"), ("Ann hits 2C", "Ann twists 2C")]
)
def test_a_player_stands_or_hits(spoken: str, plain: str) -> None:
    assert last("pontoon", spoken).line.act == last("pontoon", plain).line.act


def test_a_card_bought_in_so_many_words_is_not_taken_for_a_number() -> None:
    done = referee("rule", "pontoon", "Ann bets 4", "Ann buys a card for 4")
    assert "thousand million" not in done.err + done.out
    assert done.code == 0, done.err


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("commune", "Ann bids two sixes"),
        ("commune", "Ann calls"),
        ("big-two", "Ann plays 5H"),
        ("big-two", "Ann passes"),
        ("play-or-pay", "Ann plays 5H"),
        ("play-or-pay", "Ann pays"),
        ("pontoon", "Ann sticks"),
        ("pontoon", "Ann bets 4"),
        ("pontoon", "Ann shows 5S 5D"),
    ],
)
def test_a_line_may_end_in_a_full_stop(game: str, text: str) -> None:
    assert last(game, f"{text}.").line.act == last(game, text).line.act


# -- What check prints --------------------------------------------------------------------------------------

MIXED = """game: play-or-pay
seats: Ann, Ben, Cal

deal by Cal
Ann plays 5H
Ben pays
Cal plays 6H
Ann pays
Ben plays 8H
Ben pays
"""
"""Ben's first payment is decided by Cal's six; Ann's and Ben's last wait for the seven; the eight is no seven."""


def checked(*words: str, text: str = MIXED) -> list[str]:
    done = referee("check", "-", *words, input_text=text)
    assert done.code in (0, 10, 11), done.err
    return done.out.splitlines()


def test_a_check_ends_with_how_many_lines_there_are_of_each_verdict() -> None:
    assert checked()[-1] == "7 lines: 4 legal, 1 illegal, 2 open"


def test_a_check_of_legal_lines_ends_with_their_number() -> None:
    sheet = kept("pontoon/three_split_hands_paid_for")
    ends = checked(text=text_of("pontoon/three_split_hands_paid_for"))[-1]
    assert ends.startswith(f"{len(sheet.entries)} lines: {len(sheet.entries)} legal")


@pytest.mark.parametrize(
    ("only", "printed"),
    [
        ("illegal", ["Ben plays 8H"]),
        ("open", ["Ann pays", "Ben pays"]),
        ("later", ["Ben pays"]),
        ("illegal,open", ["Ann pays", "Ben plays 8H", "Ben pays"]),
        ("illegal,open,later", ["Ben pays", "Ann pays", "Ben plays 8H", "Ben pays"]),
    ],
)
def test_a_check_prints_only_what_is_asked_for(only: str, printed: list[str]) -> None:
    rows = checked("--only", only)
    said = [match[1] for row in rows if (match := re.match(r" {0,3}\d+  (\S.+)", row))]
    assert said == printed
    assert rows[-1] == "7 lines: 4 legal, 1 illegal, 2 open"  # of the whole record, whatever is printed


def test_matches_that_follow_one_another_in_a_record_are_checked_each_by_its_own_game() -> None:
    rows = checked("--only", "illegal", text=f"{MIXED}\n{text_of('commune/called_out_of_turn')}")
    printed = [match for row in rows if (match := re.match(r" {0,3}(\d+)  (\S.+)", row))]
    assert [match[2] for match in printed] == [
        "Ben plays 8H",
        "Cal calls",  # out of turn, and void; who shows cards on it is not to blame
    ]
    assert [int(match[1]) for match in printed] == sorted(int(match[1]) for match in printed)
    assert int(printed[1][1]) > MIXED.count("\n")  # counted through the file, not from the head of the match
    assert any(row.startswith("               Rule 5.1: ") for row in rows)
    assert [row for row in rows if re.match(r"\d+ lines: ", row)] == [
        "7 lines: 4 legal, 1 illegal, 2 open",
        "6 lines: 5 legal, 1 illegal",
    ]


def test_only_what_there_is_may_be_asked_for() -> None:
    done = referee("check", "-", "--only", "wrong", input_text=MIXED)
    assert done.code == 2
    assert "wrong" in done.err
    assert "later" in done.err


@pytest.mark.parametrize("record", ["three_split_hands_paid_for", "paid_before_the_banker_showed", "bankers_trick"])
def test_a_check_prints_every_reason_once(record: str) -> None:
    for row in checked(text=text_of(f"pontoon/{record}")):
        sentences = re.findall(r"[^.]+\((?:pontoon )?\d+\.\d+\)\.", row)
        assert len(sentences) == len(set(sentences)), row


# -- The rulebooks ------------------------------------------------------------------------------------------


def wording(game: str, clause: str, *options: str) -> str:
    """A clause as it is printed under some house rules."""
    book = rulebook(game)
    return book.clauses[clause].text(read_options(book.options, options))


def says(game: str, *words: str, chapters: str = "12345678") -> bool:
    """Whether a clause of a game, or of some chapters of it, has all of these words."""
    return any(
        all(re.search(word, wording(game, clause.id), re.IGNORECASE) for word in words)
        for clause in rulebook(game).clauses.values()
        if clause.id[0] in chapters
    )


@pytest.mark.parametrize("game", ["play-or-pay", "pontoon"])
def test_the_pack_is_shuffled_before_the_first_deal(game: str) -> None:
    assert says(game, r"shuffl", chapters="12")


def test_each_hand_of_a_split_gets_a_second_card() -> None:
    assert says("pontoon", r"second card", r"split|each hand", chapters="5")


def test_a_bet_lies_between_the_banker_and_the_cards() -> None:
    assert says("pontoon", r"\bbets?\b", r"\bbetween\b|in front of", chapters="2")


def test_it_is_said_what_a_call_against_the_rules_counts_for() -> None:
    assert says("commune", r"\bcalls?\b", r"against the rules|out of turn|no call|\bvoid\b")


@pytest.mark.parametrize("game", ["commune", "big-two", "play-or-pay", "pontoon"])
def test_it_is_said_what_an_act_against_the_rules_counts_for(game: str) -> None:
    assert says(game, r"against the rules|illegal|\bwrong\b", r"\bstands?\b|\bvoid\b|taken back|\bcounts\b")


@pytest.mark.parametrize("clause", ["5.11", "6.2", "8.3"])
def test_a_clause_on_which_the_source_text_is_silent_is_marked_as_an_interpretation(clause: str) -> None:
    assert rulebook("pontoon").clauses[clause].interpretation


def test_a_five_card_trick_is_not_at_odds_with_the_clause_on_one_pack() -> None:
    text = wording("pontoon", "1.1")
    assert "bought and twisted" in text  # a trick is larger than was dealt
    assert not re.search(r"larger than|more cards than (was|were) dealt\b(?! to it, bought and twisted)", text)


def test_the_clause_on_a_bust_banker_does_not_pay_a_pontoon_single() -> None:
    assert re.search(r"double|twice|7\.5", wording("pontoon", "7.6"))


def test_who_leads_sits_to_the_dealers_left() -> None:
    text = wording("play-or-pay", "3.1")
    assert "to the dealer's left" in text
    assert "next to the dealer" not in text
    assert "left" not in wording("play-or-pay", "3.1", "direction=counter-clockwise")
