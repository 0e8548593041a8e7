"""Slips that nobody noticed, and slips that were put right at once: who is blamed, and how the hand goes on.

What is expected follows from the rules of each game and from who the record shows to have played on; the records stand
in ``tests/records``.
"""

import pytest

from referee.rules import Report, Unit, total
from tests.games.ruling import told
from tests.transcript import RECORDS, sheet_of

# What is not legal in each record, by its words; all other lines are.
SLIPS = {
    # Ann may not buy once she has twisted, and nobody goes on from it; the banker comes after the players.
    "pontoon/void_then_banker": {"Ann buys 2": "illegal", "Dee sticks": "illegal"},
    # Nothing is paid before the banker has played, and it is still Ann who is to play.
    "pontoon/early_payment": {"Ann pays Dee 2": "illegal", "Dee sticks": "illegal"},
    # The nine does not follow the five: it is still Ben's turn. Then everybody pays for the six that nobody has shown.
    "play-or-pay/void_then_third": {
        "Ben plays 9D": ["illegal"],
        "Dee pays": ["illegal", "open"],
        "Ben pays": ["open"],
        "Cal pays": ["open"],
    },
    "play-or-pay/void_then_taken_back": {"Ben plays 9D": "illegal", "Dee pays": "illegal"},
    # The two would have captured, and was trailed; Ben goes on from it. His five captures no seven; he takes it back.
    "stealing-bundles/slip_after_slip": {
        "Ann trails 2S": "illegal",
        "Ben plays 5H taking 7S": "illegal",
        "Ann trails JC": "open",
        "Ben trails QS": "open",
    },
    # The refill shows that Ben's two stood. Until then he had it in hand, and with it trailed three times in vain.
    "stealing-bundles/slip_before_refill": {
        "Ben trails TC": "illegal",
        "Ben trails JC": "illegal",
        "Ben trails 5C": "illegal",
        "Ben trails 2S": "illegal",
        "Ann trails AC": "open",
        "Ben trails 8C": "open",
    },
    # A three does not beat a three; Cal, Dee and Ann go on from it all the same.
    "zheng-shangyou/slip_after_slip": {"Ben plays 3S": "illegal", "Cal plays 3D": "illegal"},
    # The banker had a pontoon from the deal: that is irregular, but the cards are believed.
    "pontoon/pontoon_said_late": {"Dee shows TD AD": "illegal"},
    # Nobody need wait for a banker whose pontoon is none.
    "pontoon/bank_declared_falsely": {"Dee declares pontoon": "illegal"},
    # The cards are gathered again, and the right player deals.
    "pontoon/wrong_dealer": {"deal by Ann": "illegal"},
    # Two aces, a three or a four at most: no card of the five-card trick came to a hand that was bust.
    "pontoon/split_hand_twisted": {},
    # Who shows on a call is not to blame when the call is taken back.
    "commune/call_taken_back": {"Ben calls": "open"},
    # Nobody may pass, and nobody minded.
    "commerce/unnoticed_pass": {"Ann passes": "illegal"},
}


@pytest.mark.parametrize("record", SLIPS)
def test_only_who_slipped_is_blamed(record: str) -> None:
    expected = {text: [said] if isinstance(said, str) else said for text, said in SLIPS[record].items()}
    found: dict[str, list[str]] = {}
    for entry in kept(record).entries:
        if entry.ruling.says != "legal":
            found.setdefault(entry.line.text, []).append(entry.ruling.says)
    assert found == expected


@pytest.mark.parametrize(
    ("record", "stood", "since"),
    [
        ("stealing-bundles/slip_after_slip", "Ann trails 2S", "Ben trails 5H"),
        ("stealing-bundles/slip_before_refill", "Ben trails 2S", "refill"),
        ("zheng-shangyou/slip_after_slip", "Ben plays 3S", "Cal plays 4C"),
        ("commerce/unnoticed_pass", "Ann passes", "Ben buys"),
    ],
)
def test_an_act_that_was_played_on_from_stands_and_it_is_said_since_when(record: str, stood: str, since: str) -> None:
    sheet = kept(record)
    (slip,) = [entry for entry in sheet.entries if entry.line.text == stood]
    (shows,) = [entry for entry in sheet.entries if entry.line.text.startswith(since)]
    assert slip.counts
    assert slip.shown_by == shows.line.number


def test_who_is_out_after_a_slip_is_out() -> None:
    sheet = kept("zheng-shangyou/slip_after_slip")
    (out,) = [entry for entry in sheet.entries if entry.line.text == "Ben plays 5S"]
    assert out.after.knowledge.size(1) == 0


def test_a_hand_goes_on_to_its_refill_after_a_slip() -> None:
    for record in ("slip_after_slip", "slip_before_refill"):
        (refill,) = [each for each in kept(f"stealing-bundles/{record}").entries if each.line.text == "refill"]
        assert refill.ruling.says == "legal"


# -- What is decided in hindsight ---------------------------------------------------------------------------


def test_other_players_hands_keep_no_line_open() -> None:
    sheet = kept("pontoon/many_hands")  # Ann has 2H and aces: each time she buys she has far less than 21
    assert {entry.ruling.says for entry in sheet.entries if entry.line.text.startswith("Ann buys")} == {"legal"}


def test_aces_of_a_split_hand_count_as_one_where_a_card_is_bought() -> None:
    sheet = kept("pontoon/aces_as_one")  # AS 2H 4S 3C 5D is 15 with the ace as one
    (bought,) = [entry for entry in sheet.entries if entry.line.text == "Ann buys 20 4D"]
    assert bought.ruling.says == "legal"


def test_a_pontoon_that_was_said_late_is_paid_for_and_the_next_deal_knows_of_it() -> None:
    sheet = kept("pontoon/pontoon_said_late")
    assert [total(sheet.settlement, seat, Unit.CHIPS) for seat in range(3)] == [-4, -6, 10]  # double the bets
    assert "shuffled" in sheet.entries[-1].ruling.reason
    assert "There was a pontoon" in sheet.entries[-1].ruling.reason


def test_cards_that_are_shown_but_not_in_which_order_they_came_are_said_to_be_so() -> None:
    """9C AS 6C AD TS are 27: with the six last the hand had 21 before it, with any other card it had not."""
    sheet = kept("pontoon/bust_with_the_fifth_card")
    (bought,) = sheet.open
    assert bought.line.number == 13
    assert "the cards are shown, but not the order in which they came" in bought.ruling.reason
    assert "until" not in bought.ruling.reason


def kept(record: str) -> Report:
    """Fold a record of ``tests/records``."""
    return told(sheet_of(RECORDS / f"{record}.txt"))


def test_cards_that_could_not_make_21_in_any_order_are_not_counted_out() -> None:
    """Ben's 4C and any three of the others that he showed have 18 at most, and any four have 20."""
    sheet = kept("pontoon/bought_before_all_were_shown")
    bought = [entry.ruling.says for entry in sheet.entries if entry.line.text.startswith("Ben buys")]
    assert bought == [*["legal"] * 5, "lapsed"]
