"""What Zheng Shangyou and Big Two of source text 004 have in common: turns, passes, the lead and the places."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from tests.oracles.slips.slip_records import NAMES, PlayedHand, draw_slips

Cards = tuple[str, ...]


@dataclass(frozen=True)
class Rules:
    """What the two games differ in."""

    game: str
    opens: str
    """The card that the first play contains."""
    combinations: Callable[[Random, Sequence[str]], list[Cards]]
    """Some of what could be led from a hand."""
    beats: Callable[[Cards, Cards], bool]
    alike: Callable[[Cards, Cards], bool]
    """Whether the one could be higher or lower than the other."""
    odd: Callable[[Random, Sequence[str]], Cards] | None = None
    """Some cards of a hand that are no combination, which only bombs beat if they are let stand."""


@dataclass
class Table:
    """A hand in play."""

    rules: Rules
    hands: Mapping[str, list[str]]
    turn: str
    opened: bool = False
    lies: Cards = ()
    """What is to be beaten; nothing when a player leads."""
    last: str = ""
    passed: set[str] = field(default_factory=set)
    out: list[str] = field(default_factory=list)

    def after(self, name: str) -> str:
        """The next player who has cards."""
        seats = [*self.hands]
        index = seats.index(name)
        return next(seat for seat in [*seats[index + 1 :], *seats[: index + 1]] if seat not in self.out)

    def plays(self, chance: Random, name: str) -> list[Cards]:
        return self.rules.combinations(chance, self.hands[name])

    def allowed(self, cards: Cards) -> bool:
        """Whether the player in turn may play it."""
        if not self.opened:
            return self.rules.opens in cards
        return not self.lies or self.rules.beats(cards, self.lies)

    def play(self, name: str, cards: Cards) -> None:
        for card in cards:
            self.hands[name].remove(card)
        self.opened, self.lies, self.last, self.passed = True, cards, name, set()
        if not self.hands[name]:
            self.out.append(name)
        if not self.over:
            self.turn = self.after(name)

    def do_pass(self, name: str) -> None:
        self.turn = self.after(name)
        if not self.lies:
            return
        self.passed.add(name)
        if self.passed >= {*self.hands} - {*self.out, self.last}:
            self.turn = self.after(self.last) if self.last in self.out else self.last
            self.lies, self.passed = (), set()
            return
        # Who was passed over has still to beat the play or pass on it, before its player leads.
        while self.turn in (self.last, *self.passed):
            self.turn = self.after(self.turn)

    @property
    def over(self) -> bool:
        return len(self.out) >= len(self.hands) - 1


def slip_of(chance: Random, table: Table) -> tuple[str, Cards, bool] | None:
    """Who does what is not allowed, with which cards, and whether the others may miss it."""
    turn = table.turn
    kind = chance.choice(["low", "low", "other", "early", "early", "leader", "early pass"])
    if table.rules.odd and chance.random() < 0.1:
        cards = table.rules.odd(chance, table.hands[turn])
        return (turn, cards, True) if cards else None
    if kind == "early":
        name = chance.choice([seat for seat in table.hands if seat not in (turn, *table.out)])
        plays = [cards for cards in table.plays(chance, name) if table.allowed(cards) or not table.opened]
        return (name, chance.choice(plays), True) if plays and name != table.last else None
    if kind == "early pass":
        name = chance.choice([seat for seat in table.hands if seat not in (turn, *table.out)])
        return (name, (), bool(table.lies) and table.last not in (name, *table.out))
    if kind == "leader":
        return (turn, (), table.opened) if not table.lies else None
    wrong = [cards for cards in table.plays(chance, turn) if not table.allowed(cards)]
    if table.lies:
        wrong = [cards for cards in wrong if table.rules.alike(cards, table.lies) == (kind == "low")]
    return (turn, chance.choice(wrong), True) if wrong else None


def play(
    rules: Rules,
    chance: Random,
    hands: Mapping[str, list[str]],
    spare: Sequence[str],
    number: int | None,
    unnoticed: bool = False,
) -> PlayedHand:
    """Play a hand that has been dealt."""
    seats = [*hands]
    dealer = chance.choice(seats)
    hand = draw_slips(chance, 20 * len(seats), number, unnoticed)
    hand.add_line(f"deal by {dealer}")
    if spare:
        hand.add_line(f"out {' '.join(spare)}")
    table = Table(rules, hands, next(seat for seat in seats if rules.opens in hands[seat]))
    while not table.over:
        slip = slip_of(chance, table) if hand.due() else None
        if slip:
            name, cards, may_stand = slip
            if unnoticed and not may_stand:
                continue
            if not hand.slip(play_text(name, cards), may_stand):
                continue
        else:
            name = table.turn
            plays = [cards for cards in table.plays(chance, name) if table.allowed(cards)]
            passes = table.lies and (not plays or chance.random() < 0.35)
            cards = () if passes else chance.choice(plays)
            hand.add_line(play_text(name, cards))
        if cards:
            table.play(name, cards)
        else:
            table.do_pass(name)
    hand.add_line(f"deal by {seats[(seats.index(dealer) + 1) % len(seats)]}")
    places = [*table.out, *(seat for seat in seats if seat not in table.out)]
    return PlayedHand(rules.game, seats, hand.lines, [frozenset({seat}) for seat in places])


def play_text(name: str, cards: Cards) -> str:
    return f"{name} plays {' '.join(cards)}" if cards else f"{name} passes"


def deal(pack: Sequence[str], players: int) -> tuple[dict[str, list[str]], list[str]]:
    """Hands of as many cards for each, and what is over."""
    hand_size = len(pack) // players
    hands = {NAMES[seat]: [*pack[seat * hand_size : (seat + 1) * hand_size]] for seat in range(players)}
    return hands, [*pack[hand_size * players :]]
