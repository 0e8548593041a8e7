"""The effects of acts in Five-Card 21, the displayed facts, and the code shared with Book'em Danno."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Final

from referee.cards import Card, write_cards
from referee.cards.words import join_words
from referee.games.five_card_21.points import best_points, points_chapter, rank_with_trump
from referee.games.five_card_21.stud_hand import players_in_tie, reshuffle_moves, stud_chapter, stud_hand, tied_players
from referee.games.five_card_21.table import HAND_SIZE, StudDeal, StudTieBreak, Table21
from referee.games.parts.betting.payment import HandsBySeat, settle
from referee.games.parts.betting.play import open_round
from referee.games.parts.draw_poker.draws import draw_moves
from referee.games.parts.draw_poker.play import advance, apply_draw_act, complete_draw_game
from referee.games.parts.draw_poker.table import DrawGame
from referee.games.parts.hands.ranking import DecidingDifference, HandOrder, RankedHand, first_difference
from referee.rules import OPEN_TABLE, STOCK, Act, Deal, Move, Rulebook, TableFact, replace


def finish_showdown(table: Table21, hands: HandsBySeat, line: int) -> Table21:
    """Return the table after all hands are shown: paid out, or with a tie to break."""
    return pay_or_break_tie(_with_scores(table, hands), line)


def pay_or_break_tie(table: Table21, line: int) -> Table21:
    """Return the table with the pots paid out, or with a stud hand due among the tied players."""
    tied_players_left = tied_players(table)
    if not tied_players_left:
        return settle(table, combine_stud_hands(table), line)
    stud = StudTieBreak(table.stud.scores, tied_players_left, showdown_players=table.hand.live)
    return replace(table, stud=stud, hand=replace(table.hand, live=tied_players_left))


def due_cards(table: Table21) -> str:
    """Return ``the stud hand`` while a tie is being broken; else empty."""
    return "the stud hand" if table.stud.tied and not table.hand.is_settled else ""


def advance_stud(table: Table21, line: int) -> Table21:
    """Return the table with the next betting round open, the stud hand finished, or cards still due."""
    table = replace(table, hand=replace(table.hand, live=table.hand.contenders))
    players = players_in_tie(table)
    fewest_cards = min((len(table.stud.cards(seat)) for seat in players), default=HAND_SIZE)
    may_bet = table.options.stud_betting != "none" and not table.round.is_open
    if len(players) > 1 and may_bet and fewest_cards > table.stud.bet_streets:
        table = open_round(table.with_stud(bet_streets=fewest_cards))
    if len(players) > 1 and (table.round.is_open or fewest_cards < HAND_SIZE):
        return table
    scores = {
        seat: (*hands, stud_hand(table, table.stud.cards(seat))) if seat in players else hands
        for seat, hands in table.stud.scores.items()
    }
    table = replace(
        table, round=table.round.close(), hand=replace(table.hand, live=table.stud.showdown_players), turn=None
    )
    return pay_or_break_tie(table.with_stud(scores=scores, tied=()), line)


def deal_stud_cards(table: Table21, act: StudDeal) -> Table21:
    """Return the table with face-up cards added to a player's stud hand."""
    if not table.stud.tied and table.from_deal:
        return table
    # A card that cannot have been in the stub was not dealt.
    laid_cards = tuple(
        card for card in act.cards if any(sighting.line == act.line for sighting in table.knowledge.sightings(card))
    )
    return advance(replace(table, stud=table.stud.deal(act.seat, laid_cards)), act.line)


def apply(table: Table21, act: Act) -> Table21:
    """Return the table after an act. A new deal ends an unbroken tie."""
    if isinstance(act, StudDeal):
        return deal_stud_cards(table, act)
    return apply_draw_act(replace(table, stud=StudTieBreak()) if isinstance(act, Deal) else table, act)


def moves(table: Table21, act: Act) -> Iterable[Move]:
    """Return the card moves of an act in the draws or in a stud hand."""
    if not isinstance(act, StudDeal):
        return draw_moves(table, act)
    return (*reshuffle_moves(table), Move(act.cards, STOCK, OPEN_TABLE, f"dealt to {table.name(act.seat)}"))


def combine_stud_hands(table: Table21) -> dict[int, RankedHand]:
    """Return a rank for each player: the points, followed by the stud hands that break ties."""
    hands_by_cards = {hands[0].source_cards: hands for hands in table.stud.scores.values()}

    def words(hand: RankedHand) -> str:
        first, *studs = hands_by_cards[hand.source_cards]
        return f"{first.words}, and then {join_words(stud.words for stud in studs)}" if studs else first.words

    def differs(first: RankedHand, second: RankedHand, position: int) -> tuple[DecidingDifference, str, str]:
        our_hands, their_hands = hands_by_cards[first.source_cards], hands_by_cards[second.source_cards]
        if not 0 <= position < min(len(our_hands), len(their_hands)):
            return DecidingDifference.STUD, "a stud hand is", "one given up"
        decided_by, our_words, their_words = our_hands[position].order.explain_difference(
            our_hands[position], their_hands[position], first_difference(our_hands[position], their_hands[position])
        )
        return (DecidingDifference.STUD if position else decided_by), our_words, their_words

    order = HandOrder(words, lambda hand: hand.source_cards, differs)
    return {
        seat: RankedHand(table.stud.strength(seat), order, hands[0].source_cards)
        for seat, hands in table.stud.scores.items()
    }


def tied_seats(table: Table21, hands: HandsBySeat) -> tuple[int, ...]:
    """Return the seats tied by the hands shown so far."""
    return tied_players(_with_scores(table, hands)) if len(hands) > 1 else ()


def break_ties(table: Table21, hands: HandsBySeat) -> HandsBySeat:
    """Return `hands` with the stud hands that broke a tie. They are unchanged while the tie is unbroken."""
    stud = table.stud
    if table.hand.is_settled:
        return combine_stud_hands(table) if hands.keys() == stud.scores.keys() else hands
    if table.from_deal or not stud.face_up or not hands.keys() >= set(table.hand.contenders):
        return hands  # players who have not shown may be tied too
    tied_players = tied_seats(table, hands)
    if not tied_players or any(len(stud.cards(seat)) < HAND_SIZE for seat in tied_players):
        return hands
    scores = {
        seat: (hand, stud_hand(table, stud.face_up[seat])) if seat in tied_players else (hand,)
        for seat, hand in hands.items()
    }
    return combine_stud_hands(table.with_stud(scores=scores))


def _with_scores(table: Table21, hands: HandsBySeat) -> Table21:
    return table.with_stud(scores={seat: (hand,) for seat, hand in hands.items()})


def wins_outright(table: Table21, cards: Collection[Card]) -> bool:
    """Tell whether `cards` beat every other hand, whatever else the hand has."""
    return bool(table.game.trump_cards) and table.game.trump_cards.issubset(cards)


def stud_facts(table: Table21) -> Iterator[TableFact]:
    """Yield the face-up cards of each stud hand."""
    for seat in table.stud.tied:
        if cards := table.stud.face_up.get(seat):
            yield TableFact("Stud hand", write_cards(cards), seat)


GAME: Final = DrawGame(
    hand_size=lambda _options: HAND_SIZE,
    turns=4,
    discard_limit=2,
    never_worsens=False,
    rank=rank_with_trump,
    best_possible=best_points,
    finish=finish_showdown,
    describe_pending=due_cards,
    advance=advance_stud,
    tied_seats=tied_seats,
    break_ties=break_ties,
    wins_outright=wins_outright,
)


def complete_rulebook_21(
    book: Rulebook, wording: str = "", interpretations: str = "", trump: frozenset[Card] = frozenset()
) -> None:
    """Complete the rulebook of a game in which points are counted and a stud hand breaks ties.

    `wording` has replacement texts of clauses. `interpretations` names the interpretations of clause 7.1. A hand with
    all the cards of `trump` wins outright.
    """
    book.add_act(StudDeal, "NAME is dealt CARDS")
    book.add_synonyms({"is dealt CARDS": "is given, gets dealt, dealt"})
    book.explain_words({"goes bust, busts, is bust, bust, busted": "the cards show it at the showdown: 'shows CARDS'"})
    book.section("1", "The cards")
    book.note("1.2", "The pack has 52 cards. None is wild.")
    texts = f"""
    2.1: Every player who has chips is dealt five cards face down, and looks at them.
    3.2: In each of turns 2 to 4 a player may discard once, up to two cards. A discard that is not used is not saved for
        another turn.
    5.2: The best hand shown wins. All its cards must be shown.
    6.2: Each pot goes to the best hand of the players who can win it. Between equal hands the stud hand decides
        (chapter 8).
    6.7: Show to win. A player still in at the showdown may not muck (7.4).
    {wording}"""
    game = replace(GAME, trump_cards=trump)
    complete_draw_game(
        book,
        game,
        texts,
        kind=Table21,
        printed={"6.3": {"only": "stud_tie=split"}, "6.7": {"interpretation": "", "source": "002"}},
        extra_moves=moves,
        applies=apply,
        shows=stud_facts,
    )
    book.include(points_chapter, wording=texts, printed={"7.1": {"interpretation": interpretations}})
    book.include(stud_chapter, wording=texts)
