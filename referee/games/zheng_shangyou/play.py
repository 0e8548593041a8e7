"""The effects of acts on a Zheng Shangyou table, the acts on offer, and the displayed facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from referee.cards import UNSEEN, Card, write_cards
from referee.games.parts.acts import Pass, Play
from referee.games.parts.climbing.clauses import ranking
from referee.games.parts.climbing.lead import acting_hand, owner_seat
from referee.games.parts.climbing.opening import LEFT_OVER, LeftOverCards, left_over_cards
from referee.games.parts.climbing.play import (
    PlayChoices,
    apply_play,
    assume_under_way,
    climbing_facts,
    deal_climbing_hand,
)
from referee.games.zheng_shangyou import exchanges, horse_game
from referee.games.zheng_shangyou.hands import (
    ZhengCombination,
    beats,
    classify_cards,
    pair,
    pair_straight,
    possible_hands,
    single,
)
from referee.games.zheng_shangyou.horse_game import (
    forget_turns,
    hand_used,
    record_look,
    record_pass,
    record_play,
    record_start,
    void,
)
from referee.games.zheng_shangyou.rules import opening
from referee.games.zheng_shangyou.table import (
    AuctionBid,
    AuctionBuy,
    Deny,
    HandOn,
    Look,
    Start,
    Trade,
    Unsold,
    Vote,
    ZhengHand,
    ZhengTable,
    book,
    player_counts,
)
from referee.rules import (
    OPEN_TABLE,
    STOCK,
    Act,
    Cards,
    Deal,
    Move,
    Offer,
    TableFact,
    Verdict,
    after_deal,
    before_deal,
    replace,
)

book.begins(ZhengTable, assume_under_way)


@book.moves
def moves(table: ZhengTable, act: Act) -> Iterable[Move]:
    """Return the card moves of an act."""
    match act:
        case Play():
            return (Move(act.cards, acting_hand(table, act), OPEN_TABLE),)
        case LeftOverCards():
            return (Move(act.cards, STOCK, OPEN_TABLE, LEFT_OVER),)
        case Trade() | AuctionBuy() | HandOn():
            return exchanges.exchange_moves(table, act)
    return ()


@book.applies
def apply(table: ZhengTable, act: Act) -> ZhengTable:
    """Return the table after an act."""
    match act:
        case Play():
            after_opening = table if table.hand.first_play else table.with_hand(first_play=act)
            return forget_turns(table, apply_play(record_play(after_opening, act), act))
        case Pass():
            return forget_turns(table, record_pass(table, act))
        case Look():
            return record_look(table, act)
        case Start():
            return record_start(table, act)
        case Deal():
            table = deal(table, act)
        case LeftOverCards():
            table = exchanges.put_on_sale(table, act)
        case Deny():
            table = table.with_hand(denied=table.hand.denied | {(act.seat, act.card)})
        case Vote() | AuctionBid() | AuctionBuy() | Unsold() | HandOn():
            table = exchanges.record_exchange(table, act)
    return table if table.lead.is_opened or table.knowledge.owners else replace(table, turn=first_player(table))


book.acting_hand(hand_used)
book.on_void(void)


def first_player(table: ZhengTable) -> int | None:
    """Return the player who opens; None if unknown, or if other acts come first."""
    return None if exchanges.due_before_play(table) else opening.opener(table)


@book.awaits
def awaits(table: ZhengTable) -> str:
    """Return what must be done before play; empty if nothing must."""
    return exchanges.due_before_play(table)


def deal(table: ZhengTable, act: Deal) -> ZhengTable:
    """Return the table with a new hand dealt evenly. The record may name fewer players than there are."""
    table = replace(table, hand=ZhengHand())
    if table.options.horse_game and table.seats.ordered:
        return deal_climbing_hand(table, act, horse_game.deal_packets(table))
    players, pack = len(table.seats), table.knowledge.pack
    if not (table.seats.ordered or players == player_counts(table.options)[-1]):
        return deal_climbing_hand(table, act, before_deal(players, pack))
    # In the game for two, a third hand belongs to nobody.
    knowledge = after_deal([len(pack) // (3 if table.options.two_player else players)] * players, pack)
    return deal_climbing_hand(table, act, knowledge)


book.places(ranking)


@book.shows
def shows(table: ZhengTable) -> Iterator[TableFact]:
    """Yield the play to beat and the size of each hand and, before play, the state of the exchange."""
    if table.in_play and (cards_left_over := left_over_cards(table)):
        yield TableFact("Left over", write_cards(cards_left_over))
    yield from exchanges.exchange_facts(table)
    yield from climbing_facts(table)
    for packet in table.hand.looked_at:
        yield TableFact("Looked at", str(packet), owner_seat(table, packet))


@book.offers
def offers(table: ZhengTable, seat: int) -> Iterator[Offer]:
    """Yield the acts that may come next, before and during play."""
    yield from exchanges.offers(table, seat)
    yield from horse_game.offers(table, seat)
    yield from choices.offer(book, table, seat)


def plays_that_beat(table: ZhengTable, seat: int, unseen_cards: Sequence[Card]) -> Iterator[tuple[str, Cards]]:
    """Yield one possible play of the player that beats the last one, and one bomb."""
    standing = combination_to_beat(table)
    if only_bombs_beat(table):
        yield from (
            ("", bomb.cards) for bomb in islice((hand for hand in possible_hands(unseen_cards) if hand.is_bomb), 1)
        )
        return
    if standing is None:
        yield "", tuple(unseen_cards[:1])
        return
    higher = [hand for hand in possible_hands(unseen_cards) if beats(hand, standing)][::-1]
    same_kind = (hand for hand in higher if hand.is_bomb == standing.is_bomb)
    bombs = (hand for hand in higher if hand.is_bomb and not standing.is_bomb)
    for words, hands in ((describe_higher_of_kind(standing), same_kind), ("a bomb", bombs)):
        legal = (hand.cards for hand in hands if book.judge(table, Play(seat, hand.cards)).verdict is Verdict.LEGAL)
        yield from ((words, cards) for cards in islice(legal, 1))


def combination_to_beat(table: ZhengTable) -> ZhengCombination | None:
    """Return the combination that the next play must beat; None after a new lead."""
    result = classify_cards(table.lead.top_play.cards) if table.lead.top_play else None
    return result if isinstance(result, ZhengCombination) else None


def only_bombs_beat(table: ZhengTable) -> bool:
    """Tell whether the last play is no combination, so that only a bomb may follow it."""
    top = table.lead.top_play
    return top is not None and UNSEEN not in top.cards and combination_to_beat(table) is None


def describe_higher_of_kind(standing: ZhengCombination) -> str:
    """Return the plays of the same kind that beat a combination, in words: ``any pair above the pair of nines``."""
    kinds = {single: "any card", pair: "any pair", pair_straight: f"any {len(standing.cards) // 2} pairs in a row"}
    kind = kinds.get(standing.clause, f"any {len(standing.cards)} cards in a row")
    return f"{'any bomb' if standing.is_bomb else kind} above {standing.words}"


def describe_higher_plays(table: ZhengTable) -> str:
    """Return the plays that beat the last one, in words."""
    standing = combination_to_beat(table)
    if standing is None:
        return "a bomb" if only_bombs_beat(table) else ""
    return describe_higher_of_kind(standing) if standing.is_bomb else f"{describe_higher_of_kind(standing)}, or a bomb"


choices = PlayChoices(
    opening,
    lambda _table, cards: (hand.cards for hand in possible_hands(cards)),
    describe_higher_plays,
    plays_that_beat,
)
