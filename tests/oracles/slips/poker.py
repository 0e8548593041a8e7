"""What the poker rooms of source texts 002 and 004 share: chips, bets in turn, pots, and readings of a record."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final, Literal

from tests.oracles.slips.slip_records import NAMES, PlayedHand, RecordedLine, Slips, draw_slips

RANKS: Final = "23456789TJQKA"
Cards = tuple[str, ...]
Verb = Literal[
    "checks", "calls", "bets", "raises", "all-in", "folds", "draws", "card", "shows", "cannot show", "mucks", "takes"
]


Pot = tuple[int, list[str]]
"""Its chips, and those who can win it."""


@dataclass(frozen=True)
class Act:
    """One action in a hand. For the next card of the middle, no player acts."""

    who: str
    verb: Verb
    number: int = 0
    """Chips, in all of the round for a raise; or how many cards are drawn."""
    cards: Cards = ()

    @property
    def text(self) -> str:
        cards = " ".join(self.cards)
        words = {
            "bets": f"bets {self.number}",
            "raises": f"raises to {self.number}",
            "all-in": "is all-in",
            "draws": f"discards {self.number}" if self.number else "stands pat",
            "calls": f"calls {self.number}" if self.number else "calls",
            "shows": f"shows {cards}",
            "cannot show": f"shows {cards}",
            "takes": f"takes {self.number}",
        }
        return f"{self.who} {words.get(self.verb, self.verb)}" if self.verb != "card" else f"{self.who} {cards}"


@dataclass(frozen=True)
class Rules:
    """What the rooms differ in."""

    game: str
    rounds: int
    """How often bets are made."""
    ante: int
    least: int
    most: int = 0
    """The highest bet or raise; nought where there is none."""
    draws: int = 0
    """How many cards may be exchanged between two rounds of bets; nought where cards are turned up instead."""


@dataclass
class Table:
    """A hand in play, as far as everybody sees it."""

    rules: Rules
    order: tuple[str, ...]
    """The seats, from the dealer's left."""
    stacks: dict[str, int]
    given: dict[str, int] = field(default_factory=dict)
    """What each has put in, in all."""
    paid: dict[str, int] = field(default_factory=dict)
    """What each has put in since the round of bets began."""
    phase: Literal["between", "bets", "showdown", "over"] = "between"
    stage: int = 0
    folded: set[str] = field(default_factory=set)
    had: set[str] = field(default_factory=set)
    """Who has had a turn in the round or drawn."""
    closed: set[str] = field(default_factory=set)
    """Who may not raise, as no full raise came since they acted."""
    excused: set[str] = field(default_factory=set)
    """Whose check before a bet was let stand, and the hand went on without the chips."""
    level: int = 0
    step: int = 0
    last: str = ""
    """Whose act it was that the turn goes on from."""
    odd: bool = False
    """Whether not all have put in the same, or a bet or raise was too small: what may follow is not in the text."""
    back: tuple[str, int] = ("", 0)
    """What nobody had matched of the last bet."""

    def __post_init__(self) -> None:
        if not self.given:
            self.given = dict.fromkeys(self.order, 0)
            for name in self.order:
                self.give(name, self.rules.ante)
            self.begin("bets" if self.rules.draws else "between")
            self.stage = int(bool(self.rules.draws))

    def begin(self, phase: Literal["between", "bets", "showdown", "over"]) -> None:
        """Start a round of bets or of draws."""
        self.phase, self.level, self.step, self.last = phase, 0, self.rules.least, self.order[-1]
        self.paid = dict.fromkeys(self.order, 0)
        self.had, self.closed, self.excused = set(), set(), set()
        self.odd = False

    def give(self, name: str, chips: int) -> None:
        self.stacks[name] -= chips
        self.given[name] += chips
        if self.paid:
            self.paid[name] += chips

    @property
    def live(self) -> list[str]:
        return [name for name in self.order if name not in self.folded]

    @property
    def due(self) -> list[str]:
        """Who has still to act, the one whose turn it is first."""
        index = self.order.index(self.last) + 1
        players_after = [name for name in (*self.order[index:], *self.order[:index]) if name not in self.folded]
        if self.phase == "between":
            return [name for name in players_after if name not in self.had] if self.rules.draws else []
        if self.phase != "bets":
            return []
        eligible = [name for name in players_after if self.stacks[name]]
        if len(eligible) == 1 and self.paid[eligible[0]] >= self.level:
            return []
        return [
            name
            for name in eligible
            if name not in self.had or (self.paid[name] < self.level and name not in self.excused)
        ]

    @property
    def turn(self) -> str:
        return next(iter(self.due), "")

    def fits(self, act: Act) -> bool:
        """Whether the act would be right if it were its player's turn."""
        name, number = act.who, act.number
        if name in self.folded:
            return False
        if act.verb == "draws":
            return self.phase == "between" and name not in self.had and number <= self.rules.draws
        if act.verb == "folds":
            return self.phase == "bets" or (self.phase == "between" and bool(self.rules.draws))
        if self.phase != "bets" or not self.stacks[name]:
            return False
        owed, most = self.level - self.paid[name], self.rules.most
        match act.verb:
            case "checks":
                return owed == 0
            case "calls":
                return 0 < owed <= self.stacks[name] and number in (0, owed)
            case "bets" | "raises":
                raise_amount = number - self.level
                enough = (
                    self.step <= raise_amount <= (most or raise_amount)
                    and number - self.paid[name] <= self.stacks[name]
                )
                # The text has no other word for the first bet than to raise.
                return enough and name not in self.closed and (act.verb == "raises" or not self.level)
            case "all-in":
                raise_amount = self.stacks[name] - owed
                return raise_amount <= 0 or (name not in self.closed and raise_amount <= (most or raise_amount))
        return False

    def allowed(self, act: Act) -> bool:
        """Whether the text allows it."""
        if act.verb == "card":
            return self.phase == "between" and not self.rules.draws
        if act.verb in ("shows", "takes"):
            return self.phase in ("showdown", "over")
        if act.verb == "mucks":
            return self.phase == "showdown" and act.who not in self.folded
        return act.who == self.turn and self.fits(act)

    def do(self, act: Act) -> None:
        """Go on from an act, whether it was right or not."""
        name = act.who
        if act.verb == "card":
            self.give_back()
            self.begin("bets")
            self.stage += 1
        elif act.verb == "folds":
            self.folded.add(name)
        elif act.verb == "draws":
            self.had.add(name)
        elif act.verb in ("calls", "bets", "raises", "all-in"):
            owed = max(0, self.level - self.paid[name])
            chips = {"calls": owed, "all-in": self.stacks[name]}.get(act.verb, act.number - self.paid[name])
            self.give(name, min(chips, self.stacks[name]))
            raise_amount = self.paid[name] - self.level
            if raise_amount > 0:
                self.level, self.excused = self.paid[name], set()
                self.closed = {name} if raise_amount >= self.step else {*self.closed, name}
                self.step = max(self.step, raise_amount)
        if act.verb in ("checks", "calls", "bets", "raises", "all-in"):
            self.had.add(name)
            self.closed.add(name)
        if name in self.order:
            self.last = name
        self.go_on()

    def go_on(self) -> None:
        """Begin what comes next when nobody is left to act."""
        if self.phase in ("bets", "between") and len(self.live) == 1:
            self.phase = "over"
            self.give_back()
        while self.phase == "bets" and not self.due:
            self.give_back()
            if self.stage == self.rules.rounds:
                self.phase = "showdown"
            else:
                self.begin("between")
        if self.phase == "between" and self.rules.draws and not self.due:
            self.begin("bets")
            self.stage += 1
            self.go_on()

    def standing(self, act: Act) -> list["Table"]:
        """Return the tables that may follow an illegal act that nobody noticed."""
        if act.verb == "card":
            return [self.after(act)] if self.phase == "bets" and not self.rules.draws else []
        if act.who in self.folded or self.phase in ("showdown", "over"):
            return []
        if act.verb == "checks" and self.phase == "between":
            return self.standing(Act(act.who, "draws"))  # the hand is kept as it is
        if act.verb in ("bets", "raises") and (
            self.phase != "bets"
            or (act.verb == "bets" and self.level and self.paid[act.who])
            or act.number <= self.level
        ):
            return []
        if act.verb in ("checks", "calls", "all-in") and (self.phase != "bets" or (act.verb == "calls" and act.number)):
            return []
        if act.verb == "draws" and (self.phase != "between" or act.who in self.had):
            return []
        ways = [self.after(act)]
        if act.who != self.turn and self.turn:
            stays = self.after(act, self.last)
            ways += [stays] if stays.phase == self.phase and stays.stage == self.stage else []
        if act.verb == "checks" and self.paid[act.who] < self.level:
            ways += [self.after(act, excused=True)]
        return ways

    def after(self, act: Act, last: str = "", excused: bool = False) -> "Table":
        table = deepcopy(self)
        wrong_size = act.verb in ("bets", "raises") and not self.fits(act)
        if excused:
            table.excused.add(act.who)
        if last:
            # The turn stays with the player who was passed over.
            turn = table.order.index(self.turn)
            before = table.order[turn - 1]
            table.do(act)
            if table.phase == self.phase and table.stage == self.stage:
                table.last = before
        else:
            table.do(act)
        table.odd = table.odd or wrong_size or excused
        return table

    def give_back(self) -> None:
        """Return what nobody has matched, if its player has not folded."""
        second, most = sorted(self.given.values())[-2:]
        for name in self.live:
            if self.given[name] == most:
                self.back = (name, most - second)
                self.give(name, second - most)

    def pots(self) -> list[Pot]:
        pots, below, matched = [], 0, self.given
        for height in sorted({matched[name] for name in self.live}):
            chips = sum(min(amount, height) - min(amount, below) for amount in matched.values())
            pots.append((chips, [name for name in self.live if matched[name] >= height]))
            below = height
        amount_above = sum(max(0, amount - below) for amount in matched.values())
        return [*pots[:-1], (pots[-1][0] + amount_above, pots[-1][1])]


Winners = Callable[[list[str]], list[str]]
"""Who of those that can win a pot has the best hand."""


def shares(pots: Sequence[Pot], order: Sequence[str], winners: Winners) -> dict[str, int]:
    """What each player takes from the pots; what does not divide goes to the first winner from the dealer's left."""
    amounts = dict.fromkeys(order, 0)
    for chips, eligible in pots:
        best = winners(eligible)
        for index, name in enumerate(best):
            amounts[name] += chips // len(best) + (0 if index else chips % len(best))
    return amounts


def takes(table: Table, act: Act, winners: Winners) -> bool:
    """Whether a player who takes chips has won so many: one of the pots, a share of one, or all of them."""
    if act.verb != "takes":
        return True
    pot_shares = [share for pot in table.pots() if (share := shares([pot], table.order, winners)[act.who])]
    return act.number in (
        *pot_shares,
        sum(pot_shares),
        sum(pot_shares) + (table.back[1] if table.back[0] == act.who else 0),
    )


@dataclass(frozen=True)
class Step:
    """A line of the record as an act."""

    act: Act
    taken_back: bool = False


def readings(table: Table, steps: Sequence[Step], most: int, winners: Winners) -> list[tuple[tuple[bool, ...], Table]]:
    """The ways to read a record with as few faults as any, which is `most` of them or less.

    What was taken back was put right, and is no fault of a reading. Of each way it is slips whether each line is right,
    and how the hand stands in the end.
    """
    ways: list[tuple[int, tuple[bool, ...], Table]] = [(0, (), table)]
    for step in steps:
        further = []
        for before, verdicts, final_table in ways:
            right = final_table.allowed(step.act) and takes(final_table, step.act, winners)
            faults = before + (not right and not step.taken_back)
            if faults > most:
                continue
            if step.taken_back or not right:
                further.append((faults, (*verdicts, right), final_table))
            if not step.taken_back:
                after = [final_table.after(step.act)] if right else final_table.standing(step.act)
                further += [(faults, (*verdicts, right), next_table) for next_table in after]
        ways = further
    ends = [candidate for candidate in ways if candidate[2].phase in ("showdown", "over")]
    fewest = min(faults for faults, _, _ in ends)
    return [(verdicts, final_table) for faults, verdicts, final_table in ends if faults == fewest]


def legal_acts(chance: Random, table: Table, name: str) -> Act:
    """Something that may be done by a player when it is their turn."""
    if table.phase == "between":
        number = chance.randint(0, table.rules.draws)
        return Act(name, "folds") if chance.random() < 0.03 else Act(name, "draws", number)
    owed, stack, most = table.level - table.paid[name], table.stacks[name], table.rules.most
    kind = chance.random()
    may_raise = name not in table.closed and not table.odd
    if owed >= stack:
        return Act(name, "folds") if kind < 0.6 else Act(name, "all-in")
    if kind < 0.04 and may_raise and stack - owed <= (most or stack):
        return Act(name, "all-in")
    if kind < 0.2 and may_raise and stack - owed >= table.step:
        raise_amount = chance.randint(table.step, min(stack - owed, table.step * 3, most or stack))
        return Act(name, "raises", table.level + raise_amount) if table.level else Act(name, "bets", raise_amount)
    if owed:
        return Act(name, "folds") if kind < 0.4 else Act(name, "calls")
    return Act(name, "folds") if kind > 0.97 else Act(name, "checks")


def slip_of(chance: Random, table: Table) -> tuple[Act, bool] | None:
    """What is not allowed, and whether the others may miss it."""
    turn, rules = table.turn, table.rules
    others = [name for name in table.live if name != turn and table.stacks[name]]
    folded_players = [*table.folded]
    kind = chance.choice(["early", "early", "early", "size", "size", "turn", "turn", "out"])
    if kind == "early" and others and turn:
        act = legal_acts(chance, table, chance.choice(others))
        return (act, True) if table.fits(act) else None
    if kind == "out" and folded_players and turn:
        name = chance.choice(folded_players)
        dead: list[Verb] = ["folds", "draws"] if table.phase == "between" else ["folds", "checks", "calls"]
        return Act(name, chance.choice(dead)), False
    if not turn:
        return None
    if table.phase == "between":
        if kind == "size":
            return Act(turn, "draws", rules.draws + 1), True
        drawing_players = [name for name in table.live if name in table.had]
        if kind == "turn" and drawing_players:
            return Act(chance.choice(drawing_players), "draws", 1), False
        return (Act(turn, "checks"), False) if kind == "turn" else None
    owed, stack = table.level - table.paid[turn], table.stacks[turn]
    if kind == "size" and not table.odd:
        sizes = [number for number in (table.step - 1, table.step // 2) if 0 < number < stack - owed]
        if rules.most and rules.most < stack - owed:
            sizes.append(rules.most + 1)
        too_many = Act(turn, "raises" if table.level else "bets", table.paid[turn] + stack + chance.randint(1, 9))
        if not sizes or chance.random() < 0.3:
            return too_many, True
        number = chance.choice(sizes)
        return Act(turn, "raises" if table.level else "bets", table.level + number), True
    if kind == "turn":
        if owed and chance.random() < 0.3:
            number = owed + chance.choice([-1, 1, 2])
            verbs: list[Verb] = ["bets", "calls"] if number < stack else ["bets"]
            return (Act(turn, chance.choice(verbs), number), False) if number else None
        if owed:
            return Act(turn, "checks"), not table.odd
        if chance.random() < 0.5 and not rules.draws:
            return Act("turn", "card"), table.level == 0
        return Act(turn, "calls"), True
    return None


def rank(cards: Sequence[str]) -> tuple[int, tuple[int, ...]]:
    """The class of five cards, and what decides within it; no suits."""
    values = sorted((RANKS.index(card[0]) for card in cards), reverse=True)
    counts = sorted(((count, value) for value, count in Counter(values).items()), reverse=True)
    shape, ordered = tuple(count for count, _ in counts), tuple(value for _, value in counts)
    flush = len({card[1] for card in cards}) == 1
    if len(counts) == 5 and (values[0] - values[4] == 4 or values == [12, 3, 2, 1, 0]):
        top = values[0] if values[0] - values[4] == 4 else 3
        return (8 if flush else 4), (top,)
    shapes = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    return (5, ordered) if flush else (shapes.get(shape, 0), ordered)


@dataclass
class Room:
    """A hand that is written down."""

    chance: Random
    table: Table
    slips: Slips
    seats: Sequence[str]
    start: Table = field(init=False)
    steps: list[tuple[int, Step]] = field(default_factory=list)
    """Each act with the place of its line."""

    def __post_init__(self) -> None:
        self.start = deepcopy(self.table)

    def add_line(self, act: Act) -> None:
        self.steps.append((len(self.slips.lines), Step(act)))
        self.slips.add_line(act.text)
        if act.verb not in ("shows", "mucks", "takes"):
            self.table.do(act)

    def take_back(self, act: Act) -> None:
        """Write down an act that was allowed and that is taken back."""
        self.steps.append((len(self.slips.lines), Step(act, True)))
        self.slips.lines.append(RecordedLine(f"{act.text}, taken back", stood=False))

    def slip(self, act: Act, may_stand: bool) -> None:
        ways = self.table.standing(act) if may_stand else []
        is_let_stand = self.slips.slip(act.text, bool(ways))
        self.steps.append((len(self.slips.lines) - 1, Step(act, self.slips.lines[-1].text.endswith("taken back"))))
        if is_let_stand:
            self.table = self.chance.choice(ways)

    def bets(self, next_card: Callable[[Table], Act] | None = None) -> None:
        """Play until the hands are shown or one player is left."""
        while self.table.phase not in ("showdown", "over"):
            if self.slips.due() and (slip := slip_of(self.chance, self.table)):
                act, may_stand = slip
                if act.verb == "card":
                    if next_card is None or self.table.stage == self.table.rules.rounds:
                        continue
                    act = next_card(self.table)
                if not self.table.allowed(act):
                    self.slip(act, may_stand)
                continue
            turn = self.table.turn
            act = next_card(self.table) if next_card and not turn else legal_acts(self.chance, self.table, turn)
            if not self.table.allowed(act):
                continue
            if self.slips.probability and self.chance.random() < 0.02:
                self.take_back(act)
            else:
                self.add_line(act)

    def show(self, hands: Mapping[str, Sequence[str]], board: Sequence[str] = (), losers: Collection[str] = ()) -> None:
        """Show the hands, some not as they are at first; some of the losers may give theirs up instead."""
        shown_hands = [board]
        for name in self.chance.sample(self.table.live, len(self.table.live)):
            if (others := [card for cards in shown_hands for card in cards]) and self.slips.due():
                cards = (*hands[name][:-1], self.chance.choice(others))
                self.slip(Act(name, "cannot show", cards=cards), False)
            if name in losers and self.chance.random() < 0.2:
                self.add_line(Act(name, "mucks"))
            else:
                self.add_line(Act(name, "shows", cards=tuple(hands[name])))
                shown_hands.append(hands[name])

    def take(self, winners: Winners) -> None:
        """Say who takes how much, or leave it to be reckoned."""
        amounts = shares(self.table.pots(), self.table.order, winners)
        for name in self.table.live if self.chance.random() < 0.6 else ():
            if self.slips.due():
                self.slip(Act(name, "takes", amounts[name] + self.chance.randint(1, 9)), False)
            if amounts[name]:
                self.add_line(Act(name, "takes", amounts[name]))

    def played(self, options: str, winners: Winners) -> PlayedHand:
        """The record, with what another reading with as few faults says."""
        counts = net(self.table, winners)
        chips = {name: self.start.stacks[name] + self.start.given[name] + counts[name] for name in self.start.order}
        rich = [name for name in self.start.order if chips[name]]
        if len(rich) > 1:
            self.slips.add_line(f"deal by {rich[0]}")
        lines = [*self.slips.lines]
        steps = [step for _, step in self.steps]
        faults = sum(not line.legal and not line.text.endswith("taken back") for line in lines)
        results = set()
        for verdicts, table in readings(self.start, steps, faults, winners):
            results.add(tuple(sorted(net(table, winners).items())))
            for (index, _), right in zip(self.steps, verdicts, strict=True):
                if right != lines[index].legal:
                    lines[index] = replace(lines[index], either=True)
        if results != {tuple(sorted(counts.items()))}:
            lines = [replace(line, tie=line.tie or not line.legal) for line in lines]
        return PlayedHand(self.start.rules.game, self.seats, lines, counts=counts, options=options)


def net(table: Table, winners: Winners) -> dict[str, int]:
    amounts = shares(table.pots(), table.order, winners)
    return {name: amounts[name] - table.given[name] for name in table.order}


def deal_room(chance: Random, rules: Rules, players: int, number: int | None) -> Room:
    """A hand as it was shuffle_pack, with the chips of each written down."""
    seats = NAMES[:players]
    dealer = chance.randrange(players)
    most = chance.choice([60, 150, 400])
    stacks = {name: chance.randint(3 * rules.least, most) for name in seats}
    slips = draw_slips(chance, 4 * players, number)
    for name, chips in stacks.items():
        slips.add_line(f"{name} has {chips}")
    slips.add_line(f"deal by {seats[dealer]}")
    slips.add_line(f"everyone antes {rules.ante}")
    return Room(chance, Table(rules, (*seats[dealer + 1 :], *seats[: dealer + 1]), stacks), slips, seats)
