"""Whole hands of Hold'em, drawn at random from what the rulebook offers, with every card and every chip known."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from referee.cards import FRENCH, Card, write_cards
from referee.games import rulebook
from referee.games.parts.betting.stakes import (
    AllIn,
    Bet,
    Call,
    Check,
    Fold,
    Raise,
    amount_to_call,
    can_raise,
    smallest_raise,
)
from referee.games.parts.board.clauses import BoardTable
from referee.rules import Act, Report, read_record, replay
from referee.rules.notation.line_words import PlayerNames
from referee.rules.notation.seats import Seats

NAMES = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida")


@dataclass(slots=True)
class HoldemHand:
    """A hand: the stacks at its beginning, the blinds and the ante, the cards, and the lines of its record."""

    stacks: tuple[int, ...]
    blinds: tuple[int, int]
    ante: int
    cards: tuple[tuple[Card, Card], ...]
    board: tuple[Card, ...]
    lines: list[str] = field(default_factory=list)
    acts: list[Act] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The record; the last of the seats deals, or of two the first posts the small blind and deals."""
        names = NAMES[: len(self.stacks)]
        forced = "both" if self.ante else "blinds"
        options = f"options: forced_bets={forced}, preflop_betting=true, headsup_blinds=dealer_small"
        head = ["game: texas-holdem", f"seats: {', '.join(names)}", options, ""]
        return "\n".join([*head, *self.lines]) + "\n"

    @property
    def sheet(self) -> Report:
        """The record, ruled on."""
        reading = read_record(self.text, rulebook)
        assert not reading.faults, reading.faults
        assert reading.record is not None
        return replay(reading.record)


def random_hand(random: Random) -> HoldemHand:
    """Play a hand at random; stacks are short enough that players run out of chips."""
    book = rulebook("texas-holdem")
    players = random.randint(2, 9)
    small = random.randint(1, 5)
    # Of two with equal blinds, pokerkit has the other begin.
    blinds = (small, random.choice((small, 2 * small)) if players > 2 else 2 * small)
    ante = random.choice((0, 0, 1, 3))
    stacks = tuple(random.randint(blinds[1] + ante + 1, random.choice((20, 60, 300))) for _ in range(players))
    pack = random.sample(FRENCH.cards, 2 * players + 5)
    hands = tuple((pack[2 * seat], pack[2 * seat + 1]) for seat in range(players))
    dealt = HoldemHand(stacks, blinds, ante, hands, tuple(pack[-5:]))
    options = book.options(
        forced_bets="both" if ante else "blinds", preflop_betting=True, headsup_blinds="dealer_small"
    )
    seats = Seats(NAMES[:players])
    table = book.begin(seats, options)

    def say(text: str) -> None:
        nonlocal table
        act = book.grammar.read(text, PlayerNames(seats.names), FRENCH, len(dealt.lines) + 5, book.title)
        table = book.apply(table, act)
        dealt.lines.append(text)
        dealt.acts.append(act)

    for seat, stack in enumerate(stacks):
        say(f"{NAMES[seat]} has {stack}")
    say(f"blinds {blinds[0]} {blinds[1]}")
    # The first seat posts the small blind; of two that is the dealer.
    say(f"deal by {NAMES[0] if players == 2 else NAMES[players - 1]}")
    if ante:
        say(f"everyone antes {ante}")
    say(f"{NAMES[0]} posts {blinds[0]}")
    say(f"{NAMES[1]} posts {blinds[1]}")
    while table.in_play:
        if table.turn is not None:
            say(book.write(_choose_act(table, random), seats))
        elif len(table.community.cards) < 5:
            lying = len(table.community.cards)
            say(f"board {write_cards(dealt.board[lying : max(3, lying + 1)])}")
        else:
            seat = next(seat for seat in table.hand.live if len(table.knowledge.hands[seat].shown_cards) < 2)
            say(f"{NAMES[seat]} shows {write_cards(hands[seat])}")
    return dealt


def _choose_act(table: BoardTable, random: Random) -> Act:
    """Return a legal act: mostly calls and checks, some raises of any size, all-ins and folds."""
    seat, hand, bets, stacks = table.turn, table.hand, table.round.bets, table.chips.stacks
    due, stack, level = amount_to_call(table, seat), stacks[seat], table.round.level
    # Who raises all that the others have got, raises nobody.
    opponents = [opponent for opponent in hand.live if opponent != seat and bets[opponent] + stacks[opponent] > level]
    luck = random.random()
    if luck < 0.15 and due:
        return Fold(seat)
    if luck < 0.5 and stack > due and opponents and can_raise(table, seat):
        least = level + smallest_raise(table)
        most = bets[seat] + stack
        if most <= least or luck < 0.22:
            return AllIn(seat)
        to = min(most, random.choice((least, least + 1, random.randint(least, most), random.randint(least, most))))
        return Raise(seat, to) if level else Bet(seat, to)
    return Call(seat) if due else Check(seat)
