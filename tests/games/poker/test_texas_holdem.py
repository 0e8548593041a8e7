"""Texas Hold'em, rule by rule, from source text 004."""

from itertools import combinations
from random import Random
from textwrap import dedent

import pytest

from referee.cards import FRENCH, write_cards
from referee.games import rulebook
from referee.games.parts.board.clauses import best_hidden_strength
from referee.games.parts.hands.poker_hands import rank_gunn
from referee.rules import Report, Unit, Verdict, total
from tests.games.ruling import check, last, rule

LEGAL, ILLEGAL, OPEN = Verdict.LEGAL, Verdict.ILLEGAL, Verdict.OPEN
BOARD = "board 2H 3D KC 9S 9D"


def hold_em(*lines: str, seats: str = "Ann, Ben, Cal", options: str = "", stacks: int = 100) -> Report:
    """The sheet of a record: everyone has so many chips (0: nobody knows), Cal deals unless the lines say who does."""
    names = seats.split(", ")
    has = [f"{name} has {stacks}" for name in names] if stacks else []
    first = next((at for at, line in enumerate(lines) if line.startswith("flop") or "bets" in line), len(lines))
    deal = [] if any(line.startswith("deal") for line in lines[:first]) else [f"deal by {names[-1]}"]
    ante = [] if "forced_bets" in options else ["everyone antes 1"]
    head = f"game: texas-holdem\nseats: {seats}\n" + (f"options: {options}\n" if options else "")
    return check(head + "\n" + "\n".join([*has, *deal, *ante, *lines]) + "\n")


def flopped(*lines: str, options: str = "", stacks: int = 100, seats: str = "Ann, Ben, Cal") -> Report:
    return hold_em("flop 2H 3D KC", *lines, options=options, stacks=stacks, seats=seats)


def verdict(sheet: Report) -> tuple[Verdict, str]:
    ruling = sheet.entries[-1].ruling
    return ruling.verdict, ruling.clause.id


def alternatives(sheet: Report) -> list[str]:
    return [offer.text for offer in sheet.entries[-1].ruling.alternatives]


def chips_won(sheet: Report) -> dict[str, int]:
    """What each player has won or lost in all."""
    return {name: total(sheet.settlement, seat, Unit.CHIPS) for seat, name in enumerate(sheet.record.seats.names)}


# -- The bets -----------------------------------------------------------------------------------------------


def test_a_raise_is_by_at_least_the_last_bet_and_the_ruling_names_what_would_do() -> None:
    sheet = rule("texas-holdem", "Ann bets 10", "Ben raises to 15")
    assert verdict(sheet) == (ILLEGAL, "4.13")
    assert "20 or more" in sheet.entries[-1].ruling.reason
    assert alternatives(sheet) == ["Ben calls 10", "Ben raises to 20 or more", "Ben folds"]
    assert last("texas-holdem", "Ann bets 10", "Ben raises to 20").ruling.verdict is LEGAL


def test_a_call_without_its_amount_is_reckoned_and_shown() -> None:
    entry = last("texas-holdem", "Ann bets 10", "Ben raises to 25", "Ann calls")
    assert entry.ruling.reason == "Ann calls 15."
    assert [item.amount for item in entry.items] == [-15]


def test_a_call_may_say_what_is_put_in_or_what_that_makes() -> None:
    for call_text in ("calls 15", "calls 25"):
        entry = last("texas-holdem", "Ann bets 10", "Ben raises to 25", f"Ann {call_text}")
        assert (entry.ruling.verdict, [item.amount for item in entry.items]) == (LEGAL, [-15])
    assert last("texas-holdem", "Ann bets 10", "Ben raises to 25", "Ann calls 30").ruling.verdict is ILLEGAL


def test_a_call_of_less_is_found_out_when_its_player_has_more() -> None:
    lines = ("Ann bets 10", "Ben calls 7", "Cal calls", "turn 9S", "Ann bets 10", "Ben calls")
    sheet = flopped(*lines, stacks=0)
    short = next(entry for entry in sheet.entries if entry.line.text == "Ben calls 7")
    assert (short.at_first.verdict, short.ruling.verdict) == (OPEN, ILLEGAL)


def test_three_betting_rounds_as_written() -> None:
    checks = ("Ann checks", "Ben checks", "Cal checks")
    sheet = flopped(*checks, "turn 9S", *checks, "river 9D", *checks)
    assert all(entry.ruling.verdict is LEGAL for entry in sheet.entries)
    assert sheet.record.book.due(sheet.table) == "Ann, Ben and Cal show or muck"


def test_the_next_card_waits_until_all_have_bet_the_same() -> None:
    sheet = flopped("Ann checks", "Ben bets 5", "Cal calls", "turn 9S")
    assert verdict(sheet) == (ILLEGAL, "3.3")
    assert sheet.record.book.due(sheet.table) == 0


def test_the_table_says_which_cards_are_due() -> None:
    sheet = flopped("Ann checks", "Ben checks", "Cal checks")
    assert sheet.record.book.due(sheet.table) == "the fourth card"
    assert alternatives(flopped("Ann checks", "Ben checks", "Cal checks", "river 9S")) == ["turn, one card"]


def test_what_nobody_matches_goes_back() -> None:
    sheet = flopped("Ann bets 30", "Ben folds", "Cal folds")
    assert chips_won(sheet) == {"Ann": 2, "Ben": -1, "Cal": -1}
    assert [(item.amount, item.clause) for item in sheet.entries[-1].items] == [(30, "4.20"), (3, "6.5")]


def test_the_last_one_left_need_not_show() -> None:
    sheet = flopped("Ann bets 30", "Ben folds", "Cal folds", "Ann takes 3")
    assert sheet.entries[-1].ruling.says == "holds"
    assert not sheet.table.in_play


# -- Antes and blinds ---------------------------------------------------------------------------------------


def test_antes_that_are_not_written_down_are_found_and_blamed_on_nobody() -> None:
    sheet = check("game: texas-holdem\nseats: Ann, Ben\n\ndeal by Ben\nflop 2H 3D KC\nAnn bets 5\nBen calls\n")
    assert [entry.ruling.says for entry in sheet.entries] == ["legal", "finding", "finding", "legal"]
    assert sheet.table.hand.pot == 10


BLINDS = "forced_bets=blinds, preflop_betting=true"


def test_a_blind_that_is_not_written_down_is_found_and_blamed_on_nobody() -> None:
    for posted in ((), ("Ben posts 2",), ("Cal posts 4",)):
        sheet = hold_em("blinds 2 4", "deal by Ann", *posted, "Ann folds", options=BLINDS)
        assert sheet.entries[-1].ruling.says == "finding"
        assert 0 not in sheet.table.hand.live  # all the same it happened


def test_dead_blinds_are_no_bet() -> None:
    posted = ("blinds 2 4", "deal by Ann", "Ben posts 2", "Cal posts 4", "flop 2H 3D KC")
    sheet = hold_em(*posted, "Ben checks", options="forced_bets=blinds, blind_treatment=dead")
    assert sheet.entries[-1].ruling.verdict is LEGAL
    assert sheet.table.hand.pot == 6


def test_a_straddle_is_twice_the_big_blind_where_it_is_played() -> None:
    lines = ("blinds 2 4", "deal by Dee", "Ann posts 2", "Ben posts 4", "Cal straddles 8")
    seats = "Ann, Ben, Cal, Dee"
    assert verdict(hold_em(*lines, options=BLINDS, seats=seats)) == (ILLEGAL, "4.3")
    sheet = hold_em(*lines, "Dee calls", "Ann folds", "Ben folds", options=f"{BLINDS}, straddle=true", seats=seats)
    assert all(entry.ruling.verdict is LEGAL for entry in sheet.entries)
    assert sheet.table.turn == 2  # who straddled may still raise


# -- The showdown and the pots ------------------------------------------------------------------------------


def showdown(*shown: str, options: str = "", board: tuple[str, str, str] = ("2H 3D KC", "9S", "9D")) -> Report:
    checks = ("Ann checks", "Ben checks", "Cal checks")
    flop, turn, river = board
    return hold_em(f"flop {flop}", *checks, f"turn {turn}", *checks, f"river {river}", *checks, *shown, options=options)


def test_hld_t1_and_the_sources_own_example() -> None:
    sheet = rule(
        "texas-holdem", "Ann is all-in 10", "Ben raises to 50", "Cal calls", "board 8H 8D 7C 6S 5D",
        "Ann shows 8S 7D", "Ben shows 9S TC", "Cal shows 7H 6H",
    )  # fmt: skip
    assert chips_won(sheet) == {"Ann": 20, "Ben": 30, "Cal": -50}
    due = [(item.seat, item.amount, item.reason) for item in sheet.settled.items]
    assert [(seat, amount) for seat, amount, _ in due] == [(0, 30), (1, 80)]
    assert "30 (10 each from Ann, Ben and Cal)" in due[0][2]
    assert "80 (40 each from Ben and Cal)" in due[1][2]


def test_side_pots_of_one_who_folded_too() -> None:
    """HLD-T3, with antes of one in each."""
    sheet = check(
        dedent(
            """
            game: texas-holdem
            seats: Ann, Ben, Cal, Dee

            Ann has 5
            Ben has 15
            Cal has 100
            Dee has 100
            deal by Dee
            everyone antes 1
            flop 2H 3D KC
            Ann is all-in
            Ben is all-in
            Cal raises to 39
            Dee calls
            turn 9S
            Cal checks
            Dee folds
            river 9D
            Ann shows KS KD
            Ben shows AS AD
            Cal shows QS JS
            """
        ).lstrip()
    )
    paid = [(item.seat, item.amount) for item in sheet.entries[-1].items]
    assert paid == [(0, 20), (1, 30), (2, 50)]


@pytest.mark.parametrize(
    ("board", "ann", "ben", "winner"),
    [
        ("2D 3S 4H KC 9D", "AH 5C", "5S 6D", "Ben"),  # A2345 is below 23456 (HLD-T7)
        ("QD KS AH 7C 8D", "2H 3C", "7S 9D", "Ben"),  # QKA23 is no straight
        ("JH JD TC 4S 3D", "JS TD", "TH TS", "Ann"),  # JJJTT > TTTJJ
        ("7H 7D AC 4S 3D", "AS 7C", "AD AH", "Ben"),
        ("9H 9D 9C 9S 3D", "AS 7C", "KD KH", "Ann"),  # the fifth card plays (HLD-A7)
    ],
)
def test_the_higher_hand_takes_the_chips(board: str, ann: str, ben: str, winner: str) -> None:
    sheet = rule("texas-holdem", "Ann bets 10", "Ben calls", f"board {board}", f"Ann shows {ann}", f"Ben shows {ben}")
    assert chips_won(sheet)[winner] == 10


@pytest.mark.parametrize(
    ("board", "higher", "lower", "clause"),
    [
        ("2H 3D KC 9D 7S", "AH AD", "KS QD", "7.2"),  # in one class the body decides: aces above kings
        ("2H 3D KC 9D 7S", "KS AH", "KD QD", "7.2"),  # and then the kicker
        ("2H 3D QC 9D 7S", "AS 4C", "KS JH", "7.2"),  # the highest card is the body of no more than that
        ("9H 9D 9C 9S 3D", "AS 7C", "KD KH", "7.2"),  # the fifth card beside four of a kind
        ("2H 3D KC 9D 7S", "3S 3C", "AS KD", "7.1"),  # three of a kind is above a pair
        ("QD KS AH 7C 8D", "7S 9D", "2H 3C", "7.1"),  # Q-K-A-2-3 is no straight
        ("KH 7D 7C 4S 2D", "AS AC", "KD QC", "7.5"),  # the higher pair first
        ("KH KD 7C 4S 2D", "7S 9C", "4D AC", "7.5"),  # then the lower one, before any kicker
        ("2D 3S 4H KC 9D", "5S 6D", "AH 5C", "7.7"),  # A-2-3-4-5 is the lowest straight
        ("TD JS QH KC 2D", "AH 3C", "9S 4D", "7.7"),  # and 10-J-Q-K-A the highest
        ("6S 4S 2S KD KH", "JS TS", "9S 8S", "7.8"),
        ("AS 6S 4S 2S KH", "9S 3S", "8S 7S", "7.8"),  # the highest rank is in the middle, and the next decides
        ("JH JD TC 4S 3D", "JS TD", "TH TS", "7.9"),  # J-J-J-10-10 is above 10-10-10-J-J
        ("7H 7D 7C AC 5D", "AH 2C", "5S 3C", "7.9"),  # 7-7-7-A-A is above 7-7-7-5-5
        ("2C 3C 4C 5C KD", "6C KS", "AC KH", "7.11"),  # decided as a straight is, the ace of A-2-3-4-5 being low
    ],
)
@pytest.mark.parametrize("dealt", [False, True], ids=["by facts", "at a table"])
def test_a_claim_with_the_lower_hand_cites_the_sentence_by_which_it_is_lower(
    board: str, higher: str, lower: str, clause: str, dealt: bool
) -> None:
    shows = (f"Ann shows {higher}", f"Ben shows {lower}")
    if not dealt:
        losing_entry = last("texas-holdem", f"board {board}", *shows, "Ben takes 80").ruling
        assert last("texas-holdem", f"board {board}", *shows, "Ann takes 80").ruling.verdict is not ILLEGAL
    else:
        cards = board.split()
        streets = (" ".join(cards[:3]), cards[3], cards[4])
        losing_entry = showdown(*shows, "Cal mucks", "Ben takes 3", board=streets).entries[-1].ruling
        assert showdown(*shows, "Cal mucks", "Ann takes 3", board=streets).entries[-1].ruling.says == "holds"
    assert (losing_entry.verdict, losing_entry.clause.id) == (ILLEGAL, clause)


def test_hld_t11_the_odd_chips_go_to_the_first_winner_after_the_dealer() -> None:
    dealt = ("Ann has 105", "Ben has 105", "Cal has 105", "Dee has 105", "Eve has 105", "deal by Ann")
    lines = (*dealt, "everyone antes 5", "board TS JS QS", "Ben checks", "Cal folds", "Dee checks", "Eve checks",
             "Ann folds", "turn KS", "Ben checks", "Dee checks", "Eve checks", "river AS", "Ben checks", "Dee checks",
             "Eve checks", "Eve shows 2D 3D", "Dee shows 4D 5D", "Ben shows 6D 7D")  # fmt: skip
    head = "game: texas-holdem\nseats: Ann, Ben, Cal, Dee, Eve\noptions: min_bet=5{}\n\n"
    first, second = check(head.format("") + "\n".join(lines)), check(head.format(", odd_chip=last") + "\n".join(lines))
    assert [(item.seat, item.amount) for item in first.entries[-1].items] == [(1, 9), (3, 8), (4, 8)]
    assert [(item.seat, item.amount) for item in second.entries[-1].items] == [(1, 8), (3, 8), (4, 9)]


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        (["Ben mucks", "Cal mucks"], LEGAL),
        (["Ben mucks", "Cal shows 4S 5S"], LEGAL),
        (["Ben shows KD 9C"], ILLEGAL),
        (["Ben shows AD AC", "Cal mucks"], ILLEGAL),
    ],
)
def test_a_claim_is_decided_when_the_others_show_or_muck(after: list[str], expected: Verdict) -> None:
    sheet = showdown("Ann shows KS QS", "Ann takes 3", *after)
    claim = next(entry for entry in sheet.entries if entry.line.text == "Ann takes 3")
    assert (claim.at_first.verdict, claim.ruling.verdict) == (OPEN, expected)
    assert sheet.table.hand.pot == 0


def test_the_pot_is_not_for_one_of_two_equal_hands_whatever_was_bet() -> None:
    text = "game: texas-holdem\nseats: Ann, Ben\nhand: in progress\n\nflop KS JD 9H\nturn 5C\nriver 3D\n"
    for name in ("Ann", "Ben"):
        claim = check(f"{text}Ann shows AS 2C\nBen shows AD 2H\n{name} takes the pot\n").entries[-1].ruling
        assert (claim.verdict, "divide the pot" in claim.reason) == (ILLEGAL, True)


def test_a_hand_must_be_shown_to_win() -> None:
    sheet = showdown("Ann takes 3", "Ben mucks", "Cal shows 4S 5S", "Ann mucks")
    claim = next(entry for entry in sheet.entries if entry.line.text == "Ann takes 3")
    assert claim.ruling.verdict is ILLEGAL
    assert chips_won(sheet)["Cal"] == 2


# Ben is in for the main pot of 33 alone, and the others for a side pot of 40 besides.
ALL_IN = ("game: texas-holdem", "seats: Ann, Ben, Cal", "", "Ann has 31", "Ben has 11", "Cal has 31", "deal by Cal",
          "everyone antes 1", "flop 2H 3D KC", "Ann bets 30", "Ben calls 10", "Cal calls 30", "turn 9S",
          "river 9D")  # fmt: skip


def facts(sheet: Report) -> dict[tuple[str, int], str]:
    return {(fact.label, fact.seat): fact.text for fact in rulebook("texas-holdem").facts(sheet.table)}


def test_beside_the_table_stand_the_pots_what_it_costs_to_call_and_what_each_has() -> None:
    bet = facts(flopped("Ann bets 30"))
    assert {("To call", 1): "30", ("Bet", 0): "30", ("Chips", 0): "69", ("Chips", 1): "99"}.items() <= bet.items()
    assert "folded" not in bet.values()
    assert facts(flopped("Ann bets 30", "Ben folds"))["Hand", 1] == "folded"
    shared = facts(check("\n".join(ALL_IN) + "\n"))
    assert (shared["Main pot", -1], shared["Side pot", -1]) == ("33 for Ann, Ben and Cal", "40 for Ann and Cal")
    assert [shared["Chips", seat] for seat in range(3)] == ["all-in"] * 3
    assert not {label for label, _ in shared} & {"Pot", "To call", "Bet"}


def test_two_cards_are_dealt_to_each_but_to_who_sits_out() -> None:
    knowledge = check("game: texas-holdem\nseats: Ann, Ben, Cal, Dee\n\nBen sits out\ndeal by Dee\n").table.knowledge
    assert [knowledge.size(seat) for seat in range(4)] == [2, 0, 2, 2]
    assert (knowledge.stock, knowledge.size("middle")) == (52 - 6 - 5, 5)


def test_who_may_lose_the_main_pot_may_be_due_both_side_pots_alone() -> None:
    # A main pot of 44 for all, and side pots of 60 for three and of 60 for two. Ben's hidden hand can win the first.
    lines = ("Ann has 61", "Ben has 11", "Cal has 31", "Dee has 61", "deal by Dee", "everyone antes 1",
             "flop 2H 3D KC", "Ann bets 60", "Ben calls 10", "Cal calls 30", "Dee calls 60", "turn 9S", "river 9D",
             "Cal mucks", "Dee mucks", "Ann shows KS QS", "Ann takes 120", "Ben shows AD AC")  # fmt: skip
    sheet = check("game: texas-holdem\nseats: Ann, Ben, Cal, Dee\n\n" + "\n".join(lines) + "\n")
    claim = sheet.entries[-2]
    assert (claim.at_first.verdict, claim.ruling.verdict) == (OPEN, LEGAL)


def test_a_pot_is_claimed_pot_by_pot() -> None:
    lines = (
        "Ann has 10", "Ben has 100", "Cal has 100", "deal by Cal", "everyone antes 1", "flop 8H 8D 7C", "Ann is all-in",
        "Ben raises to 49", "Cal calls", "turn 6S", "Ben checks", "Cal checks", "river 5D", "Ben checks", "Cal checks",
    )  # fmt: skip
    head = "game: texas-holdem\nseats: Ann, Ben, Cal\n\n"
    shows = ("Ann shows 8S 7D", "Ben shows 9S TC")
    text = head + "\n".join([*lines, *shows])
    claim = check(f"{text}\nBen takes 80\nCal mucks\n").entries[-2]
    assert (claim.at_first.verdict, claim.ruling.verdict) == (OPEN, LEGAL)
    assert check(f"{text}\nBen takes 110\n").entries[-1].ruling.verdict is ILLEGAL  # Ann's hand is seen
    assert check(f"{text}\nCal mucks\nAnn takes 30\n").entries[-1].ruling.verdict is LEGAL


def test_a_claim_in_the_middle_of_a_hand_is_judged_by_what_is_shown() -> None:
    facts = (BOARD, "Ann shows KS 9H", "Ben shows KD QD")
    beaten = last("texas-holdem", *facts, "Ben takes 80").ruling
    assert (beaten.verdict, beaten.clause.id) == (ILLEGAL, "7.1")
    assert last("texas-holdem", *facts, "Ann takes 80").ruling.verdict is not ILLEGAL
    kicker = last("texas-holdem", BOARD, "Ann shows KS AH", "Ben shows KD QD", "Ben takes 80").ruling
    assert (kicker.verdict, kicker.clause.id) == (ILLEGAL, "7.2")


def test_five_hidden_hands_are_judged_by_the_best_that_each_may_be() -> None:
    """Against every two cards that may be there, and by far fewer of them."""
    for seed in range(40):
        pack = Random(seed).sample(FRENCH.cards, 7)
        board, own = pack[:5], pack[5:]
        checks = [f"{name} checks" for name in ("Ben", "Cal", "Dee", "Eve", "Fay")]
        shown = (f"board {write_cards(board)}", f"Ann shows {write_cards(own)}")
        sheet = rule("texas-holdem", *shown, *checks, "Ann takes 60")
        remaining = [card for card in FRENCH.cards if card not in pack]
        best = max(rank_gunn((*board, *pair)).strength for pair in combinations(remaining, 2))
        table = sheet.entries[-1].before
        assert best_hidden_strength(table, 1, frozenset()) == best
        expected = LEGAL if rank_gunn(pack).strength > best else OPEN
        assert sheet.entries[-1].ruling.verdict is expected


# -- The match ----------------------------------------------------------------------------------------------


def test_stacks_carry_over_and_the_deal_passes_to_the_left() -> None:
    sheet = flopped("Ann bets 30", "Ben calls", "Cal folds", "turn 9S", "Ann bets 20", "Ben folds", "deal")
    assert (sheet.table.chips.stacks, sheet.table.dealer) == ((132, 69, 99), 0)
    assert flopped("Ann folds", "Ben folds", "deal by Cal").entries[-1].ruling.says == "finding"


def test_who_is_out_of_chips_or_sits_out_is_not_dealt_in() -> None:
    sheet = flopped(
        "Ann is all-in", "Ben calls", "Cal folds", "board 9S 9D", "Ann shows KS KD", "Ben shows 4S 4D",
        "Cal buys in for 5", "deal", "everyone antes 1", "flop 2S 3S 4H", "Ben checks",
    )  # fmt: skip
    assert verdict(sheet) == (ILLEGAL, "4.7")
    assert sheet.table.chips.stacks == (200, 0, 103)


def test_so_many_players_as_the_pack_has_cards_for() -> None:
    book = rulebook("texas-holdem")
    assert book.refusal(book.options(), 10) is None
    assert book.refusal(book.options(), 11)


def test_a_card_is_burned_where_the_house_does_that() -> None:
    sheet = flopped(options="burn=true")
    knowledge = sheet.table.knowledge
    assert (knowledge.size("buried"), knowledge.size("middle"), knowledge.size("stock")) == (1, 2, 52 - 6 - 5 - 1)


def test_the_house_may_play_counter_clockwise() -> None:
    sheet = flopped("Ben checks", options="direction=counter-clockwise")
    assert sheet.entries[-1].ruling.verdict is LEGAL
    assert sheet.table.turn == 0
    assert verdict(flopped("Ann checks", options="direction=counter-clockwise")) == (ILLEGAL, "4.7")


def test_a_claim_is_answered_with_what_is_due() -> None:
    assert alternatives(flopped("Ann bets 30", "Ben folds", "Cal folds", "Ann takes 30")) == ["Ann takes 3"]
