"""Pontoon, rule by rule."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.cards import FRENCH, Card, write_cards
from referee.games import rulebook
from referee.rules import Seats, Sheet, Unit, Verdict, read_options, replace, total
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


def hand(*lines: str, options: str = "max_cards=none", ups: str = UPS) -> Sheet:
    """A whole record with Dee's bank, three bets, the second cards, and some lines."""
    return check(DEAL.format(options=options) + ups + "\n".join(lines))


def ruled(sheet: Sheet) -> tuple[str, str]:
    ruling = sheet.entries[-1].ruling
    return ruling.verdict.value, ruling.clause.id


def chips(sheet: Sheet) -> dict[str, int]:
    return {sheet.record.seats.name(seat): total(sheet.settlement, seat, Unit.CHIPS) for seat in sheet.record.seats}


def offered(sheet: Sheet) -> list[str]:
    return [offer.text for offer in sheet.entries[-1].ruling.alternatives]


def paid(player: str, bank: str, claim: str, *options: str) -> tuple[str, str]:
    """How a payment is ruled on between two hands shown whole, on a bet of 4."""
    facts = ("Dee banks", "Ann bets 4", f"Ann shows {player}", f"Dee shows {bank}", claim)
    entry = last("pontoon", *facts, options=options)
    return entry.ruling.verdict.value, entry.ruling.clause.id


# -- The settlement -----------------------------------------------------------------------------------------

NINETEEN, TRICK, BUST, PONTOON = "9H TD", "2H 3H 4H 5H 6H", "TD 6C KH", "AD KD"


def test_stake_of_every_hand_against_a_banker_on_19() -> None:
    """PON-T1: a pontoon and a trick are paid double, the trick on all that was bought; 19 loses to 19."""
    sheet = check(
        """
        game: pontoon
        seats: Ann, Ben, Cal, Eve, Fay, Dee

        deal by Dee
        Ann bets 4
        Ben bets 2
        Cal bets 5
        Eve bets 5
        Fay bets 3
        Ann shows KD
        Ben shows 2S
        Cal shows TS
        Eve shows TH
        Fay shows TC
        Dee shows 9H
        Ann declares pontoon
        Ben buys 2
        Ben buys 2
        Ben buys 2
        Ben sticks
        Cal sticks
        Eve sticks
        Fay twists 8H
        Fay shows TC 6D 8H
        Dee shows 9H TD
        Dee sticks
        Ann shows AS KD
        Ben shows 2S 3D 4H 2C AC
        Cal shows TS 9D
        Eve shows TH QD
        """
    )
    assert chips(sheet) == {"Ann": 8, "Ben": 16, "Cal": -5, "Eve": 5, "Fay": -3, "Dee": -21}
    assert all(entry.ruling.verdict is Verdict.LEGAL for entry in sheet.entries)


def test_banker_bust_pays_whoever_is_not_bust() -> None:
    """PON-T3."""
    sheet = check(
        """
        game: pontoon
        seats: Ann, Ben, Cal, Dee

        deal by Dee
        Ann bets 4
        Ben bets 3
        Cal bets 2
        Ann shows 7S
        Ben shows 9H
        Cal shows JC
        Dee shows TD
        Ann sticks
        Ben twists 8H
        Ben shows 9H 8H 7H
        Cal declares pontoon
        Dee shows TD 6C
        Dee twists KH
        Ann shows 5S 7S
        Cal shows AC JC
        """
    )
    assert chips(sheet) == {"Ann": 4, "Ben": -3, "Cal": 4, "Dee": -5}


@pytest.mark.parametrize(
    ("player", "bank", "gains", "clause"),
    [
        ("9S 9D", NINETEEN, -4, "7.8"),
        ("9S TS", NINETEEN, -4, "7.8"),
        ("TH TS", NINETEEN, 4, "7.7"),
        ("TH 5S 6S", NINETEEN, 4, "7.7"),
        ("2S 2D 2C 3S 6S", "TD TC", 8, "7.5"),
        ("2S 2D 2C 3S 3C 4S", "TD TC", 8, "7.5"),
        ("AS QS", "7D 7C 7H", 8, "7.5"),
        ("TS 5S 6S", "7D 7C 7H", -4, "7.8"),
        ("TS 5S 7S", NINETEEN, -4, "7.2"),
        ("TS 5S 7S", BUST, -4, "7.2"),
        ("TS 5S 7S", TRICK, -4, "7.2"),
        ("2S 2C", BUST, 4, "7.6"),
        ("2S 2D 2C 3S 6S", BUST, 8, "7.5"),
        ("AS QS", BUST, 8, "7.5"),
        ("TS 5S 6S", TRICK, -4, "7.4"),
        ("2S 2D 2C 3S 6S", TRICK, -4, "7.4"),
        ("AS QS", TRICK, 8, "7.4"),
        ("TS TC", PONTOON, -8, "4.2"),
        ("AS QS", PONTOON, -8, "4.2"),
    ],
)
def test_payment_of_each_hand_against_each_bank(player: str, bank: str, gains: int, clause: str) -> None:
    right = f"Dee pays Ann {gains}" if gains > 0 else f"Ann pays Dee {-gains}"
    wrong = (
        f"Dee pays Ann {gains // 2}" if gains > 4 else f"Ann pays Dee {-gains * 2}" if gains < 0 else "Dee pays Ann 8"
    )
    assert paid(player, bank, right) == ("legal", clause)
    assert paid(player, bank, wrong) == ("illegal", clause)
    facts = ("Dee banks", "Ann bets 4", f"Ann shows {player}", f"Dee shows {bank}", wrong)
    assert offered(rule("pontoon", *facts)) == [right]


def brute_force(player: Sequence[Card], bank: Sequence[Card]) -> int:
    """The table of settlement, cell by cell, on totals found by trying both values of every ace."""

    def totals(cards: Sequence[Card]) -> set[int]:
        sums = {0}
        for card in cards:
            values = (1, 11) if card.rank == "A" else (10,) if card.rank in "TJQK" else (int(card.rank),)
            sums = {one + value for one in sums for value in values}
        return {each for each in sums if each <= 21}

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


def test_bust_player_pays_before_the_banker_plays() -> None:
    sheet = hand("Ann twists TD", "Ann shows 5S TD 7H", "Ann pays Dee 4")
    assert ruled(sheet) == ("legal", "7.2")
    assert chips(sheet) == {"Ann": -4, "Ben": 0, "Cal": 0, "Dee": 4}


def test_bust_is_seen_without_the_hidden_card_when_the_others_pass_21() -> None:
    sheet = hand("Ann twists TD", "Ann twists 9D", "Ben sticks")
    assert ruled(sheet) == ("legal", "5.4")
    assert chips(sheet)["Ann"] == -4


def test_hidden_hand_is_settled_as_soon_as_no_hidden_card_matters() -> None:
    """With a five up no second card makes more than 16, so 17 wins; under a king it depends."""
    sheet = hand("Ann sticks", "Ben sticks", "Cal sticks", "Dee shows 9C 8D", "Dee sticks")
    assert chips(sheet) == {"Ann": -4, "Ben": 0, "Cal": 0, "Dee": 4}
    assert ruled(hand("Ann sticks", "Ben sticks", "Cal sticks", "Dee shows 9C 8D", "Dee sticks", "Dee pays Ben 3")) == (
        "open",
        "7.1",
    )


def test_open_payment_is_decided_when_the_hand_is_shown() -> None:
    entries = rule(
        "pontoon", "Dee banks", "Ann bets 4", "Ann shows 9S", "Dee shows 9H TD", "Dee pays Ann 4", "Ann shows 9S AS"
    ).entries
    assert entries[4].at_first.verdict is Verdict.OPEN
    assert entries[4].ruling.verdict is Verdict.LEGAL
    assert entries[4].ruling.because == (2, 3, 4, 6)


def test_payment_that_no_hidden_card_can_make_right_is_illegal_at_once() -> None:
    facts = ("Dee banks", "Ann bets 4", "Ann shows 9S", "Dee shows 9H TD", "Dee pays Ann 5")
    assert last("pontoon", *facts).at_first.verdict is Verdict.ILLEGAL


def test_each_hand_is_paid_once() -> None:
    facts = ("Dee banks", "Ann bets 4", "Ann shows AS KD", "Dee shows 9H TD", "Dee pays Ann 8", "Dee pays Ann 8")
    entry = last("pontoon", *facts)
    assert (entry.ruling.verdict, entry.ruling.clause.id) == (Verdict.ILLEGAL, "7.1")
    assert entry.ruling.because == (5,)


def test_chips_pass_only_between_the_banker_and_a_player() -> None:
    facts = ("Dee banks", "Ann bets 4", "Ben bets 4", "Dee shows 9H TD", "Ann pays Ben 4")
    assert last("pontoon", *facts).ruling.clause.id == "7.1"
    assert last("pontoon", *facts).ruling.verdict is Verdict.ILLEGAL


def test_nobody_is_paid_before_the_banker_has_finished() -> None:
    played = ("Ann sticks", "Ben sticks", "Cal sticks", "Dee shows 9C 8D")
    assert ruled(hand(*played, "Ann pays Dee 4")) == ("illegal", "7.1")
    assert ruled(hand(*played, "Dee sticks", "Ann pays Dee 4")) == ("legal", "7.8")


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
        assert ruled(hand(*SPLIT, claim))[0] == "legal"
    assert ruled(hand(*SPLIT, "Dee pays Ann 8")) == ("illegal", "7.1")
    assert ruled(hand(*SPLIT, "Dee pays Ann 4", "Ann pays Dee 4"))[0] == "legal"
    assert ruled(hand(*SPLIT, "Dee pays Ann 4", "Dee pays Ann 4"))[0] == "illegal"


def test_banker_bust_pays_each_hand_of_a_split() -> None:
    sheet = hand(*SPLIT[:-1], "Dee twists JC")
    assert [item.amount for item in sheet.settlement if item.seat == 0] == [4, 4]


# -- The bank and the bets ----------------------------------------------------------------------------------


def test_a_bet_of_nothing_is_none_whatever_follows() -> None:
    """It does not pass the turn on."""
    sheet = check("game: pontoon\nseats: Ann, Ben, Cal, Dee\n\ndeal by Dee\nAnn bets 0\nBen bets 2\n")
    assert [entry.counts for entry in sheet.entries] == [True, False, False]
    assert sheet.entries[-1].ruling.reason == "Ann bets before Ben."


@pytest.mark.parametrize(
    ("lines", "verdict", "clause"),
    [
        (["Ann bets 4"], "legal", "2.6"),
        (["Ben bets 4"], "illegal", "2.5"),
        (["Ann bets 4", "Ann bets 4"], "illegal", "2.5"),
        (["Dee bets 4"], "illegal", "6.2"),
        (["Ann bets 0"], "illegal", "2.6"),
        (["Dee banks from 2 to 5", "Ann bets 2"], "legal", "2.6"),
        (["Dee banks from 2 to 5", "Ann bets 5"], "legal", "2.6"),
        (["Dee banks from 2 to 5", "Ann bets 1"], "illegal", "2.6"),
        (["Dee banks from 2 to 5", "Ann bets 6"], "illegal", "2.6"),
        (["Dee banks from 5 to 2"], "illegal", "2.2"),
        (["Ann bets 4", "Dee banks from 2 to 5"], "illegal", "2.2"),
        (["Ann banks"], "illegal", "2.1"),
        (["Ann shows 5S"], "illegal", "2.7"),
        (["Ann bets 4", "Ben bets 3", "Ann twists"], "illegal", "5.1"),
        (["deal by Dee"], "illegal", "2.3"),
    ],
)
def test_bets_are_placed_in_turn_within_the_limits_before_the_second_cards(
    lines: list[str], verdict: str, clause: str
) -> None:
    head = "game: pontoon\nseats: Ann, Ben, Cal, Dee\n\ndeal by Dee\n"
    assert ruled(check(head + "\n".join(lines))) == (verdict, clause)


def test_nobody_is_out_of_turn_while_it_is_not_known_who_banks() -> None:
    head = "game: pontoon\nseats: Ann, Ben, Cal\n\ndeal\n"
    assert ruled(check(head + "Ben bets 1\nAnn bets 1\nBen twists")) == ("legal", "5.7")
    assert ruled(check(head + "Cal banks\nBen bets 1")) == ("illegal", "2.5")


def test_limits_are_offered_as_a_range() -> None:
    head = "game: pontoon\nseats: Ann, Ben, Cal, Dee\n\ndeal by Dee\nDee banks from 2 to 5\n"
    assert offered(check(head + "Ann bets 6")) == ["Ann bets 2 to 5"]


def test_banker_named_before_the_deal_deals() -> None:
    head = "game: pontoon\nseats: Ann, Ben, Cal, Dee\n\nDee banks\n"
    assert ruled(check(head + "deal by Ann")) == ("illegal", "2.1")
    assert ruled(check(head + "deal by Dee")) == ("legal", "2.3")


# -- The banker's pontoon -----------------------------------------------------------------------------------


@pytest.mark.parametrize("up", ["6S", "2S", "9S"])
def test_banker_does_not_look_under_a_card_that_no_pontoon_has(up: str) -> None:
    """PON-T5."""
    sheet = hand("Dee declares pontoon", ups=f"Dee shows {up}\n")
    assert ruled(sheet) == ("illegal", "4.1")
    assert "no pontoon" in sheet.entries[-1].ruling.reason


def test_bankers_pontoon_takes_double_the_bet_and_ends_the_hand() -> None:
    sheet = hand("Dee declares pontoon", "Dee shows KS AS", ups="Ann shows 5S\nDee shows KS\n")
    assert chips(sheet) == {"Ann": -8, "Ben": -6, "Cal": -4, "Dee": 18}
    assert sheet.entries[-2].ruling.verdict is Verdict.LEGAL
    assert ruled(hand("Dee shows KS AS", "Ann sticks", ups="Dee shows KS\n")) == ("illegal", "4.2")


def test_bankers_pontoon_may_be_shown_instead_of_declared() -> None:
    sheet = hand("Dee shows KS AS", ups="Ann shows 5S\nDee shows KS\n")
    assert chips(sheet) == {"Ann": -8, "Ben": -6, "Cal": -4, "Dee": 18}


def test_banker_who_has_no_pontoon_plays_on() -> None:
    sheet = hand("Dee declares pontoon", "Dee shows KS 9D", "Ann sticks", ups="Ann shows 5S\nDee shows KS\n")
    assert sheet.entries[-3].ruling.verdict is Verdict.ILLEGAL
    assert ruled(sheet) == ("legal", "5.4")
    assert not sheet.settlement


def test_banker_looks_before_anybody_plays() -> None:
    assert ruled(hand("Ann sticks", "Dee declares pontoon", ups="Dee shows KS\n")) == ("illegal", "4.1")


@pytest.mark.parametrize(("option", "due"), [("double", 8), ("single", 4), ("push", 0)])
def test_pontoon_against_the_bankers_pontoon(option: str, due: int) -> None:
    chosen = f"pontoon_v_banker_pontoon={option}"
    assert paid("AS QS", PONTOON, f"Ann pays Dee {due}", chosen) == ("legal", "4.2")
    assert paid("AS QS", PONTOON, f"Ann pays Dee {due + 1}", chosen) == ("illegal", "4.2")
    assert paid("TS QS", PONTOON, "Ann pays Dee 8", chosen) == ("legal", "4.2")


def test_pontoon_against_the_bankers_pontoon_waits_for_the_cards_where_it_pays_less() -> None:
    lines = ("Dee shows KS AS",)
    ups = "Ann shows KD\nBen shows 5S\nCal shows QD\nDee shows KS\n"
    before = hand(*lines, ups=ups, options="pontoon_v_banker_pontoon=push")
    assert chips(before) == {"Ann": 0, "Ben": -6, "Cal": 0, "Dee": 6}
    after = hand(*lines, "Ann shows KD AD", "Cal shows QD 9D", ups=ups, options="pontoon_v_banker_pontoon=push")
    assert chips(after) == {"Ann": 0, "Ben": -6, "Cal": -4, "Dee": 10}


# -- The player's turn --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "verdict", "clause"),
    [
        (["Ben sticks"], "illegal", "5.1"),
        (["Dee twists"], "illegal", "5.1"),
        (["Ann sticks", "Ann twists"], "illegal", "5.1"),
        (["Ann holds 6S", "Ann declares pontoon"], "illegal", "5.2"),
        (["Ann declares pontoon"], "illegal", "5.2"),
        (["Ann sticks", "Ben declares pontoon"], "open", "5.2"),
        (["Ann sticks", "Ben holds AH", "Ben declares pontoon"], "legal", "5.2"),
        (["Ann holds 2H", "Ann sticks"], "legal", "5.4"),
        (["Ann buys 3"], "illegal", "5.5"),
        (["Ann buys 4"], "legal", "5.5"),
        (["Ann buys 8"], "legal", "5.5"),
        (["Ann buys 9"], "illegal", "5.5"),
        (["Ann buys 8 2H", "Ann buys 4 2D"], "legal", "5.5"),
        (["Ann buys 4 2H", "Ann buys 8 2D"], "legal", "5.5"),
        (["Ann holds 6S", "Ann buys 4 TD", "Ann buys 4"], "illegal", "5.6"),
        (["Ann holds 5D", "Ann buys 4 AD", "Ann buys 4"], "legal", "5.5"),
        (["Ann buys 4 TD", "Ann buys 4"], "open", "5.6"),
        (["Ann twists 2H", "Ann buys 4"], "illegal", "5.7"),
        (["Ann buys 4 2H", "Ann twists 2D"], "legal", "5.7"),
        (["Ann shows 5S 5D", "Ann splits 2H 3H", "Ann buys 4"], "illegal", "5.8"),
        (["Ann holds 5D", "Ann buys 4 2H", "Ann splits 3H 4H"], "illegal", "5.9"),
        (["Ann holds 5D", "Ann twists 2H", "Ann splits 3H 4H"], "illegal", "5.9"),
        (["Ann shows 5S 5D", "Ann splits 2H 3H"], "legal", "5.10"),
        (["Ann holds 6D", "Ann splits 2H 3H"], "illegal", "5.10"),
        (["Ann splits 2H 3H"], "open", "5.10"),
        (["Ann sticks", "Ben holds QH", "Ben splits 2H 3H"], "illegal", "5.10"),
        (["Ann sticks", "Ben holds KD", "Ben splits 2H 3H"], "legal", "5.10"),
        (["Ann twists 9C"], "illegal", "1.2"),
        (["Ann holds KH"], "illegal", "1.1"),
        (["Dee shows 9C 8D"], "illegal", "6.1"),
    ],
)
def test_what_a_player_may_do_in_turn(lines: list[str], verdict: str, clause: str) -> None:
    """PON-T7 and PON-T9 among others: no buying after a twist, no split after buying."""
    assert ruled(hand(*lines)) == (verdict, clause)


def test_buying_on_a_soft_21_is_allowed() -> None:
    """PON-A3: an ace, a four and a six are 21, and also 11."""
    assert ruled(hand("Ann holds 6D", "Ann buys 4 TH", "Ann buys 4")) == ("illegal", "5.6")
    assert ruled(hand("Ann holds AD", "Ann buys 4 5H", "Ann buys 4")) == ("legal", "5.5")


def test_cards_bought_unseen_are_looked_back_on_when_the_hand_is_shown() -> None:
    """Whichever two of these five were bought, the hand before was below 21."""
    played = ("Ann buys 4", "Ann buys 4", "Ann buys 4", "Ann sticks", "Ben sticks", "Cal sticks")
    sheet = hand(*played, "Dee shows 9C 8D", "Dee sticks", "Ann shows 5S 2D 3D 4D 2C")
    bought = sheet.entries[9]
    assert bought.line.text == "Ann buys 4"
    assert bought.at_first.verdict is Verdict.OPEN
    assert bought.ruling.verdict is Verdict.LEGAL
    assert chips(sheet)["Ann"] == 32


def test_card_that_was_bought_stays_open_where_the_order_matters() -> None:
    """Five, six, ten and a two: bought with 21 if the two came last, below it if it came before."""
    sheet = hand("Ann buys 4", "Ann buys 4", "Ann shows 5S 6D TD 2D")
    assert sheet.entries[-2].ruling.verdict is Verdict.OPEN


@pytest.mark.parametrize(
    ("option", "lines", "verdict"),
    [
        ("original_bet", ["Ann buys 5 2H", "Ann buys 8"], "legal"),
        ("previous_buy_max", ["Ann buys 8 2H"], "legal"),
        ("previous_buy_max", ["Ann buys 9 2H"], "illegal"),
        ("previous_buy_max", ["Ann buys 5 2H", "Ann buys 5"], "legal"),
        ("previous_buy_max", ["Ann buys 5 2H", "Ann buys 4"], "legal"),
        ("previous_buy_max", ["Ann buys 5 2H", "Ann buys 3"], "illegal"),
        ("previous_buy_max", ["Ann buys 5 2H", "Ann buys 6"], "illegal"),
        ("current_total", ["Ann buys 8 2H"], "legal"),
        ("current_total", ["Ann buys 9 2H"], "illegal"),
        ("current_total", ["Ann buys 4 2H", "Ann buys 16"], "legal"),
        ("current_total", ["Ann buys 4 2H", "Ann buys 17"], "illegal"),
        ("current_total", ["Ann buys 4 2H", "Ann buys 3"], "illegal"),
    ],
)
def test_price_of_a_card(option: str, lines: list[str], verdict: str) -> None:
    assert ruled(hand("Ann holds 2S", *lines, options=f"buy_limit_ref={option}")) == (verdict, "5.5")


@pytest.mark.parametrize(
    ("option", "cards", "verdict"),
    [
        ("none", "2H", "legal"),
        ("15", "9H", "illegal"),
        ("15", "TH", "legal"),
        ("16", "TH", "illegal"),
        ("16", "AH", "legal"),
    ],
)
def test_lowest_points_to_stick_on(option: str, cards: str, verdict: str) -> None:
    assert ruled(hand(f"Ann holds {cards}", "Ann sticks", options=f"min_stick={option}")) == (verdict, "5.4")


def test_sticking_is_open_where_it_depends_on_a_hidden_card() -> None:
    assert ruled(hand("Ann sticks", options="min_stick=15")) == ("open", "5.4")
    assert ruled(hand("Ann sticks", options="min_stick=15", ups="Ann shows 3S\n")) == ("illegal", "5.4")


def test_five_cards_may_stick_on_any_points() -> None:
    lines = ("Ann holds AS", "Ann twists 2S", "Ann twists 2D", "Ann twists 2H", "Ann sticks")
    assert ruled(hand(*lines, options="min_stick=16", ups="Ann shows AD\n")) == ("legal", "5.4")


def test_cards_after_the_fifth() -> None:
    lines = ("Ann holds AS", "Ann twists 2S", "Ann twists 2D", "Ann twists 2H")
    assert ruled(hand(*lines, "Ann twists 3D", ups="Ann shows AD\n")) == ("legal", "5.7")
    five = hand(*lines, "Ann twists 3D", ups="Ann shows AD\n", options="max_cards=5")
    assert ruled(five) == ("illegal", "5.3")
    assert ruled(hand(*lines, "Ben sticks", ups="Ann shows AD\n", options="max_cards=5")) == ("legal", "5.4")


def test_player_buys_for_the_hands_of_a_split_where_the_house_allows() -> None:
    lines = ("Ann shows 5S 5D", "Ann splits 2H 3H", "Ann buys 4")
    assert ruled(hand(*lines, options="buy_after_split=true")) == ("legal", "5.5")


def test_first_hand_of_a_split_is_played_before_the_second_and_may_be_split_again() -> None:
    lines = ["Ann shows 5S 5D", "Ann splits 5H 3H", "Ann splits 2H 2D"]
    sheet = hand(*lines, "Ann twists 4H")
    held = [write_cards(sheet.state.cards(0, box)) for box in sheet.state.boxes[0]]
    assert held == ["5S 2H 4H", "5H 2D", "5D 3H"]
    assert [box.bet for box in sheet.state.boxes[0]] == [4, 4, 4]
    sheet = hand(*lines, "Ann sticks", "Ann twists 4H")
    assert [write_cards(sheet.state.cards(0, box)) for box in sheet.state.boxes[0]] == [
        "5S 2H",
        "5H 2D 4H",
        "5D 3H",
    ]


def test_cards_shown_after_a_split_belong_to_the_hand_of_the_card_named_with_them() -> None:
    lines = ("Ann shows 5S 5D", "Ann splits", "Ann sticks", "Ann sticks")
    sheet = hand(*lines, "Ann shows 5D 9D", "Ann shows 5S 2D")
    assert [write_cards(sheet.state.cards(0, box)) for box in sheet.state.boxes[0]] == ["5S 2D", "5D 9D"]
    sheet = hand(*lines, "Ann shows 9D 5D 5S 2D")
    assert [write_cards(sheet.state.cards(0, box)) for box in sheet.state.boxes[0]] == ["5S 2D", "5D 9D"]


def test_pontoon_made_by_splitting() -> None:
    facts = ("Dee banks", "Ann bets 4", "Ann shows AS AD", "Ann splits KD 9C", "Ann sticks", "Ann sticks")
    bank = ("Dee shows 9H TD", "Dee pays Ann 12")
    assert last("pontoon", *facts, *bank).ruling.verdict is Verdict.LEGAL
    ordinary = last("pontoon", *facts, *bank, options=["split_pontoon_counts=false"])
    assert ordinary.ruling.verdict is Verdict.ILLEGAL
    assert ordinary.ruling.reason.startswith("Dee owes Ann 8.")


def test_undeclared_pontoon_counts() -> None:
    lines = ("Ann sticks", "Ben sticks", "Cal sticks", "Dee shows 9C 8D", "Dee sticks", "Ben shows KH AH")
    assert chips(hand(*lines))["Ben"] == 6


def test_bankers_trick_takes_double_where_the_house_says_so() -> None:
    assert paid("TS QS", TRICK, "Ann pays Dee 8", "banker_trick_collects=2x") == ("legal", "7.4")
    assert paid("AS QS", TRICK, "Dee pays Ann 8", "banker_trick_collects=2x") == ("legal", "7.4")
    assert paid("TS QS 5D", TRICK, "Ann pays Dee 4", "banker_trick_collects=2x") == ("legal", "7.2")


# -- The banker's turn --------------------------------------------------------------------------------------


@pytest.mark.parametrize("draws", [[], ["Dee twists 2D"], ["Dee twists 2D", "Dee twists 2H"]])
def test_banker_stops_or_draws_on_any_total(draws: list[str]) -> None:
    lines = ("Ann sticks", "Ben sticks", "Cal sticks", "Dee shows 9C 8D", *draws, "Dee sticks")
    assert ruled(hand(*lines)) == ("legal", "6.1")


@pytest.mark.parametrize("act", ["Dee buys 4", "Dee splits 2H 3H"])
def test_banker_neither_buys_nor_splits(act: str) -> None:
    lines = ("Ann sticks", "Ben sticks", "Cal sticks", "Dee shows 9C 9D")
    assert ruled(hand(*lines, act)) == ("illegal", "6.2")


def test_hand_is_over_when_every_player_is_bust() -> None:
    lines = ("Ann twists TD", "Ann twists 9D", "Ben twists 7D", "Ben twists 8D", "Cal twists 6H", "Cal twists 7H")
    sheet = hand(*lines, "deal by Dee")
    assert ruled(sheet) == ("legal", "2.3")
    assert chips(sheet) == {"Ann": -4, "Ben": -3, "Cal": -2, "Dee": 9}


@pytest.mark.parametrize("act", ["Dee sticks", "Dee twists 2H"])
def test_banker_may_play_against_nobody(act: str) -> None:
    lines = ("Ann twists TD", "Ann twists 9D", "Ben twists 7D", "Ben twists 8D", "Cal twists 6H", "Cal twists 7H")
    sheet = hand(*lines, act, "deal by Dee")
    assert [entry.ruling.says for entry in sheet.entries[-2:]] == ["legal", "legal"]
    assert chips(sheet) == {"Ann": -4, "Ben": -3, "Cal": -2, "Dee": 9}


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


@pytest.mark.parametrize(
    ("lines", "verdict", "clause"),
    [
        (["Ben banks"], "legal", "8.1"),
        (["deal by Ben"], "legal", "2.3"),
        (["deal by Dee"], "illegal", "8.1"),
        (["Cal banks"], "illegal", "8.1"),
        (["Ben declines the bank", "Cal banks"], "legal", "8.1"),
        (["Cal declines the bank"], "illegal", "8.3"),
        (["Ben declines the bank", "Cal declines the bank", "deal by Dee"], "legal", "2.3"),
        (["Ben declines the bank", "Cal declines the bank", "Ben banks"], "illegal", "8.3"),
        (["Ben banks", "deal by Dee"], "illegal", "2.1"),
        (["Ben banks", "deal", "Cal bets 2"], "legal", "2.6"),
    ],
)
def test_bank_goes_to_the_pontoon_nearest_to_the_bankers_left(lines: list[str], verdict: str, clause: str) -> None:
    """PON-T11."""
    assert ruled(hand(*TWO_PONTOONS, *lines)) == (verdict, clause)


def test_bank_cannot_be_declined_where_the_house_says_so() -> None:
    assert ruled(hand(*TWO_PONTOONS, "Ben declines the bank", options="bank_refusable=false")) == ("illegal", "8.3")


def test_same_banker_deals_after_a_hand_without_a_pontoon() -> None:
    lines = (
        "Ann sticks",
        "Ben sticks",
        "Cal sticks",
        "Dee shows 9C 8D",
        "Dee sticks",
        "Ben shows KH 9H",
        "Cal shows QD 9D",
    )
    assert ruled(hand(*lines, "deal by Ann")) == ("illegal", "8.4")
    sheet = hand(*lines, "deal by Dee")
    assert ruled(sheet) == ("legal", "2.3")
    assert "not shuffled" in sheet.entries[-1].ruling.reason


def test_pack_is_shuffled_after_a_pontoon() -> None:
    assert hand(*TWO_PONTOONS, "deal by Ben").entries[-1].ruling.reason == "There was a pontoon: the pack is shuffled."


BOTH = ("Dee shows KS AS", "Ann shows KD AD")
BOTH_UP = "Ann shows KD\nDee shows KS\n"


def test_bank_when_the_banker_had_a_pontoon_too() -> None:
    moves = "bank_moves_if_banker_also_pontoon=true"
    assert ruled(hand(*BOTH, "Ann banks", ups=BOTH_UP)) == ("illegal", "8.2")
    assert ruled(hand(*BOTH, "deal by Dee", ups=BOTH_UP)) == ("legal", "2.3")
    assert ruled(hand(*BOTH, "Ann banks", ups=BOTH_UP, options=moves)) == ("legal", "8.1")
    assert ruled(hand(*BOTH, "deal by Dee", ups=BOTH_UP, options=moves)) == ("illegal", "8.1")


def test_pontoon_made_by_splitting_does_not_win_the_bank() -> None:
    lines = (
        "Ann shows AS AC",
        "Ann splits KD 9D",
        "Ann declares pontoon",
        "Ann sticks",
        "Ben sticks",
        "Cal sticks",
        "Dee shows 9C 8D",
        "Dee sticks",
        "Ben shows KH 9H",
        "Cal shows QD 9S",
    )
    ups = "Ann shows AS\nBen shows KH\nCal shows QD\nDee shows 9C\n"
    assert ruled(hand(*lines, "Ann banks", ups=ups)) == ("illegal", "8.1")
    assert ruled(hand(*lines, "Ann banks", ups=ups, options="split_pontoon_takes_bank=true")) == ("legal", "8.1")


def test_limits_of_one_banker_do_not_bind_the_next() -> None:
    deal = DEAL.replace("deal by Dee", "deal by Dee\nDee banks from 1 to 5").format(options="max_cards=none")
    lines = "\n".join([*TWO_PONTOONS, "deal by Ben", "Cal bets 50"])
    assert ruled(check(deal + UPS + lines)) == ("legal", "2.6")


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
    assert (ruled(early), early.entries[-1].ruling.says) == (("illegal", "1.2"), "finding")
    assert ruled(late) == ("open", "5.13")  # the card may come; whether eleven unseen cards are bust is another matter
    assert late.state.known.holders(Card("J", "S")) == (6,)
    assert late.state.known.stock == 1


def test_table_is_described() -> None:
    sheet = hand(*TWO_PONTOONS)
    facts = {(fact.label, fact.seat): fact.text for fact in rulebook("pontoon").facts(sheet.state)}
    assert facts["Bank", -1] == "Dee, bets from 1"
    assert facts["Stake 4", 0] == "5S ??"
    assert facts["Stake 3", 1] == "KH AH = 21"
    assert facts["Next hand", -1] == "Ben has the bank. There was a pontoon: the pack is shuffled."


def test_places_follow_the_chips() -> None:
    sheet = hand(*TWO_PONTOONS)
    assert chips(sheet) == {"Ann": -4, "Ben": 6, "Cal": 4, "Dee": -6}
    assert sheet.places == ((1,), (2,), (0,), (3,))


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


def test_whoever_takes_the_bank_after_a_payment_between_others_had_it_not_before() -> None:
    """Eve banks in the next hand; who had the bank in this one, the facts do not say."""
    facts = ("Ann bets 4", "Ann shows 5S TD", "Ann sticks", "Ann pays Dee 4", "Eve banks from 1 to 8")
    assert [each.ruling.verdict for each in rule("pontoon", *facts).entries][3] is Verdict.OPEN


def test_a_payment_is_not_settled_by_cards_that_were_drawn_after_it() -> None:
    facts = (
        "Dee banks",
        "Ann bets 4",
        "Ann shows 9S 9D",
        "Dee shows 9H",
        "Ann pays Dee 4",
        "Dee twists KD",
        "Dee sticks",
    )
    assert rule("pontoon", *facts).entries[4].ruling.verdict is Verdict.OPEN


def test_the_banker_who_deals_again_had_finished() -> None:
    """Dee turned up 17 and drew no more; nobody says so at a table."""
    played = ("Ann sticks", "Ben sticks", "Cal sticks", "Dee shows 9C 8D", "Ann shows 5S KD", "Ben shows KH TH")
    sheet = hand(*played, "Cal shows QD 5D", "deal by Dee")
    assert ruled(sheet) == ("legal", "2.3")
    assert chips(sheet) == {"Ann": -4, "Ben": 3, "Cal": -2, "Dee": 3}


def test_second_cards_are_awaited_when_all_have_bet() -> None:
    book = rulebook("pontoon")
    assert book.due(check(DEAL.format(options="max_cards=none")).state) == "the second cards"
    assert book.due(hand().state) == 0
    assert book.due(check("game: pontoon\nseats: Ann, Dee\n\nDee banks\n").state) == "the deal"


def test_reasons_name_whoever_sits_at_the_table_that_is_asked() -> None:
    """What is kept of a ruling names seats, though the record before it was read with names."""
    sheet = hand(*SPLIT, "Dee pays Ann 5")
    claim = sheet.entries[-1]
    marks = tuple(f"@{seat + 1}" for seat in sheet.record.seats)
    ruling = rulebook("pontoon").judge(replace(claim.before, seats=Seats(marks)), claim.line.act)
    said = [ruling.reason, *(offer.text for offer in ruling.alternatives)]
    assert "@1's 15 (hand 1) against @4's 17 loses 4." in ruling.reason
    assert not [name for name in sheet.record.seats.names if any(name in text for text in said)]


@pytest.mark.parametrize("lines", ["deal by Ann", "Ann banks\ndeal"])
def test_a_banker_of_whom_no_player_is_named_yet_may_deal(lines: str) -> None:
    sheet = check(f"game: pontoon\nseats: Ann\nhand: in progress\n\n{lines}")
    assert [entry.ruling.verdict for entry in sheet.entries] == [Verdict.LEGAL] * len(sheet.entries)
    assert sheet.state.turn is None


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
    again = check(f"{EVEN}Dee pays Ben 3, stands\nBen pays Dee 3\n")
    assert again.entries[-1].ruling.verdict is Verdict.ILLEGAL  # they have settled
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
    assert sheet.record.book.due(sheet.state) == "the payments"
    ann, ben, _, dee = map(sheet.state.name, range(4))
    assert list(sheet.entries[-1].ruling.due) == [f"{ann} pays {dee} 4", f"{dee} pays {ben} 3"]
    paid = hand(*over, "Ann pays Dee 4", "Dee pays Ben 3", "Cal shows QD 2C", "Cal pays Dee 2", "Ann twists")
    assert paid.record.book.due(paid.state) == "the deal"


# -- A hand of a split that is seen when all is over ----------------------------------------------------------


def split_and_shown(*lines: str, first: str, second: str, options: str = "max_cards=none", ann: str = "8S") -> Sheet:
    """A hand in which Ann splits cards that nobody has named, and shows both hands when the banker has finished."""
    shown = ("Dee shows 9C 2D", "Dee sticks", f"Ann shows {first}", f"Ann shows {second}")
    ups = UPS.replace("5S", ann)
    return hand("Ann splits", *lines, "Ben sticks", "Cal sticks", *shown, options=options, ups=ups)


def ruled_of(sheet: Sheet, text: str, which: int = 0) -> tuple[str, str, list[str]]:
    """How a line is ruled on, and what is offered instead to the player or the next."""
    ruling = [entry.ruling for entry in sheet.entries if entry.line.text == text][which]
    return ruling.says, ruling.clause.id, [offer.text for offer in ruling.alternatives] + list(ruling.due)


def test_a_card_taken_to_a_bust_hand_of_a_split_is_illegal_once_that_is_seen() -> None:
    """5.13: 8S 6S TH are 24, whatever the other hand has; Ann's second hand is played next."""
    sheet = split_and_shown("Ann twists TH", "Ann twists 3H", "Ann sticks", first="8S 6S TH 3H", second="8D 4S")
    assert ruled_of(sheet, "Ann twists TH")[:2] == ("legal", "5.7")
    assert ruled_of(sheet, "Ann twists 3H") == ("illegal", "5.13", ["Ann sticks", "Ann twists"])


def test_a_card_taken_to_the_last_hand_of_a_split_when_bust_leaves_nothing_to_its_player() -> None:
    """8D 4S TH are 22. Nobody is told any more that it was Ben's turn then: Ben has played since."""
    sheet = split_and_shown("Ann sticks", "Ann twists TH", "Ann twists 3C", first="8S 6S", second="8D 4S TH 3C")
    assert ruled_of(sheet, "Ann twists 3C") == ("illegal", "5.13", [])


def test_a_hand_of_a_split_that_stuck_on_too_little_is_seen_to_have_done_so() -> None:
    """5.4: the first has 19, the second 12, where 16 are owed."""
    sheet = split_and_shown(
        "Ann twists 5H", "Ann sticks", "Ann sticks", first="8S 6S 5H", second="8D 4S", options="min_stick=16"
    )
    assert ruled_of(sheet, "Ann sticks")[:2] == ("legal", "5.4")
    assert ruled_of(sheet, "Ann sticks", 1)[:2] == ("illegal", "5.4")


@pytest.mark.parametrize(
    ("first", "second", "says"),
    [
        ("AS KD", "AD TS", "legal"),
        ("AS 9D", "AD 9H", "illegal"),
        # Nobody said which was played first: whoever declared a pontoon, and has one, is believed.
        ("AS 9D", "AD TS", "legal"),
    ],
)
def test_a_pontoon_declared_of_a_split_hand_is_decided_by_that_hand(first: str, second: str, says: str) -> None:
    sheet = split_and_shown("Ann declares pontoon", "Ann sticks", first=first, second=second, ann="AS")
    assert ruled_of(sheet, "Ann declares pontoon")[:2] == (says, "5.2")


def test_whoever_laid_the_card_that_was_named_in_the_second_hand_is_not_accused() -> None:
    """Nobody said in which hand 8S lay: Ann stuck on 18, and then on 16, and on no 8S 5D."""
    sheet = split_and_shown("Ann sticks", "Ann twists 3H", "Ann sticks", first="8D TC", second="8S 5D 3H")
    assert [ruled_of(sheet, "Ann sticks", which)[0] for which in (0, 1)] == ["legal", "legal"]
    owing = split_and_shown(
        "Ann sticks", "Ann twists 3H", "Ann sticks", first="8D TC", second="8S 5D 3H", options="min_stick=16"
    )
    assert all(ruled_of(owing, "Ann sticks", which)[0] != "illegal" for which in (0, 1))


def test_the_reason_for_who_banks_is_that_of_the_hand() -> None:
    """A pontoon by splitting does not take the bank; whoever had no pontoon at all has another reason."""
    before = ["deal by Dee", "Ann bets 2", "Ben bets 3", "Ann shows AH", "Ben shows KH", "Dee shows 9D"]
    split = ["Ann shows AH AD", "Ann splits KD 2C", "Ann sticks", "Ann twists 5C", "Ann sticks"]
    after = ["Ben sticks", "Dee shows 9D 8C", "Dee sticks", "Ann shows AH KD", "Ann shows AD 2C 5C", "Ben shows KH 3C"]
    text = "game: pontoon\nseats: Ann, Ben, Dee\n\n" + "\n".join([*before, *split, *after])
    for banks, clause, reason in (
        ("Ann", "8.1", "Ann's pontoon was made by splitting; Dee has the bank."),
        ("Ben", "8.4", "Ben had no pontoon; Dee has the bank."),
    ):
        ruling = check(f"{text}\n{banks} banks\n").entries[-1].ruling
        assert (ruling.verdict, ruling.clause.id, ruling.reason) == (Verdict.ILLEGAL, clause, reason)


def test_whoever_has_declined_the_bank_does_not_have_it() -> None:
    lines = ["deal by Dee", "Ann bets 2", "Ann shows AH", "Dee shows 9D", "Ann declares pontoon", "Dee shows 9D 8C"]
    lines += ["Dee sticks", "Ann shows AH KD", "Ann declines the bank", "Ann banks"]
    ruling = check("game: pontoon\nseats: Ann, Dee\n\n" + "\n".join(lines) + "\n").entries[-1].ruling
    assert (ruling.clause.id, ruling.reason) == ("8.3", "Ann has declined the bank; Dee has the bank.")
