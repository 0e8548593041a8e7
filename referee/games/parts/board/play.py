"""Poker with cards in the middle: what happens, what could happen instead, and what is seen of it.

`plays_with_a_board` makes a rulebook whole whose chapters are those of `board`, of the betting and of the pots.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final

from referee.cards import FRENCH, UNSEEN, write_cards
from referee.cards.words import join_words, quantity
from referee.games.parts.acts import Takes, TakesAll
from referee.games.parts.betting.antes_and_blinds import offer_forced_bets
from referee.games.parts.betting.game import (
    complete_pot_game,
    deal_betting_hand,
    reconsider_bet_or_claim,
    settle_by_facts,
)
from referee.games.parts.betting.mucked_hands import restore_mucked_hand
from referee.games.parts.betting.payment import (
    Muck,
    apply_claim,
    claim_as_sum,
    give_up,
    offer_claims,
    offer_mucking,
    pay_last_player,
    register_mucking,
    settle,
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
from referee.games.parts.board.clauses import (
    BOARDS,
    STREETS,
    Board,
    BoardGame,
    BoardTable,
    Burn,
    Burns,
    Flop,
    Middle,
    River,
    Turn,
    bets_are_made,
    hands_shown,
    takes_what_is_due,
)
from referee.games.parts.board.exposed_cards import Exposed, ExposedFirst, exposed, replaced_by, says_what_is_exposed
from referee.rules import (
    BURIED,
    OPEN_TABLE,
    STOCK,
    Act,
    Deal,
    Knowledge,
    KnownHand,
    Move,
    Offer,
    PartialSettlement,
    Rulebook,
    Shows,
    Statement,
    TableFact,
    replace,
)

_MOVES_CARDS: Final = frozenset((*BOARDS, Burn, Burns, Exposed, ExposedFirst))


def moves_of_the_middle(table: BoardTable, act: Act) -> Sequence[Move]:
    """Return where cards go: those that are shown in the middle, after the one put aside where the club does that."""
    if type(act) not in _MOVES_CARDS:
        return ()
    if isinstance(act, Exposed):
        return replaced_by(table, act)
    if not isinstance(act, Board):
        return (Move((UNSEEN,), STOCK, BURIED),) if isinstance(act, Burn | Burns) else ()
    shown = Move(act.cards, table.game.source, OPEN_TABLE, "turned up")
    if not table.options.burn:
        return (shown,)
    lying = len(table.middle.cards)
    burns = sum(lying < street <= lying + len(act.cards) for street in STREETS) - table.middle.burned
    return (*[Move((UNSEEN,), STOCK, BURIED)] * burns, shown)


def happened(table: BoardTable, act: Act) -> BoardTable:
    """Record what happened."""
    if isinstance(act, BETS):
        return settled(apply_betting_act(table, act), act.line)
    match act:
        case Deal():
            return deal(table, act)
        case Burn() | Burns():
            return replace(table, middle=replace(table.middle, burned=True))
        case Board():
            return shown_in_the_middle(table, act)
        case Takes() | TakesAll():
            return apply_claim(table, claim_as_sum(table, act))
        case Exposed():
            return exposed(table, act)
        case Muck():
            return settled(table if act.seat in hands_shown(table) else give_up(table, act.seat), act.line)
        case Statement():
            return settled(shown_again(table, act), act.line) if isinstance(act, Shows) else table
    return settled(apply_betting_act(table, act), act.line)


def shown_again(table: BoardTable, act: Shows) -> BoardTable:
    """Return the table after a show, with which a mucked hand may be taken back."""
    whole = act.seat in table.hand.mucked_seats and len(table.known.hands[act.seat].shown) == 2
    return restore_mucked_hand(table, act.seat, act.line) if whole else table


def deal(table: BoardTable, act: Deal) -> BoardTable:
    """Open a hand."""
    fresh, source = deal_betting_hand(table, act, 2, middle=Middle()), table.game.source
    if not table.seats.ordered:
        fresh = replace(fresh, known=_before_a_deal(len(table.seats), table.game))
    elif source != STOCK:
        fresh = replace(fresh, known=fresh.known.move(Move((UNSEEN,) * 5, STOCK, source)))
    return apply_early_forced_bets(table, open_round(fresh) if bets_are_made(fresh) else fresh)


def shown_in_the_middle(table: BoardTable, act: Board) -> BoardTable:
    """Turn cards of the middle up, and begin the next round of bets."""
    if not table.in_play:
        return table
    if table.round.is_open and table.from_deal:
        table = close_round(table, act.line)
    table = replace(table, middle=table.middle.turned_up(act))
    return settled(open_round(table), act.line) if len(table.middle.cards) in STREETS else table


def settled(table: BoardTable, line: int) -> BoardTable:
    """Pay out when only one is left, or when all who are left have shown and there is no more to bet."""
    hand = table.hand
    if table.round.is_open or hand.is_settled or not table.from_deal or not hand.live:
        return table
    if not table.in_play and not hand.claims:
        return table
    left = hand.contenders
    if len(left) == 1 and (table.round.number or hand.betting_begun or len(hand.live) == 1):
        return pay_last_player(table, line)
    if len(table.middle.cards) < 5:
        return table
    hands = table.known.hands
    if hand.undeclared or any(len(hands[seat].shown) != 2 for seat in left):
        return table
    return settle(table, hands_shown(table), line, table.game.pays)


def _before_a_deal(players: int, game: BoardGame) -> Knowledge:
    return Knowledge((KnownHand(),) * players, {STOCK: KnownHand(), game.source: KnownHand()}, {}, FRENCH)


def waited_for(table: BoardTable) -> str:
    """Say what is due that is nobody's turn: cards of the middle, or the hands of the showdown."""
    if table.hand.is_misdeal:
        return "deal"
    if not table.in_play or not table.from_deal or (table.round.is_open and table.round.to_act):
        return ""
    if len(table.middle.cards) < 5:
        return {0: "the first three cards", 3: "the fourth card"}.get(len(table.middle.cards), "the last card")
    left = [seat for seat in table.hand.contenders if len(table.known.hands[seat].shown) < 2]
    return f"{join_words(map(table.name, left))} {'shows or mucks' if len(left) == 1 else 'show or muck'}"


def by_facts(table: BoardTable) -> PartialSettlement:
    """Say who gets what of the chips in the record, if the middle and every hand have been shown."""
    if table.from_deal or not (shown := hands_shown(table)):
        return PartialSettlement()
    lying = len(table.middle.cards)
    are = f"Only {quantity(lying, 'card')} of the middle {'is' if lying == 1 else 'are'} in the record."
    lacks = "" if lying == 5 else are if lying else "No card of the middle is in the record."
    return settle_by_facts(table, shown, lacks, table.game.pays)


def visible(table: BoardTable) -> Iterator[TableFact]:
    """Show the cards in the middle, the pots, and what each player has."""
    if table.middle.cards and table.in_play:
        yield TableFact("Middle", write_cards(table.middle.cards))
    yield from betting_facts(table)


def could_be_done(table: BoardTable, seat: int) -> Iterator[Offer]:
    """Propose bets, antes and blinds; of nobody in particular the next cards."""
    yield from offer_forced_bets(table, seat)
    yield from offer_claims(table, seat)
    if seat < 0:
        yield from _next_cards(table)
        return
    yield from offer_mucking(table, seat)
    if table.round.is_open or not table.from_deal:
        yield from offer_bets(table, seat)


_NEXT: Final = {0: (Flop, "flop, three cards"), 3: (Turn, "turn, one card"), 4: (River, "river, one card")}


def _next_cards(table: BoardTable) -> Iterator[Offer]:
    """Propose the cards of the middle that come next."""
    if not table.in_play or len(table.middle.cards) > 4 or not table.from_deal:
        return
    lying = len(table.middle.cards)
    kind, words = _NEXT.get(lying, (Board, "the next cards of the middle"))
    count = max(1, 3 - lying)
    known = table.known
    free = [card for card in known.pack.cards if known.may_hold(table.game.source, card)][:count]
    yield Offer(words, (kind(-1, tuple(free)),))


def plays_with_a_board(
    book: Rulebook,
    game: BoardGame,
    moves: Callable[[Any, Act], Sequence[Move]] = moves_of_the_middle,
    applies: Callable[[Any, Act], BoardTable] = happened,
) -> None:
    """Make a rulebook whole that has its clauses: its acts, and what happens at its tables.

    A game with acts of its own says with `moves` which cards they move, besides those of `moves_of_the_middle`, and
    with `applies` what comes of them besides what `happened`.
    """
    register_bets(book, blinds=book.clauses["4.4"].only, straddles="4.5" in book.clauses)
    register_mucking(book)
    says_what_is_exposed(book)
    complete_pot_game(
        book,
        moves=moves,
        applies=applies,
        awaits=waited_for,
        reconsiders=partial(reconsider_bet_or_claim, claims=takes_what_is_due),
        settles=by_facts,
        shows=visible,
        offers=could_be_done,
    )
    for shown, pattern in zip(BOARDS, ("board", "flop", "turn", "river"), strict=True):
        book.add_act(shown, f"{pattern} CARDS")
        book.add_synonyms({f"{pattern} CARDS": f"{pattern} is/comes/brings/shows, {pattern} comes down"})
    book.add_act(Burn, "burn")
    book.add_act(Burns, "NAME burns")
    book.add_synonyms({"burns": "burns card/one"})

    def begun(table: BoardTable) -> BoardTable:
        known = _before_a_deal(len(table.seats), game)
        return prepare_table(replace(table, known=known), *game.forced(table.options))

    book.begins(BoardTable, begun, game=game)
