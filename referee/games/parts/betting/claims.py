"""Claims to chips, judged by the hands shown and by the possible hands of the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from itertools import islice, product
from typing import Any, Final

from referee.cards.words import join_words
from referee.games.parts.acts import TakeChips, TakePot
from referee.games.parts.betting.payment import (
    HandsBySeat,
    claim_as_sum,
    doubt_unknown_pot,
    odd_chips_to,
    pots,
    returned_bet,
    uncontested_pots,
)
from referee.games.parts.betting.pots import Pot
from referee.games.parts.betting.stakes import BettingTable
from referee.games.parts.dealing import deal_first
from referee.games.parts.debts import settles_debts
from referee.games.parts.hands.ranking import (
    Comparison,
    DecidingDifference,
    RankedHand,
    compare_hands,
    describe_beat,
    possessive_hand,
)
from referee.rules import Answer, DependsOn, LedgerItem, doubt, grounds, objection
from referee.rules import KnownHand as KnownHand

# If pots may be won in more ways than these, earlier claims are not checked.
_MOST_WAYS: Final = 256
NOTHING_TAKEN: Final = "To take is to take at least one chip."
# The least that a hidden hand is, and the strength of the best that it may be; None where nothing is known.
Bounds = Callable[[int], tuple[RankedHand | None, Any]]
# The clause that decides how a player's own hand stands to another.
DecidingClause = Callable[[RankedHand, Comparison], str]


def deciding_clause(_hand: RankedHand, comparison: Comparison) -> str:
    """Return the clause that decides between two hands: on different classes, on stud hands, or on all others."""
    return {DecidingDifference.CLASS: "7.1", DecidingDifference.STUD: "8.4"}.get(comparison.decided_by, "7.2")


def higher_hand_clause(_hand: RankedHand, _comparison: Comparison) -> str:
    """Return the clause that the highest hand wins, for games without a clause on each kind of difference."""
    return "6.2"


def object_to_claim(table: BettingTable, act: TakeChips) -> Answer | None:
    """Return an objection to a claim that no hand can justify; else None."""
    hand = table.hand
    name, seat = table.name(act.seat), act.seat
    if not table.in_play and not hand.claims:
        return deal_first()
    if seat not in hand.live:
        return objection(f"{name} has folded, and can win nothing in this hand.", cites="4.12")
    if seat in hand.mucked_seats:
        return _judge_after_mucking(table, act)
    if table.from_deal:
        chips_in_pot, claimed_chips = hand.total_chips, hand.claimed_by(act.seat, act.line)
        if act.amount > chips_in_pot:
            return objection(
                f"Only {chips_in_pot} {'is' if chips_in_pot == 1 else 'are'} in the pot, not {act.amount}.", cites="6.4"
            )
        # Two such claims cannot both be right.
        if 2 * act.amount > chips_in_pot and act.amount in hand.claims_of(seat, act.line):
            return _object_second_claim(table, act, claimed_chips)
        if act.amount < 1:
            return (
                _object_second_claim(table, act, claimed_chips)
                if claimed_chips
                else objection(NOTHING_TAKEN, cites="6.4")
            )
    return None


def _judge_after_mucking(table: BettingTable, act: TakeChips) -> Answer:
    """Return the answer to a claim by a player who has mucked. They keep only pots that nobody else can win."""
    name, all_pots = table.name(act.seat), pots(table)
    kept_pots = [all_pots[index] for index in uncontested_pots(table, act.seat)]
    if not table.from_deal and table.hand.all_in:
        return doubt(f"{name} has mucked, and may take only chips that nobody else can win.", word="open", cites="6.7")
    if not kept_pots:
        return objection(f"{name} has mucked, and gave up every pot.", cites="6.7")
    shares = [pot.amount for pot in kept_pots]
    if settles_debts(act.amount, shares, table.hand.claims_of(act.seat, act.line)):
        return grounds(f"Nobody else can win these {act.amount}.", word="holds", cites="6.5")
    amount_due = sum(shares)
    if settles_debts(act.amount, shares):
        return _object_second_claim(table, act, table.hand.claimed_by(act.seat, act.line), amount_due)
    return objection(f"{name} gave up, and keeps {amount_due} that nobody else can win, not {act.amount}.", cites="6.7")


def judge_claim(
    table: BettingTable,
    act: TakeChips,
    hands: HandsBySeat,
    bounds: Bounds,
    find_clause: DecidingClause = higher_hand_clause,
) -> Answer:
    """Return the answer to a claim to one pot or to all of them, given the `hands` shown and the possible others.

    `bounds` returns, for a seat with a hidden hand, its least hand and the strength of its best possible hand.
    `find_clause` returns the clause that decides between two hands.
    """
    if table.hand.is_settled:
        return _judge_after_payment(table, act, hands, find_clause)
    if answer := object_to_claim(table, act):
        return answer
    seat = act.seat
    # Bets from before the record begins count as one pot.
    all_pots = pots(table) or (Pot(act.amount, table.hand.live),)
    if seat not in hands:
        return _judge_without_showing(table, act, hands, bounds, all_pots)
    hand = hands[seat]
    losses: list[tuple[int, RankedHand]] = []
    unseen_seats: set[int] = set()
    equal_seats: set[int] = set()
    shares: list[set[int]] = []
    for pot in all_pots:
        if seat not in pot.eligible or not pot.amount:
            continue
        level: list[int] = []
        may_tie = must_tie = may_beat = 0
        least_strength: RankedHand | None = None
        for rival in pot.eligible:
            if rival == seat or rival in table.hand.mucked_seats:
                continue
            least, best = (hands[rival], hands[rival].strength) if rival in hands else bounds(rival)
            if least is not None and least.strength > hand.strength:
                if least_strength is None or least.strength > least_strength.strength:
                    least_strength = least
                    losses.append((rival, least))
            elif rival in hands:
                level.extend([rival] if best == hand.strength else [])
                equal_seats.update(level)
            elif best is None or best >= hand.strength:
                unseen_seats.add(rival)
                may_tie += 1
                may_beat += best is None or best > hand.strength
                # A player who has shown nothing may muck, even if the community cards alone tie.
                has_shown = bool(table.knowledge.hands[rival].shown_cards)
                must_tie += has_shown and least is not None and least.strength == hand.strength
        if least_strength is not None:
            shares.append({0})
            continue
        possible_shares = {0} if may_beat else set()
        for tie_count in range(must_tie, may_tie + 1):
            possible_shares |= _possible_shares(table, pot, seat, level, tie_count)
        shares.append(possible_shares)
    return _judge_by_shares(table, act, hand, losses[-1:], (unseen_seats, equal_seats), shares, find_clause)


def judge_claim_by_hands(
    table: BettingTable,
    claim: TakeChips | TakePot,
    hands: HandsBySeat,
    bounds: Bounds,
    find_clause: DecidingClause,
    judge: Callable[..., Answer] = judge_claim,
    *,
    best_takes_all: bool = True,
) -> Answer:
    """Return the answer to a claim to a sum or to everything.

    `bounds` is called only once for hands with the same known cards. Pass `best_takes_all` as false if the highest hand
    may get only a part of a pot, as in a high-low game.
    """
    bounds_by_hand: dict[KnownHand, tuple[RankedHand | None, Any]] = {}

    def hidden(seat: int) -> tuple[RankedHand | None, Any]:
        known_hand = table.knowledge.hands[seat]
        if known_hand not in bounds_by_hand:
            bounds_by_hand[known_hand] = bounds(seat)
        return bounds_by_hand[known_hand]

    def judged(single_claim: TakeChips) -> Answer:
        return judge(table, single_claim, hands, hidden, find_clause)

    return doubt_unknown_pot(table, claim, judged, hands if best_takes_all else {}) or judged(
        claim_as_sum(table, claim)
    )


def _possible_shares(table: BettingTable, pot: Pot, seat: int, level: list[int], unseen_count: int) -> set[int]:
    """Return a winner's possible sums from a pot divided with the seats in `level` and `unseen_count` others."""
    share, odd_chips = divmod(pot.amount, 1 + len(level) + unseen_count)
    if unseen_count:
        return {share, share + odd_chips}
    winners = [player for player in table.hand.players if player == seat or player in level]
    return {share + odd_chips if winners and winners[odd_chips_to(table)] == seat else share}


def _judge_by_shares(
    table: BettingTable,
    act: TakeChips,
    own_hand: RankedHand,
    losses: list[tuple[int, RankedHand]],
    unseen_and_equal: tuple[set[int], set[int]],
    shares: list[set[int]],
    find_clause: DecidingClause,
) -> Answer:
    """Return the answer to a claim, given the possible sums due to the player from each pot (`shares`). It may be for
    any pot.

    `unseen_and_equal` are the seats with unseen hands, and those with equal hands.
    """
    name = table.name(act.seat)
    unseen_seats, equal_seats = unseen_and_equal
    sums = parts = {0}  # of all pots together, and of any of them
    for possible_sums in shares:
        sums = {sum_so_far + right_claim for sum_so_far in sums for right_claim in possible_sums}
        parts = parts | {part + right_claim for part in parts for right_claim in possible_sums}
    is_possible_sum = act.amount in parts
    is_certain = all(len(possible_sums) == 1 for possible_sums in shares)
    if not table.from_deal or table.hand.undeclared:
        if losses and (not any(sums) or (table.hand.undeclared and not is_possible_sum)):
            return _object_beaten(table, name, own_hand, losses, find_clause)
        if not is_possible_sum and is_certain and (right_claim := _valid_claim(table, act, parts)):
            return objection(
                f"{name} takes {right_claim.amount} of these chips, and not {act.amount} too.", right_claim, cites="6.4"
            )
        if is_possible_sum and is_certain:
            return grounds(f"{name} wins {act.amount} with {own_hand.words}.", word="holds", cites="6.2")
        doubt_text = f" {join_words(map(table.name, sorted(unseen_seats)))} may hold more." if unseen_seats else ""
        division_text = (
            f", and divides with {join_words(map(table.name, sorted(equal_seats)))}"
            if equal_seats and not losses
            else ""
        )
        return doubt(
            f"{name} shows {own_hand.words}{division_text}; the record does not say all that was bet.{doubt_text}",
            depends_on=DependsOn(table.player_locations),
            word="open",
        )
    if is_possible_sum and (earlier_sums := table.hand.claims_of(act.seat, act.line)):
        combinations = [*islice(product(*shares), _MOST_WAYS + 1)]
        right = {
            settles_debts(act.amount, sums_of_pots, earlier_sums)
            for sums_of_pots in combinations[:_MOST_WAYS]
            if settles_debts(act.amount, sums_of_pots)
        }
        if right == {False} and len(combinations) <= _MOST_WAYS:
            return _object_second_claim(table, act, sum(earlier_sums), max(sums))
        is_certain = is_certain and right == {True}
    if (not is_possible_sum and max(sums) < act.amount) or (not is_possible_sum and is_certain):
        if losses and not max(sums):
            return _object_beaten(table, name, own_hand, losses, find_clause)
        better_hand_text = f": {possessive_hand(table.name(losses[0][0]), losses[0][1])} is higher" if losses else ""
        return objection(
            f"With {own_hand.words} {name} is due {max(sums)} at the most, not {act.amount}{better_hand_text}.",
            cites="6.4",
        )
    if not is_possible_sum:
        return objection(f"No pot, and no share of one, comes to {act.amount}.", cites="6.4")
    if is_certain:
        return grounds(f"{name} wins {act.amount} with {own_hand.words}.", word="holds", cites="6.2")
    hand = "hand" if len(unseen_seats) == 1 else "hands"
    owners = join_words(f"{table.name(seat)}'s" for seat in sorted(unseen_seats))
    unseen_names = join_words(table.name(seat) for seat in sorted(unseen_seats))
    message = f"{name} has {own_hand.words}; whether that wins turns on {owners} {hand}: ask {unseen_names} to show."
    return doubt(message, depends_on=DependsOn(table.player_locations), word="open")


def _object_beaten(
    table: BettingTable,
    name: str,
    hand: RankedHand,
    losses: list[tuple[int, RankedHand]],
    find_clause: DecidingClause,
    payment: LedgerItem | None = None,
) -> Answer:
    winner, winning_hand = losses[0]
    comparison = compare_hands(hand, winning_hand)
    owner_text = (
        table.name(winner)
        if comparison.decided_by is DecidingDifference.STUD
        else _describe_other_hand(table, winner, hand, winning_hand)
    )
    return objection(
        f"{describe_beat(name, hand, 'loses to', winning_hand, owner_text)}.",
        payment,
        cites=find_clause(hand, comparison),
    )


def compare_at_showdown(
    table: BettingTable, seat: int, hand: RankedHand, opponent: int, opponent_hand: RankedHand, cards: str = ""
) -> str:
    """Return the comparison of a shown hand with the best of the others, as a sentence without its full stop."""
    comparison, name = compare_hands(hand, opponent_hand), table.name(seat)
    if not comparison.result and hand.words != opponent_hand.words:
        if hand.order.tie_reason:
            return f"{name} and {table.name(opponent)} are equal: {hand.order.tie_reason}"
        return f"{possessive_hand(name, hand)} and {possessive_hand(table.name(opponent), opponent_hand)} are equal"
    verb = {1: "beats", 0: "equals", -1: "loses to"}[comparison.result]
    return describe_beat(
        name, hand, verb, opponent_hand, _describe_other_hand(table, opponent, hand, opponent_hand), cards
    )


def _describe_other_hand(table: BettingTable, seat: int, hand: RankedHand, opponent_hand: RankedHand) -> str:
    """Return the owner of the other hand, with the hand's name unless both hands have the same name."""
    name = table.name(seat)
    return (
        f"{name}'s"
        if hand.words == opponent_hand.words and hand.strength != opponent_hand.strength
        else possessive_hand(name, opponent_hand)
    )


def _object_second_claim(table: BettingTable, act: TakeChips, chips: int, due: int = 0) -> Answer:
    """Return an objection to a claim by a player who has taken `chips` already, and is `due` no more or another sum."""
    claims = (claim for claim in table.hand.claims if claim.seat == act.seat)
    due_text = f"{due - chips} more, not {act.amount}" if due > chips else "no more"
    return objection(f"{table.name(act.seat)} has taken {chips} already, and is due {due_text}.", *claims, cites="6.4")


def _valid_claim(table: BettingTable, act: TakeChips, due: Set[int]) -> TakeChips | None:
    """Return a claim of the same player for a sum that the record shows to be `due`; else None."""
    return next((claim for claim in table.hand.claims if claim.seat == act.seat and claim.amount in due), None)


def _judge_without_showing(
    table: BettingTable, act: TakeChips, hands: HandsBySeat, bounds: Bounds, all_pots: Sequence[Pot]
) -> Answer:
    name = table.name(act.seat)
    opponents = [table.name(seat) for seat in table.hand.contenders if seat != act.seat]
    if not opponents:
        return grounds(f"{name} is the only one left.", word="holds", cites="6.5")
    kept_pots = [all_pots[index].amount for index in uncontested_pots(table, act.seat)] if table.from_deal else []
    if settles_debts(act.amount, kept_pots, table.hand.claims_of(act.seat, act.line)):
        return grounds(f"Nobody else can win these {act.amount}.", word="holds", cites="6.5")
    # A hand that is fully known is judged when it is shown.
    is_fully_known = table.knowledge.hands[act.seat].fully_known
    if hands and not is_fully_known and (winner := _hand_above_all(act.seat, hands, bounds, all_pots)) is not None:
        shown_hand = f"{table.name(winner)} shows {hands[winner].words}"
        return objection(f"{shown_hand}, and {name} can have no hand as high.", cites="6.2")
    if not table.from_deal or not hands:
        return doubt(
            f"{name} has not shown a hand, and {join_words(opponents)} may win.",
            depends_on=DependsOn(table.player_locations),
            word="open",
        )
    return doubt(
        f"{name} has not shown a hand; one must be shown to win.",
        depends_on=DependsOn(table.player_locations),
        word="open",
        cites="6.7",
    )


def _hand_above_all(seat: int, hands: HandsBySeat, bounds: Bounds, all_pots: Sequence[Pot]) -> int | None:
    """Return the seat of a shown hand that beats every possible hand of a player; None if the player may win a pot."""
    best = bounds(seat)[1]
    winner = None
    for pot in all_pots if best is not None else ():
        if seat in pot.eligible and pot.amount:
            winner = max(
                (seat for seat in pot.eligible if seat in hands),
                key=lambda shown_seat: hands[shown_seat].strength,
                default=None,
            )
            if winner is None or hands[winner].strength <= best:
                return None
    return winner


def _judge_after_payment(
    table: BettingTable, act: TakeChips, hands: HandsBySeat, find_clause: DecidingClause
) -> Answer:
    name = table.name(act.seat)
    payouts = [payout for payout in table.hand.payouts if payout.seat == act.seat]
    if act.seat in table.hand.mucked_seats and not payouts:
        return objection(f"{name} mucked, and gave up every pot.", cites="6.7")
    amount_due = sum(payout.amount for payout in payouts)
    payment = next(_settling_items(table), None)
    is_last_player = len(table.hand.contenders) == 1
    wins_by = "6.5" if is_last_player else "6.2"
    if not amount_due:
        if stronger := _find_winner_over(table, act, hands):
            return _object_beaten(table, name, hands[act.seat], [stronger], find_clause, payment)
        reason = f" {payment.reason}" if payment else ""
        if act.seat in table.hand.players and act.seat not in table.hand.live:
            return objection(f"{name} has folded.{reason}", payment, cites="4.12")
        return objection(f"{name} wins nothing.{reason}", payment, cites=wins_by)
    returned_chips = returned_bet(table, act.seat) if is_last_player else 0
    shares = [payout.amount for payout in payouts]
    # An earlier claim may have been for the whole pot, with the bet that nobody matched.
    earlier_claims = [
        min(chips, amount_due) if returned_chips else chips for chips in table.hand.claims_of(act.seat, act.line)
    ]
    right = settles_debts(act.amount, shares)
    if (
        earlier_claims
        and (right or act.amount == amount_due + returned_chips)
        and not settles_debts(act.amount, shares, earlier_claims)
    ):
        return _object_second_claim(table, act, table.hand.claimed_by(act.seat, act.line), amount_due)
    items = _payment_items(table, act.seat)
    reason = " ".join(item.reason for item in items)
    if act.amount == amount_due:
        wins_by = items[0].clause if len(items) == 1 else wins_by
        return grounds(reason or f"{name} is due {amount_due}.", payment, word="holds", cites=wins_by)
    if right:
        pots_text = "one pot" if any(payout.amount == act.amount for payout in payouts) else "some of the pots"
        return grounds(f"{act.amount} of the {amount_due} that {name} is due are {pots_text}.", payment, word="holds")
    if returned_chips and act.amount == amount_due + returned_chips:
        return grounds(
            f"{name} is due {amount_due}, and the {returned_chips} that nobody matched.",
            payment,
            word="holds",
            cites="6.5",
        )
    shares_text = f" ({' and '.join(map(str, shares))})" if len(shares) > 1 else ""
    cites = "6.5" if is_last_player else "6.4"
    return objection(
        f"{name} is due {amount_due}{shares_text}, not {act.amount}. {reason}".rstrip(), payment, cites=cites
    )


def _payment_items(table: BettingTable, seat: int) -> list[LedgerItem]:
    """Return the ledger items paid to a player when the hand was settled; empty if they had taken the chips before."""
    last_line = next((item.line for item in reversed(table.items) if item.clause in _PAYS), 0)
    payments = (item for item in table.items if item.line == last_line and item.seat == seat)
    return [item for item in payments if item.clause in _PAYS]


_PAYS: Final = ("6.2", "6.3", "6.5")


def _find_winner_over(table: BettingTable, act: TakeChips, hands: HandsBySeat) -> tuple[int, RankedHand] | None:
    """Return the winner who beat a player's shown hand, with the winning hand; else None.

    A pot as large as the claim is tried first, then the main pot and the side pots in order.
    """
    if act.seat not in hands:
        return None
    amounts: dict[int, int] = {}
    for payout in table.hand.payouts:
        amounts[payout.pot] = amounts.get(payout.pot, 0) + payout.amount
    for payout in sorted(table.hand.payouts, key=lambda payout: (amounts[payout.pot] != act.amount, payout.pot)):
        if payout.seat in hands and hands[act.seat].strength < hands[payout.seat].strength:
            return payout.seat, hands[payout.seat]
    return None


def _settling_items(table: BettingTable) -> Iterator[LedgerItem]:
    """Yield the last ledger item that settled a pot, if there is one, for citing against a claim."""
    settling_item = next((item for item in reversed(table.items) if item.clause in ("6.2", "6.3", "6.5", "6.4")), None)
    if settling_item is not None:
        yield settling_item
