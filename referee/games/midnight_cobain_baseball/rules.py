"""The rules of baseball: the first hand to beat, turning cards, the betting, and the end of a hand."""

from __future__ import annotations

from referee.cards import UNSEEN, write_cards
from referee.cards.words import join_words
from referee.games.midnight_cobain_baseball.hands import (
    beats,
    describe_hand_to_beat,
    describe_starter,
    hand_name,
    hand_to_beat,
    rank_hand,
)
from referee.games.midnight_cobain_baseball.table import (
    HAND_SIZE,
    STARTER,
    BaseballTable,
    BaseballTurn,
    DeclineExtraCard,
    ExtraCard,
    Starter,
    exposed,
    extra_card_is_recorded,
    face_down_count,
    has_beaten,
)
from referee.games.parts.acts import TakeChips, TakePot
from referee.games.parts.betting.antes_and_blinds import find_missing_forced_bets
from referee.games.parts.betting.claims import judge_claim
from referee.games.parts.betting.clauses import bets_in_turn
from referee.games.parts.betting.payment import claim_as_sum, doubt_unknown_pot
from referee.games.parts.betting.stakes import BETS, Check, Fold, is_undeclared
from referee.games.parts.dealing import deal_first
from referee.games.parts.hands.ranking import describe_beat, with_phrase
from referee.games.parts.one_pack import judge_cards_in_hand, misdeal_finding, object_located_elsewhere
from referee.rules import STOCK, Act, Answer, Cards, Chapter, Shows, doubt, finding, grounds, objection

deal_chapter = Chapter("The deal")


@deal_chapter.clause("2.3", Starter, source="002", interpretation="MCB-A3")
def first_to_beat(table: BaseballTable, act: Starter) -> Answer | None:
    """Then the top card of the stub, the cards not dealt yet, is turned up: it is the first hand to beat. A 3 or a 9
    counts as the ace of spades there. A 4 brings no card there, and no card kills a hand.
    """
    if not table.in_play:
        return deal_first()
    if table.target.starter:
        return objection(f"The first hand to beat is {table.target.starter} already.")
    if act.card is UNSEEN:
        return finding("The first hand to beat is turned face up. Which card was it?")
    if table.from_deal and (missing_bets := find_missing_forced_bets(table)):
        missing_bets.cites = "4.6"
        return missing_bets
    return grounds(f"{describe_starter(act.card)} is the first hand to beat.")


@deal_chapter.clause("2.4", Shows, source="002")
def nobody_looks(table: BaseballTable, act: Shows) -> Answer | None:
    """No player may look at face-down cards or change their order."""
    if not table.from_deal or not table.in_play or act.seat not in table.hand.live:
        return None
    if hidden_cards := [card for card in act.cards if card not in exposed(table, act.seat)]:
        return objection(f"{write_cards(hidden_cards)} lay face down before {table.name(act.seat)}.")
    return None


@deal_chapter.clause("1.4", Starter, ExtraCard, after="3.7", interpretation="house", scorer_only=True)
def from_the_pack(table: BaseballTable, act: Starter | ExtraCard) -> Answer | None:
    """A card that comes from the pack is in no other place."""
    if act.card is UNSEEN or table.knowledge.unlocated(act.card) or act.card in table.knowledge.hand_at(STOCK).cards:
        return None
    answer = object_located_elsewhere(table, act.card)
    return misdeal_finding(table, act, answer.reason) if answer else None


turning_chapter = Chapter("Turning cards")


@turning_chapter.clause("3.1", BaseballTurn, source="002")
def in_turn(table: BaseballTable, act: BaseballTurn) -> Answer | None:
    """The player to the dealer's left, who was dealt to first, turns cards first. After each betting round the next
    player to the left who is still in turns cards that are face down.
    direction=counter-clockwise: The player to the dealer's right, who was dealt to first, turns cards first. After each
        betting round the next player to the right who is still in turns cards that are face down.
    """
    betting_round = table.round
    seat, name = act.seat, table.name(act.seat)
    if not table.in_play or table.hand.is_settled:
        return deal_first()
    if seat not in table.hand.live or seat in table.turning.out:
        return refuse_absent_player(table, seat)
    if not table.from_deal:
        return None if seat == table.turning.last_turner else _object_unbeaten_hand(table)
    if not table.target.starter:
        return objection("The first hand to beat has not been turned up yet.", cites="2.3")
    if has_beaten(table, seat):
        return None
    if table.turning.extra_due_to >= 0:
        return refuse_before_extra_card(table)
    if betting_round.is_open:
        names = join_words(map(table.name, betting_round.to_act))
        return objection(f"The betting round comes first: {names} may still act.", betting_round.top_act)
    if table.turning.current not in (-1, seat):
        return objection(f"{table.name(table.turning.current)} turns cards now, not {name}.")
    return None


def _object_unbeaten_hand(table: BaseballTable) -> Answer | None:
    """Return an objection if the player who turned last has not yet beaten the hand to beat; else None."""
    last_turner = table.turning.last_turner
    if not table.hand.deal_recorded or last_turner not in table.hand.live or not table.target.starter:
        return None
    face_up = exposed(table, last_turner)
    fours = sum(card.rank == "4" for card in face_up)
    target = hand_to_beat(table, last_turner)
    if len(face_up) >= HAND_SIZE + fours or target is None or beats(table, face_up, target[0]):
        return None
    return objection(
        f"{table.name(last_turner)} has not beaten {describe_hand_to_beat(table, *target)}, and must turn on."
    )


@turning_chapter.clause("3.2", BaseballTurn, source="002")
def one_by_one(table: BaseballTable, act: BaseballTurn) -> Answer | None:
    """Cards are turned one at a time, in the order in which they were dealt."""
    name = table.name(act.seat)
    if act.card is UNSEEN:
        return finding(f"Cards are turned face up. Which card did {name} turn?")
    if act.card in exposed(table, act.seat):
        return misdeal_finding(table, act, f"{act.card} lies face up before {name} already.")
    if answer := judge_cards_in_hand(table, act, (act.card,)):
        return misdeal_finding(table, act, answer.reason)
    return None


@turning_chapter.clause("3.3", BaseballTurn, source="002", interpretation="MCB-A9")
def until_it_is_beaten(table: BaseballTable, act: BaseballTurn) -> Answer | None:
    """A player turns cards until their face-up cards beat the hand to beat, and must then stop. An equal hand is not
    enough. A card turned too many stays face up and counts in the new hand to beat, but brings no card.
    """
    seat, name = act.seat, table.name(act.seat)
    face_up = exposed(table, seat)
    if has_beaten(table, seat):
        reason = f"{with_phrase(hand_name(table, face_up))} {name} had beaten the hand to beat"
        if act.card == table.kill:
            return objection(f"{reason}. {act.card} kills it: {name} is out.")
        return objection(f"{reason}, and turns no more.")
    target = hand_to_beat(table, seat)
    if target is None:
        return None
    target_cards, owner = target
    target_words = describe_hand_to_beat(table, target_cards, owner)
    if not table.from_deal and beats(table, face_up, target_cards):
        return objection(f"{with_phrase(hand_name(table, face_up))} {name} beats {target_words}, and turns no more.")
    cards = (*face_up, act.card)
    turned_hand, target_hand = rank_hand(table, cards), rank_hand(table, target_cards)
    if turned_hand.strength > target_hand.strength:
        return grounds(f"{describe_beat(name, turned_hand, 'beats', target_hand, target_words)}. {name} acts first.")
    verb = "only equals" if turned_hand.strength == target_hand.strength else "does not beat"
    return grounds(f"{describe_beat(name, turned_hand, verb, target_hand, target_words)}.")


@turning_chapter.clause("3.4", BaseballTurn, source="002")
def kills(table: BaseballTable, act: BaseballTurn) -> Answer | None:
    """A card kills."""
    if act.card != table.kill:
        return None
    return grounds(f"{act.card} kills {table.name(act.seat)}'s hand.")


@turning_chapter.clause("3.5", BaseballTurn, ExtraCard, source="002", interpretation="MCB-A1, MCB-A2")
def a_four_brings_another(table: BaseballTable, act: BaseballTurn | ExtraCard) -> Answer | None:
    """A 4 brings its player one more card as soon as it is turned. The card is dealt face down, as the last to be
    turned. If it is a 4, it brings another when it is turned.
    extra_card=face_up_now: A 4 brings its player one more card as soon as it is turned. The card is dealt face up and
        counts at once. If it is a 4, it brings another; if it is the card that kills, it kills the hand.
    """
    name = table.name(act.seat)
    if isinstance(act, BaseballTurn):
        if act.card.rank != "4":
            return None
        if not stub_is_left(table):
            return grounds(
                f"{act.card} brings no card: none is left. {describe_turned(table, act)}".strip(), cites="3.6"
            )
        if extra_card_is_recorded(table):
            return grounds(f"{act.card} brings {name} another card, before anything else.")
        return grounds(f"{act.card} brings {name} a card. {describe_turned(table, act)}".strip())
    if act.seat in table.turning.out or act.seat not in table.hand.live:
        return refuse_absent_player(table, act.seat) if table.in_play else deal_first()
    if table.options.extra_card == "face_up_now":
        if act.card is UNSEEN:
            return finding(f"The card is dealt face up. What did {name} get?")
    elif act.card is not UNSEEN:
        return objection(f"The card is dealt face down, and {act.card} is not seen before it is turned.")
    if not table.from_deal or act.seat == table.turning.extra_due_to:
        return describe_extra_card(table, act)
    if act.seat == table.turning.extra_dealt_to:
        return grounds("It came with the 4, and need not be written.")
    return objection(f"{name} has no card to get: one comes for a 4 that has just been turned.")


def describe_extra_card(table: BaseballTable, act: ExtraCard) -> Answer | None:
    """Return the grounds for an extra card, with the resulting hand; None if the card is unseen."""
    turn = BaseballTurn(act.seat, act.card)
    if act.card is UNSEEN or not table.from_deal:
        return None
    return kills(table, turn) or until_it_is_beaten(table, turn)


def describe_turned(table: BaseballTable, act: BaseballTurn) -> str:
    """Return the words for a player's hand with the turned card, compared with the hand to beat."""
    answer = until_it_is_beaten(table, act)
    return answer.reason if answer else ""


@turning_chapter.clause("3.6", interpretation="house", only="max_players=7")
def stub_is_left(table: BaseballTable) -> bool:
    """With seven players the stub has only two more cards. When it is empty, a 4 brings no card."""
    return table.knowledge.stock != 0


@turning_chapter.clause("3.7", ExtraCard, DeclineExtraCard, interpretation="MCB-A1")
def has_its_price(table: BaseballTable, act: ExtraCard | DeclineExtraCard) -> Answer | None:
    """The card that a 4 brings costs {extra_price:chip}, paid into the pot; nobody has to match that. A player may
    decline the card.
    extra_price=0: The card that a 4 brings is free. It cannot be declined.
    """
    name, price = table.name(act.seat), table.options.extra_price
    if isinstance(act, DeclineExtraCard):
        if not table.in_play:
            return deal_first()
        if not price:
            return objection("The card for a 4 is free, and comes in any case.")
        if table.from_deal and act.seat != table.turning.extra_due_to:
            return objection(f"{name} has no card to decline: one comes for a 4 that has just been turned.")
        return None
    stack = table.chips.stacks[act.seat]
    if stack is not None and stack < price:
        return objection(f"The card costs {price}, and {name} has {stack}.")
    if not price:
        return None
    answer = describe_extra_card(table, act)
    return grounds(f"{name} pays {price}. {answer.reason if answer else ''}".strip())


@turning_chapter.clause("3.8", BaseballTurn, source="002", interpretation="MCB-A5")
def out_when_all_are_turned(table: BaseballTable, act: BaseballTurn) -> Answer | None:
    """A player who has turned all their cards without beating the hand to beat is out."""
    brings_card = act.card.rank == "4" and stub_is_left(table)
    target = hand_to_beat(table, act.seat)
    if (
        not table.from_deal
        or target is None
        or face_down_count(table, act.seat) != 1
        or brings_card
        or act.card == table.kill
    ):
        return None
    if beats(table, (*exposed(table, act.seat), act.card), target[0]):
        return None
    return grounds(f"{describe_turned(table, act)} All cards are turned, and {table.name(act.seat)} is out.")


@turning_chapter.clause("3.9", source="002", interpretation="MCB-A6")
def after_a_fold(table: BaseballTable, seat: int) -> tuple[Cards, int]:
    """If the player of the hand to beat folds, the best face-up hand of the other players still in is the hand to beat.
    If none of them has a card face up, the folded hand is still the hand to beat.
    htb_after_fold=last_hand_stands: If the player of the hand to beat folds, that hand is still the hand to beat.
    htb_after_fold=starter_again: If the player of the hand to beat folds, the first hand to beat comes back. A player
        whose face-up cards beat it already turns none, and a betting round starts.
    """
    target = table.target
    rule = table.options.htb_after_fold
    if rule == "starter_again" and target.starter:
        return (target.starter,), STARTER
    opponents = [opponent for opponent in table.hand.live if opponent != seat and exposed(table, opponent)]
    if rule != "best_live_exposed" or not opponents:
        return target.cards, target.owner
    best = max(opponents, key=lambda opponent: rank_hand(table, exposed(table, opponent)).strength)
    return exposed(table, best), best


turning_chapter.note(
    "3.10", "When a hand is killed or out, the hand to beat stays the same.", source="002", interpretation="MCB-A7"
)


def refuse_absent_player(table: BaseballTable, seat: int) -> Answer:
    """Return an objection to an act of a player who has left the hand."""
    name = table.name(seat)
    if seat in table.turning.out:
        return objection(
            f"{name} is out: {table.turning.out[seat]}.", cites="3.4" if table.kill in exposed(table, seat) else "3.8"
        )
    return objection(f"{name} has folded." if seat in table.hand.players else f"{name} was not dealt in.", cites="4.12")


def refuse_before_extra_card(table: BaseballTable) -> Answer:
    """Return an objection to an act before a player gets the card for a 4."""
    choice = f" for {table.options.extra_price}, or declines it" if table.options.extra_price else ""
    return objection(
        f"First {table.name(table.turning.extra_due_to)} gets the card that the 4 brings{choice}.", cites="3.5"
    )


betting_chapter = Chapter("Betting")


@betting_chapter.clause("4.7", *BETS, source="002")
def bets_when_beaten(table: BaseballTable, act: Act) -> Answer | None:
    """When a player has beaten the hand to beat, betting goes {direction} from that player. It skips players who have
    folded, are out or have no chips. A player may also fold instead of turning cards.
    """
    turning = table.turning
    seat = act.seat
    if table.in_play and seat in turning.out:
        return refuse_absent_player(table, seat)
    if (
        not table.from_deal
        and (answer := _object_unbeaten_hand(table))
        and not (isinstance(act, Fold) and seat == turning.last_turner)
    ):
        return answer
    if (
        not table.from_deal
        or not table.in_play
        or table.round.is_open
        or table.hand.is_settled
        or seat not in table.hand.live
    ):
        return bets_in_turn(table, act)
    if not table.target.starter:
        return objection("Betting starts when the first hand to beat has been turned up and beaten.", cites="2.3")
    if isinstance(act, Fold) and seat == turning.current:
        return None
    if turning.extra_due_to >= 0:
        return refuse_before_extra_card(table)
    if is_undeclared(table):
        return bets_in_turn(table, act)
    name = table.name(turning.current) if turning.current >= 0 else "The next player"
    return objection(f"{name} turns cards now. Betting starts when the hand to beat is beaten.")


@betting_chapter.clause(
    "4.21",
    Check,
    interpretation="MCB-A12",
    overrules="It says that this player bets. It says so of every betting round, and means no duty to bet.",
)
def opener_may_check(table: BaseballTable, act: Check) -> Answer | None:
    """A player who has beaten the hand to beat may check.
    opener_may_check=false: A player who has beaten the hand to beat must open with a bet.
    """
    betting_round = table.round
    if table.options.opener_may_check or not table.from_deal or not betting_round.is_open:
        return None
    if act.seat != table.turning.last_turner or betting_round.level or betting_round.acted_levels[act.seat] >= 0:
        return None
    return objection(f"{table.name(act.seat)} has beaten the hand to beat, and must bet.")


ending_chapter = Chapter("The end of the hand")


@ending_chapter.clause("5.1", source="002", interpretation="MCB-A8")
def is_over(table: BaseballTable) -> bool:
    """The hand goes on until one player is left. That player wins, even without having turned a card."""
    return len(table.hand.live) == 1


@ending_chapter.clause("5.2", interpretation="house")
def winners(table: BaseballTable) -> tuple[int, ...]:
    """A pot that the last player cannot win goes to the player who stayed in longest of those who can."""
    last_player = table.hand.live[0]
    piles = dict(table.hand.piles)
    literal = table.options.side_pots == "literal_pile"

    def reach(seat: int) -> float:
        """Return how many chips of the pot a player can win."""
        return piles.get(seat, float("inf")) if literal else table.hand.put_in[seat]

    result = [last_player]
    for seat in reversed(table.turning.leavers):
        if reach(seat) > reach(result[-1]):
            result.append(seat)
    return tuple(result)


@ending_chapter.clause("6.4", TakeChips, TakePot, interpretation="house")
def takes_what_is_due(table: BaseballTable, claim: TakeChips | TakePot) -> Answer | None:
    """A player must take exactly what they have won. The last player left may take their unmatched bet with it
    (4.20).
    """
    hand = table.hand
    act = claim_as_sum(table, claim)
    if answer := doubt_unknown_pot(table, claim):
        return answer
    other_names = [table.name(seat) for seat in hand.live if seat != act.seat]
    if table.in_play and not hand.is_settled:
        if act.seat in table.turning.out:
            return refuse_absent_player(table, act.seat)
        if table.from_deal and not hand.claims:
            return objection(
                f"The hand is not over: {join_words(map(table.name, hand.live))} are still in.", cites="5.1"
            )
        if other_names and act.seat in hand.live:
            return doubt(f"By the record {join_words(other_names)} may still be in.", word="open", cites="5.1")
    return judge_claim(table, act, {}, lambda _seat: (None, None))
