"""The Horse Game: each player has several packets and may look at one only to play from it: chapter 8."""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.parts.acts import Pass, Play
from referee.games.parts.climbing.clauses import object_hand_over
from referee.games.parts.climbing.lead import acting_hand, hand_label, owner_seat
from referee.games.parts.climbing.play import apply_pass, end_with_one_left
from referee.games.zheng_shangyou.table import Look, Start, ZhengTable, book
from referee.rules import (
    Act,
    Answer,
    Knowledge,
    LedgerItem,
    Location,
    Offer,
    Statement,
    Unit,
    after_deal_in_packets,
    finding,
    grounds,
    objection,
    replace,
)

PACKETS = 6
UNNAMED_PACKET = "a packet"

book.section("8", "Looking at the cards")


def deal_packets(table: ZhengTable) -> Knowledge:
    """Return the knowledge of the cards after six packets are dealt to the players in turn."""
    pack, players = table.knowledge.pack, len(table.seats)
    owners = {f"packet {index + 1}": index % players for index in range(PACKETS)}
    return after_deal_in_packets(players, owners, len(pack) // PACKETS, pack)


@book.clause("8.1", Look, Start, interpretation="house", scorer_only="horse_game=false")
def has_one_hand(table: ZhengTable, act: Look | Start) -> Answer | None:
    """Every player has one hand and may look at it at any time. The cards decide who starts.
    horse_game=true: Six packets, numbered 1 to 6, go to the players in turn, in the order in which they sit. Each
        packet plays in turn as a hand of its own. Nobody knows what is in it.
    """
    if not table.options.horse_game:
        reason = "There is one hand each, and no packet" if isinstance(act, Look) else "The cards decide who starts"
        return objection(f"{reason}.") if isinstance(act, Start) or act.packet else None
    if not table.in_play:
        return object_hand_over(table)
    owners, packet = table.knowledge.owners, packet_looked_at(table, act) if isinstance(act, Look) else None
    if not owners or packet is None or owners.get(str(packet)) == act.seat:
        return None
    if packet not in owners:
        return objection(f"There is no {packet}: there are six.")
    return objection(f"{hand_label(table, packet)} is not {table.name(act.seat)}'s.")


def packet_looked_at(table: ZhengTable, act: Look) -> Location:
    """Return the packet that a player looks at."""
    return f"packet {act.packet}" if act.packet else acting_hand(table, act)


@book.clause("8.2", Start, Look, Play, Pass, only="horse_game=true", after="8.1")
def picked_to_start(table: ZhengTable, act: Start | Look | Play | Pass) -> Answer | None:
    """The players choose who starts. That player's first packet opens, with any combination."""
    if not table.in_play or not table.knowledge.owners:
        return None
    if isinstance(act, Start):
        if table.hand.first_play:
            return objection(
                f"{table.name(table.hand.first_play.seat)} has opened the deal already.", table.hand.first_play
            )
        if table.turn is not None:
            return objection(f"{table.name(table.turn)} has been picked to start already.")
        return grounds(f"{hand_label(table, acting_hand(table, act))} opens.")
    if table.lead.is_opened:
        return None
    if table.turn in (None, act.seat):
        return grounds(f"{hand_label(table, acting_hand(table, act))} opens.") if isinstance(act, Play) else None
    return objection(f"{table.name(table.turn)} has been picked to start, and not {table.name(act.seat)}.")


@book.clause("8.3", Look, Pass, only="horse_game=true", after="8.2")
def looks_in_turn(table: ZhengTable, act: Look | Pass) -> Answer | None:
    """A packet may be looked at in its turn, and after it has played until another packet plays."""
    if not table.in_play or not table.knowledge.owners:
        return None
    if isinstance(act, Pass):
        name = hand_label(table, acting_hand(table, act))
        was_looked_at = table.lead.is_opened and acting_hand(table, act) in table.hand.looked_at
        return (
            grounds(f"{table.name(act.seat)} looked at the packet and passes.", cites="8.4") if was_looked_at else None
        )
    packet = packet_looked_at(table, act)
    name = hand_label(table, packet)
    if packet == table.hand.last_packet:
        return grounds(f"{name} was the last to play.", table.lead.top_play)
    if packet not in table.lead.active:
        return objection(f"{name} is out of the deal.")
    if table.lead.is_opened and table.turn is None:
        return None
    if packet == acting_hand(table, act) and table.turn in (None, act.seat):
        return grounds(f"It is the turn of {name}, which must now play.")
    return objection(f"It is not the turn of {name}.")


@book.clause("8.4", source="004", interpretation="ZSY-A14", only="horse_game=true")
def takes_the_worst_place(table: ZhengTable, packet: Location, line: int) -> LedgerItem:
    """A packet that has been looked at must play in its turn. If it does not or cannot, it is out. It takes last place,
    or the worst place still free.
    """
    place = len(table.knowledge.owners) - table.lead.last_places_given
    reason = f"{hand_label(table, packet)} was looked at and did not play; place {place}."
    return LedgerItem(table.knowledge.owners[str(packet)], place, Unit.PLACE, "8.4", reason, line)


def record_pass(table: ZhengTable, act: Pass) -> ZhengTable:
    """Return the table after a pass. A packet that has been looked at is then out."""
    packet = acting_hand(table, act)
    if packet not in table.hand.looked_at or packet not in table.lead.active:
        return apply_pass(table, act)
    item = takes_the_worst_place(table, packet, act.line)
    lead = replace(table.lead.without(packet), last_places_given=table.lead.last_places_given + 1)
    table = replace(table, items=table.items.plus(item), lead=lead)
    if len(lead.active) > 1:
        return apply_pass(table, act)
    return end_with_one_left(table, act.line)


def forget_turns(before: ZhengTable, after: ZhengTable) -> ZhengTable:
    """Return the table after an act with unknown packets, without the turn and without the packets that passed.

    That some packet has passed or played is kept, as an unnamed packet.
    """
    if after.knowledge.owners or not after.options.horse_game:
        return after
    top = replace(after.lead.top_play, hand=UNNAMED_PACKET) if after.lead.top_play else None
    passers = frozenset({UNNAMED_PACKET}) if after.lead.passers else frozenset[Location]()
    lead = replace(after.lead, top_play=top, winning_play=None, active=before.lead.active, passers=passers)
    return replace(after, lead=lead, turn=None, in_play=before.in_play)


def record_look(table: ZhengTable, act: Look) -> ZhengTable:
    """Return the table with a packet marked as looked at, if it must still play."""
    packet = packet_looked_at(table, act)
    if (
        not table.knowledge.owners
        or packet not in table.lead.active
        or (packet == table.hand.last_packet and packet != table.lead.current_hand)
    ):
        return table
    return table.with_hand(looked_at=table.hand.looked_at | {packet})


def record_play(table: ZhengTable, act: Play) -> ZhengTable:
    """Return the table with the packet that played recorded. Only this packet may be looked at out of turn."""
    if not table.knowledge.owners:
        return table
    packet = acting_hand(table, act)
    return table.with_hand(looked_at=table.hand.looked_at - {packet}, last_packet=packet)


def void(table: ZhengTable, act: Act) -> ZhengTable:
    """Return the table after a void play in turn. Its packet has been looked at."""
    if not isinstance(act, Play) or act.seat != table.turn or not table.knowledge.owners or not table.in_play:
        return table
    return table.with_hand(looked_at=table.hand.looked_at | {acting_hand(table, act)})


def hand_used(table: ZhengTable, act: Act) -> Location:
    """Return the hand of an act. Out of turn, a player shows cards of the packet that played last."""
    if not isinstance(act, Statement) or act.seat == table.turn or table.hand.last_packet is None:
        return acting_hand(table, act)
    return table.hand.last_packet if owner_seat(table, table.hand.last_packet) == act.seat else acting_hand(table, act)


def unknown_packet(table: ZhengTable, act: Statement) -> Answer | None:
    """Return a finding if it is unknown which packet a statement refers to; else None."""
    owners, packet = table.knowledge.owners, hand_used(table, act)
    if not owners or act.seat == table.turn or packet == table.hand.last_packet:
        return None
    if sum(owners[str(packet_in_play)] == act.seat for packet_in_play in table.lead.active) < 2:
        return None
    return finding(f"It is not the turn of {table.name(act.seat)}, and it is not known which packet is meant.")


def record_start(table: ZhengTable, act: Start) -> ZhengTable:
    """Return the table with the turn given to the starting player's first packet."""
    if table.lead.is_opened or not table.knowledge.owners:
        return table
    first_packet = next(packet for packet, seat in table.knowledge.owners.items() if seat == act.seat)
    return replace(table, turn=act.seat, lead=replace(table.lead, current_hand=first_packet))


def offers(table: ZhengTable, seat: int) -> Iterator[Offer]:
    """Yield the players who may start, or a look at the packet in turn."""
    if seat < 0 or not table.in_play or not table.knowledge.owners:
        return
    if table.turn is None and not table.lead.is_opened:
        yield Offer("", (Start(seat),))
    elif table.turn == seat and table.lead.current_hand not in table.hand.looked_at:
        yield Offer("", (Look(seat, int(str(table.lead.current_hand).split()[1])),))
