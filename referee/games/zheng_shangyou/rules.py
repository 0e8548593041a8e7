"""How a hand of Zheng Shangyou is dealt, opened, played and won: chapters 2 to 4 and 6, and what of 5 limits a play."""

from __future__ import annotations

from referee.cards import COLOUR_JOKER, UNSEEN, write_cards
from referee.cards.words import capitalised, counted
from referee.games.parts.acts import Play
from referee.games.parts.climbing.clauses import Refusal, climbing, does_not_beat, last_card, leads, places
from referee.games.parts.climbing.lead import hand_of, playing, to_beat
from referee.games.parts.climbing.opening import Opening, Out, are_left_over, opened_with
from referee.games.parts.dealing import hand_over
from referee.games.parts.one_pack import in_hand, told_of
from referee.games.zheng_shangyou.hands import Combination, combination, height, straight
from referee.games.zheng_shangyou.horse_game import PACKETS, is_not_known, meant
from referee.games.zheng_shangyou.table import Deny, ZhengTable, book, in_opening_order
from referee.rules import (
    Answer,
    Cards,
    Deal,
    Holding,
    Holds,
    HoldsOnly,
    Rests,
    Shows,
    Statement,
    doubt,
    finding,
    grounds,
    objection,
)


@book.clause("1.2", Holds, HoldsOnly, Shows, interpretation="house", on_sheet=True)
def one_of_each(table: ZhengTable, act: Statement) -> Answer | None:
    """There is one of each card. No card is in two places, and no hand is larger than it was dealt."""
    return is_not_known(table, act) or told_of(table, act, meant(table, act))


@book.clause("1.3", Play, after="4.3", interpretation="house", on_sheet=True)
def holds_what_is_played(table: ZhengTable, act: Play) -> Answer | None:
    """A play must come from the player's hand: no card that was played or shown elsewhere, and no more cards than the
    hand has.
    """
    return in_hand(table, act, act.cards, hand_of(table, act))


book.note(
    "1.4",
    """Three to six play, with 52 cards and two jokers.
    two_player=true: Two play, with 52 cards and two jokers.
    horse_game=true jokers=false: Two or three play, with 52 cards.
    horse_game=true: Two or three play, with 52 cards and two jokers.
    jokers=false: Three to six play, with 52 cards.
    """,
)

book.section("2", "The deal")


@book.clause("2.1", Deal)
def dealt_evenly(table: ZhengTable, _act: Deal) -> Answer | None:
    """The dealer shuffles the pack and deals it out evenly, face down: eighteen cards each to three players, thirteen
    to four, ten to five, nine to six.
    two_player=true: The dealer shuffles the pack and deals each of the two players eighteen cards, face down.
    horse_game=true jokers=false: The dealer shuffles the pack and deals six packets of eight cards, face down.
    horse_game=true: The dealer shuffles the pack and deals six packets of nine cards, face down.
    jokers=false: The dealer shuffles the pack and deals it out evenly, face down: seventeen cards each to three
        players, thirteen to four, ten to five, eight to six.
    """
    return hand_over(table, playing(table) if table.in_play and (table.whole or table.from_deal) else ())


@book.clause("2.2", Out, source="004")
def left_over(table: ZhengTable, act: Out) -> Answer | None:
    """The cards left over are turned face up. They are out of play.
    two_player=true: The eighteen cards left over stay face down. They are out of play.
    horse_game=true jokers=false: The four cards left over are turned face up. They are out of play.
    horse_game=true: No card is left over.
    """
    if table.options.two_player:
        return objection("The cards left over stay hidden.")
    hands = PACKETS if table.options.horse_game else len(table.seats)
    count = len(table.known.pack) % hands if table.seats.ordered else len(act.cards)
    if not count:
        return objection(f"The pack is dealt out in {hands} equal hands, and no card is left over.")
    return are_left_over(table, act, count)


def words(_table: ZhengTable, cards: Cards) -> str:
    """Name what some cards make."""
    made = combination(cards)
    return made.words if isinstance(made, Combination) else write_cards(cards)


opening = Opening(cards=in_opening_order, words=words)
the_opening = opened_with(opening, "3H")
book.section("3", the_opening.title)
book.include(
    the_opening,
    wording={
        "3.3": "If 3H is left over, the lowest card in play opens instead: the lowest rank, and then the first "
        "suit in the order {opener_order}.",
    },
    printed={
        "3.1": {"only": "horse_game=false"},
        "3.2": {"only": "horse_game=false"},
        "3.3": {
            "only": "horse_game=false",
            "interpretation": "ZSY-A3",
            "wording": "two_player=true: If neither player has 3H, the lowest card in play opens instead: the lowest "
            "rank, and then the first suit in the order {opener_order}.",
        },
    },
)


@book.clause("3.4", Deny, interpretation="house", on_sheet="two_player=false")
def denies_truly(table: ZhengTable, act: Deny) -> Answer | None:
    """Players need not say which cards they hold.
    two_player=true: The players tell each other truthfully which of the cards that would open they do not hold. A card
        that neither holds is left over.
    """
    if not table.options.two_player:
        return objection("Only where two play do they ask each other for the card that opens.")
    name = table.name(act.seat)
    if table.hand.first or not table.in_play:
        return objection(f"There is nothing to open, and {name} was not asked.", table.hand.first)
    held = table.known.can_hold(act.seat, act.card)
    if held is Holding.YES:
        return objection(f"{name} has {act.card}.")
    if held is Holding.NO:
        return grounds(f"{name} does not have {act.card}.")
    return doubt(f"Open until it is seen where {act.card} is.", on=Rests(table.every_hand, frozenset({act.card})))


book.section("4", climbing.title)
book.include(climbing)


@book.clause("4.4", Play, after="5.7")
def same_type(table: ZhengTable, act: Play) -> Answer | None:
    """Follow with the same type and the same number of cards, or with a bomb."""
    top = to_beat(table, act)
    if not top:
        return None
    played, standing = combination(act.cards), combination(top.cards)
    if isinstance(played, Refusal) or isinstance(standing, Refusal) or played.is_bomb:
        return None
    ours, theirs = capitalised(played.words), standing.words
    if standing.is_bomb:
        said = f"{ours} is no bomb, and only a higher bomb beats {write_cards(top.cards)}."
        return does_not_beat(table, act, top, said, cites="5.5")
    if played.clause is not standing.clause:
        return does_not_beat(table, act, top, f"{ours} is not of the same type as {theirs}.")
    if len(act.cards) != len(top.cards):
        sizes = f"{counted(len(act.cards), 'card')}; {theirs} has {len(top.cards)}"
        return does_not_beat(table, act, top, f"{ours} has {sizes}.", cites=played.clause.id)
    return None


@book.clause("4.5", Play, after="4.4")
def higher(table: ZhengTable, act: Play) -> Answer | None:
    """A play must beat the play before it. A play of equal rank does not beat it."""
    top = to_beat(table, act)
    if not top:
        return None
    played, standing = combination(act.cards), combination(top.cards)
    if isinstance(played, Refusal) or isinstance(standing, Refusal) or (standing.is_bomb and not played.is_bomb):
        return None
    ours, theirs, cards = capitalised(played.words), standing.words, standing.words
    if standing.clause is played.clause and theirs.endswith(write_cards(top.cards)):
        cards = write_cards(top.cards)  # of two hands of one kind the second is named by its cards alone
    if played.is_bomb and not standing.is_bomb:
        return grounds(f"{ours} beats {theirs}, which is no bomb.", top, cites="5.5")
    if played.power != standing.power:
        one, other = (BOMBS[each.power] for each in (played, standing))
        if played.power > standing.power:
            return grounds(f"{ours} beats {cards}: {one} is above {other}.", top, cites="5.6")
        return does_not_beat(table, act, top, f"{ours} does not beat {cards}: {one} is below {other} (5.6).")
    if played.rank > standing.rank:
        return grounds(f"{ours} beats {cards}: {played.named} is above {standing.named}.", top, cites="1.1")
    below = (
        "they are equal, as suits do not count (1.1)"
        if played.rank == standing.rank
        else f"{played.named} is below {standing.named} (1.1)"
    )
    return does_not_beat(table, act, top, f"{ours} does not beat {cards}: {below}.")


BOMBS = {1: "a bomb of three", 2: "a bomb of four", 3: "the bomb of jokers"}
book.include(last_card(height.test))


@book.clause("5.7", Play, after="1.3")
def is_a_hand(table: ZhengTable, act: Play) -> Answer | None:
    """Only the combinations of this chapter may be played. Three of a rank are played without other cards."""
    made = combination(act.cards)
    if isinstance(made, Refusal):
        if UNSEEN in act.cards:
            return finding(made.reason)
        return objection(made.reason, cites=made.clause)
    if made.clause is straight and (answer := is_of_the_wrong_length(table, act)):
        return answer
    # Who writes suits first and records this card alone may mean the other.
    note = f"{COLOUR_JOKER} is the colour joker; the jack of clubs is JC." if act.cards == (COLOUR_JOKER,) else ""
    return leads(table, act, made.words, made.clause.id, note)


def is_of_the_wrong_length(table: ZhengTable, act: Play) -> Answer | None:
    """Object to a straight of too few cards, or of too many where the house wants so many and no more."""
    top, size = to_beat(table, act), len(act.cards)
    if top and len(top.cards) == size:
        return None  # the play before it has settled how long a straight is
    fits = [size == least or (size > least and table.options.straight_longer) for least in (5, 3)]
    packets = table.options.horse_game and table.options.straight_min_by == "hands"
    hands = PACKETS if packets else len(table.seats)
    sure = table.seats.ordered or hands > 4
    cards = f"{write_cards(act.cards)} is {counted(size, 'card')}"
    if sure and not fits[hands > 4]:
        at_least = "at least " * table.options.straight_longer
        what, fewest = "packets" if packets else "players", 3 if hands > 4 else 5
        return objection(f"{cards}, and with {hands} {what} a straight has {at_least}{fewest}.", cites="5.3")
    if sure or all(fits):
        return None
    if not any(fits):
        return objection(f"{cards}, too many for a straight.", cites="5.3")
    return doubt(f"{cards}: a straight only where {'up to four' if fits[0] else 'five or six'} play.", cites="5.3")


book.section("6", places.title)
book.include(
    places,
    printed={
        "6.1": {
            "wording": "horse_game=true: The first packet without cards takes first place, the next takes second, and "
            "so on.",
        },
        "6.2": {
            "wording": "horse_game=true: The deal ends when only one packet still has cards. It takes the last place "
            "that is free.",
        },
        "6.3": {
            "source": "004",
            "interpretation": "ZSY-A12",
            "wording": "horse_game=true: The places of a player's packets are added up, over several deals too. The "
            "lowest sum is best, and a deal that was not played out does not count.",
        },
    },
)
