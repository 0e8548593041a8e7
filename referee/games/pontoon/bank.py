"""The next banker, and shuffling the pack: chapter 8."""

from __future__ import annotations

from referee.cards.words import join_words
from referee.games.parts.places import ranked_by_chips
from referee.games.pontoon.hands import has_pontoon
from referee.games.pontoon.table import DeclineBank, PontoonTable, TakeBank, book, may_be_over
from referee.rules import Answer, Deal, DependsOn, doubt, grounds, objection

book.section("8", "The next hand")


@book.clause("8.1", TakeBank, Deal, interpretation="PON-A5")
def bank_goes_to_a_pontoon(table: PontoonTable, act: TakeBank | Deal) -> Answer | None:
    """A player with a pontoon that was not made by splitting takes the bank. Of several, the nearest to the banker's
    left does.
    split_pontoon_takes_bank=true: A player with a pontoon, even one made by splitting, takes the bank. Of several, the
        nearest to the banker's left does.
    """
    if (
        act.seat < 0
        or table.banker is None
        or table.next_banker is not None
        or not table.has_been_played
        or not may_be_over(table)
    ):
        return None
    candidates, name = next_bankers(table), table.name(act.seat)
    banker_name = table.name(candidates[-1])
    if act.seat in candidates:
        if isinstance(act, Deal) or candidates == (table.banker,):
            return None
        if len(candidates) == 1:
            return grounds(f"{name} had a pontoon.")
        hidden_hands = join_words((f"{table.name(seat)}'s hand" for seat in candidates if seat != table.banker), "or")
        return doubt(
            f"Open until it is seen whether {hidden_hands} was a pontoon.",
            depends_on=DependsOn(tuple([location for seat in candidates for location in table.locations(seat)])),
            word="open",
        )
    if candidates[-1] != table.banker:
        return objection(f"{banker_name} had a pontoon and has the bank next.")
    if bank_stays(table):
        return objection(f"{banker_name} had a pontoon and keeps the bank.", cites="8.2")
    keeper_words = f"{table.names(candidates, 'or')} has the bank"
    if act.seat in table.declined:
        return objection(f"{name} has declined the bank; {keeper_words}.", cites="8.3")
    if any(box.from_split and has_pontoon(table, seat, box) for seat, _, box in table.staked_boxes if seat == act.seat):
        return objection(f"{name}'s pontoon was made by splitting; {keeper_words}.")
    return objection(f"{name} had no pontoon; {keeper_words}.", cites="8.4")


@book.clause("8.2", interpretation="PON-A6")
def bank_stays(table: PontoonTable) -> bool:
    """If the banker had a pontoon too, the bank does not move.
    bank_moves_if_banker_also_pontoon=true: The bank moves even if the banker had a pontoon too.
    """
    bank_moves = table.options.bank_moves_if_banker_also_pontoon
    return not bank_moves and table.banker is not None and has_pontoon(table, table.banker, table.bank) is True


@book.clause("8.3", DeclineBank, interpretation="house")
def declines_the_bank(table: PontoonTable, act: DeclineBank) -> Answer | None:
    """A player may decline the bank. It then goes to the next player with a pontoon, or stays.
    bank_refusable=false: A player may not decline the bank.
    """
    name = table.name(act.seat)
    if act.seat == table.banker or not may_be_over(table) or act.seat not in next_bankers(table):
        return objection(f"The bank does not go to {name}.")
    return None if table.options.bank_refusable else objection(f"{name} had a pontoon and must bank.")


@book.clause("8.4")
def next_bankers(table: PontoonTable) -> tuple[int, ...]:
    """If the bank does not move, the same banker deals the next hand."""
    if table.next_banker is not None or table.banker is None:
        return () if table.next_banker is None else (table.next_banker,)
    candidates: dict[int, None] = {}
    # Players who may have had a pontoon come before the first who certainly had one, or else the banker.
    for seat, _, box in () if bank_stays(table) else table.staked_boxes:
        if seat not in table.declined and (table.options.split_pontoon_takes_bank or not box.from_split):
            is_pontoon = has_pontoon(table, seat, box)
            if is_pontoon is not False:
                candidates[seat] = None
            if is_pontoon:
                return tuple(candidates)
    return (*candidates, table.banker)


@book.clause("8.5")
def describe_shuffle(table: PontoonTable) -> str:
    """After a hand with a pontoon, the pack is shuffled. After any other hand, the cards go under the pack."""
    if not table.has_been_played:
        return "The pack is shuffled."
    pontoons = [
        has_pontoon(table, seat, box) for seat, _, box in table.staked_boxes if not box.due or box.due.times in (2, -2)
    ]
    if True in pontoons or (table.banker is not None and has_pontoon(table, table.banker, table.bank)):
        return "There was a pontoon: the pack is shuffled."
    if None in pontoons:
        return "A hand was not shown: if it was a pontoon, the pack is shuffled."
    return "There was no pontoon: the cards go under the pack, which is not shuffled."


@book.clause("8.6", interpretation="house")
@book.places
def places(table: PontoonTable) -> tuple[tuple[int, ...], ...]:
    """The club decides how many hands are played. The player who has won the most chips is first."""
    return ranked_by_chips(table) if table.items else ()
