"""Kowah once more, written straight from its source text: every card is known, and nothing is clever."""

import random
from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

NAMES = ("Ann", "Ben", "Cal", "Dee")
FACES = [rank + suit for suit in "SHD" for rank in "A23456789"] + [rank + "C" for rank in "JQK"]
PACK = FACES * 4


def same_rank(cards: list[str]) -> bool:
    return len({card[0] for card in cards}) == 1


def cards_without(cards: list[str], some: Any) -> list[str]:
    rest = list(cards)
    for card in some:
        rest.remove(card)
    return rest


def first_criterion(hand: list[str], share: bool = True) -> set[str]:
    """Two threes-of-a-kind, suits do not matter, and a pair of the same rank and suit."""
    pairs = set()
    for first, second in combinations(hand, 2):
        if first == second:
            six = cards_without(hand, [first, second])
            for three in combinations(six, 3):
                rest = cards_without(six, three)
                if same_rank(list(three)) and same_rank(rest) and (share or three[0][0] != rest[0][0]):
                    pairs.add(first)
    return pairs


def second_criterion(hand: list[str], share: bool = True) -> set[str]:
    """Three of a kind, and five of a kind: two pairs of one rank and suit, and a card of that rank of another suit."""
    pairs = set()
    for three in combinations(hand, 3):
        five = cards_without(hand, three)
        if not (same_rank(list(three)) and same_rank(five)) or (not share and three[0][0] == five[0][0]):
            continue
        for fifth in set(five):
            counts = Counter(cards_without(five, [fifth]))
            if sorted(counts.values()) == [2, 2] and fifth not in counts:
                pairs |= set(counts)
    return pairs


def checki_pairs(hand: list[str], share: bool = True) -> set[str]:
    """The pairs that may be laid open."""
    return first_criterion(hand, share) | second_criterion(hand, share)


@dataclass
class NaiveKowah:
    """A hand of Kowah. `declared` has the pairs that lie open, rightly or not."""

    options: dict[str, Any]
    dealer: int
    hands: list[list[str]]
    stock: list[str]
    declared: dict[int, str] = field(default_factory=dict)
    pile: list[str] = field(default_factory=list)
    discarder: int = -1
    turn: int = -1
    drawn: str = ""
    from_stock: bool = False
    named: bool = False
    had: set[int] = field(default_factory=set)
    winner: int = -1
    third: str = ""
    out_of_stock: bool = False
    void: bool = False

    def __post_init__(self) -> None:
        self.turn = self.after(self.dealer)

    @property
    def share(self) -> bool:
        return bool(self.options.get("triples_may_share_rank", True))

    @property
    def locks(self) -> bool:
        return bool(self.options.get("checki_locks_hand", True))

    def after(self, seat: int) -> int:
        step = 1 if self.options.get("direction", "clockwise") == "clockwise" else -1
        return (seat + step) % len(self.hands)

    def declared_cards(self, seat: int) -> list[str]:
        """The hand without what has just been drawn to it, or has won."""
        hand = self.hands[seat]
        if len(hand) == 9:
            return cards_without(hand, [self.drawn if self.drawn and self.turn == seat else self.third])
        return hand

    def is_true(self, seat: int) -> bool:
        return self.declared[seat] in checki_pairs(self.declared_cards(seat), self.share)

    def would_win(self, seat: int, card: str) -> bool:
        if seat not in self.declared:
            return False
        eight = self.declared_cards(seat)
        if card == self.declared[seat]:
            return True
        match = self.options.get("claim_match", "pair_in_hand")
        if match == "shown_pair":
            return False
        if match == "pair_in_hand":  # "the same rank and suit as two in a checki player's hand"
            return eight.count(card) > 1
        return card in checki_pairs(eight, self.share)

    def others_declared(self, seat: int) -> bool:
        return any(second != seat for second in self.declared)

    def is_legal(self, seat: int, verb: str, card: str) -> bool:
        over = self.is_over
        hand = self.hands[seat]
        if verb in ("draws", "takes"):
            if over or self.turn != seat or self.drawn:
                return False
            must = not self.options.get("declare_optional", True) and seat not in self.declared
            if must and checki_pairs(hand, self.share):
                return False
            if verb == "takes":
                return bool(self.pile) and self.pile[-1] == card
            return card != "" or not self.others_declared(seat)
        if verb == "discards":
            if over or self.turn != seat or not self.drawn:
                return False
            if card not in hand or card == self.declared.get(seat):
                return False
            if seat in self.declared and self.locks:
                return card == self.drawn
            if seat in self.declared:
                pair = self.declared[seat]
                return pair in checki_pairs(cards_without(hand, [card]), self.share)
            return True
        if verb == "declares":
            if over or seat in self.declared or (self.drawn and self.turn == seat):
                return False
            if self.options.get("declare_when", "own_turn") == "own_turn":
                just_discarded = self.discarder == seat and not self.drawn
                before = self.turn == seat and not self.drawn
                first = seat not in self.had or not self.options.get("declare_optional", True)
                if not (just_discarded or (before and first)):
                    return False
            return card in checki_pairs(hand, self.share)
        assert verb == "claims"
        if self.void or self.winner >= 0 or not self.would_win(seat, card) or not self.is_true(seat):
            return False
        pre_held = card == self.declared[seat] and hand.count(card) > 2
        if pre_held and self.options.get("pre_held_third_wins"):
            return True
        if self.drawn:
            return self.from_stock and card == self.drawn and (self.named or seat == self.turn)
        return self.pile[-1:] == [card] and self.discarder != seat

    @property
    def is_over(self) -> bool:
        """Whether the hand has ended, with or without a winner."""
        return self.void or self.winner >= 0 or self.out_of_stock

    def play(self, seat: int, verb: str, card: str, *, seen: bool) -> None:
        if verb == "draws":
            drawn_card = card or self.stock[-1]
            self.stock.remove(drawn_card)
            self.drawn, self.from_stock, self.named = drawn_card, True, card != ""
            self.hands[seat].append(drawn_card)
            self.had.add(seat)
            self.turn = seat
            if self.named and (drawn_card == self.declared.get(seat) or (seen and self.would_win(seat, drawn_card))):
                self.wins(seat, drawn_card)
        elif verb == "takes":
            self.hands[seat].append(self.pile.pop())
            self.drawn, self.from_stock, self.named = card, False, True
            self.had.add(seat)
            if card == self.declared.get(seat) or (seen and self.would_win(seat, card)):
                self.wins(seat, card)
        elif verb == "discards":
            self.hands[seat].remove(card)
            self.pile.append(card)
            self.discarder, self.drawn, self.turn = seat, "", self.after(seat)
            self.out_of_stock = not self.stock
        elif verb == "declares":
            self.declared[seat] = card
            if seen and self.options.get("pre_held_third_wins") and self.hands[seat].count(card) > 2:
                self.wins(seat, card)
        else:
            if self.drawn == card and self.from_stock and self.named and self.turn != seat:
                self.hands[self.turn].remove(card)
                self.hands[seat].append(card)
            elif not self.drawn and self.pile[-1:] == [card] and self.discarder != seat:
                self.pile.pop()
                self.hands[seat].append(card)
            self.wins(seat, card)

    def shows(self, seat: int) -> None:
        """The hand of a player who has declared is seen: the declaration is void if it was false."""
        if not self.is_true(seat):
            if self.winner == seat:
                self.winner, self.void = -1, True
            del self.declared[seat]

    def wins(self, seat: int, card: str) -> None:
        self.winner, self.third = seat, card


def near_checki(chance: random.Random, pack: list[str]) -> list[str]:
    """A hand that is checki, or nearly; taken from the pack."""
    while True:
        ranks = [chance.choice(FACES)[0] for _ in range(3)]
        if chance.random() < 0.3:
            ranks[2] = ranks[0]
        pair = chance.choice([face for face in FACES if face[0] == ranks[2]])
        hand = [pair, pair]
        for rank in ranks[:2]:
            hand += [chance.choice([face for face in FACES if face[0] == rank]) for _ in range(3)]
        if chance.random() < 0.5:
            hand[chance.randrange(8)] = chance.choice(FACES)
        if not Counter(hand) - Counter(pack):
            for card in hand:
                pack.remove(card)
            chance.shuffle(hand)
            return hand
