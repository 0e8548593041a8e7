"""Who can be made to take a card: chapter 6."""

from __future__ import annotations

from referee.cards import UNSEEN
from referee.games.conquian.layout import BIT, melds, taken, write_layout
from referee.games.conquian.melds import Way, melded_by, way
from referee.games.conquian.rules import hand_is_over
from referee.games.conquian.table import GOAL, ConquianTable, Declines, Forces, Takes, Turns, book
from referee.rules import Answer, DependsOn, Holding, doubt, grounds, objection

book.section("6", "Forcing")


@book.clause("6.1", Forces)
def may_force(table: ConquianTable, act: Forces) -> Answer | None:
    """If a player refuses a card that they could meld, the opponent may force them to take it.
    forcing=false: A player need never take a card.
    """
    if not table.options.forcing:
        return objection(f"{table.name(act.to)} need not take a card.")
    if act.to == act.seat:
        return objection(f"{table.name(act.seat)} may take the card or refuse it. Only the opponent may be forced.")
    return None if table.in_play or last_card(table) else hand_is_over(table)


def last_card(table: ConquianTable) -> bool:
    """Tell whether a hand has just been drawn, with its last card still on offer."""
    return table.over is not None and table.winner is None and table.centre is not None


@book.clause("6.2", Forces, interpretation="CNQ-A3", source="003", only="forcing=true")
def in_time(table: ConquianTable, act: Forces) -> Answer | None:
    """A card may be forced after the opponent has refused it, until the next card is turned or the next hand is dealt.
    A player who discards a card may force it at once.
    """
    centre, name = table.centre, table.name(act.to)
    if table.forced:
        return objection(f"{table.name(table.forced.to)} has been forced already.", table.forced)
    if table.owes:
        return objection(f"{table.name(table.owes.seat)} has taken {table.owes.card}.", table.owes)
    if centre is None:
        return (
            objection("No card is on offer.") if table.told else doubt("Open until it is known which card was refused.")
        )
    laid_by = centre.laid.seat
    if act.to in centre.let_go or (laid_by == act.seat and not centre.to_decide):
        return None
    if laid_by == act.to and not centre.to_decide:
        return objection(f"{centre.card} is {name}'s own discard, which {name} need not take.", centre.laid)
    return objection(f"{table.name(laid_by)} has turned {centre.card} and not refused it.", centre.laid)


@book.clause("6.3", Forces, interpretation="CNQ-A2", only="forcing=true")
def own_discard(table: ConquianTable, _act: Forces) -> Answer | None:
    """A player may force with their own discard, as well as with a card from the stock.
    force_on_discard=false: Only a card from the stock may be forced, not the player's own discard.
    """
    centre = table.centre
    if table.options.force_on_discard or centre is None or isinstance(centre.laid, Turns):
        return None
    return objection(f"{table.name(centre.laid.seat)} discarded {centre.card} from the hand.", centre.laid)


@book.clause(
    "6.4",
    Forces,
    interpretation="CNQ-A1",
    only="forcing=true",
    overrules="It lets a player force any card that the opponent could meld, also with cards of the hand.",
)
def fits(table: ConquianTable, act: Forces) -> Answer | None:
    """A card may be forced only if it fits the opponent's melds on the table, rearranged if necessary. Cards of the
    opponent's hand, which cannot be seen, do not count.
    forcing_scope=direct_add_only: A card may be forced only if it can be added to one of the opponent's melds on the
        table without moving another card.
    forcing_scope=any_meld: Any card may be forced that the opponent could meld, with cards of their hand or without.
    """
    if table.centre is None:
        return None
    melding, card, name = fit(table, act.to), table.centre.card, table.name(act.to)
    if melding.can is Holding.YES:
        return grounds(f"{card} fits: {write_layout(melding.layout)}. {name} must take it.", table.centre.laid)
    if melding.can is Holding.NO:
        return objection(
            f"{card} does not fit: {name} has {write_layout(table.down[act.to]) or 'no melds'}.", table.centre.laid
        )
    if not table.from_deal:
        lacking = (
            f"{card} must fit what {name} has melded, which the record does not say: write '{name} melded ...' before"
        )
        return doubt(f"{lacking} it.", table.centre.laid, depends_on=DependsOn(table.every_hand))
    return doubt(
        f"Open until it is seen whether {name} can meld {card}.",
        table.centre.laid,
        depends_on=DependsOn(table.every_hand),
    )


def fit(table: ConquianTable, seat: int) -> Way:
    """Find whether the card on offer can be forced on a player."""
    options, centre = table.options, table.centre
    if centre is None or centre.card is UNSEEN:
        return Way(Holding.UNKNOWN)
    if options.forcing_scope == "any_meld":
        return way(table, seat, centre.card)
    down, bit = table.down[seat], BIT[centre.card]
    if options.forcing_scope == "table_only":
        layout = taken(down, bit, 0, costly=0, most=0, spread=False, longest=options.max_run)
    else:
        all_melds = melds(options.max_run)
        onto = next((meld for meld in down if meld | bit in all_melds), 0)
        layout = (*(meld for meld in down if meld != onto), onto | bit) if onto else None
    if layout and all(meld in melds(GOAL) for meld in layout):
        return Way(Holding.YES, layout)
    return Way(Holding.UNKNOWN if seat in table.unsure else Holding.NO)


@book.clause("6.5", Turns, Declines, Takes, only="forcing=true")
def must_take(table: ConquianTable, act: Turns | Declines | Takes) -> Answer | None:
    """The opponent must take the forced card at once and meld it, and then discard as after any other meld."""
    if table.forced is None or act.seat != table.forced.to:
        return None
    name = table.name(act.seat)
    if isinstance(act, Takes):
        layout = write_layout(melded_by(table, act))
        return grounds(f"{name} was forced and melds {act.card}: {layout}.", table.forced)
    melding = fit(table, act.seat)
    if melding.can is Holding.UNKNOWN:
        return doubt(
            f"Open until it is seen whether {name} can meld the card.",
            table.forced,
            depends_on=DependsOn(table.every_hand),
        )
    if melding.can is Holding.NO:
        return None
    return objection(f"{name} is forced to take it: {write_layout(melding.layout)}.", table.forced)


book.note(
    "6.6",
    "The player who is forced chooses how to meld the card, and whether to add cards of their hand.",
    interpretation="CNQ-A4",
    only="forcing=true",
)
book.note("6.7", "A player may be forced even if the meld makes it impossible to go out.", only="forcing=true")
