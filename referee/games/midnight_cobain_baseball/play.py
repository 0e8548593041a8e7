"""The effects of acts on a baseball table, the acts on offer, the displayed facts, and the complete rulebook."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from referee.cards import UNSEEN, Card, write_cards
from referee.games.midnight_cobain_baseball.hands import beats, describe_hand_to_beat, ranking_chapter
from referee.games.midnight_cobain_baseball.overview import front
from referee.games.midnight_cobain_baseball.rules import (
    after_a_fold,
    betting_chapter,
    deal_chapter,
    ending_chapter,
    is_over,
    stub_is_left,
    turning_chapter,
    winners,
)
from referee.games.midnight_cobain_baseball.table import (
    HAND_SIZE,
    STARTER,
    BaseballTable,
    BaseballTurn,
    DeclineExtraCard,
    ExtraCard,
    HandToBeat,
    Starter,
    Turning,
    can_turn_up,
    exposed,
    extra_card_is_recorded,
    face_down_count,
    has_beaten,
)
from referee.games.parts.acts import TakeChips, TakePot
from referee.games.parts.betting.antes_and_blinds import include_antes_only, offer_forced_bets
from referee.games.parts.betting.clauses import HIGHEST_BET, betting, is_closed
from referee.games.parts.betting.dealing import dealing, limit_players
from referee.games.parts.betting.game import complete_pot_game, deal_betting_hand
from referee.games.parts.betting.out_of_turn import out_of_turn
from referee.games.parts.betting.payment import (
    apply_claim,
    claim_as_sum,
    clauses_of_divided_pots,
    offer_claims,
    pay_last_player,
    payment,
    settle,
)
from referee.games.parts.betting.play import (
    apply_betting_act,
    apply_early_forced_bets,
    betting_facts,
    close_round,
    offer_bets,
    open_round,
    put_chips,
    reconsider_short_bet,
    set_first_to_act,
)
from referee.games.parts.betting.stakes import BETS, Fold, prepare_table, register_bets
from referee.games.parts.hands.ranking import DecidingDifference, HandOrder, RankedHand
from referee.games.parts.one_pack import one_pack
from referee.rules import (
    OPEN_TABLE,
    STOCK,
    Act,
    Answer,
    Deal,
    Knowledge,
    Move,
    Offer,
    Rulebook,
    Shows,
    Statement,
    TableFact,
    replace,
)


def advance(table: BaseballTable, line: int) -> BaseballTable:
    """Return the table at the next player to turn cards, the next betting round, or the end of the hand."""
    if not table.from_deal or table.hand.is_settled or not (table.in_play or table.hand.claims):
        return table
    while not is_over(table):
        if table.round.is_open or not table.target.cards or table.turning.extra_due_to in table.hand.live:
            return table
        if table.turning.current not in table.hand.live:
            advanced = next_turner(table)
            if advanced is None:
                return replace(table, turning=table.turning.stop(), turn=None)
            table = advanced
        seat = table.turning.current
        face_up = exposed(table, seat)
        if beats(table, face_up, table.target.cards):
            table = replace(table, target=table.target.replaced_by(face_up, seat), turning=table.turning.stop())
            table = open_round(table, first=seat)
        elif face_down_count(table, seat) == 0:
            table = drop_player(table, seat, "all cards turned without beating the hand to beat", line)
        else:
            return table
    return finish_hand(close_round(table, line) if table.round.is_open else table, line)


def next_turner(table: BaseballTable) -> BaseballTable | None:
    """Return the table with the next player turning cards; None if the record does not show who that is."""
    hand, last_turner, target = table.hand, table.turning.last_turner, table.target
    if last_turner < 0 and table.dealer is None:
        return None
    seat = hand.live[0] if last_turner < 0 else hand.order_after(last_turner, hand.live)[0]
    if target.owner != STARTER and target.owner not in hand.live:
        target = target.replaced_by(*after_a_fold(table, seat))
    return replace(table, target=target, turn=seat).with_turning(
        current=seat, last_turner=seat, extra_due_to=-1, extra_dealt_to=-1
    )


def drop_player(table: BaseballTable, seat: int, reason: str, line: int) -> BaseballTable:
    """Return the table after a player leaves the hand for a reason."""
    hand, betting_round = table.hand.without(seat), table.round
    table = table.with_turning(out={**table.turning.out, seat: reason})
    if not hand.contenders:
        return table  # somebody must be left to win the pot
    to_act = tuple(player for player in betting_round.to_act if player != seat)
    turn = table.turn if table.turn != seat else next(iter(to_act), None)
    table = replace(table, hand=hand, round=replace(betting_round, to_act=to_act), turn=turn)
    table = table.with_turning(leavers=(*table.turning.leavers, seat))
    return close_round(table, line) if betting_round.is_open and table.from_deal and is_closed(table) else table


def finish_hand(table: BaseballTable, line: int) -> BaseballTable:
    """Return the table with all pots paid to the last player, except pots that this player cannot win."""
    players = winners(table)
    table = replace(table, turning=table.turning.stop())
    if len(players) == 1:
        return pay_last_player(table, line)
    largest_hands = {
        seat: RankedHand((-index,), BY_LENGTH_OF_STAY, exposed(table, seat)) for index, seat in enumerate(players)
    }
    live = tuple(sorted(players, key=table.hand.players.index))
    return settle(replace(table, hand=replace(table.hand, live=live)), largest_hands, line)


def _compare_stays(_first: RankedHand, _second: RankedHand, _position: int) -> tuple[DecidingDifference, str, str]:
    return DecidingDifference.CLASS, "a longer stay is", "a shorter one"


BY_LENGTH_OF_STAY: Final = HandOrder(
    lambda hand: f"{write_cards(hand.source_cards) or 'nothing'} face up",
    lambda hand: hand.source_cards,
    _compare_stays,
)


def apply(table: BaseballTable, act: Act) -> BaseballTable:
    """Return the table after an act. Its cards have moved already."""
    match act:
        case Deal():
            return deal(table, act)
        case Starter():
            return turn_starter(table, act)
        case BaseballTurn():
            return turn_card(table, act)
        case ExtraCard() | DeclineExtraCard():
            return get_card(table, act)
        case TakeChips() | TakePot():
            return apply_claim(table, claim_as_sum(table, act))
        case Statement():
            if not isinstance(act, Shows):
                return table
            target = table.target
            if table.from_deal and target.owner == act.seat and table.in_play:
                table = replace(table, target=target.replaced_by(exposed(table, act.seat), act.seat))
            return advance(table, act.line)
    new_table = apply_betting_act(table, act)
    live, last_turner = new_table.hand.live, new_table.turning.last_turner
    if live != table.hand.live:
        leavers = tuple(seat for seat in table.hand.live if seat not in live)
        new_table = new_table.with_turning(leavers=(*table.turning.leavers, *leavers))
    if (
        not isinstance(act, BETS)
        and new_table.round.is_open
        and new_table.from_deal
        and not new_table.hand.betting_begun
        and last_turner in live
    ):
        new_table = set_first_to_act(new_table, last_turner)  # late antes do not change who opens
    return advance(new_table, act.line)


def deal(table: BaseballTable, act: Deal) -> BaseballTable:
    """Return the table with a new hand dealt."""
    new_table = deal_betting_hand(table, act, HAND_SIZE, target=HandToBeat(), turning=Turning())
    return apply_early_forced_bets(table, new_table if table.seats.ordered else open_round(new_table))


def turn_starter(table: BaseballTable, act: Starter) -> BaseballTable:
    """Return the table with the first hand to beat turned up."""
    if act.card is UNSEEN or table.target.starter or not table.in_play:
        return table
    return advance(replace(table, target=HandToBeat(act.card, (act.card,))), act.line)


def turn_card(table: BaseballTable, act: BaseballTurn) -> BaseballTable:
    """Return the table after a card is turned, with the effect of a killing card or a 4."""
    seat, card = act.seat, act.card
    if not table.in_play or seat not in table.hand.live or card not in exposed(table, seat):
        return table
    if has_beaten(table, seat):
        return turn_card_too_many(table, act)
    is_turn_known, previous = table.from_deal and not table.round.is_open, table.turning
    extra_dealt_to = (
        seat if previous.extra_dealt_to == seat else -1
    )  # the card for a 4 may still be named later in the turn
    if previous.current != seat or table.turn != seat or previous.extra_dealt_to != extra_dealt_to:
        table = table.with_turning(
            last_turner=seat, current=seat if is_turn_known else -1, extra_dealt_to=extra_dealt_to
        )
        table = replace(table, turn=seat) if is_turn_known else table
    if card == table.kill:
        return advance(drop_player(table, seat, f"{card} killed the hand", act.line), act.line)
    if card.rank == "4" and table.from_deal:
        is_recorded = extra_card_is_recorded(table) and stub_is_left(table)
        table = table.with_turning(extra_due_to=seat) if is_recorded else table.with_turning(extra_dealt_to=seat)
    return advance(table, act.line)


def turn_card_too_many(table: BaseballTable, act: BaseballTurn) -> BaseballTable:
    """Return the table after a player turns one card too many. It stays face up and counts."""
    if act.card == table.kill:
        return advance(drop_player(table, act.seat, f"{act.card} killed the hand", act.line), act.line)
    return replace(table, target=table.target.replaced_by(exposed(table, act.seat), act.seat))


def leave_face_up(table: BaseballTable, act: Act) -> BaseballTable:
    """Return the table after an illegal act. A card turned too many stays face up."""
    if not isinstance(act, BaseballTurn) or not has_beaten(table, act.seat) or not can_turn_up(table, act):
        return table
    knowledge = table.knowledge.reveal(act.seat, (act.card,), is_shown=True)
    return turn_card_too_many(replace(table, knowledge=knowledge), act)


def get_card(table: BaseballTable, act: ExtraCard | DeclineExtraCard) -> BaseballTable:
    """Return the table after a player takes or declines the card for a 4."""
    if not table.in_play or (table.from_deal and act.seat != table.turning.extra_due_to):
        return table
    table = table.with_turning(extra_due_to=-1)
    if isinstance(act, DeclineExtraCard):
        return advance(table, act.line)
    if price := table.options.extra_price:
        reason = f"{table.name(act.seat)} buys a card for {price}."
        table = put_chips(table, act.seat, price, "3.7", reason, act.line, dead=True)
    if act.card in exposed(table, act.seat):
        return turn_card(table.with_turning(last_turner=act.seat), BaseballTurn(act.seat, act.card, line=act.line))
    return advance(table, act.line)


def moves(table: BaseballTable, act: Act) -> Iterator[Move]:
    """Yield the card moves of an act. Turned cards stay in their hand, face up."""
    if isinstance(act, Starter):
        if not table.target.starter and table.in_play:
            yield Move((act.card,), STOCK, OPEN_TABLE, "turned up as the first hand to beat")
    elif isinstance(act, BaseballTurn):
        if can_turn_up(table, act):
            yield Move((act.card,), act.seat, act.seat, face_up=True)
            if act.card.rank == "4" and not extra_card_is_recorded(table) and four_brings_card(table, act.seat):
                yield Move((UNSEEN,), STOCK, act.seat)
    elif (
        isinstance(act, ExtraCard) and table.in_play and (act.seat == table.turning.extra_due_to or not table.from_deal)
    ):
        yield Move((act.card,), STOCK, act.seat, face_up=True)


def four_brings_card(table: BaseballTable, seat: int) -> bool:
    """Tell whether a 4 gives its player a card: the player may turn cards, and the stub is not empty."""
    return table.from_deal and seat in table.hand.live and not has_beaten(table, seat) and stub_is_left(table)


def due_act(table: BaseballTable) -> str:
    """Return ``the first hand to beat`` while that is due; else empty."""
    return "the first hand to beat" if table.in_play and table.from_deal and not table.target.starter else ""


def reconsider(before: BaseballTable, later: BaseballTable, act: Act) -> Answer | None:
    """Return a new answer to a short call when its player bets again; else None."""
    return (
        reconsider_short_bet(before, later, act)
        if before.from_deal and not isinstance(act, TakeChips | TakePot)
        else None
    )


def facts(table: BaseballTable) -> Iterator[TableFact]:
    """Yield the hand to beat, the face-up cards, and the chips."""
    if table.in_play and table.target.cards:
        yield TableFact("Hand to beat", describe_hand_to_beat(table, table.target.cards, table.target.owner))
    for seat in table.hand.players if table.in_play else ():
        face_up, hidden_count = exposed(table, seat), face_down_count(table, seat)
        if face_up or hidden_count:
            yield TableFact(
                "Cards",
                f"{write_cards(face_up)}{f' and {hidden_count} face down' if hidden_count else ''}".removeprefix(
                    " and "
                ),
                seat,
            )
    for fact in betting_facts(table):
        yield TableFact("Hand", "out", fact.seat) if fact.label == "Hand" and fact.seat in table.turning.out else fact


def offers(table: BaseballTable, seat: int) -> Iterator[Offer]:
    """Yield the antes, turned cards and bets that may come next."""
    yield from offer_forced_bets(table, seat)
    yield from offer_claims(table, seat)
    if not table.in_play:
        return
    knowledge = table.knowledge
    if seat < 0:
        if not table.target.starter:
            yield Offer("starter, the top card", tuple(Starter(-1, card) for card in _possible_cards(knowledge, STOCK)))
        return
    if seat == table.turning.extra_due_to:
        price = f" for {table.options.extra_price}" if table.options.extra_price else ""
        face_up = table.options.extra_card == "face_up_now"
        cards = _possible_cards(knowledge, STOCK) if face_up else (UNSEEN,)
        # Without "face up" the offer would read like a line that lacks its card.
        text = f"{table.name(seat)} gets a card{' face up' * face_up}{price}"
        yield Offer(text, tuple(ExtraCard(seat, card) for card in cards))
        yield Offer("", (DeclineExtraCard(seat),))
    elif seat == table.turning.current or (table.from_deal and table.turning.current < 0 and not table.round.is_open):
        hidden_cards = [card for card in _possible_cards(knowledge, seat) if card not in exposed(table, seat)]
        yield Offer(f"{table.name(seat)} turns the next card", tuple(BaseballTurn(seat, card) for card in hidden_cards))
        yield Offer("", (Fold(seat),))
    if table.round.is_open or not table.from_deal:
        yield from offer_bets(table, seat)


def _possible_cards(knowledge: Knowledge, location: int | str) -> tuple[Card, ...]:
    return tuple(card for card in knowledge.pack.cards if knowledge.may_hold(location, card))


def complete_baseball(book: Rulebook, kill: Card, kill_name: str) -> None:
    """Complete the rulebook of a baseball game in which the card `kill`, called `kill_name`, kills a hand."""
    wording = f"""
    2.1: Every player who has chips is dealt seven cards face down. They stay in the order in which they were dealt.
    3.4: {kill_name} ({kill}) kills the hand of the player who turns it: a forced fold, even if it would beat the hand
        to beat.
    4.6: Nobody may bet, and no hand to beat is turned up, until all antes are in the pot.
    6.2: Each pot goes to the player who stayed in longest of those who can win it.
    6.5: When all others have folded or are out, the last player takes everything.
    """
    book.overview = front(f"{kill_name} ({kill})")
    register_bets(book)
    book.add_act(Starter, "starter CARD")
    book.add_act(BaseballTurn, "NAME turns CARD")
    book.add_act(ExtraCard, "NAME gets [CARD]")
    book.add_act(DeclineExtraCard, "NAME declines")
    book.add_synonyms(
        {
            "starter CARD": "starter card/is, hand/card to beat (is), htb, up/first card (is)",
            "turns CARD": "turns/flips/rolls over/up, flips, rolls, reveals, exposes",
            "gets [CARD]": "buys, gets/buys/takes/draws/receives (extra/another) card, receives, draws, is dealt",
            "declines": "passes, refuses, declines/refuses card, no card, does not buy, doesn't buy, does not want it, "
            "doesn't want it",
        }
    )
    book.explain_words({"is dead, dies, is killed, stops": "the cards turned show it. Leave the line out"})
    book.section("1", "The cards")
    book.include(one_pack)
    book.note("1.2", "The pack has 52 cards. No card is discarded.")
    book.note("1.3", "Two to {max_players} players.", interpretation="house")
    book.include(dealing, wording=wording)
    book.include(deal_chapter)
    book.include(turning_chapter, wording=wording)
    include_antes_only(book)
    book.include(betting, wording=wording, printed=HIGHEST_BET, without=["4.7"])
    book.include(out_of_turn)
    book.include(betting_chapter)
    book.include(ending_chapter)
    book.include(payment, wording=wording, without=["6.7", *clauses_of_divided_pots(book)])
    book.include(ranking_chapter)

    limit_players(book)

    book.begins(BaseballTable, lambda table: prepare_table(table, table.options.ante), kill=kill)
    complete_pot_game(
        book,
        moves=moves,
        applies=apply,
        on_void=leave_face_up,
        awaits=due_act,
        reconsiders=reconsider,
        shows=facts,
        offers=offers,
    )
