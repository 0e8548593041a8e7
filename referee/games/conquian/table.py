"""The house rules of Conquian, the acts of its records, and the table."""

from __future__ import annotations

from referee import rules
from referee.cards import UNSEEN, Card, UnreadableCard, read_cards
from referee.games.conquian.layout import CARD_BITS, PACK, Layout, all_cards, bits, write_layout
from referee.rules import Act, NonMove, Rulebook, frozen, option
from referee.rules.notation.line_words import UnreadableLine, WordReader
from referee.rules.notation.patterns import Slot

HAND_SIZE = 10
GOAL = 11
# The location of cards melded or discarded before a record that begins in the middle.
EARLIER_CARDS = "earlier"


@frozen
class ConquianOptions:
    """The house rules of Conquian."""

    forcing: bool = option(True, question="May a player be forced to take a card that they refused?")
    forcing_scope: str = option(
        question="Which cards may be forced?",
        labels={
            "table_only": "cards that fit the melds on the table",
            "direct_add_only": "cards that fit a meld as it lies",
            "any_meld": "any card that the opponent could meld",
        },
    )
    force_on_discard: bool = option(True, question="May a player force with their own discard?")
    hand_cards_with_take: str = option(
        question="Where may cards of the hand go when a card is taken?",
        labels={
            "only_into_the_meld_holding_the_centre_card": "into the meld with the card taken",
            "any_own_meld": "into any of the player's melds",
        },
    )
    max_run: int = option(10, 8, question="How many cards may a run have?")
    stake: int = option(0, question="How many chips is the stake of a hand?", minimum=0, labels={0: "no chips"})
    draw: str = option(
        question="What happens to the stake of a drawn hand?",
        labels={"nothing": "nobody pays it", "carried": "it is added to the next"},
    )
    next_dealer: str = option(
        question="Who deals the next hand?", labels={"alternate": "the other player", "loser": "the loser"}
    )


book = Rulebook("conquian", title="Conquian", players=range(2, 3), options=ConquianOptions, seed="003", pack=PACK)


def read_layout(words: WordReader) -> Layout:
    """Return melds separated by slashes, ``3D 4D 5D / KS KH KC``, up to the end of the line.

    Raise `UnreadableLine` for anything else.
    """
    melds, stroke = [0], False
    if words.at_end:
        raise words.end_fault("melds, such as 3D 4D 5D / KS KH KC")
    while not words.at_end:
        word = words.take("a meld")
        offset = 0
        for index, piece in enumerate(word.split("/")):
            if index:
                if not melds[-1]:
                    raise words.fault("no card before '/'. Add one", offset=offset - 1, width=1)
                melds.append(0)
            if piece:
                melds[-1] |= _read_piece(words, piece, offset, rules_out=sum(melds))
            offset += len(piece) + 1
        stroke = word.endswith("/")
    if stroke:
        raise words.end_fault("a meld after '/'")
    return tuple(melds)


def _read_piece(words: WordReader, piece: str, offset: int, rules_out: int) -> int:
    """Return the cards between two slashes. Raise `UnreadableLine` if a card is named twice."""
    try:
        cards = read_cards(piece, words.pack)
    except UnreadableCard as fault:
        message = f"{fault}. Use {fault.expected}, or '/' between melds"
        raise words.fault(message, offset=offset + fault.offset, width=fault.width) from None
    for index, card in enumerate(cards):
        if card is UNSEEN:
            raise _piece_error(words, piece, offset, "melds lie face up. Use their cards, or leave the melds out")
        if CARD_BITS[card] & rules_out or card in cards[:index]:
            raise _piece_error(words, piece, offset, f"{card} is named more than once")
    return bits(cards)


def _piece_error(words: WordReader, piece: str, offset: int, message: str) -> UnreadableLine:
    return words.fault(message, offset=offset, width=len(piece))


MELDS = Slot(read_layout, lambda layout, _: write_layout(layout), ("3D 4D 5D", "5S 5H 5D / JC QC KC"), separator="/")


@book.act("NAME turns CARD")
class ConquianTurn(Act):
    """``NAME turns CARD``: the top card of the stock, turned face up in the middle."""

    card: Card


@book.act("NAME takes CARD [as MELDS]", MELDS=MELDS)
class ConquianTake(Act):
    """``NAME takes CARD [as MELD / MELD ...]``: the card in the middle, and the melds that it changes."""

    card: Card
    melds: Layout = ()


@book.act("NAME declines", spoken=True)
class ConquianDecline(Act):
    """``NAME declines``: the player refuses the card in the middle."""


@book.act("NAME discards CARD")
class ConquianDiscard(Act):
    """``NAME discards CARD``: a card of the hand after a meld, or the refused turned card."""

    card: Card


@book.act("NAME forces NAME", spoken=True, only="forcing=true")
class Force(Act):
    """``NAME forces NAME``: the opponent must take the card they refused."""

    to: int


@book.act("NAME melded MELDS", MELDS=MELDS)
class MeldStatement(NonMove):
    """``NAME melded MELD / MELD ...``: all melds of a player, if the record did not show them."""

    melds: Layout

    def instead(self, _other: Act) -> bool:
        """Return False, because no act can replace a statement."""
        return False


book.add_synonyms(
    {
        "turns CARD": "turns/flips up/over, flips, draws (from stock/deck), draws/turns CARD from stock/deck",
        "takes CARD": "picks up (discard), takes discard, takes NAME2's, takes CARD from NAME2, picks up CARD from "
        "NAME2",
        "takes CARD as CARD CARDS": "melds/takes CARD with CARDS, takes CARD and melds with CARDS",
        "takes CARD as MELDS": "melds CARD as MELDS, takes CARD for/making/melding MELDS, takes CARD and melds MELDS",
        "declines": "passes, -, –, refuses, rejects, skips, declines/refuses/rejects/leaves CARD, passes (on) CARD, "
        "no (thanks), says no, "
        "leaves it, lets it/CARD go, does not want it/CARD, doesn't want it/CARD",
        "discards CARD": "throws (away/off/out), drops, puts down, gets rid of, ditches, chucks, dumps",
        "forces NAME2": "makes NAME2 take/meld it/CARD, forces NAME2 to take/meld it/CARD, forces CARD on NAME2",
    }
)
book.explain_words(
    {
        "melds/lays (down) MELDS": "which card was taken? Write 'takes CARD as MELDS'",
        "takes discard/it, picks up discard": "which card was it? Write 'takes CARD'",
        "goes/is out, i'm out, out, wins": "leave the line out: the lines before show who is out or has won",
    }
)


@frozen
class OfferedCard:
    """The card on offer, the act that put it there, and the seats that refused it, in order."""

    card: Card
    act: ConquianTurn | ConquianDiscard
    refused_by: tuple[int, ...] = ()

    @property
    def awaits_turner(self) -> bool:
        """Whether the player who turned the card must still take or refuse it."""
        return isinstance(self.act, ConquianTurn) and self.act.seat not in self.refused_by


@frozen
class ConquianTable(rules.Table):
    """A Conquian table between two lines of a record.

    `layouts` are the melds of each seat, and `incomplete` the seats with possibly unrecorded melds. `offered` is the
    card on offer. If it is None, `offer_is_known` says whether there is certainly none. `undiscarded_take` is a take
    with a discard due, and `force` the act that forces a player to take the card. `last_takes` has each player's last
    take. `ending_act` ended the last hand with its `winner`, and `drawn_hands` counts the hands drawn since the last
    win.
    """

    options: ConquianOptions
    layouts: tuple[Layout, ...] = ()
    incomplete: frozenset[int] = frozenset()
    offered: OfferedCard | None = None
    offer_is_known: bool = False
    undiscarded_take: ConquianTake | None = None
    force: Force | None = None
    last_takes: tuple[ConquianTake | None, ...] = ()
    last_act: Act | None = None
    ending_act: Act | None = None
    winner: int | None = None
    drawn_hands: int = 0


def melded_cards(table: ConquianTable, seat: int) -> int:
    """Return the cards that a player has melded."""
    return all_cards(table.layouts[seat])


@book.refuses
def refusal(options: ConquianOptions, _players: int) -> str | None:
    """Return why the stake cannot be carried forward; None if it can."""
    if options.draw == "carried" and not options.stake:
        return "draw=carried needs a stake, so that there is something to carry forward"
    return None
