"""How cards can lie in melds, against a search that tries everything."""

import random
from collections.abc import Iterator
from itertools import combinations

import pytest

from referee.cards import Card
from referee.games.conquian.layout import PACK, RUNS, SETS, all_cards, arrange, bits, cards_of, layout_with_card

# As the text has it: no eights, nines and tens, the ace low, and the seven next to the jack.
UPWARDS = ["A", "2", "3", "4", "5", "6", "7", "J", "Q", "K"]
# So many are tried where there is time for it: ``python -m tests.games.test_conquian_layout``.
MANY, FEW = 100_000, 2_000

Cards = tuple[Card, ...]


def is_meld(cards: Cards) -> bool:
    if len(cards) < 3:
        return False
    if len({card.rank for card in cards}) == 1:
        return len(cards) <= 4
    places = sorted(UPWARDS.index(card.rank) for card in cards)
    return len({card.suit for card in cards}) == 1 and places == list(range(places[0], places[0] + len(cards)))


def partitions(cards: Cards) -> Iterator[tuple[Cards, ...]]:
    """Every way to part cards into melds."""
    if not cards:
        yield ()
        return
    first, other_cards = cards[0], cards[1:]
    for meld_cards in (
        [card for card in other_cards if card.rank == first.rank],
        [card for card in other_cards if card.suit == first.suit],
    ):
        for some in (some for size in range(2, len(meld_cards) + 1) for some in combinations(meld_cards, size)):
            if is_meld((first, *some)):
                cards_left = tuple(card for card in other_cards if card not in some)
                yield from (((first, *some), *partition) for partition in partitions(cards_left))


def fewest_hand_cards(table: Cards, card: Card, hand: Cards, *, spread: bool) -> int | None:
    """With how few cards of a hand a card can be taken: each meld has one card at least that is not from the hand."""
    for size in range(len(hand) + 1):
        for some in combinations(hand, size):
            for layout in partitions((*table, card, *some)):
                with_it = next(meld for meld in layout if card in meld)
                if spread and all(not set(meld) <= set(some) for meld in layout):
                    return size
                if not spread and set(some) <= set(with_it):
                    return size
    return None


def random_tables(chance: random.Random, most: int) -> Iterator[Cards]:
    """Random tables: any cards, melds that were thrown together, and those with one card exchanged."""
    all_melds = [cards_of(meld) for meld in sorted(SETS | RUNS)]
    while True:
        yield tuple(chance.sample(PACK.cards, chance.randint(3, most)))
        table: list[Card] = []
        for meld in chance.sample(all_melds, 12):
            if len(table) + len(meld) <= most and not set(meld) & set(table):
                table += meld
        chance.shuffle(table)
        yield tuple(table)
        table[chance.randrange(len(table))] = chance.choice([card for card in PACK.cards if card not in table])
        yield tuple(table)


def compare_layouts(samples: int, most: int, seed: int = 9) -> int:
    """Compare so many tables; return how many can lie in melds."""
    count = 0
    for _, cards in zip(range(samples), random_tables(random.Random(seed), most), strict=False):
        layout = arrange(bits(cards), 10)
        possible = next(partitions(cards), None) is not None
        assert (layout is not None) == possible, cards
        if layout is not None:
            count += 1
            assert all_cards(layout) == bits(cards)
            assert sum(meld.bit_count() for meld in layout) == len(cards)
            assert all(is_meld(cards_of(meld)) for meld in layout)
    return count


def compare_takes(samples: int, seed: int = 10) -> int:
    """Compare so many takes under both house rules; return in how many the card can be melded."""
    chance, count = random.Random(seed), 0
    lying = (cards for cards in random_tables(chance, 9) if arrange(bits(cards), 10) is not None)
    for _, table in zip(range(samples), lying, strict=False):
        partition = [card for card in PACK.cards if card not in table]
        near = [
            card
            for card in partition
            if any(card.rank == table_card.rank or card.suit == table_card.suit for table_card in table)
        ]
        card, *hand = chance.sample(near if len(near) > 6 and chance.random() < 0.7 else partition, 5)
        down = arrange(bits(table), 10)
        assert down is not None
        for spread in (False, True):
            hand_bits = bits(hand)
            layout = layout_with_card(
                down, bits([card]), hand_bits, costly=hand_bits, max_cards=11, spread=spread, max_length=10
            )
            least = fewest_hand_cards(table, card, tuple(hand), spread=spread)
            assert (layout is None) == (least is None), (table, card, hand, spread)
            if layout is not None:
                count += 1
                laid = all_cards(layout)
                assert laid & ~hand_bits == bits((*table, card))
                assert (laid & hand_bits).bit_count() == least, (table, card, hand, spread)
                assert all(is_meld(cards_of(meld)) for meld in layout)
                assert layout[-1] & bits([card])
    return count


def test_the_melds_are_those_of_the_text() -> None:
    assert len(PACK) == 40
    assert not {card.rank for card in PACK.cards} & {"8", "9", "T"}
    assert len(SETS) == 10 * 5
    assert len(RUNS) == 4 * (8 + 7 + 6 + 5 + 4 + 3 + 2 + 1)
    assert all(is_meld(cards_of(meld)) for meld in SETS | RUNS)


@pytest.mark.parametrize("most", [9, 11])
def test_a_layout_is_found_where_there_is_one(most: int) -> None:
    assert compare_layouts(FEW, most) > FEW // 4


def test_a_card_is_taken_with_as_few_cards_of_the_hand_as_will_do() -> None:
    assert compare_takes(FEW // 10) > FEW // 40


def test_a_run_of_nine_is_parted_again_and_one_of_ten_is_not() -> None:
    hearts = [card for card in PACK.cards if card.suit == "H"]
    nine, ten = bits(hearts[:9]), bits(hearts)
    queens = bits([Card("Q", "D"), Card("Q", "S")])
    assert sorted(map(len, map(cards_of, arrange(nine | queens, 10) or ()))) == [3, 8]
    assert not any(arrange(ten | bits([card]), 10) for card in PACK.cards if card.suit != "H")


if __name__ == "__main__":
    for most in (9, 11):
        print(f"{MANY} tables of up to {most} cards: {compare_layouts(MANY, most)} can lie in melds")
    print(f"{2 * MANY} takes: {compare_takes(MANY)} can be melded")
