"""Columns and paragraphs measured in the cells of a terminal: no word is cut, and wide letters keep the columns."""

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from referee.cards.terminal_width import pad, text_width
from referee.cli.shared.layout import format_columns, wrap_text
from tests.sampling import examples

COLUMNS = ("place", "name", "score", "")
ROWS = [("1", "Ann", "0.750", "not ranked: 7 sessions short"), ("2", "王小明", "0.667", "")]


def test_a_wide_letter_takes_two_cells() -> None:
    assert text_width("王小明") == 6
    assert text_width("Ann") == 3
    assert text_width("José 10♥") == 8
    assert text_width(pad("王小明", 10)) == 10


def test_columns_stand_under_each_other_whatever_the_letters() -> None:
    heading, lines = format_columns(COLUMNS, ROWS, numbers=("place", "score"))
    ends = [cell_len(line[: line.index("0.")]) for line in lines]
    assert ends == [ends[0]] * 2
    assert cell_len(heading[: heading.index("score")]) == ends[0]


def test_a_narrow_screen_wraps_the_widest_text_at_words() -> None:
    _, lines = format_columns(COLUMNS, ROWS, numbers=("place", "score"), width=40)
    assert all(cell_len(line) <= 40 for line in lines)
    assert [word for line in lines for word in line.split() if word in ("ranked:", "sessions", "short")]
    assert any("王小明" in line for line in lines)


def test_where_words_do_not_fit_in_columns_each_row_says_what_it_has() -> None:
    heading, lines = format_columns(COLUMNS, ROWS, numbers=("place", "score"), width=24)
    assert heading == ""
    assert all(cell_len(line) <= 24 for line in lines)
    text = " ".join(" ".join(lines).split())
    assert text == "place 1, name Ann, score 0.750, not ranked: 7 sessions short place 2, name 王小明, score 0.667"


def test_no_row_is_wider_than_the_screen_in_wide_letters() -> None:
    rows = wrap_text("王小明 passes, and 李小龙 plays on with 陈大文", 20, "  ")
    assert all(cell_len(row) <= 20 for row in rows)
    assert " ".join(" ".join(rows).split()) == "王小明 passes, and 李小龙 plays on with 陈大文"


@examples(30, 100)
@given(
    st.lists(st.lists(st.text("x王é-.1 ", max_size=24), min_size=3, max_size=3), min_size=1, max_size=4),
    st.one_of(st.none(), st.integers(24, 90)),
)
def test_no_word_is_cut_and_none_is_lost(rows: list[list[str]], width: int | None) -> None:
    _, lines = format_columns(("first", "second", "third"), rows, numbers=("first",), width=width)
    words = sorted(word for row in rows for cell in row for word in cell.split())
    longest = max(map(cell_len, words), default=0)
    if width is None or longest <= width - 2:
        printed = [word.strip(",") for line in lines for word in line.split()]
        assert not [word for word in words if word.strip(",") not in printed]
        assert width is None or all(cell_len(line) <= width for line in lines)
