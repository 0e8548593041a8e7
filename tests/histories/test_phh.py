"""Files of hand histories: where each hand begins, and what of them can be read."""

import contextlib
import io
from decimal import Decimal
from itertools import repeat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.histories.phh import HandText, RefusedHand, read_history, split_hands
from referee.histories.reading import import_hand
from tests.histories.hands import hand


def texts(file: str, *, many: bool = True) -> list[HandText]:
    return list(split_hands(io.BytesIO(file.encode()), has_many_hands=many))


def test_a_file_of_many_hands_is_split_where_each_begins() -> None:
    hands = texts('# An evening\n\n[1]\na = 1\n\n[ 2 ] # the second\nb = [1,\n 2]\n["3"]\nc = 3\n')
    assert [(text.label, text.line) for text in hands] == [("1", 3), ("2", 6), ("3", 9)]
    assert hands[1].data == b"\nb = [1,\n 2]\n"


def test_a_file_of_one_hand_is_read_whole_and_so_is_a_file_without_sections() -> None:
    assert [text.data for text in texts("a = 1\nb = 2\n", many=False)] == [b"a = 1\nb = 2\n"]
    assert [text.data for text in texts("a = 1\nb = 2\n")] == [b"a = 1\nb = 2\n"]
    assert texts("# nothing\n") == []


@pytest.mark.parametrize(
    ("data", "line", "reason"),
    [
        (b"\nvariant = \n", 8, "not TOML, column 11"),
        (b"\nvariant = 'NT'\nactions = [\n", 9, "not TOML"),
        (b"\nvariant = 'NT'\nactions = ['\xff']\n", 9, "not text in UTF-8"),
        (b"\na = " + b"[" * 5000, 7, "nested too deeply"),
    ],
)
def test_what_is_not_toml_is_refused_with_its_place_in_the_file(data: bytes, line: int, reason: str) -> None:
    with pytest.raises(RefusedHand, match=reason) as refused:
        read_history(HandText("2", 7, data))
    assert refused.value.line == line


def test_a_table_of_many_begins_a_hand_and_a_line_within_a_text_does_not() -> None:
    hands = texts("\ufeff[1]\na = 1\n[[2]]\nb = '''\n[3]\n'''\n[4]\n")
    assert [(text.label, text.line) for text in hands] == [("1", 1), ("2", 3), ("4", 7)]


@pytest.mark.parametrize("number", ["1" * 5000, "1e99999999999999999999"])
def test_a_number_that_is_too_long_is_refused(number: str) -> None:
    with pytest.raises(RefusedHand, match="too long to be read"):
        read_history(HandText("", 1, f"min_bet = {number}".encode()))


def test_a_message_repeats_no_more_of_a_file_than_one_can_read() -> None:
    with pytest.raises(RefusedHand) as refused:
        read_history(hand([50, 50], "p1 f", players=["A" * 100_000]))
    assert len(str(refused.value)) < 200


@given(
    st.dictionaries(
        st.sampled_from(
            ["variant", "antes", "blinds_or_straddles", "min_bet", "starting_stacks", "actions", "players"]
        ),
        st.recursive(
            st.one_of(st.integers(), st.floats(), st.booleans(), st.text(max_size=5), st.sampled_from(["NT", "p1 f"])),
            lambda inner: st.lists(inner, max_size=3),
        ),
        max_size=4,
    )
)
def test_whatever_a_field_holds_it_is_read_or_refused(fields: dict[str, object]) -> None:
    with contextlib.suppress(RefusedHand):
        import_hand(hand([50, 50], "p2 f", **fields))


def test_amounts_keep_the_decimals_that_are_written() -> None:
    history = read_history(hand([100, 200], "p2 cbr 2.50; p1 f", blinds=(Decimal("0.5"), 1)))
    assert (history.stacks, history.blinds, history.decimals) == ((10000, 20000), (50, 100), 2)
    assert history.amount(250) == "2.50"


@pytest.mark.parametrize("many", [True, False])
def test_a_file_without_an_end_is_read_no_further_than_a_hand_may_be_long(many: bool) -> None:
    (endless,) = split_hands(repeat(b"x" * 1000 + b"\n"), has_many_hands=many)
    with pytest.raises(RefusedHand, match="Nothing after it is read"):
        read_history(endless)
