"""Kowah against a second program, written straight from its source text: all shapes, and whole hands at random."""

import os
import random
from collections import Counter
from itertools import combinations_with_replacement
from typing import Any

import pytest

from referee.cards import UNSEEN, read_card
from referee.games import rulebook
from referee.games.kowah.hands import may_be_laid_open
from referee.games.kowah.table import DiscardCard, KowahDraw, KowahOptions, Take
from referee.rules import JudgedLine, Report, Shows, Unit, Verdict, option_definitions, total
from referee.rules.book.options import option_text
from tests.games.kowah.naive_kowah import (
    FACES,
    NAMES,
    PACK,
    NaiveKowah,
    checki_pairs,
    first_criterion,
    near_checki,
    second_criterion,
)
from tests.games.ruling import check

HANDS = int(os.environ.get("REFEREE_ORACLE_HANDS", "60"))
ANY_PAIR = "any_identical_pair_that_completes_three_triples"

# -- Shapes -------------------------------------------------------------------------------------------------

# A checki has three ranks at most, and all ranks of the suits are alike, as are the jack, the queen and the king.
ALL_THAT_DIFFER = ("AS AH AD 5S 5H 5D 7S 7H 7D", "5S 5H 5D 7S 7H 7D JC", "5S 5H 5D JC QC", "JC QC KC")


def eights(faces: list[str]) -> list[list[str]]:
    hands = (list(hand) for hand in combinations_with_replacement(faces, 8))
    return [hand for hand in hands if max(Counter(hand).values()) <= 4]


@pytest.mark.long
@pytest.mark.parametrize("faces", ALL_THAT_DIFFER)
@pytest.mark.parametrize("share", [True, False])
def test_every_hand_of_three_ranks_is_checki_if_one_of_the_two_criteria_of_the_text_holds(
    faces: str, share: bool
) -> None:
    options = KowahOptions(triples_may_share_rank=share)
    count = 0
    for hand in eights(faces.split()):
        pairs = {str(card) for card in may_be_laid_open(map(read_card, hand), options)}
        assert pairs == checki_pairs(hand, share), hand
        assert second_criterion(hand, share) <= first_criterion(hand, share), hand
        count += bool(pairs)
    assert count


def test_a_hand_of_four_ranks_is_no_checki() -> None:
    chance = random.Random(1)
    hands = [hand for hand in (chance.sample(PACK, 8) for _ in range(500)) if len({card[0] for card in hand}) > 3]
    assert len(hands) > 400
    for hand in hands:
        assert may_be_laid_open(map(read_card, hand), KowahOptions()) == () == tuple(checki_pairs(hand))


# -- Hands --------------------------------------------------------------------------------------------------


def options_at_random(chance: random.Random) -> dict[str, Any]:
    definitions = chance.sample(option_definitions(KowahOptions), chance.choice([0, 0, 1, 2, 8]))
    return {definition.name: chance.choice(definition.values) for definition in definitions}


class Hand:
    """A hand played at random, its record, and what the other program says of each line."""

    def __init__(self, seed: int, *, seen: bool) -> None:
        self.chance = chance = random.Random(seed)
        self.seen = seen
        players = chance.randint(2, 4)
        self.options = options_at_random(chance)
        pack = list(PACK)
        hands = [near_checki(chance, pack) for _ in range(players)]
        chance.shuffle(pack)
        dealer = chance.randrange(players)
        self.naive = NaiveKowah(self.options, dealer, hands, pack)
        self.lines = [f"deal by {NAMES[dealer]}"]
        self.truth: list[bool | None] = [None]
        if seen:
            for seat, hand in enumerate(hands):
                self.lines.append(f"{NAMES[seat]} holds only {' '.join(hand)}")
                self.truth.append(None)
        self.quiet = chance.random() < 0.03  # until the stock has run out
        self.play(400 if self.quiet else chance.randint(4, 60))

    def play(self, acts: int) -> None:
        for _ in range(acts):
            wrong = self.chance.random() < (0.02 if self.quiet else 0.2)
            self.note(*(self.random_act() if wrong else self.random_legal_act()))
            if self.naive.winner >= 0 and self.chance.random() < 0.5:
                break
        for seat in list(self.naive.declared):
            if not self.seen:
                self.shows(seat)

    def note(self, seat: int, verb: str, card: str) -> None:
        naive = self.naive
        unseen = naive.drawn and not (self.seen or naive.named) and seat == naive.turn and seat in naive.declared
        if unseen and card not in ("", naive.drawn):
            return  # for all that anybody sees, a card of the hand is the one that was drawn
        lawful = naive.is_legal(seat, verb, card)
        text = f"{NAMES[seat]} {verb}" + (f" {card}" if card else "")
        if verb == "declares":
            text = f"{NAMES[seat]} declares checki {card} {card}"
        # Nobody sees at once that a declaration is false, or that a false one claims.
        bluff = not self.seen and not lawful and self.only_cards_are_wrong(seat, verb, card)
        if lawful or bluff:
            self.lines.append(text)
            naive.play(seat, verb, card, seen=self.seen)
        else:
            said_only = self.seen and verb in ("declares", "claims") and self.chance.random() < 0.5
            self.lines.append(text if said_only else f"{text}, taken back")
        self.truth.append(lawful)

    def only_cards_are_wrong(self, seat: int, verb: str, card: str) -> bool:
        """Whether only the cards in the hand are wrong."""
        naive = self.naive
        if verb not in ("declares", "claims") or self.options.get("claim_match") == ANY_PAIR:
            return False
        if self.options.get("checki_locks_hand") is False or self.options.get("pre_held_third_wins"):
            return False
        previous_hand, naive.hands[seat] = naive.hands[seat], ["5S", "5S", "5S", "9D", "9D", "9D", card, card]
        third, naive.third = naive.third, card
        possible = naive.is_legal(seat, verb, card) and previous_hand.count(card) >= (2 if verb == "declares" else 0)
        naive.hands[seat], naive.third = previous_hand, third
        return possible

    def shows(self, seat: int) -> None:
        naive = self.naive
        gained = naive.winner == seat and naive.third == naive.hands[seat][-1]
        hand = naive.hands[seat] if gained else naive.declared_cards(seat)
        self.lines.append(f"{NAMES[seat]} shows {' '.join(hand)}")
        self.truth.append(None)
        naive.shows(seat)

    def random_act(self) -> tuple[int, str, str]:
        naive, chance = self.naive, self.chance
        verb = chance.choice(("draws", "takes", "discards", "discards", "declares", "claims"))
        seat = chance.randrange(len(naive.hands))
        cards = naive.hands[seat] + list(naive.declared.values()) + naive.pile[-1:]
        card = chance.choice(cards)
        if verb == "draws":
            card = "" if (chance.random() < 0.3 and not self.seen) or not naive.stock else chance.choice(naive.stock)
        if verb == "discards" or verb == "declares":
            card = chance.choice(naive.hands[seat])
        if verb == "declares" and naive.hands[seat].count(card) < 2:
            return self.random_legal_act()
        if verb == "claims" and seat == naive.turn and naive.drawn and not naive.named:
            card = naive.drawn  # the player shows it
        elif verb == "claims" and card not in (naive.drawn, *naive.pile[-1:]):
            card = naive.pile[-1] if naive.pile else card
        return seat, verb, card

    def random_legal_act(self) -> tuple[int, str, str]:
        naive, chance = self.naive, self.chance
        acts: list[tuple[int, str, str]] = []
        for seat, hand in enumerate(naive.hands):
            for card in sorted({*hand, naive.drawn, *naive.pile[-1:]} - {""}):
                acts += [(seat, verb, card) for verb in ("declares", "claims", "takes", "discards")]
        acts = [act for act in acts if naive.is_legal(*act)]
        bold = [act for act in acts if act[1] in ("declares", "claims")]
        if bold and not self.quiet and chance.random() < 0.6:
            return chance.choice(bold)
        if naive.drawn:
            mine = [act for act in acts if act[1] == "discards"]
            keeps = [act for act in mine if checki_pairs(self.after(act), naive.share)]
            best = keeps if keeps and not self.quiet else mine
            return chance.choice(best or [(naive.turn, "discards", naive.hands[naive.turn][-1])])
        takes = [act for act in acts if act[1] == "takes"]
        if takes and chance.random() < 0.2:
            return takes[0]
        if not naive.stock:
            return naive.turn, "draws", ""
        needed = [card for card in naive.declared.values() if card in naive.stock]
        card = chance.choice(needed) if needed and chance.random() < 0.15 else chance.choice(naive.stock)
        shows_card = self.seen or naive.others_declared(naive.turn)
        if not shows_card:
            naive.stock.remove(card)
            naive.stock.append(card)
        return naive.turn, "draws", card if shows_card else ""

    def after(self, act: tuple[int, str, str]) -> list[str]:
        hand = list(self.naive.hands[act[0]])
        hand.remove(act[2])
        return hand

    def sheet(self) -> Report:
        names = ", ".join(NAMES[: len(self.naive.hands)])
        option_texts = [f"{name}={option_text(value)}" for name, value in self.options.items()]
        options = f"options: {', '.join(option_texts)}\n" if option_texts else ""
        return check(f"game: kowah\nseats: {names}\n{options}\n" + "\n".join(self.lines) + "\n")


def is_hidden(hand: Hand, entry: JudgedLine) -> bool:
    """Whether nobody can know that an act is wrong.

    A hand that is checki has not been declared; or another card is thrown away than the one drawn, which nobody saw.
    """
    before = entry.before
    match entry.line.act:
        case KowahDraw() | Take():
            return hand.options.get("declare_optional") is False
        case DiscardCard(seat=seat):
            return (
                before.is_locked(seat)
                and isinstance(before.pending_draw, KowahDraw)
                and before.pending_draw.card is UNSEEN
            )
    return False


def disagreement(hand: Hand) -> str:
    """The first line on which the two programs disagree, or the outcome."""
    sheet = hand.sheet()
    for entry, lawful in zip(sheet.entries, hand.truth, strict=True):
        verdict = entry.ruling.says
        agreed = verdict == "legal" if lawful is None else verdict == ("legal" if lawful else "illegal")
        undecided = not hand.seen and (entry.ruling.verdict == "open" or is_hidden(hand, entry))
        if not agreed and not (verdict == "finding" and lawful is False) and not undecided:
            return f"{entry.line.number} {entry.line.text}: {verdict} {entry.ruling.clause.id} {entry.ruling.reason}"
    before = [entry for entry in sheet.entries if not (isinstance(entry.line.act, Shows) or entry.line.taken_back)]
    if not hand.seen and any(entry.after.false_pairs or entry.at_first.verdict is Verdict.ILLEGAL for entry in before):
        return ""  # cards that were seen gave a bluff away, and the hand went another way
    wins = [total(sheet.settlement, seat, Unit.WIN) for seat in sheet.record.seats]
    expected = [int(seat == hand.naive.winner) for seat in sheet.record.seats]
    if wins != expected:
        return f"wins {wins}, not {expected}"
    over = hand.naive.is_over
    return "" if bool(sheet.places) == over == (not sheet.table.in_play) else f"over: {over}"


@pytest.mark.parametrize("seen", [True, False], ids=["all cards known", "what the table sees"])
def test_random_hands_are_ruled_on_as_the_text_has_it(seen: bool) -> None:
    for seed in range(HANDS):
        hand = Hand(seed, seen=seen)
        assert not disagreement(hand), "\n".join([str(hand.options), *hand.lines])


def test_the_pack_is_that_of_the_text() -> None:
    assert Counter(map(str, rulebook("kowah").pack.cards)) == Counter(PACK)
    assert len(PACK) == 120
    assert len(FACES) == 30
