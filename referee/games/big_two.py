"""Chor Dai Di (Big Two), as the Gunn club plays it: source text 004."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import ClassVar

from referee.cards import FRENCH, Card, write_cards
from referee.cards.words import counted, plural
from referee.games.parts.dealing import hand_over
from referee.games.parts.possession import in_hand, misdealt, told
from referee.rules import (
    Answer,
    Deal,
    Fact,
    Holding,
    Holds,
    HoldsOnly,
    Item,
    Known,
    Offer,
    Rulebook,
    Seats,
    Shows,
    Unit,
    common_verbs,
    dealt,
    doubt,
    grounds,
    objection,
    option,
    ranked,
    total,
    undealt,
)

# -- house rules and what may be recorded -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Options:
    """The questions that a club answers before it plays."""

    two_pair_play: bool = option(True, clauses="5.4", asks="May two pairs and any fifth card be played?")
    straights: str = option("linear", "plus_low", "poker", clauses="5.5", asks="Which five ranks are consecutive?")
    royal: str = option("10_to_A", "none", clauses="5.10", asks="Is a suited 10-J-Q-K-A a class of its own?")
    remainder_3p: str = option(
        "face_up_out", "to_3D_holder", clauses="2.2", asks="With three players, where does the 52nd card go?"
    )
    flush_compare: str = option(
        "top_card", "suit_first", "all_cards", clauses="5.6", asks="How are two flushes compared?"
    )
    pass_locks: bool = option(False, clauses="4.3", asks="Is who passes shut out until the next lead?")
    leader_may_pass: bool = option(False, clauses="4.2", asks="May a player with a free lead pass?")
    opener: str = option(
        "named_three_every_hand", "previous_winner", clauses="3.1", asks="Who opens the second hand and later ones?"
    )
    last_card_rule: str = option(
        "none", "highest_single", clauses="4.8", asks="What is owed when the next player has one card left?"
    )
    direction: str = option("clockwise", "counter-clockwise", clauses="4.1", asks="Which way does the turn pass?")


@dataclass(frozen=True, slots=True)
class Play:
    """``NAME plays CARDS``."""

    seat: int
    cards: tuple[Card, ...]
    line: int = field(default=0, compare=False)

    @property
    def reveals(self) -> tuple[Card, ...]:
        """The cards played were in hand."""
        return self.cards


@dataclass(frozen=True, slots=True)
class Pass:
    """``NAME passes``."""

    seat: int
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Out:
    """``out CARD``: the card left over when three play lies face up, in no hand."""

    cards: tuple[Card, ...]
    line: int = field(default=0, compare=False)
    seat: ClassVar[int] = -1


@dataclass(frozen=True, slots=True)
class Table:
    """A Big Two table: `top` is the play to beat, `passed` who has passed on it, `active` who still has cards."""

    seats: Seats
    options: Options
    whole: bool
    known: Known
    turn: int | None = None
    items: tuple[Item, ...] = ()
    top: Play | None = None
    passed: frozenset[int] = frozenset()
    active: tuple[int, ...] = ()
    opened: bool = False
    winner: int | None = None

    def name(self, seat: int) -> str:
        """Return a player's name."""
        return self.seats.name(seat)


@dataclass(frozen=True, slots=True)
class Hand:
    """A set of cards that may be played: its class and what decides within the class, both the higher the better."""

    rank: int
    value: tuple[int, ...]
    cards: tuple[Card, ...]
    words: str

    @property
    def strength(self) -> tuple[int, tuple[int, ...]]:
        """What is compared between plays of as many cards."""
        return self.rank, self.value


book = Rulebook("big-two", title="Chor Dai Di (Big Two)", players=range(3, 5), options=Options, seed="004")
book.verb("NAME plays CARDS", Play)
book.verb("NAME passes", Pass)
book.verb("out CARDS", Out)
common_verbs(book)

RANKS = "3456789TJQKA2"
SUITS = "DCHS"
OPENING = tuple(Card("3", suit) for suit in SUITS)


# -- 1 Cards ------------------------------------------------------------------------------------------------

book.section("1", "The cards")


@book.clause("1.1")
def height(card: Card) -> tuple[int, int]:
    """The two is the highest card, then ace, king, and so down to the three; a card's rank counts first, and
    between equal ranks the suit decides: diamonds lowest, then clubs, hearts, and spades highest.
    """
    return RANKS.index(card.rank), SUITS.index(card.suit)


@book.clause("1.2", Holds, HoldsOnly, Shows)
def one_place(table: Table, act: Holds | HoldsOnly | Shows) -> Answer | None:
    """There is one of each card: no card is in two places, and no hand is larger than it was dealt."""
    return misdealt(table, act)


# -- 2 The deal ---------------------------------------------------------------------------------------------

book.section("2", "The deal")


@book.clause("2.1", Deal)
def dealt_evenly(table: Table, act: Deal) -> Answer | None:
    """The pack is dealt out evenly, face down: thirteen cards each to four players, seventeen to three."""
    return hand_over(table, act, table.active if table.whole else ())


@book.clause(
    "2.2",
    Out,
    interpretation="CDD-A3",
    reworded={"remainder_3p=to_3D_holder": "With three players the card left over goes to the holder of 3D."},
)
def left_over(table: Table, act: Out) -> Answer | None:
    """With three players the card left over is turned face up and is out of play."""
    if len(table.seats) != 3 and table.whole:
        return objection("Four players are dealt the whole pack, so that no card is left over.")
    if table.options.remainder_3p == "to_3D_holder":
        return objection(f"{write_cards(act.cards)} goes to whoever holds 3D, unseen.")
    if len(act.cards) != 1:
        return objection(f"One card is left over, not {len(act.cards)}: {write_cards(act.cards)}.")
    return None


# -- 3 The opening ------------------------------------------------------------------------------------------

book.section("3", "The opening")


@book.clause("3.3", interpretation="CDD-A4")
def opening_card(known: Known) -> Card:
    """If 3D is the card left over, the lowest three in play opens in its stead: 3C, else 3H, else 3S."""
    return next(card for card in OPENING if not any(out.seat < 0 for out in known.sightings(card)))


def opens_freely(table: Table) -> bool:
    """Tell whether the winner of the last hand opens with what he likes."""
    return table.options.opener == "previous_winner" and table.winner is not None


# -- 4 Playing ----------------------------------------------------------------------------------------------

book.section("4", "Playing and passing")


@book.clause(
    "4.1",
    Play,
    Pass,
    reworded={"direction=counter-clockwise": "Play goes counter-clockwise; each player in turn plays or passes."},
)
def in_turn(table: Table, act: Play | Pass) -> Answer | None:
    """Play goes clockwise; each player in turn plays or passes."""
    if not table.whole:
        return None
    if not table.active:
        return objection("No hand is in play; deal first.")
    if act.seat not in table.active:
        return objection(f"{table.name(act.seat)} has no cards left.")
    if table.turn is not None and act.seat != table.turn:
        return objection(f"It is {table.name(table.turn)}'s turn, not {table.name(act.seat)}'s.", table.top)
    return None


@book.clause(
    "3.1",
    Play,
    Pass,
    reworded={
        "opener=previous_winner": "The holder of 3D plays first in the first hand; later the winner of the last hand does."
    },
)
def holder_of_the_three_opens(table: Table, act: Play | Pass) -> Answer | None:
    """The player who holds 3D plays first, in every hand."""
    if table.opened or not table.whole or opens_freely(table):
        return None
    card = opening_card(table.known)
    if table.known.can_hold(act.seat, card) is Holding.NO:
        holder = "".join(f"; {table.name(seat)} does" for seat in table.known.holders(card))
        return objection(f"{table.name(act.seat)} does not hold {card}{holder}.")
    return None


@book.clause(
    "3.2",
    Play,
    reworded={
        "opener=previous_winner": "The first play of the first hand contains 3D; the winner of a hand leads freely."
    },
)
def opening_play_contains_the_three(table: Table, act: Play) -> Answer | None:
    """The first play of a hand contains 3D."""
    if table.opened or not table.whole or opens_freely(table):
        return None
    card = opening_card(table.known)
    if card not in act.cards:
        return objection(f"{write_cards(act.cards)} does not contain {card}, with which the hand opens.")
    return grounds(f"{write_cards(act.cards)} contains {card}.")


@book.clause(
    "4.2",
    Pass,
    interpretation="CL-3",
    reworded={"leader_may_pass=true": "Whoever has the lead may play anything, or pass the lead to the next player."},
)
def leader_plays(table: Table, act: Pass) -> Answer | None:
    """Whoever has the lead must play; there is nothing to pass on."""
    if table.top or not table.whole or table.options.leader_may_pass:
        return None
    if not table.opened and not opens_freely(table):
        return objection(f"The hand opens with a play that contains {opening_card(table.known)}.")
    return objection(f"{table.name(act.seat)} has the lead.")


@book.clause(
    "4.3",
    Pass,
    Play,
    reworded={
        "pass_locks=true": "A player may pass even with a hand to play, but then stays out until the next free lead."
    },
)
def may_pass(table: Table, act: Pass | Play) -> Answer | None:
    """A player may pass even with a hand to play, and may play again when the turn comes back."""
    if table.options.pass_locks and act.seat in table.passed:
        return objection(f"{table.name(act.seat)} has passed since the last lead.")
    if isinstance(act, Pass) and table.top:
        return grounds(f"{table.name(act.seat)} need not beat {write_cards(table.top.cards)}.", table.top)
    return None


@book.clause("1.3", Play)
def holds_what_is_played(table: Table, act: Play) -> Answer | None:
    """Cards are played from the hand: a card that was played, shown or counted elsewhere cannot be played, nor more
    cards than the hand has.
    """
    return in_hand(table, act, act.cards)


@book.clause("5.11", Play)
def is_a_hand(table: Table, act: Play) -> Answer | None:
    """One, two, three or five cards may be played, and only as one of the hands of this chapter."""
    if hand_of(act.cards, table.options):
        return None
    cards, size = write_cards(act.cards), len(act.cards)
    if size not in (1, 2, 3, 5):
        return objection(f"{cards} is {size} cards.")
    if size < 5:
        return objection(f"{cards} are not of one rank.")
    return objection(f"{cards} is none of the five-card hands.")


@book.clause("4.4", Play)
def same_size(table: Table, act: Play) -> Answer | None:
    """A play has as many cards as the play it follows."""
    top = to_beat(table, act)
    if top and len(act.cards) != len(top.cards):
        played, before = counted(len(act.cards), "card"), counted(len(top.cards), "card")
        return objection(f"{write_cards(act.cards)} is {played}; {write_cards(top.cards)} was {before}.", top)
    return None


@book.clause("4.5", Play)
def higher(table: Table, act: Play) -> Answer | None:
    """A play is higher than the play it follows."""
    top = to_beat(table, act)
    if not top:
        return None
    played, standing = hand_of(act.cards, table.options), hand_of(top.cards, table.options)
    if not played or not standing:
        return None
    ours, theirs = told_apart(played, standing)
    if played.strength > standing.strength:
        return grounds(f"{ours[0].upper()}{ours[1:]} beats {theirs}.", top)
    return objection(f"{ours[0].upper()}{ours[1:]} does not beat {theirs}.", top)


@book.clause(
    "4.8",
    Play,
    interpretation="CL-7",
    reworded={
        "last_card_rule=highest_single": "When the next player has one card left, a single played must be the "
        "highest card in the hand."
    },
)
def highest_before_a_last_card(table: Table, act: Play) -> Answer | None:
    """Nothing more is owed when the next player has only one card left."""
    if table.options.last_card_rule == "none" or len(act.cards) != 1 or not table.whole or not table.active:
        return None
    following = next_active(table, act.seat)
    if following is None or table.known.size(following) != 1:
        return None
    hand, played = table.known.hands[act.seat], act.cards[0]
    above = [card for card in hand.cards if height(card) > height(played)]
    if above:
        return objection(f"{table.name(following)} has one card left, and {above[0]} is higher than {played}.")
    if hand.unknown and any(
        table.known.can_hold(act.seat, card) is Holding.UNKNOWN
        for card in FRENCH.cards
        if height(card) > height(played)
    ):
        return doubt(f"{table.name(following)} has one card left; open until {table.name(act.seat)}'s hand is seen.")
    return None


@book.clause("4.6", Play)
def free_lead(table: Table, act: Play) -> Answer | None:
    """A player on whose play everyone else has passed may play any hand next."""
    if table.opened and not table.top and table.whole:
        return grounds(f"{table.name(act.seat)} has the lead and may play any hand.")
    return None


@book.clause("4.7")
def lead_after(table: Table, last: Play) -> int | None:
    """If everyone passes on a player's last cards, the lead rolls over to the next player."""
    return last.seat if last.seat in table.active else next_active(table, last.seat)


def to_beat(table: Table, act: Play) -> Play | None:
    """Return the play that an act must beat. In a part of a record, who plays twice running has been passed on."""
    if table.top and not table.whole and table.top.seat == act.seat:
        return None
    return table.top


def next_active(table: Table, seat: int) -> int | None:
    """Return the next player in the direction of play who still has cards and is not shut out."""
    order = table.seats.left_of(seat)
    if table.options.direction == "counter-clockwise":
        order = order[::-1]
    shut_out = table.passed if table.options.pass_locks else frozenset[int]()
    return next((each for each in order if each in table.active and each not in shut_out), None)


# -- 5 Hands ------------------------------------------------------------------------------------------------

book.section("5", "The hands, from low to high")


def top_height(cards: Iterable[Card]) -> tuple[int, int]:
    """Return the height of the highest of some cards."""
    return max(height(card) for card in cards)


@book.clause("5.1")
def single(cards: tuple[Card, ...]) -> Hand | None:
    """One card may be played alone."""
    if len(cards) != 1:
        return None
    return Hand(0, top_height(cards), cards, str(cards[0]))


@book.clause("5.2")
def pair(cards: tuple[Card, ...]) -> Hand | None:
    """Two cards of one rank are a pair; its higher card decides between pairs."""
    if len(cards) != 2 or cards[0].rank != cards[1].rank:
        return None
    return Hand(0, top_height(cards), cards, f"the pair of {plural(cards[0].rank)}")


@book.clause("5.3")
def triple(cards: tuple[Card, ...]) -> Hand | None:
    """Three cards of one rank may be played; the highest card decides between them."""
    if len(cards) != 3 or len({card.rank for card in cards}) != 1:
        return None
    return Hand(0, top_height(cards), cards, f"the three {plural(cards[0].rank)}")


@book.clause(
    "5.4",
    interpretation="CDD-A5",
    reworded={"two_pair_play=false": "Two pairs and a fifth card may not be played."},
)
def two_pair(cards: tuple[Card, ...], options: Options) -> Hand | None:
    """Two pairs and any fifth card are the lowest five-card hand; the higher pair decides, by its rank and then by
    its higher suit.
    """
    pairs = ranks_of(cards, 2)
    if not options.two_pair_play or len(pairs) != 2:
        return None
    higher_pair = max(pairs, key=RANKS.index)
    value = top_height(card for card in cards if card.rank == higher_pair)
    return Hand(1, value, cards, f"the two pairs {write_cards(cards)}")


@book.clause(
    "5.5",
    interpretation="CDD-A1",
    reworded={
        "straights=plus_low": "Five cards of consecutive rank are a straight, decided by the highest card: from "
        "A-2-3-4-5 (lowest, by its five) and 2-3-4-5-6 (by its six) to J-Q-K-A-2.",
        "straights=poker": "Five cards of consecutive rank are a straight, decided by the highest card: from A-2-3-4-5 "
        "(lowest, by its five) to 10-J-Q-K-A; the two is high nowhere in a straight.",
    },
)
def straight(cards: tuple[Card, ...], options: Options) -> Hand | None:
    """Five cards of consecutive rank are a straight, decided by the highest card: from 3-4-5-6-7 to J-Q-K-A-2, with the
    two only on top.
    """
    held = {card.rank for card in cards}
    for place, run in enumerate(straight_runs(options)):
        if held == set(run):
            top = next(card for card in cards if card.rank == run[-1])
            return Hand(2, (place, SUITS.index(top.suit)), cards, f"the straight {write_cards(cards)}")
    return None


@book.clause(
    "5.6",
    interpretation="CDD-A6",
    reworded={
        "flush_compare=suit_first": "Five cards of one suit are a flush; the higher suit decides, then the highest card.",
        "flush_compare=all_cards": "Five cards of one suit are a flush; the ranks decide from the highest down, then the "
        "suit.",
    },
)
def flush(cards: tuple[Card, ...], options: Options) -> Hand | None:
    """Five cards of one suit are a flush, decided by the highest card: by its rank, then by its suit."""
    if len({card.suit for card in cards}) != 1:
        return None
    ranks = sorted((RANKS.index(card.rank) for card in cards), reverse=True)
    suit = SUITS.index(cards[0].suit)
    value = {
        "top_card": (ranks[0], suit),
        "suit_first": (suit, *ranks),
        "all_cards": (*ranks, suit),
    }[options.flush_compare]
    return Hand(3, value, cards, f"the flush {write_cards(cards)}")


@book.clause("5.7")
def full_house(cards: tuple[Card, ...]) -> Hand | None:
    """Three of one rank and two of another are a full house, decided by the rank of the three."""
    threes, pairs = ranks_of(cards, 3), ranks_of(cards, 2)
    if not threes or not pairs:
        return None
    return Hand(4, (RANKS.index(threes[0]),), cards, f"the full house {write_cards(cards)}")


@book.clause("5.8")
def four_of_a_kind(cards: tuple[Card, ...]) -> Hand | None:
    """Four of one rank and any fifth card are decided by the rank of the four."""
    fours = ranks_of(cards, 4)
    if not fours:
        return None
    return Hand(5, (RANKS.index(fours[0]),), cards, f"the four {plural(fours[0])} {write_cards(cards)}")


@book.clause("5.9")
def straight_flush(cards: tuple[Card, ...], options: Options) -> Hand | None:
    """A straight all of one suit is a straight flush, decided by the highest card."""
    run = straight(cards, options)
    if not run or not flush(cards, options):
        return None
    return Hand(6, run.value, cards, f"the straight flush {write_cards(cards)}")


@book.clause(
    "5.10",
    interpretation="CDD-A2",
    reworded={"royal=none": "10-J-Q-K-A of one suit is a straight flush like any other."},
)
def royal_flush(cards: tuple[Card, ...], options: Options) -> Hand | None:
    """10-J-Q-K-A of one suit is a royal flush, above every straight flush; between two of them the suit decides."""
    if options.royal == "none" or {card.rank for card in cards} != set("TJQKA") or not flush(cards, options):
        return None
    return Hand(7, (SUITS.index(cards[0].suit),), cards, f"the royal flush {write_cards(cards)}")


@book.clause("5.12", interpretation="CDD-A10")
def hand_of(cards: tuple[Card, ...], options: Options) -> Hand | None:
    """A higher class of five-card hand beats every hand of a lower class, and five cards count as the highest class that
    they make.
    """
    if len(cards) < 5:
        return single(cards) or pair(cards) or triple(cards)
    if len(cards) > 5:
        return None
    return (
        royal_flush(cards, options)
        or straight_flush(cards, options)
        or four_of_a_kind(cards)
        or full_house(cards)
        or flush(cards, options)
        or straight(cards, options)
        or two_pair(cards, options)
    )


def straight_runs(options: Options) -> tuple[str, ...]:
    """Return the ranks of every straight, the lowest straight first and its highest card last."""
    linear = tuple(RANKS[low : low + 5] for low in range(len(RANKS) - 4))
    if options.straights == "plus_low":
        return ("A2345", "23456", *linear)
    return ("A2345", "23456", *linear[:-1]) if options.straights == "poker" else linear


def ranks_of(cards: tuple[Card, ...], count: int) -> tuple[str, ...]:
    """Return the ranks that appear exactly so many times."""
    return tuple(rank for rank, many in Counter(card.rank for card in cards).items() if many == count)


def told_apart(one: Hand, other: Hand) -> tuple[str, str]:
    """Return the names of two hands; where those are the same, with their cards."""
    if one.words != other.words:
        return one.words, other.words
    return f"{one.words} {write_cards(one.cards)}", f"{other.words} {write_cards(other.cards)}"


# -- 6 Places -----------------------------------------------------------------------------------------------

book.section("6", "Places")


@book.clause("6.1")
def takes_place(table: Table, seat: int, line: int) -> Item:
    """Whoever first has no cards is first, the next is second, and so on."""
    place = len(table.seats) - len(table.active) + 1
    return Item(seat, place, Unit.PLACE, takes_place, f"{table.name(seat)} is out; place {place}.", line)


@book.clause("6.2", interpretation="CL-9")
def is_last(table: Table, seat: int, line: int) -> Item:
    """The hand ends when one player is left with cards, who is last."""
    place = len(table.seats)
    return Item(seat, place, Unit.PLACE, is_last, f"{table.name(seat)} still holds cards; place {place}.", line)


@book.clause("6.3", interpretation="CDD-A11")
@book.places
def places(table: Table) -> tuple[tuple[int, ...], ...]:
    """Only places count; over several hands the lowest sum of places is best."""
    if not any(item.unit is Unit.PLACE for item in table.items) or (table.whole and table.active):
        return ()
    return ranked(table.seats, {seat: -total(table.items, seat, Unit.PLACE) for seat in table.seats})


# -- what happens -------------------------------------------------------------------------------------------


@book.begins
def begin(seats: Seats, options: Options, whole: bool) -> Table:
    """Return a table with no hand dealt yet, or in the middle of one."""
    active = () if whole else tuple(seats)
    return Table(seats, options, whole, undealt(len(seats)), active=active)


@book.applies
def apply(table: Table, act: object) -> Table:
    """Record what happened."""
    match act:
        case Deal():
            return deal(table)
        case Out():
            return replace(table, known=table.known.laid_out(act.cards, "left over", act.line))
        case Play():
            return play(table, act)
        case Pass():
            return pass_turn(table, act)
        case Holds() | HoldsOnly() | Shows():
            known = told(table.known, act)
            return replace(table, known=known, turn=table.turn if table.opened else opener(table, known))
    return table


def deal(table: Table) -> Table:
    """Open a hand."""
    size = len(FRENCH) // len(table.seats)
    fresh = replace(
        table,
        known=dealt([size] * len(table.seats)),
        top=None,
        passed=frozenset(),
        active=tuple(table.seats),
        opened=False,
    )
    return replace(fresh, turn=opener(fresh, fresh.known))


def opener(table: Table, known: Known) -> int | None:
    """Return who opens, as far as that is known."""
    if not table.whole or not table.active:
        return None
    if opens_freely(table):
        return table.winner
    return next(iter(known.holders(opening_card(known))), None)


def play(table: Table, act: Play) -> Table:
    """Put cards on the table; who has none left takes a place."""
    known = table.known
    if not table.opened and table.options.remainder_3p == "to_3D_holder" and known.stock:
        known = known.draws(act.seat, (Card("??", ""),))
    known = known.leaves(act.seat, act.cards, "played", act.line)
    passed = table.passed if table.options.pass_locks and table.top else frozenset[int]()
    after = replace(table, known=known, top=act, passed=passed, opened=True)
    if known.size(act.seat) == 0 and act.seat in table.active:
        after = goes_out(after, act)
    return replace(after, turn=next_active(after, act.seat)) if after.whole and after.active else after


def goes_out(table: Table, act: Play) -> Table:
    """Take a place, and the last one with cards the last place."""
    items = (*table.items, takes_place(table, act.seat, act.line))
    active = tuple(seat for seat in table.active if seat != act.seat)
    winner = act.seat if len(active) == len(table.seats) - 1 else table.winner
    if len(active) == 1:
        items = (*items, is_last(table, active[0], act.line))
        return replace(table, items=items, active=(), turn=None, top=None, winner=winner)
    return replace(table, items=items, active=active, winner=winner)


def pass_turn(table: Table, act: Pass) -> Table:
    """Note a pass; when everyone else has passed, the lead is free."""
    passed = table.passed | {act.seat}
    after = replace(table, passed=passed, opened=table.opened or table.options.leader_may_pass)
    if table.top and len(table.seats) >= book.players[0]:
        others = [seat for seat in table.active if seat != table.top.seat]
        if passed.issuperset(others):
            lead = lead_after(replace(after, passed=frozenset()), table.top)
            return replace(after, top=None, passed=frozenset(), turn=lead if table.whole else None)
    return replace(after, turn=next_active(after, act.seat)) if table.whole and table.active else after


# -- what could be done instead -----------------------------------------------------------------------------


@book.offers
def offers(table: Table, seat: int) -> Iterator[Offer]:
    """Propose plays of the hand where it is known, and otherwise the shape of what would do; and a pass."""
    top, name = table.top, table.name(seat)
    hand = table.known.hands[seat]
    if hand.whole and hand.cards:
        sizes = [len(top.cards)] if top else [1, 2, 3, 5]
        for size in sizes:
            for cards in combinations(sorted(hand.cards, key=height.test), size):
                if hand_of(cards, table.options):
                    yield Offer("", (Play(seat, cards),))
    else:
        yield from shapes(table, seat, name)
    yield Offer("", (Pass(seat),))


def shapes(table: Table, seat: int, name: str) -> Iterator[Offer]:
    """Describe what a player whose hand is not seen might play, with one such play."""
    if table.top is None:
        card = opening_card(table.known)
        if not table.opened and table.whole and not opens_freely(table):
            yield Offer(f"{name} plays any hand that contains {card}", (Play(seat, (card,)),))
        else:
            unseen = [card for card in FRENCH.cards if table.known.can_hold(seat, card) is not Holding.NO]
            yield Offer(f"{name} plays any hand", tuple(Play(seat, (card,)) for card in unseen[:1]))
        return
    standing = hand_of(table.top.cards, table.options)
    best = strongest(table, seat, len(table.top.cards))
    if standing is None or best is None:
        return
    kinds = {1: "any card", 2: "any pair", 3: "any three of a rank", 5: "any five-card hand"}
    yield Offer(f"{name} plays {kinds[len(best)]} above {standing.words}", (Play(seat, best),))


def strongest(table: Table, seat: int, size: int) -> tuple[Card, ...] | None:
    """Return the highest hand of a size that the cards not yet accounted for could make."""
    pool = {card for card in FRENCH.cards if table.known.can_hold(seat, card) is not Holding.NO}
    if size < 5:
        groups = (
            tuple(Card(rank, suit) for suit in reversed(SUITS) if Card(rank, suit) in pool) for rank in RANKS[::-1]
        )
        return next((group[:size] for group in groups if len(group) >= size), None)
    runs = [tuple(Card(rank, suit) for rank in run) for run in straight_runs(table.options) for suit in SUITS]
    suited = [run for run in runs if pool.issuperset(run)]
    return max(suited, key=lambda cards: _strength(cards, table.options), default=None)


def _strength(cards: tuple[Card, ...], options: Options) -> tuple[int, tuple[int, ...]]:
    hand = hand_of(cards, options)
    return hand.strength if hand else (-1, ())


# -- what is seen -------------------------------------------------------------------------------------------


@book.shows
def shows(table: Table) -> Iterator[Fact]:
    """Show the play to beat, who has passed, and how many cards each player has."""
    if table.top:
        yield Fact("To beat", f"{write_cards(table.top.cards)} by {table.name(table.top.seat)}")
    elif table.active and table.opened:
        yield Fact("To beat", "nothing: a free lead")
    for seat in table.seats:
        size = table.known.size(seat)
        if size is not None:
            yield Fact("Cards", "passed, " * (seat in table.passed) + counted(size, "card"), seat)
