"""Play or Pay as source text 003 tells it."""

from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from tests.oracles.slips.told import NAMES, PACK, Played, dealt, slips

RANKS: Final = "A23456789TJQK"


@dataclass
class Table:
    """A hand in play."""

    hands: dict[str, list[str]]
    turn: str
    wanted: str = ""
    """The card that continues the sequence; none when a sequence is begun."""
    played: set[str] = field(default_factory=set)
    paid: dict[str, int] = field(default_factory=dict)

    def left_of(self, who: str) -> str:
        seats = [*self.hands]
        return seats[(seats.index(who) + 1) % len(seats)]

    def right(self, chance: Random) -> str:
        """The card that the player in turn must play, or nothing if the player must pay."""
        hand = self.hands[self.turn]
        if not self.wanted:
            return chance.choice(hand)
        return self.wanted if self.wanted in hand else ""

    def play(self, who: str, card: str) -> None:
        """Play it; after a card that does not continue the sequence, the sequence goes on from that card."""
        self.hands[who].remove(card)
        self.played.add(card)
        at = RANKS.index(card[0])
        higher = [rank + card[1] for rank in RANKS[at + 1 :] + RANKS[:at]]
        self.wanted = next((each for each in higher if each not in self.played), "")
        self.turn = self.left_of(who) if self.wanted else who

    def pay(self, who: str) -> None:
        self.paid[who] = self.paid.get(who, 0) + 1
        self.turn = self.left_of(who)


def slip_of(chance: Random, table: Table) -> tuple[str, str, bool] | None:
    """Who does what is not allowed, with which card or none, and whether the others may miss it."""
    turn, wanted = table.turn, table.wanted
    others = [seat for seat in table.hands if seat != turn]
    kind = chance.choice(["pays", "pays", "another card", "early", "early pay"])
    if kind == "pays":
        return (turn, "", bool(wanted)) if not wanted or wanted in table.hands[turn] else None
    if kind == "another card":
        cards = [card for card in table.hands[turn] if card != wanted]
        return (turn, chance.choice(cards), True) if wanted and cards else None
    if kind == "early pay":
        return (chance.choice(others), "", True) if wanted else None
    holders = [seat for seat in others if wanted in table.hands[seat]] if wanted else others
    if not holders:
        return None
    who = chance.choice(holders)
    return who, wanted or chance.choice(table.hands[who]), True


def play(chance: Random, number: int | None = None, unnoticed: bool = False) -> Played:
    """Play a hand; in half of them the cards that are left are shown.

    Where nobody notices slips, a chip may stay unpaid too, which the next line shows, a player who keeps a card back
    may go on so, and the card may be named that a payment is for.
    """
    seats = NAMES[: chance.randint(3, 6)]
    dealer = chance.choice(seats)
    pack = dealt(chance, PACK)
    first = seats.index(dealer) + 1
    hands = {seat: pack[(at - first) % len(seats) :: len(seats)] for at, seat in enumerate(seats)}
    table = Table(hands, "")
    table.turn = table.left_of(dealer)
    hand = slips(chance, 100, number, unnoticed)
    hand.tell(f"deal by {dealer}")
    # Whose chip was the first that stayed unpaid since the last line, and the card that somebody keeps back.
    unpaid, keeps = "", ""
    while all(hands.values()):
        turn, wanted = table.turn, table.wanted
        slip = slip_of(chance, table) if not unpaid and hand.due() else None
        if slip and unnoticed and not slip[2]:
            continue
        if not slip and unnoticed and hand.due() and wanted:
            hand.left, unpaid = hand.left - 1, unpaid or turn
            table.turn = table.left_of(turn)
            continue
        again = keeps == wanted and wanted in hands[turn] and chance.random() < 0.7
        if again and not slip:
            slip, hand.left = (turn, "", True), hand.left + 1
        who, card, may_stand = slip or (turn, table.right(chance), True)
        text = f"{who} plays {card}" if card else f"{who} pays"
        if not card and wanted and unnoticed and chance.random() < 0.2:
            text += f" for {wanted}"
        passed_over = unpaid not in ("", who)
        unpaid = ""
        waits_for = (wanted,) if not card and who == turn and wanted and not passed_over else ()
        if slip or passed_over:
            hand.left += not slip
            repeated = not card and table.left_of(who) == turn
            stands = hand.slip(text, may_stand, waits_for)
            # Who pays a second time has the same player after them, whether it was left at that or not.
            hand.told[-1] = replace(hand.told[-1], tie=repeated and who != turn)
            if not stands:
                continue
            if unnoticed and not card and who == turn and wanted in hands[turn]:
                keeps = wanted if chance.random() < 0.5 else ""
                if chance.random() < 0.3:
                    table.pay(who)
                    hand.tell(f"{who} shows {wanted}")
                    continue
        else:
            hand.tell(text, waits_for)
        if card:
            table.play(who, card)
        else:
            table.pay(who)
    winner = next(seat for seat in seats if not hands[seat])
    shown = chance.random() < 0.5
    for seat in seats:
        if shown and hands[seat]:
            hand.tell(f"{seat} shows {' '.join(hands[seat])}")
    chips = {seat: -table.paid.get(seat, 0) - len(hands[seat]) for seat in seats}
    chips[winner] -= sum(chips.values())
    hand.tell(f"deal by {table.left_of(dealer)}")
    lines = [
        replace(line, hidden=not shown and {*line.waits_for} - table.played and not line.text.startswith(winner))
        for line in hand.told
    ]
    return Played("play-or-pay", seats, lines, counts=chips)
