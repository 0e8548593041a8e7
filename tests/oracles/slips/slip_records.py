"""A hand as it was played, line by line, with what is true of each line."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

SUITS: Final = "CDHS"
PACK: Final = tuple(rank + suit for suit in SUITS for rank in "23456789TJQKA")
NAMES: Final = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay")


@dataclass(frozen=True)
class RecordedLine:
    """One line of the record."""

    text: str
    legal: bool = True
    """Whether the text allows it, for somebody who sees all cards."""
    stood: bool = True
    """Whether the hand goes on from it."""
    hidden: bool = False
    """Whether the cards in the record leave it open."""
    waits_for: tuple[str, ...] = ()
    """The cards that show that it is right once all are seen, or that it is wrong once one is."""
    either: bool = False
    """Whether a reading of the record with no more faults says the other of it."""
    tie: bool = False
    """Whether the record leaves it open if the hand went on from it, as no line follows from that."""

    @property
    def right(self) -> tuple[str, ...]:
        """What may be said of it at the end of the record."""
        return ("legal" if self.legal else "illegal", *(("open",) if self.hidden else ()))


@dataclass(frozen=True)
class PlayedHand:
    """A record with what is true of it."""

    game: str
    seats: Sequence[str]
    lines: Sequence[RecordedLine]
    places: Sequence[frozenset[str]] = ()
    """Who came first, second, and so on; empty where the game counts something else."""
    counts: Mapping[str, int] = field(default_factory=dict)
    """The chips or hands that each has won or lost."""
    options: str = ""
    """The house rules of the table."""
    either: bool = False
    """Whether a sheet that finds no more faults than there were slips is right too: the hand may have gone so."""

    @property
    def head(self) -> str:
        options = f"options: {self.options}\n" if self.options else ""
        return f"game: {self.game}\nseats: {', '.join(self.seats)}\n{options}\n"

    @property
    def record(self) -> str:
        return self.head + "".join(f"{line.text}\n" for line in self.lines)


def cut_hand(hand: PlayedHand, chance: Random) -> PlayedHand:
    """The record as far as some line, where nothing has come of the hand yet."""
    lines = hand.lines[: chance.randint(2, len(hand.lines))]
    seen_cards: set[str] = set()
    lines_from_end = []
    for line in reversed(lines):
        cards = {*line.waits_for}
        unseen = bool(cards - seen_cards) if line.legal else bool(cards) and not cards & seen_cards
        lines_from_end.append(replace(line, hidden=unseen))
        seen_cards.update(line.text.replace(" for ", " ? ").split("?")[0].split())
    is_complete = len(lines) == len(hand.lines)
    return hand if is_complete else replace(hand, lines=lines_from_end[::-1], places=(), counts={})


@dataclass
class Slips:
    """When players slip, and what becomes of it."""

    chance: Random
    remaining: int
    """How many slips are still to come."""
    probability: float
    """The chance of a slip at a turn."""
    unnoticed: bool = False
    """Whether nobody notices any."""
    lines: list[RecordedLine] = field(default_factory=list)

    def due(self) -> bool:
        return self.remaining > 0 and self.chance.random() < self.probability

    def slip(self, text: str, may_stand: bool = True, waits_for: tuple[str, ...] = ()) -> bool:
        """Write down an illegal act, and return whether it stands."""
        self.remaining -= 1
        becomes = (
            "stands" if self.unnoticed else self.chance.choice(["stands"] * 2 * may_stand + ["taken back", "void"])
        )
        is_let_stand = becomes == "stands"
        text += ", taken back" * (becomes == "taken back")
        self.lines.append(RecordedLine(text, legal=False, stood=is_let_stand, waits_for=waits_for))
        return is_let_stand

    def take_back(self, text: str) -> None:
        """Write down an illegal act that is taken back."""
        self.remaining -= 1
        self.lines.append(RecordedLine(f"{text}, taken back", legal=False, stood=False))

    def add_line(self, text: str, waits_for: tuple[str, ...] = ()) -> None:
        """Write down what the text allows."""
        self.lines.append(RecordedLine(text, waits_for=waits_for))


def draw_slips(chance: Random, turns: int, number: int | None, unnoticed: bool = False) -> Slips:
    """One to four slips in a hand of about so many turns, or as many as are asked for.

    Those that nobody notices follow close on each other in some of the hands.
    """
    count = chance.randint(1, 4) if number is None else number
    probability = 0.4 if unnoticed and chance.random() < 0.3 else count / turns
    return Slips(chance, count, probability, unnoticed=unnoticed)


def shuffle_pack(chance: Random, pack: Sequence[str]) -> list[str]:
    """A shuffled pack."""
    return chance.sample(pack, len(pack))


Oracle = Callable[[Random, int | None], PlayedHand]
"""Plays a hand with one to four slips, or with so many as are asked for."""
