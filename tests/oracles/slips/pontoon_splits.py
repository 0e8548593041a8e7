"""Pontoon as source text 003 tells it: one deal in which a player splits, slips with some cards named and some not."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, permutations
from random import Random
from typing import Final

from tests.oracles.slips.pontoon import Hand, payment_text, wins
from tests.oracles.slips.slip_records import NAMES, PACK, PlayedHand, RecordedLine, Slips, draw_slips, shuffle_pack

BET: Final = 4


@dataclass(frozen=True)
class House:
    """What the club plays by."""

    stick: int
    """On how many points a player may stick."""
    buys: bool
    """Whether cards are bought for a hand of a split."""
    most: int
    """With how many cards a hand ends."""

    @property
    def options(self) -> str:
        values = {"min_stick": self.stick, "buy_after_split": "true" if self.buys else "", "max_cards": self.most}
        unusual = {name: value for name, value in values.items() if value not in ("", 0, 99)}
        return ", ".join(f"{name}={value}" for name, value in unusual.items())


@dataclass
class HandAction:
    """A line that one hand of the split is judged by: what was done, and how many cards the hand had."""

    line_index: int
    verb: str
    cards: int


@dataclass
class SplitHand:
    """A hand of the split with what the record tells of it: the first of its cards is the one that was split."""

    hand: Hand
    named: list[bool] = field(default_factory=lambda: [False, False])
    """Which of its cards the line named on which it came."""
    actions: list[HandAction] = field(default_factory=list)
    shown: bool = False
    alone: bool = False
    """Whether it was shown while it was played."""
    bought: bool = False


def allowed(action: str, cards: Sequence[str], house: House) -> bool:
    """Whether the cards of a hand allow what was done with it."""
    hand = Hand([*cards], twisted=False)
    if action == "sticks":
        return hand.points >= house.stick or len(cards) >= 5
    if action == "declares":
        return hand.pontoon
    return not hand.bust and (action != "buys" or hand.least < 21)


@dataclass
class Table:
    """A deal in play."""

    slips: Slips
    pack: list[str]
    house: House
    up: str
    pair: set[str]
    """The cards that were named before they were split."""
    hands: list[SplitHand] = field(default_factory=list)

    @property
    def chance(self) -> Random:
        return self.slips.chance

    def is_named(self, probability: float) -> bool:
        return self.chance.random() < probability

    def draw(self, split_hand: SplitHand, action: str, *, probability: float) -> str:
        """Draw a card for a hand; return how its line ends."""
        card, is_named = self.pack.pop(), self.is_named(probability)
        split_hand.hand.cards.append(card)
        split_hand.named.append(is_named)
        split_hand.hand.twisted |= action == "twists"
        return f" {card}" if is_named else ""

    def note(self, split_hand: SplitHand, action: str) -> None:
        split_hand.actions.append(HandAction(len(self.slips.lines), action, len(split_hand.hand.cards)))

    def split(self, name: str, cards: Sequence[str]) -> None:
        """Split the two cards of a hand."""
        self.hands = [SplitHand(Hand([card], BET, BET, split=True)) for card in cards]
        line = f"{name} splits{self.seconds(*self.hands)}"
        if cards[0][0] == cards[1][0]:
            self.slips.add_line(line)
        else:
            self.slips.remaining -= 1
            self.slips.lines.append(RecordedLine(line, legal=False))

    def seconds(self, *hands: SplitHand) -> str:
        """Deal each of two hands a second card; return how the line ends."""
        new = [self.pack.pop() for _ in hands]
        named_cards = self.chance.choice([(True, True), (False, False), (False, False), (False, True), (True, False)])
        for split_hand, card, is_named in zip(hands, new, named_cards, strict=True):
            split_hand.hand.cards.append(card)
            split_hand.named = [False, is_named]
        words = [card if is_named else "??" for card, is_named in zip(new, named_cards, strict=True)]
        return f" {' '.join(words)}" if any(named_cards) else ""

    def play(self, name: str, others: Sequence[str]) -> None:
        index = 0
        while index < len(self.hands):
            split_hand = self.hands[index]
            hand = split_hand.hand
            if hand.cards[0][0] == hand.cards[1][0] and self.is_named(0.7) and len(self.hands) < 4:
                new = SplitHand(Hand([hand.cards.pop()], BET, BET, split=True))
                if split_hand.named[1]:
                    self.pair.add(new.hand.cards[0])
                self.hands.insert(index + 1, new)
                at_line = len(self.slips.lines)
                self.slips.add_line(f"{name} splits{self.seconds(split_hand, new)}")
                self.slips.lines[at_line] = replace(self.slips.lines[at_line], hidden=True)
                continue
            self.play_out(name, split_hand, others)
            index += 1

    def play_out(self, name: str, split_hand: SplitHand, others: Sequence[str]) -> None:
        hand, house = split_hand.hand, self.house
        while True:
            full = len(hand.cards) >= house.most and not hand.bust
            if self.slips.due() and self.slip(name, split_hand, others):
                if split_hand.shown:
                    return
                continue
            if hand.bust:
                self.show(name, split_hand)
                split_hand.alone = True
                return
            if full:
                return
            if hand.pontoon and self.is_named(0.5):
                self.note(split_hand, "declares")
                self.slips.add_line(f"{name} declares pontoon")
                return
            may_stick = allowed("sticks", hand.cards, house)
            action = self.chance.choice(
                ["buys", "twists", *(["sticks"] * (3 if hand.points > 13 else 1) if may_stick else [])]
            )
            if action == "sticks":
                self.note(split_hand, action)
                self.slips.add_line(f"{name} sticks")
                return
            if action == "buys" and house.buys and not hand.twisted and hand.least < 21:
                self.note(split_hand, action)
                hand.stake += BET
                self.slips.add_line(f"{name} buys {BET}{self.draw(split_hand, action, probability=0.15)}")
            elif action == "twists":
                self.note(split_hand, action)
                self.slips.add_line(f"{name} twists{self.draw(split_hand, action, probability=0.6)}")

    def slip(self, name: str, split_hand: SplitHand, others: Sequence[str]) -> bool:
        """Do what is not allowed, if there is anything; whether it was done."""
        hand, slips = split_hand.hand, self.slips
        low = not allowed("sticks", hand.cards, self.house) and not hand.bust
        match self.chance.choice(["early", "price", "bust", "low", "pontoon", "sixth"]):
            case "early" if not hand.bust:
                slips.slip(f"{self.chance.choice(others)} sticks", may_stand=False)
            case "price" if self.house.buys and not hand.twisted and hand.least < 21:
                if slips.slip(f"{name} buys {2 * BET + 1}"):
                    hand.stake += 2 * BET + 1
                    self.draw(split_hand, "buys", probability=0)
            case "bust" if hand.bust:
                self.note(split_hand, "twists")
                slips.remaining -= 1
                line = RecordedLine(f"{name} twists{self.draw(split_hand, 'twists', probability=0.6)}", legal=False)
                slips.lines.append(line)
                self.show(name, split_hand)
                split_hand.alone = True
            case "low" if low:
                self.note(split_hand, "sticks")
                slips.remaining -= 1
                taken_back = self.is_named(0.4)
                slips.lines.append(
                    RecordedLine(f"{name} sticks{', taken back' * taken_back}", legal=False, stood=not taken_back)
                )
                if taken_back:
                    return True
                self.show(name, split_hand)
                split_hand.alone = split_hand is not self.hands[-1]
            case "pontoon" if not hand.pontoon and not hand.bust:
                self.note(split_hand, "declares")
                slips.take_back(f"{name} declares pontoon")
            case "sixth" if len(hand.cards) >= self.house.most and not hand.bust:
                slips.take_back(f"{name} twists")
            case _:
                return False
        return True

    def show(self, name: str, split_hand: SplitHand) -> None:
        """Lay a hand open, its cards in any order."""
        split_hand.shown = True
        self.slips.add_line(
            f"{name} shows {' '.join(self.chance.sample(split_hand.hand.cards, len(split_hand.hand.cards)))}"
        )

    # -- What the record tells ------------------------------------------------------------------------------

    def orders(self, split_hand: SplitHand, cards: Sequence[str], legal: bool) -> Iterator[tuple[str, ...]]:
        """Yield in which order the cards of a hand may have come."""
        rank = self.up[0]
        split = [card for card in cards if card in self.pair]
        of_rank = [card for card in cards if card[0] == rank]
        firsts = split or (of_rank if legal else cards)
        others = {
            card
            for other_hand in self.hands
            for card, named in zip(other_hand.hand.cards, other_hand.named, strict=True)
            if named
        }
        for first in firsts:
            free = [card for card in cards if card != first]
            fixed = {index: card for index, card in enumerate(split_hand.hand.cards) if split_hand.named[index]}
            if first in others or any(card not in free for card in fixed.values()):
                continue
            remaining = [card for card in free if card not in fixed.values()]
            if any(card in others for card in remaining):
                continue
            empty = [index for index in range(1, len(cards)) if index not in fixed]
            for order in permutations(remaining):
                cards_by_index = {0: first, **fixed, **dict(zip(empty, order, strict=True))}
                yield tuple(cards_by_index[index] for index in range(len(cards)))

    def worlds(self, legal: bool) -> Iterator[list[list[tuple[bool, ...]]]]:
        """Yield what may have been allowed of the actions of each hand, for each way in which the hands were shown."""
        later_hands = [split_hand for split_hand in self.hands if split_hand.shown and not split_hand.alone]
        for order in permutations(later_hands):
            was = dict(zip(map(id, later_hands), (arrangement.hand.cards for arrangement in order), strict=True))
            worlds = []
            for split_hand in self.hands:
                cards = was.get(id(split_hand), split_hand.hand.cards)
                if len(cards) != len(split_hand.hand.cards):
                    break
                ways = {
                    tuple(
                        allowed(action.verb, arrangement[: action.cards], self.house) for action in split_hand.actions
                    )
                    for arrangement in (self.orders(split_hand, cards, legal) if split_hand.shown else ())
                }
                if split_hand.shown and not ways:
                    break
                worlds.append(sorted(ways))
            else:
                yield worlds

    def stakes_are_hidden(self) -> bool:
        """Whether nobody can say of two hands that were shown which of them has which stake."""
        unnamed = [split_hand for split_hand in self.hands if not split_hand.alone and not any(split_hand.named)]
        return any(
            len(first.hand.cards) == len(second.hand.cards) and first.hand.stake != second.hand.stake
            for first, second in combinations(unnamed, 2)
        )

    def ruled(self, wrong: bool) -> None:
        """Note of each line whether the cards in the record leave it open.

        Which cards lay in which hand is not looked for when others than a pair were split, which nobody noticed.
        """
        worlds = [*self.worlds(legal=True)] or [*self.worlds(legal=False)]
        costs = [sum(min(order.count(False) for order in ways) for ways in world if ways) for world in worlds]
        for index, split_hand in enumerate(self.hands):
            for place, action in enumerate(split_hand.actions):
                all_outcomes = {outcomes[place] for world in worlds for outcomes in world[index]}
                best = {
                    outcomes[place]
                    for world, cost in zip(worlds, costs, strict=True)
                    for outcomes in world[index]
                    if cost == min(costs) and outcomes.count(False) == min(order.count(False) for order in world[index])
                }
                line = self.slips.lines[action.line_index]
                hidden = len(all_outcomes) != 1 or wrong
                self.slips.lines[action.line_index] = replace(
                    line, hidden=hidden, either=hidden and best != {line.legal}
                )


def play(chance: Random, number: int | None = None) -> PlayedHand:
    """Play a deal in which the player at the banker's left splits, and settle it."""
    seats = NAMES[: chance.randint(3, 4)]
    bank, who, *others = [*seats[-1:], *seats[:-1]]
    pack = shuffle_pack(chance, PACK)
    house = House(chance.choice([0, 0, 15, 16]), chance.random() < 0.6, chance.choice([99, 99, 5]))
    slips = draw_slips(chance, 8, number)
    wrong = slips.due() and chance.random() < 0.3
    hidden = pack.pop()
    up = next(card for card in pack if (card[0] == hidden[0]) != wrong)
    pack.remove(up)
    players: Mapping[str, Hand] = {name: Hand([pack.pop(), pack.pop()], BET, BET) for name in others}
    banker = Hand([pack.pop(), pack.pop()])
    while banker.pontoon:
        banker.cards[0] = pack.pop(0)
    slips.add_line(f"deal by {bank}")
    for name in (who, *others):
        slips.add_line(f"{name} bets {BET}")
    slips.add_line(f"{who} shows {up}")
    for name, hand in (*players.items(), (bank, banker)):
        slips.add_line(f"{name} shows {hand.cards[1]}")
    table = Table(slips, pack, house, up, {up})
    if not wrong and chance.random() < 0.5:
        slips.add_line(f"{who} shows {up} {hidden}")
        table.pair.add(hidden)
    cards = [up, hidden]
    chance.shuffle(cards)
    index = len(slips.lines)
    table.split(who, cards)
    table.play(who, [*others, bank])
    for name, hand in players.items():
        while not allowed("sticks", hand.cards, house) or hand.points < 11:
            hand.cards.append(pack.pop())
            slips.add_line(f"{name} twists {hand.cards[-1]}")
        if hand.bust:
            slips.add_line(f"{name} shows {' '.join(hand.cards)}")
        else:
            slips.add_line(f"{name} {'sticks' if len(hand.cards) < house.most else 'shows ' + ' '.join(hand.cards)}")
    hands = [split_hand.hand for split_hand in table.hands]
    if not all(hand.bust for hand in [*hands, *players.values()]):
        slips.add_line(f"{bank} shows {' '.join(banker.cards)}")
        while banker.points < 14 and len(banker.cards) < house.most:
            banker.cards.append(pack.pop())
            slips.add_line(f"{bank} twists {banker.cards[-1]}")
        if not banker.bust and len(banker.cards) < house.most:
            slips.add_line(f"{bank} sticks")
    unshown_hands = [split_hand for split_hand in table.hands if not split_hand.shown]
    chance.shuffle(unshown_hands)
    for split_hand in unshown_hands:
        table.show(who, split_hand)
    for name, hand in players.items():
        if not hand.bust:
            slips.add_line(f"{name} shows {' '.join(hand.cards)}")
    tie = table.stakes_are_hidden()
    for name, hand in [*((who, hand) for hand in hands), *players.items()]:
        slips.add_line(payment_text(name, bank, wins(hand, banker)))
        slips.lines[-1] = replace(slips.lines[-1], hidden=tie, tie=tie)
    counts = {name: wins(hand, banker) for name, hand in players.items()}
    counts[who] = sum(wins(hand, banker) for hand in hands)
    counts[bank] = -sum(counts.values())
    table.ruled(wrong)
    slips.lines[index] = replace(slips.lines[index], either=wrong)
    return PlayedHand("pontoon", seats, slips.lines, counts=counts, options=house.options)
