"""Hindsight: an open line is judged again in the table as it was, with what later lines reveal."""

import random
from collections.abc import Sequence
from itertools import permutations

import pytest

from referee.cards import FRENCH, read_card
from referee.rules import (
    Answer,
    Deal,
    DependsOn,
    Holding,
    Holds,
    HoldsOnly,
    Rulebook,
    Shows,
    Table,
    Verdict,
    after_deal,
    doubt,
    objection,
)
from tests.games.ruling import check
from tests.rules.toys import hand_on, played, says
from tests.rules.toys.plain import NoOptions, nobody_ranks

HEAD = "game: big-two\nseats: Ann, Ben, Cal, Dee\noptions: last_card_rule=highest_single\n\ndeal by Dee\n"
# Ben plays down to one card, AD on the table; Ann is next to be judged for a single before his last card.
DOWN_TO_ONE = "\n".join(
    [
        "Ben holds only 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD 2C",
        *("Ben plays 3D 4D 5D 6D 7D", "Cal passes", "Dee passes", "Ann passes"),
        *("Ben plays 8D 9D TD JD QD", "Cal passes", "Dee passes", "Ann passes"),
        *("Ben plays KD", "Cal passes", "Dee passes", "Ann passes"),
        *("Ben plays AD", "Cal passes", "Dee passes", "Ann plays AC"),
    ]
)
JUDGED = 21  # the line "Ann plays AC", counted from 1


def ruling_after(*lines: str) -> tuple[Verdict, str, tuple[int, ...]]:
    entry = next(
        entry
        for entry in check(HEAD + DOWN_TO_ONE + "\n" + "\n".join(lines) + "\n").entries
        if entry.line.text == "Ann plays AC"
    )
    assert entry.line.number == JUDGED + 1
    assert entry.at_first.verdict is Verdict.OPEN
    return entry.ruling.verdict, entry.ruling.word, entry.ruling.because


def test_it_stays_open_while_nothing_is_revealed() -> None:
    assert ruling_after("Ben passes")[0] is Verdict.OPEN


def test_a_card_played_later_was_held_before() -> None:
    verdict, _, because = ruling_after("Ben passes", "Cal passes", "Dee passes", "Ann plays 2S")
    assert verdict is Verdict.ILLEGAL
    assert because == (JUDGED + 5,)  # and not the line itself


def test_a_card_shown_by_somebody_else_was_not_held() -> None:
    others = ["Cal shows 2S 2H", "Dee shows 2D AH", "Ben shows 2C"]
    assert ruling_after(*others)[0] is Verdict.OPEN  # AS may still be hers, and is higher than AC
    assert ruling_after(*others, "Cal shows AS")[0] is Verdict.LEGAL


def test_a_hand_seen_whole_decides() -> None:
    hand = "3C 4C 5C 6C 7C 8C 9C TC JC QC 3S 4S"
    verdict, _, because = ruling_after(f"Ann holds only {hand}")
    assert verdict is Verdict.LEGAL
    assert JUDGED + 2 in because


def test_a_card_whose_play_was_taken_back_was_held_all_the_same() -> None:
    assert ruling_after("Ben passes", "Cal passes", "Dee passes", "Ann plays 2S, taken back")[0] is Verdict.ILLEGAL


def test_it_lapses_when_the_cards_are_gathered() -> None:
    verdict, word, _ = ruling_after("deal by Ann", "Ann plays 2S")
    assert (verdict, word) == (Verdict.OPEN, "lapsed")


def test_a_way_in_which_a_card_cannot_have_been_where_it_was_said_to_be_is_none() -> None:
    # Ben had the queen and no other card, so that the king came from Ann.
    lines = ("Ben shows QS", "Ann denies", "Ann hands Ben ??")
    assert says(played(hand_on.book, *lines))[1] == "open"
    assert says(played(hand_on.book, *lines, "Ben shows KS QS"))[1] == "illegal"


# -- What is said where there is more than one way that it can have been ----------------------------------


def no_court_cards(
    *cards: str, doubted: str = "Open until they are seen.", enough: bool = False, sizes: Sequence[int] = ()
) -> Rulebook:
    """Hand On with a denial of some cards in place of that of the king; with a full pack where `sizes` are dealt."""
    named_cards = frozenset(map(read_card, cards))
    pack = FRENCH if sizes else hand_on.PACK
    book = Rulebook("denials", title="Denials", players=range(3, 4), options=NoOptions, seed="toy", pack=pack)
    book.places(nobody_ranks)
    book.section("1", "All of it")
    book.add_act(hand_on.Deny, "NAME denies")
    book.add_act(hand_on.HandOn, "NAME hands NAME CARD")
    knowledge = after_deal(sizes or [1, 1, 1], pack)
    book.begins(lambda seats, options, complete: Table(seats, options, complete, knowledge, in_play=True))
    book.moves(hand_on.moves)
    book.applies(lambda table, _act: table)
    book.clause("1.1", Deal, hand_on.HandOn, Holds, HoldsOnly, Shows)(lambda *_: None)

    @book.clause("1.2", hand_on.Deny)
    def denies_truly(table: Table, act: hand_on.Deny) -> Answer | None:
        """Who holds one of them may not deny it."""
        held_cards = [
            card for card in sorted(named_cards, key=str) if table.knowledge.can_hold(act.seat, card) is Holding.YES
        ]
        if held_cards:
            return objection(f"There is {held_cards[0]}.")
        if all(table.knowledge.can_hold(act.seat, card) is Holding.NO for card in named_cards):
            return None
        return doubt(doubted, depends_on=DependsOn((act.seat,), named_cards, enough))

    return book


def test_where_all_ways_give_the_same_verdict_for_other_reasons_the_rule_alone_is_said() -> None:
    book = no_court_cards("KS", "QS")
    first = played(book, "Ben denies", "Ann hands Ben ??", "Ben holds only KS QS").entries[0].ruling
    assert first.says == "illegal"
    assert first.reason == "Who holds one of them may not deny it. Line 6 shows it."


@pytest.mark.parametrize(
    ("doubted", "reason"),
    [
        ("Open until it is seen.", "Open: the cards are shown, but not the order in which they came."),
        (
            "Ben may have the king; open until it is seen.",
            "Ben may have the king: the cards are shown, but not the order in which they came.",
        ),
    ],
)
@pytest.mark.parametrize("enough", [False, True])
def test_where_all_cards_are_shown_and_two_ways_are_left_that_is_said(doubted: str, reason: str, enough: bool) -> None:
    book = no_court_cards("KS", doubted=doubted, enough=enough)
    first = played(book, "Ben denies", "Ann hands Ben ??", "Ben holds only KS QS").entries[0].ruling
    assert (first.says, first.reason) == ("open", reason)


def test_of_cards_of_which_one_is_enough_it_is_decided_once_one_of_them_was_there_in_any_case() -> None:
    book = no_court_cards("KS", "QS", enough=True)
    lines = ("Ben denies", "Ann hands Ben ??")
    assert says(played(book, *lines, "Ben holds only KS QS"))[0] == "illegal"
    assert says(played(book, *lines, "Ben holds only KS JS"))[0] == "open"


def test_of_many_cards_of_which_one_is_enough_no_way_has_to_be_tried() -> None:
    # Of twelve cards four came unseen, in any of 495 ways, which are more than are tried. Ben had eight of them; so he
    # had one of five at least, whichever came. Of four he need not have had any.
    hearts = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"
    lines = ("Ben denies", "Ann hands Ben ??", "Ann hands Ben ??", "Ann hands Ben ??", "Ann hands Ben ??")
    for cards, verdict in (("9H TH JH QH KH", "illegal"), ("TH JH QH KH", "open")):
        book = no_court_cards(*cards.split(), enough=True, sizes=[8, 8, 8])
        assert says(played(book, *lines, f"Ben holds only {hearts}"))[0] == verdict


# -- Against all that can have been -------------------------------------------------------------------------

CARDS = ("KS", "QS", "JS")
PLAYERS = ("Ann", "Ben", "Cal")


def history(chance: random.Random) -> tuple[list[str], list[str]]:
    """Some lines of Hand On, and what they tell of who held the king at first: all that may have been is tried out."""
    seat_of = dict(zip(CARDS, chance.sample(range(3), 3), strict=True))
    worlds = {(deal, deal) for deal in permutations(range(3))}  # where each card was, and where it is
    lines = []
    for _ in range(chance.randint(1, 6)):
        card, kind = chance.choice(CARDS), chance.choice(("shows", "holds only", "hands", "hands unseen"))
        seat = seat_of[card]
        name, held_cards = PLAYERS[seat], [outcomes for outcomes in CARDS if seat_of[outcomes] == seat]
        if kind == "shows":
            lines.append(f"{name} shows {card}")
            worlds = {(deal, lie) for deal, lie in worlds if lie[CARDS.index(card)] == seat}
        elif kind == "holds only":
            lines.append(f"{name} holds only {' '.join(held_cards)}")
            holdings = [card in held_cards for card in CARDS]
            worlds = {(deal, lie) for deal, lie in worlds if [place == seat for place in lie] == holdings}
        else:
            target = chance.choice([seat_after for seat_after in range(3) if seat_after != seat])
            lines.append(f"{name} hands {PLAYERS[target]} {'??' if kind == 'hands unseen' else card}")
            worlds = {
                (deal, (*lie[:index], target, *lie[index + 1 :]))
                for deal, lie in worlds
                for index, outcomes in enumerate(CARDS)
                if lie[index] == seat and (kind == "hands unseen" or outcomes == card)
            }
            seat_of[card] = target
    had = [{deal[0] == seat for deal, _ in worlds} for seat in range(3)]
    return lines, ["open" if len(outcomes) > 1 else "illegal" if True in outcomes else "legal" for outcomes in had]


@pytest.mark.parametrize("seed", range(40))
def test_it_never_says_more_than_can_be_known_and_most_of_what_can(seed: int) -> None:
    chance = random.Random(seed)
    decided_count = knowable_count = 0
    for _ in range(15):
        lines, truth = history(chance)
        verdicts = says(played(hand_on.book, *(f"{name} denies" for name in PLAYERS), *lines))[:3]
        for verdict, expected in zip(verdicts, truth, strict=True):
            assert verdict in ("open", expected), (lines, verdicts, truth)
            decided_count += verdict != "open"
            knowable_count += expected != "open"
    assert decided_count >= 0.8 * knowable_count
