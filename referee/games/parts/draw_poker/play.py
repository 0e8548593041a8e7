"""Poker with draws: the effects of acts, the alternatives, and the displayed facts.

`complete_draw_game` completes a rulebook that only has chapters 1 and 7, on the cards and their ranking.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from referee.cards import UNSEEN
from referee.cards.words import join_words
from referee.games.parts.acts import TakeChips, TakePot
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
    describe_tie,
    is_showdown,
    showdown,
    shown_draw_hands,
    takes_what_is_due,
)
from referee.games.parts.draw_poker.draws import (
    discard_heap,
    draw_moves,
    draw_to_name,
    draws,
    may_answer_undeclared_all_in,
)
from referee.games.parts.draw_poker.table import (
    AnyDiscard,
    AnyDraw,
    AnyExchange,
    Discard,
    DiscardedCard,
    DiscardUnseen,
    DrawCards,
    DrawGame,
    DrawPokerTable,
    DrawState,
    DrawT,
    DrawTable,
    DrawUnseen,
    StandPat,
    hand_size,
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


def start_draw(table: DrawT, players: Sequence[int]) -> DrawT:
    """Return the table with the next draw begun, in which these players draw in order."""
    draw = table.draw.start_next(players)
    return replace(table, draw=draw, turn=next_to_draw(table, draw.to_draw))


def next_to_draw(table: DrawTable, due: tuple[int, ...]) -> int | None:
    """Return the seat that draws next, or in a betting round the seat that bets next; None if unknown.

    `due` are the seats that must still draw, in order.
    """
    if table.round.is_open or not due:
        return table.turn if table.round.is_open else None
    return due[0] if table.seats.ordered and table.dealer is not None else None


def apply_exchange(table: DrawT, act: AnyExchange) -> DrawT:
    """Return the table after an exchange. Its cards have moved already, except new cards that are only named now."""
    seat, draw_before, knowledge = act.seat, table.draw, _with_named_draws(table, act)
    # A card that cannot have come was not drawn; the right cards can still be named.
    is_impossible = isinstance(act, DrawCards) and any(card not in knowledge.hands[seat].cards for card in act.cards)
    if unnamed_draw := draw_to_name(table, act):
        unnamed_draws = tuple(draw for draw in draw_before.unnamed_draws if draw is not unnamed_draw)
        return (
            table
            if is_impossible
            else replace(table, draw=replace(draw_before, unnamed_draws=unnamed_draws), knowledge=knowledge)
        )
    draw = draw_before.without_player(seat)
    turn = next_to_draw(table, draw.to_draw)
    if isinstance(act, StandPat):
        return replace(table, draw=draw, turn=turn)
    discarded_cards, discard_counts = draw.discarded_cards, discard_counts_after(table, act)
    if discarded_cards and discard_counts[seat] == len(act.cards) and draw_before.discard_counts[seat]:
        # There were too few others: the player's own discards went into the stub, and may come back.
        discarded_cards = tuple(discard for discard in discarded_cards if discard.seat != seat)
    if isinstance(act, Discard):
        discarded_cards += tuple(DiscardedCard(seat, card, act.line) for card in act.cards if card is not UNSEEN)
    unnamed = isinstance(act, Discard | DiscardUnseen) or is_impossible
    unnamed_draws = (*draw.unnamed_draws, act) if unnamed else draw.unnamed_draws
    draw = replace(draw, unnamed_draws=unnamed_draws, discarded_cards=discarded_cards, discard_counts=discard_counts)
    return replace(table, draw=draw, turn=turn, knowledge=table.knowledge if is_impossible else knowledge)


def discard_counts_after(table: DrawTable, act: AnyDiscard | AnyDraw) -> tuple[int, ...]:
    """Return, by seat, the number of discards that are not back in the stub after an act."""
    knowledge, count = table.knowledge, len(act.cards)
    counts = table.draw.discard_counts or (0,) * len(table.seats)
    # Each throw takes as many from the stub as it adds to a heap, until heaps are shuffled into it.
    if knowledge.stock == len(knowledge.pack) - hand_size(table) * len(table.hand.players) - sum(counts) - count:
        return with_value(counts, act.seat, counts[act.seat] + count)
    return tuple(knowledge.size(discard_heap(seat)) or 0 for seat in table.seats)


def end_draw_of_bettor(table: DrawT, act: Act) -> DrawT:
    """Return the table after a bet. Its player can no longer discard in this turn."""
    draw = table.draw
    if act.seat not in draw.to_draw and not draw.unnamed_draws:
        return table
    return replace(table, draw=replace(draw.without_player(act.seat), unnamed_draws=()))


def _with_named_draws(table: DrawTable, act: AnyExchange) -> Knowledge:
    """Return the knowledge with the new cards that an act names, without cards that cannot have been drawn."""
    knowledge = table.knowledge
    for card in act.cards if isinstance(act, DrawCards) else ():
        if knowledge.unlocated(card) and knowledge.may_hold(act.seat, card):
            knowledge = knowledge.reveal(act.seat, (*knowledge.hands[act.seat].cards, card))
    return knowledge


def start_bets_if_drawn(table: DrawT) -> DrawT:
    """Return the table with the betting round of a turn open, if all players have drawn."""
    return open_round(table) if not table.draw.to_draw and table.round.number < table.draw.turn_number else table


def advance(table: DrawT, line: int) -> DrawT:
    """Return the table at the next draw, the showdown or the end of the hand, if nothing else is due before it."""
    hand, betting_round = table.hand, table.round
    if not table.from_deal or hand.is_settled or not (table.in_play or hand.claims):
        return table
    if table.game.describe_pending(table):
        table_after_tie: DrawT = table.game.advance(table, line)
        return table_after_tie
    contenders = hand.contenders
    if len(contenders) == 1:
        return pay_last_player(replace(table, draw=replace(table.draw, to_draw=())), line)
    if betting_round.is_open and betting_round.to_act:
        return table
    if betting_round.is_open and not find_missing_forced_bets(table):
        # The antes have left nobody, or only one player, with chips to bet.
        table = close_round(table, line)
    while not table.round.is_open and not table.draw.to_draw and table.draw.turn_number < table.game.turns:
        if table.options.turn_shape == "draw_and_bet":
            table = open_round(table)
        table = start_draw(table, [seat for seat in table.hand.players if seat in table.hand.live])
    if table.round.is_open:
        return table
    if table.draw.to_draw:
        # An all-in player has not drawn between the bets of the others.
        turn = next_to_draw(table, table.draw.to_draw)
        return table if turn == table.turn else replace(table, turn=turn)
    hands = shown_draw_hands(table)
    if table.hand.undeclared or any(seat not in hands for seat in contenders):
        return table
    finished: DrawT = table.game.finish(table, hands, line)
    return finished


def deal_draw_hand(table: DrawT, act: Deal) -> DrawT:
    """Return the table with a new hand, open for the first bets."""
    draw = DrawState(turn_number=1 if table.seats.ordered else 0)
    return apply_early_forced_bets(table, open_round(deal_betting_hand(table, act, hand_size(table), draw=draw)))


def apply_draw_act(table: DrawT, act: Act) -> DrawT:
    """Return the table after an act. Its cards have moved already."""
    if isinstance(act, BETS):
        was_drawing = bool(table.draw.to_draw)
        before, table = table, apply_betting_act(table, act)
        table = table if may_answer_undeclared_all_in(before, act) else end_draw_of_bettor(table, act)
        if was_drawing and not table.round.is_open and len(table.hand.live) > 1:
            table = start_bets_if_drawn(table)  # the last who had to draw has folded
        return advance(table, act.line)
    match act:
        case Deal():
            return deal_draw_hand(table, act)
        case Discard() | DiscardUnseen() | DrawCards() | DrawUnseen() | StandPat():
            return advance(start_bets_if_drawn(apply_exchange(table, act)), act.line)
        case TakeChips() | TakePot():
            return apply_claim(table, claim_as_sum(table, act))
        case Muck():
            return advance(table if act.seat in shown_draw_hands(table) else give_up(table, act.seat), act.line)
        case Statement():
            return advance(restore_if_shown(table, act), act.line) if isinstance(act, Shows) else table
    return advance(apply_betting_act(table, act), act.line)


def restore_if_shown(table: DrawT, act: Shows) -> DrawT:
    """Return the table after a show. A mucked hand that is shown whole may become live again."""
    is_whole_hand = act.seat in table.hand.mucked_seats and len(
        table.knowledge.hands[act.seat].shown_cards
    ) == hand_size(table)
    return restore_mucked_hand(table, act.seat, act.line) if is_whole_hand else table


def outcomes_of_unnoticed_act(before: DrawT, after: DrawT, act: Act) -> Iterator[DrawT]:
    """Yield the tables that may follow an act out of turn that nobody noticed.

    In a draw, the turn may pass from the player who acted.
    """
    yield from outcomes_of_unnoticed_bet(before, after, act)
    draw_before, draw_after = before.draw, after.draw
    if (
        after.round.is_open
        or draw_before.turn_number != draw_after.turn_number
        or len(draw_after.to_draw) in (0, len(draw_before.to_draw))
    ):
        return
    to_draw = after.hand.order_after(act.seat, draw_after.to_draw)
    yield replace(after, draw=replace(draw_after, to_draw=to_draw), turn=next_to_draw(after, to_draw))


def due_draw_act(table: DrawTable) -> str:
    """Return what is due at the showdown: the hands still to be shown, or the showdown itself; empty before it."""
    if not table.from_deal or not is_showdown(table):
        return ""
    hidden_names = [table.name(seat) for seat in table.hand.contenders if not table.knowledge.hands[seat].fully_known]
    showing_text = (
        f"{join_words(hidden_names)} {'shows' if len(hidden_names) == 1 else 'show'} the whole hand"
        if hidden_names
        else "the showdown"
    )
    return table.game.describe_pending(table) or showing_text


def reconsider(before: DrawTable, later: DrawTable, act: Act) -> Answer | None:
    """Return a new answer to an open act, given a later table; None if nothing new is known.

    Such an act is a claim after others have shown or mucked, a short call whose player has bet more, or a partial show
    whose other cards have been shown.
    """
    if isinstance(act, Shows) and act.seat in later.hand.live:
        name = later.name(act.seat)
        if len(later.knowledge.hands[act.seat].shown_cards) == hand_size(later):
            return grounds(f"{name} showed the whole hand.")
        return grounds(f"The hand was over without {name}'s other cards.") if later.hand.is_settled else None
    return reconsider_bet_or_claim(before, later, act, takes_what_is_due) if before.from_deal else None


def settle_draw_by_facts(table: DrawTable) -> PartialSettlement:
    """Return the settlement of a record that begins mid-hand, if every hand was shown; else what is missing."""
    shown_hands = shown_draw_hands(table)
    if table.from_deal or not shown_hands:
        return PartialSettlement()
    settlement = settle_by_facts(table, shown_hands)
    tied_seats = () if settlement.missing else table.game.tied_seats(table, shown_hands)
    return PartialSettlement(missing=(describe_tie(table, tied_seats),)) if tied_seats else settlement


def offer_draws(table: DrawTable, seat: int) -> Iterator[Offer]:
    """Yield keeping the hand, and discarding any allowed number of cards."""
    if seat in table.draw.to_draw or (seat in table.hand.live and not table.from_deal):
        yield Offer("", (StandPat(seat),))
        yield from (Offer("", (DiscardUnseen(seat, count),)) for count in range(1, table.game.discard_limit + 1))


def offer_player_acts(table: DrawTable, seat: int) -> Iterator[Offer]:
    """Yield a player's antes, discards, claims and bets."""
    yield from offer_forced_bets(table, seat)
    if seat < 0:
        return
    yield from offer_draws(table, seat)
    yield from offer_claims(table, seat)
    yield from offer_mucking(table, seat)
    if table.round.is_open:
        yield from offer_bets(table, seat)


def draw_facts(table: DrawTable) -> Iterator[TableFact]:
    """Yield the displayed facts: the turn, the players who must still draw, the pots and the chips."""
    if table.in_play and table.draw.turn_number:
        yield TableFact("Turn", f"{table.draw.turn_number} of {table.game.turns}")
        for seat in table.draw.to_draw:
            yield TableFact("Hand", "still to discard or stand pat", seat)
    yield from betting_facts(table)


def register_draws(book: Rulebook) -> None:
    """Register the acts of a draw."""
    book.add_act(Discard, "NAME discards CARDS")
    book.add_act(DiscardUnseen, "NAME discards N")
    book.add_act(DrawCards, "NAME draws CARDS")
    book.add_act(DrawUnseen, "NAME draws N")
    book.add_act(StandPat, "NAME stands pat")
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


def complete_draw_game(
    book: Rulebook,
    game: DrawGame,
    wording: str,
    *,
    kind: type = DrawPokerTable,
    printed: Mapping[str, Mapping[str, Any]] | None = None,
    extra_moves: Callable[[Any, Act], Iterable[Move]] | None = None,
    applies: Callable[[Any, Act], Any] | None = None,
    shows: Callable[[Any], Iterator[TableFact]] | None = None,
) -> None:
    """Complete a rulebook with its acts, chapters 2 to 6, and the hooks of its tables.

    `wording` has the clauses that differ between games: how many cards are dealt (2.1), how many may be exchanged
    (3.2), and others by number. `printed` has keywords for the clauses on the pots, as in `Rulebook.include`. A game
    with acts of its own passes `extra_moves` in place of `draw_moves`, `applies` in place of `apply_draw_act`, and
    `shows` for further displayed facts.
    """
    book.note(
        "1.3",
        """Two to {max_players} players.
        max_players=2: Two players.
        """,
        interpretation="DR-6",
    )
    register_bets(book)
    register_draws(book)
    register_mucking(book)
    book.include(cards_of_each, wording=wording)
    book.include(dealing, wording=wording)
    book.include(draws, wording=wording, without=["4.7"])
    include_antes_only(book)
    book.include(betting, printed=HIGHEST_BET, without=["4.7"])
    book.include(out_of_turn)
    book.include(draws, without=[shared_clause.id for shared_clause in draws.clauses if shared_clause.id != "4.7"])
    book.include(showdown, wording=wording)
    book.include(payment, wording=wording, printed=printed, without=clauses_of_divided_pots(book))
    if any(option.name == "mucked_hand" for option in option_definitions(book.options)):
        book.include(taking_back)

    limit_players(book)

    book.begins(kind, lambda table: prepare_table(table, table.options.ante), game=game)
    complete_pot_game(
        book,
        moves=extra_moves or draw_moves,
        applies=applies or apply_draw_act,
        outcomes_if_stood=outcomes_of_unnoticed_act,
        awaits=due_draw_act,
        reconsiders=reconsider,
        settles=settle_draw_by_facts,
        shows=lambda table: (*(shows(table) if shows else ()), *draw_facts(table)),
        offers=offer_player_acts,
    )
