"""What happens at a Zheng Shangyou table, what could happen instead, and what is seen of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.cards import Card, write_cards
from referee.games.parts.acts import Pass, Play
from referee.games.parts.climbing.clauses import ranking
from referee.games.parts.climbing.lead import before_a_last_card, hand_of, seat_of
from referee.games.parts.climbing.opening import LEFT_OVER, Out, turned_up
from referee.games.parts.climbing.play import dealt_anew, lay, may_be_under_way, named_or_described, seen
from referee.games.parts.dealing import next_deal
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
from referee.rules import (
    OPEN_TABLE,
    STOCK,
    Act,
    Deal,
    Fact,
    Move,
    Offer,
    Verdict,
    dealt,
    replace,
    undealt,
)

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
    """Propose plays of the hand where it is known, otherwise the shape of what would do; and a pass, or the deal."""
    yield from next_deal(table)
    yield from exchanges.offers(table, seat)
    yield from horse_game.offers(table, seat)
    if seat < 0:
        return
    hand = table.known.at(hand_of(table, Pass(seat)))
    if hand.whole and hand.cards:
        card = opening.owed(table)
        cards = sorted(hand.cards, key=lambda each: each != card)
        possible = (Play(seat, made.cards) for made in hands_of(cards) if card is None or card in made.cards)
        yield from named_or_described(book, table, seat, possible, described(table))
    else:
        yield from shapes(table, seat)
    if table.lead.top or table.options.leader_may_pass:
        yield Offer("", (Pass(seat),))


def shapes(table: ZhengTable, seat: int) -> Iterator[Offer]:
    """Describe what a player whose hand is not seen might play, with one such play; and a bomb besides."""
    name, standing = table.name(seat), to_stand_against(table)
    if standing is None:
        card = opening.owed(table)
        possible = (card,) if card else unseen(table, seat)[:1]
        yield Offer(f"{name} plays {described(table)}", tuple(Play(seat, (each,)) for each in possible))
        return
    higher = [made for made in hands_of(unseen(table, seat)) if is_above(made, standing)][::-1]
    alike = (made for made in higher if made.is_bomb == standing.is_bomb)
    bombs = (made for made in higher if made.is_bomb and not standing.is_bomb)
    what = "the highest card of the hand" if before_a_last_card(table, hand_of(table, Pass(seat))) is not None else ""
    for words, some in ((what if standing.clause is single else "", alike), ("a bomb", bombs)):
        plays = (Play(seat, made.cards) for made in some)
        legal = next((play for play in plays if book.judge(table, play).verdict is Verdict.LEGAL), None)
        if legal:
            yield Offer(f"{name} plays {words or above(standing)}", (legal,))


def unseen(table: ZhengTable, seat: int) -> list[Card]:
    """Return the cards that a player may have."""
    known, hand = table.known, hand_of(table, Pass(seat))
    return [card for card in known.pack.cards if known.may_hold(hand, card)]


def to_stand_against(table: ZhengTable) -> Combination | None:
    """Return the combination to beat."""
    made = combination(table.lead.top.cards) if table.lead.top else None
    return made if isinstance(made, Combination) else None


def above(standing: Combination) -> str:
    """Return what beats a combination in words: ``any pair above the pair of nines``."""
    kinds = {single: "any card", pair: "any pair", pair_straight: f"any {len(standing.cards) // 2} pairs in a row"}
    kind = kinds.get(standing.clause, f"any {len(standing.cards)} cards in a row")
    return f"{'any bomb' if standing.is_bomb else kind} above {standing.words}"


def described(table: ZhengTable) -> str:
    """Return what may be played now in words."""
    standing = to_stand_against(table)
    if standing:
        return above(standing) if standing.is_bomb else f"{above(standing)}, or a bomb"
    card = opening.owed(table)
    return f"any combination that contains {card}" if card else "any combination"
