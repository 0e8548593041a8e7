"""The settlement by hand and by player: payments made and received, with reasons."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from referee.cards.immutable import frozen
from referee.rules.book.ledger import LedgerItem, Unit, total, write_amount
from referee.rules.records.report import Report, starts_hand


@frozen
class AccountEntry:
    """One item of a player's account. `counterparty` is the other seat of the payment, or -1."""

    item: LedgerItem
    counterparty: int

    def amount(self, names: Sequence[str]) -> str:
        """Return the amount of the item as text: ``+5 from Ann``, ``-1`` or ``place 2``. `names` are the players in
        order of seat.
        """
        if self.item.unit is not Unit.CHIPS:
            return write_amount(self.item)
        party = (
            f" {'from' if self.item.amount > 0 else 'to'} {names[self.counterparty]}" if self.counterparty >= 0 else ""
        )
        return f"{self.item.amount:+}{party}"


@frozen
class Account:
    """The account of a player for one hand: the total in chips, and the entries."""

    seat: int
    total: int
    entries: tuple[AccountEntry, ...]


def settlement_by_hand(report: Report) -> list[tuple[int, list[LedgerItem]]]:
    """Return the number and the items of each hand with a settlement."""
    dealing_entries = [entry for entry in report.entries if starts_hand(entry.line)]
    if dealing_entries and (
        dealing_entries[0] is report.entries[0]
        or not (dealing_entries[0].before.in_play or dealing_entries[0].before.items)
    ):
        dealing_entries.pop(0)  # the first hand begins with it
    deals = [entry.line.number for entry in dealing_entries]
    hands: dict[int, list[LedgerItem]] = {}
    for (line, _, _), items_of_payment in groupby(report.settlement, key=_payment_key):
        items = [*items_of_payment]
        # Chips that a deal costs belong to the hand it begins; those it returns or settles belong to the one before.
        begins = sum(item.amount for item in items) < 0
        hands_begun = sum(deal < line or (deal == line and begins) for deal in deals)
        hands.setdefault(hands_begun + 1 if line else len(deals) + 1, []).extend(items)
    return sorted(hands.items())


def accounts_by_player(items: Iterable[LedgerItem]) -> list[Account]:
    """Return an account for each player with items, the highest total first."""
    parts: dict[int, list[AccountEntry]] = {}
    for _, group in groupby(items, key=_payment_key):
        entries_of_group = [*group]
        pair = (
            len(entries_of_group) == 2
            and entries_of_group[0].unit is Unit.CHIPS
            and entries_of_group[0].amount == -entries_of_group[1].amount
        )
        for item, counterparty_item in zip(entries_of_group, reversed(entries_of_group), strict=True):
            parts.setdefault(item.seat, []).append(AccountEntry(item, counterparty_item.seat if pair else -1))
    accounts = [
        Account(seat, total([part.item for part in account_entries], seat, Unit.CHIPS), tuple(account_entries))
        for seat, account_entries in parts.items()
    ]
    return sorted(accounts, key=lambda account: -account.total)


def _payment_key(item: LedgerItem) -> tuple[int, str, str]:
    return item.line, item.clause, item.reason
