"""The payments after the hands are shown: chapter 6."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from referee.cards.words import join_words
from referee.games.commerce.hands import (
    CommerceHand,
    CommerceKind,
    Span,
    explain_order,
    is_higher,
    known_hand,
    strength_spans,
)
from referee.games.commerce.rules import pool_is_taken, stakes
from referee.games.commerce.table import POOL, CommerceDue, CommerceTable, book
from referee.games.parts import debts
from referee.games.parts.acts import Pay, TakeChips
from referee.games.parts.dealing import deal_first
from referee.games.parts.debts import common_clause, debts_totalling, subsets
from referee.rules import Answer, DependsOn, LedgerItem, Unit, doubt, grounds, objection

Claim = TakeChips | Pay
# The span of each hand, by seat.
Hands = Sequence[Span]
# The players who divide a sum, each with their share.
Shares = list[tuple[int, int]]

book.section("6", "The settlement")


@book.clause("6.1", TakeChips, Pay)
def claims_what_is_due(table: CommerceTable, act: Claim) -> Answer:
    """When all hands have been shown, every payment is made once. A player may pay another several sums together. A
    card that is bought is paid for at once.
    """
    if table.complete and not table.from_deal:
        return deal_first("2.2")
    payer, payee = parties(act)
    if payer == payee:
        return objection("Nobody pays themselves: a stake goes to another player.")
    dues_between = due_between(table, act)
    unpaid = unpaid_dues(table, act, dues_between)
    is_divided_rightly = divides_rightly(table, act)
    if is_divided_rightly is not False and (settled_debts := debts_totalling(act.amount, unpaid)):
        return grounds(join_reasons(settled_debts.values()), table.stand, cites=common_clause(settled_debts.values()))
    if is_divided_rightly is not None:
        amount_due = sum(share.amount for share in divided_dues(table) if share.payee == payee)
        received = [claim for claim in table.claims if parties(claim)[1] == payee and claim.amount]
        due_words = f"{table.name(payee)} is due {amount_due} in all"
        if is_divided_rightly:
            return grounds(f"{due_words}, whoever pays which of it.", table.stand, cites="6.3")
        if received:
            return objection(f"{due_words}, and has {sum(claim.amount for claim in received)}.", *received, cites="6.3")
    amount_due = sum(debt.amount for debt in unpaid.values())
    most_more = most_still_due(table, act, dues_between)
    if any(
        0 < act.amount - sum(subset) <= most_more
        for subset in ((), *subsets([debt.amount for debt in unpaid.values()]))
    ):
        return doubt(
            f"Open until {missing_facts(table)}.",
            table.stand,
            depends_on=DependsOn(table.player_locations),
            word="open",
        )
    if unpaid:
        debt_words = (
            f"{describe_debtor(table, act)} {amount_due}"
            if isinstance(act, Pay)
            else f"{table.name(payee)} is due {amount_due}"
        )
        reason = f"{debt_words}, not {act.amount}. {join_reasons(unpaid.values())}"
        return objection(reason, table.stand, cites=common_clause(unpaid.values()))
    if dues_between:
        earlier_claims = [claim for claim in table.claims if parties(claim) == (payer, payee)]
        return objection(f"{describe_claim(table, earlier_claims[-1])} already, and no more is due.", *earlier_claims)
    return refuse_payment(table, act) if isinstance(act, Pay) else refuse_take(table, act)


@book.clause("6.2")
def takes_the_pool(
    table: CommerceTable, tied_seats: tuple[int, ...], shares: Sequence[Shares]
) -> Iterator[CommerceDue]:
    """The best hand takes the pool."""
    pool, winning_seats = pool_size(table), equal_hands(table, tied_seats)
    reason = describe_division(table, tied_seats, shares) if len(winning_seats) > 1 else ""
    stake, dealer = stakes(table, 1), "the dealer" if table.dealer is None else table.name(table.dealer)
    contributions = f" ({stake} each and {2 * stake} from {dealer})" if pool == stake * (len(table.seats) + 1) else ""
    if not reason and len(tied_seats) > 1:
        eldest_hand = "the dealer" if winning_seats[0] == table.dealer else "the eldest hand"
        reason = f"{describe_tie(table, tied_seats)}, and {eldest_hand} wins ties"
    for seat, share in shares[0]:
        chips = f"the pool of {pool}{contributions}" if len(winning_seats) == 1 else f"{share} of {pool}"
        sentence = f"{table.name(seat)} takes {chips}"
        if len(tied_seats) == 1:
            yield CommerceDue(POOL, seat, share, "6.2", f"{sentence} with {describe_best(table, seat)}.")
        else:
            yield CommerceDue(
                POOL, seat, share, "6.3", f"{reason}{':' if len(winning_seats) == 1 else '.'} {sentence}."
            )


@book.clause("6.3", interpretation="CMC-A4")
def equal_hands(table: CommerceTable, tied_seats: tuple[int, ...]) -> tuple[int, ...]:
    """Equal best hands divide the pool and all that is paid to its winner. A dealer who has one of them does not pay
    the winner (6.4). A chip that does not divide goes to the player nearest the dealer's left.
    tie_rule=eldest_hand: Of equal best hands the one nearest the dealer's left wins. The dealer's own comes last.
    tie_rule=banker_eldest: Of equal best hands the dealer's wins, otherwise the one nearest the dealer's left.
    """
    return (
        tied_seats
        if table.options.tie_rule == "split"
        else tuple(seat for seat in from_eldest(table) if seat in tied_seats)[:1]
    )


@book.clause("6.4", source="001", interpretation="CMC-A1")
def dealer_pays_the_winner(table: CommerceTable, shares: Shares) -> Iterator[CommerceDue]:
    """The dealer keeps what was paid for cards. A dealer who does not win the pool pays its winner one stake."""
    if table.dealer is not None:
        for seat, share in shares:
            reason = f"{table.name(table.dealer)} dealt and pays the winner {share}."
            yield CommerceDue(table.dealer, seat, share, "6.4", reason)


@book.clause("6.5", source="001", interpretation="CMC-A2")
def stander_pays(table: CommerceTable, to_winners: Shares, hands: Hands) -> Iterator[CommerceDue]:
    """A player who stands and is beaten pays one stake more to each better hand. An equal hand does not beat it.
    stander_beaten_pays=winner_only: A player who stands and is beaten pays one stake more to the winner of the pool. An
        equal hand does not beat it.
    stander_beaten_pays=one_stake_shared: A player who stands and is beaten pays one stake more, which the better hands
        divide. A chip that does not divide goes to the player of these nearest the dealer's left. An equal hand does
        not beat it.
    """
    if table.stand is None:
        return
    seat, rule = table.stand.seat, table.options.stander_beaten_pays
    better_seats = [opponent for opponent in table.seats if is_surely_higher(hands, opponent, seat)]
    if rule == "each_better_hand":
        payments = [(opponent, stakes(table, 1)) for opponent in better_seats]
    elif better_seats and not missing_facts(table):
        payments = to_winners if rule == "winner_only" else divide_chips(table, stakes(table, 1), better_seats)
    else:
        payments = []  # the shares depend on all hands
    own_hand = known_hand(table, seat)
    for payee, share in payments:
        opponent_hand = known_hand(table, payee)
        name, default_reason = table.name(seat), f"{table.name(payee)}'s hand is better"
        reason = (
            describe_beat(table.name(payee), opponent_hand, name, own_hand)
            if own_hand and opponent_hand
            else default_reason
        )
        yield CommerceDue(seat, payee, share, "6.5", f"{name} stood and pays {share}: {reason}.")


@book.clause("6.6", interpretation="house", scorer_only="banker_good_hand_beaten_pays_all=false")
def dealer_pays_all(table: CommerceTable, hands: Hands) -> tuple[CommerceDue, ...]:
    """A good hand costs a beaten dealer nothing beyond 6.4 and 6.5.
    banker_good_hand_beaten_pays_all=true: A dealer who is beaten with a flush, a sequence or a tricon pays one stake to
        every player, instead of to the winner alone.
    """
    dealer = table.dealer
    if dealer is None or not table.options.banker_good_hand_beaten_pays_all or hands[dealer][0] < (CommerceKind.FLUSH,):
        return ()
    if not any(is_surely_higher(hands, seat, dealer) for seat in table.seats):
        return ()
    own_hand = known_hand(table, dealer)
    hand_words = f" with {own_hand.words}" if own_hand else ""
    reason = f"{table.name(dealer)} dealt, is beaten{hand_words}, and pays {table.stake} to"
    payees = [seat for seat in table.seats if seat != dealer]
    return tuple(CommerceDue(dealer, payee, table.stake, "6.6", f"{reason} {table.name(payee)}.") for payee in payees)


@book.clause("6.7", interpretation="house", scorer_only=True)
def goes_back(table: CommerceTable, line: int) -> tuple[LedgerItem, ...]:
    """If the next hand is dealt before all hands were shown, a player who took the whole pool or was paid keeps it. If
    nobody took it, everybody takes back what they put into the pool. Cards bought stay paid for.
    """
    if pool_is_taken(table):
        dues = (
            CommerceDue(*parties(claim), claim.amount, "6.7", f"{describe_claim(table, claim)}.")
            for claim in table.claims
        )
        return tuple(item for due in dues for item in payment_items(due, line))
    contributions = ((due.payer, due.amount) for due in table.dues if due.payee == POOL)
    return tuple(
        LedgerItem(seat, chips, Unit.CHIPS, "6.7", f"{table.name(seat)} takes back {chips}.", line)
        for seat, chips in contributions
    )


# -- What the hands say -------------------------------------------------------------------------------------


def is_surely_higher(hands: Hands, seat: int, opponent: int) -> bool | None:
    """Tell whether a player's hand is certainly higher than an opponent's; None if that is uncertain."""
    if hands[seat][0] > hands[opponent][1]:
        return True
    return False if hands[seat][1] <= hands[opponent][0] else None


def best_seats(hands: Hands) -> tuple[int, ...]:
    """Return the seats with the best or equal best hands; empty while that is uncertain."""
    best_lowest = max(lowest for lowest, _ in hands)
    contenders = tuple(seat for seat, (_, highest) in enumerate(hands) if highest >= best_lowest)
    return (
        contenders
        if len(contenders) == 1 or all(hands[seat] == (best_lowest, best_lowest) for seat in contenders)
        else ()
    )


def describe_best(table: CommerceTable, seat: int) -> str:
    """Return the name of a player's hand, compared with the next best hand."""
    own_hand = known_hand(table, seat)
    if own_hand is None:
        return "the best hand"
    lower_hands = {
        hand: opponent
        for opponent in table.seats
        if (hand := known_hand(table, opponent)) and is_higher(own_hand, hand)
    }
    if not lower_hands:
        return own_hand.words
    second = max(lower_hands)
    reason = f": {explain_order(own_hand, second)[0]}" if own_hand.words == second.words else ""
    return f"{own_hand.words} over {table.name(lower_hands[second])}'s {second.words.split(' ', 1)[1]}{reason}"


def describe_tie(table: CommerceTable, tied_seats: Sequence[int]) -> str:
    """Return a sentence on a tie: ``Ann and Ben tie with a point of 20, as suits are equal``."""
    tied_hand = known_hand(table, tied_seats[0])
    hand_words = f" with {tied_hand.words}, as suits are equal" if tied_hand else ""
    return f"{join_words(map(table.name, tied_seats))} tie{hand_words}"


def describe_division(table: CommerceTable, tied_seats: Sequence[int], shares: Sequence[Shares]) -> str:
    """Return a sentence on the chips that equal hands divide, and the total for each player."""
    sums = [sum(share for _, share in shares_of_sum) for shares_of_sum in shares]
    chips_by_seat = Counter[int]()
    for seat, share in (share_of_seat for shares_of_sum in shares for share_of_seat in shares_of_sum):
        chips_by_seat[seat] += share
    other_sums = [f"{chips} from {payer}" for chips, payer in zip(sums[1:], _PAYERS, strict=True) if chips]
    parts = f" ({join_words([f'the pool of {sums[0]}', *other_sums])})" if other_sums else ""
    odd_text = " with the odd chip" if sum(sums) % len(tied_seats) else ""
    gains = join_words(
        f"{table.name(seat)} gets {chips}{odd_text * (not index)}"
        for index, (seat, chips) in enumerate(chips_by_seat.items())
    )
    return f"{describe_tie(table, tied_seats)}, and divide {sum(sums)}{parts}: {gains}"


# The payers of what equal hands divide in addition to the pool.
_PAYERS: Final = ("the dealer", "the player who stood")


def from_eldest(table: CommerceTable) -> tuple[int, ...]:
    """Return the seats from the dealer's left to the dealer. With tie_rule=banker_eldest, the dealer comes first."""
    dealer = table.dealer or 0
    left_seats = table.seats.left_of(dealer)
    return (dealer, *left_seats) if table.options.tie_rule == "banker_eldest" else (*left_seats, dealer)


def divide_chips(table: CommerceTable, chips: int, seats: Sequence[int]) -> list[tuple[int, int]]:
    """Return each player's share of some chips. The eldest player gets the odd chips."""
    equal_share, odd_chips = divmod(chips, len(seats))
    order = [seat for seat in from_eldest(table) if seat in seats] if len(seats) > 1 else seats
    return [(seat, share) for index, seat in enumerate(order) if (share := equal_share + (0 if index else odd_chips))]


def divide_sums(table: CommerceTable, sums: Sequence[int], seats: Sequence[int]) -> list[Shares]:
    """Return each winner's share of several sums that are divided together."""
    missing_chips = dict(divide_chips(table, sum(sums), seats)) if seats else {}
    shares: list[Shares] = []
    for chips in sums:
        remaining, shares_of_sum = chips, []
        for seat, amount_lacking in missing_chips.items():
            if share := min(remaining, amount_lacking):
                shares_of_sum.append((seat, share))
                missing_chips[seat], remaining = amount_lacking - share, remaining - share
        shares.append(shares_of_sum)
    return shares


# -- What is due --------------------------------------------------------------------------------------------


def certain_dues(table: CommerceTable) -> tuple[CommerceDue, ...]:
    """Return the debts that certainly follow from the hands once these must be shown."""
    if not table.hands_due:
        return ()
    hands = strength_spans(table)
    tied_seats = best_seats(hands) if table.seats.ordered else ()
    if table.dealer is None and len(tied_seats) > 1:
        tied_seats = ()  # the eldest hand is not known
    winning_seats = equal_hands(table, tied_seats)
    dues_to_all = dealer_pays_all(table, hands)
    dealer_pays = (
        bool(winning_seats) and not dues_to_all and table.dealer is not None and table.dealer not in winning_seats
    )
    stander_is_beaten = table.stand is not None and table.stand.seat not in winning_seats
    winner_only = stander_is_beaten and table.options.stander_beaten_pays == "winner_only"
    stake = stakes(table, 1)
    pool, dealers, stander = divide_sums(
        table, (pool_size(table), stake * dealer_pays, stake * winner_only), winning_seats
    )
    dealer_dues = dues_to_all or dealer_pays_the_winner(table, dealers)
    return (
        *takes_the_pool(table, tied_seats, (pool, dealers, stander)),
        *dealer_dues,
        *stander_pays(table, stander, hands),
    )


def missing_facts(table: CommerceTable) -> str:
    """Return what must be shown or stated before the settlement is complete; empty if it is complete."""
    if table.from_deal and not table.in_play:
        return ""
    hands = [f"{table.name(seat)}'s" for seat in table.unseen_seats]
    hands_text = f"{join_words(hands)} {'hand is' if len(hands) == 1 else 'hands are'} shown" if hands else ""
    verbs = [] if table.dealer is not None else ["deals"]
    verbs += [] if table.stand or table.from_deal else ["stood"]
    verbs += [] if table.seats.ordered else ["else was dealt in"]
    players_text = f"it is known {join_words(f'who {verb}' for verb in verbs)}" if verbs else ""
    return f"{hands_text}, and {players_text}" if hands_text and players_text else hands_text or players_text


def pool_size(table: CommerceTable) -> int:
    """Return the size of the pool. In a record that begins mid-hand, all stakes count as paid."""
    withdrawals = sum(due.amount for due in table.dues if due.payer == POOL)
    return table.pool + (withdrawals if table.from_deal else stakes(table, len(table.seats) + 1))


def parties(act: Claim) -> tuple[int, int]:
    """Return the paying seat and the receiving seat of a claim."""
    return (POOL, act.seat) if isinstance(act, TakeChips) else (act.seat, act.to)


def due_between(table: CommerceTable, act: Claim) -> list[CommerceDue]:
    """Return the certain debts between the parties of a claim, paid or not."""
    payer_and_payee = parties(act)
    dues = (*table.dues, *certain_dues(table)) if table.in_play else table.dues
    chapter = "6." if table.hands_due else "4."
    return [due for due in dues if (due.payer, due.payee) == payer_and_payee and due.clause.startswith(chapter)]


def divided_dues(table: CommerceTable) -> list[CommerceDue]:
    """Return the debts that equal best hands divide, paid or not; empty if one hand wins."""
    dues = (*table.dues, *certain_dues(table)) if table.in_play else table.dues
    payees = {due.payee for due in dues if due.clause == "6.3"}
    clauses = _DIVIDED_CLAUSES[table.options.stander_beaten_pays]
    return [due for due in dues if due.payee in payees and due.clause in clauses] if len(payees) > 1 else []


def divides_rightly(table: CommerceTable, act: Claim) -> bool | None:
    """Tell whether a payment to one of several winners still allows the right amount for each winner.

    It does not matter which payer pays which winner. Return None for any other payment.
    """
    supply, demand = Counter[int](), Counter[int]()
    for due in divided_dues(table):
        supply[due.payer] += due.amount
        demand[due.payee] += due.amount
    payments = [(*parties(claim), claim.amount) for claim in (*table.claims, act)]
    if payments[-1][0] not in supply or payments[-1][1] not in demand:
        return None
    settled_pairs: set[tuple[int, int]] = set()
    for payer, payee, amount in payments:
        if payer in supply and payee in demand:
            supply[payer] -= amount
            demand[payee] -= amount
            settled_pairs.add((payer, payee))
    if act.amount < 1 or min((*supply.values(), *demand.values())) < 0:
        return False
    # The remaining chips are paid between players who have not settled yet.
    open_payees = {payer: [payee for payee in demand if (payer, payee) not in settled_pairs] for payer in supply}
    return all(
        remaining <= sum(demand[payee] for payee in open_payees[payer]) for payer, remaining in supply.items()
    ) and all(
        remaining <= sum(supply[payer] for payer in supply if payee in open_payees[payer])
        for payee, remaining in demand.items()
    )


# Equal best hands divide the pool, the dealer's stake and, by one house rule, that of the player who stood.
_DIVIDED_CLAUSES: Final = {
    "each_better_hand": ("6.3", "6.4"),
    "one_stake_shared": ("6.3", "6.4"),
    "winner_only": ("6.3", "6.4", "6.5"),
}


def unpaid_dues(table: CommerceTable, act: Claim, dues: Iterable[CommerceDue]) -> dict[int, CommerceDue]:
    """Return the debts that a claim may settle: those certain between its parties and not settled by an earlier
    claim.
    """
    pair = parties(act)
    return debts.unpaid_debts(dues, (claim.amount for claim in table.claims if parties(claim) == pair))


def most_still_due(table: CommerceTable, act: Claim, dues: Iterable[CommerceDue]) -> int:
    """Return the maximum further amount due between the parties of a claim, given hands and facts still unknown."""
    if not missing_facts(table) or (table.from_deal and not table.hands_due):
        return 0
    payer, payee = parties(act)
    certain_clauses = {due.clause for due in dues}
    hands = strength_spans(table)
    may_win = not any(is_surely_higher(hands, seat, payee) for seat in table.seats)
    if payer == POOL:
        most_from_pool = pool_size(table) if table.seats.ordered else act.amount
        return most_from_pool if may_win and not certain_clauses else 0
    may_have_stood = table.stand.seat == payer if table.stand else not table.from_deal
    may_be_beaten = (
        may_have_stood and is_surely_higher(hands, payee, payer) is not False and "6.5" not in certain_clauses
    )
    pays_all = table.options.banker_good_hand_beaten_pays_all and hands[payer][1] >= (CommerceKind.FLUSH,)
    dealer_may_owe = table.dealer in (None, payer) and (may_win or pays_all) and not certain_clauses & {"6.4", "6.6"}
    return table.stake * (may_be_beaten + dealer_may_owe)


def payment_items(due: CommerceDue, line: int) -> tuple[LedgerItem, ...]:
    """Return the ledger items of a debt for both players, or for the one who pays into or takes from the pool."""
    gains = ((due.payer, -due.amount), (due.payee, due.amount))
    return tuple(
        [LedgerItem(seat, gain, Unit.CHIPS, due.clause, due.reason, line) for seat, gain in gains if seat != POOL]
    )


def difference_items(table: CommerceTable, act: Claim, difference: int) -> Iterator[LedgerItem]:
    """Yield the difference between a wrong claim that stands and the amount due, as ledger items (1.6)."""
    reason = f"{describe_claim(table, act)}, which stands."
    if isinstance(act, Pay):
        yield from payment_items(CommerceDue(*parties(act), difference, "1.6", reason), act.line) if difference else ()
        return
    for due in table.dues:
        if due.payer == POOL and due.payee != act.seat and difference > 0:
            yield from payment_items(
                CommerceDue(due.payee, act.seat, min(difference, due.amount), "1.6", reason), act.line
            )
            difference -= due.amount


def describe_beat(winner: str, higher: CommerceHand, loser: str, lower: CommerceHand) -> str:
    """Return a sentence on a comparison, such as ``Ben's flush of 10 beats Ann's pair of nines``."""
    higher_words, lower_words = (hand.words.split(" ", 1)[1] for hand in (higher, lower))
    if higher.strength[:2] != lower.strength[:2]:  # the third card does not matter then
        higher_words, lower_words = (words.partition(" with ")[0] for words in (higher_words, lower_words))
    reason = f": {explain_order(higher, lower)[0]}" if higher_words == lower_words else ""
    return f"{winner}'s {higher_words} beats {loser}'s {lower_words}{reason}"


# -- Claims in words ----------------------------------------------------------------------------------------


def describe_claim(table: CommerceTable, act: Claim) -> str:
    """Return a claim in words."""
    verb_phrase = f"paid {table.name(act.to)}" if isinstance(act, Pay) else "took"
    return f"{table.name(act.seat)} {verb_phrase} {act.amount}"


def join_reasons(dues: Iterable[CommerceDue]) -> str:
    """Return the reasons of several debts as one text."""
    return " ".join(due.reason for due in dues)


def describe_debtor(table: CommerceTable, act: Pay) -> str:
    """Return the words for a debt, such as ``Ann owes Ben``."""
    return f"{table.name(act.seat)} owes {table.name(act.to)}"


def refuse_take(table: CommerceTable, act: TakeChips) -> Answer:
    """Return an objection to a player who takes too much from the pool."""
    name = table.name(act.seat)
    if table.from_deal and not table.hands_due:
        return objection("Nobody has stood, and the pool is taken when the hands have been shown.", cites="6.2")
    hands = strength_spans(table)
    higher_seats = [seat for seat in table.seats if is_surely_higher(hands, seat, act.seat)]
    if not higher_seats:
        if table.seats.ordered and act.amount > pool_size(table):
            return objection(f"There are {pool_size(table)} in the pool, not {act.amount}.", cites="6.2")
        return objection(
            join_reasons(due for due in table.dues if due.payer == POOL) or "A player takes at least one chip.",
            cites="6.3",
        )
    higher = max(higher_seats, key=lambda seat: hands[seat][0])
    own_hand, higher_hand = known_hand(table, act.seat), known_hand(table, higher)
    if own_hand is None or higher_hand is None:
        return objection(f"{table.name(higher)}'s hand is higher than {name}'s can be.", cites="3.1")
    _, clause = explain_order(higher_hand, own_hand)
    return objection(f"{describe_beat(table.name(higher), higher_hand, name, own_hand)}.", cites=clause)


def refuse_payment(table: CommerceTable, act: Pay) -> Answer:
    """Return an objection to a payment by a player who owes the other nothing."""
    payer, payee, debt_text = table.name(act.seat), table.name(act.to), f"{describe_debtor(table, act)} nothing"
    has_stood = table.stand is not None and table.stand.seat == act.seat
    if table.from_deal and not table.hands_due:
        return objection(f"{debt_text} yet: nobody has stood, and {payer} has no bought card to pay {payee} for.")
    payers_known = table.dealer is not None and (table.stand is not None or table.from_deal)
    if payers_known and not has_stood and act.seat != table.dealer:
        return objection(f"{debt_text}: {payer} neither deals nor has stood.", table.stand)
    own_hand, other_hand = known_hand(table, act.seat), known_hand(table, act.to)
    if own_hand and other_hand and not is_higher(other_hand, own_hand):
        if is_higher(own_hand, other_hand):
            return objection(f"{debt_text}: {describe_beat(payer, own_hand, payee, other_hand)}.", table.stand)
        return objection(f"{debt_text}: both have {own_hand.words}.", table.stand)
    return objection(f"{debt_text}: {payee} does not take the pool.", table.stand, cites="6.5" if has_stood else "6.4")
