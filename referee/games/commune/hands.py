"""The cards, the hands that may be bid, and whether the commune has them: chapters 1 and 4."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations, permutations
from typing import Final, NamedTuple

from referee.cards import Card
from referee.cards.pack import SUITS
from referee.cards.words import join_words, number_word, plural, singular
from referee.games.commune.bids import COUNT, ORDER, BidKind, PokerHand
from referee.games.commune.table import Bid, CommuneOptions, CommuneTable, book
from referee.rules import Answer, Clause, KnownHand, objection

# The ranks that a hand needs, each with its number of cards, in the order in which they are bid.
Needs = tuple[tuple[str, int], ...]

book.section("1", "The cards")
book.note("1.1", "Two to ten play with one pack of 52 cards.")


@book.clause("1.2")
def is_wild(card: Card) -> bool:
    """Twos are wild: a two stands for a card of any rank. Each two counts once: 8H 2C 4D does not make eights and
    fours.
    allow_flush=true: Twos are wild: a two stands for a card of any rank and suit. Each two counts once: 8H 2C 4D does
        not make eights and fours.
    """
    return card.rank == "2"


@book.clause("1.3")
def commune(hands: Iterable[KnownHand]) -> tuple[Card, ...]:
    """The cards of all players together are the commune. A bid claims that the commune makes a certain hand."""
    return tuple([card for hand in hands for card in hand.cards])


book.section("4", "The hands that may be bid, from low to high")


@book.clause("4.1")
def high_card(rank: str) -> Needs:
    """High card, such as "ten high": at least one card of the rank named."""
    return ((rank, 1),)


@book.clause("4.2")
def pair(rank: str) -> Needs:
    """Pair, such as "two nines": at least two cards of the rank named."""
    return ((rank, 2),)


@book.clause("4.3")
def two_pair(higher: str, lower: str) -> Needs:
    """Two pairs, such as "tens and sevens": at least two cards of each rank named."""
    return ((higher, 2), (lower, 2))


@book.clause("4.4")
def three_of_a_kind(rank: str) -> Needs:
    """Three of a kind, such as "three jacks": at least three cards of the rank named."""
    return ((rank, 3),)


@book.clause("4.5")
def straight(top: str) -> Needs:
    """Straight, such as "straight to queen": a card of each of the five ranks in a row up to the one named."""
    # Below a straight to six the row would pass through the ace: 4.13 and 3.6 rule that out.
    row = f"JQKA{ORDER}"
    end = ORDER.index(top)
    return tuple((rank, 1) for rank in row[end : end + 5])


@book.clause("4.6", Bid)
def flush_is_allowed(table: CommuneTable, act: Bid) -> Answer | None:
    """Flushes may not be bid.
    allow_flush=true: Flush: it must be bid with all five of its ranks, such as "flush K J 9 7 4".
    """
    if not act.hand.suited:
        return None
    if not table.options.allow_flush:
        return objection(f"{act.hand.title} is a bid on suits.")
    rank_count = len(act.hand.ranks)
    if act.hand.kind is BidKind.FLUSH and rank_count != 5:
        ranks = f"{number_word(rank_count)} {'rank' if rank_count == 1 else 'ranks'}"
        return objection(f"{act.hand.title} names {ranks}, and a flush has five.")
    return None


@book.clause("4.7", source="000", interpretation="COM-A8", scorer_only="allow_flush=false")
def flush(*ranks: str) -> Needs:
    """A full house comes next after a straight.
    allow_flush=true: A flush is above a straight and below a full house. It needs a card of each of its five ranks, all
        of one suit, whichever it is. Twos may stand for any of them.
    """
    return tuple((rank, 1) for rank in ranks)


@book.clause("4.8")
def full_house(three: str, pair: str) -> Needs:
    """Full house, such as "sevens over tens": at least three cards of the first rank and two of the second."""
    return ((three, 3), (pair, 2))


@book.clause("4.9")
def four_of_a_kind(rank: str) -> Needs:
    """Four of a kind, such as "four kings": at least four cards of the rank named."""
    return ((rank, 4),)


@book.clause("4.10", scorer_only="allow_flush=false")
def straight_flush(top: str) -> Needs:
    """Straight flushes may not be bid.
    allow_flush=true: Straight flush, such as "straight flush to queen": the five cards of a straight in one suit,
        whichever it is. A flush bid on five ranks in a row is one too. It is above four of a kind and below five of a
        kind.
    """
    return straight(top)


@book.clause("4.11")
def five_of_a_kind(rank: str) -> Needs:
    """Five of a kind, such as "five nines": at least five cards of the rank named, so at least one two."""
    return ((rank, 5),)


@book.clause("4.12", Bid, source="000", interpretation="COM-A9", scorer_only="max_kind=5")
def not_too_many_of_a_kind(table: CommuneTable, act: Bid) -> Answer | None:
    """No bid may be of more than five of a kind.
    max_kind=6: Six of a kind may be bid too, above five of a kind. No bid may be of more.
    max_kind=7: Six and seven of a kind may be bid too, above five of a kind in this order. No bid may be of more.
    max_kind=8: Six, seven and eight of a kind may be bid too, above five of a kind in this order.
    """
    kind, limit = act.hand.kind, table.options.max_kind
    if kind > BidKind.FIVE and COUNT[kind] > limit:
        return objection(f"{act.hand.title} is more than {number_word(limit)} of a kind.")
    return None


@book.clause("4.15", source="000", interpretation="COM-A9")
def more_than_five_of_a_kind(count: int, rank: str) -> Needs:
    """Five of a kind is the highest hand.
    max_kind=6: Six of a kind needs at least six cards of the rank named, so at least two twos.
    max_kind=7: Six of a kind needs at least six cards of the rank named, and seven of a kind seven. All above four are
        twos.
    max_kind=8: Six of a kind needs at least six cards of the rank named, and seven of a kind seven. Eight of a kind
        needs all four of the rank and all four twos.
    """
    return ((rank, count),)


_NEEDS: Final[Mapping[BidKind, Clause[Needs]]] = {
    BidKind.HIGH_CARD: high_card,
    BidKind.PAIR: pair,
    BidKind.TWO_PAIR: two_pair,
    BidKind.THREE: three_of_a_kind,
    BidKind.STRAIGHT: straight,
    BidKind.FLUSH: flush,
    BidKind.FULL_HOUSE: full_house,
    BidKind.FOUR: four_of_a_kind,
    BidKind.STRAIGHT_FLUSH: straight_flush,
    BidKind.FIVE: five_of_a_kind,
}


def needs(hand: PokerHand) -> Needs:
    """Return the ranks in a hand, each with its number of cards."""
    clause = _NEEDS.get(hand.kind)
    return clause.test(*hand.ranks) if clause else more_than_five_of_a_kind(COUNT[hand.kind], *hand.ranks)


# -- Which of two is higher ---------------------------------------------------------------------------------


@book.clause("4.13", source="000", interpretation="COM-A4")
def height(rank: str) -> int:
    """Bids name ranks from three, the lowest, to ace, the highest. The lowest straight is "straight to seven" and the
    highest is "straight to ace".
    """
    return ORDER.index(rank)


@book.clause("4.14", source="000", interpretation="house")
def strength(hand: PokerHand) -> tuple[int, tuple[int, ...]]:
    """A kind of hand later in this chapter is higher. Within a kind the ranks decide: of two pairs first the higher
    pair, of a full house first the three.
    allow_flush=true: A kind of hand later in this chapter is higher. Within a kind the ranks decide: of two pairs first
        the higher pair, of a full house first the three, of a flush first the highest card.
    """
    if hand.kind is BidKind.FLUSH and hand.ranks == tuple(rank for rank, _ in straight(hand.ranks[0]))[::-1]:
        return BidKind.STRAIGHT_FLUSH, (height(hand.ranks[0]),)
    return hand.kind, tuple(map(height.test, hand.ranks))


@lru_cache(maxsize=1024)
def compare_bids(bid: PokerHand, standing: PokerHand) -> tuple[bool, str]:
    """Tell whether a bid is higher than the standing one, and return the reason: ``both name nines, and fives are above
    fours``.
    """
    (our_kind, our_ranks), (their_kind, their_ranks) = strength(bid), strength(standing)
    kind, kind_before = BidKind(our_kind), BidKind(their_kind)
    if kind != kind_before:
        verb = "are" if kind is BidKind.TWO_PAIR else "is"
        verb_phrase = f"{verb} {'above' if kind > kind_before else 'below'}"
        return kind > kind_before, f"{_KINDS[kind]} {verb_phrase} {_KINDS[kind_before]}"
    index = next((i for i, rank in enumerate(our_ranks) if rank != their_ranks[i]), None)
    if index is None:
        return False, "they are the same hand"
    is_higher = our_ranks[index] > their_ranks[index]
    one_card = kind in (BidKind.HIGH_CARD, BidKind.STRAIGHT, BidKind.FLUSH, BidKind.STRAIGHT_FLUSH)
    name = singular if one_card else plural
    both_name = f"both name {join_words(name(ORDER[rank]) for rank in our_ranks[:index])}, and " if index else ""
    verb_phrase = f"{'is' if one_card else 'are'} {'above' if is_higher else 'below'}"
    return is_higher, f"{both_name}{name(ORDER[our_ranks[index]])} {verb_phrase} {name(ORDER[their_ranks[index]])}"


_KINDS: Final = {
    BidKind.HIGH_CARD: "a high card",
    BidKind.PAIR: "a pair",
    BidKind.TWO_PAIR: "two pairs",
    BidKind.STRAIGHT: "a straight",
    BidKind.FLUSH: "a flush",
    BidKind.FULL_HOUSE: "a full house",
    BidKind.STRAIGHT_FLUSH: "a straight flush",
    **{kind: f"{number_word(count)} of a kind" for kind, count in COUNT.items() if count > 2},
}


@cache
def biddable_hands(options: CommuneOptions) -> tuple[PokerHand, ...]:
    """Return every hand that may be bid, the lowest first."""
    hands = (
        PokerHand(kind, ranks)
        for kind in BidKind
        if COUNT.get(kind, 0) <= options.max_kind
        and (options.allow_flush or kind not in (BidKind.FLUSH, BidKind.STRAIGHT_FLUSH))
        for ranks in _ranks_of(kind)
    )
    biddable = (hand for hand in hands if all(rank != "2" for rank, _ in needs(hand)))
    return tuple(sorted(biddable, key=strength.test))


def _ranks_of(kind: BidKind) -> Iterator[tuple[str, ...]]:
    downward = ORDER[::-1]
    if kind is BidKind.TWO_PAIR:
        return combinations(downward, 2)
    if kind is BidKind.FULL_HOUSE:
        return permutations(downward, 2)
    if kind is BidKind.FLUSH:
        rows = {downward[start : start + 5] for start in range(len(downward))}
        return (ranks for ranks in combinations(downward, 5) if "".join(ranks) not in rows)
    return ((rank,) for rank in downward)


# -- Whether the commune makes a hand -----------------------------------------------------------------------


class BidOutcome(NamedTuple):
    """The outcome of a call: the cards that count, the number the bid lacks, and the number of unseen cards."""

    bid: PokerHand
    natural: Sequence[Card]
    twos: Sequence[Card]
    short: int
    unseen: int

    @property
    def holds(self) -> bool:
        """Whether the bid holds, because no card is missing."""
        return not self.short

    @property
    def word(self) -> str:
        """``holds`` or ``fails``."""
        return "fails" if self.short else "holds"

    @property
    def reason(self) -> str:
        """The reason, such as ``6H and 2S (wild) make two sixes.``"""
        if self.short and self.unseen:
            missing_text = f"{number_word(self.short).capitalize()} cards are missing for {self.bid.phrase}"
            verb = "is" if self.unseen == 1 else "are"
            return f"{missing_text}, and only {number_word(self.unseen)} {verb} still unseen."
        needs_of_bid = allot_cards(self.bid, self.natural, self.twos)
        if self.short:
            return _why_it_fails(self.bid, needs_of_bid)
        has_several_needs = len(needs_of_bid) > 1
        card_names = [
            _card_name(card, need.rank if has_several_needs else "") for need in needs_of_bid for card in need.cards
        ]
        return f"{join_words(card_names)} {'makes' if len(card_names) == 1 else 'make'} {self.bid.phrase}."


def check_bid(hands: Iterable[KnownHand], bid: PokerHand) -> BidOutcome | None:
    """Return the outcome of a call; None while unseen cards may still decide it.

    For a flush, the suit with the fewest missing cards counts.
    """
    cards = commune.test(hands)
    natural = [card for card in cards if not is_wild.test(card)]
    twos = [card for card in cards if card not in natural] if len(natural) < len(cards) else []
    if bid.suited:
        suits = [[card for card in natural if card.suit == suit] for suit in SUITS]
        natural = min(suits, key=lambda suited: shortage(bid, suited, len(twos)))
    shortage_count, unseen_count = shortage(bid, natural, len(twos)), 0
    if shortage_count:
        for hand in hands:
            if hand.unknown_count is None:
                return None
            unseen_count += hand.unknown_count
        if shortage_count <= unseen_count:
            return None
    return BidOutcome(bid, natural, twos, shortage_count, unseen_count)


def shortage(bid: PokerHand, natural: Iterable[Card], twos: int) -> int:
    """Return the number of cards missing for a hand. Each two is used once."""
    ranks = [card.rank for card in natural]
    missing_count = -twos
    for rank, needed_count in needs(bid):
        count = ranks.count(rank)
        if count < needed_count:
            missing_count += needed_count - count
    return max(missing_count, 0)


class RankNeed(NamedTuple):
    """A rank in a hand, with the number of cards needed, and the available cards. Wild cards come last."""

    rank: str
    needed: int
    cards: Sequence[Card]

    @property
    def missing(self) -> int:
        """The number of cards missing."""
        return self.needed - len(self.cards)


def allot_cards(bid: PokerHand, natural: Iterable[Card], twos: Sequence[Card]) -> list[RankNeed]:
    """Return each rank of a hand with its own cards, completed with twos while they last."""
    result = []
    for rank, needed_count in needs(bid):
        part_cards = [card for card in natural if card.rank == rank][:needed_count]
        if twos and len(part_cards) < needed_count:
            missing_count = needed_count - len(part_cards)
            part_cards, twos = [*part_cards, *twos[:missing_count]], twos[missing_count:]
        result.append(RankNeed(rank, needed_count, part_cards))
    return result


def _why_it_fails(bid: PokerHand, needs_of_bid: Sequence[RankNeed]) -> str:
    """Return a sentence on the cards that are there and those missing: ``There is only 6H for two sixes.``"""
    if bid.suited:
        cards = [card for need in needs_of_bid for card in need.cards]
        available = f"only {_card_names(cards)}" if cards else "no card"
        return f"In one suit there {_to_be(cards)} {available} for {bid.phrase}{_and_no_two(needs_of_bid)}."
    if bid.kind is BidKind.STRAIGHT:
        return _describe_gap(needs_of_bid)
    complete = [f"{_card_names(need.cards)} make {_describe_need(need)}" for need in needs_of_bid if not need.missing]
    unmet_needs = [need for need in needs_of_bid if need.missing]
    opening = f"{complete[0]}, but there" if complete else "There"
    lacking_text = " and ".join(map(_describe_lacking, unmet_needs))
    return f"{opening} {_to_be(unmet_needs[0].cards)} {lacking_text}{_and_no_two(needs_of_bid)}."


def _describe_gap(needs_of_bid: Sequence[RankNeed]) -> str:
    """Return the words for the missing ranks of a straight. The twos stand in for others."""
    wild = [card for need in needs_of_bid for card in need.cards if is_wild(card)]
    missing_ranks = (
        singular(need.rank) for need in needs_of_bid if not any(card.rank == need.rank for card in need.cards)
    )
    missing_words = f"There is no {join_words(missing_ranks, 'or')}"
    return (
        f"{missing_words}, and only {_card_names(wild)} to stand in."
        if wild
        else f"{missing_words}{_and_no_two(needs_of_bid)}."
    )


def _and_no_two(needs_of_bid: Sequence[RankNeed]) -> str:
    """Return ``, and no two`` if no two stands in for a card. A hand that falls short uses all twos."""
    return "" if any(is_wild.test(card) for need in needs_of_bid for card in need.cards) else ", and no two"


def _to_be(cards: Sequence[Card]) -> str:
    return "are" if len(cards) > 1 else "is"


def _describe_lacking(need: RankNeed) -> str:
    if need.cards:
        return f"only {_card_names(need.cards)} for {_describe_need(need)}"
    return f"no {singular(need.rank)}" + (f" for {_describe_need(need)}" if need.needed > 1 else "")


def _describe_need(need: RankNeed) -> str:
    return f"{number_word(need.needed)} {plural(need.rank)}"


def _card_names(cards: Iterable[Card]) -> str:
    return join_words(map(_card_name, cards))


def _card_name(card: Card, rank: str = "") -> str:
    """Return a card's name. A wild card has a note, with the `rank` it stands for."""
    if not is_wild.test(card):
        return str(card)
    return f"{card} (wild {singular(rank)})" if rank else f"{card} (wild)"
