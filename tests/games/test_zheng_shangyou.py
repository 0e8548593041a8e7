"""Zheng Shangyou, rule by rule, from source text 004."""

import random
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pytest

from referee.cards import Card, write_cards
from referee.games import rulebook
from referee.games.zheng_shangyou.hands import Combination, combination, hands_of, is_above
from referee.games.zheng_shangyou.table import WITH_JOKERS
from referee.rules import Seats, Unit, Verdict, dealt, replace
from referee.rules.grammar import Names
from tests.games.naive_zheng import ORDER, all_hands, can_follow, makes
from tests.games.ruling import check, last, rule

LEGAL, ILLEGAL, OPEN = Verdict.LEGAL, Verdict.ILLEGAL, Verdict.OPEN
GAME = "zheng-shangyou"
NAMES = "Ann, Ben, Cal, Dee, Eve, Fay"


def table(*lines: str, players: int = 4, options: str = "") -> list[tuple[Verdict, str]]:
    """The verdicts on the lines after a deal, with the clauses."""
    seats = ", ".join(NAMES.split(", ")[:players])
    head = f"game: {GAME}\nseats: {seats}\n" + (f"options: {options}\n" if options else "") + "\ndeal\n"
    return [(e.ruling.verdict, e.ruling.clause.id) for e in check(head + "\n".join(lines) + "\n").entries[1:]]


def on(standing: str, cards: str) -> tuple[Verdict, str]:
    """The ruling on some cards played on others, among four players."""
    head = f"game: {GAME}\nseats: Ann, Ben, Cal, Dee\nhand: in progress\n\n"
    sheet = check(f"{head}Ben plays {standing}\nCal plays {cards}\n")
    first, second = sheet.entries
    assert first.ruling.verdict is LEGAL, first.ruling.reason
    return second.ruling.verdict, second.ruling.clause.id


# -- What beats what ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "standing"),
    [
        ("4C", "3S"),
        ("2D", "AS"),  # the two is the highest card
        ("BJ", "2S"),
        ("CJ", "BJ"),  # the colour joker is bigger than the black-and-white joker
        ("5C 5D", "4S 4H"),
        ("2C 2D", "AS AH"),
        ("JH QS KD AC 2H", "TS JS QD KC AH"),  # J-Q-K-A-2 is a possible straight
        ("4D 5D 6D 7D 8D", "3S 4S 5S 6S 7S"),
        ("KH KS AD AC 2H 2S", "QH QS KD KC AH AS"),
        ("4H 4S 5H 5S 6H 6S 7H 7S", "3D 3C 4D 4C 5D 5C 6D 6C"),
        ("4H 4S 4D", "3H 3S 3D"),
        ("3H 3S 3D 3C", "2H 2S 2D"),  # any bomb of four beats any bomb of three
        ("4H 4S 4D 4C", "3H 3S 3D 3C"),
        ("BJ CJ", "2H 2S 2D 2C"),  # two jokers are the highest possible bomb
    ],
)
def test_a_play_is_higher_than_the_play_it_follows(cards: str, standing: str) -> None:
    decides = "1.1" if len(cards.split()) == len(standing.split()) else "5.6"
    assert on(standing, cards) == (LEGAL, decides)
    assert on(cards, standing) == (ILLEGAL, "4.5")


@pytest.mark.parametrize(
    ("cards", "standing"),
    [
        ("9H 9S 9D", "9C TH JS QC KH AD 2S"),  # the source's own example
        ("3H 3S 3D", "CJ"),
        ("7H 7S 7D", "7C"),  # on a single, or a pair, of the same rank too
        ("BJ CJ", "2S 2H"),
        ("3H 3S 3D 3C", "4H 4S 5H 5S 6H 6S"),
    ],
)
def test_a_bomb_follows_any_hand_of_another_type(cards: str, standing: str) -> None:
    assert on(standing, cards) == (LEGAL, "5.5")
    assert on(cards, standing) == (ILLEGAL, "5.5")


@pytest.mark.parametrize(
    ("cards", "standing", "clause"),
    [
        ("7H", "7S", "4.5"),  # each is higher than the last
        ("7H 7C", "7S 7D", "4.5"),
        ("3H 4H 5H 6H 7H", "3S 4S 5S 6S 7D", "4.5"),
        ("8H 8C", "7S", "4.4"),
        ("8H", "7S 7D", "4.4"),
        ("4H 5H 6H 7H 8H 9H", "3S 4S 5S 6S 7D", "5.3"),  # all straights of the same length
        ("4H 5H 6H 7H 8H", "3S 4S 5S 6S 7D 8D", "5.3"),
        ("4H 4D 5H 5D 6H 6D 7H 7D", "3S 3H 4S 4C 5S 5C", "5.4"),
        ("4H 5H 6H 7H 8H 9H", "3S 3H 4S 4C 5S 5C", "4.4"),
        ("4H 4S 4D", "3H 3S 3D 3C", "4.5"),
        ("2S", "3H 3S 3D", "5.5"),
    ],
)
def test_nothing_else_beats_it(cards: str, standing: str, clause: str) -> None:
    assert on(standing, cards) == (ILLEGAL, clause)


def test_a_straight_is_as_long_as_the_number_of_players_asks() -> None:
    assert table("Ann plays 3H 4S 5D", players=4) == [(ILLEGAL, "5.3")]
    assert table("Ann plays 3H 4S 5D 6D", players=3) == [(ILLEGAL, "5.3")]
    assert table("Ann plays 3H 4S 5D", players=5) == [(LEGAL, "3.2")]
    assert table("Ann plays 3H 4S 5D 6D", players=6) == [(LEGAL, "3.2")]
    assert table("Ann plays 3H 4S", players=6) == [(ILLEGAL, "5.2")]
    seven = "Ann plays 3H 4S 5D 6D 7C 8C 9C"
    assert table(seven) == [(LEGAL, "3.2")]
    assert table(seven, options="straight_longer=false") == [(ILLEGAL, "5.3")]
    assert table("Ann plays 3H 4S 5D 6D 7C", options="straight_longer=false") == [(LEGAL, "3.2")]
    assert table("Ann plays 3H 4S 5D 6D 7C", players=5, options="straight_longer=false") == [(ILLEGAL, "5.3")]
    assert table("Ann plays 3H 4S 5D", players=5, options="straight_longer=false") == [(LEGAL, "3.2")]


def test_where_nobody_says_how_many_play_a_short_straight_is_open() -> None:
    assert last(GAME, "Ann plays 4H 5S 6D").ruling.says == "open"
    assert last(GAME, "Ann plays 4H 5S 6D 7D 8D").ruling.verdict is LEGAL
    five = ["Ann passes", "Ben passes", "Cal passes", "Dee passes", "Eve plays 4H 5S 6D"]
    assert last(GAME, *five).ruling.verdict is LEGAL
    exact = ["straight_longer=false"]
    assert last(GAME, "Ann plays 4H 5S 6D 7D 8D", options=exact).ruling.says == "open"
    assert last(GAME, "Ann plays 4H 5S 6D 7D", options=exact).ruling.verdict is ILLEGAL
    # Whoever follows is asked only to beat it.
    assert last(GAME, "Ann plays 4H 5S 6D", "Ben plays 5H 6H 7H").ruling.verdict is LEGAL


@pytest.mark.parametrize(
    ("cards", "clause"),
    [
        ("2H 3S 4D 5C 6H", "5.3"),  # but not 23456
        ("AH 2S 3D 4C 5H", "5.3"),
        ("QH KS AD 2C 3H", "5.3"),
        ("QD KC AH 2S BJ", "5.3"),  # jokers cannot be included in straights
        ("BJ CJ 2S AS KS", "5.3"),
        ("3S 3H 4S 4H", "5.4"),
        ("AS AH 2S 2H 3S 3H", "5.4"),
        ("7S 8S", "5.2"),
        ("BJ 2S", "5.2"),
        ("7S 7H 7D 8S", "5.7"),  # no three with one
        ("7S 7H 7D 8S 8H", "5.7"),  # no full house
        ("7S 7H 7D 7C 8H", "5.7"),
        ("7S 7H 8S 8H 9S 9H 9D", "5.7"),
        ("BJ CJ 2S", "5.3"),
        ("4S 5S 6S 8S 9S", "5.7"),
    ],
)
def test_only_the_hands_of_the_book_may_be_played(cards: str, clause: str) -> None:
    ruling = last(GAME, f"Ann plays {cards}").ruling
    assert (ruling.verdict, ruling.clause.id) == (ILLEGAL, clause)


def test_there_are_no_jokers_where_they_have_been_removed() -> None:
    book = rulebook(GAME)
    for jokers, cards in ((True, 54), (False, 52)):
        options = replace(book.options(), jokers=jokers)
        assert len(book.pack_for(options)) == cards
        assert ("joker" in book.clauses["1.1"].text(options)) is jokers


# -- Against every choice of cards --------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_any_cards_make_what_the_text_says(players: int) -> None:
    """Every choice of the cards of a hand, against a definition written apart from the program's."""
    chance = random.Random(players)
    seats = Seats(tuple(NAMES.split(", ")[:players]))
    book = rulebook(GAME)
    fresh = book.begin(seats)
    for _ in range(12):
        cards = chance.sample(WITH_JOKERS.cards, 9)
        # Ranks near each other make straights and bombs more often.
        low = chance.randrange(9)
        near = [card for card in WITH_JOKERS.cards if card.rank in ORDER[low : low + 6]]
        for hand in (cards, chance.sample(near, min(len(near), 9))):
            in_play = replace(fresh, in_play=True, opened=True, active=tuple(seats), turn=0)
            for size in range(1, len(hand) + 1):
                for some in combinations(hand, size):
                    act = played(some)
                    assert (book.judge(in_play, act).verdict is LEGAL) is (makes(some, players) is not None), some


def played(cards: Sequence[Card], by: str = "Ann") -> Any:
    book, names = rulebook(GAME), Names(NAMES.split(", "))
    return book.grammar.read(f"{by} plays {write_cards(cards)}", names, WITH_JOKERS, 1, GAME)


@pytest.mark.parametrize("seed", range(6))
def test_the_plays_of_a_hand_are_those_of_a_naive_generator(seed: int) -> None:
    """But for suits, which count for nothing: one play stands for all of the same ranks."""
    chance = random.Random(seed)
    low = chance.randrange(9)
    near = [card for card in WITH_JOKERS.cards if card.rank in ORDER[low : low + 7]]
    for hand in (chance.sample(WITH_JOKERS.cards, 13), chance.sample(near, min(13, len(near)))):
        naive = {tuple(sorted(card.rank for card in some)): made for some, made in all_hands(hand, 5)}
        ours = {tuple(sorted(card.rank for card in made.cards)): made for made in hands_of(hand)}
        assert ours.keys() == naive.keys()
        for one, played in naive.items():
            for other, before in naive.items():
                assert is_above(ours[one], ours[other]) is can_follow(played, before), (one, other)


def test_what_is_offered_is_what_a_naive_generator_finds() -> None:
    book, seats = rulebook(GAME), Seats(("Ann", "Ben", "Cal", "Dee", "Eve"))
    chance = random.Random(5)
    for _ in range(60):
        cards = chance.sample(WITH_JOKERS.cards, 14)
        hand, others = cards[:9], [some for some, _ in all_hands(cards[9:], 5)]
        top = chance.choice(others)
        act = played(top, "Eve")
        known = dealt([9] * 5, WITH_JOKERS).told(0, hand)
        now = replace(book.begin(seats), known=known, in_play=True, opened=True, active=tuple(seats), turn=0, top=act)
        before = makes(top, 5)
        assert before
        expected = {
            tuple(sorted(card.rank for card in some)) for some, made in all_hands(hand, 5) if can_follow(made, before)
        }
        plays = [each for offer in book.offered(now, 0) for each in offer.acts if hasattr(each, "cards")]
        found = {tuple(sorted(card.rank for card in each.cards)) for each in plays}
        assert found <= expected
        assert len(plays) == len(found) == min(len(expected), 7)


def test_every_bomb_is_above_every_weaker_one() -> None:
    threes = [combination(tuple(c for c in WITH_JOKERS.cards if c.rank == rank)[:3]) for rank in ORDER[:13]]
    fours = [combination(tuple(c for c in WITH_JOKERS.cards if c.rank == rank)) for rank in ORDER[:13]]
    jokers = combination(tuple(c for c in WITH_JOKERS.cards if not c.suit))
    rising = [*threes, *fours, jokers]
    assert all(isinstance(each, Combination) and each.is_bomb for each in rising)
    for low, high in combinations(rising, 2):
        assert isinstance(low, Combination)
        assert isinstance(high, Combination)
        assert is_above(high, low)
        assert not is_above(low, high)


# -- The deal and the opening -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "jokers", "each", "left_over"),
    [
        (3, "true", 18, 0), (4, "true", 13, 2), (5, "true", 10, 4), (6, "true", 9, 0),
        (3, "false", 17, 1), (4, "false", 13, 0), (5, "false", 10, 2), (6, "false", 8, 4),
    ],
)  # fmt: skip
def test_the_pack_is_dealt_out_evenly(players: int, jokers: str, each: int, left_over: int) -> None:
    seats = ", ".join(NAMES.split(", ")[:players])
    known = check(f"game: {GAME}\nseats: {seats}\noptions: jokers={jokers}\n\ndeal\n").state.known
    assert [hand.size for hand in known.hands] == [each] * players
    assert known.stock == left_over
    said = table(
        f"out {' '.join(['5C', '9D', 'KS', 'AS'][: left_over or 1])}", players=players, options=f"jokers={jokers}"
    )
    assert said == [(LEGAL if left_over else ILLEGAL, "2.2")]


def test_as_many_cards_are_left_over_as_there_are() -> None:
    assert table("out 5C") == [(ILLEGAL, "2.2")]
    assert table("out 5C 9D KS") == [(ILLEGAL, "2.2")]
    assert table("out 5C 9D", "out 9D 5C") == [(LEGAL, "2.2"), (LEGAL, "2.2")]
    assert table("out 5C 9D", "out 9D 6C")[-1] == (ILLEGAL, "2.2")
    assert table("Ann shows 5C", "out 5C 9D")[-1] == (ILLEGAL, "2.2")
    assert table("out 5C 9D", "Ann plays 3H", "Ben plays 5C")[-1] == (ILLEGAL, "1.3")


def test_the_first_play_contains_the_three_of_hearts() -> None:
    assert table("Ann plays 5D") == [(ILLEGAL, "3.3")]  # what is left over has not been seen, but it is two cards only
    assert table("Ann plays 4D", players=3) == [(ILLEGAL, "3.2")]
    for cards in ("3H", "3H 3S", "3H 3S 3D", "3H 4H 5H 6H 7H", "3H 3S 4H 4S 5H 5S"):
        assert table("out 5C 9D", f"Ann plays {cards}")[-1] == (LEGAL, "3.2")
    assert table("Ben passes") == [(ILLEGAL, "4.2")]
    assert table("Ben holds 3H", "Ann plays 3D")[-1] == (ILLEGAL, "3.1")
    assert table("Ben holds 3H", "Ben plays 3H")[-1] == (LEGAL, "3.2")


def test_when_the_three_of_hearts_is_left_over_the_lowest_card_in_play_opens() -> None:
    assert table("out 3H 9D", "Ann plays 3D")[-1] == (LEGAL, "3.3")
    assert table("out 3H 9D", "Ann plays 3S")[-1] == (ILLEGAL, "3.3")
    assert table("out 3H 3D", "Ann plays 3S")[-1] == (LEGAL, "3.3")
    assert table("out 3H 9D", "Ann plays 3S", options="opener_order=HSDC")[-1] == (LEGAL, "3.3")
    four = "out 3H 3S 3D 3C"
    assert table(four, "Ann plays 4H", players=5)[-1] == (LEGAL, "3.3")
    assert table(four, "Ann plays 4S", players=5)[-1] == (ILLEGAL, "3.3")


def test_whether_another_card_opens_is_open_until_what_is_left_over_is_seen() -> None:
    assert table("Ann plays 3D") == [(OPEN, "3.3")]
    later = ["Ann plays 3D", "Ben plays 4D", "Cal plays 5D", "Dee plays 6D"]
    assert table(*later, "Ann shows 3H")[0] == (ILLEGAL, "3.2")
    assert table(*later, "Cal shows 3H")[0] == (ILLEGAL, "3.1")
    assert table(*later, "out 3H 9D")[0] == (LEGAL, "3.3")
    assert table(*later, "out 8H 9D")[0] == (ILLEGAL, "3.2")
    assert table("Ann plays 3C") == [(ILLEGAL, "3.3")]  # 3H, 3D and 3S would all be left over


def test_in_later_hands_the_same_card_opens_unless_the_winner_does() -> None:
    won = [
        "Ann holds only 3H 3S 3D 4H 5H 6H 7H 8H 9H TH JH QH KH",
        "Ann plays 3H 3S 3D", "Ben passes", "Cal passes", "Dee passes",
        "Ann plays 4H 5H 6H 7H 8H 9H TH JH QH KH", "Ben passes", "Cal passes", "Dee passes",
        *(line for three in ("3C 4C 5C 6C 7C 8C 9C TC JC QC", "KC", "AC", "2C") for line in
          (f"Ben plays {three}", "Cal passes", "Dee passes")),
    ]  # fmt: skip
    rest = ["Cal plays 4D 5D 6D 7D 8D 9D TD JD QD KD AD 2D", "Dee passes", "Cal plays BJ", "deal"]
    assert {verdict for verdict, _ in table(*won, *rest)} == {LEGAL}
    assert table(*won, *rest, "Ben plays 3H")[-1] == (LEGAL, "3.2")
    winner = "opener=previous_winner"
    assert table(*won, *rest, "Ben plays 3H", options=winner)[-1] == (ILLEGAL, "3.1")
    assert table(*won, *rest, "Ann plays 5S", options=winner)[-1] == (LEGAL, "3.2")


# -- Passing, leading, places -------------------------------------------------------------------------------


def test_a_player_may_pass_and_come_back() -> None:
    lines = ["Ann plays 3H", "Ben passes", "Cal plays 5D", "Dee passes", "Ann passes", "Ben plays 6D"]
    assert table(*lines)[-1] == (LEGAL, "1.1")
    assert table(*lines, options="pass_locks=true")[-1] == (ILLEGAL, "4.6")


def test_everyone_passing_frees_the_lead_for_any_hand() -> None:
    lines = ["Ann plays 3H 3S", "Ben passes", "Cal passes", "Dee passes"]
    for cards in ("3D", "4D 4S", "5D 5S 5C", "5D 6S 7C 8C 9C", "BJ CJ"):
        assert table(*lines, f"Ann plays {cards}")[-1] == (LEGAL, "4.6")
    assert table(*lines, "Ann passes")[-1] == (ILLEGAL, "4.2")
    assert table(*lines, "Ann passes", "Ben plays 4D", options="leader_may_pass=true")[-2:] == [
        (LEGAL, "4.2"), (LEGAL, "5.1"),
    ]  # fmt: skip
    assert table(*lines, "Ben plays 4D")[-1] == (ILLEGAL, "4.6")


def test_after_a_bomb_only_bombs_or_passes_follow() -> None:
    lines = ["Ann plays 3H", "Ben plays 5D 5S 5C"]
    assert table(*lines, "Cal plays 9D")[-1] == (ILLEGAL, "5.5")
    assert table(*lines, "Cal plays 9D 9S 9C", "Dee plays KS")[-2:] == [(LEGAL, "1.1"), (ILLEGAL, "5.5")]
    assert table(*lines, "Cal passes", "Dee plays 4H 4S 4C 4D")[-1] == (LEGAL, "5.6")


ANN_IS_OUT = [
    "Ann holds only 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH 2H",
    "Ann plays 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH 2H",
]


def test_the_lead_rolls_over_to_the_next_player() -> None:
    passes = ["Ben passes", "Cal passes", "Dee passes"]
    assert table(*ANN_IS_OUT, *passes, "Ben plays 3C")[-1] == (LEGAL, "4.7")
    assert table(*ANN_IS_OUT, *passes, "Cal plays 3C")[-1] == (ILLEGAL, "4.7")
    assert table(*ANN_IS_OUT, *passes, "Dee plays 3C", options="direction=counter-clockwise")[-1][0] is ILLEGAL
    right = ["Dee passes", "Cal passes", "Ben passes", "Dee plays 3C"]
    assert table(*ANN_IS_OUT, *right, options="direction=counter-clockwise")[-1] == (LEGAL, "4.7")
    # Where somebody beats the last hand, that player leads.
    beaten = ["Ben passes", "Cal plays 4S 4D 4C", "Dee passes", "Ben passes", "Cal plays 3C"]
    assert table(*ANN_IS_OUT, *beaten)[-1] == (LEGAL, "4.6")


def places(text: str) -> list[tuple[str, int]]:
    sheet = check(text)
    return [(sheet.record.seats.names[item.seat], item.amount) for item in sheet.state.items if item.unit is Unit.PLACE]


def test_who_is_out_first_is_first_and_the_last_with_cards_is_last() -> None:
    lines = [
        *ANN_IS_OUT,
        "Ben passes", "Cal passes", "Dee passes",
        "Ben plays 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2C", "Cal passes", "Dee passes",
        "Cal plays 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS 2S",
    ]  # fmt: skip
    text = f"game: {GAME}\nseats: Ann, Ben, Cal, Dee\n\ndeal\n" + "\n".join(lines) + "\n"
    assert places(text) == [("Ann", 1), ("Ben", 2), ("Cal", 3), ("Dee", 4)]
    assert check(text).places == ((0,), (1,), (2,), (3,))
    assert check(text + "Dee plays 3D\n").entries[-1].ruling.clause.id == "6.2"


def test_the_highest_single_is_owed_before_a_last_card_where_the_house_wants_it() -> None:
    lines = ["Cal holds only KS", "Ben holds only 4D 5H 6C KD", "Ann plays 3H", "Ben plays 4D"]
    said = last(GAME, *lines, options=["last_card_rule=highest_single"]).ruling
    assert (said.verdict, said.clause.id) == (OPEN, "4.8")  # nobody said who sits where
    assert last(GAME, *lines).ruling.verdict is LEGAL


def test_a_play_in_the_middle_is_ruled_on_by_what_was_told() -> None:
    sheet = rule(GAME, "Ann plays KS", "Ben plays 2D", "Ann plays BJ")
    assert [entry.ruling.verdict for entry in sheet.entries] == [LEGAL, LEGAL, LEGAL]
    instead = [offer.text for offer in last(GAME, "Ann plays KS KD", "Ben plays QS QD").ruling.alternatives]
    assert instead == ["Ben plays any pair above the pair of kings", "Ben plays a bomb", "Ben passes"]
