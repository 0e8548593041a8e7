"""A code to scan in half blocks has in it what its matrix has, each light part drawn."""

import pytest

from referee.web.qr import half_blocks, qr

DRAWN = {"█": "11", "▀": "10", "▄": "01", " ": "00"}


@pytest.mark.parametrize("text", ["http://192.0.2.7:8080/j/K7M2QX", "https://cards.example.org/e", "A"])
def test_every_part_of_a_code_is_drawn(text: str) -> None:
    rows = half_blocks(text)
    found = []
    for row in rows:
        found += ["".join(DRAWN[each][half] for each in row) for half in (0, 1)]
    light = ["".join("0" if dark else "1" for dark in row) for row in qr(text).matrix_iter(border=2)]
    assert found[: len(light)] == light
    assert set("".join(found[len(light) :])) <= {"1"}
    assert len({*map(len, rows)}) == 1


def test_a_code_has_a_light_edge_of_two_all_around() -> None:
    rows = half_blocks("http://192.0.2.7:8080")
    assert set(rows[0]) | set(rows[-1]) == {"█"}
    assert all(row[:2] + row[-2:] == "████" for row in rows)
