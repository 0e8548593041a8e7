"""When a player can be forced to take a card: chapter 6."""

from __future__ import annotations

from referee.cards import UNSEEN
from referee.games.conquian.layout import CARD_BITS, layout_with_card, possible_melds, write_layout
from referee.games.conquian.melds import Melding, find_melding, layout_after_take
from referee.games.conquian.rules import hand_is_over
from referee.games.conquian.table import GOAL, ConquianDecline, ConquianTable, ConquianTake, ConquianTurn, Force, book
from referee.rules import Answer, DependsOn, Holding, doubt, grounds, objection

book.section("6", "Forcing")


@book.clause("6.1", Force)
def may_force(table: ConquianTable, act: Force) -> Answer | None:
    """If a player refuses a card that they could meld, the opponent may force them to take it.
    forcing=false: A player need never take a card.
    """
    if not table.options.forcing:
        return objection(f"{table.name(act.to)} need not take a card.")
    if act.to == act.seat:
        return objection(f"{table.name(act.seat)} may take the card or refuse it. Only the opponent may be forced.")
    return None if table.in_play or last_card_on_offer(table) else hand_is_over(table)


def last_card_on_offer(table: ConquianTable) -> bool:
    """Tell whether a hand has just been drawn, with its last card still on offer."""
    return table.ending_act is not None and table.winner is None and table.offered is not None


@book.clause("6.2", Force, interpretation="CNQ-A3", source="003", only="forcing=true")
def in_time(table: ConquianTable, act: Force) -> Answer | None:
    """A card may be forced after the opponent has refused it, until the next card is turned or the next hand is dealt.
    A player who discards a card may force it at once.
    """
    offered_card, name = table.offered, table.name(act.to)
    if table.force:
        return objection(f"{table.name(table.force.to)} has been forced already.", table.force)
    if table.undiscarded_take:
        return objection(
            f"{table.name(table.undiscarded_take.seat)} has taken {table.undiscarded_take.card}.",
            table.undiscarded_take,
        )
    if offered_card is None:
        return (
            objection("No card is on offer.")
            if table.offer_is_known
            else doubt("Open until it is known which card was refused.")
        )
    offerer = offered_card.act.seat
    if act.to in offered_card.refused_by or (offerer == act.seat and not offered_card.awaits_turner):
        return None
    if offerer == act.to and not offered_card.awaits_turner:
        return objection(f"{offered_card.card} is {name}'s own discard, which {name} need not take.", offered_card.act)
    return objection(f"{table.name(offerer)} has turned {offered_card.card} and not refused it.", offered_card.act)


@book.clause("6.3", Force, interpretation="CNQ-A2", only="forcing=true")
def own_discard(table: ConquianTable, _act: Force) -> Answer | None:
    """A player may force with their own discard, as well as with a card from the stock.
    force_on_discard=false: Only a card from the stock may be forced, not the player's own discard.
    """
    offered_card = table.offered
    if table.options.force_on_discard or offered_card is None or isinstance(offered_card.act, ConquianTurn):
        return None
    return objection(
        f"{table.name(offered_card.act.seat)} discarded {offered_card.card} from the hand.", offered_card.act
    )


@book.clause(
    "6.4",
    Force,
    interpretation="CNQ-A1",
    only="forcing=true",
    overrules="It lets a player force any card that the opponent could meld, also with cards of the hand.",
)
def fits(table: ConquianTable, act: Force) -> Answer | None:
    """A card may be forced only if it fits the opponent's melds on the table, rearranged if necessary. Cards of the
    opponent's hand, which cannot be seen, do not count.
    forcing_scope=direct_add_only: A card may be forced only if it can be added to one of the opponent's melds on the
        table without moving another card.
    forcing_scope=any_meld: Any card may be forced that the opponent could meld, with cards of their hand or without.
    """
    if table.offered is None:
        return None
    melding, card, name = find_forced_melding(table, act.to), table.offered.card, table.name(act.to)
    if melding.possible is Holding.YES:
        return grounds(f"{card} fits: {write_layout(melding.layout)}. {name} must take it.", table.offered.act)
    if melding.possible is Holding.NO:
        return objection(
            f"{card} does not fit: {name} has {write_layout(table.layouts[act.to]) or 'no melds'}.", table.offered.act
        )
    if not table.from_deal:
        missing_text = (
            f"{card} must fit what {name} has melded, which the record does not say: write '{name} melded ...' before"
        )
        return doubt(f"{missing_text} it.", table.offered.act, depends_on=DependsOn(table.player_locations))
    return doubt(
        f"Open until it is seen whether {name} can meld {card}.",
        table.offered.act,
        depends_on=DependsOn(table.player_locations),
    )


def find_forced_melding(table: ConquianTable, seat: int) -> Melding:
    """Return whether the card on offer can be forced on a player, and a layout that includes it."""
    options, offered_card = table.options, table.offered
    if offered_card is None or offered_card.card is UNSEEN:
        return Melding(Holding.UNKNOWN)
    if options.forcing_scope == "any_meld":
        return find_melding(table, seat, offered_card.card)
    melds_down, bit = table.layouts[seat], CARD_BITS[offered_card.card]
    if options.forcing_scope == "table_only":
        layout = layout_with_card(melds_down, bit, 0, costly=0, max_cards=0, spread=False, max_length=options.max_run)
    else:
        all_melds = possible_melds(options.max_run)
        enlarged_meld = next((meld for meld in melds_down if meld | bit in all_melds), 0)
        layout = (
            (*(meld for meld in melds_down if meld != enlarged_meld), enlarged_meld | bit) if enlarged_meld else None
        )
    if layout and all(meld in possible_melds(GOAL) for meld in layout):
        return Melding(Holding.YES, layout)
    return Melding(Holding.UNKNOWN if seat in table.incomplete else Holding.NO)


@book.clause("6.5", ConquianTurn, ConquianDecline, ConquianTake, only="forcing=true")
def must_take(table: ConquianTable, act: ConquianTurn | ConquianDecline | ConquianTake) -> Answer | None:
    """The opponent must take the forced card at once and meld it, and then discard as after any other meld."""
    if table.force is None or act.seat != table.force.to:
        return None
    name = table.name(act.seat)
    if isinstance(act, ConquianTake):
        layout = write_layout(layout_after_take(table, act))
        return grounds(f"{name} was forced and melds {act.card}: {layout}.", table.force)
    melding = find_forced_melding(table, act.seat)
    if melding.possible is Holding.UNKNOWN:
        return doubt(
            f"Open until it is seen whether {name} can meld the card.",
            table.force,
            depends_on=DependsOn(table.player_locations),
        )
    if melding.possible is Holding.NO:
        return None
    return objection(f"{name} is forced to take it: {write_layout(melding.layout)}.", table.force)


book.note(
    "6.6",
    "The player who is forced chooses how to meld the card, and whether to add cards of their hand.",
    interpretation="CNQ-A4",
    only="forcing=true",
)
book.note("6.7", "A player may be forced even if the meld makes it impossible to go out.", only="forcing=true")
