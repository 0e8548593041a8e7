"""Poker with draws: what happens, what could happen instead, and what is seen of it.

`plays_with_draws` makes a rulebook whole whose chapters are those of `draw_poker`, of the draws and of the betting, but
for what its cards are and are worth, chapters 1 and 7.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from referee.cards import UNSEEN
from referee.cards.words import join_words
from referee.games.parts.acts import Takes, TakesAll
from referee.games.parts.betting.antes_and_blinds import find_missing_forced_bets, include_antes_only, offer_forced_bets
from referee.games.parts.betting.clauses import HIGHEST_BET, betting
from referee.games.parts.betting.dealing import dealing, limit_players
from referee.games.parts.betting.game import (
    complete_pot_game,
    deal_betting_hand,
    reconsider_bet_or_claim,
    settle_by_facts,
)
from referee.games.parts.betting.mucked_hands import restore_mucked_hand, taking_back
from referee.games.parts.betting.out_of_turn import out_of_turn
from referee.games.parts.betting.payment import (
    Muck,
    apply_claim,
    claim_as_sum,
    clauses_of_divided_pots,
    give_up,
    offer_claims,
    offer_mucking,
    pay_last_player,
    payment,
    register_mucking,
)
from referee.games.parts.betting.play import (
    apply_betting_act,
    apply_early_forced_bets,
    betting_facts,
    close_round,
    offer_bets,
    open_round,
)
from referee.games.parts.betting.stakes import BETS, prepare_table, register_bets
from referee.games.parts.betting.unnoticed_acts import outcomes_of_unnoticed_bet
from referee.games.parts.betting.values import with_value
from referee.games.parts.draw_poker.clauses import (
    cards_of_each,
    hands_shown,
    is_showdown,
    showdown,
    takes_what_is_due,
    undecided,
)
from referee.games.parts.draw_poker.draws import (
    answers_an_unsaid_all_in,
    draws,
    moves_of_a_draw,
    thrown_by,
    to_be_named,
)
from referee.games.parts.draw_poker.table import (
    Discards,
    DiscardsUnseen,
    Draw,
    DrawGame,
    Drawing,
    DrawPokerTable,
    Draws,
    DrawsUnseen,
    DrawTable,
    OfTheDraw,
    StandsPat,
    Taking,
    Throw,
    Thrown,
    size,
)
from referee.rules import (
    Act,
    Answer,
    Deal,
    Knowledge,
    Move,
    Offer,
    PartialSettlement,
    Rulebook,
    Shows,
    Statement,
    TableFact,
    grounds,
    option_definitions,
    replace,
)


def open_draw(table: Drawing, players: Sequence[int]) -> Drawing:
    """Begin the next draw, of those still in, in order."""
    draw = table.draw.begun(players)
    return replace(table, draw=draw, turn=next_to_draw(table, draw.to_draw))


def next_to_draw(table: DrawTable, due: tuple[int, ...]) -> int | None:
    """Return who discards next, where that is known; between bets, whose turn it is to bet."""
    if table.round.is_open or not due:
        return table.turn if table.round.is_open else None
    return due[0] if table.seats.ordered and table.dealer is not None else None


def after_a_draw(table: Drawing, act: OfTheDraw) -> Drawing:
    """Note what a player did in the draw; the cards have moved, but for those that are only named now."""
    seat, was, known = act.seat, table.draw, _told(table, act)
    # What cannot have come was not drawn: which cards it was can still be said.
    wrong = isinstance(act, Draws) and any(card not in known.hands[seat].cards for card in act.cards)
    if named := to_be_named(table, act):
        filled = tuple(each for each in was.filled if each is not named)
        return table if wrong else replace(table, draw=replace(was, filled=filled), known=known)
    draw = was.without(seat)
    turn = next_to_draw(table, draw.to_draw)
    if isinstance(act, StandsPat):
        return replace(table, draw=draw, turn=turn)
    thrown, lying = draw.thrown, lying_after(table, act)
    if thrown and lying[seat] == len(act.cards) and was.lying[seat]:
        # There were too few others: the player's own discards went into the stub, and may come back.
        thrown = tuple(each for each in thrown if each.seat != seat)
    if isinstance(act, Discards):
        thrown += tuple(Thrown(seat, card, act.line) for card in act.cards if card is not UNSEEN)
    unnamed = isinstance(act, Discards | DiscardsUnseen) or wrong
    filled = (*draw.filled, act) if unnamed else draw.filled
    draw = replace(draw, filled=filled, thrown=thrown, lying=lying)
    return replace(table, draw=draw, turn=turn, known=table.known if wrong else known)


def lying_after(table: DrawTable, act: Throw | Taking) -> tuple[int, ...]:
    """Return how many discards of each seat are not in the stub, after an act."""
    known, many = table.known, len(act.cards)
    lying = table.draw.lying or (0,) * len(table.seats)
    # Each throw takes as many from the stub as it adds to a heap, until heaps are shuffled into it.
    if known.stock == len(known.pack) - size(table) * len(table.hand.players) - sum(lying) - many:
        return with_value(lying, act.seat, lying[act.seat] + many)
    return tuple(known.size(thrown_by(seat)) or 0 for seat in table.seats)


def has_bet(table: Drawing, act: Act) -> Drawing:
    """Note that who bets can no more discard in this turn."""
    draw = table.draw
    if act.seat not in draw.to_draw and not draw.filled:
        return table
    return replace(table, draw=replace(draw.without(act.seat), filled=()))


def _told(table: DrawTable, act: OfTheDraw) -> Knowledge:
    """Return what is known with the cards that a player is said to have drawn, but for those that cannot have come."""
    known = table.known
    for card in act.cards if isinstance(act, Draws) else ():
        if known.unlocated(card) and known.may_hold(act.seat, card):
            known = known.reveal(act.seat, (*known.hands[act.seat].cards, card))
    return known


def drawn_out(table: Drawing) -> Drawing:
    """Begin the bets of a turn when all have drawn."""
    return open_round(table) if not table.draw.to_draw and table.round.number < table.draw.at_turn else table


def went_on(table: Drawing, line: int) -> Drawing:
    """Go on to the next draw, to the showdown, or to the end of the hand, when nothing is left to do before it."""
    hand, now = table.hand, table.round
    if not table.from_deal or hand.is_settled or not (table.in_play or hand.claims):
        return table
    if table.game.pending(table):
        broken: Drawing = table.game.goes_on(table, line)
        return broken
    left = hand.contenders
    if len(left) == 1:
        return pay_last_player(replace(table, draw=replace(table.draw, to_draw=())), line)
    if now.is_open and now.to_act:
        return table
    if now.is_open and not find_missing_forced_bets(table):
        # The antes have left nobody, or only one player, with chips to bet.
        table = close_round(table, line)
    while not table.round.is_open and not table.draw.to_draw and table.draw.at_turn < table.game.turns:
        if table.options.turn_shape == "draw_and_bet":
            table = open_round(table)
        table = open_draw(table, [seat for seat in table.hand.players if seat in table.hand.live])
    if table.round.is_open:
        return table
    if table.draw.to_draw:
        # Who is all-in has not drawn between the bets of the others.
        turn = next_to_draw(table, table.draw.to_draw)
        return table if turn == table.turn else replace(table, turn=turn)
    hands = hands_shown(table)
    if table.hand.undeclared or any(seat not in hands for seat in left):
        return table
    finished: Drawing = table.game.finish(table, hands, line)
    return finished


def deal(table: Drawing, act: Deal) -> Drawing:
    """Open a hand; the first turn is a bet on what was dealt."""
    draw = Draw(at_turn=1 if table.seats.ordered else 0)
    return apply_early_forced_bets(table, open_round(deal_betting_hand(table, act, size(table), draw=draw)))


def happened(table: Drawing, act: Act) -> Drawing:
    """Record what happened; the cards have moved."""
    if isinstance(act, BETS):
        waited = bool(table.draw.to_draw)
        before, table = table, apply_betting_act(table, act)
        table = table if answers_an_unsaid_all_in(before, act) else has_bet(table, act)
        if waited and not table.round.is_open and len(table.hand.live) > 1:
            table = drawn_out(table)  # the last who had to draw has folded
        return went_on(table, act.line)
    match act:
        case Deal():
            return deal(table, act)
        case Discards() | DiscardsUnseen() | Draws() | DrawsUnseen() | StandsPat():
            return went_on(drawn_out(after_a_draw(table, act)), act.line)
        case Takes() | TakesAll():
            return apply_claim(table, claim_as_sum(table, act))
        case Muck():
            return went_on(table if act.seat in hands_shown(table) else give_up(table, act.seat), act.line)
        case Statement():
            return went_on(shown_again(table, act), act.line) if isinstance(act, Shows) else table
    return went_on(apply_betting_act(table, act), act.line)


def shown_again(table: Drawing, act: Shows) -> Drawing:
    """Return the table after a show, with which a mucked hand may be taken back."""
    whole = act.seat in table.hand.mucked_seats and len(table.known.hands[act.seat].shown) == size(table)
    return restore_mucked_hand(table, act.seat, act.line) if whole else table


def went_unnoticed(before: Drawing, after: Drawing, act: Act) -> Iterator[Drawing]:
    """Yield the other tables that an act out of turn may leave: in a draw, the turn may pass on from its player."""
    yield from outcomes_of_unnoticed_bet(before, after, act)
    was, now = before.draw, after.draw
    if after.round.is_open or was.at_turn != now.at_turn or len(now.to_draw) in (0, len(was.to_draw)):
        return
    to_draw = after.hand.order_after(act.seat, now.to_draw)
    yield replace(after, draw=replace(now, to_draw=to_draw), turn=next_to_draw(after, to_draw))


def due(table: DrawTable) -> str:
    """Say whose hands the showdown waits for, or what comes after it."""
    if not table.from_deal or not is_showdown(table):
        return ""
    left = [table.name(seat) for seat in table.hand.contenders if not table.known.hands[seat].fully_known]
    shows = f"{join_words(left)} {'shows' if len(left) == 1 else 'show'} the whole hand" if left else "the showdown"
    return table.game.pending(table) or shows


def reconsidered(before: DrawTable, later: DrawTable, act: Act) -> Answer | None:
    """Judge a claim again when others have shown or given up, a short call when its player bets more, and a hand that
    was shown card by card when it is whole.
    """
    if isinstance(act, Shows) and act.seat in later.hand.live:
        name = later.name(act.seat)
        if len(later.known.hands[act.seat].shown) == size(later):
            return grounds(f"{name} showed the whole hand.")
        return grounds(f"The hand was over without {name}'s other cards.") if later.hand.is_settled else None
    return reconsider_bet_or_claim(before, later, act, takes_what_is_due) if before.from_deal else None


def by_facts(table: DrawTable) -> PartialSettlement:
    """Say who gets what of the chips in a record that begins in the middle, if every hand has been shown."""
    shown = hands_shown(table)
    if table.from_deal or not shown:
        return PartialSettlement()
    settled = settle_by_facts(table, shown)
    between = () if settled.missing else table.game.tied(table, shown)
    return PartialSettlement(missing=(undecided(table, between),)) if between else settled


def offered_draws(table: DrawTable, seat: int) -> Iterator[Offer]:
    """Propose to keep the hand, or to discard any number of cards that the game allows."""
    if seat in table.draw.to_draw or (seat in table.hand.live and not table.from_deal):
        yield Offer("", (StandsPat(seat),))
        yield from (Offer("", (DiscardsUnseen(seat, many),)) for many in range(1, table.game.limit + 1))


def could_be_done(table: DrawTable, seat: int) -> Iterator[Offer]:
    """Propose antes, discards and bets."""
    yield from offer_forced_bets(table, seat)
    if seat < 0:
        return
    yield from offered_draws(table, seat)
    yield from offer_claims(table, seat)
    yield from offer_mucking(table, seat)
    if table.round.is_open:
        yield from offer_bets(table, seat)


def visible(table: DrawTable) -> Iterator[TableFact]:
    """Show which turn it is, who has still to draw, and the chips."""
    if table.in_play and table.draw.at_turn:
        yield TableFact("Turn", f"{table.draw.at_turn} of {table.game.turns}")
        for seat in table.draw.to_draw:
            yield TableFact("Hand", "still to discard or stand pat", seat)
    yield from betting_facts(table)


def says_draws(book: Rulebook) -> None:
    """Register what players do in a draw."""
    book.add_act(Discards, "NAME discards CARDS")
    book.add_act(DiscardsUnseen, "NAME discards N")
    book.add_act(Draws, "NAME draws CARDS")
    book.add_act(DrawsUnseen, "NAME draws N")
    book.add_act(StandsPat, "NAME stands pat")
    book.add_synonyms(
        {
            "discards CARDS": "throws (away/out) CARDS, throws CARDS away, gets rid of, drops CARDS, changes, "
            "exchanges, swaps, trades",
            "discards N": "discards/throws/changes/exchanges/swaps/trades N card/cards, throws (away) N, "
            "throws away N card/cards",
            "draws CARDS": "gets/takes/receives CARDS, picks up CARDS",
            "discards 1": "discards/throws/changes/exchanges/swaps/trades card/one, throws away card/one",
            "draws N": "draws/takes/gets N card/cards",
            "draws 1": "draws/takes/gets card/one",
            "stands pat": "(stays/is/keeps) pat, stands, stays, keeps (all/hand/cards/it/them), keeps all cards, "
            "draws/discards none/nothing, takes none, draws/discards/takes no cards",
        }
    )


def plays_with_draws(
    book: Rulebook,
    game: DrawGame,
    wording: str,
    *,
    kind: type = DrawPokerTable,
    printed: Mapping[str, Mapping[str, Any]] | None = None,
    moves: Callable[[Any, Act], Iterable[Move]] | None = None,
    applies: Callable[[Any, Act], Any] | None = None,
    shows: Callable[[Any], Iterator[TableFact]] | None = None,
) -> None:
    """Make a rulebook whole: its acts, chapters 2 to 6, and what happens at its tables.

    `wording` has the printed clauses that say how many cards are dealt, 2.1, how many may be exchanged, 3.2, and what
    else is the game's own; `printed` how those on the pots are printed under its options. A game with acts of its own
    says with `moves` and `applies` what comes of them besides `moves_of_a_draw` and `happened`, and with `shows` what
    else is seen.
    """
    book.note(
        "1.3",
        """Two to {max_players} players.
        max_players=2: Two players.
        """,
        interpretation="DR-6",
    )
    register_bets(book)
    says_draws(book)
    register_mucking(book)
    book.include(cards_of_each, wording=wording)
    book.include(dealing, wording=wording)
    book.include(draws, wording=wording, without=["4.7"])
    include_antes_only(book)
    book.include(betting, printed=HIGHEST_BET, without=["4.7"])
    book.include(out_of_turn)
    book.include(draws, without=[shared.id for shared in draws.clauses if shared.id != "4.7"])
    book.include(showdown, wording=wording)
    book.include(payment, wording=wording, printed=printed, without=clauses_of_divided_pots(book))
    if any(each.name == "mucked_hand" for each in option_definitions(book.options)):
        book.include(taking_back)

    limit_players(book)

    book.begins(kind, lambda table: prepare_table(table, table.options.ante), game=game)
    complete_pot_game(
        book,
        moves=moves or moves_of_a_draw,
        applies=applies or happened,
        outcomes_if_stood=went_unnoticed,
        awaits=due,
        reconsiders=reconsidered,
        settles=by_facts,
        shows=lambda table: (*(shows(table) if shows else ()), *visible(table)),
        offers=could_be_done,
    )
