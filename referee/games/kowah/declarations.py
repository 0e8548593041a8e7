"""The declaration of checki, and the acts after it: chapters 5 and 6."""

from __future__ import annotations

from referee.cards import UNSEEN, Card, write_cards
from referee.cards.words import join_words, quantity
from referee.games.kowah.hands import HAND_SIZE, declared_hand, describe_lacking_threes, may_be_laid_open, threes_beside
from referee.games.kowah.rules import hand_is_over, throws_back
from referee.games.kowah.table import Declare, DiscardCard, KowahClaim, KowahDraw, KowahTable, Take, book
from referee.games.parts.one_pack import judge_cards_in_hand, object_located_elsewhere
from referee.games.parts.turns import object_out_of_turn
from referee.rules import STOCK, Answer, DependsOn, Holding, Ledger, doubt, finding, grounds, objection
from referee.rules.book.knowledge import difference

book.section("5", "Declaring")


@book.clause("5.1", Declare, interpretation="house", source="003")
def in_time(table: KowahTable, act: Declare) -> Answer | None:
    """A player with such a hand may declare checki when it is formed: after their discard and before the next player
    draws, or in their own first turn before they draw.
    declare_when=any_time: A player with such a hand may declare checki at any time, even in another player's turn.
    declare_optional=false: A player with such a hand must declare checki when it is formed: after their discard, or
        before they draw.
    """
    if not table.in_play:
        return hand_is_over(table)
    name, pending_draw, top = table.name(act.seat), table.pending_draw, table.last_discard
    if table.options.declare_when == "any_time" or (pending_draw and pending_draw.seat == act.seat):
        return None
    if pending_draw:
        return objection(
            f"{table.name(pending_draw.seat)} has drawn: {name} may declare right after a discard.", pending_draw
        )
    if top and top.seat == act.seat:
        return None
    if table.turn is not None and act.seat != table.turn:
        return object_out_of_turn(table, act, top)
    if act.seat in table.seats_that_drew and table.options.declare_optional:
        return objection(f"{name} has drawn in this hand, and may declare again after the next discard.", top)
    return None


@book.clause("5.2", Declare)
def eight_cards(table: KowahTable, act: Declare) -> Answer | None:
    """Only a hand of eight cards can be declared, so never between a draw and its discard."""
    pending_draw = table.pending_draw
    if pending_draw and pending_draw.seat == act.seat:
        return objection(f"{table.name(act.seat)} has drawn and has nine cards: first one is discarded.", pending_draw)
    if len(table.knowledge.hands[act.seat].cards) > HAND_SIZE:
        return objection(f"{table.name(act.seat)} has nine cards: first one is discarded.")
    return None


@book.clause("5.3", Declare, interpretation="house", source="003")
def lays_the_pair_open(table: KowahTable, act: Declare) -> Answer | None:
    """To declare, a player lays the identical pair face up, or the whole hand. If two pairs will do, the one named
    first counts.
    """
    cards, cards_text = act.cards, write_cards(act.cards)
    if UNSEEN in cards:
        return finding(f"{table.name(act.seat)} lays the pair face up. Which cards were they?")
    if len(cards) not in (2, HAND_SIZE):
        return objection(f"{cards_text} are {quantity(len(cards), 'card')}, and not a pair.")
    if len(cards) == 2 and cards[0] != cards[1]:
        return objection(f"{cards_text} are not identical.", cites="4.1")
    return judge_cards_in_hand(table, act, cards)


@book.clause("5.4", Declare, source="003", interpretation="house")
def declares_once(table: KowahTable, act: Declare) -> Answer | None:
    """A hand is declared only once, with one pair."""
    pair = table.checki.get(act.seat)
    return objection(f"{table.name(act.seat)} has declared already, with {pair} {pair}.") if pair else None


@book.clause("5.5", KowahDraw, Take, interpretation="KOW-A4")
def must_declare(table: KowahTable, act: KowahDraw | Take) -> Answer | None:
    """A player need not declare, but only a player who has declared can win.
    declare_optional=false: A player with such a hand must declare it before drawing another card.
    """
    hand = table.knowledge.hands[act.seat]
    if pair := table.checki.get(act.seat):
        win_words = f"{table.name(act.seat)} has declared checki with {pair} {pair}, and wins with {act.card}."
        return grounds(win_words, cites="6.5") if gets_the_third(table, act) else None
    if table.options.declare_optional or not hand.fully_known or len(hand.cards) != HAND_SIZE:
        return None
    pairs = may_be_laid_open(hand.cards, table.options)
    if not pairs:
        return None
    return objection(f"{table.name(act.seat)}'s hand is checki with {pairs[0]} {pairs[0]}, and must be declared first.")


@book.clause("5.6", DiscardCard)
def pair_stays(table: KowahTable, act: DiscardCard) -> Answer | None:
    """The pair shown is still part of the hand. It must stay there, and no card identical to it may be discarded."""
    pair = table.checki.get(act.seat)
    if act.card != pair:
        return None
    return objection(f"{pair} {pair} are shown and must stay in the hand. A third {pair} wins.")


@book.clause("5.7", interpretation="KOW-A12")
def items_without_false_win(table: KowahTable, seat: int) -> Ledger:
    """If a declared hand turns out not to be checki, the declaration is void and the pair goes back into the hand. A
    win with it does not count: the hand is over, and nobody has won.
    """
    return (
        table.items.first(len(table.items) - 1) if table.winning_act and table.winning_act.seat == seat else table.items
    )


book.section("6", "After a declaration")


@book.clause("6.1", KowahDraw)
def shows_the_card_drawn(table: KowahTable, act: KowahDraw) -> Answer | None:
    """When a player has declared, all others must show each card that they draw from the stock."""
    declarers = other_declarers(table, act.seat) if act.card is UNSEEN and table.checki else ()
    if not declarers:
        return None
    names, verb = join_words(table.name(seat) for seat in declarers), "has" if len(declarers) == 1 else "have"
    return objection(f"{names} {verb} declared checki, so {table.name(act.seat)} shows the card drawn.")


def other_declarers(table: KowahTable, seat: int) -> tuple[int, ...]:
    """Return the seats other than `seat` that have declared checki."""
    return tuple(opponent for opponent in table.checki if opponent != seat)


@book.clause("6.2", KowahClaim)
def has_declared(table: KowahTable, act: KowahClaim) -> Answer | None:
    """A player who has declared may claim the third card, even out of turn. Nobody else may claim."""
    if not table.in_play and not (table.ending_act and table.ending_act is table.last_discard):
        return hand_is_over(table)
    name = table.name(act.seat)
    if act.seat in table.checki:
        return None
    if pair := table.false_pairs.get(act.seat):
        return objection(describe_lacking_threes(table, declared_hand(table, act.seat), pair), cites="4.1")
    if table.from_deal:
        return objection(f"{name} has not declared checki.")
    return doubt(f"Open until it is known whether {name} has declared checki, and with which pair.")


@book.clause("6.3", KowahClaim, source="003", interpretation="house")
def can_be_claimed(table: KowahTable, act: KowahClaim) -> Answer | None:
    """A player may claim a card that another has drawn from the stock, until that player discards. A player may claim
    another's discard until the next player draws.
    """
    last_act = table.claimable_act
    if claims_from_the_hand(table, act):
        return judge_cards_in_hand(table, act, (act.card,) * 3)
    if last_act is None:
        reason = "No card has been drawn or discarded yet."
        return objection(reason) if table.from_deal else doubt("Open until it is known which card was claimed.")
    name = table.name(last_act.seat)
    if isinstance(last_act, Take):
        return objection(f"{name} has taken {last_act.card} into the hand.", last_act)
    if last_act.card is UNSEEN:
        if last_act.seat != act.seat:
            return objection(f"{name} has not shown the card drawn.", last_act)
        location = STOCK if table.draw_is_aside else act.seat
        return None if table.knowledge.possible(location, (act.card,)) else object_located_elsewhere(table, act.card)
    if last_act.card == act.card:
        is_own = isinstance(last_act, DiscardCard) and last_act.seat == act.seat
        return objection(f"{name} has thrown {act.card} away.", last_act) if is_own else None
    verb = "discarded" if isinstance(last_act, DiscardCard) else "drew"
    return objection(f"{name} {verb} {last_act.card}, not {act.card}.", last_act)


@book.clause("6.4", KowahClaim)
def is_the_third(table: KowahTable, act: KowahClaim) -> Answer | None:
    """The card claimed must be identical to two cards of the player's hand, shown or not.
    claim_match=shown_pair: The card claimed must be identical to the pair shown.
    claim_match=any_identical_pair_that_completes_three_triples: The card claimed must be identical to two cards of the
        player's hand, shown or not, and the hand must then be three threes of a kind.
    """
    pair = table.checki.get(act.seat)
    if pair is None:
        return None
    name, completes_hand, card = table.name(act.seat), completes(table, act.seat, act.card), act.card
    if completes_hand is Holding.NO and card != pair:
        return objection(f"{card} is not identical with {pair} {pair}{describe_other_pairs(table)}.")
    if completes_hand is Holding.NO:
        return objection(describe_lacking_threes(table, declared_hand(table, act.seat), pair), cites="4.1")
    if completes_hand is Holding.UNKNOWN:
        pair_words = "" if card == pair else f" and has {card} {card}"
        return doubt(
            f"Open until {name}'s hand is seen: it wins if it is checki{pair_words}.",
            depends_on=DependsOn((act.seat,)),
            word="open",
        )
    return grounds(f"{card} goes with the pair {card} {card}: {name} wins.", table.claimable_act)


def describe_other_pairs(table: KowahTable) -> str:
    """Return a note that other pairs would have counted too, if the house rules say so; else an empty text."""
    return {"pair_in_hand": ", nor with another two of the hand", "shown_pair": ""}.get(
        table.options.claim_match, ", nor the third of another pair with two threes of a kind"
    )


def completes(table: KowahTable, seat: int, card: Card) -> Holding:
    """Return whether a card is the third card that a declared player needs."""
    pair, match = table.checki.get(seat), table.options.claim_match
    if pair is None or (card != pair and match == "shown_pair"):
        return Holding.NO
    held_cards = declared_hand(table, seat, card)
    missing_cards = difference(held_cards, (card, card))
    if len(missing_cards) > min(HAND_SIZE - len(held_cards), table.knowledge.unlocated(card)):
        return Holding.NO
    result = threes_beside(table, seat, (*held_cards, *missing_cards), pair if match == "pair_in_hand" else card)
    return Holding.UNKNOWN if missing_cards and result is Holding.YES else result


@book.clause("6.5", source="003", interpretation="KOW-A8")
def gets_the_third(table: KowahTable, act: KowahDraw | Take) -> bool:
    """A player who has declared and draws the third card, from the stock or the pile, has it without a claim."""
    pair = table.checki.get(act.seat)
    return act.card == pair or (pair is not None and completes(table, act.seat, act.card) is Holding.YES)


@book.clause("6.6", DiscardCard, interpretation="KOW-A3")
def hand_is_locked(table: KowahTable, act: DiscardCard) -> Answer | None:
    """A declared hand stays as it is. A card drawn that does not win must be discarded at once.
    checki_locks_hand=false: A player who has declared may go on exchanging cards, but not those of the pair. After each
        discard the other six cards must be two threes of a kind.
    """
    pending_draw, pair, name = table.pending_draw, table.checki.get(act.seat), table.name(act.seat)
    if pair is None:
        return None
    if table.is_locked(act.seat):
        if pending_draw is None or throws_back(table, act):
            return None
        return objection(
            f"{name} has declared checki: {pending_draw.card}, the card drawn, is thrown away.", pending_draw
        )
    if pending_draw and pending_draw.card == act.card:
        return None  # the hand is what it was
    held_cards = tuple(difference((act.card,), table.knowledge.hands[act.seat].cards))
    result = threes_beside(table, act.seat, (*held_cards, *difference(held_cards, (pair, pair))), pair)
    if result is Holding.NO:
        return objection(describe_lacking_threes(table, held_cards, pair))
    if result is Holding.UNKNOWN:
        return doubt(
            f"Open until {name}'s hand is seen: without {act.card} it must be checki still.",
            depends_on=DependsOn((act.seat,)),
        )
    return None


@book.clause("6.7", interpretation="KOW-A5")
def wins_as_declared(table: KowahTable, seat: int) -> bool:
    """A third identical card that was in the hand when it was declared does not win. The fourth does.
    pre_held_third_wins=true: A third identical card that was in the hand when it was declared wins too. It wins at once
        if it is shown with the pair, otherwise when its holder claims it.
    """
    pair = table.checki.get(seat)
    has_third = pair is not None and table.knowledge.hands[seat].cards.count(pair) > 2
    return has_third and table.options.pre_held_third_wins


def claims_from_the_hand(table: KowahTable, act: KowahClaim) -> bool:
    """Tell whether a claim is of a third card already in the hand, under house rules by which that wins."""
    if not table.options.pre_held_third_wins or table.checki.get(act.seat) != act.card:
        return False
    last_act = table.claimable_act
    is_own = last_act is not None and last_act.seat == act.seat
    if isinstance(last_act, KowahDraw):
        return last_act.card != act.card and not (is_own and last_act.card is UNSEEN)
    return not isinstance(last_act, DiscardCard) or is_own or last_act.card != act.card


book.note(
    "6.8",
    "Two players can never claim the same card: each would need two like it, and there are only four.",
    interpretation="KOW-A2",
)
