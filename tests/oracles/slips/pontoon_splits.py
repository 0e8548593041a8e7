"""Pontoon as source text 003 tells it: one deal in which a player splits, told with some cards named and some not."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, permutations
from random import Random
from typing import Final

from tests.oracles.slips.pontoon import Hand, paid, wins
from tests.oracles.slips.told import NAMES, PACK, Played, Slips, Told, dealt, slips

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
        named = {"min_stick": self.stick, "buy_after_split": "true" if self.buys else "", "max_cards": self.most}
        unusual = {name: value for name, value in named.items() if value not in ("", 0, 99)}
        return ", ".join(f"{name}={value}" for name, value in unusual.items())


@dataclass
class Deed:
    """A line that one hand of the split is judged by: what was done, and how many cards the hand had."""

    at: int
    what: str
    cards: int


@dataclass
class Seen:
    """A hand of the split with what the record tells of it: the first of its cards is the one that was split."""

    hand: Hand
    named: list[bool] = field(default_factory=lambda: [False, False])
    """Which of its cards the line named on which it came."""
    deeds: list[Deed] = field(default_factory=list)
    shown: bool = False
    alone: bool = False
    """Whether it was shown while it was played."""
    bought: bool = False


def allowed(what: str, cards: Sequence[str], house: House) -> bool:
    """Whether the cards of a hand allow what was done with it."""
    hand = Hand([*cards], twisted=False)
    if what == "sticks":
        return hand.points >= house.stick or len(cards) >= 5
    if what == "declares":
        return hand.pontoon
    return not hand.bust and (what != "buys" or hand.least < 21)


@dataclass
class Table:
    """A deal in play."""

    told: Slips
    pack: list[str]
    house: House
    up: str
    pair: set[str]
    """The cards that were named before they were split."""
    hands: list[Seen] = field(default_factory=list)

    @property
    def chance(self) -> Random:
        return self.told.chance

    def is_named(self, often: float) -> bool:
        return self.chance.random() < often

    def draw(self, seen: Seen, what: str, *, often: float) -> str:
        """Draw a card for a hand; return how its line ends."""
        card, named = self.pack.pop(), self.is_named(often)
        seen.hand.cards.append(card)
        seen.named.append(named)
        seen.hand.twisted |= what == "twists"
        return f" {card}" if named else ""

    def note(self, seen: Seen, what: str) -> None:
        seen.deeds.append(Deed(len(self.told.told), what, len(seen.hand.cards)))

    def split(self, who: str, cards: Sequence[str]) -> None:
        """Split the two cards of a hand."""
        self.hands = [Seen(Hand([card], BET, BET, split=True)) for card in cards]
        line = f"{who} splits{self.seconds(*self.hands)}"
        if cards[0][0] == cards[1][0]:
            self.told.tell(line)
        else:
            self.told.left -= 1
            self.told.told.append(Told(line, legal=False))

    def seconds(self, *hands: Seen) -> str:
        """Deal each of two hands a second card; return how the line ends."""
        new = [self.pack.pop() for _ in hands]
        named = self.chance.choice([(True, True), (False, False), (False, False), (False, True), (True, False)])
        for seen, card, is_named in zip(hands, new, named, strict=True):
            seen.hand.cards.append(card)
            seen.named = [False, is_named]
        words = [card if is_named else "??" for card, is_named in zip(new, named, strict=True)]
        return f" {' '.join(words)}" if any(named) else ""

    def play(self, who: str, others: Sequence[str]) -> None:
        at = 0
        while at < len(self.hands):
            seen = self.hands[at]
            hand = seen.hand
            if hand.cards[0][0] == hand.cards[1][0] and self.is_named(0.7) and len(self.hands) < 4:
                new = Seen(Hand([hand.cards.pop()], BET, BET, split=True))
                if seen.named[1]:
                    self.pair.add(new.hand.cards[0])
                self.hands.insert(at + 1, new)
                at_line = len(self.told.told)
                self.told.tell(f"{who} splits{self.seconds(seen, new)}")
                self.told.told[at_line] = replace(self.told.told[at_line], hidden=True)
                continue
            self.play_out(who, seen, others)
            at += 1

    def play_out(self, who: str, seen: Seen, others: Sequence[str]) -> None:
        hand, house = seen.hand, self.house
        while True:
            full = len(hand.cards) >= house.most and not hand.bust
            if self.told.due() and self.slip(who, seen, others):
                if seen.shown:
                    return
                continue
            if hand.bust:
                self.show(who, seen)
                seen.alone = True
                return
            if full:
                return
            if hand.pontoon and self.is_named(0.5):
                self.note(seen, "declares")
                self.told.tell(f"{who} declares pontoon")
                return
            may_stick = allowed("sticks", hand.cards, house)
            what = self.chance.choice(
                ["buys", "twists", *(["sticks"] * (3 if hand.points > 13 else 1) if may_stick else [])]
            )
            if what == "sticks":
                self.note(seen, what)
                self.told.tell(f"{who} sticks")
                return
            if what == "buys" and house.buys and not hand.twisted and hand.least < 21:
                self.note(seen, what)
                hand.stake += BET
                self.told.tell(f"{who} buys {BET}{self.draw(seen, what, often=0.15)}")
            elif what == "twists":
                self.note(seen, what)
                self.told.tell(f"{who} twists{self.draw(seen, what, often=0.6)}")

    def slip(self, who: str, seen: Seen, others: Sequence[str]) -> bool:
        """Do what is not allowed, if there is anything; whether it was done."""
        hand, told = seen.hand, self.told
        low = not allowed("sticks", hand.cards, self.house) and not hand.bust
        match self.chance.choice(["early", "price", "bust", "low", "pontoon", "sixth"]):
            case "early" if not hand.bust:
                told.slip(f"{self.chance.choice(others)} sticks", may_stand=False)
            case "price" if self.house.buys and not hand.twisted and hand.least < 21:
                if told.slip(f"{who} buys {2 * BET + 1}"):
                    hand.stake += 2 * BET + 1
                    self.draw(seen, "buys", often=0)
            case "bust" if hand.bust:
                self.note(seen, "twists")
                told.left -= 1
                line = Told(f"{who} twists{self.draw(seen, 'twists', often=0.6)}", legal=False)
                told.told.append(line)
                self.show(who, seen)
                seen.alone = True
            case "low" if low:
                self.note(seen, "sticks")
                told.left -= 1
                taken_back = self.is_named(0.4)
                told.told.append(Told(f"{who} sticks{', taken back' * taken_back}", legal=False, stood=not taken_back))
                if taken_back:
                    return True
                self.show(who, seen)
                seen.alone = seen is not self.hands[-1]
            case "pontoon" if not hand.pontoon and not hand.bust:
                self.note(seen, "declares")
                told.take_back(f"{who} declares pontoon")
            case "sixth" if len(hand.cards) >= self.house.most and not hand.bust:
                told.take_back(f"{who} twists")
            case _:
                return False
        return True

    def show(self, who: str, seen: Seen) -> None:
        """Lay a hand open, its cards in any order."""
        seen.shown = True
        self.told.tell(f"{who} shows {' '.join(self.chance.sample(seen.hand.cards, len(seen.hand.cards)))}")

    # -- What the record tells ------------------------------------------------------------------------------

    def orders(self, seen: Seen, cards: Sequence[str], legal: bool) -> Iterator[tuple[str, ...]]:
        """Yield in which order the cards of a hand may have come."""
        rank = self.up[0]
        split = [card for card in cards if card in self.pair]
        of_rank = [card for card in cards if card[0] == rank]
        firsts = split or (of_rank if legal else cards)
        others = {card for each in self.hands for card, named in zip(each.hand.cards, each.named, strict=True) if named}
        for first in firsts:
            free = [card for card in cards if card != first]
            fixed = {at: card for at, card in enumerate(seen.hand.cards) if seen.named[at]}
            if first in others or any(card not in free for card in fixed.values()):
                continue
            rest = [card for card in free if card not in fixed.values()]
            if any(card in others for card in rest):
                continue
            empty = [at for at in range(1, len(cards)) if at not in fixed]
            for order in permutations(rest):
                filled = {0: first, **fixed, **dict(zip(empty, order, strict=True))}
                yield tuple(filled[at] for at in range(len(cards)))

    def worlds(self, legal: bool) -> Iterator[list[list[tuple[bool, ...]]]]:
        """Yield what may have been allowed of the deeds of each hand, for each way in which the hands were shown."""
        later = [seen for seen in self.hands if seen.shown and not seen.alone]
        for order in permutations(later):
            was = dict(zip(map(id, later), (each.hand.cards for each in order), strict=True))
            found = []
            for seen in self.hands:
                cards = was.get(id(seen), seen.hand.cards)
                if len(cards) != len(seen.hand.cards):
                    break
                ways = {
                    tuple(allowed(deed.what, each[: deed.cards], self.house) for deed in seen.deeds)
                    for each in (self.orders(seen, cards, legal) if seen.shown else ())
                }
                if seen.shown and not ways:
                    break
                found.append(sorted(ways))
            else:
                yield found

    def stakes_are_hidden(self) -> bool:
        """Whether nobody can say of two hands that were shown which of them has which stake."""
        unnamed = [seen for seen in self.hands if not seen.alone and not any(seen.named)]
        return any(
            len(one.hand.cards) == len(other.hand.cards) and one.hand.stake != other.hand.stake
            for one, other in combinations(unnamed, 2)
        )

    def ruled(self, wrong: bool) -> None:
        """Note of each line whether the cards in the record leave it open.

        Which cards lay in which hand is not looked for when others than a pair were split, which nobody noticed.
        """
        worlds = [*self.worlds(legal=True)] or [*self.worlds(legal=False)]
        costs = [sum(min(each.count(False) for each in ways) for ways in world if ways) for world in worlds]
        for at, seen in enumerate(self.hands):
            for place, deed in enumerate(seen.deeds):
                every = {way[place] for world in worlds for way in world[at]}
                best = {
                    way[place]
                    for world, cost in zip(worlds, costs, strict=True)
                    for way in world[at]
                    if cost == min(costs) and way.count(False) == min(each.count(False) for each in world[at])
                }
                line = self.told.told[deed.at]
                hidden = len(every) != 1 or wrong
                self.told.told[deed.at] = replace(line, hidden=hidden, either=hidden and best != {line.legal})


def play(chance: Random, number: int | None = None) -> Played:
    """Play a deal in which the player at the banker's left splits, and settle it."""
    seats = NAMES[: chance.randint(3, 4)]
    bank, who, *others = [*seats[-1:], *seats[:-1]]
    pack = dealt(chance, PACK)
    house = House(chance.choice([0, 0, 15, 16]), chance.random() < 0.6, chance.choice([99, 99, 5]))
    told = slips(chance, 8, number)
    wrong = told.due() and chance.random() < 0.3
    hidden = pack.pop()
    up = next(card for card in pack if (card[0] == hidden[0]) != wrong)
    pack.remove(up)
    players: Mapping[str, Hand] = {each: Hand([pack.pop(), pack.pop()], BET, BET) for each in others}
    banker = Hand([pack.pop(), pack.pop()])
    while banker.pontoon:
        banker.cards[0] = pack.pop(0)
    told.tell(f"deal by {bank}")
    for each in (who, *others):
        told.tell(f"{each} bets {BET}")
    told.tell(f"{who} shows {up}")
    for each, hand in (*players.items(), (bank, banker)):
        told.tell(f"{each} shows {hand.cards[1]}")
    table = Table(told, pack, house, up, {up})
    if not wrong and chance.random() < 0.5:
        told.tell(f"{who} shows {up} {hidden}")
        table.pair.add(hidden)
    cards = [up, hidden]
    chance.shuffle(cards)
    at = len(told.told)
    table.split(who, cards)
    table.play(who, [*others, bank])
    for each, hand in players.items():
        while not allowed("sticks", hand.cards, house) or hand.points < 11:
            hand.cards.append(pack.pop())
            told.tell(f"{each} twists {hand.cards[-1]}")
        if hand.bust:
            told.tell(f"{each} shows {' '.join(hand.cards)}")
        else:
            told.tell(f"{each} {'sticks' if len(hand.cards) < house.most else 'shows ' + ' '.join(hand.cards)}")
    hands = [seen.hand for seen in table.hands]
    if not all(hand.bust for hand in [*hands, *players.values()]):
        told.tell(f"{bank} shows {' '.join(banker.cards)}")
        while banker.points < 14 and len(banker.cards) < house.most:
            banker.cards.append(pack.pop())
            told.tell(f"{bank} twists {banker.cards[-1]}")
        if not banker.bust and len(banker.cards) < house.most:
            told.tell(f"{bank} sticks")
    left = [seen for seen in table.hands if not seen.shown]
    chance.shuffle(left)
    for seen in left:
        table.show(who, seen)
    for each, hand in players.items():
        if not hand.bust:
            told.tell(f"{each} shows {' '.join(hand.cards)}")
    tie = table.stakes_are_hidden()
    for each, hand in [*((who, hand) for hand in hands), *players.items()]:
        told.tell(paid(each, bank, wins(hand, banker)))
        told.told[-1] = replace(told.told[-1], hidden=tie, tie=tie)
    counts = {each: wins(hand, banker) for each, hand in players.items()}
    counts[who] = sum(wins(hand, banker) for hand in hands)
    counts[bank] = -sum(counts.values())
    table.ruled(wrong)
    told.told[at] = replace(told.told[at], either=wrong)
    return Played("pontoon", seats, told.told, counts=counts, options=house.options)
