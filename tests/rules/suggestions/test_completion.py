"""What may come next in a half-typed line, from the rulebook alone."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.conformance.random_records import records
from referee.games import SLUGS, rulebook
from referee.rules import Record, read_record, replay
from referee.rules.notation.line_words import PlayerNames
from referee.rules.suggestions.completion import complete
from tests.rules.toys import burns, hand_on, played, trade
from tests.sampling import examples

NAMES = ("Ann", "Ben", "Cal", "Dee")
OPENED = {
    "big-two": ("deal by Dee", "Ann plays 3D 3H"),
    "play-or-pay": ("deal by Dee", "Ann plays 5H"),
    "commune": ("deal by Dee", "Ann bids two sixes"),
}


def after(slug: str, text: str, lines: Sequence[str] | None = None) -> tuple[str, ...]:
    body = "\n".join(OPENED[slug] if lines is None else lines)
    record = read_record(f"game: {slug}\nseats: {', '.join(NAMES)}\n\n{body}\n", rulebook).record
    assert record
    return complete(record.book, replay(record).table, NAMES, text)


def test_whole_acts_that_are_legal_come_first() -> None:
    # 6H follows 5H, and it is Ben's turn.
    assert after("play-or-pay", "")[0] == "Ben plays 6H"
    assert after("big-two", "b")[:2] == ("Ben plays ", "Ben passes")
    assert "Ben calls" in after("commune", "Ben ")


def test_an_offer_of_many_acts_goes_only_as_far_as_its_verb() -> None:
    """Which of the higher pairs Ben played is for the table to say, and not for the key of completion."""
    assert not [line for line in after("big-two", "") if line.startswith("Ben plays 4")]


def test_before_the_first_hand_anybody_may_deal() -> None:
    assert after("big-two", "", [])[:4] == tuple(f"deal by {name}" for name in NAMES)
    assert after("big-two", "deal by c", []) == ("deal by Cal",)


def test_names_come_in_order_of_turn() -> None:
    assert [line for line in after("play-or-pay", "") if line in ("Ann ", "Ben ", "Cal ", "Dee ")] == [
        "Ben ",
        "Cal ",
        "Dee ",
        "Ann ",
    ]


def test_verbs_come_from_the_rulebook() -> None:
    assert {"Cal plays ", "Cal pays ", "Cal holds ", "Cal shows "} <= set(after("play-or-pay", "cal "))
    assert after("play-or-pay", "Cal sh") == ("Cal shows ",)


def test_cards_are_those_that_the_player_may_hold() -> None:
    # 5H has been played, so nobody holds it.
    offered = after("play-or-pay", "Cal shows 5")
    assert offered == ("Cal shows 5S", "Cal shows 5D", "Cal shows 5C")
    shown_lines = after("play-or-pay", "Cal shows ", ["deal by Dee", "Cal holds 9C"])
    assert shown_lines[0] == "Cal shows 9C"
    statements = after("play-or-pay", "Ann shows 9", ["deal by Dee", "Cal holds 9C"])
    assert "Ann shows 9C" not in statements


@pytest.mark.parametrize("text", ["t", "10", "T"])
def test_a_card_may_be_spelled_in_any_way(text: str) -> None:
    assert "Cal shows TS" in after("play-or-pay", f"Cal shows {text}")


def test_suit_first_and_runs_without_blanks_are_completed_too() -> None:
    assert "Ben plays SK".replace("SK", "KS") in after("big-two", "Ben plays s")
    assert after("big-two", "Ben plays 4d4") == ("Ben plays 4D 4S", "Ben plays 4D 4H", "Ben plays 4D 4C")


def test_a_card_named_already_is_not_offered_again() -> None:
    assert after("big-two", "Ben plays 4D 4") == ("Ben plays 4D 4S", "Ben plays 4D 4H", "Ben plays 4D 4C")


def test_cards_that_are_drawn_are_those_not_seen_yet() -> None:
    lines = ["Dee banks", "deal by Dee", "Ann bets 2", "Ben bets 2", "Cal bets 2", "Ann holds TS 2S"]
    offered = after("pontoon", "Ann twists ", lines)
    assert "Ann twists 3S" in offered
    assert "Ann twists TS" not in offered


def test_samples_show_what_a_verb_takes() -> None:
    for text in ("ei", "EI"):
        offered = after("commune", f"Ben bids {text}")
        assert "Ben bids eights and fours" in offered
        assert all(line.startswith("Ben bids ei") for line in offered)


def test_names_after_the_verb_are_the_others() -> None:
    assert set(after("pontoon", "Dee pays ", ["Dee banks"])) >= {"Dee pays Ann ", "Dee pays Ben ", "Dee pays Cal "}
    assert "Dee pays Dee " not in after("pontoon", "Dee pays ", ["Dee banks"])
    assert after("pontoon", "Dee pays b", ["Dee banks"]) == ("Dee pays Ben ",)


def test_a_second_card_of_a_kind_is_offered_after_those_that_are_known_to_be_in_the_hand() -> None:
    # The pack of Kowah has each card four times; it begins with the ace of spades.
    lines = ["deal by Dee", "Cal holds 9S 9S KC 4D"]
    offered = after("kowah", "Cal holds 9S ", lines)
    assert offered[:4] == ("Cal holds 9S 9S", "Cal holds 9S 4D", "Cal holds 9S KC", "Cal holds 9S AS")
    completions = after("kowah", "Cal holds KC ", lines)
    assert completions[:3] == ("Cal holds KC 9S", "Cal holds KC 4D", "Cal holds KC AS")
    assert "Cal holds KC KC" in completions


def test_a_line_that_is_whole_or_beyond_reading_gets_nothing() -> None:
    assert after("commune", "Ben calls") == ()
    assert after("play-or-pay", "Xaver plays ") == ()
    assert after("play-or-pay", "Ben eats ") == ()


def test_cards_are_those_of_the_place_that_they_come_from() -> None:
    """Who hands a card on has it; what is turned up has not been seen yet."""
    table = played(hand_on.book, "Ben shows KS").table
    assert complete(hand_on.book, table, NAMES[:3], "Ben hands Ann ") == ("Ben hands Ann KS",)
    assert complete(hand_on.book, table, NAMES[:3], "Ann hands Ben ") == ("Ann hands Ben QS", "Ann hands Ben JS")
    burnt = played(burns.book, "Ben shows KS", "burn", seats="Ann, Ben").table
    assert complete(burns.book, burnt, NAMES[:2], "turn ") == ("turn QS", "turn JS", "turn TS")


def test_of_two_cards_of_a_line_each_is_one_of_the_hand_that_it_comes_from() -> None:
    table = played(trade.book, "Ann shows QS", "Ben shows KS").table
    assert complete(trade.book, table, NAMES[:3], "Ann trades ") == ("Ann trades QS ",)
    offered = complete(trade.book, table, NAMES[:3], "Ann trades QS with Ben for ")
    assert offered == ("Ann trades QS with Ben for KS",)


@pytest.mark.parametrize("slug", SLUGS)
def test_completions_lead_to_lines_that_can_be_read(slug: str) -> None:
    """Taking any completion, again and again, never leads where nothing can be read: what does not go on is a line."""
    book = rulebook(slug)

    @given(record=records(book), data=st.data())
    @examples(8, 25)
    def walk(record: Record, data: st.DataObject) -> None:
        state = replay(record).table
        text = ""
        for _ in range(8):
            offered = complete(book, state, record.seats.names, text)
            if not offered:
                break
            text = data.draw(st.sampled_from(offered))
            if not text.endswith(" "):
                pack = book.pack_for(record.options)
                book.grammar.read(text, PlayerNames(list(record.seats.names)), pack, 1, book.title)

    walk()
