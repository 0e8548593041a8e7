"""What happens at a Zheng Shangyou table, what could happen instead, and what is seen of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from referee.cards import UNSEEN, Card, write_cards
from referee.games.parts.acts import Pass, Play
from referee.games.parts.climbing.clauses import ranking
from referee.games.parts.climbing.lead import hand_of, seat_of
from referee.games.parts.climbing.opening import LEFT_OVER, Out, turned_up
from referee.games.parts.climbing.play import Choices, dealt_anew, lay, may_be_under_way, seen
from referee.games.zheng_shangyou import exchanges, horse_game
from referee.games.zheng_shangyou.hands import Combination, combination, hands_of, is_above, pair, pair_straight, single
from referee.games.zheng_shangyou.horse_game import looks, meant, passes, plays, starts, untold, void
from referee.games.zheng_shangyou.rules import opening
from referee.games.zheng_shangyou.table import (
    Bid,
    Buy,
    Deny,
    Hand,
    HandOn,
    Look,
    Start,
    Trade,
    Unsold,
    Vote,
    ZhengTable,
    book,
    numbers,
)
from referee.rules import OPEN_TABLE, STOCK, Act, Cards, Deal, Fact, Move, Offer, Verdict, dealt, replace, undealt

book.begins(ZhengTable, may_be_under_way)


@book.moves
def moves(table: ZhengTable, act: Act) -> Iterable[Move]:
    """Return where the cards of an act go."""
    match act:
        case Play():
            return (Move(act.cards, hand_of(table, act), OPEN_TABLE),)
        case Out():
            return (Move(act.cards, STOCK, OPEN_TABLE, LEFT_OVER),)
        case Trade() | Buy() | HandOn():
            return exchanges.moves_of(table, act)
    return ()


@book.applies
def apply(table: ZhengTable, act: Act) -> ZhengTable:
    """Record what happened."""
    match act:
        case Play():
            opened = table if table.hand.first else table.with_hand(first=act)
            return untold(table, lay(plays(opened, act), act))
        case Pass():
            return untold(table, passes(table, act))
        case Look():
            return looks(table, act)
        case Start():
            return starts(table, act)
        case Deal():
            table = deal(table, act)
        case Out():
            table = exchanges.turned_up(table, act)
        case Deny():
            table = table.with_hand(denied=table.hand.denied | {(act.seat, act.card)})
        case Vote() | Bid() | Buy() | Unsold() | HandOn():
            table = exchanges.happens(table, act)
    return table if table.lead.opened or table.known.owners else replace(table, turn=opens(table))


book.hands(meant)
book.voids(void)


def opens(table: ZhengTable) -> int | None:
    """Return who is to play first, as far as that is known; nobody before other things are done."""
    return None if exchanges.still_to_do(table) else opening.opener(table)


@book.awaits
def awaits(table: ZhengTable) -> str:
    """Return what must be done before play."""
    return exchanges.still_to_do(table)


def deal(table: ZhengTable, act: Deal) -> ZhengTable:
    """Deal a hand, evenly to as many as play; fewer may have been named than there are."""
    table = replace(table, hand=Hand())
    if table.options.horse_game and table.seats.ordered:
        return dealt_anew(table, act, horse_game.dealt(table))
    players, pack = len(table.seats), table.known.pack
    if not (table.seats.ordered or players == numbers(table.options)[-1]):
        return dealt_anew(table, act, undealt(players, pack))
    # Of the hands for two, a third is nobody's.
    known = dealt([len(pack) // (3 if table.options.two_player else players)] * players, pack)
    return dealt_anew(table, act, known)


book.places(ranking)


@book.shows
def shows(table: ZhengTable) -> Iterator[Fact]:
    """Show the play to beat and how many cards each has; before play, how far the exchange has come."""
    if table.in_play and (up := turned_up(table)):
        yield Fact("Left over", write_cards(up))
    yield from exchanges.seen(table)
    yield from seen(table)
    for packet in table.hand.looked:
        yield Fact("Looked at", str(packet), seat_of(table, packet))


@book.offers
def offers(table: ZhengTable, seat: int) -> Iterator[Offer]:
    """Propose what comes before play and in it."""
    yield from exchanges.offers(table, seat)
    yield from horse_game.offers(table, seat)
    yield from choices.offered(book, table, seat)


def beating(table: ZhengTable, seat: int, unseen: Sequence[Card]) -> Iterator[tuple[str, Cards]]:
    """Yield one play of those that a player may have and that beats the table, and a bomb besides."""
    standing = to_stand_against(table)
    if only_bombs_follow(table):
        yield from (("", bomb.cards) for bomb in islice((hand for hand in hands_of(unseen) if hand.is_bomb), 1))
        return
    if standing is None:
        yield "", tuple(unseen[:1])
        return
    higher = [hand for hand in hands_of(unseen) if is_above(hand, standing)][::-1]
    same_kind = (hand for hand in higher if hand.is_bomb == standing.is_bomb)
    bombs = (hand for hand in higher if hand.is_bomb and not standing.is_bomb)
    for words, hands in ((kind_above(standing), same_kind), ("a bomb", bombs)):
        legal = (hand.cards for hand in hands if book.judge(table, Play(seat, hand.cards)).verdict is Verdict.LEGAL)
        yield from ((words, cards) for cards in islice(legal, 1))


def to_stand_against(table: ZhengTable) -> Combination | None:
    """Return the combination to beat."""
    result = combination(table.lead.top.cards) if table.lead.top else None
    return result if isinstance(result, Combination) else None


def only_bombs_follow(table: ZhengTable) -> bool:
    """Tell whether cards lie there that are no combination, as nobody noticed it."""
    top = table.lead.top
    return top is not None and UNSEEN not in top.cards and to_stand_against(table) is None


def kind_above(standing: Combination) -> str:
    """Return what of its kind beats a combination in words: ``any pair above the pair of nines``."""
    kinds = {single: "any card", pair: "any pair", pair_straight: f"any {len(standing.cards) // 2} pairs in a row"}
    kind = kinds.get(standing.clause, f"any {len(standing.cards)} cards in a row")
    return f"{'any bomb' if standing.is_bomb else kind} above {standing.words}"


def above(table: ZhengTable) -> str:
    """Return what beats the table in words."""
    standing = to_stand_against(table)
    if standing is None:
        return "a bomb" if only_bombs_follow(table) else ""
    return kind_above(standing) if standing.is_bomb else f"{kind_above(standing)}, or a bomb"


choices = Choices(opening, lambda _table, cards: (hand.cards for hand in hands_of(cards)), above, beating)
