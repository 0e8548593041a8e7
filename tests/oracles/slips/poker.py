"""What the poker rooms of source texts 002 and 004 share: chips, bets in turn, pots, and readings of a record."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final, Literal

from tests.oracles.slips.told import NAMES, Played, Slips, Told, slips

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
        shown = " ".join(self.cards)
        words = {
            "bets": f"bets {self.number}",
            "raises": f"raises to {self.number}",
            "all-in": "is all-in",
            "draws": f"discards {self.number}" if self.number else "stands pat",
            "calls": f"calls {self.number}" if self.number else "calls",
            "shows": f"shows {shown}",
            "cannot show": f"shows {shown}",
            "takes": f"takes {self.number}",
        }
        return f"{self.who} {words.get(self.verb, self.verb)}" if self.verb != "card" else f"{self.who} {shown}"


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
            for who in self.order:
                self.give(who, self.rules.ante)
            self.begin("bets" if self.rules.draws else "between")
            self.stage = int(bool(self.rules.draws))

    def begin(self, phase: Literal["between", "bets", "showdown", "over"]) -> None:
        """Start a round of bets or of draws."""
        self.phase, self.level, self.step, self.last = phase, 0, self.rules.least, self.order[-1]
        self.paid = dict.fromkeys(self.order, 0)
        self.had, self.closed, self.excused = set(), set(), set()
        self.odd = False

    def give(self, who: str, chips: int) -> None:
        self.stacks[who] -= chips
        self.given[who] += chips
        if self.paid:
            self.paid[who] += chips

    @property
    def live(self) -> list[str]:
        return [who for who in self.order if who not in self.folded]

    @property
    def due(self) -> list[str]:
        """Who has still to act, the one whose turn it is first."""
        at = self.order.index(self.last) + 1
        ahead = [who for who in (*self.order[at:], *self.order[:at]) if who not in self.folded]
        if self.phase == "between":
            return [who for who in ahead if who not in self.had] if self.rules.draws else []
        if self.phase != "bets":
            return []
        able = [who for who in ahead if self.stacks[who]]
        if len(able) == 1 and self.paid[able[0]] >= self.level:
            return []
        return [who for who in able if who not in self.had or (self.paid[who] < self.level and who not in self.excused)]

    @property
    def turn(self) -> str:
        return next(iter(self.due), "")

    def fits(self, act: Act) -> bool:
        """Whether the act would be right if it were its player's turn."""
        who, number = act.who, act.number
        if who in self.folded:
            return False
        if act.verb == "draws":
            return self.phase == "between" and who not in self.had and number <= self.rules.draws
        if act.verb == "folds":
            return self.phase == "bets" or (self.phase == "between" and bool(self.rules.draws))
        if self.phase != "bets" or not self.stacks[who]:
            return False
        owed, most = self.level - self.paid[who], self.rules.most
        match act.verb:
            case "checks":
                return owed == 0
            case "calls":
                return 0 < owed <= self.stacks[who] and number in (0, owed)
            case "bets" | "raises":
                by = number - self.level
                enough = self.step <= by <= (most or by) and number - self.paid[who] <= self.stacks[who]
                # The text has no other word for the first bet than to raise.
                return enough and who not in self.closed and (act.verb == "raises" or not self.level)
            case "all-in":
                by = self.stacks[who] - owed
                return by <= 0 or (who not in self.closed and by <= (most or by))
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
        who = act.who
        if act.verb == "card":
            self.give_back()
            self.begin("bets")
            self.stage += 1
        elif act.verb == "folds":
            self.folded.add(who)
        elif act.verb == "draws":
            self.had.add(who)
        elif act.verb in ("calls", "bets", "raises", "all-in"):
            owed = max(0, self.level - self.paid[who])
            chips = {"calls": owed, "all-in": self.stacks[who]}.get(act.verb, act.number - self.paid[who])
            self.give(who, min(chips, self.stacks[who]))
            by = self.paid[who] - self.level
            if by > 0:
                self.level, self.excused = self.paid[who], set()
                self.closed = {who} if by >= self.step else {*self.closed, who}
                self.step = max(self.step, by)
        if act.verb in ("checks", "calls", "bets", "raises", "all-in"):
            self.had.add(who)
            self.closed.add(who)
        if who in self.order:
            self.last = who
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
        for who in self.live:
            if self.given[who] == most:
                self.back = (who, most - second)
                self.give(who, second - most)

    def pots(self) -> list[Pot]:
        found, below, matched = [], 0, self.given
        for height in sorted({matched[who] for who in self.live}):
            chips = sum(min(given, height) - min(given, below) for given in matched.values())
            found.append((chips, [who for who in self.live if matched[who] >= height]))
            below = height
        over = sum(max(0, given - below) for given in matched.values())
        return [*found[:-1], (found[-1][0] + over, found[-1][1])]


Winners = Callable[[list[str]], list[str]]
"""Who of those that can win a pot has the best hand."""


def shares(pots: Sequence[Pot], order: Sequence[str], winners: Winners) -> dict[str, int]:
    """What each player takes from the pots; what does not divide goes to the first winner from the dealer's left."""
    taken = dict.fromkeys(order, 0)
    for chips, able in pots:
        best = winners(able)
        for at, who in enumerate(best):
            taken[who] += chips // len(best) + (0 if at else chips % len(best))
    return taken


def takes(table: Table, act: Act, winners: Winners) -> bool:
    """Whether a player who takes chips has won so many: one of the pots, a share of one, or all of them."""
    if act.verb != "takes":
        return True
    each = [share for pot in table.pots() if (share := shares([pot], table.order, winners)[act.who])]
    return act.number in (*each, sum(each), sum(each) + (table.back[1] if table.back[0] == act.who else 0))


@dataclass(frozen=True)
class Step:
    """A line of the record as an act."""

    act: Act
    taken_back: bool = False


def readings(table: Table, steps: Sequence[Step], most: int, winners: Winners) -> list[tuple[tuple[bool, ...], Table]]:
    """The ways to read a record with as few faults as any, which is `most` of them or less.

    What was taken back was put right, and is no fault of a reading. Of each way it is told whether each line is right,
    and how the hand stands in the end.
    """
    ways: list[tuple[int, tuple[bool, ...], Table]] = [(0, (), table)]
    for step in steps:
        further = []
        for before, said, at in ways:
            right = at.allowed(step.act) and takes(at, step.act, winners)
            faults = before + (not right and not step.taken_back)
            if faults > most:
                continue
            if step.taken_back or not right:
                further.append((faults, (*said, right), at))
            if not step.taken_back:
                after = [at.after(step.act)] if right else at.standing(step.act)
                further += [(faults, (*said, right), each) for each in after]
        ways = further
    ends = [way for way in ways if way[2].phase in ("showdown", "over")]
    fewest = min(faults for faults, _, _ in ends)
    return [(said, at) for faults, said, at in ends if faults == fewest]


def legal_acts(chance: Random, table: Table, who: str) -> Act:
    """Something that may be done by a player when it is their turn."""
    if table.phase == "between":
        number = chance.randint(0, table.rules.draws)
        return Act(who, "folds") if chance.random() < 0.03 else Act(who, "draws", number)
    owed, stack, most = table.level - table.paid[who], table.stacks[who], table.rules.most
    kind = chance.random()
    may_raise = who not in table.closed and not table.odd
    if owed >= stack:
        return Act(who, "folds") if kind < 0.6 else Act(who, "all-in")
    if kind < 0.04 and may_raise and stack - owed <= (most or stack):
        return Act(who, "all-in")
    if kind < 0.2 and may_raise and stack - owed >= table.step:
        by = chance.randint(table.step, min(stack - owed, table.step * 3, most or stack))
        return Act(who, "raises", table.level + by) if table.level else Act(who, "bets", by)
    if owed:
        return Act(who, "folds") if kind < 0.4 else Act(who, "calls")
    return Act(who, "folds") if kind > 0.97 else Act(who, "checks")


def slip_of(chance: Random, table: Table) -> tuple[Act, bool] | None:
    """What is not allowed, and whether the others may miss it."""
    turn, rules = table.turn, table.rules
    others = [who for who in table.live if who != turn and table.stacks[who]]
    out = [*table.folded]
    kind = chance.choice(["early", "early", "early", "size", "size", "turn", "turn", "out"])
    if kind == "early" and others and turn:
        act = legal_acts(chance, table, chance.choice(others))
        return (act, True) if table.fits(act) else None
    if kind == "out" and out and turn:
        who = chance.choice(out)
        dead: list[Verb] = ["folds", "draws"] if table.phase == "between" else ["folds", "checks", "calls"]
        return Act(who, chance.choice(dead)), False
    if not turn:
        return None
    if table.phase == "between":
        if kind == "size":
            return Act(turn, "draws", rules.draws + 1), True
        drawn = [who for who in table.live if who in table.had]
        if kind == "turn" and drawn:
            return Act(chance.choice(drawn), "draws", 1), False
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
    told: Slips
    seats: Sequence[str]
    start: Table = field(init=False)
    steps: list[tuple[int, Step]] = field(default_factory=list)
    """Each act with the place of its line."""

    def __post_init__(self) -> None:
        self.start = deepcopy(self.table)

    def tell(self, act: Act) -> None:
        self.steps.append((len(self.told.told), Step(act)))
        self.told.tell(act.text)
        if act.verb not in ("shows", "mucks", "takes"):
            self.table.do(act)

    def take_back(self, act: Act) -> None:
        """Write down an act that was allowed and that is taken back."""
        self.steps.append((len(self.told.told), Step(act, True)))
        self.told.told.append(Told(f"{act.text}, taken back", stood=False))

    def slip(self, act: Act, may_stand: bool) -> None:
        ways = self.table.standing(act) if may_stand else []
        stands = self.told.slip(act.text, bool(ways))
        self.steps.append((len(self.told.told) - 1, Step(act, self.told.told[-1].text.endswith("taken back"))))
        if stands:
            self.table = self.chance.choice(ways)

    def bets(self, next_card: Callable[[Table], Act] | None = None) -> None:
        """Play until the hands are shown or one player is left."""
        while self.table.phase not in ("showdown", "over"):
            if self.told.due() and (slip := slip_of(self.chance, self.table)):
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
            if self.told.each and self.chance.random() < 0.02:
                self.take_back(act)
            else:
                self.tell(act)

    def show(self, hands: Mapping[str, Sequence[str]], board: Sequence[str] = (), losers: Collection[str] = ()) -> None:
        """Show the hands, some not as they are at first; some of the losers may give theirs up instead."""
        seen = [board]
        for who in self.chance.sample(self.table.live, len(self.table.live)):
            if (others := [card for cards in seen for card in cards]) and self.told.due():
                cards = (*hands[who][:-1], self.chance.choice(others))
                self.slip(Act(who, "cannot show", cards=cards), False)
            if who in losers and self.chance.random() < 0.2:
                self.tell(Act(who, "mucks"))
            else:
                self.tell(Act(who, "shows", cards=tuple(hands[who])))
                seen.append(hands[who])

    def take(self, winners: Winners) -> None:
        """Say who takes how much, or leave it to be reckoned."""
        taken = shares(self.table.pots(), self.table.order, winners)
        for who in self.table.live if self.chance.random() < 0.6 else ():
            if self.told.due():
                self.slip(Act(who, "takes", taken[who] + self.chance.randint(1, 9)), False)
            if taken[who]:
                self.tell(Act(who, "takes", taken[who]))

    def played(self, options: str, winners: Winners) -> Played:
        """The record, with what another reading with as few faults says."""
        counts = net(self.table, winners)
        chips = {who: self.start.stacks[who] + self.start.given[who] + counts[who] for who in self.start.order}
        rich = [who for who in self.start.order if chips[who]]
        if len(rich) > 1:
            self.told.tell(f"deal by {rich[0]}")
        lines = [*self.told.told]
        steps = [step for _, step in self.steps]
        faults = sum(not line.legal and not line.text.endswith("taken back") for line in lines)
        results = set()
        for said, table in readings(self.start, steps, faults, winners):
            results.add(tuple(sorted(net(table, winners).items())))
            for (at, _), right in zip(self.steps, said, strict=True):
                if right != lines[at].legal:
                    lines[at] = replace(lines[at], either=True)
        if results != {tuple(sorted(counts.items()))}:
            lines = [replace(line, tie=line.tie or not line.legal) for line in lines]
        return Played(self.start.rules.game, self.seats, lines, counts=counts, options=options)


def net(table: Table, winners: Winners) -> dict[str, int]:
    taken = shares(table.pots(), table.order, winners)
    return {who: taken[who] - table.given[who] for who in table.order}


def sat_down(chance: Random, rules: Rules, players: int, number: int | None) -> Room:
    """A hand as it was dealt, with the chips of each written down."""
    seats = NAMES[:players]
    dealer = chance.randrange(players)
    most = chance.choice([60, 150, 400])
    stacks = {who: chance.randint(3 * rules.least, most) for who in seats}
    told = slips(chance, 4 * players, number)
    for who, chips in stacks.items():
        told.tell(f"{who} has {chips}")
    told.tell(f"deal by {seats[dealer]}")
    told.tell(f"everyone antes {rules.ante}")
    return Room(chance, Table(rules, (*seats[dealer + 1 :], *seats[: dealer + 1]), stacks), told, seats)
