"""Commerce, rule by rule."""

from itertools import combinations, pairwise

import pytest

from referee.cards import Card, read_cards, write_cards
from referee.games import rulebook
from referee.games.commerce.hands import CommerceKind, evaluate_hand, strength, strength_spans
from referee.games.commerce.table import PACKS
from referee.rules import Report, Seats, Unit, Verdict, read_options, replay, total
from referee.rules.notation.line_words import PlayerNames
from referee.rules.suggestions.completion import complete
from tests.games.commerce.naive_commerce import random_game, record, worth
from tests.games.ruling import check, rule

BOOK = rulebook("commerce")
DEAL = """
game: commerce
seats: Ann, Ben, Cal, Dee
options: {options}

deal by Dee
"""
# Ann's pair of nines, Ben's flush, Cal's point.
THREE = ("Ann shows 9C 9D AH", "Ben shows 2H 3H 5H", "Cal shows KC 5D 4H")


def hand(*lines: str, options: str = "pack=52") -> Report:
    """A whole record of a hand that Dee deals to four."""
    return check(DEAL.format(options=options) + "\n".join(lines))


def verdict_and_clause(sheet: Report, line: int = -1) -> tuple[str, str]:
    ruling = sheet.entries[line].ruling
    return ruling.says, ruling.clause.id


def chips(sheet: Report) -> dict[str, int]:
    return {sheet.record.seats.name(seat): total(sheet.settlement, seat, Unit.CHIPS) for seat in sheet.record.seats}


def offers(sheet: Report) -> list[str]:
    ruling = sheet.entries[-1].ruling
    return [*(offer.text for offer in ruling.alternatives), *ruling.due]


def hand_of(text: str, below_ace: str = "2") -> str:
    return evaluate_hand(read_cards(text.replace(" ", "")), below_ace).words


# -- The hands ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pack", "low_in_short", "below_ace", "hands"),
    [(52, False, "2", 22_100), (32, False, "", 4_960), (32, True, "7", 4_960)],
    ids=["52", "32", "32-ace-low"],
)
def test_every_hand_is_ordered_as_the_text_orders_it(pack: int, low_in_short: bool, below_ace: str, hands: int) -> None:
    """Sorted by the rulebook, all hands come in the order of the text, and equal ones are equal in both."""
    dealt = list(combinations(PACKS[pack].cards, 3))
    assert len(dealt) == hands
    by_text = {cards: worth(tuple(map(str, cards)), pack, low_in_short) for cards in dealt}
    ordered = sorted(dealt, key=lambda cards: strength(cards, below_ace))
    for lower, higher in pairwise(ordered):
        ours = strength(lower, below_ace) == strength(higher, below_ace)
        assert by_text[lower] <= by_text[higher], (lower, higher)
        assert (by_text[lower] == by_text[higher]) == ours, (lower, higher)


def test_how_many_hands_there_are_of_each_kind() -> None:
    """Counted by hand: 13 x 4 tricons; 12 sequences in 4 suits; 4 x 286 - 48 flushes; 13 x 6 x 48 pairs."""
    kinds = [CommerceKind(strength(cards, "2")[0]) for cards in combinations(PACKS[52].cards, 3)]
    assert {kind.name: kinds.count(kind) for kind in CommerceKind} == {
        "TRICON": 52,
        "SEQUENCE": 48,
        "FLUSH": 1096,
        "PAIR": 3744,
        "POINT": 17160,
    }


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("KS AS 2S", "a flush of 23"),  # CMC-T5
        ("4H 5S 6D", "a point of 15"),  # CMC-T7
        ("AH 2H 3H", "a sequence up to the three"),
        ("QD KD AD", "a sequence up to the ace"),
        ("5C 5D 5H", "a tricon of fives"),
        ("6C 6D 8H", "a pair of sixes with an eight"),
        ("AC KD 9H", "a point of 30"),
    ],
)
def test_what_three_cards_make(cards: str, words: str) -> None:
    assert hand_of(cards) == words


def test_a_hand_that_is_not_wholly_seen_is_bounded() -> None:
    """With two aces it is a pair of aces at the least, and a tricon at the most if a third ace may be there."""
    table = rule("commerce", "Ann holds AS AH", "Ben holds AD").table
    assert strength_spans(table)[0] == ((2, 14, 2), (5, 14))
    assert strength_spans(rule("commerce", "Ann holds AS AH", "Ben holds AD AC").table)[0] == ((2, 14, 2), (2, 14, 13))


# -- The deal -----------------------------------------------------------------------------------------------


def test_stakes_go_into_the_pool_and_the_dealer_puts_in_two() -> None:
    sheet = hand(options="stake=3")
    assert chips(sheet) == {"Ann": -3, "Ben": -3, "Cal": -3, "Dee": -6}
    assert sheet.table.pool == 15


@pytest.mark.parametrize(
    ("pack", "players", "refused"), [(32, 8, True), (32, 7, False), (52, 12, False), (52, 13, True)]
)
def test_number_of_players(pack: int, players: int, refused: bool) -> None:
    """CMC-T13: eight players cannot use the pack of 32."""
    options = read_options(BOOK.options, [f"pack={pack}"])
    assert bool(BOOK.refusal(options, players)) is refused


def test_a_card_that_the_short_pack_lacks_cannot_be_read() -> None:
    with pytest.raises(AssertionError):
        hand("Ann stands", "Ann shows 6S 7S 8S", options="pack=32")


def test_deals_until_all_have_dealt_as_often() -> None:
    facts = {fact.label: fact.text for fact in BOOK.facts(hand("Ann stands", *THREE, "Dee shows 8S 8H AD").table)}
    assert facts["Next deal"] == "Ann; 3 deals until all have dealt as often"
    over = hand("Ann stands", *THREE, "Dee shows 8S 8H AD", options="stop_at=any_deal")
    assert {fact.label: fact.text for fact in BOOK.facts(over.table)}["Next deal"] == "Ann"


# -- Trading ------------------------------------------------------------------------------------------------


def test_what_would_have_been_legal_instead() -> None:
    assert offers(hand("Ann passes")) == ["Ann buys", "Ann barters with Ben", "Ann stands"]
    next_is_ben = ["Ben buys", "Ben barters with Cal", "Ben stands"]
    assert offers(hand("Ann buys", "Ann buys")) == ["Ann stands", *next_is_ben]
    assert offers(hand("Dee barters with Ann")) == ["Ann buys", "Ann barters with Ben", "Ann stands"]


def test_a_card_bought_is_paid_to_the_dealer_who_pays_nobody() -> None:
    trades = ("Ann buys", "Ben buys", "Cal barters with Dee", "Dee buys")
    assert chips(hand(*trades)) == {"Ann": -2, "Ben": -2, "Cal": -1, "Dee": -2 + 2}
    sheet = hand(*trades, options="dealer_buys_free=false")
    assert chips(sheet)["Dee"] == -2 + 2 - 1
    assert sheet.table.pool == 6


def test_cards_that_are_bartered_change_hands() -> None:
    table = hand("Ann holds 4H", "Ben holds 9S", "Ann barters 4H with Ben for 9S").table
    assert [hand.cards for hand in table.knowledge.hands[:2]] == [(Card("9", "S"),), (Card("4", "H"),)]
    half = hand("Ann holds 4H KS", "Ben holds 9S", "Ann barters 4H with Ben").table
    assert [write_cards(hand.cards) for hand in half.knowledge.hands[:2]] == ["KS", "4H"]


def test_cards_thrown_out_come_up_again_when_the_others_have_been_dealt() -> None:
    """Seven players with 32 cards leave eleven to buy; the twelfth is the first that was thrown out."""
    names = ["Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus"]
    lines = ["deal by Gus", "Ann buys for 7S"]
    lines += [f"{names[at % 7]} buys" for at in range(1, 11)]
    head = f"game: commerce\nseats: {', '.join(names)}\noptions: pack=32\n\n"
    sheet_again = check(head + "\n".join([*lines, "Eve buys 7S"]))
    assert verdict_and_clause(sheet_again) == ("legal", "4.4")
    other_sheet = check(head + "\n".join([*lines, "Eve buys 8S"]))
    assert verdict_and_clause(other_sheet) == ("finding", "4.5")
    assert "The top card is 7S" in other_sheet.entries[-1].ruling.reason
    undeclared = check(head + "\n".join([*lines, "Eve buys"]))
    assert undeclared.table.knowledge.hands[4].cards == (Card("7", "S"),)
    early = check(head + "\n".join([*lines[:-1], "Dee buys 7S"]))
    assert verdict_and_clause(early) == ("finding", "4.5")


# -- The settlement -----------------------------------------------------------------------------------------


def test_dealer_who_wins_pays_nobody_and_a_beaten_stander_pays_all_who_have_better() -> None:
    """CMC-T1."""
    sheet = hand("Ann stands", *THREE, "Dee shows 5S 6S 7S")
    assert chips(sheet) == {"Ann": -3, "Ben": 0, "Cal": -1, "Dee": 4}
    assert [item.clause for item in sheet.settlement[4:]] == ["6.2", "6.5", "6.5", "6.5", "6.5"]


@pytest.mark.parametrize("who", ["Ann", "Ben"])
def test_a_barter_that_was_withdrawn_leaves_the_card_where_it_was(who: str) -> None:
    """5.2; and a barter may have been answered with a card that nobody named before the neighbour stood."""
    hands = {"Ann": "9S 5H 6H", "Ben": "2C 2D 4S"}
    hands[who] = hands[who].replace("9S", "4H").replace("4S", "4H")
    sheet = hand(
        "Ann barters 4H with Ben",
        "Ben stands",
        *(f"{name} shows {cards}" for name, cards in hands.items()),
        "Cal shows 9C 9D AH",
        "Dee shows KC QD 9H",
    )
    assert [entry.ruling.says for entry in sheet.entries] == ["legal"] * len(sheet.entries)
    assert sum(chips(sheet).values()) == 0
    assert not sheet.table.pool


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        # Ann and Ben have equal points of 24; Cal, who stands, has 19, and pays both; Dee deals.
        ("tie_rule=split", {"Ann": -1 + 3 + 1, "Ben": -1 + 2 + 1 + 1, "Cal": -1 - 2, "Dee": -2 - 1}),
        ("tie_rule=eldest_hand", {"Ann": -1 + 5 + 1 + 1, "Ben": -1 + 1, "Cal": -1 - 2, "Dee": -2 - 1}),
        ("tie_rule=banker_eldest", {"Ann": -1 + 5 + 1 + 1, "Ben": -1 + 1, "Cal": -1 - 2, "Dee": -2 - 1}),
    ],
)
def test_equal_best_hands(options: str, expected: dict[str, int]) -> None:
    """CMC-A4: they divide the pool of five and the dealer's one together, three each; Cal's one goes to each."""
    lines = ("Ann buys", "Ben buys", "Cal stands")
    shows = ("Ann shows KC 9D 5H", "Ben shows KD 9S 5C", "Cal shows QC 5D 4H", "Dee shows 8S 6H 2D")
    bought = {"Ann": -1, "Ben": -1, "Cal": 0, "Dee": 2}
    sheet = hand(*lines, *shows, options=options)
    assert chips(sheet) == {name: chips + bought[name] for name, chips in expected.items()}


def test_a_claim_is_open_until_the_hands_that_may_decide_it_are_shown() -> None:
    show_lines = ("Ann stands", *THREE)
    sheet = hand(*show_lines, "Ben takes 5", "Ann pays Ben 1", "Ann pays Dee 1", "Ann pays Cal 1")
    assert [entry.ruling.says for entry in sheet.entries[-4:]] == ["open", "legal", "open", "illegal"]
    claim_entry = hand(*show_lines, "Ben takes 5", "Dee shows 8S 8H AD").entries[-2]
    assert (claim_entry.at_first.says, claim_entry.ruling.says, claim_entry.ruling.clause.id) == (
        "open",
        "legal",
        "6.2",
    )
    losing_sheet = hand(*show_lines, "Ben takes 5", "Dee shows 5S 6S 7S", "Dee takes 5")
    assert [entry.ruling.says for entry in losing_sheet.entries[-3:]] == ["illegal", "legal", "legal"]


def test_a_payment_is_open_while_a_part_of_what_is_due_is() -> None:
    """Dee dealt, stood and is beaten. Ann wins for certain, and is owed four for that; what she has of the four that
    those with better hands share turns on Cal's.
    """
    house = "stake=4, stander_beaten_pays=one_stake_shared"
    trades = ("Ann buys", "Ben buys", "Cal buys", "Dee stands")
    shows = ("Dee shows 8S 8H AD", "Ann shows AS AH AC", "Ben shows 2H 3H 5H")
    claims = ("Dee pays Ann 2", "Dee pays Ann 3", "Dee pays Ann 4")
    sheet = hand(*trades, *shows, *claims, "Cal shows KC 5D 4H", options=house)
    at_first = [entry.at_first.says for entry in sheet.entries[-4:-1]]
    assert at_first == ["open", "open", "legal"]
    assert [entry.ruling.says for entry in sheet.entries[-4:-1]] == ["legal", "illegal", "legal"]


def test_a_pool_that_is_taken_before_all_hands_were_shown_stays_taken() -> None:
    sheet = hand("Ann stands", "Ben takes 5", "Dee pays Ben 1", "deal by Ann")
    assert verdict_and_clause(sheet) == ("legal", "6.7")
    assert chips(sheet) == {"Ann": -1 - 2, "Ben": -1 + 5 + 1 - 1, "Cal": -1 - 1, "Dee": -2 - 1 - 1}
    assert sheet.entries[2].ruling.says == "lapsed"


def test_a_hand_that_was_broken_off_gives_the_stakes_back() -> None:
    sheet = hand("Ann buys", "deal by Dee")
    assert chips(sheet) == {"Ann": -1 - 1, "Ben": -1, "Cal": -1, "Dee": 1 - 2}
    assert sheet.table.pool == 5


# -- A part of a record -------------------------------------------------------------------------------------


def test_facts_settle_what_they_tell_and_say_what_is_missing() -> None:
    sheet = rule("commerce", "Ann stands", "Ann shows 9C 9D AH", "Ben shows 2H 3H 5H")
    assert chips(sheet) == {"Ann": -1, "Ben": 1}
    assert sheet.settled.missing == (
        "The rest is open until it is known who deals and who else was dealt in.",
        "Of the hands shown Ben's is the best: a flush of 10.",
    )


# -- The record ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("Ann buys", "Ann buys"),
        ("ann buys 5h", "Ann buys 5H"),
        ("Ann buys for 9C", "Ann buys for 9C"),
        ("Ann buys 5H for 9C", "Ann buys 5H for 9C"),
        ("Ann barters with Ben", "Ann barters with Ben"),
        ("Ann barters 4H with Ben for 9S", "Ann barters 4H with Ben for 9S"),
        ("Ann barters 4H with Ben", "Ann barters 4H with Ben"),
        ("Ann barters with Ben for 9S", "Ann barters with Ben for 9S"),
    ],
)
def test_cards_are_named_as_far_as_they_are_known(text: str, printed: str) -> None:
    seats = Seats(("Ann", "Ben"))
    act = BOOK.grammar.read(text, PlayerNames(seats.names), BOOK.pack, 1, "commerce")
    assert BOOK.write(act, seats) == printed


def test_what_may_come_next_in_a_half_typed_trade() -> None:
    state = hand("Ann holds only 9C 9D AH", "Ben holds only 2H 3H 5H").table
    names = ("Ann", "Ben", "Cal", "Dee")
    assert "Ann barters with " in complete(BOOK, state, names, "Ann barters ")
    assert "Ann barters 9C " in complete(BOOK, state, names, "Ann barters ")
    assert complete(BOOK, state, names, "Ann barters 9C with Ben for ") == tuple(
        f"Ann barters 9C with Ben for {card}" for card in ("2H", "3H", "5H")
    )
    assert "Ann buys for " in complete(BOOK, state, names, "Ann buys ")
    assert "Ann buys 9C " not in complete(BOOK, state, names, "Ann buys 9")
    assert "Ann buys for 9C" in complete(BOOK, state, names, "Ann buys for 9")


# -- Against the text ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(120))
def test_whole_matches_are_ruled_on_and_settled_as_by_the_text(seed: int) -> None:
    """Random matches, with acts against the rules and lines taken back, played by the text with all cards open."""
    played = random_game(seed)
    sheet = check(record(played))
    assert [entry.ruling.verdict.value for entry in sheet.entries] == played.verdicts
    seats = sheet.record.seats
    assert [total(sheet.settlement, seat, Unit.CHIPS) for seat in seats] == played.chips
    assert replay(sheet.record).table.pool == 0
    assert Verdict.OPEN not in {entry.ruling.verdict for entry in sheet.entries}
