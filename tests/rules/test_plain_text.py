import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games import rulebook
from referee.rules import read_record
from referee.rules.plain_text import describe_unfit, first_unfit, with_signs


@pytest.mark.parametrize(
    ("text", "index", "says"),
    [
        ("\x1b]0;X\x07\x1b[2J", 0, "an escape (U+001B)"),
        ("Ann\x00", 3, "NUL (U+0000)"),
        ("a\nb", 1, "a line end (U+000A)"),
        ("a\x9b2J", 1, "a control character (U+009B)"),
        ("Ann \u202eeeL", 4, "a character that reverses the text (U+202E)"),
        ("\u2066x", 0, "a character that reverses the text (U+2066)"),
        ("An\u200bn", 2, "a zero-width space (U+200B)"),
        ("Ann\ue000", 3, "a private-use character (U+E000)"),
        ("\uf8ffx", 0, "a private-use character (U+F8FF)"),
        ("a\ud800", 1, "half a character (U+D800)"),
        ("a\udfff", 1, "half a character (U+DFFF)"),
        ("a\udc7f", 1, "half a character (U+DC7F)"),
        ("a\udc80", 1, "the byte 0x80, which is not UTF-8"),
        ("a\udcff", 1, "the byte 0xFF, which is not UTF-8"),
    ],
)
def test_what_has_no_place_in_a_text_is_found_and_called_by_its_name(text: str, index: int, says: str) -> None:
    assert first_unfit(text) == index
    assert describe_unfit(text[index]) == says


@pytest.mark.parametrize("text", ["", "Ann Lee", "Zoë", "10♥ and ½", "עדה", "عادل", "क्‍ष", "李", "👩‍🎓", "a\u200fb"])
def test_what_people_write_is_let_through_as_it_is(text: str) -> None:
    assert first_unfit(text) is None
    assert with_signs(text) == text


def test_what_an_older_file_has_is_shown_as_signs() -> None:
    assert with_signs("\x1b]0;X\x07\x1b[2J\x7f\x9b\u202e\ud800") == "␛]0;X␇␛[2J␡\ufffd\ufffd\ufffd"


@given(st.text())
def test_what_is_shown_is_always_fit_to_be_and_as_long_as_before(text: str) -> None:
    assert first_unfit(with_signs(text)) is None
    assert len(with_signs(text)) == len(text)


def test_a_record_with_an_escape_in_a_line_is_refused_with_its_place() -> None:
    reading = read_record("game: big-two\nseats: Ann, Ben, Cal\n\ndeal\nAnn plays\t3D \x1b[2J # said\n", rulebook)
    (fault,) = reading.faults
    assert (fault.line, fault.column, fault.message) == (5, 14, "a record cannot have an escape (U+001B)")


def test_a_line_of_very_many_blanks_is_read_in_time_that_grows_with_its_length() -> None:
    def seconds(blanks: int) -> float:
        gap = " " * blanks
        text = f"game: big-two\nseats: Ann, Ben, Cal\n\ndeal{gap},{gap}x\nAnn{gap}plays 3D{gap},{gap}stands{gap}\n"
        begun = time.process_time()
        reading = read_record(text, rulebook)
        spent = time.process_time() - begun
        assert reading.record is not None
        assert [line.text.split() for line in reading.record.lines] == [["Ann", "plays", "3D"]]
        assert reading.record.lines[0].stands
        assert [fault.line for fault in reading.faults] == [4]
        return spent

    # No time is asserted, but how it grows: what took forty seconds grew with the square, a thousandfold here.
    short = max(1e-4, min(seconds(3_000) for _ in range(3)))
    assert min(seconds(100_000) for _ in range(3)) < 330 * short
