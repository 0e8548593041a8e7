"""The codes of tables: few signs to type, and none that is taken for another."""

import pytest

from referee.club.phones.codes import LENGTH, SIGNS, in_print, new_code, typed_code


def test_a_code_has_six_of_twenty_seven_signs() -> None:
    codes = [new_code() for _ in range(200)]
    assert (LENGTH, len(set(SIGNS))) == (6, 27)
    assert all(len(code) == LENGTH and set(code) <= set(SIGNS) for code in codes)
    assert len(set(codes)) == len(codes)
    assert set("".join(codes)) == set(SIGNS), "1,200 signs have each of 27 among them"


@pytest.mark.parametrize("one", ["0O", "1IL", "2Z", "5S", "8B", "UV"])
def test_no_two_signs_look_alike(one: str) -> None:
    assert len(set(one) & set(SIGNS)) < 2


@pytest.mark.parametrize("typed", ["K7M2QX", "k7m2qx", " k7m-2qx ", "k7m 2qx", "k7mzqx", in_print("K7M2QX")])
def test_a_code_is_read_however_it_is_typed(typed: str) -> None:
    assert typed_code(typed) == "K7M2QX"


@pytest.mark.parametrize("typed", ["", "K7M2Q", "K7M2QXX", "K7M2Q0", "K7M2QÄ", "<b>K7M2QX", "K" * 1_000_000, "٣٣٣٣٣٣"])
def test_what_cannot_be_a_code_is_none(typed: str) -> None:
    assert typed_code(typed) == ""
