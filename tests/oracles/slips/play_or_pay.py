"""Play or Pay as source text 003 tells it."""

from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from tests.oracles.slips.slip_records import NAMES, PACK, PlayedHand, draw_slips, shuffle_pack

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

    def left_of(self, name: str) -> str:
        seats = [*self.hands]
        return seats[(seats.index(name) + 1) % len(seats)]

    def right(self, chance: Random) -> str:
        """The card that the player in turn must play, or nothing if the player must pay."""
        hand = self.hands[self.turn]
        if not self.wanted:
            return chance.choice(hand)
        return self.wanted if self.wanted in hand else ""

    def play(self, name: str, card: str) -> None:
        """Play it; after a card that does not continue the sequence, the sequence goes on from that card."""
        self.hands[name].remove(card)
        self.played.add(card)
        index = RANKS.index(card[0])
        higher = [rank + card[1] for rank in RANKS[index + 1 :] + RANKS[:index]]
        self.wanted = next((higher_card for higher_card in higher if higher_card not in self.played), "")
        self.turn = self.left_of(name) if self.wanted else name

    def pay(self, name: str) -> None:
        self.paid[name] = self.paid.get(name, 0) + 1
        self.turn = self.left_of(name)


def slip_of(chance: Random, table: Table) -> tuple[str, str, bool] | None:
    """Who does what is not allowed, with which card or none, and whether the others may miss it."""
    turn, wanted_card = table.turn, table.wanted
    others = [seat for seat in table.hands if seat != turn]
    kind = chance.choice(["pays", "pays", "another card", "early", "early pay"])
    if kind == "pays":
        return (turn, "", bool(wanted_card)) if not wanted_card or wanted_card in table.hands[turn] else None
    if kind == "another card":
        cards = [card for card in table.hands[turn] if card != wanted_card]
        return (turn, chance.choice(cards), True) if wanted_card and cards else None
    if kind == "early pay":
        return (chance.choice(others), "", True) if wanted_card else None
    holders = [seat for seat in others if wanted_card in table.hands[seat]] if wanted_card else others
    if not holders:
        return None
    name = chance.choice(holders)
    return name, wanted_card or chance.choice(table.hands[name]), True


def play(chance: Random, number: int | None = None, unnoticed: bool = False) -> PlayedHand:
    """Play a hand; in half of them the cards that are left are shown.

    Where nobody notices slips, a chip may stay unpaid too, which the next line shows, a player who keeps a card back
    may go on so, and the card may be named that a payment is for.
    """
    seats = NAMES[: chance.randint(3, 6)]
    dealer = chance.choice(seats)
    pack = shuffle_pack(chance, PACK)
    first = seats.index(dealer) + 1
    hands = {seat: pack[(index - first) % len(seats) :: len(seats)] for index, seat in enumerate(seats)}
    table = Table(hands, "")
    table.turn = table.left_of(dealer)
    hand = draw_slips(chance, 100, number, unnoticed)
    hand.add_line(f"deal by {dealer}")
    # Whose chip was the first that stayed unpaid since the last line, and the card that somebody keeps back.
    unpaid, keeps = "", ""
    while all(hands.values()):
        turn, wanted_card = table.turn, table.wanted
        slip = slip_of(chance, table) if not unpaid and hand.due() else None
        if slip and unnoticed and not slip[2]:
            continue
        if not slip and unnoticed and hand.due() and wanted_card:
            hand.remaining, unpaid = hand.remaining - 1, unpaid or turn
            table.turn = table.left_of(turn)
            continue
        plays_later = keeps == wanted_card and wanted_card in hands[turn] and chance.random() < 0.7
        if plays_later and not slip:
            slip, hand.remaining = (turn, "", True), hand.remaining + 1
        name, card, may_stand = slip or (turn, table.right(chance), True)
        text = f"{name} plays {card}" if card else f"{name} pays"
        if not card and wanted_card and unnoticed and chance.random() < 0.2:
            text += f" for {wanted_card}"
        passed_over = unpaid not in ("", name)
        unpaid = ""
        waits_for = (wanted_card,) if not card and name == turn and wanted_card and not passed_over else ()
        if slip or passed_over:
            hand.remaining += not slip
            repeated = not card and table.left_of(name) == turn
            is_let_stand = hand.slip(text, may_stand, waits_for)
            # Who pays a second time has the same player after them, whether it was left at that or not.
            hand.lines[-1] = replace(hand.lines[-1], tie=repeated and name != turn)
            if not is_let_stand:
                continue
            if unnoticed and not card and name == turn and wanted_card in hands[turn]:
                keeps = wanted_card if chance.random() < 0.5 else ""
                if chance.random() < 0.3:
                    table.pay(name)
                    hand.add_line(f"{name} shows {wanted_card}")
                    continue
        else:
            hand.add_line(text, waits_for)
        if card:
            table.play(name, card)
        else:
            table.pay(name)
    winner = next(seat for seat in seats if not hands[seat])
    is_shown = chance.random() < 0.5
    for seat in seats:
        if is_shown and hands[seat]:
            hand.add_line(f"{seat} shows {' '.join(hands[seat])}")
    chips = {seat: -table.paid.get(seat, 0) - len(hands[seat]) for seat in seats}
    chips[winner] -= sum(chips.values())
    hand.add_line(f"deal by {table.left_of(dealer)}")
    lines = [
        replace(line, hidden=not is_shown and {*line.waits_for} - table.played and not line.text.startswith(winner))
        for line in hand.lines
    ]
    return PlayedHand("play-or-pay", seats, lines, counts=chips)
