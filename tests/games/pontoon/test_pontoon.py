"""Pontoon, rule by rule."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.cards import FRENCH, Card, write_cards
from referee.games import rulebook
from referee.rules import Report, Seats, Unit, Verdict, read_options, replace, total
from tests.games.ruling import check, last, rule

DEAL = """
game: pontoon
seats: Ann, Ben, Cal, Dee
options: {options}

deal by Dee
Ann bets 4
Ben bets 3
Cal bets 2
"""
UPS = "Ann shows 5S\nBen shows KH\nCal shows QD\nDee shows 9C\n"


def hand(*lines: str, options: str = "max_cards=none", ups: str = UPS) -> Report:
    """A whole record with Dee's bank, three bets, the second cards, and some lines."""
    return check(DEAL.format(options=options) + ups + "\n".join(lines))


def verdict_and_clause(sheet: Report) -> tuple[str, str]:
    ruling = sheet.entries[-1].ruling
    return ruling.verdict.value, ruling.clause.id


def chips(sheet: Report) -> dict[str, int]:
    return {sheet.record.seats.name(seat): total(sheet.settlement, seat, Unit.CHIPS) for seat in sheet.record.seats}


def offers(sheet: Report) -> list[str]:
    return [offer.text for offer in sheet.entries[-1].ruling.alternatives]


def ruling_on_payment(player: str, bank: str, claim: str, *options: str) -> tuple[str, str]:
    """How a payment is ruled on between two hands shown whole, on a bet of 4."""
    facts = ("Dee banks", "Ann bets 4", f"Ann shows {player}", f"Dee shows {bank}", claim)
    entry = last("pontoon", *facts, options=options)
    return entry.ruling.verdict.value, entry.ruling.clause.id


# -- The settlement -----------------------------------------------------------------------------------------


def brute_force(player: Sequence[Card], bank: Sequence[Card]) -> int:
    """The table of settlement, cell by cell, on totals found by trying both values of every ace."""

    def totals(cards: Sequence[Card]) -> set[int]:
        sums = {0}
        for card in cards:
            values = (1, 11) if card.rank == "A" else (10,) if card.rank in "TJQK" else (int(card.rank),)
            sums = {total + value for total in sums for value in values}
        return {total for total in sums if total <= 21}

    def column(cards: Sequence[Card]) -> str:
        if not totals(cards):
            return "bust"
        if len(cards) == 2 and max(totals(cards)) == 21:
            return "pontoon"
        return "trick" if len(cards) >= 5 else "points"

    ours, theirs = column(player), column(bank)
    if theirs == "points" and ours == "points":
        return 1 if max(totals(player)) > max(totals(bank)) else -1
    table = {
        "points": {"bust": -1, "trick": 2, "pontoon": 2},
        "trick": {"bust": -1, "points": -1, "trick": -1, "pontoon": 2},
        "bust": {"bust": -1, "points": 1, "trick": 2, "pontoon": 2},
        "pontoon": {"bust": -1, "points": -2, "trick": -2, "pontoon": -2},
    }
    return table[theirs][ours]


@settings(max_examples=400)
@given(st.permutations(FRENCH.cards), st.integers(2, 6), st.integers(2, 6), st.integers(1, 20))
def test_every_settlement_agrees_with_the_table(pack: list[Card], many: int, banks: int, bet: int) -> None:
    player, bank = pack[:many], pack[many : many + banks]
    gains = brute_force(player, bank) * bet
    facts = ("Dee banks", f"Ann bets {bet}", f"Ann shows {write_cards(player)}", f"Dee shows {write_cards(bank)}")
    payments = {f"Dee pays Ann {n}": n for n in (bet, 2 * bet)} | {f"Ann pays Dee {n}": -n for n in (bet, 2 * bet)}
    for claim, amount in payments.items():
        verdict = last("pontoon", *facts, claim).ruling.verdict
        assert verdict is (Verdict.LEGAL if amount == gains else Verdict.ILLEGAL), (claim, gains)
    sheet = rule("pontoon", *facts, "Dee sticks", "Ann sticks")
    assert chips(sheet) == {"Ann": gains, "Dee": -gains}


def test_open_payment_is_decided_when_the_hand_is_shown() -> None:
    entries = rule(
        "pontoon", "Dee banks", "Ann bets 4", "Ann shows 9S", "Dee shows 9H TD", "Dee pays Ann 4", "Ann shows 9S AS"
    ).entries
    assert entries[4].at_first.verdict is Verdict.OPEN
    assert entries[4].ruling.verdict is Verdict.LEGAL
    assert entries[4].ruling.because == (2, 3, 4, 6)


def test_payment_that_no_hidden_card_can_make_right_is_illegal_at_once() -> None:
    facts = ("Dee banks", "Ann bets 4", "Ann shows 9S", "Dee shows 9H TD", "Dee pays Ann 9")
    assert last("pontoon", *facts).at_first.verdict is Verdict.ILLEGAL


def test_each_hand_is_paid_once() -> None:
    facts = ("Dee banks", "Ann bets 4", "Ann shows AS KD", "Dee shows 9H TD", "Dee pays Ann 8", "Dee pays Ann 8")
    entry = last("pontoon", *facts)
    assert (entry.ruling.verdict, entry.ruling.clause.id) == (Verdict.ILLEGAL, "7.1")
    assert entry.ruling.because == (5,)


SPLIT = (
    "Ann shows 5S 5D",
    "Ann splits TD 6S",
    "Ann sticks",
    "Ann twists TH",
    "Ann sticks",
    "Ben sticks",
    "Cal sticks",
    "Dee shows 9C 8D",
    "Dee sticks",
)


def test_hands_of_a_split_are_settled_each_by_itself() -> None:
    """15 loses and 21 wins against 17, each on a stake of 4: the chips cancel out, the items do not."""
    sheet = hand(*SPLIT)
    items = [item.amount for item in sheet.settlement if item.seat == 0]
    assert items == [-4, 4]
    for claim in ("Dee pays Ann 4", "Ann pays Dee 4", "Dee pays Ann 0"):
        assert verdict_and_clause(hand(*SPLIT, claim))[0] == "legal"
    assert verdict_and_clause(hand(*SPLIT, "Dee pays Ann 8")) == ("illegal", "7.1")
    assert verdict_and_clause(hand(*SPLIT, "Dee pays Ann 4", "Ann pays Dee 4"))[0] == "legal"
    assert verdict_and_clause(hand(*SPLIT, "Dee pays Ann 4", "Dee pays Ann 4"))[0] == "illegal"


def test_banker_bust_pays_each_hand_of_a_split() -> None:
    sheet = hand(*SPLIT[:-1], "Dee twists JC")
    assert [item.amount for item in sheet.settlement if item.seat == 0] == [4, 4]


# -- The bank and the bets ----------------------------------------------------------------------------------


def test_a_bet_of_nothing_is_none_whatever_follows() -> None:
    """It does not pass the turn on."""
    sheet = check("game: pontoon\nseats: Ann, Ben, Cal, Dee\n\ndeal by Dee\nAnn bets 0\nBen bets 2\n")
    assert [entry.counts for entry in sheet.entries] == [True, False, False]
    assert sheet.entries[-1].ruling.reason == "Ann bets before Ben."


def test_banker_named_before_the_deal_deals() -> None:
    head = "game: pontoon\nseats: Ann, Ben, Cal, Dee\n\nDee banks\n"
    assert verdict_and_clause(check(head + "deal by Ann")) == ("illegal", "2.1")
    assert verdict_and_clause(check(head + "deal by Dee")) == ("legal", "2.3")


# -- The banker's pontoon -----------------------------------------------------------------------------------


def test_banker_who_has_no_pontoon_plays_on() -> None:
    sheet = hand("Dee declares pontoon", "Dee shows KS 9D", "Ann sticks", ups="Ann shows 5S\nDee shows KS\n")
    assert sheet.entries[-3].ruling.verdict is Verdict.ILLEGAL
    assert verdict_and_clause(sheet) == ("legal", "5.4")
    assert not sheet.settlement


# -- The player's turn --------------------------------------------------------------------------------------


def test_cards_bought_unseen_are_looked_back_on_when_the_hand_is_shown() -> None:
    """Whichever two of these five were bought, the hand before was below 21."""
    played = ("Ann buys 4", "Ann buys 4", "Ann buys 4", "Ann sticks", "Ben sticks", "Cal sticks")
    sheet = hand(*played, "Dee shows 9C 8D", "Dee sticks", "Ann shows 5S 2D 3D 4D 2C")
    bought = sheet.entries[9]
    assert bought.line.text == "Ann buys 4"
    assert bought.at_first.verdict is Verdict.OPEN
    assert bought.ruling.verdict is Verdict.LEGAL
    assert chips(sheet)["Ann"] == 32


def test_first_hand_of_a_split_is_played_before_the_second_and_may_be_split_again() -> None:
    lines = ["Ann shows 5S 5D", "Ann splits 5H 3H", "Ann splits 2H 2D"]
    sheet = hand(*lines, "Ann twists 4H")
    hands = [write_cards(sheet.table.named_cards(0, box)) for box in sheet.table.boxes[0]]
    assert hands == ["5S 2H 4H", "5H 2D", "5D 3H"]
    assert [box.bet for box in sheet.table.boxes[0]] == [4, 4, 4]
    sheet = hand(*lines, "Ann sticks", "Ann twists 4H")
    assert [write_cards(sheet.table.named_cards(0, box)) for box in sheet.table.boxes[0]] == [
        "5S 2H",
        "5H 2D 4H",
        "5D 3H",
    ]


def test_cards_shown_after_a_split_belong_to_the_hand_of_the_card_named_with_them() -> None:
    lines = ("Ann shows 5S 5D", "Ann splits", "Ann sticks", "Ann sticks")
    sheet = hand(*lines, "Ann shows 5D 9D", "Ann shows 5S 2D")
    assert [write_cards(sheet.table.named_cards(0, box)) for box in sheet.table.boxes[0]] == ["5S 2D", "5D 9D"]
    sheet = hand(*lines, "Ann shows 9D 5D 5S 2D")
    assert [write_cards(sheet.table.named_cards(0, box)) for box in sheet.table.boxes[0]] == ["5S 2D", "5D 9D"]


# -- The next hand ------------------------------------------------------------------------------------------

TWO_PONTOONS = (
    "Ann sticks",
    "Ben declares pontoon",
    "Cal declares pontoon",
    "Dee shows 9C 8D",
    "Dee sticks",
    "Ben shows KH AH",
    "Cal shows QD AD",
)


# -- The pack, and what is seen -----------------------------------------------------------------------------


def test_bust_hands_are_dealt_again_when_the_pack_runs_out() -> None:
    """PON-A13. Thirty-six cards are left after the deal to eight; a card of Ann's bust hand may come after them."""
    names = ["Ann", "Ben", "Cal", "Eve", "Fay", "Gus", "Hal", "Dee"]
    bets = [f"{name} bets 1" for name in names[:-1]]
    twists = [line for name in names[1:6] for line in (*[f"{name} twists"] * 5, f"{name} sticks")]
    head = f"game: pontoon\nseats: {', '.join(names)}\n\ndeal by Dee\n"
    lines = [*bets, "Ann twists TS", "Ann twists JS", *twists]
    early = check(head + "\n".join([*lines, *["Hal twists"] * 8, "Hal twists JS"]))
    late = check(head + "\n".join([*lines, *["Hal twists"] * 9, "Hal twists JS"]))
    assert (verdict_and_clause(early), early.entries[-1].ruling.says) == (("illegal", "1.2"), "finding")
    assert verdict_and_clause(late) == (
        "open",
        "5.13",
    )  # the card may come; whether eleven unseen cards are bust is another matter
    assert late.table.knowledge.holders(Card("J", "S")) == (6,)
    assert late.table.knowledge.stock == 1


def test_table_is_described() -> None:
    sheet = hand(*TWO_PONTOONS)
    facts = {(fact.label, fact.seat): fact.text for fact in rulebook("pontoon").facts(sheet.table)}
    assert facts["Bank", -1] == "Dee, bets from 1"
    assert facts["Stake 4", 0] == "5S ??"
    assert facts["Stake 3", 1] == "KH AH = 21"
    assert facts["Next hand", -1] == "Ben has the bank. There was a pontoon: the pack is shuffled."


@pytest.mark.parametrize("line", ["Ann splits 5D ??", "Ann splits ?? 5D", "Dee banks from 2 to 10", "Ann buys 4 5D"])
def test_lines_with_optional_parts_are_printed_as_they_were_read(line: str) -> None:
    entry = rule("pontoon", line).entries[-1]
    assert rulebook("pontoon").write(entry.line.act, rule("pontoon", line).record.seats) == line


def test_options_are_read() -> None:
    options = read_options(rulebook("pontoon").options, ["min-stick=16", "max_cards=5", "banker_trick_collects=2x"])
    assert (options.min_stick, options.max_cards, options.banker_trick_collects) == ("16", "5", "2x")


# -- Facts from the middle of a hand ------------------------------------------------------------------------

FIVE_CARDS_OF_17 = (
    *("Dee banks", "Ann bets 4", "Ben bets 8", "Cal bets 5"),
    *("Ann shows AS KD", "Ben shows 2S 3S 4S 5S 6H", "Cal shows 7S 7D 7H", "Dee shows 2D 3H 2H 4D 6S"),
)


def test_hands_and_bets_that_are_shown_are_settled_though_nobody_says_that_he_has_finished() -> None:
    """Against the banker's five-card trick only a pontoon is paid, double; 21 and a five-card trick lose."""
    sheet = rule("pontoon", *FIVE_CARDS_OF_17)
    assert chips(sheet) == {"Dee": 5, "Ann": 8, "Ben": -8, "Cal": -5}
    assert {item.clause for item in sheet.settlement} == {"7.4"}
    assert sheet.settled.missing == ()


@pytest.mark.parametrize(
    ("left_out", "missing"),
    [
        ("Dee banks", ["It is not said who banks."]),
        ("Ben bets 8", ["It is not said what Ben bet."]),
        ("Cal shows 7S 7D 7H", ["Cal's hand is not shown."]),
        ("Dee shows 2D 3H 2H 4D 6S", ["Dee's hand is not shown."]),
    ],
)
def test_what_is_missing_to_settle_is_said_once(left_out: str, missing: list[str]) -> None:
    sheet = rule("pontoon", *(line for line in FIVE_CARDS_OF_17 if line != left_out))
    assert list(sheet.settled.missing) == missing


def test_nothing_is_missing_where_nothing_is_to_be_settled() -> None:
    assert rule("pontoon", "Ann bets 4", "Ann buys 9").settled.missing == ()


@pytest.mark.parametrize(("known_later", "claim"), [("Dee banks", "Dee pays Ann 8"), ("Ann bets 4", "Dee pays Ann 8")])
def test_a_payment_is_settled_by_the_bank_or_the_bet_that_is_named_after_it(known_later: str, claim: str) -> None:
    facts = ["Dee banks", "Ann bets 4", "Ann shows AS KD", "Dee shows 9H TD"]
    facts.remove(known_later)
    paid = rule("pontoon", *facts, claim, known_later).entries[-2]
    assert paid.at_first.verdict is Verdict.OPEN
    assert (paid.ruling.verdict, paid.ruling.clause.id) == (Verdict.LEGAL, "7.5")
    wrong = rule("pontoon", *facts, "Dee pays Ann 4", known_later).entries[-2]
    assert wrong.ruling.verdict is Verdict.ILLEGAL


def test_second_cards_are_awaited_when_all_have_bet() -> None:
    book = rulebook("pontoon")
    assert book.due(check(DEAL.format(options="max_cards=none")).table) == "the second cards"
    assert book.due(hand().table) == 0
    assert book.due(check("game: pontoon\nseats: Ann, Dee\n\nDee banks\n").table) == "the deal"


def test_reasons_name_whoever_sits_at_the_table_that_is_asked() -> None:
    """What is kept of a ruling names seats, though the record before it was read with names."""
    sheet = hand(*SPLIT, "Dee pays Ann 5")
    claim = sheet.entries[-1]
    marks = tuple(f"@{seat + 1}" for seat in sheet.record.seats)
    ruling = rulebook("pontoon").judge(replace(claim.before, seats=Seats(marks)), claim.line.act)
    texts = [ruling.reason, *(offer.text for offer in ruling.alternatives)]
    assert "@1's 15 (hand 1) against @4's 17 loses 4." in ruling.reason
    assert not [name for name in sheet.record.seats.names if any(name in text for text in texts)]


@pytest.mark.parametrize("lines", ["deal by Ann", "Ann banks\ndeal"])
def test_a_banker_of_whom_no_player_is_named_yet_may_deal(lines: str) -> None:
    sheet = check(f"game: pontoon\nseats: Ann\nhand: in progress\n\n{lines}")
    assert [entry.ruling.verdict for entry in sheet.entries] == [Verdict.LEGAL] * len(sheet.entries)
    assert sheet.table.turn is None


EVEN = """game: pontoon
seats: Ann, Ben, Dee

deal by Dee
Ann bets 4
Ben bets 3
Ann shows 5S
Ben shows KH
Dee shows 9C
Ann sticks
Ben sticks
Dee shows 9C TD
Dee sticks
Ann shows 5S KD
Ben shows KH 9D
"""


def test_a_wrong_payment_that_stands_is_what_the_hand_is_settled_for() -> None:
    sheet = check(f"{EVEN}Dee pays Ben 3, stands\n")
    assert sheet.entries[-1].ruling.verdict is Verdict.ILLEGAL  # nineteen against nineteen loses
    assert {seat: total(sheet.settlement, seat, Unit.CHIPS) for seat in range(3)} == {0: -4, 1: 3, 2: 1}
    assert {item.clause for item in sheet.entries[-1].items} == {"1.5"}
    later_report = check(f"{EVEN}Dee pays Ben 3, stands\nBen pays Dee 3\n")
    assert later_report.entries[-1].ruling.verdict is Verdict.ILLEGAL  # they have settled
    void = check(f"{EVEN}Dee pays Ben 3\nBen pays Dee 3\n")
    assert void.entries[-1].ruling.verdict is Verdict.LEGAL
    assert total(void.settlement, 1, Unit.CHIPS) == -3


def test_payments_come_before_the_next_deal() -> None:
    """7.1 and 2.3: the banker settles with each player, and then deals."""
    over = (
        "Ann sticks",
        "Ben sticks",
        "Cal sticks",
        "Dee shows 9C 8D",
        "Dee sticks",
        "Ann shows 5S TD",
        "Ben shows KH 9S",
    )
    sheet = hand(*over, "Ann twists")
    assert sheet.record.book.due(sheet.table) == "the payments"
    ann, ben, _, dee = map(sheet.table.name, range(4))
    assert list(sheet.entries[-1].ruling.due) == [f"{ann} pays {dee} 4", f"{dee} pays {ben} 3"]
    paid = hand(*over, "Ann pays Dee 4", "Dee pays Ben 3", "Cal shows QD 2C", "Cal pays Dee 2", "Ann twists")
    assert paid.record.book.due(paid.table) == "the deal"


# -- A hand of a split that is seen when all is over ----------------------------------------------------------


def split_and_shown(*lines: str, first: str, second: str, options: str = "max_cards=none", ann: str = "8S") -> Report:
    """A hand in which Ann splits cards that nobody has named, and shows both hands when the banker has finished."""
    show_lines = ("Dee shows 9C 2D", "Dee sticks", f"Ann shows {first}", f"Ann shows {second}")
    ups = UPS.replace("5S", ann)
    return hand("Ann splits", *lines, "Ben sticks", "Cal sticks", *show_lines, options=options, ups=ups)


def ruling_on_line(sheet: Report, text: str, index: int = 0) -> tuple[str, str, list[str]]:
    """How a line is ruled on, and what is offered instead to the player or the next."""
    ruling = [entry.ruling for entry in sheet.entries if entry.line.text == text][index]
    return ruling.says, ruling.clause.id, [offer.text for offer in ruling.alternatives] + list(ruling.due)


def test_a_card_taken_to_a_bust_hand_of_a_split_is_illegal_once_that_is_seen() -> None:
    """5.13: 8S 6S TH are 24, whatever the other hand has; Ann's second hand is played next."""
    sheet = split_and_shown("Ann twists TH", "Ann twists 3H", "Ann sticks", first="8S 6S TH 3H", second="8D 4S")
    assert ruling_on_line(sheet, "Ann twists TH")[:2] == ("legal", "5.7")
    assert ruling_on_line(sheet, "Ann twists 3H") == ("illegal", "5.13", ["Ann sticks", "Ann twists"])


def test_a_card_taken_to_the_last_hand_of_a_split_when_bust_leaves_nothing_to_its_player() -> None:
    """8D 4S TH are 22. Nobody is told any more that it was Ben's turn then: Ben has played since."""
    sheet = split_and_shown("Ann sticks", "Ann twists TH", "Ann twists 3C", first="8S 6S", second="8D 4S TH 3C")
    assert ruling_on_line(sheet, "Ann twists 3C") == ("illegal", "5.13", [])


def test_whoever_laid_the_card_that_was_named_in_the_second_hand_is_not_accused() -> None:
    """Nobody said in which hand 8S lay: Ann stuck on 18, and then on 16, and on no 8S 5D."""
    sheet = split_and_shown("Ann sticks", "Ann twists 3H", "Ann sticks", first="8D TC", second="8S 5D 3H")
    assert [ruling_on_line(sheet, "Ann sticks", which)[0] for which in (0, 1)] == ["legal", "legal"]
    owing = split_and_shown(
        "Ann sticks", "Ann twists 3H", "Ann sticks", first="8D TC", second="8S 5D 3H", options="min_stick=16"
    )
    assert all(ruling_on_line(owing, "Ann sticks", which)[0] != "illegal" for which in (0, 1))
