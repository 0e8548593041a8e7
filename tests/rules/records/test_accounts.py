"""The settlement as a table: by hand, and in each hand by player."""

from referee.games import rulebook
from referee.rules import Report, replay
from referee.rules.records.accounts import accounts_by_player, settlement_by_hand
from referee.rules.records.record_reader import read_facts
from tests.transcript import DEMO, RECORDS, sheet_of

# Nobody showed a hand of the first deal: what was taken and paid stays so. The second is broken off, and the third.
BROKEN_OFF = RECORDS / "commerce" / "pool_taken_unshown.txt"


def settled(game: str, *lines: str) -> Report:
    record = read_facts(lines, rulebook(game), rulebook(game).options()).record
    assert record is not None
    return replay(record)


def accounts(sheet: Report, hand: int) -> dict[str, tuple[int, list[str]]]:
    """Return by player what a hand came to, and the parts of it."""
    names = sheet.record.seats.names
    items = dict(settlement_by_hand(sheet))[hand]
    return {
        names[account.seat]: (account.total, [part.amount(names) for part in account.entries])
        for account in accounts_by_player(items)
    }


def test_a_player_reads_what_was_paid_to_whom_and_what_it_comes_to() -> None:
    assert accounts(sheet_of(BROKEN_OFF), 1) == {
        "Ben": (4, ["-1", "+4", "+1 from Cal"]),
        "Ann": (-1, ["-1"]),
        "Cal": (-3, ["-2", "-1 to Ben"]),
    }


def test_who_has_won_most_comes_first() -> None:
    assert [*accounts(sheet_of(BROKEN_OFF), 1)] == ["Ben", "Ann", "Cal"]


def test_what_a_deal_gives_back_ends_the_hand_before_and_what_it_costs_begins_the_next() -> None:
    # By the deal of the third hand all take back what they had put in; then they put in for the third.
    assert accounts(sheet_of(BROKEN_OFF), 2) == {
        "Ann": (1, ["-2", "+1 from Ben", "+2"]),
        "Cal": (0, ["-1", "+1"]),
        "Ben": (-1, ["-1", "-1 to Ann", "+1"]),
    }


def test_hands_are_counted_from_the_first_that_was_played() -> None:
    hands = settled("texas-holdem", "deal by Ann", "everyone antes 1", "deal by Ben", "everyone antes 1")
    assert [number for number, _ in settlement_by_hand(hands)] == [1, 2]
    begun = settled("texas-holdem", "Ann bets 2", "Ben calls 2", "deal by Ben", "everyone antes 1")
    assert [number for number, _ in settlement_by_hand(begun)] == [1, 2]


def test_the_chips_of_all_accounts_are_those_that_the_sheet_settles() -> None:
    sheet = sheet_of(BROKEN_OFF)
    parts = [
        part.item
        for _, items in settlement_by_hand(sheet)
        for account in accounts_by_player(items)
        for part in account.entries
    ]
    assert sorted(map(repr, parts)) == sorted(map(repr, sheet.settlement))


def test_a_place_is_named_and_has_nobody_beside_it() -> None:
    sheet = sheet_of(DEMO / "big-two.txt")
    amounts = [
        part.amount(sheet.record.seats.names)
        for _, items in settlement_by_hand(sheet)
        for account in accounts_by_player(items)
        for part in account.entries
    ]
    assert amounts
    assert all(amount.startswith("place ") for amount in amounts)
