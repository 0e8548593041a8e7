"""Stealing Bundles against a second program, written straight from its source text: whole hands at random."""

import os
import random
from typing import Any

import pytest

from referee.games.stealing_bundles.table import BundlesOptions
from referee.rules import Report, Unit, Verdict, option_definitions, total
from referee.rules.book.options import option_text
from tests.games.ruling import check
from tests.games.stealing_bundles.naive_bundles import PACK, NaiveBundles

HANDS = int(os.environ.get("REFEREE_ORACLE_HANDS", "40"))
NAMES = ("Ann", "Ben")


class Hand:
    """A hand played at random, its record, and what the other program says of each line.

    Where the hands are not told, what a player trailed with a match in hand shows in the cards that are played later.
    """

    def __init__(self, seed: int, *, hands_told: bool) -> None:
        self.chance = chance = random.Random(seed)
        definitions = chance.sample(option_definitions(BundlesOptions), chance.choice([0, 0, 1, 2, 5]))
        self.options: dict[str, Any] = {definition.name: chance.choice(definition.values) for definition in definitions}
        self.hands_told = hands_told
        dealer = chance.randrange(2)
        self.naive = NaiveBundles(self.options, dealer, chance.sample(PACK, 52))
        self.lines = [f"deal by {NAMES[dealer]}", f"board {' '.join(self.naive.board)}"]
        self.truth: list[bool | None] = [None, None]
        self.look()
        most = 1000 if chance.random() < 0.8 else chance.randint(1, 40)
        while most and not self.naive.is_over:
            most -= 1
            self.act()

    def look(self) -> None:
        if self.hands_told:
            for seat, hand in enumerate(self.naive.hands):
                self.lines.append(f"{NAMES[seat]} holds only {' '.join(hand)}")
                self.truth.append(None)

    def act(self) -> None:
        naive, chance = self.naive, self.chance
        deals = naive.deals
        seat = naive.turn if chance.random() < 0.95 else chance.randrange(2)
        acts = [
            (verb, card, taking)
            for card in naive.hands[seat]
            for verb, taking in (
                *(("plays", list[str]()), ("steals", []), ("trails", [])),
                *(("plays", some) for some in (naive.matches(card)[:1], naive.matches(card)) if some),
                *(("steals", some) for some in (naive.matches(card),) if some),
            )
        ]
        if not acts:
            return
        lawful = [act for act in acts if naive.is_legal(seat, *act)]
        act = chance.choice(lawful if lawful and chance.random() < 0.8 else acts)
        verb, card, taking = act
        right = naive.is_legal(seat, *act)
        taking_words = f" taking {' '.join(taking)}" if taking else ""
        taking_words += " stealing" if verb == "steals" else ""
        text = f"{NAMES[seat]} {'plays' if verb == 'steals' else verb} {card}{taking_words}"
        stands = not right and verb == "trails" and seat == naive.turn and chance.random() < 0.7
        self.lines.append(text if right else f"{text}, stands" if stands else f"{text}, taken back")
        self.truth.append(right)
        if right or stands:
            naive.play(seat, *act)
        if naive.deals > deals:
            if chance.random() < 0.3:
                self.lines.append("refill")
                self.truth.append(None)
            self.look()

    def sheet(self) -> Report:
        options_text = ", ".join(f"{name}={option_text(value)}" for name, value in self.options.items())
        options = f"options: {options_text}\n" if options_text else ""
        body = "\n".join(self.lines)
        return check(f"game: stealing-bundles\nseats: Ann, Ben\n{options}\n{body}\n")


def disagreement(hand: Hand) -> str:
    """The first line on which the two programs disagree, or the outcome."""
    sheet, naive = hand.sheet(), hand.naive
    for entry, lawful in zip(sheet.entries, hand.truth, strict=True):
        undecided = entry.ruling.verdict is Verdict.OPEN and not hand.hands_told and not naive.is_over
        expected = Verdict.ILLEGAL if lawful is False else Verdict.LEGAL
        if entry.ruling.verdict is not expected and not undecided:
            return f"{entry.line.number} {entry.line.text}: {entry.ruling.says} {entry.ruling.reason}"
    state = sheet.table
    if [bundle.size for bundle in state.bundles] != [len(bundle) for bundle in naive.bundles]:
        return f"bundles of {state.bundles}, not of {naive.bundles}"
    if sorted(map(str, state.board)) != sorted(naive.board):
        return f"the board is {state.board}, not {naive.board}"
    counts = naive.counts()
    expected_wins = [int(naive.is_over and counts[seat] > counts[1 - seat]) for seat in (0, 1)]
    wins = [total(sheet.settlement, seat, Unit.WIN) for seat in (0, 1)]
    if wins != expected_wins or bool(sheet.places) != naive.is_over or state.knowledge.count != 52:
        return f"wins {wins}, not {expected_wins}"
    return ""


@pytest.mark.parametrize("hands_told", [True, False], ids=["hands told", "hands not told"])
def test_random_hands_are_ruled_on_as_the_text_has_it(hands_told: bool) -> None:
    for seed in range(HANDS):
        hand = Hand(seed, hands_told=hands_told)
        assert not disagreement(hand), "\n".join([str(hand.options), *hand.lines])
