"""Poker with draws: what happens, what could happen instead, and what is seen of it.

`plays_with_draws` makes a rulebook whole whose chapters are those of `draw_poker`, of the draws and of the betting, but
for what its cards are and are worth, chapters 1 and 7.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from referee.cards import UNSEEN
from referee.games.parts.acts import Takes, TakesAll
from referee.games.parts.betting.antes_and_blinds import antes_alone, forced_bets_offered, not_put_in
from referee.games.parts.betting.clauses import HIGHEST_BET, betting
from referee.games.parts.betting.dealing import next_dealer, refuses_too_many
from referee.games.parts.betting.payment import (
    Mucks,
    claim_of,
    claims_offered,
    gives_up,
    left_alone,
    mucks_offered,
    next_hand,
    payable,
    payment,
    ranked_by_finished_hands,
    says_claims,
    standing,
    take,
)
from referee.games.parts.betting.play import (
    bets_offered,
    close_round,
    had_more,
    happens,
    open_round,
    put_in_early,
    seen,
)
from referee.games.parts.betting.stakes import BETS, seated, speaks, with_
from referee.games.parts.draw_poker.clauses import (
    DrawPokerTable,
    Game,
    dealing,
    hands_shown,
    is_showdown,
    showdown,
    takes_what_is_due,
    undecided,
)
from referee.games.parts.draw_poker.draws import (
    Discards,
    DiscardsUnseen,
    Draws,
    DrawsUnseen,
    DrawTable,
    OfTheDraw,
    StandsPat,
    Taking,
    Throw,
    Thrown,
    draws,
    moves_of_a_draw,
    thrown_by,
    to_be_named,
)
from referee.rules import (
    Act,
    Answer,
    Deal,
    Fact,
    Holding,
    Known,
    Move,
    Offer,
    Rulebook,
    Seats,
    Settled,
    Shows,
    Statement,
    dealt,
    grounds,
    replace,
    undealt,
)

Drawing = TypeVar("Drawing", bound=DrawTable)

# -- What draws do ------------------------------------------------------------------------------------------


def open_draw(table: Drawing, players: Sequence[int]) -> Drawing:
    """Begin the draw of those still in, in order; what came for the last throw may still be told."""
    due = tuple(players)
    return replace(table, to_draw=due, turn=next_to_draw(table, due), filled=table.filled[-1:])


def next_to_draw(table: DrawTable, due: tuple[int, ...]) -> int | None:
    """Return who discards next, where that is known; between bets, whose turn it is to bet."""
    if table.open or not due:
        return table.turn if table.open else None
    return due[0] if table.seats.ordered and table.dealer is not None else None


def after_a_draw(table: Drawing, act: OfTheDraw) -> Drawing:
    """Note what a player did in the draw; the cards have moved, but for those that are only named now."""
    seat = act.seat
    known = _told(table, act)
    # What cannot have come was not drawn: which cards it was can still be said.
    wrong = isinstance(act, Draws) and any(card not in known.hands[seat].cards for card in act.cards)
    if named := to_be_named(table, act):
        filled = tuple(each for each in table.filled if each is not named)
        return table if wrong else replace(table, filled=filled, known=known)
    due = tuple(each for each in table.to_draw if each != seat)
    turn = next_to_draw(table, due)
    # Of a throw in an earlier turn nobody says any more what came for it.
    filled = tuple(each for each in table.filled if each.seat not in table.to_draw) if table.filled else ()
    if isinstance(act, StandsPat):
        return replace(table, to_draw=due, turn=turn, filled=filled)
    thrown, lying = table.thrown, lying_after(table, act)
    if thrown and lying[seat] == len(act.cards) and table.lying[seat]:
        # There were too few others: the player's own discards went into the stub, and may come back.
        thrown = tuple(each for each in thrown if each.seat != seat)
    if isinstance(act, Discards):
        thrown += tuple(Thrown(seat, card, act.line) for card in act.cards if card is not UNSEEN)
    if isinstance(act, Discards | DiscardsUnseen) or wrong:
        filled = (*filled, act)
    known = table.known if wrong else known
    return replace(table, to_draw=due, turn=turn, filled=filled, thrown=thrown, lying=lying, known=known)


def lying_after(table: DrawTable, act: Throw | Taking) -> tuple[int, ...]:
    """Return how many discards of each seat are not in the stub, after an act."""
    known, many = table.known, len(act.cards)
    lying = table.lying or (0,) * len(table.seats)
    # Each throw takes as many from the stub as it adds to a heap, until heaps are shuffled into it.
    if known.stock == len(known.pack) - table.size * len(table.players) - sum(lying) - many:
        return with_(lying, act.seat, lying[act.seat] + many)
    return tuple(known.size(thrown_by(seat)) or 0 for seat in table.seats)


def has_bet(table: Drawing, act: Act) -> Drawing:
    """Note that who bets can no more discard in this turn."""
    if act.seat not in table.to_draw and not table.filled:
        return table
    return replace(table, to_draw=tuple(seat for seat in table.to_draw if seat != act.seat), filled=())


def _told(table: DrawTable, act: OfTheDraw) -> Known:
    """Return what is known with the cards that a player is said to have drawn, but for those that cannot have come."""
    known = table.known
    for card in act.cards if isinstance(act, Draws) else ():
        if known.unlocated(card) and known.can_hold(act.seat, card) is not Holding.NO:
            known = known.told(act.seat, (*known.hands[act.seat].cards, card))
    return known


# -- What happens in a hand ---------------------------------------------------------------------------------


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
    hands = hands_shown(table)
    if table.unsaid or any(seat not in hands for seat in left):
        return table
    return table.game.finish(table, hands, line)  # type: ignore[no-any-return]


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
    return put_in_early(table, open_round(fresh))


def happened(table: DrawPokerTable, act: Act) -> DrawPokerTable:
    """Record what happened; the cards have moved."""
    match act:
        case Deal():
            return deal(table, act)
        case Discards() | DiscardsUnseen() | Draws() | DrawsUnseen() | StandsPat():
            return went_on(drawn_out(after_a_draw(table, act)), act.line)
        case Takes() | TakesAll():
            return take(table, claim_of(table, act))
        case Mucks():
            return went_on(gives_up(table, act.seat), act.line)
        case Statement():
            return went_on(table, act.line) if isinstance(act, Shows) else table
    waited = bool(table.to_draw)
    table = happens(table, act)
    if isinstance(act, BETS):
        table = has_bet(table, act)
        if waited and not table.open and len(table.live) > 1:
            table = drawn_out(table)  # the last who had to draw has folded
    return went_on(table, act.line)


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
    if not isinstance(act, Takes | TakesAll):
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
        return Settled(missing=(undecided(table, between),))
    even = close_round(table, 0)
    return Settled((*even.items[len(table.items) :], *payable(even, shown)))


# -- What could happen instead, and what is seen ------------------------------------------------------------


def offered_draws(table: DrawTable, seat: int) -> Iterator[Offer]:
    """Propose to keep the hand, or to discard any number of cards that the game allows."""
    if seat in table.to_draw or (seat in table.live and not table.from_deal):
        yield Offer("", (StandsPat(seat),))
        yield from (Offer("", (DiscardsUnseen(seat, many),)) for many in range(1, table.limit + 1))


def could_be_done(table: DrawPokerTable, seat: int) -> Iterator[Offer]:
    """Propose antes, discards and bets."""
    yield from forced_bets_offered(table, seat)
    if seat < 0:
        return
    yield from offered_draws(table, seat)
    yield from claims_offered(table, seat)
    yield from mucks_offered(table, seat)
    if table.open:
        yield from bets_offered(table, seat)


def visible(table: DrawPokerTable) -> Iterator[Fact]:
    """Show which turn it is, who has still to draw, and the chips."""
    if table.in_play and table.at_turn:
        yield Fact("Turn", f"{table.at_turn} of {table.turns}")
        for seat in table.to_draw:
            yield Fact("Hand", "still to discard or stand pat", seat)
    yield from seen(table)


# -- The rulebook made whole ------------------------------------------------------------------------------------


def says_draws(book: Rulebook) -> None:
    """Register what players do in a draw."""
    book.takes(Discards, "NAME discards CARDS", "NAME throws CARDS")
    book.takes(DiscardsUnseen, "NAME discards N", "NAME throws N")
    book.takes(Draws, "NAME draws CARDS")
    book.takes(DrawsUnseen, "NAME draws N")
    book.takes(StandsPat, "NAME stands pat")


def plays_with_draws(
    book: Rulebook,
    kind: type[DrawPokerTable],
    game: Game,
    wording: Mapping[str, str],
    *,
    printed: Mapping[str, Mapping[str, Any]] | None = None,
    moves: Callable[[Any, Act], Iterator[Move]] | None = None,
    applies: Callable[[Any, Act], DrawPokerTable] | None = None,
    shows: Callable[[Any], Iterator[Fact]] | None = None,
) -> None:
    """Make a rulebook whole: its acts, chapters 2 to 6, and what happens at its tables.

    `wording` has the printed clauses that say how many cards are dealt, 2.1, how many may be exchanged, 3.2, and what
    else is the game's own; `printed` how those on the pots are printed under its options. A game with acts of its own
    says with `moves` and `applies` what comes of them besides `moves_of_a_draw` and `happened`, and with `shows` what
    else is seen.
    """
    book.note(
        "1.3",
        "At least two play, and no more than {max_players}.",
        interpretation="DR-6",
        reworded={"max_players=2": "Two play."},
    )
    speaks(book, blinds=False)
    says_draws(book)
    book.takes(Mucks, "NAME mucks")
    says_claims(book)
    book.section("2", dealing.title)
    book.include(dealing, wording=wording)
    book.section("3", draws.title)
    book.include(draws, wording=wording, without=["4.7"])
    book.section("4", betting.title)
    antes_alone(book)
    book.include(betting, printed=HIGHEST_BET, without=["4.7"])
    book.include(draws, without=[shared.id for shared in draws.clauses if shared.id != "4.7"])
    book.section("5", showdown.title)
    book.include(showdown, wording=wording)
    book.section("6", payment.title)
    book.include(payment, wording=wording, printed=printed)

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
    book.places(ranked_by_finished_hands)
    book.shows(lambda table: (*(shows(table) if shows else ()), *visible(table)))
    book.offers(could_be_done)
