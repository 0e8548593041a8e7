"""The end of the showdown in all games with a pot: the payments from each pot.

A game ranks the shown hands (`hands`, by seat, compared by their `strength`). Everything else is the same in these
games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import takewhile
from typing import Any

from referee.cards.words import join_words, quantity
from referee.games.parts.acts import TakeChips, TakePot
from referee.games.parts.betting.mucked_hands import judge_show_after_mucking
from referee.games.parts.betting.pots import Payout, Pot, award_pots, describe_contributions, pot_name, sole_winner
from referee.games.parts.betting.stakes import BettingT, BettingTable, Fold
from referee.games.parts.betting.values import BettingHand, BettingRound
from referee.games.parts.dealing import deal_first
from referee.games.parts.debts import settles_debts
from referee.games.parts.hands.ranking import RankedHand, compare_hands, explain_tie, names_tell_apart, possessive_hand
from referee.games.parts.places import ranked_by_chips
from referee.games.parts.turns import seats_in_turn_order
from referee.rules import (
    Act,
    Answer,
    Chapter,
    LedgerItem,
    Offer,
    Rulebook,
    Shows,
    Unit,
    Verdict,
    doubt,
    frozen,
    grounds,
    objection,
    option_definitions,
    rank_by_score,
    replace,
    total,
)

HandsBySeat = Mapping[int, RankedHand]


@frozen
class Muck(Act):
    """``NAME mucks``: a player gives up the hand without showing it."""

    def instead(self, other: Act) -> bool:
        """Tell whether another act is an alternative to a muck: a fold, or the same player's claim."""
        return isinstance(other, Fold) or (isinstance(other, TakeChips) and other.seat == self.seat)


payment = Chapter("The pots", page="betting")


@payment.clause("6.1", interpretation="BE-5")
def pots(table: BettingTable) -> tuple[Pot, ...]:
    """A player who is all-in can win from each other player only as much as they put in themselves: the main pot. The
    rest is a side pot for the others. If Ann is all-in with 10, and Ben and Cal put in 50 each, the main pot is 30 and
    the side pot 80.
    side_pots=literal_pile: When a player runs out of chips, all the chips on the table go into a separate pile. That
        player can win the pile, but no chips that are bet later.
    """
    return table.hand.pots(table.options.side_pots)


@payment.clause("6.2")
def takes_a_pot(table: BettingTable, all_pots: tuple[Pot, ...], payout: Payout, win_text: str, line: int) -> LedgerItem:
    """Each pot goes to the highest hand of the players who can win it. Equal hands divide it."""
    pot, name = all_pots[payout.pot], table.name(payout.seat)
    pot_text = f"{pot_name(all_pots, payout.pot)} of {pot.amount}"
    parts = describe_contributions(pot, table.name) if len(all_pots) > 1 else ""
    pot_text = f"{pot_text} ({parts})" if parts else pot_text
    if payout.winner_count == 1:
        return LedgerItem(payout.seat, payout.amount, Unit.CHIPS, "6.2", f"{name} takes {pot_text}{win_text}.", line)
    share = "half" if payout.winner_count == 2 else f"one of {payout.winner_count} equal shares"
    first = "the first" if odd_chips_to(table) == 0 else "the last"
    odd_text = (
        f" and, as {first} in order from the dealer, {quantity(payout.odd_chips, 'odd chip')}"
        if payout.odd_chips
        else ""
    )
    reason = f"{name} takes {payout.amount}, {share} of {pot_text}{odd_text}{win_text}."
    return LedgerItem(payout.seat, payout.amount, Unit.CHIPS, "6.3" if payout.odd_chips else "6.2", reason, line)


@payment.clause("6.3", interpretation="BE-6")
def odd_chips_to(table: BettingTable) -> int:
    """When a pot is divided, odd chips go to the first winner in the order of play from the dealer.
    odd_chip=last: When a pot is divided, odd chips go to the last winner in the order of play from the dealer.
    """
    return 0 if table.options.odd_chip == "first" else -1


def clauses_of_divided_pots(book: Rulebook) -> list[str]:
    """Return the clauses of this chapter that do not apply to a game without equal hands."""
    return [] if any(option.name == "odd_chip" for option in option_definitions(book.options)) else ["6.3"]


@payment.clause("6.5", interpretation="BE-9")
def takes_all(table: BettingTable, seat: int, line: int) -> LedgerItem:
    """When all others in a pot have folded or mucked, the last player takes it and need not show a hand."""
    chips = table.hand.total_chips
    reason = f"{table.name(seat)} takes the pot of {chips}: all others have folded or mucked."
    return LedgerItem(seat, chips, Unit.CHIPS, "6.5", reason, line)


def takes_uncontested(table: BettingTable, all_pots: tuple[Pot, ...], payout: Payout, line: int) -> LedgerItem:
    """Return the ledger item for a pot that its last contender wins without showing a hand."""
    pot, name = all_pots[payout.pot], table.name(payout.seat)
    pot_text = f"{pot_name(all_pots, payout.pot)} of {pot.amount} ({describe_contributions(pot, table.name)})"
    return LedgerItem(
        payout.seat,
        payout.amount,
        Unit.CHIPS,
        "6.5",
        f"{name} takes {pot_text}: all others have folded or mucked.",
        line,
    )


@payment.clause("6.6", interpretation="house")
def goes_back_to(table: BettingTable, seat: int, chips: int, line: int) -> LedgerItem:
    """If the next hand is dealt before the winner is known, all players take back what they put in."""
    verb = "takes back" if chips > 0 else "gives back"
    reason = f"{table.name(seat)} {verb} {abs(chips)}: the hand was not finished."
    return LedgerItem(seat, chips, Unit.CHIPS, "6.6", reason, line)


@payment.clause("6.7", Muck, interpretation="HLD-A9")
def may_muck(table: BettingTable, act: Muck) -> Answer | None:
    """Show to win. A player who mucks at the showdown without having shown gives up every pot that another player can
    win. A hand that was shown whole still counts.
    """
    hand = table.hand
    name = table.name(act.seat)
    if hand.is_settled:
        if hand.contenders == (act.seat,):
            return grounds(f"{name} has won, and need not show.", cites="6.5")
        counts = "what was shown counts" if table.knowledge.hands[act.seat].shown_cards else f"{name} need not show"
        return objection(f"The hand is over; {counts}.")
    if not table.in_play and not hand.claims:
        return deal_first()
    if act.seat not in hand.live:
        return objection(f"{name} has folded, and is not in the showdown.")
    if act.seat in hand.mucked_seats:
        return objection(f"{name} has mucked already.")
    if not table.from_deal:
        return None
    if table.round.is_open or not table.round.number:
        return objection("Mucking is for the showdown: before it, a player gives up by folding.", cites="4.12")
    return None


def judge_mucking(
    table: BettingTable, act: Act, shown_hands: Callable[[Any], Collection[int]], size: int, *, showdown: bool
) -> Answer | None:
    """Return the answer to a muck, or to a show by a player who has mucked a hand of `size` cards; None for any other
    act.

    `shown_hands` returns the seats that have shown a whole hand, and `showdown` says whether the showdown has come.
    """
    hand = table.hand
    if isinstance(act, Muck):
        is_early = table.from_deal and table.in_play and act.seat in hand.live and not table.round.is_open
        if is_early and not showdown and not hand.nobody_can_bet:
            return objection("Mucking is for the showdown: before it, a player gives up by folding.", cites="4.12")
        return explain_mucking(table, act.seat, shown_hands(table))
    return (
        judge_show_after_mucking(table, act, size) if isinstance(act, Shows) and act.seat in hand.mucked_seats else None
    )


def explain_mucking(table: BettingTable, seat: int, seats_shown: Collection[int]) -> Answer:
    """Return the grounds for a muck, with the pots that the player gives up.

    A player in `seats_shown`, with the whole hand shown, gives up nothing; any other gives up every pot that another
    player can win.
    """
    name = table.name(seat)
    if seat in seats_shown:
        return grounds(f"{name} has shown the whole hand, and it still counts.", cites="6.7")
    if not uncontested_pots(table, seat) or not table.from_deal:
        return grounds(f"{name} gives up.", cites="6.7")
    return grounds(describe_given_up_pots(table, seat), cites="6.7")


def describe_given_up_pots(table: BettingTable, seat: int) -> str:
    """Return a text on the pots that a mucking player gives up and keeps, for a player who keeps at least one."""
    name, all_pots, kept_pots = table.name(seat), pots(table), uncontested_pots(table, seat)
    kept_text = join_words(f"{pot_name(all_pots, index)} of {all_pots[index].amount}" for index in kept_pots)
    lost_pots = join_words(
        pot_name(all_pots, index)
        for index, pot in enumerate(all_pots)
        if seat in pot.eligible and index not in kept_pots
    )
    return f"{name} gives up {lost_pots or 'nothing'}. Nobody else can win {kept_text}: {name} keeps it."


def uncontested_pots(table: BettingTable, seat: int) -> list[int]:
    """Return the indexes of the pots that only this player can still win. The main pot is 0."""
    mucked = table.hand.mucked_seats
    return [index for index, pot in enumerate(pots(table)) if pot.amount and sole_winner(pot, mucked) == seat]


def keeps_pot_by_folding(table: BettingTable, seat: int) -> bool:
    """Tell whether a player who folds now keeps a pot, because all others who paid into it have folded already."""
    hand = table.hand
    if not table.from_deal or not hand.all_in or seat not in hand.contenders or len(hand.contenders) < 2:
        return False
    if any(hand.put_in[contender] >= hand.put_in[seat] for contender in hand.contenders if contender != seat):
        return False  # another player can win every pot that they can
    all_pots = pots(table)
    return any(len(all_pots[index].contributions) > 1 for index in uncontested_pots(table, seat))


def pay_last_player(table: BettingT, line: int) -> BettingT:
    """Return the table with the only remaining player paid. A side pot that they cannot win goes to the last who gave
    it up.
    """
    seat = table.hand.contenders[0]
    if table.hand.mucked_seats and any(seat not in pot.eligible for pot in pots(table)):
        return settle(table, {}, line)
    # Those who mucked have left side pots behind, which may be taken one by one.
    all_pots = pots(table) if table.hand.mucked_seats else ()
    payouts = tuple(Payout(index, seat, pot.amount) for index, pot in enumerate(all_pots) if pot.amount)
    item = takes_all(table, seat, line)
    return _pay_pots(table, payouts or (Payout(0, seat, item.amount),), (item,), line)


def pay_by_hands(
    table: BettingTable, hands: HandsBySeat, line: int
) -> tuple[tuple[Payout, ...], tuple[LedgerItem, ...]]:
    """Return the payouts of the pots by the shown hands, and their ledger items."""
    all_pots = pots(table)
    strengths = {seat: hand.strength for seat, hand in hands.items()}
    hand = table.hand
    payouts = tuple(award_pots(all_pots, strengths, hand.players, mucked=hand.mucked_seats, odd_to=odd_chips_to(table)))
    items = (
        takes_a_pot(table, all_pots, payout, describe_win(table, all_pots[payout.pot], payout, hands), line)
        if payout.seat in hands
        else takes_uncontested(table, all_pots, payout, line)
        for payout in payouts
    )
    return payouts, tuple(items)


# Returns the payouts and their ledger items: `pay_by_hands`, or a game's own function.
PaymentRule = Callable[[Any, HandsBySeat, int], tuple[tuple[Payout, ...], tuple[LedgerItem, ...]]]


def settle(table: BettingT, hands: HandsBySeat, line: int, pays: PaymentRule = pay_by_hands) -> BettingT:
    """Return the table with every pot paid out by the shown hands."""
    payouts, items = pays(table, hands, line)
    return _pay_pots(table, payouts, items, line)


def payments_due(table: BettingTable, hands: HandsBySeat, pays: PaymentRule = pay_by_hands) -> tuple[LedgerItem, ...]:
    """Return the ledger items of all payments, in a record that begins mid-hand."""
    return pays(table, hands, 0)[1]


def describe_win(table: BettingTable, pot: Pot, payout: Payout, hands: HandsBySeat) -> str:
    """Return how a pot was won, to follow its name: with which hand and against which, or who tied for it."""
    hand = hands[payout.seat]
    if len(pot.eligible) == 1:
        return ", which nobody else can win"
    if payout.winner_count > 1:
        equal = [seat for seat in sorted(pot.eligible) if seat in hands and hands[seat].strength == hand.strength]
        if any(hands[seat].words != hand.words for seat in equal):
            return f", with {hand.words}"
        reason = explain_tie(*(hands[seat] for seat in equal))
        return f": {join_words(map(table.name, equal))} tie with {hand.words}{f' ({reason})' if reason else ''}"
    lower_seats = [seat for seat in pot.eligible if seat in hands and hands[seat].strength < hand.strength]
    if not lower_seats:
        return f" with {hand.words}"
    second = max(lower_seats, key=lambda seat: hands[seat].strength)
    comparison = compare_hands(hand, hands[second])
    second_hand, name = hands[second], table.name(second)
    owner_text = f"{name}'s" if hand.words == second_hand.words else possessive_hand(name, second_hand)
    reason = "" if names_tell_apart(hand, second_hand, comparison) else f": {comparison.reason}"
    return f" with {hand.words}{',' * (',' in hand.words)} over {owner_text}{reason}"


def _pay_pots(table: BettingT, payouts: tuple[Payout, ...], items: tuple[LedgerItem, ...], line: int) -> BettingT:
    """Return the table with the pots paid. Chips that players took before the settlement are deducted."""
    chips_due = Counter(dict.fromkeys(table.seats, 0))
    for payout in payouts:
        chips_due[payout.seat] += payout.amount
    claims = table.hand.claims
    unpaid = table.hand if table.hand.mucked_seats and table.options.mucked_hand == "retrieved" else None
    if claims:
        for claim in claims:
            chips_due[claim.seat] -= claim.amount
        if any(chips_due.values()):
            items = (*(_returned_claim_item(table, claim, line) for claim in claims), *items)
            claims = _valid_claims(claims, payouts)
        else:
            items = ()
    return replace(
        table,
        chips=table.chips.add_all(chips_due),
        hand=replace(table.hand.pay(payouts, claims), before_payment=unpaid),
        round=table.round.close(),
        items=table.items.plus(*items),
        in_play=False,
        turn=None,
    )


def _valid_claims(claims: Iterable[TakeChips], payouts: Collection[Payout]) -> tuple[TakeChips, ...]:
    """Return the early claims that match a payout: each is for a pot, or a share of one, that the player won."""
    valid_claims: list[TakeChips] = []
    for early_claim in claims:
        earlier_sums = (claim.amount for claim in valid_claims if claim.seat == early_claim.seat)
        if settles_debts(
            early_claim.amount, [payout.amount for payout in payouts if payout.seat == early_claim.seat], earlier_sums
        ):
            valid_claims.append(early_claim)
    return tuple(valid_claims)


def _returned_claim_item(table: BettingTable, claim: TakeChips, line: int) -> LedgerItem:
    reason = f"{table.name(claim.seat)} gives back the {claim.amount} taken on line {claim.line}."
    return LedgerItem(claim.seat, -claim.amount, Unit.CHIPS, "6.4", reason, line)


def returned_bet(table: BettingTable, seat: int) -> int:
    """Return the number of chips of an unmatched bet returned to a player by the act that ended the hand."""
    line = table.items[-1].line
    last_items = takewhile(lambda item: item.line == line, reversed(table.items))
    return sum(item.amount for item in last_items if item.clause == "4.20" and item.seat == seat)


def apply_claim(table: BettingT, act: TakeChips) -> BettingT:
    """Return the table after a player takes chips. They move only if the hand is not settled yet."""
    hand, seat, amount = table.hand, act.seat, act.amount
    hand_with_claim = replace(hand, claims=(*hand.claims, act))
    if hand.is_settled:
        amount_due = sum(payout.amount for payout in hand.payouts if payout.seat == seat)
        amount_due += returned_bet(table, seat) if len(hand.contenders) == 1 else 0
        return (
            replace(table, hand=hand_with_claim)
            if 0 < amount <= amount_due - hand.claimed_by(seat, act.line)
            else table
        )
    if not table.from_deal:
        return replace(table, hand=hand_with_claim) if amount else table
    if not table.in_play or not 0 < amount <= hand.pot:
        return table
    item = LedgerItem(
        seat, amount, Unit.CHIPS, "6.4", f"{table.name(seat)} took {amount} before it was settled.", act.line
    )
    return replace(
        table,
        chips=table.chips.add(seat, amount),
        hand=replace(hand_with_claim, pot=hand.pot - amount),
        items=table.items.plus(item),
        in_play=hand.pot > amount,
    )


def ranked_by_finished_hands(table: BettingTable) -> tuple[tuple[int, ...], ...]:
    """Return the seats grouped by their chips won and lost in finished hands, the most first.

    Return no groups while a hand is unfinished in a record that begins mid-hand.
    """
    if not table.hand.has_open_pot:
        return ranked_by_chips(table)
    if not table.from_deal:
        return ()
    returned_chips = table.hand.contributions(less_claims=True)
    return rank_by_score(
        table.seats, {seat: total(table.items, seat, Unit.CHIPS) + returned_chips[seat] for seat in table.seats}
    )


def return_open_pot(table: BettingT, line: int) -> BettingT:
    """Return the table with all chips of an unfinished hand returned to the players."""
    if not table.hand.has_open_pot:
        return table
    returned_chips = table.hand.contributions(less_claims=table.from_deal)
    items = tuple(goes_back_to(table, seat, chips, line) for seat, chips in sorted(returned_chips.items()) if chips)
    return replace(table, chips=table.chips.add_all(returned_chips), items=table.items.plus(*items))


def start_hand(table: BettingT, dealer: int | None, line: int) -> BettingT:
    """Return the table with the next hand dealt to all players with chips who do not sit out."""
    table, seats = return_open_pot(table, line), len(table.seats)
    # If the dealer is unknown, the last seat is assumed; a record may name nobody yet.
    previous_dealer = seats - 1 if dealer is None else dealer
    order = (*seats_in_turn_order(table, previous_dealer), previous_dealer) if seats else ()
    able_seats = [seat for seat in order if table.chips.can_be_dealt_in(seat)]
    hand = BettingHand.new(able_seats if len(able_seats) > 1 else order, seats)
    return replace(table, hand=hand, round=BettingRound.new(seats), turn=None)


def claim_as_sum(table: BettingTable, act: TakeChips | TakePot) -> TakeChips:
    """Return a claim as a sum. A claim to everything is a claim to the whole pot."""
    hand = table.hand
    if isinstance(act, TakeChips):
        return act
    if hand.is_settled:
        return TakeChips(act.seat, sum(payout.amount for payout in hand.payouts), line=act.line)
    chips = hand.total_chips - hand.claimed_by(act.seat, act.line) if table.from_deal else hand.pot
    return TakeChips(act.seat, chips, line=act.line)


def doubt_unknown_pot(
    table: BettingTable,
    act: TakeChips | TakePot,
    judge: Callable[[TakeChips], Answer] | None = None,
    hands: HandsBySeat | None = None,
) -> Answer | None:
    """Return the answer to a claim to everything if the record begins mid-hand without the bets; None for any other
    claim.

    It is an objection if a shown hand of `hands` ties with the player's, or if `judge` refuses a claim to one chip for
    each player; else a doubt.
    """
    if not isinstance(act, TakePot) or table.from_deal or claim_as_sum(table, act).amount:
        return None
    if (
        hands
        and (own_hand := hands.get(act.seat))
        and own_hand.strength == max(hand.strength for hand in hands.values())
    ):
        equal = [table.name(seat) for seat, hand in hands.items() if hand.strength == own_hand.strength]
        if len(equal) > 1:
            reason = explain_tie(*(hand for hand in hands.values() if hand.strength == own_hand.strength))
            level = f"{own_hand.words} ({reason})" if reason else f"{own_hand.words}{',' * (',' in own_hand.words)}"
            return objection(f"{join_words(equal)} tie with {level} and divide the pot.", cites="6.2")
    answer = judge(TakeChips(act.seat, len(table.seats), line=act.line)) if judge else None
    if answer and answer.verdict is not Verdict.LEGAL:
        return answer
    best = f"No hand shown is above {table.name(act.seat)}'s. " if answer else ""
    return doubt(f"{best}The record does not say what was bet.", word="open")


def register_mucking(book: Rulebook) -> None:
    """Register the act of mucking."""
    book.add_act(Muck, "NAME mucks")
    book.add_synonyms(
        {
            "mucks": "mucks hand/cards/it, does not show, doesn't show, throws (it/hand/cards) away, "
            "throws away hand/cards",
            "folds": "throws (it/hand/cards) away, throws away hand/cards",
        }
    )


def register_claims(book: Rulebook) -> None:
    """Register the claims to the pot."""
    book.add_act(TakeChips, "NAME takes N")
    book.add_act(TakePot, "NAME takes everything")
    book.add_synonyms(
        {
            "takes N": "collects/wins/scoops/drags/receives N, rakes in N, takes down N, wins/takes pot of N",
            "takes everything": "takes pot/it/all, takes it all/down, takes down pot, wins (it/pot/hand), wins it all, "
            "collects/scoops (it/pot), drags/gets pot, rakes it in",
        }
    )
    book.explain_words(
        {
            "splits/divides/shares (it/pot), chops (it/pot)": "how much for each? Write a line for each, 'takes N'",
            "plays board": "record the cards that are shown, 'shows CARDS'",
        }
    )


def give_up(table: BettingT, seat: int) -> BettingT:
    """Return the table after a player mucks. It is unchanged if the hand is settled."""
    hand = table.hand
    return table if hand.is_settled else replace(table, hand=replace(hand, mucked_seats=(*hand.mucked_seats, seat)))


def offer_claims(table: BettingTable, seat: int) -> Iterator[Offer]:
    """Yield a claim to a player's due amount. For a player who is due nothing, yield the claims of the others."""
    chips_due: dict[int, int] = {}
    for payout in table.hand.payouts:
        chips_due[payout.seat] = chips_due.get(payout.seat, 0) + payout.amount
    for claimant in (seat,) if seat in chips_due or seat < 0 else chips_due:
        if chips_due.get(claimant):
            yield Offer("", (TakeChips(claimant, chips_due[claimant]),))


def offer_mucking(table: BettingTable, seat: int) -> Iterator[Offer]:
    """Yield the muck, for a player who cannot fold because no bets are open."""
    if (
        seat in table.hand.live
        and seat not in table.hand.mucked_seats
        and table.from_deal
        and table.in_play
        and not table.round.is_open
    ):
        yield Offer("", (Muck(seat),))
