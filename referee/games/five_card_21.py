"""Five-Card 21, as Munk's club plays it: source text 002; and the stud hand in which it and its sibling break ties."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from referee.cards import UNSEEN, Card, write_cards
from referee.cards.words import counted, listed
from referee.games.parts.betting_play import open_round
from referee.games.parts.dealing import deal_first
from referee.games.parts.draw_poker import DrawPokerTable, Game, happened, plays_with_draws, went_on
from referee.games.parts.draws import DrawOptions, moves_of_a_draw, thrown_by
from referee.games.parts.one_pack import located, misdeal_or_mistake
from referee.games.parts.payment import Hands, pots, settle
from referee.games.parts.ranking import (
    POINTS,
    Decided,
    Order,
    Ranked,
    closest_to_21,
    first_apart,
    gunn,
    munk,
    points_of,
)
from referee.rules import (
    OPEN_TABLE,
    STOCK,
    Act,
    Answer,
    Cards,
    Chapter,
    Deal,
    Fact,
    Known,
    Move,
    Rulebook,
    finding,
    grounds,
    objection,
    option,
    replace,
)

FIVE = 5


@dataclass(frozen=True, slots=True)
class Options21(DrawOptions):
    """What a club answers where points are counted and ties are broken."""

    max_players: int = option(8, clauses="1.3", asks="How many may play?", least=2)

    stud_betting: str = option("none", "bet_each_street", clauses="8.2", asks="Are bets made in the stud hand?")
    stud_tie: str = option("deal_again", "split", clauses="8.5", asks="What if the stud hands are equal too?")
    stud_ranking: str = option("munk", "gunn", clauses="8.4", asks="How do stud hands rank?")
    remaining_cards: str = option(
        "undealt_stub", "stub_plus_discards", clauses="8.3", asks="From which cards is the stud hand dealt?"
    )


@dataclass(frozen=True, slots=True)
class IsDealt(Act):
    """``NAME is dealt CARDS``: face up, in the stud hand that breaks a tie."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class Table21(DrawPokerTable):
    """A table at which points are counted.

    A hand with all the cards of `trump` wins outright. `scores` are the hands that each player still in has shown: the
    five cards, then the stud hands. While a tie is being broken, `stud` are those between whom it is, `up` their cards
    so far, and `streets` how many cards of each have been bet on; `contest` are all who were in at the showdown.
    """

    options: Options21
    trump: frozenset[Card] = frozenset()
    scores: Mapping[int, tuple[Ranked, ...]] = field(default_factory=dict)
    stud: tuple[int, ...] = ()
    up: Mapping[int, Cards] = field(default_factory=dict)
    streets: int = 0
    contest: tuple[int, ...] = ()


counting = Chapter("The points")


@counting.clause("7.1", source="002", interpretation="F21-A5")
def points_and_trumps(table: Table21, cards: Sequence[Card]) -> Ranked:
    """A hand of more than 21 points has busted, and loses to every hand that has not, however low."""
    return ranked(tuple(cards), table.trump)


# Every hand is looked at again with each that is shown after it.
ranked = lru_cache(maxsize=64)(closest_to_21)

counting.note("7.2", "Of the hands that have not busted the one that is closest to 21 wins.", source="002")


@counting.clause("7.3", source="002", interpretation="F21-A6")
def points_in(cards: Sequence[Card]) -> int:
    """All five cards count, no matter what: an ace 1 or 11, whichever is better for the hand, a face card 10, and every
    other card its number.
    """
    return points_of(tuple(cards))


counting.note(
    "7.4",
    "Who has busted may bluff, and need say nothing of it; but who stays in until the showdown must show, and loses "
    "unless all have busted.",
    source="002",
    interpretation="F21-A7",
)


def best_points(table: Table21, shown: Sequence[Card], unseen: Sequence[Card], missing: int) -> Ranked:
    """Return the best that a hand may be: 21, unless what is seen of it is too much already."""
    if table.trump and table.trump <= {*shown, *unseen} and len(table.trump - {*shown}) <= missing:
        return closest_to_21(tuple(table.trump), table.trump)
    lowest = sorted(points_in([card]) % 10 or 10 for card in unseen)[:missing]
    least = sum(1 if card.rank == "A" else points_in([card]) for card in shown) + sum(lowest)
    return Ranked((1, 21) if least <= 21 else (0,), POINTS, tuple(shown))


breaking_ties = Chapter("The stud hand that breaks a tie")


@breaking_ties.clause("8.1", IsDealt, source="002", interpretation="F21-A4")
def among_the_tied(table: Table21, act: IsDealt) -> Answer | None:
    """If all who stayed in have busted, a five-card stud hand is dealt face up among them; if the best hands are equal,
    among those who tied.
    """
    if not table.in_play and not table.stud:
        return deal_first()
    if not table.from_deal:
        return None
    if not table.stud:
        return objection("No tie is to be broken.")
    if act.seat not in table.stud:
        return objection(f"The tie is between {listed(map(table.name, table.stud))}.")
    if act.seat not in still_in(table):
        return objection(f"{table.name(act.seat)} has folded.")
    return None


@breaking_ties.clause(
    "8.2",
    IsDealt,
    source="002",
    interpretation="F21-A1",
    reworded={
        "stud_betting=bet_each_street": "Each is dealt five cards, one at a time, and when all have another they bet "
        "on what is seen."
    },
)
def five_cards_each(table: Table21, act: IsDealt) -> Answer | None:
    """Each is dealt five cards, and no more bets are made."""
    if not table.from_deal:
        return None
    name, had = table.name(act.seat), len(table.up.get(act.seat, ()))
    if table.options.stud_betting == "none":
        if had + len(act.cards) > FIVE:
            return objection(f"{name} would have {had + len(act.cards)} cards, and not five.")
        return None
    if table.open:
        return objection(f"{listed(map(table.name, table.to_act))} may still bet on what is seen.", table.top)
    if len(act.cards) > 1:
        return objection(f"{name} is dealt one card at a time, not {len(act.cards)}.")
    if had > min((len(table.up.get(seat, ())) for seat in still_in(table)), default=had):
        return objection(f"{name} has {counted(had, 'card')} already, and the others wait for theirs.")
    return None


@breaking_ties.clause(
    "8.3",
    IsDealt,
    source="002",
    interpretation="F21-A3",
    reworded={
        "remaining_cards=stub_plus_discards": "The stud hand is dealt from the remaining cards of the deck; where "
        "those are not enough, the discards are added, and where that is not enough either, all cards are gathered and "
        "reshuffled."
    },
)
def from_the_remaining_cards(table: Table21, act: IsDealt) -> Answer | None:
    """The stud hand is dealt from the remaining cards of the deck, the discards not among them; where those are not
    enough, all cards are gathered and reshuffled.
    """
    if UNSEEN in act.cards:
        return finding(f"The stud hand is dealt face up: what was {table.name(act.seat)} dealt?")
    known = table.known
    for move in gathered(table):
        known = known.moved(move)
    for card in act.cards:
        if not known.unlocated(card) and card not in known.at(STOCK).cards:
            answer = located(table, card)
            where = f": {answer.reason}" if answer else "."
            return misdeal_or_mistake(f"{card} was not among the cards that remained{where}")
    if known is not table.known:
        what = "all" if known.size(table.stud[0]) == 0 else "the discards"
        return grounds(f"Too few cards were left for {len(table.stud)} stud hands, so {what} were shuffled in.")
    made = stud_hand(table, (*table.up.get(act.seat, ()), *act.cards))
    return grounds(f"{table.name(act.seat)} has {made.words}.")


@breaking_ties.clause(
    "8.4",
    source="002",
    interpretation="F21-A2",
    reworded={
        "stud_ranking=gunn": "The stud hand is won by its class: straight flush, four of a kind, full house, flush, "
        "straight, three of a kind, two pair, one pair, high card; then by the ranks that make it, then by the "
        "kickers; suits never decide."
    },
)
def stud_hand(table: Table21, cards: Sequence[Card]) -> Ranked:
    """The stud hand is won by its class, without wild cards: straight flush, four of a kind, full house, flush,
    straight, three of a kind, two pair, one pair, no pair; then by the ranks that make it, then by the kickers, and
    without a pair by the highest card, its rank and then its suit.
    """
    made = gunn(cards) if table.options.stud_ranking == "gunn" else munk(cards)
    return first_by_trump(made, table.trump) if getattr(table.options, "bookem_in_tiebreak", False) else made


def first_by_trump(hand: Ranked, trump: Set[Card]) -> Ranked:
    """Return a hand that beats every other if it has all the cards of a trump."""

    def differs(ours: Ranked, theirs: Ranked, place: int) -> tuple[Decided, str, str]:
        if place:
            one, other = (Ranked(each.strength[1:], hand.order, each.given) for each in (ours, theirs))
            return hand.order.differs(one, other, place - 1)
        here, there = (
            listed(sorted(map(str, trump))) if each.strength[0] else "any other hand" for each in (ours, theirs)
        )
        return Decided.CLASS, f"{here} {'are' if ours.strength[0] else 'is'}", there

    has = trump <= set(hand.given)
    words = f"{listed(sorted(map(str, trump)))}" if has else hand.words
    return Ranked((int(has), *hand.strength), Order(lambda _: words, lambda _: hand.cards, differs), hand.given)


@breaking_ties.clause(
    "8.5",
    source="002",
    interpretation="F21-A2",
    reworded={"stud_tie=split": "If stud hands are equal too, those who tied divide the chips."},
)
def tied(table: Table21) -> tuple[int, ...]:
    """If stud hands are equal too, another is dealt among those who are still tied."""
    if table.options.stud_tie == "split" and any(len(hands) > 1 for hands in table.scores.values()):
        return ()
    found: set[int] = set()
    for pot in pots(table):
        strengths = {seat: strength_of(table, seat) for seat in pot.eligible if seat in table.scores}
        best = [seat for seat in strengths if pot.amount and strengths[seat] == max(strengths.values())]
        found.update(best if len(best) > 1 else ())
    return tuple(seat for seat in table.players if seat in found)


breaking_ties.note(
    "8.6",
    "The player who dealt deals the stud hand, even if one of the tied players, and decides who gets the first card.",
    source="002",
    interpretation="F21-A8",
)


def strength_of(table: Table21, seat: int) -> tuple[Any, ...]:
    """Return what a player's hands are worth, the first first."""
    return tuple(hand.strength for hand in table.scores[seat])


def still_in(table: Table21) -> tuple[int, ...]:
    """Return between whom the tie still is: who has not folded in the stud hand."""
    return tuple(seat for seat in table.stud if seat in table.live)


# -- What happens -------------------------------------------------------------------------------------------


def shown(table: Table21, hands: Hands, line: int) -> Table21:
    """Pay out when all have shown, or have the tie broken."""
    return decided(replace(table, scores={seat: (hand,) for seat, hand in hands.items()}), line)


def decided(table: Table21, line: int) -> Table21:
    """Pay out, or deal a stud hand among the tied."""
    between = tied(table)
    if not between:
        return settle(table, with_stud_hands(table), line)
    return replace(table, stud=between, up={}, streets=0, contest=table.live, live=between)


def awaited(table: Table21) -> str:
    """Return what is dealt next, while a tie is being broken."""
    return "the stud hand" if table.stud and not table.settled else ""


def stud_goes_on(table: Table21, line: int) -> Table21:
    """Go on to the bets on another card, to the end of the stud hand, or wait for cards."""
    if table.mucked:
        table = replace(table, live=tuple(seat for seat in table.live if seat not in table.mucked))
    players = still_in(table)
    while len(players) > 1 and not table.open and table.options.stud_betting != "none":
        street = min(len(table.up.get(seat, ())) for seat in players)
        if street <= table.streets:
            break
        table = open_round(replace(table, streets=street))
    if len(players) > 1 and (table.open or any(len(table.up.get(seat, ())) < FIVE for seat in players)):
        return table
    scores = {
        seat: (*hands, stud_hand(table, table.up.get(seat, ()))) if seat in players else hands
        for seat, hands in table.scores.items()
    }
    over = replace(table, scores=scores, stud=(), live=table.contest, open=False, turn=None, to_act=())
    return decided(over, line)


def is_dealt(table: Table21, act: IsDealt) -> Table21:
    """Lay cards of the stud hand open."""
    if not table.stud:
        return table
    # A card that cannot have been among those that remained was not laid there.
    lie = tuple(card for card in act.cards if any(each.line == act.line for each in table.known.sightings(card)))
    up = {**table.up, act.seat: (*table.up.get(act.seat, ()), *lie)[:FIVE]}
    return went_on(replace(table, up=up), act.line)  # type: ignore[return-value]


def applies(table: Table21, act: Act) -> DrawPokerTable:
    """Record what happened; a new deal ends the breaking of a tie."""
    if isinstance(act, IsDealt):
        return is_dealt(table, act)
    if isinstance(act, Deal):
        table = replace(table, scores={}, stud=(), up={}, streets=0, contest=())
    return happened(table, act)


def gathered(table: Table21) -> Iterator[Move]:
    """Yield the cards that are put together again before a stud hand for which too few are left."""
    if any(table.up.values()) or not table.stud:
        return
    known, needed = table.known, FIVE * len(table.stud)
    left = known.stock
    if left is None or left >= needed:
        return
    heaps: list[int | str] = [thrown_by(seat) for seat in table.seats]
    if table.options.remaining_cards == "stub_plus_discards":
        left += sum(known.size(heap) or 0 for heap in heaps)
    if table.options.remaining_cards == "undealt_stub" or left < needed:
        heaps += [*table.seats]
        yield Move(lying_open(known), OPEN_TABLE, STOCK)
    for heap in heaps:
        hand = known.at(heap)
        if hand.size:
            yield Move((*hand.cards, *(UNSEEN,) * (hand.unknown or 0)), heap, STOCK)


def lying_open(known: Known) -> Cards:
    """Return the cards that lie on the table."""
    return tuple(card for card in known.located for _ in known.sightings(card))


def moves(table: Table21, act: Act) -> Iterator[Move]:
    """Yield where cards go: in a draw, and in a stud hand."""
    if not isinstance(act, IsDealt):
        yield from moves_of_a_draw(table, act)
        return
    yield from gathered(table)
    yield Move(act.cards, STOCK, OPEN_TABLE, f"dealt to {table.name(act.seat)}")


def with_stud_hands(table: Table21) -> dict[int, Ranked]:
    """Return each player's hands as one: the points, and then the stud hands by which ties are broken."""
    whole = {hands[0].given: hands for hands in table.scores.values()}

    def words(hand: Ranked) -> str:
        first, *studs = whole[hand.given]
        return f"{first.words}, and then {listed(each.words for each in studs)}" if studs else first.words

    def differs(ours: Ranked, theirs: Ranked, place: int) -> tuple[Decided, str, str]:
        one, other = whole[ours.given], whole[theirs.given]
        if not 0 <= place < min(len(one), len(other)):
            return Decided.CLASS, "a stud hand is", "one given up"
        return one[place].order.differs(one[place], other[place], first_apart(one[place], other[place]))

    order = Order(words, lambda hand: hand.given, differs)
    return {seat: Ranked(strength_of(table, seat), order, hands[0].given) for seat, hands in table.scores.items()}


def tied_by(table: Table21, hands: Hands) -> tuple[int, ...]:
    """Return who is tied by the hands shown so far."""
    return tied(replace(table, scores={seat: (hand,) for seat, hand in hands.items()})) if len(hands) > 1 else ()


def seen_of_the_stud(table: Table21) -> Iterator[Fact]:
    """Show the stud hands so far."""
    for seat in table.stud:
        if cards := table.up.get(seat):
            yield Fact("Stud hand", write_cards(cards), seat)


def plays_for_21(
    book: Rulebook, kind: type[Table21], wording: Mapping[str, str] | None = None, readings: str = "F21-A5"
) -> None:
    """Make a rulebook whole in which points are counted and ties are broken in a stud hand.

    The highest hand is that of clause 7.1, in which the text is silent but for `readings`.
    """
    book.takes(IsDealt, "NAME is dealt CARDS")
    book.section("1", "The cards")
    book.note("1.2", "The pack has 52 cards, and none of them is wild.")
    texts = {
        "2.1": "All players who have chips are dealt five cards, which they hold.",
        "5.2": "The best hand wins, of those that are shown whole.",
        "6.2": "Of those who can win a pot the one with the best hand takes it; between equal ones the stud hand "
        "decides.",
        "3.2": "In each of turns 2 to 4 a player may discard up to two cards; a discard not made use of is lost.",
        **(wording or {}),
    }
    plays_with_draws(book, kind, GAME, texts, moves=moves, applies=applies, shows=seen_of_the_stud)
    book.section("7", counting.title)
    book.include(counting, wording=texts, printed={"7.1": {"interpretation": readings}})
    book.section("8", breaking_ties.title)
    book.include(breaking_ties, wording=texts)


GAME = Game(
    cards=lambda _options: FIVE,
    turns=4,
    limit=2,
    grows=False,
    ranks=points_and_trumps,
    best=best_points,
    finish=shown,
    pending=awaited,
    goes_on=stud_goes_on,
    tied=tied_by,
)

book = Rulebook("five-card-21", title="Five-Card 21", players=range(2, 11), options=Options21, seed="002")
plays_for_21(book, Table21)
