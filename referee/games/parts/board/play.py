"""Poker with community cards: the effects of acts, the alternatives, and the displayed facts.

`complete_board_game` completes a rulebook that has the chapters of `board`, of the betting and of the pots.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final

from referee.cards import FRENCH, UNSEEN, write_cards
from referee.cards.words import join_words, quantity
from referee.games.parts.acts import TakeChips, TakePot
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
    CommunityCards,
    DealerBurn,
    Flop,
    River,
    Turn,
    bets_are_made,
    shown_board_hands,
    takes_what_is_due,
)
from referee.games.parts.board.exposed_cards import (
    ExposedCard,
    ExposedFirstCard,
    apply_exposed_card,
    register_exposed_cards,
    replacement_location,
)
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

_MOVES_CARDS: Final = frozenset((*BOARDS, Burn, DealerBurn, ExposedCard, ExposedFirstCard))


def board_moves(table: BoardTable, act: Act) -> Sequence[Move]:
    """Return the moves of an act. Cards turned up come after the burned card, if the house rules burn one."""
    if type(act) not in _MOVES_CARDS:
        return ()
    if isinstance(act, ExposedCard):
        return replacement_location(table, act)
    if not isinstance(act, Board):
        return (Move((UNSEEN,), STOCK, BURIED),) if isinstance(act, Burn | DealerBurn) else ()
    move = Move(act.cards, table.game.source, OPEN_TABLE, "turned up")
    if not table.options.burn:
        return (move,)
    board_size = len(table.community.cards)
    burns = sum(board_size < street <= board_size + len(act.cards) for street in STREETS) - table.community.has_burned
    return (*[Move((UNSEEN,), STOCK, BURIED)] * burns, move)


def apply_board_act(table: BoardTable, act: Act) -> BoardTable:
    """Return the table after an act."""
    if isinstance(act, BETS):
        return settle_if_decided(apply_betting_act(table, act), act.line)
    match act:
        case Deal():
            return deal_board_hand(table, act)
        case Burn() | DealerBurn():
            return replace(table, community=replace(table.community, has_burned=True))
        case Board():
            return turn_up_cards(table, act)
        case TakeChips() | TakePot():
            return apply_claim(table, claim_as_sum(table, act))
        case ExposedCard():
            return apply_exposed_card(table, act)
        case Muck():
            return settle_if_decided(
                table if act.seat in shown_board_hands(table) else give_up(table, act.seat), act.line
            )
        case Statement():
            return settle_if_decided(restore_if_shown(table, act), act.line) if isinstance(act, Shows) else table
    return settle_if_decided(apply_betting_act(table, act), act.line)


def restore_if_shown(table: BoardTable, act: Shows) -> BoardTable:
    """Return the table after a show. A mucked hand that is shown whole may become live again."""
    is_whole_hand = act.seat in table.hand.mucked_seats and len(table.knowledge.hands[act.seat].shown_cards) == 2
    return restore_mucked_hand(table, act.seat, act.line) if is_whole_hand else table


def deal_board_hand(table: BoardTable, act: Deal) -> BoardTable:
    """Return the table with a new hand dealt."""
    new_table, source = deal_betting_hand(table, act, 2, community=CommunityCards()), table.game.source
    if not table.seats.ordered:
        new_table = replace(new_table, knowledge=_knowledge_before_deal(len(table.seats), table.game))
    elif source != STOCK:
        new_table = replace(new_table, knowledge=new_table.knowledge.move(Move((UNSEEN,) * 5, STOCK, source)))
    return apply_early_forced_bets(table, open_round(new_table) if bets_are_made(new_table) else new_table)


def turn_up_cards(table: BoardTable, act: Board) -> BoardTable:
    """Return the table with more community cards turned up and the next betting round begun."""
    if not table.in_play:
        return table
    if table.round.is_open and table.from_deal:
        table = close_round(table, act.line)
    table = replace(table, community=table.community.turn_up(act))
    return settle_if_decided(open_round(table), act.line) if len(table.community.cards) in STREETS else table


def settle_if_decided(table: BoardTable, line: int) -> BoardTable:
    """Return the table with the pots paid, if one player is left, or if all have shown and betting is over."""
    hand = table.hand
    if table.round.is_open or hand.is_settled or not table.from_deal or not hand.live:
        return table
    if not table.in_play and not hand.claims:
        return table
    contenders = hand.contenders
    if len(contenders) == 1 and (table.round.number or hand.betting_begun or len(hand.live) == 1):
        return pay_last_player(table, line)
    if len(table.community.cards) < 5:
        return table
    hands = table.knowledge.hands
    if hand.undeclared or any(len(hands[seat].shown_cards) != 2 for seat in contenders):
        return table
    return settle(table, shown_board_hands(table), line, table.game.pay)


def _knowledge_before_deal(players: int, game: BoardGame) -> Knowledge:
    return Knowledge((KnownHand(),) * players, {STOCK: KnownHand(), game.source: KnownHand()}, {}, FRENCH)


def due_board_act(table: BoardTable) -> str:
    """Return what is due if it is no player's turn: a deal, community cards, or hands to be shown; else empty."""
    if table.hand.is_misdeal:
        return "deal"
    if not table.in_play or not table.from_deal or (table.round.is_open and table.round.to_act):
        return ""
    if len(table.community.cards) < 5:
        return {0: "the first three cards", 3: "the fourth card"}.get(len(table.community.cards), "the last card")
    unshown_seats = [seat for seat in table.hand.contenders if len(table.knowledge.hands[seat].shown_cards) < 2]
    names = join_words(map(table.name, unshown_seats))
    return f"{names} {'shows or mucks' if len(unshown_seats) == 1 else 'show or muck'}"


def settle_board_by_facts(table: BoardTable) -> PartialSettlement:
    """Return the settlement of a record that begins mid-hand, if all community cards and hands were shown.

    Otherwise return what is missing.
    """
    if table.from_deal or not (shown_hands := shown_board_hands(table)):
        return PartialSettlement()
    board_size = len(table.community.cards)
    are = f"Only {quantity(board_size, 'card')} of the middle {'is' if board_size == 1 else 'are'} in the record."
    lacks = "" if board_size == 5 else are if board_size else "No card of the middle is in the record."
    return settle_by_facts(table, shown_hands, lacks, table.game.pay)


def board_facts(table: BoardTable) -> Iterator[TableFact]:
    """Yield the displayed facts: the community cards, the pots, and each player's chips and bet."""
    if table.community.cards and table.in_play:
        yield TableFact("Middle", write_cards(table.community.cards))
    yield from betting_facts(table)


def board_offers(table: BoardTable, seat: int) -> Iterator[Offer]:
    """Yield a player's antes, blinds, claims and bets; for seat -1, the next community cards."""
    yield from offer_forced_bets(table, seat)
    yield from offer_claims(table, seat)
    if seat < 0:
        yield from _offer_next_cards(table)
        return
    yield from offer_mucking(table, seat)
    if table.round.is_open or not table.from_deal:
        yield from offer_bets(table, seat)


_NEXT: Final = {0: (Flop, "flop, three cards"), 3: (Turn, "turn, one card"), 4: (River, "river, one card")}


def _offer_next_cards(table: BoardTable) -> Iterator[Offer]:
    """Yield the next community cards as an offer."""
    if not table.in_play or len(table.community.cards) > 4 or not table.from_deal:
        return
    board_size = len(table.community.cards)
    kind, words = _NEXT.get(board_size, (Board, "the next cards of the middle"))
    count = max(1, 3 - board_size)
    knowledge = table.knowledge
    possible_cards = [card for card in knowledge.pack.cards if knowledge.may_hold(table.game.source, card)][:count]
    yield Offer(words, (kind(-1, tuple(possible_cards)),))


def complete_board_game(
    book: Rulebook,
    game: BoardGame,
    extra_moves: Callable[[Any, Act], Sequence[Move]] = board_moves,
    applies: Callable[[Any, Act], BoardTable] = apply_board_act,
) -> None:
    """Register the acts of a game with community cards and the hooks of its tables. The clauses must be registered
    already.

    A game with acts of its own passes `extra_moves` in place of `board_moves`, and `applies` in place of
    `apply_board_act`.
    """
    register_bets(book, blinds=book.clauses["4.4"].only, straddles="4.5" in book.clauses)
    register_mucking(book)
    register_exposed_cards(book)
    complete_pot_game(
        book,
        moves=extra_moves,
        applies=applies,
        awaits=due_board_act,
        reconsiders=partial(reconsider_bet_or_claim, claims=takes_what_is_due),
        settles=settle_board_by_facts,
        shows=board_facts,
        offers=board_offers,
    )
    for act_type, pattern in zip(BOARDS, ("board", "flop", "turn", "river"), strict=True):
        book.add_act(act_type, f"{pattern} CARDS")
        book.add_synonyms({f"{pattern} CARDS": f"{pattern} is/comes/brings/shows, {pattern} comes down"})
    book.add_act(Burn, "burn")
    book.add_act(DealerBurn, "NAME burns")
    book.add_synonyms({"burns": "burns card/one"})

    def begun(table: BoardTable) -> BoardTable:
        knowledge = _knowledge_before_deal(len(table.seats), game)
        return prepare_table(replace(table, knowledge=knowledge), *game.forced_bets(table.options))

    book.begins(BoardTable, begun, game=game)
