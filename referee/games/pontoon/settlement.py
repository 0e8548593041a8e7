"""The gain or loss of each hand, and its payment: chapter 7."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import product
from typing import Final

from referee.cards.words import capitalise, join_words
from referee.games.parts.acts import Pay
from referee.games.parts.debts import common_clause, debts_totalling, subsets
from referee.games.pontoon.hands import (
    BUST,
    PONTOON,
    TRICK,
    Grades,
    describe_grades,
    grade,
    possible_counts,
    possible_grades,
)
from referee.games.pontoon.pack import reordered_tables
from referee.games.pontoon.rules import bankers_pontoon_takes_double
from referee.games.pontoon.table import Box, HandDue, HandEnd, PontoonOptions, PontoonTable, book
from referee.rules import (
    Act,
    Answer,
    Clause,
    DependsOn,
    LedgerItem,
    PartialSettlement,
    Unit,
    Verdict,
    doubt,
    grounds,
    objection,
    replace,
)

Dues = tuple[HandDue, ...]
# Any more payments of a player that settle nothing are not noted.
MOST_UNSETTLING_PAYMENTS: Final = 64

book.section("7", "The settlement")


@book.clause("7.1", Pay)
def pays_what_is_due(table: PontoonTable, act: Pay) -> Answer | None:
    """When the banker has finished, all hands are shown and each is settled once. Only the stake of a bust hand is
    taken before.
    """
    return judge_payment(table, act)


def judge_payment(table: PontoonTable, act: Pay, *, is_final: bool = False) -> Answer:
    """Return the answer to a payment, by the amounts due to both players.

    If `is_final`, no payment follows, and a part is not enough.
    """
    if table.banker is None:
        return doubt("Open until it is known who banks.")
    players = [seat for seat in (act.seat, act.to) if seat != table.banker]
    answers = [_judge_for_player(table, player, act, is_final=is_final) for player in players]
    if len(players) == 1:
        return answers[0]
    # A loser may pay a winner for the banker.
    payer, payee = table.name(act.seat), table.name(act.to)
    if act.seat != act.to and not (
        illegal_answers := [answer for answer in answers if answer.verdict is Verdict.ILLEGAL]
    ):
        (first, second) = answers
        base = first if first.verdict is Verdict.OPEN else second
        return replace(base, reason=f"{first.reason} {second.reason}", because=first.because + second.because)
    due = [sum(answer.amount for answer in certain_dues(unpaid_dues(table, player)).values()) for player in players]
    if act.seat != act.to and due[0] < 0 < due[1]:
        return replace(
            illegal_answers[0],
            reason=f"{payer} may pay {payee} for the banker what both are due. {illegal_answers[0].reason}",
        )
    bank = table.name(table.banker)
    return objection(f"{payer} and {payee} owe each other nothing: both settle with the banker, {bank}.")


def _judge_for_player(table: PontoonTable, player: int, act: Pay, *, is_final: bool) -> Answer:
    """Return the answer to a payment, by the amounts due to one player's hands."""
    assert table.banker is not None
    name, bank, gain = table.name(player), table.name(table.banker), gain_of(player, act)
    if not table.boxes[player][0].bet:
        bet_not_known = doubt(f"Open until it is known what {name} bet.")
        return objection(f"{name} has no bet in this hand.") if table.complete else bet_not_known
    unpaid, part = unpaid_dues_and_part(table, player)
    if not unpaid:
        earlier_payments = [pay for pay in table.payments if player in (pay.seat, pay.to)]
        return objection(f"{name} and the banker have settled already.", *earlier_payments)
    dues_for_certain = certain_dues(unpaid)
    if settled_dues := debts_totalling(gain, dues_for_certain) or (
        debts_totalling(part + gain, dues_for_certain) if part else {}
    ):
        deciding = deciding_acts(table, player, settled_dues)
        return grounds(
            describe_dues(table, player, settled_dues), *deciding, cites=common_clause(settled_dues.values())
        )
    possible_dues_by_hand = {index: dues for index, dues in unpaid.items() if dues}
    if not possible_dues_by_hand:
        in_play = any(not table.boxes[player][index].end for index in unpaid)
        name_due = name if in_play else bank
        return objection(f"{name_due} has not finished: {name_due} first sticks or is bust.")
    if all(
        gain != sum(due.amount for due in dues)
        for subset in subsets(possible_dues_by_hand.values())
        for dues in product(*subset)
    ):
        totals = sorted({sum(due.amount for due in dues) for dues in product(*possible_dues_by_hand.values())})
        if is_due_in_another_order(table, player, gain):
            return doubt(f"Open: it was not said which of {name}'s hands was played first.")
        rule = common_clause(dues_for_certain.values()) if len(dues_for_certain) == len(unpaid) else ""
        causes = deciding_acts(table, player, possible_dues_by_hand)
        debt_words = capitalise(join_words((describe_debt(name, bank, total) for total in totals), "or"))
        if not is_final and may_be_part(part + gain, possible_dues_by_hand):
            unpaid_rest = abs(totals[0] - part - gain)
            remainder_text = (
                f", and {unpaid_rest} of it {'is' if unpaid_rest == 1 else 'are'} still to be paid"
                if len(totals) == 1
                else ""
            )
            return doubt(
                f"{debt_words}{remainder_text}. {describe_dues(table, player, dues_for_certain)}".rstrip(),
                *causes,
                cites=rule,
            )
        if len(totals) > 1:
            debt_words = f"{act.amount} is wrong whatever the cards: {debt_words}"
        reason = f"{debt_words}. {describe_dues(table, player, dues_for_certain)}".rstrip()
        return objection(reason, *causes, cites=rule)
    hidden_hands = [f"{table.name(seat)}'s hand" for seat in (table.banker, player) if not is_fully_known(table, seat)]
    return doubt(
        f"Open until {join_words(hidden_hands)} {'is' if len(hidden_hands) == 1 else 'are'} shown.",
        depends_on=DependsOn((table.banker, *table.locations(player))),
    )


def may_be_part(gain: int, unpaid: Mapping[int, Dues]) -> bool:
    """Tell whether a payment may be a part of the amount due."""
    sign = 1 if gain > 0 else -1
    return 0 < abs(gain) < sum(max(0, *(sign * due.amount for due in dues)) for dues in unpaid.values() if dues)


def judge_completed_sum(table: PontoonTable, act: Pay) -> Answer | None:
    """Return the answer to a part payment once the sum has been paid in full; None before that."""
    players = [seat for seat in (act.seat, act.to) if seat != table.banker]
    if any(unpaid_dues(table, player) for player in players):
        return None
    other_payments = tuple(pay for pay in table.payments if pay.line != act.line)
    if len(other_payments) == len(table.payments) or not all(
        unpaid_dues(replace(table, payments=other_payments), pay) for pay in players
    ):
        return judge_payment(replace(table, payments=()), act, is_final=True)
    owed_in_all = {player: unpaid_dues(replace(table, payments=()), player) for player in players}
    certain_by_player = {player: certain_dues(unpaid) for player, unpaid in owed_in_all.items()}
    reason = " ".join(describe_dues(table, player, certain_by_player[player]) for player in players)
    due = {index: pay for player_dues in certain_by_player.values() for index, pay in player_dues.items()}
    return grounds(
        reason, *deciding_acts(table, players[0], certain_by_player[players[0]]), cites=common_clause(due.values())
    )


def is_due_in_another_order(table: PontoonTable, player: int, gain: int) -> bool:
    """Tell whether a payment would be due if the hands of a split had been played in another order."""
    if len(table.boxes[player]) == 1:
        return False
    return any(
        debts_totalling(gain, certain_dues(unpaid_dues(reordered, player)))
        for reordered in reordered_tables(table, player)
    )


@book.clause("7.2")
def bust_hand_loses(hand: int, _bank: int, _options: PontoonOptions) -> int | None:
    """A bust hand loses its stake at once, whatever the banker does later."""
    return -1 if hand == BUST else None


@book.clause("7.3", interpretation="PON-A12")
def stake(box: Box) -> int:
    """The stake of a hand is its bet and all that was paid for its cards. Hands made by splitting are settled
    separately.
    """
    return box.bet + box.paid


@book.clause("7.4")
def bankers_trick_loses_to_pontoon_only(hand: int, bank: int, options: PontoonOptions) -> int | None:
    """If the banker has a five-card trick, a pontoon wins double its stake. Every other hand loses its stake, even a
    five-card trick.
    banker_trick_collects=2x: If the banker has a five-card trick, a pontoon wins double its stake. Every other hand
        loses double its stake, even a five-card trick.
    """
    if bank != TRICK:
        return None
    return 2 if hand == PONTOON else -2 if options.banker_trick_collects == "2x" else -1


@book.clause("7.5")
def pontoons_and_tricks_are_paid_double(hand: int, _bank: int, _options: PontoonOptions) -> int | None:
    """A pontoon or a five-card trick wins double its stake, unless the banker has a pontoon (4.2) or a five-card trick
    (7.4).
    """
    return 2 if hand in (TRICK, PONTOON) else None


@book.clause("7.6")
def banker_bust_pays_all(_hand: int, bank: int, _options: PontoonOptions) -> int | None:
    """If the banker is bust, every hand that is not bust wins its stake. Pontoons and five-card tricks win double."""
    return 1 if bank == BUST else None


@book.clause("7.7")
def higher_points_win(hand: int, bank: int, _options: PontoonOptions) -> int | None:
    """A hand that is not bust and beats the banker's total wins its stake."""
    return 1 if hand > bank else None


@book.clause("7.8")
def equal_or_lower_points_lose(_hand: int, _bank: int, _options: PontoonOptions) -> int | None:
    """A hand with the banker's total or fewer points loses its stake: ties go to the bank."""
    return -1


book.note(
    "7.9",
    "A sum may be paid in parts. A player who loses may pay one who wins for the banker, up to what both are due.",
    interpretation="house",
)

# The first clause that applies to a hand decides it.
PAYMENTS: Final[tuple[Clause[int | None], ...]] = (
    bust_hand_loses,
    bankers_pontoon_takes_double,
    bankers_trick_loses_to_pontoon_only,
    pontoons_and_tricks_are_paid_double,
    banker_bust_pays_all,
    higher_points_win,
    equal_or_lower_points_lose,
)

# -- What a hand is due -------------------------------------------------------------------------------------


def certain_due(table: PontoonTable, player: int, box: Box, bank: Box) -> HandDue | None:
    """Return the certain gain of a player's hand against the banker's; else None."""
    dues = possible_dues(table, player, box, bank)
    return dues[0] if len(dues) == 1 else None


def possible_dues(table: PontoonTable, player: int, box: Box, bank: Box) -> Dues:
    """Return every possible result of a player's hand; empty while it or the banker's hand is being played."""
    banker = table.banker
    if box.due or banker is None or not box.bet:
        return (box.due,) if box.due else ()
    bust = box.end is HandEnd.BUST
    if table.from_deal and not bank.end and not bust:
        return ()
    player_grades, banker_grades = (
        possible_grades(table, player, box),
        (BUST,) if bust else possible_grades(table, banker, bank),
    )
    is_certain = banker_grades == (PONTOON,)
    hand_is_over = not bust and (is_certain or bank.end is HandEnd.DECLARED)
    if table.from_deal and not box.end and not hand_is_over:
        return ()  # a partial record may not show that a hand takes no more cards
    if hand_is_over and not box.cards_taken:
        player_grades = tuple(grade for grade in player_grades if grade not in (BUST, TRICK)) or player_grades
    dues = {}
    for times, clause in _possible_times(player_grades, (PONTOON,) if hand_is_over else banker_grades, table.options):
        # The banker's pontoon ends the hand before any card can be bought.
        chips = box.bet if clause == bankers_pontoon_takes_double.id else stake(box)
        dues[times * chips] = HandDue(times * chips, times, chips, clause)
    return (
        tuple(dues.values())
        if is_certain or not hand_is_over
        else (*dues.values(), HandDue(0, 0, 0, pays_what_is_due.id))
    )


@lru_cache(maxsize=4096)
def _possible_times(
    player_grades: Grades, banker_grades: Grades, options: PontoonOptions
) -> tuple[tuple[int, str], ...]:
    """Return the possible multiples of the stake that a hand may win or lose, each with its clause."""
    cases = (
        next((times, rule.id) for rule in PAYMENTS if (times := rule(hand, bank, options)) is not None)
        for hand, bank in product(player_grades, banker_grades)
    )
    return tuple(dict.fromkeys(cases))


# -- Claims -------------------------------------------------------------------------------------------------


def gain_of(player: int, act: Pay) -> int:
    """Return a player's gain from a payment. It is negative if the player pays."""
    return act.amount if act.to == player else -act.amount


def unpaid_dues(table: PontoonTable, player: int) -> dict[int, Dues]:
    """Return the possible dues of a player's unsettled hands, by the index of the hand."""
    return unpaid_dues_and_part(table, player)[0]


def unpaid_dues_and_part(table: PontoonTable, player: int) -> tuple[dict[int, Dues], int]:
    """Return the possible dues of a player's unsettled hands, and the sum of part payments for them."""
    unpaid = {
        index: possible_dues(table, player, box, table.bank) for index, box in enumerate(table.boxes[player]) if box.bet
    }
    dues_for_certain, part = certain_dues(unpaid), 0
    settling_amounts = _settling_amounts(dues_for_certain)
    for payment in table.payments if unpaid else ():
        if player not in (payment.seat, payment.to):
            continue
        gain = gain_of(player, payment)
        amount_settled = next((amount for amount in (gain, part + gain) if amount in settling_amounts), None)
        # Of very many payments most settle nothing, so that this must be found out cheaply.
        if amount_settled is None:
            part = next((amount for amount in (part + gain, gain) if may_be_part(amount, unpaid)), part)
            continue
        for settled_index in debts_totalling(amount_settled, dues_for_certain):
            del unpaid[settled_index]
        part = part if amount_settled == gain else 0
        if not unpaid:
            break
        dues_for_certain = certain_dues(unpaid)
        settling_amounts = _settling_amounts(dues_for_certain)
    return unpaid, part


def _settling_amounts(dues: Mapping[int, HandDue]) -> set[int]:
    """Return every amount that settles one or more hands."""
    return {sum(due.amount for due in subset) for subset in subsets(dues.values())}


def may_settle(table: PontoonTable, act: Pay) -> bool:
    """Tell whether a payment settles a hand, or may do so once more cards are seen.

    The number of payments that settle nothing is limited, because nobody could say later what they were for.
    """
    if table.banker is None:
        return len(table.payments) < MOST_UNSETTLING_PAYMENTS
    for player in (seat for seat in (act.seat, act.to) if seat != table.banker and table.boxes[seat][0].bet):
        unpaid, part = unpaid_dues_and_part(table, player)
        dues_for_certain = certain_dues(unpaid)
        if (
            not unpaid
            or debts_totalling(gain_of(player, act), dues_for_certain)
            or debts_totalling(part + gain_of(player, act), dues_for_certain)
        ):
            return bool(unpaid)
    their_payments = [
        payment for payment in table.payments if not {payment.seat, payment.to}.isdisjoint((act.seat, act.to))
    ]
    return len(their_payments) < MOST_UNSETTLING_PAYMENTS


def certain_dues(unpaid: Mapping[int, Dues]) -> dict[int, HandDue]:
    """Return the certain dues, by the index of the hand."""
    return {index: dues[0] for index, dues in unpaid.items() if len(dues) == 1}


def describe_dues(table: PontoonTable, player: int, dues: Mapping[int, HandDue]) -> str:
    """Return the gains and losses of hands in words, with reasons from the cards seen so far."""
    return " ".join(
        [describe_due(table, player, table.boxes[player][index], index, due) for index, due in dues.items()]
    )


def describe_due(table: PontoonTable, player: int, box: Box, index: int, due: HandDue) -> str:
    """Return the gain or loss of one hand in words, with the reason from the cards seen so far."""
    hand_words = f" (hand {index + 1})" if box.from_split else ""
    player_grades = possible_grades(table, player, box)
    sentence = (
        f"{table.name(player)}'s {describe_grades(player_grades)}{describe_points(table, player, box)}{hand_words}"
    )
    is_tie = False
    if due.clause != bust_hand_loses.id and table.banker is not None:
        banker_grades = possible_grades(table, table.banker, table.bank)
        is_tie = due.times < 0 and len(player_grades) == 1 and player_grades == banker_grades
        bank_points = describe_points(table, table.banker, table.bank)
        sentence += f" against {table.name(table.banker)}'s {describe_grades(banker_grades)}{bank_points}"
    outcomes = ("neither wins nor loses", "wins {}", "is paid double: 2 x {}", "loses double: 2 x {}", "loses {}")
    cards = f" (the bet of {box.bet} and {box.paid} for cards)" if box.paid and due.chips == stake(box) else ""
    tie_words = ": ties go to the bank" if is_tie and due.clause != bankers_pontoon_takes_double.id else ""
    return f"{sentence} {outcomes[due.times].format(due.chips)}{cards}{tie_words}."


def describe_points(table: PontoonTable, seat: int, box: Box) -> str:
    """Return the count of a hand's aces, or the points of a bust hand, in words; empty unless all cards are known."""
    holding = table.holding(seat, box)
    if holding.unknown_count or len(counts := possible_counts(table.knowledge, holding)) != 1:
        return ""
    hand_grade = grade(counts[0], True)
    if hand_grade == BUST:
        return f" of {counts[0].low}"
    if not counts[0].ace or hand_grade in (TRICK, PONTOON):
        return ""
    if hand_grade > counts[0].low:
        return " with an ace as eleven"
    return f" with the ace{'s' * (sum(card.rank == 'A' for card in holding.cards) > 1)} as one"


def describe_debt(name: str, bank: str, gain: int) -> str:
    """Return a debt in words: who owes whom how much."""
    if not gain:
        return f"{name} and {bank} owe each other nothing"
    return f"{bank} owes {name} {gain}" if gain > 0 else f"{name} owes {bank} {-gain}"


def deciding_acts(table: PontoonTable, player: int, indices: Iterable[int]) -> list[Act]:
    """Return the acts that decide hands: the bets, the ends of the hands and, unless all are bust, the banker's end."""
    boxes = [table.boxes[player][index] for index in indices]
    finished_boxes = [*boxes, table.bank] if any(box.end is not HandEnd.BUST for box in boxes) else boxes
    return [*(box.bet_act for box in boxes if box.bet_act), *(box.acts[-1] for box in finished_boxes if box.acts)]


def is_fully_known(table: PontoonTable, seat: int) -> bool:
    """Tell whether all cards of a player's hands are known."""
    return all(table.holding(seat, box).fully_known for box in table.boxes[seat])


def difference_items(table: PontoonTable, player: int, act: Pay, difference: int) -> tuple[LedgerItem, LedgerItem]:
    """Return the ledger items for the difference between a payment that stands and the amount due (1.5)."""
    assert table.banker is not None
    reason = f"{table.name(act.seat)} paid {table.name(act.to)} {act.amount}, which stands."
    return (
        LedgerItem(player, difference, Unit.CHIPS, "1.5", reason, act.line),
        LedgerItem(table.banker, -difference, Unit.CHIPS, "1.5", reason, act.line),
    )


# -- Payments -----------------------------------------------------------------------------------------------


def payment_items(
    table: PontoonTable, player: int, box: Box, index: int, due: HandDue, line: int = 0
) -> tuple[LedgerItem, LedgerItem]:
    """Return the ledger items of a hand for its player and for the banker."""
    assert table.banker is not None
    reason = describe_due(table, player, box, index, due)
    player_payment, banker_payment = (player, due.amount), (table.banker, -due.amount)
    return LedgerItem(*player_payment, Unit.CHIPS, due.clause, reason, line), LedgerItem(
        *banker_payment, Unit.CHIPS, due.clause, reason, line
    )


@book.settles
def settle(table: PontoonTable) -> PartialSettlement:
    """Return the settlement by the hands shown, and what is missing for the rest."""
    items: list[LedgerItem] = []
    missing_facts: list[str] = []
    hands = table.knowledge.hands
    if table.from_deal or not any(len(hand.cards) > 1 for hand in hands):
        return PartialSettlement()
    if table.banker is None:
        return PartialSettlement(missing=("It is not said who banks.",))
    for seat in table.players:
        for index, box in enumerate(table.boxes[seat]):
            if due := certain_due(table, seat, box, table.bank):
                items.extend(payment_items(table, seat, box, index, due))
            elif box.bet:
                unseen_seats = [
                    unseen_seat for unseen_seat in (seat, table.banker) if not is_fully_known(table, unseen_seat)
                ]
                missing_facts.extend(f"{table.name(unseen_seat)}'s hand is not shown." for unseen_seat in unseen_seats)
            elif hands[seat].cards:
                missing_facts.append(f"It is not said what {table.name(seat)} bet.")
    return PartialSettlement(tuple(items), tuple(dict.fromkeys(missing_facts)))


def outstanding_payments(table: PontoonTable) -> Iterator[Pay]:
    """Yield the payments still due between each player and the banker, for all hands together."""
    if table.banker is not None:
        for player in table.players:
            if first := next(due_payments(table, player, table.banker), None):
                yield first


def due_payments(table: PontoonTable, seat: int, banker: int) -> Iterator[Pay]:
    """Yield the payments due to or from a player, or the banker: first for all hands together, then hand by hand."""
    for player in table.players if seat == banker else (seat,):
        amounts = [due.amount for due in certain_dues(unpaid_dues(table, player)).values()]
        for amount in dict.fromkeys((sum(amounts), *amounts)):
            if amount:
                yield Pay(banker, player, amount) if amount > 0 else Pay(player, banker, -amount)
