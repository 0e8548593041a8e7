"""How Pontoon is banked, bet and dealt, and who banks next: chapters 1, 2 and 8."""

from __future__ import annotations

from referee.cards.words import counted, listed
from referee.games.parts.chips import ranked_by_chips
from referee.games.parts.dealing import hand_over
from referee.games.parts.possession import misdealt
from referee.games.pontoon.hands import Kind, grades
from referee.games.pontoon.settlement import unsettled
from referee.games.pontoon.table import Banks, Bet, Box, Declines, Table, book
from referee.rules import Answer, Deal, Holds, HoldsOnly, Shows, Statement, grounds, objection

# -- 1 The pack ---------------------------------------------------------------------------------------------

book.section("1", "The pack")


@book.clause("1.1", Holds, HoldsOnly, Shows)
def one_place(table: Table, act: Statement) -> Answer | None:
    """One pack of 52 is used, with one of each card: no card is in two places, nor a hand larger than was dealt."""
    return misdealt(table, act)


# -- 2 The bank and the bets --------------------------------------------------------------------------------

book.section("2", "The bank, the bets and the deal")


@book.clause("2.1", Banks, Deal)
def one_banker(table: Table, act: Banks | Deal) -> Answer | None:
    """One player is the banker, who deals, pays whoever wins and collects from whoever loses."""
    if table.playing:
        named = None if isinstance(act, Deal) else table.banker
    else:
        named = table.banker if table.heir is None and not played(table) else table.heir
    if named is None or act.seat in (named, -1):
        return None
    return objection(f"{table.name(named)} has the bank.", table.terms)


@book.clause("2.2", Banks)
def limits_before_bets(table: Table, act: Banks) -> Answer | None:
    """The banker may set the lowest and the highest bet, before anybody bets."""
    if act.least is None or act.most is None:
        return None
    if act.least > act.most:
        return objection(f"The lowest bet, {act.least}, is above the highest, {act.most}.")
    bets = [bet for seat in table.players for box in table.boxes[seat] for bet in box.did(Bet)]
    if bets and table.playing:
        return objection(f"{table.name(bets[0].seat)} has bet already.", bets[0])
    return grounds(f"{table.name(act.seat)} takes bets from {act.least} to {act.most}.")


@book.clause("2.3", Deal)
def dealt_one_each(table: Table, act: Deal) -> Answer | None:
    """When the hand before is settled, the banker deals one card face down to everybody, the banker too."""
    playing = table.players if not any(table.boxes[s][0].bet for s in table.seats) else unsettled(table)
    if answer := hand_over(table, act, playing if table.whole and table.playing else ()):
        return answer
    return grounds(shuffled(table)) if table.whole and not table.playing else None


book.note("2.4", "Everybody looks at the card, and neither shows it nor says what it is.")


@book.clause("2.5", Bet)
def bets_in_turn(table: Table, act: Bet) -> Answer | None:
    """Beginning at the banker's left, each player in turn bets once, before the second cards are dealt."""
    if not table.whole or act.seat == table.banker:
        return None
    name = table.name(act.seat)
    if not table.playing:
        return objection("No hand is being played; deal first.")
    if table.boxes[act.seat][0].bet:
        return objection(f"{name} has bet already.", *table.boxes[act.seat][0].did(Bet))
    if table.begun or any(table.ups):
        return objection(f"{name} is too late: the second cards have been dealt.")
    if table.turn not in (None, act.seat):
        return objection(f"{table.name(table.turn)} bets before {name}.")
    return None


@book.clause("2.6", Bet)
def within_the_limits(table: Table, act: Bet) -> Answer | None:
    """A bet is at least one chip, and keeps to the limits that the banker has set."""
    fewest, most = table.limits
    terms = table.terms if (fewest, most) != (1, None) else None
    if act.amount < fewest:
        return objection(f"{act.amount} is less than {counted(fewest, 'chip')}, the lowest bet.", terms)
    if most is not None and act.amount > most:
        return objection(f"{act.amount} is more than {counted(most, 'chip')}, the highest bet.", terms)
    return grounds(f"{table.name(act.seat)} bets {counted(act.amount, 'chip')}.", terms)


@book.clause("2.7", Shows)
def second_cards_after_the_bets(table: Table, _act: Shows) -> Answer | None:
    """When everybody has bet, the banker deals everyone a second card, face up."""
    if not table.whole or not table.playing or not (waiting := still_to_bet(table)):
        return None
    return objection(f"{listed(table.name(seat) for seat in waiting)} must bet first.")


# -- 8 The next hand ----------------------------------------------------------------------------------------

book.section("8", "The next hand")


@book.clause(
    "8.1",
    Banks,
    Deal,
    interpretation="PON-A5",
    reworded={
        "split_pontoon_takes_bank=true": "A player who had a pontoon, made by splitting or not, has the bank next; of "
        "several, the nearest to the banker's left."
    },
)
def bank_goes_to_a_pontoon(table: Table, act: Banks | Deal) -> Answer | None:
    """A player who had a pontoon, other than by splitting, has the bank next; of several, the nearest to the banker's
    left.
    """
    if table.playing or act.seat < 0 or table.heir is not None:
        return None
    heir = next_banker(table)
    if heir in (None, table.banker):
        return None
    if act.seat != heir:
        return objection(f"{table.name(heir)} had a pontoon and has the bank next.")
    return grounds(f"{table.name(heir)} had a pontoon.") if isinstance(act, Banks) else None


@book.clause(
    "8.2",
    Banks,
    Deal,
    interpretation="PON-A6",
    reworded={"bank_moves_if_banker_also_pontoon=true": "The bank moves so even when the banker had a pontoon too."},
)
def bank_stays_with_a_pontoon(table: Table, act: Banks | Deal) -> Answer | None:
    """The bank stays where it is when the banker had a pontoon too."""
    if not _changes_hands(table, act) or not _had_pontoon(table):
        return None
    if table.options.bank_moves_if_banker_also_pontoon:
        return None
    return objection(f"{table.name(table.banker)} had a pontoon and keeps the bank.")


@book.clause(
    "8.3",
    Declines,
    reworded={"bank_refusable=false": "A player to whom the bank goes must take it."},
)
def declines_the_bank(table: Table, act: Declines) -> Answer | None:
    """A player to whom the bank goes may decline it; then it goes to the next who had a pontoon, or else stays."""
    name = table.name(act.seat)
    if table.playing or act.seat == table.banker or next_banker(table) != act.seat:
        return objection(f"The bank does not go to {name}.")
    if not table.options.bank_refusable:
        return objection(f"{name} had a pontoon and must bank.")
    return None


@book.clause("8.4", Banks, Deal)
def bank_stays_without_a_pontoon(table: Table, act: Banks | Deal) -> Answer | None:
    """When no player had a pontoon, or none who had one takes the bank, the same banker deals the next hand."""
    if not _changes_hands(table, act):
        return None
    return objection(f"{table.name(table.banker)} keeps the bank.")


@book.clause("8.5")
def shuffled(table: Table) -> str:
    """After a hand with a pontoon the pack is shuffled; otherwise the cards go under it, and it is not shuffled."""
    if any(holds_pontoon(table, box) for hands in table.boxes for box in hands):
        return "There was a pontoon: the pack is shuffled."
    if played(table):
        return "There was no pontoon: the cards go under the pack, which is not shuffled."
    return "The pack is shuffled."


@book.clause("8.6", interpretation="house")
@book.places
def places(table: Table) -> tuple[tuple[int, ...], ...]:
    """The club decides how many hands are played; whoever has won the most chips in all of them is first."""
    return ranked_by_chips(table) if table.items else ()


def next_banker(table: Table) -> int | None:
    """Return who banks the next hand: who took the bank, or else who has the right to it."""
    if table.heir is not None:
        return table.heir
    if table.banker is None or (_had_pontoon(table) and not table.options.bank_moves_if_banker_also_pontoon):
        return table.banker
    for seat in table.players:
        for box in table.boxes[seat]:
            counts = not box.from_split or table.options.split_pontoon_takes_bank
            if seat not in table.declined and counts and holds_pontoon(table, box):
                return seat
    return table.banker


# -- What several clauses ask -------------------------------------------------------------------------------


def still_to_bet(table: Table) -> tuple[int, ...]:
    """Return the players who have still to bet, as long as nobody has played."""
    if table.begun or table.banker is None:
        return ()
    return tuple(seat for seat in table.players if not table.boxes[seat][0].bet)


def holds_pontoon(table: Table, box: Box) -> bool:
    """Tell whether a hand is known to be a pontoon."""
    return grades(table, box)[0].kind is Kind.PONTOON


def played(table: Table) -> bool:
    """Tell whether there has been a hand."""
    return any(box.bet for hands in table.boxes for box in hands)


def _changes_hands(table: Table, act: Banks | Deal) -> bool:
    """Tell whether the bank would leave the banker without one who has the right to it."""
    if table.playing or not played(table) or table.heir is not None or act.seat < 0:
        return False
    return act.seat != table.banker == next_banker(table)


def _had_pontoon(table: Table) -> bool:
    return table.bank is not None and holds_pontoon(table, table.bank)
