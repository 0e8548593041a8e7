"""Knowledge of where every card is.

A location is a seat number (that player's hand), the open table, or a named heap such as the stock, the buried cards, a
pool, a widow or the discards.

A heap may belong to a player, who may have several such packets. The player plays from a heap and shows it like a hand
(`Rulebook.hand_of`), but its cards are known separately. Players are always identified by seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from enum import Enum
from typing import Final, NamedTuple, TypeAlias

from referee.cards import FRENCH, UNSEEN, Card, Pack
from referee.cards.immutable import frozen

Location: TypeAlias = int | str

OPEN_TABLE: Final = "open table"
STOCK: Final = "stock"
# The heap of cards face down and out of play: burns, mucks, discards that nobody sees.
BURIED: Final = "buried"


class Holding(Enum):
    """The three answers to the question whether a hand holds a card."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


@frozen
class Move:
    """The move of some cards from a source to a target.

    Unnamed cards are `UNSEEN`. `how` describes how cards reached the open table. With `face_up`, everybody sees the
    cards that go into a hand.
    """

    cards: tuple[Card, ...]
    source: Location
    target: Location
    how: str = "played"
    face_up: bool = False


class Evidence(NamedTuple):
    """The cards that a statement shows to be in a location. If `complete`, the location has no others."""

    location: Location
    cards: tuple[Card, ...]
    complete: bool = False


@frozen
class Sighting:
    """A card lying open on the table: the seat that laid it (-1 for nobody), how ("played", "turned up"), and the
    line.
    """

    seat: int
    how: str
    line: int


@frozen
class KnownHand:
    """The known cards of a location, and the number of unknown ones; None if that number is unknown.

    Everybody at the table has seen the `shown_cards`. Only the referee was told about the other known cards.
    """

    cards: tuple[Card, ...] = ()
    unknown_count: int | None = None
    shown_cards: tuple[Card, ...] = ()

    @property
    def size(self) -> int | None:
        """The number of cards in the location; None if unknown."""
        return None if self.unknown_count is None else len(self.cards) + self.unknown_count

    @property
    def fully_known(self) -> bool:
        """Whether every card is known."""
        return self.unknown_count == 0


CardLocation: TypeAlias = Location | Sighting
_MutableLocated: TypeAlias = dict[Card, tuple[CardLocation, ...]]
_LocatedMap: TypeAlias = Mapping[Card, tuple[CardLocation, ...]]
_ANY: Final = KnownHand()
_NONE: Final = KnownHand((), 0)


@frozen
class Knowledge:
    """The state of knowledge about all cards: the `hands`, the named `heaps` and the open table.

    `card_locations` maps each known card to the locations of its copies: a seat, a heap, or a `Sighting` on the open
    table. An unnamed heap has no cards. `owners` maps each heap that belongs to a player to its seat, in order of play.
    """

    hands: tuple[KnownHand, ...]
    heaps: Mapping[str, KnownHand]
    card_locations: _LocatedMap
    pack: Pack = FRENCH
    owners: Mapping[str, int] = field(default_factory=dict)

    # -- asking -------------------------------------------------------------------------------------------

    def hand_at(self, location: Location) -> KnownHand:
        """Return the known and unknown cards of a hand or a heap."""
        return self.hands[location] if isinstance(location, int) else self.heaps.get(location, _NONE)

    def owner(self, location: Location) -> int | None:
        """Return the seat that owns a location; None for the open table, the stock and most heaps."""
        return location if isinstance(location, int) else self.owners.get(location)

    def size(self, location: Location) -> int | None:
        """Return the number of cards in a location; None if unknown."""
        return self.hand_at(location).size

    @property
    def stock(self) -> int | None:
        """The number of cards in the stock; None if unknown."""
        return self.hand_at(STOCK).size

    def sightings(self, card: Card) -> tuple[Sighting, ...]:
        """Return every sighting of a card on the open table, one for each copy."""
        located = self.card_locations.get(card)
        return tuple(location for location in located if isinstance(location, Sighting)) if located else ()

    def holders(self, card: Card) -> tuple[int, ...]:
        """Return the seats whose hands are known to hold a card."""
        return tuple(sorted({location for location in self.card_locations.get(card, ()) if isinstance(location, int)}))

    def unlocated(self, card: Card) -> int:
        """Return how many copies of a card have no known location."""
        return self.pack.copies.get(card, 0) - len(self.card_locations.get(card, ()))

    def can_hold(self, location: Location, card: Card) -> Holding:
        """Return whether a hand or a heap holds a card: yes, no or unknown. The contents of all other locations are
        used.
        """
        if location in self.card_locations.get(card, ()):
            return Holding.YES
        if not self.may_hold(location, card):
            return Holding.NO
        if self.hand_at(location).unknown_count is not None and self._must_be_here(location):
            return Holding.YES
        return Holding.UNKNOWN

    def may_hold(self, location: Location, card: Card) -> bool:
        """Tell whether a hand or a heap may hold a card, as far as is known."""
        locations = self.card_locations.get(card)
        if locations is None:
            return self.hand_at(location).unknown_count != 0 and card in self.pack.copies
        return location in locations or (
            self.hand_at(location).unknown_count != 0 and len(locations) < self.pack.copies.get(card, 0)
        )

    def possible(self, location: Location, cards: Sequence[Card]) -> list[Card]:
        """Return as many of `cards` as a location can hold together, counting copies. `UNSEEN` cards always fit."""
        if len(cards) == 1:  # as mostly
            return [*cards] if cards[0] is UNSEEN or self.may_hold(location, cards[0]) else []
        hand = self.hand_at(location)
        remaining = list(hand.cards)
        copies, located, is_full = self.pack.copies, self.card_locations, hand.unknown_count == 0
        fresh: dict[Card, int] = {}
        possible_cards: list[Card] = []
        for card in cards:
            if card in remaining:
                remaining.remove(card)
            elif card is not UNSEEN:
                free_copies = fresh.get(card, 0)
                if is_full or free_copies >= copies.get(card, 0) - len(located.get(card, ())):
                    continue
                fresh[card] = free_copies + 1
            possible_cards.append(card)
        return possible_cards

    def _must_be_here(self, location: Location) -> bool:
        for seat, hand in enumerate(self.hands):
            if hand.unknown_count != 0 and seat != location:
                return False
        return all(heap.unknown_count == 0 for name, heap in self.heaps.items() if name != location)

    @property
    def count(self) -> int | None:
        """The total number of cards in all locations; None if the size of one is unknown."""
        sizes = [hand.size for hand in (*self.hands, *self.heaps.values())]
        if any(size is None for size in sizes):
            return None
        open_count = sum(
            isinstance(location, Sighting) for locations in self.card_locations.values() for location in locations
        )
        return open_count + sum(size or 0 for size in sizes)

    # -- learning -----------------------------------------------------------------------------------------

    def reveal(self, location: Location, cards: Iterable[Card], *, is_shown: bool = False) -> Knowledge:
        """Return the knowledge after learning that a location has at least these cards, counting copies.

        With `is_shown`, everybody has seen them; otherwise only the referee was told.
        """
        hand = self.hand_at(location)
        seen_cards = [card for card in cards if card is not UNSEEN]
        fresh = difference(hand.cards, seen_cards)
        shown_cards = hand.shown_cards
        if is_shown:
            shown_cards += tuple(difference(shown_cards, seen_cards))
        if not fresh and shown_cards is hand.shown_cards:
            return self
        unknown = None if hand.unknown_count is None else max(0, hand.unknown_count - len(fresh))
        located = _add_locations(self.card_locations, location, fresh) if fresh else self.card_locations
        return self._with_hand(location, KnownHand((*hand.cards, *fresh), unknown, shown_cards), located)

    def reveal_all(self, location: Location, cards: Sequence[Card]) -> Knowledge:
        """Return the knowledge after learning that a location has exactly these cards. ``??`` stands for an unseen
        card.
        """
        hand = self.hand_at(location)
        seen_cards = tuple(card for card in cards if card is not UNSEEN)
        located = dict(self.card_locations)
        for card in difference(seen_cards, hand.cards):
            _remove_location(location, card, located)
        fresh = difference(hand.cards, seen_cards)
        shown_cards = tuple(card for card in hand.shown_cards if card in seen_cards)
        return self._with_hand(
            location,
            KnownHand(seen_cards, len(cards) - len(seen_cards), shown_cards),
            _add_locations(located, location, fresh),
        )

    def with_unknown_count(self, location: Location, unknown: int | None) -> Knowledge:
        """Return the knowledge with a changed number of unknown cards in a location; None stands for an unknown
        number.
        """
        hand = self.hand_at(location)
        return self._with_hand(location, KnownHand(hand.cards, unknown, hand.shown_cards), self.card_locations)

    def with_owner(self, location: str, seat: int) -> Knowledge:
        """Return the knowledge with a heap assigned to a player."""
        heaps = self.heaps if location in self.heaps else {**self.heaps, location: _NONE}
        return Knowledge(self.hands, heaps, self.card_locations, self.pack, {**self.owners, location: seat})

    def move(self, move: Move, line: int = 0) -> Knowledge:
        """Return the knowledge after a move.

        A card that cannot come from its source is left out. When an unseen card leaves a location, the cards known
        there become unknown, because any of them may have left.
        """
        source, target, cards = move.source, move.target, move.cards
        hands, heaps, located = [*self.hands], self.heaps, {**self.card_locations}
        if isinstance(source, int):
            hands[source], cards = self._take_out(hands[source], source, cards, located)
        elif source == OPEN_TABLE:
            cards = _take_from_open_table(cards, located)
        else:
            remaining_hand, cards = self._take_out(heaps.get(source, _NONE), source, cards, located)
            heaps = {**heaps, source: remaining_hand}
        sighting: CardLocation = target
        if isinstance(target, int):
            hands[target] = _add_cards(hands[target], cards, move.face_up)
        elif target == OPEN_TABLE:
            sighting = Sighting(self._acting_seat(source), move.how, line)
        else:
            heaps = {**heaps, target: _add_cards(heaps.get(target, _NONE), cards, move.face_up)}
        for card in cards:
            if card is not UNSEEN:
                located[card] = (*located[card], sighting) if card in located else (sighting,)
        return Knowledge(tuple(hands), heaps, located, self.pack, self.owners)

    def gather(self, location: Location, under: str = STOCK) -> Knowledge:
        """Return the knowledge after all cards of a location go to a heap. Cards from the open table stay known by
        name.
        """
        if location == OPEN_TABLE:
            cards = tuple(card for card in self.card_locations for _ in self.sightings(card))
        else:
            hand = self.hand_at(location)
            cards = (*hand.cards, *(UNSEEN,) * (hand.unknown_count or 0))
        return self.move(Move(cards, location, under))

    def _acting_seat(self, source: Location) -> int:
        owner = self.owner(source)
        return -1 if owner is None else owner

    def _take_out(
        self, hand: KnownHand, location: Location, cards: tuple[Card, ...], located: _MutableLocated
    ) -> tuple[KnownHand, tuple[Card, ...]]:
        """Return the remaining cards of a location after some leave it, and those of them that can have been there.

        `located` is changed to match.
        """
        cards_left, shown_cards, unknown = [*hand.cards], hand.shown_cards, hand.unknown_count
        taken_cards = []
        for card in cards:
            if card in cards_left:
                cards_left.remove(card)
                _remove_location(location, card, located)
                if card in shown_cards:
                    index = shown_cards.index(card)
                    shown_cards = (*shown_cards[:index], *shown_cards[index + 1 :])
            elif card is UNSEEN:
                # The cards that were known may be those that left.
                for card_left in cards_left:
                    _remove_location(location, card_left, located)
                unknown = None if unknown is None else max(0, unknown + len(cards_left) - 1)
                cards_left, shown_cards = [], ()
            else:
                is_possible = unknown != 0 and len(located.get(card, ())) < self.pack.copies.get(card, 0)
                unknown = unknown and unknown - 1
                if not is_possible:
                    continue
            taken_cards.append(card)
        return KnownHand(tuple(cards_left), unknown, shown_cards), tuple(taken_cards)

    def _with_hand(self, location: Location, hand: KnownHand, located: _LocatedMap) -> Knowledge:
        if isinstance(location, int):
            hands = (*self.hands[:location], hand, *self.hands[location + 1 :])
            return Knowledge(hands, self.heaps, located, self.pack, self.owners)
        return Knowledge(self.hands, {**self.heaps, location: hand}, located, self.pack, self.owners)


def before_deal(players: int, pack: Pack = FRENCH) -> Knowledge:
    """Return the knowledge before a deal, or at the start of a record that begins mid-hand: nothing is known."""
    return Knowledge((_ANY,) * players, {STOCK: _ANY}, {}, pack)


def after_deal(sizes: Sequence[int], pack: Pack = FRENCH) -> Knowledge:
    """Return the knowledge after a face-down deal from a fresh pack: the size of each hand."""
    hands = tuple(KnownHand((), size) for size in sizes)
    return Knowledge(hands, {STOCK: KnownHand((), len(pack) - sum(sizes))}, {}, pack)


def after_deal_in_packets(players: int, owners: Mapping[str, int], size: int, pack: Pack = FRENCH) -> Knowledge:
    """Return the knowledge after a fresh pack is dealt face down in packets of `size` cards, each with an owner."""
    heaps = dict.fromkeys(owners, KnownHand((), size)) | {STOCK: KnownHand((), len(pack) - size * len(owners))}
    return Knowledge((_NONE,) * players, heaps, {}, pack, owners)


def difference(hand_cards: Sequence[Card], cards: Sequence[Card]) -> list[Card]:
    """Return the `cards` that `hand_cards` lacks, counting copies."""
    if not hand_cards:
        return list(cards)
    remaining, fresh = list(hand_cards), []
    for card in cards:
        if card in remaining:
            remaining.remove(card)
        else:
            fresh.append(card)
    return fresh


def _add_locations(located: _LocatedMap, location: Location, cards: Iterable[Card]) -> _MutableLocated:
    after = dict(located)
    for card in cards:
        after[card] = (*after.get(card, ()), location)
    return after


def _remove_location(location: Location, card: Card, located: _MutableLocated) -> None:
    """Remove a location from one copy of a card in `located`."""
    locations = list(located[card])
    locations.remove(location)
    located[card] = tuple(locations)


def _take_from_open_table(cards: tuple[Card, ...], located: _MutableLocated) -> tuple[Card, ...]:
    """Remove cards from the open table, the copy laid last first. Return those that lay there."""
    taken_cards = []
    for card in cards:
        locations = list(located.get(card, ()))
        open_sighting = next((location for location in reversed(locations) if isinstance(location, Sighting)), None)
        if open_sighting is not None:
            locations.remove(open_sighting)
            located[card] = tuple(locations)
            taken_cards.append(card)
    return tuple(taken_cards)


def _add_cards(hand: KnownHand, cards: tuple[Card, ...], face_up: bool) -> KnownHand:
    """Return a hand with additional cards."""
    named_cards = tuple(card for card in cards if card is not UNSEEN)
    unknown = None if hand.unknown_count is None else hand.unknown_count + len(cards) - len(named_cards)
    return KnownHand(
        (*hand.cards, *named_cards), unknown, (*hand.shown_cards, *named_cards) if face_up else hand.shown_cards
    )
