import pytest

from referee.cards import BLACK_JOKER, COLOUR_JOKER, FRENCH, UNSEEN, Card, Pack, UnreadableCard, read_card, read_cards
from referee.cards.screen import with_suit_signs

JOKERS = Pack("the 54-card pack", (*FRENCH.cards, BLACK_JOKER, COLOUR_JOKER))


@pytest.mark.parametrize("text", ["10H", "TH", "HT", "T♥", "H10", "th", "ht", "10h", "♥10", "T♥\ufe0f", "♡t"])
def test_the_ten_of_hearts_has_many_spellings_and_one_form(text: str) -> None:
    assert read_card(text) == Card("T", "H")
    assert str(read_card(text)) == "TH"


def test_a_run_of_cards_is_read_without_blanks() -> None:
    assert [str(card) for card in read_cards("SJSTS6S4S2")] == ["JS", "TS", "6S", "4S", "2S"]
    assert [str(card) for card in read_cards("JS10S6S")] == ["JS", "TS", "6S"]


def test_every_card_is_read_as_it_is_printed() -> None:
    for card in FRENCH.cards:
        assert read_card(str(card)) == card


def test_cj_is_the_colour_joker_only_where_the_pack_has_one() -> None:
    assert read_card("CJ") == Card("J", "C")
    assert read_card("CJ", JOKERS) == COLOUR_JOKER
    assert read_card("bj", JOKERS) == BLACK_JOKER
    assert read_card("JC", JOKERS) == Card("J", "C")


def test_a_card_not_seen_is_read_in_any_pack() -> None:
    assert read_card("??") == UNSEEN


@pytest.mark.parametrize(
    ("text", "offset", "width"), [("4X", 0, 2), ("", 0, 0), ("1H", 0, 2), ("4S5", 2, 1), ("4SXX", 2, 2), ("BJ", 0, 2)]
)
def test_what_is_no_card_is_refused_at_its_place(text: str, offset: int, width: int) -> None:
    with pytest.raises(UnreadableCard) as fault:
        read_card(text)
    assert (fault.value.offset, fault.value.width) == (offset, width)
    assert fault.value.expected


def test_a_card_outside_the_pack_is_refused() -> None:
    spades = Pack("the spades", tuple(card for card in FRENCH.cards if card.suit == "S"))
    with pytest.raises(UnreadableCard, match="4H is not in the spades"):
        read_card("4H", spades)


def test_screens_show_signs() -> None:
    assert with_suit_signs("Ann plays TH and 4S, not HAT.") == "Ann plays 10♥ and 4♠, not HAT."
