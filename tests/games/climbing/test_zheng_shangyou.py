"""Zheng Shangyou, rule by rule, from source text 004."""

import random
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pytest

from referee.cards import Card, write_cards
from referee.games import rulebook
from referee.games.parts.climbing.lead import Lead
from referee.games.zheng_shangyou.hands import ZhengCombination, beats, classify_cards, possible_hands
from referee.games.zheng_shangyou.table import WITH_JOKERS
from referee.rules import Seats, Unit, Verdict, after_deal, read_options, replace
from referee.rules.book.offers import offers_to
from referee.rules.notation.line_words import PlayerNames
from tests.games.climbing.naive_zheng import ORDER, all_hands, can_follow, classify
from tests.games.ruling import check, last, rule

LEGAL, ILLEGAL, OPEN = Verdict.LEGAL, Verdict.ILLEGAL, Verdict.OPEN
GAME = "zheng-shangyou"
NAMES = "Ann, Ben, Cal, Dee, Eve, Fay"


def table(*lines: str, players: int = 4, options: str = "") -> list[tuple[Verdict, str]]:
    """The verdicts on the lines after a deal, with the clauses."""
    seats = ", ".join(NAMES.split(", ")[:players])
    head = f"game: {GAME}\nseats: {seats}\n" + (f"options: {options}\n" if options else "") + "\ndeal\n"
    return [(e.ruling.verdict, e.ruling.clause.id) for e in check(head + "\n".join(lines) + "\n").entries[1:]]


def ruling_on(standing: str, cards: str) -> tuple[Verdict, str]:
    """The ruling on some cards played on others, among four players."""
    head = f"game: {GAME}\nseats: Ann, Ben, Cal, Dee\nhand: in progress\n\n"
    sheet = check(f"{head}Ben plays {standing}\nCal plays {cards}\n")
    first, second = sheet.entries
    assert first.ruling.verdict is LEGAL, first.ruling.reason
    return second.ruling.verdict, second.ruling.clause.id


# -- What beats what ----------------------------------------------------------------------------------------


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
            in_play = replace(fresh, in_play=True, lead=Lead(tuple(seats), is_opened=True), turn=0)
            for size in range(1, len(hand) + 1):
                for some in combinations(hand, size):
                    act = played(some)
                    assert (book.judge(in_play, act).verdict is LEGAL) is (classify(some, players) is not None), some


def played(cards: Sequence[Card], by: str = "Ann") -> Any:
    book, names = rulebook(GAME), PlayerNames(NAMES.split(", "))
    return book.grammar.read(f"{by} plays {write_cards(cards)}", names, WITH_JOKERS, 1, GAME)


@pytest.mark.parametrize("seed", range(6))
def test_the_plays_of_a_hand_are_those_of_a_naive_generator(seed: int) -> None:
    """But for suits, which count for nothing: one play stands for all of the same ranks."""
    chance = random.Random(seed)
    low = chance.randrange(9)
    near = [card for card in WITH_JOKERS.cards if card.rank in ORDER[low : low + 7]]
    for hand in (chance.sample(WITH_JOKERS.cards, 13), chance.sample(near, min(13, len(near)))):
        naive = {tuple(sorted(card.rank for card in some)): made for some, made in all_hands(hand, 5)}
        ours = {tuple(sorted(card.rank for card in made.cards)): made for made in possible_hands(hand)}
        assert ours.keys() == naive.keys()
        for one, played in naive.items():
            for other, before in naive.items():
                assert beats(ours[one], ours[other]) is can_follow(played, before), (one, other)


def test_what_is_offered_is_what_a_naive_generator_finds() -> None:
    book, seats = rulebook(GAME), Seats(("Ann", "Ben", "Cal", "Dee", "Eve"))
    chance = random.Random(5)
    for _ in range(60):
        cards = chance.sample(WITH_JOKERS.cards, 14)
        hand, others = cards[:9], [some for some, _ in all_hands(cards[9:], 5)]
        top = chance.choice(others)
        act = played(top, "Eve")
        known = after_deal([9] * 5, WITH_JOKERS).reveal(0, hand)
        lead = Lead(tuple(seats), is_opened=True, top_play=act)
        now = replace(book.begin(seats), knowledge=known, in_play=True, lead=lead, turn=0)
        before = classify(top, 5)
        assert before
        expected = {
            tuple(sorted(card.rank for card in some)) for some, made in all_hands(hand, 5) if can_follow(made, before)
        }
        plays = [each for offer in offers_to(book, now, 0) for each in offer.acts if hasattr(each, "cards")]
        found = {tuple(sorted(card.rank for card in each.cards)) for each in plays}
        assert found <= expected
        assert len(plays) == len(found) == min(len(expected), 7)


def test_every_bomb_is_above_every_weaker_one() -> None:
    threes = [classify_cards(tuple(c for c in WITH_JOKERS.cards if c.rank == rank)[:3]) for rank in ORDER[:13]]
    fours = [classify_cards(tuple(c for c in WITH_JOKERS.cards if c.rank == rank)) for rank in ORDER[:13]]
    jokers = classify_cards(tuple(c for c in WITH_JOKERS.cards if not c.suit))
    rising = [*threes, *fours, jokers]
    assert all(isinstance(each, ZhengCombination) and each.is_bomb for each in rising)
    for low, high in combinations(rising, 2):
        assert isinstance(low, ZhengCombination)
        assert isinstance(high, ZhengCombination)
        assert beats(high, low)
        assert not beats(low, high)


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
    known = check(f"game: {GAME}\nseats: {seats}\noptions: jokers={jokers}\n\ndeal\n").table.knowledge
    assert [hand.size for hand in known.hands] == [each] * players
    assert known.stock == left_over
    said = table(
        f"out {' '.join(['5C', '9D', 'KS', 'AS'][: left_over or 1])}", players=players, options=f"jokers={jokers}"
    )
    assert said == [(LEGAL if left_over else ILLEGAL, "2.2")]


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


ANN_IS_OUT = [
    "Ann holds only 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH 2H",
    "Ann plays 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH 2H",
]


def places(text: str) -> list[tuple[str, int]]:
    sheet = check(text)
    return [(sheet.record.seats.names[item.seat], item.amount) for item in sheet.table.items if item.unit is Unit.PLACE]


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


def test_a_play_in_the_middle_is_ruled_on_by_what_was_told() -> None:
    sheet = rule(GAME, "Ann plays KS", "Ben plays 2D", "Ann plays BJ")
    assert [entry.ruling.verdict for entry in sheet.entries] == [LEGAL, LEGAL, LEGAL]
    instead = [offer.text for offer in last(GAME, "Ann plays KS KD", "Ben plays QS QD").ruling.alternatives]
    assert instead == ["Ben plays any pair above the pair of kings", "Ben plays a bomb", "Ben passes"]


# -- For two players ----------------------------------------------------------------------------------------


def table_of_two(*lines: str, options: str = "two_player=true") -> list[tuple[Verdict, str]]:
    return table(*lines, players=2, options=options)


def test_two_players_have_eighteen_cards_each_and_eighteen_are_hidden() -> None:
    known = check(f"game: {GAME}\nseats: Ann, Ben\noptions: two_player=true\n\ndeal\n").table.knowledge
    assert [hand.size for hand in known.hands] == [18, 18]
    assert known.stock == 18
    assert table_of_two("out 5C") == [(ILLEGAL, "2.2")]


def test_a_denial_is_shown_to_be_false_by_the_card() -> None:
    lines = ["Ann denies 3H", "Ben denies 3H", "Ann plays 3D", "Ben plays 4D"]
    assert table_of_two(*lines)[0] == (OPEN, "3.4")
    assert table_of_two(*lines, "Ann plays 5D", "Ben shows 3H")[:2] == [(LEGAL, "3.4"), (ILLEGAL, "3.4")]
    assert table_of_two("Ann shows 3H", "Ann denies 3H")[-1] == (ILLEGAL, "3.4")
    assert table("Ann denies 3H", players=3) == [(ILLEGAL, "3.4")]


@pytest.mark.parametrize(
    ("options", "players", "says"),
    [
        ([], 2, "3 to 6 players under these house rules, not 2"),
        (["two_player=true"], 3, "2 players under these house rules, not 3"),
        (["two_player=true", "jokers=false"], 2, "with the jokers"),
        (["two_player=true", "exchange=free_bid"], 2, "hidden"),
        (["horse_game=true"], 4, "2 to 3 players under these house rules, not 4"),
        (["horse_game=true", "two_player=true"], 2, "no other variation"),
        (["horse_game=true", "exchange=trading"], 3, "no other variation"),
    ],
)
def test_variations_are_for_as_many_as_the_text_says(options: list[str], players: int, says: str) -> None:
    book = rulebook(GAME)
    assert says in (book.refusal(read_options(book.options, options), players) or "")


# -- Before play --------------------------------------------------------------------------------------------


def test_players_trade_as_many_cards_for_as_many() -> None:
    trading = "exchange=trading"
    assert table("Ann trades 5H for KS with Ben", options=trading) == [(LEGAL, "7.2")]
    assert table("Ann trades 5H 6H for KS with Ben", options=trading) == [(ILLEGAL, "7.2")]
    assert table("Ann trades 5H for KS with Ben") == [(ILLEGAL, "7.1")]
    swapped = "Ann trades 5H for KS with Ben"
    assert table(swapped, "Ann trades 5H for 6S with Cal", options=trading)[-1] == (ILLEGAL, "7.9")
    assert table(swapped, "Ann holds 3H", "Ann plays 3H", "Ben plays 5H", options=trading)[-1] == (LEGAL, "1.1")
    sizes = check(
        f"game: {GAME}\nseats: Ann, Ben, Cal\noptions: {trading}\n\ndeal\nAnn trades 5H ?? for KS AS with Ben\n"
    ).table.knowledge
    assert [sizes.size(seat) for seat in range(3)] == [18, 18, 18]


def test_playing_the_three_of_hearts_ends_the_trading() -> None:
    lines = ["Ann trades 3H for KS with Ben", "out 5C 9D"]
    assert table(*lines, "Ann plays 3H", options="exchange=trading")[-1] == (ILLEGAL, "3.1")
    assert table(*lines, "Ben plays 3H", options="exchange=trading")[-1] == (LEGAL, "3.2")
    after = table(*lines, "Ben plays 3H", "Ann trades 5H for KH with Cal", options="exchange=trading")
    assert after[-1] == (ILLEGAL, "7.4")


def test_more_than_half_of_the_votes_end_the_trading() -> None:
    votes = [f"{name} votes to end trading" for name in ("Ann", "Ben", "Cal")]
    trade = "Ann trades 5H for KS with Ben"
    for players, enough in ((3, 2), (4, 3), (5, 3)):
        most = table(*votes[: enough - 1], trade, players=players, options="exchange=trading")
        assert most[-1] == (LEGAL, "7.2")
        assert table(*votes[:enough], trade, players=players, options="exchange=trading")[-1] == (ILLEGAL, "7.3")
    assert table(votes[0], votes[0], options="exchange=trading")[-1] == (ILLEGAL, "7.3")


# -- The Horse Game -----------------------------------------------------------------------------------------

HORSE = "horse_game=true"


def horse(*lines: str, players: int = 2, options: str = HORSE) -> list[tuple[Verdict, str]]:
    return table(*lines, players=players, options=options)


@pytest.mark.parametrize(("jokers", "each", "stock"), [("true", 9, 0), ("false", 8, 4)])
def test_there_are_six_packets_that_belong_to_the_players_by_turns(jokers: str, each: int, stock: int) -> None:
    known = check(f"game: {GAME}\nseats: Ann, Ben, Cal\noptions: {HORSE}, jokers={jokers}\n\ndeal\n").table.knowledge
    assert dict(known.owners) == {f"packet {at + 1}": at % 3 for at in range(6)}
    assert {known.size(packet) for packet in known.owners} == {each}
    assert known.stock == stock


def test_packets_play_by_turns_as_hands_of_their_own() -> None:
    lines = ["Ann plays 5S", "Ben passes", "Ann plays 6S"]  # of packet 3
    assert horse(*lines)[-1] == (LEGAL, "1.1")
    known = check(
        f"game: {GAME}\nseats: Ann, Ben\noptions: {HORSE}\n\ndeal\n" + "\n".join(lines) + "\n"
    ).table.knowledge
    assert [known.size(packet) for packet in known.owners] == [8, 9, 8, 9, 9, 9]
    # What is known to be in one packet is not in another of the same player.
    assert horse("Ann plays 5S", "Ann shows 9S", "Ben passes", "Ann plays 9S")[-1] == (ILLEGAL, "1.3")
    # Five others must pass, two of them Ann's own.
    passes = ["Ben passes", "Ann passes", "Ben passes", "Ann passes", "Ben passes"]
    assert horse("Ann plays 5S", *passes, "Ann plays 3S")[-1] == (LEGAL, "4.6")
    assert horse("Ann plays 5S", *passes[:4], "Ann plays 3S")[-1][0] is ILLEGAL


def horse_items(*lines: str) -> list[tuple[int, int, str]]:
    head = f"game: {GAME}\nseats: Ann, Ben\noptions: {HORSE}\n\ndeal\n"
    return [(item.seat, item.amount, item.clause) for item in check(head + "\n".join(lines) + "\n").table.items]


def test_a_packet_that_is_looked_at_and_does_not_play_is_last_or_else_second_to_last() -> None:
    assert horse_items("Ann plays 5S", "Ben passes") == []
    once = ["Ann plays 5S", "Ben looks", "Ben passes"]
    assert horse_items(*once) == [(1, 6, "8.4")]
    assert horse_items(*once, "Ann looks", "Ann passes") == [(1, 6, "8.4"), (0, 5, "8.4")]
    # Looking at what it has played from obliges nobody.
    assert horse_items("Ann plays 5S", "Ann looks at packet 1", "Ben plays 6S", "Ann passes") == []
    # An illegal play shows that the packet was looked at.
    assert horse_items("Ann plays 5S", "Ben plays 4S", "Ben passes") == [(1, 6, "8.4")]


def test_the_lowest_sum_of_places_wins_the_horse_game() -> None:
    nine = "3{0} 4{0} 5{0} 6{0} 7{0} 8{0} 9{0} T{0} J{0}"
    passes = ["Ben passes", "Ann passes", "Ben passes", "Ann passes", "Ben passes"]
    lines = ["Ann starts", f"Ann plays {nine.format('S')}", *passes]  # packet 1 is first, and packet 2 has the lead
    lines += [f"Ben plays {nine.format('H')}", "Ann passes", "Ben passes", "Ann passes", "Ben passes"]
    lines += [f"Ann plays {nine.format('D')}"]  # packet 3 is third
    lines += ["Ben looks", "Ben passes", "Ann looks", "Ann passes"]  # sixth and fifth; packet 6 is left with fourth
    head = f"game: {GAME}\nseats: Ann, Ben\noptions: {HORSE}\n\ndeal\n"
    sheet = check(head + "\n".join(lines) + "\n")
    assert {entry.ruling.verdict for entry in sheet.entries} == {LEGAL}
    assert horse_items(*lines) == [
        (0, 1, "6.1"), (1, 2, "6.1"), (0, 3, "6.1"), (1, 6, "8.4"), (0, 5, "8.4"), (1, 4, "6.2"),
    ]  # fmt: skip
    assert sheet.places == ((0,), (1,))  # nine against twelve


def jacks(*lines: str) -> list[tuple[Verdict, str]]:
    sheet = check(f"game: {GAME}\nseats: Ann, Ben, Cal, Dee\n\ndeal by Dee\n" + "\n".join(lines) + "\n")
    return [(entry.ruling.verdict, entry.ruling.reason) for entry in sheet.entries[1:]]


def test_where_suits_are_written_first_cj_is_the_jack_of_clubs() -> None:
    said = jacks("Ann plays H3", "Ben plays CJ", "Cal plays CQ")
    assert [verdict for verdict, _ in said] == [LEGAL] * 3
    assert "jack is above three" in said[1][1]
    pair = jacks("Ann plays H3D3", "Ben plays CJHJ")
    assert pair[1][0] is LEGAL


def test_cards_of_a_player_who_is_not_in_turn_are_of_no_packet() -> None:
    three = ["Ann plays 5S", "Ben plays 6S"]
    assert horse(*three, "Ben shows 9S")[-1] == (LEGAL, "1.2")  # of packet 2, which he has in his hand
    said = check(
        f"game: {GAME}\nseats: Ann, Ben\noptions: {HORSE}\n\ndeal\n"
        + "\n".join([*three, "Ann plays 7S", "Ben holds 9S"])
        + "\n"
    )
    assert said.entries[-1].ruling.verdict is LEGAL  # it is his turn, with packet 4
    waits = check(
        f"game: {GAME}\nseats: Ann, Ben, Cal\noptions: {HORSE}\n\ndeal\nAnn plays 5S\nBen plays 6S\nAnn holds 9S\n"
    )
    assert waits.entries[-1].ruling.word == "finding"


def test_the_card_that_opens_is_offered_and_not_another_of_its_rank() -> None:
    """3.2: the first play contains 3H; 3S and 3D, which are as high, would not do."""
    lines = ("deal by Dee", "Ann holds only 3S 3D 3H 5D 6D 8D 9D JD JS QD KD AD 2D", "Ann plays 5D")
    ruling = last(GAME, *lines).ruling
    assert (ruling.verdict, ruling.clause.id) == (Verdict.ILLEGAL, "3.2")
    offered = [offer.text for offer in ruling.alternatives]
    assert "Ann plays 3H" in offered
    assert all("3H" in text for text in offered)
