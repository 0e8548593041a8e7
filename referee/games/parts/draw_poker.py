"""Poker with draws: a hand is dealt and bet on, in each later turn exchanged in part and bet on again, and then shown.

`plays_with_draws` makes a rulebook whole but for what its cards are and are worth, chapters 1 and 7: a game says how
many are dealt, how often and how many may be exchanged, and how hands rank. The rest is the same in every one of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.cards import UNSEEN, Card
from referee.cards.words import counted, listed
from referee.games.parts.acts import Takes
from referee.games.parts.antes_and_blinds import ANTES_FIRST, antes_alone, forced_bets_offered, not_put_in
from referee.games.parts.betting import betting
from referee.games.parts.betting_play import bets_offered, close_round, had_more, happens, open_round, seen
from referee.games.parts.chips import ranked_by_chips
from referee.games.parts.draws import (
    Discards,
    DiscardsUnseen,
    Draws,
    DrawsUnseen,
    DrawTable,
    StandsPat,
    after_a_draw,
    discarded,
    draws,
    has_bet,
    moves_of_a_draw,
    next_to_draw,
    offered_draws,
    open_draw,
    says_draws,
)
from referee.games.parts.one_pack import misdeal_or_mistake, one_place
from referee.games.parts.payment import (
    Hands,
    Mucks,
    claimed,
    decided_by,
    left_alone,
    next_hand,
    payable,
    payment,
    settle,
    standing,
    take,
)
from referee.games.parts.pot_dealing import (
    deal_passes,
    dealt_to_who_has_chips,
    next_dealer,
    refuses_too_many,
)
from referee.games.parts.ranking import Ranked, compared
from referee.games.parts.stakes import BETS, seated, speaks
from referee.rules import (
    Act,
    Answer,
    Chapter,
    Deal,
    Fact,
    Holding,
    Holds,
    HoldsOnly,
    Move,
    Offer,
    Rulebook,
    Seats,
    Settled,
    Shows,
    Statement,
    dealt,
    doubt,
    finding,
    grounds,
    objection,
    replace,
    undealt,
)


@dataclass(frozen=True, slots=True)
class Game:
    """What differs between games with draws.

    `cards` are dealt to each player, by the house's options; of `turns` all but the first begin with an exchange of up
    to `limit` cards. `ranks` says what some cards are worth at a table, and `best` what a hand may be at most, of which
    some cards are known and so many more may be any of others; one that `grows` gets no worse with another card.
    `finish` goes on when all have shown; until everything is paid, `pending` says what is awaited then, and `goes_on`
    what follows each act. `tied` says between whom something else than the hands shown decides.
    """

    cards: Callable[[Any], int]
    turns: int
    limit: int
    grows: bool
    ranks: Callable[[Any, Sequence[Card]], Ranked]
    best: Callable[[Any, Sequence[Card], Sequence[Card], int], Ranked]
    finish: Callable[[Any, Hands, int], Any] = settle
    pending: Callable[[Any], str] = lambda _table: ""
    goes_on: Callable[[Any, int], Any] = lambda table, _line: table
    tied: Callable[[Any, Hands], tuple[int, ...]] = lambda _table, _hands: ()


@dataclass(frozen=True, slots=True)
class DrawPokerTable(DrawTable):
    """A table at which poker with draws is played."""

    # Every table is begun with its game; there is none that could stand here.
    game: Game = None  # type: ignore[assignment]


dealing = Chapter("The deal")
showdown = Chapter("The showdown")


# -- The cards and the deal ---------------------------------------------------------------------------------


@dealing.clause("1.1", Holds, HoldsOnly, Shows, source="002")
def one_of_each(table: DrawPokerTable, act: Statement) -> Answer | None:
    """There is one of each card: no card is in two places, and no hand is larger than it was dealt."""
    for card in act.cards if table.thrown else ():
        if card not in table.known.hands[act.seat].cards and (lies := discarded(table, card)):
            return misdeal_or_mistake(f"{table.name(lies.seat)} discarded {card} (line {lies.line}).")
    return one_place(table, act)


dealing.clause("2.1", Deal, source="002")(dealt_to_who_has_chips)
dealing.clause(
    "2.2",
    Deal,
    interpretation="house",
    reworded={"direction=counter-clockwise": "The deal passes to the right."},
)(deal_passes)


# -- The showdown -------------------------------------------------------------------------------------------


@showdown.clause("5.1", Shows, after="3.7", interpretation="BE-8", source="002")
def reveals(table: DrawPokerTable, act: Shows) -> Answer | None:
    """When the bets of the last turn are made, those still in show their hands, in whatever order."""
    if table.in_play and table.from_deal and act.seat in table.mucked:
        return finding(f"{table.name(act.seat)} has mucked.", cites="6.7")
    return None


@showdown.clause("5.2", Shows, after="5.1", source="002")
def highest_wins(table: DrawPokerTable, act: Shows) -> Answer | None:
    """The highest hand wins, of those that are shown whole."""
    seat, name = act.seat, table.name(act.seat)
    if seat not in table.live or (table.from_deal and not is_showdown(table)):
        return None
    before = table.known.hands[seat].shown
    cards = tuple((Counter(act.cards) | Counter(before)).elements()) if before else act.cards
    if len(cards) != table.size or UNSEEN in cards:
        seen = tuple(card for card in cards if card is not UNSEEN)
        least = f"{name} has shown {counted(len(seen), 'card')} of {table.size}"
        if seen and table.game.grows:
            least = f"{name} has {rank(table, seen).words} at the least"
        return doubt(f"{least}; a hand must be shown whole.", word="open")
    own = rank(table, cards)
    others = {each: hand for each, hand in hands_shown(table).items() if each != seat}
    if not others:
        return grounds(f"{name} has {own.words}.")
    best = max(others, key=lambda each: others[each].strength)
    stands = compared(own, others[best])
    verb = {1: "beats", 0: "equals", -1: "does not beat"}[stands.result]
    why = f": {stands.why}" if stands.result else ""
    theirs = f"{table.name(best)}'s {others[best].words.removeprefix('the ')}"
    return grounds(f"{name} has {own.words}, and {verb} {theirs}{why}.")


@showdown.clause("6.4", Takes, interpretation="house")
def takes_what_is_due(table: DrawPokerTable, act: Takes) -> Answer | None:
    """Nobody takes more or less than what they have won: one of the pots, their share of one, or all of them."""
    if table.from_deal and table.in_play and not table.taken and not is_showdown(table):
        return objection(f"The hand is not over: {waited_for(table)}.", cites="5.1")
    if still := table.game.pending(table):
        return objection(f"The hand is not over: {still} is to be dealt.", cites="8.1")
    hands = hands_shown(table)
    if not table.settled and act.seat in (between := table.game.tied(table, hands)):
        return doubt(_undecided(table, between), word="open", cites="8.1")
    found: dict[Any, tuple[Ranked | None, tuple[int, ...]]] = {}

    def hidden(seat: int) -> tuple[Ranked | None, tuple[int, ...]]:
        # Hands of which as much is known may be the same.
        hand = table.known.hands[seat]
        known = hand.shown, hand.cards, hand.unknown
        if known not in found:
            found[known] = bounds(table, seat)
        return found[known]

    return claimed(table, act, hands, hidden, decided_by)


def _undecided(table: DrawPokerTable, between: Sequence[int]) -> str:
    return f"{listed(map(table.name, between))} are tied, and a stud hand decides between them."


def rank(table: DrawPokerTable, cards: Sequence[Card]) -> Ranked:
    """Return what some cards are worth at a table."""
    return table.game.ranks(table, cards)


def hands_shown(table: DrawPokerTable) -> dict[int, Ranked]:
    """Return the hands of those still in of which every card was shown."""
    shown = ((seat, table.known.hands[seat].shown) for seat in standing(table))
    return {seat: rank(table, cards) for seat, cards in shown if len(cards) == table.size}


def bounds(table: DrawPokerTable, seat: int) -> tuple[Ranked | None, tuple[int, ...]]:
    """Return the least and the best that a hand may be which a player has not shown whole."""
    known = table.known
    shown = known.hands[seat].shown
    copies = {card: 1 if many == 1 else known.unlocated(card) or 1 for card, many in known.pack.copies.items()}
    others = [card for card in copies if card not in shown and known.can_hold(seat, card) is not Holding.NO]
    unseen = [card for card in others for _ in range(copies[card])]
    least = rank(table, shown) if shown and table.game.grows else None
    return least, table.game.best(table, shown, unseen, table.size - len(shown)).strength


def is_showdown(table: DrawPokerTable) -> bool:
    """Tell whether the bets of the last turn are made and hands are shown."""
    unpaid = (table.in_play or bool(table.taken)) and not table.settled
    return unpaid and not table.open and not table.to_draw and table.at_turn >= table.turns


def waited_for(table: DrawPokerTable) -> str:
    """Return what is still to be done before the showdown."""
    if table.to_draw and not table.open:
        return f"{listed(map(table.name, table.to_draw))} may still discard in turn {table.at_turn}"
    if table.to_act:
        return f"{listed(map(table.name, table.to_act))} may still bet in turn {table.at_turn}"
    return f"it is turn {table.at_turn} of {table.turns}"


# -- What happens -------------------------------------------------------------------------------------------


def drawn_out(table: DrawPokerTable) -> DrawPokerTable:
    """Begin the bets of a turn when all have drawn."""
    return open_round(table) if not table.to_draw and table.rounds < table.at_turn else table


def went_on(table: DrawPokerTable, line: int) -> DrawPokerTable:
    """Go on to the next draw, to the showdown, or to the end of the hand, when nothing is left to do before it."""
    if not table.from_deal or table.settled or not (table.in_play or table.taken):
        return table
    if table.game.pending(table):
        return table.game.goes_on(table, line)  # type: ignore[no-any-return]
    left = standing(table)
    if len(left) == 1:
        return left_alone(replace(table, to_draw=(), open=False), line)
    if table.open and not table.to_act and not not_put_in(table):
        # The antes have left nobody, or only one player, with chips to bet.
        table = close_round(table, line)
    while not table.open and not table.to_draw and table.at_turn < table.turns:
        table = replace(table, at_turn=table.at_turn + 1)
        if table.options.turn_shape == "draw_and_bet":
            table = open_round(table)
        table = open_draw(table, [seat for seat in table.players if seat in table.live])
    if table.to_draw and not table.open:
        # Who is all-in has not drawn between the bets of the others.
        turn = next_to_draw(table, table.to_draw)
        return table if turn == table.turn else replace(table, turn=turn)
    if table.open:
        return table
    hands = table.known.hands
    if any(len(hands[seat].shown) != table.size for seat in left):
        return table
    return table.game.finish(table, hands_shown(table), line)  # type: ignore[no-any-return]


def deal(table: DrawPokerTable, act: Deal) -> DrawPokerTable:
    """Open a hand; the first turn is a bet on what was dealt."""
    dealer = act.seat if act.seat >= 0 else next_dealer(table)
    sat, pack = table.seats.ordered, table.known.pack
    fresh = next_hand(table, dealer, act.line)
    sizes = [table.size if seat in fresh.players else 0 for seat in table.seats]
    fresh = replace(
        fresh,
        known=dealt(sizes, pack) if sat else undealt(len(sizes), pack),
        in_play=True,
        from_deal=sat,
        dealer=dealer,
        at_turn=1 if sat else 0,
        to_draw=(),
        filled=(),
        thrown=(),
        lying=(),
    )
    return open_round(fresh)


def happened(table: DrawPokerTable, act: Act) -> DrawPokerTable:
    """Record what happened; the cards have moved."""
    match act:
        case Deal():
            return deal(table, act)
        case Discards() | DiscardsUnseen() | Draws() | DrawsUnseen() | StandsPat():
            return went_on(drawn_out(after_a_draw(table, act)), act.line)
        case Takes():
            return take(table, act)
        case Mucks():
            return went_on(replace(table, mucked=table.mucked | {act.seat}), act.line)
        case Statement():
            return went_on(table, act.line) if isinstance(act, Shows) else table
    table = happens(table, act)
    return went_on(has_bet(table, act) if isinstance(act, BETS) else table, act.line)


def due(table: DrawPokerTable) -> str:
    """Say that the showdown is due, or what comes after it."""
    if not table.from_deal or not is_showdown(table):
        return ""
    return table.game.pending(table) or "the showdown"


def reconsidered(before: DrawPokerTable, later: DrawPokerTable, act: Act) -> Answer | None:
    """Judge a claim again when others have shown or given up, a short call when its player bets more, and a hand that
    was shown card by card when it is whole.
    """
    if isinstance(act, Shows) and act.seat in later.live:
        whole = len(later.known.hands[act.seat].shown) == later.size
        return grounds(f"{later.name(act.seat)} showed the whole hand.") if whole else None
    if not before.from_deal:
        return None
    if not isinstance(act, Takes):
        return had_more(before, later, act)
    if later.settled:
        return takes_what_is_due(later, act)
    if later.known is before.known and later.mucked == before.mucked:
        return None
    return takes_what_is_due(replace(before, known=later.known, mucked=later.mucked), act)


def settled_by_facts(table: DrawPokerTable) -> Settled:
    """Say who gets what of the chips in a record that begins in the middle, if every hand has been shown."""
    shown = hands_shown(table)
    if table.from_deal or not shown:
        return Settled()
    missing = tuple(f"{table.name(seat)}'s hand was not shown." for seat in standing(table) if seat not in shown)
    if missing or not table.pot:
        return Settled(missing=missing or ("The record does not say what was bet.",))
    if between := table.game.tied(table, shown):
        return Settled(missing=(_undecided(table, between),))
    even = close_round(table, 0)
    return Settled((*even.items[len(table.items) :], *payable(even, shown)))


def could_be_done(table: DrawPokerTable, seat: int) -> Iterator[Offer]:
    """Propose antes, discards and bets."""
    yield from forced_bets_offered(table, seat)
    if seat < 0:
        return
    yield from offered_draws(table, seat)
    if table.open:
        yield from bets_offered(table, seat)


def visible(table: DrawPokerTable) -> Iterator[Fact]:
    """Show which turn it is, who has still to draw, and the chips."""
    if table.in_play and table.at_turn:
        yield Fact("Turn", f"{table.at_turn} of {table.turns}")
        for seat in table.to_draw:
            yield Fact("Hand", "still to discard or stand pat", seat)
    yield from seen(table)


def plays_with_draws(
    book: Rulebook,
    kind: type[DrawPokerTable],
    game: Game,
    wording: Mapping[str, str],
    *,
    moves: Callable[[Any, Act], Iterator[Move]] | None = None,
    applies: Callable[[Any, Act], DrawPokerTable] | None = None,
    shows: Callable[[Any], Iterator[Fact]] | None = None,
) -> None:
    """Make a rulebook whole: its acts, chapters 2 to 6, and what happens at its tables.

    `wording` has the printed clauses that say how many cards are dealt, 2.1, and how many may be exchanged, 3.2. A game
    with acts of its own says with `moves` and `applies` what comes of them besides `moves_of_a_draw` and `happened`,
    and with `shows` what else is seen.
    """
    book.note("1.3", "Two to {max_players} play.", interpretation="DR-6")
    speaks(book, blinds=False)
    says_draws(book)
    book.takes(Mucks, "NAME mucks")
    book.takes(Takes, "NAME takes N")
    book.section("2", dealing.title)
    book.include(dealing, wording=wording)
    book.section("3", draws.title)
    book.include(draws, wording=wording, without=["4.7"])
    book.section("4", betting.title)
    antes_alone(book)
    book.include(betting, wording={"4.6": ANTES_FIRST}, without=["4.7"])
    book.include(draws, without=[shared.id for shared in draws.clauses if shared.id != "4.7"])
    book.section("5", showdown.title)
    book.include(showdown, wording=wording)
    book.section("6", payment.title)
    book.include(payment)

    refuses_too_many(book)

    @book.begins
    def begin(seats: Seats, options: Any, whole: bool) -> DrawPokerTable:
        known = undealt(len(seats), book.pack_for(options))
        size, ante = game.cards(options), options.ante
        chances = {"size": size, "turns": game.turns, "limit": game.limit, "game": game}
        return seated(kind(seats, options, whole, known, in_play=not whole, ante=ante, **chances))  # type: ignore[arg-type]

    book.moves(moves or moves_of_a_draw)
    book.applies(applies or happened)
    book.awaits(due)
    book.reconsiders(reconsidered)
    book.settles(settled_by_facts)
    book.places(ranked_by_chips)
    book.shows(lambda table: (*(shows(table) if shows else ()), *visible(table)))
    book.offers(could_be_done)
